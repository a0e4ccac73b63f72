/* The audit: paths that are wrong, though a run of theirs may have the right bits. */
#include "audited.h"

#include <stdlib.h>

#include <math.h>

static void no_map(const struct tri_case *c)
{
    TAKE;
    #pragma omp target teams distribute parallel for map(from: place[:1])
    DOUBLE_EACH;
}

static void no_map_of_input(const struct tri_case *c)
{
    TAKE;
    #pragma omp target teams distribute parallel for map(from: b[:n], place[:1])
    DOUBLE_EACH;
}

static void result_only_sent(const struct tri_case *c)
{
    TAKE;
    #pragma omp target teams distribute parallel for map(to: a[:n], b[:n]) map(from: place[:1])
    DOUBLE_EACH;
}

static void half_of_result(const struct tri_case *c)
{
    TAKE;
    #pragma omp target teams distribute parallel for map(to: a[:n]) map(from: place[:1]) map(alloc: b[:n])
    DOUBLE_EACH;
    #pragma omp target exit data map(from: b[:n / 2])
}

static void input_not_sent(const struct tri_case *c)
{
    TAKE;
    #pragma omp target teams distribute parallel for map(alloc: a[:n]) map(from: b[:n], place[:1])
    DOUBLE_EACH;
}

static void part_of_input(const struct tri_case *c)
{
    TAKE;
    #pragma omp target data map(alloc: a[:n]) map(from: b[:n], place[:1])
    {
        #pragma omp target update to(a[:n / 2])
        #pragma omp target teams distribute parallel for
        DOUBLE_EACH;
    }
}

static void updated_not_sent(const struct tri_case *c)
{
    TAKE;
    #pragma omp target teams distribute parallel for map(to: a[:n]) map(from: b[:n], place[:1])
    ADD_EACH;
}

static void updated_not_back(const struct tri_case *c)
{
    TAKE;
    #pragma omp target teams distribute parallel for map(to: a[:n], b[:n]) map(from: place[:1])
    ADD_EACH;
}

static void not_zeroed(const struct tri_case *c)
{
    TAKE;
    #pragma omp target teams distribute parallel for map(to: a[:n]) map(tofrom: b[:n]) map(from: place[:1])
    EACH(b[i] += 2 * a[i] + 1);
}

static void not_zeroed_on_device(const struct tri_case *c)
{
    TAKE;
    #pragma omp target teams distribute parallel for map(to: a[:n]) map(from: b[:n], place[:1])
    EACH(b[i] += 2 * a[i] + 1);
}

