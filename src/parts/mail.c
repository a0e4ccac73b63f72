/* Particles on several devices: step by step, and what a device has to know of the others' is in letters. */
#include "parts.h"

#include "build_info.h"
#include "measure.h"

#include <omp.h>

#if TRIPTYCH_OFFLOAD /* clang's runtime has these functions only where there is offload */
bool tri_copy_between(void *to, size_t to_byte, int to_device, void *from, size_t from_byte,
                      int from_device, size_t bytes)
{
    return omp_target_memcpy(to, from, bytes, to_byte, from_byte, to_device, from_device) == 0;
}

static void *allocate(size_t bytes)
{
    return omp_target_alloc(bytes, omp_get_default_device());
}

static void release(void *there)
{
    omp_target_free(there, omp_get_default_device());
}
#else
bool tri_copy_between(void *to, size_t to_byte, int to_device, void *from, size_t from_byte,
                      int from_device, size_t bytes)
{
    (void)to, (void)to_byte, (void)to_device, (void)from, (void)from_byte, (void)from_device,
        (void)bytes;
    return false;
}

static void *allocate(size_t bytes)
{
    (void)bytes;
    return NULL;
}

static void release(void *there)
{
    (void)there;
}
#endif

bool tri_parts_write(const struct tri_parts *p)
{
    return p->division->how == TRI_SLABS && p->n > 1;
}

static size_t particles_of(const struct tri_parts *p, size_t i)
{
    return (size_t)p->part[i].c.value[p->division->rows].integer;
}

/* A device writes one letter for each of its particles at most. */
static size_t bytes_of_box(const struct tri_parts *p, size_t i)
{
    return particles_of(p, i) * p->division->post->bytes;
}

size_t tri_mailbox_bytes(const struct tri_parts *p, size_t i)
{
    return tri_parts_write(p) ? particles_of(p, i) * sizeof(int32_t) + 3 * bytes_of_box(p, i) : 0;
}

void tri_mailbox_open(struct tri_parts *p, size_t i)
{
    struct tri_mailbox *box = &p->box[i];
    if (!tri_parts_write(p))
        return;
    box->where = allocate(particles_of(p, i) * sizeof(int32_t));
    box->out[0] = allocate(bytes_of_box(p, i));
    box->out[1] = allocate(bytes_of_box(p, i));
    box->in = allocate(bytes_of_box(p, i));
    p->failed[i] = (!box->where || !box->out[0] || !box->out[1] || !box->in) &&
                   !tri_fail(&p->error[i], TRI_FAILED,
                             "path offload: no room for letters on device %d", p->part[i].device);
}

void tri_mailbox_close(struct tri_parts *p, size_t i)
{
    struct tri_mailbox *box = &p->box[i];
    void *all[] = { box->where, box->out[0], box->out[1], box->in };
    for (size_t k = 0; k < sizeof all / sizeof *all; k++)
        if (all[k])
            release(all[k]);
    *box = (struct tri_mailbox){ 0 };
}

/* Layers from the end of one part's slab up to the beginning of another's, around the cube. */
static ptrdiff_t layers_between(const struct tri_parts *p, size_t lower, size_t upper)
{
    const struct tri_part *from = &p->part[lower], *to = &p->part[upper];
    ptrdiff_t all = p->division->post->layers(&from->c);
    return (to->first - from->first - from->rows + all) % all;
}

/* A particle that has moved by a layer at most is in the slab or next to it.  Who has to know has that layer, or the
 * next one. */
static bool has_to_know(const struct tri_parts *p, size_t writer, size_t reader, int turn)
{
    const struct tri_mail *mail = &p->box[writer].mail[turn];
    return writer != reader && mail->letters > 0 &&
           (mail->far || layers_between(p, writer, reader) <= 1 ||
            layers_between(p, reader, writer) <= 1);
}

static bool fetch(struct tri_parts *p, size_t i, size_t writer, int turn)
{
    size_t bytes = (size_t)p->box[writer].mail[turn].letters * p->division->post->bytes;
    return tri_copy_between(p->box[i].in, 0, p->part[i].device, p->box[writer].out[turn], 0,
                            p->part[writer].device, bytes) ||
           tri_fail(&p->error[i], TRI_FAILED,
                    "path offload: letters could not be copied from device %d to %d",
                    p->part[writer].device, p->part[i].device);
}

static void read_all(struct tri_parts *p, size_t i, int turn)
{
    for (size_t writer = 0; writer < p->n && !p->failed[i]; writer++)
        if (has_to_know(p, writer, i, turn)) {
            p->failed[i] = !fetch(p, i, writer, turn);
            p->division->post->read(&p->part[i], p->box[i].where, p->box[i].in,
                                    p->box[writer].mail[turn].letters);
        }
}

/* What has been written in a turn is read before the next barrier, and written anew behind it. */
static void exchange(struct tri_parts *p, size_t i, int turn)
{
    const struct tri_post *post = p->division->post;
    struct tri_mailbox *box = &p->box[i];
    double start = tri_now();
    box->mail[turn] = post->write(&p->part[i], box->where, box->out[turn]);
    double written = tri_now();
    tri_parts_wait(p);
    double all_written = tri_now();
    read_all(p, i, turn);
    p->halo[i].seconds += tri_now() - all_written + written - start;
}

void tri_parts_run_by_mail(struct tri_parts *p, size_t i)
{
    const struct tri_post *post = p->division->post;
    struct tri_case now = p->part[i].c;
    ptrdiff_t steps = post->steps(&now);
    p->halo[i].seconds = 0;
    post->begin(&p->part[i], p->box[i].where);
    for (ptrdiff_t step = 0; step < steps; step++) {
        now.steps = (struct tri_rows){ step, 1, 1 };
        now.variant->path[TRI_OFFLOAD](&now);
        if (step + 1 < steps)
            exchange(p, i, (int)(step % 2));
    }
}
