/* Studies: the selection of their rows, and the table of these. */
#include "check.h"
#include "rows.h"
#include "study.h"

static const char *const row_text =
    "{\"schema\":1,\"hotspot\":\"mandelbrot\",\"path\":\"%s\",\"precision\":\"double\","
    "\"params\":{\"resolution\":%d,\"iterations\":1000,\"width\":%d,\"height\":%d,\"xmin\":-2,\"xmax\":1,\"ymin\":-1,"
    "\"ymax\":1},\"threads\":%d,\"device\":null,"
    "\"cpu\":\"c\",\"compiler\":\"cc\",\"instructions\":1e9,\"bytes\":1e7,\"units\":100,"
    "\"rate_unit\":\"iterations/s\",\"kernel_s\":{\"median\":%g},\"ceiling_fma_per_s\":1e9,"
    "\"ceiling_bytes_per_s\":1e9%s}\n";

static struct study study_of(const char *object)
{
    struct study s;
    cr_assert(study_read(&s, object_of(object)), "%s", object);
    return s;
}

static const char example[] =
    "{'name': 'example', 'axes': ['resolution=500,1000', 'threads=1,2,16,24'],"
    " 'down': 'resolution,threads', 'columns': ["
    "['time', 'time', 'path=simd'],"
    "['speed-up', 'speed-up', 'path=simd', 'threads=1'],"
    "['efficiency', 'efficiency', 'path=simd', 'threads=1'],"
    "['saved', 'saved', 'path=simd', 'path=parallel-for'],"
    "['rate', 'rate', 'path=simd']],"
    " 'report': {'heading': 'report', 'lines': {'500,2': '42'}}}";

/* A store of these lines. */
static struct store *store_of(const char *text)
{
    struct tri_error e = { 0 };
    const char *file = in_scratch("rows");
    make_file(file, text);
    struct store *store = rows_load_all(file, &e);
    cr_assert(store, "%s", e.text);
    return store;
}

/* Rows, up to one without a path; `more` are further members. */
struct printed {
    const char *path;
    int resolution, threads;
    double seconds;
    const char *more;
};

static char *text_of(const struct printed *rows)
{
    FILE *out = begin_text();
    for (const struct printed *r = rows; r->path; r++)
        fprintf(out, row_text, r->path, r->resolution, 3 * r->resolution, 2 * r->resolution,
                r->threads, r->seconds, r->more ? r->more : "");
    return end_text();
}

/* The study's table of rows; `good`: it has lines. */
static char *table_of_rows(const char *study, bool good, const struct printed *rows)
{
    struct study s = study_of(study);
    struct batch b = { .request = { .hotspot = { "mandelbrot" }, .hotspots = 1 } };
    text_auto_t *text = text_of(rows);
    struct store *store = store_of(text);
    b.request.precision[TRI_DOUBLE] = b.request.variants.all = true;
    memset(b.request.path, 1, sizeof b.request.path);
    memset(b.peer, 1, sizeof b.peer);
    for (size_t i = 0; s.axis[i]; i++)
        cr_assert(parse_axis(&b.sweep, &b.request, s.axis[i]) == 0);
    must(study_select(&s, &b, &b.sweep, store, &failure));
    bool disagrees;
    FILE *out = begin_text();
    must(study_sheet(&s, store, &disagrees, &failure) == good);
    must(!good || print_lines(out, store, "select text from printed", &failure));
    char *table = end_text();
    store_close(store);
    study_forget(&s);
    return table;
}

#define TABLE(study, ...) \
    table_of_rows(study, true, (const struct printed[]){ __VA_ARGS__, { .path = NULL } })

/* Expects these cells, one behind the other. */
static void expect_cells(const char *table, const char *const *cells)
{
    const char *at = table;
    for (; *cells; cells++) {
        at = strstr(at, *cells);
        cr_assert(at, "no %s where it should be in\n%s", *cells, table);
        at += strlen(*cells);
    }
}

#define EXPECT_LINE(table, ...) expect_cells(table, (const char *const[]){ __VA_ARGS__, NULL })

