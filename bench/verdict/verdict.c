/* Compilers compared.  judge.sql computes all of it from rows; this reads them, prints, draws and writes the page. */
#include "verdict.h"

#include "file.h"
#include "gnuplot.h"
#include "help.h"
#include "lost.h"
#include "output.h"
#include "rows.h"
#include "template.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <time.h>

extern const char judge_sql[], cascade_gp[], verdict_page_sql[], verdict_html[];

/* ---- Reading ---------------------------------------------------------------------------------- */

/* The day on which a file was last written: lines of rows have no date. */
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

/* The rows that are judged if nothing is named: offload, plain and tuned; all variants, if there are others only. */
static struct request with_defaults(const struct request *asked, struct store *s)
{
    struct request r = *asked;
    if (!r.paths_given) {
        r.paths_given = true;
        for (int p = 0; p < TRI_PATHS; p++)
            r.path[p] = p == TRI_OFFLOAD;
    }
    if (!r.variants_given &&
        store_number(s, "select count(*) from row where variant in ('plain', 'tuned')", NULL) > 0) {
        r.variants_given = true;
        r.variants = (struct variant_names){ .name = { "plain", "tuned" }, .n = 2 };
    }
    return r;
}

static bool check_rows(const struct judging *j, struct store *s, struct tri_error *e)
{
    char text[400];
    if (!store_check(s, "select text from complaint", e))
        return false;
    if (j->portability && store_number(s, "select count(*) from machine", NULL) < 2) {
        store_text(s, "select name from machine", NULL, text, sizeof text);
        return tri_fail(e, TRI_USAGE,
                        "--pp: needs rows of two machines or more, these are of %.200s", text);
    }
    return true;
}

/* ---- Printing --------------------------------------------------------------------------------- */

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

/* ---- The files -------------------------------------------------------------------------------- */

/* What is written beside the text: the cascade plot, and a page that has it too. */
struct written {
    struct store *store;
    struct picture cascade; /* .bytes == NULL: not drawn */
    struct tri_error undrawn;
};

static bool draw_cascade(struct written *w, struct tri_error *e)
{
    static const struct figure cascade = { .commands = cascade_gp,
                                           .table = { "PATHS", "CURVES", "POINTS", "FIGURE" } };
    char machines[400];
    store_text(w->store, "select MACHINES from FIGURE", NULL, machines, sizeof machines);
    return gnuplot_draw(&cascade, w->store, machines, "svg", &w->cascade, e);
}

static bool write_svg(struct tri_file *file, struct written *w, struct tri_error *e)
{
    if (!w->cascade.bytes) {
        *e = w->undrawn;
        return false;
    }
    return tri_file_write(file, w->cascade.bytes, w->cascade.n, e);
}

/* Without gnuplot, the page says why it has no plot. */
static bool put_cascade(json_t *data, const struct written *w)
{
    json_t *plot = json_pack("{s:s}", "title",
                             "Cascade plot of the efficiencies of each compiler and variant");
    bool good = w->cascade.bytes
                    ? json_object_set_new(plot, "svg",
                                          json_stringn_nocheck(w->cascade.bytes, w->cascade.n)) == 0
                    : put_text(plot, "missing", w->undrawn.text);
    good = good && json_object_set_new(data, "cascade", embedded(plot, "cascade-")) == 0;
    json_decref(plot);
    return good;
}

static bool write_page(struct tri_file *file, struct written *w, struct tri_error *e)
{
    json_t *data = store_run(w->store, verdict_page_sql, e)
                       ? answer_json(w->store, "select json from page", e)
                       : NULL;
    if (!data)
        return false;
    bool good = put_cascade(data, w);
    if (good)
        template_write(file->stream, verdict_html, data);
    json_decref(data);
    return good || tri_fail(e, TRI_FAILED, "out of memory");
}

struct part {
    const char *option, *name; /* NULL: not asked for */
    bool (*write)(struct tri_file *, struct written *, struct tri_error *);
    struct tri_file file;
    bool begun;
};

static bool begin_part(struct part *p, struct written *w, struct tri_error *e)
{
    if (!p->name)
        return true;
    p->begun = tri_file_begin(&p->file, p->name, e);
    if (!p->begun)
        return name_option(p->option, e);
    return p->write(&p->file, w, e) && nothing_is_lost(e) &&
           (tri_file_flush(&p->file, e) || name_option(p->option, e));
}

static bool text_is_out(FILE *out, const char *output, struct tri_error *e)
{
    if (fflush(out) == 0 && !ferror(out))
        return true;
    return output ? tri_fail(e, TRI_FAILED, "-o %.200s: cannot be written: %s", output,
                             strerror(errno))
                  : tri_fail(e, TRI_FAILED, "standard output: %s", strerror(errno));
}

