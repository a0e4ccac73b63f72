/* Arrays with guards, and with values that the host does not see. */
#include "arrays.h"

#include <stdint.h>
#include <stdlib.h>

struct array judge_arrays[MAX_ARRAYS];
int judge_n_arrays;

static const double guard = 6.0e66;
static bool are_veiled;

void judge_begin_arrays(bool veiled)
{
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

double *numbers(ptrdiff_t n)
{
    double *p = calloc((size_t)n, sizeof *p);
    if (!p)
        abort();
    return p;
}

static struct array *new_array(const char *name, ptrdiff_t n)
{
    struct array *a = &judge_arrays[judge_n_arrays++];
    *a = (struct array){ .name = name, .host = numbers(3 * n) + n, .n = n };
    for (ptrdiff_t i = 0; i < n; i++) {
        a->host[i - n] = a->host[i + n] = guard;
        a->host[i] = UNTOUCHED;
    }
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
    return judge_array_at(array)->copies;
}

ptrdiff_t beyond(const double *array)
{
    return judge_array_at(array)->beyond;
}

/* ---- Veils ------------------------------------------------------------------------------------ */

struct array *judge_array_in(const void *bytes, size_t size, ptrdiff_t *first, ptrdiff_t *end)
{
    uintptr_t begin = (uintptr_t)bytes;
    for (int i = 0; i < judge_n_arrays; i++) {
        struct array *a = &judge_arrays[i];
        uintptr_t from = (uintptr_t)(a->host - a->n), to = (uintptr_t)(a->host + 2 * a->n);
        if (begin + size <= from || begin >= to)
            continue;
        ptrdiff_t place = ((ptrdiff_t)begin - (ptrdiff_t)a->host) / (ptrdiff_t)sizeof(double);
        *first = place;
        *end = place + (ptrdiff_t)(size / sizeof(double));
        return a;
    }
    return NULL;
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

/* ---- Guards ----------------------------------------------------------------------------------- */

bool judge_is_overwritten(const struct array *a, ptrdiff_t *element)
{
    for (ptrdiff_t i = 0; i < a->n; i++)
        if (a->host[ *element = i - a->n] != guard || a->host[ *element = i + a->n] != guard)
            return true;
    return false;
}
