/* Other cases of the same path: what one case does not show, another does. */
#include "inside.h"

#include "hotspot.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

/* Primes, none of which a vector or a tile divides; multiples of what a cache line holds, behind which memory ends at once;
 * multiples of what a tile or a team has; 1.  The first length is for the first integer of the hotspot, and so on: who takes
 * one for another is found.  Of cases one after the other one integer is the same: what a path keeps for that one is of the
 * wrong others then.  Integers that are no length, such as numbers of steps, are none, one, even ones, the first few, which may
 * be kinds of something, and more than the lengths, as a shift may be. */
enum { MANY = 4, AS_LENGTHS = -1 };
static const struct {
    double length[MANY], count;
    enum tri_inputs inputs;
} others[TRI_OTHERS] = {
    [TRI_PRIMES] = { { 37, 23, 13, 7 }, AS_LENGTHS, TRI_AS_THEY_ARE },
    [TRI_BELOW_ZERO] = { { 37, 29, 17, 11 }, 2, TRI_NEGATIVE },
    [TRI_WIDE_INPUTS] = { { 41, 29, 13, 5 }, AS_LENGTHS, TRI_WIDE },
    [TRI_LINES] = { { 32, 48, 16, 64 }, 10, TRI_AS_THEY_ARE },
    [TRI_HALVES] = { { 32, 48, 16, 64 }, 3, TRI_HALF },
    [TRI_ONE_OF_EACH] = { { 1, 1, 1, 1 }, 24, TRI_AS_THEY_ARE },
    [TRI_TILES] = { { 256, 128, 64, 64 }, 4, TRI_AS_THEY_ARE },
    [TRI_WHOLES] = { { 0 }, AS_LENGTHS, TRI_WHOLE }, /* of the case's own lengths */
    [TRI_SIGNS] = { { 41, 29, 17, 11 }, 5, TRI_TIES },
    [TRI_LOWS] = { { 19, 7, 3, 2 }, 24, TRI_LOW },
    [TRI_HIGHS] = { { 19, 7, 3, 2 }, 3, TRI_HIGH },
    [TRI_NO_COUNTS] = { { 43, 31, 19, 6 }, 0, TRI_AS_THEY_ARE },
    [TRI_ONE_COUNT] = { { 47, 31, 19, 6 }, 1, TRI_AS_THEY_ARE },
    [TRI_MANY_COUNTS] = { { 53, 29, 17, 5 }, 300, TRI_AS_THEY_ARE },
    [TRI_LONG] = { { 1, 65539, 3, 2 }, 6, TRI_AS_THEY_ARE }, /* more than 16 bits have */
    [TRI_TALL] = { { 65539, 1, 3, 2 }, 3, TRI_AS_THEY_ARE },
    [TRI_LARGER] = { { 0 }, AS_LENGTHS, TRI_AS_THEY_ARE }, /* two times the case's own */
    [TRI_HUGE] = { { 0 }, AS_LENGTHS, TRI_AS_THEY_ARE },   /* the same */
};

/* Bytes of a case of which one that is larger is small, too; at most of a long one, of a huge one, and of one with whole numbers. */
enum { SMALL = 1 << 20, LONG_BYTES = 1 << 22, HUGE_BYTES = 1 << 25, WHOLES = 1 << 26 };

/* Sums of so many numbers from -1 to 1 are exact in float, and a million makes many teams.  A prime. */
static const double SUMMANDS = 999983;

static double clamped(double x, const struct tri_param *p)
{
    return fmin(fmax(x, p->min), p->max);
}

/* Of a real parameter, as far as its range lets it.  Usual ones are a few binary digits: products with these are exact. */
static double other_real(double x, const struct tri_param *p, enum tri_other which)
{
    double other = which == TRI_PRIMES       ? 1.1 * x
                   : which == TRI_TILES      ? x / 3
                   : which == TRI_NO_COUNTS  ? 0
                   : which == TRI_ONE_COUNT  ? 16 * x
                   : which == TRI_BELOW_ZERO ? -x
                                             : x;
    return other >= p->min && other <= p->max ? other : x;
}

