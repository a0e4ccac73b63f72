/* Cases: their memory, its initial contents, what a container leaves of it, and the difference of two cases. */
#define _GNU_SOURCE /* RUSAGE_THREAD */
#include "check.h"
#include "conditions.h"
#include "data.h"
#include "fake.h"
#include "memory.h"

#include <float.h>
#include <math.h>
#include <omp.h>
#include <stdint.h>
#include <sys/resource.h>

Test(memory, inputs_are_filled)
{
    case_auto_t f = case_of(&fake_float, "rows=3,cols=5,depth=2,scale=0.1");
    case_auto_t d = case_of(&fake_double, "rows=3,cols=5,depth=2,scale=0.1");
    cr_assert(f.length[FAKE_X] == 30 && f.length[FAKE_Y] == 5 && f.length[FAKE_I] == 2);
    for (size_t i = 0; i < 30; i++) {
        cr_expect(((double *)d.operand[FAKE_X])[i] == 0.1 * (double)i);
        cr_expect(((float *)f.operand[FAKE_X])[i] == (float)(0.1 * (double)i));
    }
    cr_expect(((float *)f.operand[FAKE_Y])[3] == (float)(0.1 * 3));
    cr_expect(((int32_t *)f.operand[FAKE_I])[1] == -1 && ((int32_t *)d.operand[FAKE_I])[1] == -1);
}

/* Whatever is too large, the message names a parameter to make smaller. */
Test(memory, a_refusal_names_a_parameter)
{
    for (size_t i = 0; i < tri_hotspot_count(); i++) {
        const struct tri_hotspot *h = tri_hotspot_at(i, TRI_DOUBLE);
        struct tri_error e = { .status = TRI_AGREED };
        struct tri_case c;
        bool named = false;
        tri_case_init(&c, h);
        cr_assert(tri_case_fits(&c, 1, &e), "%s: %s", h->name, e.text);
        for (int o = 0; h->operands[o].name; o++)
            c.length[o] *= (size_t)1 << 30;
        cr_assert(!tri_case_allocate(&c, &e) && e.status == TRI_USAGE);
        const char *name = e.text;
        for (int p = 0; h->params[p].name; p++)
            named |= strncmp(name, h->params[p].name, strcspn(name, "=")) == 0;
        cr_expect(named && *name != '=' && *name != ':', "%s: %s", h->name, e.text);
    }
}

Test(memory, several_have_to_fit_together)
{
    struct tri_error e = { .status = TRI_AGREED };
    struct tri_case c = prepared(&fake_double, "");
    size_t room = tri_memory_bytes() / tri_case_bytes(&c);
    cr_expect(tri_case_fits(&c, 1, &e) && !tri_case_fits(&c, 2 * room, &e));
    cr_expect(e.status == TRI_USAGE && strstr(e.text, "needs"), "%s", e.text);
}

Test(memory, only_outputs_are_poisoned)
{
    case_auto_t c = case_of(&fake_double, "rows=3,cols=5,depth=2");
    double x = ((double *)c.operand[FAKE_X])[29];
    run_path(&c, TRI_REFERENCE);
    cr_expect(((double *)c.operand[FAKE_OUT])[29] == 2 * x + 2.0);
    tri_case_poison(&c);
    cr_expect(((double *)c.operand[FAKE_X])[29] == x);
    cr_expect(((double *)c.operand[FAKE_OUT])[29] != 2 * x + 2.0);
    cr_expect(((int32_t *)c.operand[FAKE_N])[2] != 2);
}

static long faults_of(int who)
{
    struct rusage used;
    cr_assert(getrusage(who, &used) == 0);
    return used.ru_minflt;
}

/* A page lies where it is first written: by all threads that will write it, the caller's one having its share. */
Test(memory, is_first_written_by_all_threads)
{
    struct tri_case c;
    struct tri_error e;
    tri_case_init(&c, tri_hotspot_named("vecadd", TRI_DOUBLE));
    cr_assert(tri_case_set(&c, "n=4000000", &e), "%s", e.text);
    omp_set_num_threads(4);
    #pragma omp parallel
    ;
    long own = faults_of(RUSAGE_THREAD), all = faults_of(RUSAGE_SELF);
    cr_assert(tri_case_allocate(&c, &e), "%s", e.text);
    own = faults_of(RUSAGE_THREAD) - own;
    all = faults_of(RUSAGE_SELF) - all;
    cr_expect(own <= all / 2, "%ld of %ld page faults are the caller's", own, all);
    tri_case_free(&c);
}

