/* Helpers for tests of moldyn. */
#include "moldyn.h"

#include <float.h>
#include <math.h>

double epsilon(const struct tri_case *c)
{
    return c->hotspot->precision == TRI_FLOAT ? (double)FLT_EPSILON : DBL_EPSILON;
}

size_t particles(const struct tri_case *c)
{
    return c->length[PAIRS];
}

double edge(const struct tri_case *c)
{
    double volume = (double)particles(c) / tri_case_value(c, "density").real;
    double least = tri_case_value(c, "cutoff").real * (1 + 0x1p-10), x = fmax(cbrt(volume), least);
    return c->hotspot->precision == TRI_FLOAT ? (double)(float)x : x;
}

struct tri_case ran(const struct row *r, const char *settings)
{
    struct tri_case c = case_on(r, "moldyn", settings);
    run_path(&c, (enum tri_path)r->path);
    return c;
}

void go_on(struct tri_case *c, double velocity)
{
    for (size_t i = 0; i < 3 * particles(c); i++) {
        set_value(c, START_POSITION, i, value_at(c, POSITION, i));
        set_value(c, START_VELOCITY, i, velocity * value_at(c, VELOCITY, i));
    }
}
