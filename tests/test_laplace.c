/*
 * Laws of Jacobi's iteration: fixed points, known rates of decay, symmetries, where it stops.  The tests fill the
 * operands themselves, with any initial values and any mask.
 */
#include "laws.h"

#include <math.h>

enum { POTENTIAL, START, MASK, TAKEN, OTHER };

static struct tri_case laplace(const struct row *r, const char *settings)
{
    return case_on(r, "laplace", settings);
}

/* Rows and columns: d is 0 or 1. */
static ptrdiff_t extent(const struct tri_case *c, int d)
{
    return (ptrdiff_t)c->value[c->hotspot->operands[POTENTIAL].shape[d]].integer;
}

static int32_t taken(const struct tri_case *c)
{
    return *(int32_t *)c->operand[TAKEN];
}

/* Whether a point may change, by the mask's definition: a bit for each, rows begin with a word. */
static bool is_free(const struct tri_case *c, ptrdiff_t row, ptrdiff_t col)
{
    ptrdiff_t height = extent(c, 0), width = extent(c, 1), words = (width + 31) / 32;
    const uint32_t *mask = c->operand[MASK];
    return row > 0 && col > 0 && row < height - 1 && col < width - 1 &&
           (mask[row * words + col / 32] >> (col % 32) & 1);
}

static void expect_bits(const struct tri_case *a, int of_a, const struct tri_case *b, int of_b,
                        const char *what)
{
    size_t different = 0, first = 0;
    for (size_t i = a->length[of_a]; i-- > 0;)
        if (value_at(a, of_a, i) != value_at(b, of_b, i)) {
            different++;
            first = i;
        }
    cr_expect(different == 0, "%s: %zu of %zu points differ, the first is number %zu: %.17g, %.17g",
              what, different, a->length[of_a], first, value_at(a, of_a, first),
              value_at(b, of_b, first));
}

/* In the hotspot's precision, from what is free to a copy of all. */
static double step_point(const struct tri_case *c, const double *u, ptrdiff_t at)
{
    ptrdiff_t width = extent(c, 1);
    if (c->hotspot->precision == TRI_DOUBLE)
        return ((u[at - width] + u[at + width]) + (u[at - 1] + u[at + 1])) / 4;
    float rows = (float)u[at - width] + (float)u[at + width];
    float cols = (float)u[at - 1] + (float)u[at + 1];
    return (double)((rows + cols) / 4);
}

/* One step in place, from the definition, written another way; returns the largest change. */
static double step_all(const struct tri_case *c, double *u)
{
    size_t n = c->length[POTENTIAL];
    double *old = malloc(n * sizeof *old), largest = 0;
    cr_assert(old);
    memcpy(old, u, n * sizeof *u);
    for (ptrdiff_t i = 0; i < (ptrdiff_t)n; i++)
        if (is_free(c, i / extent(c, 1), i % extent(c, 1))) {
            u[i] = step_point(c, old, i);
            largest = fmax(largest, fabs(u[i] - old[i]));
        }
    free(old);
    return largest;
}

enum { PATCHES = TRI_MAX_OPERANDS, PROGRESS }; /* scratch of the last variant */

static void free_all(struct tri_case *c)
{
    memset(c->operand[MASK], 0xFF, tri_operand_bytes(c, MASK));
}

static void start_with(struct tri_case *c,
                       double (*field)(const struct tri_case *, ptrdiff_t row, ptrdiff_t col))
{
    for (ptrdiff_t row = 0; row < extent(c, 0); row++)
        for (ptrdiff_t col = 0; col < extent(c, 1); col++)
            set_value(c, START, (size_t)(row * extent(c, 1) + col), field(c, row, col));
}

/* Makes every case's numbers its own, but always the same. */
static double hash(uint64_t x)
{
    x = (x + 1) * 0x9E3779B97F4A7C15u;
    x = (x ^ x >> 29) * 0xBF58476D1CE4E5B9u;
    return (double)(x >> 40) * 0x1p-24;
}

/* ---- A harmonic field stays as it is ----
 *
 * Integers, so that every average is exact. */
static double saddle(const struct tri_case *c, ptrdiff_t row, ptrdiff_t col)
{
    return (double)((row - extent(c, 0) / 3) * (col - 7) + 3 * col - 2 * row);
}