Test(memory, is_counted_in_bytes)
{
    struct tri_case c;
    for (int p = 0; p < TRI_PRECISIONS; p++) {
        size_t real = p == TRI_FLOAT ? sizeof(float) : sizeof(double);
        tri_case_init(&c, fake((enum tri_precision)p));
        must(tri_case_set(&c, "rows=3,cols=5,depth=2", &failure));
        cr_expect(tri_operand_bytes(&c, FAKE_X) == 30 * real);
        cr_expect(tri_operand_bytes(&c, FAKE_I) == 2 * sizeof(int32_t));
        cr_expect(tri_case_bytes(&c) == (30 + 5 + 30) * real + (2 + 3) * sizeof(int32_t));
    }
}

Test(memory, none_is_fine)
{
    case_auto_t c = case_of(&fake_double, "cols=0");
    cr_expect(c.length[FAKE_X] == 0 && tri_operand_bytes(&c, FAKE_OUT) == 0);
    run_path(&c, TRI_REFERENCE);
}

Test(memory, may_be_freed_twice)
{
    case_auto_t c = case_of(&fake_double, "");
    tri_case_free(&c);
    cr_expect(!c.operand[FAKE_X] && !c.ran_on);
}

/* More than there is: refused before anything is touched, naming what to make smaller. */
Test(memory, more_than_there_is)
{
    static const char *const settings[] = {
        "width=1073741824,height=1000000",
        "width=1073741824,height=1073741823",
        "resolution=1048576",
    };
    FOR_EACH (r, settings) {
        struct tri_error e = { 0 };
        struct tri_case c = prepared(tri_hotspot_named("mandelbrot", TRI_DOUBLE), *r);
        cr_expect(!tri_case_allocate(&c, &e));
        cr_expect(e.status == TRI_USAGE && strstr(e.text, "height=") && strstr(e.text, "width="),
                  "%s", e.text);
        cr_expect(strstr(e.text, "GB") && !strchr(e.text, '\n'), "%s", e.text);
        cr_expect(!c.operand[0] && !c.ran_on);
    }
}

/* ---- Differences of numbers ---- */

/* A case whose only output is this memory. */
static struct tri_case around(const struct tri_hotspot *h, size_t n, void *memory)
{
    return (struct tri_case){
        .hotspot = h, .variant = &h->plain, .length = { n }, .operand = { memory }
    };
}

static const struct tri_operand one_floating[] = { { "a", TRI_FLOATING, TRI_OUT, .rank = 1 } };
static const struct tri_operand one_integer[] = { { "a", TRI_INT32, TRI_OUT, .rank = 1 } };

static struct tri_hotspot with_output(enum tri_precision precision, const struct tri_operand *o)
{
    struct tri_hotspot h = *fake(precision);
    memset(h.operands, 0, sizeof h.operands);
    h.operands[0] = *o;
    return h;
}

/* Two numbers, and how far they are apart; the first as a float, if it is narrow, and the second too, if both are: else that is
 * rounded first, so that only what float could have had counts. */
