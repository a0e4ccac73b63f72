/* Exported rows: each format is read back. */
#include "exported.h"

#include "build_info.h"
#include "rows.h"

#include <criterion/criterion.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

/* The rows themselves, in their order, the earlier of two of one measurement left out. */
Test(export, json)
{
    struct tri_error e = { 0 };
    struct store *s = some_rows();
    json_t *array = json_in(s, "json");
    json_t *rows = answer_json(s, "select json_group_array(json(json)) from row order by id", &e);
    cr_assert(rows, "%s", e.text);
    cr_assert(json_array_size(rows) == 8 && json_array_size(array) == 7);
    for (size_t i = 0, k = 0; i < 8; i++)
        if (i != 1)
            cr_expect(json_equal(json_array_get(array, k++), json_array_get(rows, i)), "row %zu",
                      i);
    json_decref(rows);
    json_decref(array);
    store_close(s);
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
    struct store *s = some_rows();
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
    store_close(s);
}

Test(export, gbench_has_each_time_and_what_is_wrong)
{
    struct store *s = some_rows();
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
        cr_expect_str_eq(string_in(one, "name"), exported_names[i]);
        cr_expect_str_eq(string_in(one, "unit"), "ms");
        expect_near(number_in(one, "value"), 1000 * (double)(i + 1));
    }
    cr_expect_str_eq(string_in(json_array_get(array, 1), "range"), "1000 to 4000");
    cr_expect(strstr(string_in(json_array_get(array, 2), "extra"), exported_device));
    json_decref(array);
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
    add_row(s, "", m);
    add_row(s, "", none);
    static const char *const forms[] = { "json", "gbench", "gha" };
    for (size_t i = 0; i < sizeof forms / sizeof *forms; i++)
        json_decref(json_in(s, forms[i]));
    char *text = written_as(s, "csv");
    cr_expect(!strstr(text, "Inf") && !strstr(text, "nan") && !strstr(text, "e+999"), "%s", text);
    free(text);
    text = written(s, (struct export){ .figures = true });
    cr_expect_str_eq(text, "FOM fake.reference.-.double: 0.000000 ms\nVERDICT: ok\n");
    free(text);
    store_close(s);
}

Test(export, nothing)
{
    struct store *s = new_store();
    json_t *json = json_in(s, "json"), *gha = json_in(s, "gha"), *gbench = json_in(s, "gbench");
    cr_expect(json_is_array(json) && json_array_size(json) == 0);
    cr_expect(json_is_array(gha) && json_array_size(gha) == 0);
    cr_expect(json_array_size(json_object_get(gbench, "benchmarks")) == 0);
    json_decref(json);
    json_decref(gha);
    json_decref(gbench);
    store_close(s);
}

/* Rows of other devices than the first ones are told apart by their numbers. */
Test(export, names_of_devices)
{
    struct store *s = new_store();
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
    store_close(s);
}
