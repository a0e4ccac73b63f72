/* versus: what the times of a row tell of a difference; the sign test's interval of a median. */
#include "beside.h"
#include "measure.h"

#include <math.h>

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

static char *table_of_samples(struct sample a, struct sample b, int *status)
{
    write_sample("a", &a);
    write_sample("b", &b);
    return table_of_sides("a", "b", 0.05, status);
}

#define TOO_FEW "-                cannot tell: it takes 6 samples\n"

#define STEADY(median) { median, 0.01, 11, 0 }
#define NOISY(median, n) { median, 0.1, n, 0 }

/* Samples of A and B, and what is said of them. */
static const struct {
    struct sample a, b;
    const char *said;
    int status;
} samples[] = {
    /* A median alone says nothing of its noise. */
    { { 1, 0, 1, 0 }, { 1, 0, 1, 0 }, "1.00 x  " TOO_FEW, 3 },
    { { 1, 0, 1, 0 }, { 1.25, 0, 1, 0 }, "0.80 x  " TOO_FEW, 3 },
    { { 1, 0, 5, 0 }, { 1.25, 0, 5, 0 }, TOO_FEW, 3 },
    { { 1, 0, 6, 0 }, { 1.25, 0, 6, 0 }, "SLOWER\n", 1 },
    { STEADY(1), STEADY(1), "no difference\n", 0 },
    { STEADY(1), STEADY(1.2), "SLOWER\n", 1 },
    { STEADY(1.2), STEADY(1), "faster\n", 0 },
    /* Which may as well be 1.06. */
    { STEADY(1), STEADY(1.04), "cannot tell\n", 3 },
    { STEADY(1), STEADY(1.04),
      "Cannot tell whether 1 row of B is slower: measure both builds in turns", 3 },
    /* An outlier made every difference smaller than the spread. */
    { STEADY(1), { 1.2, 0.01, 11, 9 }, "SLOWER\n", 1 },
    { { 1, 0.01, 11, 9 }, { 1.2, 0.01, 11, 9 }, "SLOWER\n", 1 },
    { { 1, 0.01, 11, 9 }, { 1, 0.01, 11, 9 }, "no difference\n", 0 },
    /* With noise it cannot tell; repetitions make it sure again. */
    { NOISY(1, 11), NOISY(1.2, 11), "cannot tell\n", 3 },
    { NOISY(1, 11), NOISY(1, 11), "cannot tell\n", 3 },
    { NOISY(1, 999), NOISY(1.2, 999), "SLOWER\n", 1 },
    { NOISY(1, 999), NOISY(1, 999), "no difference\n", 0 },
};

Test(versus, samples_that_tell)
{
    for (size_t i = 0; i < sizeof samples / sizeof *samples; i++) {
        int status;
        text_auto_t *text = table_of_samples(samples[i].a, samples[i].b, &status);
        expect_text(text, samples[i].said);
        cr_expect(status == samples[i].status, "row %zu: status %d", i, status);
    }
}

/* Whatever the noise, and however many the repetitions: a median beyond the tolerance does not pass. */
Test(versus, nothing_makes_it_laxer)
{
    static const double noise[] = { 0, 0.01, 0.1, 0.5, 0.9 };
    static const size_t n[] = { 1, 3, 5, 7, 11, 99, 999 };
    FOR_EACH (r, noise)
        for (size_t k = 0; k < sizeof n / sizeof *n; k++) {
            struct sample a = { .median = 1, .noise = *r, .n = n[k] }, b = a;
            int status;
            b.median = 1.06;
            text_auto_t *text = table_of_samples(a, b, &status);
            cr_expect(status == 1 || status == 3, "noise %g, %zu times:\n%s", *r, n[k], text);
        }
}

