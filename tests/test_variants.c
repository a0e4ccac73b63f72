/* Variants: requirements on their descriptions, cases of variants, and requests for them. */
#include "fake.h"
#include "laws.h"
#include "options.h"
#include "sweep.h"

#include <criterion/criterion.h>
#include <ctype.h>
#include <string.h>

/* ---- Descriptions ---- */

static bool is_name(const char *text)
{
    for (const char *s = text; *s; s++)
        if (!islower((unsigned char)*s) && !isdigit((unsigned char)*s) && *s != '-')
            return false;
    return *text;
}

static bool is_line(const char *text)
{
    return text && *text && !strchr(text, '\n') && text[strlen(text) - 1] != '.';
}

static void check_variant(const struct tri_hotspot *h, size_t i)
{
    const struct tri_variant *v = tri_variant_at(h, i);
    bool any = false;
    cr_expect(is_name(v->name), "%s: %s", h->name, v->name);
    cr_expect(strcmp(v->name, "all") != 0, "%s: all is all of them", h->name);
    cr_expect(is_line(v->idea), "%s, %s: its idea is no line", h->name, v->name);
    cr_expect(!v->needs || is_line(v->needs), "%s, %s: what it needs is no line", h->name, v->name);
    cr_expect(tri_variant_named(h, v->name) == v, "%s: %s twice", h->name, v->name);
    cr_expect(!v->path[TRI_REFERENCE] && !v->path[TRI_ORIGIN], "%s, %s", h->name, v->name);
    for (int p = 0; p < TRI_PATHS; p++)
        any |= v->path[p] != NULL;
    cr_expect(any, "%s, %s: has no path", h->name, v->name);
    for (int o = 0; v->scratch && v->scratch[o].name; o++)
        cr_expect(o < TRI_MAX_SCRATCH && v->scratch[o].role == TRI_SCRATCH, "%s, %s: %s", h->name,
                  v->name, v->scratch[o].name);
}

Test(variants, descriptions)
{
    for (size_t i = 0; i < tri_hotspot_count(); i++)
        for (int p = 0; p < TRI_PRECISIONS; p++) {
            const struct tri_hotspot *h = tri_hotspot_at(i, (enum tri_precision)p);
            size_t n = tri_variant_count(h);
            cr_expect(n <= TRI_MAX_VARIANTS);
            for (size_t k = 0; k < n; k++)
                check_variant(h, k);
            cr_expect_str_eq(tri_variant_at(h, 0)->name, "plain");
            cr_expect(n == 1 || strcmp(tri_variant_last(h)->name, "tuned") == 0, "%s", h->name);
        }
}

/* Both precisions have the same ones, with the same paths. */
Test(variants, of_both_precisions)
{
    for (size_t i = 0; i < tri_hotspot_count(); i++) {
        const struct tri_hotspot *f = tri_hotspot_at(i, TRI_FLOAT);
        const struct tri_hotspot *d = tri_hotspot_at(i, TRI_DOUBLE);
        cr_assert(tri_variant_count(f) == tri_variant_count(d), "%s", f->name);
        for (size_t k = 0; tri_variant_at(f, k); k++) {
            const struct tri_variant *a = tri_variant_at(f, k), *b = tri_variant_at(d, k);
            cr_expect_str_eq(a->name, b->name);
            for (int p = 0; p < TRI_PATHS; p++)
                cr_expect(!a->path[p] == !b->path[p], "%s, %s: %s", f->name, a->name,
                          tri_path_name((enum tri_path)p));
        }
    }
}

/* A hotspot that has rungs has today's best on every path that its lesson has. */
Test(variants, the_last_has_every_path)
{
    for (size_t i = 0; i < tri_hotspot_count(); i++) {
        const struct tri_hotspot *h = tri_hotspot_at(i, TRI_DOUBLE);
        for (int p = 0; p < TRI_PATHS; p++)
            cr_expect(!h->plain.path[p] || tri_variant_last(h)->path[p], "%s: no tuned %s", h->name,
                      tri_path_name((enum tri_path)p));
    }
}

