/* Several devices as a contender's memory space: operands are copied there in parts, and back. */
#include "parts.h"

#include "data.h"
#include "measure.h"

#include <omp.h>
#include <string.h>

static int chosen[TRI_MAX_DEVICES];
static size_t choices; /* 0: all */

void tri_devices_choose(const int *device, size_t n)
{
    choices = n;
    for (size_t i = 0; i < n; i++)
        chosen[i] = device[i];
}

int tri_chosen_device(size_t i)
{
    return choices ? chosen[i] : (int)i;
}

/* ---- Whether there are enough devices ---- */

bool tri_devices_available(const struct tri_case *c, const struct tri_variant *v,
                           const struct tri_launch *launch, struct tri_error *e)
{
    if (launch->devices == 0)
        return true;
    if (!v->division)
        return tri_fail(e, TRI_FAILED, "is for one device: devices=%d", launch->devices);
    if (!tri_device_start(e))
        return false;
    size_t there = choices ? choices : (size_t)tri_devices();
    if ((size_t)launch->devices > there)
        return tri_fail(e, TRI_FAILED, "not on this machine: devices=%d, %zu %s", launch->devices,
                        there, choices ? "are chosen" : "are there");
    return tri_parts_possible(c, v->division, (size_t)launch->devices, "devices", e);
}

/* ---- To the devices ---- */

static void *address_on_device(void *host)
{
    char *bytes = host;
    #pragma omp target data use_device_ptr(bytes)
    host = bytes;
    return host;
}

static void find_room(struct tri_parts *p, size_t i)
{
    const struct tri_case *c = &p->part[i].c;
    size_t spares = p->depth == 0       ? 0
                    : p->halo[i].second ? 2
                                        : 1,
           spare = spares ? spares * tri_operand_bytes(c, p->division->to) : 0;
    p->failed[i] =
        !tri_data_has_room(tri_case_bytes(c) + spare + tri_buffers_bytes(p, i), &p->error[i]);
}

static void enter_part(struct tri_parts *p, size_t i)
{
    struct tri_case *c = &p->part[i].c;
    struct tri_halo *halo = &p->halo[i];
    tri_joined_enter(p, i);
    tri_data_map(c, p->outputs);
    if (p->depth == 0)
        return;
    char *spare = halo->spare;
    size_t bytes = tri_operand_bytes(c, p->division->to);
    #pragma omp target enter data map(alloc: spare[:bytes])
    halo->written = address_on_device(c->operand[p->division->to]);
    halo->other = address_on_device(spare);
    char *second = halo->second;
    if (second) {
        #pragma omp target enter data map(alloc: second[:bytes])
        halo->third = address_on_device(second);
    }
}

static bool enter(const struct tri_case *c, const struct tri_launch *launch, bool outputs,
                  struct tri_case *there, struct tri_error *e)
{
    int device[TRI_MAX_DEVICES];
    size_t n = (size_t)launch->devices;
    *there = *c;
    for (size_t i = 0; i < n; i++)
        device[i] = tri_chosen_device(i);
    const struct tri_placement placement = { TRI_OFFLOAD,      n, 0, n, device, &tri_transport_here,
                                             launch->halo_rows };
    there->parts = tri_parts_new(c, &placement, e);
    if (!there->parts)
        return false;
    there->parts->outputs = outputs;
    tri_device_begin(); /* until leave() */
    if (tri_parts_each(there->parts, find_room, e) &&
        tri_parts_each(there->parts, tri_buffers_allocate, e) &&
        tri_parts_each(there->parts, enter_part, e))
        return true;
    struct tri_error closed;
    tri_parts_each(there->parts, tri_buffers_free, &closed);
    tri_device_end();
    tri_parts_free(there->parts);
    return false;
}

void tri_parts_run(const struct tri_case *there)
{
    struct tri_parts *p = there->parts;
    struct tri_error e;
    if (!tri_parts_each(p, tri_parts_run_one, &e))
        p->lost = p->lost.status ? p->lost : e;
    else if (p->division->join)
        p->division->join(there, p->part, p->n);
}

