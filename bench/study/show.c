/* A study shown: its table as text, its figures as files, all of it in the page. */
#define _GNU_SOURCE /* asprintf */
#include "rerun.h"

#include "figure.h"
#include "chart.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

/* ---- Drawing ---- */

/* What is shown of a study, and what of it is drawn now. */
struct shown {
    const struct reruns *all;
    const struct rerun *rerun;
    const struct sheet *sheet;
    const struct rows *rows;
    const struct chart *chart;
    const char *hotspot; /* whose part of it; NULL: all of it */
};

static bool is_drawn(const struct row *r, const void *hotspot)
{
    return !r->kind && !r->absent && strcmp(r->hotspot, hotspot) == 0;
}

static const struct figure *figure_named(const char *name)
{
    const struct figure *figure = figures;
    while (figure->name && strcmp(figure->name, name) != 0)
        figure++;
    return figure;
}

static bool draw_figure(const struct shown *s, const char *format, struct tri_file *file,
                        struct tri_error *e)
{
    struct rows rows; /* a figure drops some */
    if (!rows_copy(&rows, s->rows))
        return tri_fail(e, TRI_FAILED, "out of memory");
    rows_keep(&rows, is_drawn, s->hotspot);
    bool good = rows.n > 0 ? figure_draw(figure_named(s->chart->title), &rows, format, file, e)
                           : tri_fail(e, TRI_FAILED, "nothing of it could be measured here");
    rows_free(&rows);
    return good;
}

/* Adds it to a picture of the album; `plot` is NULL for a figure of rows. */
static bool draw_as(const struct shown *s, const struct plot *plot, const char *format,
                    json_t *picture, struct tri_error *e)
{
    const struct drawing drawing = { chart_gp, write_chart, plot };
    struct tri_file file;
    char *bytes = NULL;
    size_t n = 0;
    if (!tri_file_in_memory(&file, &bytes, &n, e))
        return false;
    bool good = (plot ? gnuplot_draw(&drawing, s->rows, format, &file, e)
                      : draw_figure(s, format, &file, e)) &&
                tri_file_commit(&file, e);
    tri_file_abandon(&file);
    if (good && json_object_set_new(picture, format, json_stringn_nocheck(bytes, n)) != 0)
        good = tri_fail(e, TRI_FAILED, "out of memory");
    free(bytes);
    return good;
}

/* Adds the chart to the album, or a word on why there is none.  As SVG for the page, and as PNG too where
 * there are to be files. */
static bool add_chart(const struct shown *s, json_t *album, struct tri_error *e)
{
    json_t *picture = json_pack("{s:s}", "title", s->chart->title);
    struct plot plot = { 0 };
    struct tri_error why;
    bool figure = s->chart->kind == CHART_FIGURE;
    const struct plot *drawn = figure ? NULL : &plot;
    if (json_array_append_new(album, picture) != 0)
        return tri_fail(e, TRI_FAILED, "out of memory");
    if ((!figure && !plot_of(s->rerun->study, s->chart, s->sheet, s->hotspot, s->rerun->command,
                             &plot, &why)) ||
        !gnuplot_there(&why))
        return json_object_set_new(picture, "missing", json_string_nocheck(why.text)) == 0 ||
               tri_fail(e, TRI_FAILED, "out of memory");
    return draw_as(s, drawn, "svg", picture, e) &&
           (!s->all->asked->figures || draw_as(s, drawn, "png", picture, e));
}

/* Whether a row before number i is of the same hotspot. */
static bool has_been(const struct rows *rows, size_t i)
{
    for (size_t j = 0; j < i; j++)
        if (strcmp(rows->row[j].hotspot, rows->row[i].hotspot) == 0)
            return true;
    return false;
}

/* Each chart once, a figure of rows and what is of `each` once for each hotspot. */
static bool add_charts(struct shown *s, json_t *album, struct tri_error *e)
{
    bool good = true;
    for (int i = 0; good && i < STUDY_CHARTS && s->rerun->study->chart[i].kind; i++) {
        s->chart = &s->rerun->study->chart[i];
        s->hotspot = NULL;
        bool each = s->chart->kind == CHART_FIGURE || s->chart->each;
        if (!each)
            good = add_chart(s, album, e);
        for (size_t k = 0; each && good && k < s->rows->n; k++) {
            s->hotspot = s->rows->row[k].hotspot;
            good = has_been(s->rows, k) || add_chart(s, album, e);
        }
    }
    return good;
}

/* ---- Files ---- */

/* "DIR/scaling-2.svg", or without a number where there is one picture only. */
static char *file_name(const struct shown *s, size_t i, size_t of, const char *suffix)
{
    char number[24] = "", *name = NULL;
    if (of > 1)
        snprintf(number, sizeof number, "-%zu", i + 1);
    return asprintf(&name, "%s/%s%s%s", s->all->asked->figures, s->rerun->study->name, number,
                    suffix) < 0
               ? NULL
               : name;
}

