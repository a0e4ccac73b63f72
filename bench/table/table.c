/* The table that bench prints: its head, its rows, and what they are set against. */
#include "table.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

static const char *const layout = "%9s %7s %21s  %-18s %15s  %-16s %s\n";

bool is_sweep(const struct table *t)
{
    return *t->swept;
}

/* The columns that say what a row is of; in a sweep, also of which case.  NULL: the head of these. */
static void print_label(const struct table *t, const char *name, const char *precision,
                        const struct tri_measurement *m)
{
    size_t width = strlen(t->swept);
    for (size_t k = 0; k < t->cases; k++)
        width = strlen(t->values[k]) > width ? strlen(t->values[k]) : width;
    fprintf(t->out, "%-*s %-9s ", t->names, name, precision);
    if (!is_sweep(t))
        return;
    int printed =
        m ? print_swept(t->out, t->swept, t->values[t->at], m) : fprintf(t->out, "%s", t->swept);
    fprintf(t->out, "%*s ", (int)width - printed, "");
}

/* What is wrong with the conditions of all rows, or else with those of the first. */
static void print_faults(struct table *t, const struct tri_measurement *m)
{
    if (t->conditions)
        faults_add(&t->faults, t->conditions, 0, NULL);
    else if (m)
        faults_add(&t->faults, &m->conditions, m->clock, NULL);
    faults_print(&t->faults, t->out, 0, "Conditions:");
}

/* `m` is the first row's; NULL: that is absent. */
static void print_head(struct table *t, const struct tri_measurement *m)
{
    const struct tri_hotspot *h = t->hotspot;
    fprintf(t->out, "%s: %s\n%s\n", h->name, h->formula, t->common);
    if (!is_sweep(t) && m)
        fprintf(t->out, "%s in all\n", si(m->work.units, h->unit).s);
    print_build_kind(t->out, h);
    print_intrinsics(t->out);
    print_faults(t, m);
    fputc('\n', t->out);
    print_label(t, "path", "precision", NULL);
    fprintf(t->out, layout, "time", "spread", "rate", " of ceiling", "x reference", "ran on",
            "differing");
}

void begin_case(struct table *t, size_t k, bool same)
{
    t->at = k;
    if (!same)
        t->reference = NULL;
}

