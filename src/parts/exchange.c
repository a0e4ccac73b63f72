/* Particles of several parts: a step, then an exchange of those that have crossed a border, or are near one. */
#include "parts.h"

#include "build_info.h"
#include "measure.h"

#include <omp.h>
#include <stdlib.h>

/* Where the part computes.  Clang's runtime has these functions only in builds with an offload target. */
#if TRIPTYCH_OFFLOAD
static void *allocate(size_t bytes)
{
    return omp_target_alloc(bytes, omp_get_default_device());
}

static void release(void *there)
{
    omp_target_free(there, omp_get_default_device());
}
#else
static void *allocate(size_t bytes)
{
    return malloc(bytes);
}

static void release(void *there)
{
    free(there);
}
#endif

bool tri_parts_exchange_particles(const struct tri_parts *p)
{
    return p->division->how == TRI_SLABS && p->n > 1;
}

/* Whether the path packs and unpacks by itself. */
static bool by_path(const struct tri_parts *p)
{
    return p->division->exchange->by_path && p->placement.path == TRI_OFFLOAD;
}

static size_t particles_of(const struct tri_parts *p, size_t i)
{
    return (size_t)p->part[i].c.value[p->division->rows].integer;
}

/* A device packs at most one record for each of its particles. */
static size_t bytes_of_buffer(const struct tri_parts *p, size_t i)
{
    return particles_of(p, i) * p->division->exchange->bytes;
}

size_t tri_buffers_bytes(const struct tri_parts *p, size_t i)
{
    return tri_parts_exchange_particles(p)
               ? particles_of(p, i) * sizeof(int32_t) + 3 * bytes_of_buffer(p, i)
               : 0;
}

void tri_buffers_allocate(struct tri_parts *p, size_t i)
{
    struct tri_buffers *b = &p->buffers[i];
    if (!tri_parts_exchange_particles(p))
        return;
    b->where = allocate(particles_of(p, i) * sizeof(int32_t));
    b->out[0] = allocate(bytes_of_buffer(p, i));
    b->out[1] = allocate(bytes_of_buffer(p, i));
    b->in = allocate(bytes_of_buffer(p, i));
    b->packed = allocate(sizeof *b->packed);
    b->counted = tri_staging_memory()->allocate(sizeof *b->counted);
    b->neighbour = calloc(p->n, sizeof *b->neighbour);
    p->failed[i] = (!b->where || !b->out[0] || !b->out[1] || !b->in || !b->packed || !b->counted ||
                    !b->neighbour) &&
                   !tri_fail(&p->error[i], TRI_FAILED, "path %s: no room to exchange particles",
                             tri_path_name(p->placement.path));
}

void tri_buffers_free(struct tri_parts *p, size_t i)
{
    struct tri_buffers *b = &p->buffers[i];
    void *all[] = { b->where, b->out[0], b->out[1], b->in, b->packed };
    for (size_t k = 0; k < sizeof all / sizeof *all; k++)
        if (all[k])
            release(all[k]);
    if (b->counted)
        tri_staging_memory()->release(b->counted);
    free(b->neighbour);
    *b = (struct tri_buffers){ 0 };
}

/* The number of layers from the end of part `lower`'s slab to the beginning of part `upper`'s, around the cube. */
static ptrdiff_t layers_between(const struct tri_parts *p, size_t lower, size_t upper)
{
    const struct tri_part *from = &p->part[lower], *to = &p->part[upper];
    ptrdiff_t all = p->division->exchange->layers(&from->c);
    return (to->first - from->first - from->rows + all) % all;
}

/* The bytes that part `to` needs of what `from` has packed.  A particle that has moved by at most one layer is in the slab or
 * next to it.  The parts that have this layer, or the next one, need it. */
