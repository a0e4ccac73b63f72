/* Figures: what all of them share. */
#include "figure.h"

#include "gnuplot.h"
#include "roofline.h"

#include <stdlib.h>
#include <string.h>

const struct figure figures[] = {
    { "roofline", "each path's rate under the ceilings of its arithmetic and its memory",
      write_roofline },
    { NULL, NULL, NULL },
};

const char *figure_at(size_t i, const void *unused)
{
    (void)unused;
    return figures[i].name;
}

/* ---- Formats ---------------------------------------------------------------------------------- */

/* A picture of pixels has three for each of 1/96 inch: 288 dpi.  cairo takes fonts in points, which
 * are 4/3 of a pixel, SVG in pixels. */
static const struct format {
    const char *suffix, *terminal;
    int scale;
    double font;
} formats[] = {
    { ".svg", "svg background rgb 'white'", 1, FONT },
    { ".png", "pngcairo background rgb 'white' pointscale 3", 3, 3 * 0.75 * FONT },
};
enum { FORMATS = sizeof formats / sizeof *formats };

static const struct format *format_of(const char *output)
{
    size_t length = strlen(output);
    for (int i = 0; i < FORMATS; i++) {
        size_t suffix = strlen(formats[i].suffix);
        if (length > suffix && strcmp(output + length - suffix, formats[i].suffix) == 0)
            return &formats[i];
    }
    return NULL;
}

/* ---- Styles ----------------------------------------------------------------------------------- */

/* The palette of M. Okabe and K. Ito, without its yellow, which white paper swallows. */
static const struct style styles[] = {
    { "reference", "#000000", 7, 6 }, { "simd", "#0072B2", 5, 4 },
    { "avx2", "#D55E00", 9, 8 },      { "offload", "#009E73", 11, 10 },
    { "cuda", "#CC79A7", 13, 12 },    { "origin", "#777777", 15, 14 },
};
enum { STYLES = sizeof styles / sizeof *styles };
static const struct style spare[] = {
    { NULL, "#E69F00", 15, 14 },
    { NULL, "#56B4E9", 13, 12 },
    { NULL, "#CC79A7", 5, 4 },
};
enum { SPARE = sizeof spare / sizeof *spare };

static const struct style *known_style(const char *path)
{
    for (int i = 0; i < STYLES; i++)
        if (strcmp(styles[i].path, path) == 0)
            return &styles[i];
    return NULL;
}

static bool path_before(const struct rows *rows, size_t i)
{
    for (size_t j = 0; j < i; j++)
        if (strcmp(rows->row[j].path, rows->row[i].path) == 0)
            return true;
    return false;
}

/* Paths that the table does not know take what is left in the order in which they come. */
const struct style *style_of(const struct rows *rows, const char *path)
{
    const struct style *known = known_style(path);
    size_t unknown = 0;
    for (size_t i = 0; !known && i < rows->n && strcmp(rows->row[i].path, path) != 0; i++)
        unknown += !known_style(rows->row[i].path) && !path_before(rows, i);
    return known ? known : &spare[unknown % SPARE];
}

/* An average letter of the sans serifs there are is 0.57 of their size. */
static const double letter = 0.57 * FONT;

static bool begins_letter(char c)
{
    return (c & 0xc0) != 0x80; /* the others are a letter's rest in UTF-8 */
}

double text_width(const char *text)
{
    double letters = 0;
    for (; *text; text++)
        letters += begins_letter(*text);
    return letter * letters;
}

/* ---- The frame -------------------------------------------------------------------------------- */

/* How many bytes of the text are its first line: the words that fit, but one at least. */
static size_t line_length(const char *text, double width)
{
    double used = 0;
    for (size_t i = 0, words = 0;; i++) {
        bool last = !text[i] || text[i] == '\n';
        if ((last || text[i] == ' ') && used > width && words > 0)
            return words;
        if (last)
            return i;
        words = text[i] == ' ' ? i : words;
        used += begins_letter(text[i]) ? letter : 0;
    }
}

/* Writes the caption in lines (not if script is NULL); returns their number. */
static int write_caption(FILE *script, const struct canvas *c, const char *text, int height)
{
    int lines = 0;
    while (*text) {
        size_t length = line_length(text, c->width - 2 * FONT);
        char *line = strndup(text, length);
        if (script && line) {
            fputs("set label ", script);
            quoted(script, line);
            fprintf(script, " at screen %g,%g left\n", (double)FONT / c->width,
                    1 - (c->height + (lines + 0.5) * LINE) / height);
        }
        free(line);
        text += length + (text[length] != '\0');
        lines++;
    }
    return lines;
}

static void write_frame(FILE *script, const struct canvas *c, const char *caption,
                        const struct format *f)
{
    int below = (write_caption(NULL, c, caption, 0) + 1) * LINE, height = c->height + below;
    fprintf(script,
            "set terminal %s noenhanced size %d,%d font 'sans-serif,%g' linewidth %d\n"
            "set encoding utf8\n"
            "set lmargin at screen %g\nset rmargin at screen %g\n"
            "set tmargin at screen %g\nset bmargin at screen %g\n"
            "set border 3\nset tics nomirror\nset key off\nset label ",
            f->terminal, c->width * f->scale, height * f->scale, f->font, f->scale,
            (double)c->left / c->width, 1 - (double)c->right / c->width,
            1 - (double)c->top / height, (double)(c->bottom + below) / height);
    quoted(script, c->title);
    fprintf(script, " at screen %g,%g left\n", (double)FONT / c->width, 1 - (double)LINE / height);
    write_caption(script, c, caption, height);
}

