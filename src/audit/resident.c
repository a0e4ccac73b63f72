/* Operands in memory of the device that is larger than they are, with a pattern before and behind. */
#include "inside.h"

#include "build_info.h"
#include "case.h"

#include <omp.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#if TRIPTYCH_OFFLOAD

enum { BESIDE = 1 << 18 };

static char *there[TRI_GUARDED]; /* on the device; NULL: none */

/* What goes there, or comes from there: what lies beside an operand depends on where it is written and looked at. */
static char beside[BESIDE];

/* A device that is this CPU: nobody may touch what lies beside an operand, not even read it. */
static bool is_closed(void)
{
    return tri_device_place() == TRI_HOST_PLUGIN;
}

/* What the path returns is the host's. */
static size_t bytes_of(const struct tri_case *c, int slot)
{
    if (slot == TRI_PLACE_SLOT)
        return sizeof *c->ran_on;
    return c->operand[slot] && slot != c->variant->returned - 1 ? tri_operand_bytes(c, slot) : 0;
}

static void *host_of(const struct tri_case *c, int slot)
{
    return slot == TRI_PLACE_SLOT ? (void *)c->ran_on : c->operand[slot];
}

static bool copy_to(void *to, const void *from, size_t bytes, size_t offset)
{
    return omp_target_memcpy(to, from, bytes, offset, 0, omp_get_default_device(),
                             omp_get_initial_device()) == 0;
}

static bool copy_from(void *to, const void *from, size_t bytes, size_t offset)
{
    return omp_target_memcpy(to, from, bytes, 0, offset, omp_get_initial_device(),
                             omp_get_default_device()) == 0;
}

static char *allocate_closed(const struct tri_case *c, int slot)
{
    size_t number = slot == TRI_PLACE_SLOT ? sizeof *c->ran_on : tri_number_bytes(c, slot);
    if (!tri_guard_allocate(&tri_there[slot], bytes_of(c, slot), number))
        return NULL;
    tri_guard_reset_one(&tri_there[slot], slot);
    return tri_there[slot].begin;
}

static char *allocate(const struct tri_case *c, int slot)
{
    size_t bytes = bytes_of(c, slot);
    char *room = omp_target_alloc(bytes + 2 * sizeof beside, omp_get_default_device());
    tri_fill_beside(beside, beside + sizeof beside, slot);
    if (!room || !copy_to(room, beside, sizeof beside, 0) ||
        !copy_to(room, beside, sizeof beside, sizeof beside + bytes))
        return NULL;
    return room + sizeof beside;
}

static bool enter_slot(const struct tri_case *c, int slot)
{
    size_t bytes = bytes_of(c, slot);
    if (bytes == 0)
        return true;
    there[slot] = is_closed() ? allocate_closed(c, slot) : allocate(c, slot);
    return there[slot] && copy_to(there[slot], host_of(c, slot), bytes, 0) &&
           omp_target_associate_ptr(host_of(c, slot), there[slot], bytes, 0,
                                    omp_get_default_device()) == 0;
}

static void leave_slot(const struct tri_case *c, int slot)
{
    if (!there[slot])
        return;
    omp_target_disassociate_ptr(host_of(c, slot), omp_get_default_device());
    if (is_closed())
        tri_guard_put_away(&tri_there[slot]);
    else
        omp_target_free(there[slot] - BESIDE, omp_get_default_device());
    there[slot] = NULL;
}

bool tri_resident_enter(const struct tri_case *c, struct tri_error *e)
{
    bool good = true;
    for (int o = 0; good && o < TRI_GUARDED; o++)
        good = enter_slot(c, o);
    for (int o = 0; !good && o < TRI_GUARDED; o++)
        leave_slot(c, o);
    return good || tri_fail(e, TRI_FAILED, "path offload: the device has no %.3g GB free",
                            (double)tri_case_bytes(c) * 1e-9);
}

/* The number of the first byte that is something else; BESIDE: none. */
static bool first_gone(const char *from, int slot, size_t *first)
{
    if (!copy_from(beside, from, sizeof beside, 0))
        return false;
    const char *gone = tri_not_beside(beside, beside + sizeof beside, slot);
    *first = gone ? (size_t)(gone - beside) : BESIDE;
    return true;
}

static bool look_beside(size_t bytes, int o, bool *gone, ptrdiff_t *where)
{
    size_t before, behind;
    if (is_closed()) {
        *gone = tri_guard_is_overwritten(&tri_there[o], o, where);
        return true;
    }
    if (!first_gone(there[o] - BESIDE, o, &before) || !first_gone(there[o] + bytes, o, &behind))
        return false;
    *gone = before < BESIDE || behind < BESIDE;
    *where = before < BESIDE ? (ptrdiff_t)before - BESIDE : (ptrdiff_t)(bytes + behind);
    return true;
}

static bool is_unlike(const void *host, const char *from, size_t bytes)
{
    if (is_closed())
        return memcmp(host, from, bytes) != 0;
    void *copy = malloc(bytes);
    bool unlike = copy && copy_from(copy, from, bytes, 0) && memcmp(host, copy, bytes) != 0;
    free(copy);
    return unlike;
}

int tri_resident_changed(const struct tri_case *c)
{
    for (int o = 0; o < TRI_SLOTS; o++)
        if (there[o] && tri_operand_role(c, o) == TRI_IN &&
            is_unlike(c->operand[o], there[o], bytes_of(c, o)))
            return o;
    return -1;
}

bool tri_resident_leave(const struct tri_case *c, struct tri_case *results, int *slot,
                        ptrdiff_t *where, struct tri_error *e)
{
    bool good = true;
    *slot = -1;
    for (int o = 0; o < TRI_GUARDED; o++) {
        size_t bytes = bytes_of(c, o);
        if (!there[o])
            continue;
        bool gone = false;
        good = good && (*slot >= 0 || look_beside(bytes, o, &gone, where));
        if (gone)
            *slot = o;
        if (good && (o == TRI_PLACE_SLOT || tri_operand_is_written(c, o)))
            good = copy_from(host_of(results, o), there[o], bytes, 0);
        leave_slot(c, o);
    }
    const int returned = c->variant->returned - 1;
    if (returned >= 0)
        memcpy(results->operand[returned], c->operand[returned], tri_operand_bytes(c, returned));
    return good || tri_fail(e, TRI_FAILED, "path offload: a copy from the device failed");
}

int tri_resident_left(const struct tri_case *c)
{
    int slot = -1, device = omp_get_default_device();
    for (int o = 0; o < TRI_GUARDED; o++) {
        size_t bytes = bytes_of(c, o);
        char *host = host_of(c, o);
        if (bytes == 0 || !omp_target_is_present(host, device))
            continue;
        #pragma omp target exit data map(delete: host[:bytes])
        slot = o;
    }
    return slot;
}

#else

bool tri_resident_enter(const struct tri_case *c, struct tri_error *e)
{
    return tri_fail(e, TRI_FAILED, "path offload: this build has none");
}

bool tri_resident_leave(const struct tri_case *c, struct tri_case *results, int *slot,
                        ptrdiff_t *where, struct tri_error *e)
{
    return tri_fail(e, TRI_FAILED, "path offload: this build has none");
}

int tri_resident_changed(const struct tri_case *c)
{
    return -1;
}

int tri_resident_left(const struct tri_case *c)
{
    return -1;
}

#endif
