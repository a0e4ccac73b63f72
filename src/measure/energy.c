/* The energy of a contender's runs: as many as take some seconds, since counters advance in steps. */
#include "measure.h"

/* Repeats the run for so many seconds, or `reps` times; returns how often. */
static size_t repeat(const struct tri_case *c, const struct tri_contender *who, size_t reps,
                     double seconds)
{
    double begin = tri_now();
    size_t n = 0;
    do {
        who->run(c);
        n++;
    } while (reps ? n < reps : tri_now() - begin < seconds);
    return n;
}

/* A sixth of the time first, without a look at the counters: clocks rise, and caches fill. */
static void count(const struct tri_case *c, const struct tri_contender *who, size_t reps,
                  double seconds, struct tri_energy *energy)
{
    repeat(c, who, 0, reps ? 0 : seconds / 6);
    tri_energy_begin(energy, who->memory_space && tri_device_place() == TRI_GPU);
    tri_energy_end(energy, repeat(c, who, reps, seconds));
}

bool tri_measure_energy(struct tri_case *c, const struct tri_contender *who,
                        const struct tri_launch *launch, size_t reps, double seconds,
                        struct tri_energy *energy, struct tri_error *e)
{
    const struct tri_contender launched = tri_on_devices(who, launch);
    const struct tri_memory_space *space = launched.memory_space;
    struct tri_case there;
    bool enters = space; /* else each run would copy what its map clauses say */
    if (!tri_available(&launched, c->hotspot, e) ||
        (space && space->has_room && !space->has_room(c, e)))
        return false;
    bool good = tri_launch_variant(launch, who->path, who->peer ? NULL : who->variant, e) &&
                (!enters || space->enter(c, &launched.launch, false, &there, e));
    if (good)
        count(enters ? &there : c, &launched, reps, seconds, energy);
    good = good && (!enters || space->leave(&there, c, e));
    tri_launch_path(NULL);
    return good;
}
