/* unsolved: rest is 0 everywhere */
#include "lesson.h"

#include "judge.h"

const ptrdiff_t judge_sizes[JUDGE_SIZES] = { 1009, 2531 };

struct values {
    double *exact, *product, *rest, *minus;
};

static struct values answer(ptrdiff_t n, const double *a, const double *b)
{
    struct values v = { numbers(n), numbers(n), numbers(n), numbers(n) };
    for (ptrdiff_t i = 0; i < n; i++) {
        v.exact[i] = (double)(float)a[i] * (float)b[i];
        v.product[i] = (float)v.exact[i];
        v.rest[i] = v.exact[i] - v.product[i];
        v.minus[i] = -v.rest[i];
    }
    return v;
}

static bool floats(ptrdiff_t n, const double *a)
{
    for (ptrdiff_t i = 0; i < n; i++)
        if (a[i] != UNTOUCHED && a[i] != (float)a[i])
            return false;
    return true;
}

static bool zero(ptrdiff_t n, const double *a)
{
    for (ptrdiff_t i = 0; i < n; i++)
        if (a[i] != 0)
            return false;
    return true;
}

void judge(ptrdiff_t n)
{
    double *a = given("a", n), *b = given("b", n);
    double *product = wanted("product", n), *rest = wanted("rest", n);
    stretch(a, 1 + 0x1p-30); /* not a float: it has to be rounded to one */
    struct values right = answer(n, true_values(a), true_values(b)),
                  host = answer(n, decoys(a), decoys(b));
    products(n, a, b, product, rest);
    expect_kernels(1);
    expect_bounds();
    if (!floats(n, product))
        wrong("product was not rounded to float: it has the 48 bits that a double has room for.");
    expect_values("product", n, product, right.product, host.product);
    if (zero(n, rest))
        wrong(
            "rest is 0 everywhere: x * y was rounded to float before the product was taken away. It takes one rounding "
            "for both (fma), or a type with room for 48 bits.");
    if (equal_numbers(n, rest, right.minus))
        wrong("rest has the wrong sign: it is x y - product.");
    expect_values("rest", n, rest, right.rest, host.rest);
    expect_shared(n);
    expect_teams(n);
    expect_copies(a, 1, 0);
    expect_copies(b, 1, 0);
    expect_copies(product, 0, 1);
    expect_copies(rest, 0, 1);
}
