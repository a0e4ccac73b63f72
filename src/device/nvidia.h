/*
 * What the NVIDIA driver knows of this machine's GPUs.
 *
 * The driver's libraries are opened at run time, so that neither the build needs CUDA nor the program a
 * driver.  Without one, .problem says so and the rest is zero.
 */
#pragma once

#include <stdbool.h>
#include <stddef.h>

#include "measure.h"

enum { TRI_NVIDIA_DEVICES = 32 };

enum tri_compute_mode {
    TRI_COMPUTE_SHARED = 0,
    TRI_COMPUTE_PROHIBITED = 2,
    TRI_COMPUTE_EXCLUSIVE = 3, /* one process at a time */
};

struct tri_nvidia_device {
    char name[96];
    size_t memory;    /* bytes */
    int major, minor; /* compute capability */
    int multiprocessors;
    int cache;                   /* bytes of the last level; 0: unknown */
    int memory_khz, memory_bits; /* the clock of its memory, and how wide that is; the same */
    int mode;                    /* an enum tri_compute_mode */
};

struct tri_nvidia {
    int devices; /* those that CUDA offers to this process; OpenMP numbers them in the same way */
    struct tri_nvidia_device device[TRI_NVIDIA_DEVICES];
    int present; /* GPUs in the machine, visible or not; -1: unknown */
    int mig;     /* of these, how many are in MIG mode */
    int cuda;    /* the newest CUDA version that the driver supports: 12020 is 12.2; 0: unknown */
    int error;   /* what cuInit returned */
    char driver[32];   /* "580.65.06", or "" */
    char library[256]; /* where libcuda.so.1 was found, or "" */
    char problem[256]; /* why there is no device, or "" */
};

/* Queried once per process. */
const struct tri_nvidia *tri_nvidia(void);

/* The address on the bus of a device, in CUDA's numbers: "0000:3B:00.0". */
bool tri_nvidia_bus(int ordinal, char *bus, size_t size);

/* A function of a library that is opened at run time. */
struct tri_symbol {
    const char *name;
    size_t offset; /* of its pointer in a table of functions */
};

/* Fills the table's pointers, for symbols up to one without a name; returns the first name that the library lacks, or NULL. */
const char *tri_find_symbols(void *library, const struct tri_symbol *symbols, void *table);

/* The functions of libcuda.so.1 that are used; they return 0 or an error. */
struct tri_cuda {
    int (*init)(unsigned flags);
    int (*driver_version)(int *version);
    int (*device_count)(int *count);
    int (*device_get)(int *device, int ordinal);
    int (*device_name)(char *name, int size, int device);
    int (*device_memory)(size_t *bytes, int device);
    int (*device_attribute)(int *value, int attribute, int device);
};

/* Fills in what these functions return.  tri_nvidia() uses the real library. */
void tri_nvidia_ask(const struct tri_cuda *, struct tri_nvidia *);

/* Of the context that all of a process's users of a GPU share, its primary one. */
struct tri_cuda_context {
    int (*init)(unsigned flags);
    int (*device_get)(int *device, int ordinal);
    int (*state)(int device, unsigned *flags, int *active);
    int (*set_flags)(int device, unsigned flags);
    int (*retain)(void **context, int device);
    int (*release)(int device);
};

/* What the driver says when it is to start a GPU, a CUresult; 0: it starts, or nobody can tell. */
enum { TRI_CUDA_OUT_OF_MEMORY = 2 };
int tri_nvidia_start_error(const struct tri_cuda_context *, int ordinal);

/* Those of the driver; NULL: there is none, or one that lacks them. */
const struct tri_cuda_context *tri_nvidia_context(void);

/* CU_CTX_SCHED_MASK: the flags that say how a thread waits for the GPU.  0 leaves it to the driver, which spins where the
 * process has no more contexts than processors. */
enum { TRI_CUDA_WAITING = 7, TRI_CUDA_BLOCKING = 4 };

/* Gets these flags, or sets them and leaves the others; false: a GPU has no context yet, or there is no such GPU. */
bool tri_nvidia_get_waiting(const struct tri_cuda_context *, int ordinal, unsigned *flags);
bool tri_nvidia_set_waiting(const struct tri_cuda_context *, int ordinal, unsigned flags);

/* ---- How the host waits for NVIDIA GPUs: set and restored while a process runs ---- */

/* Of each device: the flags that the runtime has chosen, and what they were changed to. */
struct tri_waiting {
    struct {
        bool known;
        unsigned runtimes;
        enum tri_wait now;
    } device[TRI_NVIDIA_DEVICES];
};

/* Has the host wait in this way for the first `devices`; the driver is asked nothing where it does already.  False: it
 * cannot be told so of one of them, or there is none. */
bool tri_waiting_set(struct tri_waiting *, const struct tri_cuda_context *, int devices,
                     enum tri_wait);

/* What tri_device_wait() was last told: for what has the host wait in another way for a while. */
enum tri_wait tri_device_told_to_wait(void);
