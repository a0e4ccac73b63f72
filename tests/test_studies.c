/* studies.json: every word in it is known to the code that reads it; and which studies a user's program has. */
#include "check.h"
#include "fake.h"
#include "figure.h"
#include "hotspot.h"
#include "study.h"

static const char *text_in(const json_t *object, const char *key)
{
    return json_string_value(json_object_get(object, key));
}

static size_t columns_of(const json_t *study, const char *shows)
{
    const json_t *columns = json_object_get(study, "columns");
    size_t n = 0;
    for (size_t c = 0; c < json_array_size(columns); c++)
        n += strcmp(json_string_value(json_array_get(json_array_get(columns, c), 1)), shows) == 0;
    return n;
}

static bool is_figure_of_rows(const char *kind)
{
    struct request r = { .hotspots = 0 };
    int figure;
    return parse_name(&r, "", kind, figure_at, &figure) == 0;
}

/* Columns that there are, each by a name, over a head that there is; what has no usual unit has one. */
static void expect_well_formed(const json_t *study, const json_t *chart)
{
    const char *name = text_in(study, "name"), *title = text_in(chart, "title"),
               *shows = text_in(chart, "shows"), *head = text_in(chart, "head"),
               *kind = text_in(chart, "kind");
    static const char *const kinds = "curves bars heat", *const usual =
                                                             "time rate speed-up efficiency kept";
    cr_assert(title && kind, "%s", name);
    if (is_figure_of_rows(kind))
        return;
    cr_assert(strstr(kinds, kind), "%s", name);
    cr_assert(shows && head, "%s", name);
    size_t curves = json_array_size(json_object_get(chart, "curves"));
    cr_expect(columns_of(study, shows) > 0, "%s", name);
    cr_expect(curves == 0 || curves == columns_of(study, shows), "%s: %zu", name, curves);
    cr_expect(strstr(text_in(study, "down"), head), "%s", name);
    cr_expect(strstr(usual, shows), "%s", name);
    cr_expect(strcmp(shows, "rate") != 0 || text_in(chart, "unit"), "%s", name);
}

Test(study, charts_well_formed)
{
    for (size_t i = 0; study_of_all(i); i++) {
        const json_t *charts = json_object_get(study_of_all(i)->data, "charts");
        for (size_t k = 0; k < json_array_size(charts); k++)
            expect_well_formed(study_of_all(i)->data, json_array_get(charts, k));
    }
}

/* All that the data say has to be known to what reads them. */
Test(study, well_formed)
{
    for (size_t i = 0; study_of_all(i); i++) {
        const struct study *s = study_of_all(i);
        const char *hotspot = s->hotspot ? s->hotspot : "mandelbrot";
        struct request r = { .hotspot = { hotspot }, .hotspots = 1, .threads = 2 };
        struct sweep sweep = { .axes = 0 };
        cr_assert(tri_hotspot_named(hotspot, TRI_DOUBLE), "%s", s->name);
        cr_expect((s->kind == TRI_ROW_TIMES) == !s->measure, "%s", s->name);
        if (s->set)
            r.set[r.sets++] = s->set;
        for (size_t a = 0; s->axis[a]; a++)
            cr_assert(parse_axis(&sweep, &r, s->axis[a]) == 0, "%s: %s", s->name, r.error.text);
        r.precision[TRI_DOUBLE] = true;
        struct plan plan;
        cr_expect(plan_make(&plan, &sweep, &r, &failure), "%s: %s", s->name, failure.text);
        plan_free(&plan);
        struct batch b = { .request = r, .sweep = sweep };
        cr_expect(study_shows(s, &b, false, &failure), "%s: %s", s->name, failure.text);
        cr_expect(text_in(s->data, "down") &&
                      json_array_get(json_object_get(s->data, "columns"), 0),
                  "%s shows nothing", s->name);
        cr_expect(strlen(s->name) < 16 && s->meaning && s->tables);
        for (size_t k = 0; k < i; k++)
            cr_expect(strcmp(study_of_all(k)->name, s->name) != 0, "%s twice", s->name);
    }
}

/* ---- In a user's program, which has its own hotspots ---- */

static size_t studies_there(void)
{
    size_t n = 0;
    while (study_number(n))
        n++;
    return n;
}

/* Those of a hotspot that is not there are not either, by any name. */
Test(study, are_of_hotspots_that_there_are)
{
    const struct tri_entry entry = { { &fake_float, &fake_double }, "fake.c" };
    size_t all = 0, n = studies_there();
    while (study_of_all(all))
        all++;
    cr_expect(n == all, "%zu of %zu", n, all);
    use_hotspot(&entry);
    n = studies_there();
    cr_expect(n > 1 && n < all, "%zu of %zu", n, all);
    for (size_t i = 0; i < n; i++) {
        cr_expect(!study_number(i)->hotspot, "%s", study_number(i)->name);
        cr_expect_str_eq(study_at(i, NULL), study_number(i)->name);
    }
    cr_expect(!study_at(n, NULL));
}

static bool is_there(const char *name)
{
    size_t i = 0;
    while (study_at(i, NULL) && strcmp(study_at(i, NULL), name) != 0)
        i++;
    return study_at(i, NULL);
}

/* Hotspots of one's own may have one form only, and names of ours with other parameters. */
Test(study, need_what_hotspots_may_lack)
{
    static const struct tri_division rows = { .rows = FAKE_ROWS, .divided = { [FAKE_OUT] = true } };
    static const char *const ours[] = { "laplace", "julia", "blur", "matmul", "moldyn" };
    struct tri_hotspot f = fake_float, d = fake_double;
    const struct tri_entry entry = { { &f, &d }, "fake.c" };
    const struct tri_variant rungs[] = {
        { "more", "an idea", .path = { [TRI_SIMD] = f.reference } }, { .name = NULL }
    };
    use_hotspot(&entry);
    cr_expect(is_there("roofline") && !is_there("ladder") && !is_there("devices"));
    f.tuned = d.tuned = rungs;
    use_hotspot(&entry);
    cr_expect(is_there("ladder") && !is_there("devices"));
    f.plain.division = d.plain.division = &rows;
    use_hotspot(&entry);
    cr_expect(is_there("devices"));
    FOR_EACH (r, ours) {
        f.name = d.name = *r;
        use_hotspot(&entry);
        cr_expect(!is_there(*r), "%s", *r);
    }
}
