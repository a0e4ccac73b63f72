/*
 * Memory that a path allocates itself, on pages of its own.  The host's is closed while a region runs, as operands are; that
 * of omp_target_alloc() while none does, if the device is this CPU.
 *
 * Calls of malloc() are calls of these functions by the linker's --wrap, which projects of hotspots and the tests have.
 */
#define _GNU_SOURCE /* dladdr() */
#include "inside.h"

#include "build_info.h"
#include "measure.h"
#include "races.h"

#include <dlfcn.h>
#include <execinfo.h>
#include <malloc.h>
#include <omp.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

enum {
    BLOCKS = 256,     /* at a time; what is beyond is the library's */
    MOST = 4096,      /* in one run */
    ALIGNMENT = 16,   /* malloc()'s */
    FILLED = 64 << 20 /* bytes of a block that hold something; the others are zeros */
};

struct tri_guarded tri_heap[BLOCKS];
static bool is_there[BLOCKS]; /* on the device */
static bool is_new[BLOCKS];   /* of this run */
static _Atomic size_t blocks; /* that are in use */
static _Atomic size_t ever;   /* the first so many may be */
static _Atomic bool counting;
static _Atomic int made; /* in this run */
static unsigned char first_byte;
static struct tri_heap_seen seen;
static pthread_mutex_t all_blocks = PTHREAD_MUTEX_INITIALIZER;

/* ---- What is seen of them --------------------------------------------------------------------- */

size_t tri_heap_blocks(void)
{
    return ever;
}

/* What lies beside blocks is no number, whatever lies beside an operand. */
enum { NO_SLOT = -2 };

static void collect(struct tri_guarded *g)
{
    ptrdiff_t where = g->where;
    tri_guard_open(g);
    bool overwritten = !g->beyond && tri_guard_is_overwritten(g, NO_SLOT, &where);
    if (g->in_kernel && !is_there[g - tri_heap] && !seen.in_kernel) {
        seen.in_kernel = true;
        seen.bytes_in_kernel = g->bytes;
    }
    if ((g->beyond || overwritten) && !seen.beyond) {
        seen.beyond = true;
        seen.beyond_write = overwritten || g->beyond_write;
        seen.where = where;
        seen.bytes = g->bytes;
    }
    seen.by_host |= g->by_host && is_there[g - tri_heap];
    g->in_kernel = g->by_host = g->beyond = g->beyond_write = false;
}

void tri_heap_begin(enum tri_before before)
{
    first_byte = tri_byte_before(before);
    seen = (struct tri_heap_seen){ 0 };
    memset(is_new, 0, sizeof is_new);
    made = 0;
    counting = true;
}

struct tri_heap_seen tri_heap_end(void)
{
    counting = false;
    pthread_mutex_lock(&all_blocks);
    for (size_t i = 0; i < ever; i++)
        if (tri_heap[i].low) {
            collect(&tri_heap[i]);
            seen.left += is_new[i];
        }
    pthread_mutex_unlock(&all_blocks);
    return seen;
}

/* Who calls is seen on the stack. */
static bool is_of_runtime(void)
{
    enum { CALLERS = 24 };
    void *at[CALLERS];
    Dl_info file;
    for (int i = 0, n = backtrace(at, CALLERS); i < n; i++)
        if (dladdr(at[i], &file) && file.dli_fname && strstr(file.dli_fname, "libomptarget"))
            return true;
    return false;
}

bool tri_heap_is_copied(const struct tri_guarded *g)
{
    bool there = g >= tri_heap && g < tri_heap + BLOCKS && is_there[g - tri_heap];
    return there && is_of_runtime();
}

/* The first look at the stack loads a library. */
void tri_heap_prepare(void)
{
    is_of_runtime();
}

void tri_heap_close(bool in_region)
{
    for (size_t i = 0; i < ever; i++)
        (is_there[i] == in_region ? tri_guard_open : tri_guard_close)(&tri_heap[i]);
}

/* ---- Blocks ----------------------------------------------------------------------------------- */

static size_t one_that_is_free(void)
{
    size_t i = 0;
    while (i < BLOCKS && tri_heap[i].low)
        i++;
    return i;
}

