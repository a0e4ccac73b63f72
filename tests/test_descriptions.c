/* Every description in the registry is well-formed, and each hotspot's two say the same. */
#include "check.h"
#include "sizes.h"

#include <criterion/criterion.h>
#include <criterion/parameterized.h>
#include <math.h>
#include <string.h>

struct row {
    size_t hotspot;
    int precision;
};

static struct criterion_test_params all_descriptions(void)
{
    size_t n = 0;
    struct row *rows = cr_malloc(sizeof *rows * tri_hotspot_count() * TRI_PRECISIONS);
    for (size_t h = 0; h < tri_hotspot_count(); h++)
        for (int p = 0; p < TRI_PRECISIONS; p++)
            rows[n++] = (struct row){ h, p };
    return cr_make_param_array(struct row, rows, n);
}

static const struct tri_hotspot *hotspot_of(const struct row *r)
{
    return tri_hotspot_at(r->hotspot, (enum tri_precision)r->precision);
}

/* What can be written on a command line as name=value,name=value. */
static bool is_name(const char *name)
{
    return name && *name && strspn(name, "abcdefghijklmnopqrstuvwxyz0123456789_-") == strlen(name);
}

/* ---- The hotspot ---- */

/* Samples have channels, and a depth of 8 or 16 bits. */
static void check_samples(const struct tri_hotspot *h, const struct tri_picture *p)
{
    const struct tri_operand *o = &h->operands[p->operand];
    const struct tri_param *channels = &h->params[p->channels], *depth = &h->params[p->depth];
    cr_expect(o->type == TRI_UINT16 && o->rank == 3 && o->shape[2] == p->channels);
    cr_expect(channels->kind == TRI_INTEGER && channels->min == 1 && channels->max == 4);
    cr_expect(depth->kind == TRI_CHOICE && strcmp(depth->choices[0], "8") == 0 &&
              strcmp(depth->choices[1], "16") == 0 && !depth->choices[2]);
}

static void check_picture(const struct tri_hotspot *h, const struct tri_picture *p,
                          enum tri_role role)
{
    if (p->show == TRI_NOTHING)
        return;
    const struct tri_operand *o = &h->operands[p->operand];
    cr_assert(o->name && o->role == role && o->rank >= 2);
    cr_expect(o->shape[0] == p->height && o->shape[1] == p->width);
    if (p->show == TRI_SAMPLES)
        check_samples(h, p);
    else
        cr_expect(o->rank == 2 && o->type == (p->show == TRI_SHADES ? TRI_FLOATING : TRI_INT32));
}

ParameterizedTestParameters(descriptions, hotspot)
{
    return all_descriptions();
}

ParameterizedTest(struct row *r, descriptions, hotspot)
{
    const struct tri_hotspot *h = hotspot_of(r);
    cr_expect(is_name(h->name));
    cr_expect(h->precision == (enum tri_precision)r->precision);
    cr_expect(h->formula && *h->formula && !strchr(h->formula, '\n'));
    cr_expect(is_name(h->unit));
    cr_expect(h->work != NULL);
    cr_expect(h->reference != NULL, "%s has no reference", h->name);
    cr_expect(h->plain.path[TRI_SIMD] && h->plain.path[TRI_OFFLOAD], "%s is not told three ways",
              h->name);
    cr_expect(tri_hotspot_named(h->name, h->precision) == h, "%s: name used twice", h->name);
    check_picture(h, &h->picture, TRI_OUT);
    check_picture(h, &h->input, TRI_IN);
    cr_expect(h->input.show == TRI_NOTHING || h->input.show == TRI_SAMPLES);
}

/* ---- Parameters ---- */

static void check_choice(const struct tri_param *p)
{
    int n = 0;
    for (; n < TRI_MAX_CHOICES && p->choices[n]; n++) {
        cr_expect(is_name(p->choices[n]), "%s", p->name);
        for (int i = 0; i < n; i++)
            cr_expect(strcmp(p->choices[i], p->choices[n]) != 0, "%s: %s twice", p->name,
                      p->choices[n]);
    }
    cr_expect(n >= 2, "%s has no choice", p->name);
    cr_expect(p->initial >= 0 && p->initial < n && p->initial == floor(p->initial), "%s", p->name);
}

/* Integers beyond 2^53 would be compared with ranges that doubles cannot hold. */
static void check_number(const struct tri_hotspot *h, int i)
{
    const struct tri_param *p = &h->params[i];
    double initial = p->initial;
    cr_expect(p->min < p->max && isfinite(p->min) && isfinite(p->max), "%s: empty range", p->name);
    if (p->times) {
        int factor = tri_param_named(h, p->times, strlen(p->times));
        cr_assert(factor >= 0 && factor < i, "%s: %s does not come before it", p->name, p->times);
        cr_expect(h->params[factor].kind == TRI_INTEGER);
        cr_expect(p->initial * h->params[factor].max <= p->max, "%s: default too large", p->name);
        cr_expect(p->initial * h->params[factor].min >= p->min, "%s: default too small", p->name);
        initial *= h->params[factor].initial;
    }
    cr_expect(initial >= p->min && initial <= p->max, "%s: default out of range", p->name);
    if (p->kind == TRI_INTEGER)
        cr_expect(p->initial == floor(p->initial) && p->min >= -0x1p53 && p->max <= 0x1p53, "%s",
                  p->name);
}

ParameterizedTestParameters(descriptions, params)
{
    return all_descriptions();
}

