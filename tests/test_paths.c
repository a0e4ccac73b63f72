/*
 * Every hotspot × variant × path × precision against the reference, bit for bit.
 *
 * The tests are generated from the registry and the descriptions, so a new hotspot is included by itself.
 * Large sizes, and parameters that its author knows to be hard, are in test_hard_cases.c.
 */
#include "laws.h"

#include <math.h>
#include <omp.h>

/* ---- At small sizes, with all choices ---- */

EACH_OF(paths, small_sizes, struct each, each_hotspot())
{
    char settings[400];
    const struct tri_hotspot *h = hotspot_in(r);
    for (size_t k = 0; k < choices(h); k++)
        for (size_t s = 0; s < SMALL_SIZES; s++)
            expect_all_agree(h, case_settings(h, k, s, settings, sizeof settings), true);
}

/* ---- On any number of threads ----
 *
 * Some paths cut their work by it.  In small sizes there are too few rows for that to show everywhere,
 * so the middle one is among them. */

static void check_threads(const struct tri_hotspot *h, const char *settings, bool between)
{
    static const int threads[] = { 1, 3, 16 };
    char says[440];
    case_auto_t reference = reference_of(h, settings), c = case_of(h, settings);
    for (size_t i = 0; tri_variant_at(h, i); i++)
        FOR_EACH (r, threads) {
            if (!between && !is_end(h, tri_variant_at(h, i)))
                continue;
            snprintf(says, sizeof says, "%s, %d threads", settings, *r);
            omp_set_num_threads(*r);
            cr_assert(tri_case_choose(&c, tri_variant_at(h, i), &failure), "%s: %s", says,
                      failure.text);
            expect_paths_agree(&c, &reference, says);
        }
}

