/* Exported rows: each format is read back. */
#include "build_info.h"
#include "exported.h"
#include "rows.h"

#include <math.h>

/* The rows themselves, in their order, the earlier of two of one measurement left out. */
Test(export, json)
{
    store_auto_t *s = some_rows();
    json_auto_t *array = json_in(s, "json");
    json_auto_t *rows =
        answer_json(s, "select json_group_array(json(json)) from row order by id", &failure);
    cr_assert(rows, "%s", failure.text);
    cr_assert(json_array_size(rows) == 8 && json_array_size(array) == 7);
    for (size_t i = 0, k = 0; i < 8; i++)
        if (i != 1)
            cr_expect(json_equal(json_array_get(array, k++), json_array_get(rows, i)), "row %zu",
                      i);
}

/* The first of the list that has this text for the key. */
static const json_t *found(const json_t *list, const char *key, const char *text)
{
    const json_t *one;
    size_t i;
    json_array_foreach(list, i, one)
    {
        if (strcmp(string_in(one, key), text) == 0)
            return one;
    }
    cr_assert_fail("none has \"%s\": \"%s\"", key, text);
    return NULL;
}

Test(export, gbench)
{
    store_auto_t *s = some_rows();
    json_t *document = json_in(s, "gbench"), *list = json_object_get(document, "benchmarks"), *one;
    size_t i, n = 0, errors = 0;
    cr_expect(string_in(json_object_get(document, "context"), "date")[4] == '-');
    json_array_foreach(list, i, one)
    {
        bool error = json_is_true(json_object_get(one, "error_occurred"));
        errors += error;
        n += strcmp(string_in(one, "run_type"), "iteration") == 0;
        cr_expect_str_eq(string_in(one, "time_unit"), "ms");
        cr_expect(number_in(one, "real_time") == number_in(one, "cpu_time"));
        cr_expect(number_in(one, "iterations") >= !error && number_in(one, "repetitions") > 0);
    }
    cr_expect(n == 4 * 3 + 2 && errors == 2 && i == 4 * 6 + 2, "%zu, %zu, %zu", n, errors, i);
    json_decref(document);
}

Test(export, gbench_has_each_time_and_what_is_wrong)
{
    store_auto_t *s = some_rows();
    json_t *document = json_in(s, "gbench"), *list = json_object_get(document, "benchmarks");
    const json_t *first = found(list, "name", exported_names[1]),
                 *median = found(list, "name", "fake.simd.plain.double_median"),
                 *wrong_one = found(list, "name", exported_names[4]),
                 *absent = found(list, "name", exported_names[5]);
    expect_near(number_in(first, "real_time"), 4000);
    expect_near(number_in(first, "items_per_second"), 250);
    cr_expect_str_eq(string_in(median, "aggregate_name"), "median");
    cr_expect_str_eq(string_in(median, "run_name"), exported_names[1]);
    expect_near(number_in(median, "real_time"), 2000);
    cr_expect(
        strstr(string_in(found(list, "run_name", exported_names[2]), "label"), exported_device));
    cr_expect_str_eq(string_in(wrong_one, "error_message"), "3 of 24 points differ");
    cr_expect_str_eq(string_in(absent, "error_message"), "not run: no \"device\",\nno row");
    json_decref(document);
}

/* What is wrong or absent has no place there. */
Test(export, gha)
{
    store_auto_t *s = some_rows();
    json_t *array = json_in(s, "gha"), *one;
    size_t i;
    cr_assert(json_array_size(array) == 4);
    json_array_foreach(array, i, one)
    {
        cr_expect_str_eq(string_in(one, "name"), exported_names[i]);
        cr_expect_str_eq(string_in(one, "unit"), "ms");
        expect_near(number_in(one, "value"), 1000 * (double)(i + 1));
    }
    cr_expect_str_eq(string_in(json_array_get(array, 1), "range"), "1000 to 4000");
    cr_expect(strstr(string_in(json_array_get(array, 2), "extra"), exported_device));
    json_decref(array);
}

/* ---- What is hard ------------------------------------------------------------------------------- */

