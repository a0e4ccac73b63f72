/* What can be known to be wrong with a run before anything is measured. */
#include "bench.h"

#include "lists.h"

#include <string.h>

/* A parameter that is set and swept has two values. */
static bool check_settings(const struct bench *b, struct tri_error *e)
{
    for (size_t i = 0; i < b->request.sets; i++) {
        const char *one = b->request.set[i];
        for (; *one; one = next_item(one)) {
            int name = (int)strcspn(one, "=,");
            if (sweeps_over(&b->sweep, one))
                return tri_fail(e, TRI_USAGE,
                                "--set %.*s: --sweep %.*s=... decides that, leave one of them out",
                                name, one, name, one);
        }
    }
    return true;
}

bool bench_check(struct bench *b, struct tri_error *e)
{
    for (size_t i = 0; i < b->request.hotspots; i++) {
        struct tri_case c;
        if (!request_case(&b->request, b->request.hotspot[i], TRI_DOUBLE, &c, e))
            return false;
    }
    return sweep_check(&b->sweep, &b->request, e) && check_settings(b, e);
}

/* A peer concerns some of the hotspots that are asked for, as a setting does. */
static bool concerns_any(const struct bench *b, const char *name)
{
    for (size_t i = 0; i < peer_count(); i++)
        for (size_t k = 0; k < b->request.hotspots; k++) {
            const struct peer *p = peer_at(i, TRI_DOUBLE);
            if (strcmp(p->contender.peer, name) == 0 &&
                peer_is_of(p, tri_hotspot_named(b->request.hotspot[k], TRI_DOUBLE)))
                return true;
        }
    return false;
}

bool bench_has_named(const struct bench *b, struct tri_error *e)
{
    for (size_t i = 0; b->peers_given && peer_name(i, NULL); i++)
        if (b->peer[i] && !concerns_any(b, peer_name(i, NULL)))
            return tri_fail(e, TRI_USAGE, "--peers=%s: is no peer of %s", peer_name(i, NULL),
                            b->request.hotspots == 1 ? b->request.hotspot[0]
                                                     : "any of these hotspots");
    return request_paths(&b->request, e);
}

static bool setup_fits(const struct sweep *s, const struct setup *setup, struct tri_error *e)
{
    static const char set[] = "--set ";
    if (tri_case_fits(&setup->c, 2, e))
        return true;
    struct tri_error plain = *e;
    const char *settings = plain.text + strlen(set);
    return sweeps_over(s, settings) && tri_fail(e, plain.status, "--sweep %s", settings);
}

/* The peer of a case of its own is left out: two more, if there is one. */
static bool hotspot_fits(const struct bench *b, const struct tri_hotspot *h, struct tri_error *e)
{
    struct setup setup;
    for (size_t k = 0; k < sweep_count(&b->sweep, h); k++)
        if (!sweep_setup(&b->sweep, &b->request, h, k, &setup, e) ||
            !setup_fits(&b->sweep, &setup, e))
            return false;
    return true;
}

bool bench_fits(const struct bench *b, struct tri_error *e)
{
    for (size_t i = 0; i < b->request.hotspots; i++)
        for (int p = 0; p < TRI_PRECISIONS; p++)
            if (b->request.precision[p] &&
                !hotspot_fits(b, tri_hotspot_named(b->request.hotspot[i], (enum tri_precision)p),
                              e))
                return false;
    return true;
}
