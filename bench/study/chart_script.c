/* A chart as gnuplot's commands. */
#include "chart.h"

#include "format.h"
#include "gnuplot.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

/* Pixels.  A chart is as wide as can be read on a phone, where a page shows it in 360 of them. */
enum { WIDTH = 560, LEFT = 88, RIGHT = 16, GAP = 22, HEIGHT = 270, SMALL = 165, MARK = 22 };

enum { SLANT = 35 }; /* of names that are slanted, degrees */

/* ---- The canvas ---- */

static bool is_heat(const struct plot *p)
{
    return p->chart->kind == CHART_HEAT;
}

/* Panels side by side have half of the width each. */
static int width_of_panels(size_t across)
{
    return across > 1 ? (WIDTH - LEFT - RIGHT - GAP) / 2 : WIDTH - LEFT - RIGHT;
}

static double longest_tic(const struct plot *p)
{
    double longest = 0;
    for (size_t i = 0; i < p->tics; i++)
        longest = fmax(longest, text_width(p->tic[i].text));
    return longest;
}

/* Names of bars that have no room side by side are slanted; those panels have all of the width. */
static bool is_slanted(const struct plot *p)
{
    double room = width_of_panels(p->panels > 1 ? 2 : 1) / (p->x1 - p->x0);
    return p->chart->kind == CHART_BARS && longest_tic(p) > room;
}

static int slanted_height(const struct plot *p)
{
    return is_slanted(p) ? (int)(longest_tic(p) * sin(SLANT * acos(-1) / 180)) : 0;
}

static size_t across(const struct plot *p)
{
    return p->panels > 1 && !is_slanted(p) ? 2 : 1;
}

static size_t panels_down(const struct plot *p)
{
    return (p->panels + across(p) - 1) / across(p);
}

static int panel_width(const struct plot *p)
{
    return width_of_panels(across(p));
}

static int panel_height(const struct plot *p)
{
    int lines = is_heat(p) ? (int)p->curves * 3 * LINE : HEIGHT;
    return p->panels > 1 ? SMALL : lines;
}

static int entry_width(const struct curve *c)
{
    return MARK + (int)text_width(c->name) +
           (c->measured ? 0 : (int)text_width(" (not measured)")) + GAP;
}

/* Where the key's entry begins that comes after one at *x, *y: beside it or on the next line. */
static void advance(const struct curve *c, int *x, int *y)
{
    if (*x > FONT && *x + entry_width(c) > WIDTH) {
        *x = FONT;
        *y += LINE;
    }
}

/* Calls put(script, curve, x, y) for each entry of the key; returns the height of it. */
static int lay_key(const struct plot *p, FILE *script,
                   void (*put)(const struct plot *, FILE *, const struct curve *, int x, int y))
{
    int x = FONT, y = 2 * LINE + LINE / 2;
    if (is_heat(p))
        return y;
    for (size_t i = 0; i < p->curves; i++) {
        const struct curve *c = &p->curve[i];
        advance(c, &x, &y);
        if (put)
            put(p, script, c, x, y);
        x += entry_width(c);
    }
    return y + LINE;
}

/* Below its title and the key. */
static int panel_top(const struct plot *p, size_t panel)
{
    int each = panel_height(p) + (p->panels > 1 ? 3 * LINE + slanted_height(p) : 0);
    return lay_key(p, NULL, NULL) + (p->panels > 1 ? LINE : 0) + (int)(panel / across(p)) * each;
}

static int panel_left(const struct plot *p, size_t panel)
{
    return LEFT + (int)(panel % across(p)) * (panel_width(p) + GAP);
}

static bool size_canvas(const struct plot *p, struct canvas *c)
{
    char *text = NULL;
    size_t size;
    FILE *out = open_memstream(&text, &size);
    if (!out)
        return false;
    fprintf(out, "%s.", p->command);
    if (p->chart->ideal)
        fputs(" Dotted: a speed-up as large as the number of threads.", out);
    if (is_heat(p))
        fputs(" The lighter, the faster.", out);
    if (p->gaps)
        fputs(" Gaps: not measured.", out);
    fclose(out);
    *c = (struct canvas){ .width = WIDTH, .left = LEFT, .right = RIGHT, .caption = text };
    c->top = panel_top(p, 0);
    c->bottom = 7 * LINE / 2 + slanted_height(p);
    c->height = panel_top(p, (panels_down(p) - 1) * across(p)) + panel_height(p) + c->bottom;
    c->title = strdup(p->chart->title);
    return c->title;
}

