/* What is wrong with a description is said by file and field. */
#include "description.h"

#include "fake.h"
#include "hotspot.h"

#include <criterion/criterion.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

typedef void edit_fn(struct tri_hotspot *);

/* A function that makes one change to a description. */
#define EDIT(name, change)                  \
    static void name(struct tri_hotspot *h) \
    {                                       \
        change;                             \
    }

struct fault {
    edit_fn *edit;
    const char *said; /* after the file's name */
};

/* Whether the description, edited in one precision or in both, is refused so. */
static void check_said(const struct fault *f, bool in_float, bool in_double)
{
    struct tri_hotspot one = fake_float, other = fake_double;
    const struct tri_entry entry = { { &one, &other }, "fake.c" };
    struct tri_error e = { .status = TRI_AGREED };
    char wanted[200];
    if (in_float)
        f->edit(&one);
    if (in_double)
        f->edit(&other);
    snprintf(wanted, sizeof wanted, "fake.c: %s", f->said);
    cr_expect(!tri_entry_check(&entry, 0, &e), "taken: %s", f->said);
    cr_expect(e.status == TRI_USAGE && !strchr(e.text, '\n'));
    cr_expect(strncmp(e.text, wanted, strlen(wanted)) == 0, "%s\nwanted: %s", e.text, wanted);
}

static void check_all(const struct fault *faults, size_t n)
{
    for (size_t i = 0; i < n; i++) {
        check_said(&faults[i], true, true);
        check_said(&faults[i], false, true);
    }
}

Test(description, of_fake_is_one)
{
    const struct tri_entry entry = { { &fake_float, &fake_double }, "fake.c" };
    struct tri_error e = { 0 };
    cr_expect(tri_entry_check(&entry, 0, &e), "%s", e.text);
}

/* ---- Words ---- */

EDIT(name_of_capitals, h->name = "Fake")
EDIT(no_name, h->name = NULL)
EDIT(first_not_plain, h->plain.name = "simple")
EDIT(no_formula, h->formula = "")
EDIT(formula_of_two_lines, h->formula = "a\nb")
EDIT(unit_of_two_words, h->unit = "grid points")

Test(description, words)
{
    const struct fault faults[] = {
        { name_of_capitals, ".name (Fake): is made of" },
        { no_name, ".name: is made of" },
        { first_not_plain, ".plain.name (simple): it is \"plain\"" },
        { no_formula, ".formula: " },
        { formula_of_two_lines, ".formula: " },
        { unit_of_two_words, ".unit (grid points): is made of" },
    };
    check_all(faults, sizeof faults / sizeof *faults);
}

/* ---- Parameters ---- */

EDIT(no_params, h->params[0].name = NULL)

static void too_many_params(struct tri_hotspot *h)
{
    for (int i = FAKE_KIND; i <= TRI_MAX_PARAMS; i++)
        h->params[i] = h->params[FAKE_LOW];
}

EDIT(param_of_capitals, h->params[FAKE_SCALE].name = "Scale")
EDIT(two_params_of_one_name, h->params[FAKE_SCALE].name = "rows")
EDIT(no_meaning, h->params[FAKE_SCALE].meaning = "")
EDIT(above_nothing, h->params[FAKE_HIGH].above = "nothing")

static void empty_range(struct tri_hotspot *h)
{
    h->params[FAKE_SCALE].min = 2;
    h->params[FAKE_SCALE].max = 1;
}

EDIT(endless_range, h->params[FAKE_SCALE].max = INFINITY)
EDIT(half_an_integer, h->params[FAKE_ROWS].initial = 4.5)
EDIT(beyond_doubles, h->params[FAKE_ROWS].max = 0x1p54)
EDIT(default_out_of_range, h->params[FAKE_LOW].initial = 101)
EDIT(times_nothing, h->params[FAKE_COLS].times = "nothing")
EDIT(times_a_later_one, h->params[FAKE_COLS].times = "depth")
EDIT(times_a_real, h->params[FAKE_LOW].times = "scale")
EDIT(default_out_of_range_by_factor, h->params[FAKE_COLS].max = 7) /* 2 rows, and there are 4 */
EDIT(one_choice, h->params[FAKE_KIND].choices[1] = NULL)
EDIT(same_choices, h->params[FAKE_KIND].choices[2] = "red")
EDIT(choice_with_comma, h->params[FAKE_KIND].choices[2] = "red,blue")
EDIT(no_such_choice, h->params[FAKE_KIND].initial = 3)

