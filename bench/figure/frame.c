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

/* ---- The machine ------------------------------------------------------------------------------ */

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

/* ---- Drawing ---------------------------------------------------------------------------------- */

extern const char frame_gp[];

static bool write_machine(FILE *script, const struct rows *rows)
{
    char *text = NULL;
    size_t size;
    FILE *out = open_memstream(&text, &size);
    if (!out)
        return false;
    print_machine(out, rows);
    bool good = fclose(out) == 0;
    if (good)
        set_text(script, "MACHINE", 0, text);
    free(text);
    return good;
}

static void write_format(FILE *script, const struct format *f)
{
    fprintf(script,
            "set encoding utf8\nFONT = %d\nLINE = %d\nLETTER = %g\n"
            "width(text) = LETTER * strlen(text)\nSCALE = %d\nFONT_SIZE = %g\n",
            FONT, LINE, letter, f->scale, f->font);
    set_text(script, "TERMINAL", 0, f->terminal);
}

static bool write_script(FILE *script, const struct drawing *d, const struct rows *rows,
                         const struct format *format, struct tri_error *e)
{
    static const char mark[] = "# FRAME\n";
    const char *frame = strstr(d->commands, mark);
    write_format(script, format);
    if (!d->write(d->data, script, e))
        return false;
    if (!write_machine(script, rows))
        return tri_fail(e, TRI_FAILED, "out of memory");
    fwrite(d->commands, 1, (size_t)(frame - d->commands), script);
    fputs(frame_gp, script);
    fputs(frame + strlen(mark), script);
    return true;
}

bool frame_draw(const struct drawing *d, const struct rows *rows, const struct format *format,
                struct tri_file *file, struct tri_error *e)
{
    char *text = NULL;
    size_t length = 0;
    FILE *script = open_memstream(&text, &length);
    bool good = script ? write_script(script, d, rows, format, e)
                       : tri_fail(e, TRI_FAILED, "out of memory");
    if (script && fclose(script) != 0 && good)
        good = tri_fail(e, TRI_FAILED, "out of memory");
    good = good && gnuplot(text, length, file, e);
    free(text);
    return good;
}
