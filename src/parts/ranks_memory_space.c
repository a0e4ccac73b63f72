/* Ranks as a contender's memory space: each rank has a part of the case, and rank 0 has all of it. */
#include "ranks.h"

#include "data.h"

#include <omp.h>
#include <stdlib.h>
#include <string.h>

/* ---- Between them ---- */

/* The messages of an exchange, and host memory for what devices send and receive: pinned if possible, since that is copied from
 * and to a device two to three times as fast. */
static struct {
    const struct tri_pinning *memory;
    struct tri_sendrecv *sendrecv;
    struct staging {
        char *bytes;
        size_t size;
    } (*staging)[2];
    size_t n;
} exchange;

static bool allocate_exchange(size_t n)
{
    exchange.memory = tri_staging_memory();
    exchange.sendrecv = calloc(n, sizeof *exchange.sendrecv);
    exchange.staging = calloc(n, sizeof *exchange.staging);
    exchange.n = n;
    return exchange.sendrecv && exchange.staging;
}

/* Called by the part's thread, whose default device is the one for which memory was pinned. */
static void release_staging(struct tri_parts *p, size_t i)
{
    for (size_t k = 0; exchange.staging && k < exchange.n; k++)
        for (int side = 0; side < 2; side++)
            exchange.memory->release(exchange.staging[k][side].bytes);
}

static void free_exchange(void)
{
    free(exchange.staging);
    free(exchange.sendrecv);
    memset(&exchange, 0, sizeof exchange);
}

/* With some room more, since particles that move are not as many in each step, and it takes long to pin memory. */
static char *staged(size_t neighbour, int side, size_t bytes)
{
    struct staging *s = &exchange.staging[neighbour][side];
    if (s->size >= bytes)
        return s->bytes;
    exchange.memory->release(s->bytes);
    s->size = bytes + bytes / 4;
    s->bytes = exchange.memory->allocate(s->size);
    if (!s->bytes)
        tri_ranks_give_up("out of memory for a halo on its way");
    return s->bytes;
}

static void copy(void *to, size_t to_at, int to_device, const void *from, size_t from_at,
                 int from_device, size_t bytes)
{
    if (bytes > 0 && !tri_copy_between(to, to_at, to_device, from, from_at, from_device, bytes))
        tri_ranks_give_up("path offload: a halo could not be copied from or to the device");
}

/* Sends from host memory, or from device memory if MPI accepts that. */
static void exchange_direct(const struct tri_neighbour *neighbour, size_t n)
{
    for (size_t k = 0; k < n; k++)
        exchange.sendrecv[k] =
            (struct tri_sendrecv){ (int)neighbour[k].part,
                                   (const char *)neighbour[k].send + neighbour[k].send_at,
                                   (char *)neighbour[k].receive + neighbour[k].receive_at,
                                   neighbour[k].send_bytes, neighbour[k].receive_bytes };
    tri_messages()->neighbour_exchange(exchange.sendrecv, n);
}

static void exchange_staged(int device, const struct tri_neighbour *neighbour, size_t n)
{
    struct tri_sendrecv *sendrecv = exchange.sendrecv;
    int host = omp_get_initial_device();
    for (size_t k = 0; k < n; k++) {
        const struct tri_neighbour *s = &neighbour[k];
        char *send = staged(k, 0, s->send_bytes), *receive = staged(k, 1, s->receive_bytes);
        copy(send, 0, host, s->send, s->send_at, device, s->send_bytes);
        sendrecv[k] =
            (struct tri_sendrecv){ (int)s->part, send, receive, s->send_bytes, s->receive_bytes };
    }
    tri_messages()->neighbour_exchange(sendrecv, n);
    for (size_t k = 0; k < n; k++)
        copy(neighbour[k].receive, neighbour[k].receive_at, device, sendrecv[k].receive, 0, host,
             neighbour[k].receive_bytes);
}

static void exchange_ranks(struct tri_parts *p, size_t i, const struct tri_neighbour *neighbour,
                           size_t n)
{
    if (p->placement.path != TRI_OFFLOAD || tri_ranks_direct())
        exchange_direct(neighbour, n);
    else
        exchange_staged(p->part[i].device, neighbour, n);
}

