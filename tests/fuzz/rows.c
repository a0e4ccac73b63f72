/* Files of rows, and all that is made of them: exports, comparison, verdict, figures. */
#include "fuzz.h"

#include "export.h"
#include "figure.h"
#include "verdict.h"
#include "versus.h"

static void export_all(struct store *s)
{
    struct tri_error e;
    for (int form = 0; form_at((size_t)form, NULL); form++)
        export_rows(s, &(struct export){ .form = form, .figures = form == FORM_TEXT },
                    fuzz_nowhere(), &e);
    export_agrees(s);
}

static void draw_all(struct store *s)
{
    struct tri_error e;
    struct request all = { .names_of_rows = true };
    for (int i = 0; i < TRI_PATHS; i++)
        all.path[i] = true;
    for (int i = 0; i < TRI_PRECISIONS; i++)
        all.precision[i] = true;
    if (!rows_prepare(s, &e) || !rows_ask(s, &all, &e) ||
        !rows_choose(s, "insert into chosen_row select id from row", &e))
        return;
    for (const struct figure *f = figures; f->name; f++)
        if (figure_prepare(f, s, &e))
            figure_write(f, s, fuzz_nowhere(), &e);
    free(machine_of(s, true, &e));
}

static void compare_and_judge(const char *file)
{
    struct tri_error e;
    struct versus v;
    struct verdict_request judged;
    char *words[] = { (char *)"versus", (char *)file, (char *)file, NULL };
    if (versus_options(&v, 3, words, &e)) {
        v.out = fuzz_nowhere();
        versus(&v, &e);
    }
    if (verdict_options(&judged, 2, words, &e))
        judge_rows(&judged.judging, &judged.request, fuzz_nowhere(), &e);
}

static void fuzz_file_of_rows(const char *file)
{
    struct tri_error e;
    struct store *s = rows_load_all(file, &e);
    if (!s)
        return;
    export_all(s);
    draw_all(s);
    store_close(s);
    compare_and_judge(file);
}

void fuzz_rows(const uint8_t *bytes, size_t n)
{
    fuzz_file_of_rows(fuzz_file("rows", bytes, n));
}

/* SQLite's header is there, or no reader would take the file for a database. */
void fuzz_database(const uint8_t *bytes, size_t n)
{
    struct tri_error e;
    const char *file = fuzz_file("rows.db", bytes, n);
    struct store *s = store_is_database(file) ? store_open(file, STORE_READ, &e) : NULL;
    if (!s)
        return;
    store_last(s);
    store_close(s);
    fuzz_file_of_rows(file);
}