/* ---- The key ---- */

/* Bars of one colour differ in how much white is in it. */
static unsigned tint(const struct curve *c)
{
    double white = c->dash == 1 ? 0 : c->dash == 2 ? 0.55 : 0.78;
    unsigned mixed = 0;
    for (int shift = 0; shift < 24; shift += 8) {
        double part = c->colour >> shift & 0xff;
        mixed |= (unsigned)lround(part + white * (255 - part)) << shift;
    }
    return mixed;
}

static void put_entry(const struct plot *p, FILE *script, const struct curve *c, int x, int y)
{
    bool bars = p->chart->kind == CHART_BARS;
    char name[160];
    snprintf(name, sizeof name, "%s%s", c->name, c->measured ? "" : " (not measured)");
    fputs("set label ", script);
    quoted(script, name);
    fprintf(script, " at screen %g,1-%d./H left tc rgb '%s'", (double)(x + MARK) / WIDTH, y,
            c->measured ? "black" : "#666666");
    fprintf(script,
            "\nset label '' at screen %g,1-%d./H point pt %d ps 1.1 lw 1.4 lc rgb '#%06x'\n",
            (double)(x + MARK / 2) / WIDTH, y, bars ? 5 : c->mark, bars ? tint(c) : c->colour);
}

/* ---- Axes ---- */

static double place(double value, double low, double high, bool log)
{
    return log ? log10(value / low) / log10(high / low) : (value - low) / (high - low);
}

/* What stands at a tic is a format to gnuplot. */
static void write_tic(FILE *script, const char *text, double at)
{
    char twice[200];
    size_t n = 0;
    for (; *text && n + 2 < sizeof twice; text++) {
        twice[n++] = *text;
        if (*text == '%')
            twice[n++] = '%';
    }
    twice[n] = '\0';
    quoted(script, twice);
    fprintf(script, " %.9g", at);
}

/* The tics are what was measured; *end is where the text of the last one ended, in pixels. */
static void write_x_tic(FILE *script, const struct plot *p, const char *text, double x, double *end)
{
    bool log = p->chart->log_x && !p->categories, first = *end < 0;
    double at = place(x, p->x0, p->x1, log) * panel_width(p), half = text_width(text) / 2;
    bool fits = is_slanted(p) || first || at - half > *end + 4;
    *end = fits ? at + half : *end;
    fputs(first ? "" : ", ", script);
    write_tic(script, fits ? text : "", x);
}

static void write_x_tics(FILE *script, const struct plot *p, size_t panel)
{
    double end = -1;
    char slant[40];
    snprintf(slant, sizeof slant, " rotate by %d right", SLANT);
    fputs("set xtics (", script);
    for (size_t i = 0; !p->categories && i < p->tics; i++)
        write_x_tic(script, p, p->tic[i].text, p->tic[i].at, &end);
    for (size_t line = 0; p->categories && line < p->sheet->lines; line++)
        if (plot_has(p, panel, line))
            write_x_tic(script, p, plot_text(p, line), plot_x(p, line), &end);
    fprintf(script, ") scale %g%s\n", is_heat(p) ? 0 : 0.5, is_slanted(p) ? slant : "");
}

/* "1.5 ms", "20 %", "16", beside the first panel of a row. */
static void write_y_tic(FILE *script, const struct plot *p, bool first, double value)
{
    const char *unit = p->chart->unit;
    bool prefixed = *unit && strcmp(unit, "%") != 0;
    bool named = strcmp(unit, "s") == 0 || strcmp(unit, "%") == 0;
    double scaled = value;
    const char *prefix = prefixed ? si_prefix(&scaled) : "";
    char text[60];
    snprintf(text, sizeof text, "%.4g%s%s%s", scaled, *unit ? " " : "", prefix, named ? unit : "");
    write_tic(script, first ? text : "", value);
}

