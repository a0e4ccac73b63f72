/* The request that all programs share: which hotspots, paths, variants and precisions,
 * with which parameters. */
#pragma once

#include <stdbool.h>
#include <stddef.h>

#include "description.h"
#include "measure.h"

enum { MAX_SETTINGS = 32, MAX_VARIANTS = TRI_MAX_HOTSPOTS * TRI_MAX_VARIANTS };

/* The requested variants, by name, since hotspots have different ones. */
struct variant_names {
    const char *name[MAX_VARIANTS];
    size_t n;
    bool all;
    const char *option; /* that named them */
};

/* The variants that a program uses if none is named: all, the first and the last, or the last. */
enum usual_variants {
    USUAL_ALL,
    USUAL_ENDS,
    USUAL_BRIEF, /* the first and the last of offload, of other paths only the last */
    USUAL_TUNED
};

/* The values of the shared options.  Lists that were not given are filled with defaults:
 * every hotspot but those of reports, every path but the origin, both precisions. */
struct request {
    const char *hotspot[TRI_MAX_HOTSPOTS]; /* names, in the order given */
    size_t hotspots;
    bool hotspots_given;
    bool names_of_rows; /* hotspots and variants are any that rows may have */
    bool path[TRI_PATHS];
    bool paths_given; /* named by --path: one that cannot run is then an error, and not skipped */
    const char *paths_by; /* the option that named them; NULL: none */
    bool precision[TRI_PRECISIONS];
    bool precisions_given;
    struct variant_names variants;
    bool variants_given;
    enum usual_variants usual;     /* set by the program */
    const char *base;              /* settings that come before these; NULL: none */
    const char *set[MAX_SETTINGS]; /* each a "name=value[,name=value…]" */
    size_t sets;
    int threads; /* OpenMP's default when not given, but no more than TRI_MAX_THREADS */
    bool threads_given;
    bool devices_given, all_devices, devices_by_number;
    /* How many share the work; and which, if they are given by number. */
    int devices, device[TRI_MAX_DEVICES];
    int halo; /* an enum tri_halo_way */
    bool halo_given;
    const char *output;     /* of -o FILE, or NULL */
    const char *input;      /* of --input FILE, or NULL */
    const char *stopped_at; /* the word at which parsing failed */
    struct tri_error error;
};

/* Reads the image of --input once, and keeps it until the process ends; on failure, request->error says what is
 * wrong with it. */
bool request_read_input(struct request *);

/* A case of the named hotspot with the request's settings applied to it, not yet allocated.  A
 * setting may name a parameter that only some of several hotspots have, but not one that none has. */
bool request_case(const struct request *, const char *hotspot, enum tri_precision,
                  struct tri_case *, struct tri_error *e);

/* Whether the hotspot has the path in a requested precision. */
bool request_has_path(const struct request *, const char *hotspot, enum tri_path);

/* Whether the path is requested, and some hotspot has it. */
bool request_asks_path(const struct request *, enum tri_path);

/* Whether every hotspot has every named path, in at least one precision; and whether every named
 * variant belongs to some hotspot that has all named paths in it. */
bool request_paths(const struct request *, struct tri_error *e);

/* The error that the image of --input decides a parameter that "--set" or "--sweep" gives, too. */
bool fail_of_input(const char *option, const char *param, struct tri_error *e);

/* The error that none of these hotspots has the named variant; it lists the variants of the first hotspot. */
bool fail_variant(const struct tri_hotspot *first, size_t hotspots, const char *option,
                  const char *name, struct tri_error *);

/* Whether this variant of the hotspot is requested. */
bool request_takes_variant(const struct request *, const struct tri_hotspot *,
                           const struct tri_variant *);

/* The next requested variant of the hotspot that has the path, from number *i on; NULL after the
 * last.  Reference and origin, which have no variants, come once, as plain, even if the hotspot lacks them. */
const struct tri_variant *request_next_variant(const struct request *, const struct tri_hotspot *,
                                               enum tri_path, size_t *i);

/* The groups of shared options: -o, which rows or runs, and how runs are made. */
enum { REQUEST_OUTPUT = 1, REQUEST_WHICH = 2, REQUEST_HOW = 4, REQUEST_ALL = 7 };

/* Whether only options of the groups `taken` were given.  If not, the error is "OPTION: `asked` `does` and does
 * nothing else". */
bool request_only(const struct request *, unsigned taken, const char *asked, const char *does,
                  struct tri_error *e);

/* The assignments of all --set options for this hotspot, as one list, to be freed; NULL: out of memory. */
char *request_settings(const struct request *, const char *hotspot);
