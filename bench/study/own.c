/* Measures rows of a study's own kind, in the order of bench's plan, by the study's own function. */
#include "study.h"

#include "entries.h"

#include <stdlib.h>

/* Compiler remarks need no machine that can run the path, and a card can be made of images alone. */
static bool needs_path(const struct study *s)
{
    return s->kind != TRI_ROW_REMARKS && s->kind != TRI_ROW_CARD;
}

/* Whether the path can be measured here; else the results say why not. */
static bool can_measure(const struct study *s, const struct turn *t, json_t *results)
{
    const struct tri_hotspot *h = t->setup->c.hotspot;
    struct tri_effort effort = turn_effort(t);
    struct tri_error why;
    bool there = !needs_path(s) || tri_available(&t->who, h, &why);
    bool can = there && can_serve(&t->who, h, &effort, &t->batch->request, &why);
    if (!can)
        json_object_set_new(results, "absent",
                            json_sprintf("%s%s", there ? "" : "not run: ", why.text));
    return can;
}

/* NULL: none.  Study break-even offloads, whatever path it compares that with. */
static const char *device_of(const struct study *s, const struct tri_case *c,
                             const struct tri_contender *who)
{
    struct tri_contender on = *who;
    if (s->kind == TRI_ROW_BREAK_EVEN)
        on = tri_path_contender(c->hotspot, c->variant, TRI_OFFLOAD);
    return on.memory_space && tri_available(&on, c->hotspot, NULL) ? on.memory_space->device()
                                                                   : NULL;
}

static bool measure(const struct study *s, const struct turn *t, const struct tri_case *c,
                    const struct tri_measurement *m, json_t *results, struct tri_error *e)
{
    progress_begin(c, contender_of(&t->who));
    bool good = s->measure(t->batch, c, m, results, e);
    progress_end();
    return good;
}

/* Adds the row, unless it is absent and an earlier run has it with the same reason. */
static bool add(const struct study *s, const struct batch *b, const struct tri_case *c,
                const struct tri_measurement *m, const char *identity, json_t *results,
                struct tri_error *e)
{
    const char *absent = json_string_value(json_object_get(results, "absent"));
    return (absent && resume_has(&b->resume, identity, absent, 0)) ||
           tri_row_append_results(b->store, s->kind, c, m, json_incref(results), e) ||
           name_option(rows_option(b), e);
}

/* Measures the case, unless the rows that the run resumes from have it; *now: it was measured. */
static bool take_case(const struct study *s, const struct turn *t, json_t *results, bool *now,
                      struct tri_error *e)
{
    const struct batch *b = t->batch;
    struct tri_case c = t->setup->c;
    struct tri_effort effort = turn_effort(t);
    struct tri_measurement m;
    if (!tri_case_choose(&c, t->who.variant, e))
        return false;
    bool can = can_measure(s, t, results);
    tri_plan(&t->who, &effort, &m);
    bool runs = can && (needs_path(s) || tri_available(&t->who, c.hotspot, NULL));
    m.device = runs ? device_of(s, &c, &t->who) : NULL;
    char *identity = tri_row_identity(s->kind, &c, &m);
    bool good = identity || tri_fail(e, TRI_FAILED, "out of memory");
    *now = can && good && !resume_has(&b->resume, identity, NULL, b->reps);
    if (*now)
        good = measure(s, t, &c, &m, results, e);
    if (good && (*now || !can))
        good = add(s, b, &c, &m, identity, results, e);
    free(identity);
    return good;
}

/* If no variant of the hotspot has the path, there is no row. */
static bool take(const struct turn *t, void *study, struct tri_error *e)
{
    bool asked =
             tri_has_path(t->setup->c.hotspot, t->who.path) || !tri_path_has_variants(t->who.path),
         now = false;
    json_t *results = json_object();
    double start = tri_now();
    bool good = !asked || take_case(study, t, results, &now, e);
    json_decref(results);
    progress_done(&t->setup->c, contender_of(&t->who), turn_threads(t),
                  now ? tri_now() - start : 0);
    return good;
}

bool study_measure(const struct study *s, struct batch *b, struct tri_error *e)
{
    return s->measure ? each_turn_of_plan(b, take, (void *)s, e) : batch_measure(b, e);
}
