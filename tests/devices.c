/* Helpers for tests of several devices. */
#include "devices.h"

void need_devices(void)
{
    struct tri_error e;
    need_path(tri_hotspot_named("vecadd", TRI_DOUBLE), TRI_OFFLOAD);
    cr_assert(tri_device_start(&e), "%s", e.text);
    if (tri_devices() < 2)
        cr_skip_test("%d device", tri_devices());
}

void expect_bits_of(struct tri_launch launch, struct tri_case *c, const struct tri_case *reference,
                    const char *says)
{
    struct tri_error e;
    cr_assert(tri_case_launch(c, TRI_OFFLOAD, &launch, &e), "%s on %d devices: %s", says,
              launch.devices, e.text);
    struct tri_difference d = tri_case_difference(c, reference);
    cr_expect(tri_agrees(c->variant, reference, &d),
              "%s %s %s on %d devices, halo-rows=%d: %zu of %zu differ, from %zu on",
              c->hotspot->name, c->variant->name, says, launch.devices, launch.halo_rows,
              d.different, d.points, d.first);
}
