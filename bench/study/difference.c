/* Study `difference`: points whose value differs between float and double, counted on every path. */
#include "study.h"

#include "format.h"
#include "progress.h"

#include <stdlib.h>

/* The report's counts, for arithmetic listing4 on a CPU and listing7 on a GPU: every path has them. */
static const struct table_of {
    const char *name, *arithmetic;
    struct {
        const char *settings;
        long count;
    } reported[3];
} tables[] = {
    { "table 5",
      "arithmetic=listing4",
      { { "resolution=500", 7559 }, { "resolution=1000", 29687 } } },
    { "table 12",
      "arithmetic=listing7",
      { { "resolution=500", 7531 }, { "resolution=1000", 29683 } } },
};
enum { TABLES = sizeof tables / sizeof *tables };

/* What is asked for: combination k, with the table's arithmetic. */
static bool case_of(const struct bench *b, const struct table_of *t, size_t k,
                    enum tri_precision precision, struct tri_case *c, struct tri_error *e)
{
    const struct tri_hotspot *h = tri_hotspot_named(b->request.hotspot[0], precision);
    struct setup setup;
    if (!sweep_setup(&b->sweep, &b->request, h, k, &setup, e))
        return false;
    *c = setup.c;
    return tri_case_set(c, t->arithmetic, e);
}

/* The report's count, -1 if it has none for the case. */
static long reported(const struct table_of *t, const struct tri_case *c)
{
    for (size_t i = 0; t->reported[i].settings; i++) {
        struct tri_case own;
        tri_case_init(&own, c->hotspot);
        if (tri_case_set(&own, t->arithmetic, NULL) &&
            tri_case_set(&own, t->reported[i].settings, NULL) && same_case(c, &own))
            return t->reported[i].count;
    }
    return -1;
}

/* Allocates the case and has the path compute it. */
static bool compute(struct tri_case *c, enum tri_path path, struct tri_error *e)
{
    if (!tri_case_allocate(c, e))
        return false;
    if (run_with_progress(c, path, e))
        return true;
    tri_case_free(c);
    return false;
}

static bool count(const struct bench *b, const struct table_of *t, size_t k, enum tri_path path,
                  struct tri_difference *d, struct tri_error *e)
{
    struct tri_case single, both;
    if (!case_of(b, t, k, TRI_FLOAT, &single, e) || !case_of(b, t, k, TRI_DOUBLE, &both, e) ||
        !compute(&single, path, e))
        return false;
    bool good = compute(&both, path, e);
    if (good) {
        *d = tri_case_difference(&single, &both);
        tri_case_free(&both);
    }
    tri_case_free(&single);
    return good;
}

/* "7559", with a mark if it is not what it has to be; "-" for a path that cannot run here. */
static void print_count(struct bench *b, bool ran, size_t different, long *expected)
{
    struct text text = { "-" };
    if (ran) {
        *expected = *expected < 0 ? (long)different : *expected;
        bool right = (long)different == *expected;
        b->disagreed |= !right;
        snprintf(text.s, sizeof text.s, "%zu%s", different, right ? "" : "!");
    }
    fprintf(b->out, "%10s  ", text.s);
    fflush(b->out);
}

/* A line: the counts of all paths have to be the report's, and each other's. */
static bool print_line(struct bench *b, const struct table_of *t, size_t k, const char *label,
                       struct tri_error *e)
{
    struct tri_case c;
    struct tri_difference d = { 0 };
    if (!case_of(b, t, k, TRI_DOUBLE, &c, e))
        return false;
    long own = reported(t, &c), expected = own;
    char said[24] = "-";
    if (own >= 0)
        snprintf(said, sizeof said, "%ld", own);
    fprintf(b->out, "%10s  ", label);
    for (int path = 0; path < TRI_PATHS; path++) {
        if (!b->request.path[path])
            continue;
        bool can = tri_path_available((enum tri_path)path, NULL);
        if (can && !count(b, t, k, (enum tri_path)path, &d, e))
            return false;
        print_count(b, can, d.different, &expected);
    }
    fprintf(b->out, "%10zu  %8s  %10s\n", d.points,
            percent((double)d.different / (double)d.points).s, said);
    return true;
}

static bool print_table(struct bench *b, const struct table_of *t, struct tri_error *e)
{
    const struct tri_hotspot *h = tri_hotspot_named(b->request.hotspot[0], TRI_DOUBLE);
    char *names = sweep_names(&b->sweep, h);
    bool good = names || tri_fail(e, TRI_FAILED, "out of memory");
    fprintf(b->out, "\n%s, %s\n%10s  ", t->name, t->arithmetic, names ? names : "");
    for (int path = 0; path < TRI_PATHS; path++)
        if (b->request.path[path])
            fprintf(b->out, "%10s  ", tri_path_name((enum tri_path)path));
    fprintf(b->out, "%10s  %8s  %10s\n", "points", "rate", "report");
    for (size_t k = 0; good && k < sweep_count(&b->sweep, h); k++) {
        char *label = sweep_values(&b->sweep, h, k);
        good = print_line(b, t, k, label ? label : "", e);
        free(label);
    }
    free(names);
    return good;
}

bool study_difference(struct bench *b, const struct study *s, struct tri_error *e)
{
    fprintf(b->out, "%s: %s (%s)\n%s\n", s->name, s->meaning, s->tables, tri_cpu_name());
    for (int t = 0; t < TABLES; t++)
        if (!print_table(b, &tables[t], e))
            return false;
    fprintf(b->out, "\nrate: of all points of the image; the report divides by the resolution's "
                    "square, a sixth of them\n\n");
    return true;
}
