/* What is asked of all programs alike: which hotspots, which paths, variants and precisions,
 * with which parameters. */
#ifndef TRI_REQUEST_H
#define TRI_REQUEST_H

#include <stdbool.h>
#include <stddef.h>

#include "triptych.h"

enum { MAX_HOTSPOTS = 64, MAX_SETTINGS = 32, MAX_VARIANTS = 100 };

/* Variants that are asked for: by name, since hotspots have different ones. */
struct variant_names {
    const char *name[MAX_VARIANTS];
    size_t n;
    bool all;
    const char *option; /* that has named them */
};

/* What a program takes where no variant is named: an end of the ladder, both, or all of it. */
enum usual_variants {
    USUAL_ALL,
    USUAL_ENDS,
    USUAL_BRIEF, /* both ends of offload, and of other paths the last alone */
    USUAL_TUNED
};

/* What the shared options ask for.  Lists that were not given are filled with the tool's defaults:
 * every hotspot but those of reports, every path but the origin, both precisions. */
struct request {
    const char *hotspot[MAX_HOTSPOTS]; /* names, in the order given */
    size_t hotspots;
    bool hotspots_given;
    bool path[TRI_PATHS];
    bool paths_given;     /* named by --path: then one that cannot run is an error, not a skip */
    const char *paths_by; /* the option by which the user has named them; NULL: by none */
    bool precision[TRI_PRECISIONS];
    bool precisions_given;
    struct variant_names variants;
    bool variants_given;
    enum usual_variants usual;     /* for the program to set */
    const char *set[MAX_SETTINGS]; /* each a "name=value[,name=value…]" */
    size_t sets;
    int threads; /* OpenMP's default when not given, but no more than TRI_MAX_THREADS */
    bool threads_given;
    bool devices_given, all_devices, devices_by_number;
    int devices,
        device[64]; /* how many share the work; which, where they are named by their numbers */
    int halo;       /* an enum tri_halo_way */
    bool halo_given;
    const char *output;     /* of -o FILE, or NULL */
    const char *input;      /* of --input FILE, or NULL */
    const char *stopped_at; /* the word at which parsing failed */
    struct tri_error error;
};

/* Reads the image of --input, once, for as long as the process lives; request->error says what is wrong
 * with it. */
bool request_read_input(struct request *);

/* A case of the named hotspot with the request's settings applied to it, not yet allocated.  A
 * setting may name a parameter that only some of several hotspots have, but not one that none has. */
bool request_case(const struct request *, const char *hotspot, enum tri_precision,
                  struct tri_case *, struct tri_error *e);

/* Whether the hotspot has the path in a precision that is asked for. */
bool request_has_path(const struct request *, const char *hotspot, enum tri_path);

/* Whether the path is asked for, and some hotspot has it. */
bool request_asks_path(const struct request *, enum tri_path);

/* Whether every hotspot has every path that was named, in one precision at least; and whether every
 * variant that was named is one of some hotspot, which has all paths that were named with it. */
bool request_paths(const struct request *, struct tri_error *e);

/* Says that none of so many hotspots has the variant that the option named, and which ones the first of
 * them has. */
bool fail_variant(const struct tri_hotspot *first, size_t hotspots, const char *option,
                  const char *name, struct tri_error *);

/* Whether the variant, one of the hotspot's, is asked for. */
bool request_takes_variant(const struct request *, const struct tri_hotspot *,
                           const struct tri_variant *);

/* The next of the hotspot's variants, from number *i on, that is asked for and has the path; NULL after the
 * last.  Reference and origin, which have none, come once, as plain, whether they are there or not. */
const struct tri_variant *request_next_variant(const struct request *, const struct tri_hotspot *,
                                               enum tri_path, size_t *i);

/* What all programs take: -o, which runs, and how they are made. */
enum { REQUEST_OUTPUT = 1, REQUEST_WHICH = 2, REQUEST_HOW = 4, REQUEST_ALL = 7 };

/* Whether nothing was asked for but what is taken of these.  If not, the error says that what was asked
 * for `does` that and nothing else. */
bool request_only(const struct request *, unsigned taken, const char *asked, const char *does,
                  struct tri_error *e);

/* The assignments of all --set options that concern this hotspot, as one list.  To be freed; NULL when
 * out of memory. */
char *request_settings(const struct request *, const char *hotspot);

#endif
