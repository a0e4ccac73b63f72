/*
 * Every hotspot × path × precision against the reference, bit for bit.
 *
 * The rows come from the registry and the descriptions: a new hotspot is in here without a line.
 * What only its author knows to be hard for it, such as a view, may be added to `cases`.
 */
#include "check.h"

#include <criterion/criterion.h>
#include <criterion/parameterized.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* ---- Sizes: for any hotspot ---- */

/* Rows, columns, and what else there may be, or the one extent of a hotspot that has no more; no
 * multiples of any number of lanes. */
static const struct {
    int extent[TRI_MAX_RANK], only;
} sizes[] = {
    { { 1, 1, 1 }, 1 },      { { 2, 2, 2 }, 2 },         { { 5, 7, 3 }, 7 },
    { { 67, 101, 5 }, 101 }, { { 201, 303, 7 }, 30011 }, { { 1000, 1500, 9 }, 1000003 },
};
enum { SMALL_SIZES = 4, MIDDLE = 4, LARGE = INSTRUMENTED ? 4 : 5 };

/* The parameters that are extents, in the order in which the operands' shapes name them. */
static int extents(const struct tri_hotspot *h, int param[TRI_MAX_PARAMS])
{
    bool named[TRI_MAX_PARAMS] = { false };
    int n = 0;
    for (int o = 0; h->operands[o].name; o++)
        for (int d = 0; d < h->operands[o].rank; d++) {
            int p = h->operands[o].shape[d];
            if (!named[p])
                param[n++] = p;
            named[p] = true;
        }
    return n;
}

static const char *extent_settings(const struct tri_hotspot *h, const int *extent, char *text,
                                   size_t size)
{
    int param[TRI_MAX_PARAMS], n = extents(h, param);
    size_t used = 0;
    text[0] = '\0';
    for (int i = 0; i < n; i++) {
        used += (size_t)snprintf(text + used, size - used, "%s%s=%d", i ? "," : "",
                                 h->params[param[i]].name, extent[i % TRI_MAX_RANK]);
        cr_assert(used < size);
    }
    return text;
}

static const char *size_settings(const struct tri_hotspot *h, size_t k, char *text, size_t size)
{
    int param[TRI_MAX_PARAMS];
    return extent_settings(h, extents(h, param) == 1 ? &sizes[k].only : sizes[k].extent, text,
                           size);
}

/* ---- Cases: for one hotspot ---- */

#define SEAHORSE "xmin=-0.7439,xmax=-0.7434,ymin=0.1316,ymax=0.1321"