static double hyperbola(const struct tri_case *c, ptrdiff_t row, ptrdiff_t col)
{
    return (double)(row * row - col * col);
}

static void harmonic_fields_stay(const struct row *r)
{
    case_auto_t c = laplace(r, "width=173,height=301,steps=37");
    free_all(&c);
    start_with(&c, saddle);
    run_path(&c, (enum tri_path)r->path);
    expect_bits(&c, POTENTIAL, &c, START, "saddle");
    cr_expect(taken(&c) == 37);
    start_with(&c, hyperbola);
    run_path(&c, (enum tri_path)r->path);
    expect_bits(&c, POTENTIAL, &c, START, "hyperbola");
    tri_case_free(&c);
    c = laplace(r, "width=173,height=301,steps=37,tolerance=1e-30");
    free_all(&c);
    start_with(&c, saddle);
    run_path(&c, (enum tri_path)r->path);
    expect_bits(&c, POTENTIAL, &c, START, "saddle");
    cr_expect(taken(&c) == 1, "nothing moves, but it took %d steps", taken(&c));
}

LAW(laplace, harmonic_fields_stay)

/* ---- A standing wave decays ----
 *
 * In a box with nothing in it, sin sin is what Jacobi's step multiplies by the mean of two cosines:
 * a result that owes nothing to any loop. */
static double wave(const struct tri_case *c, ptrdiff_t row, ptrdiff_t col)
{
    double down = acos(-1) / (double)(extent(c, 0) - 1),
           across = acos(-1) / (double)(extent(c, 1) - 1);
    return sin(3 * down * (double)row) * sin(2 * across * (double)col);
}

static void waves_decay(const struct row *r)
{
    enum { STEPS = 50, WIDTH = 121, HEIGHT = 80 };
    case_auto_t c = laplace(r, "width=121,height=80,steps=50");
    free_all(&c);
    start_with(&c, wave);
    run_path(&c, (enum tri_path)r->path);
    double factor = (cos(3 * acos(-1) / (HEIGHT - 1)) + cos(2 * acos(-1) / (WIDTH - 1))) / 2;
    double tolerance = r->precision == TRI_FLOAT ? 2e-6 : 1e-14, worst = 0;
    for (ptrdiff_t row = 0; row < HEIGHT; row++)
        for (ptrdiff_t col = 0; col < WIDTH; col++)
            worst = fmax(worst, fabs(value_at(&c, POTENTIAL, (size_t)(row * WIDTH + col)) -
                                     pow(factor, STEPS) * wave(&c, row, col)));
    cr_expect(worst < tolerance, "off by up to %g", worst);
}

LAW(laplace, waves_decay)

/* ---- Any start, any mask: against the definition, written another way ---- */

static void randomise(struct tri_case *c, double fixed)
{
    uint32_t *mask = c->operand[MASK];
    for (size_t i = 0; i < c->length[START]; i++)
        set_value(c, START, i, hash(i) - 0.5);
    for (size_t i = 0; i < c->length[MASK]; i++) {
        mask[i] = 0;
        for (int bit = 0; bit < 32; bit++)
            mask[i] |= (uint32_t)(hash(i * 32 + (size_t)bit + 12345) >= fixed) << bit;
    }
}

static void check_against_definition(const struct row *r, const char *settings, double fixed)
{
    case_auto_t c = laplace(r, settings);
    randomise(&c, fixed);
    double *u = malloc(c.length[START] * sizeof *u);
    cr_assert(u);
    for (size_t i = 0; i < c.length[START]; i++)
        u[i] = value_at(&c, START, i);
    run_path(&c, (enum tri_path)r->path);
    int64_t steps = tri_case_value(&c, "steps").integer;
    cr_expect(taken(&c) == steps, "%s: %d steps", settings, taken(&c));
    for (int64_t step = 0; step < steps; step++)
        step_all(&c, u);
    size_t wrong = 0;
    for (size_t i = 0; i < c.length[START]; i++)
        wrong += value_at(&c, POTENTIAL, i) != u[i];
    cr_expect(wrong == 0, "%s: %zu of %zu points are wrong", settings, wrong, c.length[START]);
    free(u);
}