/* A program that has rewritten the median only: times that do not have it in their middle say nothing. */
Test(versus, times_of_another_median)
{
    struct sample a = { .median = 1, .noise = 0.01, .n = 11 }, b = a;
    int status;
    write_sample("a", &a);
    write_sample("c", &b);
    char line[4096];
    FILE *in = fopen(in_scratch("c"), "r"), *out = begin_side("b");
    cr_assert(in && fgets(line, sizeof line, in));
    char *median = strstr(line, "\"median\":1,");
    cr_assert(median);
    const char *rest = strchr(median, ',');
    fprintf(out, "%.*s\"median\":1.0095%s", (int)(median - line), line, rest);
    fclose(in);
    fclose(out);
    text_auto_t *text = table_of_sides("a", "b", 0.05, &status);
    cr_expect(strstr(text, TOO_FEW) && status == 3, "status %d:\n%s", status, text);
}

/* Runs of one side show what changes between them, which the samples of each do not. */
Test(versus, several_runs)
{
    static const struct {
        double a[2], b[2];
        const char *said;
        int status;
    } runs[] = {
        { { 1, 1.01 }, { 1.01, 1 }, "no difference\n", 0 },
        { { 1, 1.01 }, { 1.2, 1.21 }, "SLOWER\n", 1 },
        { { 1.2, 1.21 }, { 1, 1.01 }, "faster\n", 0 },
        { { 1, 1.3 }, { 1.2, 1.5 }, "cannot tell\n", 3 },
    };
    static const char *const name[] = { "a1", "a2", "b1", "b2" };
    FOR_EACH (r, runs) {
        int status;
        for (size_t k = 0; k < 4; k++) {
            double median = k < 2 ? r->a[k] : r->b[k - 2];
            write_sample(name[k], &(struct sample){ .median = median, .noise = 0.001, .n = 11 });
        }
        text_auto_t *text = table_of_sides("a1,a2", "b1,b2", 0.05, &status);
        cr_expect(strstr(text, r->said) && status == r->status, "%s: status %d\n%s", r->said,
                  status, text);
    }
}

/* One run of one sample each is not enough; several such runs of each side are. */
Test(versus, runs_of_one_sample)
{
    int status;
    for (const char *name = "abcdef"; *name; name++)
        write_sample(
            (char[]){ *name, '\0' },
            &(struct sample){ .median = *name > 'c' ? 1.5 : 1 + (*name - 'a') * 0.01, .n = 1 });
    text_auto_t *text = table_of_sides("a,b,c", "d,e,f", 0.05, &status);
    cr_expect(strstr(text, "SLOWER\n") && status == 1, "status %d:\n%s", status, text);
}

/* A file that has a comma in its name is one run: no file is called "b" in this folder. */
Test(versus, names_with_commas)
{
    int status;
    write_sample("a", &(struct sample){ .median = 1, .n = 11 });
    write_sample("a,b", &(struct sample){ .median = 2, .n = 11 });
    text_auto_t *text = table_of_files(in_scratch("a"), in_scratch("a,b"), 0.05, &status);
    cr_expect(strstr(text, "SLOWER\n") && status == 1, "status %d:\n%s", status, text);
}

/* ---- The sign test's confidence interval of a median ---- */

/* As tables of the sign test have it. */
Test(interval, ranks)
{
    static const size_t known[][2] = { { 0, 0 },   { 1, 0 },   { 5, 0 },    { 6, 1 },     { 8, 1 },
                                       { 9, 2 },   { 11, 2 },  { 12, 3 },   { 15, 4 },    { 20, 6 },
                                       { 30, 10 }, { 50, 18 }, { 100, 40 }, { 1000, 469 } };
    for (size_t i = 0; i < sizeof known / sizeof *known; i++)
        cr_expect(tri_interval_rank(known[i][0]) == known[i][1], "%zu values: %zu, not %zu",
                  known[i][0], tri_interval_rank(known[i][0]), known[i][1]);
}

/* A program that uses the library may have more times than there is room for: then nothing is known of them. */
Test(interval, too_many_times)
{
    static double time[TRI_MAX_REPS + 1];
    const struct tri_times many = { TRI_MAX_REPS + 1, time };
    cr_expect(isnan(tri_median(&many)) && isnan(tri_interval(&many).middle));
    cr_expect(isnan(tri_ratio(&many, &many, true).middle));
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
        double low = time[tri_interval_rank(n) - 1], high = time[n - tri_interval_rank(n)];
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
