/* Swaps between the parts of one process: each reads the other's arrays, at the addresses that it has posted. */
#include "parts.h"

#include "build_info.h"

#include <omp.h>
#include <stdlib.h>
#include <string.h>

/* A part has two posts, which alternate: while others read one, it may have reached its next swap, but not the one after. */
struct post {
    struct tri_swap *swap[2];
    size_t n[2];
    unsigned turn;
};

struct tri_posts {
    struct tri_swap *swap; /* of all */
    struct post post[];    /* for each part */
};

struct tri_posts *tri_posts_new(size_t n, size_t swaps)
{
    struct tri_posts *posts = calloc(1, sizeof *posts + n * sizeof posts->post[0]);
    if (!posts)
        return NULL;
    posts->swap = calloc(2 * n * swaps, sizeof *posts->swap);
    if (!posts->swap) {
        free(posts);
        return NULL;
    }
    for (size_t i = 0; i < n; i++)
        for (size_t turn = 0; turn < 2; turn++)
            posts->post[i].swap[turn] = posts->swap + (2 * i + turn) * swaps;
    return posts;
}

void tri_posts_free(struct tri_posts *posts)
{
    if (posts)
        free(posts->swap);
    free(posts);
}

static const union tri_word *tell_here(struct tri_parts *p, size_t i, union tri_word word)
{
    unsigned turn = p->turn[i] = !p->turn[i];
    p->told[turn][i] = word;
    tri_crew_wait(p);
    return p->told[turn];
}

/* Clang's runtime has this function only in builds with an offload target. */
#if TRIPTYCH_OFFLOAD
bool tri_copy_between(void *to, size_t to_byte, int to_device, void *from, size_t from_byte,
                      int from_device, size_t bytes)
{
    return omp_target_memcpy(to, from, bytes, to_byte, from_byte, to_device, from_device) == 0;
}
#else
bool tri_copy_between(void *to, size_t to_byte, int to_device, void *from, size_t from_byte,
                      int from_device, size_t bytes)
{
    (void)to, (void)to_byte, (void)to_device, (void)from, (void)from_byte, (void)from_device,
        (void)bytes;
    return false;
}
#endif

static const struct tri_swap *posted_for(const struct post *other, unsigned turn, size_t i)
{
    size_t k = 0;
    while (k < other->n[turn] && other->swap[turn][k].with != i)
        k++;
    return k < other->n[turn] ? &other->swap[turn][k] : NULL;
}

static bool copy(const struct tri_swap *to, int to_device, const struct tri_swap *from,
                 int from_device)
{
    return to->take_bytes == 0 || tri_copy_between(to->take, to->take_at, to_device, from->give,
                                                   from->give_at, from_device, to->take_bytes);
}

static void take(struct tri_parts *p, size_t i, const struct tri_swap *swap, unsigned turn)
{
    const struct tri_swap *from = posted_for(&p->posts->post[swap->with], turn, i);
    int device = p->part[i].device, other = p->part[swap->with].device;
    if (!from || from->give_bytes != swap->take_bytes || !copy(swap, device, from, other))
        p->failed[i] = !tri_fail(&p->error[i], TRI_FAILED,
                                 "path offload: bytes could not be copied from device %d to %d",
                                 other, device);
}

static void swap_here(struct tri_parts *p, size_t i, const struct tri_swap *swap, size_t n)
{
    struct post *own = &p->posts->post[i];
    unsigned turn = own->turn = !own->turn;
    own->n[turn] = n;
    memcpy(own->swap[turn], swap, n * sizeof *swap);
    tri_crew_wait(p);
    for (size_t k = 0; k < n; k++)
        take(p, i, &swap[k], turn);
}

const struct tri_transport tri_transport_here = { tell_here, swap_here };
