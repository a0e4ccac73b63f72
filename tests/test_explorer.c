/* explore: how steps change its state. */
#include "check.h"
#include "explorer.h"

/* 96 x 54 pixels, of the whole set, by simd in float. */
static struct explorer explorer(void)
{
    struct tri_case start[SETS];
    struct explorer x;
    for (int i = 0; i < SETS; i++) {
        tri_case_init(&start[i], tri_hotspot_named(set_at((size_t)i, NULL), TRI_DOUBLE));
        must(tri_case_set(&start[i], "width=96,height=54,iterations=100", &failure));
    }
    must(explorer_begin(&x, SET_MANDELBROT, start, TRI_SIMD, NULL, TRI_FLOAT, &failure));
    return x;
}

static bool try(struct explorer *x, const char *line, struct tri_error *e)
{
    char text[200];
    struct step s = { 0 };
    bool found;
    snprintf(text, sizeof text, "%s", line);
    cr_assert(step_read(&s, text, &found, e) && found, "%s: %s", line, e->text);
    bool good = explorer_take(x, &s, e);
    free(s.word);
    return good;
}

static void take(struct explorer *x, const char *line)
{
    cr_assert(try(x, line, &failure), "%s: %s", line, failure.text);
}

static void expect_view(const struct view *a, const struct view *b)
{
    cr_expect(memcmp(&a->xmin, &b->xmin, 4 * sizeof a->xmin) == 0);
    cr_expect(a->width == b->width && a->height == b->height);
}

Test(explorer, at_first_all_of_the_set)
{
    struct explorer x = explorer();
    const struct view wanted = { -0.5 - 16.0 / 9, -0.5 + 16.0 / 9, -1, 1, 96, 54 }, *v = x.view;
    cr_expect(x.set == SET_MANDELBROT && x.iterations[x.set] == 100);
    cr_expect_str_eq(x.variant, "tuned");
    cr_expect(abs((int)((v->xmin - wanted.xmin) * 1e9)) == 0 &&
              abs((int)((v->ymax - 1) * 1e9)) == 0);
}

Test(explorer, keys_that_go_round)
{
    static const char keys[] = "fcdh";
    for (const char *k = keys; *k; k++) {
        struct explorer x = explorer(), first = x;
        char line[] = "key ?";
        int n = 0;
        line[4] = *k;
        do
            take(&x, line);
        while (++n < 10 && (x.precision != first.precision || x.palette != first.palette ||
                            x.difference != first.difference || x.corner != first.corner));
        cr_expect(n > 1 && n < 10, "key %c comes back after %d", *k, n);
    }
}

Test(explorer, the_key_for_paths_takes_those_that_can_run)
{
    struct explorer x = explorer();
    bool seen[TRI_PATHS] = { 0 };
    for (int i = 0; i < TRI_PATHS; i++) {
        take(&x, "key p");
        seen[x.path] = true;
        const struct tri_hotspot *h = tri_hotspot_named("mandelbrot", TRI_FLOAT);
        cr_expect(tri_path_of(h, tri_variant_named(h, x.variant), x.path));
    }
    for (int p = 0; p < TRI_PATHS; p++)
        cr_expect(seen[p] == (p != TRI_ORIGIN && tri_path_available(p, NULL)), "%s",
                  tri_path_name(p));
}

Test(explorer, the_key_for_variants_takes_those_that_the_path_has)
{
    struct explorer x = explorer();
    static const char *const of_simd[] = { "plain", "batches", "tuned" };
    for (int i = 0; i < 6; i++) {
        take(&x, "key v");
        cr_expect_str_eq(x.variant, of_simd[i % 3]);
    }
    take(&x, "path reference");
    const char *before = x.variant;
    take(&x, "key v");
    cr_expect_str_eq(x.variant, before, "the reference has none");
}

Test(explorer, iterations_stay_within_what_the_set_takes)
{
    struct explorer x = explorer();
    for (int i = 0; i < 30; i++)
        take(&x, "key +");
    cr_expect(x.iterations[SET_MANDELBROT] == MAX_ITERATIONS);
    for (int i = 0; i < 30; i++)
        take(&x, "key -");
    cr_expect(x.iterations[SET_MANDELBROT] == 1);
    take(&x, "julia 0 0.5");
    for (int i = 0; i < 30; i++)
        take(&x, "key +");
    cr_expect(x.iterations[SET_JULIA] == 4095);
    cr_expect(x.iterations[SET_MANDELBROT] == 1, "of the other set");
}

