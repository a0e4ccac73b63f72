/* The frame of a figure: format, machine, and the script as a whole. */
#include "frame.h"

#include "gnuplot.h"

#include <stdlib.h>
#include <string.h>

extern const char common_gp[], frame_gp[];

const char *format_of(const char *file)
{
    return tri_file_ends_in(file, ".svg") ? "svg" : tri_file_ends_in(file, ".png") ? "png" : NULL;
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

char *machine_of(const struct rows *rows)
{
    const char *cpu = rows->row[0].cpu, *device = NULL;
    char *text = NULL;
    double threads = 1;
    size_t size;
    FILE *out = open_memstream(&text, &size);
    for (size_t i = 0; i < rows->n; i++) {
        bool more = rows->row[i].threads > threads && !rows->row[i].absent;
        threads = more ? rows->row[i].threads : threads;
        device = rows->row[i].device ? rows->row[i].device : device;
    }
    if (!out)
        return NULL;
    if (device && strcmp(device, cpu) != 0)
        fprintf(out, "%s; ", device);
    fprintf(out, "%s, %g thread%s", cpu, threads, threads > 1 ? "s" : "");
    add_compilers(rows, out);
    return fclose(out) == 0 ? text : NULL;
}

static bool write_script(FILE *script, const struct drawing *d, const struct rows *rows,
                         const char *format, struct tri_error *e)
{
    static const char mark[] = "# FRAME\n";
    const char *frame = strstr(d->commands, mark);
    if (!d->write(d->data, script, e))
        return false;
    char *machine = machine_of(rows);
    if (!machine)
        return tri_fail(e, TRI_FAILED, "out of memory");
    set_text(script, "FORMAT", 0, format);
    set_text(script, "MACHINE", 0, machine);
    fprintf(script, "%s%.*s%s%s", common_gp, (int)(frame - d->commands), d->commands, frame_gp,
            frame + strlen(mark));
    free(machine);
    return true;
}

bool frame_draw(const struct drawing *d, const struct rows *rows, const char *format,
                struct tri_file *file, struct tri_error *e)
{
    FILE *script = gnuplot_script(e);
    bool good = script && write_script(script, d, rows, format, e) && gnuplot(script, file, e);
    if (script)
        fclose(script);
    return good;
}
