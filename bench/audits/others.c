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
    char why[160];
};

static const char *first_wrong(const struct tri_audit *a)
{
    const char *text = tri_audit_first_wrong(a);
    return text ? text : "it is wrong";
}

static bool may_never_end(enum tri_other which)
{
    return which == TRI_NO_COUNTS || which == TRI_ONE_COUNT;
}

/* An index, for instance, or what one divides by, has no such values, which says nothing of the loop. */
static bool may_have_none(const struct tri_case *other, enum tri_other which)
{
    return may_never_end(which) || other->inputs >= TRI_WIDE;
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
    if (d->is_one)
        return;
    if (a.no_numbers)
        return;
    if (!may_have_none(other, which) || !good || !a.audit.wrong)
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

static const char with_usual[] = "right with the inputs as they are",
                  values[] = "(.value, .fill or .below of a table say how inputs begin.)";

/* What may be wrong with such inputs, beside what is kept from one call to the next; and what a table can say of them. */
static const struct {
    const char *right, *why, *table;
} words[] = {
    [TRI_AS_THEY_ARE] = { "right with these parameters",
                          "a fixed length, numbers left over, a value that is forgotten",
                          "(.min and .max of a table say what is allowed.)" },
    [TRI_HALF] = { with_usual, "", "" },
    [TRI_WHOLE] = { with_usual, "equal numbers, zeros, signs",
                    "Sums of these are exact in any order." },
    [TRI_TIES] = { with_usual, "equal numbers, zeros, signs, halves", "" },
    [TRI_NEGATIVE] = { with_usual, "a first value of 0, a missing case",
                       "(.value or .fill of a table say how inputs begin, .min and .max what parameters may be.)" },
    [TRI_LOW] = { with_usual, "a first value that is above all of them", values },
    [TRI_HIGH] = { with_usual, "a first value that is below all of them", values },
    [TRI_WIDE] = { with_usual,
                   "a case that is missing, a type that is too small or has the wrong sign",
                   values },
};

static bool has(const struct tri_audit *a, enum tri_finding_kind kind)
{
    bool any = false;
    for (size_t i = 0; i < a->n; i++)
        any |= a->finding[i].kind == kind;
    return any;
}

/* It has ended, and nobody has compared anything; or it says why itself. */
static bool is_clear(const struct tri_audit *a)
{
    return has(a, TRI_DIED) || has(a, TRI_RACE);
}

/* What has been found out of a case that is wrong, by running it in other ways. */
struct reason {
    bool not_kept;       /* it is wrong as the first that a process runs, too; */
    bool kept;           /* or right then */
    char right_with[80]; /* one parameter as it usually is, and it is right; "" */
    const char *hint;    /* of that one */
};

/* Of a case by whose inputs or parameters nothing is known to be kept, as far as that is known. */
static void say_why(const struct reason *r, int inputs, char *text, size_t size)
{
    const char *why = words[inputs].why, *table = words[inputs].table;
    const bool may_be_kept = !r->not_kept && inputs != TRI_WHOLE && inputs != TRI_TIES;
    if (r->kept)
        snprintf(
            text, size,
            " after other cases, but not as the first: is something kept from one call to the next?");
    else if (*r->right_with)
        snprintf(text, size, ", but right with %s there%s", r->right_with, r->hint);
    else if (*why || may_be_kept)
        snprintf(text, size, ": %s%s%s? %s", why, *why && may_be_kept ? ", " : "",
                 may_be_kept ? "something kept from one call to the next" : "", table);
    else
        snprintf(text, size, ".");
}

/* What is wrong there is wrong. */
static void take_over(struct tri_audit *a, const struct tri_audit *from, const struct tri_case *of,
                      const struct reason *r)
{
    char with[sizeof a->first.with], why[220];
    tri_audit_other_name(of, with, sizeof with);
    a->first = from->first;
    memcpy(a->first.with, with, sizeof a->first.with);
    say_why(r, of->inputs, why, sizeof why);
    tri_find(a, TRI_DEPENDS_ON_CASE, -1,
             "%s, and wrong with %s%s This is wrong then:", words[of->inputs].right, with,
             is_clear(from) ? ":" : why);
    for (size_t i = 0; i < from->n; i++)
        if (!from->finding[i].is_note)
            tri_find(a, from->finding[i].kind, from->finding[i].operand, "%s",
                     from->finding[i].text);
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
        o->are_defined[i] = d->is_one;
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

/* ---- Why a case is wrong ---- */

/* What is found there says that chance has a part in it, or what it is. */
static bool is_explained(const struct tri_audit *a)
{
    return is_clear(a) || has(a, TRI_NOT_SAME_TWICE) || has(a, TRI_DEPENDS_ON_THREADS) ||
           has(a, TRI_KEPT);
}

/* The same case, behind the same one of the reference, as the first that a process runs.  False: it is wrong, or nobody knows. */
static bool is_right_first(const struct others *o, int which, const struct audit_of *of, bool *ran)
{
    enum { TIMES = 2 };
    struct audited found;
    struct tri_error unused;
    bool right = true;
    *ran = true;
    for (int i = 0; right && *ran && i < TIMES; i++) {
        audit_leave_there();
        *ran = audit_other_there(&o->of[which], of, another_than(o, which), &found, &unused) &&
               found.ran;
        right = *ran && !found.audit.wrong;
    }
    return right;
}

/* Runs the reference, then the path; false: one of them cannot. */
static bool try_like(const struct tri_case *c, const struct audit_of *of, struct audited *found)
{
    struct audit_of reference = *of;
    struct tri_error unused;
    reference.path = TRI_REFERENCE;
    return audit_other_there(c, &reference, TRI_OTHERS, found, &unused) && found->ran &&
           !found->audit.wrong && audit_other_there(c, of, TRI_OTHERS, found, &unused) &&
           found->ran;
}

/* With parameter i set to this number.  False: it is that already, or a length, or there is no such case. */
static bool set_number(struct tri_case *c, int i, union tri_value to, char *text, size_t size)
{
    const struct tri_param *p = &c->hotspot->params[i];
    const struct tri_case before = *c;
    struct tri_error unused;
    if (p->kind == TRI_INTEGER && c->value[i].integer != to.integer)
        snprintf(text, size, "%.40s=%lld", p->name, (long long)to.integer);
    else if (p->kind == TRI_REAL && c->value[i].real != to.real)
        snprintf(text, size, "%.40s=%.9g", p->name, to.real);
    else
        return false;
    return !p->times && tri_case_set(c, text, &unused) &&
           memcmp(before.length, c->length, sizeof before.length) == 0;
}

/* A case that is wrong, and how. */
struct wrong_case {
    const struct tri_case *usually;
    const struct audit_of *of;
    struct tri_case *c;
    struct audited *found;
};

/* It is taken in place of the other if it is wrong, too. */
static void take_if_wrong(const struct wrong_case *w, const struct tri_case *like)
{
    struct audited now;
    const bool is_usual = memcmp(like->value, w->usually->value, sizeof like->value) == 0 &&
                          like->inputs == w->usually->inputs;
    if (is_usual || !try_like(like, w->of, &now) || !now.audit.wrong || is_explained(&now.audit))
        return;
    *w->c = *like;
    *w->found = now;
}

/* What need not be other than usual, for the path to be wrong, is made usual. */
static void make_usual(const struct wrong_case *w)
{
    char text[80];
    struct tri_case like = *w->c;
    like.inputs = w->usually->inputs;
    if (like.inputs != w->c->inputs)
        take_if_wrong(w, &like);
    for (int i = 0; w->c->hotspot->params[i].name; i++) {
        like = *w->c;
        if (set_number(&like, i, w->usually->value[i], text, sizeof text))
            take_if_wrong(w, &like);
    }
}

static bool is_right_with(const struct wrong_case *w, int i, union tri_value to, char *text,
                          size_t size)
{
    struct audited now;
    struct tri_case like = *w->c;
    return set_number(&like, i, to, text, size) && try_like(&like, w->of, &now) && !now.audit.wrong;
}

/* What the number may have to do with it. */
static const char *hint_of(const struct wrong_case *w, int i)
{
    char text[80];
    const union tri_value is = w->c->value[i], next = { .integer = is.integer + 1 };
    if (w->c->hotspot->params[i].kind != TRI_INTEGER)
        return ".";
    if (is.integer == 0)
        return ": is 0 a case of its own?";
    const bool may_be_even = is.integer % 2 == 0 && w->usually->value[i].integer % 2 != 0;
    return may_be_even && is_right_with(w, i, next, text, sizeof text)
               ? ", and with one more: are even numbers wrong?"
               : ".";
}

/* The first parameter that makes it right, if that is as usual. */
static void name_parameter(const struct wrong_case *w, struct reason *r)
{
    const struct tri_param *all = w->c->hotspot->params;
    for (int i = 0; all[i].name && !*r->right_with; i++) {
        char text[sizeof r->right_with];
        if (!is_right_with(w, i, w->usually->value[i], text, sizeof text))
            continue;
        memcpy(r->right_with, text, sizeof text);
        r->hint = hint_of(w, i);
    }
}

/* All that is known of it is its result. */
static bool is_unexplained(const struct tri_audit *a)
{
    bool other = false;
    for (size_t i = 0; i < a->n; i++)
        other |= !a->finding[i].is_note && a->finding[i].kind != TRI_DIFFERS;
    return a->wrong && !other;
}

/* A usual case that is wrong may be right with one step more: of two buffers it has the other one at the end. */
static void try_one_more(const struct tri_case *c, const struct audit_of *of, struct audited *a)
{
    struct tri_case same = *c;
    const struct wrong_case w = { c, of, &same, a };
    for (int i = 0; c->hotspot->params[i].name; i++) {
        char text[80];
        const union tri_value more = { .integer = c->value[i].integer + 1 };
        if (c->hotspot->params[i].kind != TRI_INTEGER ||
            !is_right_with(&w, i, more, text, sizeof text))
            continue;
        tri_find(&a->audit, TRI_DEPENDS_ON_CASE, -1,
                 "it is right with %s, one more: are %s numbers wrong?", text,
                 c->value[i].integer % 2 ? "odd" : "even");
        return;
    }
}

/* Of small cases, in which that costs next to nothing. */
static void find_reason(const struct others *o, const struct tri_case *usually, int which,
                        const struct audit_of *of, struct tri_case *c, struct audited *found,
                        struct reason *r)
{
    bool ran;
    *r = (struct reason){ 0 };
    if (which >= TRI_LONG || which == TRI_TILES || which == TRI_WHOLES ||
        is_explained(&found->audit) || audit_stays_here())
        return;
    r->kept = is_right_first(o, which, of, &ran);
    r->not_kept = ran && !r->kept;
    if (!r->not_kept)
        return;
    const struct wrong_case w = { usually, of, c, found };
    make_usual(&w);
    name_parameter(&w, r);
}

/* Whether the path is right there.  Where it cannot run, nobody can tell, and a note says so. */
static bool is_right(struct others *o, const struct tri_case *usually, int which,
                     const struct audit_of *of, struct tri_audit *a)
{
    struct audited found;
    struct tri_error why;
    struct reason reason;
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
    if (found.audit.wrong) {
        find_reason(o, usually, which, of, &c, &found, &reason);
        take_over(a, &found.audit, &c, &reason);
    } else
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

/* If it had nothing to do in the usual case, nobody knows that it ever starts a region. */
static bool was_on_device(const struct tri_audit *usual)
{
    return usual->kernels > 0 || !usual->ledger;
}

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
    if (of->level > TRI_AUDIT_BRIEF && is_unexplained(&a->audit) && !audit_stays_here())
        try_one_more(&like, &as_other, a);
    if (a->audit.wrong)
        return true;
    const int n = of->level > TRI_AUDIT_BRIEF ? TRI_OTHERS : TRI_PRIMES + 1;
    as_other.level = was_on_device(&a->audit) ? TRI_AUDIT_OTHER : TRI_AUDIT_BRIEF;
    define(&like, &as_other, n, &o, &a->audit);
    try_all(&o, &like, &as_other, &a->audit);
    if (a->audit.nothing_new && !a->audit.something_new && !o.has_news)
        tri_find(
            &a->audit, TRI_NOT_ON_DEVICE, -1,
            "what came back from the device is what the host had already, in all cases: has the host computed it?");
    if (of->level > TRI_AUDIT_BRIEF)
        note_unwatched(&like, &a->audit);
    return true;
}
