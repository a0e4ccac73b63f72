/*
 * The manners that bench, compare and render share: which hotspots, which paths, which precisions,
 * with which parameters.
 *
 * A tool has an argp parser of its own, with the shared one as its only child:
 *
 *     struct mine { struct request request; … };
 *     static const struct argp_child children[] = {{&request_argp, 0, "Which runs:", 1}, {0}};
 *
 * On ARGP_KEY_INIT it hands down `state->child_inputs[0] = &mine->request`.  Where an option's
 * value is wrong, a parser fills request.error with usage_error() and returns EINVAL.
 */
#ifndef TRI_OPTIONS_H
#define TRI_OPTIONS_H

#include <argp.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdio.h>

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
enum usual_variants { USUAL_ALL, USUAL_ENDS, USUAL_TUNED };

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
    const char *output;     /* of -o FILE, or NULL */
    const char *input;      /* of --input FILE, or NULL */
    const char *stopped_at; /* the word at which parsing failed */
    struct tri_error error;
};

extern const struct argp request_argp;

/* Parses the command line.  --help and --version print and exit with status 0, everything wrong
 * is one line in request->error (status TRI_USAGE) and false. */
bool parse_options(const struct argp *, int argc, char **argv, void *input,
                   struct request *request);

/* Fills request->error with "--option=value: why" and returns EINVAL. */
error_t usage_error(struct request *, const char *format, ...)
    __attribute__((format(printf, 2, 3)));

/* Names in their order: name(i, NULL) is NULL after the last.  Of variants, those of all hotspots, each
 * name once. */
typedef const char *name_fn(size_t i, const void *unused);

name_fn path_at, precision_at, variant_name_at;

/* Sets *index to that of `word` among the names, or fills request->error naming `option`, the names
 * and the nearest one. */
error_t parse_name(struct request *, const char *option, const char *word, name_fn *name,
                   int *index);

/* Marks those of the names that a comma-separated list names. */
error_t parse_list(struct request *, const char *option, const char *list, name_fn *name,
                   bool *marked);

/* parse_list() of paths and precisions. */
error_t parse_paths(struct request *, const char *option, const char *list, bool path[TRI_PATHS]);
error_t parse_precisions(struct request *, const char *option, const char *list,
                         bool precision[TRI_PRECISIONS]);

/* Variants by their names, or "all" of them. */
error_t parse_variants(struct request *, const char *option, const char *list,
                       struct variant_names *);

/* Reads all of `text` as an integer in min…max, or fills request->error naming `option`. */
bool parse_integer(struct request *, const char *option, const char *text, long min, long max,
                   long *value);

/* A case of the named hotspot with the request's settings applied to it, not yet allocated.  A
 * setting may name a parameter that only some of several hotspots have, but not one that none has. */
bool request_case(const struct request *, const char *hotspot, enum tri_precision,
                  struct tri_case *, struct tri_error *e);

/* Whether the hotspot has the path in a precision that is asked for. */
bool request_has_path(const struct request *, const char *hotspot, enum tri_path);

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

/* The assignments of all --set options that concern this hotspot, as one list.  To be freed; NULL when
 * out of memory. */
char *request_settings(const struct request *, const char *hotspot);

/* Puts the option that a path came from before an error's text; returns false. */
bool name_option(const char *option, struct tri_error *e);

/* Calls work(data) with *out set to the file of -o, to be written whole or not at all, or to
 * standard output. */
bool write_output(const struct request *, FILE **out, bool (*work)(void *data, struct tri_error *),
                  void *data, struct tri_error *e);

/* The exit status of a tool, after a report of what went wrong if it was not `good`. */
int finish(const char *program, bool good, bool disagreed, struct tri_error *e);

#endif
