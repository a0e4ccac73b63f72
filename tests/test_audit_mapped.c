/* The audit: memory of the device that the runtime has for what is mapped, and memory that has ended. */
#include "audited.h"

#include <stdlib.h>
#include <string.h>

#if TRIPTYCH_OFFLOAD && defined(__x86_64__) /* see redirect.c */

/* ---- The host uses it -------------------------------------------------------------------------- */

FORM(audit_mapped, copied_by_the_host, THERE, TRI_NOT_MAPPED, -1, .not_on_gpu = true)
{
    #pragma omp target data map(to: a[:n]) map(from: b[:n], place[:1])
    {
        #pragma omp target teams distribute parallel for
        DOUBLE_EACH;
        double *there = b;
        #pragma omp target data use_device_ptr(there)
        memcpy(b, there, (size_t)n * sizeof *b);
    }
}

FORM(audit_mapped, first_one_set_by_the_host, THERE, TRI_NOT_MAPPED, -1, .not_on_gpu = true)
{
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

FORM(audit_mapped, two_behind_are_read, THERE, TRI_BEYOND, -1, .not_on_gpu = true)
{
    #pragma omp target teams distribute parallel for map(to: a[:n - 2]) map(from: b[:n], place[:1])
    DOUBLE_EACH;
}

FORM(audit_mapped, two_behind_are_written, THERE, TRI_BEYOND, -1, .not_on_gpu = true)
{
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

FORM(audit_mapped, used_when_unmapped, THERE, TRI_FREED, -1, .not_on_gpu = true)
{
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
FORM(audit_mapped, used_before_the_next, THERE, TRI_FREED, -1, .not_on_gpu = true)
{
    double *there = a, *kept = NULL;
    #pragma omp target enter data map(to: a[:n])
    #pragma omp target data use_device_ptr(there)
    kept = there;
    #pragma omp target exit data map(delete: a[:n])
    b[0] = *(volatile double *)kept;
    #pragma omp target teams distribute parallel for map(to: a[:n]) map(from: b[:n], place[:1])
    DOUBLE_EACH;
}

FORM(audit_mapped, freed_by_free, THERE, TRI_FREED, -1, .not_on_gpu = true)
{
    int device = omp_get_default_device();
    double *there = some(omp_target_alloc((size_t)n * sizeof *there, device));
    #pragma omp target teams distribute parallel for map(to: a[:n]) map(from: b[:n], place[:1])
    DOUBLE_EACH;
    free(there);
}

FORM(audit_mapped, used_when_freed_there, THERE, TRI_FREED, -1, .not_on_gpu = true)
{
    int device = omp_get_default_device(), host = omp_get_initial_device();
    size_t bytes = (size_t)n * sizeof *a;
    double *there = some(omp_target_alloc(bytes, device));
    cr_assert(omp_target_memcpy(there, a, bytes, 0, 0, device, host) == 0);
    omp_target_free(there, device);
    doubled_from(there, n, b, place);
}

FORM(audit_mapped, halves, THERE, RIGHT)
{
    for (int half = 0; half < 2; half++) {
        ptrdiff_t from = half ? n / 2 : 0, to = half ? n : n / 2;
        #pragma omp target teams distribute parallel for map(to: a[from:to - from]) map(from: b[from:to - from], place[:1])
        for (ptrdiff_t i = from; i < to; i++) {
            b[i] = 2 * a[i] + 1;
            *place = ran_on();
        }
    }
}

FORM(audit_mapped, passed_to_a_region, THERE, RIGHT)
{
    double *there = a;
    #pragma omp target data map(to: a[:n])
    {
        #pragma omp target data use_device_ptr(there)
        doubled_from(there, n, b, place);
    }
}

FORM(audit_mapped, copied_by_the_runtime, THERE, RIGHT)
{
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

FORM(audit_mapped, mapped_again_and_again, THERE, RIGHT)
{
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
FORM(audit_mapped, address_carried_along, THERE, RIGHT)
{
    static double one[1] = { 1 };
    struct {
        double *p, add;
    } with = { one, 1 };
    #pragma omp target teams distribute parallel for map(to: a[:n]) map(tofrom: with) map(from: b[:n], place[:1])
    EACH(b[i] = 2 * a[i] + with.add);
    cr_assert(with.p == one && *with.p == 1);
}

/* A part of a large table is sent, and all of it is fetched; twice. */
FORM(audit_mapped, addresses_fetched_with_others, THERE, RIGHT)
{
    enum { SENT = 100, ALL = 6000 };
    static struct {
        double *p, add;
    } table[ALL];
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
FORM(audit_mapped, fetched_in_pieces, THERE, RIGHT)
{
    enum { TIMES = 2000, PIECES = 8 };
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

FORM(audit_mapped, used_when_freed, HERE, TRI_FREED, -1)
{
    double *all = some(malloc((size_t)n * sizeof *all)), *volatile same = same_as(all);
    for (ptrdiff_t i = 0; i < n; i++)
        all[i] = a[i];
    for (ptrdiff_t i = 0; i < n; i++)
        b[i] = 2 * all[i] + 1;
    free(all);
    b[0] = 2 * a[0] + 1 + 0 * same[0];
}

FORM(audit_mapped, freed_twice, HERE, TRI_FREED, -1)
{
    double *all = some(malloc(sizeof *all)), *volatile same = same_as(all);
    *all = 1;
    for (ptrdiff_t i = 0; i < n; i++)
        b[i] = 2 * a[i] + *all;
    free(all);
    free(same);
}
