/* The table that bench prints. */
#include "table.h"

#include "format.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

/* ---- Rows ---- */

static const char *const layout = "%9s %7s %21s %10s %9s  %-16s %s\n";

static bool is_sweep(const struct table *t)
{
    return *t->swept;
}

/* The columns that say what a row is of; in a sweep, also of which case. */
static void print_label(const struct table *t, const char *name, const char *precision,
                        const char *swept)
{
    size_t width = strlen(t->swept);
    for (size_t k = 0; k < t->cases; k++)
        width = strlen(t->values[k]) > width ? strlen(t->values[k]) : width;
    fprintf(t->out, "%-*s %-9s ", t->names, name, precision);
    if (is_sweep(t))
        fprintf(t->out, "%-*s ", (int)width, swept);
}

static void print_head(const struct table *t, const struct tri_work *work)
{
    const struct tri_hotspot *h = t->hotspot;
    fprintf(t->out, "%s: %s\n%s\n", h->name, h->formula, t->common);
    if (!is_sweep(t) && work)
        fprintf(t->out, "%s in all\n", si(work->units, h->unit).s);
    fputc('\n', t->out);
    print_label(t, "path", "precision", t->swept);
    fprintf(t->out, layout, "time", "spread", "rate", "of ceiling", "speed-up", "ran on",
            "differing");
}

void begin_case(struct table *t, size_t k, bool same)
{
    t->at = k;
    if (!same)
        t->reference = (double)NAN;
}

/* What later rows of the case are set against. */
static void take_reference(struct table *t, const struct result *r)
{
    if (!r->m.peer && r->m.path == TRI_REFERENCE)
        t->reference = tri_median(&r->m.kernel);
}

bool has_row(struct table *t, const char *identity)
{
    for (size_t i = 0; i < t->n; i++)
        if (strcmp(t->row[i]->identity, identity) == 0) {
            take_reference(t, t->row[i]);
            return true;
        }
    for (size_t i = 0; i < t->absences; i++)
        if (strcmp(t->absent[i], identity) == 0)
            return true;
    return false;
}

static const char *precision_of(const struct table *t)
{
    return tri_precision_name(t->hotspot->precision);
}

static struct text name_of(const struct result *r)
{
    return contender_name(r->m.peer, r->m.path, r->m.variant);
}

/* "simd tuned", or "vs cuda" for a peer. */
static struct text label(const struct tri_measurement *m)
{
    struct text text;
    snprintf(text.s, sizeof text.s, "%s%s", m->peer ? "vs " : "",
             contender_name(m->peer, m->path, m->variant).s);
    return text;
}

static struct text spread(const struct tri_times *t)
{
    return percent((tri_max(t) - tri_min(t)) / tri_median(t));
}

static struct text ran_on(const struct tri_measurement *m)
{
    struct text t;
    if (m->device)
        snprintf(t.s, sizeof t.s, "%s", tri_place_name(m->place));
    else
        snprintf(t.s, sizeof t.s, "cpu, %d thread%s", m->threads, m->threads > 1 ? "s" : "");
    return t;
}

static struct text differing(const struct result *r)
{
    const struct tri_difference *d = &r->m.difference;
    struct text t;
    const char *when = r->before ? " (before)" : "";
    if (d->different)
        snprintf(t.s, sizeof t.s, "%zu of %zu%s%s", d->different, d->points, r->m.agrees ? "" : "!",
                 when);
    else
        snprintf(t.s, sizeof t.s, "none%s", when);
    return t;
}

void print_row(struct table *t, struct result *r)
{
    char unit[40];
    double median = tri_median(&r->m.kernel), rate = r->m.work.units / median;
    double top = r->has_ceiling ? tri_ceiling_rate(&r->ceiling, &r->m.work) : (double)NAN;
    snprintf(unit, sizeof unit, "%s/s", t->hotspot->unit);
    if (t->n + t->absences == 0)
        print_head(t, &r->m.work);
    r->at = t->at;
    t->row[t->n++] = r;
    take_reference(t, r);
    print_label(t, label(&r->m).s, precision_of(t), t->values[t->at]);
    fprintf(t->out, layout, si(median, "s").s, spread(&r->m.kernel).s, si(rate, unit).s,
            percent(rate / top).s, ratio(t->reference / median).s, ran_on(&r->m).s, differing(r).s);
    fflush(t->out);
}

