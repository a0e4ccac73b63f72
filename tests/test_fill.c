/* The first values of arrays, the types that hold them, and by how much results may differ. */
#include "check.h"

#include "fill.h"
#include "types.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { N, ENTRIES };
enum { IN, OUT };

static void nothing(const struct tri_case *c)
{
}

static struct tri_work work(const struct tri_case *c)
{
    return (struct tri_work){ .units = 1, .instructions = 1, .bytes = 1 };
}

static double large(const struct tri_case *c, size_t i)
{
    return i == 2 ? 70000 : (double)i;
}

static double negative(const struct tri_case *c, size_t i)
{
    return -1;
}

static int filled; /* how often `all` was asked */

static bool all(const struct tri_case *c, int operand, struct tri_error *e)
{
    uint16_t *x = c->operand[operand];
    for (size_t i = 0; i < c->length[operand]; i++)
        x[i] = (uint16_t)(7 * i);
    filled++;
    return true;
}

static bool never(const struct tri_case *c, int operand, struct tri_error *e)
{
    return tri_fail(e, TRI_USAGE, "there is none");
}

static struct tri_hotspot hotspot_of(struct tri_operand in)
{
    return (struct tri_hotspot){
        .name = "filled",
        .formula = "nothing",
        .unit = "elements",
        .precision = TRI_DOUBLE,
        .params = { [N] = { "n", "elements", TRI_INTEGER, 5, .min = 1, .max = 1e6 },
                    [ENTRIES] = { "entries", "in all", TRI_INTEGER, 20, .min = 0, .max = 1e6 } },
        .operands = { [IN] = in,
                      [OUT] = { "out", TRI_FLOATING, TRI_OUT, .rank = 1, .shape = { N } } },
        .work = work,
        .reference = nothing,
        .plain = { "plain", "none", .path = { [TRI_SIMD] = nothing } },
    };
}

static void expect_refused(struct tri_operand in, const char *said)
{
    struct tri_hotspot h = hotspot_of(in);
    struct tri_case c;
    struct tri_error e = { 0 };
    tri_case_init(&c, &h);
    cr_expect(!tri_case_allocate(&c, &e) && e.status == TRI_USAGE, "%s", said);
    cr_expect(strstr(e.text, said), "%s, not %s", e.text, said);
    cr_expect(!c.operand[IN] && !c.ran_on, "nothing is left");
}

#define IN_OF(type, ...)                                           \
    (struct tri_operand)                                           \
    {                                                              \
        "in", type, TRI_IN, .rank = 1, .shape = { N }, __VA_ARGS__ \
    }

Test(fill, what_a_type_does_not_hold_is_refused)
{
    expect_refused(IN_OF(TRI_UINT16, .value = large),
                   "in[2] would begin as 70000, and a number of type uint16_t is from 0 to 65535");
    expect_refused(IN_OF(TRI_INT8, .value = large), "from -128 to 127");
    expect_refused(IN_OF(TRI_BOOL, .value = large),
                   "in[2] would begin as 70000, and a number of type bool is from 0 to 1");
    expect_refused(IN_OF(TRI_UINT64, .value = negative), "in[0] would begin as -1,");
    expect_refused((struct tri_operand){ "in", TRI_UINT8, TRI_INOUT, .rank = 1, .shape = { N },
                                         .value = large },
                   "in[2] would begin as 70000");
    expect_refused(IN_OF(TRI_INT32, .fill = never), "there is none");
}

Test(fill, at_once)
{
    struct tri_hotspot h = hotspot_of(IN_OF(TRI_UINT16, .fill = all));
    case_auto_t c = case_of(&h, "n=9");
    const uint16_t *x = c.operand[IN];
    cr_expect(filled == 1 && x[0] == 0 && x[8] == 56);
    tri_case_poison(&c);
    cr_expect(filled == 1, "inputs stay");
}

static void numbers(enum tri_type type,
                    bool (*fill)(const struct tri_case *, int, struct tri_error *), const char *set,
                    double *to)
{
    struct tri_hotspot h = hotspot_of(IN_OF(type, .fill = fill, .below = "entries"));
    case_auto_t c = case_of(&h, set);
    for (size_t i = 0; i < c.length[IN]; i++)
        to[i] = tri_type_of(&c, IN)->get(c.operand[IN], i).value;
}

