/* A setting of a run is a line of settings.def: one more is known to all that follow the list. */
#include "exported.h"
#include "stores.h"

#include "help.h"
#include "batch.h"
#include "rows.h"
#include "entries.h"
#include "table.h"

/* The list with one more, whose member is that of teams: struct tri_launch has none for it here. */
static const struct tri_setting planted[] = {
#define SETTING(key, name, max, value, concerns, meaning) \
    { #key, name, offsetof(struct tri_launch, key), max, value, concerns, meaning },
#include "settings.def"
#undef SETTING
    { "tall_waves", "tall-waves", offsetof(struct tri_launch, teams), 9, NULL, TRI_OF_OFFLOAD,
      "waves of a planted sea" },
    { .key = NULL },
};

static void plant(void)
{
    tri_settings_use(planted);
}

TestSuite(settings, .init = plant);

/* What a run with --sweep tall-waves=3 measures. */
static struct tri_measurement *with_waves(double seconds)
{
    struct request r = { .hotspot = { "mandelbrot" }, .hotspots = 1, .threads = 2 };
    struct sweep s = { .axes = 0 };
    struct plan plan;
    r.precision[TRI_DOUBLE] = true;
    cr_assert(parse_axis(&s, &r, "tall-waves=3") == 0, "%s", r.error.text);
    must(plan_make(&plan, &s, &r, &failure));
    cr_expect_str_eq(plan.table[0].swept, "tall-waves");
    const struct tri_hotspot *h = plan.table[0].hotspot;
    const struct tri_contender who = tri_path_contender(h, &h->plain, TRI_OFFLOAD);
    struct tri_measurement *m = measured(TRI_OFFLOAD, seconds);
    m->launch = effort_of(&plan.table[0].setup[0], &r, &who).launch;
    plan_free(&plan);
    return m;
}

Test(settings, in_help)
{
    struct batch b = { .json_fd = -1 };
    char name[] = "bench", *words[] = { name, NULL };
    cr_assert(argp_parse(&measuring_argp, 1, words, ARGP_NO_EXIT, NULL, &b) == 0);
    for (size_t i = 0; help_option(&measuring_argp, i); i++)
        if (strcmp(help_option(&measuring_argp, i)->name, "sweep") == 0)
            cr_expect(strstr(help_option(&measuring_argp, i)->doc,
                             ", halo-rows, wait, tall-waves, path"));
    sweep_help(begin_text());
    text_auto_t *text = end_text();
    expect_text(text, "\n  tall-waves        waves of a planted sea (1 to 9)\n");
}

Test(settings, in_sweeps)
{
    struct request r = { .hotspot = { "mandelbrot" }, .hotspots = 1 };
    struct sweep s = { .axes = 0 };
    cr_expect(parse_axis(&s, &r, "tall-waves=10") != 0);
    cr_expect_str_eq(r.error.text, "--sweep tall-waves=10: has to be an integer from 1 to 9");
    cr_expect(is_launch_axis("tall-waves=1,2") && !is_launch_axis("waves=1,2"));
    struct tri_measurement *m = with_waves(1), *without = measured(TRI_OFFLOAD, 1);
    cr_expect(m->launch.teams == 3);
    FILE *out = begin_text();
    print_swept(out, "tall-waves,n", "3,4", m);
    print_swept(out, "tall-waves,n", "3,4", without);
    text_auto_t *text = end_text();
    cr_expect_str_eq(text, "3,4-,4");
    tri_measurement_free(m);
    tri_measurement_free(without);
    free(m);
    free(without);
}

/* Rows that differ in it are two measurements, and are called so. */
Test(settings, in_rows_and_csv)
{
    store_auto_t *s = new_store();
    add_row(s, "", measured(TRI_OFFLOAD, 1));
    add_row(s, "", with_waves(2));
    cr_expect_str_eq(asked(s, "select json_extract(json, '$.tall_waves') from row where id = 2"),
                     "3");
    cr_expect_str_eq(asked(s, "select count(distinct identity) from row"), "2");
    text_auto_t *csv = written_as(s, "csv"), *json = written_as(s, "json");
    expect_text(csv, ",tall_waves\r\nfake.offload.plain.double.tall_waves=-.teams=-,");
    expect_text(csv, ",\r\nfake.offload.plain.double.tall_waves=3.teams=3,");
    expect_text(csv, ",3\r\n");
    cr_expect(strstr(json, "\"tall_waves\":3") && strstr(json, "\"tall_waves\":null"), "%s", json);
    must(rows_prepare(s, &failure));
    cr_expect_str_eq(asked(s, "select count(distinct work) from work"), "2");
    cr_expect_str_eq(asked(s, "select value from launch where id = 2 and name = 'tall-waves'"),
                     "3");
}

/* A file of rows knows it as a column; one of fewer settings is of another schema. */
Test(settings, in_databases)
{
    const char *file = in_scratch("rows.db");
    struct store *s = opened(file, STORE_WRITE);
    add_row(s, "", with_waves(2));
    cr_expect_str_eq(asked(s, "select tall_waves from times"), "3");
    cr_expect_str_eq(asked(s, "select tall_waves from latest"), "3");
    store_close(s);
    tri_settings_use(NULL);
    expect_no_store(file, STORE_READ, "has schema 8, not 7");
}
