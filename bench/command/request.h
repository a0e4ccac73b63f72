/* A command line, parsed: the request that all programs share (which hotspots, paths, variants and precisions, with which
 * parameters), the values of options, and the files that it names. */
#pragma once

#include <argp.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdio.h>

#include "description.h"
#include "measure.h"
#include "triptych.h"

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

/* Whether a hotspot, or any of those requested, has the path in a requested precision. */
bool request_has_path(const struct request *, const char *hotspot, enum tri_path);
bool request_asks_path(const struct request *, enum tri_path);

/* Whether every hotspot has every named path, in at least one precision; and whether every named
 * variant belongs to some hotspot that has all named paths in it. */
bool request_paths(const struct request *, struct tri_error *e);

/* The error that the image of --input decides a parameter that "--set" or "--sweep" gives, too. */
bool fail_of_input(const char *option, const char *param, struct tri_error *e);

/* The error that none of these hotspots has the named variant; it lists the variants of the first hotspot. */
bool fail_variant(const struct tri_hotspot *first, size_t hotspots, const char *option,
                  const char *name, struct tri_error *);

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

/* ---- values.c: values of options: integers, and names from lists ---- */

struct tri_palette;

/* Fills request->error with "--option=value: why" and returns EINVAL. */
error_t usage_error(struct request *, const char *format, ...)
    __attribute__((format(printf, 2, 3)));

/* Reads all of `text` as an integer in min…max, or fills request->error naming `option`. */
bool parse_integer(struct request *, const char *option, const char *text, long min, long max,
                   long *value);

/* Names in their order, NULL after the last. */
typedef const char *name_fn(size_t i, const void *data);

/* The index of a word among the names; -1: it is none of them. */
int index_of(const char *word, name_fn *name, const void *data);

/* For these data is NULL. */
name_fn path_at, precision_at;

/* "float, double": as many of the names as fit in a line. */
struct name_list {
    char s[200];
};
struct name_list list_names(name_fn *name, const void *data);

/* Sets *index to that of `word` among the names, or fills request->error naming `option`, the names
 * and the nearest one; `data` is NULL, or what the names are of. */
error_t parse_name(struct request *, const char *option, const char *word, name_fn *name,
                   int *index);
error_t parse_name_of(struct request *, const char *option, const char *word, name_fn *name,
                      const void *data, int *index);

/* Marks the names in a comma-separated list. */
error_t parse_list(struct request *, const char *option, const char *list, name_fn *name,
                   bool *marked);
error_t parse_paths(struct request *, const char *option, const char *list, bool path[TRI_PATHS]);
error_t parse_precisions(struct request *, const char *option, const char *list,
                         bool precision[TRI_PRECISIONS]);

/* Variants by their names, or "all" of them. */
error_t parse_variants(struct request *, const char *option, const char *list,
                       struct variant_names *);

error_t parse_palette(struct request *, const char *name, const struct tri_palette **);

/* Adds to the request's hotspots. */
error_t parse_hotspots(struct request *, const char *list);

/* ---- options.c: the options that the programs share ---- */

/*
 * A program has an argp parser of its own, with a shared one as its only child:
 *
 *     struct mine { struct request request; … };
 *     static const struct argp_child children[] = {{&request_argp, 0, "Which runs:", 1}, {0}};
 *
 * On ARGP_KEY_INIT it hands down `state->child_inputs[0] = &mine->request`.  If an option's
 * value is wrong, a parser fills request.error with usage_error() and returns EINVAL.
 */

/* For programs that run hotspots, that show them in a window, that read rows, and that do none of these.  All parse
 * the same options.  The help shows those that such a program takes; request_only() refuses the others. */
extern const struct argp request_argp, window_argp, rows_argp, output_argp;

/* Parses the command line.  --help and --version print and exit with status 0, everything wrong
 * is one line in *e (status TRI_USAGE) and false. */
bool parse_options(const struct argp *, int argc, char **argv, void *input, struct request *request,
                   struct tri_error *e);

/* ---- devices.c: --devices: which devices share the work ---- */

/* Takes "2", "all" or "0,2,…" into the request. */
error_t parse_devices(struct request *, const char *text);

/* Called after parsing, before anything runs: checks that the devices exist, and selects them.  *n is their number;
 * 0: --devices was not given. */
bool request_devices(const struct request *, int *n, struct tri_error *e);

/* Says which of the n devices share the work; nothing if --devices was not given. */
void devices_print(const struct request *, int n, FILE *out);

/* ---- files.c: the files that a command line names ---- */

/*
 * A file that one option writes may not be read or written by another, since
 * that would silently lose data.
 */

struct named_file {
    const char *option, *name; /* NULL: the option was not given */
    /* FILES_READ: "name,name"; FIGURES_WRITTEN: a folder for files that end in .svg and .png. */
    enum { FILE_READ, FILES_READ, FILE_WRITTEN, FIGURES_WRITTEN } use;
};

/* Whether no file that is written belongs to another option as well: under any name if the file exists,
 * otherwise under the same name.  Devices and pipes are exempt: they hold nothing that could be lost.  Called before
 * anything is opened. */
bool files_apart(const struct named_file *, size_t n, struct tri_error *e);
