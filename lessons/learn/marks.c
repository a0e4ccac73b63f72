/* What a lecturer gets of a class: a table, a CSV, a text for each student. */
#include "learn.h"

#include "file.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

enum { LONGEST_FOLDER = PATH_MAX - 300, WIDEST_NAME = 30 };

static size_t solved(const struct course *c, const struct result *of_student)
{
    size_t n = 0;
    for (size_t i = 0; i < c->n; i++)
        n += of_student[i].outcome == ANSWERED;
    return n;
}

/* ---- The table -------------------------------------------------------------------------------- */

static const struct {
    const char *sign, *means;
} outcomes[] = {
    [NOT_HANDED_IN] = { ".", "not handed in" },
    [NOT_BEGUN] = { "-", "as it was handed out, or empty" },
    [ANSWERED] = { "S", "solved" },
    [NOT_JUDGED] = { "?", "not judged" },
    [REJECTED] = { "x", "wrong" },
    [CHEATED] = { "!", "does what no answer has to do" },
};

/* Characters, of which those of UTF-8 have several bytes: the first of each is counted. */
static int width_of(const char *name)
{
    int width = 0;
    for (; *name; name++)
        width += (*name & 0xC0) != 0x80;
    return width;
}

static int width_of_names(const struct class *class)
{
    int widest = (int)strlen("student");
    for (size_t i = 0; i < class->n; i++) {
        int width = width_of(class->student[i].name);
        widest = width > widest ? width : widest;
    }
    return widest < WIDEST_NAME ? widest : WIDEST_NAME;
}

static void print_name(FILE *out, const char *name, int width)
{
    int used = 0;
    for (; *name && used + ((*name & 0xC0) != 0x80) <= width; name++) {
        used += (*name & 0xC0) != 0x80;
        fputc(*name, out);
    }
    fprintf(out, "%*s", width - used, "");
}

static void print_cheats(FILE *out, const struct class *class, const struct course *c,
                         const struct result *r)
{
    for (size_t i = 0; i < class->n * c->n; i++)
        if (r[i].outcome == CHEATED)
            fprintf(out, "%s, %s: %s\n", class->student[i / c->n].name, c->lesson[i % c->n].name,
                    r[i].what);
}

void marks_table(FILE *out, const struct class *class, const struct course *c,
                 const struct result *r)
{
    int width = width_of_names(class);
    print_name(out, "student", width);
    for (size_t i = 0; i < c->n; i++)
        fprintf(out, " %.2s", c->lesson[i].name);
    fputs("  solved\n", out);
    for (size_t k = 0; k < class->n; k++) {
        print_name(out, class->student[k].name, width);
        for (size_t i = 0; i < c->n; i++)
            fprintf(out, "  %s", outcomes[r[k * c->n + i].outcome].sign);
        fprintf(out, "  %zu\n", solved(c, r + k * c->n));
    }
    fputc('\n', out);
    for (size_t i = 0; i < sizeof outcomes / sizeof *outcomes; i++)
        fprintf(out, "%s%s %s", i > 0 ? "; " : "", outcomes[i].sign, outcomes[i].means);
    fputc('\n', out);
    print_cheats(out, class, c, r);
}

/* ---- CSV -------------------------------------------------------------------------------------- */

/* In quotes (RFC 4180).  What a spreadsheet would take for a formula gets an apostrophe in front. */
static void print_cell(FILE *out, const char *text, char after)
{
    fputs(*text && strchr("=+-@\t", *text) ? "\"'" : "\"", out);
    for (; *text; text++) {
        if (*text == '"')
            fputc('"', out);
        fputc(*text == '\n' ? ' ' : *text, out);
    }
    fprintf(out, "\"%c", after);
}

void marks_csv(FILE *out, const struct class *class, const struct course *c, const struct result *r)
{
    fputs("student,lesson,solved,what is wrong\n", out);
    for (size_t i = 0; i < class->n * c->n; i++) {
        print_cell(out, class->student[i / c->n].name, ',');
        print_cell(out, c->lesson[i % c->n].name, ',');
        print_cell(out,
                   r[i].outcome == ANSWERED     ? "yes"
                   : r[i].outcome == NOT_JUDGED ? "not judged"
                                                : "no",
                   ',');
        print_cell(out, r[i].what, '\n');
    }
}

