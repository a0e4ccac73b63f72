/* Runs side by side. */
#include "versus.h"

#include "figure.h"
#include "format.h"
#include "interval.h"
#include "rows.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

extern const char versus_sql[]; /* versus.sql: sides, and what is beside what */

/* ---- What a difference is ---- */

/*
 * B is slower where the median of its times is, by more than the tolerance; neither noise nor repetitions
 * change that.  How sure it is: each median has a 95 % interval by the sign test (interval.c), and the
 * ratio of two medians lies between the ratios of opposite ends.  "Slower by more than the tolerance" is
 * wrong only if one of two ends is, at most one time in twenty.  Where the interval has the tolerance in it,
 * or repetitions are too few for one, the medians alone decide, and the line says so: noise makes a
 * doubt, and never a pass of what the medians say is slower.  More repetitions narrow the interval.
 */
enum verdict {
    SAME,
    FASTER,
    SLOWER,
    TOO_SLOW,
    DIFFERS,
    NOT_MEASURED,
    MISSING
}; /* regressions last */
enum doubt { SURE, NOISY, FEW };

struct judgement {
    enum verdict verdict;
    enum doubt doubt;
    double speed;
    struct interval slowdown; /* B's median by A's */
};

/* A row: what it says of its times; without JSON, there is none. */
struct side {
    json_t *json;
    const char *absent;
    double seconds, least, most; /* of the kernel: median, and NaN if not said */
};

static struct side read_side(const char *text)
{
    json_t *row = text ? json_loads(text, 0, NULL) : NULL,
           *times = json_object_get(row, "kernel_s");
    return (struct side){ row, json_string_value(json_object_get(row, "absent")),
                          number_for(times, "median"), number_for(times, "min"),
                          number_for(times, "max") };
}

/* False: there are too few times, or they are not those of the median. */
static bool know_median(const struct side *s, struct interval *interval)
{
    struct tri_times t;
    return times_for(s->json, "kernel_s", &t) && interval_of_median(t.all, t.n, interval) &&
           interval->low <= s->seconds && s->seconds <= interval->high;
}

/* A point, if the times of one of them do not tell how well its median is known. */
static struct interval slowdown_of(const struct side *a, const struct side *b, bool *known)
{
    struct interval before, after;
    *known = know_median(a, &before) && know_median(b, &after);
    if (*known)
        return (struct interval){ after.low / before.high, after.high / before.low };
    return (struct interval){ b->seconds / a->seconds, b->seconds / a->seconds };
}

static enum verdict verdict_of(double slowdown, struct interval within, double most)
{
    if (slowdown > most)
        return TOO_SLOW;
    if (within.high < 1)
        return FASTER;
    return within.low > 1 ? SLOWER : SAME;
}

/* Of variants that this program does not know, rows say it themselves. */
bool row_owes_bits(const json_t *row)
{
    const char *hotspot = json_string_value(json_object_get(row, "hotspot")),
               *path = json_string_value(json_object_get(row, "path")),
               *variant = json_string_value(json_object_get(row, "variant"));
    const struct tri_hotspot *h = tri_hotspot_named(hotspot, TRI_DOUBLE);
    const struct tri_variant *v = h && variant ? tri_variant_named(h, variant) : NULL;
    bool reference = strcmp(path, tri_path_name(TRI_REFERENCE)) == 0;
    return !json_is_string(json_object_get(row, "peer")) && (reference || (v && !v->apart));
}

static bool differs(const struct side *r)
{
    return json_is_false(json_object_get(r->json, "agrees")) ||
           (row_owes_bits(r->json) && number_for(r->json, "different") > 0);
}

/* b NULL: there is none. */
static struct judgement judge(const struct side *a, const struct side *b, double tolerance)
{
    double most = 1 + tolerance;
    bool known;
    if (!b || b->absent)
        return (struct judgement){ .verdict = b ? NOT_MEASURED : MISSING };
    struct judgement j = { .speed = a->seconds / b->seconds };
    j.slowdown = slowdown_of(a, b, &known);
    bool noisy = j.slowdown.low <= most && most < j.slowdown.high;
    j.doubt = !known ? FEW : noisy ? NOISY : SURE;
    j.verdict = differs(b) ? DIFFERS : verdict_of(b->seconds / a->seconds, j.slowdown, most);
    return j;
}

/* ---- The table ---- */

static void print_row(FILE *out, int width, const char *label, char letter, const struct side *r)
{
    bool measured = r && !r->absent;
    double spread = measured && r->most > r->least ? (r->most - r->least) / r->seconds : 0;
    width += (int)strlen(label) - letters(label); /* printf() counts bytes */
    fprintf(out, "%-*s  %-4c %8s %7s", width, label, letter, measured ? si(r->seconds, "s").s : "-",
            measured ? percent(spread).s : "-");
}

