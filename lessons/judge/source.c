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

bool below(const char *word, int k, char line[static LONGEST_CLAUSE])
{
    const char *at = behind(word, k);
    int length = 0;
    if (!at)
        return false;
    for (at += strcspn(at, "\n"), at += *at != 0; *at && *at != '\n'; at++)
        if (*at != ' ' && *at != '\t' && length < LONGEST_CLAUSE - 1)
            line[length++] = *at;
    line[length] = 0;
    return true;
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