static void *allocate_at(size_t i, bool there, size_t bytes, size_t alignment)
{
    if (!tri_guard_allocate(&tri_heap[i], bytes, alignment))
        return NULL;
    tri_guard_reset_one(&tri_heap[i], NO_SLOT);
    memset(tri_heap[i].begin, first_byte, bytes < FILLED ? bytes : FILLED);
    is_there[i] = there;
    is_new[i] = true;
    if (there)
        tri_guard_close(&tri_heap[i]);
    ever = i >= ever ? i + 1 : ever;
    blocks++;
    return tri_heap[i].begin;
}

/* NULL: the library's will do. */
static void *allocate_on(bool there, size_t bytes, size_t alignment)
{
    if (!counting || made >= MOST || alignment > (size_t)sysconf(_SC_PAGESIZE) ||
        bytes > PTRDIFF_MAX / 2)
        return NULL;
    made++;
    pthread_mutex_lock(&all_blocks);
    size_t i = one_that_is_free();
    void *p = i < BLOCKS ? allocate_at(i, there, bytes > 0 ? bytes : 1, alignment) : NULL;
    pthread_mutex_unlock(&all_blocks);
    return p;
}

static void *allocate(size_t bytes, size_t alignment)
{
    return allocate_on(false, bytes, alignment);
}

static struct tri_guarded *block_of(const void *p)
{
    for (size_t i = 0; p && i < ever; i++)
        if (tri_heap[i].low && tri_heap[i].begin == p)
            return &tri_heap[i];
    return NULL;
}

/* Bytes of the block that begins here; 0: it is none of ours. */
static size_t bytes_of(const void *p)
{
    size_t bytes = 0;
    if (blocks > 0) {
        pthread_mutex_lock(&all_blocks);
        struct tri_guarded *g = block_of(p);
        bytes = g ? g->bytes : 0;
        pthread_mutex_unlock(&all_blocks);
    }
    return bytes;
}

#if TRIPTYCH_OFFLOAD
static bool is_mapped(const void *p)
{
    return tri_ledger_tells() && omp_target_is_present(p, omp_get_default_device());
}
#else
static bool is_mapped(const void *p)
{
    return false;
}
#endif

/* False: it is none of ours. */
static bool released(void *p)
{
    if (bytes_of(p) == 0)
        return false;
    seen.stays |= is_mapped(p);
    pthread_mutex_lock(&all_blocks);
    struct tri_guarded *g = block_of(p);
    collect(g);
    tri_guard_free(g);
    blocks--;
    pthread_mutex_unlock(&all_blocks);
    return true;
}

/* ---- The library's functions, as paths call them ------------------------------------------------ */

typedef void *malloc_fn(size_t), *calloc_fn(size_t, size_t), *realloc_fn(void *, size_t),
    *aligned_fn(size_t, size_t);
typedef int memalign_fn(void **, size_t, size_t);
typedef void free_fn(void *);
typedef int munmap_fn(void *, size_t);

malloc_fn __wrap_malloc;
calloc_fn __wrap_calloc;
realloc_fn __wrap_realloc;
aligned_fn __wrap_aligned_alloc;
memalign_fn __wrap_posix_memalign;
free_fn __wrap_free;
munmap_fn __wrap_munmap;

/* What they were, where this file is linked with --wrap, too. */
__attribute__((weak)) malloc_fn __real_malloc;
__attribute__((weak)) calloc_fn __real_calloc;
__attribute__((weak)) realloc_fn __real_realloc;
__attribute__((weak)) aligned_fn __real_aligned_alloc;
__attribute__((weak)) memalign_fn __real_posix_memalign;
__attribute__((weak)) free_fn __real_free;
__attribute__((weak)) munmap_fn __real_munmap;

void *__wrap_malloc(size_t bytes)
{
    void *p = allocate(bytes, ALIGNMENT);
    return p ? p : (__real_malloc ? __real_malloc : malloc)(bytes);
}

void *__wrap_calloc(size_t n, size_t each)
{
    if (n == 0 || each == 0)
        n = each = 1;
    void *p = n > PTRDIFF_MAX / each ? NULL : allocate(n * each, ALIGNMENT);
    return p ? memset(p, 0, n * each) : (__real_calloc ? __real_calloc : calloc)(n, each);
}

