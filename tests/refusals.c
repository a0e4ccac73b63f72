/* Helpers for tests of error messages. */
#include "refusals.h"
#include "bench_options.h"
#include "compare_options.h"
#include "render_options.h"

#include <fnmatch.h>

enum { MOST_WORDS = 12 };

static void expect_refusal(refuser *refused, const struct refusal *r)
{
    char text[600], *rest = text, *word, *words[MOST_WORDS + 1] = { (char *)"program" };
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

/* One of the command lines of a refusal that is of several: `one` is what is between its braces. */
static void expect_one_refusal(refuser *refused, const struct refusal *r, const char *one)
{
    char words[600], message[600];
    const char *end = strchr(r->words, '}') + 1, *place = strchr(r->message, '{');
    int before = (int)strcspn(r->words, "{"), length = (int)strcspn(one, "|}");
    int named = place && place[1] == '-' && (int)strcspn(one, " ") < length ? (int)strcspn(one, " ")
                                                                            : length;
    snprintf(words, sizeof words, "%.*s%.*s%s", before, r->words, length, one, end);
    if (place)
        snprintf(message, sizeof message, "%.*s%.*s%s", (int)(place - r->message), r->message,
                 named, one, strchr(place, '}') + 1);
    else
        snprintf(message, sizeof message, "%s", r->message);
    expect_refusal(refused, &(struct refusal){ words, message });
}

void expect_refusals(refuser *refused, const struct refusal *refusals)
{
    for (const struct refusal *r = refusals; r->words; r++) {
        const char *one = strchr(r->words, '{');
        if (!one)
            expect_refusal(refused, r);
        for (; one && *one != '}'; one += 1 + strcspn(one + 1, "|}"))
            expect_one_refusal(refused, r, one + 1);
    }
}

/* ---- Programs ---- */

bool by_bench(int n, char **words, struct tri_error *e)
{
    struct bench k;
    if (!bench_options(&k, n, words, e))
        return true;
    bool good = bench_plan(&k, e);
    plan_free(&k.batch.plan);
    return !good;
}

bool by_compare(int n, char **words, struct tri_error *e)
{
    struct compare k;
    return !compare_options(&k, n, words, e) || !compare_check(&k, e);
}

bool by_render(int n, char **words, struct tri_error *e)
{
    struct render k;
    struct tri_case c;
    enum tri_path path;
    return !render_options(&k, n, words, e) || !render_choose(&k, &c, &path, e);
}
