/* A study shown: its table as text, its figures as files, all of it in the page. */
#define _GNU_SOURCE /* asprintf */
#include "rerun.h"

#include "figure.h"
#include "gnuplot.h"
#include "chart.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

/* ---- Drawing ---- */

/* A chart of the study, of a sheet or of the rows of a hotspot. */
struct drawn {
    const struct rerun *rerun;
    const struct chart *chart;
    const struct sheet *sheet;
    const struct rows *rows;
    const char *hotspot;
};

enum { MAX_DRAWN = STUDY_CHARTS + MAX_HOTSPOTS };

/* Whether a row before number i is of the same hotspot. */
static bool has_been(const struct rows *rows, size_t i)
{
    for (size_t j = 0; j < i; j++)
        if (strcmp(rows->row[j].hotspot, rows->row[i].hotspot) == 0)
            return true;
    return false;
}

/* All that is to be drawn: each chart once, a figure of rows once for each hotspot.  Returns how many. */
static size_t list_drawn(const struct rerun *r, const struct sheet *sheet, const struct rows *rows,
                         struct drawn drawn[MAX_DRAWN])
{
    size_t n = 0;
    for (int i = 0; i < STUDY_CHARTS && r->study->chart[i].kind; i++) {
        const struct chart *chart = &r->study->chart[i];
        bool figure = chart->kind == CHART_FIGURE || chart->each;
        if (!figure)
            drawn[n++] = (struct drawn){ r, chart, sheet, rows, NULL };
        for (size_t k = 0; figure && k < rows->n && n < MAX_DRAWN; k++)
            if (!has_been(rows, k))
                drawn[n++] = (struct drawn){ r, chart, sheet, rows, rows->row[k].hotspot };
    }
    return n;
}

static bool is_drawn(const struct row *r, const void *hotspot)
{
    return !r->kind && !r->absent && strcmp(r->hotspot, hotspot) == 0;
}

static bool draw_figure(const struct drawn *d, const struct format *format, struct tri_file *file,
                        struct tri_error *e)
{
    struct rows rows; /* a figure drops some */
    size_t i = 0;
    while (figures[i].name && strcmp(figures[i].name, d->chart->title) != 0)
        i++;
    if (!rows_copy(&rows, d->rows))
        return tri_fail(e, TRI_FAILED, "out of memory");
    rows_keep(&rows, is_drawn, d->hotspot);
    bool good = rows.n > 0 ? figure_draw(&figures[i], &rows, format, file, e)
                           : tri_fail(e, TRI_FAILED, "nothing of it could be measured here");
    rows_free(&rows);
    return good;
}

/* A chart as it is drawn: of one hotspot, its title names it, and its sheet holds no other's lines. */
struct picture {
    struct chart chart;
    struct sheet part;
    char title[160];
    struct plot plot;
};

static size_t hotspot_column(const struct sheet *s)
{
    size_t c = 0;
    while (c + 1 < s->heads && strcmp(s->heading[c], "hotspot") != 0)
        c++;
    return c;
}

static bool take_part(const struct drawn *d, struct picture *p, struct tri_error *e)
{
    p->chart = *d->chart;
    p->part = (struct sheet){ 0 };
    if (!d->chart->each)
        return true;
    snprintf(p->title, sizeof p->title, "%s: %s", d->chart->title, d->hotspot);
    p->chart.title = p->title;
    return sheet_part(d->sheet, hotspot_column(d->sheet), d->hotspot, &p->part) ||
           tri_fail(e, TRI_FAILED, "out of memory");
}

/* Also where this fails, picture_free() frees it. */
static bool picture_of(const struct drawn *d, struct picture *p, struct tri_error *e)
{
    p->plot = (struct plot){ 0 };
    return take_part(d, p, e) &&
           plot_of(d->rerun->study, &p->chart, d->chart->each ? &p->part : d->sheet,
                   d->rerun->command, &p->plot, e);
}

static void picture_free(struct picture *p)
{
    plot_free(&p->plot);
    sheet_free(&p->part);
}

static bool draw_chart(const struct drawn *d, const char *suffix, struct tri_file *file,
                       struct tri_error *e)
{
    const struct format *format = format_of(suffix);
    struct picture p;
    if (d->chart->kind == CHART_FIGURE)
        return draw_figure(d, format, file, e);
    bool good = picture_of(d, &p, e) && frame_draw(write_chart, &p.plot, d->rows, format, file, e);
    picture_free(&p);
    return good;
}

/* NULL where there is something to draw and to draw with; else why not. */
static const char *undrawable(const struct drawn *d, struct tri_error *why)
{
    struct picture p;
    bool good = d->chart->kind == CHART_FIGURE || picture_of(d, &p, why);
    if (d->chart->kind != CHART_FIGURE)
        picture_free(&p);
    return good && gnuplot_there(why) ? NULL : why->text;
}

