/* The energy of processors and memory, which Linux reads from counters that Intel calls RAPL; AMD has them, too. */
#include "conditions_inside.h"

#include "kernel_files.h"

#include <errno.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

#define ZONES "/sys/class/powercap"

/* A zone's counter in joules.  False: errno says why. */
static bool read_zone(struct tri_rapl *r, const char *zone)
{
    double now, range;
    if (!tri_number_of(&now, "", ZONES "/%s/energy_uj", zone))
        return false;
    if (!tri_number_of(&range, "", ZONES "/%s/max_energy_range_uj", zone))
        range = 0;
    r->joules[r->n] = now / 1e6;
    r->range[r->n++] = range / 1e6;
    return true;
}

/* A package has its memory as a zone below it; "psys" is the whole board, which has the packages in it. */
static bool read_package(struct tri_rapl *r, const char *zone)
{
    char name[32] = "", below[60];
    if (!tri_text_of(name, sizeof name, ZONES "/%s/name", zone))
        return true;
    if (strncmp(name, "package", strlen("package")) != 0)
        return true;
    if (!read_zone(r, zone)) {
        tri_condition_lacks(TRI_CPU_JOULES, ZONES "/%s/energy_uj: %s", zone, strerror(errno));
        return false;
    }
    for (int i = 0; i < 4 && r->n < TRI_RAPL_ZONES; i++) {
        snprintf(below, sizeof below, "%s:%d", zone, i);
        if (tri_text_of(name, sizeof name, ZONES "/%s/name", below) && strcmp(name, "dram") == 0)
            read_zone(r, below);
    }
    return true;
}

bool tri_rapl_read(struct tri_rapl *r)
{
    char zone[40];
    r->n = 0;
    tri_condition_lacks(TRI_CPU_JOULES, NULL);
    for (int i = 0; i < TRI_RAPL_ZONES && r->n < TRI_RAPL_ZONES; i++) {
        snprintf(zone, sizeof zone, "intel-rapl:%d", i);
        if (!read_package(r, zone)) {
            r->n = 0;
            return false;
        }
    }
    if (r->n == 0)
        tri_condition_lacks(TRI_CPU_JOULES,
                            "no counters of energy (RAPL) in " ZONES "/intel-rapl:0");
    return r->n > 0;
}

double tri_rapl_joules(const struct tri_rapl *begin, const struct tri_rapl *end)
{
    double joules = 0;
    if (begin->n == 0 || begin->n != end->n)
        return (double)NAN;
    for (size_t i = 0; i < end->n; i++) {
        double used = end->joules[i] - begin->joules[i];
        joules += used < 0 ? used + end->range[i] : used; /* it has begun anew */
    }
    return joules;
}
