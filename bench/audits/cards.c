/* The cards of a path's kernels: another process runs it once, and tells what it launches. */
#include "audits.h"

bool audit_cards(const struct tri_case *c, const struct tri_variant *v, enum tri_path path,
                 const struct tri_launch *launch, struct cards *all, struct tri_error *why)
{
    const struct audit_of of = { .variant = v,
                                 .path = path,
                                 .precision = c->hotspot->precision,
                                 .launch = *launch,
                                 .only_launches = true };
    struct audited found;
    if (path != TRI_OFFLOAD)
        return tri_fail(why, TRI_FAILED, "%s runs on the CPU", tri_path_name(path));
    if (tri_device_start(NULL) && tri_device_place() != TRI_GPU)
        return tri_fail(why, TRI_FAILED, "the device is no GPU");
    if (!audit_there(c, &of, &found, why))
        return false;
    if (!found.ran)
        return tri_fail(why, TRI_FAILED, "not run: %s", found.why);
    cards_of_run(c, v, path, &found.launches, all);
    return all->n > 0 || tri_fail(why, TRI_FAILED, "%s", all->why);
}
