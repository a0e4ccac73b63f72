/* The audit: memory that a path allocates itself. */
#include "audited.h"

#include <stdlib.h>
#include <string.h>

struct held {
    double *all;
};

static double *copy_of(const double *a, ptrdiff_t n)
{
    double *all = some(malloc((size_t)n * sizeof *all));
    return memcpy(all, a, (size_t)n * sizeof *all);
}

/* ---- Wrong ------------------------------------------------------------------------------------- */

FORM(audit_heap, structs_pointer, THERE, TRI_NOT_MAPPED, -1, .not_on_gpu = true)
{
    struct held h = { copy_of(a, n) };
    #pragma omp target teams distribute parallel for map(to: h) map(from: b[:n], place[:1])
    EACH(b[i] = 2 * h.all[i] + 1);
    free(h.all);
}

FORM(audit_heap, pointers_of_rows, THERE, TRI_NOT_MAPPED, -1, .not_on_gpu = true)
{
    double *row[2] = { copy_of(a, n), copy_of(a, n) };
    #pragma omp target teams distribute parallel for map(to: row) map(from: b[:n], place[:1])
    EACH(b[i] = row[0][i] + row[1][i] + 1);
    free(row[0]);
    free(row[1]);
}

FORM(audit_heap, results_by_a_structs_pointer, THERE, TRI_NOT_MAPPED, -1, .not_on_gpu = true)
{
    struct held h = { some(malloc((size_t)n * sizeof *h.all)) };
    #pragma omp target teams distribute parallel for map(to: a[:n], h) map(from: place[:1])
    EACH(h.all[i] = 2 * a[i] + 1);
    memcpy(b, h.all, (size_t)n * sizeof *b);
    free(h.all);
}

FORM(audit_heap, written_behind, HERE, TRI_BEYOND, -1)
{
    double *all = some(malloc((size_t)n * sizeof *all));
    for (ptrdiff_t i = 0; i <= n; i++)
        all[i] = i < n ? 2 * a[i] + 1 : 0;
    memcpy(b, all, (size_t)n * sizeof *b);
    free(all);
}

FORM(audit_heap, read_before, HERE, TRI_BEYOND, -1)
{
    volatile double *all = copy_of(a, n);
    for (ptrdiff_t i = 0; i < n; i++)
        b[i] = 2 * all[i] + 1 + 0 * all[i - 1024];
    free((void *)all);
}

FORM(audit_heap, not_set, HERE, TRI_DEPENDS_ON_BEFORE, B)
{
    double *all = some(malloc((size_t)n * sizeof *all));
    for (ptrdiff_t i = 0; i < n; i++)
        all[i] += 2 * a[i] + 1;
    memcpy(b, all, (size_t)n * sizeof *b);
    free(all);
}

FORM(audit_heap, freed_while_mapped, THERE, TRI_STAYS, -1)
{
    double *all = copy_of(a, n);
    #pragma omp target enter data map(to: all[:n])
    #pragma omp target teams distribute parallel for map(from: b[:n], place[:1])
    EACH(b[i] = 2 * all[i] + 1);
    free(all);
}

FORM(audit_heap, structs_pointer_mapped, THERE, RIGHT)
{
    struct held h = { copy_of(a, n) };
    #pragma omp target teams distribute parallel for map(to: h, h.all[:n]) map(from: b[:n], place[:1])
    EACH(b[i] = 2 * h.all[i] + 1);
    free(h.all);
}

FORM(audit_heap, used_between_regions, THERE, RIGHT)
{
    double *all = some(calloc((size_t)n, sizeof *all));
    #pragma omp target teams distribute parallel for map(to: a[:n]) map(tofrom: all[:n]) map(from: place[:1])
    EACH(all[i] += a[i]);
    for (ptrdiff_t i = 0; i < n; i++)
        all[i] *= 2;
    #pragma omp target teams distribute parallel for map(to: all[:n]) map(from: b[:n])
    for (ptrdiff_t i = 0; i < n; i++)
        b[i] = all[i] + 1;
    free(all);
}

/* By the host, while a region runs. */
FORM(audit_heap, used_beside_a_region, THERE, RIGHT)
{
    double *all = some(aligned_alloc(64, (size_t)(n + 7) / 8 * 64));
    #pragma omp target teams distribute parallel for nowait map(to: a[:n]) map(from: b[:n], place[:1])
    DOUBLE_EACH;
    for (ptrdiff_t i = 0; i < n; i++)
        all[i] = a[i];
    #pragma omp taskwait
    b[0] = 2 * all[0] + 1;
    free(all);
}