/* Laws are of every variant that can run on the path, in their order, and of the reference once. */
Test(variants, all_come_up_in_laws)
{
    const struct tri_hotspot *h = tri_hotspot_named("vecadd", TRI_DOUBLE);
    struct row simd = { .path = TRI_SIMD, .precision = TRI_DOUBLE };
    struct row reference = { .path = TRI_REFERENCE, .precision = TRI_DOUBLE };
    struct tri_error why;
    for (size_t i = 0; tri_variant_at(h, i); i++)
        if (can_run(h, tri_variant_at(h, i), TRI_SIMD, &why))
            cr_expect(next_variant(&simd, h) && simd.variant == tri_variant_at(h, i), "%zu", i);
    cr_expect(!next_variant(&simd, h));
    cr_expect(next_variant(&reference, h) && reference.variant == &h->plain);
    cr_expect(!next_variant(&reference, h));
}

/* ---- Cases ---- */

static double seven(const struct tri_case *c, size_t i)
{
    return 7;
}

static const struct tri_operand scratch_of[] = {
    { "zeros", TRI_INT32, TRI_SCRATCH, .rank = 1, .shape = { FAKE_ROWS }, .value = tri_zero },
    { "sevens", TRI_FLOATING, TRI_SCRATCH, .rank = 1, .shape = { FAKE_DEPTH }, .value = seven },
    { .name = NULL },
};
static const struct tri_operand too_much[] = {
    { "huge", TRI_FLOATING, TRI_SCRATCH, .rank = 3, .shape = { FAKE_ROWS, FAKE_ROWS, FAKE_ROWS } },
    { .name = NULL },
};
static const struct tri_variant rungs[] = {
    { "rung", "with scratch", .scratch = scratch_of },
    { "tuned", "with more than there is", .scratch = too_much },
    { .name = NULL },
};

static struct tri_hotspot with_rungs(void)
{
    struct tri_hotspot h = *fake(TRI_DOUBLE);
    h.tuned = rungs;
    return h;
}

Test(variants, a_case_has_the_scratch_of_its_variant)
{
    struct tri_hotspot h = with_rungs();
    struct tri_error e = { 0 };
    enum { ZEROS = TRI_MAX_OPERANDS, SEVENS };
    struct tri_case c = case_of(&h, "rows=5,cols=2,depth=3");
    size_t bytes = tri_case_bytes(&c);
    void *output = c.operand[FAKE_OUT];
    cr_expect(c.variant == &h.plain && !tri_operand_in(&c, ZEROS) && !c.operand[ZEROS]);
    cr_assert(tri_case_choose(&c, &rungs[0], &e), "%s", e.text);
    cr_expect(c.variant == &rungs[0] && c.length[ZEROS] == 5 && c.length[SEVENS] == 3);
    cr_expect(((int32_t *)c.operand[ZEROS])[4] == 0 && ((double *)c.operand[SEVENS])[2] == 7);
    cr_expect(tri_case_bytes(&c) == bytes + 5 * 4 + 3 * 8);
    cr_expect(c.operand[FAKE_OUT] == output, "what is the hotspot's stays");
    cr_assert(tri_case_choose(&c, &h.plain, &e), "%s", e.text);
    cr_expect(!c.operand[ZEROS] && tri_case_bytes(&c) == bytes);
    tri_case_free(&c);
}

Test(variants, what_does_not_fit_changes_nothing)
{
    struct tri_hotspot h = with_rungs();
    struct tri_error e = { 0 };
    struct tri_case c = case_of(&h, "rows=100000,cols=1,depth=1");
    cr_assert(tri_case_choose(&c, &rungs[0], &e), "%s", e.text);
    struct tri_case before = c;
    cr_expect(!tri_case_choose(&c, &rungs[1], &e) && e.status == TRI_USAGE);
    cr_expect(strstr(e.text, "rows=100000"), "%s", e.text);
    cr_expect(memcmp(&c, &before, sizeof c) == 0);
    tri_case_free(&c);
}

/* ---- Asking for them ---- */

static struct request request_of(const char *hotspot)
{
    return (struct request){ .hotspot = { hotspot }, .hotspots = 1, .precision = { true, true } };
}