Test(study, table)
{
    text_auto_t *table = TABLE(
        example, { "simd", 500, 1, 4 }, { "parallel-for", 500, 1, 16 }, { "simd", 500, 2, 2.5 },
        { "simd", 500, 24, 0.5, ",\"absent\":\"not on this machine\"" }, { "simd", 1000, 2, 0.5 });
    EXPECT_LINE(table, "resolution", "threads", "time", "speed-up", "efficiency", "saved", "rate",
                "report\n", "500", "1", "4.00 s", "1.00 x", "100 %", "75 %", "25.0 iterations/s",
                "\n");
    EXPECT_LINE(table, "\n       500        2", "2.50 s", "1.60 x", "80 %", "-",
                "40.0 iterations/s", "42\n");
    EXPECT_LINE(table, "\n       500       24", "(1)", "(1)", "(1)", "(1)", "(1)",
                "\n\n(1) not on this machine\n");
    EXPECT_LINE(table, "\n      1000        2", "500 ms", "-", "-", "-", "200 iterations/s", "\n");
}

Test(study, nothing_to_show)
{
    free(
        table_of_rows(example, false, (const struct printed[]){ { "avx2", 500, 1, 4 }, { NULL } }));
}

/* A run that was resumed has its rows in another order; the table has not. */
Test(study, lines_in_order)
{
    text_auto_t *table =
        TABLE(example, { "simd", 1000, 2, 1 }, { "simd", 500, 16, 1 }, { "simd", 500, 2, 1 },
              { "simd", 1000, 1, 1 }, { "simd", 500, 1, 1 });
    EXPECT_LINE(table, "500        1 ", "500        2 ", "500       16 ", "1000        1 ",
                "1000        2 ");
}

/* A rung is set against the next lower one that was measured, and has its own idea. */
Test(study, rungs)
{
    static const char ladder[] = "{'name': 'ladder', 'down': 'variant', 'columns': ["
                                 "['of the rung before', 'step', 'path=offload', 'variant='],"
                                 "['idea', 'idea']]}";
    text_auto_t *table =
        TABLE(ladder, { "offload", 500, 1, 8, ",\"variant\":\"plain\"" },
              { "offload", 500, 1, 4, ",\"variant\":\"tiles\"" },
              { "offload", 500, 1, 9, ",\"variant\":\"batches\",\"absent\":\"why\"" },
              { "offload", 500, 1, 1, ",\"variant\":\"tuned\"" }, { "offload", 500, 1, 1 });
    EXPECT_LINE(table, "plain", "-", "a test after every step\n", "tiles", "2.00 x", "batches",
                "(1)", "tuned", "4.00 x", "\n", " - ");
}

/* Each element of a row's list has a line; what is no object says nothing. */
Test(study, lists)
{
    static const char loops[] =
        "{'name': 'loops', 'down': 'path,line', 'kind': 'remarks', 'list': 'loops',"
        " 'columns': [['loop', 'loop'], ['why not', 'text reason']]}";
    text_auto_t *table =
        TABLE(loops,
              { "simd", 500, 1, 1,
                ",\"kind\":\"remarks\",\"loops\":[{\"line\":12,\"reason\":\"calls\"},"
                "{\"line\":3,\"width\":4,\"interleaved\":2,\"reason\":null},"
                "{\"line\":5,\"bytes_wide\":32},{\"line\":6,\"vectorised\":true},"
                "{\"line\":7,\"unrolled\":4,\"vectorised\":false}]" },
              { "avx2", 500, 1, 1, ",\"kind\":\"remarks\",\"loops\":[\"none\"]" },
              { "offload", 500, 1, 1 });
    EXPECT_LINE(table, "\nsimd     3  4 x 2 ", "simd     5  32 bytes ", "simd     6  yes ",
                "simd     7  unrolled ", "simd    12  no        calls\n", "avx2        none ");
    cr_expect(!strstr(table, "offload"));
}

/* ---- Which rows are a study's ---- */

/* A row of listings with these settings. */
static json_t *row_of(const char *settings, const struct tri_measurement *m)
{
    struct tri_case c = prepared(tri_hotspot_named("listings", TRI_DOUBLE), settings);
    text_auto_t *text = tri_row_identity(TRI_ROW_TIMES, &c, m);
    json_t *row = json_loads(text, 0, NULL);
    return row;
}

/* Whether a study of these axes takes the row, which is released. */
static bool takes_row(const char *set, const char *const *axes, bool strict, json_t *row)
{
    struct batch b = { .request = { .hotspot = { "listings" }, .hotspots = 1, .threads = 2 } };
    b.request.path[TRI_SIMD] = b.request.path[TRI_REFERENCE] = b.request.precision[TRI_DOUBLE] =
        true;
    struct sweep none = { .axes = 0 };
    struct tri_error e = { 0 };
    struct store *store = store_in_memory(&e);
    cr_assert(store && store_load(store, row, "file", 1, &e), "%s", e.text);
    if (set)
        b.request.set[b.request.sets++] = set;
    for (; *axes; axes++)
        cr_assert(parse_axis(&b.sweep, &b.request, *axes) == 0, "%s", b.request.error.text);
    struct study times = study_of("{'name': 'times', 'down': 'resolution', 'columns': []}");
    cr_assert(study_select(&times, &b, strict ? &b.sweep : &none, store, &e), "%s", e.text);
    bool has = store_number(store, "select count(*) from own", NULL) == 1;
    store_close(store);
    study_forget(&times);
    json_decref(row);
    return has;
}