/* No such number is one of JSON. */
Test(export, without_nan_and_infinity)
{
    store_auto_t *s = new_store();
    struct tri_measurement *m = measured(TRI_SIMD, 1e308), *none = measured(TRI_REFERENCE, 0);
    m->kernel.all[0] = 1e308;
    m->difference.max_ulps = (double)INFINITY;
    m->cold = (double)NAN;
    m->work.units = (double)INFINITY;
    add_row(s, "", m);
    add_row(s, "", none);
    static const char *const forms[] = { "json", "gbench", "gha" };
    FOR_EACH (r, forms)
        json_decref(json_in(s, *r));
    char *text = written_as(s, "csv");
    cr_expect(!strstr(text, "Inf") && !strstr(text, "nan") && !strstr(text, "e+999"), "%s", text);
    free(text);
    text = written(s, (struct export){ .figures = true });
    cr_expect_str_eq(text, "FOM fake.reference.-.double: 0.000000 ms\nVERDICT: ok\n");
    free(text);
}

Test(export, nothing)
{
    store_auto_t *s = new_store();
    json_auto_t *json = json_in(s, "json"), *gha = json_in(s, "gha"),
                *gbench = json_in(s, "gbench");
    cr_expect(json_is_array(json) && json_array_size(json) == 0);
    cr_expect(json_is_array(gha) && json_array_size(gha) == 0);
    cr_expect(json_array_size(json_object_get(gbench, "benchmarks")) == 0);
}

/* Rows of other devices than the first ones are told apart by their numbers. */
Test(export, names_of_devices)
{
    store_auto_t *s = new_store();
    for (int k = 0; k < 3; k++) {
        struct tri_measurement *m = measured(TRI_OFFLOAD, 1);
        m->launch.devices = 2;
        tri_devices_choose((const int[]){ k, 2 * k + 1 }, k > 0 ? 2 : 0);
        add_row(s, "", m);
    }
    tri_devices_choose(NULL, 0);
    json_t *document = json_in(s, "gbench"), *list = json_object_get(document, "benchmarks");
    cr_expect(found(list, "run_name", "fake.offload.plain.double.device_numbers=-"));
    cr_expect(found(list, "run_name", "fake.offload.plain.double.device_numbers=[1,3]"));
    cr_expect(found(list, "run_name", "fake.offload.plain.double.device_numbers=[2,5]"));
    json_decref(document);
}

/* ---- Lines ------------------------------------------------------------------------------------ */

Test(export, figures_of_merit)
{
    store_auto_t *s = some_rows();
    text_auto_t *text = written(s, (struct export){ .figures = true });
    cr_expect_str_eq(text, "FOM fake.reference.-.double: 1000.000000 ms\n"
                           "FOM fake.simd.plain.double: 2000.000000 ms\n"
                           "FOM fake.offload.plain.double.scale=4: 3000.000000 ms\n"
                           "FOM fake.offload.plain.double.scale=8: 4000.000000 ms\n"
                           "FOM fake.scalar.-.double: 5000.000000 ms\n"
                           "VERDICT: wrong: fake.scalar.-.double\n");
    cr_expect(!export_agrees(s));
}

static void expect_verdict(struct store *s, bool offload, const char *verdict)
{
    text_auto_t *text = written(s, (struct export){ .offload = offload });
    cr_expect_str_eq(text, verdict);
}

Test(export, verdicts)
{
    static const char ok[] = "VERDICT: ok\n";
    const char *fallen = TRIPTYCH_OFFLOAD ? "VERDICT: incomplete: offload could not run\n" : ok;
    store_auto_t *s = new_store();
    expect_verdict(s, false, "VERDICT: incomplete: nothing could run\n");
    add_absent_row(s, "", TRI_OFFLOAD, "fell back");
    expect_verdict(s, true, "VERDICT: incomplete: nothing could run\n");
    add_row(s, "", measured(TRI_SIMD, 1));
    expect_verdict(s, true, fallen);
    expect_verdict(s, false, ok);
    struct tri_measurement *cuda = measured(TRI_OFFLOAD, 1);
    cuda->peer = "cuda";
    add_row(s, "", cuda);
    expect_verdict(s, true, fallen);
    add_row(s, "scale=2", measured(TRI_OFFLOAD, 1));
    expect_verdict(s, true, ok);
    cr_expect(export_agrees(s));
    add_row(s, "scale=3", wrong(measured(TRI_OFFLOAD, 1)));
    add_row(s, "scale=5", wrong(measured(TRI_SIMD, 1)));
    expect_verdict(
        s, true,
        "VERDICT: wrong: fake.offload.plain.double.scale=3, fake.simd.plain.double.scale=5\n");
    cr_expect(!export_agrees(s));
    add_row(s, "scale=3", measured(TRI_OFFLOAD, 1)); /* the last counts */
    add_row(s, "scale=5", measured(TRI_SIMD, 1));
    expect_verdict(s, true, ok);
    cr_expect(export_agrees(s));
}