Test(description, params)
{
    const struct fault faults[] = {
        { no_params, ".params: there is none" },
        { too_many_params, ".params[16] (low): there are more than TRI_MAX_PARAMS" },
        { param_of_capitals, ".params[3] (Scale): is made of" },
        { two_params_of_one_name, ".params[3] (rows): two parameters" },
        { no_meaning, ".params[3] (scale): it has no .meaning" },
        { above_nothing, ".params[5] (high): .above is no parameter" },
        { empty_range, ".params[3] (scale): its range, .min to .max, is empty" },
        { endless_range, ".params[3] (scale): its range" },
        { half_an_integer, ".params[0] (rows): a TRI_INTEGER has whole numbers" },
        { beyond_doubles, ".params[0] (rows): a TRI_INTEGER has whole numbers up to 2^53" },
        { default_out_of_range, ".params[4] (low): its default is out of its range" },
        { times_nothing, ".params[1] (cols): .times is an integer parameter before it" },
        { times_a_later_one, ".params[1] (cols): .times" },
        { times_a_real, ".params[4] (low): .times" },
        { default_out_of_range_by_factor, ".params[1] (cols): its default is out" },
        { one_choice, ".params[6] (kind): a TRI_CHOICE has two .choices at least" },
        { same_choices, ".params[6] (kind): a choice has no name, or that of another" },
        { choice_with_comma, ".params[6] (kind): a choice has no name" },
        { no_such_choice, ".params[6] (kind): its .initial is the index of a choice" },
    };
    check_all(faults, sizeof faults / sizeof *faults);
}

/* ---- Operands ---- */

static void too_many_operands(struct tri_hotspot *h)
{
    static char names[TRI_MAX_OPERANDS + 1][8];
    for (int i = FAKE_N; i <= TRI_MAX_OPERANDS; i++) {
        h->operands[i] = h->operands[FAKE_OUT];
        snprintf(names[i], sizeof names[i], "o%d", i);
        h->operands[i].name = names[i];
    }
}

EDIT(operand_without_letters, h->operands[FAKE_I].name = "")
EDIT(two_operands_of_one_name, h->operands[FAKE_OUT].name = "x")
EDIT(no_values, h->operands[FAKE_Y].value = NULL)
EDIT(no_values_to_change, h->operands[FAKE_OUT].role = TRI_INOUT)
EDIT(rank_of_four, h->operands[FAKE_X].rank = TRI_MAX_RANK + 1)

static bool three(const struct tri_case *c, size_t *length)
{
    (void)c;
    *length = 3;
    return true;
}

EDIT(two_lengths, h->operands[FAKE_Y].length_of = three)
EDIT(shape_of_nothing, h->operands[FAKE_OUT].shape[1] = FAKE_KIND + 1)
EDIT(shape_of_a_real, h->operands[FAKE_OUT].shape[1] = FAKE_SCALE)
EDIT(shape_below_zero, h->operands[FAKE_N].shape[0] = FAKE_LOW)
EDIT(less_than_nothing_each, h->operands[FAKE_N].each = -1)
EDIT(nothing_computed, h->operands[FAKE_OUT].name = NULL)

static void extents_too_large(struct tri_hotspot *h)
{
    h->params[FAKE_ROWS].initial = 1e8;
    h->params[FAKE_DEPTH].initial = 1e8;
}

Test(description, operands)
{
    const struct fault faults[] = {
        { too_many_operands, ".operands[12] (o12): there are more than TRI_MAX_OPERANDS" },
        { operand_without_letters, ".operands[2] (): is made of" },
        { two_operands_of_one_name, ".operands[3] (x): two operands" },
        { no_values, ".operands[1] (y): what is read has first values" },
        { no_values_to_change, ".operands[3] (out): what is read has first values" },
        { rank_of_four, ".operands[0] (x): .rank is 0 to TRI_MAX_RANK" },
        { two_lengths, ".operands[1] (y): it has a .shape and a .length_of" },
        { shape_of_nothing, ".operands[3] (out): .shape has the indices" },
        { shape_of_a_real, ".operands[3] (out): .shape has the indices" },
        { shape_below_zero, ".operands[4] (n): .shape has the indices" },
        { less_than_nothing_each, ".operands[4] (n): .each is 0 or more" },
        { nothing_computed, ".operands: none is TRI_OUT or TRI_INOUT" },
        { extents_too_large, ".operands: " },
    };
    check_all(faults, sizeof faults / sizeof *faults);
}

/* ---- Paths ---- */

EDIT(no_reference, h->reference = NULL)
EDIT(no_path, h->plain.path[TRI_SIMD] = NULL)
EDIT(no_work, h->work = NULL)

static void rung_of_capitals(struct tri_hotspot *h)
{
    static const struct tri_variant rungs[] = { { .name = "one", .idea = "an idea" },
                                                { .name = "Two", .idea = "another" },
                                                { .name = NULL } };
    h->tuned = rungs;
}

static void rung_without_idea(struct tri_hotspot *h)
{
    static const struct tri_variant rungs[] = { { .name = "one" }, { .name = NULL } };
    h->tuned = rungs;
}