/* An integer that is no length counts steps, for instance, and each may take as long as the usual ones, or start a region. */
static double usual_or_larger(const struct tri_hotspot *h, int i, double usual)
{
    return tri_may_be_length(h, i) ? 2 * usual + 1 : usual;
}

static bool is_larger(enum tri_other which)
{
    return which == TRI_LARGER || which == TRI_HUGE;
}

static int sign_of(const struct tri_param *p, enum tri_other which)
{
    return which == TRI_BELOW_ZERO && p->min < 0 ? -1 : 1;
}

/* An integer that the reference compares, and nothing else: no table can be too short for it, nor a word to be shifted. */
static bool is_count(const struct tri_hotspot *h, int i)
{
    return h->params[i].is_count && h->params[i].kind == TRI_INTEGER && !tri_may_be_length(h, i);
}

/* Of integer number n of the hotspot. */
static double other_integer(const struct tri_case *from, int i, int n, enum tri_other which)
{
    double usual = (double)from->value[i].integer;
    const struct tri_param *p = &from->hotspot->params[i];
    if (which == TRI_MANY_COUNTS && !tri_is_length(from->hotspot, i))
        return is_count(from->hotspot, i) ? clamped(others[which].count, p) : usual;
    if (p->min == 0 && p->max == 1 && (which == TRI_LINES || which == TRI_HALVES))
        return 1 - usual;
    const bool counted = !tri_may_be_length(from->hotspot, i) && others[which].count != AS_LENGTHS;
    const double most = tri_is_length(from->hotspot, i) ? INFINITY : 2 * usual + 1;
    return clamped(is_larger(which)      ? usual_or_larger(from->hotspot, i, usual)
                   : which == TRI_WHOLES ? fmin(usual, SUMMANDS)
                   : counted             ? sign_of(p, which) * fmin(others[which].count, most)
                                         : fmin(others[which].length[n % MANY], most),
                   p);
}

struct choice {
    enum tri_other which;
    bool real; /* real parameters are others, too */
};

static int integers_before(const struct tri_hotspot *h, int i)
{
    int n = 0;
    for (int k = 0; k < i; k++)
        n += h->params[k].kind == TRI_INTEGER;
    return n;
}

/* What follows from another parameter still does. */
static double other_number(const struct tri_case *from, int i, void *choice)
{
    const struct choice *of = choice;
    const struct tri_param *p = &from->hotspot->params[i];
    if (p->times)
        return NAN;
    if (p->kind == TRI_CHOICE)
        return (double)from->value[i].integer;
    if (p->kind == TRI_INTEGER)
        return other_integer(from, i, integers_before(from->hotspot, i), of->which);
    const bool at_an_end = of->which == TRI_NO_COUNTS || of->which == TRI_ONE_COUNT;
    return of->real && !(at_an_end && from->variant->apart)
               ? other_real(from->value[i].real, p, of->which)
               : from->value[i].real;
}

static bool has_several_lengths(const struct tri_hotspot *h)
{
    int n = 0;
    for (int i = 0; h->params[i].name; i++)
        n += tri_is_length(h, i);
    return n > 1;
}

/* Where all is a length, there are other cases enough. */
static bool has_counts(const struct tri_hotspot *h)
{
    bool any = false;
    for (int i = 0; h->params[i].name; i++)
        any |= h->params[i].kind == TRI_REAL ||
               (h->params[i].kind == TRI_INTEGER && !tri_may_be_length(h, i));
    return any;
}

static bool has_count_alone(const struct tri_hotspot *h)
{
    bool any = false;
    for (int i = 0; h->params[i].name; i++)
        any |= is_count(h, i);
    return any;
}

