/* Puts cards of kernels together. */
#include "card.h"

#include "output.h"
#include "hotspot.h"
#include "library.h"
#include "nvidia.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* ---- Names ------------------------------------------------------------------------------------- */

/* "__omp_offloading_", two numbers, the function, "_l" and the line; and what describe (src/describe) adds to a name. */
static const char prefix[] = "__omp_offloading_";

static const char *behind_numbers(const char *at)
{
    for (int i = 0; at && i < 2; i++)
        at = (at = strchr(at, '_')) ? at + 1 : NULL;
    return at;
}

static bool cut_end(char *text, const char *end)
{
    size_t length = strlen(text), cut = strlen(end);
    bool ends = length > cut && strcmp(text + length - cut, end) == 0;
    if (ends)
        text[length - cut] = '\0';
    return ends;
}

bool card_function(const char *kernel, char *function, size_t size, int *line)
{
    bool is_one = strncmp(kernel, prefix, strlen(prefix)) == 0;
    const char *name = is_one ? behind_numbers(kernel + strlen(prefix)) : NULL, *end = NULL;
    for (const char *at = name; at && (at = strstr(at, "_l")); at++)
        end = at;
    if (!end || end == name || (size_t)(end - name) >= size)
        return false;
    snprintf(function, size, "%.*s", (int)(end - name), name);
    *line = (int)strtol(end + 2, NULL, 10);
    for (int p = 0; p < TRI_PRECISIONS; p++) {
        char added[20];
        snprintf(added, sizeof added, "_%s", tri_precision_name((enum tri_precision)p));
        if (cut_end(function, added))
            break;
    }
    return true;
}

/* ---- Cards ------------------------------------------------------------------------------------- */

struct card_gpu card_gpu(void)
{
    const struct tri_nvidia *n = tri_nvidia();
    int device = tri_device_number();
    if (device < 0 || device >= n->devices)
        return (struct card_gpu){ 0 };
    const struct tri_nvidia_device *d = &n->device[device];
    return (struct card_gpu){ d->major, d->minor, d->multiprocessors };
}

static double threads_of(const struct card *c)
{
    return (double)c->launched.times * (double)c->launched.teams * (double)c->launched.threads;
}

static int by_threads(const void *a, const void *b)
{
    double x = threads_of(a), y = threads_of(b);
    return x < y ? 1 : x > y ? -1 : 0;
}

static void place(struct card *c, struct card_gpu gpu)
{
    const struct tri_kernel *k = &c->kernel;
    c->is_placed = c->is_read && k->registers >= 0 && c->launched.threads <= 1024 &&
                   tri_occupancy(gpu.major, gpu.minor, (int)c->launched.threads, k->registers,
                                 k->shared, &c->occupancy);
    if (c->is_placed && gpu.multiprocessors > 0)
        c->waves = (double)c->launched.teams / c->occupancy.teams / gpu.multiprocessors;
}

static void note(struct cards *all, const char *why)
{
    if (!*all->why)
        snprintf(all->why, sizeof all->why, "%.199s", why);
}

void cards_make(const struct tri_launches *l, const char *file, struct card_gpu gpu,
                struct cards *all)
{
    struct tri_error why;
    memset(all, 0, sizeof *all);
    for (all->n = 0; all->n < l->n; all->n++) {
        struct card *c = &all->of[all->n];
        c->launched = l->kernel[all->n];
        c->is_read = tri_kernel_of(file, c->launched.name, gpu.major, gpu.minor, &c->kernel, &why);
        if (!c->is_read)
            note(all, why.text);
        place(c, gpu);
        if (c->is_read && !c->is_placed)
            note(all, "the limits of such a GPU are not known here");
    }
    if (l->more)
        note(all, "there are more kernels than are listed");
    qsort(all->of, all->n, sizeof *all->of, by_threads);
}

void cards_of_run(const struct tri_case *c, const struct tri_variant *v, enum tri_path path,
                  const struct tri_launches *l, struct cards *all)
{
    tri_path_fn *function = tri_path_of(c->hotspot, v, path);
    memset(all, 0, sizeof *all);
    if (path != TRI_OFFLOAD)
        return;
    if (tri_device_place() != TRI_GPU)
        note(all, "the device is no GPU");
    else if (l->n == 0)
        note(all, "not known: LLVM's runtime tells of launches, in an audit");
    else
        cards_make(l, tri_file_of((void (*)(void))function), card_gpu(), all);
}

/* ---- By images alone --------------------------------------------------------------------------- */

struct search {
    const char *file;
    enum tri_precision precision;
    card_wanted_fn *wanted;
    const void *data;
    struct cards *all;
};

