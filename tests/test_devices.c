/* Several devices give the same bits as one.  LLVM's host plugin has four devices, each with its own memory. */
#include "check.h"
#include "data.h"
#include "parts.h"
#include "stripes.h"

#include <math.h>

/* Sizes that no number of devices divides, more steps than a halo is deep, and bands flatter than a halo. */
static const char *const settings[][2] = {
    { "vecadd", "n=1009" },
    { "vecadd", "n=1009,form=update" },
    { "dot", "n=200003" },
    { "mandelbrot", "width=37,height=29,iterations=100" },
    { "julia", "width=37,height=29" },
    { "matmul", "n=19,m=23,k=11" },
    { "laplace", "width=41,height=331,steps=150" },
    { "laplace", "width=41,height=11,steps=64,conductor=ring" },
    { "laplace", "width=41,height=301,steps=0" },
    { "laplace", "width=31,height=207,steps=900,tolerance=0.0005,conductor=plates" },
    { "laplace", "width=31,height=207,steps=150,tolerance=0.001,conductor=ring" },
    { "laplace", "width=31,height=29,steps=500,tolerance=1e-6" },
    { "laplace", "width=11,height=41,steps=4000,tolerance=1e-30,conductor=plates" },
    { "laplace", "width=31,height=107,steps=70,tolerance=10" },
    { "blur", "width=13,height=307,passes=131" },
    { "blur", "width=13,height=9,passes=20,depth=16" },
    { "moldyn", "particles=2003,steps=7" },
    { "moldyn", "particles=101,steps=0,density=0.3" },
    { "moldyn", "particles=801,steps=3,cutoff=3" },
};
enum { SETTINGS = sizeof settings / sizeof *settings };

static void expect_bits_of_one(const struct tri_hotspot *h, const struct tri_variant *v,
                               const char *set)
{
    case_auto_t c = case_of_variant(h, v, set), reference = reference_of(h, set);
    for (int n = 1; n <= DEVICES && n <= tri_devices(); n++) {
        const struct tri_launch launch = { .devices = n };
        struct tri_error why;
        if (!tri_devices_available(&c, v, &launch, &why))
            continue;
        tri_case_poison(&c);
        expect_bits_of(launch, &c, &reference, set);
    }
}

/* An exchange after each step, after some, and as seldom as bands are high. */
static void expect_bits_of_depths(const struct tri_hotspot *h, const struct tri_variant *v,
                                  const char *set)
{
    static const int depths[] = { 1, 5, TRI_MAX_HALO_ROWS };
    case_auto_t c = case_of_variant(h, v, set), reference = reference_of(h, set);
    FOR_EACH (r, depths) {
        tri_case_poison(&c);
        expect_bits_of((struct tri_launch){ .devices = 2, .halo_rows = *r }, &c, &reference, set);
    }
}

EACH_OF(devices, bits_of_one, struct each, each_hotspot())
{
    const struct tri_hotspot *h = hotspot_in(r);
    need_devices();
    for (size_t s = 0; s < SETTINGS; s++)
        for (size_t i = 0; strcmp(settings[s][0], h->name) == 0 && tri_variant_at(h, i); i++) {
            const struct tri_variant *v = tri_variant_at(h, i);
            if (v->division && can_run(h, v, TRI_OFFLOAD, &failure))
                expect_bits_of_one(h, v, settings[s][1]);
        }
}

Test(devices, bits_of_any_depth)
{
    static const char *const stencils[][2] = {
        { "laplace", "width=21,height=101,steps=70" },
        { "laplace", "width=31,height=57,steps=300,tolerance=0.0005,conductor=plates" },
        { "blur", "width=13,height=97,passes=61" },
    };
    need_devices();
    for (size_t s = 0; s < sizeof stencils / sizeof *stencils; s++) {
        const struct tri_hotspot *h = tri_hotspot_named(stencils[s][0], TRI_DOUBLE);
        expect_bits_of_depths(h, &h->plain, stencils[s][1]);
    }
}

