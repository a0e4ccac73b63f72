/*
 * A case on several devices: domain decomposition, and one thread of the host for each device.
 *
 * A part is a case of its own, with fewer rows, and the same path computes it as computes the whole: a thread of the host
 * makes the part's device its default one, which is where target regions without device() run.  The threads are POSIX's,
 * not those of a parallel region: LLVM's host plugin runs a region in the thread that starts it, so it would be nested.
 * A stencil's part also has some rows of its neighbours, a halo, so that it can take several steps before it needs new
 * ones.  Particles are exchanged after each step.
 *
 * A process may have only some of the parts, and other processes the rest; a transport copies bytes from part to part,
 * wherever they are.
 */
#pragma once

#include "hotspot.h"

/* For a stencil's part. */
struct tri_halo {
    ptrdiff_t above;       /* halo rows before `first`; the other ones follow the part's own rows */
    void *spare;           /* as large as what a step writes, in host memory */
    void *written, *other; /* where the path computes: what a step writes, and `spare` */
    void *second,
        *third; /* another spare array, in host memory and where the path computes, if the case may stop early */
    double seconds; /* that the exchange took in the last run */
};

/* What a part sends to a neighbour and receives from it: bytes of arrays that are where its path computes, on its device or,
 * for a CPU's path, in host memory. */
struct tri_neighbour {
    size_t part; /* the neighbour, which has a matching one of these for this part */
    void *send, *receive;
    size_t send_at, receive_at; /* where in these arrays the bytes begin */
    size_t send_bytes, receive_bytes;
};

/* For a part with particles, where its path computes: what it packs, alternately in two buffers, so that it need not wait until the
 * others have fetched it; and what it has fetched. */
struct tri_buffers {
    int32_t *where;
    void *out[2], *in;
    struct tri_packed *packed,
        *counted; /* if the path packs by itself: there, and a copy in host memory */
    struct tri_traffic traffic;
    struct tri_neighbour *neighbour; /* in host memory; n of them */
};

/* What a part contributes to an allgather: a small value. */
union tri_contribution {
    double largest; /* number in its rows, or change of one */
    struct tri_packed packed;
};

/* While a part's device writes an operand in memory of the host: the operand's own memory; else NULL. */
struct tri_joined {
    void *own[TRI_SLOTS];
};

struct tri_parts;

/* How parts exchange data.  Each part's thread calls these. */
struct tri_transport {
    /* Waits until all parts have called it, and returns the contributions of all, in their order.  The array stays valid until
     * the call after the next one. */
    const union tri_contribution *(*allgather)(struct tri_parts *, size_t i,
                                               union tri_contribution);
    /* The part must have finished computing what it sends.  On return, what it receives is there; what it sends may still be
     * read until the part's next exchange. */
    void (*neighbour_exchange)(struct tri_parts *, size_t i, const struct tri_neighbour *,
                               size_t n);
};

extern const struct tri_transport tri_transport_here; /* between the parts of one process */

struct thread_pool;
struct tri_windows;

/* Which parts there are, and which of them this process has. */
struct tri_placement {
    enum tri_path path;
    size_t n, first, here;                 /* of all parts; the first one here; how many are here */
    const int *device;                     /* of those that are here */
    const struct tri_transport *transport; /* between all of them */
    ptrdiff_t halo_rows;                   /* as in a launch */
};

struct tri_parts {
    const struct tri_division *division;
    struct tri_placement placement; /* without its devices, which are in the parts */
    size_t n;
    ptrdiff_t
        depth; /* of halos, in rows, so there is an exchange after so many steps; 0: no halos */
    struct tri_part *part;       /* n of them */
    struct tri_halo *halo;       /* n */
    struct tri_buffers *buffers; /* n; only for particles */
    struct thread_pool *pool;    /* a thread for each part that is here */
    struct tri_windows
        *windows; /* what parts of one process expose to each other; NULL for a single part */
    union tri_contribution *gathered
        [2]; /* n each; allgather() alternates, so that nobody overwrites what others may still read */
    unsigned *turn; /* n; which of the two a part has used last */
    struct tri_error *error;
    bool *failed;
    bool outputs; /* what is written begins on the devices with the values that it has */
    struct tri_joined *joined;    /* n */
    struct tri_error lost;        /* of the first run that failed; .status 0: none has */
    const struct tri_case *whole; /* while results are copied there; NULL: another process has it */
};