/* 1, 2, 5 of each decade, or the decades alone if they are many; few plain numbers are powers of two. */
static void write_log_tics(FILE *script, const struct plot *p, bool first)
{
    static const double steps[] = { 1, 2, 5 };
    bool plain = !*p->chart->unit && p->y1 < 64 * p->y0;
    int each = plain || log10(p->y1 / p->y0) > 2.2 ? 1 : 3, n = 0;
    double base = plain ? 2 : 10;
    int low = (int)floor(log(p->y0) / log(base)), high = (int)ceil(log(p->y1) / log(base));
    for (int power = low; power <= high; power++)
        for (int i = 0; i < each; i++) {
            fputs(n++ ? ", " : "set ytics (", script);
            write_y_tic(script, p, first, steps[i] * pow(base, power));
        }
}

/* Five or so, of a round number each. */
static void write_linear_tics(FILE *script, const struct plot *p, bool first)
{
    double rough = (p->y1 - p->y0) / 5, decade = pow(10, floor(log10(rough)));
    double step = decade * (rough < 1.5 * decade   ? 1
                            : rough < 3.5 * decade ? 2
                            : rough < 7.5 * decade ? 5
                                                   : 10);
    int n = 0;
    for (double at = ceil(p->y0 / step); at * step <= p->y1; at++) {
        fputs(n++ ? ", " : "set ytics (", script);
        write_y_tic(script, p, first, at * step);
    }
}

static void write_row_tics(FILE *script, const struct plot *p, bool first)
{
    for (size_t i = 0; i < p->curves; i++) {
        fputs(i ? ", " : "set ytics (", script);
        write_tic(script, first ? p->curve[i].name : "", (double)i + 1);
    }
}

static void write_y_tics(FILE *script, const struct plot *p, bool first)
{
    if (is_heat(p))
        write_row_tics(script, p, first);
    else if (p->chart->log_y)
        write_log_tics(script, p, first);
    else
        write_linear_tics(script, p, first);
    fprintf(script, ") scale %g\n", is_heat(p) ? 0 : 0.5);
}

static void write_axes(FILE *script, const struct plot *p, size_t panel)
{
    const struct chart *c = p->chart;
    bool first = panel % across(p) == 0;
    fprintf(script, "set xrange [%.9g:%.9g]\nset yrange [%.9g:%.9g]\n", p->x0, p->x1, p->y0, p->y1);
    if (c->log_x && !p->categories)
        fputs("set logscale x\n", script);
    if (c->log_y && !is_heat(p))
        fputs("set logscale y\n", script);
    write_x_tics(script, p, panel);
    write_y_tics(script, p, first);
    fputs(is_heat(p) ? "unset border\n" : "set grid ytics lc rgb '#e4e4e4' lt 1 lw 0.5\n", script);
}

static bool same_in_all_panels(const struct plot *p, size_t head)
{
    for (size_t i = 1; i < p->panels; i++)
        if (strcmp(sheet_cell(p->sheet, p->panel[i], head)->text,
                   sheet_cell(p->sheet, p->panel[0], head)->text) != 0)
            return false;
    return true;
}

/* "resolution 500" above a panel: what panels differ in. */
static void write_panel_title(FILE *script, const struct plot *p, size_t panel)
{
    char title[200] = "";
    for (size_t c = 0, used = 0; c < p->sheet->heads && used < sizeof title; c++)
        if (c != p->head && !same_in_all_panels(p, c))
            used += (size_t)snprintf(title + used, sizeof title - used, "%s%s %s", used ? ", " : "",
                                     p->sheet->heading[c],
                                     sheet_cell(p->sheet, p->panel[panel], c)->text);
    if (p->panels == 1)
        return;
    fputs("set label ", script);
    quoted(script, title);
    fprintf(script, " at screen %g,1-%d./H left\n", (double)panel_left(p, panel) / WIDTH,
            panel_top(p, panel) - LINE / 2);
}