EACH_OF(paths, any_number_of_threads, struct each, each_hotspot())
{
    char settings[400];
    int most = omp_get_max_threads();
    const struct tri_hotspot *h = hotspot_in(r);
    for (size_t k = 0; k < choices(h); k++)
        for (size_t s = 0; s <= MIDDLE; s++) {
            omp_set_num_threads(most);
            check_threads(h, case_settings(h, k, s, settings, sizeof settings), s == MIDDLE);
        }
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

EACH_OF(paths, every_width, struct each, each_hotspot())
{
    char choice[200], size[200], both[400];
    int extent[TRI_MAX_RANK] = { 3, 3, 3 };
    const struct tri_hotspot *h = hotspot_in(r);
    for (int width = 1; width <= WIDEST; width++) {
        extent[last_extent(h)] = width;
        join(choice_settings(h, (size_t)width % choices(h), choice, sizeof choice),
             extent_settings(h, extent, size, sizeof size), both, sizeof both);
        expect_all_agree(h, both, width % 19 == 1);
    }
}

/* ---- Wherever operands begin and end, results are right, and nothing is written beside them, sanitizer or not ---- */

enum { MARGIN = 4096, MARGIN_BYTE = 0x5C, OFFSETS = 16 };

/* Memory in which an operand lies, in bytes from its beginning. */
struct place {
    char *block;
    size_t before, size;
};

/* Of scratch, which is the harness's, it begins with a line of the cache; of others, elements after one. */
static struct place place_for(const struct tri_case *c, int operand, size_t offset)
{
    size_t bytes = tri_operand_bytes(c, operand), n = c->length[operand];
    size_t elements =
        operand < TRI_MAX_OPERANDS ? (offset * (2 * (size_t)operand + 1)) % OFFSETS : 0;
    struct place p = { .before = MARGIN + elements * (n ? bytes / n : 1) };
    p.size = (p.before + bytes + MARGIN + 63) / 64 * 64;
    p.block = aligned_alloc(64, p.size);
    cr_assert(p.block);
    memset(p.block, MARGIN_BYTE, p.size);
    memcpy(p.block + p.before, c->operand[operand], bytes);
    return p;
}

static void expect_whole(const struct tri_case *c, int operand, const struct place *p,
                         const char *says)
{
    size_t hurt = 0, end = p->before + tri_operand_bytes(c, operand);
    for (size_t i = 0; i < p->size; i++)
        hurt += (i < p->before || i >= end) && p->block[i] != MARGIN_BYTE;
    cr_expect(hurt == 0, "%s, %s, %s: wrote %zu bytes beside operand %s", c->hotspot->name,
              c->variant->name, says, hurt, tri_operand_in(c, operand)->name);
}

static void check_places(const struct tri_case *reference, const struct tri_variant *variant,
                         const char *settings, size_t offset)
{
    char says[440];
    struct place place[TRI_SLOTS] = { { NULL, 0, 0 } };
    case_auto_t c = case_of_variant(reference->hotspot, variant, settings);
    snprintf(says, sizeof says, "%s, offset %zu", settings, offset);
    for (int o = 0; o < TRI_SLOTS; o++)
        if (c.operand[o]) {
            place[o] = place_for(&c, o, offset);
            free(c.operand[o]);
            c.operand[o] = place[o].block + place[o].before;
        }
    expect_paths_agree(&c, reference, says);
    for (int o = 0; o < TRI_SLOTS; o++)
        if (place[o].block) {
            expect_whole(&c, o, &place[o], says);
            c.operand[o] = place[o].block;
        }
}

EACH_OF(paths, places, struct each, each_hotspot())
{
    char settings[400];
    const struct tri_hotspot *h = hotspot_in(r);
    for (size_t k = 0; k < choices(h); k++)
        for (size_t s = 0; s < SMALL_SIZES; s++) {
            case_auto_t reference =
                reference_of(h, case_settings(h, k, s, settings, sizeof settings));
            for (size_t i = 0; tri_variant_at(h, i); i++)
                for (size_t offset = 0; offset < OFFSETS; offset += INSTRUMENTED ? 5 : 1)
                    check_places(&reference, tri_variant_at(h, i), settings, offset);
        }
}

/* ---- Float against double: near each other ----
 *
 * Numbers to a thousandth of the largest of their kind; of integers, which a rounding decides only at
 * an edge, all but a hundredth. */
static double largest_of(const struct tri_case *c, int operand)
{
    double largest = 0;
    for (size_t i = 0; i < c->length[operand]; i++)
        largest = fmax(largest, fabs(value_at(c, operand, i)));
    return largest;
}

static void expect_numbers_near(const struct tri_case *f, const struct tri_case *d, int operand,
                                const char *says)
{
    double allowed = 1e-3 * largest_of(d, operand);
    for (size_t i = 0; i < d->length[operand]; i++) {
        double x = value_at(f, operand, i), y = value_at(d, operand, i);
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

struct pair {
    size_t hotspot;
    int path;
};

ParameterizedTestParameters(paths, float_and_double)
{
    size_t n = 0;
    struct pair *pairs = cr_malloc(sizeof *pairs * tri_hotspot_count() * TRI_PATHS);
    for (size_t h = 0; h < tri_hotspot_count(); h++)
        for (int path = TRI_REFERENCE; path < TRI_PATHS; path++)
            pairs[n++] = (struct pair){ h, path };
    return cr_make_param_array(struct pair, pairs, n);
}

ParameterizedTest(struct pair *r, paths, float_and_double)
{
    char settings[400];
    enum tri_path path = (enum tri_path)r->path;
    const struct tri_hotspot *f = tri_hotspot_at(r->hotspot, TRI_FLOAT);
    const struct tri_hotspot *d = tri_hotspot_at(r->hotspot, TRI_DOUBLE);
    need_path(f, path);
    need_path(d, path);
    for (size_t k = 0; k < choices(f); k++) {
        case_settings(f, k, MIDDLE, settings, sizeof settings);
        case_auto_t a = case_of(f, settings), b = case_of(d, settings);
        run_path(&a, path);
        run_path(&b, path);
        expect_near(&a, &b, settings);
    }
}