Test(fill, ready_made)
{
    double x[50], sum = 0;
    bool seen[50] = { false };
    numbers(TRI_INT64, tri_fill_ramp, "n=50", x);
    cr_expect(x[0] == 0 && x[49] == 49);
    numbers(TRI_UINT8, tri_fill_permutation, "n=50", x);
    for (int i = 0; i < 50; i++) {
        cr_assert(x[i] >= 0 && x[i] < 50 && !seen[(int)x[i]], "%d: %g", i, x[i]);
        seen[(int)x[i]] = true;
        sum += x[i] == i;
    }
    cr_expect(sum < 25, "not in its order");
    numbers(TRI_INT32, tri_fill_offsets, "n=50,entries=1000", x);
    cr_expect(x[0] == 0 && x[49] == 1000);
    for (int i = 1; i < 50; i++)
        cr_expect(x[i] >= x[i - 1]);
    numbers(TRI_INT16, tri_fill_scattered, "n=50,entries=3", x);
    for (int i = 0; i < 50; i++)
        cr_expect(x[i] == 0 || x[i] == 1 || x[i] == 2);
    numbers(TRI_FLOAT32, tri_fill_scattered, "n=50", x);
    for (int i = 0; i < 50; i++)
        cr_expect(x[i] >= -1 && x[i] < 1);
}

/* ---- Files ---- */

static char name[200]; /* of the last that was written */

static void write_file(const char *ending, const void *bytes, size_t n)
{
    snprintf(name, sizeof name, "%s%s", in_scratch("numbers"), ending);
    make_bytes(name, bytes, n);
}

static void write_npy(const char *header, const void *bytes, size_t n)
{
    char all[1024] = "\x93NUMPY\x01";
    size_t length = strlen(header);
    all[8] = (char)length;
    snprintf(all + 10, sizeof all - 10, "%s", header);
    memcpy(all + 10 + length, bytes, n);
    write_file(".npy", all, 10 + length + n);
}

static void expect_numbers(struct tri_operand in, const char *set, const double *wanted)
{
    struct tri_hotspot h = hotspot_of(in);
    case_auto_t c = case_of(&h, set);
    for (size_t i = 0; i < c.length[IN]; i++)
        cr_expect(tri_type_of(&c, IN)->get(c.operand[IN], i).value == wanted[i], "%zu", i);
}

Test(fill, files)
{
    const float three[] = { 1, 2.5, -3 };
    const double wanted[] = { 1, 2.5, -3 };
    write_file("", three, sizeof three);
    expect_numbers(IN_OF(TRI_FLOAT32, .file = name), "n=3", wanted);
    expect_refused(IN_OF(TRI_FLOAT32, .file = name), "is shorter than the array");
    expect_refused(IN_OF(TRI_INT8, .file = name), "is longer than the array");
    unlink(name);
    expect_refused(IN_OF(TRI_FLOAT32, .file = name), "No such file");
    write_npy("{'descr': '<f4', 'fortran_order': False, 'shape': (3,), }\n", three, sizeof three);
    expect_numbers(IN_OF(TRI_FLOATING, .file = name), "n=3", wanted);
    expect_refused(IN_OF(TRI_FLOATING, .file = name),
                   "has 3 numbers, and with these parameters it takes 5");
    write_npy("{'descr': '<i2', 'fortran_order': False, 'shape': (5, 1), }\n",
              "\0\0\1\0\2\0\3\0\0\2", 10);
    expect_refused(IN_OF(TRI_UINT8, .file = name), "in[4] would begin as 512");
    write_npy("{'descr': '>i2', 'fortran_order': False, 'shape': (5, 1), }\n",
              "\0\0\1\0\2\0\3\0\0\2", 10);
    expect_refused(IN_OF(TRI_UINT8, .file = name), "has a type that no array has");
    write_npy("{'descr': '<i2', 'fortran_order': True, 'shape': (5, 1), }\n",
              "\0\0\1\0\2\0\3\0\0\2", 10);
    expect_refused(IN_OF(TRI_UINT8, .file = name), "is in Fortran's order");
}

