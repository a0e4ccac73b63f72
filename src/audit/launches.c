/* What LLVM's offload runtime prints of kernels that it launches. */
#define _GNU_SOURCE /* RTLD_DEFAULT */
#include "launches.h"

#include "hotspot.h"

#include <dlfcn.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* ---- Asking ----------------------------------------------------------------------------------- */

enum { KERNELS = 0x10 }; /* of the bits of LIBOMPTARGET_INFO */

typedef void set_fn(uint32_t);

static bool wanted;

void tri_launches_want(void)
{
    wanted = true;
}

/* Another runtime has no such function, and says nothing. */
void tri_launches_print(bool print)
{
    if (print && wanted)
        tri_tensor_cores(); /* what a device is asked once is no part of the run */
    void *found = wanted ? dlsym(RTLD_DEFAULT, "__tgt_set_info_flag") : NULL;
    const char *own = getenv("LIBOMPTARGET_INFO");
    uint32_t before = own ? (uint32_t)strtoul(own, NULL, 0) : 0;
    set_fn *set;
    memcpy(&set, &found, sizeof set);
    if (set)
        set(before | (print ? KERNELS : 0));
}

/* ---- Reading ---------------------------------------------------------------------------------- */

/* "256", or since LLVM 20 "[256,1,1]"; behind it, or NULL. */
static const char *read_extent(const char *at, long *n)
{
    const char *from = at + (*at == '[');
    char *end;
    *n = strtol(from, &end, 10);
    if (end == from || *n < 1)
        return NULL;
    return *at == '[' ? strchr(end, ']') ? strchr(end, ']') + 1 : NULL : end;
}

static const char *behind(const char *at, const char *word)
{
    size_t length = strlen(word);
    return at && strncmp(at, word, length) == 0 ? at + length : NULL;
}

/* "… info: Launching kernel NAME with 132 blocks and 128 threads in SPMD mode" */
bool tri_launch_read(const char *line, struct tri_launched *launch)
{
    static const char before[] = "Launching kernel ";
    struct tri_launched l = { .times = 1 };
    const char *name = strstr(line, before);
    size_t length = name ? strcspn(name += strlen(before), " \n") : 0;
    const char *at = length ? behind(name + length, " with ") : NULL;
    at = at ? behind(read_extent(at, &l.teams), " blocks and ") : NULL;
    at = at ? behind(read_extent(at, &l.threads), " threads") : NULL;
    if (!at || length >= sizeof l.name)
        return false;
    memcpy(l.name, name, length);
    if (launch)
        *launch = l;
    return true;
}

static void add(struct tri_launches *all, const struct tri_launched *l)
{
    for (size_t i = 0; i < all->n; i++) {
        struct tri_launched *k = &all->kernel[i];
        if (k->teams == l->teams && k->threads == l->threads && strcmp(k->name, l->name) == 0) {
            k->times++;
            return;
        }
    }
    if (all->n < TRI_MOST_LAUNCHES)
        all->kernel[all->n++] = *l;
    else
        all->more = true;
}

void tri_launches_read(const char *text, struct tri_launches *all)
{
    struct tri_launched l;
    memset(all, 0, sizeof *all);
    for (const char *line = text; line && *line;) {
        const char *end = strchr(line, '\n');
        char one[400];
        snprintf(one, sizeof one, "%.*s", (int)(end ? end - line : (ptrdiff_t)strlen(line)), line);
        if (tri_launch_read(one, &l))
            add(all, &l);
        line = end ? end + 1 : NULL;
    }
}
