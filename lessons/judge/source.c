/* What the student's file says: for what a device or a runtime does not tell of.  learn leaves its own preprocessed lines
 * in the file that LEARN_SOURCE names. */
#include "source.h"

#include "judge.h"

#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static char text[1 << 20];

bool judge_read_source(void)
{
    const char *path = getenv("LEARN_SOURCE");
    FILE *file = path ? fopen(path, "re") : NULL;
    if (!file)
        return false;
    text[fread(text, 1, sizeof text - 1, file)] = 0;
    return fclose(file) == 0;
}

static bool of_a_word(char c)
{
    return isalnum((unsigned char)c) || c == '_';
}

/* Where the word is between these, whole. */
static const char *word_in(const char *begin, const char *end, const char *word)
{
    size_t length = strlen(word);
    for (const char *p = begin; (p = strstr(p, word)) && p < end; p++)
        if ((p == text || !of_a_word(p[-1])) && !of_a_word(p[length]))
            return p;
    return NULL;
}

bool mentioned(const char *word)
{
    return word_in(text, text + strlen(text), word);
}

static bool is_directive(const char *line, const char *end)
{
    line += strspn(line, " \t");
    return *line == '#' && word_in(line, end, "omp");
}

int directives(const char *word)
{
    int count = 0;
    for (const char *line = text, *end; *line; line = end + (*end != 0)) {
        end = line + strcspn(line, "\n");
        count += is_directive(line, end) && word_in(line, end, word);
    }
    return count;
}

/* Behind the word, where it stands in directives for the kth time; NULL: it does not. */
static const char *behind(const char *word, int k)
{
    for (const char *line = text, *end; *line; line = end + (*end != 0)) {
        end = line + strcspn(line, "\n");
        const char *at = is_directive(line, end) ? line : end;
        while ((at = word_in(at, end, word))) {
            at += strlen(word);
            if (k-- == 0)
                return at;
        }
    }
    return NULL;
}

/* What stands between the bracket here and the one that closes it, without blanks; false: there is none here, or no end. */
static bool between(const char *from, char opens, char closes, char inside[static LONGEST_CLAUSE])
{
    int depth = 0, length = 0;
    for (from += strspn(from, " \t"); *from && *from != '\n'; from++) {
        depth += (*from == opens) - (*from == closes);
        if (depth == 0)
            break;
        if (*from != ' ' && *from != '\t' && length < LONGEST_CLAUSE)
            inside[length++] = *from;
    }
    if (length == 0 || *from != closes)
        return false;
    memmove(inside, inside + 1, (size_t)--length); /* without the one that opens */
    inside[length] = 0;
    return true;
}

bool clause(const char *word, int k, char argument[static LONGEST_CLAUSE])
{
    const char *at = behind(word, k);
    return at && between(at, '(', ')', argument);
}

/* ---- A variable that iterations share --------------------------------------------------------- */

/* Behind the bracket that closes the one here. */
static const char *behind_brackets(const char *p, char opens, char closes)
{
    int depth = 0;
    do
        depth += (*p == opens) - (*p == closes);
    while (*p++ && depth > 0 && *p);
    return p;
}

/* Where the loop that stands here ends: loops in loops, and a block or one statement. */
static const char *end_of_loop(const char *p)
{
    p += strspn(p, " \t\n");
    while (strncmp(p, "for", 3) == 0) {
        p = behind_brackets(p + strcspn(p, "("), '(', ')');
        p += strspn(p, " \t\n");
    }
    return *p == '{' ? behind_brackets(p, '{', '}') : p + strcspn(p, ";");
}

static const char *before_blanks(const char *begin, const char *p)
{
    while (p > begin && strchr(" \t\n", p[-1]))
        p--;
    return p;
}

/* Behind a type, or behind the star of one. */
static bool is_declared(const char *begin, const char *word)
{
    const char *p = before_blanks(begin, word);
    while (p > begin && p[-1] == '*')
        p = before_blanks(begin, p - 1);
    return p > begin && of_a_word(p[-1]) && strncmp(p - 4, "else", 4) != 0;
}

static bool is_declared_in(const char *begin, const char *end, const char *word)
{
    for (const char *p = begin; (p = word_in(p, end, word)); p += strlen(word))
        if (is_declared(begin, p))
            return true;
    return false;
}

/* By itself: no element, no member, not what a pointer points to. */
static bool is_stored(const char *begin, const char *word, size_t length)
{
    const char *p = before_blanks(begin, word),
               *next = word + length + strspn(word + length, " \t");
    return *next == '=' && next[1] != '=' && p > begin && strchr(";{})", p[-1]);
}

/* Each at its turn only. */
static bool has_turns(const char *begin, const char *end)
{
    return word_in(begin, end, "atomic") || word_in(begin, end, "critical") ||
           word_in(begin, end, "ordered");
}

/* A name from before the line, of which the directive there says nothing. */
static bool stored_in(const char *line, const char *loop, char name[static LONGEST_CLAUSE])
{
    const char *end = end_of_loop(loop);
    for (const char *p = loop, *behind; p < end && !has_turns(loop, end);
         p = behind + (behind == p)) {
        for (behind = p; of_a_word(*behind); behind++)
            ;
        snprintf(name, LONGEST_CLAUSE, "%.*s", (int)(behind - p), p);
        if (behind > p && is_stored(loop, p, (size_t)(behind - p)) && word_in(text, line, name) &&
            !word_in(line, loop, name) && !is_declared_in(loop, end, name))
            return true;
    }
    return false;
}

bool shared_by_iterations(char name[static LONGEST_CLAUSE])
{
    for (const char *line = text, *end; *line; line = end + (*end != 0)) {
        end = line + strcspn(line, "\n");
        bool divides =
            is_directive(line, end) && (word_in(line, end, "loop") || word_in(line, end, "for"));
        if (divides && *end && stored_in(line, end + 1, name))
            return true;
    }
    return false;
}

bool index_of(const char *array, int k, char index[static LONGEST_CLAUSE])
{
    const char *end = text + strlen(text), *at = text;
    while ((at = word_in(at, end, array))) {
        at += strlen(array);
        if (between(at, '[', ']', index) && k-- == 0)
            return true;
    }
    return false;
}
