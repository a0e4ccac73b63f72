/* The audit: memory of the device that the runtime has for what is mapped, and memory that has ended. */
#include "audited.h"

#include <stdlib.h>
#include <string.h>

static void *some(void *memory)
{
    cr_assert(memory);
    return memory;
}

#if TRIPTYCH_OFFLOAD && defined(__x86_64__) /* see redirect.c */

/* ---- The host uses it -------------------------------------------------------------------------- */

static void copied_by_the_host(const struct tri_case *c)
{
    TAKE;
    #pragma omp target data map(to: a[:n]) map(from: b[:n], place[:1])
    {
        #pragma omp target teams distribute parallel for
        DOUBLE_EACH;
        double *there = b;
        #pragma omp target data use_device_ptr(there)
        memcpy(b, there, (size_t)n * sizeof *b);
    }
}

static void first_one_set_by_the_host(const struct tri_case *c)
{
    TAKE;
    #pragma omp target data map(to: a[:n]) map(from: b[:n], place[:1])
    {
        #pragma omp target teams distribute parallel for
        DOUBLE_EACH;
        double *there = b;
        #pragma omp target data use_device_ptr(there)
        there[0] = 2 * a[0] + 1;
    }
}

/* ---- Outside of it: on a GPU, something else lies there ------------------------------------------ */

static void two_behind_are_read(const struct tri_case *c)
{
    TAKE;
    #pragma omp target teams distribute parallel for map(to: a[:n - 2]) map(from: b[:n], place[:1])
    DOUBLE_EACH;
}

static void two_behind_are_written(const struct tri_case *c)
{
    TAKE;
    #pragma omp target teams distribute parallel for map(to: a[:n]) map(from: b[:n - 2], place[:1])
    DOUBLE_EACH;
    b[n - 2] = 2 * a[n - 2] + 1;
    b[n - 1] = 2 * a[n - 1] + 1;
}

/* ---- After its end ------------------------------------------------------------------------------ */

static void doubled_from(const double *there, ptrdiff_t n, double *b, int *place)
{
    #pragma omp target teams distribute parallel for is_device_ptr(there) map(from: b[:n], place[:1])
    EACH(b[i] = 2 * there[i] + 1);
}

static void used_when_unmapped(const struct tri_case *c)
{
    TAKE;
    double *there = a, *kept = NULL;
    #pragma omp target data map(from: b[:n])
    {
        #pragma omp target enter data map(to: a[:n])
        #pragma omp target data use_device_ptr(there)
        kept = there;
        #pragma omp target exit data map(delete: a[:n])
        doubled_from(kept, n, b, place);
    }
}

/* Before its memory is another's. */
static void used_before_the_next(const struct tri_case *c)
{
    TAKE;
    double *there = a, *kept = NULL;
    #pragma omp target enter data map(to: a[:n])
    #pragma omp target data use_device_ptr(there)
    kept = there;
    #pragma omp target exit data map(delete: a[:n])
    b[0] = *(volatile double *)kept;
    #pragma omp target teams distribute parallel for map(to: a[:n]) map(from: b[:n], place[:1])
    DOUBLE_EACH;
}

static void freed_by_free(const struct tri_case *c)
{
    TAKE;
    int device = omp_get_default_device();
    double *there = some(omp_target_alloc((size_t)n * sizeof *there, device));
    #pragma omp target teams distribute parallel for map(to: a[:n]) map(from: b[:n], place[:1])
    DOUBLE_EACH;
    free(there);
}

static void used_when_freed_there(const struct tri_case *c)
{
    TAKE;
    int device = omp_get_default_device(), host = omp_get_initial_device();
    size_t bytes = (size_t)n * sizeof *a;
    double *there = some(omp_target_alloc(bytes, device));
    cr_assert(omp_target_memcpy(there, a, bytes, 0, 0, device, host) == 0);
    omp_target_free(there, device);
    doubled_from(there, n, b, place);
}

/* ---- Right -------------------------------------------------------------------------------------- */

static void halves(const struct tri_case *c)
{
    TAKE;
    for (int half = 0; half < 2; half++) {
        ptrdiff_t from = half ? n / 2 : 0, to = half ? n : n / 2;
        #pragma omp target teams distribute parallel for map(to: a[from:to - from]) map(from: b[from:to - from], place[:1])
        for (ptrdiff_t i = from; i < to; i++) {
            b[i] = 2 * a[i] + 1;
            *place = ran_on();
        }
    }
}

static void passed_to_a_region(const struct tri_case *c)
{
    TAKE;
    double *there = a;
    #pragma omp target data map(to: a[:n])
    {
        #pragma omp target data use_device_ptr(there)
        doubled_from(there, n, b, place);
    }
}

static void copied_by_the_runtime(const struct tri_case *c)
{
    TAKE;
    int device = omp_get_default_device(), host = omp_get_initial_device();
    size_t bytes = (size_t)n * sizeof *a;
    #pragma omp target data map(alloc: a[:n], b[:n]) map(from: place[:1])
    {
        double *from = a, *to = b;
        #pragma omp target data use_device_ptr(from, to)
        {
            cr_assert(omp_target_memcpy(from, a, bytes, 0, 0, device, host) == 0);
            #pragma omp target teams distribute parallel for is_device_ptr(from, to)
            EACH(to[i] = 2 * from[i] + 1);
            cr_assert(omp_target_memcpy(b, to, bytes, 0, 0, host, device) == 0);
        }
    }
}

