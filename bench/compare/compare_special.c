/* Special values among real inputs: for whom they say something. */
#include "compare.h"

#include "hotspot.h"

bool special_is_for(const struct compare *k, const struct tri_case *c)
{
    bool any = !k->special;
    for (int o = 0; o < TRI_MAX_OPERANDS && tri_operand_in(c, o); o++)
        any |= tri_operand_is_read(c, o) && tri_operand_in(c, o)->type >= TRI_FLOAT32;
    return any;
}

bool special_takes(const struct compare *k, const struct tri_variant *v)
{
    return !k->special || !v->apart;
}

/* It may also run for ever. */
enum { LONGEST = 60 };

bool special_is_defined(const struct compare *k, const struct tri_case *c, bool *defined,
                        struct tri_error *e)
{
    struct audited a;
    const struct audit_of of = { .variant = &c->hotspot->plain,
                                 .path = TRI_REFERENCE,
                                 .precision = c->hotspot->precision,
                                 .level = TRI_AUDIT_BRIEF,
                                 .seconds = k->timeout > 0 ? (int)k->timeout : LONGEST };
    *defined = true;
    if (!k->special)
        return true;
    if (!audit_there(c, &of, &a, e))
        return false;
    *defined = a.ran && !a.audit.wrong;
    if (!*defined)
        audit_leave_there(); /* where it has written is not known */
    return true;
}
