/* Compares runs. */
#include "versus.h"

#include "help.h"

#include <errno.h>
#include <limits.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

extern const char versus_sql[];      /* versus.sql: what is beside what */
extern const char versus_said_sql[]; /* versus_said.sql: what that comes to, and how it is said */

/* ---- Functions of SQL ---- */

/* For variants that this program does not have, "agrees" in the row counts. */
bool owes_bits(const char *hotspot, const char *path, const char *variant)
{
    const struct tri_hotspot *h = tri_hotspot_named(hotspot, TRI_DOUBLE);
    const struct tri_variant *v = h && variant ? tri_variant_named(h, variant) : NULL;
    return strcmp(path, tri_path_name(TRI_REFERENCE)) == 0 || (v && !v->apart);
}

/* For a missing row, whose path is null, the result is 0. */
static void owes(sqlite3_context *context, int n, sqlite3_value **value)
{
    const char *text[3] = { NULL };
    for (int i = 0; i < n; i++)
        text[i] = (const char *)sqlite3_value_text(value[i]);
    sqlite3_result_int(context, text[1] && owes_bits(text[0], text[1], text[2]));
}

static void rank_of(sqlite3_context *context, int n, sqlite3_value **value)
{
    size_t times = (size_t)sqlite3_value_int64(value[0]);
    sqlite3_result_int64(context, (sqlite3_int64)tri_interval_rank(times));
}

/* ---- Sides ---- */

/* Takes the next run's file from the list of a side, "A1.jsonl,A2.jsonl"; a file that has the list's name is the only run. */
static bool next_run(const char *side, const char **rest, char *file, size_t size)
{
    if (!*rest)
        return false;
    const char *comma = *rest == side && access(side, F_OK) == 0 ? NULL : strchr(*rest, ',');
    size_t length = comma ? (size_t)(comma - *rest) : strlen(*rest);
    snprintf(file, size, "%.*s", (int)(length < size ? length : size - 1), *rest);
    *rest = comma ? comma + 1 : NULL;
    return true;
}

static bool load_run(struct store *s, const char *file, struct tri_error *e)
{
    return rows_load(s, file, NULL, e) &&
           store_tell(
               s,
               "insert into run(side, file, upto) select (select max(number) from side), ?1, "
               "max(id) from row",
               &file, 1, e);
}

static bool load_side(struct store *s, const char *name, const char *side, struct tri_error *e)
{
    char file[PATH_MAX];
    bool good = store_tell(s, "insert into side(file) select ?1", &name, 1, e);
    for (const char *rest = side; good && next_run(side, &rest, file, sizeof file);)
        good = load_run(s, file, e);
    return good;
}

static bool load_sides(const struct versus *v, struct store *s, struct tri_error *e)
{
    bool good = store_run(s,
                          "create temp table side(number integer primary key, file text, "
                          "letter text as (char(64 + number)));"
                          "create temp table run(number integer primary key, side integer, "
                          "file text, upto integer);"
                          "create temp table turn(run integer)",
                          e) &&
                (!v->measures || store_run(s, "insert into turn select 1", e));
    for (size_t i = 0; good && i < v->files; i++)
        good = load_side(s, v->file[i], v->measures ? v->in_turns.side[i] : v->file[i], e);
    return good;
}

/* ---- Deciding ---- */

/* The rows of A beside those of other sides, by side. */
struct changes {
    struct change *change;
    long long *a; /* the row of A */
    size_t n, room;
};

static bool add_change(struct changes *c, long long a, size_t table, struct tri_error *e)
{
    if (c->n == c->room) {
        size_t room = 2 * c->room + 64;
        struct change *change = realloc(c->change, room * sizeof *change);
        c->change = change ? change : c->change;
        long long *rows = change ? realloc(c->a, room * sizeof *rows) : NULL;
        c->a = rows ? rows : c->a;
        if (!change || !rows)
            return tri_fail(e, TRI_FAILED, "out of memory");
        c->room = room;
    }
    c->change[c->n] = (struct change){ .table = table };
    c->a[c->n++] = a;
    return true;
}

