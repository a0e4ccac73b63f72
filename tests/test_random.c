/* Cases drawn at random, and inputs with special values in between: what is wrong in a few of them only is found. */
#include "audits.h"
#include "check.h"
#include "build_info.h"
#include "programs.h"

#include <math.h>

static const struct tri_hotspot *vecadd(enum tri_precision p)
{
    return tri_hotspot_named("vecadd", p);
}

/* ---- What is drawn ---------------------------------------------------------------------------- */

EACH_OF(random, is_a_small_case, struct numbered,
        numbered((int)tri_hotspot_count() * TRI_PRECISIONS))
{
    const size_t hotspot = (size_t)r->k / TRI_PRECISIONS;
    struct tri_case usual, c;
    char text[TRI_PARAMETERS_ROOM];
    unsigned short state[3] = { 1, 2, 3 };
    tri_case_init(&usual, tri_hotspot_at(hotspot, (enum tri_precision)(r->k % TRI_PRECISIONS)));
    for (int i = 0; i < 500; i++) {
        cr_assert(tri_audit_draw(&usual, state, text, sizeof text));
        tri_case_init(&c, usual.hotspot);
        must(tri_case_set(&c, text, &failure));
        cr_expect(tri_case_bytes(&c) <= 1 << 20, "%s", text);
    }
}

Test(random, has_small_and_large_ones_and_multiples)
{
    enum { DRAWS = 1000 };
    struct tri_case usual, c;
    char text[TRI_PARAMETERS_ROOM];
    unsigned short state[3] = { 1, 2, 3 };
    int small = 0, large = 0, multiples = 0;
    tri_case_init(&usual, vecadd(TRI_DOUBLE));
    for (int i = 0; i < DRAWS; i++) {
        cr_assert(tri_audit_draw(&usual, state, text, sizeof text));
        tri_case_init(&c, usual.hotspot);
        must(tri_case_set(&c, text, &failure));
        const int64_t n = tri_case_value(&c, "n").integer;
        small += n < 4;
        large += n > 10000;
        multiples += n % 16 == 0;
    }
    cr_expect(small > DRAWS / 20 && large > DRAWS / 30, "%d small, %d large", small, large);
    cr_expect(multiples > DRAWS / 10 && multiples < DRAWS / 2, "%d multiples", multiples);
}

Test(random, is_the_same_for_a_seed)
{
    struct tri_case usual;
    char text[2][TRI_PARAMETERS_ROOM];
    tri_case_init(&usual, tri_hotspot_named("moldyn", TRI_FLOAT));
    for (unsigned short seed = 0; seed < 50; seed++) {
        for (int i = 0; i < 2; i++) {
            unsigned short state[3] = { seed, 7, 7 };
            cr_assert(tri_audit_draw(&usual, state, text[i], sizeof text[i]));
        }
        cr_expect_str_eq(text[0], text[1]);
    }
}

Test(random, leaves_what_is_given)
{
    struct tri_case usual;
    char text[TRI_PARAMETERS_ROOM];
    unsigned short state[3] = { 1, 2, 3 };
    usual = prepared(tri_hotspot_named("matmul", TRI_DOUBLE), "k=17");
    for (int i = 0; i < 100; i++) {
        cr_assert(tri_audit_draw(&usual, state, text, sizeof text));
        expect_text(text, "k=17");
    }
    must(tri_case_set(&usual, "n=1000,m=1000", &failure));
    cr_expect(!tri_audit_draw(&usual, state, text, sizeof text), "%s", text);
}

EACH_OF(random, special_values_are_among_inputs, struct numbered, numbered(TRI_PRECISIONS))
{
    struct tri_case c;
    int classes[16] = { 0 };
    c = prepared(vecadd((enum tri_precision)r->k), "n=5000");
    c.inputs = TRI_SPECIAL;
    must(tri_case_allocate(&c, &failure));
    for (size_t i = 0; i < c.length[0]; i++) {
        const bool is_double = c.hotspot->precision == TRI_DOUBLE;
        const double x = is_double ? ((double *)c.operand[0])[i] : ((float *)c.operand[0])[i];
        classes[is_double ? fpclassify(x) : fpclassify((float)x)]++;
    }
    cr_expect(classes[FP_NAN] > 0 && classes[FP_INFINITE] > 0 && classes[FP_SUBNORMAL] > 0 &&
              classes[FP_ZERO] > 0);
    cr_expect(classes[FP_NORMAL] > 4500, "most are what they were: %d", classes[FP_NORMAL]);
    tri_case_free(&c);
}

/* ---- compare finds what a few cases show only ---------------------------------------------------- */

/* a of the form update, or c. */
static void *result_of(const struct tri_case *c)
{
    int o = 0;
    while (!tri_operand_is_written(c, o))
        o++;
    return c->operand[o];
}

static void wrong_at_some_lengths(const struct tri_case *c)
{
    c->hotspot->reference(c);
    if (tri_case_value(c, "n").integer % 16 == 5)
        ((char *)result_of(c))[0] ^= 1;
}

/* As a processor does it that flushes them to zero. */
static void without_subnormal_numbers(const struct tri_case *c)
{
    double *result = result_of(c);
    c->hotspot->reference(c);
    for (int64_t i = 0; c->hotspot->precision == TRI_DOUBLE && i < tri_case_value(c, "n").integer;
         i++)
        if (fpclassify(result[i]) == FP_SUBNORMAL)
            result[i] = 0;
}

