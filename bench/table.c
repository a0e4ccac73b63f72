/* The table that bench prints. */
#include "table.h"

#include "format.h"

static const char *const layout = "%-10s %-9s %9s %7s %21s %10s %9s  %-16s %s\n";

void print_head(FILE *out, const struct tri_case *c, const struct tri_work *work)
{
    print_case(out, c);
    fprintf(out, "%s in all\n\n", si(work->units, c->hotspot->unit).s);
    fprintf(out, layout, "path", "precision", "time", "spread", "rate", "of ceiling", "speed-up",
            "ran on", "differing");
}

static struct text spread(const struct tri_times *t)
{
    return percent((tri_max(t) - tri_min(t)) / tri_median(t));
}

static struct text ran_on(const struct tri_measurement *m)
{
    struct text t;
    if (m->path == TRI_OFFLOAD)
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

void print_row(FILE *out, const struct tri_case *c, const struct tri_measurement *m,
               const struct tri_ceiling *ceiling, double reference)
{
    char unit[40];
    double median = tri_median(&m->kernel), rate = m->work.units / median;
    snprintf(unit, sizeof unit, "%s/s", c->hotspot->unit);
    fprintf(out, layout, tri_path_name(m->path), tri_precision_name(c->hotspot->precision),
            si(median, "s").s, spread(&m->kernel).s, si(rate, unit).s,
            percent(rate / tri_ceiling_rate(ceiling, &m->work)).s, ratio(reference / median).s,
            ran_on(m).s, differing(&m->difference).s);
    fflush(out);
}

void print_parts(FILE *out, const struct tri_case *c, const struct tri_measurement *m)
{
    fprintf(out, "  offload %s on %s: cold %s; warm %s = map in %s + kernel %s + map out %s\n",
            tri_precision_name(c->hotspot->precision), tri_device_name(), si(m->cold, "s").s,
            si(tri_median(&m->total), "s").s, si(tri_median(&m->map_in), "s").s,
            si(tri_median(&m->kernel), "s").s, si(tri_median(&m->map_out), "s").s);
}

void print_ceiling(FILE *out, const struct tri_case *c, enum tri_path path,
                   const struct tri_ceiling *ceiling)
{
    fprintf(out, "  ceiling %s %s: %s, %s (%s)\n", tri_path_name(path),
            tri_precision_name(c->hotspot->precision), si(ceiling->fma_per_second, "fma/s").s,
            si(ceiling->bytes_per_second, "B/s").s, ceiling->how);
}
