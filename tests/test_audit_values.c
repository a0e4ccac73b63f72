/* The audit: paths that compute something else, or elsewhere. */
#include "audited.h"

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

static void neighbours_of_all_rows(const struct tri_case *c)
{
    TAKE_ROWS;
    #pragma omp target teams distribute parallel for collapse(2) map(to: a[:h * w]) map(from: b[:h * w], place[:1])
    for (ptrdiff_t i = 0; i < h; i++)
        for (ptrdiff_t j = 0; j < w; j++) {
            double both = a[(i - 1) * w + j] + a[(i + 1) * w + j];
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

static void private_factor(const struct tri_case *c)
{
    TAKE;
    volatile double factor = 2;
    #pragma omp target teams distribute parallel for private(factor) map(to: a[:n]) map(from: b[:n], place[:1])
    EACH(b[i] = factor * a[i] + 1);
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

static const struct form forms[] = {
    { "read one behind", &largest, THERE, reads_behind, TRI_BEYOND, A, true },
    { "read one before", &to_be_doubled, THERE, reads_before, TRI_BEYOND, A },
    { "neighbours of all rows", &to_be_smoothed, THERE, neighbours_of_all_rows, RIGHT, -1 },
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

EACH_OF(audit_values, names_the_mistake, struct numbered, numbered(sizeof forms / sizeof *forms))
{
    expect_verdict(&forms[r->k]);
}
