/*
 * A case's data on the device.
 *
 * These functions map operands as bytes.  A hotspot's region maps the same addresses with its own
 * types; OpenMP does not copy what is present.
 */
#include "data.h"

#include "build_info.h"
#include "hotspot.h"

#include <omp.h>

/* Some runtimes end the process if a mapping does not fit: so ask first.  Clang's runtime has
 * these functions only in builds with offload. */
#if TRIPTYCH_OFFLOAD
static bool can_allocate(size_t bytes)
{
    void *room = omp_target_alloc(bytes, omp_get_default_device());
    omp_target_free(room, omp_get_default_device());
    return room || bytes == 0;
}
#else
static bool can_allocate(size_t bytes)
{
    return bytes == 0;
}
#endif

bool tri_data_is_shared(void)
{
    static char probe;
    char *here = &probe;
    bool shared;
    tri_device_begin();
    #pragma omp target data map(alloc: here[:1]) use_device_ptr(here)
    shared = here == &probe;
    tri_device_end();
    return shared;
}

bool tri_data_has_room(size_t bytes, struct tri_error *e)
{
    tri_device_begin();
    bool room = can_allocate(bytes);
    tri_device_end();
    return room || tri_fail(e, TRI_FAILED, "path offload: %s has no %.3g GB free",
                            tri_device_name(), (double)bytes * 1e-9);
}

bool tri_device_has_room(const struct tri_case *c, struct tri_error *e)
{
    return tri_data_has_room(tri_case_bytes(c), e);
}

/* What the path returns is the host's. */
static bool is_mapped(const struct tri_case *c, int operand)
{
    return c->operand[operand] && operand != c->variant->returned - 1;
}

static void map(const struct tri_case *c, int operand, bool send)
{
    char *bytes = c->operand[operand];
    size_t n = tri_operand_bytes(c, operand);
    if (send) {
        #pragma omp target enter data map(to: bytes[:n])
    } else {
        #pragma omp target enter data map(alloc: bytes[:n])
    }
}

static void unmap(const struct tri_case *c, int operand, bool outputs)
{
    char *bytes = c->operand[operand];
    size_t n = tri_operand_bytes(c, operand);
    if (outputs && tri_operand_is_written(c, operand)) {
        #pragma omp target exit data map(from: bytes[:n])
    } else {
        #pragma omp target exit data map(release: bytes[:n])
    }
}

static size_t told_before;

/* A path that says nothing of where it runs leaves there what was sent. */
static int *place_to_send(const struct tri_case *c)
{
    told_before = tri_kernels_told;
    if (c->variant->is_silent)
        *c->ran_on = tri_device_place();
    return c->ran_on;
}

/* And if the runtime tells of kernels, and there was none since, it ran nowhere. */
static bool check_place(struct tri_case *c, struct tri_error *e)
{
    if (c->variant->is_silent && tri_kernels_told > 0 && tri_kernels_told == told_before)
        *c->ran_on = TRI_NOWHERE;
    return *c->ran_on > TRI_CPU || tri_data_fail_place((enum tri_place) * c->ran_on, e);
}

void tri_data_map(const struct tri_case *c, bool send_outputs)
{
    int *place = place_to_send(c);
    #pragma omp target enter data map(to: place[:1])
    for (int o = 0; o < TRI_SLOTS; o++)
        if (is_mapped(c, o))
            map(c, o, tri_operand_is_read(c, o) || (send_outputs && tri_operand_is_written(c, o)));
}

/* The device stays in use until tri_device_exit(). */
static void enter(const struct tri_case *c, bool send_outputs)
{
    tri_device_begin();
    tri_data_map(c, send_outputs);
}

static bool enter_memory_space(const struct tri_case *c, const struct tri_launch *launch,
                               bool send_outputs, struct tri_case *there, struct tri_error *e)
{
    *there = *c; /* OpenMP itself knows what an address here is on the device */
    if (!tri_device_start(e))
        return false;
    enter(c, send_outputs);
    return true;
}

bool tri_device_enter(struct tri_case *c, struct tri_error *e)
{
    struct tri_case there;
    return tri_device_start(e) && tri_device_has_room(c, e) &&
           enter_memory_space(c, NULL, false, &there, e);
}

static void leave(const struct tri_case *c, bool outputs)
{
    int *place = c->ran_on;
    #pragma omp target exit data map(from: place[:1])
    for (int o = 0; o < TRI_SLOTS; o++)
        if (is_mapped(c, o))
            unmap(c, o, outputs);
}

void tri_data_release(const struct tri_case *c)
{
    leave(c, false);
}

void tri_device_exit(struct tri_case *c)
{
    leave(c, true);
    tri_device_end();
}

bool tri_device_allocate(struct tri_case *c, struct tri_error *e)
{
    int *place = c->ran_on;
    if (!tri_device_start(e))
        return false;
    tri_device_begin(); /* until tri_device_exit() */
    #pragma omp target enter data map(alloc: place[:1])
    for (int o = 0; o < TRI_SLOTS; o++)
        if (is_mapped(c, o))
            map(c, o, false);
    return true;
}

static void send(const struct tri_case *c, bool outputs)
{
    int *place = place_to_send(c);
    #pragma omp target update to(place[:1])
    for (int o = 0; o < TRI_SLOTS; o++) {
        char *bytes = c->operand[o];
        size_t n = tri_operand_bytes(c, o);
        if (is_mapped(c, o) &&
            (tri_operand_is_read(c, o) || (outputs && tri_operand_is_written(c, o)))) {
            #pragma omp target update to(bytes[:n])
        }
    }
}

void tri_device_send(struct tri_case *c)
{
    send(c, false);
}

/* `there` has the addresses of the host. */
static void send_again(const struct tri_case *there)
{
    send(there, true);
}

bool tri_device_receive(struct tri_case *c, struct tri_error *e)
{
    int *place = c->ran_on;
    #pragma omp target update from(place[:1])
    for (int o = 0; o < TRI_SLOTS; o++) {
        char *bytes = c->operand[o];
        size_t n = tri_operand_bytes(c, o);
        if (is_mapped(c, o) && tri_operand_is_written(c, o)) {
            #pragma omp target update from(bytes[:n])
        }
    }
    return check_place(c, e);
}

static bool leave_memory_space(struct tri_case *there, struct tri_case *c, struct tri_error *e)
{
    tri_device_exit(c);
    return check_place(c, e);
}

const struct tri_memory_space tri_device_memory_space = {
    .start = tri_device_start,
    .start_seconds = tri_device_start_seconds,
    .device = tri_device_name,
    .enter = enter_memory_space,
    .leave = leave_memory_space,
    .maps_by_itself = true,
    .has_room = tri_device_has_room,
    .pinning = &tri_device_pinning,
    .send = send_again,
};
