/*
 * Jacobi's iteration, with any initial values and any mask, against a second implementation; laws: a known rate of decay,
 * symmetries, where it stops.
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

/* The values it begins with; to be freed. */
static double *start_of(const struct tri_case *c)
{
    double *u = malloc(c->length[START] * sizeof *u);
    cr_assert(u);
    for (size_t i = 0; i < c->length[START]; i++)
        u[i] = value_at(c, START, i);
    return u;
}

static void check_against_definition(const struct row *r, const char *settings, double fixed)
{
    case_auto_t c = laplace(r, settings);
    randomise(&c, fixed);
    double *u = start_of(&c);
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
        "width=1,height=1,steps=3",      "width=2,height=2,steps=3",
        "width=3,height=3,steps=5",      "width=3,height=40,steps=20",
        "width=40,height=3,steps=20",    "width=113,height=97,steps=16",
        "width=129,height=65,steps=17",  "width=640,height=70,steps=33",
        "width=70,height=600,steps=8",   "width=150,height=231,steps=0",
        "width=150,height=231,steps=1",  "width=150,height=231,steps=7",
        "width=150,height=231,steps=40",
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
    FOR_EACH (r, steps) {
        *(int32_t *)c.operand[TAKEN] = *r;
        for (size_t i = 0; tri_variant_at(h, i); i++)
            for (int path = 0; path < TRI_PATHS; path++)
                if (tri_variant_at(h, i)->path[path])
                    check_work(&c, tri_variant_at(h, i), (enum tri_path)path);
    }
}

/* ---- The potential is as symmetric as the box ---- */

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

/* ---- What is in the box ---- */

/* The fixed points within its border are those of the conductors; returns how many have this potential. */
static int points_at(const struct tri_case *c, double potential)
{
    int points = 0;
    for (ptrdiff_t row = 1; row < extent(c, 0) - 1; row++)
        for (ptrdiff_t col = 1; col < extent(c, 1) - 1; col++) {
            double start = value_at(c, START, (size_t)(row * extent(c, 1) + col));
            cr_assert(is_free(c, row, col) == (start == 0), "row %td, column %td", row, col);
            points += start == potential;
        }
    return points;
}

/* The plates are half as high as the box; the disc has a radius of 6.2, and the ring, two points wide, one of 37 and a gap. */
Test(laplace, conductors)
{
    static const struct {
        const char *settings;
        int above, below; /* points at 1 and at -1 */
    } rows[] = { { "n=200", 4, 0 },
                 { "n=201", 4, 0 },
                 { "n=4", 4, 0 },
                 { "n=3", 1, 0 },
                 { "n=2", 0, 0 },
                 { "n=1", 0, 0 },
                 { "width=5,height=4", 4, 0 },
                 { "n=101,conductor=plates", 51, 51 },
                 { "width=99,height=140,conductor=ring", 420, 124 } };
    FOR_EACH (r, rows) {
        case_auto_t c = case_of(tri_hotspot_named("laplace", TRI_FLOAT), r->settings);
        int above = points_at(&c, 1), below = points_at(&c, -1), others = 0;
        for (size_t i = 0; i < c.length[START]; i++)
            others += value_at(&c, START, i) != 0;
        cr_expect(above == r->above && below == r->below, "%s: %d and %d", r->settings, above,
                  below);
        cr_expect(others == above + below, "%s: something is on the border", r->settings);
    }
}

Test(laplace, the_point_is_in_the_middle)
{
    enum { HEIGHT = 7, WIDTH = 10 };
    case_auto_t c = case_of(tri_hotspot_named("laplace", TRI_FLOAT), "height=7,width=10");
    for (size_t row = HEIGHT / 2 - 1; row <= HEIGHT / 2; row++)
        for (size_t col = WIDTH / 2 - 1; col <= WIDTH / 2; col++)
            cr_expect(value_at(&c, START, row * WIDTH + col) == 1, "row %zu, column %zu", row, col);
}

/* ---- The stopping criterion: it ends after the first step whose largest change is at most the tolerance ---- */

static int32_t steps_until(const struct tri_case *c, double tolerance, int32_t most)
{
    double *u = start_of(c);
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