ParameterizedTest(struct row *r, descriptions, params)
{
    const struct tri_hotspot *h = hotspot_of(r);
    int n = 0;
    for (; h->params[n].name; n++) {
        const struct tri_param *p = &h->params[n];
        cr_assert(n < TRI_MAX_PARAMS);
        cr_expect(is_name(p->name));
        cr_expect(p->meaning && *p->meaning, "%s has no meaning", p->name);
        cr_expect(tri_param_named(h, p->name, strlen(p->name)) == n, "%s twice", p->name);
        cr_expect(!p->above || tri_param_named(h, p->above, strlen(p->above)) >= 0, "%s: no %s",
                  p->name, p->above);
        if (p->kind == TRI_CHOICE)
            check_choice(p);
        else
            check_number(h, n);
    }
    cr_expect(n > 0);
}

/* ---- Operands ---- */

/* Whatever the choices: inputs have values, and something is computed. */
static void check_roles(const struct tri_hotspot *h, int operand)
{
    char choice[200];
    for (size_t k = 0; k < choices(h); k++) {
        struct tri_case c;
        struct tri_error e = { 0 };
        const char *settings = choice_settings(h, k, choice, sizeof choice);
        int outputs = 0;
        tri_case_init(&c, h);
        cr_assert(!*settings || tri_case_set(&c, settings, &e), "%s", e.text);
        cr_expect(!tri_operand_is_read(&c, operand) || h->operands[operand].value,
                  "%s has no values", h->operands[operand].name);
        for (int o = 0; h->operands[o].name; o++)
            outputs += tri_operand_is_written(&c, o);
        cr_expect(outputs > 0, "%s,%s computes nothing", h->name, settings);
    }
}

ParameterizedTestParameters(descriptions, operands)
{
    return all_descriptions();
}

ParameterizedTest(struct row *r, descriptions, operands)
{
    const struct tri_hotspot *h = hotspot_of(r);
    int n = 0, params = 0;
    while (h->params[params].name)
        params++;
    for (; h->operands[n].name; n++) {
        const struct tri_operand *o = &h->operands[n];
        cr_assert(n < TRI_MAX_OPERANDS);
        cr_expect(is_name(o->name));
        for (int i = 0; i < n; i++)
            cr_expect(strcmp(h->operands[i].name, o->name) != 0, "%s twice", o->name);
        cr_expect(o->rank >= 0 && o->rank <= TRI_MAX_RANK && o->each >= 0);
        cr_expect(o->rank == 0 || !o->length_of, "%s: two lengths", o->name);
        for (int d = 0; d < o->rank; d++) {
            cr_assert(o->shape[d] >= 0 && o->shape[d] < params, "%s: no such extent", o->name);
            cr_expect(h->params[o->shape[d]].kind == TRI_INTEGER, "%s", o->name);
            cr_expect(h->params[o->shape[d]].min >= 0, "%s: negative extent", o->name);
        }
        check_roles(h, n);
    }
}

/* ---- Work ---- */

ParameterizedTestParameters(descriptions, work)
{
    return all_descriptions();
}

ParameterizedTest(struct row *r, descriptions, work)
{
    char settings[400];
    const struct tri_hotspot *h = hotspot_of(r);
    for (size_t k = 0; k < choices(h); k++) {
        struct tri_case c = case_of(h, case_settings(h, k, MIDDLE, settings, sizeof settings));
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
        tri_case_free(&c);
    }
}

/* ---- Float and double ---- */

Test(descriptions, of_both_precisions_agree)
{
    cr_assert(tri_hotspot_count() > 0);
    for (size_t i = 0; i < tri_hotspot_count(); i++) {
        const struct tri_hotspot *f = tri_hotspot_at(i, TRI_FLOAT);
        const struct tri_hotspot *d = tri_hotspot_at(i, TRI_DOUBLE);
        cr_expect(strcmp(f->name, d->name) == 0 && strcmp(f->unit, d->unit) == 0);
        cr_expect(strcmp(f->formula, d->formula) == 0);
        for (int p = 0; f->params[p].name || d->params[p].name; p++) {
            const struct tri_param *a = &f->params[p], *b = &d->params[p];
            cr_assert(a->name && b->name && strcmp(a->name, b->name) == 0);
            cr_expect(a->kind == b->kind && a->initial == b->initial && a->min == b->min &&
                          a->max == b->max,
                      "%s", a->name);
        }
        for (int o = 0; f->operands[o].name || d->operands[o].name; o++) {
            const struct tri_operand *a = &f->operands[o], *b = &d->operands[o];
            cr_assert(a->name && b->name && strcmp(a->name, b->name) == 0);
            cr_expect(a->type == b->type && a->role == b->role && a->rank == b->rank, "%s",
                      a->name);
        }
    }
}

Test(descriptions, registry_ends)
{
    cr_expect(tri_hotspot_at(tri_hotspot_count(), TRI_DOUBLE) == NULL);
    cr_expect(tri_hotspot_named("", TRI_DOUBLE) == NULL);
    cr_expect(tri_hotspot_named("mandelbrod", TRI_FLOAT) == NULL);
    /* Those of src/hotspots, then those of src/reports: what the lessons do not have. */
    size_t turns = 0;
    for (size_t i = 1; i < tri_hotspot_count(); i++)
        turns +=
            strcmp(tri_hotspot_at(i - 1, TRI_FLOAT)->name, tri_hotspot_at(i, TRI_FLOAT)->name) >= 0;
    cr_expect(turns <= 1, "not in the order of names");
}
