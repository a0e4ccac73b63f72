/* As much of a C file as its layout shows: a definition begins in the first column, and goes on until the
 * next one does. */
#include "remarks.h"

#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* ---- Words ---- */

static bool in_word(char c)
{
    return isalnum((unsigned char)c) || c == '_';
}

/* The word, whole; NULL: it is not there. */
static const char *find_word(const char *text, const char *word)
{
    const char *at = strstr(text, word);
    while (at && ((at > text && in_word(at[-1])) || in_word(at[strlen(word)])))
        at = strstr(at + 1, word);
    return at;
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

static bool begins_definition(const char *line)
{
    return (isalpha((unsigned char)*line) || *line == '_') && strncmp(line, "typedef", 7) != 0;
}

/* What a definition's first line defines: X(name), or what stands before "(", "[" or "=". */
static void find_name(const char *line, char *name, size_t size)
{
    const char *begin = find_word(line, "X"), *end;
    if (begin && begin[1] == '(') {
        end = begin + strcspn(begin, ")") + 1;
    } else {
        end = line + strcspn(line, "([=");
        while (end > line && !in_word(end[-1]))
            end--;
        for (begin = end; begin > line && in_word(begin[-1]);)
            begin--;
    }
    snprintf(name, size, "%.*s", (int)(end - begin), begin);
}

static void find_functions(struct source *s)
{
    for (size_t i = 1; i <= s->lines; i++)
        if (begins_definition(s->line[i])) {
            struct function *f = &s->function[s->functions++];
            f->first = i;
            find_name(s->line[i], f->name, sizeof f->name);
        }
    s->function[s->functions].first = s->lines + 1;
}

bool source_parse(struct source *s, char *text)
{
    size_t room = 3; /* the first line is number 1, what follows the last is NULL */
    for (const char *at = text; *at; at++)
        room += *at == '\n';
    *s = (struct source){ .text = text,
                          .line = calloc(room, sizeof *s->line),
                          .loop = calloc(room, sizeof *s->loop),
                          .function = calloc(room, sizeof *s->function) };
    if (!s->line || !s->loop || !s->function)
        return false;
    blank_comments(text);
    s->line[0] = "";
    while ((s->line[s->lines + 1] = strsep(&text, "\n")))
        s->lines++;
    find_functions(s);
    return true;
}

void source_free(struct source *s)
{
    free(s->text);
    free(s->line);
    free(s->loop);
    free(s->function);
    *s = (struct source){ 0 };
}

/* ---- Who calls whom ---- */

static void reach(struct source *s, const char *text)
{
    for (size_t i = 0; i < s->functions; i++) {
        struct function *f = &s->function[i];
        if (f->reached || !*f->name || !find_word(text, f->name))
            continue;
        f->reached = true;
        for (size_t line = f[0].first; line < f[1].first; line++)
            reach(s, s->line[line]);
    }
}

void source_reach(struct source *s, const char *variant, enum tri_path path)
{
    static const char *const entries[TRI_PATHS] = { ".origin =", ".reference =", "[TRI_SIMD] =",
                                                    "[TRI_AVX2] =", "[TRI_OFFLOAD] =" };
    char quoted[80], entry[200];
    const char *at = NULL;
    bool here = !tri_path_has_variants(path);
    snprintf(quoted, sizeof quoted, "\"%s\",", variant);
    for (size_t i = 0; i < s->functions; i++)
        s->function[i].reached = false;
    for (size_t i = 1; i <= s->lines && !at; i++) {
        here = here || strstr(s->line[i], quoted);
        at = here ? strstr(s->line[i], entries[path]) : NULL;
    }
    snprintf(entry, sizeof entry, "%.*s", at ? (int)strcspn(at, ",}") : 0, at ? at : "");
    reach(s, entry);
}

/* ---- Where a line is ---- */

const struct function *source_function(const struct source *s, size_t line)
{
    const struct function *f = NULL;
    for (size_t i = 0; i < s->functions && s->function[i].first <= line; i++)
        f = &s->function[i];
    return f;
}

/* Whether a directive begins in the line, or goes on after a backslash. */
static bool is_directive(const struct source *s, size_t i)
{
    const char *before = strrchr(s->line[i - 1], '\\');
    return s->line[i][strspn(s->line[i], " ")] == '#' || (before && !before[1]);
}

static bool begins_loop(const struct source *s, size_t i)
{
    const char *line = s->line[i];
    return !is_directive(s, i) &&
           (find_word(line, "for") || find_word(line, "while") || find_word(line, "do"));
}

size_t source_loop(const struct source *s, size_t line)
{
    const struct function *f = source_function(s, line);
    size_t i;
    if (!f)
        return 0;
    for (i = line; is_directive(s, line) && i < f[1].first; i++)
        if (begins_loop(s, i))
            return i;
    for (i = line; i >= f->first && !begins_loop(s, i);)
        i--;
    return i >= f->first ? i : 0;
}
