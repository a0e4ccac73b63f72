/* Errors of a description name its file and field. */
#include "description.h"

#include "fake.h"
#include "hotspot.h"
#include "sweep.h"

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
EDIT(name_of_an_option, h->name = "-fake")
EDIT(no_name, h->name = NULL)
EDIT(first_not_plain, h->plain.name = "simple")
EDIT(no_formula, h->formula = "")
EDIT(formula_of_two_lines, h->formula = "a\nb")
EDIT(unit_of_two_words, h->unit = "grid points")

Test(description, words)
{
    const struct fault faults[] = {
        { name_of_capitals, ".name (Fake): is made of" },
        { name_of_an_option, ".name (-fake): is made of" },
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
EDIT(param_left_out, h->params[FAKE_SCALE].name = NULL)
EDIT(no_meaning, h->params[FAKE_SCALE].meaning = "")
EDIT(meaning_of_two_lines, h->params[FAKE_SCALE].meaning = "of\ny")
EDIT(kind_of_nothing, h->params[FAKE_SCALE].kind = TRI_CHOICE + 1)
EDIT(param_of_a_launch, h->params[FAKE_SCALE].name = "threads")
EDIT(above_itself, h->params[FAKE_HIGH].above = "high")
EDIT(above_a_choice, h->params[FAKE_HIGH].above = "kind")
EDIT(default_not_above, h->params[FAKE_LOW].initial = 5)
EDIT(choice_above, h->params[FAKE_KIND].above = "low")
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
        { param_left_out, ".params[3]: it has no .name, but one after it has" },
        { two_params_of_one_name, ".params[3] (rows): two parameters" },
        { no_meaning, ".params[3] (scale): it has no .meaning" },
        { meaning_of_two_lines, ".params[3] (scale): it has no .meaning of one line" },
        { kind_of_nothing, ".params[3] (scale): .kind is none" },
        { param_of_a_launch, ".params[3] (threads): a run has this name" },
        { above_itself, ".params[5] (high): .above is no parameter, or none" },
        { above_a_choice, ".params[5] (high): .above is no parameter, or none" },
        { default_not_above, ".params[5] (high): its default is not .above" },
        { choice_above, ".params[6] (kind): a TRI_CHOICE has no .above" },
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

/* What --sweep takes for something else is no name of a parameter. */
Test(description, has_no_param_of_a_run)
{
    struct tri_hotspot one = fake_float;
    const struct tri_entry entry = { { &one, &fake_double }, "fake.c" };
    size_t n = 0;
    for (; tri_name_of_runs(n); n++) {
        struct tri_error e = { 0 };
        one.params[FAKE_SCALE].name = tri_name_of_runs(n);
        cr_expect(!tri_entry_check(&entry, 0, &e) && strstr(e.text, ": a run has this name"),
                  "%s: %s", tri_name_of_runs(n), e.text);
    }
    cr_expect(n == 10);
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
    *length = 3;
    return true;
}

static enum tri_role read_in(const struct tri_case *c)
{
    return TRI_IN;
}

static void read_by_default(struct tri_hotspot *h)
{
    h->operands[FAKE_N].role_of = read_in;
}

EDIT(type_of_nothing, h->operands[FAKE_N].type = TRI_FLOATING + 1)
EDIT(role_of_nothing, h->operands[FAKE_N].role = TRI_ABSENT + 1)
EDIT(two_lengths, h->operands[FAKE_Y].length_of = three)
EDIT(shape_of_nothing, h->operands[FAKE_OUT].shape[1] = FAKE_KIND + 1)
EDIT(shape_of_a_real, h->operands[FAKE_OUT].shape[1] = FAKE_SCALE)
EDIT(shape_below_zero, h->operands[FAKE_N].shape[0] = FAKE_LOW)
EDIT(less_than_nothing_each, h->operands[FAKE_N].each = -1)
EDIT(nothing_computed, h->operands[FAKE_OUT].name = h->operands[FAKE_N].name = NULL)
EDIT(operand_left_out, h->operands[FAKE_OUT].name = NULL)

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
        { operand_left_out, ".operands[3]: it has no .name, but one after it has" },
        { extents_too_large, ".operands: " },
        { type_of_nothing, ".operands[4] (n): .type is none" },
        { role_of_nothing, ".operands[4] (n): .role is none" },
        { read_by_default, ".operands: n is read with these parameters, and has no .value" },
    };
    check_all(faults, sizeof faults / sizeof *faults);
}