static void print_doubt(FILE *out, enum doubt doubt)
{
    static const char *const why[] = {
        [NOISY] = "too noisy to be sure",
        [FEW] = "it takes 6 repetitions to be sure",
    };
    if (doubt != SURE)
        fprintf(out, ", going by the medians alone: %s", why[doubt]);
}

static void print_points(FILE *out, const struct side *b)
{
    double points = number_for(b->json, "points"), different = number_for(b->json, "different");
    if (points > 0 && different >= 0)
        fprintf(out, " in %.0f of %.0f points", different, points);
}

static void print_judgement(FILE *out, const struct side *b, const struct judgement *j)
{
    static const char *const said[] = {
        [SAME] = "no difference", [FASTER] = "faster",   [SLOWER] = "slower, within the tolerance",
        [TOO_SLOW] = "SLOWER",    [DIFFERS] = "DIFFERS", [NOT_MEASURED] = "NOT MEASURED: ",
        [MISSING] = "MISSING",
    };
    bool measured = b && !b->absent;
    char range[48] = "-";
    if (measured && j->doubt != FEW)
        snprintf(range, sizeof range, "%.3g to %.3g", 1 / j->slowdown.high, 1 / j->slowdown.low);
    fprintf(out, " %9s  %-16s %s%s", measured ? ratio(j->speed).s : "-", range, said[j->verdict],
            b && b->absent ? b->absent : "");
    if (j->verdict == DIFFERS)
        print_points(out, b);
    else if (measured)
        print_doubt(out, j->doubt);
    fputc('\n', out);
}

/* One of the others' rows beside A's.  Whether it is a regression. */
static bool print_beside(FILE *out, const struct side *a, const struct side *b, double tolerance)
{
    struct judgement j = judge(a, b, tolerance);
    print_judgement(out, b, &j);
    return j.verdict >= TOO_SLOW;
}

/* Of each of A's rows those of all sides, A's first; without JSON: there is none. */
static bool print_sides(struct versus *v, struct store *s, int width, struct tri_error *e)
{
    static const char sql[] = "select letter, text, json from beside join label on label.id = a "
                              "left join row on row.id = beside.id order by a, letter";
    sqlite3_stmt *line = store_ask(s, sql, NULL, 0, e);
    struct side a = { 0 };
    bool good = line;
    while (good && store_next(s, line, &good, e)) {
        const char letter = *(const char *)sqlite3_column_text(line, 0);
        struct side own = read_side((const char *)sqlite3_column_text(line, 2));
        const struct side *there = own.json ? &own : NULL;
        print_row(v->out, width, letter == 'A' ? (const char *)sqlite3_column_text(line, 1) : "",
                  letter, there);
        if (letter == 'A') {
            json_decref(a.json);
            a = own;
            fputc('\n', v->out);
        } else {
            v->regressed |= print_beside(v->out, &a, there, v->tolerance);
            json_decref(own.json);
        }
    }
    json_decref(a.json);
    sqlite3_finalize(line);
    return good;
}

static bool print_table(struct versus *v, struct store *s, struct tri_error *e)
{
    FILE *out = v->out;
    int width = (int)store_number(s, "select max(length(text)) from label", NULL);
    if (!print_lines(out, s, "select text from heading", e))
        return false;
    fprintf(out, "\n%-*s  %-4s %8s %7s %9s  interval\n", width, "", "", "time", "spread", "speed");
    if (!print_sides(v, s, width, e))
        return false;
    fputc('\n', out);
    return print_lines(out, s, "select text from surplus", e);
}

/* ---- Reading them ---- */

static bool load_sides(const struct versus *v, struct store *s, struct tri_error *e)
{
    bool good = store_run(s,
                          "create temp table side(number integer primary key, file text, "
                          "upto integer, letter text as (char(64 + number)))",
                          e);
    for (size_t i = 0; good && i < v->files; i++)
        good = rows_load(s, v->file[i], NULL, e) &&
               store_tell(s, "insert into side(file, upto) select ?1, max(id) from row",
                          &v->file[i], 1, e);
    return good;
}

/* Whether every file has something to be compared. */
static bool check_sides(struct store *s, struct tri_error *e)
{
    sqlite3_stmt *problem = store_ask(s, "select text from problem", NULL, 0, e);
    bool good = problem;
    if (good && store_next(s, problem, &good, e))
        good = tri_fail(e, TRI_USAGE, "%s", (const char *)sqlite3_column_text(problem, 0));
    sqlite3_finalize(problem);
    return good;
}

bool versus(struct versus *v, struct tri_error *e)
{
    struct store *s = store_in_memory(e);
    bool good = s && load_sides(v, s, e) && choose(s, &v->request, e) &&
                store_run(s, versus_sql, e) && check_sides(s, e) && print_table(v, s, e);
    store_close(s);
    return good;
}
