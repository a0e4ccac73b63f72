/* moldyn on several devices: particles that move to near and distant slabs, and wrong exchanges. */
#include "check.h"
#include "moldyn.h"

enum { Z = 2 };

static const struct tri_hotspot *fluid(int precision)
{
    return tri_hotspot_named("moldyn", (enum tri_precision)precision);
}

static const struct tri_variant *tuned_of(int precision)
{
    return tri_variant_named(fluid(precision), "tuned");
}

/* Runs leave first values as they are, and must not find the last run's results. */
static void poison_results(struct tri_case *c)
{
    for (int o = POSITION; o <= PAIRS; o++)
        memset(c->operand[o], 0x5a, tri_operand_bytes(c, o));
}

/* Along z all particles lie in the lower part of the cube, if `squeezed` is less than 1. */
static void squeeze(struct tri_case *c, double squeezed)
{
    for (size_t i = 0; i < particles(c); i++)
        set_value(c, START_POSITION, 3 * i + Z, squeezed * value_at(c, START_POSITION, 3 * i + Z));
}

/* How many particles end in another slab than where they began, of so many. */
static size_t crossed(const struct tri_case *c, double slabs)
{
    size_t n = 0;
    for (size_t i = 0; i < particles(c); i++)
        n += (int)(value_at(c, START_POSITION, 3 * i + Z) * slabs / edge(c)) !=
             (int)(value_at(c, POSITION, 3 * i + Z) * slabs / edge(c));
    return n;
}

struct flow {
    const char *set;
    double squeezed;
    size_t least_crossed; /* of four slabs */
};

static void expect_bits_of_flow(const struct tri_variant *v, int precision, const struct flow *flow)
{
    case_auto_t c = case_of_variant(fluid(precision), v, flow->set),
                reference = case_of(fluid(precision), flow->set);
    squeeze(&c, flow->squeezed);
    squeeze(&reference, flow->squeezed);
    reference.hotspot->reference(&reference);
    cr_expect(crossed(&reference, DEVICES) >= flow->least_crossed, "%s: %zu have crossed",
              flow->set, crossed(&reference, DEVICES));
    for (int n = 2; n <= DEVICES && n <= tri_devices(); n++) {
        const struct tri_launch launch = { .devices = n };
        struct tri_error why;
        if (!tri_devices_available(&c, v, &launch, &why))
            continue;
        poison_results(&c);
        expect_bits_of(launch, &c, &reference, flow->set);
    }
}

/* A gas, whose particles cross all slabs; half of the cube empty; as many layers as devices, and fewer; and a
 * squeezed fluid that explodes: particles jump over slabs. */
static const struct flow flows[] = {
    { "particles=301,density=0.3,cutoff=1,steps=100,temperature=4,dt=0.01", 1, 100 },
    { "particles=701,density=0.1,cutoff=1.5,steps=40,temperature=4,dt=0.01", 0.5, 50 },
    { "particles=1001,cutoff=2.5,steps=20,temperature=4", 1, 1 },
    { "particles=501,density=0.6,cutoff=2.8,steps=30,temperature=4", 1, 0 },
    { "particles=2003,density=1,cutoff=1,steps=12,dt=0.01", 0.3, 100 },
};

static void same_bits(int precision)
{
    need_devices();
    FOR_EACH (r, flows) {
        struct tri_error why;
        const struct tri_variant *v;
        for (size_t i = 0; (v = tri_variant_at(fluid(precision), i)) != NULL; i++)
            if (v->division && can_run(fluid(precision), v, TRI_OFFLOAD, &why))
                expect_bits_of_flow(v, precision, r);
    }
}

Test(slabs, bits_of_one_in_float)
{
    same_bits(TRI_FLOAT);
}

Test(slabs, bits_of_one_in_double)
{
    same_bits(TRI_DOUBLE);
}

/* ---- What is wrong is found out ---- */

static void never_unpacked(const struct tri_part *part, int32_t *where, const void *records,
                           int32_t n)
{
}

static const struct tri_exchange *true_exchange;

static struct tri_packed half_is_lost(const struct tri_part *part, int32_t *where, void *records)
{
    struct tri_packed packed = true_exchange->pack(part, where, records);
    packed.count /= 2;
    return packed;
}

/* Who jumps far is made known to neighbours alone. */
static struct tri_packed never_far(const struct tri_part *part, int32_t *where, void *records)
{
    struct tri_packed packed = true_exchange->pack(part, where, records);
    packed.far = false;
    return packed;
}

/* How many results differ from the reference on several devices. */
static size_t different_by(const struct tri_hotspot *h, const struct tri_variant *v,
                           const struct flow *flow)
{
    case_auto_t c = case_of(h, flow->set), reference = case_of(h, flow->set);
    squeeze(&c, flow->squeezed);
    squeeze(&reference, flow->squeezed);
    must(tri_case_choose(&c, v, &failure));
    h->reference(&reference);
    poison_results(&c);
    const struct tri_launch launch = { .devices = DEVICES };
    must(tri_case_launch(&c, TRI_OFFLOAD, &launch, &failure));
    struct tri_difference d = tri_case_difference(&c, &reference);
    return d.different;
}

