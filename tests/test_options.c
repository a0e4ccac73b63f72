/* The shared command line: the requests that it makes. */
#include "hotspot.h"
#include "options.h"

#include <criterion/criterion.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

/* What a command line of this word (NULL: of none) asks for; fails the test if it is wrong. */
static struct request parsed(const char *word)
{
    struct request r;
    struct tri_error e;
    char *words[] = { (char *)"bench", (char *)word, NULL };
    cr_assert(parse_options(&request_argp, word ? 2 : 1, words, &r, &r, &e), "%s", e.text);
    return r;
}

static bool asks_for_hotspot(const struct request *r, const char *name)
{
    for (size_t i = 0; i < r->hotspots; i++)
        if (strcmp(r->hotspot[i], name) == 0)
            return true;
    return false;
}

/* What reruns a report is for those who ask for it. */
Test(options, hotspots_of_reports_are_named)
{
    struct request all = parsed(NULL);
    cr_expect(!all.hotspots_given && all.hotspots > 0);
    for (size_t i = 0; i < tri_hotspot_count(); i++) {
        const struct tri_hotspot *h = tri_hotspot_at(i, TRI_DOUBLE);
        cr_expect(asks_for_hotspot(&all, h->name) == !h->by_name, "%s", h->name);
    }
    struct request one = parsed("listings,vecadd,listings");
    cr_expect(one.hotspots_given && one.hotspots == 2);
    cr_expect_str_eq(one.hotspot[0], "listings");
}

Test(options, descriptions_say_what_is_of_reports)
{
    for (size_t i = 0; i < tri_hotspot_count(); i++)
        for (int p = 0; p < TRI_PRECISIONS; p++) {
            const struct tri_hotspot *h = tri_hotspot_at(i, (enum tri_precision)p);
            cr_expect(h->by_name == (strcmp(h->name, "listings") == 0), "%s", h->name);
        }
}
