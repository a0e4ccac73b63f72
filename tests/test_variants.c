/* Variants: requirements on their descriptions, cases of variants, requests for them, and what they need. */
#include "check.h"
#include "checked.h"
#include "compiler.h"
#include "fake.h"
#include "laws.h"
#include "batch.h"

/* What no program checks of a description: the ends of the ladder, its lines, and the same paths in both precisions. */
Test(variants, descriptions)
{
    for (size_t i = 0; i < tri_hotspot_count(); i++) {
        const struct tri_hotspot *f = tri_hotspot_at(i, TRI_FLOAT);
        const struct tri_hotspot *d = tri_hotspot_at(i, TRI_DOUBLE);
        cr_expect(!f->tuned || strcmp(tri_variant_last(f)->name, "tuned") == 0, "%s", f->name);
        for (size_t k = 0; tri_variant_at(f, k); k++) {
            const struct tri_variant *a = tri_variant_at(f, k), *b = tri_variant_at(d, k);
            cr_expect(!strchr(a->idea, '\n') && a->idea[strlen(a->idea) - 1] != '.', "%s, %s: %s",
                      f->name, a->name, a->idea);
            cr_expect(!a->needs || !strchr(a->needs, '\n'), "%s, %s", f->name, a->name);
            for (int p = 0; p < TRI_PATHS; p++)
                cr_expect(!a->path[p] == !b->path[p], "%s, %s: %s", f->name, a->name,
                          tri_path_name((enum tri_path)p));
        }
    }
}

/* A hotspot that has rungs has today's best on every path that its lesson has. */
Test(variants, the_last_has_every_path)
{
    for (size_t i = 0; i < tri_hotspot_count(); i++) {
        const struct tri_hotspot *h = tri_hotspot_at(i, TRI_DOUBLE);
        for (int p = 0; p < TRI_PATHS; p++)
            cr_expect(!h->plain.path[p] || tri_variant_last(h)->path[p], "%s: no tuned %s", h->name,
                      tri_path_name((enum tri_path)p));
    }
}

/* Laws are of every variant that can run on the path, in their order, and of the reference once. */
Test(variants, all_come_up_in_laws)
{
    const struct tri_hotspot *h = tri_hotspot_named("vecadd", TRI_DOUBLE);
    struct row simd = { .path = TRI_SIMD, .precision = TRI_DOUBLE };
    struct row reference = { .path = TRI_REFERENCE, .precision = TRI_DOUBLE };
    for (size_t i = 0; tri_variant_at(h, i); i++)
        if (can_run(h, tri_variant_at(h, i), TRI_SIMD, &failure))
            cr_expect(next_variant(&simd, h) && simd.variant == tri_variant_at(h, i), "%zu", i);
    cr_expect(!next_variant(&simd, h));
    cr_expect(next_variant(&reference, h) && reference.variant == &h->plain);
    cr_expect(!next_variant(&reference, h));
}

/* ---- Cases ---- */

static double seven(const struct tri_case *c, size_t i)
{
    return 7;
}

static const struct tri_operand scratch_of[] = {
    { "zeros", TRI_INT32, TRI_SCRATCH, .rank = 1, .shape = { FAKE_ROWS }, .value = tri_zero },
    { "sevens", TRI_FLOATING, TRI_SCRATCH, .rank = 1, .shape = { FAKE_DEPTH }, .value = seven },
    { .name = NULL },
};
static const struct tri_operand too_much[] = {
    { "huge", TRI_FLOATING, TRI_SCRATCH, .rank = 3, .shape = { FAKE_ROWS, FAKE_ROWS, FAKE_ROWS } },
    { .name = NULL },
};
static const struct tri_variant rungs[] = {
    { "rung", "with scratch", .scratch = scratch_of },
    { "tuned", "with more than there is", .scratch = too_much },
    { .name = NULL },
};

static struct tri_hotspot with_rungs(void)
{
    struct tri_hotspot h = *fake(TRI_DOUBLE);
    h.tuned = rungs;
    return h;
}

