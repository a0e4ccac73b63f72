/* Rows in the forms that other programs read: each is read back, by jansson or as RFC 4180 has it. */
#include "build_info.h"
#include "check.h"
#include "export.h"
#include "fake.h"
#include "output.h"
#include "row.h"
#include "rows.h"

#include <criterion/criterion.h>
#include <jansson.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

static const char device[] = "a \"device\", of two\r\nlines, \\ and µ";

/* ---- Rows ------------------------------------------------------------------------------------- */

static struct store *new_store(void)
{
    struct tri_error e = { 0 };
    struct store *s = store_in_memory(&e);
    cr_assert(s, "%s", e.text);
    return s;
}

/* A measurement that took this long, and agrees. */
static struct tri_measurement *measured(enum tri_path path, double seconds)
{
    struct tri_measurement *m = calloc(1, sizeof *m);
    cr_assert(m);
    m->path = path;
    m->variant = tri_path_has_variants(path) ? "plain" : NULL;
    m->threads = 2;
    m->place = path == TRI_OFFLOAD ? TRI_GPU : TRI_CPU;
    m->device = path == TRI_OFFLOAD ? device : NULL;
    m->difference = (struct tri_difference){ .points = 24 };
    m->agrees = true;
    m->work = (struct tri_work){ .units = 1000, .instructions = 4000, .bytes = 16 };
    m->cold = 4 * seconds;
    m->kernel = (struct tri_times){ 3, { 2 * seconds, seconds / 2, seconds } };
    return m;
}

static void add(struct store *s, const char *settings, struct tri_measurement *m)
{
    struct tri_error e = { 0 };
    struct tri_case c = case_of(&fake_double, settings);
    cr_assert(tri_row_append(s, &c, m, NULL, &e), "%s", e.text);
    tri_case_free(&c);
    free(m);
}

static void add_absent(struct store *s, const char *settings, enum tri_path path, const char *why)
{
    struct tri_error e = { 0 };
    struct tri_measurement *m = measured(path, 1);
    struct tri_case c = case_of(&fake_double, settings);
    cr_assert(tri_row_append_absent(s, TRI_ROW_TIMES, &c, m, why, &e), "%s", e.text);
    tri_case_free(&c);
    free(m);
}

static struct tri_measurement *wrong(struct tri_measurement *m)
{
    m->difference.different = 3;
    m->agrees = false;
    return m;
}

/* A reference, a path twice over, a device with a name that has to be quoted, a peer that is wrong, what is
 * absent, and a study's own row. */
static struct store *some_rows(void)
{
    struct tri_error e = { 0 };
    struct store *s = new_store();
    struct tri_measurement *peer = wrong(measured(TRI_SIMD, 5)),
                           *difference = measured(TRI_SIMD, 1);
    peer->peer = "scalar";
    peer->variant = NULL;
    add(s, "", measured(TRI_REFERENCE, 1));
    add(s, "", measured(TRI_SIMD, 7));
    add(s, "", measured(TRI_SIMD, 2));
    add(s, "scale=4", measured(TRI_OFFLOAD, 3));
    add(s, "scale=8", measured(TRI_OFFLOAD, 4));
    add(s, "", peer);
    add_absent(s, "scale=9", TRI_OFFLOAD, "not run: no \"device\",\nno row");
    struct tri_case c = case_of(&fake_double, "");
    cr_assert(tri_row_append_results(s, TRI_ROW_DIFFERENCE, &c, difference,
                                     json_pack("{s:i}", "points", 1), &e));
    tri_case_free(&c);
    free(difference);
    return s;
}

static const char *const names[] = {
    "fake.reference.-.double",
    "fake.simd.plain.double",
    "fake.offload.plain.double.scale=4",
    "fake.offload.plain.double.scale=8",
    "fake.scalar.-.double",
    "fake.offload.plain.double.scale=9",
};
enum { NAMES = sizeof names / sizeof *names };

/* ---- Forms ------------------------------------------------------------------------------------ */

