/*
 * The peers that there are, and which of them can compute what.
 *
 * The directory bench/peers is the registry: the build lists its C files, and name.c defines
 * name_peers_float and name_peers_double, arrays that end at .meaning == NULL.  A program may have put
 * others in their place.
 */
#ifndef TRI_PEERS_H
#define TRI_PEERS_H

#include "build_info.h"
#include "peer.h"

enum { MAX_PEERS = 64 };

size_t peer_count(void);
const struct tri_peer *peer_at(size_t i, enum tri_precision);

/* The names there are, each once, NULL after the last; as lists of names are looked at.  Peers of
 * different hotspots may share one. */
const char *peer_name(size_t i, const void *unused);

/* Chooses all but those that compute as slowly as an origin: like that, they are to be named. */
void choose_usual_peers(bool *names);

/* Whether it is of the hotspot, and `names`, in the order of peer_name(), has its name. */
bool peer_is_chosen(const struct tri_peer *, const struct tri_hotspot *, const bool *names);

bool peer_is_of(const struct tri_peer *, const struct tri_hotspot *);

/* Whether it computes something else than a case of the hotspot says. */
bool peer_has_own_case(const struct tri_peer *, const struct tri_hotspot *);

/* The peer's own case, not yet allocated: `like`, but for its hotspot and what is fixed. */
bool peer_case(const struct tri_peer *, const struct tri_case *like, struct tri_case *own,
               struct tri_error *e);

/* Whether it was built and can run here, and whether it computes this case or what it has fixed of
 * it; if not, *e says why. */
bool peer_available(const struct tri_peer *, struct tri_error *e);
bool peer_computes(const struct tri_peer *, const struct tri_case *, struct tri_error *e);

#endif
