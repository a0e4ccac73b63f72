/* Arithmetic on sizes with overflow checks: the result is set only if it is correct.  In plain C, since not every
 * compiler has __builtin_mul_overflow() or <stdckdint.h>. */
#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

static inline bool tri_add_sizes(size_t a, size_t b, size_t *sum)
{
    if (a > SIZE_MAX - b)
        return false;
    *sum = a + b;
    return true;
}

static inline bool tri_multiply_sizes(size_t a, size_t b, size_t *product)
{
    if (b > 0 && a > SIZE_MAX / b)
        return false;
    *product = a * b;
    return true;
}