void *__wrap_aligned_alloc(size_t alignment, size_t bytes)
{
    void *p = alignment > 0 ? allocate(bytes, alignment) : NULL;
    return p ? p : (__real_aligned_alloc ? __real_aligned_alloc : aligned_alloc)(alignment, bytes);
}

int __wrap_posix_memalign(void **to, size_t alignment, size_t bytes)
{
    void *p = alignment > 0 ? allocate(bytes, alignment) : NULL;
    if (!p)
        return (__real_posix_memalign ? __real_posix_memalign : posix_memalign)(to, alignment,
                                                                                bytes);
    *to = p;
    return 0;
}

void __wrap_free(void *p)
{
    if (!released(p)) {
        tri_races_forget(p, malloc_usable_size(p));
        (__real_free ? __real_free : free)(p);
    }
}

void *__wrap_realloc(void *p, size_t bytes)
{
    size_t before = bytes_of(p);
    if (before == 0) {
        tri_races_forget(p, malloc_usable_size(p));
        return (__real_realloc ? __real_realloc : realloc)(p, bytes);
    }
    void *larger = __wrap_malloc(bytes);
    if (larger) {
        memcpy(larger, p, before < bytes ? before : bytes);
        released(p);
    }
    return larger;
}

int __wrap_munmap(void *p, size_t bytes)
{
    tri_races_forget(p, bytes);
    return (__real_munmap ? __real_munmap : munmap)(p, bytes);
}

#if TRIPTYCH_OFFLOAD

typedef void *target_alloc_fn(size_t, int);
typedef void target_free_fn(void *, int);
typedef int target_memcpy_fn(void *, const void *, size_t, size_t, size_t, int, int);
target_alloc_fn __wrap_omp_target_alloc;
target_free_fn __wrap_omp_target_free;
target_memcpy_fn __wrap_omp_target_memcpy;
__attribute__((weak)) target_alloc_fn __real_omp_target_alloc;
__attribute__((weak)) target_free_fn __real_omp_target_free;
__attribute__((weak)) target_memcpy_fn __real_omp_target_memcpy;

/* That of the initial device is memory of the host, as malloc()'s. */
void *__wrap_omp_target_alloc(size_t bytes, int device)
{
    const bool there = device != omp_get_initial_device();
    bool ours = !there || tri_device_place() == TRI_HOST_PLUGIN;
    void *p = ours ? allocate_on(there, bytes, ALIGNMENT) : NULL;
    if (p && there)
        tri_pointers_allocated(p, bytes);
    return p ? p
             : (__real_omp_target_alloc ? __real_omp_target_alloc : omp_target_alloc)(bytes,
                                                                                      device);
}

void __wrap_omp_target_free(void *p, int device)
{
    if (released(p))
        tri_pointers_freed(p);
    else
        (__real_omp_target_free ? __real_omp_target_free : omp_target_free)(p, device);
}

/* Whether the block is one of the device's, or of the host's; operands are the host's. */
static bool lies_in(const char *p, bool there)
{
    bool found = !there && tri_guarded_at(p, 1);
    pthread_mutex_lock(&all_blocks);
    for (size_t i = 0; i < ever && !found; i++)
        found = tri_heap[i].low && is_there[i] == there && p >= tri_heap[i].begin &&
                p < tri_heap[i].begin + tri_heap[i].bytes;
    pthread_mutex_unlock(&all_blocks);
    return found;
}

/* Where the device is this CPU, a copy to or from the wrong one goes well. */
static bool is_of_other(const char *p, int device)
{
    return tri_device_place() == TRI_HOST_PLUGIN && lies_in(p, device == omp_get_initial_device());
}

int __wrap_omp_target_memcpy(void *to, const void *from, size_t bytes, size_t to_offset,
                             size_t from_offset, int to_device, int from_device)
{
    if (counting && bytes > 0)
        seen.other_device |= is_of_other((const char *)to + to_offset, to_device) ||
                             is_of_other((const char *)from + from_offset, from_device);
    return (__real_omp_target_memcpy ? __real_omp_target_memcpy : omp_target_memcpy)(
        to, from, bytes, to_offset, from_offset, to_device, from_device);
}

#endif