static bool takes(struct request *r, const char *variant)
{
    const struct tri_hotspot *h = tri_hotspot_named(r->hotspot[0], TRI_DOUBLE);
    return request_takes_variant(r, h, tri_variant_named(h, variant));
}

Test(variants, usual_ones)
{
    struct request r = request_of("vecadd");
    cr_expect(takes(&r, "plain") && takes(&r, "tiles") && takes(&r, "tuned"));
    r.usual = USUAL_ENDS;
    cr_expect(takes(&r, "plain") && !takes(&r, "tiles") && takes(&r, "tuned"));
    r.usual = USUAL_TUNED;
    cr_expect(!takes(&r, "plain") && !takes(&r, "tiles") && takes(&r, "tuned"));
}

Test(variants, named_ones)
{
    struct request r = request_of("vecadd");
    r.usual = USUAL_TUNED;
    cr_assert(parse_variants(&r, "--variant", "tiles,plain", &r.variants) == 0);
    cr_expect(takes(&r, "plain") && takes(&r, "tiles") && !takes(&r, "tuned"));
    struct request all = request_of("vecadd");
    all.usual = USUAL_TUNED;
    cr_assert(parse_variants(&all, "--variant", "all", &all.variants) == 0);
    cr_expect(takes(&all, "plain") && takes(&all, "streaming"));
}

Test(variants, unknown_names_are_refused)
{
    struct request r = request_of("vecadd");
    struct tri_error e = { 0 };
    cr_expect(parse_variants(&r, "--variant", "tuend", &r.variants) == EINVAL);
    cr_expect(strstr(r.error.text, "--variant tuend: did you mean tuned?"), "%s", r.error.text);
    struct request other = request_of("vecadd");
    other.variants = (struct variant_names){ .name = { "tunedd" }, .n = 1, .option = "--variant" };
    cr_expect(!request_paths(&other, &e) && e.status == TRI_USAGE);
    cr_expect(strstr(e.text, "--variant tunedd: vecadd has none of that name; did you mean tuned? "
                             "(plain, plain-simd, tiles"),
              "%s", e.text);
}

/* The option that named what a hotspot lacks is the one to be mended. */
static void expect_lacking(const char *hotspot, const char *axis, const char *said)
{
    struct request r = request_of(hotspot);
    struct sweep s = { 0 };
    struct tri_error e = { 0 };
    cr_assert(parse_axis(&s, &r, axis) == 0, "%s", r.error.text);
    sweep_tell(&s, &r);
    cr_expect(!request_paths(&r, &e) && e.status == TRI_USAGE, "%s: %s is taken", hotspot, axis);
    cr_expect(strstr(e.text, said) == e.text, "%s", e.text);
}

Test(variants, what_a_hotspot_lacks_of_an_axis)
{
    expect_lacking("blur", "variant=plain,strips",
                   "--sweep variant strips: blur has none of that name");
    expect_lacking("blur", "path=simd,origin",
                   "--sweep path origin: blur has none in any precision that was asked for "
                   "(reference, simd, avx2, offload)");
}

/* The axis of a study is of many hotspots, of which each takes what it has. */
Test(variants, what_a_hotspot_lacks_of_a_study)
{
    struct request r = request_of("blur");
    struct sweep s = { .path_of_study = true };
    struct tri_error e = { 0 };
    cr_assert(parse_axis(&s, &r, "path=simd,origin") == 0, "%s", r.error.text);
    sweep_tell(&s, &r);
    cr_expect(request_paths(&r, &e), "%s", e.text);
}

Test(variants, are_an_axis)
{
    struct request r = request_of("vecadd");
    struct sweep s = { 0 };
    struct tri_error e = { 0 };
    r.usual = USUAL_TUNED;
    cr_assert(parse_axis(&s, &r, "variant=plain,streaming") == 0, "%s", r.error.text);
    cr_expect(parse_axis(&s, &r, "variant=tuned") == EINVAL, "twice");
    sweep_tell(&s, &r);
    cr_expect(takes(&r, "plain") && takes(&r, "streaming") && !takes(&r, "tuned"));
    r.variants_given = true;
    cr_expect(!sweep_check(&s, &r, &e));
    cr_expect(strstr(e.text, "--variant: --sweep variant=... decides that"), "%s", e.text);
}
