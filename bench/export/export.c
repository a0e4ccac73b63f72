/* The export formats: a table of queries, and the functions that write their results. */
#include "export.h"

#include "output.h"

#include <string.h>

extern const char names_sql[], fom_sql[], verdict_sql[], json_sql[], csv_sql[], gbench_sql[],
    gha_sql[];

/* ---- Writers of a result's row or its heading ----------------------------------------------------- */

static void write_line(FILE *out, sqlite3_stmt *answer, const struct export *x)
{
    fprintf(out, "%s\n", (const char *)sqlite3_column_text(answer, 0));
}

static void write_verdict(FILE *out, sqlite3_stmt *answer, const struct export *x)
{
    const char *wrong = (const char *)sqlite3_column_text(answer, 2);
    print_verdict(out,
                  &(struct outcome){ .nothing = sqlite3_column_int(answer, 0),
                                     .no_offload = x->offload && sqlite3_column_int(answer, 1) == 0,
                                     .wrong = wrong ? wrong : "",
                                     .not_audited = sqlite3_column_int(answer, 3) });
}

/* RFC 4180: a field that contains a quote, a comma or a line break is quoted. */
static void write_field(FILE *out, int i, const char *text)
{
    bool quoted = strpbrk(text, "\",\r\n");
    fputs(i > 0 ? "," : "", out);
    fputs(quoted ? "\"" : "", out);
    for (; *text; text++)
        fprintf(out, "%s%c", *text == '"' ? "\"" : "", *text);
    fputs(quoted ? "\"" : "", out);
}

/* Whether an earlier column has the same name. */
static bool is_again(sqlite3_stmt *answer, int i)
{
    for (int k = 0; k < i; k++)
        if (strcmp(sqlite3_column_name(answer, k), sqlite3_column_name(answer, i)) == 0)
            return true;
    return false;
}

static void write_columns(FILE *out, sqlite3_stmt *answer)
{
    for (int i = 0; i < sqlite3_column_count(answer); i++)
        if (!is_again(answer, i))
            write_field(out, i, sqlite3_column_name(answer, i));
    fputs("\r\n", out);
}

static void write_record(FILE *out, sqlite3_stmt *answer, const struct export *x)
{
    for (int i = 0; i < sqlite3_column_count(answer); i++) {
        const char *text = (const char *)sqlite3_column_text(answer, i);
        if (!is_again(answer, i))
            write_field(out, i, text ? text : "");
    }
    fputs("\r\n", out);
}

/* ---- Formats ----------------------------------------------------------------------------------- */

struct form {
    const char *name, *query;
    void (*head)(FILE *, sqlite3_stmt *); /* NULL: it has none */
    void (*row)(FILE *, sqlite3_stmt *, const struct export *);
};

static const struct form forms[] = {
    [FORM_TEXT] = { "text", verdict_sql, NULL, write_verdict },
    { "json", json_sql, NULL, write_line },
    { "csv", csv_sql, write_columns, write_record },
    { "gbench", gbench_sql, NULL, write_line },
    { "gha", gha_sql, NULL, write_line },
};

static const struct form figures_of_merit = { "fom", fom_sql, NULL, write_line };

const char *form_at(size_t i, const void *unused)
{
    return i < sizeof forms / sizeof *forms ? forms[i].name : NULL;
}

static bool write_form(struct store *s, const struct form *f, const struct export *x, FILE *out,
                       struct tri_error *e)
{
    bool good = true;
    char *query = store_sql(f->query);
    if (!query)
        return tri_fail(e, TRI_FAILED, "out of memory");
    sqlite3_stmt *answer = store_ask(s, query, NULL, 0, e);
    sqlite3_free(query);
    if (!answer)
        return false;
    if (f->head)
        f->head(out, answer);
    while (store_next(s, answer, &good, e))
        f->row(out, answer, x);
    sqlite3_finalize(answer);
    return good;
}

/* The tables that the queries need exist only in a savepoint, which is rolled back. */
bool export_rows(struct store *s, const struct export *x, FILE *out, struct tri_error *e)
{
    if (!store_run(s, "begin", e))
        return false;
    bool good = store_run(s, names_sql, e) &&
                (!x->figures || write_form(s, &figures_of_merit, x, out, e)) &&
                write_form(s, &forms[x->form], x, out, e);
    return store_run(s, "rollback", good ? e : &(struct tri_error){ 0 }) && good;
}

bool export_agrees(struct store *s)
{
    return store_number(s,
                        "select count(*) from row where kind is null and agrees = 0 and "
                        "id in (select max(id) from row group by identity)",
                        NULL) == 0;
}
