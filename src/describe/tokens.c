#include "tokens.h"

#include <ctype.h>
#include <string.h>

bool text_is(struct text t, const char *word)
{
    return strlen(word) == t.length && memcmp(t.begin, word, t.length) == 0;
}

bool text_is_same(struct text a, struct text b)
{
    return a.length == b.length && memcmp(a.begin, b.begin, a.length) == 0;
}

bool is_mark(struct token t, char mark)
{
    return t.kind == MARK && *t.text.begin == mark;
}

bool is_name(struct token t, const char *name)
{
    return t.kind == NAME && text_is(t.text, name);
}

static void skip_comment(struct tokens *s)
{
    if (s->at[1] == '/') {
        s->at += strcspn(s->at, "\n");
        return;
    }
    for (s->at += 2; *s->at && !(s->at[0] == '*' && s->at[1] == '/'); s->at++)
        s->line += *s->at == '\n';
    s->at += *s->at ? 2 : 0;
}

/* The length of a backslash that ends a line, with the line's end, as UNIX or Windows writes it; 0: there is none. */
static size_t line_joint(const char *at)
{
    if (at[0] != '\\')
        return 0;
    return at[1] == '\n' ? 2 : at[1] == '\r' && at[2] == '\n' ? 3 : 0;
}

static void skip_blanks(struct tokens *s)
{
    for (;;) {
        if (s->at[0] == '/' && (s->at[1] == '*' || s->at[1] == '/')) {
            skip_comment(s);
        } else if (isspace((unsigned char)*s->at)) {
            s->line_begins |= *s->at == '\n';
            s->line += *s->at++ == '\n';
        } else if (line_joint(s->at)) {
            s->at += line_joint(s->at);
            s->line++;
        } else {
            return;
        }
    }
}

/* To the end of the line that does not end with a backslash. */
static void pass_directive(struct tokens *s)
{
    while (*s->at && *s->at != '\n') {
        const size_t joint = line_joint(s->at);
        s->line += joint > 0;
        s->at += joint ? joint : 1;
    }
}

static void pass_quoted(struct tokens *s)
{
    char quote = *s->at++;
    while (*s->at && *s->at != quote && *s->at != '\n')
        s->at += s->at[0] == '\\' && s->at[1] ? 2 : 1;
    s->at += *s->at == quote;
}

bool is_of_word(char c)
{
    return isalnum((unsigned char)c) || c == '_';
}

/* A number, beside letters and digits: by a point, or what separates digits (C++14, C23). */
static bool goes_on(const char *at)
{
    return *at == '.' || (*at == '\'' && is_of_word(at[1]));
}

struct tokens tokens_of(struct text t, int line)
{
    const char *begin = t.begin ? t.begin : ""; /* of what is not written in the file */
    return (struct tokens){ begin, line, false, begin + t.length };
}

struct token next_token(struct tokens *s)
{
    skip_blanks(s);
    struct token t = { END, { s->at, 0 }, s->line };
    if (s->end && s->at >= s->end)
        return t;
    if (*s->at == '#' && s->line_begins) {
        t.kind = DIRECTIVE;
        pass_directive(s);
    } else if (*s->at == '"' || *s->at == '\'') {
        t.kind = STRING;
        pass_quoted(s);
    } else if (is_of_word(*s->at)) {
        t.kind = isdigit((unsigned char)*s->at) ? NUMBER : NAME;
        while (is_of_word(*s->at) || (t.kind == NUMBER && goes_on(s->at)))
            s->at++;
    } else if (*s->at) {
        t.kind = MARK;
        s->at++;
    }
    s->line_begins = false;
    t.text.length = (size_t)(s->at - t.text.begin);
    return t;
}

bool text_has(struct text text, const char *word)
{
    struct tokens s = tokens_of(text, 0);
    for (struct token t; (t = next_token(&s)).kind != END;)
        if (is_name(t, word))
            return true;
    return false;
}
