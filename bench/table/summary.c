/* What a bare `bench` prints: a line for each hotspot and path, both precisions side by side. */
#include "summary.h"

#include "format.h"
#include "sibling.h"

#include <math.h>
#include <string.h>

/* ---- What there is of a path ---- */

/* NULL: there is none.  What a name has only once, reference and tuned alone, is the last. */
static const struct result *row_of(const struct table *t, enum tri_path path, bool last)
{
    const struct tri_variant *v =
        last ? tri_variant_last(t->hotspot) : tri_variant_at(t->hotspot, 0);
    for (size_t i = 0; i < t->n; i++)
        if (t->row[i]->m.path == path && strcmp(t->row[i]->m.variant, v->name) == 0)
            return t->row[i];
    return NULL;
}

static struct text time_of(const struct result *r)
{
    return r ? si(tri_median(&r->m.kernel), "s") : (struct text){ "-" };
}

static struct text share_of_ceiling(const struct result *r)
{
    double share = r ? result_share(r) : (double)NAN;
    return share > 0 ? marked_share(share) : (struct text){ "-" };
}

static struct text speed_up(const struct table *t, const struct result *r)
{
    return r && t->reference > 0 ? ratio(t->reference / tri_median(&r->m.kernel))
                                 : (struct text){ "-" };
}

/* ---- Lines ---- */

enum { COLUMNS = 38 }; /* of a precision: two times, a speed-up, a share */

static const char *const columns = " %9s %9s %9s %7s";

void print_summary_head(FILE *out, const struct request *r)
{
    fprintf(out, "%-11s %-8s", "", "");
    for (int p = 0; p < TRI_PRECISIONS; p++)
        if (r->precision[p])
            fprintf(out, " %-*s", COLUMNS - 1, tri_precision_name((enum tri_precision)p));
    fprintf(out, "\n%-11s %-8s", "hotspot", "path");
    for (int p = 0; p < TRI_PRECISIONS; p++)
        if (r->precision[p])
            fprintf(out, columns, "plain", "tuned", "speed-up", "ceiling");
    fputs("  ran on\n", out);
    fflush(out);
}

/* One that disagrees with the reference must not go unseen. */
static void print_wrong(FILE *out, const struct table *t, enum tri_path path)
{
    for (size_t i = 0; i < t->n; i++)
        if (t->row[i]->m.path == path && !t->row[i]->m.agrees)
            fprintf(out, "; %s %s: %zu of %zu points differ!", t->row[i]->m.variant,
                    tri_precision_name(t->hotspot->precision), t->row[i]->m.difference.different,
                    t->row[i]->m.difference.points);
}

static void print_columns(FILE *out, const struct table *t, enum tri_path path)
{
    const struct result *tuned = row_of(t, path, true);
    fprintf(out, columns, time_of(row_of(t, path, false)).s, time_of(tuned).s, speed_up(t, tuned).s,
            share_of_ceiling(tuned).s);
}

/* The first row of the path, in any of the precisions. */
static const struct result *any_row(const struct table *t, size_t n, enum tri_path path)
{
    for (size_t k = 0; k < n; k++)
        for (size_t i = 0; i < t[k].n; i++)
            if (t[k].row[i]->m.path == path)
                return t[k].row[i];
    return NULL;
}

void print_summary(FILE *out, const struct table *t, size_t n, enum tri_path path)
{
    const struct result *any = any_row(t, n, path);
    fprintf(out, "%-11s %-8s", t->hotspot->name, tri_path_name(path));
    for (size_t k = 0; any && k < n; k++)
        print_columns(out, &t[k], path);
    if (any)
        fprintf(out, "  %s", ran_on(&any->m).s);
    else
        fprintf(out, " %s", t->why[path]);
    for (size_t k = 0; k < n; k++)
        print_wrong(out, &t[k], path);
    fputc('\n', out);
    fflush(out);
}

void print_summary_end(FILE *out)
{
    const char *bench = program_name("bench");
    fprintf(out,
            "\nMedian times; the speed-up of tuned over the reference on one thread, and its share "
            "of what this\nmachine can do. `%s HOTSPOT` shows all of one hotspot, `%s --all` of "
            "every one.\n",
            bench, bench);
}