static const struct {
    const char *hotspot, *settings;
} cases[] = {
    /* Everything escapes, at once and a little later; nothing does; what takes longest. */
    { "mandelbrot", "width=101,height=67,xmin=2.5,xmax=4,ymin=2,ymax=3" },
    { "mandelbrot", "width=101,height=67,xmin=0.5,xmax=2.5,ymin=0.5,ymax=2.5" },
    { "mandelbrot", "width=101,height=67,xmin=-0.1,xmax=0.1,ymin=-0.1,ymax=0.1" },
    { "mandelbrot", INSTRUMENTED ? "width=23,height=17,iterations=20000," SEAHORSE
                                 : "width=101,height=67,iterations=20000," SEAHORSE },

    /* Orbits that overflow within a block of steps, to infinity and on to NaN. */
    { "mandelbrot", "width=101,height=67,xmin=-1e6,xmax=1e6,ymin=-1e6,ymax=1e6" },
    { "mandelbrot", "width=101,height=67,xmin=-1e6,xmax=-999999,ymin=0,ymax=1e-9" },
    { "mandelbrot", "width=64,height=3,xmin=-64,xmax=64,ymin=-1,ymax=2" },

    /* Around c = -2, where an orbit that has reached 2 grows by less than anywhere else: the one
     * place where rounding might bring it back.  Some ULPs of double, then some of float. */
    { "mandelbrot", "width=64,height=256,xmin=-2.000000000000007105427357601001858711242675781,"
                    "xmax=-1.999999999999992894572642398998141288757324218,"
                    "ymin=-5.9604644775390625e-8,ymax=5.9604644775390625e-8" },
    { "mandelbrot", "width=64,height=256,xmin=-2.000003814697265625,xmax=-1.999996185302734375,"
                    "ymin=-0.001953125,ymax=0.001953125" },
    { "mandelbrot", "width=37,height=41,xmin=-2,xmax=-1.9999999999999996,ymin=0,ymax=1e-300" },

    /* |z(8)|^2 is just below 4 if fused, and 4 if not: listing 7 fuses it at every eighth step. */
    { "mandelbrot", "width=1,height=1,xmin=-0.7736892851753483,ymin=0.35264987424380606" },
    { "mandelbrot", "width=1,height=1,xmin=-0.773688972,ymin=0.352650076" },
    { "mandelbrot", "width=1,height=1,xmin=0.0960936099,ymin=0.702457547" },

    /* Inside: beside the cardioid and the disc, in smaller discs, up to the right edge of the view;
     * orbits that go round for long before the bits repeat. */
    { "mandelbrot", "width=101,height=67,xmin=-1,xmax=0,ymin=-0.3,ymax=0.3" },
    { "mandelbrot",
      "width=101,height=67,xmin=0.24,xmax=0.26,ymin=-0.01,ymax=0.01,iterations=5000" },
    { "mandelbrot",
      "width=101,height=67,xmin=-0.76,xmax=-0.74,ymin=-0.01,ymax=0.01,iterations=5000" },
    { "mandelbrot",
      "width=101,height=67,xmin=-1.26,xmax=-1.24,ymin=-0.01,ymax=0.01,iterations=5000" },
    { "mandelbrot",
      "width=101,height=67,xmin=-0.22,xmax=-0.02,ymin=0.63,ymax=0.75,iterations=3000" },
    { "mandelbrot",
      "width=101,height=67,xmin=-1.78,xmax=-1.74,ymin=-0.01,ymax=0.01,iterations=3000" },
    { "mandelbrot", "width=5000,height=2,xmin=-2,xmax=0.5,ymin=0,ymax=0.02" },

    /* Limits beside and on the ends of blocks. */
    { "mandelbrot", "width=67,height=101,iterations=1" },
    { "mandelbrot", "width=67,height=101,iterations=2" },
    { "mandelbrot", "width=67,height=101,iterations=7" },
    { "mandelbrot", "width=67,height=101,iterations=8" },
    { "mandelbrot", "width=67,height=101,iterations=9" },
    { "mandelbrot", "width=67,height=101,iterations=15" },
    { "mandelbrot", "width=67,height=101,iterations=16" },
    { "mandelbrot", "width=67,height=101,iterations=17" },
    { "mandelbrot", "width=67,height=101,iterations=31" },
    { "mandelbrot", "width=67,height=101,iterations=33" },
    { "mandelbrot", "width=67,height=101,iterations=127" },
    { "mandelbrot", "width=67,height=101,iterations=129" },
    { "mandelbrot", "width=67,height=101,iterations=1001" },

    /* One column, one row, and less than the coursework has to step by. */
    { "mandelbrot", "width=1,height=3001,xmin=-0.75,xmax=1" },
    { "mandelbrot", "width=3001,height=1,ymin=0.1,ymax=1" },
    { "mandelbrot", "width=3,height=9" },
    { "mandelbrot", "width=4,height=4" },

    /* Single rows and columns, primes, beside and on the edges of tiles, of blocks of panels, and of
     * slabs. */
    { "matmul", "m=1,n=1,k=1000" },
    { "matmul", "m=1,n=1009,k=3" },
    { "matmul", "m=1009,n=1,k=3" },
    { "matmul", "m=101,n=103,k=107" },
    { "matmul", "n=255" },
    { "matmul", "n=256" },
    { "matmul", "n=257" },
    { "matmul", "m=97,n=129,k=601" },
    { "matmul", "m=193,n=519,k=255" },
};
enum { CASES = sizeof cases / sizeof *cases };

/* ---- What a row of the table does ---- */

struct row {
    size_t hotspot;
    int path, precision;
    size_t k; /* of the choices, or of the cases */
};

static const struct tri_hotspot *hotspot_of(const struct row *r)
{
    return tri_hotspot_at(r->hotspot, (enum tri_precision)r->precision);
}

static const char *join(const char *a, const char *b, char *text, size_t size)
{
    cr_assert((size_t)snprintf(text, size, "%s%s%s", a, *a && *b ? "," : "", b) < size);
    return text;
}

