/* Why a path is wrong in an other case, as far as running it in more ways tells. */
#include "inside.h"

#include <stdio.h>
#include <string.h>

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
    [TRI_LOW] = { with_usual,
                  "a first value that is above all of them, the last one left out, numbers that rise",
                  values },
    [TRI_HIGH] = { with_usual,
                   "a first value that is below all of them, the last one left out, numbers that fall",
                   values },
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
            " after other cases, but not as the first: is something kept from one call to the next, or memory used that nobody set?");
    else if (*r->right_with)
        snprintf(text, size, ", but right with %s there%s", r->right_with, r->hint);
    else if (*why || may_be_kept)
        snprintf(text, size, ": %s%s%s? %s", why, *why && may_be_kept ? ", " : "",
                 may_be_kept ? "something kept from one call to the next" : "", table);
    else
        snprintf(text, size, ".");
}

/* ---- More runs ---- */

/* What is found there says that chance has a part in it, or what it is. */
static bool is_explained(const struct tri_audit *a)
{
    return is_clear(a) || has(a, TRI_NOT_SAME_TWICE) || has(a, TRI_DEPENDS_ON_THREADS) ||
           has(a, TRI_KEPT);
}

/* The same case, behind the same one of the reference, as the first that a process runs.  False: it is wrong, or nobody knows. */
static bool is_right_first(const struct tri_case *c, const struct audit_of *of,
                           enum tri_other behind, bool *ran)
{
    enum { TIMES = 2 };
    struct audited found;
    struct tri_error unused;
    bool right = true;
    *ran = true;
    for (int i = 0; right && *ran && i < TIMES; i++) {
        audit_leave_there();
        *ran = audit_other_there(c, of, behind, &found, &unused) && found.ran;
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
bool is_unexplained(const struct tri_audit *a)
{
    bool other = false;
    for (size_t i = 0; i < a->n; i++)
        other |= !a->finding[i].is_note && a->finding[i].kind != TRI_DIFFERS;
    return a->wrong && !other;
}

/* A usual case that is wrong may be right with one step more: of two buffers it has the other one at the end. */
void try_one_more(const struct tri_case *c, const struct audit_of *of, struct audited *a)
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
static void find_reason(const struct wrong_case *w, enum tri_other which, enum tri_other behind,
                        struct reason *r)
{
    bool ran;
    *r = (struct reason){ 0 };
    if (which >= TRI_LONG || which == TRI_TILES || which == TRI_WHOLES ||
        is_explained(&w->found->audit) || audit_stays_here())
        return;
    r->kept = is_right_first(w->c, w->of, behind, &ran);
    r->not_kept = ran && !r->kept;
    if (!r->not_kept)
        return;
    make_usual(w);
    name_parameter(w, r);
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

void say_wrong(const struct tri_case *usually, const struct audit_of *of, enum tri_other which,
               enum tri_other behind, struct tri_case *c, struct audited *found,
               struct tri_audit *a)
{
    struct reason reason;
    const struct wrong_case w = { usually, of, c, found };
    find_reason(&w, which, behind, &reason);
    take_over(a, &found->audit, c, &reason);
}