/* ---- Paths ---- */

EDIT(no_reference, h->reference = NULL)
EDIT(no_path, h->plain.path[TRI_SIMD] = NULL)
EDIT(no_work, h->work = NULL)

static const struct tri_operand scratch[] = {
    { .name = "room", .type = TRI_FLOATING, .role = TRI_OUT }, { .name = NULL }
};

static void nothing_done(const struct tri_case *c)
{
}

/* A function that gives the hotspot one more variant, with a path. */
#define RUNG(called, ...)                                                            \
    static void called(struct tri_hotspot *h)                                        \
    {                                                                                \
        static const struct tri_variant rungs[] = {                                  \
            { .path = { [TRI_SIMD] = nothing_done }, __VA_ARGS__ }, { .name = NULL } \
        };                                                                           \
        h->tuned = rungs;                                                            \
    }

RUNG(rung_of_capitals, .name = "Two", .idea = "another")
RUNG(rung_without_idea, .name = "one")
RUNG(second_plain, .name = "plain", .idea = "the same again")
RUNG(rung_of_all_names, .name = "all", .idea = "all at once")
RUNG(rung_with_reference, .name = "one", .idea = "slow", .path[TRI_REFERENCE] = nothing_done)
RUNG(rung_that_writes_scratch, .name = "one", .idea = "room", .scratch = scratch)

static void rung_without_path(struct tri_hotspot *h)
{
    static const struct tri_variant rungs[] = { { .name = "one", .idea = "an idea" },
                                                { .name = NULL } };
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
        { no_path, ".plain: it has no path" },
        { no_work, ".work: there is none" },
        { rung_of_capitals, ".tuned[0] (Two): is made of" },
        { rung_without_idea, ".tuned[0] (one): a variant has an .idea" },
        { second_plain, ".tuned[0] (plain): two variants have this name" },
        { rung_of_all_names, ".tuned[0] (all): this name means all variants" },
        { rung_with_reference, ".tuned[0] (one): its .path has a reference" },
        { rung_without_path, ".tuned[0] (one): it has no path" },
        { rung_that_writes_scratch, ".scratch[0] (room): its .role is TRI_SCRATCH" },
        { too_many_rungs, ".tuned[15] (rung): there are more than TRI_MAX_VARIANTS" },
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
DIVISION(cyclic_input, .how = TRI_CYCLIC, .rows = FAKE_ROWS, .divided = { [FAKE_X] = true })
DIVISION(by_another_extent, .rows = FAKE_COLS, .divided = { [FAKE_OUT] = true })
DIVISION(cyclic_stencil, .how = TRI_CYCLIC, .rows = FAKE_ROWS, .stencil = true)
DIVISION(slabs_without_exchange, .how = TRI_SLABS, .rows = FAKE_ROWS)
static const struct tri_stop no_stop = { .param = FAKE_ROWS };
DIVISION(stop_by_rows, .rows = FAKE_ROWS, .divided = { [FAKE_OUT] = true }, .stop = &no_stop)
DIVISION(join_of_rows, .rows = FAKE_ROWS, .divided = { [FAKE_OUT] = true },
         .joined = { [FAKE_OUT] = TRI_ON_DEVICE })
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
        { cyclic_input,
          ".division (plain): rows that are distributed cyclically are of operands that are TRI_OUT" },
        { by_another_extent, ".division (plain): divides an operand whose first extent" },
        { cyclic_stencil, ".division (plain): a stencil has bands" },
        { join_of_rows, ".division (plain): a .joined operand is neither divided nor TRI_IN" },
        { stencil_in_place, ".division (plain): a stencil's .from and .to are two operands" },
    };
    check_all(faults, sizeof faults / sizeof *faults);
}

/* ---- Pictures ---- */

#define PICTURE(name, ...) EDIT(name, h->picture = ((struct tri_picture){ __VA_ARGS__ }))

