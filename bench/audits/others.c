/* A path that is right is tried in other cases, too: small ones, which cost next to nothing. */
#include "inside.h"

#include <limits.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

/* Whether the reference is a definition for such a case, and if not, what is wrong with it.  Asked once. */
struct definition {
    struct tri_sent of;
    bool is_one;
    double seconds; /* that the reference takes */
    char why[160];
};

static const char *first_wrong(const struct tri_audit *a)
{
    const char *text = tri_audit_first_wrong(a);
    return text ? text : "it is wrong";
}

static bool may_never_end(enum tri_other which)
{
    return which == TRI_NO_COUNTS || which == TRI_ONE_COUNT || which == TRI_MANY_COUNTS;
}

/* Seconds for a reference whose loop may have a step of 0, or wait for a number that never comes. */
enum { FOR_NO_STEP = 5 };

static void judge_reference(const struct tri_case *other, struct audit_of of, enum tri_other which,
                            struct definition *d)
{
    struct audited a;
    struct tri_error why;
    of.path = TRI_REFERENCE;
    if (may_never_end(which) && (of.seconds <= 0 || of.seconds > FOR_NO_STEP))
        of.seconds = FOR_NO_STEP;
    bool good = audit_other_there(other, &of, TRI_OTHERS, &a, &why);
    d->is_one = good && a.ran && !a.audit.wrong && !a.no_numbers;
    d->seconds = d->is_one ? a.audit.seconds : INFINITY;
    if (d->is_one)
        return;
    if (good && a.no_numbers)
        return;
    /* An index, for instance, or what one divides by, has no such values, which says nothing of the loop. */
    bool may_have_none = may_never_end(which) || other->inputs >= TRI_WIDE;
    if (!may_have_none || !good || !a.audit.wrong)
        snprintf(d->why, sizeof d->why, "the reference itself: %.130s",
                 !good           ? why.text
                 : a.audit.wrong ? first_wrong(&a.audit)
                                 : a.why);
    audit_leave_there(); /* where it has written is not known */
}

/* Of this case; the last of each kind is kept. */
static const struct definition *definition_for(const struct tri_case *other,
                                               const struct audit_of *of, enum tri_other which)
{
    static struct definition kept[TRI_PRECISIONS][TRI_OTHERS];
    struct definition *d = &kept[of->precision][which];
    struct tri_case plain = *other;
    plain.variant = &plain.hotspot->plain;
    const struct tri_sent sent = tri_case_send(&plain);
    if (memcmp(&sent, &d->of, sizeof sent) != 0) {
        memset(d, 0, sizeof *d);
        d->of = sent;
        judge_reference(other, *of, which, d);
    }
    return d;
}

/* What is right there, and is to be known. */
static void take_notes(struct tri_audit *a, const struct tri_audit *from, const struct tri_case *of)
{
    char with[200];
    tri_audit_other_name(of, with, sizeof with);
    for (size_t i = 0; i < from->n; i++)
        if (from->finding[i].kind == TRI_LEFT_TO_HOST)
            tri_find(a, TRI_LEFT_TO_HOST, -1, "with %s, for instance: %s, and it is right there",
                     with, from->finding[i].text);
        else if (from->finding[i].kind == TRI_NOT_AUDITED)
            tri_find(a, TRI_NOT_AUDITED, -1, "with %s, for instance: %s", with,
                     from->finding[i].text);
}

/* How large a case grows: until the reference takes so long, on the processor that begins it, and, since others may do its work
 * on a busy machine, by the clock, with all that an audit does. */
static const struct {
    double quick, with_all;
} growth[] = { [TRI_LARGER] = { 0.005, 0.25 }, [TRI_HUGE] = { 0.05, 2 } };

