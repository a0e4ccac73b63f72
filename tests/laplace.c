/* Helpers for tests of laplace. */
#include "laplace.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

struct tri_case laplace(const struct row *r, const char *settings)
{
    return case_on(r, "laplace", settings);
}

ptrdiff_t extent(const struct tri_case *c, int d)
{
    return (ptrdiff_t)c->value[c->hotspot->operands[POTENTIAL].shape[d]].integer;
}

int32_t taken(const struct tri_case *c)
{
    return *(int32_t *)c->operand[TAKEN];
}

bool is_free(const struct tri_case *c, ptrdiff_t row, ptrdiff_t col)
{
    ptrdiff_t height = extent(c, 0), width = extent(c, 1), words = (width + 31) / 32;
    const uint32_t *mask = c->operand[MASK];
    return row > 0 && col > 0 && row < height - 1 && col < width - 1 &&
           (mask[row * words + col / 32] >> (col % 32) & 1);
}

void expect_bits(const struct tri_case *a, int of_a, const struct tri_case *b, int of_b,
                 const char *what)
{
    size_t different = 0, first = 0;
    for (size_t i = a->length[of_a]; i-- > 0;)
        if (value_at(a, of_a, i) != value_at(b, of_b, i)) {
            different++;
            first = i;
        }
    cr_expect(different == 0, "%s: %zu of %zu points differ, the first is number %zu: %.17g, %.17g",
              what, different, a->length[of_a], first, value_at(a, of_a, first),
              value_at(b, of_b, first));
}

/* In the hotspot's precision, from what is free to a copy of all. */
static double step_point(const struct tri_case *c, const double *u, ptrdiff_t at)
{
    ptrdiff_t width = extent(c, 1);
    if (c->hotspot->precision == TRI_DOUBLE)
        return ((u[at - width] + u[at + width]) + (u[at - 1] + u[at + 1])) / 4;
    float rows = (float)u[at - width] + (float)u[at + width];
    float cols = (float)u[at - 1] + (float)u[at + 1];
    return (double)((rows + cols) / 4);
}

double step_all(const struct tri_case *c, double *u)
{
    size_t n = c->length[POTENTIAL];
    double *old = malloc(n * sizeof *old), largest = 0;
    cr_assert(old);
    memcpy(old, u, n * sizeof *u);
    for (ptrdiff_t i = 0; i < (ptrdiff_t)n; i++)
        if (is_free(c, i / extent(c, 1), i % extent(c, 1))) {
            u[i] = step_point(c, old, i);
            largest = fmax(largest, fabs(u[i] - old[i]));
        }
    free(old);
    return largest;
}