/* A run's median with the ends of its interval, which are null for too few times: the standard error is that of a normal
 * distribution with this interval. */
static void add_median(struct side_runs *side, sqlite3_stmt *query)
{
    bool known = sqlite3_column_type(query, 4) != SQLITE_NULL;
    double median = sqlite3_column_double(query, 3), low = sqlite3_column_double(query, 4),
           high = sqlite3_column_double(query, 5);
    size_t n = (size_t)sqlite3_column_int64(query, 6);
    double sigmas = known ? sigmas_of_interval(n, tri_interval_rank(n)) : (double)NAN;
    side_add(side, log(median), log(high / low) / (2 * sigmas));
}

static bool collect(struct store *s, struct changes *c, struct tri_error *e)
{
    sqlite3_stmt *query = store_ask(s, "select * from median", NULL, 0, e);
    bool good = query;
    while (good && store_next(s, query, &good, e)) {
        long long a = sqlite3_column_int64(query, 1);
        size_t table = (size_t)sqlite3_column_int64(query, 0);
        if (c->n == 0 || c->a[c->n - 1] != a || c->change[c->n - 1].table != table)
            good = add_change(c, a, table, e);
        if (!good)
            break;
        add_median(&c->change[c->n - 1].side[sqlite3_column_int(query, 2)], query);
        c->change[c->n - 1].paired = sqlite3_column_int(query, 7);
    }
    sqlite3_finalize(query);
    return good;
}

static const char *const words[] = { [WORD_SAME] = "no difference",
                                     [WORD_SLOWER] = "SLOWER",
                                     [WORD_FASTER] = "faster",
                                     [WORD_CANNOT_TELL] = "cannot tell" };

static bool write_decided(struct store *s, const struct changes *c, struct tri_error *e)
{
    sqlite3_str *sql = sqlite3_str_new(NULL);
    sqlite3_str_appendf(
        sql, "create temp table decided(a integer, letter text, first_s, own_s, slowdown, low, "
             "high, excess, word text, primary key (a, letter)) without rowid");
    for (size_t i = 0; i < c->n; i++) {
        const struct change *d = &c->change[i];
        sqlite3_str_appendf(sql, "%s(%lld, char(64 + %d), %!.17g, %!.17g, %!.17g, ",
                            i ? ", " : "; insert into decided values ", c->a[i], (int)d->table,
                            exp(d->side[0].mean), exp(d->side[1].mean), exp(d->shift));
        if (d->error > 0)
            sqlite3_str_appendf(sql, "%!.17g, %!.17g", d->low, d->high);
        else
            sqlite3_str_appendall(sql, "null, null");
        sqlite3_str_appendf(sql, ", %!.17g, '%s')", d->excess, words[d->word]);
    }
    return store_write(s, sql, e);
}

static bool decide_rows(const struct versus *v, struct store *s, struct tri_error *e)
{
    struct changes c = { 0 };
    bool good =
        collect(s, &c, e) && decide(c.change, c.n, v->tolerance, e) && write_decided(s, &c, e);
    free(c.change);
    free(c.a);
    return good;
}

static bool compare_rows(struct versus *v, struct tri_error *e)
{
    struct store *s = store_in_memory(e);
    bool good = s && rows_prepare(s, e) && store_function(s, "owes_bits", 3, owes, NULL, e) &&
                store_function(s, "interval_rank", 1, rank_of, NULL, e) && load_sides(v, s, e) &&
                rows_ask(s, &v->request, e) && store_run(s, versus_sql, e) &&
                store_check(s, "select text from problem", e) && decide_rows(v, s, e) &&
                store_run(s, versus_said_sql, e) &&
                print_lines(v->out, s, "select text from printed", e);
    v->regressed = good && store_number(s, "select sum(regressed) from judged", NULL) > 0;
    v->undecided = good && store_number(s, "select sum(undecided) from judged", NULL) > 0;
    store_close(s);
    return good;
}