static void any_start_and_mask(const struct row *r)
{
    static const char *const settings[] = {
        "width=1,height=1,steps=3",     "width=2,height=2,steps=3",
        "width=3,height=3,steps=5",     "width=3,height=40,steps=20",
        "width=40,height=3,steps=20",   "width=113,height=97,steps=16",
        "width=129,height=65,steps=17", "width=640,height=70,steps=33",
        "width=70,height=600,steps=8",
    };
    for (size_t k = 0; k < sizeof settings / sizeof *settings; k++) {
        check_against_definition(r, settings[k], 0);
        check_against_definition(r, settings[k], 0.01);
        check_against_definition(r, settings[k], 0.6);
        check_against_definition(r, settings[k], 1.1);
    }
}

LAW(laplace, any_start_and_mask)

/* ---- The teams of a GPU begin with counters of zeros ---- */

Test(laplace, progress_is_sent_clear)
{
    for (int precision = 0; precision < TRI_PRECISIONS; precision++) {
        const struct tri_hotspot *h = tri_hotspot_named("laplace", (enum tri_precision)precision);
        case_auto_t c = case_of_variant(h, tri_variant_last(h), "n=300");
        const int32_t *progress = c.operand[PROGRESS];
        cr_expect(tri_operand_is_read(&c, PROGRESS));
        cr_expect(!tri_operand_is_read(&c, PATCHES) && !tri_operand_is_read(&c, OTHER));
        for (size_t i = 0; i < c.length[PROGRESS]; i++)
            cr_expect(progress[i] == 0, "number %zu is %d", i, progress[i]);
    }
}

/* Plain paths get along with one second array. */
Test(laplace, plain_has_no_scratch_of_its_own)
{
    const struct tri_hotspot *h = tri_hotspot_named("laplace", TRI_DOUBLE);
    case_auto_t c = case_of(h, "width=37,height=23");
    cr_expect(!h->plain.scratch && !h->operands[OTHER + 1].name);
    cr_expect(tri_operand_bytes(&c, OTHER) == sizeof(double) * 37 * 23);
}

/* ---- What a variant says that it uses ---- */

static void check_work(struct tri_case *reference, const struct tri_variant *v, enum tri_path path)
{
    int32_t steps = taken(reference);
    struct tri_work plain = reference->hotspot->work(reference);
    struct tri_work w = v->work ? v->work(reference, path) : plain;
    cr_expect(w.units == plain.units && w.units == 6144.0 * 2048 * (steps > 0 ? steps : 1));
    cr_expect(3 * w.instructions == 4 * w.additions, "%s", v->name);
    cr_expect(w.instructions >= plain.instructions, "%s: %g", v->name, w.instructions);
    cr_expect(w.bytes <= plain.bytes && w.bytes >= plain.bytes / (steps > 0 ? steps : 1));
    cr_expect(w.near_bytes > 0);
    /* The halo is less than the tile. */
    cr_expect(w.instructions <= 2.3 * plain.instructions, "%s: %g", v->name, w.instructions);
}

Test(laplace, work_of_variants)
{
    const struct tri_hotspot *h = tri_hotspot_named("laplace", TRI_DOUBLE);
    static const int steps[] = { 0, 1, 7, 8, 9, 40 };
    case_auto_t c = case_of(h, "width=6144,height=2048");
    for (size_t k = 0; k < sizeof steps / sizeof *steps; k++) {
        *(int32_t *)c.operand[TAKEN] = steps[k];
        for (size_t i = 0; tri_variant_at(h, i); i++)
            for (int path = 0; path < TRI_PATHS; path++)
                if (tri_variant_at(h, i)->path[path])
                    check_work(&c, tri_variant_at(h, i), (enum tri_path)path);
    }
}

/* ---- Some steps and then some more are all of them; none are the start ---- */

static void steps_add_up(const struct row *r)
{
    static const int first[] = { 0, 1, 7, 8, 16, 23, 39, 40 };
    case_auto_t all = laplace(r, "width=150,height=231,conductor=ring,steps=40");
    run_path(&all, (enum tri_path)r->path);
    for (size_t k = 0; k < sizeof first / sizeof *first; k++) {
        char settings[80];
        snprintf(settings, sizeof settings, "width=150,height=231,conductor=ring,steps=%d",
                 first[k]);
        case_auto_t some = laplace(r, settings);
        snprintf(settings, sizeof settings, "width=150,height=231,conductor=ring,steps=%d",
                 40 - first[k]);
        case_auto_t more = laplace(r, settings);
        run_path(&some, (enum tri_path)r->path);
        if (first[k] == 0)
            expect_bits(&some, POTENTIAL, &some, START, "no steps");
        memcpy(more.operand[START], some.operand[POTENTIAL], tri_operand_bytes(&some, POTENTIAL));
        run_path(&more, (enum tri_path)r->path);
        expect_bits(&more, POTENTIAL, &all, POTENTIAL, settings);
        cr_expect(taken(&some) == first[k] && taken(&more) == 40 - first[k]);
    }
}