/* Adds the chart to the album as SVG, or a word on why there is none. */
static bool add_chart(const struct drawn *d, struct album *album, struct tri_error *e)
{
    struct exhibit x = { .title = strdup(d->chart->title) };
    struct tri_error why;
    struct tri_file file;
    size_t n = 0;
    bool good = x.title || tri_fail(e, TRI_FAILED, "out of memory");
    const char *missing = good ? undrawable(d, &why) : NULL;
    if (missing)
        x.missing = strdup(missing);
    else if (good && tri_file_in_memory(&file, &x.svg, &n, e)) {
        good = draw_chart(d, "x.svg", &file, e) && tri_file_commit(&file, e);
        tri_file_abandon(&file);
    }
    return album_add(album, x, e) && good;
}

static bool fill_album(const struct rerun *r, const struct sheet *sheet, const struct rows *rows,
                       struct album *album, struct tri_error *e)
{
    struct drawn drawn[MAX_DRAWN];
    size_t n = list_drawn(r, sheet, rows, drawn);
    bool good = true;
    for (size_t i = 0; good && i < n; i++)
        good = add_chart(&drawn[i], album, e);
    return good;
}

/* ---- Files ---- */

/* "DIR/scaling-2.svg", or without a number where there is one picture only. */
static char *file_name(const struct reruns *all, const struct rerun *r, size_t i, size_t of,
                       const char *suffix)
{
    char number[24] = "", *name = NULL;
    if (of > 1)
        snprintf(number, sizeof number, "-%zu", i + 1);
    return asprintf(&name, "%s/%s%s%s", all->asked->figures, r->study->name, number, suffix) < 0
               ? NULL
               : name;
}

static bool write_bytes(const char *name, const void *bytes, size_t n, struct tri_error *e)
{
    struct tri_file file;
    if (!tri_file_begin(&file, name, e))
        return false;
    if (tri_file_write(&file, bytes, n, e) && tri_file_commit(&file, e))
        return true;
    tri_file_abandon(&file);
    return false;
}

static bool write_png(const struct drawn *d, const char *name, struct tri_error *e)
{
    struct tri_file file;
    if (!tri_file_begin(&file, name, e))
        return false;
    if (draw_chart(d, name, &file, e) && tri_file_commit(&file, e))
        return true;
    tri_file_abandon(&file);
    return false;
}

/* Of the album's picture i, which is a chart, or (d is NULL) brought along. */
static bool write_exhibit(const struct reruns *all, const struct rerun *r, const struct drawn *d,
                          const struct album *album, size_t i, struct tri_error *e)
{
    const struct exhibit *x = &album->exhibit[i];
    char *svg = file_name(all, r, i, album->n, ".svg");
    char *png = file_name(all, r, i, album->n, ".png");
    bool good = (svg && png) || tri_fail(e, TRI_FAILED, "out of memory");
    if (good && x->missing)
        fprintf(all->bench->out, "no figure %s: %s\n", svg, x->missing);
    else if (good && x->svg)
        good = write_bytes(svg, x->svg, strlen(x->svg), e) && write_png(d, png, e);
    else if (good)
        good = write_bytes(png, x->png, x->bytes, e);
    if (good && !x->missing)
        fprintf(all->bench->out, "figure %s\n", x->svg ? svg : png);
    free(svg);
    free(png);
    return good || name_option("--figures", e);
}

static bool write_figures(const struct reruns *all, const struct rerun *r,
                          const struct sheet *sheet, const struct rows *rows,
                          const struct album *album, struct tri_error *e)
{
    struct drawn drawn[MAX_DRAWN];
    size_t n = list_drawn(r, sheet, rows, drawn);
    bool good = true;
    for (size_t i = 0; good && i < album->n; i++)
        good = write_exhibit(all, r, i < n ? &drawn[i] : NULL, album, i, e);
    if (album->n)
        fputc('\n', all->bench->out);
    return good;
}

/* ---- All of it ---- */

static bool add_to_page(struct reruns *all, const struct section *s, struct tri_error *e)
{
    return !all->page || page_add(&all->written, s, e);
}

/* Pictures beside the charts are made of a run, not of rows. */
static bool make_album(const struct reruns *all, const struct rerun *r, const struct sheet *sheet,
                       const struct rows *rows, struct album *album, struct tri_error *e)
{
    if (!all->page && !all->asked->figures)
        return true;
    return (!sheet || fill_album(r, sheet, rows, album, e)) &&
           (all->asked->rows || !r->study->pictures || r->study->pictures(album, rows, e));
}

static bool show_section(struct reruns *all, const struct rerun *r, struct section *s,
                         struct tri_error *e)
{
    struct album album = { 0 };
    bool good = make_album(all, r, s->sheet, s->rows, &album, e);
    if (good && all->asked->figures)
        good = write_figures(all, r, s->sheet, s->rows, &album, e);
    s->study = r->study;
    s->command = r->command;
    s->expanded = r->expanded;
    s->seconds = r->seconds;
    s->album = &album;
    good = good && add_to_page(all, s, e);
    album_free(&album);
    return good;
}

/* What it is of, how to have it again, and on what it was measured. */
static void print_title(FILE *out, const struct rerun *r, const struct rows *rows)
{
    fprintf(out, "%s: %s (%s)\n%s\n", r->study->name, r->study->meaning, r->study->tables,
            r->expanded);
    print_machine(out, rows);
    fputs("\n\n", out);
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
    struct section section = { .sheet = &sheet, .rows = rows };
    bool good = show_section(all, r, &section, e);
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