Test(fill, texts)
{
    static const char lines[] = "1,2.5\r\n-3;\t4e1 5\n\n", words[] = "x,y\n1,2\n", few[] = "1\n2\n";
    write_file(".csv", lines, sizeof lines - 1);
    expect_numbers(IN_OF(TRI_FLOATING, .file = name), "n=5", (double[]){ 1, 2.5, -3, 40, 5 });
    expect_refused(IN_OF(TRI_UINT8, .file = name), "in[2] would begin as -3");
    write_file(".csv", words, sizeof words - 1);
    expect_refused(IN_OF(TRI_FLOATING, .file = name), "what comes after 0 numbers is none");
    write_file(".txt", few, sizeof few - 1);
    expect_refused(IN_OF(TRI_FLOATING, .file = name),
                   "has 2 numbers, and with these parameters it takes 5");
}

Test(fill, matrix_market)
{
    static const char matrix[] =
        "%%MatrixMarket matrix coordinate real symmetric\n% a comment\n3 3 4\n"
        "3 1 5\n1 1 2\n2 2 -1\n3 3 4.5\n";
    write_file(".mtx", matrix, sizeof matrix - 1);
    expect_numbers(IN_OF(TRI_INT32, .file = name, .part = TRI_CSR_OFFSETS), "n=4",
                   (double[]){ 0, 2, 3, 5 });
    expect_numbers(IN_OF(TRI_UINT8, .file = name, .part = TRI_CSR_COLUMNS), "n=5",
                   (double[]){ 0, 2, 1, 0, 2 });
    expect_numbers(IN_OF(TRI_FLOATING, .file = name, .part = TRI_CSR_VALUES), "n=5",
                   (double[]){ 2, 5, -1, 5, 4.5 });
    expect_refused(IN_OF(TRI_INT32, .file = name, .part = TRI_CSR_OFFSETS),
                   "has 4 numbers, and with these parameters it takes 5");
    write_file(".mtx", matrix, sizeof matrix - 6);
    expect_refused(IN_OF(TRI_FLOATING, .file = name, .part = TRI_CSR_VALUES),
                   "has an entry that is none");
    static const char liar[] =
        "%%MatrixMarket matrix coordinate pattern general\n3 3 999999999999999\n1 1\n";
    write_file(".mtx", liar, sizeof liar - 1);
    expect_refused(IN_OF(TRI_FLOATING, .file = name, .part = TRI_CSR_VALUES),
                   "has an entry that is none");
    write_file(".mtx", "3 3\n", 4);
    expect_refused(IN_OF(TRI_FLOATING, .file = name, .part = TRI_CSR_VALUES),
                   "is no Matrix Market file");
}

/* ---- Bounds ---- */

static struct tri_difference between(struct tri_operand out, double wanted, double seen)
{
    struct tri_hotspot h = hotspot_of(IN_OF(TRI_FLOATING, .fill = tri_fill_ramp));
    h.operands[OUT] = out;
    case_auto_t a = case_of(&h, "n=1"), b = case_of(&h, "n=1");
    const struct tri_number_type *type = tri_type_of(&a, OUT);
    type->set(a.operand[OUT], 0, seen);
    type->set(b.operand[OUT], 0, wanted);
    return tri_case_difference(&a, &b);
}

#define OUT_OF(type, ...)                                            \
    (struct tri_operand)                                             \
    {                                                                \
        "out", type, TRI_OUT, .rank = 1, .shape = { N }, __VA_ARGS__ \
    }

Test(fill, bounds_of_results)
{
    cr_expect(between(OUT_OF(TRI_FLOATING, .ulps = 0), 1, 1.5).different == 1);
    struct tri_difference d = between(OUT_OF(TRI_FLOATING, .absolute = 0.5), 1, 1.5);
    cr_expect(d.different == 0 && d.within == 1);
    cr_expect(between(OUT_OF(TRI_FLOATING, .absolute = 0.49), 1, 1.5).different == 1);
    cr_expect(between(OUT_OF(TRI_FLOATING, .relative = 0.01), -100, -101).different == 0);
    cr_expect(between(OUT_OF(TRI_FLOATING, .relative = 0.009), -100, -101).different == 1);
    cr_expect(between(OUT_OF(TRI_FLOAT32, .ulps = 1), 1, 1 + 0x1p-23).different == 0);
    cr_expect(between(OUT_OF(TRI_FLOAT32, .ulps = 1), 1, 1 + 0x1p-22).different == 1);
    cr_expect(between(OUT_OF(TRI_FLOATING, .absolute = 1e300, .ulps = 1e300), 1, NAN).different ==
              1);
    cr_expect(between(OUT_OF(TRI_FLOATING, .relative = 0.5), INFINITY, 1).different == 1);
    cr_expect(between(OUT_OF(TRI_FLOATING, .ulps = 0), 0.0, -0.0).different == 1, "by their bits");
    cr_expect(between(OUT_OF(TRI_UINT8, .absolute = 2), 200, 202).different == 0);
    d = between(OUT_OF(TRI_UINT64, .absolute = 1), 0x1p63, 0);
    cr_expect(d.different == 1 && d.integers == 1 && d.largest == 0x1p63);
}