PICTURE(show_of_nothing, .show = TRI_SAMPLES + 1, .operand = FAKE_OUT)
PICTURE(picture_of_nothing, .show = TRI_SHADES, .operand = FAKE_N + 1)
PICTURE(colours_of_reals, .show = TRI_COLOURS, .operand = FAKE_OUT)
PICTURE(picture_of_input, .show = TRI_SHADES, .operand = FAKE_X)
PICTURE(picture_of_rank_three, .show = TRI_SHADES, .operand = FAKE_OUT, .width = FAKE_COLS)
PICTURE(samples_of_rows, .show = TRI_SAMPLES, .operand = FAKE_OUT, .channels = FAKE_ROWS)
EDIT(shades_read, h->input = ((struct tri_picture){ .show = TRI_SHADES, .operand = FAKE_X }))

Test(description, pictures)
{
    const struct fault faults[] = {
        { show_of_nothing, ".picture: .show is none" },
        { picture_of_nothing, ".picture: .operand is the index of an operand" },
        { colours_of_reals, ".picture: .operand has another type" },
        { picture_of_input, ".picture: .operand is TRI_OUT or TRI_INOUT" },
        { picture_of_rank_three, ".picture: .operand has the .shape of" },
        { samples_of_rows, ".picture: .channels is an integer parameter from 1 to 4" },
        { shades_read, ".input: .show is TRI_SAMPLES" },
    };
    check_all(faults, sizeof faults / sizeof *faults);
}

/* ---- In two precisions ---- */

EDIT(another_operand, h->operands[FAKE_N].name = "m")
EDIT(another_param, h->params[FAKE_KIND].name = "sort")
RUNG(one_more_rung, .name = "one", .idea = "an idea")

Test(description, is_the_same_in_both_precisions)
{
    const struct fault faults[] = {
        { another_param, ".params[6] (kind): it is the same in both" },
        { another_operand, ".operands[4] (n): it is the same in both" },
        { one_more_rung, ".tuned[0]: it is the same in both" },
    };
    for (size_t i = 0; i < sizeof faults / sizeof *faults; i++)
        check_said(&faults[i], false, true);
}

/* ---- Beside others ---- */

Test(description, of_a_file_that_has_none)
{
    const struct tri_entry entry = { { &fake_float, NULL }, "fake.c" };
    struct tri_error e = { 0 };
    cr_expect(!tri_entry_check(&entry, 0, &e) && e.status == TRI_USAGE);
    cr_expect_str_eq(e.text, "fake.c: it defines no fake, its description, in double");
    cr_expect(
        !tri_hotspots_use(tri_version(), (const struct tri_entry *const[]){ &entry }, 0, &e) &&
        e.status == TRI_USAGE);
}

Test(description, of_a_name_there_is_one)
{
    const struct tri_entry both[] = { { { &fake_float, &fake_double }, "fake.c" },
                                      { { &fake_float, &fake_double }, "copy.c" } };
    struct tri_error e = { 0 };
    cr_expect(tri_entry_check(both, 0, &e), "%s", e.text);
    cr_expect(!tri_entry_check(both, 1, &e) && e.status == TRI_USAGE);
    cr_expect_str_eq(e.text, "copy.c: .name (fake): two hotspots have this name");
}

/* Programs have room for so many. */
Test(description, of_too_many)
{
    static const struct tri_entry *entry[TRI_MAX_HOTSPOTS + 1];
    struct tri_error e = { 0 };
    cr_expect(!tri_hotspots_use(tri_version(), entry, TRI_MAX_HOTSPOTS + 1, &e));
    cr_expect_str_eq(e.text, "there are 65 hotspots: a program has from 1 to 64");
}

Test(description, of_another_version_is_refused)
{
    const struct tri_entry entry = { { &fake_float, &fake_double }, "fake.c" };
    size_t n = tri_hotspot_count();
    struct tri_error e = { 0 };
    cr_expect(!tri_hotspots_use("0.0.0", (const struct tri_entry *const[]){ &entry }, 1, &e) &&
              e.status == TRI_USAGE);
    cr_expect(strstr(e.text, "0.0.0") && strstr(e.text, tri_version()), "%s", e.text);
    cr_expect(tri_hotspot_count() == n, "what is refused takes nobody's place");
    cr_expect(tri_hotspots_use(tri_version(), (const struct tri_entry *const[]){ &entry }, 1, &e),
              "%s", e.text);
    cr_expect(tri_hotspot_count() == 1 &&
              tri_hotspot_named("fake", TRI_FLOAT)->work == fake_float.work);
    cr_expect(!tri_hotspot_named("vecadd", TRI_FLOAT));
}
