/* A case on the caller's memory. */
#include "fake.h"
#include "hotspot.h"

enum { ROWS = 3, COLS = 5, DEPTH = 2, POINTS = ROWS * COLS * DEPTH };

static struct tri_case begin(const struct tri_hotspot *h)
{
    struct tri_case c = prepared(h, "rows=3,cols=5,depth=2,scale=0.5");
    return c;
}

/* Exactly as long: AddressSanitizer sees the first byte beyond. */
static double *memory(size_t n)
{
    void *p = NULL;
    cr_assert(posix_memalign(&p, TRI_ALIGNMENT, n * sizeof(double)) == 0);
    return p;
}

Test(bind, inputs_are_read_and_stay)
{
    struct tri_case c = begin(&fake_double);
    double *x = memory(POINTS);
    for (int i = 0; i < POINTS; i++)
        x[i] = 1000 + i;
    must(tri_case_bind(&c, "x", x, POINTS * sizeof *x, &failure));
    must(tri_case_allocate(&c, &failure));
    cr_expect(tri_case_operand(&c, "x") == x);
    tri_case_poison(&c);
    must(tri_case_run(&c, TRI_REFERENCE, &failure));
    const double *out = tri_case_operand(&c, "out"), *y = tri_case_operand(&c, "y");
    for (int i = 0; i < POINTS; i++) {
        cr_expect(x[i] == 1000 + i, "x(%d) is %g", i, x[i]);
        cr_expect(out[i] == 2 * x[i] + y[i / DEPTH % COLS], "out(%d) is %g", i, out[i]);
    }
    tri_case_free(&c);
    cr_expect(x[POINTS - 1] == 1000 + POINTS - 1);
    free(x);
}

Test(bind, outputs_are_where_results_are)
{
    struct tri_case c = begin(&fake_double), own = begin(&fake_double);
    double *out = memory(POINTS);
    memset(out, 0, POINTS * sizeof *out);
    must(tri_case_bind(&c, "out", out, POINTS * sizeof *out, &failure));
    must(tri_case_allocate(&c, &failure) && tri_case_allocate(&own, &failure));
    cr_expect(out[1] != 0, "an output is poisoned, or nobody knew that it was written");
    must(tri_case_run(&c, TRI_SIMD, &failure) && tri_case_run(&own, TRI_REFERENCE, &failure));
    cr_expect(tri_case_difference(&c, &own).different == 0);
    tri_case_free(&own);
    tri_case_free(&c);
    cr_expect(out[DEPTH] == 2 * (0.1 * DEPTH) + 0.5, "%g", out[DEPTH]);
    cr_expect(!tri_case_operand(&c, "out"), "a case that is freed has no memory");
    free(out);
}

/* What is read and changed begins with the caller's values, and goes on from them. */
Test(bind, what_is_changed_goes_on)
{
    double *a = memory(4);
    for (int i = 0; i < 4; i++)
        a[i] = 100 * i;
    case_auto_t c = prepared(tri_hotspot_named("vecadd", TRI_DOUBLE), "n=4,form=update");
    must(tri_case_bind(&c, "a", a, 4 * sizeof *a, &failure));
    must(tri_case_allocate(&c, &failure));
    tri_case_poison(&c);
    const double *b = tri_case_operand(&c, "b");
    double once = 300 + b[3], twice = once + b[3];
    must(tri_case_run(&c, TRI_REFERENCE, &failure));
    cr_expect(a[3] == once, "%g", a[3]);
    must(tri_case_run(&c, TRI_REFERENCE, &failure));
    cr_expect(a[3] == twice, "%g", a[3]);
    free(a);
}

/* ---- Refusals: the case is as it was ---- */

static void check_refusal(struct tri_case *c, const char *operand, void *at, size_t bytes,
                          const char *said)
{
    struct tri_error e = { .status = TRI_AGREED };
    struct tri_case before = *c;
    cr_expect(!tri_case_bind(c, operand, at, bytes, &e), "taken: %s", said);
    cr_expect(e.status == TRI_USAGE && strstr(e.text, said), "%s, not: %s", e.text, said);
    cr_expect(memcmp(before.operand, c->operand, sizeof before.operand) == 0);
    cr_expect(memcmp(before.bound, c->bound, sizeof before.bound) == 0);
}

Test(bind, refuses_what_does_not_fit)
{
    struct tri_case c = begin(&fake_double);
    double *x = memory(POINTS + 8);
    size_t bytes = POINTS * sizeof *x;
    check_refusal(&c, "nothing", x, bytes, "fake has no operand nothing");
    check_refusal(&c, "", x, bytes, "fake has no operand");
    check_refusal(&c, "x", x, bytes - 1, "x has 240 bytes, not 239");
    check_refusal(&c, "x", x, bytes + 8, "x has 240 bytes, not 248");
    check_refusal(&c, "x", x, 0, "x has 240 bytes, not 0");
    check_refusal(&c, "x", x + 1, bytes, "multiple of 64 bytes");
    check_refusal(&c, "x", NULL, bytes, "multiple of 64 bytes");
    free(x);
}

Test(bind, refuses_what_is_absent)
{
    double *memory_of_c = memory(4);
    struct tri_case c = prepared(tri_hotspot_named("vecadd", TRI_DOUBLE), "n=4,form=update");
    check_refusal(&c, "c", memory_of_c, 4 * sizeof(double), "c: with these parameters");
    check_refusal(&c, "c", memory_of_c, 0, "c: with these parameters");
    free(memory_of_c);
}

Test(bind, comes_before_allocation)
{
    case_auto_t c = begin(&fake_double);
    double *x = memory(POINTS);
    must(tri_case_allocate(&c, &failure));
    check_refusal(&c, "x", x, POINTS * sizeof *x, "before the case is allocated");
    tri_case_free(&c);
    cr_expect(tri_case_bind(&c, "x", x, POINTS * sizeof *x, &failure), "%s", failure.text);
    free(x);
}

Test(bind, comes_after_parameters)
{
    case_auto_t c = begin(&fake_double);
    double *x = memory(POINTS);
    must(tri_case_bind(&c, "x", x, POINTS * sizeof *x, &failure));
    must(tri_case_set(&c, "rows=4", &failure));
    expect_refuses(tri_case_allocate(&c, &failure), "x has 320 bytes by now, not the 240");
    must(tri_case_set(&c, "rows=3", &failure));
    cr_expect(tri_case_allocate(&c, &failure), "%s", failure.text);
    free(x);
}