/* What later rows of the case are set against. */
static void take_reference(struct table *t, const struct result *r)
{
    if (!r->m.peer && r->m.path == TRI_REFERENCE)
        t->reference = r;
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

const char *precision_of(const struct table *t)
{
    return tri_precision_name(t->hotspot->precision);
}

/* "simd tuned", or "vs cuda" for a peer. */
static struct text label(const struct tri_measurement *m)
{
    struct text text;
    snprintf(text.s, sizeof text.s, "%s%.40s", m->peer ? "vs " : "",
             contender_name(m->peer, m->path, m->variant).s);
    return in_host_memory(text, m->host_memory);
}

static double spread_of(const struct tri_times *t)
{
    return (tri_max(t) - tri_min(t)) / tri_median(t);
}

bool is_wide(const struct tri_times *t)
{
    return spread_of(t) > 0.5;
}

static struct text spread(const struct tri_times *t)
{
    struct text text = percent(spread_of(t));
    if (is_wide(t))
        strcat(text.s, "!");
    return text;
}

struct text ran_on(const struct tri_measurement *m)
{
    struct text t;
    if (m->device)
        snprintf(t.s, sizeof t.s, "%s%s", tri_place_name(m->place),
                 m->waited && strcmp(m->waited, "awake") == 0 ? ", awake" : "");
    else
        snprintf(t.s, sizeof t.s, "cpu, %d thread%s", m->launch.threads,
                 m->launch.threads > 1 ? "s" : "");
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

struct tri_interval result_speed(const struct result *r, const struct result *as)
{
    if (!r || !as)
        return (struct tri_interval){ NAN, NAN, NAN };
    return tri_ratio(&as->m.kernel, &r->m.kernel, tri_same_rounds(&as->m, &r->m));
}

double result_share(const struct result *r)
{
    double rate = r->m.work.units / tri_median(&r->m.kernel);
    return r->has_ceiling ? rate / tri_ceiling_rate(&r->ceiling, &r->m.work) : (double)NAN;
}

/* " 88 % fma": the share, and of what it is. */
static struct text share_column(const struct result *r)
{
    struct text t = { "    -" };
    double share = result_share(r);
    if (share > 0)
        snprintf(t.s, sizeof t.s, "%*.12s %.24s", share > TRI_MOST_SHARE ? 6 : 5,
                 marked_share(share).s,
                 tri_resource_name(tri_ceiling_binds(&r->ceiling, &r->m.work)));
    return t;
}

static void print_measured_row(struct table *t, const struct result *r)
{
    char unit[40];
    double median = tri_median(&r->m.kernel), rate = r->m.work.units / median;
    snprintf(unit, sizeof unit, "%s/s", t->hotspot->unit);
    if (t->n + t->absences == 1)
        print_head(t, &r->m);
    print_label(t, label(&r->m).s, precision_of(t), &r->m);
    fprintf(t->out, layout, si(median, "s").s, spread(&r->m.kernel).s, si(rate, unit).s,
            share_column(r).s, ratio_within(result_speed(r, t->reference)).s, ran_on(&r->m).s,
            differing(r).s);
    fflush(t->out);
}

bool same_units(const struct result *a, const struct result *b)
{
    return a->has_ceiling && b->has_ceiling && a->m.path == b->m.path &&
           a->m.launch.threads == b->m.launch.threads;
}

/* What was measured, and since then higher. */
static void raise_rate(double *rate, double higher)
{
    if (*rate > 0 && higher > *rate)
        *rate = higher;
}

static bool same_clock(const struct tri_ceiling *a, const struct tri_ceiling *b)
{
    return !(a->clock < b->clock) && !(a->clock > b->clock);
}

/* What an earlier run has measured is that run's. */
static void raise_ceiling(struct result *r, const struct result *later)
{
    struct tri_ceiling *c = &r->ceiling;
    const struct tri_ceiling *l = &later->ceiling;
    if (r->before || later->before || !same_units(r, later) || !same_clock(c, l))
        return;
    raise_rate(&c->fma_per_second, l->fma_per_second);
    raise_rate(&c->additions_per_second, l->additions_per_second);
    raise_rate(&c->mixed_per_second, l->mixed_per_second);
    raise_rate(&c->integers_per_second, l->integers_per_second);
    raise_rate(&c->tensor_per_second, l->tensor_per_second);
    raise_rate(&c->near_bytes_per_second, l->near_bytes_per_second);
    if (c->footprint != l->footprint)
        return;
    raise_rate(&c->bytes_per_second, l->bytes_per_second);
    raise_rate(&c->bytes_read_per_second, l->bytes_read_per_second);
}

void print_row(struct table *t, struct result *r)
{
    for (size_t i = 0; i < t->n; i++)
        raise_ceiling(t->row[i], r);
    r->at = t->at;
    r->share = result_share(r);
    t->row[t->n++] = r;
    take_reference(t, r);
    if (t->out)
        print_measured_row(t, r);
}

void print_absence(struct table *t, const struct tri_measurement *m, char *identity,
                   const char *why)
{
    t->absent[t->absences++] = identity;
    if (!t->out) {
        if (!m->peer)
            snprintf(t->why[m->path], sizeof t->why[m->path], "%s", why);
        return;
    }
    if (t->n + t->absences == 1)
        print_head(t, NULL);
    print_label(t, label(m).s, precision_of(t), m);
    fprintf(t->out, "%s\n", why);
    fflush(t->out);
}

void free_result(struct result *r)
{
    if (!r)
        return;
    tri_measurement_free(&r->m);
    json_decref(r->row);
    free(r->cards);
    free(r->identity);
    free(r);
}

void free_table(struct table *t)
{
    while (t->n)
        free_result(t->row[--t->n]);
    while (t->absences)
        free(t->absent[--t->absences]);
    free(t->absent);
    free(t->row);
}

/* ---- The values of a sweep ---- */

static bool concerns(const struct tri_measurement *m, const char *name, size_t length)
{
    const struct tri_setting *s = tri_setting_named(name, length);
    struct tri_launch launch = m->launch;
    if (!s) /* a parameter */
        return true;
    return s->place == offsetof(struct tri_launch, threads) ? !m->device
                                                            : *tri_setting_in(&launch, s);
}

int print_swept(FILE *out, const char *names, const char *values, const struct tri_measurement *m)
{
    int printed = 0;
    while (*names && *values) {
        size_t name = strcspn(names, ","), value = strcspn(values, ",");
        bool shown = concerns(m, names, name);
        printed += fprintf(out, "%s%.*s", printed > 0 ? "," : "", shown ? (int)value : 1,
                           shown ? values : "-");
        names += name + (names[name] == ',');
        values += value + (values[value] == ',');
    }
    return printed;
}
