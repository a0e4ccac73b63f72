/* The frame of a figure: format, title, caption. */
#include "frame.h"

#include "format.h"
#include "gnuplot.h"

#include <stdlib.h>
#include <string.h>

/* ---- Formats ---------------------------------------------------------------------------------- */

/* A picture of pixels has three for each of 1/96 inch: 288 dpi.  cairo takes fonts in points, which
 * are 4/3 of a pixel, SVG in pixels. */
struct format {
    const char *suffix, *terminal;
    int scale;
    double font;
};
static const struct format formats[] = {
    { ".svg", "svg background rgb 'white'", 1, FONT },
    { ".png", "pngcairo background rgb 'white' pointscale 3", 3, 3 * 0.75 * FONT },
};
enum { FORMATS = sizeof formats / sizeof *formats };

const struct format *format_of(const char *file)
{
    for (int i = 0; i < FORMATS; i++)
        if (tri_file_ends_in(file, formats[i].suffix))
            return &formats[i];
    return NULL;
}

/* An average letter of the sans serifs there are is 0.57 of their size. */
static const double letter = 0.57 * FONT;

double text_width(const char *text)
{
    return letter * letters(text);
}

/* ---- The frame -------------------------------------------------------------------------------- */

/* A list without spaces is broken after a comma. */
size_t caption_line(const char *text, double width)
{
    double used = 0;
    for (size_t i = 0, words = 0;; i++) {
        bool last = !text[i] || text[i] == '\n';
        if ((last || text[i] == ' ' || text[i] == ',') && used > width && words > 0)
            return words;
        if (last)
            return i;
        words = text[i] == ' ' ? i : text[i] == ',' ? i + 1 : words;
        used += begins_letter(text[i]) ? letter : 0;
    }
}

/* Writes the caption in lines (not if script is NULL); returns their number. */
static int write_caption(FILE *script, const struct canvas *c, const char *text, int height)
{
    int lines = 0;
    while (*text) {
        size_t length = caption_line(text, c->width - 2 * FONT);
        char *line = strndup(text, length);
        if (script && line) {
            fputs("set label ", script);
            quoted(script, line);
            fprintf(script, " at screen %g,%g left\n", (double)FONT / c->width,
                    1 - (c->height + (lines + 0.5) * LINE) / height);
        }
        free(line);
        text += length + (text[length] == ' ' || text[length] == '\n');
        lines++;
    }
    return lines;
}

static void write_frame(FILE *script, const struct canvas *c, const char *caption,
                        const struct format *f)
{
    int below = (write_caption(NULL, c, caption, 0) + 1) * LINE, height = c->height + below;
    fprintf(script,
            "H = %d\n"
            "set terminal %s noenhanced size %d,%d font 'sans-serif,%g' linewidth %d\n"
            "set encoding utf8\n"
            "set lmargin at screen %g\nset rmargin at screen %g\n"
            "set tmargin at screen %g\nset bmargin at screen %g\n"
            "set border 3\nset tics nomirror\nset key off\nset label ",
            height, f->terminal, c->width * f->scale, height * f->scale, f->font, f->scale,
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
void print_machine(FILE *out, const struct rows *rows)
{
    const char *cpu = rows->row[0].cpu, *device = NULL;
    double threads = 1;
    for (size_t i = 0; i < rows->n; i++) {
        bool more = rows->row[i].threads > threads && !rows->row[i].absent;
        threads = more ? rows->row[i].threads : threads;
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

/* What is to be drawn, of which rows, and how. */
struct drawing {
    drawing_fn *draw;
    const void *data;
    const struct rows *rows;
    const struct format *format;
};

/* The commands of a figure follow those of its frame, which depend on them. */
static bool write_both(const struct drawing *d, FILE *frame, FILE *body, struct tri_error *e)
{
    struct canvas canvas = { 0 };
    char *caption = NULL;
    bool good = d->draw(d->data, &canvas, body, e);
    if (good && !(caption = full_caption(&canvas, d->rows)))
        good = tri_fail(e, TRI_FAILED, "out of memory");
    if (good)
        write_frame(frame, &canvas, caption, d->format);
    free(canvas.title);
    free(canvas.caption);
    free(caption);
    return good;
}

static bool write_script(const struct drawing *d, char **script, size_t *length,
                         struct tri_error *e)
{
    char *body = NULL;
    size_t size;
    FILE *whole = open_memstream(script, length), *part = open_memstream(&body, &size);
    bool good =
        whole && part ? write_both(d, whole, part, e) : tri_fail(e, TRI_FAILED, "out of memory");
    if (part)
        fclose(part);
    if (good)
        fputs(body, whole);
    if (whole)
        fclose(whole);
    free(body);
    return good;
}

bool frame_draw(drawing_fn *write, const void *data, const struct rows *rows,
                const struct format *format, struct tri_file *file, struct tri_error *e)
{
    const struct drawing drawing = { write, data, rows, format };
    char *script = NULL;
    size_t length = 0;
    bool good = write_script(&drawing, &script, &length, e) && gnuplot(script, length, file, e);
    free(script);
    return good;
}