static const struct pair {
    double a, b;
    size_t different;
    double largest, ulps; /* less than 0: any */
    bool is_narrow[2];
} pairs[] = {
    { 1, 1, 0, 0, 0 },
    { 1, 1 + DBL_EPSILON, 1, DBL_EPSILON, 1 },
    { 1, 1 - DBL_EPSILON, 1, DBL_EPSILON, 2 },
    { 1, 2, 1, 1, 0x1p52 },
    { -1, -1 - DBL_EPSILON, 1, DBL_EPSILON, 1 },
    { -3, 3, 1, 6, 2.0 * 0x4008000000000000 + 1 },
    { 0.0, -0.0, 1, 0, 1 },
    { 0x1p-1074, 0.0, 1, 0x1p-1074, 1 },
    { 0x1p-1074, -0x1p-1074, 1, 0x1p-1073, 3 },
    { DBL_MAX, (double)INFINITY, 1, (double)INFINITY, 1 },
    { (double)INFINITY, (double)INFINITY, 0, 0, 0 },
    { (double)INFINITY, -(double)INFINITY, 1, (double)INFINITY, 2.0 * 0x7ff0000000000000 },
    { (double)NAN, (double)NAN, 0, 0, 0 },
    { (double)NAN, -(double)NAN, 0, 0, 0 },
    { (double)NAN, 1, 1, (double)INFINITY, -1 },
    { (double)NAN, (double)INFINITY, 1, (double)INFINITY, -1 },
#define FLOATS { true, true }
    { 1, 1, 0, -1, 0, FLOATS },
    { 1, (double)(1 + FLT_EPSILON), 1, -1, 1, FLOATS },
    { 0.0, -0.0, 1, -1, 1, FLOATS },
    { 0x1p-149, -0x1p-149, 1, -1, 3, FLOATS },
    { (double)FLT_MAX, (double)INFINITY, 1, -1, 1, FLOATS },
    { -(double)FLT_MAX, -(double)INFINITY, 1, -1, 1, FLOATS },
    { -(double)INFINITY, (double)INFINITY, 1, -1, 2.0 * 0x7f800000 + 1, FLOATS },
    { (double)NAN, (double)NAN, 0, -1, 0, FLOATS },
    { -1, 1, 1, -1, 2.0 * 0x3f800000 + 1, FLOATS },
#define FIRST { true, false }
    { 0.1, 0.1, 0, -1, 0, FIRST },
    { 0.1, 0.1 + 1e-10, 0, -1, 0, FIRST },
    { 0.1, 0.1 + 1e-8, 1, -1, 1, FIRST },
    { 1, 1 + 0x1p-23, 1, -1, 1, FIRST },
    { 1, 1 + 0x1p-25, 0, -1, 0, FIRST },
    { (double)INFINITY, 1e300, 0, -1, 0, FIRST },
    { 0.0, 1e-300, 0, -1, 0, FIRST },
    { 0.0, -1e-300, 1, -1, 1, FIRST },
    { (double)NAN, (double)NAN, 0, -1, 0, FIRST },
};

/* Of either order. */
Test(difference, of_two_numbers)
{
    struct tri_hotspot h[] = { with_output(TRI_DOUBLE, one_floating),
                               with_output(TRI_FLOAT, one_floating) };
    for (size_t i = 0; i < sizeof pairs / sizeof *pairs; i++) {
        const struct pair *p = &pairs[i];
        double wide[2] = { p->a, p->b };
        float narrow[2] = { (float)p->a, (float)p->b };
        struct tri_case c[2];
        for (int k = 0; k < 2; k++)
            c[k] = around(&h[p->is_narrow[k]], 1,
                          p->is_narrow[k] ? (void *)&narrow[k] : (void *)&wide[k]);
        struct tri_difference d = tri_case_difference(&c[0], &c[1]),
                              other = tri_case_difference(&c[1], &c[0]);
        cr_expect(d.points == 1 && d.different == p->different, "pair %zu: %zu", i, d.different);
        cr_expect(p->largest < 0 || d.largest == p->largest, "pair %zu: by %g", i, d.largest);
        cr_expect(p->ulps < 0 ? d.max_ulps > 0 : d.max_ulps == p->ulps, "pair %zu: %.17g ULPs", i,
                  d.max_ulps);
        cr_expect(memcmp(&d, &other, sizeof d) == 0, "pair %zu: not symmetric", i);
    }
}

Test(difference, of_integers)
{
    int32_t x[] = { 0, 5, -7, INT32_MIN, INT32_MAX }, y[] = { 0, 5, -9, INT32_MAX, INT32_MAX };
    struct tri_hotspot h = with_output(TRI_DOUBLE, one_integer);
    struct tri_case a = around(&h, 5, x), b = around(&h, 5, y);
    struct tri_difference d = tri_case_difference(&a, &b);
    cr_expect(d.points == 5 && d.different == 2 && d.first == 2);
    cr_expect(d.largest == 4294967295.0 && d.max_ulps == 0);
    d = tri_case_difference(&a, &a);
    cr_expect(d.points == 5 && d.different == 0 && d.largest == 0);
}

/* Points are numbered through all outputs; inputs do not count. */
Test(difference, of_several_outputs)
{
    case_auto_t a = case_of(&fake_double, "rows=2,cols=2,depth=2");
    case_auto_t b = case_of(&fake_double, "rows=2,cols=2,depth=2");
    run_path(&a, TRI_REFERENCE);
    run_path(&b, TRI_SIMD);
    ((double *)b.operand[FAKE_X])[0] = 77;
    struct tri_difference d = tri_case_difference(&a, &b);
    cr_expect(d.points == 8 + 2 && d.different == 0);
    ((int32_t *)b.operand[FAKE_N])[1] = 77;
    d = tri_case_difference(&a, &b);
    cr_expect(d.different == 1 && d.first == 9 && d.largest == 76 && d.max_ulps == 0);
    cr_expect(d.integers == 1 && !tri_agrees(&fake_double.plain, &a, &d));
}

