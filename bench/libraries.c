/* Libraries that are peers; where their threads may run. */
#define _GNU_SOURCE /* sched_setaffinity */
#include "libraries.h"

#include <dlfcn.h>
#include <omp.h>
#include <sched.h>
#include <stdlib.h>

/* The first of the libraries, NULL after the last, that can be loaded. */
static void *load(const char *const names[])
{
    void *library = NULL;
    for (int i = 0; names[i] && !library; i++)
        library = dlopen(names[i], RTLD_NOW | RTLD_LOCAL);
    return library;
}

/* Adds the processors of an OpenMP place. */
static bool add_place(int place, cpu_set_t *all)
{
    int n = omp_get_place_num_procs(place);
    int *processor = calloc((size_t)n, sizeof *processor);
    if (!processor)
        return false;
    omp_get_place_proc_ids(place, processor);
    for (int i = 0; i < n; i++)
        if (processor[i] >= 0 && processor[i] < CPU_SETSIZE)
            CPU_SET(processor[i], all);
    free(processor);
    return true;
}

/* Loads a library that brings threads of its own.  It makes them, or looks where they may run, right
 * here; and to a thread that OMP_PROC_BIND has bound, that is one processor.  (OpenBLAS on sixteen: a
 * product took ten times as long.)  So meanwhile this thread may run on those of all places. */
static void *load_unbound(const char *const names[])
{
    cpu_set_t mine, all;
    CPU_ZERO(&all);
    bool known = sched_getaffinity(0, sizeof mine, &mine) == 0 && omp_get_num_places() > 0;
    for (int place = 0; known && place < omp_get_num_places(); place++)
        known = add_place(place, &all);
    if (!known || sched_setaffinity(0, sizeof all, &all) != 0)
        return load(names);
    void *library = load(names);
    sched_setaffinity(0, sizeof mine, &mine);
    return library;
}

void *find_openblas(struct tri_error *e)
{
    static const char *const names[] = { "libopenblas.so.0", "libopenblas.so", NULL };
    setenv("OPENBLAS_CORETYPE", "Haswell", 0);
    void *library = load_unbound(names);
    if (!library)
        tri_fail(e, TRI_FAILED, "no libopenblas.so.0");
    return library;
}

void *find_cublas(struct tri_error *e)
{
    static const char *const names[] = { "libcublas.so.13", "libcublas.so.12", "libcublas.so.11",
                                         NULL };
    void *library = load(names);
    if (!library)
        tri_fail(e, TRI_FAILED, "no libcublas.so.11, .12 or .13");
    return library;
}

bool find_function(void *library, const char *name, void *function, struct tri_error *e)
{
    if (!library)
        return false;
    *(void **)function = dlsym(library, name); /* which POSIX allows, not ISO C */
    return *(void **)function || tri_fail(e, TRI_FAILED, "the library has no %s", name);
}
