/* Ranks in a program without an MPI launcher: which paths and variants are refused.  tests/ranks.sh runs ranks. */
#include "check.h"

#include <criterion/criterion.h>
#include <string.h>

static const struct tri_hotspot *hotspot(const char *name)
{
    return tri_hotspot_named(name, TRI_DOUBLE);
}

/* Why a variant cannot run on so many ranks; NULL: it can. */
static const char *refusal(const char *name, const char *variant, enum tri_path path, int ranks)
{
    static struct tri_error e;
    const struct tri_variant *v = tri_variant_named(hotspot(name), variant);
    const struct tri_launch launch = { .ranks = ranks };
    struct tri_case c;
    cr_assert(v, "%s has no %s", name, variant);
    tri_case_init(&c, hotspot(name));
    return tri_ranks_available(&c, v, path, &launch, &e) ? NULL : e.text;
}

Test(ranks, one_process)
{
    int ranks = 0, rank = -1;
    cr_expect(!tri_ranks_launched(&ranks, &rank) && ranks == 1 && rank == 0);
    cr_expect(tri_ranks() == 1 && tri_ranks_nodes(1) == 0);
    cr_expect_null(refusal("vecadd", "plain", TRI_SIMD, 0), "no ranks are asked for");
}

Test(ranks, refused)
{
    cr_expect_str_eq(refusal("vecadd", "plain", TRI_SIMD, 2),
                     "not here: ranks=2, and no MPI launcher has started this program");
    cr_expect_str_eq(refusal("moldyn", "cell", TRI_OFFLOAD, 2), "is for one process: ranks=2");
}

Test(ranks, ways_of_halos)
{
    struct tri_error e;
    cr_expect(tri_ranks_choose_way(TRI_HALO_AUTO, &e));
    cr_expect_str_eq(tri_ranks_way(), "staged", "nothing says that MPI takes a device's memory");
    cr_expect(!tri_ranks_choose_way(TRI_HALO_DIRECT, &e) && e.status == TRI_USAGE);
    cr_expect_str_eq(e.text, "--halo direct: no MPI launcher has started this program; --halo is "
                             "staged or auto here");
    cr_expect(tri_ranks_choose_way(TRI_HALO_STAGED, &e));
    for (int way = 0; way < TRI_HALO_WAYS; way++)
        cr_expect_not_null(tri_halo_way_name((enum tri_halo_way)way));
}
