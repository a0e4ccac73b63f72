/*
 * Every hotspot × variant × path × precision against the reference, bit for bit.
 *
 * The rows come from the registry and the descriptions: a new hotspot is in here without a line.
 * Large sizes, and what only its author knows to be hard for it, are in test_hard_cases.c.
 */
#include "check.h"
#include "sizes.h"

#include <criterion/criterion.h>
#include <criterion/parameterized.h>
#include <math.h>
#include <omp.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* ---- What a row of the table does ---- */

struct row {
    size_t hotspot;
    int path, precision;
    size_t variant;
};

static const struct tri_hotspot *hotspot_of(const struct row *r)
{
    return tri_hotspot_at(r->hotspot, (enum tri_precision)r->precision);
}

static const struct tri_variant *variant_of(const struct row *r)
{
    return tri_variant_at(hotspot_of(r), r->variant);
}

static void need(const struct row *r)
{
    need_variant(hotspot_of(r), variant_of(r), (enum tri_path)r->path);
}

/* ---- Each path, at small sizes, with all choices ---- */

/* A row for each variant that has the path in this precision. */
static void add_variants(struct row *rows, size_t *n, struct row r)
{
    for (; tri_path_has_variants((enum tri_path)r.path) && variant_of(&r); r.variant++)
        if (tri_path_of(hotspot_of(&r), variant_of(&r), (enum tri_path)r.path))
            rows[(*n)++] = r;
}

static struct criterion_test_params make_rows(void)
{
    size_t n = 0, most = tri_hotspot_count() * TRI_PATHS * TRI_PRECISIONS * TRI_MAX_VARIANTS;
    struct row *rows = cr_malloc(most * sizeof *rows);
    for (size_t h = 0; h < tri_hotspot_count(); h++)
        for (int path = 0; path < TRI_PATHS; path++)
            for (int p = 0; p < TRI_PRECISIONS; p++)
                add_variants(rows, &n, (struct row){ h, path, p, 0 });
    return cr_make_param_array(struct row, rows, n);
}

ParameterizedTestParameters(paths, small_sizes)
{
    return make_rows();
}

ParameterizedTest(struct row *r, paths, small_sizes)
{
    char settings[400];
    const struct tri_hotspot *h = hotspot_of(r);
    need(r);
    for (size_t k = 0; k < choices(h); k++)
        for (size_t s = 0; s < SMALL_SIZES; s++) {
            case_settings(h, k, s, settings, sizeof settings);
            struct tri_case reference = case_of(h, settings);
            struct tri_case c = case_of_variant(h, variant_of(r), settings);
            run_path(&reference, TRI_REFERENCE);
            expect_agreement(&c, (enum tri_path)r->path, &reference, settings);
            tri_case_free(&reference);
            tri_case_free(&c);
        }
}

/* ---- On any number of threads ----
 *
 * Some paths cut their work by it.  In small sizes there are too few rows for that to show everywhere,
 * so the middle one is among them. */

static void check_threads(const struct row *r, const char *settings)
{
    const struct tri_hotspot *h = hotspot_of(r);
    static const int threads[] = { 1, 3, 16 };
    char says[440];
    struct tri_case reference = case_of(h, settings);
    struct tri_case c = case_of_variant(h, variant_of(r), settings);
    run_path(&reference, TRI_REFERENCE);
    for (size_t t = 0; t < sizeof threads / sizeof *threads; t++) {
        snprintf(says, sizeof says, "%s, %d threads", settings, threads[t]);
        omp_set_num_threads(threads[t]);
        expect_agreement(&c, (enum tri_path)r->path, &reference, says);
    }
    tri_case_free(&reference);
    tri_case_free(&c);
}

ParameterizedTestParameters(paths, any_number_of_threads)
{
    return make_rows();
}

ParameterizedTest(struct row *r, paths, any_number_of_threads)
{
    char settings[400];
    const struct tri_hotspot *h = hotspot_of(r);
    need(r);
    for (size_t k = 0; k < choices(h); k++)
        for (size_t s = is_end(h, variant_of(r)) ? 0 : MIDDLE; s <= MIDDLE; s++)
            check_threads(r, case_settings(h, k, s, settings, sizeof settings));
}

/* ---- Every length of a row, up to more than any strip of lanes that a path may take ---- */

enum { WIDEST = INSTRUMENTED ? 40 : 270 };

/* The last of the extents that can be so wide. */
static int last_extent(const struct tri_hotspot *h)
{
    int param[TRI_MAX_PARAMS], i = extents(h, param) - 1;
    while (i > 0 && h->params[param[i]].max < WIDEST)
        i--;
    return i % TRI_MAX_RANK;
}

ParameterizedTestParameters(paths, every_width)
{
    return make_rows();
}

ParameterizedTest(struct row *r, paths, every_width)
{
    char choice[200], size[200], both[400];
    int extent[TRI_MAX_RANK] = { 3, 3, 3 };
    const struct tri_hotspot *h = hotspot_of(r);
    need(r);
    for (int width = 1; width <= WIDEST; width += is_end(h, variant_of(r)) ? 1 : 19) {
        extent[last_extent(h)] = width;
        join(choice_settings(h, (size_t)width % choices(h), choice, sizeof choice),
             extent_settings(h, extent, size, sizeof size), both, sizeof both);
        struct tri_case reference = case_of(h, both);
        struct tri_case c = case_of_variant(h, variant_of(r), both);
        run_path(&reference, TRI_REFERENCE);
        expect_agreement(&c, (enum tri_path)r->path, &reference, both);
        tri_case_free(&reference);
        tri_case_free(&c);
    }
}

