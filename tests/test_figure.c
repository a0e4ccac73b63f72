/* draw: the rows and values that a picture shows.  test_roofline_picture.c is about positions. */
#include "drawn.h"
#include "figure.h"

/* ---- Rows ------------------------------------------------------------------------------------- */

/* What is chosen, as "1,2,3". */
static void expect_chosen(struct store *rows, const char *column, const char *expected)
{
    char sql[200], found[100];
    choose_latest(rows);
    snprintf(
        sql, sizeof sql,
        "select group_concat(%s) from (select * from row join chosen_row using (id) order by id)",
        column);
    store_text(rows, sql, NULL, found, sizeof found);
    cr_expect_str_eq(found, expected);
}

Test(rows, last_counts)
{
    store_auto_t *rows = no_rows();
    add(rows, "simd", 1, 1, 1e10);
    add(rows, "simd", 2, 2, 1e10);
    add(rows, "avx2", 1, 3, 1e10);
    add(rows, "simd", 1, 4, 1e10);
    expect_chosen(rows, "kernel_s", "2.0,3.0,4.0");
}

/* jq and others write 2.0 as 2, and a row of before may lack what is null today. */
Test(rows, of_one_run_as_values)
{
    store_auto_t *rows = no_rows();
    add_drawn(rows, "'params':{'xmin':-2.0}");
    add_drawn(rows, "'params':{'xmin':-2},'teams':null,'input':null");
    add_drawn(rows, "'params':{'xmin':-3}");
    expect_chosen(rows, "line", "2,3");
}

/* ---- What is told to gnuplot ------------------------------------------------------------------ */

static char *script_of(struct store *rows)
{
    FILE *out = begin_text();
    choose_latest(rows);
    must(figure_prepare(&figures[0], rows, &failure) &&
         figure_write(&figures[0], rows, out, &failure));
    return end_text(out);
}

/* Variable `name` is what a line sets it to. */
static void expect_set(const char *script, const char *name, const char *value)
{
    char line[300];
    snprintf(line, sizeof line, "\n%s = %s\n", name, value);
    cr_expect(strstr(script, line), "no %s = %s in\n%s", name, value, script);
}

static void expect_element(const char *script, const char *array, size_t i, const char *text)
{
    char name[40], value[200];
    snprintf(name, sizeof name, "%s[%zu]", array, i + 1);
    snprintf(value, sizeof value, "'%s'", text);
    expect_set(script, name, value);
}

/* The labels of n points and m roofs, each from below to above; points on one height as rows come. */
static void expect_labels(struct store *rows, size_t n, const char *const *points, size_t m,
                          const char *const *roofs)
{
    char *script = script_of(rows), number[40];
    snprintf(number, sizeof number, "%zu", n);
    expect_set(script, "POINTS", number);
    for (size_t i = 0; i < n; i++)
        expect_element(script, "POINT_LABEL", i, points[i]);
    snprintf(number, sizeof number, "%zu", m);
    expect_set(script, "ROOFS", number);
    for (size_t i = 0; i < m; i++)
        expect_element(script, "ROOF_LABEL", i, roofs[i]);
    free(script);
    empty(rows);
}

#define LABELS(...)                                                                      \
    sizeof((const char *const[]){ __VA_ARGS__ }) / sizeof(char *), (const char *const[]) \
    {                                                                                    \
        __VA_ARGS__                                                                      \
    }

Test(roofline, roofs)
{
    store_auto_t *rows = no_rows();
    add(rows, "simd", 1, 1, 3e10);
    add(rows, "avx2", 1, 1, 1e10);
    add(rows, "cuda", 1, 1, 1e10);
    add(rows, "simd", 2, 1, 2e10);
    text_auto_t *script = script_of(rows);
    expect_element(script, "ROOF_LABEL", 0, "avx2, cuda double 10.0 Gfma/s");
    expect_element(script, "ROOF_LABEL", 1, "simd double 20.0 Gfma/s");
    expect_set(script, "ROOFS", "2");
    expect_set(script, "ROOF_TOP[1]", "1e+10");
    expect_set(script, "ROOF_BYTES[1]", "1e+09");
    expect_set(script, "SLOPES", "1");
}

#define MIX "'ceiling_additions_per_s':2e9,'ceiling_mixed_per_s':2.5e9,"

/* The roof is that of the row's own mix; the share, that of what binds. */
Test(roofline, roofs_of_a_mix)
{
    store_auto_t *rows = no_rows();
    add_drawn(rows, MIX "'path':'reference'");
    add_drawn(rows, MIX "'path':'simd','additions':1e9");
    add_drawn(rows, MIX "'path':'avx2','additions':7e8");
    add_drawn(rows, MIX "'path':'offload','near_bytes':9e9,'ceiling_near_bytes_per_s':1e10");
    add_drawn(rows, MIX "'path':'cuda','near_bytes':2e9,'ceiling_near_bytes_per_s':1e9");
    expect_labels(rows,
                  LABELS("reference double, 100 %", "simd double, 50 %", "avx2 double, 40 %",
                         "offload double, 100 %", "cuda double, 200 %!"),
                  LABELS("reference, offload, cuda double 1.00 Gfma/s",
                         "simd double 2.00 G additions/s", "avx2 double 2.50 G instructions/s"));
}

