/* Libraries that are peers. */
#include "libraries.h"

#include "build_info.h"
#include "peer.h"
#include "process.h"

#include <dlfcn.h>
#include <omp.h>
#include <stdlib.h>

/* Loads the first of the libraries that can be loaded; the list ends with NULL. */
static void *load(const char *const names[])
{
    void *library = NULL;
    for (int i = 0; names[i] && !library; i++)
        library = dlopen(names[i], RTLD_NOW | RTLD_LOCAL);
    return library;
}

struct loading {
    const char *const *names;
    void *library;
};

static void load_for(void *data)
{
    struct loading *l = data;
    l->library = load(l->names);
}

/* A library creates its threads, or finds out where they may run, while it is loaded. */
static void *load_with_threads(const char *const names[])
{
    struct loading l = { names, NULL };
    unbound(load_for, &l);
    return l.library;
}

void *find_openblas(struct tri_error *e)
{
    static const char *const names[] = { "libopenblas.so.0", "libopenblas.so", NULL };
    setenv("OPENBLAS_CORETYPE", "Haswell", 0);
    void *library = load_with_threads(names);
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

static void (*set_num_threads)(int);

bool find_in_openblas(const char *name, void *function, struct tri_error *e)
{
    void *library = find_openblas(e);
    return find_function(library, "openblas_set_num_threads", &set_num_threads, e) &&
           find_function(library, name, function, e);
}

void openblas_begin(void)
{
    set_num_threads(omp_get_max_threads());
}

bool find_in_cublas(struct cublas *b, const char *name, void *function, struct tri_error *e)
{
    void *library = find_cublas(e);
    return find_function(library, "cublasCreate_v2", &b->create, e) &&
           find_function(library, b->setter, &b->set, e) &&
           find_function(library, name, function, e);
}

#if TRIPTYCH_CUDA_PEERS

bool cublas_begin(struct cublas *b)
{
    void *handle = NULL;
    if (!b->handle && tri_cuda_library_worked(b->create(&handle), "cublasCreate") &&
        tri_cuda_library_worked(b->set(handle, b->setting), b->setter))
        b->handle = handle;
    return b->handle;
}

#endif
