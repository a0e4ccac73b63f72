/* Errors of a description name its file and field; and the descriptions of the registry have none. */
#include "check.h"
#include "fill.h"
#include "description.h"
#include "fake.h"
#include "hotspot.h"

#include <math.h>

/* Whether two descriptions, of which one was changed or both, are refused so: after the file's name. */
static void check_said(const struct tri_hotspot *const of[TRI_PRECISIONS], const char *said)
{
    const struct tri_entry entry = { { of[TRI_FLOAT], of[TRI_DOUBLE] }, "fake.c" };
    struct tri_error e = { .status = TRI_AGREED };
    char wanted[200];
    snprintf(wanted, sizeof wanted, "fake.c: %s", said);
    cr_expect(!tri_entry_check(&entry, 0, &e), "taken: %s", said);
    cr_expect(e.status == TRI_USAGE && !strchr(e.text, '\n'));
    cr_expect(strncmp(e.text, wanted, strlen(wanted)) == 0, "%s\nwanted: %s", e.text, wanted);
}

/* Expects fake, with a change to its description *h, of which these are param[] and operand[], to be refused: from one precision on, and so in both. */
#define REFUSED_IN(first, said, ...)                                           \
    do {                                                                       \
        struct tri_hotspot one = fake_float, other = fake_double;              \
        const struct tri_hotspot *const of[TRI_PRECISIONS] = { &one, &other }; \
        for (int p = first; p < TRI_PRECISIONS; p++) {                         \
            struct tri_hotspot *h = p == TRI_FLOAT ? &one : &other;            \
            struct tri_param *param = h->params;                               \
            struct tri_operand *operand = h->operands;                         \
            (void)param, (void)operand;                                        \
            __VA_ARGS__;                                                       \
        }                                                                      \
        check_said(of, said);                                                  \
    } while (0)
#define REFUSED(said, ...)                    \
    REFUSED_IN(TRI_FLOAT, said, __VA_ARGS__); \
    REFUSED_IN(TRI_DOUBLE, said, __VA_ARGS__)

Test(description, of_fake_is_one)
{
    const struct tri_entry entry = { { &fake_float, &fake_double }, "fake.c" };
    cr_expect(tri_entry_check(&entry, 0, &failure), "%s", failure.text);
}

Test(description, words)
{
    REFUSED(".name (Fake): is made of", h->name = "Fake");
    REFUSED(".name (-fake): is made of", h->name = "-fake");
    REFUSED(".name: is made of", h->name = NULL);
    REFUSED(".plain.name (simple): it is \"plain\"", h->plain.name = "simple");
    REFUSED(".formula: ", h->formula = "");
    REFUSED(".formula: ", h->formula = "a\nb");
    REFUSED(".unit (grid points): is made of", h->unit = "grid points");
}

static void too_many_params(struct tri_hotspot *h)
{
    for (int i = FAKE_KIND; i <= TRI_MAX_PARAMS; i++)
        h->params[i] = h->params[FAKE_LOW];
}

static struct tri_param text_of(const char *text, double min, double max)
{
    return (struct tri_param){ "kind", "a text", TRI_TEXT, .min = min, .max = max, .text = text };
}

static void empty_range(struct tri_hotspot *h)
{
    h->params[FAKE_SCALE].min = 2;
    h->params[FAKE_SCALE].max = 1;
}

