/* T1 and efficiency. */
#include "entries.h"

#include <stdlib.h>
#include <string.h>

static double rate(const struct tri_measurement *m)
{
    return m->work.units / tri_median(&m->kernel);
}

/* What the row on one is called; to be freed, NULL: out of memory. */
static char *identity_of_one(const struct tri_case *c, int n, bool weak,
                             const struct tri_measurement *m)
{
    struct tri_case smaller = ungrown_case(c, weak ? n : 1);
    struct tri_measurement one = *m;
    one.launch.ranks = m->launch.ranks > 0;
    one.launch.devices = m->launch.devices > 0;
    return tri_row_identity(TRI_ROW_TIMES, &smaller, &one);
}

bool scaling_find(const struct table *t, const struct tri_case *c, bool weak,
                  struct tri_measurement *m, struct tri_error *e)
{
    const int n = m->launch.ranks > 0 ? m->launch.ranks : m->launch.devices;
    if (n == 1)
        m->scaling = (struct tri_scaling){ tri_median(&m->kernel), 1 };
    if (n <= 1)
        return true;
    char *identity = identity_of_one(c, n, weak, m);
    if (!identity)
        return tri_fail(e, TRI_FAILED, "out of memory");
    for (size_t i = 0; i < t->n; i++)
        if (strcmp(t->row[i]->identity, identity) == 0)
            m->scaling = (struct tri_scaling){ tri_median(&t->row[i]->m.kernel),
                                               rate(m) / (n * rate(&t->row[i]->m)) };
    free(identity);
    return true;
}