/* ---- Agreement ---- */

static double owed;

static double what_is_owed(const struct tri_case *reference)
{
    return owed;
}

Test(difference, agreement_is_what_the_description_owes)
{
    static const struct {
        double owed, apart;
        size_t different, integers;
        bool agrees;
    } rows[] = {
        { 0, 0, 0, 0, true },    { 0, 1, 1, 0, false }, { 0, 0, 1, 1, false },
        { 2, 0, 0, 0, true },    { 2, 2, 9, 0, true },  { 2, 3, 1, 0, false },
        { 2, 2.5, 1, 0, false }, { 2, 0, 1, 1, false }, { 2, 1, 9, 1, false },
    };
    struct tri_variant v = fake_double.plain;
    case_auto_t c = case_of(&fake_double, "");
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        struct tri_difference d = { .points = 9,
                                    .different = rows[i].different,
                                    .integers = rows[i].integers,
                                    .largest = rows[i].apart };
        owed = rows[i].owed;
        v.apart = rows[i].owed > 0 ? what_is_owed : NULL;
        cr_expect(tri_agrees(&v, &c, &d) == rows[i].agrees, "row %zu", i);
    }
}

/* For the numbers of the case: zeros are within the bounds of all, or of some only. */
Test(difference, bounds_that_say_nothing)
{
    static const struct {
        double absolute, relative;
        bool loose;
    } rows[] = {
        { 0, 0, false }, { 1e-9, 0, false }, { 1e9, 0, true }, { 0, 0.5, false }, { 0, 1, true }
    };
    case_auto_t c = reference_of(&fake_double, "");
    struct tri_hotspot h = fake_double;
    c.hotspot = &h;
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        h.operands[FAKE_OUT].absolute = rows[i].absolute;
        h.operands[FAKE_OUT].relative = rows[i].relative;
        cr_expect(tri_case_loose(&c) == (rows[i].loose ? FAKE_OUT : -1), "row %zu", i);
    }
}

/* ---- Paths that are not there ---- */

Test(paths, that_a_hotspot_does_not_have)
{
    case_auto_t c = case_of(&fake_float, "");
    for (int path = 0; path < TRI_PATHS; path++)
        if (!tri_has_path(&fake_float, (enum tri_path)path)) {
            cr_expect(!tri_case_run(&c, (enum tri_path)path, &failure));
            cr_expect(failure.status == TRI_FAILED &&
                          strstr(failure.text, tri_path_name((enum tri_path)path)),
                      "%s", failure.text);
        }
}

static void run_a_region(const struct tri_case *of)
{
    of->hotspot->plain.path[TRI_OFFLOAD](of);
}

/* A path would be compared with itself. */
Test(paths, of_a_reference_that_starts_a_region)
{
    const struct tri_hotspot *h = tri_hotspot_named("vecadd", TRI_DOUBLE);
    need_path(h, TRI_OFFLOAD);
    struct tri_hotspot other = *h;
    other.reference = run_a_region;
    case_auto_t c = case_of(&other, "n=100");
    must(tri_case_run(&c, TRI_OFFLOAD, &failure));
    if (tri_kernels_told == 0)
        cr_skip("the runtime does not tell of regions");
    cr_expect(!tri_case_run(&c, TRI_REFERENCE, &failure));
    cr_expect(failure.status == TRI_FAILED && strstr(failure.text, "starts a target region"), "%s",
              failure.text);
}

/* ---- Variants that cannot run here ---- */

static bool path_ran;

static void note_run(const struct tri_case *c)
{
    path_ran = true;
}

static bool not_in_simd(enum tri_path path, struct tri_error *e)
{
    return path != TRI_SIMD || tri_fail(e, TRI_FAILED, "needs a machine of tomorrow");
}