/* To be freed. */
static char *written(struct store *s, struct export x)
{
    struct tri_error e = { 0 };
    char *text = NULL;
    size_t size;
    FILE *out = open_memstream(&text, &size);
    cr_assert(out && export_rows(s, &x, out, &e), "%s", e.text);
    fclose(out);
    return text;
}

static int form_named(const char *name)
{
    for (int i = 0; form_at((size_t)i, NULL); i++)
        if (strcmp(form_at((size_t)i, NULL), name) == 0)
            return i;
    cr_assert_fail("no form %s", name);
    return 0;
}

static json_t *json_in(struct store *s, const char *form)
{
    json_error_t error;
    char *text = written(s, (struct export){ .form = form_named(form) });
    json_t *json = json_loads(text, JSON_REJECT_DUPLICATES, &error);
    cr_assert(json, "%s: %s in\n%s", form, error.text, text);
    free(text);
    return json;
}

static const char *string_in(const json_t *object, const char *key)
{
    const char *text = json_string_value(json_object_get(object, key));
    cr_assert(text, "%s is no string", key);
    return text;
}

static double number_in(const json_t *object, const char *key)
{
    const json_t *value = json_object_get(object, key);
    cr_assert(json_is_number(value), "%s is no number", key);
    return json_number_value(value);
}

static void expect_near(double found, double wanted)
{
    cr_expect(fabs(found - wanted) <= 1e-12 * fabs(wanted), "%.17g, not %.17g", found, wanted);
}

/* The rows themselves, in their order, the earlier of two of one measurement left out. */
Test(export, json)
{
    struct tri_error e = { 0 };
    struct rows rows;
    struct store *s = some_rows();
    json_t *array = json_in(s, "json");
    cr_assert(rows_ask(&rows, s, "row order by id", NULL, 0, &e), "%s", e.text);
    cr_assert(rows.n == 8 && json_array_size(array) == 7);
    for (size_t i = 0, k = 0; i < rows.n; i++)
        if (i != 1)
            cr_expect(json_equal(json_array_get(array, k++), rows.row[i].json), "row %zu", i);
    rows_free(&rows);
    json_decref(array);
    store_close(s);
}

Test(export, gbench)
{
    struct store *s = some_rows();
    json_t *document = json_in(s, "gbench"), *list = json_object_get(document, "benchmarks"), *one;
    size_t i, n = 0, errors = 0, medians = 0;
    cr_expect(string_in(json_object_get(document, "context"), "date")[4] == '-');
    json_array_foreach(list, i, one)
    {
        bool error = json_is_true(json_object_get(one, "error_occurred"));
        errors += error;
        n += strcmp(string_in(one, "run_type"), "iteration") == 0;
        cr_expect_str_eq(string_in(one, "time_unit"), "ms");
        cr_expect(number_in(one, "real_time") == number_in(one, "cpu_time"));
        cr_expect(number_in(one, "iterations") >= !error && number_in(one, "repetitions") > 0);
        if (strcmp(string_in(one, "name"), "fake.simd.plain.double_median") == 0) {
            medians++;
            cr_expect_str_eq(string_in(one, "aggregate_name"), "median");
            cr_expect_str_eq(string_in(one, "run_name"), names[1]);
            expect_near(number_in(one, "real_time"), 2000);
        }
    }
    cr_expect(n == 4 * 3 + 2 && errors == 2 && medians == 1, "%zu, %zu, %zu", n, errors, medians);
    one =
        json_array_get(list, 6); /* after three repetitions and three aggregates of the reference */
    cr_expect_str_eq(string_in(one, "name"), names[1]);
    expect_near(number_in(one, "real_time"), 4000);
    expect_near(number_in(one, "items_per_second"), 250);
    json_decref(document);
    store_close(s);
}

Test(export, gbench_says_what_is_wrong)
{
    struct store *s = some_rows();
    json_t *document = json_in(s, "gbench"), *one;
    size_t i;
    json_array_foreach(json_object_get(document, "benchmarks"), i, one)
    {
        if (strcmp(string_in(one, "name"), names[4]) == 0)
            cr_expect_str_eq(string_in(one, "error_message"), "3 of 24 points differ");
        if (strcmp(string_in(one, "name"), names[5]) == 0)
            cr_expect_str_eq(string_in(one, "error_message"), "not run: no \"device\",\nno row");
        if (strcmp(string_in(one, "run_name"), names[2]) == 0)
            cr_expect(strstr(string_in(one, "label"), device), "%s", string_in(one, "label"));
    }
    json_decref(document);
    store_close(s);
}

