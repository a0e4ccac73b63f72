/* versus: what the times of a row, or its median alone, tell of a difference; the sign test's interval of a median. */
#include "beside.h"
#include "measure.h"
#include "triptych.h"

#include <math.h>

static void expect(double b, double tolerance, const char *said, bool too_slow)
{
    bool slower = false;
    FILE *out = begin_side("a");
    add_path(out, "simd", 1, 2, 1);
    fclose(out);
    out = begin_side("b");
    add_path(out, "simd", 1, 2, b);
    fclose(out);
    text_auto_t *text = table_beside(tolerance, &slower);
    expect_beside(text, said, slower, too_slow);
}

#define ALONE ", going by the medians alone: it takes 6 repetitions to be sure"

/* Rows that have no times but the median: it alone decides. */
Test(versus, medians_alone)
{
    expect(1, 0.05, "1.00 x  -                no difference" ALONE, false);
    expect(1.04, 0.05, "0.96 x  -                slower, within the tolerance" ALONE, false);
    expect(1.04, 0.02, "0.96 x  -                SLOWER" ALONE, true);
    expect(1.02, 0, "SLOWER" ALONE, true);
    expect(1.25, 0.05, "0.80 x  -                SLOWER" ALONE, true);
    expect(1.25, 0.30, "slower, within the tolerance" ALONE, false);
    expect(0.5, 0.05, "2.00 x  -                faster" ALONE, false);
}

/* n times about a median, the furthest `noise` of it away; the last one is taken for an outlier. */
struct sample {
    double median, noise;
    size_t n;
    double outlier; /* 0: none */
};

static double time_of(const struct sample *s, size_t i)
{
    double place = s->n > 1 ? 2.0 * (double)i / (double)(s->n - 1) - 1 : 0;
    return s->outlier > 0 && i + 1 == s->n ? s->outlier : s->median * (1 + s->noise * place);
}

static void write_sample(const char *name, const struct sample *s)
{
    FILE *out = begin_side(name);
    fprintf(
        out,
        "{\"schema\":1,\"hotspot\":\"mandelbrot\",\"path\":\"simd\",\"precision\":\"double\",\"params\":{},"
        "\"threads\":1,\"device\":null,\"cpu\":\"c\",\"compiler\":\"cc\",\"instructions\":1e9,"
        "\"bytes\":1e7,\"ceiling_fma_per_s\":1e9,\"ceiling_bytes_per_s\":1e9,"
        "\"kernel_s\":{\"min\":%.9g,\"median\":%.9g,\"max\":%.9g,\"all\":[",
        time_of(s, 0), s->median, time_of(s, s->n - 1));
    for (size_t i = 0; i < s->n; i++) /* backwards: a run does not sort its times */
        fprintf(out, "%s%.9g", i ? "," : "", time_of(s, s->n - 1 - i));
    fprintf(out, "]}}\n");
    fclose(out);
}

static char *table_of_samples(struct sample a, struct sample b, double tolerance, bool *slower)
{
    write_sample("a", &a);
    write_sample("b", &b);
    return table_beside(tolerance, slower);
}

static void expect_samples(struct sample a, struct sample b, const char *said, bool too_slow)
{
    bool slower = false;
    text_auto_t *text = table_of_samples(a, b, 0.05, &slower);
    expect_beside(text, said, slower, too_slow);
}

Test(versus, samples_that_tell)
{
    struct sample a = { .median = 1, .noise = 0.01, .n = 11 }, b = a;
    expect_samples(a, a, "no difference\n", false);
    b.median = 1.2;
    expect_samples(a, b, "SLOWER\n", true);
    expect_samples(b, a, "faster\n", false);
    b.median = 1.03;
    expect_samples(a, b, "slower, within the tolerance\n", false);
    b.median = 1.055; /* beyond the tolerance, by less than the noise */
    expect_samples(a, b, "SLOWER, going by the medians alone: too noisy to be sure\n", true);
}

/* An outlier made every difference smaller than the spread. */
Test(versus, one_outlier_hides_nothing)
{
    struct sample a = { .median = 1, .noise = 0.01, .n = 11 }, b = a;
    b.median = 1.2;
    b.outlier = 9;
    expect_samples(a, b, "SLOWER\n", true);
    a.outlier = 9;
    expect_samples(a, b, "SLOWER\n", true);
    expect_samples(a, a, "no difference\n", false);
}

