/* The values of a sweep that a row is of. */
#include "swept.h"

#include <string.h>

static bool concerns(const struct tri_measurement *m, const char *name, size_t length)
{
    const struct tri_launch *l = &m->launch;
    const struct {
        const char *name;
        bool is_set;
    } settings[] = {
        { "threads", !m->device },     { "schedule", l->schedule },
        { "teams", l->teams },         { "threads-per-team", l->threads_per_team },
        { "devices", l->devices },     { "ranks", l->ranks },
        { "halo-rows", l->halo_rows },
    };
    for (size_t i = 0; i < sizeof settings / sizeof *settings; i++)
        if (strlen(settings[i].name) == length && strncmp(settings[i].name, name, length) == 0)
            return settings[i].is_set;
    return true; /* a parameter */
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