Test(variants, a_case_has_the_scratch_of_its_variant)
{
    struct tri_hotspot h = with_rungs();
    enum { ZEROS = TRI_MAX_OPERANDS, SEVENS };
    case_auto_t c = case_of(&h, "rows=5,cols=2,depth=3");
    size_t bytes = tri_case_bytes(&c);
    void *output = c.operand[FAKE_OUT];
    cr_expect(c.variant == &h.plain && !tri_operand_in(&c, ZEROS) && !c.operand[ZEROS]);
    must(tri_case_choose(&c, &rungs[0], &failure));
    cr_expect(c.variant == &rungs[0] && c.length[ZEROS] == 5 && c.length[SEVENS] == 3);
    cr_expect(((int32_t *)c.operand[ZEROS])[4] == 0 && ((double *)c.operand[SEVENS])[2] == 7);
    cr_expect(tri_case_bytes(&c) == bytes + 5 * 4 + 3 * 8);
    cr_expect(c.operand[FAKE_OUT] == output, "what is the hotspot's stays");
    must(tri_case_choose(&c, &h.plain, &failure));
    cr_expect(!c.operand[ZEROS] && tri_case_bytes(&c) == bytes);
}

Test(variants, what_does_not_fit_changes_nothing)
{
    struct tri_hotspot h = with_rungs();
    case_auto_t c = case_of(&h, "rows=100000,cols=1,depth=1");
    must(tri_case_choose(&c, &rungs[0], &failure));
    struct tri_case before = c;
    expect_refuses(tri_case_choose(&c, &rungs[1], &failure), "rows=100000");
    cr_expect(memcmp(&c, &before, sizeof c) == 0);
}

/* ---- Asking for them ---- */

static struct request request_of(const char *hotspot)
{
    return (struct request){ .hotspot = { hotspot }, .hotspots = 1, .precision = { true, true } };
}

static bool takes(struct request *r, const char *variant)
{
    const struct tri_hotspot *h = tri_hotspot_named(r->hotspot[0], TRI_DOUBLE);
    return request_takes_variant(r, h, tri_variant_named(h, variant));
}

Test(variants, usual_ones)
{
    struct request r = request_of("vecadd");
    cr_expect(takes(&r, "plain") && takes(&r, "tiles") && takes(&r, "tuned"));
    r.usual = USUAL_ENDS;
    cr_expect(takes(&r, "plain") && !takes(&r, "tiles") && takes(&r, "tuned"));
    r.usual = USUAL_TUNED;
    cr_expect(!takes(&r, "plain") && !takes(&r, "tiles") && takes(&r, "tuned"));
}

Test(variants, named_ones)
{
    struct request r = request_of("vecadd");
    r.usual = USUAL_TUNED;
    cr_assert(parse_variants(&r, "--variant", "tiles,plain", &r.variants) == 0);
    cr_expect(takes(&r, "plain") && takes(&r, "tiles") && !takes(&r, "tuned"));
    struct request all = request_of("vecadd");
    all.usual = USUAL_TUNED;
    cr_assert(parse_variants(&all, "--variant", "all", &all.variants) == 0);
    cr_expect(takes(&all, "plain") && takes(&all, "streaming"));
}

/* The axis of a study is of many hotspots, of which each takes what it has. */
Test(variants, what_a_hotspot_lacks_of_a_study)
{
    struct request r = request_of("blur");
    struct sweep s = { .path_of_study = true };
    cr_assert(parse_axis(&s, &r, "path=simd,origin") == 0, "%s", r.error.text);
    sweep_tell(&s, &r);
    cr_expect(request_paths(&r, &failure), "%s", failure.text);
}

Test(variants, are_an_axis)
{
    struct request r = request_of("vecadd");
    struct sweep s = { 0 };
    r.usual = USUAL_TUNED;
    cr_assert(parse_axis(&s, &r, "variant=plain,streaming") == 0, "%s", r.error.text);
    sweep_tell(&s, &r);
    cr_expect(takes(&r, "plain") && takes(&r, "streaming") && !takes(&r, "tuned"));
}

/* ---- Features that compilers lack: overflow checks and bit counts in plain C, and absent rungs ---- */

enum { UNTOUCHED = 7 };

Test(checked, sizes_that_fit)
{
    size_t n = UNTOUCHED;
    cr_expect(tri_multiply_sizes(SIZE_MAX / 3, 3, &n) && n == SIZE_MAX / 3 * 3);
    cr_expect(tri_multiply_sizes(SIZE_MAX, 0, &n) && n == 0);
    cr_expect(tri_multiply_sizes(0, SIZE_MAX, &n) && n == 0);
    cr_expect(tri_add_sizes(SIZE_MAX - 1, 1, &n) && n == SIZE_MAX);
    cr_expect(tri_multiply_sizes(n, 1, &n) && n == SIZE_MAX, "into one of its own factors");
}

Test(checked, sizes_that_do_not_fit_leave_the_result_alone)
{
    size_t n = UNTOUCHED;
    cr_expect(!tri_multiply_sizes(SIZE_MAX / 3 + 1, 3, &n));
    cr_expect(!tri_multiply_sizes(SIZE_MAX, SIZE_MAX, &n));
    cr_expect(!tri_add_sizes(SIZE_MAX, 1, &n));
    cr_expect(n == UNTOUCHED);
}