/* ---- And back ---- */

/* Only a part's own rows, since those of its halo are invalid. */
static void bring_rows(const struct tri_parts *p, size_t i)
{
    const struct tri_part *part = &p->part[i];
    const struct tri_case *c = &part->c;
    const struct tri_halo *halo = &p->halo[i];
    for (int o = 0; o < TRI_MAX_OPERANDS; o++) {
        if (!c->operand[o] || !p->division->divided[o] || !tri_operand_is_written(c, o))
            continue;
        size_t row = tri_part_row_bytes(p, i, o), own = row * (size_t)part->rows;
        char *bytes = (char *)c->operand[o] + row * (size_t)halo->above;
        #pragma omp target update from(bytes[:own])
    }
}

/* The particles of a slab may be anywhere in its arrays, so all of each array is copied. */
static void bring_particles(const struct tri_parts *p, size_t i)
{
    const struct tri_case *c = &p->part[i].c;
    for (int o = 0; o < TRI_MAX_OPERANDS; o++) {
        char *bytes = c->operand[o];
        size_t n = tri_operand_bytes(c, o);
        if (bytes && tri_operand_is_written(c, o)) {
            #pragma omp target update from(bytes[:n])
        }
    }
    if (p->whole)
        p->division->exchange->gather(&p->part[i], p->whole);
}

static void leave_part(struct tri_parts *p, size_t i)
{
    const struct tri_case *c = &p->part[i].c;
    if (p->division->how == TRI_SLABS)
        bring_particles(p, i);
    else
        bring_rows(p, i);
    tri_data_release(c);
    tri_joined_leave(p, i);
    tri_buffers_free(p, i);
    if (p->depth > 0) {
        char *spare = p->halo[i].spare;
        size_t bytes = tri_operand_bytes(c, p->division->to);
        #pragma omp target exit data map(release: spare[:bytes])
        char *second = p->halo[i].second;
        if (second) {
            #pragma omp target exit data map(release: second[:bytes])
        }
    }
}

/* Puts rows that were distributed cyclically into their places. */
static void gather(const struct tri_case *c, const struct tri_parts *p)
{
    for (size_t i = 0; i < p->n; i++)
        for (int o = 0; o < TRI_MAX_OPERANDS; o++) {
            const struct tri_part *part = &p->part[i];
            if (!c->operand[o] || !p->division->divided[o] || !tri_operand_is_written(c, o))
                continue;
            size_t row = tri_operand_bytes(&part->c, o) / (size_t)part->rows;
            for (ptrdiff_t r = 0; r < part->rows; r++)
                memcpy((char *)c->operand[o] + row * ((size_t)part->first + (size_t)r * p->n),
                       (char *)part->c.operand[o] + row * (size_t)r, row);
        }
}

static bool leave(struct tri_case *there, struct tri_case *c, struct tri_error *e)
{
    struct tri_parts *p = there->parts;
    p->whole = c;
    bool good = tri_parts_each(p, leave_part, e);
    if (p->lost.status) {
        *e = p->lost;
        good = false;
    }
    *c->ran_on = TRI_PLACES;
    for (size_t i = 0; i < p->n; i++)
        if (*p->part[i].c.ran_on < *c->ran_on)
            *c->ran_on = *p->part[i].c.ran_on;
    if (good && p->division->how == TRI_CYCLIC)
        gather(c, p);
    tri_device_end();
    tri_parts_free(p);
    there->parts = NULL;
    return good && (*c->ran_on > TRI_CPU || tri_data_fail_place((enum tri_place) * c->ran_on, e));
}

const struct tri_memory_space tri_parts_memory_space = {
    .start = tri_device_start,
    .start_seconds = tri_device_start_seconds,
    .device = tri_device_name,
    .enter = enter,
    .leave = leave,
};

const struct tri_part_on_device tri_part_on_device = { find_room, enter_part, leave_part, gather };
