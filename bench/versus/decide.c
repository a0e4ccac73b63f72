/* What the times of two sides tell: Student's t for each row, an overdispersion for a table, Holm's test for all. */
#define _GNU_SOURCE /* lgamma_r */
#include "versus.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

/* The constants; docs/timing.md says where they come from. */
static const double chance_of_error = 0.05; /* in a comparison, for each of the three errors */
static const double least_error = 0.002;    /* of a median: timers, and where code comes to lie */
static const double table_freedom = 6; /* what a table tells of a row's noise is worth so much */
static const double shared_part = 0.3; /* of its variance, each row has this from the table */

/* Of a table that is too small to tell: how many times greater errors are than the samples tell, what changes from run to run
 * besides, and the degrees of freedom for that, which are fewer beside what runs tell themselves. */
enum { FEW_ROWS = 8 };
static const double few_excess = 3, few_error = 0.01, few_freedom = 20, few_beside_runs = 2;

/* ---- Student's t ------------------------------------------------------------------------------- */

/* The continued fraction of the incomplete beta function, by Lentz's method (Press and others, Numerical Recipes). */
static double beta_fraction(double a, double b, double x)
{
    double c = 1, d = 1 / (1 - (a + b) * x / (a + 1)), value = d, change = 2;
    for (int m = 1; m < 1000 && fabs(change - 1) > 1e-15; m++) {
        double even = m * (b - m) * x / ((a + 2 * m - 1) * (a + 2 * m));
        double odd = -(a + m) * (a + b + m) * x / ((a + 2 * m) * (a + 2 * m + 1));
        d = 1 / (1 + even * d);
        c = 1 + even / c;
        value *= c * d;
        d = 1 / (1 + odd * d);
        c = 1 + odd / c;
        change = c * d;
        value *= change;
    }
    return value;
}

static double log_gamma(double x)
{
    int sign;
    return lgamma_r(x, &sign);
}

/* The regularised incomplete beta function; `rest` is 1 - x, which may be too small to subtract. */
static double beta_share(double a, double b, double x, double rest)
{
    if (x <= 0 || rest <= 0)
        return x > 0;
    double front = exp(log_gamma(a + b) - log_gamma(a) - log_gamma(b) + a * log(x) + b * log(rest));
    return x < (a + 1) / (a + b + 2) ? front * beta_fraction(a, b, x) / a
                                     : 1 - front * beta_fraction(b, a, rest) / b;
}

double student_tail(double t, double freedom)
{
    double all = freedom + t * t;
    double tail = isinf(t) ? 0 : beta_share(freedom / 2, 0.5, freedom / all, t * t / all) / 2;
    return t < 0 ? 1 - tail : tail;
}

double student_quantile(double chance, double freedom)
{
    double low = 0, high = 1;
    while (student_tail(high, freedom) > chance && high < 1e100)
        high *= 2;
    for (int i = 0; i < 100; i++) {
        double middle = (low + high) / 2;
        *(student_tail(middle, freedom) > chance ? &low : &high) = middle;
    }
    return high;
}

double sigmas_of_interval(size_t n, size_t rank)
{
    double beyond = 0, throws = (double)n;
    for (size_t i = 0; i < rank; i++)
        beyond += exp(log_gamma(throws + 1) - log_gamma((double)i + 1) -
                      log_gamma(throws - (double)i + 1) - throws * log(2));
    return student_quantile(beyond, 1e9);
}

/* ---- Holm's test -------------------------------------------------------------------------------- */

static int by_p(const void *a, const void *b)
{
    double x = **(const double *const *)a, y = **(const double *const *)b;
    return (x > y) - (x < y);
}

/* The least p is tested at chance / n, the next one at chance / (n - 1); from the first that is not refused, the level
 * stays. */
bool holm(const double *p, double *level, size_t n, double chance, struct tri_error *e)
{
    const double **order = malloc((n ? n : 1) * sizeof *order);
    if (!order)
        return tri_fail(e, TRI_FAILED, "out of memory");
    for (size_t i = 0; i < n; i++)
        order[i] = &p[i];
    qsort(order, n, sizeof *order, by_p);
    double now = chance / (double)(n ? n : 1);
    bool refused = true;
    for (size_t i = 0; i < n; i++) {
        now = refused ? chance / (double)(n - i) : now;
        level[order[i] - p] = now;
        refused = refused && *order[i] <= now;
    }
    free(order);
    return true;
}

