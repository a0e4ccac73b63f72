/* The first values of arrays: by a function for each number, by one for all, or out of a file. */
#include "fill.h"

#include "types.h"

#include <float.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

bool tri_has_values(const struct tri_operand *o)
{
    return o->value || o->fill || o->file;
}

enum { PAGE = 4096 };

void tri_write_pages(void *memory, const void *from, int byte, size_t bytes)
{
    char *to = memory;
    #pragma omp parallel for schedule(static) if (bytes > PAGE)
    for (size_t i = 0; i < bytes; i += PAGE) {
        size_t length = bytes - i < PAGE ? bytes - i : PAGE;
        if (from)
            memcpy(to + i, (const char *)from + i, length);
        else
            memset(to + i, byte, length);
    }
}

static bool holds(const struct tri_number_type *type, double x)
{
    return !type->is_integer || (x >= type->least && x < type->beyond);
}

static bool fail_number(const struct tri_case *c, int operand, size_t i, double x,
                        struct tri_error *e)
{
    const struct tri_number_type *type = tri_type_of(c, operand);
    return tri_fail(
        e, TRI_USAGE,
        "%s: %s[%zu] would begin as %.17g, and a number of type %s is from %.0f to %.0f",
        c->hotspot->name, tri_operand_in(c, operand)->name, i, x, type->name, type->least,
        type->beyond - 1);
}

bool tri_set_number(const struct tri_case *c, int operand, size_t i, double x, struct tri_error *e)
{
    const struct tri_number_type *type = tri_type_of(c, operand);
    if (!holds(type, x))
        return fail_number(c, operand, i, x, e);
    type->set(c->operand[operand], i, x);
    return true;
}

/* By several threads.  Without a `reduction`: LLVM's runtime ends a process that computes one after a region with `nowait`. */
static bool fill_by_number(const struct tri_case *c, int operand, struct tri_error *e)
{
    const struct tri_operand *described = tri_operand_in(c, operand);
    const struct tri_number_type *type = tri_type_of(c, operand);
    size_t n = c->length[operand], wrong = n;
    #pragma omp parallel for schedule(static)
    for (size_t i = 0; i < n; i++) {
        double x = described->value(c, i);
        if (holds(type, x))
            type->set(c->operand[operand], i, x);
        else {
            #pragma omp critical(first_wrong)
            wrong = i < wrong ? i : wrong;
        }
    }
    return wrong == n || fail_number(c, operand, wrong, described->value(c, wrong), e);
}

/* Constants of a variant's own stay what they are. */
static bool is_changed(const struct tri_case *c, int operand)
{
    return c->inputs >= TRI_HALF && c->inputs <= TRI_SPECIAL && operand < TRI_MAX_OPERANDS &&
           !tri_type_of(c, operand)->is_integer;
}

/* In [0, 1), by the finalizer of splitmix64: numbers of neighbouring indices have nothing to do with each other. */
static double chance(int stream, size_t i)
{
    uint64_t x = ((uint64_t)i + 1) * 0x9E3779B97F4A7C15 + (uint64_t)stream * 0xD1B54A32D192ED03;
    x = (x ^ x >> 30) * 0xBF58476D1CE4E5B9;
    x = (x ^ x >> 27) * 0x94D049BB133111EB;
    return (double)((x ^ x >> 31) >> 11) * 0x1p-53;
}

/* One number in sixteen is a special one. */
static double special(double x, const struct tri_number_type *type, double share)
{
    enum { KINDS = 12, EACH = 16 };
    const bool narrow = type->bytes == sizeof(float);
    const double all[KINDS] = { INFINITY,
                                -INFINITY,
                                NAN,
                                -0.0,
                                0,
                                narrow ? FLT_TRUE_MIN : DBL_TRUE_MIN,
                                narrow ? -FLT_TRUE_MIN : -DBL_TRUE_MIN,
                                narrow ? 0.75 * FLT_MIN : 0.75 * DBL_MIN,
                                narrow ? FLT_MIN : DBL_MIN,
                                narrow ? FLT_MAX : DBL_MAX,
                                narrow ? -FLT_MAX : -DBL_MAX,
                                1 };
    const size_t kind = (size_t)(share * KINDS * EACH);
    return kind < KINDS ? all[kind] : x;
}

