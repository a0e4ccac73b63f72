/* Which of the ceilings limits a given work.  (S. Williams, A. Waterman, D. Patterson: Roofline, CACM
 * 52(4), 2009.) */
#include "ceilings.h"

#include <math.h>

double tri_ceiling_bandwidth(const struct tri_ceiling *ceiling, const struct tri_work *work)
{
    return work->only_reads ? ceiling->bytes_read_per_second : ceiling->bytes_per_second;
}

/* Resources that are not used, or were not measured, take no time. */
static double seconds(double amount, double per_second)
{
    return amount > 0 && per_second > 0 ? amount / per_second : 0;
}

double tri_ceiling_seconds(const struct tri_ceiling *c, const struct tri_work *w,
                           enum tri_resource resource)
{
    /* without a ceiling of their own, additions are compared with that of fma */
    double additions = c->additions_per_second > 0 ? fmax(w->additions, 0) : 0;
    double integers = c->integers_per_second > 0 ? fmax(w->integers, 0) : 0;
    double tensor = c->tensor_per_second > 0 ? fmax(w->tensor, 0) : 0;
    double fma = w->instructions - additions - integers - tensor;
    double memory = seconds(w->bytes, tri_ceiling_bandwidth(c, w));
    switch (resource) {
    case TRI_FMA: return seconds(fma, c->fma_per_second);
    case TRI_ADDITIONS: return seconds(additions, c->additions_per_second);
    case TRI_MIXED: return seconds(fma + additions, c->mixed_per_second);
    case TRI_INTEGERS: return seconds(integers, c->integers_per_second);
    case TRI_TENSOR: return seconds(tensor, c->tensor_per_second);
    case TRI_MEMORY: return c->cached ? 0 : memory;
    case TRI_CACHE: return c->cached ? memory : 0;
    case TRI_NEAR: return seconds(w->near_bytes, c->near_bytes_per_second);
    case TRI_RESOURCES: break;
    }
    return 0;
}

/* The resource before `last` that takes longest; `last` if none takes any time. */
static enum tri_resource longest(const struct tri_ceiling *c, const struct tri_work *w,
                                 enum tri_resource last)
{
    enum tri_resource most = last;
    double most_time = 0;
    for (int i = 0; i < (int)last; i++) {
        double time = tri_ceiling_seconds(c, w, (enum tri_resource)i);
        if (time > most_time) {
            most_time = time;
            most = (enum tri_resource)i;
        }
    }
    return most;
}

enum tri_resource tri_ceiling_binds(const struct tri_ceiling *c, const struct tri_work *w)
{
    return longest(c, w, TRI_RESOURCES);
}

double tri_ceiling_rate(const struct tri_ceiling *c, const struct tri_work *w)
{
    return w->units / tri_ceiling_seconds(c, w, tri_ceiling_binds(c, w));
}

double tri_ceiling_arithmetic(const struct tri_ceiling *c, const struct tri_work *w,
                              enum tri_resource *resource)
{
    enum tri_resource most = longest(c, w, TRI_MEMORY);
    *resource = most == TRI_MEMORY ? TRI_FMA : most;
    return most == TRI_MEMORY ? c->fma_per_second
                              : w->instructions / tri_ceiling_seconds(c, w, most);
}

const char *tri_resource_name(enum tri_resource resource)
{
    static const char *const names[TRI_RESOURCES + 1] = {
        [TRI_FMA] = "fma",           [TRI_ADDITIONS] = "additions", [TRI_MIXED] = "fma+add",
        [TRI_INTEGERS] = "integers", [TRI_TENSOR] = "tensor cores", [TRI_MEMORY] = "memory",
        [TRI_CACHE] = "cache",       [TRI_NEAR] = "near memory",    [TRI_RESOURCES] = "nothing",
    };
    return names[resource];
}
