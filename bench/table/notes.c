/* The lines below the rows of bench's table: where the time of a device goes, ceilings, what several devices gain, how paths compare
 * with peers, and what is to be taken with care. */
#include "table.h"

#include "library.h"
#include "lost.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { NOTE_COLUMNS = 100 };

/* "offload tuned double", in a sweep with the case: "offload tuned double 1000". */
static void print_name(const struct table *t, const struct result *r)
{
    const struct text name = contender_name(r->m.peer, r->m.path, r->m.variant);
    fprintf(t->out, "  %s %s%s", in_host_memory(name, r->m.host_memory).s, precision_of(t),
            is_sweep(t) ? " " : "");
    print_swept(t->out, t->swept, t->values[r->at], &r->m);
}

/* " (23 % of the bus)", of what a copy has moved. */
static struct text share_of_bus(double bytes, const struct tri_times *t, double per_second)
{
    struct text text = { "" };
    double share = bytes / tri_median(t) / per_second;
    if (bytes > 0 && per_second > 0 && share > 0)
        snprintf(text.s, sizeof text.s, " (%.12s of the bus)", percent(share).s);
    return text;
}

/* " (39.5 us on the device, launch 4.1 us)", of the median. */
static struct text device_share(const struct tri_measurement *m)
{
    struct text text = { "" };
    double device = tri_median(&m->on_device), all = tri_median(&m->kernel);
    if (m->on_device.n > 0 && device < all)
        snprintf(text.s, sizeof text.s, " (%.10s on the device, launch %.10s)", si(device, "s").s,
                 si(all - device, "s").s);
    return text;
}

/* The halos of several devices, whose copies are proven to be direct by being faster than those to the host. */
static void print_halos(const struct table *t, const struct tri_measurement *m)
{
    if (m->halo > 0)
        fprintf(t->out, "; halos %s", si(m->halo, "s").s);
    if (m->copies.between > 0)
        fprintf(
            t->out, ", %s: %s from device to device, %s to the host",
            tri_halo_way_name(tri_copies_direct(&m->copies) ? TRI_HALO_DIRECT : TRI_HALO_STAGED),
            si(m->copies.between, "B/s").s, si(m->copies.to_host, "B/s").s);
}

static void print_parts(const struct table *t, const struct result *r)
{
    const struct tri_measurement *m = &r->m;
    print_name(t, r);
    if (m->total.n + m->map_in.n == 0) { /* right by its own map clauses only */
        fprintf(t->out, " on %s: cold %s; with its copies %s\n", m->device, si(m->cold, "s").s,
                si(tri_median(&m->kernel), "s").s);
        return;
    }
    fprintf(t->out, " on %s: cold %s; warm %s; one by one: map in %s%s, kernel %s%s, map out %s%s",
            m->device, si(m->cold, "s").s, si(tri_median(&m->total), "s").s,
            si(tri_median(&m->map_in), "s").s,
            share_of_bus(m->bytes_in, &m->map_in, r->ceiling.to_device_per_second).s,
            si(tri_median(&m->kernel), "s").s, device_share(m).s,
            si(tri_median(&m->map_out), "s").s,
            share_of_bus(m->bytes_out, &m->map_out, r->ceiling.from_device_per_second).s);
    print_halos(t, m);
    fputc('\n', t->out);
}

static void print_cards(const struct table *t, const struct result *r)
{
    char text[CARD_TEXT];
    if (!r->cards)
        return;
    for (size_t i = 0; i < r->cards->n; i++) {
        card_text(&r->cards->of[i], text);
        print_name(t, r);
        fprintf(t->out, ": kernel %s\n", text);
    }
    if (*r->cards->why) {
        print_name(t, r);
        fprintf(t->out, ": kernels: %s\n", r->cards->why);
    }
}

static void print_use(const struct table *t, const struct result *r)
{
    const struct tri_gpu_use *use = &r->m.energy.use;
    if (!r->m.energy.on_gpu || r->m.energy.runs == 0)
        return;
    print_name(t, r);
    if (!(use->busy > 0)) {
        fputs(
            ": occupancy reached: not read: the GPU does not count it, or its driver (NVML's GPM: Hopper and later)\n",
            t->out);
        return;
    }
    fprintf(
        t->out,
        ": multiprocessors busy for %s of the time, occupancy reached %s, %s of the memory's bandwidth\n",
        percent(use->busy).s, percent(use->warps).s, percent(use->memory).s);
}

/* What several devices or ranks gain. */
static void print_scaling(const struct table *t, const struct result *r)
{
    const struct tri_scaling *s = &r->m.scaling;
    const struct tri_launch *l = &r->m.launch;
    if (!(s->efficiency > 0) || (l->devices <= 1 && l->ranks <= 1))
        return;
    print_name(t, r);
    fprintf(t->out, ": efficiency %s, since one %s takes %s\n", percent(s->efficiency).s,
            l->ranks > 0 ? "rank" : "device", si(s->t1, "s").s);
}

