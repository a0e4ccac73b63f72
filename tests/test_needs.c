/* Features that compilers lack: overflow checks and bit counts in plain C, and absent rungs. */
#include "check.h"
#include "checked.h"
#include "compiler.h"

#include <criterion/criterion.h>
#include <string.h>

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
    struct tri_error e;
    if (!tri_path_available(TRI_OFFLOAD, &e))
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
