/* The audit: paths that are wrong, though a run of theirs may have the right bits. */
#include "audited.h"

#include <stdlib.h>

#include <math.h>

FORM(audit_wrong, no_map, THERE, TRI_NOT_MAPPED, A)
{
    #pragma omp target teams distribute parallel for map(from: place[:1])
    DOUBLE_EACH;
}

FORM(audit_wrong, no_map_of_input, THERE, TRI_NOT_MAPPED, A)
{
    #pragma omp target teams distribute parallel for map(from: b[:n], place[:1])
    DOUBLE_EACH;
}

FORM(audit_wrong, result_only_sent, THERE, TRI_NOT_COPIED_BACK, B)
{
    #pragma omp target teams distribute parallel for map(to: a[:n], b[:n]) map(from: place[:1])
    DOUBLE_EACH;
}

FORM(audit_wrong, half_of_result, THERE, TRI_NOT_COPIED_BACK, B)
{
    #pragma omp target teams distribute parallel for map(to: a[:n]) map(from: place[:1]) map(alloc: b[:n])
    DOUBLE_EACH;
    #pragma omp target exit data map(from: b[:n / 2])
}

FORM(audit_wrong, input_not_sent, THERE, TRI_NOT_COPIED_IN, A)
{
    #pragma omp target teams distribute parallel for map(alloc: a[:n]) map(from: b[:n], place[:1])
    DOUBLE_EACH;
}

FORM(audit_wrong, part_of_input, THERE, TRI_NOT_COPIED_IN, A)
{
    #pragma omp target data map(alloc: a[:n]) map(from: b[:n], place[:1])
    {
        #pragma omp target update to(a[:n / 2])
        #pragma omp target teams distribute parallel for
        DOUBLE_EACH;
    }
}

FORM(audit_wrong, updated_not_sent, THERE, TRI_NOT_COPIED_IN, B, .hotspot = &to_be_added)
{
    #pragma omp target teams distribute parallel for map(to: a[:n]) map(from: b[:n], place[:1])
    ADD_EACH;
}

FORM(audit_wrong, updated_not_back, THERE, TRI_NOT_COPIED_BACK, B, .hotspot = &to_be_added)
{
    #pragma omp target teams distribute parallel for map(to: a[:n], b[:n]) map(from: place[:1])
    ADD_EACH;
}

FORM(audit_wrong, not_zeroed, THERE, TRI_DEPENDS_ON_BEFORE, B)
{
    #pragma omp target teams distribute parallel for map(to: a[:n]) map(tofrom: b[:n]) map(from: place[:1])
    EACH(b[i] += 2 * a[i] + 1);
}

FORM(audit_wrong, not_zeroed_on_device, THERE, TRI_DEPENDS_ON_BEFORE, B)
{
    #pragma omp target teams distribute parallel for map(to: a[:n]) map(from: b[:n], place[:1])
    EACH(b[i] += 2 * a[i] + 1);
}

/* Right from zeros and from NaN. */
FORM(audit_wrong, only_where_nothing_was, HERE, TRI_DEPENDS_ON_BEFORE, B)
{
    #pragma omp parallel for
    for (ptrdiff_t i = 0; i < n; i++)
        if (isnan(b[i]) || b[i] == 0)
            b[i] = 2 * a[i] + 1;
}

/* Memory of the path's own. */
static double *two_of_each(ptrdiff_t n)
{
    double *two = malloc((size_t)n * sizeof *two);
    cr_assert(two);
    for (ptrdiff_t i = 0; i < n; i++)
        two[i] = 2;
    return two;
}

FORM(audit_wrong, own_memory_not_mapped, THERE, TRI_NOT_MAPPED, -1)
{
    double *two = two_of_each(n);
    #pragma omp target teams distribute parallel for map(to: a[:n]) map(from: b[:n], place[:1])
    EACH(b[i] = two[i] * a[i] + 1);
    free(two);
}

FORM(audit_wrong, static_pointer_not_mapped, THERE, TRI_NOT_MAPPED, -1)
{
    static double *two;
    two = two_of_each(n);
    #pragma omp target teams distribute parallel for map(to: a[:n]) map(from: b[:n], place[:1])
    EACH(b[i] = two[i] * a[i] + 1);
    free(two);
}

FORM(audit_wrong, last_not_written, THERE, TRI_NOT_WRITTEN, B)
{
    #pragma omp target teams distribute parallel for map(to: a[:n]) map(tofrom: b[:n]) map(from: place[:1])
    for (ptrdiff_t i = 0; i < n - 1; i++) {
        b[i] = 2 * a[i] + 1;
        SAY_PLACE;
    }
}