static void mapped_again_and_again(const struct tri_case *c)
{
    TAKE;
    for (int k = 0; k < 20; k++) {
        #pragma omp target data map(to: a[:n]) map(from: b[:n], place[:1])
        {
            #pragma omp target update to(a[:n])
            #pragma omp target teams distribute parallel for
            DOUBLE_EACH;
            #pragma omp target update from(b[:n])
        }
    }
}

/* The region does not follow it, and the host does. */
static void address_carried_along(const struct tri_case *c)
{
    static double one[1] = { 1 };
    struct {
        double *p, add;
    } with = { one, 1 };
    TAKE;
    #pragma omp target teams distribute parallel for map(to: a[:n]) map(tofrom: with) map(from: b[:n], place[:1])
    EACH(b[i] = 2 * a[i] + with.add);
    cr_assert(with.p == one && *with.p == 1);
}

/* A part of a large table is sent, and all of it is fetched; twice. */
static void addresses_fetched_with_others(const struct tri_case *c)
{
    enum { SENT = 100, ALL = 6000 };
    static struct {
        double *p, add;
    } table[ALL];
    TAKE;
    for (int i = 0; i < SENT; i++) {
        table[i].p = &table[i].add;
        table[i].add = 1;
    }
    #pragma omp target data map(alloc: table) map(to: a[:n]) map(from: b[:n], place[:1])
    for (int k = 0; k < 2; k++) {
        #pragma omp target update to(table[:SENT])
        #pragma omp target teams distribute parallel for
        EACH(b[i] = 2 * a[i] + table[i % SENT].add);
        #pragma omp target update from(table)
    }
    for (int i = 0; i < SENT; i++)
        cr_assert(table[i].p == &table[i].add);
}

/* LLVM 19 gives an array's mutex back twice for each of these (see mutex.c). */
static void fetched_in_pieces(const struct tri_case *c)
{
    enum { TIMES = 2000, PIECES = 8 };
    TAKE;
    #pragma omp target data map(to: a[:n]) map(alloc: b[:n]) map(from: place[:1])
    {
        #pragma omp target teams distribute parallel for
        DOUBLE_EACH;
        #pragma omp parallel for num_threads(PIECES) schedule(static, 1)
        for (int k = 0; k < TIMES * PIECES; k++) {
            ptrdiff_t from = k % PIECES * (n / PIECES),
                      to = k % PIECES == PIECES - 1 ? n : from + n / PIECES;
            #pragma omp target update from(b[from:to - from])
        }
    }
}

#endif

/* What the compiler, and who looks for such faults in it, does not follow. */
static double *same_as(double *p)
{
    double *same;
    memcpy(&same, &p, sizeof same);
    return same;
}

/* ---- The host's, after its end ------------------------------------------------------------------- */

static void used_when_freed(const struct tri_case *c)
{
    TAKE;
    double *all = some(malloc((size_t)n * sizeof *all)), *volatile same = same_as(all);
    for (ptrdiff_t i = 0; i < n; i++)
        all[i] = a[i];
    for (ptrdiff_t i = 0; i < n; i++)
        b[i] = 2 * all[i] + 1;
    free(all);
    b[0] = 2 * a[0] + 1 + 0 * same[0];
}

static void freed_twice(const struct tri_case *c)
{
    TAKE;
    double *all = some(malloc(sizeof *all)), *volatile same = same_as(all);
    *all = 1;
    for (ptrdiff_t i = 0; i < n; i++)
        b[i] = 2 * a[i] + *all;
    free(all);
    free(same);
}

static const struct form forms[] = {
#if TRIPTYCH_OFFLOAD && defined(__x86_64__)
    { "copied by the host", &to_be_doubled, THERE, copied_by_the_host, TRI_NOT_MAPPED, -1, true },
    { "first one set by the host", &to_be_doubled, THERE, first_one_set_by_the_host, TRI_NOT_MAPPED,
      -1, true },
    { "two behind are read", &to_be_doubled, THERE, two_behind_are_read, TRI_BEYOND, -1, true },
    { "two behind are written", &to_be_doubled, THERE, two_behind_are_written, TRI_BEYOND, -1,
      true },
    { "used when unmapped", &to_be_doubled, THERE, used_when_unmapped, TRI_FREED, -1, true },
    { "used before the next", &to_be_doubled, THERE, used_before_the_next, TRI_FREED, -1, true },
    { "freed by free()", &to_be_doubled, THERE, freed_by_free, TRI_FREED, -1, true },
    { "used when freed there", &to_be_doubled, THERE, used_when_freed_there, TRI_FREED, -1, true },
    { "halves", &to_be_doubled, THERE, halves, RIGHT },
    { "passed to a region", &to_be_doubled, THERE, passed_to_a_region, RIGHT },
    { "copied by the runtime", &to_be_doubled, THERE, copied_by_the_runtime, RIGHT },
    { "mapped again and again", &to_be_doubled, THERE, mapped_again_and_again, RIGHT },
    { "address carried along", &to_be_doubled, THERE, address_carried_along, RIGHT },
    { "addresses fetched with others", &to_be_doubled, THERE, addresses_fetched_with_others,
      RIGHT },
    { "fetched in pieces", &to_be_doubled, THERE, fetched_in_pieces, RIGHT },
#endif
    { "used when freed", &to_be_doubled, HERE, used_when_freed, TRI_FREED, -1 },
    { "freed twice", &to_be_doubled, HERE, freed_twice, TRI_FREED, -1 },
};

EACH_OF(audit_mapped, is_watched, struct numbered, numbered(sizeof forms / sizeof *forms))
{
    expect_verdict(&forms[r->k]);
}
