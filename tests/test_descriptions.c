/* Every description in the registry is well-formed, and a hotspot's float and double descriptions agree. */
#include "description.h"
#include "check.h"

#include <math.h>

/* What programs check of a description of anybody's (test_description.c). */
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

/* ---- The hotspot ---- */

EACH_OF(descriptions, hotspot, struct each, each_hotspot())
{
    const struct tri_hotspot *h = hotspot_in(r);
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

EACH_OF(descriptions, params, struct each, each_hotspot())
{
    const struct tri_hotspot *h = hotspot_in(r);
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
        cr_expect(!tri_operand_is_read(&c, operand) || h->operands[operand].value,
                  "%s has no values", h->operands[operand].name);
        for (int o = 0; h->operands[o].name; o++)
            outputs += tri_operand_is_written(&c, o);
        cr_expect(outputs > 0, "%s,%s computes nothing", h->name, settings);
    }
}

EACH_OF(descriptions, operands, struct each, each_hotspot())
{
    const struct tri_hotspot *h = hotspot_in(r);
    for (int o = 0; h->operands[o].name; o++)
        check_roles(h, o);
}

/* ---- Work ---- */

EACH_OF(descriptions, work, struct each, each_hotspot())
{
    char settings[400];
    const struct tri_hotspot *h = hotspot_in(r);
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
