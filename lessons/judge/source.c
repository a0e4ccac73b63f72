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

int directives(const char *word)
{
    int count = 0;
    for (const char *line = text, *end; *line; line = end + (*end != 0)) {
        end = line + strcspn(line, "\n");
        const char *hash = line + strspn(line, " \t");
        count += *hash == '#' && word_in(hash, end, "omp") && word_in(hash, end, word);
    }
    return count;
}