/* What has a division is in the table above. */
Test(devices, all_that_can_be_divided)
{
    for (size_t k = 0; k < tri_hotspot_count(); k++) {
        const struct tri_hotspot *h = tri_hotspot_at(k, TRI_DOUBLE);
        const struct tri_variant *tuned = tri_variant_last(h);
        bool known = !tuned->division;
        for (size_t s = 0; s < SETTINGS; s++)
            known |= strcmp(settings[s][0], h->name) == 0;
        cr_expect(known, "%s", h->name);
        cr_expect(!h->plain.division || tuned->division, "%s: plain, and tuned not", h->name);
    }
}

/* ---- What is wrong is found out ---- */

static void laplace_with(const struct tri_division *d, const char *expected)
{
    struct tri_hotspot h = *tri_hotspot_named("laplace", TRI_DOUBLE);
    struct tri_division changed = *d;
    h.plain.division = &changed;
    case_auto_t c = case_of(&h, "width=21,height=301,steps=130"),
                reference = reference_of(&h, "width=21,height=301,steps=130");
    const struct tri_launch launch = { .devices = 2 };
    must(tri_case_launch(&c, TRI_OFFLOAD, &launch, &failure));
    struct tri_difference difference = tri_case_difference(&c, &reference);
    cr_expect((difference.different == 0) == !expected, "%s: %zu differ",
              expected ? expected : "right", difference.different);
}

/* Bands of a stencil that never learn of each other. */
Test(devices, without_halo)
{
    need_devices();
    struct tri_division d = *tri_hotspot_named("laplace", TRI_DOUBLE)->plain.division;
    laplace_with(&d, NULL);
    d.stencil = false;
    laplace_with(&d, "no exchange");
}

/* ---- Results that are joined ---- */

/* As on a device that cannot write the host's memory. */
static void map_all(struct tri_parts *p, size_t i)
{
    tri_data_map(&p->part[i].c, true);
}

static void release_all(struct tri_parts *p, size_t i)
{
    tri_data_release(&p->part[i].c);
}

static struct tri_parts *parts_on(struct tri_case *c, size_t n)
{
    static const int device[] = { 0, 1, 2, 3 };
    const struct tri_placement placement = { TRI_OFFLOAD, n, 0, n, device, &tri_transport_here, 0 };
    struct tri_error e;
    struct tri_parts *p = tri_parts_new(c, &placement, &e);
    cr_assert(p, "%s", e.text);
    return p;
}

static void run_copying(struct tri_case *c, size_t n)
{
    struct tri_error e;
    struct tri_parts *p = parts_on(c, n);
    tri_device_begin();
    cr_expect(tri_parts_each(p, map_all, &e) && tri_parts_each(p, tri_parts_run_one, &e), "%s",
              e.text);
    tri_parts_each(p, release_all, &e);
    tri_device_end();
    p->division->join(c, p->part, p->n);
    tri_parts_free(p);
}

static double first_value(const struct tri_case *c, const char *operand)
{
    const void *values = tri_case_operand(c, operand);
    return strcmp(operand, "taken") == 0 ? *(const int32_t *)values : *(const double *)values;
}

/* The result that is joined is right, whatever had been there. */
static void expect_copied(const char *hotspot, const struct tri_variant *v, const char *set,
                          const char *result, size_t n)
{
    const struct tri_hotspot *h = tri_hotspot_named(hotspot, TRI_DOUBLE);
    case_auto_t c = case_of_variant(h, v, set), reference = reference_of(h, set);
    run_copying(&c, n);
    double value = first_value(&c, result), right = first_value(&reference, result);
    double apart = v->apart ? v->apart(&reference) : 0;
    cr_expect(fabs(value - right) <= apart, "%s %s on %zu: %.17g, not %.17g", hotspot, v->name, n,
              value, right);
}