FORM(audit_wrong, first_written_by_nobody, THERE, TRI_NOT_WRITTEN, B, .hotspot = &to_be_inside)
{
    #pragma omp target teams distribute parallel for map(to: a[:n]) map(tofrom: b[:n]) map(from: place[:1])
    EACH(if (i > 0) b[i] = 2 * a[i] + 1);
}

FORM(audit_wrong, one_too_many, THERE, TRI_BEYOND, B)
{
    #pragma omp target teams distribute parallel for map(to: a[:n]) map(from: b[:n], place[:1])
    for (ptrdiff_t i = 0; i <= n; i++) {
        b[i] = 2 * a[i < n ? i : 0] + 1;
        SAY_PLACE;
    }
}

FORM(audit_wrong, one_before, THERE, TRI_BEYOND, B)
{
    #pragma omp target teams distribute parallel for map(to: a[:n]) map(from: b[:n], place[:1])
    for (ptrdiff_t i = 0; i < n; i++) {
        b[i] = 2 * a[i] + 1;
        if (i == 0)
            b[i - 1] = 0;
        SAY_PLACE;
    }
}

/* What it stores behind b comes from behind a. */
FORM(audit_wrong, by_sixteens_on_host, HERE, TRI_BEYOND, B)
{
    for (ptrdiff_t i = 0; i < n; i++)
        for (ptrdiff_t k = i; i % 16 == 0 && k < i + 16; k++)
            b[k] = 2 * a[k] + 1;
    *place = TRI_CPU;
}

FORM(audit_wrong, one_too_many_on_host, HERE, TRI_BEYOND, B)
{
    to_be_doubled.reference(c);
    *place = TRI_CPU;
    ((volatile double *)b)[n] = a[0];
}

FORM(audit_wrong, one_before_on_host, HERE, TRI_BEYOND, A)
{
    to_be_doubled.reference(c);
    *place = TRI_CPU;
    b[0] = ((volatile double *)a)[-4096] * 0 + 2 * a[0] + 1;
}

FORM(audit_wrong, input_changed, HERE, TRI_INPUT_CHANGED, A)
{
    to_be_doubled.reference(c);
    *place = TRI_CPU;
    a[n / 2]++;
}

FORM(audit_wrong, on_the_host, THERE, TRI_NOT_ON_DEVICE, TRI_SLOTS)
{
    #pragma omp target teams distribute parallel for if(target: n < 0) map(to: a[:n]) map(from: b[:n], place[:1])
    DOUBLE_EACH;
}

FORM(audit_wrong, without_region, THERE, TRI_NOT_ON_DEVICE, TRI_SLOTS)
{
    to_be_doubled.reference(c);
}

FORM(audit_wrong, sum_stays_there, THERE, TRI_NOT_ON_DEVICE, -1, .hotspot = &to_be_summed)
{
    double sum = 0;
    #pragma omp target teams distribute parallel for reduction(+: sum) map(to: a[:n], sum) map(from: place[:1])
    EACH(sum += a[i]);
    *b = sum;
}

FORM(audit_wrong, stale_copy, THERE, TRI_STALE, B)
{
    for (ptrdiff_t i = 0; i < n; i++)
        b[i] = 0;
    #pragma omp target data map(to: a[:n]) map(from: place[:1]) map(tofrom: b[:n])
    {
        for (ptrdiff_t i = 0; i < n; i++)
            b[i] = 1; /* on the host: the device has zeros */
        #pragma omp target teams distribute parallel for
        EACH(b[i] += 2 * a[i]);
    }
}

/* The region does nothing: all is done here. */
FORM(audit_wrong, done_on_the_host, THERE, TRI_NOT_ON_DEVICE, -1)
{
    to_be_doubled.reference(c);
    #pragma omp target map(from: place[:1])
    *place = ran_on();
}

FORM(audit_wrong, stays_on_the_device, THERE, TRI_STAYS, A)
{
    #pragma omp target enter data map(to: a[:n])
    #pragma omp target teams distribute parallel for map(from: b[:n], place[:1])
    DOUBLE_EACH;
}

/* ---- Paths that compute something else, or elsewhere ---- */

FORM(audit_wrong, reads_behind, THERE, TRI_BEYOND, A, .not_on_gpu = true, .hotspot = &largest)
{
    double most = 0;
    #pragma omp target teams distribute parallel for reduction(max: most) map(to: a[:n]) map(tofrom: most) map(from: place[:1])
    for (ptrdiff_t i = 0; i <= n; i++) {
        most = a[i] > most ? a[i] : most;
        SAY_PLACE;
    }
    *b = most;
}

