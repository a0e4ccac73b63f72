/* The results of several compilers side by side: read from the rows of files, a column for each. */
#include "feature.h"

#include "output.h"

#include <jansson.h>
#include <stdlib.h>
#include <string.h>

/* ---- A file ----------------------------------------------------------------------------------- */

struct column {
    const char *file;
    json_t *rows; /* of features only, in an object: under their names */
    const char *compiler, *target, *flags, *device; /* of the first row */
};

static bool is_feature(const json_t *row)
{
    const char *kind = json_string_value(json_object_get(row, "kind"));
    return kind && strcmp(kind, "feature") == 0;
}

/* The first field that a row has to have, and has not; NULL: none. */
static const char *missing_from(const json_t *row)
{
    static const char *const texts[] = { "feature", "openmp", "compiler" };
    for (size_t i = 0; i < sizeof texts / sizeof *texts; i++)
        if (!json_is_string(json_object_get(row, texts[i])))
            return texts[i];
    return json_is_boolean(json_object_get(row, "compiles")) ? NULL : "compiles";
}

static bool add_row(struct column *c, json_t *row, size_t number, struct tri_error *e)
{
    const char *missing = missing_from(row);
    if (json_integer_value(json_object_get(row, "schema")) != 1)
        return tri_fail(e, TRI_USAGE, "%.200s: row %zu is not of schema 1", c->file, number);
    if (missing)
        return tri_fail(e, TRI_USAGE, "%.200s: row %zu has no \"%s\"", c->file, number, missing);
    const char *name = json_string_value(json_object_get(row, "feature"));
    const char *compiler = json_string_value(json_object_get(row, "compiler"));
    if (json_object_get(c->rows, name))
        return tri_fail(e, TRI_USAGE,
                        "%.200s: has two rows of %.60s; a file has those of one compiler", c->file,
                        name);
    if (!c->compiler) {
        c->compiler = compiler;
        c->target = json_string_value(json_object_get(row, "target"));
        c->flags = json_string_value(json_object_get(row, "flags"));
        c->device = json_string_value(json_object_get(row, "device"));
    }
    if (strcmp(c->compiler, compiler) != 0)
        return tri_fail(e, TRI_USAGE,
                        "%.200s: has rows of %.60s and of %.60s; a file has those of one "
                        "compiler",
                        c->file, c->compiler, compiler);
    return json_object_set(c->rows, name, row) == 0 || tri_fail(e, TRI_FAILED, "out of memory");
}

/* Its rows; the file may have others between them. */
static bool load(struct column *c, struct tri_error *e)
{
    json_error_t why;
    json_t *all = json_load_file(c->file, 0, &why);
    c->rows = json_object();
    if (!all)
        return tri_fail(e, TRI_USAGE, "%.200s: %s", c->file, why.text);
    bool good = c->rows || tri_fail(e, TRI_FAILED, "out of memory");
    for (size_t i = 0; good && i < json_array_size(all); i++)
        if (is_feature(json_array_get(all, i)))
            good = add_row(c, json_array_get(all, i), i + 1, e);
    json_decref(all);
    return good && (c->compiler ||
                    tri_fail(e, TRI_USAGE,
                             "%.200s: has no rows of features, as doctor --features --format json "
                             "writes them",
                             c->file));
}

/* ---- The features of all ---------------------------------------------------------------------- */

/* The features that any of the files has, each once; *n of them.  To be freed; NULL: out of memory. */
static struct feature *lines_of(const struct column *column, size_t columns, size_t *n)
{
    size_t most = 1;
    for (size_t i = 0; i < columns; i++)
        most += json_object_size(column[i].rows);
    struct feature *lines = calloc(most, sizeof *lines);
    *n = 0;
    for (size_t i = 0; lines && i < columns; i++) {
        const char *name;
        json_t *row;
        json_object_foreach(column[i].rows, name, row)
        {
            bool known = false;
            for (size_t j = 0; !known && j < i; j++)
                known = json_object_get(column[j].rows, name);
            if (known)
                continue;
            lines[*n].name = name;
            snprintf(lines[(*n)++].since, sizeof lines->since, "%s",
                     json_string_value(json_object_get(row, "openmp")));
        }
    }
    if (lines)
        qsort(lines, *n, sizeof *lines, feature_by_age);
    return lines;
}

