/* Arrays with guards, and with values that the host does not see. */
#include "arrays.h"

#include <stdint.h>
#include <stdlib.h>
#include <sys/mman.h>

struct array judge_arrays[MAX_ARRAYS];
int judge_n_arrays;

static bool are_veiled;

void judge_begin_arrays(bool veiled)
{
    for (int i = 0; i < judge_n_arrays; i++)
        tri_guard_put_away(&tri_guarded[i]);
    judge_n_arrays = 0;
    are_veiled = veiled;
}

/* From -125 to 125 in steps of 1/256, and no pattern in them. */
static double value(unsigned seed, ptrdiff_t i)
{
    uint64_t x = ((uint64_t)seed << 40) + (uint64_t)i + 1;
    x = (x ^ x >> 30) * 0xbf58476d1ce4e5b9u;
    x = (x ^ x >> 27) * 0x94d049bb133111ebu;
    return (double)((int)((x ^ x >> 31) % 64001) - 32000) / 256;
}

/* Not of malloc(), which is watched while the student's function may call it. */
double *numbers(ptrdiff_t n)
{
    void *p = mmap(NULL, (size_t)n * sizeof(double) + 1, PROT_READ | PROT_WRITE,
                   MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    if (p == MAP_FAILED)
        abort();
    return p;
}

double *copied_numbers(ptrdiff_t n, const double *a)
{
    double *b = numbers(n);
    for (ptrdiff_t i = 0; i < n; i++)
        b[i] = a[i];
    return b;
}

bool equal_numbers(ptrdiff_t n, const double *a, const double *b)
{
    for (ptrdiff_t i = 0; i < n; i++)
        if (a[i] != b[i])
            return false;
    return true;
}

static struct array *new_array(const char *name, ptrdiff_t n)
{
    const int slot = judge_n_arrays++;
    struct tri_guarded *g = &tri_guarded[slot];
    struct array *a = &judge_arrays[slot];
    if (!tri_guard_allocate(g, (size_t)n * sizeof(double), sizeof(double)))
        abort();
    tri_guard_reset_one(g, slot);
    *a = (struct array){ .name = name, .host = (double *)g->begin, .n = n, .guarded = g };
    for (ptrdiff_t i = 0; i < n; i++)
        a->host[i] = UNTOUCHED;
    return a;
}

struct array *judge_array_at(const double *host)
{
    for (int i = 0; i < judge_n_arrays; i++)
        if (judge_arrays[i].host == host)
            return &judge_arrays[i];
    return NULL;
}

static void fill(struct array *a)
{
    for (ptrdiff_t i = 0; i < a->n; i++) {
        a->real[i] = value(a->seed, i);
        a->decoy[i] = a->host[i] = are_veiled ? value(a->seed + 1, i) : a->real[i];
    }
    a->seed += 2;
}

double *wanted(const char *name, ptrdiff_t n)
{
    return new_array(name, n)->host;
}

double *given(const char *name, ptrdiff_t n)
{
    struct array *a = new_array(name, n);
    a->real = numbers(n);
    a->decoy = numbers(n);
    a->seed = 1000 * (unsigned)judge_n_arrays;
    fill(a);
    return a->host;
}

void renew(double *array)
{
    fill(judge_array_at(array));
}

void stretch(double *array, double factor)
{
    struct array *a = judge_array_at(array);
    for (ptrdiff_t i = 0; i < a->n; i++) {
        a->real[i] *= factor;
        a->host[i] = a->decoy[i] *= factor;
    }
}

void put(double *array, ptrdiff_t i, double value)
{
    struct array *a = judge_array_at(array);
    a->real[i] = a->decoy[i] = a->host[i] = value;
}

const double *true_values(const double *array)
{
    return judge_array_at(array)->real;
}

const double *decoys(const double *array)
{
    return judge_array_at(array)->decoy;
}

struct copies copies_of(const double *array)
{
    return judge_copies(judge_array_at(array)->guarded->copies);
}

ptrdiff_t beyond(const double *array)
{
    return judge_array_at(array)->beyond;
}

/* ---- Veils ------------------------------------------------------------------------------------ */

struct array *judge_array_in(const void *bytes, size_t size, ptrdiff_t *first, ptrdiff_t *end)
{
    struct tri_guarded *g = tri_guarded_at(bytes, size);
    ptrdiff_t slot = g ? g - tri_guarded : judge_n_arrays;
    if (slot >= judge_n_arrays)
        return NULL;
    *first = ((const char *)bytes - g->begin) / (ptrdiff_t)sizeof(double);
    *end = *first + (ptrdiff_t)(size / sizeof(double));
    return &judge_arrays[slot];
}

struct copies judge_copies(struct tri_copied c)
{
    return (struct copies){ c.to, c.from, c.bytes_to, c.bytes_from };
}

void judge_note_copy(struct array *a, bool to, ptrdiff_t first, ptrdiff_t end)
{
    ptrdiff_t outside = (first < 0 ? -first : 0) + (end > a->n ? end - a->n : 0);
    if (outside > a->beyond)
        a->beyond = outside;
    if (!to)
        return;
    a->sent_first = first;
    a->sent_end = end;
}

static ptrdiff_t clip(ptrdiff_t i, ptrdiff_t n)
{
    return i < 0 ? 0 : i > n ? n : i;
}

/* What somebody has stored on the host stays. */
void judge_unveil(struct array *a, ptrdiff_t first, ptrdiff_t end)
{
    for (ptrdiff_t i = clip(first, a->n); a->real && i < clip(end, a->n); i++)
        if (a->host[i] == a->decoy[i])
            a->host[i] = a->real[i];
        else
            a->real[i] = a->decoy[i] = a->host[i];
}

void judge_veil(struct array *a, ptrdiff_t first, ptrdiff_t end)
{
    for (ptrdiff_t i = clip(first, a->n); a->real && i < clip(end, a->n); i++)
        a->host[i] = a->decoy[i];
}

void judge_accept(struct array *a, ptrdiff_t first, ptrdiff_t end)
{
    for (ptrdiff_t i = clip(first, a->n); a->real && i < clip(end, a->n); i++)
        a->real[i] = a->decoy[i] = a->host[i];
}

/* ---- Beside the array ------------------------------------------------------------------------- */

bool judge_touched_beside(const struct array *a, ptrdiff_t *element, bool *stored)
{
    ptrdiff_t where;
    const struct tri_guarded *g = a->guarded;
    *stored = tri_guard_is_overwritten(g, (int)(g - tri_guarded), &where);
    bool touched = *stored || g->beyond;
    if (!*stored && touched) {
        where = g->where;
        *stored = g->beyond_write;
    }
    *element =
        (where - (where < 0 ? (ptrdiff_t)sizeof(double) - 1 : 0)) / (ptrdiff_t)sizeof(double);
    return touched;
}