/* What is wrong or absent has no place there. */
Test(export, gha)
{
    struct store *s = some_rows();
    json_t *array = json_in(s, "gha"), *one;
    size_t i;
    cr_assert(json_array_size(array) == 4);
    json_array_foreach(array, i, one)
    {
        cr_expect_str_eq(string_in(one, "name"), names[i]);
        cr_expect_str_eq(string_in(one, "unit"), "ms");
        expect_near(number_in(one, "value"), 1000 * (double)(i + 1));
    }
    cr_expect_str_eq(string_in(json_array_get(array, 1), "range"), "1000 to 4000");
    cr_expect(strstr(string_in(json_array_get(array, 2), "extra"), device));
    json_decref(array);
    store_close(s);
}

/* ---- CSV -------------------------------------------------------------------------------------- */

enum { FIELDS = 64, FIELD = 400 };

struct record {
    size_t n;
    char field[FIELDS][FIELD];
};

/* The record that begins at *text, which goes on to the next. */
static void read_record(const char **text, struct record *r)
{
    bool quoted = false;
    size_t length = 0;
    const char *p = *text;
    for (r->n = 0; quoted || strncmp(p, "\r\n", 2) != 0; p++) {
        cr_assert(*p && length < FIELD - 1 && r->n < FIELDS - 1, "no end: %s", *text);
        if (*p == '"' && !(quoted && p[1] == '"')) {
            cr_assert(quoted || length == 0, "a quote within a field: %s", *text);
            quoted = !quoted;
        } else if (*p == ',' && !quoted) {
            r->field[r->n++][length] = '\0';
            length = 0;
        } else {
            cr_assert(quoted || (*p != '\r' && *p != '\n'), "half an end of a line: %s", *text);
            r->field[r->n][length++] = *p;
            p += *p == '"';
        }
    }
    r->field[r->n++][length] = '\0';
    *text = p + 2;
}

static const char *field(const struct record *head, const struct record *r, const char *name)
{
    for (size_t i = 0; i < head->n; i++)
        if (strcmp(head->field[i], name) == 0)
            return r->field[i];
    cr_assert_fail("no column %s", name);
    return NULL;
}

Test(export, csv)
{
    static struct record head, r[NAMES];
    struct store *s = some_rows();
    char *text = written(s, (struct export){ .form = form_named("csv") });
    const char *rest = text;
    read_record(&rest, &head);
    for (size_t i = 0; i < NAMES; i++) {
        read_record(&rest, &r[i]);
        cr_expect(r[i].n == head.n, "%zu fields, not %zu", r[i].n, head.n);
        cr_expect_str_eq(field(&head, &r[i], "name"), names[i]);
    }
    cr_expect(*rest == '\0', "more than the rows: %s", rest);
    expect_near(atof(field(&head, &r[1], "kernel_ms")), 2000);
    expect_near(atof(field(&head, &r[1], "kernel_max_ms")), 4000);
    cr_expect_str_eq(field(&head, &r[1], "agrees"), "1");
    cr_expect_str_eq(field(&head, &r[1], "absent"), "");
    cr_expect_str_eq(field(&head, &r[2], "device"), device);
    cr_expect_str_eq(field(&head, &r[4], "path"), "scalar");
    cr_expect_str_eq(field(&head, &r[4], "agrees"), "0");
    cr_expect_str_eq(field(&head, &r[5], "kernel_ms"), "");
    cr_expect_str_eq(field(&head, &r[5], "absent"), "not run: no \"device\",\nno row");
    json_t *params = json_loads(field(&head, &r[3], "params"), 0, NULL);
    cr_expect(number_in(params, "scale") == 8);
    json_decref(params);
    free(text);
    store_close(s);
}