/* Whether the reference is a definition there, and takes no longer. */
static bool is_quick(const struct tri_case *other, const struct audit_of *of, enum tri_other which)
{
    const double begin = tri_now();
    struct audit_of reference = *of;
    struct audited a;
    struct tri_error why;
    reference.path = TRI_REFERENCE;
    return audit_other_there(other, &reference, TRI_OTHERS, &a, &why) && a.ran && !a.audit.wrong &&
           a.audit.seconds < growth[which].quick && tri_now() - begin < growth[which].with_all;
}

/* Doubles what the case has until it is not small, or takes time: a fixed length, or an index of 16 bits, shows there.  How
 * often that goes is kept for each precision. */
static void grow(struct tri_case *c, const struct audit_of *of, enum tri_other which)
{
    static struct {
        struct tri_sent from;
        int times;
    } kept[TRI_PRECISIONS][TRI_OTHERS];
    const struct tri_variant *variant = c->variant;
    struct tri_case larger;
    c->variant = &c->hotspot->plain;
    const struct tri_sent from = tri_case_send(c);
    const bool known = memcmp(&from, &kept[of->precision][which].from, sizeof from) == 0;
    int times = 0;
    while ((known ? times < kept[of->precision][which].times : is_quick(c, of, which)) &&
           tri_audit_other(c, which, &larger)) {
        *c = larger;
        times++;
    }
    kept[of->precision][which].from = from;
    kept[of->precision][which].times = times;
    c->variant = variant;
}

/* Where so many steps take longer, those of a path may take too long. */
static const double QUICK_ENOUGH = 0.005;

struct others {
    struct tri_case of[TRI_OTHERS];
    bool are_defined[TRI_OTHERS];
    double seconds[TRI_OTHERS]; /* of the path's quickest run; infinite: it has not run */
    bool has_news;              /* from the device, in one of them */
};

/* A note says where a path has not been tried: in the first of such cases. */
static void note_untried(struct tri_audit *a, const struct tri_case *other, const char *why)
{
    char with[200];
    tri_audit_other_name(other, with, sizeof with);
    tri_find(a, TRI_NOT_AUDITED, -1, "not tried with %s, for instance: %s", with, why);
}

/* What is small grows on; in one precision, since that takes time. */
static bool may_be_huge(const struct others *o, const struct audit_of *of)
{
    return o->are_defined[TRI_LARGER] && of->precision == TRI_DOUBLE;
}

