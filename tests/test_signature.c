/* A hotspot is its table, completed by what the prototypes of its paths say. */
#include "case.h"
#include "fake.h"
#include "measure.h"
#include "roles.h"
#include "signature.h"
#include "triptych.h"

#include <math.h>

static void nothing(const struct tri_case *c)
{
}

static void other(const struct tri_case *c)
{
}

static void function(void)
{
}

static bool never(enum tri_path path, struct tri_error *e)
{
    return false;
}

static const struct tri_variant ladder[] = { { "fast", "an idea", .available = never },
                                             { .name = NULL } };

/* z(n x k x 2) of x(n), a and k, and a sum that is returned; two forms. */
static const struct tri_signature signature = {
    .params = { { "n", TRI_INTEGER, PTRDIFF_MIN, PTRDIFF_MAX },
                { "a", TRI_REAL },
                { "k", TRI_INTEGER, INT32_MIN, INT32_MAX } },
    .operands = { { "z", TRI_INT32, .rank = 2, .shape = { 0, 2 }, .each = 2 },
                  { "x", TRI_FLOATING, .is_const = true, .rank = 1, .shape = { 0 }, .each = 1 },
                  { "room", TRI_FLOATING, .is_const = true } },
    .paths = { { "plain", TRI_REFERENCE, nothing, function },
               { "plain", TRI_SIMD, other, function },
               { "fast", TRI_SIMD, nothing, function },
               { "fast", TRI_AVX2, nothing, NULL },
               { "fast", TRI_OFFLOAD, nothing, NULL } },
    .tuned = ladder,
};

static bool length_of_room(const struct tri_case *c, size_t *length)
{
    *length = 7;
    return true;
}

static const struct tri_hotspot table = {
    .name = "signed",
    .params = { { "n", "elements", .initial = 5, .min = 1, .max = 9 } },
    .operands = { { "z", .role = TRI_INOUT } },
};

static struct tri_completed done;

static bool complete(const struct tri_hotspot *h, const struct tri_signature *s,
                     struct tri_error *e)
{
    const struct tri_entry entry = { { h, h }, "signed.c", { s, s } };
    return tri_complete(&done, &entry, TRI_FLOAT, e);
}

Test(signature, adds_what_the_table_does_not_say)
{
    must(complete(&table, &signature, &failure));
    const struct tri_hotspot *h = &done.hotspot;
    cr_expect(h->params[0].max == 9 && h->params[0].initial == 5, "the table's own stays");
    cr_expect_str_eq(h->params[1].name, "a");
    cr_expect(h->params[1].kind == TRI_REAL && h->params[2].kind == TRI_INTEGER &&
              !h->params[3].name);
    cr_expect(h->operands[0].role == TRI_INOUT && h->operands[0].type == TRI_INT32);
    cr_expect(h->operands[0].rank == 2 && h->operands[0].shape[1] == 2 && h->operands[0].each == 2);
    cr_expect(h->operands[0].fill && h->operands[1].fill, "what is read begins with numbers");
    cr_expect(h->operands[1].role == TRI_IN && h->operands[1].type == TRI_FLOATING);
    cr_expect_str_eq(h->plain.name, "plain");
}

/* A path that is right for even numbers of steps or whole vectors only, or exchanges two numbers, is found. */
Test(signature, begins_with_odd_sizes_and_numbers_that_differ)
{
    struct tri_signature s = signature;
    for (int i = 0; i < 4; i++) {
        static const char *const names[] = { "n", "a", "steps", "b" };
        s.params[i].name = names[i];
        s.params[i].kind = i % 2 ? TRI_REAL : TRI_INTEGER;
        s.params[i].largest = 1000000;
        s.params[i].together = i == 0;
    }
    struct tri_hotspot bare = table;
    memset(bare.params, 0, sizeof bare.params);
    must(complete(&bare, &s, &failure));
    const struct tri_param *p = done.hotspot.params;
    cr_expect(fmod(p[0].initial, 2) == 1 && fmod(p[2].initial, 2) == 1);
    cr_expect(p[1].initial != p[3].initial && fmod(p[1].initial, 1) != 0 &&
              fmod(p[3].initial, 1) != 0);
}

