/* The paths, their names, and whether this machine and build can run them. */
#include "intrinsics.h"
#include "measure.h"

#include <omp.h>

static bool always(struct tri_error *e)
{
    return true;
}

/* Tests for both: some processors and virtual machines have AVX2 without FMA.  nvc has no such test,
 * and needs none: all files are compiled for the processor that -tp names.  Each aarch64 has NEON. */
#if !defined(AVX2)
# define TRI_INTRINSICS "AVX2"
static bool has_avx2(struct tri_error *e)
{
    return tri_fail(e, TRI_FAILED,
                    "path avx2: built without these intrinsics: on aarch64 they take SIMDe "
                    "(libsimde-dev), other processors than x86-64 have none");
}
#elif defined(__x86_64__) && !defined(__NVCOMPILER)
static bool has_avx2(struct tri_error *e)
{
    if (!__builtin_cpu_supports("avx2") || !__builtin_cpu_supports("fma"))
        return tri_fail(e, TRI_FAILED, "path avx2: %s lacks AVX2 or FMA", tri_cpu_name());
    return true;
}
#elif defined(__x86_64__) && !(defined(__AVX2__) && defined(__FMA__))
static bool has_avx2(struct tri_error *e)
{
    return tri_fail(e, TRI_FAILED,
                    "path avx2: nvc compiled for a processor without AVX2 or FMA (-tp)");
}
#else
static bool has_avx2(struct tri_error *e)
{
    return always(e);
}
#endif

static const struct {
    const char *name, *meaning;
    bool (*available)(struct tri_error *);
} paths[TRI_PATHS] = {
    [TRI_ORIGIN] = { "origin", "the program as first published, to compare with", always },
    [TRI_REFERENCE] = { "reference", "plain loop, timed on one thread", always },
    [TRI_SIMD] = { "simd", "omp parallel for + simd", always },
    [TRI_AVX2] = { "avx2", "AVX2+FMA intrinsics in threads", has_avx2 },
    [TRI_OFFLOAD] = { "offload", "omp target teams, on a device", tri_device_start },
};

const char *tri_intrinsics(void)
{
    return TRI_INTRINSICS;
}

const char *tri_path_name(enum tri_path path)
{
    return paths[path].name;
}

const char *tri_path_meaning(enum tri_path path)
{
    return paths[path].meaning;
}

bool tri_path_available(enum tri_path path, struct tri_error *e)
{
    bool there = paths[path].available(e);
    if (!there && e)
        e->absent = true;
    return there;
}

const char *tri_precision_name(enum tri_precision precision)
{
    static const char *const names[TRI_PRECISIONS] = { "float", "double" };
    return names[precision];
}

const char *tri_place_name(enum tri_place place)
{
    static const char *const names[TRI_PLACES] = { "cpu", "host-plugin", "gpu" };
    return place < 0 ? "nowhere" : names[place];
}
