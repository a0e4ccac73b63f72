/* The references of mandelbrot and of listings are compared with a second implementation, the oracle. */
#include "check.h"
#include "oracle.h"

/* iterations, width, height, xmin, xmax, ymin, ymax */
static const struct oracle_view views[] = {
    { 0, 1000, 1, 1, -2, 1, -1, 1 },
    { 0, 1000, 91, 61, -2, 1, -1, 1 },
    { 0, 17, 91, 61, -2, 1, -1, 1 },
    { 0, 1, 32, 32, -2, 2, -2, 2 },
    { 0, 254, 64, 64, -2, 1, -1, 1 },
    { 0, 2000, 41, 31, -0.7439, -0.7434, 0.1316, 0.1321 },
    { 0, 300, 33, 31, -1e6, 1e6, -1e6, 1e6 },
    { 0, 300, 3, 5, -2.25, 0.75, -1.25, 1.25 },
    { 0, 100, 1, 1, -0.7736892851753483, 1, 0.35264987424380606, 1 },
    { 0, 100, 1, 1, -0.773688972, 1, 0.352650076, 1 },
    { 0, 500, 32, 64, -2.00000000000000355, -1.99999999999999645, -6e-8, 6e-8 },
    { 0, 500, 32, 64, -2.0000038, -1.9999962, -0.002, 0.002 },
};
enum { VIEWS = sizeof views / sizeof *views };

/* Those of listings in each arithmetic, and that of mandelbrot, which is fused. */
enum { MANDELBROT = ORACLE_ARITHMETICS, REFERENCES };

struct row {
    int view, reference, precision;
};

ParameterizedTestParameters(reference, oracle)
{
    size_t n = 0;
    struct row *rows = cr_malloc(sizeof *rows * VIEWS * REFERENCES * TRI_PRECISIONS);
    for (int v = 0; v < VIEWS; v++)
        for (int of = 0; of < REFERENCES; of++)
            for (int p = 0; p < TRI_PRECISIONS; p++)
                rows[n++] = (struct row){ v, of, p };
    return cr_make_param_array(struct row, rows, n);
}

static struct tri_case ran(const struct row *r)
{
    char choice[40] = "", view[300], text[400];
    const struct oracle_view *v = &views[r->view];
    const char *hotspot = r->reference == MANDELBROT ? "mandelbrot" : "listings";
    snprintf(view, sizeof view,
             "iterations=%d,width=%d,height=%d,xmin=%.17g,xmax=%.17g,ymin=%.17g,ymax=%.17g",
             v->iterations, v->width, v->height, v->xmin, v->xmax, v->ymin, v->ymax);
    if (r->reference != MANDELBROT)
        snprintf(choice, sizeof choice, "arithmetic=%s", oracle_names[r->reference]);
    return reference_of(tri_hotspot_named(hotspot, (enum tri_precision)r->precision),
                        join(choice, view, text, sizeof text));
}

ParameterizedTest(struct row *r, reference, oracle)
{
    struct oracle_view v = views[r->view];
    v.arithmetic = r->reference == MANDELBROT ? ORACLE_FUSED : (enum oracle_arithmetic)r->reference;
    case_auto_t c = ran(r);
    const int32_t *count = c.operand[0];
    for (int row = 0; row < v.height; row++)
        for (int col = 0; col < v.width; col++) {
            int32_t time = r->precision == TRI_FLOAT ? oracle_time_float(&v, row, col)
                                                     : oracle_time_double(&v, row, col);
            cr_assert(count[row * v.width + col] == time,
                      "view %d, %s, %s, %s: %d, %d: the reference has %d, the oracle %d", r->view,
                      c.hotspot->name, oracle_names[v.arithmetic],
                      tri_precision_name((enum tri_precision)r->precision), row, col,
                      count[row * v.width + col], time);
        }
}

/* ---- The origin, listing 1, is no bit for bit matter: nearly the same picture ----
 *
 * Its library rounds in other places, which takes tens of steps to grow to something that one sees:
 * whoever leaves early leaves at the same step, and of the others next to none does otherwise. */
Test(reference, origin_is_close)
{
    enum { EARLY = 20 };
    const struct tri_hotspot *h = tri_hotspot_named("listings", TRI_DOUBLE);
    case_auto_t c = case_of(h, "resolution=60,iterations=300,arithmetic=plain");
    case_auto_t origin = case_of(h, "resolution=60,iterations=300,arithmetic=plain");
    run_path(&c, TRI_REFERENCE);
    run_path(&origin, TRI_ORIGIN);
    const int32_t *time = c.operand[0], *his = origin.operand[0];
    for (size_t i = 0; i < c.length[0]; i++)
        cr_expect(his[i] == time[i] || time[i] == 0 || time[i] > EARLY,
                  "pixel %zu: at step %d, not %d", i, his[i], time[i]);
    struct tri_difference d = tri_case_difference(&origin, &c);
    cr_expect(d.different <= d.points / 400, "%zu of %zu points differ", d.different, d.points);
}