/* The first n. */
static void define(const struct tri_case *c, const struct audit_of *of, int n, struct others *o,
                   struct tri_audit *a)
{
    memset(o->are_defined, 0, sizeof o->are_defined);
    o->has_news = false;
    for (int i = 0; i < TRI_OTHERS; i++)
        o->seconds[i] = INFINITY;
    for (int i = 0; i < n; i++) {
        const struct tri_case *from = i == TRI_HUGE ? &o->of[TRI_LARGER] : c;
        o->are_defined[i] = (i != TRI_HUGE || may_be_huge(o, of)) &&
                            tri_audit_other(from, (enum tri_other)i, &o->of[i]);
        if (!o->are_defined[i])
            continue;
        if (i == TRI_LARGER || i == TRI_HUGE)
            grow(&o->of[i], of, (enum tri_other)i);
        const struct definition *d = definition_for(&o->of[i], of, (enum tri_other)i);
        o->are_defined[i] = d->is_one && (i != TRI_MANY_COUNTS || d->seconds < QUICK_ENOUGH);
        if (!d->is_one && *d->why)
            note_untried(a, &o->of[i], d->why);
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

/* Whether the path is right there.  Where it cannot run, nobody can tell, and a note says so. */
static bool is_right(struct others *o, const struct tri_case *usually, int which,
                     const struct audit_of *of, struct tri_audit *a)
{
    struct audited found;
    struct tri_error why;
    struct tri_case c = o->of[which];
    bool good = audit_other_there(&c, of, another_than(o, which), &found, &why);
    if (!good || !found.ran) {
        note_untried(a, &c, good ? found.why : why.text);
        return true;
    }
    o->seconds[which] = found.audit.seconds;
    o->has_news |= found.audit.something_new;
    a->runs += found.audit.runs;
    a->watched += found.audit.watched;
    if (found.audit.wrong)
        say_wrong(usually, of, (enum tri_other)which, another_than(o, which), &c, &found, a);
    else
        take_notes(a, &found.audit, &c);
    return !found.audit.wrong;
}

/* Where a path takes far longer than the reference, as one that starts its threads for each tile does here, a huge case would take
 * minutes. */
static bool takes_long(const struct others *o, int which)
{
    static const double LONGEST = 0.25;
    if (which != TRI_HUGE)
        return false;
    const double times =
        (double)tri_case_bytes(&o->of[TRI_HUGE]) / (double)tri_case_bytes(&o->of[TRI_LARGER]);
    return times * o->seconds[TRI_LARGER] > LONGEST;
}

/* Until it is wrong in one.  The last are the long ones: where one of them takes seconds, the next would, too, and a note says so. */
static void try_all(struct others *o, const struct tri_case *usually, const struct audit_of *of,
                    struct tri_audit *a)
{
    static const double SECONDS = 3;
    double longest = 0;
    for (int i = 0; i < TRI_OTHERS; i++) {
        if (!o->are_defined[i] || takes_long(o, i))
            continue;
        if (longest > SECONDS) {
            note_untried(a, &o->of[i], "it would take long");
            continue;
        }
        const double begin = tri_now();
        if (!is_right(o, usually, i, of, a))
            break;
        if (i >= TRI_LONG)
            longest = fmax(longest, tri_now() - begin);
    }
}

/* What several devices or ranks do together is run once. */
static bool are_others_wanted(const struct audit_of *of)
{
    return of->level >= TRI_AUDIT_BRIEF && tri_path_has_variants(of->path) && !of->launch.devices &&
           !of->launch.ranks;
}

/* The build can watch accesses, and has not watched this path's. */
static void note_unwatched(const struct tri_case *c, struct tri_audit *a)
{
    char file[PATH_MAX];
    if (!a->wrong && a->watched == 0 && tri_races_library(c->hotspot, file, sizeof file))
        tri_find(
            a, TRI_NOT_AUDITED, -1,
            "races are seen by results only: each case takes too long for all its accesses to be noted, or this "
            "build has no code of the path for that");
}

/* Seconds of a processor: a path that takes no longer is tried in the same case, with one step more. */
static const double MOMENT = 0.1;

bool audit_there(const struct tri_case *c, const struct audit_of *of, struct audited *a,
                 struct tri_error *e)
{
    struct audit_of as_other = *of;
    struct tri_case like = *c;
    struct others o;
    if (!audit_one_there(c, of, a, e))
        return false;
    as_other.level = TRI_AUDIT_OTHER;
    like.variant = of->variant;
    if (!a->ran || !are_others_wanted(of))
        return true;
    if (of->level > TRI_AUDIT_BRIEF && a->audit.seconds < MOMENT && is_unexplained(&a->audit) &&
        !audit_stays_here())
        try_one_more(&like, &as_other, a);
    if (a->audit.wrong)
        return true;
    const int n = of->level > TRI_AUDIT_BRIEF ? TRI_OTHERS : TRI_PRIMES + 1;
    /* If it had nothing to do in the usual case, nobody knows that it ever starts a region. */
    as_other.level = a->audit.kernels > 0 || !a->audit.ledger ? TRI_AUDIT_OTHER : TRI_AUDIT_BRIEF;
    define(&like, &as_other, n, &o, &a->audit);
    try_all(&o, &like, &as_other, &a->audit);
    if (a->audit.nothing_new && !a->audit.something_new && !o.has_news)
        tri_find(
            &a->audit, TRI_NOT_ON_DEVICE, -1,
            "nothing came back from the device that the host did not have already, in all cases: has the host computed it?");
    if (of->level > TRI_AUDIT_BRIEF)
        note_unwatched(&like, &a->audit);
    return true;
}
