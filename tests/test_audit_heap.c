/* The audit: memory that a path allocates itself. */
#include "audited.h"

#include <stdlib.h>
#include <string.h>

struct held {
    double *all;
};

static void *some(void *memory)
{
    cr_assert(memory);
    return memory;
}

static double *copy_of(const double *a, ptrdiff_t n)
{
    double *all = some(malloc((size_t)n * sizeof *all));
    return memcpy(all, a, (size_t)n * sizeof *all);
}

/* ---- Wrong ------------------------------------------------------------------------------------- */

static void structs_pointer(const struct tri_case *c)
{
    TAKE;
    struct held h = { copy_of(a, n) };
    #pragma omp target teams distribute parallel for map(to: h) map(from: b[:n], place[:1])
    EACH(b[i] = 2 * h.all[i] + 1);
    free(h.all);
}

static void pointers_of_rows(const struct tri_case *c)
{
    TAKE;
    double *row[2] = { copy_of(a, n), copy_of(a, n) };
    #pragma omp target teams distribute parallel for map(to: row) map(from: b[:n], place[:1])
    EACH(b[i] = row[0][i] + row[1][i] + 1);
    free(row[0]);
    free(row[1]);
}

static void results_by_a_structs_pointer(const struct tri_case *c)
{
    TAKE;
    struct held h = { some(malloc((size_t)n * sizeof *h.all)) };
    #pragma omp target teams distribute parallel for map(to: a[:n], h) map(from: place[:1])
    EACH(h.all[i] = 2 * a[i] + 1);
    memcpy(b, h.all, (size_t)n * sizeof *b);
    free(h.all);
}

static void written_behind(const struct tri_case *c)
{
    TAKE;
    double *all = some(malloc((size_t)n * sizeof *all));
    for (ptrdiff_t i = 0; i <= n; i++)
        all[i] = i < n ? 2 * a[i] + 1 : 0;
    memcpy(b, all, (size_t)n * sizeof *b);
    free(all);
}

static void read_before(const struct tri_case *c)
{
    TAKE;
    volatile double *all = copy_of(a, n);
    for (ptrdiff_t i = 0; i < n; i++)
        b[i] = 2 * all[i] + 1 + 0 * all[i - 1024];
    free((void *)all);
}

static void not_set(const struct tri_case *c)
{
    TAKE;
    double *all = some(malloc((size_t)n * sizeof *all));
    for (ptrdiff_t i = 0; i < n; i++)
        all[i] += 2 * a[i] + 1;
    memcpy(b, all, (size_t)n * sizeof *b);
    free(all);
}

static void freed_while_mapped(const struct tri_case *c)
{
    TAKE;
    double *all = copy_of(a, n);
    #pragma omp target enter data map(to: all[:n])
    #pragma omp target teams distribute parallel for map(from: b[:n], place[:1])
    EACH(b[i] = 2 * all[i] + 1);
    free(all);
}

/* ---- Right ------------------------------------------------------------------------------------- */

static void structs_pointer_mapped(const struct tri_case *c)
{
    TAKE;
    struct held h = { copy_of(a, n) };
    #pragma omp target teams distribute parallel for map(to: h, h.all[:n]) map(from: b[:n], place[:1])
    EACH(b[i] = 2 * h.all[i] + 1);
    free(h.all);
}

