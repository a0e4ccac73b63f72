/* Runs side by side. */
#include "versus.h"

#include "figure.h"
#include "format.h"
#include "interval.h"
#include "rows.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

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

/* ---- Rows that are of the same ---- */

/* The rows of all files: each file is a side, and of rows that are the same the last of its file counts.
 * They are of the same work whatever the threads, since another machine has another number of them, and a
 * device's row says nothing by it; unless it takes their number to tell rows of one file from each other.
 * What was not measured tells nothing apart: 1024 threads that a machine lacks are no second row.  Nor has
 * anybody to have what A has not measured. */
static const char
    sides_sql[] =
        "create temp view sided as select letter, id, device, threads, absent, "
        "  json_array(hotspot, coalesce(peer, path), variant, precision, params, input, schedule, teams, "
        "    threads_per_team) as work, "
        "  iif(device is null and path <> 'offload', threads, null) as own_threads "
        "from chosen join side on id > after and id <= upto",
    last_sql[] = "create temp table last as select * from sided "
                 "where id in (select max(id) from sided group by letter, work, own_threads) "
                 "  and (letter <> 'A' or absent is null)",
    threads_sql[] = "select exists (select 1 from last where absent is null "
                    "group by letter, work having count(*) > 1)",
    pair_sql[] =
        "create temp table pair as select a.id as a, b.letter as letter, b.id as b, b.absent as absent "
        "from last a join last b on a.work = b.work where a.letter = 'A' and b.letter <> 'A' and "
        "(?1 = '0' or a.threads = b.threads or a.device is not null or b.device is not null)";

/* A side's row beside each of A's: what was measured, else the one that says why it was not, else none. */
static const char beside_sql[] =
    "last a left join row on row.id = "
    "iif(?1 = 'A', a.id, (select b from pair p where p.a = a.id and p.letter = ?1 "
    "order by p.absent is not null, b limit 1)) where a.letter = 'A' order by a.id";

static const char machine_sql[] =
    "select row.compiler || coalesce(', preset ' || row.preset, '') || ', ' || row.cpu || "
    "coalesce(', ' || (select max(device) from last where letter = ?1), '') "
    "from last join row using (id) where letter = ?1 order by id limit 1",
                  surplus_sql[] = "select count(*) from last where letter = ?1 and absent is null "
                                  "and id not in (select b from pair)";

struct side {
    char letter[2];
    const char *file;
    struct rows rows; /* as many as A has, in the order of those; without JSON: there is none */
};

struct sides {
    struct store *store;
    struct side side[MAX_VERSUS];
    size_t n;
    bool threads; /* it takes the number of threads to tell rows of a file from each other */
};

static bool same_text(const char *a, const char *b)
{
    return strcmp(a, b) == 0;
}

/* NULL: the side has none. */
static const struct row *beside(const struct side *side, size_t i)
{
    return side->rows.row[i].json ? &side->rows.row[i] : NULL;
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
    bool reference = same_text(r->path, tri_path_name(TRI_REFERENCE));
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
    return percent(r->most > r->least ? (r->most - r->least) / r->seconds : 0);
}

static const char *const layout = "%-*s  %-4s %8s %7s", *const judged = " %9s  %-16s ";

static void print_row(FILE *out, int width, const char *label, const char *name,
                      const struct row *r)
{
    bool measured = r && !r->absent;
    width += (int)strlen(label) - letters(label); /* printf() counts bytes */
    fprintf(out, layout, width, label, name, measured ? si(r->seconds, "s").s : "-",
            measured ? share_of_spread(r).s : "-");
}

static void print_doubt(FILE *out, const struct judgement *j)
{
    static const char *const why[] = {
        [NOISY] = "too noisy to be sure",
        [FEW] = "it takes 6 repetitions to be sure",
    };
    if (why[j->doubt])
        fprintf(out, ", going by the medians alone: %s", why[j->doubt]);
}

static void print_times(FILE *out, const struct judgement *j)
{
    char range[48] = "-";
    if (j->doubt != FEW)
        snprintf(range, sizeof range, "%.3g to %.3g", 1 / j->slowdown.high, 1 / j->slowdown.low);
    fprintf(out, judged, ratio(j->speed).s, range);
}

static void print_points(FILE *out, const struct row *b)
{
    double points = number_for(b->json, "points"), different = number_for(b->json, "different");
    if (points > 0 && different >= 0)
        fprintf(out, " in %.0f of %.0f points", different, points);
}

static void print_verdict(FILE *out, const struct row *b, const struct judgement *j)
{
    static const char *const said[] = {
        [SAME] = "no difference", [FASTER] = "faster",   [SLOWER] = "slower, within the tolerance",
        [TOO_SLOW] = "SLOWER",    [DIFFERS] = "DIFFERS", [NOT_MEASURED] = "NOT MEASURED: ",
        [MISSING] = "MISSING",
    };
    fputs(said[j->verdict], out);
    if (j->verdict == NOT_MEASURED)
        fputs(b->absent, out);
    else if (j->verdict == DIFFERS)
        print_points(out, b);
    else if (j->verdict != MISSING)
        print_doubt(out, j);
    fputc('\n', out);
}

static void print_judgement(FILE *out, const struct row *b, const struct judgement *j)
{
    if (b && !b->absent)
        print_times(out, j);
    else
        fprintf(out, judged, "-", "-");
    print_verdict(out, b, j);
}

