/*
 * The reports' own numbers: points at which float and double differ, on every path.
 *
 * Table 5 of the report counts them for its AVX2+FMA program (listing 4), table 12 for its CUDA
 * program (listing 7).  Here each path has to give both numbers exactly.
 */
#include "check.h"

#include <criterion/criterion.h>
#include <criterion/parameterized.h>
#include <stdio.h>

static const struct {
    const char *settings;
    size_t different, points;
} golden[] = {
    { "arithmetic=listing4,resolution=500", 7559, 1500000 },
    { "arithmetic=listing7,resolution=500", 7531, 1500000 },
    { "arithmetic=listing4,resolution=1000", 29687, 6000000 },
    { "arithmetic=listing7,resolution=1000", 29683, 6000000 },
};
/* The reference takes 20 s for the larger ones, and so does a device that is the CPU: vectors tell as much. */
enum { SMALL = 2, GOLDEN = INSTRUMENTED ? SMALL : 4 };

struct row {
    int path, k;
};

ParameterizedTestParameters(golden, differences)
{
    size_t n = 0;
    struct row *rows = cr_malloc(sizeof *rows * TRI_PATHS * GOLDEN);
    for (int path = TRI_REFERENCE; path < TRI_PATHS; path++)
        for (int k = 0; k < (path == TRI_REFERENCE ? SMALL : GOLDEN); k++)
            rows[n++] = (struct row){ path, k };
    return cr_make_param_array(struct row, rows, n);
}

ParameterizedTest(struct row *r, golden, differences)
{
    const char *settings = golden[r->k].settings;
    enum tri_path path = (enum tri_path)r->path;
    struct tri_case c[TRI_PRECISIONS];
    if (r->k >= SMALL && path == TRI_OFFLOAD && tri_device_place() != TRI_GPU)
        cr_skip("for a GPU");
    for (int p = 0; p < TRI_PRECISIONS; p++) {
        const struct tri_hotspot *h = tri_hotspot_named("listings", (enum tri_precision)p);
        need_path(h, path);
        c[p] = case_of(h, settings);
        run_path(&c[p], path);
    }
    struct tri_difference d = tri_case_difference(&c[TRI_FLOAT], &c[TRI_DOUBLE]);
    printf("listings %s %s: float and double differ at %zu of %zu points (%.4f %%)\n",
           tri_path_name(path), settings, d.different, d.points,
           100 * (double)d.different / (double)d.points);
    cr_expect(d.points == golden[r->k].points);
    cr_expect(d.different == golden[r->k].different, "path %s, %s: %zu points differ, not %zu",
              tri_path_name(path), settings, d.different, golden[r->k].different);
    for (int p = 0; p < TRI_PRECISIONS; p++)
        tri_case_free(&c[p]);
}