/* An offload path that had nothing to do has not failed: its audit says so, whatever the words are. */
Test(export, verdict_of_nothing_to_do)
{
    store_auto_t *s = new_store();
    add_row(s, "", measured(TRI_SIMD, 1));
    add_absent_row(s, "scale=2", TRI_OFFLOAD, "not run: there is nothing to do");
    expect_verdict(s, true,
                   TRIPTYCH_OFFLOAD ? "VERDICT: incomplete: offload could not run\n"
                                    : "VERDICT: ok\n");
    add_idle_row(s, "scale=3");
    expect_verdict(s, true, "VERDICT: ok\n");
}

/* What nobody asked for is not missing. */
Test(export, verdict_of_what_was_not_audited)
{
    store_auto_t *s = new_store();
    add_unaudited_row(s, "", measured(TRI_SIMD, 1), NULL);
    expect_verdict(s, false, "VERDICT: ok\n");
    add_unaudited_row(s, "scale=2", measured(TRI_SIMD, 1), "no memory");
    expect_verdict(s, false, "VERDICT: incomplete: not audited: 1 row\n");
    add_unaudited_row(s, "scale=3", measured(TRI_SIMD, 1), "no memory");
    expect_verdict(s, false, "VERDICT: incomplete: not audited: 2 rows\n");
    cr_expect(export_agrees(s));
    add_row(s, "scale=5", wrong(measured(TRI_SIMD, 1)));
    expect_verdict(s, false, "VERDICT: wrong: fake.simd.plain.double.scale=5\n");
    cr_expect(!export_agrees(s));
}

/* ---- CSV ---- */

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
    static struct record head, r[EXPORTED];
    store_auto_t *s = some_rows();
    text_auto_t *text = written_as(s, "csv");
    const char *rest = text;
    read_record(&rest, &head);
    for (size_t i = 0; i < EXPORTED; i++) {
        read_record(&rest, &r[i]);
        cr_expect(r[i].n == head.n, "%zu fields, not %zu", r[i].n, head.n);
        cr_expect_str_eq(field(&head, &r[i], "name"), exported_names[i]);
    }
    cr_expect(*rest == '\0', "more than the rows: %s", rest);
    expect_near(atof(field(&head, &r[1], "kernel_ms")), 2000);
    expect_near(atof(field(&head, &r[1], "kernel_max_ms")), 4000);
    cr_expect_str_eq(field(&head, &r[1], "agrees"), "1");
    cr_expect_str_eq(field(&head, &r[1], "absent"), "");
    cr_expect_str_eq(field(&head, &r[2], "device"), exported_device);
    cr_expect_str_eq(field(&head, &r[4], "path"), "scalar");
    cr_expect_str_eq(field(&head, &r[4], "agrees"), "0");
    cr_expect_str_eq(field(&head, &r[5], "kernel_ms"), "");
    cr_expect_str_eq(field(&head, &r[5], "absent"), "not run: no \"device\",\nno row");
    json_auto_t *params = json_loads(field(&head, &r[3], "params"), 0, NULL);
    cr_expect(number_in(params, "scale") == 8);
}

/* Whoever knows the database's view finds its columns, but for what is of the database. */
Test(export, csv_has_the_columns_of_times)
{
    static struct record head;
    bool good = true;
    store_auto_t *s = new_store();
    text_auto_t *text = written_as(s, "csv");
    const char *rest = text;
    size_t columns = 0;
    read_record(&rest, &head);
    sqlite3_stmt *query = store_ask(
        s, "select name from pragma_table_info('times') where name not in ('id', 'added')", NULL, 0,
        &failure);
    cr_assert(query, "%s", failure.text);
    for (; store_next(s, query, &good, &failure); columns++)
        field(&head, &head, (const char *)sqlite3_column_text(query, 0));
    cr_expect(columns > 20);
    sqlite3_finalize(query);
}

Test(export, csv_of_nothing)
{
    static struct record head;
    store_auto_t *s = new_store();
    text_auto_t *text = written_as(s, "csv");
    const char *rest = text;
    read_record(&rest, &head);
    cr_expect(head.n > 20 && *rest == '\0', "%s", text);
}