LAW(laplace, steps_add_up)

/* ---- The potential is as symmetric as the box, and nowhere beyond the conductors' ---- */

static void symmetric(const struct row *r)
{
    enum { SIZE = 130 };
    case_auto_t c = laplace(r, "n=130,steps=77");
    run_path(&c, (enum tri_path)r->path);
    for (size_t row = 0; row < SIZE; row++)
        for (size_t col = 0; col < SIZE; col++) {
            double u = value_at(&c, POTENTIAL, row * SIZE + col);
            cr_assert(u == value_at(&c, POTENTIAL, col * SIZE + row) &&
                          u == value_at(&c, POTENTIAL, row * SIZE + SIZE - 1 - col) &&
                          u == value_at(&c, POTENTIAL, (SIZE - 1 - row) * SIZE + col),
                      "row %zu, column %zu", row, col);
        }
}

LAW(laplace, symmetric)

static void within_its_bounds(const struct row *r)
{
    static const struct {
        const char *settings;
        double least, most;
    } rows[] = { { "n=101,steps=60", 0, 1 },
                 { "n=101,steps=60,conductor=plates", -1, 1 },
                 { "width=99,height=140,steps=60,conductor=ring", -1, 1 } };
    for (size_t k = 0; k < sizeof rows / sizeof *rows; k++) {
        case_auto_t c = laplace(r, rows[k].settings);
        run_path(&c, (enum tri_path)r->path);
        size_t conductors = 0, moved = 0;
        for (size_t i = 0; i < c.length[POTENTIAL]; i++) {
            double u = value_at(&c, POTENTIAL, i), before = value_at(&c, START, i);
            bool fixed = !is_free(&c, (ptrdiff_t)i / extent(&c, 1), (ptrdiff_t)i % extent(&c, 1));
            cr_assert(u >= rows[k].least && u <= rows[k].most, "%s: %g", rows[k].settings, u);
            cr_assert(fixed ? u == before : before == 0 && (u < 1 && u > -1), "%s, point %zu",
                      rows[k].settings, i);
            conductors += fixed && before != 0;
            moved += u != before;
        }
        cr_expect(conductors > 0 && moved > 1000, "%s: %zu, %zu", rows[k].settings, conductors,
                  moved);
    }
}

LAW(laplace, within_its_bounds)

/* ---- What is in the box ---- */

Test(laplace, the_point_is_four_points)
{
    static const struct {
        const char *settings;
        int points;
    } rows[] = { { "n=200", 4 }, { "n=201", 4 },           { "n=4", 4 }, { "n=3", 1 }, { "n=2", 0 },
                 { "n=1", 0 },   { "width=5,height=4", 4 } };
    for (size_t k = 0; k < sizeof rows / sizeof *rows; k++) {
        case_auto_t c = case_of(tri_hotspot_named("laplace", TRI_FLOAT), rows[k].settings);
        ptrdiff_t height = extent(&c, 0), width = extent(&c, 1);
        int points = 0;
        for (ptrdiff_t row = 0; row < height; row++)
            for (ptrdiff_t col = 0; col < width; col++) {
                bool there = value_at(&c, START, (size_t)(row * width + col)) == 1;
                bool middle = (row == height / 2 || row == height / 2 - 1) &&
                              (col == width / 2 || col == width / 2 - 1);
                points += there;
                cr_expect(!there || (middle && !is_free(&c, row, col)), "%s", rows[k].settings);
            }
        cr_expect(points == rows[k].points, "%s: %d", rows[k].settings, points);
    }
}

/* ---- The stopping criterion: it ends after the first step whose largest change is at most the tolerance ---- */