/* Of a row of these settings and this launch. */
static bool takes(const char *set, const char *const *axes, bool strict, const char *settings,
                  struct tri_measurement m)
{
    return takes_row(set, axes, strict, row_of(settings, &m));
}

Test(study, takes_its_rows)
{
    static const char *const axes[] = { "resolution=500,1000", "threads=1,2", NULL };
    static const char *const one[] = { "resolution=500,1000", "threads=1", NULL };
    static const char set[] = "arithmetic=listing4", row[] = "arithmetic=listing4,resolution=500";
    struct tri_measurement m = { .path = TRI_SIMD, .launch.threads = 2 };
    cr_expect(takes(set, axes, true, row, m));
    cr_expect(!takes(set, axes, true, "arithmetic=fused,resolution=500", m), "other arithmetic");
    cr_expect(!takes(set, axes, true, "arithmetic=listing4,resolution=500,iterations=9", m));
    cr_expect(!takes(set, axes, true, "arithmetic=listing4,resolution=600", m), "not asked for");
    cr_expect(takes(set, axes, false, "arithmetic=listing4,resolution=600", m), "of another day");
    cr_expect(!takes(set, one, false, row, m), "on other threads");
    m.path = TRI_AVX2;
    cr_expect(!takes(set, axes, true, row, m), "another path");
    m.path = TRI_SIMD;
    m.launch.threads = 24;
    cr_expect(!takes(set, axes, true, row, m) && takes(set, axes, false, row, m));
    m.launch.threads = 2;
    m.launch.schedule = TRI_STATIC;
    cr_expect(!takes(set, axes, false, row, m), "of a study of schedules");
    m.launch.schedule = 0;
    static const char *const schedules[] = { "resolution=500", "schedule=static,dynamic", NULL };
    cr_expect(!takes(set, schedules, false, row, m), "of a study of none");
    m = (struct tri_measurement){ .path = TRI_REFERENCE, .launch.threads = 1 };
    cr_expect(
        takes(set, (const char *const[]){ "resolution=500", "threads=2", NULL }, true, row, m),
        "the reference has one thread, whatever is asked for");
}

/* A file that another program has rewritten, and an image that a row is not of. */
Test(study, takes_rows_as_values)
{
    static const char *const axes[] = { "xmin=-2,-1", NULL };
    struct tri_measurement m = { .path = TRI_SIMD, .launch.threads = 2 };
    json_t *row = row_of("xmin=-2", &m), *params = json_object_get(row, "params");
    json_object_set_new(params, "xmin", json_integer(-2));
    json_object_set_new(params, "width", json_real(1500));
    cr_expect(takes_row(NULL, axes, true, row));
    row = row_of("xmin=-2", &m);
    json_object_set_new(row, "input", json_string("photo.png"));
    cr_expect(!takes_row(NULL, axes, true, row));
    row = row_of("xmin=-2", &m);
    json_object_set_new(json_object_get(row, "params"), "another", json_integer(1));
    cr_expect(!takes_row(NULL, axes, true, row));
}

/* Two parameters of one value, and numbers as they are written. */
Test(study, takes_numbers)
{
    static const char *const axes[] = { "width:height=512,1e3", "xmin=-2.50,-2", NULL };
    struct tri_measurement m = { .path = TRI_SIMD, .launch.threads = 2 };
    cr_expect(takes(NULL, axes, true, "width=512,height=512,xmin=-2.5", m));
    cr_expect(takes(NULL, axes, true, "width=1000,height=1000,xmin=-2", m));
    cr_expect(!takes(NULL, axes, true, "width=512,height=1000,xmin=-2", m));
    cr_expect(takes(NULL, axes, false, "width=7,height=7,xmin=-1.2345678901234567", m));
}