bool versus(struct versus *v, struct tri_error *e)
{
    struct tri_error ignored;
    if (!v->measures)
        return compare_rows(v, e);
    bool good = in_turns_measure(&v->in_turns, e) && compare_rows(v, e);
    return in_turns_end(&v->in_turns, good ? e : &ignored) && good;
}

int versus_status(const struct versus *v)
{
    return v->regressed ? TRI_FAILED : v->undecided ? v->cannot_tell : TRI_AGREED;
}

/* ---- The command line ---------------------------------------------------------------------------- */

enum { KEY_TOLERANCE = 0x300, KEY_CANNOT_TELL, KEY_HOTSPOT, KEY_IN_TURNS, KEY_RUNS, KEY_KEEP };

static const struct argp_option options[] = {
    { "tolerance", KEY_TOLERANCE, "PERCENT", OPTION_OFTEN,
      "how much slower a row may be, in per cent (5)", 2 },
    { "cannot-tell", KEY_CANNOT_TELL, "pass|fail", OPTION_OFTEN,
      "exit with 0 or 1 rather than 3 if nothing is worse, but some rows cannot be told", 2 },
    { "hotspot", KEY_HOTSPOT, "LIST", OPTION_OFTEN, "only these hotspots", 2 },
    { "in-turns", KEY_IN_TURNS, NULL, OPTION_OFTEN,
      "A and B are programs, bench of two builds: measure them first, a round of one after a round of the other, with the "
      "options after --",
      2 },
    { "runs", KEY_RUNS, "N", 0, "with --in-turns: start both so many times (5)", 2 },
    { "keep", KEY_KEEP, "FOLDER", 0, "with --in-turns: keep the rows there: A1.jsonl, B1.jsonl ...",
      2 },
    { 0 },
};

static error_t add_file(struct versus *v, const char *file)
{
    if (v->files == MAX_VERSUS)
        return usage_error(&v->request, "versus: no more than %d files", MAX_VERSUS);
    v->file[v->files++] = file;
    return 0;
}

error_t parse_tolerance(struct versus *v, const char *text)
{
    char *end;
    double percent = strtod(text, &end);
    if (end == text || (*end && strcmp(end, "%") != 0) || !(percent >= 0 && percent <= 1000))
        return usage_error(&v->request,
                           "--tolerance=%.40s: has to be a number of percent from 0 to 1000", text);
    v->tolerance = percent / 100;
    return 0;
}

static error_t parse_cannot_tell(struct versus *v, const char *text)
{
    bool pass = strcmp(text, "pass") == 0;
    if (!pass && strcmp(text, "fail") != 0)
        return usage_error(&v->request, "--cannot-tell=%.40s: has to be pass or fail", text);
    v->cannot_tell = pass ? TRI_AGREED : TRI_FAILED;
    return 0;
}

static error_t parse(int key, char *arg, struct argp_state *state)
{
    struct versus *v = state->input;
    switch (key) {
    case ARGP_KEY_INIT: state->child_inputs[0] = &v->request; return 0;
    case KEY_TOLERANCE: return parse_tolerance(v, arg);
    case KEY_CANNOT_TELL: return parse_cannot_tell(v, arg);
    case KEY_HOTSPOT: return parse_hotspots(&v->request, arg);
    case KEY_IN_TURNS: v->measures = true; return 0;
    case KEY_RUNS:
        return parse_integer(&v->request, "--runs", arg, 1, MOST_RUNS, &v->in_turns.runs) ? 0
                                                                                          : EINVAL;
    case KEY_KEEP: v->in_turns.keep = arg; return 0;
    case ARGP_KEY_ARG: return add_file(v, arg);
    default: return ARGP_ERR_UNKNOWN;
    }
}

static const struct argp_child children[] = { { &rows_argp, 0, "Which rows:", 1 }, { 0 } };
static const struct argp argp = {
    options, parse, "A B ...\n--in-turns A B -- OPTION...",
    "Compare the rows of several files with those of A.  Each may be a list of runs: A1,A2 B1,B2.  Exit status: 1 a "
    "row of A is slower in another file by more than the tolerance, is missing there, or has wrong results; "
    "3 noise hides whether one is slower; 2 a wrong request; 0 none of these.",
    children
};

