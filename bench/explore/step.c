/* The table of steps, and parsing of scripts. */
#include "explorer.h"

#include "lists.h"
#include "measure.h"
#include "request.h"

#include <errno.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

/* ---- Names ---- */

static const struct {
    const char *name, *meaning;
} keys[] = {
    { "m", "the Mandelbrot set" },
    { "j", "the Julia set whose c is the point under the pointer" },
    { "p", "the next path of those that can run here" },
    { "v", "the next variant" },
    { "f", "double instead of float, or float instead of double" },
    { "+", "twice the iterations" },
    { "-", "half the iterations" },
    { "c", "the next palette" },
    { "d", "pixels that differ: count, count and paint, off" },
    { "r", "back to the first view" },
    { "h", "in the corner: numbers, numbers and keys, nothing" },
    { "s", "save the picture as explore-1.png, explore-2.png, ..." },
    { "k", "what the path's kernel takes of a GPU: its card" },
    { "q", "quit" },
};

const char *key_name_at(size_t i, const void *data)
{
    return i < sizeof keys / sizeof *keys ? keys[i].name : NULL;
}

const char *key_meaning_at(size_t i)
{
    return key_name_at(i, NULL) ? keys[i].meaning : NULL;
}

static const char *difference_at(size_t i, const void *data)
{
    static const char *const names[DIFFERENCES] = { "count", "paint", "off" };
    return i < DIFFERENCES ? names[i] : NULL;
}

/* ---- The table ---- */

struct argument {
    const char *name;
    double least, most;
    bool whole;
};

/* The arguments of a step: numbers, a name from a list, or any word. */
struct form {
    const char *name, *meaning;
    struct argument number[MAX_ARGUMENTS];
    const char *word; /* what help calls the name or word; NULL: it takes numbers */
    name_fn *names;   /* NULL: any word */
};

#define NUMBERS(...) .number = { __VA_ARGS__ }
#define NAME(all) .word = "NAME", .names = (all)
#define EXTENT(name) { name, 1, MAX_EXTENT, true }
#define PIXEL(name) { name, -65536, 65536, false }
#define COORDINATE(name) { name, -1e6, 1e6, false }

static const struct form forms[STEPS_THERE_ARE] = {
    [STEP_SIZE] = { "size", "width and height of the picture in pixels",
                    NUMBERS(EXTENT("WIDTH"), EXTENT("HEIGHT")) },
    [STEP_POINT] = { "point", "move the pointer to this pixel", NUMBERS(PIXEL("X"), PIXEL("Y")) },
    [STEP_DRAG] = { "drag", "drag the picture from a pixel to another",
                    NUMBERS(PIXEL("X0"), PIXEL("Y0"), PIXEL("X1"), PIXEL("Y1")) },
    [STEP_ZOOM] = { "zoom", "magnify by FACTOR; the pixel stays where it is",
                    NUMBERS({ "FACTOR", 1e-6, 1e6, false }, PIXEL("X"), PIXEL("Y")) },
    [STEP_VIEW] = { "view", "the middle of the picture, and its width in the plane",
                    NUMBERS(COORDINATE("RE"), COORDINATE("IM"), { "WIDTH", 1e-15, 1e6, false }) },
    [STEP_MANDELBROT] = { "mandelbrot", "the Mandelbrot set", NUMBERS({ 0 }) },
    [STEP_JULIA] = { "julia", "the Julia set of c = RE + IM i",
                     NUMBERS({ "RE", -2, 2, false }, { "IM", -2, 2, false }) },
    [STEP_PATH] = { "path", "as --path", NAME(path_at) },
    [STEP_VARIANT] = { "variant", "as --variant", NAME(NULL) },
    [STEP_PRECISION] = { "precision", "float or double", NAME(precision_at) },
    [STEP_ITERATIONS] = { "iterations", "the most steps of an orbit",
                          NUMBERS({ "N", 1, MAX_ITERATIONS, true }) },
    [STEP_PALETTE] = { "palette", "as --palette", NAME(tri_palette_name_at) },
    [STEP_DIFFERENCE] = { "difference", "pixels that differ; NAME is count, paint or off",
                          NAME(difference_at) },
    [STEP_KEY] = { "key", "press this key", NAME(key_name_at) },
    [STEP_TIME] = { "time", "compute N frames and print the median time",
                    NUMBERS({ "N", 1, TRI_MAX_REPS, true }) },
    [STEP_SAVE] = { "save", "write the picture", .word = "FILE.png" },
    [STEP_CARD] = { "card", "print what the path's kernel takes of a GPU", NUMBERS({ 0 }) },
};

static const char *form_at(size_t i, const void *data)
{
    return i < STEPS_THERE_ARE ? forms[i].name : NULL;
}

static int numbers_of(const struct form *f)
{
    int n = 0;
    while (n < MAX_ARGUMENTS && f->number[n].name)
        n++;
    return n;
}