FORM(audit_wrong, reads_before, THERE, TRI_BEYOND, A)
{
    #pragma omp target teams distribute parallel for map(to: a[:n]) map(from: b[:n], place[:1])
    EACH(b[i] = 2 * a[i] + 1 + 0 * a[i - 1]);
}

/* Without volatile a compiler may leave out the numbers that are not needed. */
FORM_OF_ROWS(audit_wrong, neighbours_of_all_rows, THERE, TRI_BEYOND, A, .not_on_gpu = true,
             .hotspot = &to_be_smoothed)
{
    #pragma omp target teams distribute parallel for collapse(2) map(to: a[:h * w]) map(from: b[:h * w], place[:1])
    for (ptrdiff_t i = 0; i < h; i++)
        for (ptrdiff_t j = 0; j < w; j++) {
            const volatile double *seen = a;
            double both = seen[(i - 1) * w + j] + seen[(i + 1) * w + j];
            b[i * w + j] = i > 0 && i < h - 1 ? both : a[i * w + j];
            if (i + j == 0)
                *place = ran_on();
        }
}

FORM_OF_ROWS(audit_wrong, height_for_width, THERE, TRI_NOT_WRITTEN, B, .hotspot = &to_be_smoothed)
{
    #pragma omp target teams distribute parallel for collapse(2) map(to: a[:h * w]) map(from: b[:h * w], place[:1])
    for (ptrdiff_t i = 0; i < h; i++)
        for (ptrdiff_t j = 0; j < h; j++) {
            b[i * w + j] = SMOOTH(a, i, j);
            if (i + j == 0)
                *place = ran_on();
        }
}

FORM_OF_ROWS(audit_wrong, transposed, THERE, TRI_DIFFERS, B, .hotspot = &to_be_smoothed)
{
    #pragma omp target teams distribute parallel for collapse(2) map(to: a[:h * w]) map(from: b[:h * w], place[:1])
    EACH_POINT(b[j * h + i] = SMOOTH(a, i, j));
}

FORM(audit_wrong, neither_edges_nor_place, THERE, TRI_NOT_WRITTEN, B)
{
    #pragma omp target teams distribute parallel for map(to: a[:n]) map(from: b[:n], place[:1])
    for (ptrdiff_t i = 1; i < n - 1; i++) {
        b[i] = 2 * a[i] + 1;
        SAY_PLACE;
    }
}

/* Each thread adds to a sum of its own. */
FORM(audit_wrong, sum_without_reduction, THERE, TRI_DIFFERS, B, .hotspot = &to_be_summed)
{
    double sum = 0;
    #pragma omp target teams distribute parallel for map(to: a[:n]) map(from: place[:1])
    EACH(sum += a[i]);
    *b = sum;
}

/* Compilers would warn of what has no value. */
__attribute__((noinline)) static double value_of(volatile double *x)
{
    return *x;
}

FORM(audit_wrong, private_factor, THERE, TRI_DIFFERS, B)
{
    double factor = 2;
    #pragma omp target teams distribute parallel for private(factor) map(to: a[:n]) map(from: b[:n], place[:1])
    EACH(b[i] = value_of(&factor) * a[i] + 1);
}

FORM(audit_wrong, remainder_forgotten, THERE, TRI_DEPENDS_ON_THREADS, B)
{
    #pragma omp target parallel map(to: a[:n]) map(from: b[:n], place[:1])
    {
        ptrdiff_t each = n / omp_get_num_threads(), k = omp_get_thread_num();
        for (ptrdiff_t i = k * each; i < (k + 1) * each; i++) {
            b[i] = 2 * a[i] + 1;
            SAY_PLACE;
        }
    }
}

/* There may be fewer threads than processors. */
FORM(audit_wrong, for_all_processors, THERE, TRI_DEPENDS_ON_THREADS, B, .not_on_gpu = true)
{
    int all = omp_get_num_procs();
    #pragma omp target parallel map(to: a[:n]) map(from: b[:n], place[:1])
    {
        int k = omp_get_thread_num();
        for (ptrdiff_t i = n * k / all; k < all && i < n * (k + 1) / all; i++) {
            b[i] = 2 * a[i] + 1;
            SAY_PLACE;
        }
    }
}

/* Which number is next, from whatever the last call has left. */
FORM(audit_wrong, ticket_kept, HERE, TRI_KEPT, B)
{
    static ptrdiff_t next;
    for (ptrdiff_t k = 0; k < n; k++) {
        ptrdiff_t i = next++;
        if (i < n)
            b[i] = 2 * a[i] + 1;
    }
}
