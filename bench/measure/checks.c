/* What can be known to be wrong with a run before anything is measured. */
#include "batch.h"

#include <string.h>

/* A peer must be for one of the hotspots that are asked for, as a setting must be for one. */
static bool concerns_any(const struct batch *b, const char *name)
{
    for (size_t i = 0; i < peer_count(); i++)
        for (size_t k = 0; k < b->request.hotspots; k++) {
            const struct tri_peer *p = peer_at(i, TRI_DOUBLE);
            if (strcmp(p->contender.peer, name) == 0 &&
                peer_is_of(p, tri_hotspot_named(b->request.hotspot[k], TRI_DOUBLE)))
                return true;
        }
    return false;
}

bool batch_has_named(const struct batch *b, struct tri_error *e)
{
    for (size_t i = 0; b->peers_given && peer_name(i, NULL); i++)
        if (b->peer[i] && !concerns_any(b, peer_name(i, NULL)))
            return tri_fail(e, TRI_USAGE, "--peers=%s: is no peer of %s", peer_name(i, NULL),
                            b->request.hotspots == 1 ? b->request.hotspot[0]
                                                     : "any of these hotspots");
    return request_paths(&b->request, e);
}
