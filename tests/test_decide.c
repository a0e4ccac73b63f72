/* versus: Student's t, Holm's test, the overdispersion of a table, and what becomes of tables whose changes are known. */
#include "check.h"
#include "versus.h"

#include <math.h>

/* ---- Against tables ---- */

/* Upper tails of Student's t, as tables have them. */
Test(decide, student)
{
    static const struct {
        double t, freedom, tail;
    } known[] = {
        { 6.314, 1, 0.05 },    { 2.920, 2, 0.05 },   { 2.132, 4, 0.05 },  { 3.747, 4, 0.01 },
        { 7.173, 4, 0.001 },   { 2.228, 10, 0.025 }, { 1.725, 20, 0.05 }, { 2.845, 20, 0.005 },
        { 1.960, 1e7, 0.025 }, { 0, 3, 0.5 },
    };
    FOR_EACH (r, known) {
        double t = r->t, freedom = r->freedom, tail = r->tail;
        cr_expect(fabs(student_tail(t, freedom) / tail - 1) < 2e-3, "t %g, %g: %g", t, freedom,
                  student_tail(t, freedom));
        cr_expect(fabs(student_tail(-t, freedom) - (1 - tail)) < 1e-3, "t %g, %g", -t, freedom);
        cr_expect(fabs(student_quantile(tail, freedom) - t) < 2e-3, "tail %g, %g: %g", tail,
                  freedom, student_quantile(tail, freedom));
    }
    cr_expect(student_tail((double)INFINITY, 4) == 0 && student_tail(-(double)INFINITY, 4) == 1);
    cr_expect(student_tail(1e200, 4) >= 0 && isnan(student_tail((double)NAN, 4)));
}

/* Holm's own order: 0.05 / 4, / 3, and from the first that is not refused, / 2 for all that follow. */
Test(decide, holms_levels)
{
    const double p[] = { 0.01, 0.04, 0.03, 0.005 };
    const double expected[] = { 0.05 / 3, 0.025, 0.025, 0.0125 };
    double level[4];
    must(holm(p, level, 4, 0.05, &failure) && holm(p, level, 0, 0.05, &failure));
    must(holm(p, level, 4, 0.05, &failure));
    for (size_t i = 0; i < 4; i++)
        cr_expect(level[i] == expected[i], "%zu: %g, not %g", i, level[i], expected[i]);
}

/* ---- Tables of known changes ---- */

enum { ROWS = 64 };

static double uniform(uint64_t *state)
{
    *state = *state * 6364136223846793005 + 1442695040888963407;
    return ((double)(*state >> 11) + 0.5) / 9007199254740992.0;
}

static double normal(uint64_t *state)
{
    double radius = sqrt(-2 * log(uniform(state)));
    return radius * cos(2 * 3.14159265358979323846 * uniform(state));
}

/* Student's t of four degrees of freedom: often small, at times very large. */
static double heavy(uint64_t *state)
{
    double square = 0, top = normal(state);
    for (int i = 0; i < 4; i++) {
        double x = normal(state);
        square += x * x;
    }
    return top / sqrt(square / 4);
}

/* A table: each median has an error that its run knows, and what changes from run to run besides. */
struct noise_of_runs {
    size_t rows, runs;
    double error;      /* the rows' are from a half to twice as large */
    double run_to_run; /* in errors */
};

static void fill(struct change *c, const struct noise_of_runs *noise, uint64_t *state)
{
    for (size_t i = 0; i < noise->rows; i++) {
        double error = noise->error * exp2(2 * uniform(state) - 1);
        c[i] = (struct change){ .table = 1 };
        for (size_t k = 0; k < 2 * noise->runs; k++)
            side_add(&c[i].side[k % 2],
                     (double)i + error * (normal(state) + noise->run_to_run * heavy(state)), error);
    }
}

/* Makes some rows of the second side slower. */
static void slow_down(struct change *c, size_t from, size_t to, double ratio)
{
    for (size_t i = from; i < to; i++)
        c[i].side[1].mean += log(ratio);
}

static size_t count(const struct change *c, size_t n, enum word word)
{
    size_t counted = 0;
    for (size_t i = 0; i < n; i++)
        counted += c[i].word == word;
    return counted;
}

static void decide_all(struct change *c, size_t n)
{
    must(decide(c, n, 0.05, &failure));
}

enum { SEEDS = 200 };

