/* docs/rows.md describes rows as they are. */
#include "exported.h"
#include "rows.h"

/* Whether docs/rows.md has a line of its table for the key; of `results` only, or of every row. */
static bool documents(const char *text, const char *key, bool results)
{
    char line[100];
    snprintf(line, sizeof line, "\n| `%s` |", key);
    const char *found = strstr(text, line), *end = found ? strchr(found + 1, '\n') : NULL;
    const char *mark = found ? strstr(found, "| *results.* ") : NULL;
    return found && (mark && mark < end) == results;
}

static char *text_of(const char *name)
{
    char path[400];
    snprintf(path, sizeof path, "%s/docs/%s", getenv("TRIPTYCH_SOURCE_DIR"), name);
    return contents(path, NULL);
}

static char *document(void)
{
    return text_of("rows.md");
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
    text_auto_t *text = document();
    const char *key;
    json_t *value;
    struct store *s = new_store();
    add_row(s, "", measured(TRI_SIMD, 1));
    json_auto_t *row = only_row(s);
    s = new_store();
    add_absent_row(s, "", TRI_SIMD, "why");
    json_auto_t *absent = only_row(s);
    json_object_foreach(row, key, value)
    {
        cr_expect(documents(text, key, !json_object_get(absent, key)), "%s", key);
    }
    json_object_foreach(absent, key, value)
    {
        cr_expect(documents(text, key, false), "%s", key);
    }
}

/* Nor is another one than those of a row that was measured, an absent one, and a study's. */
Test(export, documented_keys_are_written)
{
    char *text = document(), *table = strstr(text, "\n| `schema` |"), *line;
    store_auto_t *s = some_rows();
    json_auto_t *array = json_in(s, "json"), *all = json_object();
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
    free(text);
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

/* Whether the list "a,b,c" has the name, up to the unit of a time. */
static bool lists(const char *all, const char *name)
{
    size_t length = strlen(name);
    if (strcmp(name, "ceiling_share") == 0)
        return lists(all, "share");
    bool time = length > 2 && strcmp(name + length - 2, "_s") == 0;
    for (const char *at = all; at; at = strchr(at, ',')) {
        at += *at == ',';
        size_t there = strcspn(at, ",\n");
        if (there == length && strncmp(at, name, length) == 0)
            return true;
        if (time && there == length + 1 && strncmp(at, name, length - 1) == 0 &&
            strncmp(at + length - 1, "ms", 2) == 0)
            return true;
    }
    return false;
}

/* A column of the database is a key of rows, and a column of CSV. */
Test(export, columns_are_keys)
{
    static const char *const ours[] = { "kind", "peer", "cores", "flags",
                                        "ceiling" }; /* not in CSV's table */
    store_auto_t *s = some_rows();
    text_auto_t *text = document(), *csv = written_as(s, "csv");
    bool good;
    size_t n = 0;
    sqlite3_stmt *columns = store_ask(
        s, "select name from pragma_table_xinfo('row') where hidden <> 0", NULL, 0, &failure);
    cr_assert(columns, "%s", failure.text);
    csv[strcspn(csv, "\r\n")] = '\0';
    while (store_next(s, columns, &good, &failure)) {
        const char *name = (const char *)sqlite3_column_text(columns, 0);
        char line[100];
        snprintf(line, sizeof line, "\n| `%s` |", name);
        cr_expect(strstr(text, line), "%s: no key", name);
        bool left_out = false;
        for (size_t i = 0; i < sizeof ours / sizeof *ours; i++)
            left_out |= strcmp(name, ours[i]) == 0;
        cr_expect(left_out != lists(csv, name), "%s: in CSV", name);
        n++;
    }
    cr_expect(n > 40, "%zu columns", n);
    sqlite3_finalize(columns);
}

/* Those of a row of a GPU of which everything is known. */
static struct tri_measurement *with_conditions(void)
{
    struct tri_measurement *m = measured(TRI_OFFLOAD, 1);
    m->conditions.on_gpu = true;
    for (int i = 0; i < TRI_CONDITIONS; i++)
        tri_condition_set(&m->conditions, (enum tri_condition)i, i + 0.5);
    tri_condition_set_text(&m->conditions, TRI_GOVERNOR, "powersave");
    tri_condition_set_text(&m->conditions, TRI_GPU_THROTTLE, "none");
    m->clock = 1755e6;
    m->energy = (struct tri_energy){ .runs = 4,
                                     .seconds = 1,
                                     .cpu_joules = 8,
                                     .on_gpu = true,
                                     .gpu_joules = 12,
                                     .use = { .busy = 0.75, .warps = 0.5, .memory = 0.25 } };
    return m;
}

/* docs/conditions.md has a line for each member of a row's conditions. */
Test(export, conditions_are_documented)
{
    struct store *s = new_store();
    add_row(s, "", with_conditions());
    json_auto_t *row = only_row(s);
    text_auto_t *text = text_of("conditions.md");
    json_t *conditions = json_object_get(row, "conditions"), *value;
    const char *key;
    char quoted[60];
    json_object_foreach(conditions, key, value)
    {
        snprintf(quoted, sizeof quoted, "`%s`", key);
        const char *found = strstr(text, quoted);
        cr_expect(found && strchr(found, '|'), "%s", key);
    }
    cr_expect(json_object_size(conditions) == TRI_CONDITIONS + 6);
    cr_expect(number_for(conditions, "load_1min") == TRI_LOAD_1MIN + 0.5);
    cr_expect(number_for(conditions, "gpu_clock_held_hz") == 1755e6);
    cr_expect(number_for(conditions, "cpu_joules_a_run") == 2);
    cr_expect(number_for(conditions, "gpu_joules_a_run") == 3);
    cr_expect(number_for(conditions, "gpu_busy_share") == 0.75);
    cr_expect(number_for(conditions, "gpu_occupancy") == 0.5);
    cr_expect(number_for(conditions, "gpu_memory_share") == 0.25);
    cr_expect_str_eq(json_string_value(json_object_get(conditions, "governor")), "powersave");
}

/* What is not known has no member, and where nobody has looked there is nothing. */
Test(export, unknown_conditions_are_absent)
{
    struct tri_measurement *m = measured(TRI_SIMD, 1);
    struct store *s = new_store();
    tri_condition_set(&m->conditions, TRI_STEAL_SHARE, 0);
    add_row(s, "", m);
    json_auto_t *row = only_row(s);
    cr_expect(json_object_size(json_object_get(row, "conditions")) == 1);
    s = new_store();
    add_row(s, "", measured(TRI_SIMD, 1));
    json_auto_t *nothing = only_row(s);
    cr_expect(json_is_null(json_object_get(nothing, "conditions")));
}
