/* An audit of a path, in this process. */
#include "audits.h"

#include <string.h>

bool audit_know_reference(struct audit_cases *s, const struct audit_of *of, struct tri_error *e)
{
    const struct tri_launch all = { .threads = 0 };
    if (!s->known[of->precision])
        s->known[of->precision] =
            tri_case_launch(&s->reference[of->precision], TRI_REFERENCE, &all, e);
    return s->known[of->precision];
}

static bool can_run(const struct tri_case *c, const struct audit_of *of, struct audited *a)
{
    struct tri_error why = { .status = TRI_AGREED };
    bool can = tri_path_available(of->path, &why);
    a->no_path = !can;
    can = can && tri_variant_available(of->variant, of->path, &why);
    if (can && tri_path_has_variants(of->path))
        can = tri_ranks_available(c, of->variant, of->path, &of->launch, &why);
    if (can && of->path == TRI_OFFLOAD)
        can = tri_devices_available(c, of->variant, &of->launch, &why);
    snprintf(a->why, sizeof a->why, "%s", can ? "" : why.text);
    return can;
}

static bool same_path(const struct audit_of *a, const struct audit_of *b)
{
    return a->variant && b->variant && a->path == b->path &&
           strcmp(a->variant->name, b->variant->name) == 0;
}

/* Working memory may have another length in each precision. */
static bool same_results(const struct tri_case *a, const struct tri_case *b)
{
    for (int o = 0; o < TRI_SLOTS; o++)
        if (tri_operand_in(a, o) && tri_operand_is_written(a, o) && a->length[o] != b->length[o])
            return false;
    return true;
}

static void compare_precisions(struct audit_cases *s, const struct audit_of *of, struct audited *a)
{
    a->both = same_path(of, &s->last[!of->precision]) &&
              same_results(&s->path[TRI_FLOAT], &s->path[TRI_DOUBLE]);
    if (a->both)
        a->between = tri_case_difference(&s->path[TRI_FLOAT], &s->path[TRI_DOUBLE]);
}

/* Without the reference, which may take minutes. */
static bool launch_only(struct tri_case *c, const struct audit_of *of, struct audited *a,
                        struct tri_error *e)
{
    tri_case_poison(c);
    tri_launches_print(true);
    a->ran = tri_case_launch(c, of->path, &of->launch, e);
    tri_launches_print(false);
    return a->ran;
}

bool audit_here(struct audit_cases *s, const struct audit_of *of, struct audited *a,
                struct tri_error *e)
{
    struct tri_case *c = &s->path[of->precision];
    memset(a, 0, sizeof *a);
    s->last[of->precision].variant = NULL;
    if (!can_run(c, of, a))
        return true;
    if (of->only_launches)
        return tri_case_choose(c, of->variant, e) && launch_only(c, of, a, e);
    if (!audit_know_reference(s, of, e) || !tri_case_choose(c, of->variant, e) ||
        !tri_audit_path(c, of->path, &s->reference[of->precision], &of->launch, of->level,
                        &a->audit, e))
        return false;
    a->ran = true;
    a->no_numbers = of->path == TRI_REFERENCE &&
                    (c->inputs == TRI_WHOLE || c->inputs == TRI_TIES) && !tri_case_is_finite(c);
    s->last[of->precision] = *of;
    compare_precisions(s, of, a);
    return true;
}

void audit_cases_free(struct audit_cases *s)
{
    for (int p = 0; p < TRI_PRECISIONS; p++) {
        tri_case_free(&s->reference[p]);
        tri_case_free(&s->path[p]);
    }
    tri_audit_release();
    *s = (struct audit_cases){ 0 };
}