/* ---- Inputs that nobody has chosen ---------------------------------------------------------------- */

Test(fill, each_array_has_numbers_of_its_own)
{
    for (int a = 0; a < TRI_MAX_OPERANDS; a++)
        for (int b = 0; b < a; b++)
            for (size_t i = 0; i < 100; i++)
                cr_assert(fabs(tri_scattered(a, i) - tri_scattered(b, i)) > 0, "%d and %d, %zu", a,
                          b, i);
}

/* The least and the greatest of 1000. */
static void range(enum tri_type type, enum tri_inputs inputs, double *least, double *most)
{
    struct tri_hotspot h = hotspot_of(IN_OF(type, .fill = tri_fill_scattered));
    struct tri_case c = prepared(&h, "n=1000");
    c.inputs = inputs;
    must(tri_case_allocate(&c, &failure));
    *least = INFINITY;
    *most = -INFINITY;
    for (size_t i = 0; i < c.length[IN]; i++) {
        double x = tri_type_of(&c, IN)->get(c.operand[IN], i).value;
        *least = fmin(*least, x);
        *most = fmax(*most, x);
    }
    tri_case_free(&c);
}

/* Whether 37 rise, or fall (`way` is -1). */
static bool rise(enum tri_type type, enum tri_inputs inputs, int way)
{
    struct tri_hotspot h = hotspot_of(IN_OF(type, .fill = tri_fill_scattered));
    struct tri_case c;
    tri_case_init(&c, &h);
    must(tri_case_set(&c, "n=37", &failure));
    c.inputs = inputs;
    must(tri_case_allocate(&c, &failure));
    bool all = true;
    for (size_t i = 1; i < c.length[IN]; i++) {
        double before = tri_type_of(&c, IN)->get(c.operand[IN], i - 1).value;
        all &= way * (tri_type_of(&c, IN)->get(c.operand[IN], i).value - before) >= 0;
    }
    tri_case_free(&c);
    return all;
}

Test(fill, low_ones_rise_and_high_ones_fall)
{
    cr_expect(rise(TRI_FLOATING, TRI_LOW, 1) && rise(TRI_INT16, TRI_LOW, 1));
    cr_expect(rise(TRI_FLOATING, TRI_HIGH, -1) && rise(TRI_INT64, TRI_HIGH, -1));
}

Test(fill, below_zero_and_far_from_it)
{
    double least, most;
    range(TRI_FLOATING, TRI_NEGATIVE, &least, &most);
    cr_expect(least < -0.9 && most < 0, "%g to %g", least, most);
    range(TRI_FLOATING, TRI_WIDE, &least, &most);
    cr_expect(least < -15 && most > 15, "%g to %g", least, most);
    range(TRI_FLOATING, TRI_LOW, &least, &most);
    cr_expect(least >= -16 && least < -14 && most > -4 && most <= -2, "%g to %g", least, most);
    range(TRI_INT16, TRI_LOW, &least, &most);
    cr_expect(least >= -16 && least < -14 && most > -4 && most <= -2, "%g to %g", least, most);
    range(TRI_UINT32, TRI_LOW, &least, &most);
    cr_expect(least >= 2 && least < 4 && most > 14 && most <= 16, "%g to %g", least, most);
    range(TRI_FLOATING, TRI_HIGH, &least, &most);
    cr_expect(least >= 2 && least < 4 && most > 14 && most <= 16, "%g to %g", least, most);
    range(TRI_UINT32, TRI_WIDE, &least, &most);
    cr_expect(least < 0x1p24 && most > 0x1p31, "%g to %g", least, most);
    range(TRI_INT16, TRI_WIDE, &least, &most);
    cr_expect(least < -32000 && most > 32000, "%g to %g", least, most);
    range(TRI_INT64, TRI_WIDE, &least, &most);
    cr_expect(least < -0x1p62 && most > 0x1p62, "%g to %g", least, most);
}