/* ---- The error of a shift ----------------------------------------------------------------------- */

void side_add(struct side_runs *s, double median, double error)
{
    double away = median - s->mean;
    s->n++;
    s->mean += away / (double)s->n;
    s->square += away * (median - s->mean);
    s->error2 += error < least_error ? least_error * least_error : error * error;
}

static double shift_of(const struct change *c)
{
    return c->side[1].mean - c->side[0].mean;
}

/* Its variance, as far as the samples tell; NaN: they do not. */
static double by_samples(const struct change *c)
{
    double a = (double)c->side[0].n, b = (double)c->side[1].n;
    return c->side[0].error2 / (a * a) + c->side[1].error2 / (b * b);
}

/* How many runs there are beyond one for each side, or pairs beyond one; and the variance of the shift, as far as they tell. */
static double more_runs(const struct change *c)
{
    return (c->paired ? 0 : (double)c->side[0].n - 1) + (double)c->side[1].n - 1;
}

static double of_means(const struct change *c)
{
    return (c->paired ? 0 : 1 / (double)c->side[0].n) + 1 / (double)c->side[1].n;
}

static double by_runs(const struct change *c)
{
    double more = more_runs(c);
    return more > 0 ? (c->side[0].square + c->side[1].square) / more * of_means(c) : 0;
}

/* ---- Overdispersion ----------------------------------------------------------------------------- */

static int by_size(const void *a, const void *b)
{
    double x = *(const double *)a, y = *(const double *)b;
    return (x > y) - (x < y);
}

static double sorted_quantile(double *value, size_t n, double part)
{
    qsort(value, n, sizeof *value, by_size);
    return value[(size_t)(part * (double)(n - 1) + 0.5)];
}

/* The quantile of chi-squared over its degrees of freedom, for a normal quantile (Wilson and Hilferty). */
static double chi2_quantile(double normal, double freedom)
{
    double part = 2 / (9 * freedom), root = 1 - part + normal * sqrt(part);
    return root * root * root;
}

/* Rows of a table, of which the samples are known. */
static size_t count_known(const struct change *c, size_t n)
{
    size_t known = 0;
    for (size_t i = 0; i < n; i++)
        known += by_samples(&c[i]) > 0;
    return known;
}

/* The median of something of the rows of which the samples are known; 0: there are none. */
static double median_of(const struct change *c, size_t n, double (*value_of)(const struct change *),
                        double *value)
{
    size_t known = 0;
    for (size_t i = 0; i < n; i++)
        if (by_samples(&c[i]) > 0)
            value[known++] = value_of(&c[i]);
    return known > 0 ? sorted_quantile(value, known, 0.5) : 0;
}

/* The rows' variances by what changed from run to run, over those by their samples.  Where a side has several runs, these
 * differ from each other; else most rows are the same in both sides, and differ from their median shift. */
static void relative_variances(const struct change *c, size_t n, double median, double normal,
                               double *value)
{
    for (size_t i = 0; i < n; i++) {
        double more = more_runs(&c[i]), away = shift_of(&c[i]) - median;
        double variance = more > 0 ? by_runs(&c[i]) : away * away;
        if (by_samples(&c[i]) > 0)
            *value++ = variance / by_samples(&c[i]) / chi2_quantile(normal, more > 0 ? more : 1);
    }
}

/* The median tells of most rows, the upper fifth of tails; a fifth of the rows may have changed. */
bool table_noise(const struct change *c, size_t n, struct noise *noise, struct tri_error *e)
{
    static const struct {
        double part, normal;
    } quantile[] = { { 0.5, 0 }, { 0.8, 0.8416 } };
    size_t known = count_known(c, n);
    double *value = malloc((n ? n : 1) * sizeof *value);
    *noise = (struct noise){ .excess = known < FEW_ROWS ? 0 : 1 };
    if (!value)
        return tri_fail(e, TRI_FAILED, "out of memory");
    double median = median_of(c, n, shift_of, value);
    for (size_t i = 0; noise->excess > 0 && i < sizeof quantile / sizeof *quantile; i++) {
        relative_variances(c, n, median, quantile[i].normal, value);
        noise->excess = fmax(noise->excess, sqrt(sorted_quantile(value, known, quantile[i].part)));
    }
    noise->typical = median_of(c, n, by_samples, value);
    free(value);
    return true;
}