static size_t bytes_for(const struct tri_parts *p, const union tri_contribution *all, size_t from,
                        size_t to)
{
    const struct tri_packed *packed = &all[from].packed;
    bool needed =
        packed->far || layers_between(p, from, to) <= 1 || layers_between(p, to, from) <= 1;
    return needed ? (size_t)packed->count * p->division->exchange->bytes : 0;
}

/* The neighbours of part i, and where in its buffer their particles go, which has room for all: no particle is packed twice. */
static size_t find_neighbours(const struct tri_parts *p, const union tri_contribution *all,
                              size_t i, void *out)
{
    const struct tri_buffers *b = &p->buffers[i];
    size_t n = 0, received = 0;
    for (size_t k = 0; k < p->n; k++) {
        struct tri_neighbour neighbour = {
            .part = k, .send = out, .receive = b->in, .receive_at = received
        };
        if (k == i)
            continue;
        neighbour.send_bytes = bytes_for(p, all, i, k);
        neighbour.receive_bytes = bytes_for(p, all, k, i);
        received += neighbour.receive_bytes;
        if (neighbour.send_bytes > 0 || neighbour.receive_bytes > 0)
            b->neighbour[n++] = neighbour;
    }
    return n;
}

/* What the path has packed, if it does so; else packs. */
static struct tri_packed pack(struct tri_parts *p, size_t i, int turn)
{
    struct tri_buffers *b = &p->buffers[i];
    *b->counted = (struct tri_packed){ 0 };
    if (!by_path(p))
        return p->division->exchange->pack(&p->part[i], b->where, b->out[turn]);
    if (!tri_copy_between(b->counted, 0, omp_get_initial_device(), b->packed, 0, p->part[i].device,
                          sizeof *b->counted))
        p->failed[i] =
            !tri_fail(&p->error[i], TRI_FAILED,
                      "path offload: bytes could not be copied from device %d", p->part[i].device);
    return *b->counted;
}

/* What has come is unpacked, or the path will do so. */
static void unpack(struct tri_parts *p, size_t i, int32_t records)
{
    struct tri_buffers *b = &p->buffers[i];
    b->traffic.arrivals = records;
    if (records > 0 && !p->failed[i] && !by_path(p))
        p->division->exchange->unpack(&p->part[i], b->where, b->in, records);
}

/* What is packed in a turn is received before the next exchange; its buffer is packed again after that. */
static void exchange_particles(struct tri_parts *p, size_t i, int turn)
{
    const struct tri_exchange *exchange = p->division->exchange;
    struct tri_buffers *b = &p->buffers[i];
    double start = tri_now();
    const union tri_contribution contribution = { .packed = pack(p, i, turn) };
    const union tri_contribution *all = p->placement.transport->allgather(p, i, contribution);
    size_t n = find_neighbours(p, all, i, b->out[turn]), records = 0;
    p->placement.transport->neighbour_exchange(p, i, b->neighbour, n);
    for (size_t k = 0; k < n; k++)
        records += b->neighbour[k].receive_bytes / exchange->bytes;
    unpack(p, i, (int32_t)records);
    p->halo[i].seconds += tri_now() - start;
}

void tri_parts_run_particles(struct tri_parts *p, size_t i)
{
    const struct tri_exchange *exchange = p->division->exchange;
    struct tri_buffers *b = &p->buffers[i];
    struct tri_case now = p->part[i].c;
    ptrdiff_t steps = exchange->steps(&now);
    p->halo[i].seconds = 0;
    b->traffic = (struct tri_traffic){ .packed = b->packed, .arrived = b->in };
    now.traffic = &b->traffic;
    if (!by_path(p))
        exchange->begin(&p->part[i], b->where);
    for (ptrdiff_t step = 0; step < steps; step++) {
        b->traffic.leaving = b->out[step % 2];
        now.steps = (struct tri_rows){ step, 1, 1 };
        now.variant->path[p->placement.path](&now);
        if (step + 1 < steps)
            exchange_particles(p, i, (int)(step % 2));
    }
}
