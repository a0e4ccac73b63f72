/* Study `card`: what a path's kernels take of a GPU. */
#include "study.h"

#include "audits.h"
#include "hotspot.h"
#include "library.h"
#include "remarks.h"

#include <string.h>

static bool is_reached(const void *source, const char *function)
{
    const struct source *s = source;
    for (size_t i = 1; i <= s->lines; i++)
        if (s->line[i].reached && strcmp(s->line[i].name, function) == 0)
            return true;
    return false;
}

/* Of the functions that the path calls, as far as the hotspot's own files show. */
static bool look(const struct tri_case *c, enum tri_path path, struct cards *all)
{
    struct source s = { 0 };
    struct tri_error why;
    tri_path_fn *function = tri_path_of(c->hotspot, c->variant, path);
    const char *file = tri_file_of((void (*)(void))function);
    if (remarks_source(c->hotspot, &s, &why)) {
        source_reach(&s, c->hotspot->name, c->variant->name, path);
        cards_of_file(file, c->hotspot->precision, is_reached, &s, all);
    }
    source_free(&s);
    return all->n > 0;
}

bool collect_cards(const struct batch *b, const struct tri_case *c, const struct tri_measurement *m,
                   json_t *results, struct tri_error *e)
{
    struct cards all = { .n = 0 };
    struct tri_error why;
    progress_part("card", 0, 1);
    if (audit_cards(c, c->variant, m->path, &m->launch, &all, &why) || look(c, m->path, &all))
        cards_add(results, &all);
    else
        json_object_set_new(results, "absent", json_string(why.text));
    return true;
}
