/* What three compilers say of loops. */
#include "remarks.h"

#include <regex.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* A reason and the loop that is not vectorised for it: gcc names the loop first, clang the other way
 * round, nvc does both in one line. */
enum says { REASON = 1, MISSED = 2, EXPLAINED = 4, VECTORISED = 8, BYTES = 16, UNROLLED = 32 };

/* In the brackets of a pattern are a reason, or numbers.  The first one that fits a line counts. */
static const struct {
    const char *compiler, *pattern;
    unsigned says;
} known[] = {
    { "clang", " remark: loop not vectorized: ([^;]*[^;. ])", REASON },
    { "clang", " remark: (the cost-model indicates that vectorization[^;]*[^;. ])", REASON },
    { "clang", " remark: loop not vectorized", MISSED | EXPLAINED },
    { "clang",
      " remark: vectorized loop \\(vectorization width: ([0-9]+), interleaved count: ([0-9]+)",
      VECTORISED },
    { "clang", " remark: vectorized loop", VECTORISED },
    { "clang", " remark: completely unrolled loop with ([0-9]+)", UNROLLED },
    { "gcc", " missed: couldn't vectorize loop", MISSED },
    { "gcc", " missed: not vectorized: ([^;]*[^;. ])", REASON | EXPLAINED },
    { "gcc", " optimized: loop vectorized using ([0-9]+)", VECTORISED | BYTES },
    { "gcc", " optimized: loop with ([0-9]+) iterations completely unrolled", UNROLLED },
    { "nvc", "Generated vector", VECTORISED },
    { "nvc", "Loop not vectorized[^:]*: ([^;]*[^;. ])", REASON | MISSED | EXPLAINED },
};
enum { REMARKS = sizeof known / sizeof *known };

/* What is being read. */
struct reader {
    const char *compiler, *file;
    struct source *source;
    regex_t pattern[REMARKS];
    struct loop *missed;
    struct reason reason;
};

/* The number in brackets, 0: there are none. */
static int number(const char *text, const regmatch_t *bracket)
{
    return bracket->rm_so < 0 ? 0 : atoi(text + bracket->rm_so);
}

/* Of several copies of a loop, the one that fares best counts. */
static void vectorised(struct loop *l, int width, int interleaved, int bytes)
{
    l->vectorised = true;
    if (width > l->width || (width == l->width && interleaved > l->interleaved)) {
        l->width = width;
        l->interleaved = interleaved;
    }
    l->bytes = bytes > l->bytes ? bytes : l->bytes;
}

static void take(struct reader *r, struct loop *l, unsigned says, const char *text,
                 const regmatch_t *bracket)
{
    int first = number(text, &bracket[1]), second = number(text, &bracket[2]);
    l->said = l->said || says & (MISSED | VECTORISED | UNROLLED);
    if (says & REASON)
        snprintf(r->reason.s, sizeof r->reason.s, "%.*s",
                 (int)(bracket[1].rm_eo - bracket[1].rm_so), text + bracket[1].rm_so);
    if (says & MISSED)
        r->missed = l;
    if (says & EXPLAINED && !*r->missed->reason.s)
        r->missed->reason = r->reason;
    if (says & EXPLAINED)
        *r->reason.s = '\0';
    if (says & BYTES)
        vectorised(l, 0, 0, first);
    else if (says & VECTORISED)
        vectorised(l, first, second, 0);
    if (says & UNROLLED)
        l->unrolled = first;
}

/* Where the number of a line is, in a remark of the file; NULL: it is of another.  nvc names no file. */
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
            struct line *l = &r->source->line[source_loop(r->source, line)];
            take(r, &l->loop, known[i].says, rest, bracket);
            return;
        }
}

bool loops_parse(struct source *s, const char *compiler, const char *file, char *said)
{
    struct reader r = { .compiler = compiler, .file = file, .source = s, .missed = &s->line->loop };
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