static double changed(double x, const struct tri_case *c, int operand, size_t i)
{
    switch (c->inputs) {
    case TRI_HALF: return x / 2;
    case TRI_WHOLE: return fmin(fmax(rint(x), -1), 1);
    case TRI_TIES: return fmin(fmax(rint(4 * x) / 4, -1.5), 1.5);
    default:
        return special(x, tri_type_of(c, operand),
                       chance(operand + TRI_SLOTS, i + c->length[operand]));
    }
}

static void change(const struct tri_case *c, int operand)
{
    const struct tri_number_type *type = tri_type_of(c, operand);
    void *all = c->operand[operand];
    for (size_t i = 0; i < c->length[operand]; i++)
        type->set(all, i, changed(type->get(all, i).value, c, operand, i));
}

static bool fill_usually(const struct tri_case *c, int operand, struct tri_error *e)
{
    const struct tri_operand *o = tri_operand_in(c, operand);
    if (c->input && operand == c->hotspot->input.operand) {
        tri_write_pages(c->operand[operand], c->input->sample, 0, tri_operand_bytes(c, operand));
        return true;
    }
    return o->file   ? tri_fill_from_file(c, operand, e)
           : o->fill ? o->fill(c, operand, e)
                     : fill_by_number(c, operand, e);
}

bool tri_fill(const struct tri_case *c, int operand, struct tri_error *e)
{
    bool good = fill_usually(c, operand, e);
    if (good && is_changed(c, operand))
        change(c, operand);
    return good;
}

/* ---- Ready-made ones ---- */

double tri_scattered(int stream, size_t i)
{
    static const uint64_t irrational[TRI_MAX_OPERANDS] = {
        /* the golden ratio, then the roots of 2, 3, 7, 11, 13, 17, 19, 23, 29, 31 and 37, all without their integers, in
         * 2^-64ths */
        0x9E3779B97F4A7C15, 0x6A09E667F3BCC909, 0xBB67AE8584CAA73B, 0xA54FF53A5F1D36F1,
        0x510E527FADE682D1, 0x9B05688C2B3E6C1F, 0x1F83D9ABFB41BD6B, 0x5BE0CD19137E2179,
        0xCBBB9D5DC1059ED9, 0x629A292A367CD507, 0x9159015A3070DD17, 0x152FECD8F70E5939,
    };
    return (double)(((uint64_t)i + 1) * irrational[stream % TRI_MAX_OPERANDS] >> 11) * 0x1p-52 - 1;
}

/* The smallest length of an array that has more than one element: what is below it is an index into each of them. */
static double smallest_length(const struct tri_case *c)
{
    double least = INFINITY;
    for (int o = 0; o < TRI_MAX_OPERANDS && tri_operand_in(c, o); o++) {
        int each = tri_operand_in(c, o)->each;
        double n = (double)(c->length[o] / (size_t)(each > 1 ? each : 1));
        if (n > 1)
            least = fmin(least, n);
    }
    return isinf(least) ? 1 : least;
}

/* What numbers of an integer type are less than. */
static double limit_of(const struct tri_case *c, int operand)
{
    const char *below = tri_operand_in(c, operand)->below;
    double limit = below ? (double)tri_case_value(c, below).integer : smallest_length(c);
    return fmin(limit, tri_type_of(c, operand)->beyond);
}

/* Of all that the type has, but for what .below says. */
static double any_integer(const struct tri_case *c, int operand, double share)
{
    const struct tri_number_type *type = tri_type_of(c, operand);
    double x = floor(type->least + share * (type->beyond - type->least));
    return x < type->beyond ? x : type->least;
}

/* Low ones rise and high ones fall, so that the first and the last are the least and the largest: who leaves one out is found. */
static double share_in_order(const struct tri_case *c, int operand, size_t i)
{
    const double share = ((double)i + 0.5) / (double)c->length[operand];
    return c->inputs == TRI_LOW ? share : 1 - share;
}

/* From a share of [0, 1): of [-16, -2] or [2, 16]. */
static double low_or_high(double share, int inputs)
{
    return inputs == TRI_LOW ? -16 + 14 * share : 2 + 14 * share;
}

/* The same, of integers: of 64 bits, farther from zero than 32 bits reach.  Of types without a sign, low ones are high. */
static double low_or_high_integer(const struct tri_case *c, int operand, double share, int inputs)
{
    static const double BEYOND_32_BITS = 0x1p33;
    const struct tri_number_type *type = tri_type_of(c, operand);
    double x = floor(low_or_high(share, type->least < 0 ? inputs : TRI_HIGH));
    return type->beyond < BEYOND_32_BITS ? x : x + copysign(BEYOND_32_BITS, x);
}

