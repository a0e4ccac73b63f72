/* A path that is right is tried in other cases, too: small ones, which cost next to nothing. */
#include "inside.h"

#include <stdarg.h>
#include <stdio.h>
#include <string.h>

/* Whether the reference is a definition for such a case, and if not, what is wrong with it.  Asked once. */
struct definition {
    struct tri_sent of;
    bool is_one;
    char why[160];
};

static void judge_reference(const struct tri_case *other, struct audit_of of, struct definition *d)
{
    struct audited a;
    struct tri_error why;
    of.path = TRI_REFERENCE;
    bool good = audit_other_there(other, &of, TRI_OTHERS, &a, &why);
    d->is_one = good && a.ran && !a.audit.wrong;
    if (d->is_one)
        return;
    snprintf(d->why, sizeof d->why, "%.150s",
             !good           ? why.text
             : a.audit.n > 0 ? a.audit.finding[0].text
                             : a.why);
    audit_leave_there(); /* where it has written is not known */
}

/* Of this case; the last of each kind is kept.  *fresh: it was asked now. */
static const struct definition *definition_for(const struct tri_case *other,
                                               const struct audit_of *of, enum tri_other which,
                                               bool *fresh)
{
    static struct definition kept[TRI_PRECISIONS][TRI_OTHERS];
    struct definition *d = &kept[of->precision][which];
    struct tri_case plain = *other;
    plain.variant = &plain.hotspot->plain;
    const struct tri_sent sent = tri_case_send(&plain);
    *fresh = memcmp(&sent, &d->of, sizeof sent) != 0;
    if (*fresh) {
        memset(d, 0, sizeof *d);
        d->of = sent;
        judge_reference(other, *of, d);
    }
    return d;
}

/* Room for a finding; one that is a note gives way. */
static struct tri_finding *room_for(struct tri_audit *a, bool is_note)
{
    if (a->n < TRI_MAX_FINDINGS)
        return &a->finding[a->n++];
    struct tri_finding *last = &a->finding[TRI_MAX_FINDINGS - 1];
    return !is_note && last->is_note ? last : NULL;
}

__attribute__((format(printf, 3, 4))) static void add(struct tri_audit *a,
                                                      enum tri_finding_kind kind,
                                                      const char *format, ...)
{
    const bool is_note = kind == TRI_NOT_AUDITED;
    struct tri_finding *f = room_for(a, is_note);
    if (!f)
        return;
    *f = (struct tri_finding){ .kind = kind, .is_note = is_note, .operand = -1 };
    va_list words;
    va_start(words, format);
    vsnprintf(f->text, sizeof f->text, format, words);
    va_end(words);
}

static const struct {
    const char *right, *why;
} words[] = {
    [TRI_AS_THEY_ARE] = { "right with these parameters",
                          "a fixed length, a number left over, something kept from one call to the next? (.min "
                          "and .max of a table say what is allowed.)" },
    [TRI_HALF] = { "right with the inputs as they are",
                   "is something kept from one call to the next?" },
    [TRI_WHOLE] = { "right within its bound", "their sums are exact in any order." },
};

/* What is wrong there is wrong. */
static void take_over(struct tri_audit *a, const struct tri_audit *from, const struct tri_case *of)
{
    char with[200];
    tri_audit_other_name(of, with, sizeof with);
    a->wrong = true;
    a->first = from->first;
    add(a, TRI_DEPENDS_ON_CASE,
        "%s, and wrong with %s: %s This is wrong then:", words[of->inputs].right, with,
        words[of->inputs].why);
    for (size_t i = 0; i < from->n; i++) {
        struct tri_finding *f = from->finding[i].is_note ? NULL : room_for(a, false);
        if (f)
            *f = from->finding[i];
    }
}

struct others {
    struct tri_case of[TRI_OTHERS];
    bool are_defined[TRI_OTHERS];
};

/* The first that is not defined is a note. */
static void define(const struct tri_case *c, const struct audit_of *of, struct others *o,
                   struct tri_audit *a)
{
    bool noted = false, fresh;
    char with[200];
    for (int i = 0; i < TRI_OTHERS; i++) {
        o->are_defined[i] = tri_audit_other(c, (enum tri_other)i, &o->of[i]);
        if (!o->are_defined[i])
            continue;
        const struct definition *d = definition_for(&o->of[i], of, (enum tri_other)i, &fresh);
        o->are_defined[i] = d->is_one;
        if (d->is_one || !fresh || noted)
            continue;
        tri_audit_other_name(&o->of[i], with, sizeof with);
        add(a, TRI_NOT_AUDITED,
            "not tried in cases that the reference does not define, such as %s: %s", with, d->why);
        noted = true;
    }
}

/* TRI_OTHERS: none. */
static enum tri_other another_than(const struct others *o, int which)
{
    int i = 0;
    while (i < TRI_OTHERS && (i == which || !o->are_defined[i]))
        i++;
    return (enum tri_other)i;
}

/* Whether the path is right there; where nobody can tell, it is. */
static bool is_right(const struct others *o, int which, const struct audit_of *of,
                     struct tri_audit *a)
{
    struct audited found;
    struct tri_error unused;
    const struct tri_case *c = &o->of[which];
    if (!audit_other_there(c, of, another_than(o, which), &found, &unused) || !found.ran)
        return true;
    a->runs += found.audit.runs;
    if (found.audit.wrong)
        take_over(a, &found.audit, c);
    return !found.audit.wrong;
}

/* What several devices or ranks do together is run once. */
static bool are_wanted(const struct audit_of *of, const struct audited *a)
{
    return a->ran && !a->audit.wrong && of->level > TRI_AUDIT_BRIEF &&
           tri_path_has_variants(of->path) && !of->launch.devices && !of->launch.ranks;
}

bool audit_there(const struct tri_case *c, const struct audit_of *of, struct audited *a,
                 struct tri_error *e)
{
    struct audit_of briefly = *of;
    struct tri_case like = *c;
    struct others o;
    if (!audit_one_there(c, of, a, e))
        return false;
    if (!are_wanted(of, a))
        return true;
    briefly.level = TRI_AUDIT_BRIEF;
    like.variant = of->variant;
    define(&like, &briefly, &o, &a->audit);
    for (int i = 0; i < TRI_OTHERS; i++)
        if (o.are_defined[i] && !is_right(&o, i, &briefly, &a->audit))
            break;
    return true;
}
