/* malloc() and its like, as paths call them: calls of them are calls of these functions by the linker's --wrap, which projects of
 * hotspots and the tests have. */
#include "inside.h"

#include "build_info.h"
#include "measure.h"
#include "races.h"

#include <errno.h>
#include <malloc.h>
#include <omp.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>

enum { ALIGNMENT = 16 /* malloc()'s */ };

typedef void *malloc_fn(size_t), *calloc_fn(size_t, size_t), *realloc_fn(void *, size_t),
    *realloc_array_fn(void *, size_t, size_t), *aligned_fn(size_t, size_t);
typedef int memalign_fn(void **, size_t, size_t);
typedef void free_fn(void *);
typedef int munmap_fn(void *, size_t);
typedef char *strdup_fn(const char *), *strndup_fn(const char *, size_t);

malloc_fn __wrap_malloc;
calloc_fn __wrap_calloc;
realloc_fn __wrap_realloc;
realloc_array_fn __wrap_reallocarray;
aligned_fn __wrap_aligned_alloc;
memalign_fn __wrap_posix_memalign;
free_fn __wrap_free;
munmap_fn __wrap_munmap;
strdup_fn __wrap_strdup;
strndup_fn __wrap_strndup;

/* What they were, where this file is linked with --wrap, too. */
__attribute__((weak)) malloc_fn __real_malloc;
__attribute__((weak)) calloc_fn __real_calloc;
__attribute__((weak)) realloc_fn __real_realloc;
__attribute__((weak)) aligned_fn __real_aligned_alloc;
__attribute__((weak)) memalign_fn __real_posix_memalign;
__attribute__((weak)) free_fn __real_free;
__attribute__((weak)) munmap_fn __real_munmap;

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
    return (__real_malloc ? __real_malloc : malloc)(bytes);
}

void tri_heap_give_back(void *p)
{
    (__real_free ? __real_free : free)(p);
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
        return (__real_realloc ? __real_realloc : realloc)(p, bytes);
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
    void *p =
        ours ? tri_heap_allocate(there ? TRI_OF_DEVICE : TRI_OF_HOST, bytes, ALIGNMENT) : NULL;
    if (p && there)
        tri_pointers_allocated(p, bytes);
    return p ? p
             : (__real_omp_target_alloc ? __real_omp_target_alloc : omp_target_alloc)(bytes,
                                                                                      device);
}

void __wrap_omp_target_free(void *p, int device)
{
    if (is_freed(device == omp_get_initial_device() ? TRI_OF_HOST : TRI_OF_DEVICE, p))
        tri_pointers_freed(p);
    else
        (__real_omp_target_free ? __real_omp_target_free : omp_target_free)(p, device);
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
    return (__real_omp_target_memcpy ? __real_omp_target_memcpy : omp_target_memcpy)(
        to, from, bytes, to_offset, from_offset, to_device, from_device);
}

#endif
