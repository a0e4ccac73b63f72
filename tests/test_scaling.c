/* T1 and efficiency of rows on several devices or ranks; and ranks. */
#include "check.h"
#include "rows.h"
#include "entries.h"

#include <math.h>

/* A measured row of so many units in so many seconds. */
static struct tri_measurement *measured_row(struct tri_launch launch, double units, double seconds)
{
    struct tri_measurement *m = calloc(1, sizeof *m);
    cr_assert(m);
    m->path = TRI_OFFLOAD;
    m->variant = "tuned";
    m->launch = launch;
    m->work.units = units;
    SET_TIMES(&m->kernel, seconds);
    return m;
}

/* A table with that row only. */
static struct table table_of(struct tri_measurement *m, const char *settings)
{
    case_auto_t c = case_of(tri_hotspot_named("vecadd", TRI_FLOAT), settings);
    struct table t = { .row = calloc(1, sizeof *t.row), .n = 1 };
    cr_assert(t.row);
    t.row[0] = calloc(1, sizeof **t.row);
    cr_assert(t.row[0]);
    t.row[0]->m = *m; /* with its times */
    t.row[0]->identity = tri_row_identity(TRI_ROW_TIMES, &c, m);
    cr_assert(t.row[0]->identity);
    free(m);
    return t;
}

/* What a row gets beside that of the table. */
static struct tri_scaling scaling(struct table t, const char *settings, bool weak,
                                  struct tri_measurement *m)
{
    struct tri_case c = case_of(tri_hotspot_named("vecadd", TRI_FLOAT), settings);
    must(scaling_find(&t, &c, weak, m, &failure));
    struct tri_scaling found = m->scaling;
    tri_measurement_free(m);
    free(m);
    tri_case_free(&c);
    free_table(&t);
    return found;
}

#define ON(n) ((struct tri_launch){ .devices = (n) })
#define RANKS(n) ((struct tri_launch){ .ranks = (n) })

static void expect_scaling(struct tri_scaling s, double t1, double efficiency)
{
    cr_expect(s.t1 == t1 && fabs(s.efficiency - efficiency) < 1e-15,
              "T1 %g, not %g; efficiency %.17g, not %.17g", s.t1, t1, s.efficiency, efficiency);
}

/* A row of the table, and one beside it: seconds for 100 units, or in weak scaling 200. */
Test(scaling, known)
{
    static const struct {
        struct tri_launch before, now;
        double seconds_before, seconds, t1, efficiency;
        bool weak;
    } known[] = {
        { { .devices = 1 }, { .devices = 4 }, 8, 2.5, 8, 0.8, false },
        { { .ranks = 1 }, { .ranks = 2 }, 6, 4, 6, 0.75, false },
        { { .devices = 2 }, { .devices = 1 }, 6, 8, 8, 1, false }, /* one is compared with itself */
        { { .devices = 1 }, { .devices = 2 }, 8, 10, 8, 0.8, true },
    };
    FOR_EACH (r, known) {
        bool weak = r->weak;
        struct table t = table_of(measured_row(r->before, 100, r->seconds_before), "n=4");
        struct tri_measurement *m = measured_row(r->now, weak ? 200 : 100, r->seconds);
        expect_scaling(scaling(t, weak ? "n=8" : "n=4", weak, m), r->t1, r->efficiency);
    }
}

/* Without the row of one, of the same case and contender, nothing is known. */
Test(scaling, unknown)
{
    struct table none = { 0 };
    expect_scaling(scaling(none, "n=4", false, measured_row(ON(2), 100, 4)), 0, 0);
    struct table larger = table_of(measured_row(ON(1), 100, 8), "n=8");
    expect_scaling(scaling(larger, "n=4", false, measured_row(ON(2), 100, 4)), 0, 0);
    struct table ranks = table_of(measured_row(RANKS(1), 100, 8), "n=4");
    expect_scaling(scaling(ranks, "n=4", false, measured_row(ON(2), 100, 4)), 0, 0);
    struct tri_measurement *plain = measured_row(ON(1), 100, 8);
    plain->variant = "plain";
    expect_scaling(scaling(table_of(plain, "n=4"), "n=4", false, measured_row(ON(2), 100, 4)), 0,
                   0);
}

/* A row that no device shares, not even one. */
Test(scaling, not_shared)
{
    struct table one = table_of(measured_row(ON(1), 100, 8), "n=4");
    expect_scaling(scaling(one, "n=4", false, measured_row(ON(0), 100, 8)), 0, 0);
}

/* ---- Ranks in a program without an MPI launcher: which paths and variants are refused.  tests/ranks.sh runs ranks ---- */

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
    cr_expect(tri_ranks_choose_way(TRI_HALO_AUTO, &failure));
    cr_expect_str_eq(tri_ranks_way(), "staged", "nothing says that MPI takes a device's memory");
    for (int way = TRI_HALO_STAGED; way <= TRI_HALO_DIRECT; way++) {
        expect_refuses(tri_ranks_choose_way((enum tri_halo_way)way, &failure),
                       "is of ranks, and no MPI launcher has started this program");
    }
    for (int way = 0; way < TRI_HALO_WAYS; way++)
        cr_expect_not_null(tri_halo_way_name((enum tri_halo_way)way));
}