Test(description, params)
{
    REFUSED(".params: there is none", param[0].name = NULL);
    REFUSED(".params[16] (low): there are more than TRI_MAX_PARAMS", too_many_params(h));
    REFUSED(".params[3] (Scale): is made of", param[FAKE_SCALE].name = "Scale");
    REFUSED(".params[3]: it has no .name, but one after it has", param[FAKE_SCALE].name = NULL);
    REFUSED(".params[3] (rows): two parameters", param[FAKE_SCALE].name = "rows");
    REFUSED(".params[3] (scale): it has no .meaning", param[FAKE_SCALE].meaning = "");
    REFUSED(".params[3] (scale): it has no .meaning of one line",
            param[FAKE_SCALE].meaning = "of\ny");
    REFUSED(".params[6] (kind): its .text is", param[FAKE_KIND] = text_of(NULL, 0, 0));
    REFUSED(".params[6] (kind): its .text is", param[FAKE_KIND] = text_of("", 1, 0));
    REFUSED(".params[6] (kind): its .text is", param[FAKE_KIND] = text_of("a,b", 0, 0));
    REFUSED(".params[6] (kind): its .text is", param[FAKE_KIND] = text_of("abc", 0, 2));
    REFUSED(".params[6] (kind): a TRI_TEXT has 0 to", param[FAKE_KIND] = text_of("a", 3, 2));
    REFUSED(".params[6] (kind): a TRI_TEXT has 0 to", param[FAKE_KIND] = text_of("a", 0, 201));
    REFUSED(".params[3] (scale): .kind is none", param[FAKE_SCALE].kind = TRI_TEXT + 1);
    REFUSED(".params[3] (threads): a run has this name", param[FAKE_SCALE].name = "threads");
    REFUSED(".params[5] (high): .above is no parameter, or none", param[FAKE_HIGH].above = "high");
    REFUSED(".params[5] (high): .above is no parameter, or none", param[FAKE_HIGH].above = "kind");
    REFUSED(".params[5] (high): its default is not .above", param[FAKE_LOW].initial = 5);
    REFUSED(".params[6] (kind): a TRI_CHOICE has no .above", param[FAKE_KIND].above = "low");
    REFUSED(".params[5] (high): .above is no parameter", param[FAKE_HIGH].above = "nothing");
    REFUSED(".params[3] (scale): its range, .min to .max, is empty", empty_range(h));
    REFUSED(".params[3] (scale): its range", param[FAKE_SCALE].max = INFINITY);
    REFUSED(".params[0] (rows): a TRI_INTEGER has whole numbers", param[FAKE_ROWS].initial = 4.5);
    REFUSED(".params[0] (rows): a TRI_INTEGER has whole numbers up to 2^53",
            param[FAKE_ROWS].max = 0x1p54);
    REFUSED(".params[4] (low): its default is out of its range", param[FAKE_LOW].initial = 101);
    REFUSED(".params[1] (cols): .times is an integer parameter before it",
            param[FAKE_COLS].times = "nothing");
    REFUSED(".params[1] (cols): .times", param[FAKE_COLS].times = "depth");
    REFUSED(".params[4] (low): .times", param[FAKE_LOW].times = "scale");
    REFUSED(".params[1] (cols): its default is out",
            param[FAKE_COLS].max = 7); /* 2 rows, and there are 4 */
    REFUSED(".params[6] (kind): a TRI_CHOICE has two .choices at least",
            param[FAKE_KIND].choices[1] = NULL);
    REFUSED(".params[6] (kind): a choice has no name, or that of another",
            param[FAKE_KIND].choices[2] = "red");
    REFUSED(".params[6] (kind): a choice has no name", param[FAKE_KIND].choices[2] = "red,blue");
    REFUSED(".params[6] (kind): its .initial is the index of a choice",
            param[FAKE_KIND].initial = 3);
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
    cr_expect(n == 11);
}

static void too_many_operands(struct tri_hotspot *h)
{
    static char names[TRI_MAX_OPERANDS + 1][8];
    for (int i = FAKE_N; i <= TRI_MAX_OPERANDS; i++) {
        h->operands[i] = h->operands[FAKE_OUT];
        snprintf(names[i], sizeof names[i], "o%d", i);
        h->operands[i].name = names[i];
    }
}

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

static void extents_too_large(struct tri_hotspot *h)
{
    h->params[FAKE_ROWS].initial = 1e8;
    h->params[FAKE_DEPTH].initial = 1e8;
}