/* Whether the case can be divided this way, and has enough rows or units. */
bool tri_parts_possible(const struct tri_case *, const struct tri_division *, size_t n,
                        const char *of, struct tri_error *e); /* `of`: "devices" or "ranks" */

/* Divides an allocated case among devices.  Returns NULL, with the cause, if it has too few rows or there is no memory.
 * The values are those of the whole, in place where that is possible. */
struct tri_parts *tri_parts_new(const struct tri_case *, const struct tri_placement *,
                                struct tri_error *e);
void tri_parts_free(struct tri_parts *);

/* Calls f(parts, i) for each part that is here, in the part's thread, whose default device is the part's.  Returns false
 * with the first cause if f has noted one in .error and .failed. */
typedef void tri_part_fn(struct tri_parts *, size_t i);
bool tri_parts_each(struct tri_parts *, tri_part_fn *f, struct tri_error *e);

/* The threads start with the parts, and wait for work until the pool is stopped.  The first part's is the calling thread. */
bool tri_thread_pool_start(struct tri_parts *, struct tri_error *e);
void tri_thread_pool_stop(struct tri_parts *);
void tri_thread_pool_barrier(struct tri_parts *); /* of all threads of the pool */

/* Whether .join reads the operand of each part on the host. */
bool tri_is_joined(const struct tri_parts *, int operand);

/* Called by the part's thread before its operands are mapped: such results move to memory that the device can write, if there is
 * such. */
void tri_joined_enter(struct tri_parts *, size_t i);
/* After each run: copies to the host what the device could not write there. */
void tri_joined_fetch(const struct tri_parts *, size_t i);
/* After the operands are released. */
void tri_joined_leave(struct tri_parts *, size_t i);

size_t tri_part_row_bytes(const struct tri_parts *, size_t i, int operand);

/* What a part's thread does on its device; and `gather`, which puts cyclically distributed rows into their places. */
extern const struct tri_part_on_device {
    tri_part_fn *find_room, *enter, *leave;
    void (*gather)(const struct tri_case *, const struct tri_parts *);
} tri_part_on_device;

size_t tri_parts_most_neighbours(const struct tri_parts *);

/* The windows of the n parts of one process, each with so many neighbours; NULL if there is no memory. */
struct tri_windows *tri_windows_new(size_t n, size_t neighbours);
void tri_windows_free(struct tri_windows *);

/* Called by a part's thread: runs its path, in rounds of `depth` steps if there are halos, or step by step if there are
 * particles. */
void tri_parts_run_one(struct tri_parts *, size_t i);
void tri_parts_run_particles(struct tri_parts *, size_t i);
void tri_parts_run_until(struct tri_parts *, size_t i); /* for a stencil that may stop early */

/* Whether a case may stop before its last step. */
bool tri_parts_may_stop(const struct tri_case *, const struct tri_division *);

/* Called by the threads of all parts: fills the part's halo in an array that is where its path computes. */
void tri_parts_fill_halo(struct tri_parts *, size_t i, void *array);

bool tri_parts_exchange_particles(const struct tri_parts *);

/* Called by a part's thread: the size of the buffers for that. */
size_t tri_buffers_bytes(const struct tri_parts *, size_t i);
tri_part_fn tri_buffers_allocate, tri_buffers_free;

/* Copies from device to device, directly or through the host, as the runtime chooses. */
bool tri_copy_between(void *to, size_t to_byte, int to_device, const void *from, size_t from_byte,
                      int from_device, size_t bytes);