static double rate_in(const struct result *r, size_t offset)
{
    double rate;
    memcpy(&rate, (const char *)&r->ceiling + offset, sizeof rate);
    return rate;
}

/* A rate of the row's path, which a row has where its work uses it. */
static void print_measured(const struct table *t, const struct result *r, size_t offset,
                           const char *unit, const char *where)
{
    for (size_t i = 0; i < t->n; i++)
        if (same_units(t->row[i], r) && rate_in(t->row[i], offset) > 0) {
            fprintf(t->out, ", %s%s", si(rate_in(t->row[i], offset), unit).s, where);
            return;
        }
}

/* "of 16.8 MB in cache 116 GB/s copied, 106 GB/s read".  A row that was read back knows one of the two,
 * that of its own work. */
static void print_bandwidth(FILE *out, const struct tri_ceiling *c)
{
    fputs("of ", out);
    if (c->footprint)
        fprintf(out, "%s in ", si((double)c->footprint, "B").s);
    fprintf(out, "%s %s", tri_resource_name(c->cached ? TRI_CACHE : TRI_MEMORY),
            si(c->bytes_per_second, "B/s").s);
    if (!isnan(c->bytes_read_per_second))
        fprintf(out, " copied, %s read", si(c->bytes_read_per_second, "B/s").s);
}

/* What is known of a path is said once, and of memory once for each size. */
static void print_ceiling(const struct table *t, size_t i)
{
    const struct result *r = t->row[i];
    bool first = true;
    if (!r->has_ceiling)
        return;
    for (size_t k = 0; k < i; k++) {
        bool same = same_units(t->row[k], r);
        if (same && t->row[k]->ceiling.footprint == r->ceiling.footprint)
            return;
        first = first && !same;
    }
    fprintf(t->out, "  ceiling %s %s%s%s:", tri_path_name(r->m.path), precision_of(t),
            is_sweep(t) ? " " : "", is_sweep(t) ? ran_on(&r->m).s : "");
    if (first) {
        fprintf(t->out, " %s", si(r->ceiling.fma_per_second, "fma/s").s);
        print_measured(t, r, offsetof(struct tri_ceiling, additions_per_second), "additions/s", "");
        print_measured(t, r, offsetof(struct tri_ceiling, mixed_per_second), "fma+add/s", "");
        print_measured(t, r, offsetof(struct tri_ceiling, integers_per_second), "integers/s", "");
        print_measured(t, r, offsetof(struct tri_ceiling, tensor_per_second), "fma/s", " tensor");
        print_measured(t, r, offsetof(struct tri_ceiling, near_bytes_per_second), "B/s", " near");
        fputc(',', t->out);
    }
    fputc(' ', t->out);
    print_bandwidth(t->out, &r->ceiling);
    if (first && r->ceiling.to_device_per_second > 0)
        fprintf(t->out, ", bus %s to the device, %s back",
                si(r->ceiling.to_device_per_second, "B/s").s,
                si(r->ceiling.from_device_per_second, "B/s").s);
    if (first)
        fprintf(t->out, " (%s)", r->ceiling.how);
    fputc('\n', t->out);
}

/* What binds a row, as fast as it can go: "51.3 Gfma/s", "memory 47.1 GB/s". */
static struct text limit_of(const struct result *r)
{
    const struct tri_ceiling *c = &r->ceiling;
    const struct {
        double rate;
        const char *unit;
    } limits[TRI_RESOURCES] = {
        [TRI_FMA] = { c->fma_per_second, "fma/s" },
        [TRI_ADDITIONS] = { c->additions_per_second, "additions/s" },
        [TRI_MIXED] = { c->mixed_per_second, "fma+add/s" },
        [TRI_INTEGERS] = { c->integers_per_second, "integers/s" },
        [TRI_TENSOR] = { c->tensor_per_second, "tensor fma/s" },
        [TRI_MEMORY] = { fmax(c->bytes_per_second, c->bytes_read_per_second), "B/s" },
        [TRI_CACHE] = { fmax(c->bytes_per_second, c->bytes_read_per_second), "B/s" },
        [TRI_NEAR] = { c->near_bytes_per_second, "B/s" },
    };
    enum tri_resource binds = tri_ceiling_binds(c, &r->m.work);
    struct text t;
    bool bytes = binds == TRI_MEMORY || binds == TRI_CACHE || binds == TRI_NEAR;
    snprintf(t.s, sizeof t.s, "%s%s%.28s", bytes ? tri_resource_name(binds) : "", bytes ? " " : "",
             binds < TRI_RESOURCES ? si(limits[binds].rate, limits[binds].unit).s : "");
    return t;
}

static bool is_said(const struct table *t, size_t i)
{
    for (size_t k = 0; k < i; k++)
        if (same_units(t->row[k], t->row[i]) &&
            strcmp(limit_of(t->row[k]).s, limit_of(t->row[i]).s) == 0)
            return true;
    return false;
}

