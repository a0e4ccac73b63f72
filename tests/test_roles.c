/* The roles of operands in a run: read, written, both, scratch, or absent. */
#include "check.h"
#include "checked.h"

#include <stdint.h>

enum { N, FORM };
enum { GROWING, ADDED, SUM, PAIRS, ROOM };
enum { SEPARATE, IN_PLACE };

static double value(const struct tri_case *c, size_t i)
{
    return (double)i + 1;
}

static enum tri_role growing(const struct tri_case *c)
{
    return c->value[FORM].integer == IN_PLACE ? TRI_INOUT : TRI_IN;
}

static enum tri_role sum(const struct tri_case *c)
{
    return c->value[FORM].integer == IN_PLACE ? TRI_ABSENT : TRI_OUT;
}

static bool room(const struct tri_case *c, size_t *length)
{
    return tri_multiply_sizes((size_t)c->value[N].integer, (size_t)1 << 40, length);
}

/* growing += added, or sum = growing + added; the pairs count, and use up the room. */
static void run(const struct tri_case *c)
{
    const double *added = c->operand[ADDED];
    double *growing = c->operand[GROWING], *to = c->operand[SUM] ? c->operand[SUM] : growing;
    for (size_t i = 0; i < c->length[GROWING]; i++)
        to[i] = growing[i] + *added;
    for (size_t i = 0; i < c->length[PAIRS]; i++)
        ((uint16_t *)c->operand[PAIRS])[i] = (uint16_t)i;
}

static struct tri_work work(const struct tri_case *c)
{
    double n = (double)c->length[GROWING];
    return (struct tri_work){ .units = n, .instructions = n, .bytes = n };
}

static const struct tri_hotspot roles = {
    .name = "roles",
    .formula = "a += b, or c = a + b",
    .unit = "elements",
    .precision = TRI_DOUBLE,
    .params = { [N] = { "n", "elements", TRI_INTEGER, 5, .min = 1, .max = 1e15 },
                [FORM] = { "form", "where to", TRI_CHOICE, 0, .choices = { "separate", "inplace" } } },
    .operands = {
        [GROWING] = { "growing", TRI_FLOATING, .role_of = growing, .rank = 1, .value = value },
        [ADDED] = { "added", TRI_FLOATING, TRI_IN, .value = value },
        [SUM] = { "sum", TRI_FLOATING, .role_of = sum, .rank = 1 },
        [PAIRS] = { "pairs", TRI_UINT16, TRI_OUT, .rank = 1, .each = 2 },
    },
    .work = work,
    .reference = run,
    .plain = { "plain", "a loop", .path = { [TRI_SIMD] = run } },
};

Test(roles, lengths)
{
    case_auto_t c = case_of(&roles, "n=7");
    cr_expect(c.length[GROWING] == 7 && c.length[ADDED] == 1 && c.length[SUM] == 7);
    cr_expect(c.length[PAIRS] == 14 && tri_operand_bytes(&c, PAIRS) == 28);
}

Test(roles, follow_the_parameters)
{
    case_auto_t c = case_of(&roles, "form=inplace");
    cr_expect(tri_operand_role(&c, GROWING) == TRI_INOUT &&
              tri_operand_role(&c, SUM) == TRI_ABSENT);
    cr_expect(tri_operand_is_read(&c, GROWING) && tri_operand_is_written(&c, GROWING));
    cr_expect(!c.operand[SUM] && c.length[SUM] == 0);
    tri_case_free(&c);
    c = case_of(&roles, "");
    cr_expect(tri_operand_role(&c, GROWING) == TRI_IN && tri_operand_role(&c, SUM) == TRI_OUT);
    cr_expect(c.operand[SUM] && !tri_operand_is_written(&c, GROWING));
}

/* A second run goes on from the first, unless the case has been made ready for it. */
Test(roles, inout_starts_again)
{
    case_auto_t c = case_of(&roles, "form=inplace"),
                reference = reference_of(&roles, "form=inplace");
    double *growing = c.operand[GROWING];
    run_path(&c, TRI_SIMD);
    cr_expect(growing[4] == 6);
    roles.plain.path[TRI_SIMD](&c);
    cr_expect(growing[4] == 7);
    run_path(&c, TRI_SIMD);
    cr_expect(growing[4] == 6);
    struct tri_difference d = tri_case_difference(&c, &reference);
    cr_expect(d.points == 5 + 10 && d.different == 0, "%zu of %zu", d.different, d.points);
}

Test(roles, shorts_are_compared_as_integers)
{
    case_auto_t a = case_of(&roles, ""), b = case_of(&roles, "");
    run_path(&a, TRI_SIMD);
    run_path(&b, TRI_SIMD);
    ((uint16_t *)a.operand[PAIRS])[3] = 65535;
    struct tri_difference d = tri_case_difference(&a, &b);
    cr_expect(d.different == 1 && d.integers == 1 && d.largest == 65532 && d.first == 5 + 3);
}

Test(roles, scratch_is_neither_filled_nor_compared)
{
    struct tri_hotspot h = roles;
    h.operands[ROOM] = (struct tri_operand){ "room", TRI_INT32, TRI_SCRATCH, .rank = 1 };
    case_auto_t a = case_of(&h, ""), b = case_of(&h, "");
    cr_expect(a.length[ROOM] == 5 && !tri_operand_is_read(&a, ROOM));
    run_path(&a, TRI_SIMD);
    run_path(&b, TRI_SIMD);
    ((int32_t *)a.operand[ROOM])[0] = 77;
    struct tri_difference d = tri_case_difference(&a, &b);
    cr_expect(d.points == 15 && d.different == 0);
}

static double seven(const struct tri_case *c, size_t i)
{
    return 7 + (double)i;
}

Test(roles, scratch_with_a_value_is_filled_before_each_run_and_not_compared)
{
    struct tri_hotspot h = roles;
    h.operands[ROOM] =
        (struct tri_operand){ "room", TRI_INT32, TRI_SCRATCH, .rank = 1, .value = seven };
    case_auto_t a = case_of(&h, ""), b = case_of(&h, "");
    int32_t *room = a.operand[ROOM];
    cr_expect(tri_operand_is_read(&a, ROOM) && !tri_operand_is_written(&a, ROOM));
    cr_expect(room[0] == 7 && room[4] == 11);
    run_path(&b, TRI_SIMD);
    run_path(&a, TRI_SIMD);
    room[4] = 77;
    struct tri_difference d = tri_case_difference(&a, &b);
    cr_expect(d.points == 15 && d.different == 0);
    tri_case_poison(&a);
    cr_expect(room[4] == 11);
}

Test(roles, lengths_that_do_not_fit)
{
    struct tri_hotspot h = roles;
    struct tri_case c;
    h.operands[ROOM] = (struct tri_operand){ "room", TRI_INT32, TRI_SCRATCH, .length_of = room };
    tri_case_init(&c, &h);
    must(tri_case_set(&c, "n=2", &failure) && c.length[ROOM] == (size_t)2 << 40);
    expect_refuses(tri_case_set(&c, "n=100000000", &failure), "room");
    cr_expect(c.value[N].integer == 2);
}
