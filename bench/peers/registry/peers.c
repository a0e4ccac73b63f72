/* The peers there are, and which of them can compute what. */
#include "peers.h"

#include "description.h"
#include "output.h"

#include <string.h>

#define PEERS(name) extern const struct tri_peer name##_peers_float[], name##_peers_double[];
#include "peers.def"
#undef PEERS

static const struct tri_peers files[] = {
#define PEERS(name)                                                                     \
    {                                                                                   \
        .of = { [TRI_FLOAT] = name##_peers_float, [TRI_DOUBLE] = name##_peers_double }, \
        .file = #name ".c",                                                             \
    },
#include "peers.def"
#undef PEERS
};

static struct {
    const struct tri_peers *list;
    size_t n;
    const char *not_built;
} used = { files, sizeof files / sizeof *files, TRIPTYCH_NO_CUDA_PEERS };

const struct tri_peer *peer_at(size_t i, enum tri_precision precision)
{
    for (size_t k = 0; k < used.n; k++)
        for (const struct tri_peer *p = used.list[k].of[precision]; p->meaning; p++)
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

/* ---- The peers of a program ---- */

/* The settings of a peer must be parameters of the hotspot that it computes; if it is for all hotspots, each takes those
 * that it has. */
static bool knows(const struct tri_peer *p, const char *settings)
{
    const char *name = p->as ? p->as : p->hotspot;
    struct tri_case c;
    if (!name || !settings)
        return true;
    tri_case_init(&c, tri_hotspot_named(name, TRI_DOUBLE));
    return tri_case_set(&c, settings, NULL);
}

/* What is wrong with a peer; NULL: nothing. */
static const char *fault_of_peer(const struct tri_peer *p)
{
    if (!p->contender.peer || !tri_is_name(p->contender.peer))
        return ".contender.peer: it is the name of the peer, of a to z, 0 to 9, _ and -";
    if (index_of(p->contender.peer, path_at, NULL) >= 0)
        return ".contender.peer: a path has this name";
    if ((unsigned)p->contender.path >= TRI_PATHS)
        return ".contender.path: it is none of enum tri_path";
    if (p->hotspot && !tri_hotspot_named(p->hotspot, TRI_DOUBLE))
        return ".hotspot: there is none of this name";
    if (p->as && !tri_hotspot_named(p->as, TRI_DOUBLE))
        return ".as: there is no hotspot of this name";
    if (!knows(p, p->fixed))
        return ".fixed: the hotspot has no such parameter, or not with this value";
    if (!knows(p, p->only))
        return ".only: the hotspot has no such parameter, or not with this value";
    return p->contender.variant ? ".contender.variant: a peer has none" : NULL;
}

static const char *fault_of_pair(const struct tri_peer *f, const struct tri_peer *d)
{
    if (!f->meaning || !d->meaning)
        return ".meaning: there are more of one precision than of the other";
    const char *fault = fault_of_peer(f);
    if (fault || fault_of_peer(d))
        return fault ? fault : fault_of_peer(d);
    return strcmp(f->contender.peer, d->contender.peer) == 0
               ? NULL
               : ".contender.peer: it is the same in both precisions";
}

static bool share_a_hotspot(const struct tri_peer *p, const struct tri_peer *q)
{
    const struct tri_hotspot *h;
    for (size_t i = 0; (h = tri_hotspot_at(i, TRI_FLOAT)); i++)
        if (peer_is_of(p, h) && peer_is_of(q, h))
            return true;
    return false;
}

/* Whether a peer before number i of the file has the same name, and a hotspot in common with it. */
static bool is_named_before(const struct tri_peers *list, size_t file, size_t i)
{
    const struct tri_peer *p = &list[file].of[TRI_FLOAT][i], *q;
    for (size_t k = 0; k <= file; k++)
        for (size_t j = 0; (q = &list[k].of[TRI_FLOAT][j])->meaning && (k < file || j < i); j++)
            if (strcmp(p->contender.peer, q->contender.peer) == 0 && share_a_hotspot(p, q))
                return true;
    return false;
}

/* Checks and counts the peers of files k and later. */
static bool check_peers(const struct tri_peers *list, size_t k, size_t *n, struct tri_error *e)
{
    const struct tri_peers *file = &list[k];
    const struct tri_peer *f = file->of[TRI_FLOAT], *d = file->of[TRI_DOUBLE];
    if (!f || !d)
        return tri_fail(e, TRI_USAGE, "%.120s: it defines no %.*s[], its peers, in %s", file->file,
                        (int)strcspn(file->file, "."), file->file,
                        tri_precision_name(f ? TRI_DOUBLE : TRI_FLOAT));
    for (size_t i = 0; f[i].meaning || d[i].meaning; i++) {
        const char *fault = fault_of_pair(&f[i], &d[i]);
        if (!fault && is_named_before(list, k, i))
            fault = ".contender.peer: two peers of a hotspot have this name";
        if (fault)
            return tri_fail(e, TRI_USAGE, "%.120s: [%zu]%s", file->file, i, fault);
        if (++*n > MAX_PEERS)
            return tri_fail(e, TRI_USAGE, "%.120s: [%zu]: there are more than %d peers", file->file,
                            i, MAX_PEERS);
    }
    return true;
}

bool tri_peers_use(const struct tri_peers *list, size_t n, const char *not_built,
                   struct tri_error *e)
{
    size_t peers = 0;
    for (size_t i = 0; i < n; i++)
        if (!check_peers(list, i, &peers, e))
            return false;
    used.list = list;
    used.n = n;
    used.not_built = not_built;
    return true;
}

/* ---- Names: peers of different hotspots may share one ---- */

/* The first peer of the same name. */
static size_t first_like(const struct tri_peer *p)
{
    size_t i = 0;
    while (strcmp(peer_at(i, TRI_DOUBLE)->contender.peer, p->contender.peer) != 0)
        i++;
    return i;
}

const char *peer_name(size_t i, const void *unused)
{
    for (size_t k = 0; k < peer_count(); k++) {
        const struct tri_peer *p = peer_at(k, TRI_DOUBLE);
        if (first_like(p) == k && i-- == 0)
            return p->contender.peer;
    }
    return NULL;
}

void choose_usual_peers(bool *names)
{
    for (size_t i = 0; peer_name(i, NULL); i++)
        for (size_t k = 0; k < peer_count(); k++) {
            const struct tri_contender *who = &peer_at(k, TRI_DOUBLE)->contender;
            if (strcmp(who->peer, peer_name(i, NULL)) == 0)
                names[i] |= who->path != TRI_ORIGIN;
        }
}

bool peer_is_chosen(const struct tri_peer *p, const struct tri_hotspot *hotspot, const bool *names)
{
    size_t i = 0;
    while (strcmp(peer_name(i, NULL), p->contender.peer) != 0)
        i++;
    return names[i] && peer_is_of(p, hotspot);
}

/* ---- What it computes ---- */

bool peer_is_of(const struct tri_peer *p, const struct tri_hotspot *hotspot)
{
    return !p->hotspot || strcmp(p->hotspot, hotspot->name) == 0 ||
           (p->as && strcmp(p->as, hotspot->name) == 0);
}

/* The hotspot whose case the peer computes. */
static const struct tri_hotspot *computes_as(const struct tri_peer *p, const struct tri_hotspot *h)
{
    return p->as ? tri_hotspot_named(p->as, h->precision) : h;
}

bool peer_has_own_case(const struct tri_peer *p, const struct tri_hotspot *hotspot)
{
    return p->fixed || computes_as(p, hotspot) != hotspot;
}

bool peer_case(const struct tri_peer *p, const struct tri_case *like, struct tri_case *own,
               struct tri_error *e)
{
    const struct tri_hotspot *h = computes_as(p, like->hotspot);
    *own = *like;
    memset(own->operand, 0, sizeof own->operand);
    memset(own->bound, 0, sizeof own->bound);
    own->ran_on = NULL;
    return ((h == like->hotspot || tri_case_like(own, h, like, e)) &&
            (!p->fixed || tri_case_set(own, p->fixed, e))) ||
           name_setting("--set", e);
}

static bool same_value(const struct tri_param *p, union tri_value a, union tri_value b)
{
    return p->kind == TRI_REAL ? a.real == b.real : a.integer == b.integer;
}

/* A case with these settings, and defaults for the rest; .given tells which is which. */
static bool case_with(const struct tri_hotspot *hotspot, const char *settings, struct tri_case *c,
                      struct tri_error *e)
{
    tri_case_init(c, hotspot);
    return !settings || tri_case_set(c, settings, e);
}

static bool fail_value(const struct tri_param *p, union tri_value value, struct tri_error *e)
{
    if (p->kind == TRI_CHOICE)
        return tri_fail(e, TRI_FAILED, "it knows %s=%s only", p->name, p->choices[value.integer]);
    if (p->kind == TRI_TEXT)
        return tri_fail(e, TRI_FAILED, "it knows %s=%s only", p->name, value.text);
    return tri_fail(e, TRI_FAILED, "it knows %s=%.10g only", p->name,
                    p->kind == TRI_REAL ? value.real : (double)value.integer);
}

bool peer_computes(const struct tri_peer *p, const struct tri_case *c, struct tri_error *e)
{
    struct tri_case own, fixed, only;
    if (!peer_case(p, c, &own, e) || !case_with(own.hotspot, p->fixed, &fixed, e) ||
        !case_with(own.hotspot, p->only, &only, e))
        return false;
    for (int i = 0; own.hotspot->params[i].name; i++) {
        const struct tri_param *param = &own.hotspot->params[i];
        bool unknown = param->kind == TRI_CHOICE && !p->any_choice && !fixed.given[i];
        if ((only.given[i] || unknown) && !same_value(param, own.value[i], only.value[i]))
            return fail_value(param, only.value[i], e);
    }
    return true;
}

bool peer_available(const struct tri_peer *p, struct tri_error *e)
{
    const struct tri_contender *who = &p->contender;
    if (!who->run && who->path == TRI_OFFLOAD)
        return tri_fail(e, TRI_FAILED, "not built: %s", used.not_built);
    if (!who->run)
        return tri_fail(e, TRI_FAILED, "there is none in this precision");
    bool can = who->memory_space ? who->memory_space->start(e) : tri_path_available(who->path, e);
    return can && (!p->find || p->find(e));
}