static int32_t steps_until(const struct tri_case *c, double tolerance, int32_t most)
{
    double *u = malloc(c->length[START] * sizeof *u);
    cr_assert(u);
    for (size_t i = 0; i < c->length[START]; i++)
        u[i] = value_at(c, START, i);
    int32_t step = 0;
    while (step < most && (step++, step_all(c, u) > tolerance))
        ;
    free(u);
    return step;
}

static void stops_at_the_tolerance(const struct row *r)
{
    static const struct {
        const char *settings;
        double tolerance;
        int32_t most;
    } rows[] = {
        { "width=67,height=51,tolerance=1000000,steps=9", 1000000, 9 },
        { "width=67,height=51,tolerance=0.25,steps=99", 0.25, 99 }, /* met, not passed */
        { "width=67,height=51,tolerance=0.03,steps=99", 0.03, 99 },
        { "width=67,height=51,tolerance=0.01,steps=99", 0.01, 99 },
        { "width=67,height=51,tolerance=0.005,steps=99", 0.005, 99 },
        { "width=67,height=51,tolerance=0.003,steps=200", 0.003, 200 },
        { "width=67,height=51,tolerance=0.001,steps=17", 0.001, 17 },
        { "width=601,height=260,tolerance=0.02,steps=99,conductor=plates", 0.02, 99 },
        { "width=601,height=260,tolerance=0.015,steps=99,conductor=ring", 0.015, 99 },
    };
    for (size_t k = 0; k < sizeof rows / sizeof *rows; k++) {
        case_auto_t c = laplace(r, rows[k].settings), plain = laplace(r, rows[k].settings);
        char steps[40];
        double tolerance =
            r->precision == TRI_FLOAT ? (double)(float)rows[k].tolerance : rows[k].tolerance;
        int32_t right = steps_until(&c, tolerance, rows[k].most);
        run_path(&c, (enum tri_path)r->path);
        cr_expect(taken(&c) == right, "%s: %d steps, not %d", rows[k].settings, taken(&c), right);
        snprintf(steps, sizeof steps, "tolerance=0,steps=%d", right);
        must(tri_case_set(&plain, steps, &failure));
        run_path(&plain, (enum tri_path)r->path);
        expect_bits(&c, POTENTIAL, &plain, POTENTIAL, rows[k].settings);
    }
}

LAW(laplace, stops_at_the_tolerance)

/* 0 means never to stop, so what float would round to it must not. */
static void stops_at_the_least_tolerance(const struct row *r)
{
    static const char *const settings[] = { "n=9,steps=2000,tolerance=1e-46",
                                            "n=9,steps=2000,tolerance=1e-300" };
    for (size_t k = 0; k < sizeof settings / sizeof *settings; k++) {
        case_auto_t c = laplace(r, settings[k]);
        run_path(&c, (enum tri_path)r->path);
        cr_expect(taken(&c) < 2000, "%s: %d steps", settings[k], taken(&c));
    }
}

LAW(laplace, stops_at_the_least_tolerance)

/* A change at one point only, the last there is, keeps a run going. */
static void a_single_point_that_moves_counts(const struct row *r)
{
    enum { WIDTH = 131, HEIGHT = 75 };
    static const int at[][2] = {
        { 1, 1 }, { HEIGHT - 2, WIDTH - 2 }, { 1, WIDTH - 2 }, { HEIGHT - 2, 1 }, { 40, 64 }
    };
    for (size_t k = 0; k < sizeof at / sizeof *at; k++) {
        case_auto_t c = laplace(r, "width=131,height=75,steps=12,tolerance=0.3");
        memset(c.operand[START], 0, tri_operand_bytes(&c, START));
        memset(c.operand[MASK], 0, tri_operand_bytes(&c, MASK));
        size_t i = (size_t)at[k][0] * WIDTH + (size_t)at[k][1];
        set_value(&c, START, i, 1);
        ((uint32_t *)c.operand[MASK])[at[k][0] * 5 + at[k][1] / 32] = 1u << at[k][1] % 32;
        run_path(&c, (enum tri_path)r->path);
        cr_expect(taken(&c) == 2, "%d, %d: %d steps", at[k][0], at[k][1], taken(&c));
        cr_expect(value_at(&c, POTENTIAL, i) == 0);
    }
}

LAW(laplace, a_single_point_that_moves_counts)
