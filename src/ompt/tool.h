/* The tool of OMPT that a program is.  There can be one, so one file of a program listens. */
#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* Archer, which ThreadSanitizer needs, is a tool, too.  A compiler without omp-tools.h has none. */
#if defined(__has_include) && !defined(__SANITIZE_THREAD__)
# if __has_include(<omp-tools.h>)
#  define TRI_HAS_OMPT
# endif
#endif
#if defined(__has_feature)
# if __has_feature(thread_sanitizer)
#  undef TRI_HAS_OMPT
# endif
#endif

struct tri_copy {
    const void *host;
    void *there;
    size_t bytes;
    bool to_device;
    int device;
};

/* A construct for a device, on the host. */
struct tri_construct {
    bool begins, enters,
        exits; /* `enter data`, or the begin of `data`; `exit data`, or the end, which waits */
    int device;
    uint64_t task; /* what who listens has left with it; 0: nothing */
};

/* Defined by the file that listens.  Kernels and copies are told of by several threads at once. */
extern const struct tri_listener {
    void (*kernel)(bool begins, unsigned teams);
    void (*copy)(bool begins, const struct tri_copy *);
    void (*started)(void); /* the runtime is, and no device; NULL: nobody asks */
    /* Memory of a device, for some of the host's; NULL: nobody asks.  Both by the thread that allocates. */
    void (*allocates)(const void *host, size_t bytes);
    void (*allocated)(const void *host, void *there, size_t bytes);
    void (*freed)(void *there);                      /* the same */
    void (*construct)(const struct tri_construct *); /* the same; by this thread */
} tri_listener;

/* Whether the runtime has taken the tool. */
bool tri_tool_hears(void);

#ifdef TRI_HAS_OMPT
# include <omp-tools.h>

/* Of this, too, from now on; or no longer.  What a device tells has to be asked for before one is started. */
bool tri_tool_hear(ompt_callbacks_t, ompt_callback_t, bool on);
#endif