/* Files are kept only if all of them, and the text, could be written. */
static bool end_part(struct part *p, bool good, struct tri_error *e)
{
    if (p->begun && good)
        return tri_file_commit(&p->file, e) || name_option(p->option, e);
    if (p->begun)
        tri_file_abandon(&p->file);
    return good;
}

static bool write_all(const struct judging *j, struct store *s, FILE *out, const char *output,
                      struct tri_error *e)
{
    struct written w = { .store = s };
    struct part part[] = { { .option = "--svg", .name = j->svg, .write = write_svg },
                           { .option = "--page", .name = j->page, .write = write_page } };
    enum { PARTS = sizeof part / sizeof *part };
    bool good = true;
    if (j->svg || j->page)
        draw_cascade(&w, &w.undrawn);
    for (size_t i = 0; good && i < PARTS; i++)
        good = begin_part(&part[i], &w, e);
    good = good && print_verdict_on(out, s, e) && text_is_out(out, output, e);
    for (size_t i = 0; i < PARTS; i++)
        good = end_part(&part[i], good, e);
    picture_free(&w.cascade);
    return good;
}

bool judge_rows(const struct judging *j, const struct request *asked, FILE *out,
                struct tri_error *e)
{
    struct request r = *asked;
    struct store *s = store_in_memory(e);
    bool good = s && load(j, s, e);
    if (good)
        r = with_defaults(asked, s);
    good = good && rows_prepare(s, e) && rows_ask(s, &r, e) && store_run(s, judge_sql, e) &&
           check_rows(j, s, e) && write_all(j, s, out, r.output, e);
    store_close(s);
    return good;
}

/* ---- The command line ---------------------------------------------------------------------------- */

enum { KEY_SVG = 0x300, KEY_PAGE, KEY_PP, KEY_HOTSPOT };

static const struct argp_option options[] = {
    { "svg", KEY_SVG, "FILE", OPTION_OFTEN, "also draw the efficiencies as a cascade plot", 2 },
    { "page", KEY_PAGE, "FILE.html", OPTION_OFTEN, "also write tables and plot as a page", 2 },
    { "pp", KEY_PP, NULL, OPTION_OFTEN,
      "fail if the rows are of one machine only, for which there is no performance portability",
      2 },
    { "hotspot", KEY_HOTSPOT, "LIST", OPTION_OFTEN, "only these hotspots", 2 },
    { 0 },
};

static error_t add(struct verdict_request *v, const char *file)
{
    if (v->judging.files == MAX_JUDGED)
        return usage_error(&v->request, "verdict: no more than %d files", MAX_JUDGED);
    v->judging.file[v->judging.files++] = file;
    return 0;
}

static error_t parse(int key, char *arg, struct argp_state *state)
{
    struct verdict_request *v = state->input;
    switch (key) {
    case ARGP_KEY_INIT: state->child_inputs[0] = &v->request; return 0;
    case KEY_SVG: v->judging.svg = arg; return 0;
    case KEY_PAGE: v->judging.page = arg; return 0;
    case KEY_PP: v->judging.portability = true; return 0;
    case KEY_HOTSPOT: return parse_hotspots(&v->request, arg);
    case ARGP_KEY_ARG: return add(v, arg);
    default: return ARGP_ERR_UNKNOWN;
    }
}

static const struct argp_child children[] = { { &rows_argp, 0, "Which rows:", 1 }, { 0 } };
static const struct argp argp = {
    options, parse, "FILE...",
    "Compare compilers by their rows: the speed of each variant relative to the best CUDA on the same "
    "machine, or why it has none, and the performance portability over all machines.",
    children
};

static bool check(const struct verdict_request *v, struct tri_error *e)
{
    const struct judging *j = &v->judging;
    struct named_file file[3 + MAX_JUDGED] = { { "-o", v->request.output, FILE_WRITTEN },
                                               { "--svg", j->svg, FILE_WRITTEN },
                                               { "--page", j->page, FILE_WRITTEN } };
    if (j->files == 0)
        return tri_fail(e, TRI_USAGE, "needs files of rows (see --help)");
    if (j->svg && !tri_file_ends_in(j->svg, ".svg"))
        return tri_fail(e, TRI_USAGE, "--svg %.200s: has to end in .svg", j->svg);
    if (j->page && !tri_file_ends_in(j->page, ".html"))
        return tri_fail(e, TRI_USAGE, "--page %.200s: has to end in .html", j->page);
    for (size_t i = 0; i < j->files; i++)
        file[3 + i] = (struct named_file){ "verdict", j->file[i], FILE_READ };
    return request_only(&v->request, REQUEST_OUTPUT | REQUEST_WHICH, "verdict", "reads rows", e) &&
           files_apart(file, 3 + j->files, e);
}

bool verdict_options(struct verdict_request *v, int argc, char **argv, struct tri_error *e)
{
    *v = (struct verdict_request){ .out = stdout };
    return parse_options(&argp, argc, argv, v, &v->request, e) && check(v, e);
}
