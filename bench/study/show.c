/* Shows a study: its table as text, its figures as files, and both in the page. */
#define _GNU_SOURCE /* asprintf */
#include "rerun.h"

#include "figure.h"
#include "template.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

extern const char facts_sql[];

/* ---- Drawing ---- */

/* The figure of rows that is the chart's kind; for other kinds, the chart of the study's table. */
static const struct figure *figure_of(const json_t *chart)
{
    const char *kind = json_string_value(json_object_get(chart, "kind"));
    const struct figure *figure = figures;
    while (figure->name && strcmp(figure->name, kind) != 0)
        figure++;
    return figure->name ? figure : &study_chart;
}

/* Prepares a chart of one hotspot, or (NULL) of all.  False: *why says why there is nothing to draw. */
static bool prepare(const struct reruns *all, const struct rerun *r, const json_t *chart,
                    const char *hotspot, struct tri_error *why)
{
    static const char drawn[] =
        "insert into chosen_row select distinct own.id from own join plot "
        "where absent is null and own.hotspot = coalesce(plot.hotspot, own.hotspot)";
    return study_plot(all->store, chart, hotspot, r->command, why) &&
           rows_choose(all->store, drawn, why) && figure_prepare(figure_of(chart), all->store, why);
}

/* Draws the figure, and adds it in this format to a picture of the album. */
static bool draw_as(const struct reruns *all, const struct rerun *r, const struct figure *figure,
                    const char *format, json_t *picture, struct tri_error *e)
{
    struct picture drawn = { 0 };
    bool good = gnuplot_draw(figure, all->store, r->machine, format, &drawn, e);
    if (good &&
        json_object_set_new(picture, format, json_stringn_nocheck(drawn.bytes, drawn.n)) != 0)
        good = tri_fail(e, TRI_FAILED, "out of memory");
    picture_free(&drawn);
    return good;
}

/* Adds the chart to the album, or the reason why there is none.  SVG is for the page; --figures writes a PNG,
 * too. */
static bool add_chart(const struct reruns *all, const struct rerun *r, const json_t *chart,
                      const char *hotspot, struct tri_error *e)
{
    json_t *picture = json_pack("{s:O}", "title", json_object_get(chart, "title"));
    struct tri_error why;
    if (json_array_append_new(r->album, picture) != 0)
        return tri_fail(e, TRI_FAILED, "out of memory");
    bool there = prepare(all, r, chart, hotspot, &why);
    if (!there && why.status != TRI_USAGE) {
        *e = why;
        return false;
    }
    if (!there || !gnuplot_there(&why))
        return json_object_set_new(picture, "missing", json_string_nocheck(why.text)) == 0 ||
               tri_fail(e, TRI_FAILED, "out of memory");
    return draw_as(all, r, figure_of(chart), "svg", picture, e) &&
           (!all->asked->figures || draw_as(all, r, figure_of(chart), "png", picture, e));
}

