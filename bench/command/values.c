/* Values of options: integers, and names from lists. */
#include "request.h"

#include "picture.h"

#include <errno.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

error_t usage_error(struct request *r, const char *format, ...)
{
    va_list args;
    va_start(args, format);
    vsnprintf(r->error.text, sizeof r->error.text, format, args);
    va_end(args);
    r->error.status = TRI_USAGE;
    return EINVAL;
}

bool parse_integer(struct request *r, const char *option, const char *text, long min, long max,
                   long *value)
{
    char *end;
    errno = 0;
    *value = strtol(text, &end, 10);
    if (end != text && !*end && errno == 0 && *value >= min && *value <= max)
        return true;
    usage_error(r, "%s=%.40s: has to be an integer from %ld to %ld", option, text, min, max);
    return false;
}

/* ---- Names ---- */

static const char *hotspot_at(size_t i, const void *unused)
{
    const struct tri_hotspot *h = tri_hotspot_at(i, TRI_DOUBLE);
    return h ? h->name : NULL;
}

const char *path_at(size_t i, const void *unused)
{
    return i < TRI_PATHS ? tri_path_name((enum tri_path)i) : NULL;
}

const char *precision_at(size_t i, const void *unused)
{
    return i < TRI_PRECISIONS ? tri_precision_name((enum tri_precision)i) : NULL;
}

/* Whether an earlier variant has the same name: one of a hotspot before h, or of h before variant v. */
static bool named_before(size_t h, size_t v, const char *name)
{
    for (size_t i = 0; i <= h; i++)
        for (size_t k = 0; tri_variant_at(tri_hotspot_at(i, TRI_DOUBLE), k); k++) {
            if (i == h && k == v)
                return false;
            if (strcmp(tri_variant_at(tri_hotspot_at(i, TRI_DOUBLE), k)->name, name) == 0)
                return true;
        }
    return false;
}

/* The variants of all hotspots, each name once. */
static const char *variant_name_at(size_t i, const void *unused)
{
    for (size_t h = 0; h < tri_hotspot_count(); h++)
        for (size_t v = 0; tri_variant_at(tri_hotspot_at(h, TRI_DOUBLE), v); v++) {
            const char *name = tri_variant_at(tri_hotspot_at(h, TRI_DOUBLE), v)->name;
            if (!named_before(h, v, name) && i-- == 0)
                return name;
        }
    return NULL;
}

struct name_list list_names(name_fn *name, const void *data)
{
    struct name_list all = { "" };
    size_t used = 0;
    bool fits = true;
    for (size_t i = 0; fits && name(i, data); i++) {
        fits = used + strlen(name(i, data)) + sizeof ", …" + 2 < sizeof all.s;
        used += (size_t)snprintf(all.s + used, sizeof all.s - used, "%s%s", i ? ", " : "",
                                 fits ? name(i, data) : "…");
    }
    return all;
}

int index_of(const char *word, name_fn *name, const void *data)
{
    int i = 0;
    while (name((size_t)i, data) && strcmp(name((size_t)i, data), word) != 0)
        i++;
    return name((size_t)i, data) ? i : -1;
}

static error_t unknown_name(struct request *r, const char *option, const char *word, name_fn *name,
                            const void *data)
{
    const char *near = tri_nearest(word, name, data);
    const struct name_list all = list_names(name, data);
    if (near)
        return usage_error(r, "%s %.40s: did you mean %s? (%s)", option, word, near, all.s);
    return usage_error(r, "%s %.40s: has to be of %s", option, word, all.s);
}

error_t parse_name_of(struct request *r, const char *option, const char *word, name_fn *name,
                      const void *data, int *index)
{
    int i = index_of(word, name, data);
    if (i < 0)
        return unknown_name(r, option, word, name, data);
    *index = i;
    return 0;
}

error_t parse_name(struct request *r, const char *option, const char *word, name_fn *name,
                   int *index)
{
    return parse_name_of(r, option, word, name, NULL, index);
}

/* ---- Lists of names ---- */

/* Calls take(data, index) for each of the names in a comma-separated list. */
static error_t take_each(struct request *r, const char *option, const char *list, name_fn *name,
                         void (*take)(void *data, int i), void *data)
{
    char *text = strdup(list), *rest = text, *word;
    error_t status = text ? 0 : ENOMEM;
    while (status == 0 && (word = strsep(&rest, ","))) {
        int i = 0;
        status = parse_name(r, option, word, name, &i);
        if (status == 0)
            take(data, i);
    }
    free(text);
    return status;
}

static void mark(void *marked, int i)
{
    ((bool *)marked)[i] = true;
}

error_t parse_list(struct request *r, const char *option, const char *list, name_fn *name,
                   bool *marked)
{
    return take_each(r, option, list, name, mark, marked);
}

error_t parse_paths(struct request *r, const char *option, const char *list, bool path[TRI_PATHS])
{
    return parse_list(r, option, list, path_at, path);
}

error_t parse_precisions(struct request *r, const char *option, const char *list,
                         bool precision[TRI_PRECISIONS])
{
    return parse_list(r, option, list, precision_at, precision);
}

static void add_once(const char **names, size_t *n, const char *name)
{
    for (size_t i = 0; i < *n; i++)
        if (strcmp(names[i], name) == 0)
            return;
    names[(*n)++] = name;
}

/* The same word for as long as the program runs; NULL: there are too many. */
static const char *kept(const char *word)
{
    static char all[8192];
    static size_t used;
    size_t size = strlen(word) + 1;
    if (size > sizeof all - used)
        return NULL;
    char *copy = memcpy(all + used, word, size);
    used += size;
    return copy;
}

/* Names that rows may have: whether they do is seen when those are read. */
static error_t take_names(struct request *r, const char *option, const char *list,
                          const char **names, size_t *n, size_t most)
{
    char *text = strdup(list), *rest = text, *word;
    error_t status = text ? 0 : ENOMEM;
    while (status == 0 && (word = strsep(&rest, ","))) {
        const char *name = *word ? kept(word) : NULL;
        if (!*word)
            status = usage_error(r, "%s: a name is empty", option);
        else if (!name || *n == most)
            status = usage_error(r, "%s: no more than %zu names", option, most);
        else
            add_once(names, n, name);
    }
    free(text);
    return status;
}

static void add_variant(void *names, int index)
{
    struct variant_names *v = names;
    add_once(v->name, &v->n, variant_name_at((size_t)index, NULL));
}

error_t parse_variants(struct request *r, const char *option, const char *list,
                       struct variant_names *variants)
{
    variants->all = strcmp(list, "all") == 0;
    variants->option = option;
    if (variants->all)
        return 0;
    if (r->names_of_rows)
        return take_names(r, option, list, variants->name, &variants->n, MAX_VARIANTS);
    return take_each(r, option, list, variant_name_at, add_variant, variants);
}

static void add_hotspot(void *request, int index)
{
    struct request *r = request;
    add_once(r->hotspot, &r->hotspots, hotspot_at((size_t)index, NULL));
}

error_t parse_palette(struct request *r, const char *name, const struct tri_palette **palette)
{
    int i = 0;
    error_t status = parse_name(r, "--palette", name, tri_palette_name_at, &i);
    if (!status)
        *palette = tri_palette_at((size_t)i);
    return status;
}

error_t parse_hotspots(struct request *r, const char *list)
{
    if (r->names_of_rows)
        return take_names(r, "hotspot", list, r->hotspot, &r->hotspots, TRI_MAX_HOTSPOTS);
    return take_each(r, "hotspot", list, hotspot_at, add_hotspot, r);
}