static void check_path(struct tri_case *c, enum tri_path path, const struct tri_case *reference,
                       const char *settings)
{
    run_path(c, path);
    struct tri_difference d = tri_case_difference(c, reference);
    cr_assert(d.points > 0);
    cr_expect(tri_agrees(c->hotspot, &d),
              "%s, path %s, %s, %s: %zu of %zu points differ from the reference, the first is "
              "number %zu; by up to %g and %g ULPs",
              c->hotspot->name, tri_path_name(path), tri_precision_name(c->hotspot->precision),
              settings, d.different, d.points, d.first, d.largest, d.max_ulps);
}

static bool owes_agreement(enum tri_path path)
{
    return path != TRI_ORIGIN && path != TRI_REFERENCE;
}

/* ---- Each path, at small sizes, with all choices ---- */

static struct criterion_test_params make_rows(void)
{
    size_t n = 0, most = tri_hotspot_count() * TRI_PATHS * TRI_PRECISIONS;
    struct row *rows = cr_malloc(most * sizeof *rows);
    for (size_t h = 0; h < tri_hotspot_count(); h++)
        for (int path = 0; path < TRI_PATHS; path++)
            for (int p = 0; p < TRI_PRECISIONS; p++)
                if (owes_agreement((enum tri_path)path))
                    rows[n++] = (struct row){ h, path, p, 0 };
    return cr_make_param_array(struct row, rows, n);
}

ParameterizedTestParameters(paths, small_sizes)
{
    return make_rows();
}

ParameterizedTest(struct row *r, paths, small_sizes)
{
    char choice[200], size[200], both[400];
    const struct tri_hotspot *h = hotspot_of(r);
    need_path(h, (enum tri_path)r->path);
    for (size_t k = 0; k < choices(h); k++)
        for (size_t s = 0; s < SMALL_SIZES; s++) {
            join(choice_settings(h, k, choice, sizeof choice),
                 size_settings(h, s, size, sizeof size), both, sizeof both);
            struct tri_case reference = case_of(h, both), c = case_of(h, both);
            run_path(&reference, TRI_REFERENCE);
            check_path(&c, (enum tri_path)r->path, &reference, both);
            tri_case_free(&reference);
            tri_case_free(&c);
        }
}

/* ---- Every length of a row, up to more than any strip of lanes that a path may take ---- */

enum { WIDEST = INSTRUMENTED ? 40 : 270 };

ParameterizedTestParameters(paths, every_width)
{
    return make_rows();
}

ParameterizedTest(struct row *r, paths, every_width)
{
    char choice[200], size[200], both[400];
    int param[TRI_MAX_PARAMS], extent[TRI_MAX_RANK] = { 2, 2, 2 };
    const struct tri_hotspot *h = hotspot_of(r);
    need_path(h, (enum tri_path)r->path);
    for (int width = 1; width <= WIDEST; width++) {
        extent[(extents(h, param) - 1) % TRI_MAX_RANK] = width;
        join(choice_settings(h, (size_t)width % choices(h), choice, sizeof choice),
             extent_settings(h, extent, size, sizeof size), both, sizeof both);
        struct tri_case reference = case_of(h, both), c = case_of(h, both);
        run_path(&reference, TRI_REFERENCE);
        check_path(&c, (enum tri_path)r->path, &reference, both);
        tri_case_free(&reference);
        tri_case_free(&c);
    }
}

/* ---- Each case, on all paths that can run: the reference takes long, and runs once ---- */

static void check_all_paths(const struct tri_hotspot *h, const char *settings)
{
    struct tri_error why;
    struct tri_case reference = case_of(h, settings), c = case_of(h, settings);
    run_path(&reference, TRI_REFERENCE);
    for (int path = 0; path < TRI_PATHS; path++)
        if (owes_agreement((enum tri_path)path) && can_run(h, (enum tri_path)path, &why))
            check_path(&c, (enum tri_path)path, &reference, settings);
    tri_case_free(&reference);
    tri_case_free(&c);
}

