/* Running a path over a case as any program would: where its launch says. */
#include "measure.h"
#include "data.h"
#include "ready.h"
#include "roles.h"

/* The poison is copied, too: memory that the device has used before may hold the right answer. */
static bool run_at(const struct tri_memory_space *space, tri_path_fn *run, struct tri_case *c,
                   const struct tri_launch *launch, struct tri_error *e)
{
    struct tri_case there;
    *c->ran_on = TRI_NOWHERE;
    if (!space->start(e) || (space->has_room && !space->has_room(c, e)) ||
        !space->enter(c, launch, true, &there, e))
        return false;
    run(&there);
    return space->leave(&there, c, e);
}

/* A path would be compared with itself.  Where several ranks share a case, each would have to ask for roles. */
static bool run_reference(struct tri_case *c, tri_path_fn *run, struct tri_error *e)
{
    const size_t before = tri_kernels_told;
    run(c);
    if (tri_ranks() <= 1 && !tri_roles_learn(c, e))
        return false;
    *c->ran_on = TRI_CPU;
    return tri_kernels_told == before ||
           tri_fail(e, TRI_FAILED,
                    "%s_reference starts a target region: it has to be a plain loop of its own",
                    c->hotspot->name);
}

static bool run_where(struct tri_case *c, enum tri_path path, tri_path_fn *run,
                      const struct tri_launch *launch, struct tri_error *e)
{
    if (launch->ranks > 0 && tri_path_has_variants(path))
        return tri_ranks_available(c, c->variant, path, launch, e) &&
               run_at(tri_ranks_memory_space(path), tri_ranks_order_run, c, launch, e);
    if (launch->devices > 0 && path == TRI_OFFLOAD)
        return tri_devices_available(c, c->variant, launch, e) &&
               run_at(&tri_parts_memory_space, tri_parts_run, c, launch, e);
    if (path == TRI_OFFLOAD)
        return run_at(&tri_device_memory_space, run, c, launch, e);
    if (path == TRI_REFERENCE)
        return run_reference(c, run, e);
    run(c);
    *c->ran_on = TRI_CPU;
    return true;
}

bool tri_case_ready(const struct tri_case *c, enum tri_path path, struct tri_error *e)
{
    if (!tri_path_of(c->hotspot, c->variant, path))
        return tri_fail(e, TRI_FAILED, "%s, %s, has no path %s in %s", c->hotspot->name,
                        c->variant->name, tri_path_name(path),
                        tri_precision_name(c->hotspot->precision));
    return tri_path_available(path, e) && tri_variant_available(c->variant, path, e);
}

bool tri_case_launch(struct tri_case *c, enum tri_path path, const struct tri_launch *launch,
                     struct tri_error *e)
{
    if (!tri_case_ready(c, path, e))
        return false;
    bool good = tri_launch_variant(launch, path, c->variant, e) &&
                run_where(c, path, tri_path_of(c->hotspot, c->variant, path), launch, e);
    tri_launch_path(NULL);
    return good;
}

bool tri_case_run(struct tri_case *c, enum tri_path path, struct tri_error *e)
{
    return tri_case_launch(c, path, &(struct tri_launch){ 0 }, e);
}
