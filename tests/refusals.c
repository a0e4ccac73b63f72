/* What tests of refusals share. */
#include "refusals.h"

#include <criterion/criterion.h>
#include <fnmatch.h>
#include <string.h>

enum { MOST_WORDS = 12 };

static void expect_refusal(refuser *refused, const struct refusal *r)
{
    char text[400], *rest = text, *word, *words[MOST_WORDS + 1] = { (char *)"program" };
    int n = 1;
    struct tri_error e = { 0 };
    cr_assert(strlen(r->words) < sizeof text, "%s", r->words);
    strcpy(text, r->words);
    while (*r->words && (word = strsep(&rest, " "))) {
        cr_assert(n < MOST_WORDS, "%s", r->words);
        words[n++] = strcmp(word, "''") == 0 ? word + 2 : word;
    }
    bool is_refused = refused(n, words, &e);
    cr_expect(is_refused && e.status == TRI_USAGE, "%s: status %d", r->words, (int)e.status);
    cr_expect(fnmatch(r->message, e.text, 0) == 0, "%s: \"%s\", not \"%s\"", r->words, e.text,
              r->message);
}

void expect_refusals(refuser *refused, const struct refusal *refusals, size_t n)
{
    for (size_t i = 0; i < n; i++)
        expect_refusal(refused, &refusals[i]);
}
