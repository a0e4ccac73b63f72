/* malloc() and its like, as paths call them: calls of them are calls of these functions by the linker's --wrap, which projects of
 * hotspots and the tests have. */
#include "inside.h"

#include "build_info.h"
#include "races.h"

#include <errno.h>
#include <malloc.h>
#include <omp.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>

enum { ALIGNMENT = 16 /* malloc()'s */ };

/* A function that calls become calls of; and what it was, where this file is linked with --wrap, too. */
#define WRAPPED(result, name, ...)     \
    result __wrap_##name(__VA_ARGS__); \
    __attribute__((weak)) result __real_##name(__VA_ARGS__)
#define REAL(name) (__real_##name ? __real_##name : (name))

WRAPPED(void *, malloc, size_t);
WRAPPED(void *, calloc, size_t, size_t);
WRAPPED(void *, realloc, void *, size_t);
WRAPPED(void *, reallocarray, void *, size_t, size_t);
WRAPPED(void *, aligned_alloc, size_t, size_t);
WRAPPED(int, posix_memalign, void **, size_t, size_t);
WRAPPED(void, free, void *);
WRAPPED(int, munmap, void *, size_t);
WRAPPED(char *, strdup, const char *);
WRAPPED(char *, strndup, const char *, size_t);

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

static void *allocate(size_t bytes, size_t alignment)
{
    return tri_heap_allocate(TRI_OF_HOST, bytes, alignment);
}

/* What is still mapped when it is freed stays on the device.  False: it is none of ours. */
static bool is_freed(enum tri_block kind, void *p)
{
    if (tri_heap_bytes(p) > 0 && is_mapped(p))
        tri_heap_stays();
    return tri_heap_free(kind, p);
}

void *tri_heap_malloc(size_t bytes)
{
    return REAL(malloc)(bytes);
}

void tri_heap_give_back(void *p)
{
    REAL(free)(p);
}

void *__wrap_malloc(size_t bytes)
{
    void *p = allocate(bytes, ALIGNMENT);
    return p ? p : tri_heap_malloc(bytes);
}

void *__wrap_calloc(size_t n, size_t each)
{
    if (n == 0 || each == 0)
        n = each = 1;
    void *p = n > PTRDIFF_MAX / each ? NULL : allocate(n * each, ALIGNMENT);
    return p ? memset(p, 0, n * each) : REAL(calloc)(n, each);
}

void *__wrap_aligned_alloc(size_t alignment, size_t bytes)
{
    void *p = alignment > 0 ? allocate(bytes, alignment) : NULL;
    return p ? p : REAL(aligned_alloc)(alignment, bytes);
}

int __wrap_posix_memalign(void **to, size_t alignment, size_t bytes)
{
    void *p = alignment > 0 ? allocate(bytes, alignment) : NULL;
    if (!p)
        return REAL(posix_memalign)(to, alignment, bytes);
    *to = p;
    return 0;
}

void __wrap_free(void *p)
{
    if (!is_freed(TRI_OF_HOST, p)) {
        tri_races_forget(p, malloc_usable_size(p));
        tri_heap_give_back(p);
    }
}

void *__wrap_realloc(void *p, size_t bytes)
{
    size_t before = tri_heap_bytes(p);
    if (before == 0) {
        tri_races_forget(p, malloc_usable_size(p));
        return REAL(realloc)(p, bytes);
    }
    void *larger = __wrap_malloc(bytes);
    if (larger) {
        memcpy(larger, p, before < bytes ? before : bytes);
        is_freed(TRI_OF_HOST, p);
    }
    return larger;
}

void *__wrap_reallocarray(void *p, size_t n, size_t each)
{
    if (each > 0 && n > SIZE_MAX / each) {
        errno = ENOMEM;
        return NULL;
    }
    return __wrap_realloc(p, n * each);
}

static char *copy_of(const char *text, size_t length)
{
    char *copy = __wrap_malloc(length + 1);
    if (copy) {
        memcpy(copy, text, length);
        copy[length] = '\0';
    }
    return copy;
}

char *__wrap_strdup(const char *text)
{
    return copy_of(text, strlen(text));
}

char *__wrap_strndup(const char *text, size_t most)
{
    return copy_of(text, strnlen(text, most));
}

int __wrap_munmap(void *p, size_t bytes)
{
    tri_races_forget(p, bytes);
    return REAL(munmap)(p, bytes);
}

#if TRIPTYCH_OFFLOAD

WRAPPED(void *, omp_target_alloc, size_t, int);
WRAPPED(void, omp_target_free, void *, int);
WRAPPED(int, omp_target_memcpy, void *, const void *, size_t, size_t, size_t, int, int);

/* That of the initial device is memory of the host, as malloc()'s. */
void *__wrap_omp_target_alloc(size_t bytes, int device)
{
    const bool there = device != omp_get_initial_device();
    bool ours = !there || tri_device_place() == TRI_HOST_PLUGIN;
    void *p =
        ours ? tri_heap_allocate(there ? TRI_OF_DEVICE : TRI_OF_HOST, bytes, ALIGNMENT) : NULL;
    if (p && there)
        tri_pointers_allocated(p, bytes);
    return p ? p : REAL(omp_target_alloc)(bytes, device);
}

void __wrap_omp_target_free(void *p, int device)
{
    if (is_freed(device == omp_get_initial_device() ? TRI_OF_HOST : TRI_OF_DEVICE, p))
        tri_pointers_freed(p);
    else
        REAL(omp_target_free)(p, device);
}

/* Where the device is this CPU, a copy to or from the wrong one goes well. */
static bool is_of_other(const char *p, int device)
{
    const bool there = device != omp_get_initial_device();
    return tri_device_place() == TRI_HOST_PLUGIN &&
           (tri_heap_holds(p, !there) || (there && tri_guarded_at(p, 1)));
}

int __wrap_omp_target_memcpy(void *to, const void *from, size_t bytes, size_t to_offset,
                             size_t from_offset, int to_device, int from_device)
{
    if (bytes > 0 && (is_of_other((const char *)to + to_offset, to_device) ||
                      is_of_other((const char *)from + from_offset, from_device)))
        tri_heap_other_device();
    return REAL(omp_target_memcpy)(to, from, bytes, to_offset, from_offset, to_device, from_device);
}

#endif
