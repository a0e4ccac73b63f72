/* Runs side by side. */
#include "versus.h"

#include "figure.h"
#include "format.h"
#include "output.h"
#include "rows.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

/* ---- The command line ---- */

error_t parse_versus(struct versus *v, struct request *r, const char *file)
{
    if (v->files == MAX_VERSUS)
        return usage_error(r, "--versus: no more than %d files", MAX_VERSUS);
    v->file[v->files++] = file;
    return 0;
}

error_t parse_tolerance(struct versus *v, struct request *r, const char *text)
{
    char *end;
    double percent = strtod(text, &end);
    if (end == text || (*end && strcmp(end, "%") != 0) || !(percent >= 0 && percent <= 1000))
        return usage_error(r, "--tolerance=%.40s: has to be a number of percent from 0 to 1000",
                           text);
    v->tolerance = percent / 100;
    return 0;
}

/* ---- Rows that are of the same ---- */

struct side {
    char letter;
    const char *file;
    struct rows rows;
};

struct sides {
    struct side side[MAX_VERSUS];
    size_t n;
    bool threads; /* it takes the number of threads to tell rows of a file from each other */
};

static bool same_text(const char *a, const char *b)
{
    return strcmp(a, b) == 0;
}

/* But for the threads: another machine has another number of them, and to a device's row they say
 * nothing. */
static bool same_work(const struct row *a, const struct row *b)
{
    return same_kind(a, b) && same_json(a->params, b->params) && same_settings(a, b, "threads");
}

static bool same_row(const struct row *a, const struct row *b)
{
    return same_work(a, b) && (a->device || a->threads == b->threads);
}

static bool needs_threads(const struct rows *rows)
{
    for (size_t i = 0; i < rows->n; i++)
        for (size_t k = 0; k < i; k++)
            if (same_work(&rows->row[i], &rows->row[k]))
                return true;
    return false;
}

static const struct row *find(const struct sides *s, size_t side, const struct row *like)
{
    const struct rows *rows = &s->side[side].rows;
    for (size_t i = 0; i < rows->n; i++)
        if (s->threads ? same_row(&rows->row[i], like) : same_work(&rows->row[i], like))
            return &rows->row[i];
    return NULL;
}

/* ---- What a difference is ---- */

enum verdict { SAME, FASTER, SLOWER, TOO_SLOW };

static double spread_of(const struct row *r)
{
    return r->most > r->least ? r->most - r->least : 0;
}

static enum verdict judge(const struct row *a, const struct row *b, double tolerance)
{
    double difference = b->seconds - a->seconds;
    if (fabs(difference) <= fmax(spread_of(a), spread_of(b)))
        return SAME;
    if (difference < 0)
        return FASTER;
    return difference > tolerance * a->seconds ? TOO_SLOW : SLOWER;
}

/* ---- The table ---- */

/* "resolution=500 threads=2": what tells the row from others of its file. */
static bool is_telling(const struct rows *rows, const struct row *r, const char *param)
{
    for (size_t i = 0; i < rows->n; i++)
        if (same_text(rows->row[i].hotspot, r->hotspot) && !same_setting(&rows->row[i], r, param))
            return true;
    return false;
}

/* Of the other settings all that there is, but threads only where they tell rows apart. */
static bool is_said(const struct sides *s, const struct row *r, const char *setting)
{
    return says_setting(r, setting) && (s->threads || !same_text(setting, "threads"));
}

static char *label_of(const struct sides *s, const struct rows *rows, const struct row *r)
{
    char *label = NULL;
    const char *name;
    json_t *value;
    size_t size;
    FILE *out = open_memstream(&label, &size);
    if (!out)
        return NULL;
    fprintf(out, "%s ", r->hotspot);
    print_contender(out, r);
    json_object_foreach((json_t *)r->params, name, value)
    {
        if (is_telling(rows, r, name))
            print_setting(out, " ", r, name);
    }
    for (size_t i = 0; run_settings[i]; i++)
        if (is_said(s, r, run_settings[i]))
            print_setting(out, " ", r, run_settings[i]);
    if (fclose(out) != 0) {
        free(label);
        return NULL;
    }
    return label;
}

static struct text share_of_spread(const struct row *r)
{
    return percent(spread_of(r) / r->seconds);
}

static const char *const layout = "%-*s  %-4s %8s %7s";

static void print_pair(FILE *out, int width, const char *label, char letter, const struct row *b,
                       double speed, enum verdict verdict)
{
    static const char *const said[] = {
        [SAME] = "no more than the spread",
        [FASTER] = "faster",
        [SLOWER] = "slower, within the tolerance",
        [TOO_SLOW] = "SLOWER",
    };
    const char name[] = { letter, '\0' };
    width += (int)strlen(label) - letters(label); /* printf() counts bytes */
    fprintf(out, layout, width, label, name, b ? si(b->seconds, "s").s : "-",
            b ? share_of_spread(b).s : "-");
    if (!b)
        fprintf(out, " %9s  not there", "-");
    else if (!isnan(speed))
        fprintf(out, " %9s  %s", ratio(speed).s, said[verdict]);
    fputc('\n', out);
}