/* "of ceiling: reference 25.9 Gfma/s; simd 51.3 Gfma/s": what the shares are of, each once. */
static void print_limits(const struct table *t)
{
    char *text = NULL;
    size_t size;
    FILE *out = open_memstream(&text, &size);
    for (size_t i = 0; out && i < t->n; i++)
        if (t->row[i]->has_ceiling && result_share(t->row[i]) > 0 && !is_said(t, i))
            fprintf(out, "%s %s %s",
                    ftell(out) > 0 ? ";" : "of ceiling:", tri_path_name(t->row[i]->m.path),
                    limit_of(t->row[i]).s);
    if (out && fclose(out) == 0 && text && *text) {
        fputs("  ", t->out);
        print_wrapped(t->out, NOTE_COLUMNS, 2, 4, text);
    } else if (!text) {
        note_lost();
    }
    free(text);
}

/* A hotspot of this package, whose .work is known to be right. */
static bool is_ours(const struct tri_hotspot *h)
{
    return strcmp(tri_file_of((void (*)(void))h->reference), tri_library_file()) == 0;
}

static void print_defects(const struct table *t)
{
    const char *why =
        is_ours(t->hotspot)
            ? "a defect of the ceiling, please report"
            : "does a run do all that .work says? (Without one, it moves each array once)";
    for (size_t i = 0; i < t->n; i++)
        if (result_share(t->row[i]) > TRI_MOST_SHARE) {
            print_name(t, t->row[i]);
            fprintf(
                t->out, ": %s of %s, above its ceiling: %s\n", percent(result_share(t->row[i])).s,
                tri_resource_name(tri_ceiling_binds(&t->row[i]->ceiling, &t->row[i]->m.work)), why);
        }
}

/* What stands in the table was the share of a ceiling that a later row has shown to be too low. */
static void print_corrections(const struct table *t)
{
    for (size_t i = 0; i < t->n; i++) {
        const struct result *r = t->row[i];
        double share = result_share(r);
        if (!(r->share > TRI_MOST_SHARE * share))
            continue;
        print_name(t, r);
        fprintf(t->out, ": %s of %s, and not %s: its ceiling was measured again, and higher\n",
                percent(share).s, tri_resource_name(tri_ceiling_binds(&r->ceiling, &r->m.work)),
                percent(r->share).s);
    }
}

static bool same_hardware(const struct tri_measurement *a, const struct tri_measurement *b)
{
    return a->place == b->place && a->launch.threads == b->launch.threads &&
           a->host_memory == b->host_memory;
}

static const struct tri_times *part_of(const struct result *r, bool total)
{
    return total ? &r->m.total : &r->m.kernel;
}

/* "offload tuned double = 1.02 x cuda, 2.10 x cuda-listing7 (time)": how many times as fast a path is as
 * each peer on the same hardware: with intervals. */
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
        fprintf(t->out, "%s %s %s", any ? "," : "",
                ratio_within(tri_ratio(other, own, tri_same_rounds(&peer->m, &path->m))).s,
                peer->m.peer);
        any = true;
    }
    if (any)
        fputs(total ? " (warm)\n" : " (time)\n", t->out);
}

/* Those of later rows, if the head has not said them. */
static void print_later_faults(const struct table *t)
{
    struct faults later = { 0 };
    for (size_t i = 0; i < t->n; i++)
        faults_add(&later, &t->row[i]->m.conditions, t->row[i]->m.clock, &t->faults);
    faults_print(&later, t->out, 2, "conditions of some rows:");
}

static bool any_at(const struct table *t, enum tri_place place)
{
    for (size_t i = 0; i < t->n; i++)
        if (t->row[i]->m.path == TRI_OFFLOAD && !t->row[i]->m.peer && t->row[i]->m.place == place)
            return true;
    return false;
}

static void print_warnings(const struct table *t)
{
    size_t wide = 0;
    for (size_t i = 0; i < t->n; i++)
        wide += is_wide(&t->row[i]->m.kernel);
    print_later_faults(t);
    if (wide > 0)
        fprintf(t->out,
                "  !: from the shortest to the longest time it is more than half of the median\n");
    if (any_at(t, TRI_HOST_PLUGIN))
        fputs("  offload ran on the CPU itself, by LLVM's host plugin: no GPU was there\n", t->out);
    if (t->verbose)
        print_unread(t->out, any_at(t, TRI_GPU));
}

void print_notes(const struct table *t)
{
    if (t->n == 0)
        return;
    fputc('\n', t->out);
    print_warnings(t);
    for (size_t i = 0; i < t->n; i++) {
        if (t->row[i]->m.device)
            print_parts(t, t->row[i]);
        print_scaling(t, t->row[i]);
        if (t->verbose) {
            print_cards(t, t->row[i]);
            print_use(t, t->row[i]);
            print_ceiling(t, i);
        }
    }
    if (!t->verbose)
        print_limits(t);
    print_corrections(t);
    print_defects(t);
    for (size_t i = 0; i < t->n; i++)
        if (!t->row[i]->m.peer) {
            print_ratios(t, t->row[i], false);
            print_ratios(t, t->row[i], true);
        }
    fputc('\n', t->out);
    fflush(t->out);
}