static void expect_all_copied(const char *hotspot, const char *set, const char *result, size_t most)
{
    struct tri_error why;
    const struct tri_hotspot *h = tri_hotspot_named(hotspot, TRI_DOUBLE);
    const struct tri_variant *v;
    bool any = false;
    for (size_t k = 0; (v = tri_variant_at(h, k)); k++)
        for (size_t n = 1; v->division && can_run(h, v, TRI_OFFLOAD, &why) && n <= most; n++) {
            expect_copied(hotspot, v, set, result, n);
            any = true;
        }
    cr_expect(any, "no variant of %s can run", hotspot);
}

Test(devices, results_that_are_copied)
{
    need_devices();
    expect_all_copied("dot", "n=200003", "dot", 2);
    expect_all_copied("laplace", "n=33,steps=400,tolerance=0.01", "taken", 1);
}

/* Memory that the device writes is there while the case is on the device, and no longer. */
Test(devices, results_in_place)
{
    need_devices();
    if (tri_device_place() == TRI_GPU && tri_staging_memory() != &tri_device_pinning)
        cr_skip_test("this runtime pins no memory");
    struct tri_case c = case_of(tri_hotspot_named("dot", TRI_DOUBLE), "n=1001");
    int dot = 0;
    while (strcmp(c.hotspot->operands[dot].name, "dot") != 0)
        dot++;
    struct tri_parts *p = parts_on(&c, 2);
    void *own = p->part[0].c.operand[dot];
    tri_device_begin();
    p->outputs = true;
    must(tri_parts_each(p, tri_part_on_device.enter, &failure));
    void *there = p->part[0].c.operand[dot];
    cr_expect(p->joined[0].own[dot] == own && is_on_device(there));
    tri_parts_each(p, tri_part_on_device.leave, &failure);
    cr_expect(p->joined[0].own[dot] == NULL && p->part[0].c.operand[dot] == own &&
              !is_on_device(there));
    tri_device_end();
    tri_parts_free(p);
}

/* ---- A tolerance ---- */

static double unmoved(const struct tri_part *part, ptrdiff_t above, const void *before,
                      const void *after)
{
    return 0;
}

static double no_rounding(double size)
{
    return -1;
}

/* How many steps two devices take of laplace, with another .stop if there is one. */
static int32_t steps_with(const struct tri_stop *stop, size_t *different)
{
    static const char set[] = "width=31,height=207,steps=900,tolerance=0.0005,conductor=plates";
    struct tri_hotspot h = *tri_hotspot_named("laplace", TRI_DOUBLE);
    struct tri_division changed = *h.plain.division;
    changed.stop = stop ? stop : changed.stop;
    h.plain.division = &changed;
    case_auto_t c = case_of(&h, set), reference = reference_of(&h, set);
    const struct tri_launch launch = { .devices = 2 };
    must(tri_case_launch(&c, TRI_OFFLOAD, &launch, &failure));
    int32_t taken = *(int32_t *)tri_case_operand(&c, "taken");
    *different = tri_case_difference(&c, &reference).different;
    return taken;
}

Test(devices, stop_after_the_wrong_step)
{
    need_devices();
    const struct tri_stop *right = tri_hotspot_named("laplace", TRI_DOUBLE)->plain.division->stop;
    struct tri_stop early = *right, late = *right;
    size_t different;
    early.change = unmoved;
    late.rounding = no_rounding;
    int32_t steps = steps_with(NULL, &different);
    cr_expect(different == 0 && steps > 64 && steps < 900, "%d steps, %zu differ", steps,
              different);
    cr_expect(steps_with(&early, &different) == 1 && different > 0);
    cr_expect(steps_with(&late, &different) > steps && different > 0);
}