/* What the compiler left out is no path, unless a reason says why it cannot run. */
Test(signature, finds_the_paths)
{
    must(complete(&table, &signature, &failure));
    const struct tri_hotspot *h = &done.hotspot;
    cr_expect(h->reference == nothing && !h->origin && h->plain.path[TRI_SIMD] == other);
    cr_expect(tri_variant_count(h) == 2 && tri_variant_at(h, 1)->path[TRI_SIMD] == nothing);
    cr_expect(!tri_variant_at(h, 1)->path[TRI_AVX2]);
    cr_expect(tri_variant_at(h, 1)->path[TRI_OFFLOAD] &&
              tri_variant_at(h, 1)->path[TRI_OFFLOAD] != nothing);
}

Test(signature, of_a_length_that_the_table_says)
{
    struct tri_hotspot h = table;
    h.operands[1] = (struct tri_operand){ .name = "x" };
    h.operands[2] = (struct tri_operand){ .name = "room", .length_of = length_of_room };
    must(complete(&h, &signature, &failure));
    cr_expect(done.hotspot.operands[2].length_of == length_of_room &&
              done.hotspot.operands[2].rank == 0);
}

Test(signature, none_is_the_table_alone)
{
    must(complete(&fake_float, NULL, &failure));
    cr_expect(done.hotspot.reference == fake_float.reference && done.hotspot.plain.path[TRI_SIMD]);
    static const struct tri_signature empty = { .tuned = NULL };
    must(complete(&fake_float, &empty, &failure));
    cr_expect(done.hotspot.reference == fake_float.reference && done.hotspot.plain.path[TRI_SIMD]);
}

static void expect_refused(const struct tri_hotspot *h, const struct tri_signature *s,
                           const char *said)
{
    struct tri_error e = { 0 };
    cr_expect(!complete(h, s, &e) && e.status == TRI_USAGE, "%s", said);
    cr_expect_str_eq(e.text, said);
}

Test(signature, contradictions_are_refused)
{
    struct tri_hotspot h = table;
    h.params[0].name = "k";
    expect_refused(
        &h, &signature,
        "signed.c: the enum that numbers the table has another order than the table itself: look at n");
    h = table;
    h.operands[0].name = "x";
    expect_refused(
        &h, &signature,
        "signed.c: the enum that numbers the table has another order than the table itself: look at z");
    h = table;
    h.operands[1] = (struct tri_operand){ .name = "x", .role = TRI_OUT };
    expect_refused(&h, &signature,
                   "signed.c: its .role says that it is written, but it is const: x");
    struct tri_signature s = signature;
    s.tuned = NULL;
    expect_refused(&table, &s,
                   "signed.c: a path has the name of a variant that is not in its list: fast");
}

static void expect_range(const struct tri_hotspot *h, const char *set, const char *said)
{
    struct tri_case c;
    struct tri_error e = { 0 };
    tri_case_init(&c, h);
    cr_expect(tri_case_set(&c, set, &e) == !said, "%s: %s", set, e.text);
    cr_expect_str_eq(e.text, said ? said : "");
}

/* In an argument with fewer bits than a value has, one beyond them would be another number, the same in all paths. */
Test(signature, without_an_entry_goes_as_far_as_its_type)
{
    struct tri_hotspot h = table;
    h.params[0].name = NULL;
    must(complete(&h, &signature, &failure));
    expect_range(&done.hotspot, "n=1000000000000", NULL);
    expect_range(&done.hotspot, "n=1000000000001",
                 "n=1000000000001: has to be an integer from 0 to 1000000000000");
    expect_range(&done.hotspot, "k=2147483647", NULL);
    expect_range(&done.hotspot, "k=2147483648",
                 "k=2147483648: has to be an integer from 0 to 2147483647");
}

