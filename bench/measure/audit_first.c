/* A path is audited before it is measured. */
#include "entries.h"

#include "audits.h"
#include "case.h"
#include "lost.h"
#include "output.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* What several devices or ranks compute together, what comes from a file, and peers are compared with the reference only, after
 * the first run and after those that were timed. */
static bool is_audited(const struct batch *b, const struct tri_case *c,
                       const struct tri_contender *who, const struct tri_launch *l)
{
    return b->audit != TRI_AUDIT_OFF && !who->peer && tri_path_has_variants(who->path) &&
           !l->devices && !l->ranks && !c->input;
}

static void note_why(struct tri_audit *a, const char *why)
{
    *a = (struct tri_audit){ .n = 1, .first.operand = -1 };
    a->finding[0] = (struct tri_finding){ .kind = TRI_NOT_AUDITED, .is_note = true, .operand = -1 };
    snprintf(a->finding[0].text, sizeof a->finding[0].text, "not audited: %.250s", why);
}

/* Measured over vecadd: 3.1 of a path of the CPU, 5.0 where a device is this CPU (docs/trust.md, Limits). */
enum { COPIES = 5, KEPT = 2 };

/* The process that audits keeps a case, and what the reference makes of it, as long as it is the same. */
static bool has_memory(const struct tri_case *c, struct tri_error *why)
{
    static struct tri_sent before;
    struct tri_case plain = *c;
    plain.variant = &c->hotspot->plain;
    struct tri_sent now = tri_case_send(&plain);
    bool same = memcmp(&now, &before, sizeof now) == 0;
    if (!tri_case_fits(c, same ? COPIES - KEPT : COPIES, why))
        return false;
    before = now;
    return true;
}

/* What several devices launch, and what comes from a file, is not looked at. */
static bool can_have_cards(const struct tri_case *c, const struct tri_launch *l,
                           struct tri_error *why)
{
    if (l->devices || l->ranks || c->input)
        return tri_fail(why, TRI_FAILED, "not known of several devices, of ranks and of --input");
    return has_memory(c, why);
}

/* Room for them, if the path has kernels. */
static bool make_cards(const struct tri_contender *who, struct result *r)
{
    if (who->path != TRI_OFFLOAD)
        return false;
    r->cards = calloc(1, sizeof *r->cards);
    if (!r->cards)
        note_lost();
    return r->cards;
}

/* Without an audit it is run for its cards alone, if anything shows them. */
static void take_cards(const struct batch *b, const struct tri_case *c,
                       const struct tri_contender *who, const struct tri_launch *l,
                       struct result *r)
{
    struct tri_error why;
    bool shown = b->store || b->shown || b->verbose;
    if (who->peer || !shown || !make_cards(who, r))
        return;
    if (!can_have_cards(c, l, &why) || !audit_cards(c, who->variant, who->path, l, r->cards, &why))
        snprintf(r->cards->why, sizeof r->cards->why, "%.190s", why.text);
}

static void take_over(const struct tri_case *c, const struct tri_contender *who,
                      const struct audited *found, struct result *r)
{
    r->audit = found->audit;
    if (make_cards(who, r))
        cards_of_run(c, who->variant, who->path, &found->launches, r->cards);
}

void audit_first(const struct batch *b, const struct tri_case *c, const struct tri_contender *who,
                 const struct tri_effort *effort, struct result *r)
{
    const struct audit_of of = { .variant = who->variant,
                                 .path = who->path,
                                 .precision = c->hotspot->precision,
                                 .level = b->audit,
                                 .launch = effort->launch };
    struct audited found;
    struct tri_error why;
    if (!is_audited(b, c, who, &effort->launch)) {
        take_cards(b, c, who, &effort->launch, r);
        return;
    }
    progress_part("audit", 0, 1);
    bool good = has_memory(c, &why) && audit_there(c, &of, &found, &why);
    if (good && found.ran)
        take_over(c, who, &found, r);
    else
        note_why(&r->audit, good ? found.why : why.text);
}

static const struct tri_finding *found(const struct result *r, enum tri_finding_kind kind)
{
    for (size_t i = 0; i < r->audit.n; i++)
        if (r->audit.finding[i].kind == kind)
            return &r->audit.finding[i];
    return NULL;
}

bool audit_wants_by_itself(const struct result *r)
{
    return found(r, TRI_HOST_STORES);
}

const char *audit_needs_no_run(const struct result *r)
{
    const struct tri_finding *nothing = found(r, TRI_NOTHING_TO_DO);
    return nothing ? nothing->text : NULL;
}

const char *audit_forbids(const struct result *r)
{
    const struct tri_finding *end = found(r, TRI_DIED);
    return end ? end->text : NULL;
}

json_t *audit_of_row(const struct batch *b, const struct tri_case *c, const struct result *r)
{
    enum tri_audit_level level = r->audit.runs > 0 || audit_forbids(r) ? b->audit : TRI_AUDIT_OFF;
    json_t *row = audit_json(c, level, &r->audit);
    cards_add(row, r->cards);
    return row;
}

json_t *audit_of_before(const struct tri_case *c, const struct result *r)
{
    static const struct tri_audit none = { .first.operand = -1 };
    json_t *row = audit_json(c, TRI_AUDIT_OFF, &none), *known, *before;
    const char *key;
    void *next;
    cards_add(row, NULL);
    json_object_foreach_safe(row, next, key, known)
    {
        before = json_object_get(r->row, key);
        if (before)
            json_object_set(row, key, before);
        else
            json_object_del(row, key); /* an older program's row has it not */
    }
    return row;
}