/* The numbers and names of an axis stand once: at the left, and below. */
static void write_panel_frame(FILE *script, const struct plot *p, size_t panel)
{
    int left = panel_left(p, panel), top = panel_top(p, panel);
    bool first = panel % across(p) == 0, last = panel + across(p) >= p->panels;
    const char *unit = p->chart->unit;
    bool named = *unit && strcmp(unit, "s") != 0 && strcmp(unit, "%") != 0;
    fprintf(script,
            "set lmargin at screen %g\nset rmargin at screen %g\n"
            "set tmargin at screen 1-%d./H\nset bmargin at screen 1-%d./H\n",
            (double)left / WIDTH, (double)(left + panel_width(p)) / WIDTH, top,
            top + panel_height(p));
    write_panel_title(script, p, panel);
    fputs("set xlabel ", script);
    quoted(script, last ? p->chart->x : "");
    fputs(" offset 0,0.4\nset ylabel ", script);
    char label[100];
    snprintf(label, sizeof label, named ? "%s, %s" : "%s", p->chart->y, unit);
    quoted(script, first ? label : "");
    fputs(" offset 0.5\n", script);
}

/* ---- Curves ---- */

/* A gap ends a line, and the next begins after it. */
static void write_curve_data(FILE *script, const struct plot *p, size_t panel, size_t curve)
{
    fprintf(script, "$panel%zu_%zu << END\n", panel, curve);
    for (size_t i = 0; i < p->tics; i++)
        for (size_t line = 0; line < p->sheet->lines; line++) {
            if (!plot_has(p, panel, line) || plot_x(p, line) != p->tic[i].at)
                continue;
            double y = plot_y(p, curve, line);
            if (isfinite(y))
                fprintf(script, "%.9g %.9g\n", p->tic[i].at, y);
            else
                fputc('\n', script);
        }
    fputs("END\n", script);
}

static bool in_panel(const struct plot *p, size_t panel, size_t curve)
{
    for (size_t line = 0; line < p->sheet->lines; line++)
        if (plot_has(p, panel, line) && isfinite(plot_y(p, curve, line)))
            return true;
    return false;
}

static void plot_curves(FILE *script, const struct plot *p, size_t panel)
{
    for (size_t i = 0; i < p->curves; i++)
        if (in_panel(p, panel, i))
            write_curve_data(script, p, panel, i);
    fprintf(script, "plot %s",
            p->chart->ideal ? "x with lines lc rgb '#777777' dt 3 lw 1.2" : "NaN");
    for (size_t i = 0; i < p->curves; i++) {
        const struct curve *c = &p->curve[i];
        if (in_panel(p, panel, i))
            fprintf(script,
                    ", $panel%zu_%zu with linespoints lc rgb '#%06x' dt %d pt %d ps 0.9 lw 1.6",
                    panel, i, c->colour, c->dash, c->mark);
    }
    fputc('\n', script);
}

/* ---- Bars and cells ---- */

/* A rectangle around x, y, and in it or above it what the sheet says there, if it has room. */
struct box {
    double x, half, low, high;
    unsigned colour;
};

static void write_box(FILE *script, const struct box *b)
{
    fprintf(script, "%.9g %.9g %.9g %.9g %.9g %.9g %u\n", b->x, (b->low + b->high) / 2,
            b->x - b->half, b->x + b->half, b->low, b->high, b->colour);
}

static void write_box_text(FILE *script, const struct plot *p, const struct box *b,
                           const struct cell *cell)
{
    double room = 2 * b->half / (p->x1 - p->x0) * panel_width(p);
    double luminance =
        0.3 * (b->colour >> 16) + 0.59 * (b->colour >> 8 & 0xff) + 0.11 * (b->colour & 0xff);
    if (!cell->text || text_width(cell->text) > room * (is_heat(p) ? 1 : 1.15))
        return;
    fputs("set label ", script);
    quoted(script, cell->text);
    if (is_heat(p))
        fprintf(script, " at %.9g,%.9g center front tc rgb '%s'\n", b->x, (b->low + b->high) / 2,
                luminance < 120 ? "white" : "black");
    else
        fprintf(script, " at %.9g,%.9g center front offset 0,%g\n", b->x, b->high,
                b->high > 0 ? 0.55 : -0.55);
}

