/* Rows of a study's own kind, measured one by one through a sweep. */
#include "study.h"

#include "interrupt.h"
#include "progress.h"
#include "serve.h"

#include <omp.h>
#include <stdlib.h>

/* One of them. */
struct task {
    const struct study *study;
    struct bench *bench;
    struct setup setup;
    enum tri_path path;
};

/* Appends the row, which takes the results. */
static bool append(const struct task *t, const struct tri_measurement *m, json_t *results,
                   struct tri_error *e)
{
    interrupt_hold(true);
    bool good = tri_row_append_results(t->bench->store, t->study->kind, &t->setup.c, m, results, e);
    interrupt_hold(false);
    return good || name_option(rows_option(t->bench), e);
}

/* Whether an earlier run has it, or has said the same of why it cannot be had. */
static bool is_done(const struct task *t, const char *identity, const json_t *results)
{
    const char *absent = json_string_value(json_object_get(results, "absent"));
    return absent ? resume_marked(&t->bench->resume, identity, absent)
                  : resume_has(&t->bench->resume, identity, t->bench->reps);
}

static bool measure(const struct task *t, const struct tri_measurement *m, json_t *results,
                    struct tri_error *e)
{
    omp_set_num_threads(m->threads);
    tri_launch(m->launch);
    progress_begin(&t->setup.c, tri_path_name(t->path));
    bool good = t->study->measure(t->bench, &t->setup.c, t->path, results, e);
    progress_end();
    return good;
}

/* Whether path and machine can do it; else the results say why not.  What a path's compiler says of it
 * needs no machine that can run it. */
static bool can_measure(const struct task *t, const struct tri_contender *who,
                        const struct tri_effort *effort, json_t *results)
{
    const struct tri_hotspot *h = t->setup.c.hotspot;
    struct tri_error why;
    const char *not_run = "not run: ";
    bool can = t->study->kind == TRI_ROW_REMARKS || tri_available(who, h, &why);
    if (can) {
        not_run = "";
        can = can_serve(who, h, effort, &t->bench->request, &why);
    }
    if (!can)
        json_object_set_new(results, "absent", json_sprintf("%s%s", not_run, why.text));
    return can;
}

/* The results of what is neither done nor absent: now. */
static bool complete(const struct task *t, const struct tri_contender *who,
                     const struct tri_effort *effort, json_t *results, struct tri_error *e)
{
    struct tri_measurement m;
    bool can = can_measure(t, who, effort, results), measured = false;
    tri_plan(who, effort, &m);
    m.device = can && who->home ? who->home->device() : NULL;
    char *identity = tri_row_identity(t->study->kind, &t->setup.c, &m);
    bool good = identity || tri_fail(e, TRI_FAILED, "out of memory");
    if (good && can && !is_done(t, identity, results)) {
        measured = true;
        good = measure(t, &m, results, e);
    }
    if (good && !is_done(t, identity, results))
        good = append(t, &m, json_incref(results), e);
    free(identity);
    progress_done(&t->setup.c, t->study->name, m.threads, measured);
    return good;
}

static bool take(const struct task *t, struct tri_error *e)
{
    struct tri_contender who = tri_path_contender(t->setup.c.hotspot, t->setup.c.variant, t->path);
    struct tri_effort effort = effort_of(&t->setup, &t->bench->request, &who);
    json_t *results = json_object();
    bool good = complete(t, &who, &effort, results, e);
    json_decref(results);
    return good;
}

/* Both precisions at once are asked for once. */
static bool is_asked(const struct study *s, const struct bench *b, enum tri_precision precision)
{
    return s->kind == TRI_ROW_DIFFERENCE ? precision == TRI_DOUBLE
                                         : b->request.precision[precision];
}

/* The variants of a path that are asked for; reference and origin have one. */
static bool each_variant(struct task *t, bool (*take_it)(const struct task *, struct tri_error *),
                         struct tri_error *e)
{
    const struct tri_variant *v;
    for (size_t i = 0;
         (v = request_next_variant(&t->bench->request, t->setup.c.hotspot, t->path, &i));)
        if (!tri_case_choose(&t->setup.c, v, e) || !take_it(t, e))
            return false;
    return true;
}

static bool each_path(struct task *t, bool (*take_it)(const struct task *, struct tri_error *),
                      struct tri_error *e)
{
    for (int p = 0; p < TRI_PATHS; p++) {
        t->path = (enum tri_path)p;
        if (t->bench->request.path[p] && !each_variant(t, take_it, e))
            return false;
    }
    return true;
}

static bool each(struct task *t, bool (*take_it)(const struct task *, struct tri_error *),
                 struct tri_error *e)
{
    const struct plan *plan = &t->bench->plan;
    for (size_t i = 0; i < plan->n; i++) {
        const struct plan_table *table = &plan->table[i];
        bool asked = is_asked(t->study, t->bench, table->hotspot->precision);
        for (size_t k = 0; asked && k < table->n; k++) {
            t->setup = table->setup[k];
            if (!each_path(t, take_it, e))
                return false;
        }
    }
    return true;
}

static bool announce(const struct task *t, struct tri_error *e)
{
    struct tri_contender who = tri_path_contender(t->setup.c.hotspot, t->setup.c.variant, t->path);
    struct tri_effort effort = effort_of(&t->setup, &t->bench->request, &who);
    (void)e;
    progress_plan(&t->setup.c, t->study->name, who.threads ? who.threads : effort.threads);
    return true;
}

void study_announce(const struct study *s, struct bench *b)
{
    struct task t = { .study = s, .bench = b };
    struct tri_error unused;
    each(&t, announce, &unused);
}

bool study_measure(const struct study *s, struct bench *b, struct tri_error *e)
{
    struct task t = { .study = s, .bench = b };
    return each(&t, take, e);
}
