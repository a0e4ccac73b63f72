/* Finds the definitions of a C file by its layout: one begins in the first column, and ends where the next
 * begins. */
#include "hotspot.h"
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

/* The first occurrence of the whole word; NULL: there is none. */
static const char *find_word(const char *text, const char *word)
{
    const char *at = strstr(text, word);
    while (at && ((at > text && in_word(at[-1])) || in_word(at[strlen(word)])))
        at = strstr(at + 1, word);
    return at;
}

/* Replaces comments by blanks, and keeps line breaks. */
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

/* The name in a definition's first line: name, or the word before "(", "[" or "=". */
static void find_name(const char *line, char *name, size_t size)
{
    const char *end = line + strcspn(line, "([="), *begin;
    while (end > line && !in_word(end[-1]))
        end--;
    for (begin = end; begin > line && in_word(begin[-1]);)
        begin--;
    snprintf(name, size, "%.*s", (int)(end - begin), begin);
}

bool source_parse(struct source *s, char *text)
{
    size_t room = 3; /* an empty line 0, the last line, and an empty one after it */
    for (const char *at = text; *at; at++)
        room += *at == '\n';
    *s = (struct source){ .text = text, .line = calloc(room, sizeof *s->line) };
    if (!s->line)
        return false;
    blank_comments(text);
    s->line[0].text = "";
    for (char *line; (line = strsep(&text, "\n"));) {
        struct line *l = &s->line[++s->lines];
        size_t length = strlen(line);
        while (length > 0 && isspace((unsigned char)line[length - 1]))
            length--;
        line[length] = '\0';
        l->text = line;
        l->definition = begins_definition(line) ? s->lines : l[-1].definition;
        if (l->definition == s->lines)
            find_name(line, l->name, sizeof l->name);
    }
    return true;
}

void source_free(struct source *s)
{
    for (size_t i = 0; s->line && i <= s->lines; i++)
        json_decref(s->line[i].loop);
    free(s->text);
    free(s->line);
    *s = (struct source){ 0 };
}

/* ---- Calls ---- */

static void reach(struct source *s, const char *text)
{
    for (size_t i = 1; i <= s->lines; i++) {
        struct line *l = &s->line[i];
        if (l->reached || !*l->name || !find_word(text, l->name))
            continue;
        l->reached = true;
        for (; l->definition == i; l++)
            reach(s, l->text);
    }
}

void source_reach(struct source *s, const char *hotspot, const char *variant, enum tri_path path)
{
    bool plain = !tri_path_has_variants(path) || strcmp(variant, "plain") == 0;
    char name[200];
    snprintf(name, sizeof name, "%s_%s%s%s", hotspot, plain ? "" : variant, plain ? "" : "_",
             tri_path_name(path));
    for (char *c = name; *c; c++)
        *c = *c == '-' ? '_' : *c;
    for (size_t i = 1; i <= s->lines; i++)
        s->line[i].reached = false;
    reach(s, name);
}

/* ---- Loops ---- */

/* Whether the line is a directive, or the continuation of one after a backslash. */
static bool is_directive(const struct line *l)
{
    const char *before = strrchr(l[-1].text, '\\');
    return l->text[strspn(l->text, " ")] == '#' || (before && !before[1]);
}

static bool begins_loop(const struct line *l)
{
    return !is_directive(l) &&
           (find_word(l->text, "for") || find_word(l->text, "while") || find_word(l->text, "do"));
}

size_t source_loop(const struct source *s, size_t line)
{
    size_t first = line <= s->lines ? s->line[line].definition : 0, i = line;
    if (first == 0)
        return 0;
    if (is_directive(&s->line[line]))
        while (s->line[i].definition == first && !begins_loop(&s->line[i]))
            i++;
    if (s->line[i].definition != first)
        i = line;
    while (i >= first && !begins_loop(&s->line[i]))
        i--;
    return i >= first ? i : 0;
}
