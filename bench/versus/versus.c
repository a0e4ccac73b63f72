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

/* ---- The command line ---- */

error_t versus_add(struct versus *v, struct request *r, const char *file)
{
    if (v->files == MAX_VERSUS)
        return usage_error(r, "versus: no more than %d files", MAX_VERSUS);
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

/* ---- What a difference is ---- */

/*
 * B is slower where the median of its times is, by more than the tolerance; neither noise nor repetitions
 * change that.  How sure it is: each median has a 95 % interval by the sign test (interval.c), and the
 * ratio of two medians lies between the ratios of opposite ends.  "Slower by more than the tolerance" is
 * wrong only if one of two ends is, at most one time in twenty.  Where the interval has the tolerance in it,
 * or repetitions are too few for one, the medians alone decide, and the line says so: noise makes a
 * doubt, and never a pass of what the medians say is slower.  More repetitions narrow the interval.
 */
enum verdict { SAME, FASTER, SLOWER, TOO_SLOW, DIFFERS, NOT_MEASURED, MISSING };
enum doubt { SURE, NOISY, FEW };

struct judgement {
    enum verdict verdict;
    enum doubt doubt;
    double speed;
    struct interval slowdown; /* B's median by A's */
};

static const bool is_regression[] = {
    [TOO_SLOW] = true,
    [DIFFERS] = true,
    [NOT_MEASURED] = true,
    [MISSING] = true,
};

/* The times of a row; none if they are not all there, or more than any run has. */
static size_t times_of(const struct row *r, double time[TRI_MAX_REPS])
{
    const json_t *all = json_object_get(json_object_get(r->json, "kernel_s"), "all");
    size_t n = json_array_size(all);
    if (n > TRI_MAX_REPS)
        return 0;
    for (size_t i = 0; i < n; i++) {
        time[i] = json_number_value(json_array_get(all, i));
        if (!(time[i] > 0))
            return 0;
    }
    return n;
}

/* False: there are too few times, or they are not those of the median. */
static bool know_median(const struct row *r, struct interval *interval)
{
    double time[TRI_MAX_REPS];
    return interval_of_median(time, times_of(r, time), interval) && interval->low <= r->seconds &&
           r->seconds <= interval->high;
}

/* A point, if the times of one of them do not tell how well its median is known. */
static struct interval slowdown_of(const struct row *a, const struct row *b, bool *known)
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
bool row_owes_bits(const struct row *r)
{
    const struct tri_hotspot *h = tri_hotspot_named(r->hotspot, TRI_DOUBLE);
    const struct tri_variant *v = h && r->variant ? tri_variant_named(h, r->variant) : NULL;
    bool reference = strcmp(r->path, tri_path_name(TRI_REFERENCE)) == 0;
    return !r->peer && (reference || (v && !v->apart));
}

static bool differs(const struct row *r)
{
    return json_is_false(json_object_get(r->json, "agrees")) ||
           (row_owes_bits(r) && number_for(r->json, "different") > 0);
}

static struct judgement judge(const struct row *a, const struct row *b, double tolerance)
{
    double slowdown = b->seconds / a->seconds, most = 1 + tolerance;
    bool known;
    struct judgement j = { .speed = a->seconds / b->seconds };
    j.slowdown = slowdown_of(a, b, &known);
    bool noisy = j.slowdown.low <= most && most < j.slowdown.high;
    j.doubt = !known ? FEW : noisy ? NOISY : SURE;
    j.verdict = differs(b) ? DIFFERS : verdict_of(slowdown, j.slowdown, most);
    return j;
}

static struct judgement judge_row(const struct row *a, const struct row *b, double tolerance)
{
    if (b && !b->absent)
        return judge(a, b, tolerance);
    return (struct judgement){ .verdict = b ? NOT_MEASURED : MISSING };
}

/* ---- The table ---- */

/* The sides in the order of their letters, A first. */
struct sides {
    const struct versus *asked;
    struct store *store;
    struct rows rows; /* of each of A's rows that of each side; without JSON: there is none */
};

static const char *letter_of(size_t side)
{
    static const char letters_of[MAX_VERSUS][2] = { "A", "B", "C", "D", "E", "F", "G", "H" };
    return letters_of[side];
}

static void print_row(FILE *out, int width, const char *label, size_t side, const struct row *r)
{
    bool measured = r && !r->absent;
    double spread = measured && r->most > r->least ? (r->most - r->least) / r->seconds : 0;
    width += (int)strlen(label) - letters(label); /* printf() counts bytes */
    fprintf(out, "%-*s  %-4s %8s %7s", width, label, letter_of(side),
            measured ? si(r->seconds, "s").s : "-", measured ? percent(spread).s : "-");
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

static void print_points(FILE *out, const struct row *b)
{
    double points = number_for(b->json, "points"), different = number_for(b->json, "different");
    if (points > 0 && different >= 0)
        fprintf(out, " in %.0f of %.0f points", different, points);
}

static void print_judgement(FILE *out, const struct row *b, const struct judgement *j)
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

/* A's row, and what the others have of it.  Whether one is a regression. */
static bool print_rows(FILE *out, const struct versus *v, int width, const char *label,
                       const struct row *a)
{
    bool regressed = false;
    print_row(out, width, label, 0, a);
    fputc('\n', out);
    for (size_t side = 1; side < v->files; side++) {
        const struct row *b = a[side].json ? &a[side] : NULL;
        struct judgement j = judge_row(a, b, v->tolerance);
        print_row(out, width, "", side, b);
        print_judgement(out, b, &j);
        regressed |= is_regression[j.verdict];
    }
    return regressed;
}

static void print_sides(FILE *out, const struct sides *s)
{
    static const char machine[] =
        "select row.compiler || coalesce(', preset ' || row.preset, '') || ', ' || row.cpu || "
        "coalesce(', ' || (select max(device) from last where letter = ?1), '') "
        "from last join row using (id) where letter = ?1 order by id limit 1";
    for (size_t i = 0; i < s->asked->files; i++) {
        char text[400];
        store_text(s->store, machine, letter_of(i), text, sizeof text);
        fprintf(out, "%s  %s: %s\n", letter_of(i), s->asked->file[i], text);
    }
}

static void print_surplus(FILE *out, const struct sides *s)
{
    static const char surplus[] = "select count(*) from last where letter = ?1 and absent is null "
                                  "and id not in (select b from pair)";
    for (size_t i = 1; i < s->asked->files; i++) {
        long long n = store_number(s->store, surplus, letter_of(i));
        if (n > 0)
            fprintf(out, "%s has %lld row%s that A has not\n", letter_of(i), n, n > 1 ? "s" : "");
    }
}

static bool print_table(FILE *out, const struct sides *s, bool *regressed, struct tri_error *e)
{
    int width = (int)store_number(s->store, "select max(length(text)) from label", NULL);
    sqlite3_stmt *label = store_ask(s->store, "select text from label order by id", NULL, 0, e);
    const struct row *a = s->rows.row;
    bool good = label;
    print_sides(out, s);
    fprintf(out, "\n%-*s  %-4s %8s %7s %9s  interval\n", width, "", "", "time", "spread", "speed");
    for (; good && store_next(s->store, label, &good, e); a += s->asked->files)
        *regressed |=
            print_rows(out, s->asked, width, (const char *)sqlite3_column_text(label, 0), a);
    sqlite3_finalize(label);
    fputc('\n', out);
    print_surplus(out, s);
    return good;
}

/* ---- Reading them ---- */

static bool load_sides(const struct sides *s, struct tri_error *e)
{
    bool good = store_tell(s->store, "create temp table side(letter, after integer, upto integer)",
                           NULL, 0, e);
    for (size_t i = 0; good && i < s->asked->files; i++) {
        const char *const letter[] = { letter_of(i) };
        good = rows_load(s->store, s->asked->file[i], NULL, e) &&
               store_tell(s->store,
                          "insert into side select ?1, coalesce((select max(upto) from side), 0), "
                          "(select coalesce(max(id), 0) from row)",
                          letter, 1, e);
    }
    return good;
}

/* Whether every file has something to be compared. */
static bool check_sides(const struct sides *s, struct tri_error *e)
{
    static const char any[] = "select count(*) from last where letter = ?1",
                      common[] = "select count(*) from pair where letter = ?1";
    const char *const *file = s->asked->file;
    for (size_t i = 0; i < s->asked->files; i++)
        if (store_number(s->store, any, letter_of(i)) <= 0)
            return tri_fail(e, TRI_USAGE, "%.200s: none is of what is asked for", file[i]);
    for (size_t i = 1; i < s->asked->files; i++)
        if (store_number(s->store, common, letter_of(i)) <= 0)
            return tri_fail(e, TRI_USAGE, "%.200s: has no row in common with %.200s", file[i],
                            file[0]);
    return true;
}

bool versus(const struct versus *v, const struct request *r, FILE *out, bool *regressed,
            struct tri_error *e)
{
    static const char beside[] = "beside left join row using (id) order by a, letter";
    struct sides s = { .asked = v, .store = store_in_memory(e) };
    bool good = s.store && load_sides(&s, e) && choose(s.store, r, e) &&
                store_run(s.store, versus_sql, e) && check_sides(&s, e) &&
                rows_ask(&s.rows, s.store, beside, NULL, 0, e) &&
                print_table(out, &s, regressed, e);
    rows_free(&s.rows);
    store_close(s.store);
    return good;
}
