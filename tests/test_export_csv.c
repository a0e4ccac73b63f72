/* Rows as CSV, read back according to RFC 4180. */
#include "exported.h"

#include <criterion/criterion.h>
#include <stdlib.h>
#include <string.h>

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
    struct store *s = some_rows();
    char *text = written_as(s, "csv");
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
    char *text = written_as(s, "csv");
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

Test(export, csv_of_nothing)
{
    static struct record head;
    struct store *s = new_store();
    char *text = written_as(s, "csv");
    const char *rest = text;
    read_record(&rest, &head);
    cr_expect(head.n > 20 && *rest == '\0', "%s", text);
    free(text);
    store_close(s);
}