static const union tri_contribution *allgather_ranks(struct tri_parts *p, size_t i,
                                                     union tri_contribution contribution)
{
    unsigned turn = p->turn[i] = !p->turn[i];
    tri_messages()->allgather(&contribution, p->gathered[turn], sizeof contribution);
    return p->gathered[turn];
}

const struct tri_transport tri_transport_of_ranks = { allgather_ranks, exchange_ranks };

/* ---- Parts ---- */

static size_t own_part(void)
{
    return (size_t)tri_rank();
}

static bool on_device(const struct tri_parts *p)
{
    return p->placement.path == TRI_OFFLOAD;
}

static int own_device(void)
{
    return tri_own_rank()->local_rank;
}

static bool has_device(struct tri_error *e)
{
    if (!tri_device_start(e))
        return false;
    return own_device() < tri_devices() ||
           tri_fail(e, TRI_FAILED, "has no device: it is number %d of its node, where %d are",
                    own_device(), tri_devices());
}

static void undivide(struct tri_parts *p)
{
    struct tri_error closed;
    if (p) {
        tri_parts_each(p, tri_buffers_free, &closed);
        tri_parts_each(p, release_staging, &closed);
    }
    tri_parts_free(p);
    free_exchange();
}

/* For a CPU's path, the part's device is the host, so that the target regions of .stop and .exchange run there, too. */
static struct tri_parts *divide(const struct tri_case *c, enum tri_path path,
                                const struct tri_launch *launch, struct tri_error *e)
{
    const int device = path == TRI_OFFLOAD ? own_device() : omp_get_initial_device();
    const struct tri_placement placement = { path,    (size_t)launch->ranks,   own_part(),       1,
                                             &device, &tri_transport_of_ranks, launch->halo_rows };
    if (path == TRI_OFFLOAD && !has_device(e))
        return NULL;
    struct tri_parts *p = tri_parts_new(c, &placement, e);
    if (!p)
        return NULL;
    bool good =
        allocate_exchange(tri_parts_most_neighbours(p)) || tri_fail(e, TRI_FAILED, "out of memory");
    if (good && path == TRI_OFFLOAD)
        good = tri_parts_each(p, tri_part_on_device.find_room, e);
    if (good && tri_parts_each(p, tri_buffers_allocate, e))
        return p;
    undivide(p);
    return NULL;
}

/* ---- Copying rows between ranks ---- */

static bool is_divided(const struct tri_parts *p, int o)
{
    return o < TRI_MAX_OPERANDS && p->division->divided[o];
}

/* Sends each part the values of its rows, with the halo, from the whole. */
static void send_values(const struct tri_case *c, int o)
{
    struct tri_parts *p = c->parts;
    for (size_t i = 0; i < p->n; i++) {
        const struct tri_case *part = &p->part[i].c;
        if (tri_rank() == 0 && i > 0)
            tri_messages()->send((int)i, part->operand[o], tri_operand_bytes(part, o));
        if (i > 0 && i == own_part())
            tri_messages()->receive(0, part->operand[o], tri_operand_bytes(part, o));
    }
}

static void scatter(const struct tri_case *c)
{
    const struct tri_case *own = &c->parts->part[own_part()].c;
    for (int o = 0; o < TRI_SLOTS; o++) {
        if (!own->operand[o] || !tri_operand_is_read(c, o))
            continue;
        if (is_divided(c->parts, o))
            send_values(c, o);
        else if (tri_operand_role(c, o) == TRI_IN)
            tri_messages()->broadcast(own->operand[o], tri_operand_bytes(own, o));
    }
}

/* Sends bytes of a part's operand to rank 0, from its byte `at` on. */
static void bring(const struct tri_parts *p, size_t i, int o, size_t at, size_t bytes)
{
    char *operand = p->part[i].c.operand[o];
    if (tri_rank() == 0)
        tri_messages()->receive((int)i, operand + at, bytes);
    else if (i == own_part())
        tri_messages()->send(0, operand + at, bytes);
}

static void bring_rows(const struct tri_case *c, int o)
{
    const struct tri_parts *p = c->parts;
    for (size_t i = 1; i < p->n; i++) {
        const struct tri_part *part = &p->part[i];
        size_t row = tri_part_row_bytes(p, i, o);
        bring(p, i, o, row * (size_t)p->halo[i].above, row * (size_t)part->rows);
    }
}