static struct box bar(const struct plot *p, size_t curve, size_t line)
{
    double width = 0.84 / (double)p->curves, y = plot_y(p, curve, line);
    double x = plot_x(p, line) - 0.42 + width * ((double)curve + 0.5);
    return (struct box){ x, width * 0.46, fmin(y, 0), fmax(y, 0), tint(&p->curve[curve]) };
}

/* From dark to light as the value falls: cividis (Nunez, Anderton, Renslow 2018), which the colour-blind
 * see as others do. */
static unsigned shade(double part)
{
    static const int stops[][3] = { { 255, 234, 70 },  { 203, 186, 105 }, { 149, 143, 120 },
                                    { 102, 105, 112 }, { 49, 68, 107 },   { 0, 32, 77 } };
    double at = 5 * fmin(fmax(part, 0), 1);
    int i = at < 5 ? (int)at : 4;
    unsigned colour = 0;
    for (int c = 0; c < 3; c++)
        colour = colour << 8 |
                 (unsigned)lround(stops[i][c] + (at - i) * (stops[i + 1][c] - stops[i][c]));
    return colour;
}

static struct box cell_of(const struct plot *p, size_t curve, size_t line)
{
    double y = plot_y(p, curve, line), least = INFINITY, most = -INFINITY;
    for (size_t l = 0; l < p->sheet->lines; l++)
        for (size_t c = 0; c < p->curves; c++)
            if (isfinite(plot_y(p, c, l))) {
                least = fmin(least, plot_y(p, c, l));
                most = fmax(most, plot_y(p, c, l));
            }
    unsigned colour = most > least ? shade(log(y / least) / log(most / least)) : shade(0);
    double middle = (double)curve + 1;
    return (struct box){ plot_x(p, line), 0.48, middle - 0.47, middle + 0.47, colour };
}

static void plot_boxes(FILE *script, const struct plot *p, size_t panel)
{
    size_t boxes = 0;
    fprintf(script, "$panel%zu << END\n", panel);
    for (size_t line = 0; line < p->sheet->lines; line++)
        for (size_t c = 0; plot_has(p, panel, line) && c < p->curves; c++)
            if (isfinite(plot_y(p, c, line))) {
                struct box b = is_heat(p) ? cell_of(p, c, line) : bar(p, c, line);
                write_box(script, &b);
                boxes++;
            }
    fputs("END\n", script);
    for (size_t line = 0; line < p->sheet->lines; line++)
        for (size_t c = 0; plot_has(p, panel, line) && c < p->curves; c++)
            if (isfinite(plot_y(p, c, line))) {
                struct box b = is_heat(p) ? cell_of(p, c, line) : bar(p, c, line);
                write_box_text(script, p, &b, sheet_cell(p->sheet, line, p->curve[c].column));
            }
    if (boxes)
        fprintf(script,
                "plot $panel%zu using 1:2:3:4:5:6:7 with boxxyerror fillstyle solid noborder "
                "lc rgb variable\n",
                panel);
    else
        fputs("plot NaN\n", script);
}

/* ---- All of it ---- */

bool write_chart(const void *plot, struct canvas *c, FILE *script, struct tri_error *e)
{
    const struct plot *p = plot;
    if (!size_canvas(p, c))
        return tri_fail(e, TRI_FAILED, "out of memory");
    lay_key(p, script, put_entry);
    fputs("set multiplot\n", script);
    for (size_t i = 0; i < p->panels; i++) {
        if (i > 0) /* the title, the key and the caption are drawn with the first panel */
            fputs("unset label\n", script);
        write_axes(script, p, i);
        write_panel_frame(script, p, i);
        if (p->chart->kind == CHART_CURVES)
            plot_curves(script, p, i);
        else
            plot_boxes(script, p, i);
    }
    fputs("unset multiplot\n", script);
    return true;
}
