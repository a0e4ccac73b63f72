/*
 * All peers, and what they can compute.
 *
 * The directory bench/peers is the registry: the build lists its C files, and name.c defines
 * name_peers_float and name_peers_double, arrays that end at .meaning == NULL.  A program may have put
 * others in their place.
 */
#pragma once

#include "build_info.h"
#include "peer.h"

enum { MAX_PEERS = 64 };

size_t peer_count(void);
const struct tri_peer *peer_at(size_t i, enum tri_precision);

/* The names of peers, each once, NULL after the last, in the form of a list of names.  Peers of
 * different hotspots may share a name. */
const char *peer_name(size_t i, const void *unused);

/* Chooses all but those that are as slow as an origin; like an origin, these have to be named. */
void choose_usual_peers(bool *names);

/* Whether it is of the hotspot, and `names`, in the order of peer_name(), has its name. */
bool peer_is_chosen(const struct tri_peer *, const struct tri_hotspot *, const bool *names);

bool peer_is_of(const struct tri_peer *, const struct tri_hotspot *);

/* Whether it computes something different from a case of the hotspot. */
bool peer_has_own_case(const struct tri_peer *, const struct tri_hotspot *);

/* The peer's case, not yet allocated: as `like`, except for its hotspot and its fixed parameters. */
bool peer_case(const struct tri_peer *, const struct tri_case *like, struct tri_case *own,
               struct tri_error *e);

/* Whether it was built and can run here, and can compute this case; if not, *e says why. */
bool peer_available(const struct tri_peer *, struct tri_error *e);
bool peer_computes(const struct tri_peer *, const struct tri_case *, struct tri_error *e);