/* Whoever knows the database's view finds its columns, but for what is of the database. */
Test(export, csv_has_the_columns_of_times)
{
    static struct record head;
    struct tri_error e = { 0 };
    bool good = true;
    struct store *s = new_store();
    char *text = written(s, (struct export){ .form = form_named("csv") });
    const char *rest = text;
    size_t columns = 0;
    read_record(&rest, &head);
    sqlite3_stmt *query = store_ask(
        s, "select name from pragma_table_info('times') where name not in ('id', 'added')", NULL, 0,
        &e);
    cr_assert(query, "%s", e.text);
    for (; store_next(s, query, &good, &e); columns++)
        field(&head, &head, (const char *)sqlite3_column_text(query, 0));
    cr_expect(columns > 20);
    sqlite3_finalize(query);
    free(text);
    store_close(s);
}

/* ---- What is hard ------------------------------------------------------------------------------- */

/* No such number is one of JSON. */
Test(export, without_nan_and_infinity)
{
    struct store *s = new_store();
    struct tri_measurement *m = measured(TRI_SIMD, 1e308), *none = measured(TRI_REFERENCE, 0);
    m->kernel.all[0] = 1e308;
    m->difference.max_ulps = (double)INFINITY;
    m->cold = (double)NAN;
    m->work.units = (double)INFINITY;
    add(s, "", m);
    add(s, "", none);
    static const char *const forms[] = { "json", "gbench", "gha" };
    for (size_t i = 0; i < sizeof forms / sizeof *forms; i++)
        json_decref(json_in(s, forms[i]));
    char *text = written(s, (struct export){ .form = form_named("csv") });
    cr_expect(!strstr(text, "Inf") && !strstr(text, "nan") && !strstr(text, "e+999"), "%s", text);
    free(text);
    text = written(s, (struct export){ .figures = true });
    cr_expect_str_eq(text, "FOM fake.reference.-.double: 0.000000 ms\nVERDICT: ok\n");
    free(text);
    store_close(s);
}

Test(export, nothing)
{
    static struct record head;
    struct store *s = new_store();
    json_t *json = json_in(s, "json"), *gha = json_in(s, "gha"), *gbench = json_in(s, "gbench");
    cr_expect(json_is_array(json) && json_array_size(json) == 0);
    cr_expect(json_is_array(gha) && json_array_size(gha) == 0);
    cr_expect(json_array_size(json_object_get(gbench, "benchmarks")) == 0);
    char *text = written(s, (struct export){ .form = form_named("csv") });
    const char *rest = text;
    read_record(&rest, &head);
    cr_expect(head.n > 20 && *rest == '\0', "%s", text);
    free(text);
    json_decref(json);
    json_decref(gha);
    json_decref(gbench);
    store_close(s);
}

/* ---- Lines ------------------------------------------------------------------------------------ */

Test(export, figures_of_merit)
{
    struct store *s = some_rows();
    char *text = written(s, (struct export){ .figures = true });
    cr_expect_str_eq(text, "FOM fake.reference.-.double: 1000.000000 ms\n"
                           "FOM fake.simd.plain.double: 2000.000000 ms\n"
                           "FOM fake.offload.plain.double.scale=4: 3000.000000 ms\n"
                           "FOM fake.offload.plain.double.scale=8: 4000.000000 ms\n"
                           "FOM fake.scalar.-.double: 5000.000000 ms\n"
                           "VERDICT: wrong: fake.scalar.-.double\n");
    cr_expect(!export_agrees(s));
    free(text);
    store_close(s);
}

static void expect_verdict(struct store *s, bool offload, const char *verdict)
{
    char *text = written(s, (struct export){ .offload = offload });
    cr_expect_str_eq(text, verdict);
    free(text);
}