static void too_many_rungs(struct tri_hotspot *h)
{
    static struct tri_variant rungs[TRI_MAX_VARIANTS + 1];
    for (int i = 0; i < TRI_MAX_VARIANTS; i++)
        rungs[i] = (struct tri_variant){ .name = "rung", .idea = "an idea" };
    h->tuned = rungs;
}

EDIT(another_precision, h->precision = TRI_PRECISIONS)

Test(description, paths)
{
    const struct fault faults[] = {
        { no_reference, ".reference: there is none" },
        { no_path, ".plain.path: there is none" },
        { no_work, ".work: there is none" },
        { rung_of_capitals, ".tuned[1] (Two): a variant has a name" },
        { rung_without_idea, ".tuned[0] (one): a variant has a name and an .idea" },
        { too_many_rungs, ".tuned[15] (rung): a variant has a name" },
        { another_precision, ".precision: it is PRECISION" },
    };
    check_all(faults, sizeof faults / sizeof *faults);
}

/* ---- Divisions ---- */

/* A function that divides the hotspot so. */
#define DIVISION(name, ...)                                          \
    static void name(struct tri_hotspot *h)                          \
    {                                                                \
        static const struct tri_division division = { __VA_ARGS__ }; \
        h->plain.division = &division;                               \
    }

DIVISION(by_a_real, .rows = FAKE_SCALE, .divided = { [FAKE_OUT] = true })
DIVISION(of_nothing, .rows = FAKE_ROWS)
DIVISION(of_what_is_not_there, .rows = FAKE_ROWS, .divided = { [FAKE_N + 1] = true })
DIVISION(dealt_input, .how = TRI_DEALT, .rows = FAKE_ROWS, .divided = { [FAKE_X] = true })
DIVISION(dealt_stencil, .how = TRI_DEALT, .rows = FAKE_ROWS, .stencil = true)
DIVISION(slabs_without_exchange, .how = TRI_SLABS, .rows = FAKE_ROWS)
static const struct tri_stop no_stop = { .param = FAKE_ROWS };
DIVISION(stop_by_rows, .rows = FAKE_ROWS, .divided = { [FAKE_OUT] = true }, .stop = &no_stop)
DIVISION(stencil_in_place, .rows = FAKE_ROWS, .divided = { [FAKE_OUT] = true }, .stencil = true,
         .steps = FAKE_COLS, .from = FAKE_OUT, .to = FAKE_OUT)

Test(description, divisions)
{
    const struct fault faults[] = {
        { by_a_real, ".division (plain): .rows is a parameter that is TRI_INTEGER" },
        { slabs_without_exchange,
          ".division (plain): TRI_SLABS, and nothing else, has a .exchange" },
        { stop_by_rows,
          ".division (plain): a .stop is a stencil's, has all of its fields, and .param is a TRI_REAL" },
        { of_nothing, ".division (plain): divides no operand" },
        { of_what_is_not_there, ".division (plain): divides an operand that is not there" },
        { dealt_input, ".division (plain): rows that are dealt are of operands that are TRI_OUT" },
        { dealt_stencil, ".division (plain): a stencil has bands" },
        { stencil_in_place, ".division (plain): a stencil's .from and .to are two operands" },
    };
    check_all(faults, sizeof faults / sizeof *faults);
}

/* ---- Beside others ---- */

Test(description, of_a_name_there_is_one)
{
    const struct tri_entry both[] = { { { &fake_float, &fake_double }, "fake.c" },
                                      { { &fake_float, &fake_double }, "copy.c" } };
    struct tri_error e = { 0 };
    cr_expect(tri_entry_check(both, 0, &e), "%s", e.text);
    cr_expect(!tri_entry_check(both, 1, &e) && e.status == TRI_USAGE);
    cr_expect_str_eq(e.text, "copy.c: .name (fake): two hotspots have this name");
}

Test(description, of_another_version_is_refused)
{
    const struct tri_entry entry = { { &fake_float, &fake_double }, "fake.c" };
    size_t n = tri_hotspot_count();
    struct tri_error e = { 0 };
    cr_expect(!tri_hotspots_use("0.0.0", &entry, 1, &e) && e.status == TRI_USAGE);
    cr_expect(strstr(e.text, "0.0.0") && strstr(e.text, tri_version()), "%s", e.text);
    cr_expect(tri_hotspot_count() == n, "what is refused takes nobody's place");
    cr_expect(tri_hotspots_use(tri_version(), &entry, 1, &e), "%s", e.text);
    cr_expect(tri_hotspot_count() == 1 && tri_hotspot_named("fake", TRI_FLOAT) == &fake_float);
    cr_expect(!tri_hotspot_named("vecadd", TRI_FLOAT));
}