Test(description, operands)
{
    REFUSED(".operands[12] (o12): there are more than TRI_MAX_OPERANDS", too_many_operands(h));
    REFUSED(".operands[2] (): is made of", operand[FAKE_I].name = "");
    REFUSED(".operands[3] (x): two operands", operand[FAKE_OUT].name = "x");
    REFUSED(".operands[1] (y): what is read has first values", operand[FAKE_Y].value = NULL);
    REFUSED(".operands[3] (out): what is read has first values",
            operand[FAKE_OUT].role = TRI_INOUT);
    REFUSED(".operands[0] (x): .rank is 0 to TRI_MAX_RANK",
            operand[FAKE_X].rank = TRI_MAX_RANK + 1);
    REFUSED(".operands[1] (y): it has a .shape and a .length_of",
            operand[FAKE_Y].length_of = three);
    REFUSED(".operands[3] (out): .shape has the indices",
            operand[FAKE_OUT].shape[1] = FAKE_KIND + 1);
    REFUSED(".operands[3] (out): .shape has the indices", operand[FAKE_OUT].shape[1] = FAKE_SCALE);
    REFUSED(".operands[4] (n): .shape has the indices", operand[FAKE_N].shape[0] = FAKE_LOW);
    REFUSED(".operands[4] (n): .each is 0 or more", operand[FAKE_N].each = -1);
    REFUSED(".operands: none is TRI_OUT or TRI_INOUT",
            operand[FAKE_OUT].name = operand[FAKE_N].name = NULL);
    REFUSED(".operands[3]: it has no .name, but one after it has", operand[FAKE_OUT].name = NULL);
    REFUSED(".operands: ", extents_too_large(h));
    REFUSED(".operands[4] (n): .type is none", operand[FAKE_N].type = TRI_TYPES);
    REFUSED(".operands[4] (n): .role is none", operand[FAKE_N].role = TRI_ABSENT + 1);
    REFUSED(".operands: n is read with these parameters, and has no .value", read_by_default(h));
}

/* ---- Paths ---- */