/* The path for CPUs, on what is on the device: it leaves packing to the exchange. */
static void take_steps_on_the_host(const struct tri_case *c)
{
    int *place = c->ran_on;
    for (int o = 0; o < TRI_MAX_OPERANDS; o++) {
        char *bytes = c->operand[o];
        size_t n = tri_operand_bytes(c, o);
        #pragma omp target update from(bytes[:n])
    }
    tuned_of(TRI_DOUBLE)->path[TRI_SIMD](c);
    for (int o = 0; o < TRI_MAX_OPERANDS; o++) {
        char *bytes = c->operand[o];
        size_t n = tri_operand_bytes(c, o);
        #pragma omp target update to(bytes[:n])
    }
    #pragma omp target map(from: place[:1])
    *place = TRI_HOST_PLUGIN;
}

static size_t different_with(struct tri_exchange exchange, const struct flow *flow)
{
    struct tri_variant tuned = *tuned_of(TRI_DOUBLE);
    struct tri_division changed = *tuned.division;
    exchange.by_path = false;
    changed.exchange = &exchange;
    tuned.division = &changed;
    tuned.path[TRI_OFFLOAD] = take_steps_on_the_host;
    return different_by(fluid(TRI_DOUBLE), &tuned, flow);
}

Test(slabs, lost_particles)
{
    need_devices();
    if (tri_devices() < DEVICES)
        cr_skip_test("%d devices", tri_devices());
    true_exchange = tuned_of(TRI_DOUBLE)->division->exchange;
    struct tri_exchange stale = *true_exchange, lost = *true_exchange, near = *true_exchange;
    stale.unpack = never_unpacked;
    lost.pack = half_is_lost;
    near.pack = never_far;
    const struct flow *gas = &flows[0], *explosion = &flows[4];
    cr_expect(different_with(*true_exchange, gas) == 0);
    cr_expect(different_with(stale, gas) > 0);
    cr_expect(different_with(lost, gas) > 0);
    cr_expect(different_with(near, gas) == 0);
    cr_expect(different_with(*true_exchange, explosion) == 0);
    cr_expect(different_with(near, explosion) > 0);
}

/* The path of `tuned` packs and unpacks by itself. */
static tri_path_fn *true_path;

static void half_leave(const struct tri_case *c)
{
    struct tri_packed *packed = c->traffic->packed;
    true_path(c);
    #pragma omp target is_device_ptr(packed)
    packed->count /= 2;
}

static void nobody_arrives(const struct tri_case *c)
{
    struct tri_traffic none = *c->traffic;
    struct tri_case alone = *c;
    none.arrivals = 0;
    alone.traffic = &none;
    true_path(&alone);
}

static void nobody_is_far(const struct tri_case *c)
{
    struct tri_packed *packed = c->traffic->packed;
    true_path(c);
    #pragma omp target is_device_ptr(packed)
    packed->far = false;
}

static size_t different_in_tuned(tri_path_fn *path, const struct flow *flow)
{
    struct tri_variant tuned = *tuned_of(TRI_DOUBLE);
    true_path = tuned.path[TRI_OFFLOAD];
    tuned.path[TRI_OFFLOAD] = path ? path : true_path;
    return different_by(fluid(TRI_DOUBLE), &tuned, flow);
}

Test(slabs, lost_by_the_path)
{
    need_devices();
    if (tri_devices() < DEVICES)
        cr_skip_test("%d devices", tri_devices());
    if (!can_run(fluid(TRI_DOUBLE), tuned_of(TRI_DOUBLE), TRI_OFFLOAD, &failure))
        cr_skip_test("%s", failure.text);
    const struct flow *gas = &flows[0], *explosion = &flows[4];
    cr_expect(different_in_tuned(NULL, gas) == 0);
    cr_expect(different_in_tuned(half_leave, gas) > 0);
    cr_expect(different_in_tuned(nobody_arrives, gas) > 0);
    cr_expect(different_in_tuned(NULL, explosion) == 0);
    cr_expect(different_in_tuned(nobody_is_far, explosion) > 0);
}

/* ---- Runs that follow each other, with the data there ---- */

Test(slabs, again)
{
    need_devices();
    const struct tri_hotspot *h = fluid(TRI_FLOAT);
    case_auto_t c = case_of(h, "particles=1001,steps=5"),
                reference = reference_of(h, "particles=1001,steps=5");
    const struct tri_effort effort = { .reps = 3, .launch = { .threads = 1, .devices = 2 } };
    for (size_t i = 0; tri_variant_at(h, i); i++) {
        struct tri_contender who = tri_path_contender(h, tri_variant_at(h, i), TRI_OFFLOAD);
        measurement_auto_t m = { 0 };
        if (!tri_variant_at(h, i)->division)
            continue;
        must(tri_measure(&c, &who, &reference, &effort, &m, &failure));
        cr_expect(m.agrees && m.halo > 0, "%s: %zu differ, %g s", who.variant->name,
                  m.difference.different, m.halo);
        struct tri_difference d = tri_case_difference(&c, &reference);
        cr_expect(d.different == 0, "%s: %zu differ after the last run", who.variant->name,
                  d.different);
    }
}

Test(slabs, too_many)
{
    need_devices();
    case_auto_t c = case_of_variant(fluid(TRI_DOUBLE), tuned_of(TRI_DOUBLE), "particles=100");
    const struct tri_launch launch = { .devices = 2 };
    cr_expect(!tri_case_launch(&c, TRI_OFFLOAD, &launch, &failure) && failure.status == TRI_FAILED);
    cr_expect_str_eq(failure.text,
                     "too little to divide: particles=100 is enough for 1 of 2 devices");
}