Test(paths, of_an_absent_variant_do_not_run)
{
    struct tri_hotspot h = fake_double;
    struct tri_error e = { 0 };
    h.plain.available = not_in_simd;
    h.plain.path[TRI_SIMD] = h.plain.path[TRI_AVX2] = note_run;
    case_auto_t c = case_of(&h, "");
    cr_expect(!tri_case_run(&c, TRI_SIMD, &e) && !path_ran);
    cr_expect(e.absent && e.status == TRI_FAILED, "status %d", (int)e.status);
    cr_expect_str_eq(e.text, "needs a machine of tomorrow");
    cr_expect(!tri_case_run(&c, TRI_SIMD, NULL) && !path_ran);
    const struct tri_contender who = tri_path_contender(&h, &h.plain, TRI_SIMD);
    double seconds;
    e = (struct tri_error){ 0 };
    cr_expect(!tri_measure_cold(&c, &who, &seconds, &e) && e.absent && !path_ran, "it was timed");
    cr_expect(tri_case_run(&c, TRI_REFERENCE, &e), "the reference has no variants: %s", e.text);
    cr_expect(!tri_case_run(&c, TRI_OFFLOAD, &e) && !e.absent, "%s", e.text);
    if (tri_path_available(TRI_AVX2, NULL))
        cr_expect(tri_case_run(&c, TRI_AVX2, &e) && path_ran, "%s", e.text);
}

/* ---- The memory limit of a container, from files in the kernel's format ---- */

struct groups {
    const char *membership;
    const char *file[5]; /* "a/b/name text": the file below the root, and what it holds */
    size_t left;
};

static const struct groups tables[] = {
    /* Nothing is limited, or nothing is known. */
    { "0::/", { NULL }, SIZE_MAX },
    { "0::/", { "memory.max max", "memory.current 4096" }, SIZE_MAX },
    { "no colons at all", { "memory.max 5" }, SIZE_MAX },
    { "3:cpuset:/", { "memory.max 5", "memory/memory.limit_in_bytes 5" }, SIZE_MAX },
    /* Version 2: what holds files can be had again; what is over the limit is nothing. */
    { "0::/", { "memory.max 1000", "memory.current 300" }, 700 },
    { "0::/",
      { "memory.max 1000", "memory.current 300",
        "memory.stat anon 7\nfile 250\ninactive_file 150\nactive_file 50" },
      900 },
    { "0::/", { "memory.max 1000", "memory.current 1001" }, 0 },
    { "0::/", { "memory.max 1000", "memory.current 3", "memory.stat inactive_file 5" }, 1000 },
    /* The tightest of a group and those around it. */
    { "0::/a/b", { "a/b/memory.max 1000", "a/memory.max 800", "memory.max 900" }, 800 },
    { "0::/a/b", { "a/b/memory.max 100", "a/memory.max max" }, 100 },
    /* A container that knows itself by a name that its own mount has not. */
    { "0::/docker/4711", { "memory.max 123" }, 123 },
    /* Version 1, and both side by side. */
    { "4:memory:/a",
      { "memory/a/memory.limit_in_bytes 50", "memory/a/memory.usage_in_bytes 20" },
      30 },
    { "4:memory:/a",
      { "memory/a/memory.limit_in_bytes 9223372036854771712", "memory/memory.limit_in_bytes 60",
        "memory/memory.usage_in_bytes 20",
        "memory/memory.stat inactive_file 1\ntotal_inactive_file 10" },
      50 },
    { "4:memory:/a\n0::/b", { "memory/a/memory.limit_in_bytes 50", "b/memory.max 40" }, 40 },
};

/* "name text" in a folder. */
static void put(const char *folder, const char *file)
{
    char name[80], text[200];
    size_t length = strcspn(file, " ");
    snprintf(name, sizeof name, "%s/%.*s", folder, (int)length, file);
    snprintf(text, sizeof text, "%s\n", file + length + 1);
    put_file(name, text);
}

Test(memory, of_groups)
{
    for (size_t i = 0; i < sizeof tables / sizeof *tables; i++) {
        const struct groups *g = &tables[i];
        char folder[40], membership[40];
        snprintf(folder, sizeof folder, "%zu/sys/fs/cgroup", i);
        snprintf(membership, sizeof membership, "%zu/proc/self/cgroup", i);
        put_file(membership, g->membership);
        for (int f = 0; g->file[f]; f++)
            put(folder, g->file[f]);
        *strchr(folder, '/') = '\0';
        tri_conditions_root(in_scratch(folder));
        size_t left = tri_group_memory();
        cr_expect(left == g->left, "%zu: %zu, not %zu", i, left, g->left);
    }
}

Test(memory, without_groups)
{
    tri_conditions_root(in_scratch("none"));
    cr_expect(tri_group_memory() == SIZE_MAX);
}