/* A row of the first file, and what the others have of it. */
static bool print_rows(FILE *out, const struct versus *v, const struct sides *s, int width,
                       const char *label, const struct row *a)
{
    bool slower = false;
    print_pair(out, width, label, 'A', a, (double)NAN, SAME);
    for (size_t i = 1; i < s->n; i++) {
        const struct row *b = find(s, i, a);
        enum verdict verdict = b ? judge(a, b, v->tolerance) : SAME;
        print_pair(out, width, "", s->side[i].letter, b, b ? a->seconds / b->seconds : (double)NAN,
                   verdict);
        slower |= verdict == TOO_SLOW;
    }
    return slower;
}

static void print_sides(FILE *out, const struct sides *s)
{
    for (size_t i = 0; i < s->n; i++) {
        const struct row *r = &s->side[i].rows.row[0];
        const char *preset = json_string_value(json_object_get(r->json, "preset"));
        const char *device = NULL;
        for (size_t k = 0; k < s->side[i].rows.n; k++)
            device = s->side[i].rows.row[k].device ? s->side[i].rows.row[k].device : device;
        fprintf(out, "%c  %s: %s%s%s, %s%s%s\n", s->side[i].letter, s->side[i].file, r->compiler,
                preset ? ", preset " : "", preset ? preset : "", r->cpu, device ? ", " : "",
                device ? device : "");
    }
}

static void print_surplus(FILE *out, const struct sides *s)
{
    for (size_t i = 1; i < s->n; i++) {
        size_t n = 0;
        for (size_t k = 0; k < s->side[i].rows.n; k++)
            n += !find(s, 0, &s->side[i].rows.row[k]);
        if (n > 0)
            fprintf(out, "%c has %zu row%s that A has not\n", s->side[i].letter, n,
                    n > 1 ? "s" : "");
    }
}

/* Whether rows of the first file are slower elsewhere. */
static bool print_table(FILE *out, const struct versus *v, const struct sides *s, char **label)
{
    const struct rows *first = &s->side[0].rows;
    bool slower = false;
    int width = 0;
    for (size_t i = 0; i < first->n; i++) {
        int length = letters(label[i]);
        width = length > width ? length : width;
    }
    print_sides(out, s);
    fputc('\n', out);
    fprintf(out, layout, width, "", "", "time", "spread");
    fprintf(out, " %9s\n", "speed");
    for (size_t i = 0; i < first->n; i++)
        slower |= print_rows(out, v, s, width, label[i], &first->row[i]);
    fputc('\n', out);
    print_surplus(out, s);
    return slower;
}

static bool label_and_print(FILE *out, const struct versus *v, const struct sides *s, bool *slower,
                            struct tri_error *e)
{
    const struct rows *first = &s->side[0].rows;
    char **label = calloc(first->n, sizeof *label);
    bool good = label;
    for (size_t i = 0; good && i < first->n; i++) {
        label[i] = label_of(s, first, &first->row[i]);
        good = label[i];
    }
    if (good)
        *slower = print_table(out, v, s, label);
    for (size_t i = 0; label && i < first->n; i++)
        free(label[i]);
    free(label);
    return good || tri_fail(e, TRI_FAILED, "out of memory");
}

/* ---- Reading them ---- */

static bool read_sides(const struct versus *v, const struct request *r, struct sides *s,
                       struct tri_error *e)
{
    for (; s->n < v->files; s->n++) {
        struct side *side = &s->side[s->n];
        *side = (struct side){ .letter = (char)('A' + (int)s->n), .file = v->file[s->n] };
        if (!rows_read(&side->rows, side->file, e))
            return name_option("--versus", e);
        rows_keep(&side->rows, asks_for, r);
        rows_latest(&side->rows, same_row);
        s->threads = s->threads || needs_threads(&side->rows);
    }
    for (size_t i = 0; i < s->n; i++)
        if (s->side[i].rows.n == 0)
            return tri_fail(e, TRI_USAGE, "--versus %.200s: none is of what is asked for",
                            s->side[i].file);
    return true;
}

/* Whether every file has something to be compared. */
static bool check_sides(const struct sides *s, struct tri_error *e)
{
    for (size_t i = 1; i < s->n; i++) {
        bool any = false;
        for (size_t k = 0; k < s->side[i].rows.n; k++)
            any = any || find(s, 0, &s->side[i].rows.row[k]);
        if (!any)
            return tri_fail(e, TRI_USAGE, "--versus %.200s: has no row in common with %.200s",
                            s->side[i].file, s->side[0].file);
    }
    return true;
}

bool versus(const struct versus *v, const struct request *r, FILE *out, bool *slower,
            struct tri_error *e)
{
    struct sides *s = calloc(1, sizeof *s);
    if (!s)
        return tri_fail(e, TRI_FAILED, "out of memory");
    bool good =
        read_sides(v, r, s, e) && check_sides(s, e) && label_and_print(out, v, s, slower, e);
    for (size_t i = 0; i < s->n; i++)
        rows_free(&s->side[i].rows);
    free(s);
    return good;
}
