/* The plan of a run: from a request to setups. */
#include "hotspot.h"
#include "batch.h"

#include "lists.h"
#include "output.h"

#include <stdlib.h>
#include <string.h>

/* ---- The cases that --set and --input ask for ---- */

static bool plan_bases(struct plan *plan, const struct request *r, struct tri_error *e)
{
    plan->table = calloc(r->hotspots * TRI_PRECISIONS, sizeof *plan->table);
    if (!plan->table)
        return tri_fail(e, TRI_FAILED, "out of memory");
    for (size_t i = 0; i < r->hotspots; i++)
        for (enum tri_precision p = 0; p < TRI_PRECISIONS; p++) {
            struct plan_table *t = &plan->table[plan->n];
            if (!r->precision[p])
                continue;
            if (!request_case(r, r->hotspot[i], p, &t->base, e))
                return false;
            t->hotspot = t->base.hotspot;
            plan->n++;
        }
    return true;
}

/* A parameter must not be both set by the user and swept. */
static bool check_settings(const struct sweep *s, const struct request *r, struct tri_error *e)
{
    for (size_t i = 0; i < r->sets && !s->wins; i++) {
        const char *one = r->set[i];
        for (; *one; one = next_item(one)) {
            int name = (int)strcspn(one, "=,");
            if (sweeps_over(s, one))
                return tri_fail(e, TRI_USAGE,
                                "--set %.*s: --sweep %.*s=... decides that, leave one of them out",
                                name, one, name, one);
        }
    }
    return true;
}

/* ---- Their setups ---- */

/* The parameters that have one value in all setups; the values are written as for --set. */
static char *common_settings(const struct plan_table *t)
{
    char *text = NULL, all[TRI_MAX_PARAMS * (TRI_MAX_TEXT + 60)], *rest = all;
    size_t size;
    FILE *out = open_memstream(&text, &size);
    tri_case_describe(&t->setup[0].c, all, sizeof all);
    for (int i = 0; out && t->hotspot->params[i].name; i++) {
        const char *setting = strsep(&rest, ",");
        bool same = setting;
        for (size_t k = 1; same && k < t->n; k++)
            same = same_param(&t->setup[0].c, &t->setup[k].c, i);
        if (same)
            fprintf(out, "%s%s", ftell(out) > 0 ? "," : "", setting);
    }
    return out && fclose(out) == 0 ? text : NULL;
}

/* Replaces "devices" by "devices,height". */
static bool extend(char **list, const char *more)
{
    size_t size = strlen(*list) + strlen(more) + 2;
    char *longer = malloc(size);
    if (!longer)
        return false;
    snprintf(longer, size, "%s,%s", *list, more);
    free(*list);
    *list = longer;
    return true;
}

/* Adds what grows with devices to the swept names, and its value to those of setup k. */
static bool tell_growth(struct plan_table *t, const struct sweep *s, size_t k)
{
    const struct tri_param *p = s->weak ? grown_param(t->hotspot) : NULL;
    char value[24], name[64];
    if (!p)
        return true;
    snprintf(value, sizeof value, "%lld",
             (long long)t->setup[k].c.value[p - t->hotspot->params].integer);
    if (!extend(&t->values[k], value))
        return false;
    snprintf(name, sizeof name, "%s%.40s", sweeps_over(s, p->name) ? "grown-" : "", p->name);
    return k > 0 || extend(&t->swept, name);
}

static bool plan_setups(struct plan_table *t, const struct sweep *s, struct tri_error *e)
{
    t->n = sweep_count(s, t->hotspot);
    if (t->n > MAX_COMBINATIONS)
        return tri_fail(e, TRI_USAGE, "--sweep: %zu combinations; has to be %d at most", t->n,
                        MAX_COMBINATIONS);
    t->setup = calloc(t->n, sizeof *t->setup);
    t->values = calloc(t->n, sizeof *t->values);
    t->swept = sweep_names(s, t->hotspot);
    bool good = t->setup && t->values && t->swept;
    for (size_t k = 0; good && k < t->n; k++) {
        if (!sweep_setup(s, &t->base, k, &t->setup[k], e))
            return false;
        good = (t->values[k] = sweep_values(s, t->hotspot, k)) && tell_growth(t, s, k);
    }
    good = good && (t->common = common_settings(t));
    return good || tri_fail(e, TRI_FAILED, "out of memory");
}

bool plan_make(struct plan *plan, const struct sweep *s, struct request *r, struct tri_error *e)
{
    *plan = (struct plan){ 0 };
    sweep_tell(s, r);
    if (!plan_bases(plan, r, e) || !sweep_check(s, r, e))
        return false;
    for (size_t i = 0; i < plan->n; i++)
        if (!plan_setups(&plan->table[i], s, e))
            return false;
    return check_settings(s, r, e);
}

void plan_free(struct plan *plan)
{
    for (size_t i = 0; i < plan->n; i++) {
        struct plan_table *t = &plan->table[i];
        for (size_t k = 0; t->values && k < t->n; k++)
            free(t->values[k]);
        free(t->values);
        free(t->setup);
        free(t->swept);
        free(t->common);
    }
    free(plan->table);
    *plan = (struct plan){ 0 };
}

/* ---- Memory ---- */

/* Whether there is memory for a case, its reference, what a device has of it that is this CPU, or the arrays of a ceiling have, and
 * the case once more if it is pinned.  The peer with a case of its own is not counted: it needs two more. */
static bool setup_fits(const struct sweep *s, const struct setup *setup, struct tri_error *e)
{
    if (tri_case_fits(&setup->c, 3 + sweeps_host_memory(s, TRI_PINNED), e))
        return true;
    return name_setting(sweeps_over(s, e->text) ? "--sweep" : "--set", e);
}

bool plan_fits(const struct plan *plan, const struct sweep *s, struct tri_error *e)
{
    for (size_t i = 0; i < plan->n; i++)
        for (size_t k = 0; k < plan->table[i].n; k++)
            if (!setup_fits(s, &plan->table[i].setup[k], e))
                return false;
    return true;
}