/* "drag X0 Y0 X1 Y1" */
static void write_form(const struct form *f, char *text, size_t size)
{
    size_t used =
        (size_t)snprintf(text, size, "%s%s%s", f->name, f->word ? " " : "", f->word ? f->word : "");
    for (int i = 0; i < numbers_of(f) && used < size; i++)
        used += (size_t)snprintf(text + used, size - used, " %s", f->number[i].name);
}

void steps_print(FILE *out)
{
    char text[60];
    for (int i = 0; i < STEPS_THERE_ARE; i++) {
        write_form(&forms[i], text, sizeof text);
        fprintf(out, "  %-20s %s\n", text, forms[i].meaning);
    }
}

/* ---- Lines ---- */

/* The next word of a line; NULL: there is none. */
static char *next_word(char **line)
{
    char *word;
    do
        word = strsep(line, " \t\r\n");
    while (word && !*word);
    return word;
}

static bool read_number(const struct form *f, int i, const char *word, double *value,
                        struct tri_error *e)
{
    const struct argument *a = &f->number[i];
    char *end;
    *value = strtod(word, &end);
    bool is_number = end != word && !*end && *value >= a->least && *value <= a->most;
    return (is_number && (!a->whole || *value == floor(*value))) ||
           tri_fail(e, TRI_USAGE, "%s %s=%.40s: has to be %s from %.10g to %.10g", f->name, a->name,
                    word, a->whole ? "an integer" : "a number", a->least, a->most);
}

/* Reads a name as options do, with the same error messages. */
static bool read_name(const char *what, const char *word, name_fn *name_of, int *index,
                      struct tri_error *e)
{
    struct request r = { 0 };
    if (parse_name(&r, what, word, name_of, index) == 0)
        return true;
    *e = r.error;
    return false;
}

static bool read_word(struct step *s, const struct form *f, const char *word, struct tri_error *e)
{
    if (f->names)
        return read_name(f->name, word, f->names, &s->index, e);
    s->word = strdup(word);
    return s->word || tri_fail(e, TRI_FAILED, "out of memory");
}

static bool read_arguments(struct step *s, const struct form *f, char *line, struct tri_error *e)
{
    char wanted[60];
    char *word[MAX_ARGUMENTS + 1];
    int n = 0;
    while (n <= MAX_ARGUMENTS && (word[n] = next_word(&line)))
        n++;
    if (n != numbers_of(f) + (f->word ? 1 : 0)) {
        write_form(f, wanted, sizeof wanted);
        return tri_fail(e, TRI_USAGE, "%s: has to be: %s", f->name, wanted);
    }
    if (f->word)
        return read_word(s, f, word[0], e);
    bool good = true;
    for (int i = 0; good && i < n; i++)
        good = read_number(f, i, word[i], &s->number[i], e);
    return good;
}

bool step_read(struct step *s, char *line, bool *found, struct tri_error *e)
{
    int kind = 0;
    line[strcspn(line, "#")] = '\0';
    char *name = next_word(&line);
    *found = name;
    if (!name)
        return true;
    if (!read_name("step", name, form_at, &kind, e))
        return false;
    *s = (struct step){ .kind = (enum step_kind)kind };
    return read_arguments(s, &forms[kind], line, e);
}

/* ---- Scripts ---- */

static bool add_step(struct script *s, const struct step *new, struct tri_error *e)
{
    struct step *more = realloc(s->step, (s->n + 1) * sizeof *more);
    if (!more) {
        free(new->word);
        return tri_fail(e, TRI_FAILED, "out of memory");
    }
    s->step = more;
    s->step[s->n++] = *new;
    return true;
}

static bool read_line(struct script *s, int number, char *line, struct tri_error *e)
{
    struct step step = { 0 };
    struct tri_error plain;
    bool found;
    if (!step_read(&step, line, &found, &plain))
        return tri_fail(e, plain.status, "%s:%d: %s", s->name, number, plain.text);
    step.line = number;
    return !found || add_step(s, &step, e);
}

static bool fail_file(const char *file, struct tri_error *e)
{
    return tri_fail(e, TRI_USAGE, "--script %.200s: cannot be read: %s", file, strerror(errno));
}

bool script_read(struct script *s, const char *file, struct tri_error *e)
{
    *s = (struct script){ .name = file };
    char *line = NULL;
    size_t room = 0;
    bool good = true;
    FILE *in = fopen(file, "re");
    if (!in)
        return fail_file(file, e);
    errno = 0;
    for (int number = 1; good && line_read(&line, &room, in) >= 0; number++)
        good = read_line(s, number, line, e);
    good = good && (feof(in) || fail_file(file, e)); /* also out of memory, which is no ferror() */
    free(line);
    fclose(in);
    if (good && s->n == 0)
        good = tri_fail(e, TRI_USAGE, "--script %.200s: holds no step", file);
    if (!good)
        script_free(s);
    return good;
}

void script_free(struct script *s)
{
    for (size_t i = 0; i < s->n; i++)
        free(s->step[i].word);
    free(s->step);
    *s = (struct script){ .name = s->name };
}