/* ---- Orbits that have left do not come back: what blocks of untested steps rely on ----
 *
 * |z(i+1)| >= |z(i)|^2 - |c|, so beyond |z| = 2 an orbit grows in every case but one: c near -2,
 * where z^2 + c is about 2 again and growth is a matter of the last bits.  Try to break it there,
 * with c a few ULPs off in its real part and around the root of an ULP in its imaginary part.
 */
static uint64_t state = 88172645463325252u;

static double random_in(double low, double high)
{
    state ^= state << 13; /* xorshift: Marsaglia, J. Stat. Softw. 8(14), 2003 */
    state ^= state >> 7;
    state ^= state << 17;
    return low + (high - low) * (double)(state >> 11) * 0x1p-53;
}

enum { TRIES = INSTRUMENTED ? 20000 : 400000, STEPS = 40 };

Test(reference, escaped_orbits_stay_away)
{
    for (int a = 0; a < ORACLE_ARITHMETICS; a++)
        for (int i = 0; i < TRIES; i++) {
            double ulps = random_in(-12, 12), im = random_in(-4, 4);
            enum oracle_arithmetic arithmetic = (enum oracle_arithmetic)a;
            double re = -2 + (double)(int)ulps * 0x1p-52, im_d = im * 0x1p-26;
            cr_assert(!oracle_returns_double(arithmetic, re, im_d, STEPS),
                      "%s: the orbit of %a %+a i comes back", oracle_names[a], re, im_d);
            float re_f = -2 + (float)(int)ulps * 0x1p-23f, im_f = (float)im * 0x1p-11f;
            cr_assert(!oracle_returns_float(arithmetic, re_f, im_f, STEPS),
                      "%s: the orbit of %a %+a i comes back in float", oracle_names[a],
                      (double)re_f, (double)im_f);
        }
}

Test(reference, escaped_orbits_stay_away_anywhere)
{
    static const double reach[] = { 2.5, 64, 1e6, 1e30, 1e154 };
    for (int a = 0; a < ORACLE_ARITHMETICS; a++)
        for (int i = 0; i < TRIES; i++) {
            double most = reach[i % 5];
            double re = random_in(-most, most), im = random_in(-most, most);
            enum oracle_arithmetic arithmetic = (enum oracle_arithmetic)a;
            cr_assert(!oracle_returns_double(arithmetic, re, im, STEPS), "%s: %a %+a i",
                      oracle_names[a], re, im);
            cr_assert(!oracle_returns_float(arithmetic, (float)re, (float)im, STEPS),
                      "%s: %a %+a i in float", oracle_names[a], re, im);
        }
}

/* ---- The reports' counts ---- */

static const struct {
    const char *settings;
    size_t different, points;
} golden[] = {
    { "arithmetic=listing4,resolution=500", 7559, 1500000 },
    { "arithmetic=listing7,resolution=500", 7531, 1500000 },
    { "arithmetic=listing4,resolution=1000", 29687, 6000000 },
    { "arithmetic=listing7,resolution=1000", 29683, 6000000 },
};
/* The reference takes 20 s for the larger ones, and so does a device that is the CPU: vectors tell as much. */
enum { SMALL = 2, GOLDEN = INSTRUMENTED ? SMALL : 4 };

struct counted {
    int path, k;
};

ParameterizedTestParameters(golden, differences)
{
    size_t n = 0;
    struct counted *rows = cr_malloc(sizeof *rows * TRI_PATHS * GOLDEN);
    for (int path = TRI_REFERENCE; path < TRI_PATHS; path++)
        for (int k = 0; k < (path == TRI_REFERENCE ? SMALL : GOLDEN); k++)
            rows[n++] = (struct counted){ path, k };
    return cr_make_param_array(struct counted, rows, n);
}

ParameterizedTest(struct counted *r, golden, differences)
{
    const char *settings = golden[r->k].settings;
    enum tri_path path = (enum tri_path)r->path;
    struct tri_case c[TRI_PRECISIONS];
    if (r->k >= SMALL && path == TRI_OFFLOAD && tri_device_place() != TRI_GPU)
        cr_skip("for a GPU");
    for (int p = 0; p < TRI_PRECISIONS; p++) {
        const struct tri_hotspot *h = tri_hotspot_named("listings", (enum tri_precision)p);
        need_path(h, path);
        c[p] = case_of(h, settings);
        run_path(&c[p], path);
    }
    struct tri_difference d = tri_case_difference(&c[TRI_FLOAT], &c[TRI_DOUBLE]);
    printf("listings %s %s: float and double differ at %zu of %zu points (%.4f %%)\n",
           tri_path_name(path), settings, d.different, d.points,
           100 * (double)d.different / (double)d.points);
    cr_expect(d.points == golden[r->k].points);
    cr_expect(d.different == golden[r->k].different, "path %s, %s: %zu points differ, not %zu",
              tri_path_name(path), settings, d.different, golden[r->k].different);
    for (int p = 0; p < TRI_PRECISIONS; p++)
        tri_case_free(&c[p]);
}
