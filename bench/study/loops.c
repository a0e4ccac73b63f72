/* What three compilers say of loops. */
#include "remarks.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* What is being read: a line at a time, of the file. */
struct reader {
    struct loops *loops;
    const struct source *source;
    size_t line;         /* that the remark is of */
    struct loop *missed; /* gcc says first that a loop is not vectorised, and then why; */
    char reason[120];    /* clang the other way round */
    bool failed;         /* out of memory */
};

/* The loop that the line belongs to; NULL: none. */
static struct loop *loop_at(struct reader *r, size_t line)
{
    struct loops *l = r->loops;
    size_t own = source_loop(r->source, line);
    for (size_t i = 0; i < l->n; i++)
        if (l->loop[i].line == own)
            return &l->loop[i];
    struct loop *more = own ? realloc(l->loop, (l->n + 1) * sizeof *more) : NULL;
    r->failed = r->failed || (own && !more);
    if (!more)
        return NULL;
    l->loop = more;
    more[l->n] = (struct loop){ .line = own };
    return &more[l->n++];
}

/* Up to where it stops to be a reason. */
static void shorten(char *to, size_t size, const char *reason)
{
    size_t length = strcspn(reason, ";\n");
    const char *flag = strstr(reason, " [-R");
    if (flag && (size_t)(flag - reason) < length)
        length = (size_t)(flag - reason);
    while (length > 0 && strchr(". ", reason[length - 1]))
        length--;
    snprintf(to, size, "%.*s", (int)length, reason);
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

static const char *after(const char *text, const char *prefix)
{
    size_t length = strlen(prefix);
    return strncmp(text, prefix, length) == 0 ? text + length : NULL;
}

static void explain(struct loop *l, const char *reason)
{
    if (l && !*l->reason)
        shorten(l->reason, sizeof l->reason, reason);
}

/* ---- The three of them ---- */

static void read_clang(struct reader *r, const char *text)
{
    const char *rest;
    struct loop *l;
    int width = 0, interleaved = 0, n;
    if (!(text = strstr(text, " remark: ")))
        return;
    text += strlen(" remark: ");
    if ((rest = after(text, "loop not vectorized: ")))
        shorten(r->reason, sizeof r->reason, rest);
    else if (after(text, "the cost-model indicates that vectorization"))
        shorten(r->reason, sizeof r->reason, text);
    else if (after(text, "loop not vectorized")) {
        explain(loop_at(r, r->line), r->reason);
        *r->reason = '\0';
    } else if (after(text, "vectorized loop") && (l = loop_at(r, r->line))) {
        sscanf(text, "vectorized loop (vectorization width: %d, interleaved count: %d", &width,
               &interleaved);
        vectorised(l, width, interleaved, 0);
    } else if (sscanf(text, "completely unrolled loop with %d", &n) == 1 &&
               (l = loop_at(r, r->line)))
        l->unrolled = n;
}

static void read_gcc(struct reader *r, const char *text)
{
    const char *missed = strstr(text, " missed: "), *optimized = strstr(text, " optimized: ");
    struct loop *l;
    int n;
    if (missed && after(missed, " missed: couldn't vectorize loop"))
        r->missed = loop_at(r, r->line);
    else if (missed && after(missed, " missed: not vectorized: "))
        explain(r->missed, after(missed, " missed: not vectorized: "));
    else if (optimized && sscanf(optimized, " optimized: loop vectorized using %d", &n) == 1 &&
             (l = loop_at(r, r->line)))
        vectorised(l, 0, 0, n);
    else if (optimized && sscanf(optimized, " optimized: loop with %d iterations completely", &n) &&
             strstr(optimized, "completely unrolled") && (l = loop_at(r, r->line)))
        l->unrolled = n;
}

/* "     45, Generated vector simd code for the loop"; without the file's name. */
static void read_nvc(struct reader *r, const char *text)
{
    const char *rest = strstr(text, "Loop not vectorized");
    struct loop *l;
    if (strstr(text, "Generated vector") && (l = loop_at(r, r->line)))
        vectorised(l, 0, 0, 0);
    else if (rest && (rest = strstr(rest, ": ")))
        explain(loop_at(r, r->line), rest + 2);
}

/* ---- All lines ---- */

static int by_line(const void *a, const void *b)
{
    size_t x = ((const struct loop *)a)->line, y = ((const struct loop *)b)->line;
    return (x > y) - (x < y);
}

/* Where the number of a line is, in a remark of the file; NULL: it is of another. */
static const char *number_at(const char *text, bool nvc, const char *file)
{
    if (nvc)
        return text[strspn(text, " ")] >= '0' && text[strspn(text, " ")] <= '9' ? text : NULL;
    const char *rest = after(text, file);
    return rest && *rest == ':' ? rest + 1 : NULL;
}

bool loops_parse(struct loops *l, const char *compiler, const char *file, const char *said,
                 const struct source *source)
{
    struct reader r = { .loops = l, .source = source };
    bool nvc = strncmp(compiler, "nvc", 3) == 0, gcc = strncmp(compiler, "gcc", 3) == 0;
    void (*read)(struct reader *, const char *) = nvc ? read_nvc : gcc ? read_gcc : read_clang;
    *l = (struct loops){ 0 };
    for (; *said; said += strcspn(said, "\n"), said += *said == '\n') {
        char text[400];
        snprintf(text, sizeof text, "%.*s", (int)strcspn(said, "\n"), said);
        const char *at = number_at(text, nvc, file);
        if (at && sscanf(at, "%zu", &r.line) == 1)
            read(&r, at);
    }
    if (l->n)
        qsort(l->loop, l->n, sizeof *l->loop, by_line);
    return !r.failed;
}

void loops_free(struct loops *l)
{
    free(l->loop);
    *l = (struct loops){ 0 };
}