static const struct tri_operand room[] = {
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
RUNG(rung_that_writes_scratch, .name = "one", .idea = "room", .scratch = room)

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

Test(description, paths)
{
    REFUSED(".reference: there is none", h->reference = NULL);
    REFUSED(".plain: it has no path", h->plain.path[TRI_SIMD] = NULL);
    REFUSED(".work: there is none", h->work = NULL);
    REFUSED(".tuned[0] (Two): is made of", rung_of_capitals(h));
    REFUSED(".tuned[0] (one): a variant has an .idea", rung_without_idea(h));
    REFUSED(".tuned[0] (plain): two variants have this name", second_plain(h));
    REFUSED(".tuned[0] (all): this name means all variants", rung_of_all_names(h));
    REFUSED(".tuned[0] (one): its .path has a reference", rung_with_reference(h));
    REFUSED(".tuned[0] (one): it has no path", rung_without_path(h));
    REFUSED(".scratch[0] (room): its .role is TRI_SCRATCH", rung_that_writes_scratch(h));
    REFUSED(".tuned[15] (rung): there are more than TRI_MAX_VARIANTS", too_many_rungs(h));
    REFUSED(".precision: it is PRECISION", h->precision = TRI_PRECISIONS);
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
    REFUSED(".division (plain): .rows is a parameter that is TRI_INTEGER", by_a_real(h));
    REFUSED(".division (plain): TRI_SLABS, and nothing else, has a .exchange",
            slabs_without_exchange(h));
    REFUSED(
        ".division (plain): a .stop is a stencil's, has all of its fields, and .param is a TRI_REAL",
        stop_by_rows(h));
    REFUSED(".division (plain): divides no operand", of_nothing(h));
    REFUSED(".division (plain): divides an operand that is not there", of_what_is_not_there(h));
    REFUSED(
        ".division (plain): rows that are distributed cyclically are of operands that are TRI_OUT",
        cyclic_input(h));
    REFUSED(".division (plain): divides an operand whose first extent", by_another_extent(h));
    REFUSED(".division (plain): a stencil has bands", cyclic_stencil(h));
    REFUSED(".division (plain): a .joined operand is neither divided nor TRI_IN", join_of_rows(h));
    REFUSED(".division (plain): a stencil's .from and .to are two operands", stencil_in_place(h));
}

Test(description, pictures)
{
    REFUSED(".picture: .show is none",
            h->picture = ((struct tri_picture){ .show = TRI_SAMPLES + 1, .operand = FAKE_OUT }));
    REFUSED(".picture: .operand is the index of an operand",
            h->picture = ((struct tri_picture){ .show = TRI_SHADES, .operand = FAKE_N + 1 }));
    REFUSED(".picture: .operand has another type",
            h->picture = ((struct tri_picture){ .show = TRI_COLOURS, .operand = FAKE_OUT }));
    REFUSED(".picture: .operand is TRI_OUT or TRI_INOUT",
            h->picture = ((struct tri_picture){ .show = TRI_SHADES, .operand = FAKE_X }));
    REFUSED(".picture: .operand has the .shape of",
            h->picture = ((struct tri_picture){
                .show = TRI_SHADES, .operand = FAKE_OUT, .width = FAKE_COLS }));
    REFUSED(".picture: .channels is an integer parameter from 1 to 4",
            h->picture = ((struct tri_picture){
                .show = TRI_SAMPLES, .operand = FAKE_OUT, .channels = FAKE_ROWS }));
    REFUSED(".input: .show is TRI_SAMPLES",
            h->input = ((struct tri_picture){ .show = TRI_SHADES, .operand = FAKE_X }));
}

/* ---- In two precisions ---- */

RUNG(one_more_rung, .name = "one", .idea = "an idea")

Test(description, is_the_same_in_both_precisions)
{
    REFUSED_IN(TRI_DOUBLE, ".params[6] (kind): it is the same in both",
               param[FAKE_KIND].name = "sort");
    REFUSED_IN(TRI_DOUBLE, ".operands[4] (n): it is the same in both", operand[FAKE_N].name = "m");
    REFUSED_IN(TRI_DOUBLE, ".tuned[0]: it is the same in both", one_more_rung(h));
}

/* ---- Beside others ---- */

Test(description, of_a_file_that_has_none)
{
    const struct tri_entry entry = { { &fake_float, NULL }, "fake.c" };
    cr_expect(!tri_entry_check(&entry, 0, &failure) && failure.status == TRI_USAGE);
    cr_expect_str_eq(failure.text, "fake.c: it defines no fake, its description, in double");
    cr_expect(!tri_hotspots_use(tri_version(), (const struct tri_entry *const[]){ &entry }, 0,
                                &failure) &&
              failure.status == TRI_USAGE);
}

Test(description, of_a_name_there_is_one)
{
    const struct tri_entry both[] = { { { &fake_float, &fake_double }, "fake.c" },
                                      { { &fake_float, &fake_double }, "copy.c" } };
    cr_expect(tri_entry_check(both, 0, &failure), "%s", failure.text);
    cr_expect(!tri_entry_check(both, 1, &failure) && failure.status == TRI_USAGE);
    cr_expect_str_eq(failure.text, "copy.c: .name (fake): two hotspots have this name");
}

/* Programs have room for so many. */
Test(description, of_too_many)
{
    static const struct tri_entry *entry[TRI_MAX_HOTSPOTS + 1];
    cr_expect(!tri_hotspots_use(tri_version(), entry, TRI_MAX_HOTSPOTS + 1, &failure));
    cr_expect_str_eq(failure.text, "there are 65 hotspots: a program has from 1 to 64");
}

Test(description, of_another_version_is_refused)
{
    const struct tri_entry entry = { { &fake_float, &fake_double }, "fake.c" };
    size_t n = tri_hotspot_count();
    cr_expect(
        !tri_hotspots_use("0.0.0", (const struct tri_entry *const[]){ &entry }, 1, &failure) &&
        failure.status == TRI_USAGE);
    cr_expect(strstr(failure.text, "0.0.0") && strstr(failure.text, tri_version()), "%s",
              failure.text);
    cr_expect(tri_hotspot_count() == n, "what is refused takes nobody's place");
    use_hotspot(&entry);
    cr_expect(tri_hotspot_count() == 1 &&
              tri_hotspot_named("fake", TRI_FLOAT)->work == fake_float.work);
    cr_expect(!tri_hotspot_named("vecadd", TRI_FLOAT));
}

/* ---- Every description in the registry is well-formed, and float and double agree ---- */

/* What programs check of a description of anybody's (above). */
Test(descriptions, are_well_formed)
{
    size_t n = tri_hotspot_count();
    struct tri_entry *all = malloc(sizeof *all * n);
    cr_assert(all);
    for (size_t i = 0; i < n; i++) {
        const struct tri_hotspot *f = tri_hotspot_at(i, TRI_FLOAT),
                                 *d = tri_hotspot_at(i, TRI_DOUBLE);
        all[i] = (struct tri_entry){ { f, d }, f->name };
        cr_expect(tri_entry_check(all, i, &failure), "%s", failure.text);
    }
    free(all);
}

OF_EACH_HOTSPOT(descriptions, hotspot)
{
    cr_expect(h->plain.path[TRI_SIMD] && h->plain.path[TRI_OFFLOAD], "%s is not told three ways",
              h->name);
    cr_expect(tri_hotspot_named(h->name, h->precision) == h);
}

/* ---- Parameters ---- */

/* Whatever the factor is, the default is within the range. */
static void check_factor(const struct tri_hotspot *h, const struct tri_param *p)
{
    const struct tri_param *factor = &h->params[tri_param_named(h, p->times, strlen(p->times))];
    cr_expect(p->initial * factor->max <= p->max, "%s: default too large", p->name);
    cr_expect(p->initial * factor->min >= p->min, "%s: default too small", p->name);
}

OF_EACH_HOTSPOT(descriptions, params)
{
    for (const struct tri_param *p = h->params; p->name; p++) {
        cr_expect(p->kind == TRI_CHOICE || p->min < p->max, "%s: of one value", p->name);
        if (p->times)
            check_factor(h, p);
    }
}

/* ---- Operands ---- */

/* Whatever the choices: inputs have values, and something is computed. */
static void check_roles(const struct tri_hotspot *h, int operand)
{
    char choice[200];
    for (size_t k = 0; k < choices(h); k++) {
        struct tri_case c;
        const char *settings = choice_settings(h, k, choice, sizeof choice);
        int outputs = 0;
        tri_case_init(&c, h);
        must(!*settings || tri_case_set(&c, settings, &failure));
        cr_expect(!tri_operand_is_read(&c, operand) || tri_has_values(&h->operands[operand]),
                  "%s has no values", h->operands[operand].name);
        for (int o = 0; h->operands[o].name; o++)
            outputs += tri_operand_is_written(&c, o);
        cr_expect(outputs > 0, "%s,%s computes nothing", h->name, settings);
    }
}

OF_EACH_HOTSPOT(descriptions, operands)
{
    for (int o = 0; h->operands[o].name; o++)
        check_roles(h, o);
}

OF_EACH_HOTSPOT(descriptions, work)
{
    char settings[400];
    for (size_t k = 0; k < choices(h); k++) {
        case_auto_t c = case_of(h, case_settings(h, k, MIDDLE, settings, sizeof settings));
        if (k == 0)
            run_path(&c, TRI_REFERENCE);
        else
            for (int o = 0; h->operands[o].name; o++)
                if (tri_operand_is_written(&c, o))
                    memset(c.operand[o], 0, tri_operand_bytes(&c, o));
        struct tri_work w = h->work(&c);
        /* What a run has counted may be nothing. */
        cr_expect(k == 0 ? w.units > 0 : w.units >= 0, "%s: %g %s", settings, w.units, h->unit);
        cr_expect(isfinite(w.units), "%s: %g %s", settings, w.units, h->unit);
        cr_expect(k == 0 ? w.instructions > 0 : w.instructions >= 0, "%s", settings);
        cr_expect(isfinite(w.instructions), "%s", settings);
        cr_expect(w.bytes > 0 && isfinite(w.bytes), "%s", settings);
    }
}

/* ---- Float and double ---- */

/* What are_well_formed does not look at. */
Test(descriptions, of_both_precisions_agree)
{
    for (size_t i = 0; i < tri_hotspot_count(); i++) {
        const struct tri_hotspot *f = tri_hotspot_at(i, TRI_FLOAT);
        const struct tri_hotspot *d = tri_hotspot_at(i, TRI_DOUBLE);
        cr_expect(strcmp(f->unit, d->unit) == 0 && strcmp(f->formula, d->formula) == 0);
        for (const struct tri_param *a = f->params, *b = d->params; a->name; a++, b++)
            cr_expect(a->initial == b->initial && a->min == b->min && a->max == b->max, "%s",
                      a->name);
        for (const struct tri_operand *a = f->operands, *b = d->operands; a->name; a++, b++)
            cr_expect(a->role == b->role, "%s", a->name);
    }
}

Test(descriptions, registry_ends)
{
    cr_expect(tri_hotspot_at(tri_hotspot_count(), TRI_DOUBLE) == NULL);
    cr_expect(tri_hotspot_named("", TRI_DOUBLE) == NULL);
    cr_expect(tri_hotspot_named("mandelbrod", TRI_FLOAT) == NULL);
    /* Then those that run only if they are named: what the lessons do not have. */
    size_t turns = 0;
    for (size_t i = 1; i < tri_hotspot_count(); i++)
        turns +=
            strcmp(tri_hotspot_at(i - 1, TRI_FLOAT)->name, tri_hotspot_at(i, TRI_FLOAT)->name) >= 0;
    cr_expect(turns <= 1, "not in the order of names");
}
