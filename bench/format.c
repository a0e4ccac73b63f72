/* Numbers and cases as people read them. */
#include "format.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct text si(double value, const char *unit)
{
    static const char *const prefixes[] = { "n", "u", "m", "", "k", "M", "G", "T", "P", "E" };
    struct text t = { "-" };
    if (isnan(value))
        return t;
    int power = value > 0 && isfinite(value) ? (int)floor(log10(value * 1.0005) / 3) : 0;
    power = power < -3 ? -3 : power > 6 ? 6 : power;
    double scaled = value / pow(1000, power);
    int digits = scaled < 9.995 ? 2 : scaled < 99.95 ? 1 : 0;
    const char *space = power && strlen(unit) > 5 ? " " : ""; /* ms, but M iterations */
    snprintf(t.s, sizeof t.s, "%.*f %s%s%s", digits, scaled, prefixes[power + 3], space, unit);
    return t;
}

struct text percent(double share)
{
    struct text t;
    snprintf(t.s, sizeof t.s, isfinite(share) ? "%.*f %%" : "-", share < 0.0995 ? 1 : 0,
             100 * share);
    return t;
}

struct text ratio(double x)
{
    struct text t = { "-" };
    if (!isnan(x))
        snprintf(t.s, sizeof t.s, "%.*f x", x < 9.95 ? 2 : x < 99.5 ? 1 : 0, x);
    return t;
}

void print_case(FILE *out, const struct tri_case *c)
{
    size_t size = (size_t)tri_case_describe(c, NULL, 0) + 1;
    char *params = malloc(size);
    if (params)
        tri_case_describe(c, params, size);
    fprintf(out, "%s: %s\n%s\n", c->hotspot->name, c->hotspot->formula, params ? params : "");
    free(params);
}