/* An integer of nobody's choice. */
static double integer_at(const struct tri_case *c, int operand, size_t i, double limit)
{
    const int stream =
        c->inputs == TRI_HALF ? operand + TRI_SLOTS : operand; /* others than before */
    const double share = chance(stream, i);
    switch (tri_operand_in(c, operand)->below ? TRI_AS_THEY_ARE : c->inputs) {
    case TRI_WIDE: return any_integer(c, operand, share);
    case TRI_LOW:
    case TRI_HIGH: return low_or_high_integer(c, operand, share_in_order(c, operand, i), c->inputs);
    default: return floor(share * limit);
    }
}

static bool fill_integers(const struct tri_case *c, int operand, struct tri_error *e)
{
    double limit = limit_of(c, operand);
    bool good = true;
    for (size_t i = 0; good && i < c->length[operand]; i++)
        good = tri_set_number(c, operand, i, integer_at(c, operand, i, limit), e);
    return good;
}

/* From x of [-1, 1): of [-16, 16), and one in eight of [-1024, 1024). */
static double wide(double x)
{
    const double share = 8 * x - floor(8 * x);
    return share < 0.125 ? 1024 * x : 16 * x;
}

/* A real number of nobody's choice: of [-1, 1), of [-2, 2), of those of wide(), of [-1, 0), or of those of low_or_high(). */
static double any_real(const struct tri_case *c, int operand, size_t i)
{
    const double x = tri_scattered(operand, i);
    switch (c->inputs) {
    case TRI_TIES: return 2 * x;
    case TRI_WIDE: return wide(x);
    case TRI_NEGATIVE: return x > 0 ? -x : x;
    case TRI_LOW:
    case TRI_HIGH: return low_or_high(share_in_order(c, operand, i), c->inputs);
    default: return x;
    }
}

bool tri_fill_scattered(const struct tri_case *c, int operand, struct tri_error *e)
{
    const struct tri_number_type *type = tri_type_of(c, operand);
    if (type->is_integer)
        return fill_integers(c, operand, e);
    #pragma omp parallel for schedule(static)
    for (size_t i = 0; i < c->length[operand]; i++)
        type->set(c->operand[operand], i, any_real(c, operand, i));
    return true;
}

bool tri_fill_ramp(const struct tri_case *c, int operand, struct tri_error *e)
{
    bool good = true;
    for (size_t i = 0; good && i < c->length[operand]; i++)
        good = tri_set_number(c, operand, i, (double)i, e);
    return good;
}

/* Fisher and Yates. */
static void shuffle(size_t *all, size_t n, int stream)
{
    for (size_t i = 0; i < n; i++)
        all[i] = i;
    for (size_t i = n; i-- > 1;) {
        size_t other = (size_t)(chance(stream, i) * (double)(i + 1)), kept = all[i];
        all[i] = all[other];
        all[other] = kept;
    }
}

bool tri_fill_permutation(const struct tri_case *c, int operand, struct tri_error *e)
{
    size_t n = c->length[operand], *all = malloc((n ? n : 1) * sizeof *all);
    if (!all)
        return tri_fail(e, TRI_FAILED, "out of memory");
    bool good = true;
    shuffle(all, n, operand);
    for (size_t i = 0; good && i < n; i++)
        good = tri_set_number(c, operand, i, (double)all[i], e);
    free(all);
    return good;
}

/* Rows of unequal lengths: offset i is near its share of the end, and never before the one that precedes it. */
bool tri_fill_offsets(const struct tri_case *c, int operand, struct tri_error *e)
{
    const struct tri_operand *o = tri_operand_in(c, operand);
    size_t n = c->length[operand];
    if (!o->below)
        return tri_fail(
            e, TRI_USAGE,
            "%s: %s: offsets end with the parameter that .below names, and it names none",
            c->hotspot->name, o->name);
    double end = (double)tri_case_value(c, o->below).integer,
           step = n > 1 ? end / (double)(n - 1) : 0;
    bool good = true;
    for (size_t i = 0; good && i < n; i++) {
        bool is_inner = i > 0 && i + 1 < n;
        double at = is_inner ? floor(step * ((double)i + 0.9 * chance(operand, i) - 0.45))
                    : i      ? end
                             : 0;
        good = tri_set_number(c, operand, i, fmax(0, at), e);
    }
    return good;
}