/* Adds each chart once; a chart with "each", once for each hotspot. */
static bool add_charts(const struct reruns *all, const struct rerun *r, struct tri_error *e)
{
    static const char sql[] = "select json_group_array(hotspot) from "
                              "(select hotspot from own group by hotspot order by min(rowid))";
    const json_t *charts = json_object_get(r->study->data, "charts"), *chart;
    json_t *hotspots = answer_json(all->store, sql, e);
    bool good = hotspots;
    size_t k;
    json_array_foreach((json_t *)charts, k, chart)
    {
        bool each = json_object_get(chart, "each");
        for (size_t i = 0; good && i < (each ? json_array_size(hotspots) : 1); i++)
            good = add_chart(all, r, chart,
                             each ? json_string_value(json_array_get(hotspots, i)) : NULL, e);
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
    bool good = tri_file_begin(&file, name, e) &&
                tri_file_write(&file, json_string_value(bytes), json_string_length(bytes), e) &&
                tri_file_commit(&file, e);
    tri_file_abandon(&file);
    free(name);
    return good;
}

/* Writes "DIR/scaling-2.svg" and the like; without a number if there is only one picture. */
static bool write_picture(const struct reruns *all, const struct rerun *r, size_t i,
                          struct tri_error *e)
{
    const json_t *picture = json_array_get(r->album, i);
    const char *missing = json_string_value(json_object_get(picture, "missing"));
    char number[24] = "", *base = NULL;
    if (json_array_size(r->album) > 1)
        snprintf(number, sizeof number, "-%zu", i + 1);
    if (asprintf(&base, "%s/%s%s", all->asked->figures, r->study->name, number) < 0)
        return tri_fail(e, TRI_FAILED, "out of memory");
    bool good = write_as(picture, base, "svg", e) && write_as(picture, base, "png", e);
    if (missing)
        fprintf(all->batch->out, "no figure %s.svg: %s\n", base, missing);
    else if (good)
        fprintf(all->batch->out, "figure %s.%s\n", base,
                json_object_get(picture, "svg") ? "svg" : "png");
    free(base);
    return good || name_option("--figures", e);
}

static bool write_pictures(const struct reruns *all, const struct rerun *r, struct tri_error *e)
{
    bool good = true;
    for (size_t i = 0; good && i < json_array_size(r->album); i++)
        good = write_picture(all, r, i, e);
    if (json_array_size(r->album))
        fputc('\n', all->batch->out);
    return good;
}

/* Pictures other than charts need a computation, so they are not made when rows are only read. */
static bool make_album(const struct reruns *all, const struct rerun *r, struct tri_error *e)
{
    const struct study *study = r->study;
    if (!all->page && !all->asked->figures)
        return true;
    return add_charts(all, r, e) &&
           (all->asked->rows || !study->pictures || study->pictures(r->album, all->store, e)) &&
           (!all->asked->figures || write_pictures(all, r, e));
}

/* ---- The page ---- */

/* Adds the study to the page, with its data from studies.json.  NULL: out of memory. */
static json_t *add_article(struct reruns *all, const struct rerun *r)
{
    json_t *own = json_copy(r->study->data);
    bool good = json_array_append_new(json_object_get(all->document, "studies"), own) == 0;
    return good && put_text(own, "command", r->command) ? own : NULL;
}

static bool add_pictures(json_t *article, const struct rerun *r)
{
    json_t *exhibits = json_array(), *picture;
    bool good = json_object_set_new(article, "exhibits", exhibits) == 0;
    size_t i;
    json_array_foreach(r->album, i, picture)
    {
        char prefix[80];
        snprintf(prefix, sizeof prefix, "%s-%zu-", r->study->name, i + 1);
        good = good && json_array_append_new(exhibits, embedded(picture, prefix)) == 0;
    }
    return good;
}

/* "AMD EPYC, 4 threads, clang 19.1.7; offload ran on …".  NULL: out of memory. */
static char *whole_machine(const struct rerun *r)
{
    char *text = NULL;
    int length = asprintf(&text, "%s%s%s%s%s", r->machine, r->where ? "; " : "",
                          r->where ? r->where : "", r->with ? "; " : "", r->with ? r->with : "");
    return length < 0 ? NULL : text;
}

/* Adds the table and pictures.  The facts about the machine cover the rows of all studies so far. */
static bool add_to_page(struct reruns *all, const struct rerun *r, struct tri_error *e)
{
    json_t *article = add_article(all, r);
    char *machine = whole_machine(r);
    json_t *table = answer_json(all->store, "select json from page", e),
           *facts = table && store_run(all->store, facts_sql, e)
                        ? answer_json(all->store, "select json from facts", e)
                        : NULL;
    bool good =
        facts && ((machine && put_text(article, "expanded", r->expanded) &&
                   put_text(article, "machine", machine) &&
                   put_text(article, "took", isnan(r->seconds) ? NULL : si(r->seconds, "s").s) &&
                   json_object_set(article, "table", table) == 0 && add_pictures(article, r) &&
                   json_object_set(all->document, "facts", facts) == 0) ||
                  tri_fail(e, TRI_FAILED, "out of memory"));
    json_decref(facts);
    json_decref(table);
    free(machine);
    return good;
}

/* ---- The whole study ---- */

/* The device of a host plugin has the processor's name. */
static const char where_sql[] =
    "select 'offload ran on ' || group_concat(device, ' and on ') from ("
    "select iif(device = cpu, 'the CPU itself, by LLVM''s host plugin: no GPU was there', device) as device "
    "from row where id in (select id from own) and (path = 'offload' or kind = 'break-even') and peer is null and absent is null "
    "and device is not null group by 1 order by min(id)) having count(*) > 0";

/* Prints the study's meaning, the command that repeats it, the machine, where offload ran, and the table. */
static bool print_sheet(const struct reruns *all, const struct rerun *r, struct tri_error *e)
{
    fprintf(all->batch->out, "%s: %s (%s)\n%s\n%s\n%s%s%s%s\n", r->study->name, r->study->meaning,
            r->study->tables, r->expanded, r->machine, r->where ? r->where : "",
            r->where ? "\n" : "", r->with ? r->with : "", r->with ? "\n" : "");
    return print_lines(all->batch->out, all->store, "select text from printed", e);
}

bool show(struct reruns *all, struct rerun *r, struct tri_error *e)
{
    bool disagrees = false, good;
    r->machine = machine_of(all->store, all->asked->rows, e);
    r->where = answer_text(all->store, where_sql, NULL, &good, e);
    r->with =
        good ? answer_text(all->store, "select text from with_settings", NULL, &good, e) : NULL;
    r->album = json_array();
    good = good && r->machine && (r->album || tri_fail(e, TRI_FAILED, "out of memory")) &&
           study_sheet(r->study, all->store, &disagrees, e) && print_sheet(all, r, e) &&
           make_album(all, r, e) && (!all->asked->slides || slides_write(all, r, e)) &&
           (!all->page || add_to_page(all, r, e));
    fflush(all->batch->out);
    all->batch->disagreed |= disagrees;
    return good;
}

bool show_failure(struct reruns *all, const struct rerun *r, const char *why, struct tri_error *e)
{
    return !all->page || put_text(add_article(all, r), "error", why) ||
           tri_fail(e, TRI_FAILED, "out of memory");
}
