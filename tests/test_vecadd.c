/* Vector addition: sums, also of special values. */
#include "laws.h"

#include <math.h>

enum { A, B, C };

static struct tri_case case_for(const struct row *r, size_t n, const char *settings)
{
    char text[100];
    snprintf(text, sizeof text, "n=%zu,%s", n, settings);
    return case_on(r, "vecadd", text);
}

/* Rounded as the case's numbers are. */
static double plus(const struct tri_case *c, double a, double b)
{
    return c->hotspot->precision == TRI_FLOAT ? (double)((float)a + (float)b) : a + b;
}

static int result_of(const struct tri_case *c)
{
    return tri_operand_role(c, C) == TRI_ABSENT ? A : C;
}

/* Runs over the operands as they are: run_path() would give `a` its first values again. */
static void run_as_it_is(struct tri_case *c, const struct row *r)
{
    must(tri_case_run(c, (enum tri_path)r->path, &failure));
}

/* Bits, so that -0 is not 0, and NaN is NaN. */
static bool same(double x, double y)
{
    return (isnan(x) && isnan(y)) || memcmp(&x, &y, sizeof x) == 0;
}

/* Calls law() for both forms, of each variant of the path that can run. */
static void for_all(const struct row *r, void (*law)(const struct row *, const char *settings))
{
    char text[100];
    const struct tri_hotspot *h = hotspot_of(r, "vecadd");
    for (struct row of = *r; next_variant(&of, h);)
        for (size_t k = 0; k < choices(h); k++)
            law(&of, choice_settings(h, k, text, sizeof text));
}

/* ---- Sums, of inputs that stay as they are ---- */

static const double special[] = { 0.0,       -0.0,     INFINITY,  -INFINITY, NAN, 0x1p-1074,
                                  -0x1p-149, 0x1p-126, 0x1.8p127, 1e-310,    1 };
enum { SPECIAL = sizeof special / sizeof *special };

/* Every other pair is of special values, in turn any two of them. */
static void mix_in_specials(struct tri_case *c)
{
    for (size_t i = 0; i < c->length[A]; i += 2) {
        set_value(c, A, i, special[i / 2 % SPECIAL]);
        set_value(c, B, i, special[i / 2 / SPECIAL % SPECIAL]);
    }
}

static void sums(const struct row *r, const char *settings)
{
    static const size_t sizes[] = { 1, 2, 3, 15, 16, 17, 511, 512, 513, 1023, 1025, 2048, 100003 };
    FOR_EACH (one, sizes) {
        case_auto_t before = case_for(r, *one, settings), c = case_for(r, *one, settings);
        mix_in_specials(&before);
        mix_in_specials(&c);
        run_as_it_is(&c, r);
        for (size_t i = 0; i < *one; i++) {
            double a = value_at(&before, A, i), b = value_at(&before, B, i);
            cr_assert(same(value_at(&c, result_of(&c), i), plus(&c, a, b)),
                      "%s, %s, n=%zu, element %zu", r->variant->name, settings, *one, i);
            cr_assert(same(value_at(&c, B, i), b));
            cr_assert(result_of(&c) == A || same(value_at(&c, A, i), a));
        }
    }
}

LAW_BY(vecadd, sums, for_all)

Test(vecadd, forms_have_their_operands)
{
    case_auto_t c = case_of(tri_hotspot_named("vecadd", TRI_DOUBLE), "n=5,form=sum");
    cr_expect(tri_operand_role(&c, A) == TRI_IN && tri_operand_role(&c, C) == TRI_OUT);
    cr_expect(c.hotspot->work(&c).bytes == 5 * 24);
    tri_case_free(&c);
    c = case_of(c.hotspot, "n=5,form=update");
    cr_expect(tri_operand_role(&c, A) == TRI_INOUT && tri_operand_role(&c, C) == TRI_ABSENT);
    cr_expect(!c.operand[C] && c.hotspot->work(&c).bytes == 5 * 24);
}
