/*
 * Results that are joined: operands of the parts that .join reads on the host when all have run.
 *
 * To copy a few kilobytes from a device after its region takes as long as to start another region.  So the device writes them
 * to the host's memory itself, where it can: a GPU to memory that the runtime has pinned, and a device that is the CPU to any.
 * omp_target_associate_ptr() says that such an operand's place on the device is the host's memory, and paths map it as
 * always.  Elsewhere it is copied.
 */
#include "parts.h"

#include "build_info.h"
#include "data.h"
#include "measure.h"

#include <omp.h>
#include <stdlib.h>
#include <string.h>

static bool is_joined(const struct tri_parts *p, size_t i, int o)
{
    return p->division->joined[o] && p->part[i].c.operand[o];
}

/* ---- Memory ---- */

/* Moves an operand to pinned memory. */
static bool pin(struct tri_case *part, int o)
{
    size_t bytes = tri_operand_bytes(part, o);
    void *pinned = tri_device_pinning.allocate(bytes);
    if (!pinned)
        return false;
    memcpy(pinned, part->operand[o], bytes);
    free(part->operand[o]);
    part->operand[o] = pinned;
    part->bound[o] = bytes; /* so that it is not freed as other operands are */
    return true;
}

bool tri_joined_allocate(struct tri_parts *p, size_t i, struct tri_error *e)
{
    bool pinned = p->share.path == TRI_OFFLOAD && tri_staging_memory() == &tri_device_pinning;
    for (int o = 0; pinned && o < TRI_SLOTS; o++)
        if (is_joined(p, i, o) && !pin(&p->part[i].c, o))
            return tri_fail(e, TRI_FAILED, "out of pinned memory");
    return true;
}

void tri_joined_free(struct tri_parts *p, size_t i)
{
    struct tri_case *part = &p->part[i].c;
    for (int o = 0; o < TRI_SLOTS; o++)
        if (is_joined(p, i, o) && part->bound[o]) {
            tri_device_pinning.release(part->operand[o]);
            part->operand[o] = NULL;
        }
}

/* ---- On the device ---- */

/* Clang's runtime has these functions only in builds with an offload target. */
#if TRIPTYCH_OFFLOAD
static bool associate(void *host, size_t bytes)
{
    return omp_target_associate_ptr(host, host, bytes, 0, omp_get_default_device()) == 0;
}

static void disassociate(void *host)
{
    omp_target_disassociate_ptr(host, omp_get_default_device());
}
#else
static bool associate(void *host, size_t bytes)
{
    (void)host, (void)bytes;
    return false;
}

static void disassociate(void *host)
{
    (void)host;
}
#endif

/* Whether the device can write the operand in the host's memory: what is bound has been pinned. */
static bool can_write(const struct tri_case *part, int o)
{
    return part->bound[o] || tri_device_place() == TRI_HOST_PLUGIN;
}

void tri_joined_enter(struct tri_parts *p, size_t i)
{
    const struct tri_case *part = &p->part[i].c;
    bool good = true;
    for (int o = 0; good && o < TRI_SLOTS; o++)
        if (is_joined(p, i, o))
            good = can_write(part, o) && associate(part->operand[o], tri_operand_bytes(part, o));
    p->in_place[i] = good;
}

void tri_joined_leave(struct tri_parts *p, size_t i)
{
    for (int o = 0; p->in_place[i] && o < TRI_SLOTS; o++)
        if (is_joined(p, i, o))
            disassociate(p->part[i].c.operand[o]);
}

void tri_joined_fetch(const struct tri_parts *p, size_t i)
{
    const struct tri_case *part = &p->part[i].c;
    for (int o = 0; !p->in_place[i] && o < TRI_SLOTS; o++)
        if (is_joined(p, i, o)) {
            char *bytes = part->operand[o];
            size_t n = tri_operand_bytes(part, o);
            #pragma omp target update from(bytes[:n])
        }
}