/* Right from zeros and from NaN. */
static void only_where_nothing_was(const struct tri_case *c)
{
    TAKE;
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

static void own_memory_not_mapped(const struct tri_case *c)
{
    TAKE;
    double *two = two_of_each(n);
    #pragma omp target teams distribute parallel for map(to: a[:n]) map(from: b[:n], place[:1])
    EACH(b[i] = two[i] * a[i] + 1);
    free(two);
}

static void static_pointer_not_mapped(const struct tri_case *c)
{
    static double *two;
    TAKE;
    two = two_of_each(n);
    #pragma omp target teams distribute parallel for map(to: a[:n]) map(from: b[:n], place[:1])
    EACH(b[i] = two[i] * a[i] + 1);
    free(two);
}

static void last_not_written(const struct tri_case *c)
{
    TAKE;
    #pragma omp target teams distribute parallel for map(to: a[:n]) map(tofrom: b[:n]) map(from: place[:1])
    for (ptrdiff_t i = 0; i < n - 1; i++) {
        b[i] = 2 * a[i] + 1;
        SAY_PLACE;
    }
}

static void first_written_by_nobody(const struct tri_case *c)
{
    TAKE;
    #pragma omp target teams distribute parallel for map(to: a[:n]) map(tofrom: b[:n]) map(from: place[:1])
    for (ptrdiff_t i = 0; i < n; i++) {
        if (i > 0)
            b[i] = 2 * a[i] + 1;
        SAY_PLACE;
    }
}

static void one_too_many(const struct tri_case *c)
{
    TAKE;
    #pragma omp target teams distribute parallel for map(to: a[:n]) map(from: b[:n], place[:1])
    for (ptrdiff_t i = 0; i <= n; i++) {
        b[i] = 2 * a[i < n ? i : 0] + 1;
        SAY_PLACE;
    }
}

static void one_before(const struct tri_case *c)
{
    TAKE;
    #pragma omp target teams distribute parallel for map(to: a[:n]) map(from: b[:n], place[:1])
    for (ptrdiff_t i = 0; i < n; i++) {
        b[i] = 2 * a[i] + 1;
        if (i == 0)
            b[i - 1] = 0;
        SAY_PLACE;
    }
}

/* What it stores behind b comes from behind a. */
static void by_sixteens_on_host(const struct tri_case *c)
{
    TAKE;
    for (ptrdiff_t i = 0; i < n; i++)
        for (ptrdiff_t k = i; i % 16 == 0 && k < i + 16; k++)
            b[k] = 2 * a[k] + 1;
    *place = TRI_CPU;
}

static void one_too_many_on_host(const struct tri_case *c)
{
    TAKE;
    to_be_doubled.reference(c);
    *place = TRI_CPU;
    ((volatile double *)b)[n] = a[0];
}

static void one_before_on_host(const struct tri_case *c)
{
    TAKE;
    to_be_doubled.reference(c);
    *place = TRI_CPU;
    b[0] = ((volatile double *)a)[-4096] * 0 + 2 * a[0] + 1;
}

static void input_changed(const struct tri_case *c)
{
    TAKE;
    to_be_doubled.reference(c);
    *place = TRI_CPU;
    a[n / 2]++;
}

static void on_the_host(const struct tri_case *c)
{
    TAKE;
    #pragma omp target teams distribute parallel for if(target: n < 0) map(to: a[:n]) map(from: b[:n], place[:1])
    DOUBLE_EACH;
}

static void without_region(const struct tri_case *c)
{
    to_be_doubled.reference(c);
}

static void sum_stays_there(const struct tri_case *c)
{
    TAKE;
    double sum = 0;
    #pragma omp target teams distribute parallel for reduction(+: sum) map(to: a[:n], sum) map(from: place[:1])
    EACH(sum += a[i]);
    *b = sum;
}

static void stale_copy(const struct tri_case *c)
{
    TAKE;
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
static void done_on_the_host(const struct tri_case *c)
{
    TAKE;
    to_be_doubled.reference(c);
    #pragma omp target map(from: place[:1])
    *place = ran_on();
}

static void stays_on_the_device(const struct tri_case *c)
{
    TAKE;
    #pragma omp target enter data map(to: a[:n])
    #pragma omp target teams distribute parallel for map(from: b[:n], place[:1])
    DOUBLE_EACH;
}

/* ---- Paths that compute something else, or elsewhere ---- */

static void reads_behind(const struct tri_case *c)
{
    TAKE;
    double most = 0;
    #pragma omp target teams distribute parallel for reduction(max: most) map(to: a[:n]) map(tofrom: most) map(from: place[:1])
    for (ptrdiff_t i = 0; i <= n; i++) {
        most = a[i] > most ? a[i] : most;
        SAY_PLACE;
    }
    *b = most;
}

static void reads_before(const struct tri_case *c)
{
    TAKE;
    #pragma omp target teams distribute parallel for map(to: a[:n]) map(from: b[:n], place[:1])
    EACH(b[i] = 2 * a[i] + 1 + 0 * a[i - 1]);
}

/* Without volatile a compiler may leave out the numbers that are not needed. */
static void neighbours_of_all_rows(const struct tri_case *c)
{
    TAKE_ROWS;
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

static void height_for_width(const struct tri_case *c)
{
    TAKE_ROWS;
    #pragma omp target teams distribute parallel for collapse(2) map(to: a[:h * w]) map(from: b[:h * w], place[:1])
    for (ptrdiff_t i = 0; i < h; i++)
        for (ptrdiff_t j = 0; j < h; j++) {
            b[i * w + j] = SMOOTH(a, i, j);
            if (i + j == 0)
                *place = ran_on();
        }
}

static void transposed(const struct tri_case *c)
{
    TAKE_ROWS;
    #pragma omp target teams distribute parallel for collapse(2) map(to: a[:h * w]) map(from: b[:h * w], place[:1])
    EACH_POINT(b[j * h + i] = SMOOTH(a, i, j));
}

static void neither_edges_nor_place(const struct tri_case *c)
{
    TAKE;
    #pragma omp target teams distribute parallel for map(to: a[:n]) map(from: b[:n], place[:1])
    for (ptrdiff_t i = 1; i < n - 1; i++) {
        b[i] = 2 * a[i] + 1;
        SAY_PLACE;
    }
}

/* Each thread adds to a sum of its own. */
static void sum_without_reduction(const struct tri_case *c)
{
    TAKE;
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

static void private_factor(const struct tri_case *c)
{
    TAKE;
    double factor = 2;
    #pragma omp target teams distribute parallel for private(factor) map(to: a[:n]) map(from: b[:n], place[:1])
    EACH(b[i] = value_of(&factor) * a[i] + 1);
}

static void remainder_forgotten(const struct tri_case *c)
{
    TAKE;
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
static void for_all_processors(const struct tri_case *c)
{
    TAKE;
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
static void ticket_kept(const struct tri_case *c)
{
    static ptrdiff_t next;
    TAKE;
    for (ptrdiff_t k = 0; k < n; k++) {
        ptrdiff_t i = next++;
        if (i < n)
            b[i] = 2 * a[i] + 1;
    }
}

/* ---- All of them ------------------------------------------------------------------------------- */

static const struct form forms[] = {
    { "no map clause", &to_be_doubled, THERE, no_map, TRI_NOT_MAPPED, A },
    { "an input without a map clause", &to_be_doubled, THERE, no_map_of_input, TRI_NOT_MAPPED, A },
    { "a result mapped to", &to_be_doubled, THERE, result_only_sent, TRI_NOT_COPIED_BACK, B },
    { "half a result back", &to_be_doubled, THERE, half_of_result, TRI_NOT_COPIED_BACK, B },
    { "an input allocated", &to_be_doubled, THERE, input_not_sent, TRI_NOT_COPIED_IN, A },
    { "half an input", &to_be_doubled, THERE, part_of_input, TRI_NOT_COPIED_IN, A },
    { "an update mapped from", &to_be_added, THERE, updated_not_sent, TRI_NOT_COPIED_IN, B },
    { "an update mapped to", &to_be_added, THERE, updated_not_back, TRI_NOT_COPIED_BACK, B },
    { "a ticket kept", &to_be_doubled, HERE, ticket_kept, TRI_KEPT, B },
    { "not zeroed", &to_be_doubled, THERE, not_zeroed, TRI_DEPENDS_ON_BEFORE, B },
    { "not zeroed there", &to_be_doubled, THERE, not_zeroed_on_device, TRI_DEPENDS_ON_BEFORE, B },
    { "only where nothing was", &to_be_doubled, HERE, only_where_nothing_was, TRI_DEPENDS_ON_BEFORE,
      B },
    { "the last not written", &to_be_doubled, THERE, last_not_written, TRI_NOT_WRITTEN, B },
    { "the first by nobody", &to_be_inside, THERE, first_written_by_nobody, TRI_NOT_WRITTEN, B },
    { "own memory", &to_be_doubled, THERE, own_memory_not_mapped, TRI_NOT_MAPPED, -1 },
    { "a static pointer", &to_be_doubled, THERE, static_pointer_not_mapped, TRI_NOT_MAPPED, -1 },
    { "one too many", &to_be_doubled, THERE, one_too_many, TRI_BEYOND, B },
    { "one before the first", &to_be_doubled, THERE, one_before, TRI_BEYOND, B },
    { "one too many here", &to_be_doubled, HERE, one_too_many_on_host, TRI_BEYOND, B },
    { "sixteen at a time", &to_be_doubled, HERE, by_sixteens_on_host, TRI_BEYOND, B },
    { "read before the first", &to_be_doubled, HERE, one_before_on_host, TRI_BEYOND, A },
    { "an input changed", &to_be_doubled, HERE, input_changed, TRI_INPUT_CHANGED, A },
    { "if (false)", &to_be_doubled, THERE, on_the_host, TRI_NOT_ON_DEVICE, TRI_SLOTS },
    { "no region", &to_be_doubled, THERE, without_region, TRI_NOT_ON_DEVICE, TRI_SLOTS },
    { "a sum that stays", &to_be_summed, THERE, sum_stays_there, TRI_NOT_ON_DEVICE, -1 },
    { "a stale copy", &to_be_doubled, THERE, stale_copy, TRI_STALE, B },
    { "an idle region", &to_be_doubled, THERE, done_on_the_host, TRI_NOT_ON_DEVICE, -1 },
    { "no exit data", &to_be_doubled, THERE, stays_on_the_device, TRI_STAYS, A },
    { "read one behind", &largest, THERE, reads_behind, TRI_BEYOND, A, true },
    { "read one before", &to_be_doubled, THERE, reads_before, TRI_BEYOND, A },
    { "neighbours of all rows", &to_be_smoothed, THERE, neighbours_of_all_rows, TRI_BEYOND, A,
      true },
    { "height for width", &to_be_smoothed, THERE, height_for_width, TRI_NOT_WRITTEN, B },
    { "transposed", &to_be_smoothed, THERE, transposed, TRI_DIFFERS, B },
    { "neither edges nor place", &to_be_doubled, THERE, neither_edges_nor_place, TRI_NOT_WRITTEN,
      B },
    { "sum without reduction", &to_be_summed, THERE, sum_without_reduction, TRI_DIFFERS, B },
    { "private for firstprivate", &to_be_doubled, THERE, private_factor, TRI_DIFFERS, B },
    { "the remainder forgotten", &to_be_doubled, THERE, remainder_forgotten, TRI_DEPENDS_ON_THREADS,
      B },
    { "as many as there are", &to_be_doubled, THERE, for_all_processors, TRI_DEPENDS_ON_THREADS, B,
      true },
};

EACH_OF(audit_wrong, names_the_mistake, struct numbered, numbered(sizeof forms / sizeof *forms))
{
    expect_verdict(&forms[r->k]);
}
