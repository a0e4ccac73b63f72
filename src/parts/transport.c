/* Exchanges between the parts of one process: each reads the other's arrays, at the addresses that the other's window exposes. */
#include "parts.h"

#include "build_info.h"

#include <omp.h>
#include <stdlib.h>
#include <string.h>

/* A part has two windows, which alternate: while others read one, it may have reached its next exchange, but not the one after. */
struct window {
    struct tri_neighbour *neighbour[2];
    size_t n[2];
    unsigned turn;
};

struct tri_windows {
    struct tri_neighbour *neighbour; /* of all */
    struct window window[];          /* for each part */
};

struct tri_windows *tri_windows_new(size_t n, size_t neighbours)
{
    struct tri_windows *windows = calloc(1, sizeof *windows + n * sizeof windows->window[0]);
    if (!windows)
        return NULL;
    windows->neighbour = calloc(2 * n * neighbours, sizeof *windows->neighbour);
    if (!windows->neighbour) {
        free(windows);
        return NULL;
    }
    for (size_t i = 0; i < n; i++)
        for (size_t turn = 0; turn < 2; turn++)
            windows->window[i].neighbour[turn] = windows->neighbour + (2 * i + turn) * neighbours;
    return windows;
}

void tri_windows_free(struct tri_windows *windows)
{
    if (windows)
        free(windows->neighbour);
    free(windows);
}

static const union tri_contribution *allgather_here(struct tri_parts *p, size_t i,
                                                    union tri_contribution contribution)
{
    unsigned turn = p->turn[i] = !p->turn[i];
    p->gathered[turn][i] = contribution;
    tri_thread_pool_barrier(p);
    return p->gathered[turn];
}

/* Clang's runtime has this function only in builds with an offload target; in others, all is in host memory. */
#if TRIPTYCH_OFFLOAD
bool tri_copy_between(void *to, size_t to_byte, int to_device, const void *from, size_t from_byte,
                      int from_device, size_t bytes)
{
    return omp_target_memcpy(to, from, bytes, to_byte, from_byte, to_device, from_device) == 0;
}
#else
bool tri_copy_between(void *to, size_t to_byte, int to_device, const void *from, size_t from_byte,
                      int from_device, size_t bytes)
{
    memcpy((char *)to + to_byte, (const char *)from + from_byte, bytes);
    return true;
}
#endif

static const struct tri_neighbour *exposed_to(const struct window *other, unsigned turn, size_t i)
{
    size_t k = 0;
    while (k < other->n[turn] && other->neighbour[turn][k].part != i)
        k++;
    return k < other->n[turn] ? &other->neighbour[turn][k] : NULL;
}

static bool copy(const struct tri_neighbour *to, int to_device, const struct tri_neighbour *from,
                 int from_device)
{
    return to->receive_bytes == 0 ||
           tri_copy_between(to->receive, to->receive_at, to_device, from->send, from->send_at,
                            from_device, to->receive_bytes);
}

static void receive(struct tri_parts *p, size_t i, const struct tri_neighbour *neighbour,
                    unsigned turn)
{
    const struct tri_neighbour *from = exposed_to(&p->windows->window[neighbour->part], turn, i);
    int device = p->part[i].device, other = p->part[neighbour->part].device;
    if (!from || from->send_bytes != neighbour->receive_bytes ||
        !copy(neighbour, device, from, other))
        p->failed[i] = !tri_fail(&p->error[i], TRI_FAILED,
                                 "path offload: bytes could not be copied from device %d to %d",
                                 other, device);
}

static void exchange_here(struct tri_parts *p, size_t i, const struct tri_neighbour *neighbour,
                          size_t n)
{
    struct window *own = &p->windows->window[i];
    unsigned turn = own->turn = !own->turn;
    own->n[turn] = n;
    memcpy(own->neighbour[turn], neighbour, n * sizeof *neighbour);
    tri_thread_pool_barrier(p);
    for (size_t k = 0; k < n; k++)
        receive(p, i, &neighbour[k], turn);
}

const struct tri_transport tri_transport_here = { allgather_here, exchange_here };