Test(checked, bits)
{
    for (int bit = 0; bit < 32; bit++) {
        uint32_t one = (uint32_t)1 << bit, from_here = ~(uint32_t)0 << bit;
        cr_expect(leading_zeros(one) == 31 - bit && trailing_zeros(one) == bit, "%d", bit);
        cr_expect(leading_zeros(one | 1) == 31 - bit && trailing_zeros(from_here) == bit, "%d",
                  bit);
        cr_expect(bits_set(from_here) == 32 - bit && bits_set(one) == 1, "%d", bit);
    }
    cr_expect(bits_set(0) == 0);
}

/* Not even on a GPU that has them for double. */
Test(variants, without_tensor_cores_in_float)
{
    const struct tri_variant *v =
        tri_variant_named(tri_hotspot_named("matmul", TRI_FLOAT), "tensor-cores");
    cr_assert(v && v->available);
    expect_fails(v->available(TRI_OFFLOAD, &failure), "needs double");
}

/* On the GPU it is absent where the compiler lacks what it leans on, with the reason; on the CPU it is there. */
static void check_needs(const char *hotspot, const char *variant, bool has, const char *reason)
{
    const struct tri_hotspot *h = tri_hotspot_named(hotspot, TRI_DOUBLE);
    const struct tri_variant *v = tri_variant_named(h, variant);
    struct tri_error e = { .status = 0 };
    cr_assert(v && v->available && v->path[TRI_OFFLOAD], "%s, %s", hotspot, variant);
    bool there = v->available(TRI_OFFLOAD, &e);
    cr_expect(has || !there, "%s, %s", hotspot, variant);
    cr_expect(has || strstr(e.text, reason), "%s, %s: %s", hotspot, variant, e.text);
    cr_expect(!has || there || !strstr(e.text, reason), "%s, %s: %s", hotspot, variant, e.text);
    cr_expect(!v->path[TRI_SIMD] || v->available(TRI_SIMD, &e), "%s, %s", hotspot, variant);
}

Test(variants, are_absent_where_the_compiler_lacks_what_they_need)
{
    if (!tri_path_available(TRI_OFFLOAD, &failure))
        return;
    bool has_arrays = HAS_THREAD_ARRAYS || tri_device_place() != TRI_GPU;
    check_needs("dot", "tuned", HAS_FLUSH, "omp flush");
    check_needs("blur", "one-region", HAS_FLUSH, "omp flush");
    check_needs("laplace", "tuned", HAS_FLUSH, "omp flush");
    check_needs("laplace", "eight-steps", HAS_TEAM_KERNELS, "barriers");
    check_needs("laplace", "registers", HAS_TEAM_KERNELS, "barriers");
    check_needs("blur", "eight-passes", HAS_TEAM_KERNELS, "barriers");
    check_needs("matmul", "team-memory", HAS_TEAM_KERNELS, "barriers");
    check_needs("matmul", "register-blocks", HAS_TEAM_KERNELS, "barriers");
    check_needs("matmul", "loads-ahead", HAS_TEAM_KERNELS, "barriers");
    check_needs("matmul", "loads-ahead", HAS_LARGE_BLOCKS || !HAS_TEAM_KERNELS, "clang 15");
    check_needs("matmul", "tensor-cores", HAS_PTX, "clang 18");
    check_needs("matmul", "tensor-cores", tri_tensor_cores() || !HAS_PTX,
                "tensor cores for double");
    check_needs("matmul", "tuned", HAS_TEAM_KERNELS, "barriers");
    check_needs("matmul", "tuned", HAS_LARGE_BLOCKS || !HAS_TEAM_KERNELS, "clang 15");
    check_needs("blur", "tuned", HAS_LAUNCH_BOUNDS, "clang 18");
    check_needs("moldyn", "tuned", has_arrays, "a thread's arrays");
    if (tri_whole_teams() && HAS_TEAM_KERNELS) {
        check_needs("blur", "eight-passes", HAS_TILES, "clang before 18");
        check_needs("blur", "one-region", HAS_TILES, "clang before 18");
        check_needs("matmul", "register-blocks", has_arrays, "a thread's arrays");
        check_needs("matmul", "tuned", has_arrays || !HAS_LARGE_BLOCKS, "a thread's arrays");
        check_needs("laplace", "registers", has_arrays, "a thread's arrays");
    }
}