static bool write_file(const char *name, const json_t *bytes, struct tri_error *e)
{
    struct tri_file file;
    if (!bytes)
        return true;
    if (!tri_file_begin(&file, name, e))
        return false;
    if (tri_file_write(&file, json_string_value(bytes), json_string_length(bytes), e) &&
        tri_file_commit(&file, e))
        return true;
    tri_file_abandon(&file);
    return false;
}

static bool write_picture(const struct shown *s, const json_t *album, size_t i, struct tri_error *e)
{
    const json_t *picture = json_array_get(album, i), *drawn = json_object_get(picture, "svg");
    const char *missing = json_string_value(json_object_get(picture, "missing"));
    char *svg = file_name(s, i, json_array_size(album), ".svg"),
         *png = file_name(s, i, json_array_size(album), ".png");
    bool good = (svg && png) || tri_fail(e, TRI_FAILED, "out of memory");
    if (good && missing)
        fprintf(s->all->bench->out, "no figure %s: %s\n", svg, missing);
    else if (good)
        good = write_file(svg, drawn, e) && write_file(png, json_object_get(picture, "png"), e);
    if (good && !missing)
        fprintf(s->all->bench->out, "figure %s\n", drawn ? svg : png);
    free(svg);
    free(png);
    return good || name_option("--figures", e);
}

static bool write_pictures(const struct shown *s, const json_t *album, struct tri_error *e)
{
    bool good = true;
    for (size_t i = 0; good && i < json_array_size(album); i++)
        good = write_picture(s, album, i, e);
    if (json_array_size(album))
        fputc('\n', s->all->bench->out);
    return good;
}

/* ---- All of it ---- */

static bool add_to_page(struct reruns *all, const struct section *s, struct tri_error *e)
{
    return !all->page || page_add(&all->written, s, e);
}

/* Pictures beside the charts are made of a run, not of rows. */
static bool make_album(struct shown *s, json_t *album, struct tri_error *e)
{
    const struct study *study = s->rerun->study;
    if (!s->all->page && !s->all->asked->figures)
        return true;
    return add_charts(s, album, e) &&
           (s->all->asked->rows || !study->pictures || study->pictures(album, s->rows, e)) &&
           (!s->all->asked->figures || write_pictures(s, album, e));
}

static bool show_sheet(struct reruns *all, const struct rerun *r, const struct sheet *sheet,
                       const struct rows *rows, struct tri_error *e)
{
    json_t *album = json_array();
    struct shown shown = { .all = all, .rerun = r, .sheet = sheet, .rows = rows };
    const struct section section = { .study = r->study,
                                     .command = r->command,
                                     .expanded = r->expanded,
                                     .rows = rows,
                                     .sheet = sheet,
                                     .album = album,
                                     .seconds = r->seconds };
    bool good = album ? make_album(&shown, album, e) && add_to_page(all, &section, e)
                      : tri_fail(e, TRI_FAILED, "out of memory");
    json_decref(album);
    return good;
}

/* What it is of, how to have it again, and on what it was measured. */
static void print_title(FILE *out, const struct rerun *r, const struct rows *rows)
{
    char *machine = machine_of(rows);
    fprintf(out, "%s: %s (%s)\n%s\n%s\n\n", r->study->name, r->study->meaning, r->study->tables,
            r->expanded, machine ? machine : "");
    free(machine);
}

/* The study's sheet, with a head for each axis that its own does not tell. */
static bool make_sheet(const struct rerun *r, const struct rows *rows, struct sheet *sheet,
                       struct tri_error *e)
{
    struct study wide = *r->study;
    char *heads = study_heads(&wide, &r->bench.sweep, rows);
    wide.down = heads;
    bool good =
        heads ? study_sheet(&wide, rows, sheet, e) : tri_fail(e, TRI_FAILED, "out of memory");
    free(heads);
    return good;
}

bool show(struct reruns *all, const struct rerun *r, const struct rows *rows, struct tri_error *e)
{
    struct sheet sheet;
    if (!make_sheet(r, rows, &sheet, e))
        return false;
    print_title(all->bench->out, r, rows);
    sheet_print(&sheet, all->bench->out);
    all->bench->disagreed |= sheet.disagrees;
    bool good = show_sheet(all, r, &sheet, rows, e);
    sheet_free(&sheet);
    fflush(all->bench->out);
    return good;
}

bool show_failure(struct reruns *all, const struct rerun *r, const struct tri_error *why,
                  struct tri_error *e)
{
    const struct section section = {
        .study = r->study, .command = r->command, .error = why->text, .seconds = (double)NAN
    };
    return add_to_page(all, &section, e);
}
