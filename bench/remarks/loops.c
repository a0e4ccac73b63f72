/* Parses the remarks of three compilers about loops. */
#include "remarks.h"

#include <regex.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* The contents of a remark.  Why a loop is not vectorised may be in another line: gcc writes the loop first,
 * clang the reason first, nvc both in one line. */
enum says { REASON = 1, MISSED = 2, EXPLAINED = 4, VECTORISED = 8, UNROLLED = 16 };

/* The groups of a pattern are a reason, or numbers with the names that rows give them.  The first pattern that
 * matches a line counts. */
static const struct remark {
    const char *compiler, *pattern;
    unsigned says;
    const char *number[2];
} known[] = {
    { "clang", " remark: loop not vectorized: ([^;]*[^;. ])", REASON, { NULL } },
    { "clang",
      " remark: (the cost-model indicates that vectorization[^;]*[^;. ])",
      REASON,
      { NULL } },
    { "clang", " remark: loop not vectorized", MISSED | EXPLAINED, { NULL } },
    { "clang",
      " remark: vectorized loop \\(vectorization width: ([0-9]+), interleaved count: ([0-9]+)",
      VECTORISED,
      { "width", "interleaved" } },
    { "clang", " remark: vectorized loop", VECTORISED, { NULL } },
    { "clang", " remark: completely unrolled loop with ([0-9]+)", UNROLLED, { "unrolled" } },
    { "gcc", " missed: couldn't vectorize loop", MISSED, { NULL } },
    { "gcc", " missed: not vectorized: ([^;]*[^;. ])", REASON | EXPLAINED, { NULL } },
    { "gcc", " optimized: loop vectorized using ([0-9]+)", VECTORISED, { "bytes_wide" } },
    { "gcc",
      " optimized: loop with ([0-9]+) iterations completely unrolled",
      UNROLLED,
      { "unrolled" } },
    { "nvc", "Generated vector", VECTORISED, { NULL } },
    { "nvc", "Loop not vectorized[^:]*: ([^;]*[^;. ])", REASON | MISSED | EXPLAINED, { NULL } },
};
enum { REMARKS = sizeof known / sizeof *known };

/* The state of parsing. */
struct reader {
    const char *compiler, *file;
    struct source *source;
    regex_t pattern[REMARKS];
    json_t *missed;   /* the last loop that is not vectorised */
    char reason[120]; /* cut off at this length */
};

/* A compiler may make several copies of a loop: the one with the highest numbers counts. */
static void take_numbers(json_t *loop, const char *const name[2], const char *text,
                         const regmatch_t *bracket)
{
    json_t *own = json_object();
    json_int_t better = 0;
    for (int i = 0; i < 2 && name[i]; i++) {
        json_int_t number = atoi(text + bracket[i + 1].rm_so);
        json_object_set_new(own, name[i], json_integer(number));
        better = better ? better : number - json_integer_value(json_object_get(loop, name[i]));
    }
    if (better > 0)
        json_object_update(loop, own);
    json_decref(own);
}

static void take(struct reader *r, struct line *line, const struct remark *k, const char *text,
                 const regmatch_t *bracket)
{
    if (!line->loop && k->says & (MISSED | VECTORISED | UNROLLED))
        line->loop = json_object();
    if (k->says & REASON)
        snprintf(r->reason, sizeof r->reason, "%.*s", (int)(bracket[1].rm_eo - bracket[1].rm_so),
                 text + bracket[1].rm_so);
    if (k->says & MISSED)
        r->missed = line->loop;
    if (k->says & EXPLAINED) {
        if (r->missed && *r->reason && !json_object_get(r->missed, "reason"))
            json_object_set_new(r->missed, "reason", json_string(r->reason));
        *r->reason = '\0';
    }
    if (k->says & VECTORISED)
        json_object_set_new(line->loop, "vectorised", json_true());
    if (k->number[0])
        take_numbers(line->loop, k->number, text, bracket);
}

/* The place of the line number in a remark; NULL: it is about another file.  nvc names no file. */
static const char *number_at(const struct reader *r, const char *text)
{
    size_t length = strlen(r->file);
    if (strncmp(r->compiler, "nvc", 3) == 0)
        return text;
    return strncmp(text, r->file, length) == 0 && text[length] == ':' ? text + length + 1 : NULL;
}

static void read_line(struct reader *r, const char *text)
{
    regmatch_t bracket[3];
    const char *at = number_at(r, text);
    char *rest = NULL;
    size_t line = at ? strtoul(at, &rest, 10) : 0;
    if (rest == at)
        return;
    for (size_t i = 0; i < REMARKS; i++)
        if (strncmp(r->compiler, known[i].compiler, strlen(known[i].compiler)) == 0 &&
            regexec(&r->pattern[i], rest, 3, bracket, 0) == 0) {
            take(r, &r->source->line[source_loop(r->source, line)], &known[i], rest, bracket);
            return;
        }
}

bool loops_parse(struct source *s, const char *compiler, const char *file, char *said)
{
    struct reader r = { .compiler = compiler, .file = file, .source = s };
    size_t n = 0;
    while (n < REMARKS && regcomp(&r.pattern[n], known[n].pattern, REG_EXTENDED) == 0)
        n++;
    bool good = n == REMARKS;
    for (char *text; good && (text = strsep(&said, "\n"));)
        read_line(&r, text);
    while (n > 0)
        regfree(&r.pattern[--n]);
    return good;
}
