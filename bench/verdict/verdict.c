/* Compilers judged.  judge.sql says what of rows; this reads, prints and draws. */
#include "verdict.h"

#include "figure.h"
#include "file.h"
#include "output.h"
#include "rows.h"

#include <errno.h>
#include <string.h>
#include <sys/stat.h>
#include <time.h>

extern const char judge_sql[], cascade_gp[];

/* ---- Reading ---------------------------------------------------------------------------------- */

/* The day on which a file was written last: rows of lines have none. */
static bool date_of(const char *file, char text[20], struct tri_error *e)
{
    struct stat status;
    struct tm day;
    return (stat(file, &status) == 0 && gmtime_r(&status.st_mtime, &day) &&
            strftime(text, 20, "%Y-%m-%d", &day) > 0) ||
           tri_fail(e, TRI_USAGE, "%.200s: cannot be read: %s", file, strerror(errno));
}

static bool load(const struct judging *j, struct store *s, struct tri_error *e)
{
    bool good = store_run(s, "create temp table side(file text, date text)", e);
    for (size_t i = 0; good && i < j->files; i++) {
        char date[20];
        const char *const text[] = { j->file[i], date };
        good = rows_load(s, j->file[i], NULL, e) && date_of(j->file[i], date, e) &&
               store_tell(s, "insert into side values (?1, ?2)", text, 2, e);
    }
    return good;
}

/* What a verdict is of where nothing is named: the GPU, and the two ends of the ladder. */
static struct request with_defaults(const struct request *asked)
{
    struct request r = *asked;
    if (!r.paths_given) {
        r.paths_given = true;
        for (int p = 0; p < TRI_PATHS; p++)
            r.path[p] = p == TRI_OFFLOAD;
    }
    if (!r.variants_given) {
        r.variants_given = true;
        r.variants = (struct variant_names){ .name = { "plain", "tuned" }, .n = 2 };
    }
    return r;
}

static bool check(const struct judging *j, struct store *s, struct tri_error *e)
{
    char text[400];
    store_text(s, "select text from complaint", NULL, text, sizeof text);
    if (*text)
        return tri_fail(e, TRI_USAGE, "%s", text);
    if (j->portability && store_number(s, "select count(*) from machine", NULL) < 2) {
        store_text(s, "select name from machine", NULL, text, sizeof text);
        return tri_fail(e, TRI_USAGE,
                        "--pp: needs rows of two machines or more, these are of %.200s", text);
    }
    return true;
}

/* ---- Printing --------------------------------------------------------------------------------- */

/* The lines of a machine's table. */
static bool print_table(FILE *out, struct store *s, const char *machine, struct tri_error *e)
{
    sqlite3_stmt *line = store_ask(s, "select text from line where machine = ?1", &machine, 1, e);
    bool good = line && print_lines(out, s, "select text from head", e);
    while (good && store_next(s, line, &good, e))
        fprintf(out, "%s\n", (const char *)sqlite3_column_text(line, 0));
    sqlite3_finalize(line);
    return good;
}

static bool print_machines(FILE *out, struct store *s, struct tri_error *e)
{
    sqlite3_stmt *machine = store_ask(s, "select name from machine order by id", NULL, 0, e);
    bool good = machine;
    while (good && store_next(s, machine, &good, e)) {
        const char *name = (const char *)sqlite3_column_text(machine, 0);
        fprintf(out, "\n%s\n", name);
        good = print_table(out, s, name, e);
    }
    sqlite3_finalize(machine);
    return good;
}

static bool print_portability(FILE *out, struct store *s, struct tri_error *e)
{
    if (store_number(s, "select count(*) from machine", NULL) < 2) {
        fputs("\nPerformance portability over one machine means nothing: it takes rows of two.\n",
              out);
        return true;
    }
    fputs(
        "\nPerformance portability: the harmonic mean of efficiencies on all of these machines; 0: does "
        "not run on one\n",
        out);
    return print_lines(out, s, "select text from head", e) &&
           print_lines(out, s, "select text from pp_line", e);
}

static bool print_verdict_on(FILE *out, struct store *s, struct tri_error *e)
{
    if (!print_lines(out, s, "select text from heading", e) || !print_machines(out, s, e))
        return false;
    if (store_number(s, "select count(*) from note", NULL) > 0)
        fputc('\n', out);
    return print_lines(out, s, "select text from note_line", e) && print_portability(out, s, e);
}

/* ---- Drawing ---------------------------------------------------------------------------------- */

static bool draw_to(struct tri_file *file, struct store *s, struct tri_error *e)
{
    static const struct figure cascade = { .commands = cascade_gp,
                                           .table = { "PATHS", "CURVES", "POINTS", "FIGURE" } };
    struct picture picture = { 0 };
    char machines[400];
    store_text(s, "select MACHINES from FIGURE", NULL, machines, sizeof machines);
    bool good = gnuplot_draw(&cascade, s, machines, "svg", &picture, e) &&
                tri_file_write(file, picture.bytes, picture.n, e);
    picture_free(&picture);
    return good;
}

/* ---- Both ------------------------------------------------------------------------------------- */

/* The picture is drawn first, and kept only if the text could be printed, too. */
static bool write_both(const struct judging *j, struct store *s, FILE *out, struct tri_error *e)
{
    struct tri_file file;
    if (!j->svg)
        return print_verdict_on(out, s, e);
    if (!tri_file_begin(&file, j->svg, e))
        return name_option("--svg", e);
    if (draw_to(&file, s, e) && print_verdict_on(out, s, e))
        return tri_file_commit(&file, e) || name_option("--svg", e);
    tri_file_abandon(&file);
    return false;
}

bool judge_rows(const struct judging *j, const struct request *asked, FILE *out,
                struct tri_error *e)
{
    const struct request r = with_defaults(asked);
    struct store *s = store_in_memory(e);
    bool good = s && load(j, s, e) && choose(s, &r, e) && store_run(s, judge_sql, e) &&
                check(j, s, e) && write_both(j, s, out, e);
    store_close(s);
    return good;
}
