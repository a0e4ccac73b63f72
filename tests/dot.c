/* Helpers for tests of dot. */
#include "dot.h"

struct tri_case dot_case(const struct row *r, size_t n)
{
    char text[40];
    snprintf(text, sizeof text, "n=%zu", n);
    return case_on(r, "dot", text);
}

bool dot_in_order(const struct row *r)
{
    return !tri_path_has_variants((enum tri_path)r->path) || !r->variant->apart;
}

double dot_of(struct tri_case *c, const struct row *r)
{
    run_path(c, (enum tri_path)r->path);
    return value_at(c, DOT, 0);
}

int64_t dot_scattered(uint64_t seed, size_t i, int64_t limit)
{
    uint64_t x = (i + seed * 0x9E3779B97F4A7C15) * 0xBF58476D1CE4E5B9;
    x = (x ^ x >> 31) * 0x94D049BB133111EB;
    return (int64_t)((x ^ x >> 29) % (uint64_t)(2 * limit + 1)) - limit;
}