static void used_between_regions(const struct tri_case *c)
{
    TAKE;
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
static void used_beside_a_region(const struct tri_case *c)
{
    TAKE;
    double *all = some(aligned_alloc(64, (size_t)(n + 7) / 8 * 64));
    #pragma omp target teams distribute parallel for nowait map(to: a[:n]) map(from: b[:n], place[:1])
    DOUBLE_EACH;
    for (ptrdiff_t i = 0; i < n; i++)
        all[i] = a[i];
    #pragma omp taskwait
    b[0] = 2 * all[0] + 1;
    free(all);
}

static void grown(const struct tri_case *c)
{
    TAKE;
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
static void kept(const struct tri_case *c)
{
    static double *all;
    static ptrdiff_t room;
    TAKE;
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
static void in_many_blocks(const struct tri_case *c)
{
    enum { MANY = 1000 };
    double *each[MANY];
    TAKE;
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

/* Which is the device's. */
static void filled_by_the_host(const struct tri_case *c)
{
    TAKE;
    int device = omp_get_default_device();
    double *there = some(omp_target_alloc((size_t)n * sizeof *there, device));
    memcpy(there, a, (size_t)n * sizeof *there);
    #pragma omp target teams distribute parallel for is_device_ptr(there) map(from: b[:n], place[:1])
    EACH(b[i] = 2 * there[i] + 1);
    omp_target_free(there, device);
}

static void read_by_the_host(const struct tri_case *c)
{
    TAKE;
    int device = omp_get_default_device();
    double *there = some(omp_target_alloc((size_t)n * sizeof *there, device));
    #pragma omp target teams distribute parallel for is_device_ptr(there) map(to: a[:n]) map(from: place[:1])
    EACH(there[i] = 2 * a[i] + 1);
    memcpy(b, there, (size_t)n * sizeof *there);
    omp_target_free(there, device);
}

static void written_behind_there(const struct tri_case *c)
{
    TAKE;
    int device = omp_get_default_device();
    double *there = some(omp_target_alloc((size_t)n * sizeof *there, device));
    #pragma omp target teams distribute parallel for is_device_ptr(there) map(to: a[:n]) map(from: b[:n], place[:1])
    EACH(b[i] = 2 * a[i] + 1; there[i + 1] = a[i]);
    omp_target_free(there, device);
}

static void copied_there(const struct tri_case *c)
{
    TAKE;
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
static void copied_the_other_way_round(const struct tri_case *c)
{
    TAKE;
    int device = omp_get_default_device(), host = omp_get_initial_device();
    size_t bytes = (size_t)n * sizeof *a;
    double *there = some(omp_target_alloc(bytes, device));
    cr_assert(omp_target_memcpy(there, a, bytes, 0, 0, host, device) == 0);
    #pragma omp target teams distribute parallel for is_device_ptr(there) map(from: b[:n], place[:1])
    EACH(b[i] = 2 * there[i] + 1);
    omp_target_free(there, device);
}

static void of_the_initial_device(const struct tri_case *c)
{
    TAKE;
    int host = omp_get_initial_device();
    double *there = some(omp_target_alloc((size_t)n * sizeof *there, host));
    memcpy(there, a, (size_t)n * sizeof *there);
    #pragma omp target teams distribute parallel for is_device_ptr(there) map(from: b[:n], place[:1])
    EACH(b[i] = 2 * there[i] + 1);
    omp_target_free(there, host);
}

#endif

static const struct form forms[] = {
#if TRIPTYCH_OFFLOAD
    { "filled by the host", &to_be_doubled, THERE, filled_by_the_host, TRI_NOT_MAPPED, -1, true },
    { "read by the host", &to_be_doubled, THERE, read_by_the_host, TRI_NOT_MAPPED, -1, true },
    { "written behind, there", &to_be_doubled, THERE, written_behind_there, TRI_BEYOND, -1, true },
    { "copied the other way round", &to_be_doubled, THERE, copied_the_other_way_round,
      TRI_OTHER_DEVICE, -1, true },
    { "of the initial device", &to_be_doubled, THERE, of_the_initial_device, TRI_NOT_MAPPED, -1,
      true },
    { "copied there", &to_be_doubled, THERE, copied_there, RIGHT },
#endif
    { "a struct's pointer", &to_be_doubled, THERE, structs_pointer, TRI_NOT_MAPPED, -1, true },
    { "pointers of rows", &to_be_doubled, THERE, pointers_of_rows, TRI_NOT_MAPPED, -1, true },
    { "results by a struct's pointer", &to_be_doubled, THERE, results_by_a_structs_pointer,
      TRI_NOT_MAPPED, -1, true },
    { "freed while mapped", &to_be_doubled, THERE, freed_while_mapped, TRI_STAYS, -1 },
    { "written behind", &to_be_doubled, HERE, written_behind, TRI_BEYOND, -1 },
    { "read before", &to_be_doubled, HERE, read_before, TRI_BEYOND, -1 },
    { "not set", &to_be_doubled, HERE, not_set, TRI_DEPENDS_ON_BEFORE, B },
    { "a struct's pointer, mapped", &to_be_doubled, THERE, structs_pointer_mapped, RIGHT },
    { "used between regions", &to_be_doubled, THERE, used_between_regions, RIGHT },
    { "used beside a region", &to_be_doubled, THERE, used_beside_a_region, RIGHT },
    { "grown", &to_be_doubled, HERE, grown, RIGHT },
    { "kept", &to_be_doubled, HERE, kept, RIGHT },
    { "in many blocks", &to_be_doubled, HERE, in_many_blocks, RIGHT },
};

EACH_OF(audit_heap, is_watched, struct numbered, numbered(sizeof forms / sizeof *forms))
{
    expect_verdict(&forms[r->k]);
}