void print_absence(struct table *t, const struct tri_measurement *m, char *identity,
                   const char *why)
{
    if (t->n + t->absences == 0)
        print_head(t, NULL);
    t->absent[t->absences++] = identity;
    print_label(t, label(m).s, precision_of(t), t->values[t->at]);
    fprintf(t->out, "%s\n", why);
    fflush(t->out);
}

/* ---- Notes ---- */

/* "offload double", in a sweep with the case: "offload double v1". */
static void print_name(const struct table *t, const struct result *r)
{
    fprintf(t->out, "  %s %s%s%s", name_of(r).s, precision_of(t), is_sweep(t) ? " " : "",
            t->values[r->at]);
}

static void print_parts(const struct table *t, const struct result *r)
{
    const struct tri_measurement *m = &r->m;
    print_name(t, r);
    fprintf(t->out, " on %s: cold %s; warm %s; one by one: map in %s, kernel %s, map out %s\n",
            m->device, si(m->cold, "s").s, si(tri_median(&m->total), "s").s,
            si(tri_median(&m->map_in), "s").s, si(tri_median(&m->kernel), "s").s,
            si(tri_median(&m->map_out), "s").s);
}

/* A row that was read back knows one of the two, that of its own work. */
static void print_bandwidth(FILE *out, const struct tri_ceiling *c)
{
    if (isnan(c->bytes_read_per_second))
        fprintf(out, "%s of memory", si(c->bytes_per_second, "B/s").s);
    else
        fprintf(out, "%s copied, %s read", si(c->bytes_per_second, "B/s").s,
                si(c->bytes_read_per_second, "B/s").s);
}

/* Peers share the ceiling of a path, which is said once. */
static void print_ceiling(const struct table *t, size_t i)
{
    const struct result *r = t->row[i];
    for (size_t k = 0; k < i; k++)
        if (t->row[k]->m.path == r->m.path && t->row[k]->m.threads == r->m.threads &&
            t->row[k]->has_ceiling)
            return;
    if (!r->has_ceiling)
        return;
    fprintf(t->out, "  ceiling %s %s%s%s: %s, ", tri_path_name(r->m.path), precision_of(t),
            is_sweep(t) ? " " : "", is_sweep(t) ? ran_on(&r->m).s : "",
            si(r->ceiling.fma_per_second, "fma/s").s);
    print_bandwidth(t->out, &r->ceiling);
    fprintf(t->out, " (%s)\n", r->ceiling.how);
}

static bool same_hardware(const struct tri_measurement *a, const struct tri_measurement *b)
{
    return a->place == b->place && a->threads == b->threads;
}

static const struct tri_times *part_of(const struct result *r, bool total)
{
    return total ? &r->m.total : &r->m.kernel;
}

/* "offload double = 1.02 x cuda, 2.10 x cuda-listing7 (time)": how many times as fast a path is as
 * each peer on the same hardware, by the medians. */
static void print_ratios(const struct table *t, const struct result *path, bool total)
{
    const struct tri_times *own = part_of(path, total);
    bool any = false;
    for (size_t i = 0; i < t->n; i++) {
        const struct result *peer = t->row[i];
        const struct tri_times *other = part_of(peer, total);
        if (!peer->m.peer || peer->at != path->at || !same_hardware(&peer->m, &path->m) ||
            own->n == 0 || other->n == 0)
            continue;
        if (!any) {
            print_name(t, path);
            fputs(" =", t->out);
        }
        fprintf(t->out, "%s %s %s", any ? "," : "", ratio(tri_median(other) / tri_median(own)).s,
                peer->m.peer);
        any = true;
    }
    if (any)
        fputs(total ? " (warm)\n" : " (time)\n", t->out);
}

void print_notes(const struct table *t)
{
    if (t->n == 0)
        return;
    fputc('\n', t->out);
    for (size_t i = 0; i < t->n; i++) {
        if (t->row[i]->m.device)
            print_parts(t, t->row[i]);
        print_ceiling(t, i);
    }
    for (size_t i = 0; i < t->n; i++)
        if (!t->row[i]->m.peer) {
            print_ratios(t, t->row[i], false);
            print_ratios(t, t->row[i], true);
        }
    fputc('\n', t->out);
    fflush(t->out);
}

void free_table(struct table *t)
{
    while (t->n) {
        free(t->row[--t->n]->identity);
        free(t->row[t->n]);
    }
    while (t->absences)
        free(t->absent[--t->absences]);
    free(t->absent);
    for (size_t k = 0; t->values && k < t->cases; k++)
        free(t->values[k]);
    free(t->row);
    free(t->values);
    free(t->common);
    free(t->swept);
}