Test(signature, a_range_beyond_the_type_is_refused)
{
    static const char said[] =
        "signed.c: .params[2] (k): its range is beyond its type in C, which has -2147483648 to 2147483647";
    struct tri_hotspot h = table;
    h.params[1].name = "a";
    h.params[2] = (struct tri_param){ "k", "of 32 bits", .min = INT32_MIN, .max = INT32_MAX };
    cr_expect(complete(&h, &signature, &failure), "%s", failure.text);
    h.params[2].max = 2147483648.0;
    expect_refused(&h, &signature, said);
    h.params[2].max = INT32_MAX;
    h.params[2].min = -2147483649.0;
    expect_refused(&h, &signature, said);
}

/* As the build has read it: int32_t seed.  2^32 + 1 would be seed 1. */
Test(signature, of_a_hotspot_that_is_built)
{
    extern const struct tri_entry moldyn_entry;
    struct tri_hotspot h = *moldyn_entry.of[TRI_FLOAT];
    int seed = tri_param_named(&h, "seed", strlen("seed"));
    h.params[seed].name = NULL; /* the last one */
    must(complete(&h, moldyn_entry.signature[TRI_FLOAT], &failure));
    expect_range(&done.hotspot, "seed=4294967297",
                 "seed=4294967297: has to be an integer from 1 to 2147483647");
    expect_range(&done.hotspot, "seed=2147483647", NULL);
}

Test(signature, a_kind_that_the_type_has_not_is_refused)
{
    struct tri_hotspot h = table;
    h.params[0].kind = TRI_REAL;
    expect_refused(&h, &signature, "signed.c: its .kind is not that of its type in C: n");
    h = table;
    h.params[1] = (struct tri_param){ "a", "a choice", TRI_CHOICE, .choices = { "one", "two" } };
    expect_refused(&h, &signature, "signed.c: its .kind is not that of its type in C: a");
    h = table;
    h.params[1] = (struct tri_param){ "a", "a text", TRI_TEXT, .text = "one" };
    expect_refused(&h, &signature, "signed.c: its .kind is not that of its type in C: a");
}

/* ---- Roles that the text does not tell, and a run of the reference does ---- */

enum { KEPT, WHOLE, OF_BOTH, COUNTS, RESULTS };

#define RESULTS_OF(c)                                                \
    double *kept = (c)->operand[KEPT], *whole = (c)->operand[WHOLE], \
           *of_both = (c)->operand[OF_BOTH];                         \
    int32_t *counts = (c)->operand[COUNTS];                          \
    const size_t n = (c)->length[KEPT];                              \
    (void)kept, (void)whole, (void)of_both, (void)counts

/* kept[0] alone, all others in part of what was there; minus ones, which look as if nobody had stored them. */
static void store_some(const struct tri_case *c)
{
    RESULTS_OF(c);
    kept[0] = 1;
    for (size_t i = 0; i < n; i++) {
        whole[i] = (double)i;
        counts[i] = -1;
    }
    for (size_t i = 0; i < n; i++)
        of_both[i] = whole[i] + kept[i];
}

static void store_all(const struct tri_case *c)
{
    RESULTS_OF(c);
    for (size_t i = 0; i < n; i++) {
        kept[i] = whole[i] = of_both[i] = 3;
        counts[i] = -1;
    }
}

/* Never the same twice. */
static void store_another(const struct tri_case *c)
{
    static double calls;
    store_all(c);
    *(double *)c->operand[KEPT] = calls++;
}

