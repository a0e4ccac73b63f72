/* A study shown: its table as text, its figures as files, all of it in the page. */
#define _GNU_SOURCE /* asprintf */
#include "rerun.h"

#include "figure.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

/* ---- Drawing ---- */

/* What is shown of a study, and what of it is drawn now. */
struct shown {
    const struct reruns *all;
    const struct rerun *rerun;
    struct store *store; /* where its rows are: `own` */
    const char *machine;
    const json_t *chart;
    const char *hotspot; /* whose part of it; NULL: all of it */
};

static const char *title_of(const json_t *chart)
{
    return json_string_value(json_object_get(chart, "title"));
}

/* Drawn of rows, not of the sheet. */
static bool is_figure(const json_t *chart)
{
    return strcmp(json_string_value(json_object_get(chart, "kind")), "figure") == 0;
}

static const struct figure *figure_named(const char *name)
{
    const struct figure *figure = figures;
    while (figure->name && strcmp(figure->name, name) != 0)
        figure++;
    return figure;
}

static bool draw_figure(const struct shown *s, const char *format, struct picture *picture,
                        struct tri_error *e)
{
    static const char drawn[] = "row where id in (select id from own) and hotspot = ?1 and "
                                "kind is null and absent is null";
    if (!rows_choose(s->store, drawn, s->hotspot, e))
        return false;
    return store_number(s->store, "select count(*) from chosen_row", NULL) > 0
               ? figure_draw(figure_named(title_of(s->chart)), s->store, format, picture, e)
               : tri_fail(e, TRI_FAILED, "nothing of it could be measured here");
}

/* Adds it to a picture of the album. */
static bool draw_as(const struct shown *s, const char *format, json_t *picture, struct tri_error *e)
{
    const struct drawing drawing = chart_drawing(s->store);
    struct picture drawn = { 0 };
    bool good = is_figure(s->chart) ? draw_figure(s, format, &drawn, e)
                                    : gnuplot_draw(&drawing, s->machine, format, &drawn, e);
    if (good &&
        json_object_set_new(picture, format, json_stringn_nocheck(drawn.bytes, drawn.n)) != 0)
        good = tri_fail(e, TRI_FAILED, "out of memory");
    picture_free(&drawn);
    return good;
}

/* Adds the chart to the album, or a word on why there is none.  As SVG for the page, and as PNG too where
 * there are to be files. */
static bool add_chart(const struct shown *s, json_t *album, struct tri_error *e)
{
    json_t *picture = json_pack("{s:s}", "title", title_of(s->chart));
    struct tri_error why;
    if (json_array_append_new(album, picture) != 0)
        return tri_fail(e, TRI_FAILED, "out of memory");
    if (!(is_figure(s->chart) ||
          plot_sheet(s->store, s->chart, s->hotspot, s->rerun->command, &why)) ||
        !gnuplot_there(&why))
        return json_object_set_new(picture, "missing", json_string_nocheck(why.text)) == 0 ||
               tri_fail(e, TRI_FAILED, "out of memory");
    return draw_as(s, "svg", picture, e) &&
           (!s->all->asked->figures || draw_as(s, "png", picture, e));
}

/* Once, a figure of rows and what is of `each` once for each hotspot. */
static bool add_each(struct shown *s, const json_t *hotspots, json_t *album, struct tri_error *e)
{
    bool good = true, each = is_figure(s->chart) || json_object_get(s->chart, "each");
    for (size_t i = 0; good && i < (each ? json_array_size(hotspots) : 1); i++) {
        s->hotspot = each ? json_string_value(json_array_get(hotspots, i)) : NULL;
        good = add_chart(s, album, e);
    }
    return good;
}

static bool add_charts(struct shown *s, json_t *album, struct tri_error *e)
{
    static const char sql[] = "select json_group_array(hotspot) from "
                              "(select hotspot from own group by hotspot order by min(rowid))";
    const json_t *charts = json_object_get(s->rerun->study->data, "charts");
    json_t *hotspots = answer_json(s->store, sql, e);
    bool good = hotspots;
    for (size_t i = 0; good && i < json_array_size(charts); i++) {
        s->chart = json_array_get(charts, i);
        good = add_each(s, hotspots, album, e);
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
static bool write_picture(const struct shown *s, const json_t *album, size_t i, struct tri_error *e)
{
    const json_t *picture = json_array_get(album, i);
    const char *missing = json_string_value(json_object_get(picture, "missing"));
    char number[24] = "", *base = NULL;
    if (json_array_size(album) > 1)
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

static bool write_pictures(const struct shown *s, const json_t *album, struct tri_error *e)
{
    bool good = true;
    for (size_t i = 0; good && i < json_array_size(album); i++)
        good = write_picture(s, album, i, e);
    if (json_array_size(album))
        fputc('\n', s->all->batch->out);
    return good;
}

/* ---- All of it ---- */

/* Pictures beside the charts are made of a run, not of rows. */
static bool make_album(struct shown *s, json_t *album, struct tri_error *e)
{
    const struct study *study = s->rerun->study;
    if (!s->all->page && !s->all->asked->figures)
        return true;
    return add_charts(s, album, e) &&
           (s->all->asked->rows || !study->pictures || study->pictures(album, s->store, e)) &&
           (!s->all->asked->figures || write_pictures(s, album, e));
}

/* What it is of, how to have it again, and on what it was measured; and the table. */
static bool print_sheet(const struct shown *s, FILE *out, struct tri_error *e)
{
    const struct rerun *r = s->rerun;
    fprintf(out, "%s: %s (%s)\n%s\n%s\n\n", r->study->name, r->study->meaning, r->study->tables,
            r->expanded, s->machine);
    return sheet_print(s->store, out, e);
}

static bool add_to_page(const struct shown *s, struct page *page, const json_t *album,
                        struct tri_error *e)
{
    const struct rerun *r = s->rerun;
    json_t *sheet = sheet_json(s->store, e);
    const struct section section = { .study = r->study,
                                     .command = r->command,
                                     .expanded = r->expanded,
                                     .store = s->store,
                                     .machine = s->machine,
                                     .sheet = sheet,
                                     .album = album,
                                     .seconds = r->seconds };
    bool good = sheet && page_add(page, &section, e);
    json_decref(sheet);
    return good;
}

static bool show_sheet(struct shown *s, struct page *page, struct tri_error *e)
{
    json_t *album = json_array();
    bool good = album || tri_fail(e, TRI_FAILED, "out of memory");
    good = good && print_sheet(s, s->all->batch->out, e) && make_album(s, album, e) &&
           (!s->all->page || add_to_page(s, page, album, e));
    fflush(s->all->batch->out);
    json_decref(album);
    return good;
}

bool show(struct reruns *all, const struct rerun *r, struct store *store, struct tri_error *e)
{
    bool disagrees = false, one = !all->asked->rows || rows_of_one_machine(store, "own", e);
    char *machine = one ? machine_of(store, "own", e) : NULL;
    struct shown shown = { all, r, store, machine, NULL, NULL };
    bool good = machine && study_sheet(r->study, store, &disagrees, e) &&
                show_sheet(&shown, &all->written, e);
    all->batch->disagreed |= disagrees;
    free(machine);
    return good;
}

bool show_failure(struct reruns *all, const struct rerun *r, const struct tri_error *why,
                  struct tri_error *e)
{
    const struct section section = {
        .study = r->study, .command = r->command, .error = why->text, .seconds = (double)NAN
    };
    return !all->page || page_add(&all->written, &section, e);
}