/* Whether there can be one of these. */
static bool is_wanted(const struct tri_case *from, enum tri_other which)
{
    bool may_differ =
        from->variant->apart != NULL; /* by what is allowed for the inputs as they are */
    return which == TRI_LONG || which == TRI_TALL             ? has_several_lengths(from->hotspot)
           : which == TRI_NO_COUNTS || which == TRI_ONE_COUNT ? has_counts(from->hotspot)
           : which == TRI_MANY_COUNTS                         ? has_count_alone(from->hotspot)
           : which == TRI_LARGER                              ? tri_case_bytes(from) <= SMALL
           : which == TRI_HUGE   ? tri_case_bytes(from) <= HUGE_BYTES / 2
           : which == TRI_WHOLES ? may_differ
           : which == TRI_SIGNS || others[which].inputs >= TRI_NEGATIVE ? !may_differ
                                                                        : true;
}

/* Not every hotspot takes each of its real parameters alone. */
static bool set(const struct tri_case *from, enum tri_other which, struct tri_case *other)
{
    char text[TRI_PARAMETERS_ROOM];
    struct tri_error unused;
    bool good = false;
    for (int real = 1; !good && real >= 0; real--) {
        struct choice of = { which, real };
        tri_parameters_text(from, other_number, &of, text, sizeof text);
        tri_case_init(other, from->hotspot);
        other->inputs = others[which].inputs;
        good = !*text || tri_case_set(other, text, &unused);
    }
    return good;
}

static size_t most_bytes(enum tri_other which)
{
    return which == TRI_WHOLES                      ? WHOLES
           : which == TRI_HUGE                      ? HUGE_BYTES
           : which == TRI_LONG || which == TRI_TALL ? LONG_BYTES
           : which == TRI_TILES                     ? SMALL
                                                    : SIZE_MAX;
}

bool tri_audit_other(const struct tri_case *from, enum tri_other which, struct tri_case *other)
{
    struct tri_error unused;
    return is_wanted(from, which) && set(from, which, other) &&
           tri_case_choose(other, from->variant, &unused) &&
           tri_case_bytes(other) <= most_bytes(which) &&
           (other->inputs != TRI_AS_THEY_ARE ||
            memcmp(other->value, from->value, sizeof other->value) != 0);
}

/* "n=37"; of real ones those that are others than usually. */
static size_t name_parameter(const struct tri_case *other, int i, bool more, char *text,
                             size_t size)
{
    const struct tri_param *p = &other->hotspot->params[i];
    const char *comma = more ? "," : "";
    if (!other->given[i])
        return 0;
    if (p->kind == TRI_INTEGER)
        return (size_t)snprintf(text, size, "%s%s=%lld", comma, p->name,
                                (long long)other->value[i].integer);
    if (p->kind == TRI_REAL && other->value[i].real != p->initial)
        return (size_t)snprintf(text, size, "%s%s=%.9g", comma, p->name, other->value[i].real);
    return 0;
}

void tri_audit_other_name(const struct tri_case *other, char *text, size_t size)
{
    static const char *const words[] = { [TRI_AS_THEY_ARE] = "",
                                         [TRI_HALF] = "half of each real number",
                                         [TRI_WHOLE] = "real inputs that are -1, 0 and 1",
                                         [TRI_TIES] = "real inputs that are quarters",
                                         [TRI_SPECIAL] = "infinities, NaN and the like in between",
                                         [TRI_NEGATIVE] = "inputs and real parameters below zero",
                                         [TRI_WIDE] = "inputs far from zero",
                                         [TRI_LOW] = "inputs of -2 and less",
                                         [TRI_HIGH] = "inputs of 2 and more" };
    size_t used = 0;
    *text = '\0';
    for (int i = 0; other->hotspot->params[i].name && used < size; i++)
        used += name_parameter(other, i, used > 0, text + used, size - used);
    if (other->inputs != TRI_AS_THEY_ARE && used < size)
        snprintf(text + used, size - used, "%s%s", used ? " and " : "", words[other->inputs]);
}