/* ---- No path writes beside its outputs, sanitizer or not ---- */

enum { MARGIN = 4096, MARGIN_BYTE = 0x5C };

static bool may_write(const struct tri_case *c, int operand)
{
    return c->operand[operand] && tri_operand_role(c, operand) != TRI_IN;
}

/* Gives every operand that may be written a new place, with a margin on either side. */
static void add_margins(struct tri_case *c)
{
    for (int o = 0; o < TRI_SLOTS; o++) {
        if (!may_write(c, o))
            continue;
        size_t size = tri_operand_bytes(c, o) + 2 * MARGIN;
        char *block = malloc(size);
        cr_assert(block);
        memset(block, MARGIN_BYTE, size);
        free(c->operand[o]);
        c->operand[o] = block + MARGIN;
    }
}

static void check_margins(struct tri_case *c, enum tri_path path, const char *settings)
{
    for (int o = 0; o < TRI_SLOTS; o++) {
        if (!may_write(c, o))
            continue;
        const char *block = (char *)c->operand[o] - MARGIN;
        size_t size = tri_operand_bytes(c, o) + 2 * MARGIN, hurt = 0;
        for (size_t i = 0; i < size; i++)
            if (i < MARGIN || i >= size - MARGIN)
                hurt += block[i] != MARGIN_BYTE;
        cr_expect(hurt == 0, "%s, %s, path %s, %s: wrote %zu bytes beside operand %s",
                  c->hotspot->name, c->variant->name, tri_path_name(path), settings, hurt,
                  tri_operand_in(c, o)->name);
    }
}

static void remove_margins(struct tri_case *c)
{
    for (int o = 0; o < TRI_SLOTS; o++)
        if (may_write(c, o))
            c->operand[o] = (char *)c->operand[o] - MARGIN;
    tri_case_free(c);
}

ParameterizedTestParameters(paths, margins)
{
    return make_rows();
}

ParameterizedTest(struct row *r, paths, margins)
{
    char settings[400];
    const struct tri_hotspot *h = hotspot_of(r);
    need(r);
    for (size_t k = 0; k < choices(h); k++)
        for (size_t s = 0; s < SMALL_SIZES; s++) {
            case_settings(h, k, s, settings, sizeof settings);
            struct tri_case c = case_of_variant(h, variant_of(r), settings);
            add_margins(&c);
            run_path(&c, (enum tri_path)r->path);
            check_margins(&c, (enum tri_path)r->path, settings);
            remove_margins(&c);
        }
}

/* ---- Float against double: near each other ----
 *
 * Numbers to a thousandth of the largest of their kind; of integers, which a rounding decides only at
 * an edge, all but a hundredth. */
static double number(const struct tri_case *c, int operand, size_t i)
{
    const void *all = c->operand[operand];
    return c->hotspot->precision == TRI_FLOAT ? (double)((const float *)all)[i]
                                              : ((const double *)all)[i];
}

static double largest_of(const struct tri_case *c, int operand)
{
    double largest = 0;
    for (size_t i = 0; i < c->length[operand]; i++)
        largest = fmax(largest, fabs(number(c, operand, i)));
    return largest;
}

static void expect_numbers_near(const struct tri_case *f, const struct tri_case *d, int operand,
                                const char *says)
{
    double allowed = 1e-3 * largest_of(d, operand);
    for (size_t i = 0; i < d->length[operand]; i++) {
        double x = number(f, operand, i), y = number(d, operand, i);
        cr_assert(fabs(x - y) <= allowed, "%s: operand %d, number %zu: float %.9g, double %.17g",
                  says, operand, i, x, y);
    }
}

static void expect_near(const struct tri_case *f, const struct tri_case *d, const char *says)
{
    struct tri_difference apart = tri_case_difference(f, d);
    cr_expect(apart.integers <= apart.points / 100, "%s: %zu of %zu integers differ", says,
              apart.integers, apart.points);
    for (int o = 0; o < TRI_SLOTS; o++)
        if (tri_operand_in(d, o) && tri_operand_is_written(d, o) &&
            tri_operand_in(d, o)->type == TRI_FLOATING)
            expect_numbers_near(f, d, o, says);
}

ParameterizedTestParameters(paths, float_and_double)
{
    size_t n = 0;
    struct row *rows = cr_malloc(sizeof *rows * tri_hotspot_count() * TRI_PATHS);
    for (size_t h = 0; h < tri_hotspot_count(); h++)
        for (int path = TRI_REFERENCE; path < TRI_PATHS; path++)
            rows[n++] = (struct row){ h, path, 0, 0 };
    return cr_make_param_array(struct row, rows, n);
}

ParameterizedTest(struct row *r, paths, float_and_double)
{
    char settings[400];
    enum tri_path path = (enum tri_path)r->path;
    const struct tri_hotspot *f = tri_hotspot_at(r->hotspot, TRI_FLOAT);
    const struct tri_hotspot *d = tri_hotspot_at(r->hotspot, TRI_DOUBLE);
    need_path(f, path);
    need_path(d, path);
    for (size_t k = 0; k < choices(f); k++) {
        case_settings(f, k, MIDDLE, settings, sizeof settings);
        struct tri_case a = case_of(f, settings), b = case_of(d, settings);
        run_path(&a, path);
        run_path(&b, path);
        expect_near(&a, &b, settings);
        tri_case_free(&a);
        tri_case_free(&b);
    }
}
