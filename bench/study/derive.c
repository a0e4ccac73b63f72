/* What columns say: one function for each kind. */
#include "derive.h"

#include <math.h>

static struct value value_of(double number, struct text text)
{
    struct value v = { "-", number };
    if (!isnan(number))
        snprintf(v.text, sizeof v.text, "%s", text.s);
    return v;
}

static struct value word(const char *text)
{
    struct value v = { "-", (double)NAN };
    if (text)
        snprintf(v.text, sizeof v.text, "%s", text);
    return v;
}

static double seconds_of(const struct column *c, const struct row *r)
{
    const json_t *times = json_object_get(r->json, c->key ? c->key : "kernel_s");
    return number_for(times, "median");
}

static struct text rate(const struct row *r, double rate)
{
    const char *unit = json_string_value(json_object_get(r->json, "rate_unit"));
    return si(rate, unit ? unit : "/s");
}

static double speed_up(const struct column *c, const struct row *r, const struct row *base)
{
    return base ? seconds_of(c, base) / seconds_of(c, r) : (double)NAN;
}

/* What a column says of a row, beside the one it is compared with (NULL: there is none). */
typedef struct value derive_fn(const struct column *, const struct row *, const struct row *base);

static struct value time_of(const struct column *c, const struct row *r, const struct row *base)
{
    (void)base;
    return value_of(seconds_of(c, r), si(seconds_of(c, r), "s"));
}

static struct value rate_of(const struct column *c, const struct row *r, const struct row *base)
{
    double x = number_for(r->json, "units") / seconds_of(c, r);
    (void)base;
    return value_of(x, rate(r, x));
}

static struct value point_rate_of(const struct column *c, const struct row *r,
                                  const struct row *base)
{
    double x = number_for(r->json, "points") / seconds_of(c, r);
    (void)base;
    return value_of(x, si(x, "/s"));
}

static struct value speed_up_of(const struct column *c, const struct row *r, const struct row *base)
{
    double x = speed_up(c, r, base);
    return value_of(x, ratio(x));
}

static struct value efficiency_of(const struct column *c, const struct row *r,
                                  const struct row *base)
{
    double x = speed_up(c, r, base) / r->threads * (base ? base->threads : 1);
    return value_of(x, percent(x));
}

static struct value saved_of(const struct column *c, const struct row *r, const struct row *base)
{
    double x = 1 - 1 / speed_up(c, r, base);
    return value_of(x, percent(x));
}

static struct value intensity_of(const struct column *c, const struct row *r,
                                 const struct row *base)
{
    double x = r->instructions / r->bytes;
    struct text text;
    (void)c, (void)base;
    snprintf(text.s, sizeof text.s, "%.3g", x);
    return value_of(x, text);
}

static struct value ceiling_of(const struct column *c, const struct row *r, const struct row *base)
{
    (void)c, (void)base;
    return value_of(number_for(r->json, "ceiling"), rate(r, number_for(r->json, "ceiling")));
}

static struct value share_of(const struct column *c, const struct row *r, const struct row *base)
{
    double share = number_for(r->json, "ceiling_share");
    (void)c, (void)base;
    return value_of(share, marked_share(share));
}

/* The lowest of its ceilings. */
static struct value bound_of(const struct column *c, const struct row *r, const struct row *base)
{
    struct tri_work work = row_work(r->json);
    struct tri_ceiling ceiling = row_ceiling(r->json);
    (void)c, (void)base;
    if (isnan(r->fma_per_second) || isnan(r->bytes_per_second))
        return word(NULL);
    return word(tri_resource_name(tri_ceiling_binds(&ceiling, &work)));
}

static struct value number_of(const struct column *c, const struct row *r, const struct row *base)
{
    struct text text;
    (void)base;
    snprintf(text.s, sizeof text.s, "%.10g", number_for(r->json, c->key));
    return value_of(number_for(r->json, c->key), text);
}

static struct value different_of(const struct column *c, const struct row *r,
                                 const struct row *base)
{
    const struct column own = { .key = "different" };
    (void)c;
    return number_of(&own, r, base);
}

static struct value differing_of(const struct column *c, const struct row *r,
                                 const struct row *base)
{
    double x = number_for(r->json, "different") / number_for(r->json, "points");
    struct text text;
    (void)c, (void)base;
    snprintf(text.s, sizeof text.s, "%.3f %%", 100 * x);
    return value_of(x, text);
}

/* "4 x 2": lanes of a vector, and vectors at once; some compilers tell bytes, and nothing more. */
static struct value loop_of(const struct column *c, const struct row *r, const struct row *base)
{
    struct value v = word(isnan(number_for(r->json, "line")) ? "none" : "no");
    double width = number_for(r->json, "width"), bytes = number_for(r->json, "bytes_wide");
    (void)c, (void)base;
    if (!isnan(width))
        snprintf(v.text, sizeof v.text, "%g x %g", width, number_for(r->json, "interleaved"));
    else if (!isnan(bytes))
        snprintf(v.text, sizeof v.text, "%g bytes", bytes);
    else if (json_is_true(json_object_get(r->json, "vectorised")))
        v = word("yes");
    else if (!isnan(number_for(r->json, "unrolled")))
        v = word("unrolled");
    return v;
}

static struct value text_in(const struct column *c, const struct row *r, const struct row *base)
{
    const char *text = json_string_value(json_object_get(r->json, c->key));
    (void)base;
    return word(text ? text : "");
}

static struct value idea_of(const struct column *c, const struct row *r, const struct row *base)
{
    const struct tri_hotspot *h = tri_hotspot_named(r->hotspot, TRI_DOUBLE);
    const struct tri_variant *v = h && r->variant ? tri_variant_named(h, r->variant) : NULL;
    (void)c, (void)base;
    return word(v ? v->idea : "");
}

static derive_fn *const of_kind[] = {
    [DERIVED_TIME] = time_of,
    [DERIVED_RATE] = rate_of,
    [DERIVED_POINT_RATE] = point_rate_of,
    [DERIVED_SPEED_UP] = speed_up_of,
    [DERIVED_EFFICIENCY] = efficiency_of,
    [DERIVED_SAVED] = saved_of,
    [DERIVED_INTENSITY] = intensity_of,
    [DERIVED_CEILING] = ceiling_of,
    [DERIVED_SHARE] = share_of,
    [DERIVED_BOUND] = bound_of,
    [DERIVED_NUMBER] = number_of,
    [DERIVED_DIFFERENT] = different_of,
    [DERIVED_DIFFERING] = differing_of,
    [DERIVED_LOOP] = loop_of,
    [DERIVED_TEXT] = text_in,
    [DERIVED_STEP] = speed_up_of,
    [DERIVED_IDEA] = idea_of,
};

struct value derive(const struct column *c, const struct row *r, const struct row *base)
{
    return of_kind[c->derived](c, r, base);
}