/* Adds to table `own`, which there is from then on. */
static void add_own(struct store *store, const char *path, int serial, const char *key,
                    json_t *value)
{
    json_auto_t *said = json_pack("{ss,so}", "path", path, key, value);
    text_auto_t *text = json_dumps(said, 0);
    const char *const texts[] = { text, serial ? "1" : "0" };
    must(store_tell(store, "create temp table if not exists own(said, serial integer, device)",
                    NULL, 0, &failure) &&
         store_tell(store, "insert into own values(?1, ?2, null)", texts, 2, &failure));
}

/* A command shown with rows is of what they have. */
Test(study, axis_of_rows)
{
    static const struct {
        const char *path;
        int threads;
    } ran[] = { { "simd", 24 }, { "reference", 1 }, { "simd", 2 }, { "origin", 1 }, { "simd", 4 } };
    store_auto_t *store = store_in_memory(&failure);
    FOR_EACH (r, ran)
        add_own(store, r->path, r->threads == 1, "threads", json_integer(r->threads));
    static const struct {
        const char *axis, *of_rows;
    } expected[] = { { "threads=1,2,4,24", "threads=2,4,24" },
                     { "threads=1,4", "threads=4,24,2" },
                     { "threads=2.4e1,4.0", "threads=2.4e1,4.0,2" },
                     { "schedule=static,dynamic", "schedule=static,dynamic" },
                     { "width:height=1,2", "width:height=1,2" } };
    for (size_t i = 0; i < sizeof expected / sizeof *expected; i++) {
        text_auto_t *axis = axis_of_rows(expected[i].axis, store, &failure);
        cr_expect_str_eq(axis, expected[i].of_rows);
    }
}

/* ---- What a table makes of its axes ---- */

static const struct study *study_named(const char *name)
{
    size_t i = 0;
    while (study_of_all(i) && strcmp(study_of_all(i)->name, name) != 0)
        i++;
    cr_assert(study_of_all(i), "%s", name);
    return study_of_all(i);
}

static struct sweep sweep_of_axes(const char *const *axes)
{
    struct sweep s = { .axes = 0 };
    struct request r = { .hotspots = 0 };
    for (; *axes; axes++)
        cr_assert(parse_axis(&s, &r, *axes) == 0, "%s", r.error.text);
    return s;
}

/* "resolution,threads" */
static void expect_heads(const char *study, const struct sweep *sweep, struct store *store,
                         const char *expected)
{
    char text[200];
    must(study_tables(store, study_named(study), &(const struct batch){ .sweep = *sweep }, sweep,
                      &failure));
    store_text(store, "select group_concat(name) from (select name from head order by place)", NULL,
               text, sizeof text);
    cr_expect_str_eq(text, expected);
}

/* What no column tells has a line for each value, or the last one would stand for all. */
Test(study, heads)
{
    static const struct {
        const char *study, *axes[3], *heads;
    } expected[] = {
        { "precision", { "threads=1,2" }, "resolution,threads" },
        { "precision", { "threads=2" }, "resolution" },
        { "scaling", { "interior=iterate,skip", "threads=1,2" }, "resolution,threads,interior" },
        { "sizes", { "width:height=512,1024", "interior=iterate,skip" }, "width" },
        { "fma", { "width:height=8,9" }, "resolution,precision,width" },
    };
    store_auto_t *store = store_in_memory(&failure);
    add_own(store, "avx2", 0, "precision", json_string("float"));
    FOR_EACH (r, expected) {
        struct sweep s = sweep_of_axes(r->axes);
        expect_heads(r->study, &s, store, r->heads);
    }
}

Test(study, heads_of_precisions)
{
    store_auto_t *store = store_in_memory(&failure);
    const struct sweep none = { .axes = 0 };
    add_own(store, "avx2", 0, "precision", json_string("float"));
    expect_heads("scaling", &none, store, "resolution,threads");
    add_own(store, "avx2", 0, "precision", json_string("double"));
    expect_heads("scaling", &none, store, "resolution,threads,precision");
}

static void expect_unshown(const char *study, const char *axis, enum tri_path path, bool some,
                           const char *said)
{
    struct batch b = { .sweep = sweep_of_axes((const char *const[]){ axis, NULL }) };
    struct tri_error e = { 0 };
    b.request.path[path] = b.request.paths_given = true;
    cr_expect(study_shows(study_named(study), &b, some, &e) == !said, "%s", study);
    cr_expect(!said || strcmp(e.text, said) == 0, "%s", e.text);
    cr_expect(!said || e.status == TRI_USAGE);
}