/* As plain stores only, but for of_both. */
static const struct tri_signature doubted = {
    .name = "doubted",
    .params = { { "n", TRI_INTEGER, 0, INT32_MAX, .together = 1 } },
    .operands = { [KEPT] = { "kept", TRI_FLOAT64, .rank = 1, .each = 1 },
                  [WHOLE] = { "whole", TRI_FLOAT64, .rank = 1, .each = 1 },
                  [OF_BOTH] = { "of_both", TRI_FLOAT64, .rank = 1, .each = 1,
                                .is_only_stored = true },
                  [COUNTS] = { "counts", TRI_INT32, .rank = 1, .each = 1,
                               .is_only_stored = true } },
    .paths = { { "plain", TRI_REFERENCE, store_some, function },
               { "plain", TRI_SIMD, other, function } },
};

/* Runs the reference over a case of the hotspot, which it makes. */
static struct tri_case run_doubted(tri_path_fn *reference, const struct tri_hotspot *h)
{
    struct tri_signature s = doubted;
    struct tri_case c;
    s.paths[0].run = reference;
    must(complete(h, &s, &failure));
    tri_case_init(&c, &done.hotspot);
    must(tri_case_allocate(&c, &failure));
    must(tri_case_run(&c, TRI_REFERENCE, &failure));
    return c;
}

static const struct tri_hotspot untold = { .precision = TRI_DOUBLE };

Test(signature, a_result_of_which_some_is_kept_is_read_too)
{
    struct tri_case c = run_doubted(store_some, &untold);
    for (int o = 0; o < RESULTS; o++)
        cr_expect(tri_operand_role(&c, o) == (o == KEPT ? TRI_INOUT : TRI_OUT), "%s",
                  done.hotspot.operands[o].name);
    const double *kept = c.operand[KEPT], *of_both = c.operand[OF_BOTH];
    cr_expect(kept[1] == tri_scattered(KEPT, 1) && of_both[1] == 1 + kept[1],
              "the result is of its first values");
    cr_expect(tri_roles_told(c.hotspot) == 1U << KEPT);
    tri_case_free(&c);
}

static void store_least(const struct tri_case *c)
{
    const double was = *(double *)c->operand[KEPT];
    store_all(c);
    *(double *)c->operand[KEPT] = fmin(was, 3);
}

/* NaN and large numbers hide it. */
Test(signature, a_result_that_is_a_minimum_with_what_was_there_is_read_too)
{
    struct tri_case c = run_doubted(store_least, &untold);
    cr_expect(tri_roles_told(c.hotspot) == 1U << KEPT);
    tri_case_free(&c);
}

/* As by no steps: that says nothing of any other number of them. */
static void store_nothing(const struct tri_case *c)
{
}

Test(signature, a_result_that_is_written_is_no_input)
{
    tri_path_fn *const all[] = { store_all, store_another, store_nothing };
    FOR_EACH (r, all) {
        struct tri_case c = run_doubted(*r, &untold);
        cr_expect(tri_roles_told(c.hotspot) == 0 && tri_operand_role(&c, KEPT) == TRI_OUT);
        tri_case_free(&c);
    }
}

Test(signature, what_a_table_says_of_a_role_stays)
{
    struct tri_hotspot h = untold;
    h.operands[KEPT] = (struct tri_operand){ .name = "kept", .role = TRI_OUT };
    struct tri_case c = run_doubted(store_some, &h);
    cr_expect(tri_operand_role(&c, KEPT) == TRI_OUT && tri_roles_told(c.hotspot) == 0);
    tri_case_free(&c);
}

Test(signature, roles_that_are_fixed_are_not_asked_for_but_taken)
{
    struct tri_case c = run_doubted(store_all, &untold);
    tri_roles_fix(c.hotspot, true);
    done.hotspot.reference = store_some;
    must(tri_case_run(&c, TRI_REFERENCE, &failure));
    cr_expect(tri_operand_role(&c, KEPT) == TRI_OUT);
    tri_roles_take(c.hotspot, 1U << KEPT);
    cr_expect(tri_operand_role(&c, KEPT) == TRI_INOUT && done.hotspot.operands[KEPT].fill);
    cr_expect(tri_case_send(&c).roles == 1U << KEPT);
    tri_case_free(&c);
}
