/* Who is measured of a plan. */
#include "entries.h"

#include "output.h"

/* Of what has its data elsewhere, each kind of host memory that is asked for. */
static bool each_host_memory(struct turn *t, take_turn *take, void *data, struct tri_error *e)
{
    if (!t->who.memory_space)
        return take(t, data, e);
    for (int k = 0; k < TRI_HOST_MEMORIES; k++) {
        t->who.host_memory = (enum tri_host_memory)k;
        if (sweeps_host_memory(&t->batch->sweep, t->who.host_memory) && !take(t, data, e))
            return false;
    }
    return true;
}

static bool each_variant(struct turn *t, enum tri_path path, take_turn *take, void *data,
                         struct tri_error *e)
{
    const struct tri_hotspot *h = t->setup->c.hotspot;
    const struct request *r = &t->batch->request;
    const struct tri_variant *v;
    if (!r->path[path])
        return true;
    t->who = tri_path_contender(h, &h->plain, path);
    if (!tri_has_path(h, path))
        return request_has_path(r, h->name, path) || take(t, data, e);
    for (size_t i = 0; (v = request_next_variant(r, h, path, &i));) {
        t->who = tri_path_contender(h, v, path);
        if (!each_host_memory(t, take, data, e))
            return false;
    }
    return true;
}

static bool takes_peer(const struct turn *t, size_t i)
{
    const struct request *r = &t->batch->request;
    bool elsewhere = false;
    for (int p = 0; p < TRI_PRECISIONS; p++)
        elsewhere |= r->precision[p] && peer_at(i, (enum tri_precision)p)->contender.run;
    return peer_is_chosen(t->peer, t->setup->c.hotspot, t->batch->peer) &&
           (t->peer->contender.run || !elsewhere);
}

bool each_turn(const struct batch *b, const struct setup *setup, take_turn *take, void *data,
               struct tri_error *e)
{
    struct turn t = { .batch = b, .setup = setup };
    if (!each_variant(&t, TRI_REFERENCE, take, data, e))
        return false;
    for (enum tri_path path = 0; path < TRI_PATHS; path++)
        if (path != TRI_REFERENCE && !each_variant(&t, path, take, data, e))
            return false;
    for (size_t i = 0; (t.peer = peer_at(i, setup->c.hotspot->precision)); i++) {
        t.who = t.peer->contender;
        if (takes_peer(&t, i) && !each_host_memory(&t, take, data, e))
            return false;
    }
    return true;
}

bool each_turn_of_plan(const struct batch *b, take_turn *take, void *data, struct tri_error *e)
{
    for (size_t i = 0; i < b->plan.n; i++)
        for (size_t k = 0; k < b->plan.table[i].n; k++)
            if (!each_turn(b, &b->plan.table[i].setup[k], take, data, e))
                return false;
    return true;
}

struct tri_effort turn_effort(const struct turn *t)
{
    return effort_of(t->setup, &t->batch->request, &t->who);
}

int turn_threads(const struct turn *t)
{
    return t->who.threads ? t->who.threads : turn_effort(t).launch.threads;
}

const char *contender_of(const struct tri_contender *who)
{
    static struct text name;
    const char *variant = NULL;
    if (!who->peer && tri_path_has_variants(who->path))
        variant = who->variant->name;
    name = in_host_memory(contender_name(who->peer, who->path, variant), who->host_memory);
    return name.s;
}