/* Sends what .join needs from each part. */
static void bring_joined(const struct tri_parts *p)
{
    for (int o = 0; o < TRI_SLOTS; o++)
        for (size_t i = 1; tri_is_joined(p, o) && i < p->n; i++)
            bring(p, i, o, 0, tri_operand_bytes(&p->part[i].c, o));
}

/* On rank 0: memory for the results of a slab in another process, until they are in the whole. */
static void allocate_results(struct tri_case *part)
{
    for (int o = 0; o < TRI_MAX_OPERANDS; o++)
        if (tri_operand_in(part, o) && tri_operand_is_written(part, o)) {
            part->operand[o] = malloc(tri_operand_bytes(part, o));
            if (!part->operand[o])
                tri_ranks_give_up("out of memory for the particles of another rank");
        }
}

static void free_results(struct tri_case *part)
{
    for (int o = 0; o < TRI_MAX_OPERANDS; o++)
        if (tri_operand_in(part, o) && tri_operand_is_written(part, o)) {
            free(part->operand[o]);
            part->operand[o] = NULL;
        }
}

/* What a device has of the particles in rank 0's own slab is in the whole already. */
static void bring_slabs(const struct tri_parts *p)
{
    if (tri_rank() == 0 && !on_device(p))
        p->division->exchange->gather(&p->part[0], p->whole);
    for (size_t i = 1; i < p->n; i++) {
        struct tri_case *part = &p->part[i].c;
        if (tri_rank() == 0)
            allocate_results(part);
        for (int o = 0; o < TRI_MAX_OPERANDS; o++)
            if (tri_operand_in(part, o) && tri_operand_is_written(part, o))
                bring(p, i, o, 0, tri_operand_bytes(part, o));
        if (tri_rank() > 0)
            continue;
        p->division->exchange->gather(&p->part[i], p->whole);
        free_results(part);
    }
}

static void bring_all(const struct tri_case *c)
{
    if (c->parts->division->how == TRI_SLABS)
        bring_slabs(c->parts);
    for (int o = 0; o < TRI_MAX_OPERANDS; o++)
        if (is_divided(c->parts, o) && tri_operand_is_written(c, o) &&
            c->parts->part[own_part()].c.operand[o])
            bring_rows(c, o);
}

/* ---- What each rank does ---- */

static void enter_memory(struct tri_parts *p, size_t i)
{
    if (p->depth == 0)
        return;
    p->halo[i].written = p->part[i].c.operand[p->division->to];
    p->halo[i].other = p->halo[i].spare;
    p->halo[i].third = p->halo[i].second;
}

bool tri_ranks_enter(const struct tri_case *c, enum tri_path path, const struct tri_launch *launch,
                     bool outputs, struct tri_case *there, struct tri_error *e)
{
    *there = *c;
    there->parts = divide(c, path, launch, e);
    bool device = path == TRI_OFFLOAD && there->parts;
    if (!tri_ranks_agree(there->parts, device ? tri_device_name() : NULL,
                         device ? own_device() : -1, e)) {
        undivide(there->parts);
        there->parts = NULL;
        return false;
    }
    scatter(there);
    if (device)
        tri_device_begin(); /* until the rank leaves the case */
    there->parts->outputs = outputs;
    tri_parts_each(there->parts, device ? tri_part_on_device.enter : enter_memory, e);
    return true;
}

void tri_ranks_run(const struct tri_case *there)
{
    struct tri_parts *p = there->parts;
    struct tri_error e;
    if (!tri_parts_each(p, tri_parts_run_one, &e) && !p->lost.status)
        p->lost = e;
    bring_joined(p);
    double halo = tri_messages()->reduce_max(p->halo[own_part()].seconds);
    if (tri_rank() > 0)
        return;
    p->halo[0].seconds = halo;
    if (p->division->join)
        p->division->join(there, p->part, p->n);
}

/* Rank 0 gets the worst of the places where ranks have run. */
static void reduce_place(const struct tri_parts *p, struct tri_case *c)
{
    const int *own = p->part[own_part()].c.ran_on;
    int place = on_device(p) ? *own : TRI_CPU;
    int worst = TRI_PLACES - (int)tri_messages()->reduce_max(TRI_PLACES - place);
    if (tri_rank() == 0)
        *c->ran_on = worst;
}

