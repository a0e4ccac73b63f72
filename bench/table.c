/* The table that bench prints. */
#include "table.h"

#include "format.h"

#include <math.h>
#include <stdlib.h>

/* ---- Rows ---- */

static const char *const layout = "%-*s %-9s %9s %7s %21s %10s %9s  %-16s %s\n";

void print_head(const struct table *t, const struct tri_work *work)
{
    print_case(t->out, t->c);
    fprintf(t->out, "%s in all\n\n", si(work->units, t->c->hotspot->unit).s);
    fprintf(t->out, layout, t->names, "path", "precision", "time", "spread", "rate", "of ceiling",
            "speed-up", "ran on", "differing");
}

static const char *precision_of(const struct table *t)
{
    return tri_precision_name(t->c->hotspot->precision);
}

static const char *name_of(const struct result *r)
{
    return r->m.peer ? r->m.peer : tri_path_name(r->m.path);
}

/* "simd", or "vs cuda" for a peer. */
static struct text label(const char *peer, enum tri_path path)
{
    struct text text;
    snprintf(text.s, sizeof text.s, "%s%s", peer ? "vs " : "", peer ? peer : tri_path_name(path));
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

static struct text differing(const struct tri_difference *d)
{
    struct text t;
    snprintf(t.s, sizeof t.s, d->different ? "%zu of %zu!" : "none", d->different, d->points);
    return t;
}

void print_row(struct table *t, struct result *r)
{
    char unit[40];
    double median = tri_median(&r->m.kernel), rate = r->m.work.units / median;
    double top = r->has_ceiling ? tri_ceiling_rate(&r->ceiling, &r->m.work) : (double)NAN;
    snprintf(unit, sizeof unit, "%s/s", t->c->hotspot->unit);
    t->row[t->n++] = r;
    if (!r->m.peer && r->m.path == TRI_REFERENCE)
        t->reference = median;
    fprintf(t->out, layout, t->names, label(r->m.peer, r->m.path).s, precision_of(t),
            si(median, "s").s, spread(&r->m.kernel).s, si(rate, unit).s, percent(rate / top).s,
            ratio(t->reference / median).s, ran_on(&r->m).s, differing(&r->m.difference).s);
    fflush(t->out);
}

void print_absence(const struct table *t, const struct tri_contender *who, const char *why)
{
    fprintf(t->out, "%-*s %-7s not run: %s\n", t->names, label(who->peer, who->path).s,
            precision_of(t), why);
}

/* ---- Notes ---- */

static void print_parts(const struct table *t, const struct result *r)
{
    const struct tri_measurement *m = &r->m;
    fprintf(t->out, "  %s %s on %s: cold %s; warm %s = map in %s + kernel %s + map out %s\n",
            name_of(r), precision_of(t), m->device, si(m->cold, "s").s,
            si(tri_median(&m->total), "s").s, si(tri_median(&m->map_in), "s").s,
            si(tri_median(&m->kernel), "s").s, si(tri_median(&m->map_out), "s").s);
}

/* Peers share the ceiling of a path, which is said once. */
static void print_ceiling(const struct table *t, size_t i)
{
    const struct result *r = t->row[i];
    for (size_t k = 0; k < i; k++)
        if (t->row[k]->m.path == r->m.path && t->row[k]->has_ceiling)
            return;
    if (r->has_ceiling)
        fprintf(t->out, "  ceiling %s %s: %s, %s copied, %s read (%s)\n", tri_path_name(r->m.path),
                precision_of(t), si(r->ceiling.fma_per_second, "fma/s").s,
                si(r->ceiling.bytes_per_second, "B/s").s,
                si(r->ceiling.bytes_read_per_second, "B/s").s, r->ceiling.how);
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
        if (!peer->m.peer || !same_hardware(&peer->m, &path->m) || own->n == 0 || other->n == 0)
            continue;
        if (!any)
            fprintf(t->out, "  %s %s =", name_of(path), precision_of(t));
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

void free_rows(struct table *t)
{
    while (t->n)
        free(t->row[--t->n]);
}
