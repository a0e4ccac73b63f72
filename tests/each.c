/* Parameters of tests that run for each hotspot in each precision. */
#include "each.h"

struct criterion_test_params each_hotspot(void)
{
    size_t n = 0;
    struct each *all = cr_malloc(tri_hotspot_count() * TRI_PRECISIONS * sizeof *all);
    for (size_t h = 0; h < tri_hotspot_count(); h++)
        for (int p = 0; p < TRI_PRECISIONS; p++)
            all[n++] = (struct each){ h, p };
    return cr_make_param_array(struct each, all, n);
}

const struct tri_hotspot *hotspot_in(const struct each *one)
{
    return tri_hotspot_at(one->hotspot, (enum tri_precision)one->precision);
}
