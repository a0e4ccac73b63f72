/* What the runtime tells of target regions and copies. */
#pragma once

#include <stdbool.h>
#include <stddef.h>

/* What memory holds before a run that it does not read: bytes of all ones, NaN; zeros, which hide a first value that nobody
 * sets; large numbers, which hide none that is looked for by fmax() or >. */
enum tri_before { TRI_ONES, TRI_ZEROS, TRI_LARGE };
unsigned char tri_byte_before(enum tri_before);

/* Of memory that the path has allocated with malloc() and the like, or omp_target_alloc(), or that the runtime has for what is
 * mapped. */
enum tri_block { TRI_OF_HOST, TRI_OF_DEVICE, TRI_MAPPED, TRI_BLOCK_KINDS };

/* What has been seen of it: the first of each kind. */
struct tri_heap_seen {
    bool in_kernel; /* a block of so many bytes of the host was touched by a region */
    size_t bytes_in_kernel;
    int left;                      /* blocks of this run that nobody has freed */
    bool stays;                    /* it was freed while it was mapped on the device */
    bool by_host[TRI_BLOCK_KINDS]; /* memory of the device was touched by the host */
    bool
        other_device; /* omp_target_memcpy() was told that memory is of another device than it is */
    bool beyond, beyond_write; /* touched outside of its `bytes`, `where` from its begin */
    enum tri_block beyond_kind;
    int beyond_slot; /* the operand that is mapped there; -1: none */
    size_t bytes;
    ptrdiff_t where;
    bool ended; /* touched when it was freed, or no longer mapped */
    enum tri_block ended_kind;
    size_t ended_bytes;
    bool freed_twice, freed_as_other; /* by a function that is not for it */
};

/* To the device, and from it. */
struct tri_copied {
    int to, from;
    size_t bytes_to, bytes_from;
};

struct tri_ledger {
    int kernels, in_teams; /* all; those for which one team was not asked for */
    int threads,
        league; /* of the largest team, and teams of the largest league, where the device is this CPU */
    unsigned
        teams; /* the most that a region has asked for; UINT_MAX: as many as the runtime likes */
    unsigned last_teams;      /* asked for by the last; 0: as many as the runtime likes */
    struct tri_copied copies; /* of whatever */
    long long shared,
        distributed; /* iterations of the largest loops divided among threads, among teams */
    int sharing;     /* threads of the largest team that has divided a loop */
    int reductions, criticals; /* by threads that share a loop; entered */
    int back;                  /* copies from the device, but for those of *place; */
    int changed_back; /* and those that changed what the host had, as far as that is known */
    int deferred;     /* regions and copies with nowait */
    int on_host;      /* regions with teams that ran on the host */
    int of_host;      /* pointers to memory of the host that have reached a region */
    struct tri_heap_seen heap;
    size_t stack_left; /* bytes of a local variable that is still mapped; 0: none is */
    bool beside;    /* regions ran beside the host, where LLVM does not tell of all their threads */
    bool left_over; /* a region or a copy with nowait that nobody has waited for */
};

/* Whether it has ever told of a region; the device has to be started. */
bool tri_ledger_tells(void);

/* Between these it counts.  `closed`: the host may not touch operands at all; else only while a region runs.  And what
 * memory of the device holds first, where the device is this CPU. */
void tri_ledger_begin(bool closed, enum tri_before);
struct tri_ledger tri_ledger_now(void); /* so far, but for memory that the path has allocated */
struct tri_ledger tri_ledger_end(void);

/* A region or a copy with nowait that nobody has waited for so far. */
bool tri_ledger_left_over(void);

/* How many teams a device that is this CPU makes of a region that does not say, and how many threads in all; 0: as many
 * teams as the user has asked for, or one. */
void tri_ledger_teams(int n, int threads);

/* Whether there can be so many: LLVM's runtime warns of more than it lets there be. */
bool tri_ledger_has_teams(int n);

/* Asked by a signal handler: this thread works for a region; it copies. */
bool tri_ledger_in_kernel(void);
bool tri_ledger_in_copy(void);

/* DATA_END: the host comes to the end of data on the device; TASK: a task was made; WAIT: the host begins to wait, for what
 * `step` follows, and for all tasks if that is -1. */
struct tri_event {
    enum { TRI_KERNEL, TRI_COPY_TO, TRI_COPY_FROM, TRI_DATA_END, TRI_TASK, TRI_WAIT } kind;
    bool begins;
    const void *host; /* of a copy */
    size_t bytes;
    int device;
    int step; /* to which it belongs, see order.h */
};

/* Is told of each, by several threads at once, on the thread that starts it, and may hold it up; NULL: nobody is. */
extern void (*tri_ledger_watch)(const struct tri_event *);

/* The host's step, now; whether the runtime tells of tasks, and of waits for them. */
int tri_ledger_step(void);
bool tri_ledger_has_order(void);