static void add_kernel(void *data, const char *name)
{
    const struct search *s = data;
    struct cards *all = s->all;
    struct card *c = &all->of[all->n];
    struct tri_error why;
    char function[200], of_precision[220];
    int line;
    if (!card_function(name, function, sizeof function, &line) || !s->wanted(s->data, function))
        return;
    snprintf(of_precision, sizeof of_precision, "_%s_%s_l%d", function,
             tri_precision_name(s->precision), line);
    if (!strstr(name, of_precision))
        return;
    if (all->n == TRI_MOST_LAUNCHES) {
        note(all, "there are more kernels than are listed");
        return;
    }
    *c = (struct card){ 0 };
    snprintf(c->launched.name, sizeof c->launched.name, "%s", name);
    c->is_read = tri_kernel_of(s->file, name, 0, 0, &c->kernel, &why);
    all->n++;
}

void cards_of_file(const char *file, enum tri_precision precision, card_wanted_fn *wanted,
                   const void *data, struct cards *all)
{
    struct search s = { file, precision, wanted, data, all };
    struct tri_error why;
    memset(all, 0, sizeof *all);
    if (!tri_kernels_of(file, add_kernel, &s, &why))
        note(all, why.text);
    else if (all->n == 0)
        note(all, "this build has no machine code for an NVIDIA GPU");
    else
        note(all, "no GPU: which of these it launches, and how, is not known");
}

/* ---- Rows -------------------------------------------------------------------------------------- */

/* null: not known. */
static void put(json_t *all, const char *key, bool known, json_int_t n)
{
    json_object_set_new(all, key, known ? json_integer(n) : json_null());
}

static json_t *card_json(const struct card *c)
{
    const struct tri_launched *l = &c->launched;
    const struct tri_kernel *k = &c->kernel;
    const struct tri_occupancy *o = &c->occupancy;
    json_t *all = json_object();
    char function[200];
    int line = 0;
    bool named = card_function(l->name, function, sizeof function, &line);
    json_object_set_new(all, "name", json_string(l->name));
    json_object_set_new(all, "function", json_pack("s?", named ? function : NULL));
    put(all, "line", named, line);
    put(all, "launches", l->times > 0, l->times);
    json_object_set_new(all, "launch",
                        l->teams > 0 ? json_sprintf("%ld x %ld", l->teams, l->threads)
                                     : json_null());
    put(all, "teams_launched", l->teams > 0, l->teams);
    put(all, "threads_of_team", l->threads > 0, l->threads);
    put(all, "registers", c->is_read && k->registers >= 0, k->registers);
    put(all, "local_bytes", c->is_read && k->local >= 0, k->local);
    put(all, "stack_bytes", c->is_read && k->stack >= 0, k->stack);
    put(all, "team_bytes", c->is_read && k->shared >= 0, k->shared);
    put(all, "teams_at_once", c->is_placed, o->teams);
    json_object_set_new(all, "occupancy",
                        c->is_placed ? json_real((double)o->warps / o->most_warps) : json_null());
    json_object_set_new(all, "limited_by",
                        json_pack("s?", c->is_placed ? tri_limiter_name(o->limiter) : NULL));
    json_object_set_new(all, "waves", c->waves > 0 ? json_real(c->waves) : json_null());
    return all;
}

void cards_add(json_t *row, const struct cards *all)
{
    json_t *list = all && all->n ? json_array() : json_null();
    for (size_t i = 0; all && i < all->n; i++)
        json_array_append_new(list, card_json(&all->of[i]));
    json_object_set_new(row, "kernels", list);
    json_object_set_new(row, "kernels_unknown",
                        json_pack("s?", all && *all->why ? all->why : NULL));
}

/* ---- Words ------------------------------------------------------------------------------------- */

static void add_takes(const struct tri_kernel *k, FILE *out)
{
    fprintf(out, ", %d registers", k->registers);
    if (k->shared > 0)
        fprintf(out, ", %d B of team memory", k->shared);
    if (k->local > 0)
        fprintf(out, ", %d B of local memory", k->local);
}

void card_text(const struct card *c, char text[static CARD_TEXT])
{
    char function[200];
    int line;
    FILE *out = fmemopen(text, CARD_TEXT, "w");
    *text = '\0';
    if (!out)
        return;
    if (card_function(c->launched.name, function, sizeof function, &line))
        fprintf(out, "%s:%d", function, line);
    else
        fputs(c->launched.name, out);
    if (c->launched.teams > 0)
        fprintf(out, ", %ld x %ld threads", c->launched.teams, c->launched.threads);
    if (c->is_read)
        add_takes(&c->kernel, out);
    if (c->is_placed)
        fprintf(out, ": %d teams at once, occupancy %s (%s)", c->occupancy.teams,
                percent((double)c->occupancy.warps / c->occupancy.most_warps).s,
                tri_limiter_name(c->occupancy.limiter));
    fclose(out);
}