ParameterizedTestParameters(paths, large_size)
{
    size_t n = 0, most = 0;
    for (size_t h = 0; h < tri_hotspot_count(); h++)
        most += choices(tri_hotspot_at(h, TRI_FLOAT)) * TRI_PRECISIONS;
    struct row *rows = cr_malloc(most * sizeof *rows);
    for (size_t h = 0; h < tri_hotspot_count(); h++)
        for (int p = 0; p < TRI_PRECISIONS; p++)
            for (size_t k = 0; k < choices(tri_hotspot_at(h, TRI_FLOAT)); k++)
                rows[n++] = (struct row){ h, 0, p, k };
    return cr_make_param_array(struct row, rows, n);
}

ParameterizedTest(struct row *r, paths, large_size)
{
    char choice[200], size[200], both[400];
    const struct tri_hotspot *h = hotspot_of(r);
    check_all_paths(h, join(choice_settings(h, r->k, choice, sizeof choice),
                            size_settings(h, LARGE, size, sizeof size), both, sizeof both));
}

ParameterizedTestParameters(paths, hard_cases)
{
    size_t n = 0;
    struct row *rows = cr_malloc(sizeof *rows * CASES * TRI_PRECISIONS);
    for (size_t k = 0; k < CASES; k++)
        for (int p = 0; p < TRI_PRECISIONS; p++)
            rows[n++] = (struct row){ 0, 0, p, k };
    return cr_make_param_array(struct row, rows, n);
}

ParameterizedTest(struct row *r, paths, hard_cases)
{
    char choice[200], both[600];
    const struct tri_hotspot *h =
        tri_hotspot_named(cases[r->k].hotspot, (enum tri_precision)r->precision);
    cr_assert(h, "there is no hotspot %s", cases[r->k].hotspot);
    for (size_t k = 0; k < choices(h); k++)
        check_all_paths(h, join(choice_settings(h, k, choice, sizeof choice), cases[r->k].settings,
                                both, sizeof both));
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
    for (int o = 0; c->hotspot->operands[o].name; o++) {
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
    for (int o = 0; c->hotspot->operands[o].name; o++) {
        if (!may_write(c, o))
            continue;
        const char *block = (char *)c->operand[o] - MARGIN;
        size_t size = tri_operand_bytes(c, o) + 2 * MARGIN, hurt = 0;
        for (size_t i = 0; i < size; i++)
            if (i < MARGIN || i >= size - MARGIN)
                hurt += block[i] != MARGIN_BYTE;
        cr_expect(hurt == 0, "%s, path %s, %s: wrote %zu bytes beside operand %s", c->hotspot->name,
                  tri_path_name(path), settings, hurt, c->hotspot->operands[o].name);
    }
}

static void remove_margins(struct tri_case *c)
{
    for (int o = 0; c->hotspot->operands[o].name; o++)
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
    char size[200];
    const struct tri_hotspot *h = hotspot_of(r);
    need_path(h, (enum tri_path)r->path);
    for (size_t s = 0; s < SMALL_SIZES; s++) {
        struct tri_case c = case_of(h, size_settings(h, s, size, sizeof size));
        add_margins(&c);
        run_path(&c, (enum tri_path)r->path);
        check_margins(&c, (enum tri_path)r->path, size);
        remove_margins(&c);
    }
}

/* ---- Float against double: no pass or fail, but every run says it ---- */

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
    char choice[200], size[200], both[400];
    enum tri_path path = (enum tri_path)r->path;
    const struct tri_hotspot *f = tri_hotspot_at(r->hotspot, TRI_FLOAT);
    const struct tri_hotspot *d = tri_hotspot_at(r->hotspot, TRI_DOUBLE);
    need_path(f, path);
    need_path(d, path);
    for (size_t k = 0; k < choices(f); k++) {
        join(choice_settings(f, k, choice, sizeof choice),
             size_settings(f, MIDDLE, size, sizeof size), both, sizeof both);
        struct tri_case a = case_of(f, both), b = case_of(d, both);
        run_path(&a, path);
        run_path(&b, path);
        struct tri_difference apart = tri_case_difference(&a, &b);
        printf("%s %s %s: float and double differ at %zu of %zu points (%.4f %%)\n", f->name,
               tri_path_name(path), both, apart.different, apart.points,
               100 * (double)apart.different / (double)apart.points);
        tri_case_free(&a);
        tri_case_free(&b);
    }
}