/* The variance of a row's shift as its table tells it; NaN: not known. */
static double by_table(const struct change *c, const struct noise *t)
{
    double samples = by_samples(c), few = few_error * few_error * of_means(c);
    if (isnan(samples))
        return more_runs(c) > 0 ? few : samples;
    return t->excess > 0 ? t->excess * t->excess * (samples + shared_part * t->typical)
                         : few_excess * few_excess * samples + few;
}

/* The table's variance and that by the row's own runs count by their degrees of freedom. */
static void find_error(struct change *c, const struct noise *t)
{
    double more = more_runs(c);
    double worth = t->excess > 0 ? table_freedom : more > 0 ? few_beside_runs : few_freedom;
    c->excess = t->excess;
    c->shift = shift_of(c);
    c->freedom = worth + more;
    c->error = sqrt((worth * by_table(c, t) + more * by_runs(c)) / c->freedom);
}

static bool find_errors(struct change *c, size_t n, struct tri_error *e)
{
    for (size_t begin = 0, end; begin < n; begin = end) {
        struct noise noise;
        for (end = begin; end < n && c[end].table == c[begin].table; end++)
            ;
        if (!table_noise(c + begin, end - begin, &noise, e))
            return false;
        for (size_t i = begin; i < end; i++)
            find_error(&c[i], &noise);
    }
    return true;
}

/* ---- Words -------------------------------------------------------------------------------------- */

/* What is refused: that a row is not slower, that it is not faster, that it is slower by more than the tolerance. */
enum { NOT_SLOWER, NOT_FASTER, BEYOND, HYPOTHESES };

struct test {
    double *p[HYPOTHESES], *level[HYPOTHESES];
};

/* The p of a hypothesis about a row; one that nothing is known of is never refused. */
static double p_of(const struct change *c, int hypothesis, double most)
{
    double from = hypothesis == BEYOND ? most - c->shift : c->shift;
    double p = student_tail((hypothesis == NOT_FASTER ? -from : from) / c->error, c->freedom);
    return isnan(p) ? 1 : p;
}

static bool run_tests(const struct change *c, size_t n, double most, struct test *t,
                      struct tri_error *e)
{
    bool good = true;
    for (int h = 0; good && h < HYPOTHESES; h++) {
        for (size_t i = 0; i < n; i++)
            t->p[h][i] = p_of(&c[i], h, most);
        good = holm(t->p[h], t->level[h], n, chance_of_error, e);
    }
    return good;
}

/* The ends are where the hypotheses would no longer be refused. */
static void say(struct change *c, const struct test *t, size_t i, double most)
{
    bool refused[HYPOTHESES];
    for (int h = 0; h < HYPOTHESES; h++)
        refused[h] = t->p[h][i] <= t->level[h][i];
    bool slower = refused[NOT_SLOWER] && c->shift > most;
    bool faster = refused[NOT_FASTER] && c->shift < -most;
    double above = t->level[faster ? NOT_FASTER : BEYOND][i];
    bool known = c->error > 0;
    c->word = slower             ? WORD_SLOWER
              : faster           ? WORD_FASTER
              : !refused[BEYOND] ? WORD_CANNOT_TELL
                                 : WORD_SAME;
    c->low = !known
                 ? 0
                 : exp(c->shift - c->error * student_quantile(t->level[NOT_SLOWER][i], c->freedom));
    c->high =
        !known ? (double)INFINITY : exp(c->shift + c->error * student_quantile(above, c->freedom));
}

bool decide(struct change *c, size_t n, double tolerance, struct tri_error *e)
{
    double *room = malloc((n ? n : 1) * 2 * HYPOTHESES * sizeof *room), most = log1p(tolerance);
    struct test t;
    bool good = room || tri_fail(e, TRI_FAILED, "out of memory");
    for (size_t h = 0; good && h < HYPOTHESES; h++) {
        t.p[h] = room + 2 * h * n;
        t.level[h] = t.p[h] + n;
    }
    good = good && find_errors(c, n, e) && run_tests(c, n, most, &t, e);
    for (size_t i = 0; good && i < n; i++)
        say(&c[i], &t, i, most);
    free(room);
    return good;
}
