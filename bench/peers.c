/* The peers there are, and which of them can compute what. */
#include "peers.h"

#include <assert.h>
#include <string.h>

#define PEERS(name) extern const struct peer name##_peers_float[], name##_peers_double[];
#include "peers.def"
#undef PEERS

static const struct peer *const lists[][TRI_PRECISIONS] = {
#define PEERS(name) { [TRI_FLOAT] = name##_peers_float, [TRI_DOUBLE] = name##_peers_double },
#include "peers.def"
#undef PEERS
};

const struct peer *peer_at(size_t i, enum tri_precision precision)
{
    for (size_t k = 0; k < sizeof lists / sizeof *lists; k++)
        for (const struct peer *p = lists[k][precision]; p->meaning; p++)
            if (i-- == 0)
                return p;
    return NULL;
}

size_t peer_count(void)
{
    size_t n = 0;
    while (peer_at(n, TRI_DOUBLE))
        n++;
    return n;
}

const char *peer_name(size_t i, const void *unused)
{
    (void)unused;
    const struct peer *p = peer_at(i, TRI_DOUBLE);
    return p ? p->contender.peer : NULL;
}

/* ---- What it computes ---- */

bool peer_is_of(const struct peer *p, const struct tri_hotspot *hotspot)
{
    return !p->hotspot || strcmp(p->hotspot, hotspot->name) == 0;
}

bool peer_case(const struct peer *p, const struct tri_case *like, struct tri_case *own,
               struct tri_error *e)
{
    *own = *like;
    memset(own->operand, 0, sizeof own->operand);
    own->ran_on = NULL;
    return !p->fixed || tri_case_set(own, p->fixed, e);
}

static bool same_value(const struct tri_param *p, union tri_value a, union tri_value b)
{
    return p->kind == TRI_REAL ? a.real == b.real : a.integer == b.integer;
}

/* Whether a list of assignments has one to this parameter. */
static bool assigns(const char *assignments, const char *param)
{
    size_t length = strlen(param);
    for (const char *at = assignments; at; at = strchr(at, ','), at = at ? at + 1 : NULL)
        if (strncmp(at, param, length) == 0 && at[length] == '=')
            return true;
    return false;
}

static bool computes_only(const struct peer *p, const struct tri_case *c, struct tri_error *e)
{
    struct tri_case wanted = *c;
    if (p->only && !tri_case_set(&wanted, p->only, e))
        return false;
    for (int i = 0; p->only && c->hotspot->params[i].name; i++) {
        const struct tri_param *param = &c->hotspot->params[i];
        if (assigns(p->only, param->name) && !same_value(param, c->value[i], wanted.value[i]))
            return tri_fail(e, TRI_FAILED, "it computes %s only", p->only);
    }
    return true;
}

bool peer_computes(const struct peer *p, const struct tri_case *c, struct tri_error *e)
{
    for (int i = 0; !p->any_choice && c->hotspot->params[i].name; i++) {
        const struct tri_param *param = &c->hotspot->params[i];
        int64_t usual = (int64_t)param->initial;
        if (param->kind == TRI_CHOICE && !assigns(p->fixed, param->name) &&
            c->value[i].integer != usual)
            return tri_fail(e, TRI_FAILED, "it computes %s=%s only", param->name,
                            param->choices[usual]);
    }
    return computes_only(p, c, e);
}

bool peer_available(const struct peer *p, struct tri_error *e)
{
    const struct tri_contender *who = &p->contender;
    if (!who->run && who->path == TRI_OFFLOAD)
        return tri_fail(e, TRI_FAILED, "not built: %s", TRIPTYCH_NO_CUDA_PEERS);
    return who->home ? who->home->start(e) : tri_path_available(who->path, e);
}

union tri_value peer_value(const struct tri_case *c, const char *param)
{
    int i = 0;
    while (c->hotspot->params[i].name && strcmp(c->hotspot->params[i].name, param) != 0)
        i++;
    assert(c->hotspot->params[i].name);
    return c->value[i];
}
