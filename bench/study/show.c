/* A study shown: its table as text, its figures as files, all of it in the page. */
#define _GNU_SOURCE /* asprintf */
#include "rerun.h"

#include "figure.h"
#include "embed.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

extern const char facts_sql[];

/* What is shown of a study. */
struct shown {
    struct reruns *all;
    const struct rerun *rerun;
    struct store *store; /* where its rows are: `own` */
    const char *machine;
    json_t *album; /* as study.h has it */
};

/* ---- Drawing ---- */

/* Of rows, not of the sheet; NULL: it is no such figure. */
static const struct figure *figure_of(const json_t *chart)
{
    const char *kind = json_string_value(json_object_get(chart, "kind")),
               *title = json_string_value(json_object_get(chart, "title"));
    const struct figure *figure = figures;
    while (figure->name && strcmp(figure->name, title) != 0)
        figure++;
    return strcmp(kind, "figure") == 0 ? figure : NULL;
}

/* Of a hotspot's part, or (NULL) of all.  False: *why is why there is nothing to draw. */
static bool prepare(const struct shown *s, const json_t *chart, const char *hotspot,
                    struct tri_error *why)
{
    static const char drawn[] = "row where id in (select id from own) and hotspot = ?1 and "
                                "kind is null and absent is null";
    const struct figure *figure = figure_of(chart);
    if (!figure)
        return plot_sheet(s->store, chart, hotspot, s->rerun->command, why);
    return rows_choose(s->store, drawn, hotspot, why) && figure_prepare(figure, s->store, why);
}

/* Adds it to a picture of the album. */
static bool draw_as(const struct shown *s, const struct figure *figure, const char *format,
                    json_t *picture, struct tri_error *e)
{
    struct picture drawn = { 0 };
    bool good = gnuplot_draw(figure, s->store, s->machine, format, &drawn, e);
    if (good &&
        json_object_set_new(picture, format, json_stringn_nocheck(drawn.bytes, drawn.n)) != 0)
        good = tri_fail(e, TRI_FAILED, "out of memory");
    picture_free(&drawn);
    return good;
}

/* Adds the chart to the album, or a word on why there is none.  As SVG for the page, and as PNG too where
 * there are to be files. */
static bool add_chart(const struct shown *s, const json_t *chart, const char *hotspot,
                      struct tri_error *e)
{
    const struct figure *figure = figure_of(chart);
    json_t *picture = json_pack("{s:O}", "title", json_object_get(chart, "title"));
    struct tri_error why;
    if (json_array_append_new(s->album, picture) != 0)
        return tri_fail(e, TRI_FAILED, "out of memory");
    if (!prepare(s, chart, hotspot, &why) || !gnuplot_there(&why))
        return json_object_set_new(picture, "missing", json_string_nocheck(why.text)) == 0 ||
               tri_fail(e, TRI_FAILED, "out of memory");
    figure = figure ? figure : &study_chart;
    return draw_as(s, figure, "svg", picture, e) &&
           (!s->all->asked->figures || draw_as(s, figure, "png", picture, e));
}

/* Once; a figure of rows and what is of `each`, once for each hotspot. */
static bool add_charts(const struct shown *s, struct tri_error *e)
{
    static const char sql[] = "select json_group_array(hotspot) from "
                              "(select hotspot from own group by hotspot order by min(rowid))";
    const json_t *charts = json_object_get(s->rerun->study->data, "charts"), *chart;
    json_t *hotspots = answer_json(s->store, sql, e);
    bool good = hotspots;
    size_t k;
    json_array_foreach((json_t *)charts, k, chart)
    {
        bool each = figure_of(chart) || json_object_get(chart, "each");
        for (size_t i = 0; good && i < (each ? json_array_size(hotspots) : 1); i++)
            good = add_chart(s, chart, each ? json_string_value(json_array_get(hotspots, i)) : NULL,
                             e);
    }
    json_decref(hotspots);
    return good;
}

/* ---- Files ---- */

static bool write_as(const json_t *picture, const char *base, const char *format,
                     struct tri_error *e)
{
    const json_t *bytes = json_object_get(picture, format);
    struct tri_file file;
    char *name = NULL;
    if (!bytes)
        return true;
    if (asprintf(&name, "%s.%s", base, format) < 0)
        return tri_fail(e, TRI_FAILED, "out of memory");
    bool begun = tri_file_begin(&file, name, e);
    bool good = begun &&
                tri_file_write(&file, json_string_value(bytes), json_string_length(bytes), e) &&
                tri_file_commit(&file, e);
    if (begun && !good)
        tri_file_abandon(&file);
    free(name);
    return good;
}

