/* Did you mean …?  The name nearest to a misspelt word. */
#include "measure.h"

#include <string.h>

enum { LONGEST = 40 };

static size_t least(size_t a, size_t b)
{
    return a < b ? a : b;
}

/* Insertions, deletions and substitutions that turn a into b (Levenshtein's distance, one row of
 * the table at a time). */
static size_t distance(const char *a, const char *b)
{
    size_t row[LONGEST + 1], n = strlen(b);
    for (size_t j = 0; j <= n; j++)
        row[j] = j;
    for (size_t i = 0; a[i]; i++) {
        size_t diagonal = row[0];
        row[0] = i + 1;
        for (size_t j = 0; j < n; j++) {
            size_t substituted = diagonal + (a[i] != b[j]);
            diagonal = row[j + 1];
            row[j + 1] = least(substituted, least(row[j], row[j + 1]) + 1);
        }
    }
    return row[n];
}

const char *tri_nearest(const char *word, const char *(*name)(size_t i, const void *data),
                        const void *data)
{
    const char *best = NULL, *candidate;
    size_t length = strlen(word), limit = length / 3 + 1;
    if (length > LONGEST)
        return NULL;
    for (size_t i = 0; (candidate = name(i, data)); i++) {
        if (strlen(candidate) > LONGEST)
            continue;
        size_t d = distance(word, candidate);
        if (length >= 2 && strncmp(word, candidate, length) == 0)
            d = 1; /* an abbreviation */
        if (d <= limit) {
            limit = d;
            best = d ? candidate : best;
            if (d == 0)
                return candidate;
            limit--;
        }
    }
    return best;
}