Test(roofline, labels_tell_apart)
{
    store_auto_t *rows = no_rows();
    add(rows, "simd", 7, 1, 1e10);
    add(rows, "simd", 8, 1, 1e10);
    add(rows, "avx2", 8, 1, 1e10);
    expect_labels(rows,
                  LABELS("simd double resolution=7, 10 %", "simd double resolution=8, 10 %",
                         "avx2 double, 10 %"),
                  LABELS("simd, avx2 double 10.0 Gfma/s"));
}

/* Rows that differ in their launch alone are different points, under roofs of their own. */
Test(roofline, launches_tell_apart)
{
    store_auto_t *rows = no_rows();
    add_drawn(rows, "'threads':1,'ceiling_fma_per_s':1e9");
    add_drawn(rows, "'threads':2,'ceiling_fma_per_s':2e9");
    add_drawn(rows, "'threads':2,'ceiling_fma_per_s':2e9,'schedule':'static'");
    add_drawn(rows, "'threads':2,'ceiling_fma_per_s':2e9,'schedule':'static'");
    expect_labels(rows,
                  LABELS("simd double threads=1, 100 %", "simd double threads=2 schedule=-, 50 %",
                         "simd double threads=2 schedule=static, 50 %"),
                  LABELS("simd double threads=1 1.00 Gfma/s", "simd double threads=2 2.00 Gfma/s"));
}

/* Of a device's row the threads of the CPU say nothing, neither to the point nor to the roof. */
Test(roofline, threads_of_a_device)
{
    store_auto_t *rows = no_rows();
    add_drawn(
        rows,
        "'path':'offload','device':'d','threads':3,'threads_per_team':64,'ceiling_fma_per_s':1e9");
    add_drawn(
        rows,
        "'path':'offload','device':'d','threads':1,'threads_per_team':64,'ceiling_fma_per_s':1e9");
    add_drawn(
        rows,
        "'path':'offload','device':'d','threads':2,'threads_per_team':128,'ceiling_fma_per_s':1e9");
    add_drawn(rows, "'path':'cuda','device':'d','threads':1,'input':'a','ceiling_fma_per_s':2e9");
    add_drawn(rows, "'path':'cuda','device':'d','threads':2,'input':'b','ceiling_fma_per_s':4e9");
    expect_labels(rows,
                  LABELS("offload double threads-per-team=64, 100 %",
                         "offload double threads-per-team=128, 100 %", "cuda double input=a, 50 %",
                         "cuda double input=b, 25 %"),
                  LABELS("offload double 1.00 Gfma/s", "cuda double 4.00 Gfma/s"));
}

/* What is launched otherwise has ceilings of its own. */
Test(roofline, ceilings_of_launches)
{
    store_auto_t *rows = no_rows();
    add_drawn(
        rows,
        "'path':'simd','device':null,'threads':2,'schedule':'static','ceiling_fma_per_s':1e9");
    add_drawn(
        rows,
        "'path':'simd','device':null,'threads':2,'schedule':'dynamic','ceiling_fma_per_s':2e9");
    expect_labels(
        rows, LABELS("simd double schedule=static, 100 %", "simd double schedule=dynamic, 50 %"),
        LABELS("simd double 1.00 Gfma/s", "simd double 2.00 Gfma/s"));
}

static const char one_roof[] = "simd double 1.00 Gfma/s";

Test(roofline, inputs_tell_apart)
{
    store_auto_t *rows = no_rows();
    add_drawn(rows, "'input':'a.png'");
    add_drawn(rows, "'input':'b.png'");
    expect_labels(rows, LABELS("simd double input=a.png, 100 %", "simd double input=b.png, 100 %"),
                  LABELS(one_roof));
    add_drawn(rows, "'input':'a.png'");
    add_drawn(rows, "'input':null");
    expect_labels(rows, LABELS("simd double input=a.png, 100 %", "simd double input=-, 100 %"),
                  LABELS(one_roof));
}

/* What is the same as a value does not tell rows apart, and is a setting of all. */
Test(roofline, values_tell_apart)
{
    store_auto_t *rows = no_rows();
    add_drawn(rows, "'params':{'xmin':-2.0,'n':268435456,'a':'b'}");
    add_drawn(rows, "'params':{'xmin':-2,'n':268435457.0,'a':'b'}");
    char *script = script_of(rows);
    expect_set(script, "SETTINGS", "'xmin=-2, a=b'");
    expect_set(script, "TITLE", "'Roofline of h'");
    free(script);
    expect_labels(rows, LABELS("simd double n=268435456, 100 %", "simd double n=268435457, 100 %"),
                  LABELS(one_roof));
    add_drawn(rows, "'params':{'xmin':-0.74364388}");
    add_drawn(rows, "'params':{'xmin':-0.74364389}");
    expect_labels(
        rows, LABELS("simd double xmin=-0.74364388, 100 %", "simd double xmin=-0.74364389, 100 %"),
        LABELS(one_roof));
}

/* A variant is part of who was measured, as in tables; of variants that share a roof it names the path. */
Test(roofline, variants_tell_apart)
{
    store_auto_t *rows = no_rows();
    add_drawn(rows, "'variant':'plain'");
    add_drawn(rows, "'variant':'tuned'");
    expect_labels(rows, LABELS("simd plain double, 100 %", "simd tuned double, 100 %"),
                  LABELS(one_roof));
}

Test(roofline, team_sizes_tell_apart)
{
    store_auto_t *rows = no_rows();
    add_drawn(rows, "'threads_per_team':64");
    add_drawn(rows, "'threads_per_team':128");
    expect_labels(
        rows,
        LABELS("simd double threads-per-team=64, 100 %", "simd double threads-per-team=128, 100 %"),
        LABELS(one_roof));
}