bool tri_ranks_leave(struct tri_case *there, struct tri_case *c, struct tri_error *e)
{
    struct tri_parts *p = there->parts;
    bool device = on_device(p), good = true;
    p->whole = tri_rank() == 0 ? c : NULL;
    if (device)
        good = tri_parts_each(p, tri_part_on_device.leave, e);
    if (p->lost.status) {
        *e = p->lost;
        good = false;
    }
    bring_all(there);
    reduce_place(p, c);
    good = tri_ranks_agree(good, device ? tri_device_name() : NULL, device ? own_device() : -1, e);
    if (good && tri_rank() == 0 && p->division->how == TRI_CYCLIC)
        tri_part_on_device.gather(c, p);
    if (device)
        tri_device_end();
    undivide(p);
    there->parts = NULL;
    return good && (tri_rank() > 0 || !device || *c->ran_on > TRI_CPU ||
                    tri_data_fail_place((enum tri_place) * c->ran_on, e));
}

/* ---- What rank 0 does ---- */

static bool enter(const struct tri_case *c, enum tri_path path, const struct tri_launch *launch,
                  bool outputs, struct tri_case *there, struct tri_error *e)
{
    tri_order_enter(c, path, launch, outputs);
    if (tri_ranks_enter(c, path, launch, outputs, there, e))
        return true;
    tri_order_refused();
    return false;
}

static bool enter_simd(const struct tri_case *c, const struct tri_launch *launch, bool outputs,
                       struct tri_case *there, struct tri_error *e)
{
    return enter(c, TRI_SIMD, launch, outputs, there, e);
}

static bool enter_avx2(const struct tri_case *c, const struct tri_launch *launch, bool outputs,
                       struct tri_case *there, struct tri_error *e)
{
    return enter(c, TRI_AVX2, launch, outputs, there, e);
}

static bool enter_offload(const struct tri_case *c, const struct tri_launch *launch, bool outputs,
                          struct tri_case *there, struct tri_error *e)
{
    return enter(c, TRI_OFFLOAD, launch, outputs, there, e);
}

static bool leave(struct tri_case *there, struct tri_case *c, struct tri_error *e)
{
    tri_order(TRI_LEAVE);
    return tri_ranks_leave(there, c, e);
}

void tri_ranks_order_run(const struct tri_case *there)
{
    tri_order(TRI_RUN);
    tri_ranks_run(there);
}

static bool start_cpu(struct tri_error *e)
{
    return true;
}

static double start_seconds_cpu(void)
{
    return 0;
}

static const char *no_device(void)
{
    return NULL;
}

static const struct tri_memory_space spaces[TRI_PATHS] = {
    [TRI_SIMD] = { start_cpu, start_seconds_cpu, no_device, enter_simd, leave, false, NULL, NULL },
    [TRI_AVX2] = { start_cpu, start_seconds_cpu, no_device, enter_avx2, leave, false, NULL, NULL },
    [TRI_OFFLOAD] = { tri_device_start, tri_device_start_seconds, tri_device_name, enter_offload,
                      leave, false, NULL, NULL },
};

const struct tri_memory_space *tri_ranks_memory_space(enum tri_path path)
{
    return &spaces[path];
}

bool tri_ranks_available(const struct tri_case *c, const struct tri_variant *v, enum tri_path path,
                         const struct tri_launch *l, struct tri_error *e)
{
    if (l->ranks == 0)
        return true;
    if (!v->division)
        return tri_fail(e, TRI_FAILED, "is for one process: ranks=%d", l->ranks);
    if (!tri_messages() || l->ranks > tri_ranks())
        return tri_fail(e, TRI_FAILED, "not here: ranks=%d, and %s", l->ranks,
                        tri_messages() ? "an MPI launcher has started fewer"
                                       : "no MPI launcher has started this program");
    if (l->devices > 0)
        return tri_fail(e, TRI_FAILED, "a rank has one device: ranks=%d, devices=%d", l->ranks,
                        l->devices);
    if (path == TRI_OFFLOAD && tri_device_start(NULL) &&
        tri_ranks_on_busiest(l->ranks) > tri_devices())
        return tri_fail(e, TRI_FAILED, "not on this machine: ranks=%d of a node, %d devices",
                        tri_ranks_on_busiest(l->ranks), tri_devices());
    return tri_parts_possible(c, v->division, (size_t)l->ranks, "ranks", e);
}
