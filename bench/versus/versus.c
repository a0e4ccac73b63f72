/* Compares runs. */
#define _GNU_SOURCE /* lgamma_r */
#include "versus.h"

#include "files.h"
#include "help.h"
#include "options.h"
#include "rows.h"

#include <errno.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

extern const char
    versus_sql[]; /* versus.sql: what is beside what, what that comes to, and how it is said */

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
    sqlite3_result_int64(context, (sqlite3_int64)interval_rank(times));
}

/* ---- Sides ---- */

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

static bool set_tolerance(const struct versus *v, struct store *s, struct tri_error *e)
{
    sqlite3_str *sql = sqlite3_str_new(NULL);
    sqlite3_str_appendf(sql, "create temp table allowed as select %!.17g as most",
                        1 + v->tolerance);
    return store_write(s, sql, e);
}

bool versus(struct versus *v, struct tri_error *e)
{
    struct store *s = store_in_memory(e);
    bool good = s && rows_prepare(s, e) && store_function(s, "owes_bits", 3, owes, NULL, e) &&
                store_function(s, "interval_rank", 1, rank_of, NULL, e) && load_sides(v, s, e) &&
                set_tolerance(v, s, e) && rows_ask(s, &v->request, e) &&
                store_run(s, versus_sql, e) && store_check(s, "select text from problem", e) &&
                print_lines(v->out, s, "select text from printed", e);
    v->regressed = good && store_number(s, "select sum(regressed) from judged", NULL) > 0;
    store_close(s);
    return good;
}

/* ---- The interval of a median -------------------------------------------------------------------- */

/* The sign test's interval.  A value is below the median with probability 1/2, so the number of values below it is
 * binomial: fewer than k of n are below with probability sum C(n, i) / 2^n, i < k.  An outlier counts as one
 * value, however large it is.  k / n approaches 1/2 as n grows.  See Le Boudec,
 * Performance Evaluation of Computer and Communication Systems (2010), chapter 2; for times of programs,
 * Hoefler and Belli, Scientific Benchmarking of Parallel Computing Systems (SC 2015). */

/* C(n, i) / 2^n by logarithms, since 2^n overflows a double. */
static double chance_of(size_t n, size_t i)
{
    int sign;
    double all = lgamma_r((double)n + 1, &sign);
    double orders = lgamma_r((double)i + 1, &sign) + lgamma_r((double)(n - i) + 1, &sign);
    return exp(all - orders - (double)n * log(2));
}

size_t interval_rank(size_t n)
{
    static const double tail = 0.025;
    double below = chance_of(n, 0);
    size_t k = 0;
    while (below <= tail)
        below += chance_of(n, ++k);
    return k;
}

/* ---- The command line ---------------------------------------------------------------------------- */

enum { KEY_TOLERANCE = 0x300, KEY_HOTSPOT, KEY_VERSUS };

static const struct argp_option options[] = {
    { "tolerance", KEY_TOLERANCE, "PERCENT", OPTION_OFTEN,
      "how much slower a row may be, in per cent (5)", 2 },
    { "hotspot", KEY_HOTSPOT, "LIST", OPTION_OFTEN, "only these hotspots", 2 },
    { "versus", KEY_VERSUS, "FILE", OPTION_HIDDEN, NULL, 2 },
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

/* Takes the other files from the command line, too. */
static error_t parse_files(struct versus *v, const char *file, struct argp_state *state)
{
    error_t status = add_file(v, file);
    v->by_option = true;
    while (status == 0 && state->next < state->argc && *state->argv[state->next] != '-')
        status = add_file(v, state->argv[state->next++]);
    return status;
}

static error_t parse(int key, char *arg, struct argp_state *state)
{
    struct versus *v = state->input;
    switch (key) {
    case ARGP_KEY_INIT: state->child_inputs[0] = &v->request; return 0;
    case KEY_TOLERANCE: return parse_tolerance(v, arg);
    case KEY_HOTSPOT: return parse_hotspots(&v->request, arg);
    case KEY_VERSUS: return parse_files(v, arg, state);
    case ARGP_KEY_ARG: return v->by_option ? ARGP_ERR_UNKNOWN : add_file(v, arg);
    default: return ARGP_ERR_UNKNOWN;
    }
}

static const struct argp_child children[] = { { &rows_argp, 0, "Which rows:", 1 }, { 0 } };
static const struct argp argp = {
    options,
    parse,
    "A B ...",
    "Compare the rows of several files with those of A.  The exit status is 1 if a row of A is slower in "
    "another file by more than the tolerance, is missing there, or has wrong results.",
    children,
    NULL,
    NULL,
};

static bool check(const struct versus *v, struct tri_error *e)
{
    struct named_file file[1 + MAX_VERSUS] = { { "-o", v->request.output, FILE_WRITTEN } };
    if (v->files == 0)
        return tri_fail(e, TRI_USAGE, "needs two files of rows or more (see --help)");
    if (v->files == 1)
        return tri_fail(e, TRI_USAGE, "%.200s: needs another file to compare it with", v->file[0]);
    for (size_t i = 0; i < v->files; i++)
        file[1 + i] = (struct named_file){ "versus", v->file[i], FILE_READ };
    return request_only(&v->request, REQUEST_OUTPUT | REQUEST_WHICH, "versus", "reads rows", e) &&
           files_apart(file, sizeof file / sizeof *file, e);
}

bool versus_options(struct versus *v, int argc, char **argv, struct tri_error *e)
{
    *v = (struct versus){ .tolerance = 0.05, .out = stdout };
    return parse_options(&argp, argc, argv, v, &v->request, e) && check(v, e);
}