/* Whether one of these runs has this name. */
static bool is_named_in(const char *runs, const char *name)
{
    char other[PATH_MAX];
    bool any = false;
    while (!any && next_run("", &runs, other, sizeof other))
        any = strcmp(other, name) == 0;
    return any;
}

/* The output is no file of the side, and each of its runs is another. */
static bool check_side(const struct versus *v, const char *side, struct tri_error *e)
{
    char name[PATH_MAX];
    bool good = true;
    for (const char *rest = side; good && next_run(side, &rest, name, sizeof name);) {
        struct named_file file[] = { { "-o", v->request.output, FILE_WRITTEN },
                                     { "versus", name, FILE_READ } };
        good = *name || tri_fail(e, TRI_USAGE, "%.200s: a name between its commas is empty", side);
        good = good &&
               (!is_named_in(rest, name) ||
                tri_fail(e, TRI_USAGE, "%.200s: has %.200s twice: a run counts once", side, name));
        good = good && files_apart(file, 2, e);
    }
    return good;
}

/* Where rows go is not for the words after --. */
static bool check_words(const struct in_turns *t, struct tri_error *e)
{
    static const char *const of_rows[] = { "--json", "--db", "--resume", "--lockstep" };
    for (size_t i = 0; i < t->n; i++)
        for (size_t k = 0; k < sizeof of_rows / sizeof *of_rows; k++)
            if (strncmp(t->words[i], of_rows[k], strlen(of_rows[k])) == 0)
                return tri_fail(
                    e, TRI_USAGE,
                    "%.200s: --in-turns says where rows go, and --keep FOLDER keeps them",
                    t->words[i]);
    return true;
}

static bool check_programs(struct versus *v, struct tri_error *e)
{
    if (v->files != 2)
        return tri_fail(e, TRI_USAGE, "--in-turns: needs two programs, bench of two builds");
    for (size_t i = 0; i < 2; i++)
        v->in_turns.program[i] = v->file[i];
    v->in_turns.runs = v->in_turns.runs ? v->in_turns.runs : USUAL_RUNS;
    return request_only(&v->request, REQUEST_OUTPUT | REQUEST_WHICH, "versus", "compares rows",
                        e) &&
           check_words(&v->in_turns, e);
}

static bool check_files(const struct versus *v, struct tri_error *e)
{
    if (v->in_turns.runs || v->in_turns.keep)
        return tri_fail(e, TRI_USAGE, "--%s: goes with --in-turns",
                        v->in_turns.runs ? "runs" : "keep");
    if (v->files == 0)
        return tri_fail(e, TRI_USAGE, "needs two files of rows or more (see --help)");
    if (v->files == 1)
        return tri_fail(e, TRI_USAGE, "%.200s: needs another file to compare it with", v->file[0]);
    bool good =
        request_only(&v->request, REQUEST_OUTPUT | REQUEST_WHICH, "versus", "reads rows", e);
    for (size_t i = 0; good && i < v->files; i++)
        good = check_side(v, v->file[i], e);
    return good;
}

/* With --in-turns, what follows -- is for bench; argp, which moves words, would mix it with the rest.  Returns how many words
 * come before. */
static int take_words(struct versus *v, int argc, char **argv)
{
    bool measures = false;
    for (int i = 1; i < argc; i++) {
        if (measures && strcmp(argv[i], "--") == 0) {
            v->in_turns.words = argv + i + 1;
            v->in_turns.n = (size_t)(argc - i - 1);
            return i;
        }
        measures = measures || strcmp(argv[i], "--in-turns") == 0;
    }
    return argc;
}

bool versus_options(struct versus *v, int argc, char **argv, struct tri_error *e)
{
    *v = (struct versus){ .tolerance = 0.05, .cannot_tell = VERSUS_CANNOT_TELL, .out = stdout };
    argc = take_words(v, argc, argv);
    return parse_options(&argp, argc, argv, v, &v->request, e) &&
           (v->measures ? check_programs(v, e) : check_files(v, e));
}