/* What it prints of a vecadd with such a path simd, or its own (NULL); to be freed. */
static char *compared(tri_path_fn *simd, int status, const char *const options[4])
{
    static struct tri_hotspot h[TRI_PRECISIONS];
    struct tri_entry entry = { .file = "planted.c" };
    for (int p = 0; p < TRI_PRECISIONS; p++) {
        h[p] = *vecadd((enum tri_precision)p);
        h[p].plain.path[TRI_SIMD] = simd ? simd : h[p].plain.path[TRI_SIMD];
        entry.of[p] = &h[p];
    }
    use_hotspot(&entry);
    audit_stay_here(true);
    const char *const words[] = { "compare",   "vecadd",   "--path",   "simd",
                                  "--variant", "plain",    "-o",       in_scratch("out"),
                                  options[0],  options[1], options[2], options[3],
                                  NULL };
    int n = 0;
    while (words[n])
        n++;
    int ended = tri_compare(n, (char **)words);
    cr_expect(ended == status, "status %d", ended);
    return contents(in_scratch("out"), NULL);
}

Test(random, finds_lengths_that_are_wrong)
{
    text_auto_t *said = compared(wrong_at_some_lengths, TRI_FAILED,
                                 (const char *const[4]){ "--random=200", "--seed=7" });
    expect_text(said, "\nWRONG: simd plain in float with n=");
    expect_text(said, " numbers differ from the reference's, by up to ");
    expect_text(said,
                " vecadd --path simd --variant plain --precision double --audit off --set n=");
    expect_text(said, "\nVERDICT: wrong: vecadd.simd.plain.float, vecadd.simd.plain.double\n");
}

Test(random, is_right_where_all_lengths_are)
{
    text_auto_t *said =
        compared(NULL, TRI_AGREED, (const char *const[4]){ "--random=200", "--seed=7" });
    cr_expect(
        strstr(said, "\nsimd plain                     200          0          200          0\n") &&
            strstr(said, "\nVERDICT: ok\n"),
        "%s", said);
}

Test(random, counts_in_json)
{
    text_auto_t *said =
        compared(wrong_at_some_lengths, TRI_FAILED,
                 (const char *const[4]){ "--random=50", "--seed=7", "--format=json" });
    json_auto_t *rows = json_loads(said, 0, NULL);
    size_t of_cases = 0;
    json_int_t wrong = 0;
    for (size_t i = 0; i < json_array_size(rows); i++) {
        const json_t *row = json_array_get(rows, i);
        wrong += json_integer_value(json_object_get(row, "wrong_cases"));
        of_cases += json_is_true(json_object_get(row, "wrong"));
    }
    cr_expect(of_cases > 0 && (json_int_t)of_cases == wrong, "%zu rows, %lld wrong", of_cases,
              (long long)wrong);
}

Test(random, special_values_show_what_usual_ones_hide)
{
    static const char *const usual[4] = { "--set=n=4000", "--audit=off" },
                             *const special[4] = { "--set=n=4000", "--audit=off", "--special" },
                             *const drawn[4] = { "--random=100", "--seed=7", "--special" };
    text_auto_t *as_usual = compared(without_subnormal_numbers, TRI_AGREED, usual);
    expect_text(as_usual, "\nVERDICT: ok\n");
    text_auto_t *one = compared(without_subnormal_numbers, TRI_FAILED, special);
    expect_text(one, "\nVERDICT: wrong: vecadd.simd.plain.double\n");
    text_auto_t *many = compared(without_subnormal_numbers, TRI_FAILED, drawn);
    expect_text(many, " --precision double --special --audit off --set n=");
}

/* ---- What did not run is not ok ------------------------------------------------------------------ */

static char *said_of(const char *const words[], int n)
{
    const int nothing = TRIPTYCH_OFFLOAD ? TRI_FAILED : TRI_AGREED; /* such a build cannot judge */
    audit_stay_here(true);
    cr_expect(tri_compare(n, (char **)words) == nothing);
    return contents(in_scratch("out"), NULL);
}

Test(random, says_what_could_not_run)
{
    need_path(tri_hotspot_named("matmul", TRI_FLOAT), TRI_OFFLOAD);
    const char *const words[] = { "compare",     "matmul",       "--path",   "offload",
                                  "--variant",   "tensor-cores", "-o",       in_scratch("out"),
                                  "--precision", "float",        "--random", "3",
                                  NULL };
    text_auto_t *said = said_of(words, 12);
    cr_expect(strstr(said, "\noffload tensor-cores    not run: needs double") &&
                  strstr(said, "\nVERDICT: incomplete: "),
              "%s", said);
}

Test(random, special_values_are_not_for_bounds)
{
    const char *const alone[] = { "compare",   "dot",          "--path", "simd",
                                  "--variant", "plain",        "-o",     in_scratch("out"),
                                  "--special", "--set=n=1000", NULL },
                      *const drawn[] = { "compare",   "dot",        "--path", "simd",
                                         "--variant", "plain",      "-o",     in_scratch("out"),
                                         "--special", "--random=3", NULL };
    text_auto_t *one = said_of(alone, 10);
    cr_expect(strstr(one, "not run: may differ by a bound") &&
                  strstr(one, "\nVERDICT: incomplete: "),
              "%s", one);
    text_auto_t *many = said_of(drawn, 10);
    cr_expect(strstr(many, "\nvariants that may differ by a bound are left out\n") &&
                  strstr(many, "\nVERDICT: incomplete: "),
              "%s", many);
}
