/* Contenders: what can be measured, and whether it can run here. */
#include "measure.h"

struct tri_contender tri_path_contender(const struct tri_hotspot *hotspot,
                                        const struct tri_variant *variant, enum tri_path path)
{
    return (struct tri_contender){
        .variant = tri_path_has_variants(path) ? variant : &hotspot->plain,
        .path = path,
        .threads = tri_path_has_variants(path) ? 0 : 1,
        .follows = true,
        .may_differ = path == TRI_ORIGIN,
        .run = tri_path_of(hotspot, variant, path),
        .memory_space = path == TRI_OFFLOAD ? &tri_device_memory_space : NULL,
    };
}

struct tri_contender tri_on_devices(const struct tri_contender *who, const struct tri_launch *l)
{
    struct tri_contender many = *who;
    many.launch = *l;
    if (l->ranks > 0 && who->variant && tri_path_has_variants(who->path)) {
        many.memory_space = tri_ranks_memory_space(who->path);
        many.run = tri_ranks_order_run;
        return many;
    }
    if (l->devices > 0 && who->variant && who->path == TRI_OFFLOAD) {
        many.memory_space = &tri_parts_memory_space;
        many.run = tri_parts_run;
    }
    return many;
}

bool tri_contender_agrees(const struct tri_contender *who, const struct tri_case *reference,
                          const struct tri_difference *d)
{
    const struct tri_variant *variant = who->peer ? NULL : who->variant;
    if (!who->may_differ)
        return variant ? tri_agrees(variant, reference, d) : d->different == 0;
    if (d->different == 0 || (!who->within && !who->apart))
        return true;
    return d->integers == 0 && (!who->within || d->max_ulps <= who->within(reference)) &&
           (!who->apart || d->largest <= who->apart(reference));
}

bool tri_available(const struct tri_contender *who, const struct tri_hotspot *hotspot,
                   struct tri_error *e)
{
    if (!who->run)
        return tri_fail(e, TRI_FAILED, "path %s: %s has none in %s", tri_path_name(who->path),
                        hotspot->name, tri_precision_name(hotspot->precision));
    if (who->memory_space ? !who->memory_space->start(e) : !tri_path_available(who->path, e))
        return false;
    if (!tri_has_host_memory(who, e))
        return false;
    return who->peer || tri_variant_available(who->variant, who->path, e);
}

bool tri_has_host_memory(const struct tri_contender *who, struct tri_error *e)
{
    const struct tri_pinning *pinning = who->memory_space ? who->memory_space->pinning : NULL;
    if (who->host_memory == TRI_PAGEABLE)
        return true;
    return pinning ? pinning->available(e)
                   : tri_fail(e, TRI_FAILED, "pinned memory: not available here");
}
