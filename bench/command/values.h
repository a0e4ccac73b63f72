/* Values of options: integers, and names from lists. */
#pragma once

#include <argp.h>
#include <stdbool.h>
#include <stddef.h>

#include "triptych.h"

struct request;
struct tri_palette;
struct variant_names;

/* Fills request->error with "--option=value: why" and returns EINVAL. */
error_t usage_error(struct request *, const char *format, ...)
    __attribute__((format(printf, 2, 3)));

/* Reads all of `text` as an integer in min…max, or fills request->error naming `option`. */
bool parse_integer(struct request *, const char *option, const char *text, long min, long max,
                   long *value);

/* Names in their order, NULL after the last. */
typedef const char *name_fn(size_t i, const void *data);

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

/* parse_list() of paths and precisions. */
error_t parse_paths(struct request *, const char *option, const char *list, bool path[TRI_PATHS]);
error_t parse_precisions(struct request *, const char *option, const char *list,
                         bool precision[TRI_PRECISIONS]);

/* Variants by their names, or "all" of them. */
error_t parse_variants(struct request *, const char *option, const char *list,
                       struct variant_names *);

/* A palette by its name. */
error_t parse_palette(struct request *, const char *name, const struct tri_palette **);

/* Adds to the request's hotspots. */
error_t parse_hotspots(struct request *, const char *list);