Test(explorer, julia_is_that_of_the_point_under_the_mouse)
{
    struct explorer x = explorer();
    const struct place c = x.c;
    take(&x, "key j");
    cr_expect(x.set == SET_JULIA && x.c.re == c.re && x.c.im == c.im, "the mouse was nowhere");
    take(&x, "key m");
    take(&x, "zoom 4 20 30");
    take(&x, "point 11 22");
    struct place wanted = view_place(&x.view[SET_MANDELBROT], 11, 22);
    take(&x, "key j");
    cr_expect(x.c.re == wanted.re && x.c.im == wanted.im);
    take(&x, "point 50 50");
    take(&x, "key j");
    cr_expect(x.c.re == wanted.re, "a point of Julia's plane is no c");
}

Test(explorer, sets_keep_their_views)
{
    struct explorer x = explorer();
    take(&x, "zoom 3 1 2");
    const struct view zoomed = x.view[SET_MANDELBROT];
    take(&x, "julia 0 0");
    take(&x, "drag 1 1 9 9");
    take(&x, "mandelbrot");
    expect_view(&x.view[x.set], &zoomed);
    take(&x, "key r");
    const struct explorer first = explorer();
    expect_view(&x.view[x.set], &first.view[SET_MANDELBROT]);
}

Test(explorer, a_view_around_a_point)
{
    struct explorer x = explorer();
    take(&x, "view -0.75 0.25 0.5");
    const struct view wanted = { -1, -0.5, 0.25 - 0.140625, 0.25 + 0.140625, 96, 54 };
    expect_view(&x.view[x.set], &wanted);
}

Test(explorer, the_case_has_the_values_to_the_last_bit)
{
    struct explorer x = explorer();
    struct tri_case c;
    take(&x, "julia -0.8 0.156");
    take(&x, "zoom 3 17 19");
    for (int p = 0; p < TRI_PRECISIONS; p++) {
        must(explorer_case(&x, p, &c, &failure));
        const struct view *v = &x.view[SET_JULIA];
        const struct view found = {
            tri_case_value(&c, "xmin").real,          tri_case_value(&c, "xmax").real,
            tri_case_value(&c, "ymin").real,          tri_case_value(&c, "ymax").real,
            (int)tri_case_value(&c, "width").integer, (int)tri_case_value(&c, "height").integer
        };
        expect_view(&found, v);
        cr_expect(c.hotspot->precision == (enum tri_precision)p && !c.ran_on);
        cr_expect(tri_case_value(&c, "cim").real == 0.156);
        cr_expect(tri_case_value(&c, "iterations").integer == 100);
        cr_expect_str_eq(c.variant->name, "tuned");
    }
}

/* ---- What cannot be ---- */

static const struct {
    const char *before, *line, *says;
} refused[] = {
    { NULL, "zoom 1e-6 0 0", "the view ends at -1e6 and 1e6 in each direction" },
    { "zoom 1e6 0 0", "zoom 1e6 0 0", NULL },
    { "view -0.75 0.1 1e-12", "zoom 1e5 0 0",
      "double ends here: it cannot tell a pixel from the next" },
    { "julia 0 0", "iterations 4096", "iterations: julia takes 1 to 4095" },
    { NULL, "variant v0", "variant v0: *" },
    { NULL, "variant tiles", "mandelbrot, tiles, has no path simd" },
    { NULL, "path origin", "mandelbrot, plain, has no path origin" },
    { NULL, "save x.jpg", "save x.jpg: has to end in .png" },
    { NULL, "save none/x.png", "none/x.png: *" },
};

Test(explorer, what_cannot_be_taken_changes_nothing)
{
    FOR_EACH (r, refused) {
        struct explorer x = explorer();
        struct tri_error e = { 0 };
        if (r->before)
            take(&x, r->before);
        const struct explorer before = x;
        bool good = try(&x, r->line, &e);
        cr_expect(good == !r->says, "%s", r->line);
        if (good)
            continue;
        size_t n = strcspn(r->says, "*");
        cr_expect(strncmp(e.text, r->says, n) == 0, "%s: %s", r->line, e.text);
        expect_view(&x.view[x.set], &before.view[x.set]);
        cr_expect(x.variant == before.variant && x.path == before.path);
        cr_expect(memcmp(x.iterations, before.iterations, sizeof x.iterations) == 0);
    }
}

Test(explorer, what_cannot_be_shown_at_first)
{
    static const char *const settings[] = { "width=8193", "height=8193", "iterations=1048577" };
    for (int i = 0; i < 3; i++) {
        struct tri_case start[SETS];
        struct explorer x;
        struct tri_error e = { 0 };
        for (int s = 0; s < SETS; s++)
            tri_case_init(&start[s], tri_hotspot_named(set_at((size_t)s, NULL), TRI_DOUBLE));
        cr_assert(tri_case_set(&start[0], settings[i], &e));
        cr_expect(!explorer_begin(&x, SET_MANDELBROT, start, TRI_SIMD, NULL, TRI_FLOAT, &e));
        cr_expect(e.status == TRI_USAGE && strstr(e.text, settings[i]), "%s", e.text);
    }
}