/* Identical programs, with noise that one run does not know of: at most one comparison in twenty has an alarm. */
Test(decide, no_alarms)
{
    static const struct noise_of_runs noise[] = {
        { ROWS, 1, 0.003, 0 }, { ROWS, 1, 0.02, 0 }, { ROWS, 1, 0.02, 2 }, { ROWS, 1, 0.1, 3 },
        { ROWS, 2, 0.02, 2 },  { ROWS, 2, 0.1, 3 },  { ROWS, 4, 0.05, 3 }, { 5, 1, 0.02, 1 },
        { 5, 2, 0.02, 2 },     { 1, 1, 0.02, 1 },    { 8, 1, 0.05, 3 },
    };
    for (size_t k = 0; k < sizeof noise / sizeof *noise; k++) {
        uint64_t state = 1 + k;
        size_t alarms = 0;
        struct change c[ROWS];
        for (int seed = 0; seed < SEEDS; seed++) {
            fill(c, &noise[k], &state);
            decide_all(c, noise[k].rows);
            alarms += count(c, noise[k].rows, WORD_SLOWER) > 0;
        }
        cr_expect(alarms * 20 <= SEEDS, "noise %zu: %zu alarms of %d", k, alarms, SEEDS);
    }
}

/* One row of 64 that is a tenth slower is found, and no other. */
Test(decide, one_row_slower)
{
    for (size_t runs = 1; runs <= 3; runs++) {
        uint64_t state = runs;
        size_t found = 0, others = 0;
        struct change c[ROWS];
        for (int seed = 0; seed < SEEDS; seed++) {
            fill(c, &(struct noise_of_runs){ ROWS, runs, 0.003, 1 }, &state);
            slow_down(c, 17, 18, 1.1);
            decide_all(c, ROWS);
            found += c[17].word == WORD_SLOWER;
            others += count(c, ROWS, WORD_SLOWER) > (c[17].word == WORD_SLOWER);
        }
        cr_expect(found * 20 >= SEEDS * 19, "%zu runs: found %zu of %d", runs, found, SEEDS);
        cr_expect(others * 20 <= SEEDS, "%zu runs: %zu others", runs, others);
    }
}

/* Runs in the same rounds, whose ratios the machine's drift does not enter.  Three rows keep to one of two speeds for the life of a
 * process. */
static void fill_paired(struct change *c, size_t runs, double error, uint64_t *state)
{
    for (size_t i = 0; i < ROWS; i++) {
        c[i] = (struct change){ .table = 1, .paired = true };
        for (size_t k = 0; k < runs; k++) {
            double process = i % 30 ? 0 : 0.15 * ((uniform(state) < 0.5) - (uniform(state) < 0.5));
            side_add(&c[i].side[0], (double)i, 0);
            side_add(&c[i].side[1], (double)i + error * normal(state) + process, error);
        }
    }
}

Test(decide, paired_runs)
{
    for (size_t runs = 5; runs <= 8; runs += 3) {
        uint64_t state = runs;
        size_t found = 0, alarms = 0;
        struct change c[ROWS];
        for (int seed = 0; seed < SEEDS; seed++) {
            fill_paired(c, runs, 0.015, &state);
            slow_down(c, 17, 18, 1.1);
            decide_all(c, ROWS);
            found += c[17].word == WORD_SLOWER;
            alarms += count(c, ROWS, WORD_SLOWER) > (c[17].word == WORD_SLOWER);
        }
        cr_expect(found * 20 >= SEEDS * 19, "%zu runs: found %zu of %d", runs, found, SEEDS);
        cr_expect(alarms * 20 <= SEEDS, "%zu runs: %zu alarms of %d", runs, alarms, SEEDS);
    }
}

/* Half the interval of six values is 2.15 standard errors of a normal distribution, since it holds the median with 96.9 %; that of
 * many values tends to 1.96. */
Test(decide, sigmas_of_an_interval)
{
    cr_expect(fabs(sigmas_of_interval(6, 1) - 2.154) < 1e-3, "%g", sigmas_of_interval(6, 1));
    cr_expect(fabs(sigmas_of_interval(9, 2) - 2.062) < 2e-3, "%g", sigmas_of_interval(9, 2));
    cr_expect(fabs(sigmas_of_interval(1000, tri_interval_rank(1000)) - 1.96) < 0.05);
}