/* Noise makes the answer unsure, and says so; repetitions make it sure again. */
Test(versus, repetitions_make_it_sharper)
{
    struct sample a = { .median = 1, .noise = 0.3, .n = 11 }, b = a;
    b.median = 1.2;
    expect_samples(a, b, "SLOWER, going by the medians alone: too noisy to be sure\n", true);
    expect_samples(a, a, "no difference, going by the medians alone: too noisy to be sure\n",
                   false);
    a.n = b.n = 5;
    expect_samples(a, b, "SLOWER" ALONE, true);
    expect_samples(a, a, "no difference" ALONE, false);
    a.n = b.n = 999;
    expect_samples(a, b, "SLOWER\n", true);
    expect_samples(a, a, "no difference\n", false);
}

/* Whatever the noise, and however many the repetitions. */
Test(versus, nothing_makes_it_laxer)
{
    static const double noise[] = { 0, 0.01, 0.1, 0.5, 0.9 };
    static const size_t n[] = { 1, 3, 5, 7, 11, 99, 999 };
    for (size_t i = 0; i < sizeof noise / sizeof *noise; i++)
        for (size_t k = 0; k < sizeof n / sizeof *n; k++) {
            struct sample a = { .median = 1, .noise = noise[i], .n = n[k] }, b = a;
            b.median = 1.06;
            expect_samples(a, b, " SLOWER", true);
            b.median = 1.04;
            expect_samples(a, b, "0.96 x", false);
        }
}

/* A program that has rewritten the median only: times that do not have it in their middle say nothing. */
Test(versus, times_of_another_median)
{
    struct sample a = { .median = 1, .noise = 0.01, .n = 11 }, b = a;
    bool slower = false;
    write_sample("a", &a);
    write_sample("c", &b);
    char line[4096];
    FILE *in = fopen(in_scratch("c"), "r"), *out = begin_side("b");
    cr_assert(in && fgets(line, sizeof line, in));
    char *median = strstr(line, "\"median\":1,");
    cr_assert(median);
    median[strlen("\"median\":")] = '9';
    fputs(line, out);
    fclose(in);
    fclose(out);
    text_auto_t *text = table_beside(0.05, &slower);
    expect_beside(text, "SLOWER" ALONE, slower, true);
}

/* ---- The sign test's confidence interval of a median ---- */

/* As tables of the sign test have it. */
Test(interval, ranks)
{
    static const size_t known[][2] = { { 0, 0 },   { 1, 0 },   { 5, 0 },    { 6, 1 },     { 8, 1 },
                                       { 9, 2 },   { 11, 2 },  { 12, 3 },   { 15, 4 },    { 20, 6 },
                                       { 30, 10 }, { 50, 18 }, { 100, 40 }, { 1000, 469 } };
    for (size_t i = 0; i < sizeof known / sizeof *known; i++)
        cr_expect(interval_rank(known[i][0]) == known[i][1], "%zu values: %zu, not %zu",
                  known[i][0], interval_rank(known[i][0]), known[i][1]);
}

/* Times as they are: near the least, and a long way to the greatest.  The median is 1 + log 2. */
static double next_time(uint64_t *state)
{
    *state = *state * 6364136223846793005 + 1442695040888963407;
    return 1 - log(((double)(*state >> 11) + 0.5) / 9007199254740992.0);
}

static int by_size(const void *a, const void *b)
{
    double x = *(const double *)a, y = *(const double *)b;
    return (x > y) - (x < y);
}

/* How many of a thousand intervals of n times miss the median. */
static int misses(size_t n, uint64_t *state, double *width)
{
    static double time[TRI_MAX_REPS];
    int missed = 0;
    *width = 0;
    for (int i = 0; i < 1000; i++) {
        for (size_t k = 0; k < n; k++)
            time[k] = next_time(state);
        qsort(time, n, sizeof *time, by_size);
        double low = time[interval_rank(n) - 1], high = time[n - interval_rank(n)];
        missed += low > 1 + log(2) || high < 1 + log(2);
        *width += (high - low) / 1000;
    }
    return missed;
}

/* At most 50 of a thousand are expected; 75 would be four standard deviations more. */
Test(interval, misses_one_in_twenty_at_most)
{
    static const size_t n[] = { 6, 10, 30, 100, 1000 };
    uint64_t state = 1;
    double before = (double)INFINITY, width;
    for (size_t i = 0; i < sizeof n / sizeof *n; i++, before = width) {
        int missed = misses(n[i], &state, &width);
        cr_expect(missed <= 75, "%zu times: %d of 1000", n[i], missed);
        cr_expect(width < before, "%zu times: %g, no narrower than %g", n[i], width, before);
    }
}