Test(export, verdicts)
{
    static const char ok[] = "VERDICT: ok\n";
    const char *fallen = TRIPTYCH_OFFLOAD ? "VERDICT: incomplete: offload could not run\n" : ok;
    struct store *s = new_store();
    expect_verdict(s, false, "VERDICT: incomplete: nothing could run\n");
    add_absent(s, "", TRI_OFFLOAD, "fell back");
    expect_verdict(s, true, "VERDICT: incomplete: nothing could run\n");
    add(s, "", measured(TRI_SIMD, 1));
    expect_verdict(s, true, fallen);
    expect_verdict(s, false, ok);
    struct tri_measurement *cuda = measured(TRI_OFFLOAD, 1);
    cuda->peer = "cuda";
    add(s, "", cuda);
    expect_verdict(s, true, fallen);
    add(s, "scale=2", measured(TRI_OFFLOAD, 1));
    expect_verdict(s, true, ok);
    cr_expect(export_agrees(s));
    add(s, "scale=3", wrong(measured(TRI_OFFLOAD, 1)));
    add(s, "scale=5", wrong(measured(TRI_SIMD, 1)));
    expect_verdict(
        s, true,
        "VERDICT: wrong: fake.offload.plain.double.scale=3, fake.simd.plain.double.scale=5\n");
    cr_expect(!export_agrees(s));
    add(s, "scale=3", measured(TRI_OFFLOAD, 1)); /* the last counts */
    add(s, "scale=5", measured(TRI_SIMD, 1));
    expect_verdict(s, true, ok);
    cr_expect(export_agrees(s));
    store_close(s);
}

/* ---- The document that describes rows ---------------------------------------------------------- */

/* Whether docs/rows.md has a line of its table for the key; of `results` only, or of every row. */
static bool documents(const char *text, const char *key, bool results)
{
    char line[100];
    snprintf(line, sizeof line, "\n| `%s` |", key);
    const char *found = strstr(text, line), *end = found ? strchr(found + 1, '\n') : NULL;
    const char *mark = found ? strstr(found, "| *results.* ") : NULL;
    return found && (mark && mark < end) == results;
}

static char *document(void)
{
    char path[400];
    snprintf(path, sizeof path, "%s/docs/rows.md", getenv("TRIPTYCH_SOURCE_DIR"));
    return contents(path, NULL);
}

static json_t *only_row(struct store *s)
{
    json_t *array = json_in(s, "json"), *row = json_incref(json_array_get(array, 0));
    cr_assert(json_array_size(array) == 1);
    json_decref(array);
    store_close(s);
    return row;
}

Test(export, keys_are_documented)
{
    char *text = document();
    const char *key;
    json_t *value;
    struct store *s = new_store();
    add(s, "", measured(TRI_SIMD, 1));
    json_t *row = only_row(s);
    s = new_store();
    add_absent(s, "", TRI_SIMD, "why");
    json_t *absent = only_row(s);
    json_object_foreach(row, key, value)
    {
        cr_expect(documents(text, key, !json_object_get(absent, key)), "%s", key);
    }
    json_object_foreach(absent, key, value)
    {
        cr_expect(documents(text, key, false), "%s", key);
    }
    json_decref(row);
    json_decref(absent);
    free(text);
}

/* Nor is another one than those of a row that was measured, an absent one, and a study's. */
Test(export, documented_keys_are_written)
{
    char *text = document(), *table = strstr(text, "\n| `schema` |"), *line;
    struct store *s = some_rows();
    json_t *array = json_in(s, "json"), *all = json_object();
    size_t lines = 0;
    for (size_t i = 0; i < json_array_size(array); i++)
        json_object_update(all, json_array_get(array, i));
    cr_assert(table);
    table++;
    while ((line = strsep(&table, "\n")) && strncmp(line, "| `", 3) == 0) {
        char key[40] = "";
        cr_assert(sscanf(line, "| `%39[^`]`", key) == 1, "%s", line);
        cr_expect(json_object_get(all, key), "%s: no row has it", key);
        lines++;
    }
    cr_expect(lines == json_object_size(all), "%zu lines for %zu keys", lines,
              json_object_size(all));
    json_decref(all);
    json_decref(array);
    free(text);
    store_close(s);
}

Test(export, formats_are_documented)
{
    char *text = document(), quoted[40];
    for (size_t i = 1; form_at(i, NULL); i++) {
        snprintf(quoted, sizeof quoted, "\n| `%s` |", form_at(i, NULL));
        cr_expect(strstr(text, quoted), "%s", quoted);
    }
    free(text);
}