/* ---- A text for a student --------------------------------------------------------------------- */

void marks_report(FILE *out, const struct student *s, const struct course *c,
                  const struct result *r)
{
    fprintf(out, "%s\n\n%zu of %zu lessons solved\n", s->name, solved(c, r), c->n);
    for (size_t i = 0; i < c->n; i++) {
        const struct lesson *l = &c->lesson[i];
        if (r[i].outcome <= NOT_BEGUN)
            fprintf(out, "\n%s: %s\n", l->name, r[i].what);
        else if (*r[i].words && r[i].outcome != CHEATED)
            fprintf(out, "\n%s: %s\n%s", l->name, l->title, r[i].words);
        else
            fprintf(out, "\n%s: %s\nNOT YET: %s\n", l->name, l->title, r[i].what);
    }
}

static bool write_report(const char *folder, const struct student *s, const struct course *c,
                         const struct result *of_student, struct tri_error *e)
{
    char path[2 * PATH_MAX];
    struct tri_file file;
    snprintf(path, sizeof path, "%s/%s.txt", folder, s->name);
    if (!tri_file_begin(&file, path, e))
        return false;
    marks_report(file.stream, s, c, of_student);
    return tri_file_commit(&file, e);
}

/* A folder beside the one that is wanted, whose name it gets when it is whole. */
static bool make_beside(const char *folder, char made[static PATH_MAX], struct tri_error *e)
{
    size_t length = strlen(folder);
    if (length == 0 || length > LONGEST_FOLDER)
        return tri_fail(e, TRI_USAGE, "--reports: has to be the name of a new folder");
    while (length > 1 && folder[length - 1] == '/')
        length--;
    snprintf(made, PATH_MAX, "%.*s.XXXXXX", (int)length, folder);
    if (access(folder, F_OK) == 0)
        return tri_fail(e, TRI_USAGE, "--reports %.250s: %s", folder, strerror(EEXIST));
    return mkdtemp(made) || tri_fail(e, TRI_USAGE, "--reports %.250s: %s", folder, strerror(errno));
}

static bool write_reports(const char *folder, const struct class *class, const struct course *c,
                          const struct result *r, struct tri_error *e)
{
    char made[PATH_MAX];
    bool good = make_beside(folder, made, e);
    if (!good)
        return false;
    for (size_t i = 0; good && i < class->n; i++)
        good = write_report(made, &class->student[i], c, r + i * c->n, e);
    if (good && (children_stopped() || chmod(made, 0700) != 0 || rename(made, folder) != 0))
        good = tri_fail(e, TRI_FAILED, "--reports %.250s: %s", folder, strerror(errno));
    if (!good)
        child_folder_remove(made, NULL);
    return good;
}

static bool write_csv(const char *path, const struct class *class, const struct course *c,
                      const struct result *r, struct tri_error *e)
{
    struct tri_file file;
    if (!tri_file_begin(&file, path, e))
        return false;
    marks_csv(file.stream, class, c, r);
    return tri_file_commit(&file, e);
}

/* ---- All -------------------------------------------------------------------------------------- */

/* Asked before an hour's work, not after it. */
bool marks_possible(const struct request *r, struct tri_error *e)
{
    char made[PATH_MAX];
    struct tri_file file;
    if (r->csv && !tri_file_begin(&file, r->csv, e))
        return false;
    if (r->csv)
        tri_file_abandon(&file);
    return !r->reports || (make_beside(r->reports, made, e) && child_folder_remove(made, e));
}

bool marks_write(const struct class *class, const struct course *c, const struct result *results,
                 const struct request *r, int *status, struct tri_error *e)
{
    for (size_t i = 0; i < class->n * c->n; i++)
        if (results[i].outcome == NOT_JUDGED)
            *status = TRI_FAILED;
    children_begin(); /* a Ctrl-C waits until what is written is whole */
    marks_table(stdout, class, c, results);
    bool good = (!r->csv || write_csv(r->csv, class, c, results, e)) &&
                (!r->reports || write_reports(r->reports, class, c, results, e));
    children_end();
    return good;
}
