/*
 * Results that are joined: operands of the parts that .join reads on the host when all have run.
 *
 * To copy a few kilobytes from a device after its region takes as long as to start another region.  So they are moved to
 * memory of the host that the device can write, if there is such: for a GPU, memory that the runtime has pinned, and for LLVM's
 * host plugin, any.  omp_target_associate_ptr() then says that the operand's place on the device is that memory itself.  The
 * paths map it as always, and nothing is copied.  If there is none, the result is copied after each run.
 */
#include "parts.h"

#include "build_info.h"
#include "measure.h"

#include <omp.h>
#include <string.h>

bool tri_is_joined(const struct tri_parts *p, int o)
{
    const struct tri_division *d = p->division;
    return d->joined[o] && !(d->stencil && p->n > 1);
}

static bool has_joined(const struct tri_parts *p, size_t i, int o)
{
    return tri_is_joined(p, o) && p->part[i].c.operand[o];
}

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
    return false;
}

static void disassociate(void *host)
{
}
#endif

/* Memory of the host that the part's device can write, for that operand; NULL: there is none. */
static void *writable(const struct tri_case *part, int o)
{
    if (tri_device_place() == TRI_HOST_PLUGIN)
        return part->operand[o];
    bool pins = tri_staging_memory() == &tri_device_pinning;
    return pins ? tri_device_pinning.allocate(tri_operand_bytes(part, o)) : NULL;
}

static void free_writable(void *memory, const void *own)
{
    if (memory != own)
        tri_device_pinning.release(memory);
}

static void move(struct tri_case *part, int o, void *to)
{
    if (to != part->operand[o])
        memcpy(to, part->operand[o], tri_operand_bytes(part, o));
    part->operand[o] = to;
}

void tri_joined_enter(struct tri_parts *p, size_t i)
{
    struct tri_case *part = &p->part[i].c;
    for (int o = 0; o < TRI_SLOTS; o++) {
        if (!has_joined(p, i, o))
            continue;
        void *own = part->operand[o], *memory = writable(part, o);
        if (memory && associate(memory, tri_operand_bytes(part, o))) {
            move(part, o, memory);
            p->joined[i].own[o] = own;
        } else if (memory) {
            free_writable(memory, own);
        }
    }
}

void tri_joined_leave(struct tri_parts *p, size_t i)
{
    struct tri_case *part = &p->part[i].c;
    for (int o = 0; o < TRI_SLOTS; o++) {
        void *own = p->joined[i].own[o], *memory = part->operand[o];
        if (!own)
            continue;
        disassociate(memory);
        move(part, o, own);
        free_writable(memory, own);
        p->joined[i].own[o] = NULL;
    }
}

void tri_joined_fetch(const struct tri_parts *p, size_t i)
{
    const struct tri_case *part = &p->part[i].c;
    for (int o = 0; o < TRI_SLOTS; o++)
        if (has_joined(p, i, o) && p->division->joined[o] == TRI_ON_DEVICE &&
            !p->joined[i].own[o]) {
            char *bytes = part->operand[o];
            size_t n = tri_operand_bytes(part, o);
            #pragma omp target update from(bytes[:n])
        }
}
