/* The values of a sweep that a row is of. */
#include "table.h"

#include <string.h>

static bool concerns(const struct tri_measurement *m, const char *name, size_t length)
{
    const struct tri_setting *s = tri_setting_named(name, length);
    struct tri_launch launch = m->launch;
    if (!s) /* a parameter */
        return true;
    return s->place == offsetof(struct tri_launch, threads) ? !m->device
                                                            : *tri_setting_in(&launch, s);
}

int print_swept(FILE *out, const char *names, const char *values, const struct tri_measurement *m)
{
    int printed = 0;
    while (*names && *values) {
        size_t name = strcspn(names, ","), value = strcspn(values, ",");
        bool shown = concerns(m, names, name);
        printed += fprintf(out, "%s%.*s", printed > 0 ? "," : "", shown ? (int)value : 1,
                           shown ? values : "-");
        names += name + (names[name] == ',');
        values += value + (values[value] == ',');
    }
    return printed;
}