Test(study, what_no_column_shows)
{
    expect_unshown("launch", "teams=7", TRI_OFFLOAD, false,
                   "--sweep teams=7: the table of launch shows teams 132, 500, 2000");
    expect_unshown("launch", "teams=132,7", TRI_OFFLOAD, false,
                   "--sweep teams=7: the table of launch shows teams 132, 500, 2000");
    expect_unshown("launch", "teams=132,7", TRI_OFFLOAD, true, NULL);
    expect_unshown("scaling", "threads=7", TRI_SIMD, false,
                   "--path simd: the table of scaling shows path avx2");
    expect_unshown("scaling", "threads=7", TRI_AVX2, false, NULL);
    expect_unshown("roofline", "threads=7", TRI_SIMD, false, NULL);
}

/* ---- Energy ---- */

static const char joules[] =
    "{'name': 'energy', 'kind': 'energy', 'axes': ['resolution=500'], 'down': 'resolution', 'columns': ["
    "['cpu', 'joules joules', 'path=avx2'], ['gpu', 'joules gpu_joules', 'path=offload'],"
    "['both', 'joules joules', 'path=offload'],"
    "['gain', 'speed-up joules', 'path=offload', 'path=avx2']]}";

Test(study, energy_of_runs)
{
    text_auto_t *table =
        TABLE(joules, { "avx2", 500, 1, 1, ",\"kind\":\"energy\",\"joules\":6.0" },
              { "offload", 500, 1, 1,
                ",\"kind\":\"energy\",\"gpu_joules\":0.25,\"joules\":0.5,\"unread\":null" });
    expect_text(table, "6.00 J  250 mJ  500 mJ  12.0 x");
}

/* Without the counters of the processors, what the GPU took is there, and the reason for the rest. */
Test(study, energy_that_could_not_be_read)
{
    text_auto_t *table = TABLE(
        joules, { "avx2", 500, 1, 1, ",\"kind\":\"energy\",\"absent\":\"not measured: no RAPL\"" },
        { "offload", 500, 1, 1,
          ",\"kind\":\"energy\",\"gpu_joules\":0.25,\"joules\":null,\"unread\":\"no RAPL\"" });
    expect_text(table, "250 mJ");
    expect_text(table, "(1) not measured: no RAPL\n(2) no RAPL\n");
}

static const char of_cards[] =
    "{'name': 'card', 'kind': 'card', 'list': 'kernels', 'axes': ['resolution=500'], 'down': 'path,function,launch',"
    " 'columns': [['registers', 'number registers'], ['occupancy', 'part occupancy'],"
    "['limited by', 'text limited_by']]}";

static const char some_kernels[] =
    ",\"kernels\":[{\"function\":\"f\",\"launch\":\"66 x 128\",\"registers\":35,\"occupancy\":0.75,"
    "\"limited_by\":\"registers\"},{\"function\":\"g\",\"launch\":\"1 x 32\",\"registers\":8,\"occupancy\":null,"
    "\"limited_by\":null}]";

/* Those of the study's own rows, and those of rows of times. */
Test(study, cards)
{
    char more[600];
    for (int own = 0; own < 2; own++) {
        snprintf(more, sizeof more, "%s%s", own ? ",\"kind\":\"card\"" : "", some_kernels);
        text_auto_t *table = TABLE(of_cards, { "offload", 500, 1, 1, more });
        EXPECT_LINE(table, "offload", "f", "66 x 128", "35", "75 %", "registers\n", "g", "1 x 32",
                    "8", "-");
    }
}

/* The ladder's columns of cards are there where a row has one. */
Test(study, cards_beside_times)
{
    static const char ladder[] =
        "{'name': 'ladder', 'down': 'path', 'columns': [['registers', 'number kernels[0].registers'],"
        "['time', 'time'], ['occupancy', 'part kernels[0].occupancy'],"
        "['reached', 'part conditions.gpu_occupancy']]}";
    char more[1000];
    snprintf(more, sizeof more, "%s,\"conditions\":{\"gpu_occupancy\":0.5}", some_kernels);
    text_auto_t *table = TABLE(ladder, { "offload", 500, 1, 1, more }),
                *without = TABLE(ladder, { "offload", 500, 1, 1, ",\"kernels\":null" });
    EXPECT_LINE(table, "registers", "time", "occupancy", "reached", "35", "1.00 s", "75 %", "50 %");
    EXPECT_LINE(without, "path", "time\n", "offload", "1.00 s\n");
    cr_expect_not(strstr(without, "registers") || strstr(without, "occupancy") ||
                  strstr(without, "reached"));
}
