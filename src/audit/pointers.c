/*
 * Pointers that target regions get.
 *
 * A pointer that a region uses, and no clause names, is mapped as an array of length 0: it becomes the device's address if
 * something is mapped there, and else stays what it is (OpenMP 5.1, 2.21.7.2).  Then it has to be an address of the device.
 * On a device that is this CPU, one of the host would do; a GPU faults.
 */
#include "inside.h"

#include "build_info.h"

#include <omp.h>
#include <pthread.h>
#include <stdint.h>

/* ---- Memory of the device --------------------------------------------------------------------- */

enum { MOST = 4096 /* pieces; what is beyond is not known, and all may be the device's */ };

static struct piece {
    const char *begin, *end;
} pieces[MOST];
static size_t n;
static bool is_full;
static pthread_mutex_t all_pieces = PTHREAD_MUTEX_INITIALIZER;

void tri_pointers_allocated(void *there, size_t bytes)
{
    pthread_mutex_lock(&all_pieces);
    is_full |= n == MOST;
    if (there && !is_full)
        pieces[n++] = (struct piece){ there, (const char *)there + bytes };
    pthread_mutex_unlock(&all_pieces);
}

void tri_pointers_freed(void *there)
{
    pthread_mutex_lock(&all_pieces);
    for (size_t i = n; i-- > 0;)
        if (pieces[i].begin == there) {
            pieces[i] = pieces[--n];
            break;
        }
    pthread_mutex_unlock(&all_pieces);
}

/* ---- Regions ---------------------------------------------------------------------------------- */

static _Atomic bool watched;
static _Atomic int of_host;

void tri_pointers_watch(bool begins)
{
    watched = begins && tri_device_place() == TRI_HOST_PLUGIN;
    if (begins)
        of_host = 0;
}

int tri_pointers_of_host(void)
{
    return of_host;
}

#if TRIPTYCH_OFFLOAD

/* How LLVM's runtime is told of a region's arguments, since LLVM 16. */
struct arguments {
    uint32_t version, n;
    void **bases, **begins;
    int64_t *sizes, *types;
};
enum { PARAMETER = 0x20, LITERAL = 0x100 /* its value is the argument */ };

static bool is_of_device(const char *p)
{
    pthread_mutex_lock(&all_pieces);
    bool any = is_full;
    for (size_t i = 0; i < n && !any; i++)
        any = p >= pieces[i].begin && p <= pieces[i].end;
    pthread_mutex_unlock(&all_pieces);
    return any;
}

/* Operands are watched by their pages. */
static bool is_lost(const struct arguments *a, uint32_t i)
{
    const void *p = a->begins[i];
    return (a->types[i] & PARAMETER) && !(a->types[i] & LITERAL) && a->sizes[i] == 0 && p &&
           !tri_guarded_at(p, 1) && !omp_target_is_present(p, omp_get_default_device()) &&
           !is_of_device(p);
}

/* LLVM's function that starts a region.  Where calls of it are calls of this one (the linker's --wrap, which projects of
 * hotspots and the tests have), __real_ is what it was; here it may be its own name. */
typedef int start_fn(void *location, int64_t device, int32_t teams, int32_t threads, void *region,
                     struct arguments *);
start_fn __wrap___tgt_target_kernel;
__attribute__((weak)) start_fn __real___tgt_target_kernel, __tgt_target_kernel;

int __wrap___tgt_target_kernel(void *location, int64_t device, int32_t teams, int32_t threads,
                               void *region, struct arguments *a)
{
    start_fn *start = __real___tgt_target_kernel ? __real___tgt_target_kernel : __tgt_target_kernel;
    for (uint32_t i = 0; watched && i < a->n; i++)
        of_host += is_lost(a, i);
    return start(location, device, teams, threads, region, a);
}

#endif