/* ---- The table -------------------------------------------------------------------------------- */

static enum ending ending_named(const json_t *name)
{
    const char *text = json_string_value(name);
    int i = ENDINGS - 1;
    while (text && i > NOT_RUN && strcmp(text, feature_endings[i]) != 0)
        i--;
    return text ? (enum ending)i : NOT_RUN;
}

/* What a row says, in a word or two. */
static const char *mark_of(const json_t *row)
{
    if (!row)
        return "-";
    const struct feature_result r = {
        .ending = { [AS_IT_IS] = ending_named(json_object_get(row, "ran_on")),
                    [MANDATORY] = ending_named(json_object_get(row, "ran_on_mandatory")) }
    };
    if (!json_is_true(json_object_get(row, "compiles")))
        return "NO COMPILE";
    if (feature_ending(&r) == ON_DEVICE)
        return json_is_true(json_object_get(row, "right")) ? "yes" : "WRONG";
    return feature_marks[feature_ending(&r)];
}

static void print_sources(FILE *out, const struct column *column, size_t columns)
{
    fprintf(out, "OpenMP's features, by compiler\n\n");
    for (size_t i = 0; i < columns; i++) {
        const struct column *c = &column[i];
        fprintf(out, "  [%zu] %s%s%s, on %s: %s\n", i + 1, c->compiler, c->target ? ", for " : "",
                c->target ? c->target : "", c->device ? c->device : "the host", c->file);
        fprintf(out, "      flags %s\n", c->flags ? c->flags : "not known");
    }
    fputc('\n', out);
}

/* As wide as the compiler with its number, or as a mark. */
static int width_of(const struct column *c)
{
    size_t width = strlen(c->compiler) + 5;
    return width > 12 ? (int)width : 12;
}

static void print_cell(FILE *out, const struct column *c, bool last, const char *text)
{
    fprintf(out, "  %-*s", last ? 0 : width_of(c), text);
}

static void print_head(FILE *out, const struct column *column, size_t columns)
{
    fprintf(out, "  %-4s %-24s", "", "");
    for (size_t i = 0; i < columns; i++) {
        char head[120];
        snprintf(head, sizeof head, "[%zu] %.90s", i + 1, column[i].compiler);
        print_cell(out, &column[i], i + 1 == columns, head);
    }
    fputc('\n', out);
}

static void print_table(FILE *out, const struct column *column, size_t columns,
                        const struct feature *line, size_t lines)
{
    size_t works[MAX_COMPARED] = { 0 };
    print_head(out, column, columns);
    for (size_t i = 0; i < lines; i++) {
        fprintf(out, "  %-4s %-24s", line[i].since, line[i].name);
        for (size_t j = 0; j < columns; j++) {
            const char *mark = mark_of(json_object_get(column[j].rows, line[i].name));
            print_cell(out, &column[j], j + 1 == columns, mark);
            works[j] += strcmp(mark, "yes") == 0;
        }
        fputc('\n', out);
    }
    fprintf(out, "\n  %-4s %-24s", "", "work on the device");
    for (size_t j = 0; j < columns; j++) {
        char count[60];
        snprintf(count, sizeof count, "%zu of %zu", works[j], json_object_size(column[j].rows));
        print_cell(out, &column[j], j + 1 == columns, count);
    }
    fputc('\n', out);
}

bool features_compare(const char *const *file, size_t files, FILE *out, struct tri_error *e)
{
    struct column column[MAX_COMPARED] = { 0 };
    struct feature *lines = NULL;
    size_t n;
    bool good = true;
    for (size_t i = 0; good && i < files; i++) {
        column[i].file = file[i];
        good = load(&column[i], e) || name_option("--compare", e);
    }
    if (good && !(lines = lines_of(column, files, &n)))
        good = tri_fail(e, TRI_FAILED, "out of memory");
    if (good) {
        print_sources(out, column, files);
        print_table(out, column, files, lines, n);
    }
    for (size_t i = 0; i < files; i++)
        json_decref(column[i].rows);
    free(lines);
    return good;
}