/* Row i of the first file, and what the others have of it.  Whether one is a regression. */
static bool print_rows(FILE *out, const struct versus *v, const struct sides *s, int width,
                       const char *label, size_t i)
{
    bool regressed = false;
    const struct row *a = &s->side[0].rows.row[i];
    print_row(out, width, label, "A", a);
    fputc('\n', out);
    for (size_t k = 1; k < s->n; k++) {
        const struct row *b = beside(&s->side[k], i);
        struct judgement j = judge_row(a, b, v->tolerance);
        print_row(out, width, "", s->side[k].letter, b);
        print_judgement(out, b, &j);
        regressed |= is_regression[j.verdict];
    }
    return regressed;
}

static void print_sides(FILE *out, const struct sides *s)
{
    for (size_t i = 0; i < s->n; i++) {
        char machine[400];
        store_text(s->store, machine_sql, s->side[i].letter, machine, sizeof machine);
        fprintf(out, "%s  %s: %s\n", s->side[i].letter, s->side[i].file, machine);
    }
}

static void print_surplus(FILE *out, const struct sides *s)
{
    for (size_t i = 1; i < s->n; i++) {
        long long n = store_number(s->store, surplus_sql, s->side[i].letter);
        if (n > 0)
            fprintf(out, "%s has %lld row%s that A has not\n", s->side[i].letter, n,
                    n > 1 ? "s" : "");
    }
}

/* Whether rows of the first file are regressions elsewhere. */
static bool print_table(FILE *out, const struct versus *v, const struct sides *s, char **label)
{
    const struct rows *first = &s->side[0].rows;
    bool regressed = false;
    int width = 0;
    for (size_t i = 0; i < first->n; i++) {
        int length = letters(label[i]);
        width = length > width ? length : width;
    }
    print_sides(out, s);
    fputc('\n', out);
    fprintf(out, layout, width, "", "", "time", "spread");
    fprintf(out, " %9s  interval\n", "speed");
    for (size_t i = 0; i < first->n; i++)
        regressed |= print_rows(out, v, s, width, label[i], i);
    fputc('\n', out);
    print_surplus(out, s);
    return regressed;
}

static bool label_and_print(FILE *out, const struct versus *v, const struct sides *s,
                            bool *regressed, struct tri_error *e)
{
    const struct rows *first = &s->side[0].rows;
    char **label = calloc(first->n, sizeof *label);
    bool good = label;
    for (size_t i = 0; good && i < first->n; i++) {
        label[i] = label_of(s, first, &first->row[i]);
        good = label[i];
    }
    if (good)
        *regressed = print_table(out, v, s, label);
    for (size_t i = 0; label && i < first->n; i++)
        free(label[i]);
    free(label);
    return good || tri_fail(e, TRI_FAILED, "out of memory");
}

/* ---- Reading them ---- */

static bool load_sides(const struct versus *v, struct sides *s, struct tri_error *e)
{
    bool good = store_tell(s->store, "create temp table side(letter, after integer, upto integer)",
                           NULL, 0, e);
    for (; good && s->n < v->files; s->n++) {
        struct side *side = &s->side[s->n];
        *side = (struct side){ .letter = { (char)('A' + (int)s->n) }, .file = v->file[s->n] };
        const char *const letter[] = { side->letter };
        good = rows_load(s->store, side->file, NULL, e) &&
               store_tell(s->store,
                          "insert into side select ?1, coalesce((select max(upto) from side), 0), "
                          "(select coalesce(max(id), 0) from row)",
                          letter, 1, e);
    }
    return good;
}

static bool pair_rows(const struct request *r, struct sides *s, struct tri_error *e)
{
    if (!choose(s->store, r, e) || !store_tell(s->store, sides_sql, NULL, 0, e) ||
        !store_tell(s->store, last_sql, NULL, 0, e))
        return false;
    s->threads = store_number(s->store, threads_sql, NULL) > 0;
    const char *const threads[] = { s->threads ? "1" : "0" };
    return store_tell(s->store, pair_sql, threads, 1, e);
}

/* Whether every file has something to be compared. */
static bool check_sides(const struct sides *s, struct tri_error *e)
{
    static const char any[] = "select count(*) from last where letter = ?1",
                      common[] = "select count(*) from pair where letter = ?1";
    for (size_t i = 0; i < s->n; i++)
        if (store_number(s->store, any, s->side[i].letter) <= 0)
            return tri_fail(e, TRI_USAGE, "%.200s: none is of what is asked for", s->side[i].file);
    for (size_t i = 1; i < s->n; i++)
        if (store_number(s->store, common, s->side[i].letter) <= 0)
            return tri_fail(e, TRI_USAGE, "%.200s: has no row in common with %.200s",
                            s->side[i].file, s->side[0].file);
    return true;
}

static bool read_sides(struct sides *s, struct tri_error *e)
{
    bool good = true;
    for (size_t i = 0; good && i < s->n; i++) {
        const char *const letter[] = { s->side[i].letter };
        good = rows_ask(&s->side[i].rows, s->store, beside_sql, letter, 1, e);
    }
    return good;
}

bool versus(const struct versus *v, const struct request *r, FILE *out, bool *regressed,
            struct tri_error *e)
{
    struct sides s = { .store = store_in_memory(e) };
    bool good = s.store && load_sides(v, &s, e) && pair_rows(r, &s, e) && check_sides(&s, e) &&
                read_sides(&s, e) && label_and_print(out, v, &s, regressed, e);
    for (size_t i = 0; i < s.n; i++)
        rows_free(&s.side[i].rows);
    store_close(s.store);
    return good;
}