/* What happens to all rows is no noise of the table. */
Test(decide, all_rows_slower)
{
    uint64_t state = 1;
    struct change c[ROWS];
    fill(c, &(struct noise_of_runs){ ROWS, 1, 0.003, 1 }, &state);
    slow_down(c, 0, ROWS, 1.1);
    decide_all(c, ROWS);
    cr_expect(count(c, ROWS, WORD_SLOWER) > ROWS / 2, "%zu", count(c, ROWS, WORD_SLOWER));
    slow_down(c, 0, ROWS, 1 / 1.21);
    decide_all(c, ROWS);
    cr_expect(count(c, ROWS, WORD_FASTER) > ROWS / 2, "%zu", count(c, ROWS, WORD_FASTER));
}

/* With one run a side it may as well be noise that half of the rows are slower; several runs tell. */
Test(decide, half_the_rows_slower)
{
    uint64_t state = 1;
    struct change c[ROWS];
    for (size_t runs = 1; runs <= 2; runs++) {
        fill(c, &(struct noise_of_runs){ ROWS, runs, 0.003, 1 }, &state);
        slow_down(c, 0, ROWS / 2, 1.1);
        decide_all(c, ROWS);
        size_t slower = count(c, ROWS, WORD_SLOWER), unsure = count(c, ROWS / 2, WORD_CANNOT_TELL);
        cr_expect(slower + unsure >= ROWS / 2, "%zu runs: %zu, %zu", runs, slower, unsure);
        cr_expect(runs == 1 || slower > ROWS / 3, "%zu", slower);
    }
}

/* The overdispersion is that of the runs, whatever all rows did; a table of few rows has none. */
Test(decide, overdispersion)
{
    static const double run_to_run[] = { 0, 2, 5 };
    struct change c[ROWS];
    struct noise noise;
    for (size_t runs = 1; runs <= 3; runs++)
        FOR_EACH (r, run_to_run) {
            uint64_t state = 1;
            double mean = 0, true_excess = sqrt(1 + *r * *r);
            for (int i = 0; i < 20; i++) {
                fill(c, &(struct noise_of_runs){ ROWS, runs, 0.01, *r }, &state);
                slow_down(c, 0, ROWS, 1.5);
                must(table_noise(c, ROWS, &noise, &failure));
                mean += noise.excess / 20;
            }
            cr_expect(mean > 0.8 * true_excess && mean < 1.4 * true_excess, "%zu runs: %g for %g",
                      runs, mean, true_excess);
        }
    must(table_noise(c, 7, &noise, &failure) && noise.excess == 0);
    must(table_noise(c, 8, &noise, &failure) && noise.excess >= 1);
    must(table_noise(c, 0, &noise, &failure) && noise.excess == 0);
}

/* The four words, and what their intervals have in them. */
Test(decide, intervals_fit_the_words)
{
    uint64_t state = 3;
    struct change c[ROWS];
    fill(c, &(struct noise_of_runs){ ROWS, 2, 0.005, 1 }, &state);
    slow_down(c, 0, 10, 1.3);
    slow_down(c, 10, 20, 1 / 1.3);
    c[20].side[1].error2 = (double)NAN;
    decide_all(c, ROWS);
    for (int word = WORD_SAME; word <= WORD_FASTER; word++)
        cr_expect(count(c, ROWS, (enum word)word) > 5, "%d: %zu", word,
                  count(c, ROWS, (enum word)word));
    for (size_t i = 0; i < ROWS; i++) {
        double low = c[i].low, high = c[i].high, ratio = exp(c[i].shift);
        cr_expect(low < ratio && ratio < high, "%zu", i);
        cr_expect(c[i].word != WORD_SLOWER || (low > 1 && ratio > 1.05), "%zu: slower", i);
        cr_expect(c[i].word != WORD_FASTER || (high < 1 && ratio < 1 / 1.05), "%zu: faster", i);
        cr_expect(c[i].word != WORD_SAME || high < 1.05, "%zu: no difference", i);
        cr_expect(c[i].word != WORD_CANNOT_TELL || high >= 1.05, "%zu: cannot tell", i);
    }
}

/* A single run without an error says nothing; nor does it disturb the others. */
Test(decide, errors_that_are_not_known)
{
    uint64_t state = 4;
    struct change c[ROWS];
    fill(c, &(struct noise_of_runs){ ROWS, 1, 0.003, 0 }, &state);
    c[5].side[0].error2 = (double)NAN;
    decide_all(c, ROWS);
    cr_expect(c[5].word == WORD_CANNOT_TELL && !(c[5].error > 0) && isinf(c[5].high));
    cr_expect(count(c, ROWS, WORD_CANNOT_TELL) < ROWS / 4, "%zu", count(c, ROWS, WORD_CANNOT_TELL));
}