/* Every compiler that rows name, once. */
static void add_compilers(const struct rows *rows, FILE *out)
{
    for (size_t i = 0; i < rows->n; i++) {
        bool said = false;
        for (size_t j = 0; j < i && !said; j++)
            said = strcmp(rows->row[j].compiler, rows->row[i].compiler) == 0;
        if (!said)
            fprintf(out, ", %s", rows->row[i].compiler);
    }
}

/* "NVIDIA H100; AMD EPYC, 16 threads, clang 19.1.7" */
static void print_machine(FILE *out, const struct rows *rows)
{
    const char *cpu = rows->row[0].cpu, *device = NULL;
    double threads = 1;
    for (size_t i = 0; i < rows->n; i++) {
        threads = rows->row[i].threads > threads ? rows->row[i].threads : threads;
        device = rows->row[i].device ? rows->row[i].device : device;
    }
    if (device && strcmp(device, cpu) != 0)
        fprintf(out, "%s; ", device);
    fprintf(out, "%s, %g thread%s", cpu, threads, threads > 1 ? "s" : "");
    add_compilers(rows, out);
}

/* What the figure says and what it was measured on; NULL if memory is short. */
static char *full_caption(const struct canvas *c, const struct rows *rows)
{
    char *all = NULL;
    size_t size;
    FILE *out = open_memstream(&all, &size);
    if (!out)
        return NULL;
    fprintf(out, "%s\n", c->caption);
    print_machine(out, rows);
    fclose(out);
    return all;
}

/* ---- Drawing ---------------------------------------------------------------------------------- */

/* The commands of a figure follow those of its frame, which depend on them. */
static bool write_both(const struct figure *figure, struct rows *rows, const struct format *format,
                       FILE *frame, FILE *body, struct tri_error *e)
{
    struct canvas canvas = { 0 };
    char *caption = NULL;
    bool good = figure->write(rows, &canvas, body, e);
    if (good && !(caption = full_caption(&canvas, rows)))
        good = tri_fail(e, TRI_FAILED, "out of memory");
    if (good)
        write_frame(frame, &canvas, caption, format);
    free(canvas.title);
    free(canvas.caption);
    free(caption);
    return good;
}

static bool write_script(const struct figure *figure, struct rows *rows,
                         const struct format *format, char **script, size_t *length,
                         struct tri_error *e)
{
    char *body = NULL;
    size_t size;
    FILE *whole = open_memstream(script, length), *part = open_memstream(&body, &size);
    bool good = whole && part ? write_both(figure, rows, format, whole, part, e)
                              : tri_fail(e, TRI_FAILED, "out of memory");
    if (part)
        fclose(part);
    if (good)
        fputs(body, whole);
    if (whole)
        fclose(whole);
    free(body);
    return good;
}

static bool draw_rows(const struct figure *figure, struct rows *rows, const char *output,
                      struct tri_error *e)
{
    char *script = NULL;
    size_t length = 0;
    struct tri_file file;
    bool good = rows_of_one_machine(rows, e) &&
                write_script(figure, rows, format_of(output), &script, &length, e);
    if (good && !tri_file_begin(&file, output, e))
        good = name_option("-o", e);
    else if (good) {
        good = gnuplot(script, length, &file, e) && tri_file_commit(&file, e);
        if (!good)
            tri_file_abandon(&file);
    }
    free(script);
    return good;
}

/* ---- Which rows ------------------------------------------------------------------------------- */

static bool asks_for_hotspot(const struct request *r, const char *name)
{
    bool asks = !r->hotspots_given;
    for (size_t i = 0; i < r->hotspots; i++)
        asks |= strcmp(r->hotspot[i], name) == 0;
    return asks;
}

/* --path names no peers, so they stay. */
static bool asks_for_path(const struct request *r, const char *name)
{
    for (int p = 0; p < TRI_PATHS; p++)
        if (strcmp(tri_path_name((enum tri_path)p), name) == 0)
            return !r->paths_given || r->path[p];
    return true;
}

static bool asks_for_precision(const struct request *r, const char *name)
{
    bool asks = !r->precisions_given;
    for (int p = 0; p < TRI_PRECISIONS; p++)
        asks |= r->precision[p] && strcmp(tri_precision_name((enum tri_precision)p), name) == 0;
    return asks;
}

bool asks_for(const struct row *row, const void *request)
{
    return asks_for_hotspot(request, row->hotspot) && asks_for_path(request, row->path) &&
           asks_for_precision(request, row->precision);
}

bool draw(const struct figure *figure, const char *list, const struct request *request,
          struct tri_error *e)
{
    const char *output = request->output;
    struct rows rows;
    if (!list)
        return tri_fail(e, TRI_USAGE, "--draw %s: needs rows: --rows FILE[,FILE...]", figure->name);
    if (!output)
        return tri_fail(e, TRI_USAGE, "--draw %s: needs -o FILE.svg or -o FILE.png", figure->name);
    if (!format_of(output))
        return tri_fail(e, TRI_USAGE, "-o %.200s: has to end in .svg or .png", output);
    if (!rows_read(&rows, list, e))
        return false;
    rows_keep(&rows, asks_for, request);
    bool good = rows.n > 0
                    ? draw_rows(figure, &rows, output, e)
                    : tri_fail(e, TRI_USAGE, "--rows %.200s: none is of what is asked for", list);
    rows_free(&rows);
    return good;
}