/* "DIR/scaling-2.svg", or without a number where there is one picture only. */
static bool write_picture(const struct shown *s, size_t i, struct tri_error *e)
{
    const json_t *picture = json_array_get(s->album, i);
    const char *missing = json_string_value(json_object_get(picture, "missing"));
    char number[24] = "", *base = NULL;
    if (json_array_size(s->album) > 1)
        snprintf(number, sizeof number, "-%zu", i + 1);
    if (asprintf(&base, "%s/%s%s", s->all->asked->figures, s->rerun->study->name, number) < 0)
        return tri_fail(e, TRI_FAILED, "out of memory");
    bool good = write_as(picture, base, "svg", e) && write_as(picture, base, "png", e);
    if (missing)
        fprintf(s->all->batch->out, "no figure %s.svg: %s\n", base, missing);
    else if (good)
        fprintf(s->all->batch->out, "figure %s.%s\n", base,
                json_object_get(picture, "svg") ? "svg" : "png");
    free(base);
    return good || name_option("--figures", e);
}

static bool write_pictures(const struct shown *s, struct tri_error *e)
{
    bool good = true;
    for (size_t i = 0; good && i < json_array_size(s->album); i++)
        good = write_picture(s, i, e);
    if (json_array_size(s->album))
        fputc('\n', s->all->batch->out);
    return good;
}

/* Pictures beside the charts are made of a run, not of rows. */
static bool make_album(const struct shown *s, struct tri_error *e)
{
    const struct study *study = s->rerun->study;
    if (!s->all->page && !s->all->asked->figures)
        return true;
    return add_charts(s, e) &&
           (s->all->asked->rows || !study->pictures || study->pictures(s->album, s->store, e)) &&
           (!s->all->asked->figures || write_pictures(s, e));
}

/* ---- The page ---- */

/* A text of an object, unless there is none (NULL). */
static bool put(json_t *object, const char *key, const char *text)
{
    return !text || json_object_set_new(object, key, json_string_nocheck(text)) == 0;
}

/* Begins with what studies.json has of the study.  NULL: out of memory. */
static json_t *add_article(struct reruns *all, const struct rerun *r)
{
    json_t *own = json_copy(r->study->data);
    bool good = json_array_append_new(json_object_get(all->document, "studies"), own) == 0;
    return good && put(own, "command", r->command) ? own : NULL;
}

static bool add_pictures(json_t *article, const struct shown *s)
{
    json_t *exhibits = json_array(), *picture;
    bool good = json_object_set_new(article, "exhibits", exhibits) == 0;
    size_t i;
    json_array_foreach(s->album, i, picture)
    {
        char prefix[80];
        snprintf(prefix, sizeof prefix, "%s-%zu-", s->rerun->study->name, i + 1);
        good = good && json_array_append_new(exhibits, embedded(picture, prefix)) == 0;
    }
    return good;
}

/* The facts are of the rows of all studies up to this one. */
static bool add_to_page(const struct shown *s, struct tri_error *e)
{
    const struct rerun *r = s->rerun;
    json_t *article = add_article(s->all, r);
    json_t *table = answer_json(s->store, "select json from page", e),
           *facts = table && store_run(s->store, facts_sql, e)
                        ? answer_json(s->store, "select json from facts", e)
                        : NULL;
    bool good =
        facts && ((put(article, "expanded", r->expanded) && put(article, "machine", s->machine) &&
                   put(article, "took", isnan(r->seconds) ? NULL : si(r->seconds, "s").s) &&
                   json_object_set(article, "table", table) == 0 && add_pictures(article, s) &&
                   json_object_set(s->all->document, "facts", facts) == 0) ||
                  tri_fail(e, TRI_FAILED, "out of memory"));
    json_decref(facts);
    json_decref(table);
    return good;
}

/* ---- All of it ---- */

/* What it is of, how to have it again, and on what it was measured; and the table. */
static bool print_sheet(const struct shown *s, FILE *out, struct tri_error *e)
{
    const struct rerun *r = s->rerun;
    fprintf(out, "%s: %s (%s)\n%s\n%s\n\n", r->study->name, r->study->meaning, r->study->tables,
            r->expanded, s->machine);
    return print_lines(out, s->store, "select text from printed", e);
}

bool show(struct reruns *all, const struct rerun *r, struct store *store, struct tri_error *e)
{
    bool disagrees = false;
    char *machine = machine_of(store, "own", all->asked->rows, e);
    const struct shown shown = { all, r, store, machine, json_array() };
    bool good = machine && (shown.album || tri_fail(e, TRI_FAILED, "out of memory")) &&
                study_sheet(r->study, store, &disagrees, e) &&
                print_sheet(&shown, all->batch->out, e) && make_album(&shown, e) &&
                (!all->page || add_to_page(&shown, e));
    fflush(all->batch->out);
    all->batch->disagreed |= disagrees;
    json_decref(shown.album);
    free(machine);
    return good;
}

bool show_failure(struct reruns *all, const struct rerun *r, const struct tri_error *why,
                  struct tri_error *e)
{
    return !all->page || put(add_article(all, r), "error", why->text) ||
           tri_fail(e, TRI_FAILED, "out of memory");
}