Test(devices, too_many)
{
    need_devices();
    case_auto_t c = case_of(tri_hotspot_named("matmul", TRI_DOUBLE), "n=5,m=1,k=5");
    struct tri_launch launch = { .devices = 2 };
    cr_expect(!tri_case_launch(&c, TRI_OFFLOAD, &launch, &failure) && failure.status == TRI_FAILED);
    cr_expect_str_eq(failure.text, "too little to divide: m=1 is enough for 1 of 2 devices");
    launch.devices = TRI_MAX_DEVICES;
    expect_fails(tri_case_launch(&c, TRI_OFFLOAD, &launch, &failure),
                 "not on this machine: devices=64");
}

Test(devices, only_one)
{
    const struct tri_hotspot *h = tri_hotspot_named("moldyn", TRI_DOUBLE);
    need_devices();
    case_auto_t c = case_of_variant(h, tri_variant_named(h, "cell"), "particles=100");
    const struct tri_launch launch = { .devices = 2 };
    cr_expect(!tri_case_launch(&c, TRI_OFFLOAD, &launch, &failure));
    cr_expect_str_eq(failure.text, "is for one device: devices=2");
}

/* ---- How halos travel ---- */

static struct tri_measurement measured_on(int devices, const char *hotspot, const char *set)
{
    const struct tri_hotspot *h = tri_hotspot_named(hotspot, TRI_DOUBLE);
    case_auto_t c = case_of(h, set), reference = reference_of(h, set);
    const struct tri_contender who = tri_path_contender(h, &h->plain, TRI_OFFLOAD);
    const struct tri_effort effort = { .reps = 1, .launch = { .threads = 1, .devices = devices } };
    struct tri_measurement m;
    must(tri_measure(&c, &who, &reference, &effort, &m, &failure));
    tri_measurement_free(&m);
    return m;
}

/* The host plugin copies to the host, and from there. */
Test(devices, copies)
{
    need_devices();
    struct tri_measurement m = measured_on(2, "laplace", "n=100,steps=70");
    cr_expect(m.copies.between > 0 && m.copies.to_host > 0);
    cr_expect(tri_device_place() != TRI_HOST_PLUGIN || !tri_copies_direct(&m.copies),
              "%g B/s between devices, %g to the host", m.copies.between, m.copies.to_host);
    cr_expect(measured_on(1, "laplace", "n=100,steps=70").copies.between == 0, "no halos");
    cr_expect(measured_on(2, "vecadd", "n=1000").copies.between == 0, "no halos");
}

Test(devices, direct_copies_are_proven)
{
    cr_expect(tri_copies_direct(&(struct tri_copies){ .between = 380e9, .to_host = 54e9 }));
    cr_expect(!tri_copies_direct(&(struct tri_copies){ .between = 40e9, .to_host = 54e9 }));
}

/* ---- Which ---- */

Test(devices, chosen)
{
    const int last[] = { 3, 1 };
    need_devices();
    if (tri_devices() < DEVICES)
        cr_skip_test("%d devices", tri_devices());
    struct tri_case c = case_of(tri_hotspot_named("vecadd", TRI_DOUBLE), "n=101"), there;
    struct tri_launch launch = { .devices = 2 };
    tri_devices_choose(last, 2);
    must(tri_parts_memory_space.enter(&c, &launch, true, &there, &failure));
    cr_expect(there.parts->part[0].device == 3 && there.parts->part[1].device == 1);
    tri_parts_run(&there);
    cr_expect(tri_parts_memory_space.leave(&there, &c, &failure), "%s", failure.text);
    cr_expect(tri_case_launch(&c, TRI_OFFLOAD, &launch, &failure), "%s", failure.text);
    launch.devices = 3;
    cr_expect(!tri_devices_available(&c, &c.hotspot->plain, &launch, &failure) &&
              strcmp(failure.text, "not on this machine: devices=3, 2 are chosen") == 0);
    tri_devices_choose(NULL, 0);
    cr_expect(tri_devices_available(&c, &c.hotspot->plain, &launch, &failure), "%s", failure.text);
    tri_case_free(&c);
}
