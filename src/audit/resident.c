/* Operands in memory of the device that is larger than they are, with a pattern before and behind. */
#include "inside.h"

#include "build_info.h"

#include <omp.h>
#include <stdint.h>
#include <string.h>

#if TRIPTYCH_OFFLOAD

enum { PATTERN = 0xCB, BESIDE = 1 << 18 };

static char *room[TRI_GUARDED]; /* on the device; NULL: none */

static size_t bytes_of(const struct tri_case *c, int slot)
{
    return slot == TRI_PLACE_SLOT ? sizeof *c->ran_on
           : c->operand[slot]     ? tri_operand_bytes(c, slot)
                                  : 0;
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

static bool enter_slot(const struct tri_case *c, int slot)
{
    size_t bytes = bytes_of(c, slot);
    static char beside[BESIDE];
    if (bytes == 0)
        return true;
    memset(beside, PATTERN, sizeof beside);
    room[slot] = omp_target_alloc(bytes + 2 * sizeof beside, omp_get_default_device());
    return room[slot] && copy_to(room[slot], beside, sizeof beside, 0) &&
           copy_to(room[slot], beside, sizeof beside, sizeof beside + bytes) &&
           copy_to(room[slot], host_of(c, slot), bytes, sizeof beside) &&
           omp_target_associate_ptr(host_of(c, slot), room[slot], bytes, sizeof beside,
                                    omp_get_default_device()) == 0;
}

static void leave_slot(const struct tri_case *c, int slot)
{
    if (room[slot]) {
        omp_target_disassociate_ptr(host_of(c, slot), omp_get_default_device());
        omp_target_free(room[slot], omp_get_default_device());
    }
    room[slot] = NULL;
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

/* The number of the first byte that is not the pattern's; BESIDE: none. */
static bool first_gone(const char *from, size_t *first)
{
    static char beside[BESIDE];
    if (!copy_from(beside, from, sizeof beside, 0))
        return false;
    for (*first = 0; *first < sizeof beside && (unsigned char)beside[*first] == PATTERN;)
        ++*first;
    return true;
}

static bool look_beside(size_t bytes, int o, int *slot, ptrdiff_t *where)
{
    size_t before, behind;
    if (!first_gone(room[o], &before) || !first_gone(room[o] + BESIDE + bytes, &behind))
        return false;
    if (*slot >= 0 || (before == BESIDE && behind == BESIDE))
        return true;
    *slot = o;
    *where = before < BESIDE ? (ptrdiff_t)before - BESIDE : (ptrdiff_t)(bytes + behind);
    return true;
}

bool tri_resident_leave(const struct tri_case *c, struct tri_case *results, int *slot,
                        ptrdiff_t *where, struct tri_error *e)
{
    bool good = true;
    *slot = -1;
    for (int o = 0; o < TRI_GUARDED; o++) {
        size_t bytes = bytes_of(c, o);
        if (!room[o])
            continue;
        good = good && look_beside(bytes, o, slot, where);
        if (good && (o == TRI_PLACE_SLOT || tri_operand_is_written(c, o)))
            good = copy_from(host_of(results, o), room[o], bytes, BESIDE);
        leave_slot(c, o);
    }
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

int tri_resident_left(const struct tri_case *c)
{
    return -1;
}

#endif
