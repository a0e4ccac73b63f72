/* A table as data, and as text. */
#include "sheet.h"

#include "format.h"

#include <ctype.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

static bool replace(char **text, const char *by)
{
    char *copy = strdup(by);
    free(copy ? *text : NULL);
    *text = copy ? copy : *text;
    return copy;
}

static struct cell *at(const struct sheet *s, size_t line, size_t column)
{
    return &s->cell[line * s->columns + column];
}

const struct cell *sheet_cell(const struct sheet *s, size_t line, size_t column)
{
    return at(s, line, column);
}

bool sheet_column(struct sheet *s, const char *heading, bool head)
{
    char **more = realloc(s->heading, (s->columns + 1) * sizeof *more);
    if (!more)
        return false;
    s->heading = more;
    s->heading[s->columns] = NULL;
    s->heads += head;
    return replace(&s->heading[s->columns++], heading);
}

bool sheet_line(struct sheet *s)
{
    struct cell *more = realloc(s->cell, (s->lines + 1) * s->columns * sizeof *more);
    if (!more)
        return false;
    s->cell = more;
    s->lines++;
    for (size_t c = 0; c < s->columns; c++)
        *at(s, s->lines - 1, c) = (struct cell){ NULL, (double)NAN };
    return true;
}

bool sheet_set(struct sheet *s, size_t line, size_t column, const char *text, double value)
{
    at(s, line, column)->value = value;
    return replace(&at(s, line, column)->text, text);
}

/* Which note it is, and a new one if it is none yet. */
static bool find_note(struct sheet *s, const char *why, size_t *i)
{
    for (*i = 0; *i < s->notes; ++*i)
        if (strcmp(s->note[*i], why) == 0)
            return true;
    char **more = realloc(s->note, (s->notes + 1) * sizeof *more);
    if (!more)
        return false;
    s->note = more;
    s->note[s->notes] = NULL;
    return replace(&s->note[s->notes++], why);
}

bool sheet_note(struct sheet *s, size_t line, size_t column, const char *why)
{
    char text[24];
    size_t i;
    if (!find_note(s, why, &i))
        return false;
    snprintf(text, sizeof text, "(%zu)", i + 1);
    return sheet_set(s, line, column, text, (double)NAN);
}

/* ---- As text ---- */

static const char *text_at(const struct sheet *s, size_t line, size_t column)
{
    const char *text = at(s, line, column)->text;
    return text ? text : "";
}

static int width(const struct sheet *s, size_t column)
{
    int widest = letters(s->heading[column]);
    for (size_t line = 0; line < s->lines; line++) {
        int own = letters(text_at(s, line, column));
        widest = own > widest ? own : widest;
    }
    return widest;
}

bool sheet_is_text(const struct sheet *s, size_t column)
{
    bool words = false;
    for (size_t line = 0; line < s->lines; line++) {
        if (!isnan(at(s, line, column)->value))
            return false;
        words = words || isalpha((unsigned char)*text_at(s, line, column));
    }
    return words;
}

/* Nothing blank at the end of a line. */
static void print_text(FILE *out, const struct sheet *s, size_t column, const char *text)
{
    bool last = column + 1 == s->columns, left = sheet_is_text(s, column);
    int blank = width(s, column) - letters(text);
    bool empty = last && !*text;
    fprintf(out, "%*s%s", left || empty ? 0 : blank, "", text);
    fprintf(out, "%*s%s", left && !last ? blank : 0, "", last ? "\n" : "  ");
}

void sheet_print(const struct sheet *s, FILE *out)
{
    for (size_t c = 0; c < s->columns; c++)
        print_text(out, s, c, s->heading[c]);
    for (size_t l = 0; l < s->lines; l++)
        for (size_t c = 0; c < s->columns; c++)
            print_text(out, s, c, text_at(s, l, c));
    for (size_t i = 0; i < s->notes; i++)
        fprintf(out, "%s(%zu) %s\n", i ? "" : "\n", i + 1, s->note[i]);
    fputc('\n', out);
}

void sheet_free(struct sheet *s)
{
    for (size_t i = 0; i < s->lines * s->columns; i++)
        free(s->cell[i].text);
    for (size_t i = 0; i < s->columns; i++)
        free(s->heading[i]);
    for (size_t i = 0; i < s->notes; i++)
        free(s->note[i]);
    free(s->cell);
    free(s->heading);
    free(s->note);
    *s = (struct sheet){ 0 };
}
