/*
 * Peers: what somebody would use instead of a path, measured beside it by the same means.
 *
 * The directory bench/peers is the registry: the build lists its C files, and each defines
 * name_peers_float and name_peers_double, arrays that end at .meaning == NULL.  Kernels in CUDA are
 * in .cu files beside it, which are compiled where there is an nvcc.
 */
#ifndef TRI_PEERS_H
#define TRI_PEERS_H

#include "build_info.h"
#include "measure.h"

enum { MAX_PEERS = 64 };

struct peer {
    struct tri_contender contender; /* .peer: its name; .run == NULL: it was not built */
    const char *meaning;
    const char *hotspot; /* of which it is a peer; NULL: of every one */
    /* The hotspot whose case it computes, with the values of the parameters that both have: it is a peer
     * of that one too.  NULL: the case's own. */
    const char *as;
    /* Lists "name=value,…", or NULL.  It always computes with .fixed, and with nothing else than
     * .only; of a choice in neither it knows just the default, unless .any_choice. */
    const char *fixed, *only;
    bool any_choice;
    /* Looks for the library that it takes, the first time that it is asked for; NULL: it takes none. */
    bool (*find)(struct tri_error *);
};

size_t peer_count(void);
const struct peer *peer_at(size_t i, enum tri_precision);

/* The names there are, each once, NULL after the last; as lists of names are looked at.  Peers of
 * different hotspots may share one. */
const char *peer_name(size_t i, const void *unused);

/* Chooses all but those that compute as slowly as an origin: like that, they are to be named. */
void choose_usual_peers(bool *names);

/* Whether it is of the hotspot, and `names`, in the order of peer_name(), has its name. */
bool peer_is_chosen(const struct peer *, const struct tri_hotspot *, const bool *names);

bool peer_is_of(const struct peer *, const struct tri_hotspot *);

/* Whether it computes something else than a case of the hotspot says. */
bool peer_has_own_case(const struct peer *, const struct tri_hotspot *);

/* The peer's own case, not yet allocated: `like`, but for its hotspot and what is fixed. */
bool peer_case(const struct peer *, const struct tri_case *like, struct tri_case *own,
               struct tri_error *e);

/* Whether it was built and can run here, and whether it computes this case or what it has fixed of
 * it; if not, *e says why. */
bool peer_available(const struct peer *, struct tri_error *e);
bool peer_computes(const struct peer *, const struct tri_case *, struct tri_error *e);

/* The home of peers in CUDA: the GPU's memory.  They are built where there is an nvcc. */
#if TRIPTYCH_CUDA_PEERS
extern const struct tri_home cuda_home;
# define CUDA_HOME (&cuda_home)
#else
# define CUDA_HOME NULL
#endif

/* To be called after a kernel's launch: waits for its end.  What has gone wrong is reported when
 * the home is left. */
void cuda_finish(void);

/* To be called with what a function of a CUDA library returned, 0 if it worked; whether it did. */
bool cuda_library_worked(int status, const char *function);

#endif