FORM(audit_heap, grown, HERE, RIGHT)
{
    double *all = NULL, *volatile none = NULL;
    free(none);
    for (ptrdiff_t i = 0; i < n; i++) {
        if ((i & (i - 1)) == 0)
            all = some(realloc(all, (size_t)(2 * i + 1) * sizeof *all));
        all[i] = 2 * a[i] + 1;
    }
    #pragma omp parallel for
    for (ptrdiff_t i = 0; i < n; i++)
        b[i] = all[i];
    free(all);
}

/* From one call to the next. */
FORM(audit_heap, kept, HERE, RIGHT)
{
    static double *all;
    static ptrdiff_t room;
    if (n > room) {
        free(all);
        cr_assert(posix_memalign((void **)&all, 256, (size_t)n * sizeof *all) == 0);
        room = n;
    }
    #pragma omp parallel for
    for (ptrdiff_t i = 0; i < n; i++) {
        all[i] = 2 * a[i] + 1;
        b[i] = all[i];
    }
}

/* More than are watched at a time. */
FORM(audit_heap, in_many_blocks, HERE, RIGHT)
{
    enum { MANY = 1000 };
    double *each[MANY];
    for (ptrdiff_t k = 0; k < n && k < MANY; k++)
        each[k] = some(malloc(sizeof **each));
    #pragma omp parallel for
    for (ptrdiff_t k = 0; k < MANY; k++)
        for (ptrdiff_t i = k; i < n; i += MANY) {
            *each[k] = 2 * a[i] + 1;
            b[i] = *each[k];
        }
    for (ptrdiff_t k = 0; k < n && k < MANY; k++)
        free(each[k]);
}

/* ---- omp_target_alloc(), which a build without offload may not have ------------------------------- */

#if TRIPTYCH_OFFLOAD

/* In memory of a device, filled by the host, which is right for the host's own alone; and no region's. */
static void use_filled(int device, ptrdiff_t n, const double *a, double *b, int *place)
{
    double *there = some(omp_target_alloc((size_t)n * sizeof *there, device));
    memcpy(there, a, (size_t)n * sizeof *there);
    #pragma omp target teams distribute parallel for is_device_ptr(there) map(from: b[:n], place[:1])
    EACH(b[i] = 2 * there[i] + 1);
    omp_target_free(there, device);
}

FORM(audit_heap, filled_by_the_host, THERE, TRI_NOT_MAPPED, -1, .not_on_gpu = true)
{
    use_filled(omp_get_default_device(), n, a, b, place);
}

FORM(audit_heap, of_the_initial_device, THERE, TRI_NOT_MAPPED, -1, .not_on_gpu = true)
{
    use_filled(omp_get_initial_device(), n, a, b, place);
}

FORM(audit_heap, read_by_the_host, THERE, TRI_NOT_MAPPED, -1, .not_on_gpu = true)
{
    int device = omp_get_default_device();
    double *there = some(omp_target_alloc((size_t)n * sizeof *there, device));
    #pragma omp target teams distribute parallel for is_device_ptr(there) map(to: a[:n]) map(from: place[:1])
    EACH(there[i] = 2 * a[i] + 1);
    memcpy(b, there, (size_t)n * sizeof *there);
    omp_target_free(there, device);
}

FORM(audit_heap, written_behind_there, THERE, TRI_BEYOND, -1, .not_on_gpu = true)
{
    int device = omp_get_default_device();
    double *there = some(omp_target_alloc((size_t)n * sizeof *there, device));
    #pragma omp target teams distribute parallel for is_device_ptr(there) map(to: a[:n]) map(from: b[:n], place[:1])
    EACH(b[i] = 2 * a[i] + 1; there[i + 1] = a[i]);
    omp_target_free(there, device);
}

FORM(audit_heap, copied_there, THERE, RIGHT)
{
    int device = omp_get_default_device(), host = omp_get_initial_device();
    size_t bytes = (size_t)n * sizeof *a;
    double *there = some(omp_target_alloc(bytes, device));
    cr_assert(omp_target_memcpy(there, a, bytes, 0, 0, device, host) == 0);
    #pragma omp target teams distribute parallel for is_device_ptr(there) map(from: place[:1])
    EACH(there[i] = 2 * there[i] + 1);
    cr_assert(omp_target_memcpy(b, there, bytes, 0, 0, host, device) == 0);
    omp_target_free(there, device);
}

/* Where the device is this CPU, both go well. */
FORM(audit_heap, copied_the_other_way_round, THERE, TRI_OTHER_DEVICE, -1, .not_on_gpu = true)
{
    int device = omp_get_default_device(), host = omp_get_initial_device();
    size_t bytes = (size_t)n * sizeof *a;
    double *there = some(omp_target_alloc(bytes, device));
    cr_assert(omp_target_memcpy(there, a, bytes, 0, 0, host, device) == 0);
    #pragma omp target teams distribute parallel for is_device_ptr(there) map(from: b[:n], place[:1])
    EACH(b[i] = 2 * there[i] + 1);
    omp_target_free(there, device);
}

#endif
