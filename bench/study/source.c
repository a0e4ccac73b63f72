/* As much of a C file as its layout shows: definitions begin in the first column, and end at a brace
 * there. */
#include "hotspot.h"
#include "remarks.h"

#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* ---- Lines and words ---- */

static const char *end_of_line(const char *at)
{
    return at + strcspn(at, "\n");
}

static const char *next_line(const char *at)
{
    const char *end = end_of_line(at);
    return *end ? end + 1 : end;
}

static bool in_word(char c)
{
    return isalnum((unsigned char)c) || c == '_';
}

/* The word in [begin, end), whole; NULL: it is not there. */
static const char *find_word(const char *begin, const char *end, const char *word, size_t length)
{
    for (const char *at = begin; at + length <= end; at++)
        if (strncmp(at, word, length) == 0 && (at == begin || !in_word(at[-1])) &&
            !in_word(at[length]))
            return at;
    return NULL;
}

/* Comments become blanks; lines stay where they are. */
static void blank_comments(char *text)
{
    for (char *at = text; *at; at++) {
        const char *end = strncmp(at, "/*", 2) == 0   ? "*/"
                          : strncmp(at, "//", 2) == 0 ? "\n"
                                                      : NULL;
        char *last = end ? strstr(at + 2, end) : NULL;
        for (; last && at < last + (*end == '*' ? 2 : 0); at++)
            *at = *at == '\n' ? '\n' : ' ';
    }
}

/* ---- Definitions ---- */

/* The name that a definition's first line gives: X(name), or what stands before "(", "[" or "=". */
static void find_name(struct function *f)
{
    const char *end = end_of_line(f->begin), *at = find_word(f->begin, end, "X", 1);
    f->by_precision = at && at[1] == '(';
    if (f->by_precision) {
        f->name = at + 2;
        f->length = strcspn(f->name, ")\n");
        return;
    }
    at = f->begin + strcspn(f->begin, "([=\n");
    while (at > f->begin && !in_word(at[-1]))
        at--;
    f->length = 0;
    while (at > f->begin && in_word(at[-1])) {
        at--;
        f->length++;
    }
    f->name = at;
}

static bool ends_with(const char *begin, const char *end, const char *what)
{
    size_t length = strlen(what);
    return (size_t)(end - begin) >= length && strncmp(end - length, what, length) == 0;
}

/* Its last line, from its first on. */
static void find_end(struct function *f)
{
    bool braced = false;
    const char *at = f->begin;
    for (f->last = f->first; *at; at = next_line(at), f->last++) {
        f->end = end_of_line(at);
        bool whole = at == f->begin && (ends_with(at, f->end, "}") || ends_with(at, f->end, "};"));
        braced = braced || memchr(at, '{', (size_t)(f->end - at));
        if (*at == '}' || whole || (!braced && ends_with(at, f->end, ";")))
            return;
    }
}

static bool begins_definition(const char *line)
{
    return (isalpha((unsigned char)*line) || *line == '_') && strncmp(line, "typedef", 7) != 0;
}

bool source_parse(struct source *s, char *text)
{
    size_t line = 1;
    *s = (struct source){ .text = text };
    blank_comments(text);
    for (const char *at = text; *at; at = next_line(at), line++) {
        struct function f = { .begin = at, .first = line };
        if (!begins_definition(at))
            continue;
        find_name(&f);
        find_end(&f);
        struct function *more = realloc(s->function, (s->functions + 1) * sizeof *more);
        if (!more)
            return false;
        s->function = more;
        more[s->functions++] = f;
        at = f.end;
        line = f.last;
    }
    return true;
}

void source_free(struct source *s)
{
    free(s->function);
    free(s->text);
    *s = (struct source){ 0 };
}

/* ---- Who calls whom ---- */

static bool mentions(const char *begin, const char *end, const struct function *f)
{
    char name[120];
    if (!f->by_precision)
        return find_word(begin, end, f->name, f->length);
    int length = snprintf(name, sizeof name, "X(%.*s)", (int)f->length, f->name);
    for (const char *at = begin; at + length <= end; at++)
        if (strncmp(at, name, (size_t)length) == 0)
            return true;
    return false;
}

static void reach(struct source *s, const char *begin, const char *end)
{
    for (size_t i = 0; i < s->functions; i++) {
        struct function *f = &s->function[i];
        if (f->reached || f->length == 0 || !mentions(begin, end, f))
            continue;
        f->reached = true;
        reach(s, f->begin, f->end);
    }
}

void source_reach(struct source *s, const char *variant, enum tri_path path)
{
    static const char *const entries[TRI_PATHS] = { ".origin =", ".reference =", "[TRI_SIMD] =",
                                                    "[TRI_AVX2] =", "[TRI_OFFLOAD] =" };
    char quoted[80];
    snprintf(quoted, sizeof quoted, "\"%s\",", variant);
    const char *rung = tri_path_has_variants(path) ? strstr(s->text, quoted) : s->text;
    const char *entry = rung ? strstr(rung, entries[path]) : NULL;
    for (size_t i = 0; i < s->functions; i++)
        s->function[i].reached = false;
    if (entry)
        reach(s, entry, entry + strcspn(entry, ",}\n"));
}

/* ---- Where a line is ---- */

const struct function *source_function(const struct source *s, size_t line)
{
    for (size_t i = 0; i < s->functions; i++)
        if (line >= s->function[i].first && line <= s->function[i].last)
            return &s->function[i];
    return NULL;
}

static bool begins_loop(const char *at)
{
    const char *end = end_of_line(at);
    return find_word(at, end, "for", 3) || find_word(at, end, "while", 5) ||
           find_word(at, end, "do", 2);
}

/* Whether a directive begins in this line, or the one that began in the line before goes on. */
static bool is_directive(const char *at, bool goes_on)
{
    return goes_on || at[strspn(at, " ")] == '#';
}

size_t source_loop(const struct source *s, size_t line)
{
    const struct function *f = source_function(s, line);
    size_t found = 0;
    bool directive = false, goes_on = false, comes = false; /* the loop of a directive in `line` */
    if (!f)
        return 0;
    const char *at = f->begin;
    for (size_t i = f->first; i <= f->last && (i <= line || comes); i++, at = next_line(at)) {
        directive = is_directive(at, goes_on);
        goes_on = directive && ends_with(at, end_of_line(at), "\\");
        if (!directive && begins_loop(at)) {
            found = i;
            comes = false;
        }
        comes = comes || (i == line && directive);
    }
    return found;
}
