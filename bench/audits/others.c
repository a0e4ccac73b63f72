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
    bool good = audit_one_there(other, &of, true, &a, &why);
    d->is_one = good && a.ran && !a.audit.wrong;
    if (d->is_one)
        return;
    snprintf(d->why, sizeof d->why, "%.150s",
             !good                ? why.text
             : a.audit.n > 0      ? a.audit.finding[0].text
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

/* What is wrong there is wrong. */
static void take_over(struct tri_audit *a, const struct tri_audit *from, const char *with,
                      bool halved)
{
    a->wrong = true;
    a->first = from->first;
    add(a, TRI_DEPENDS_ON_CASE,
        halved ? "right with the inputs as they are, and wrong with %s: is something kept from one "
                 "call to the next? This is wrong then:"
               : "right with these parameters, and wrong with %s: a fixed length, a number left over, "
                 "something kept from one call to the next? (.min and .max of a table say what is "
                 "allowed.) This is wrong then:",
        with);
    for (size_t i = 0; i < from->n; i++) {
        struct tri_finding *f = from->finding[i].is_note ? NULL : room_for(a, false);
        if (f)
            *f = from->finding[i];
    }
}

/* Whether the path is right there; where nobody can tell, it is. */
static bool is_right(const struct tri_case *other, const struct audit_of *of, enum tri_other which,
                     struct tri_audit *a)
{
    char with[200];
    bool fresh;
    struct audited found;
    struct tri_error unused;
    tri_audit_other_name(other, with, sizeof with);
    const struct definition *d = definition_for(other, of, which, &fresh);
    if (!d->is_one && fresh)
        add(a, TRI_NOT_AUDITED, "not tried with %s, where the reference is none: %s", with, d->why);
    if (!d->is_one || !audit_one_there(other, of, true, &found, &unused) || !found.ran)
        return true;
    a->runs += found.audit.runs;
    if (found.audit.wrong)
        take_over(a, &found.audit, with, other->halved);
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
    struct tri_case other, like = *c;
    if (!audit_one_there(c, of, false, a, e))
        return false;
    if (!are_wanted(of, a))
        return true;
    briefly.level = TRI_AUDIT_BRIEF;
    like.variant = of->variant;
    for (int i = 0; i < TRI_OTHERS; i++)
        if (tri_audit_other(&like, (enum tri_other)i, &other) &&
            !is_right(&other, &briefly, (enum tri_other)i, &a->audit))
            break;
    return true;
}
