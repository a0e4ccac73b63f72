/* Studies: the sheet that is made of rows, by hand. */
#include "check.h"

/* The tests are linked without bench; the other tests have what these need of it. */
#include "../bench/study/derive.c"
#include "../bench/study/sheet.c"
#include "../bench/study/studies.c"

#include <criterion/criterion.h>

/* tests/tools.sh runs them. */
#define MEASURES(name)                                                                           \
    bool name(const struct bench *b, const struct tri_case *c, enum tri_path p, json_t *results, \
              struct tri_error *e)                                                               \
    {                                                                                            \
        (void)b, (void)c, (void)p, (void)results, (void)e;                                       \
        return false;                                                                            \
    }
MEASURES(count_difference)
MEASURES(break_down)
MEASURES(collect_remarks)

static const char *const row_text =
    "{\"hotspot\":\"mandelbrot\",\"path\":\"%s\",\"precision\":\"double\","
    "\"params\":{\"resolution\":%d},\"threads\":%d,\"device\":null,"
    "\"cpu\":\"c\",\"compiler\":\"cc\",\"instructions\":1e9,\"bytes\":1e7,\"units\":100,"
    "\"rate_unit\":\"iterations/s\",\"kernel_s\":{\"median\":%g},\"ceiling_fma_per_s\":1e9,"
    "\"ceiling_bytes_per_s\":1e9%s}\n";

static const struct study example = {
    .name = "example",
    .down = "resolution,threads",
    .column = { { "time", DERIVED_TIME, .where = "path=simd" },
                { "speed-up", DERIVED_SPEED_UP, .where = "path=simd", .over = "threads=1" },
                { "efficiency", DERIVED_EFFICIENCY, .where = "path=simd", .over = "threads=1" },
                { "saved", DERIVED_SAVED, .where = "path=simd", .over = "path=scalar" },
                { "rate", DERIVED_RATE, .where = "path=simd" } },
    .report_heading = "report",
    .report = { { "500,2", "42" } },
};

static char *table_of(const struct study *s, const char *text, bool good)
{
    struct rows rows;
    struct tri_error e = { 0 };
    const char *file = in_scratch("rows");
    off_t whole;
    FILE *out = fopen(file, "w");
    fputs(text, out);
    fclose(out);
    cr_assert(rows_read_unfinished(&rows, file, &whole, &e), "%s", e.text);
    char *table = NULL;
    size_t size;
    struct sheet sheet;
    out = open_memstream(&table, &size);
    cr_assert(study_sheet(s, &rows, &sheet, &e) == good, "%s", e.text);
    if (good) {
        sheet_print(&sheet, out);
        sheet_free(&sheet);
    }
    fclose(out);
    rows_free(&rows);
    return table;
}

static char *rows_of_example(void)
{
    char *text = NULL;
    size_t size;
    FILE *out = open_memstream(&text, &size);
    fprintf(out, row_text, "simd", 500, 1, 4., "");
    fprintf(out, row_text, "scalar", 500, 1, 16., "");
    fprintf(out, row_text, "simd", 500, 2, 2.5, "");
    fprintf(out, row_text, "simd", 500, 24, 0.5, ",\"absent\":\"not on this machine\"");
    fprintf(out, row_text, "simd", 1000, 2, 0.5, "");
    fclose(out);
    return text;
}

static void expect_line(const char *table, const char *const *cells)
{
    const char *at = table;
    for (; *cells; cells++) {
        at = strstr(at, *cells);
        cr_assert(at, "no %s where it should be in\n%s", *cells, table);
        at += strlen(*cells);
    }
}

Test(study, table)
{
    char *text = rows_of_example(), *table = table_of(&example, text, true);
    expect_line(table,
                (const char *const[]){ "resolution", "threads", "time", "speed-up", "efficiency",
                                       "saved", "rate", "report\n", "500", "1", "4.00 s", "1.00 x",
                                       "100 %", "75 %", "25.0 iterations/s", "\n", NULL });
    expect_line(table, (const char *const[]){ "\n       500        2", "2.50 s", "1.60 x", "80 %",
                                              "-", "40.0 iterations/s", "42\n", NULL });
    expect_line(table, (const char *const[]){ "\n       500       24", "(1)", "(1)", "(1)", "(1)",
                                              "(1)", "\n\n(1) not on this machine\n", NULL });
    expect_line(table, (const char *const[]){ "\n      1000        2", "500 ms", "-", "-", "-",
                                              "200 iterations/s", "\n", NULL });
    free(table);
    free(text);
}

Test(study, nothing_to_show)
{
    char text[600];
    snprintf(text, sizeof text, row_text, "avx2", 500, 1, 4., "");
    char *table = table_of(&example, text, false);
    free(table);
}

/* All that the data say has to be known to what reads them. */
Test(study, well_formed)
{
    for (size_t i = 0; studies[i].name; i++) {
        const struct study *s = &studies[i];
        const char *hotspot = s->hotspot ? s->hotspot : "mandelbrot";
        struct request r = { .hotspot = { hotspot }, .hotspots = 1, .threads = 2 };
        struct sweep sweep = { .axes = 0 };
        struct tri_error e = { 0 };
        cr_assert(tri_hotspot_named(hotspot, TRI_DOUBLE), "%s", s->name);
        cr_expect((s->kind == TRI_ROW_TIMES) == !s->measure, "%s", s->name);
        if (s->set)
            r.set[r.sets++] = s->set;
        for (size_t a = 0; s->axis[a]; a++)
            cr_assert(parse_axis(&sweep, &r, s->axis[a]) == 0, "%s: %s", s->name, r.error.text);
        cr_expect(sweep_check(&sweep, &r, &e), "%s: %s", s->name, e.text);
        cr_expect(s->down && s->column[0].heading, "%s shows nothing", s->name);
        cr_expect(strlen(s->name) < 16 && s->meaning && s->tables);
        for (size_t k = 0; k < i; k++)
            cr_expect(strcmp(studies[k].name, s->name) != 0, "%s twice", s->name);
    }
}
