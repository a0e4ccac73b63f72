/* Occupancy, as NVIDIA's calculator has it. */
#include "occupancy.h"

#include <stddef.h>

/* "Technical Specifications per Compute Capability" of NVIDIA's CUDA C++ Programming Guide; teams and memory also as in
 * cuda_occupancy.h of CUDA 13.0. */
static const struct capability {
    int major, minor;
    int warps, teams; /* that a multiprocessor holds at most */
    int memory;       /* KiB of team memory that it has */
} capabilities[] = {
    { 7, 0, 64, 32, 96 },  { 7, 5, 32, 16, 64 },  { 8, 0, 64, 32, 164 },  { 8, 6, 48, 16, 100 },
    { 8, 9, 48, 24, 100 }, { 9, 0, 64, 32, 228 }, { 10, 0, 64, 32, 228 }, { 12, 0, 48, 24, 100 },
};

/* The same for all of these: a multiprocessor has four parts, each with a quarter of the registers.  A warp gets its
 * registers in one part, by the unit. */
enum {
    WARP = 32,
    MOST_THREADS = 1024,
    REGISTERS = 65536,
    MOST_REGISTERS = 255,
    PARTS = 4,
    UNIT = 256
};

static const struct capability *find(int major, int minor)
{
    for (size_t i = 0; i < sizeof capabilities / sizeof *capabilities; i++)
        if (capabilities[i].major == major && capabilities[i].minor == minor)
            return &capabilities[i];
    return NULL;
}

static int rounded_up(int n, int unit)
{
    return (n + unit - 1) / unit * unit;
}

static int by_registers(int warps, int registers)
{
    int of_warp = rounded_up((registers > 0 ? registers : 1) * WARP, UNIT);
    return REGISTERS / PARTS / of_warp * PARTS / warps;
}

/* From 8.0 on the system has 1 KiB of each team, and memory comes in smaller units. */
static int by_team_memory(const struct capability *c, int shared)
{
    bool newer = c->major >= 8;
    int of_team = rounded_up(shared + (newer ? 1024 : 0), newer ? 128 : 256);
    return of_team > 0 ? c->memory * 1024 / of_team : c->warps;
}

bool tri_occupancy(int major, int minor, int threads, int registers, int shared,
                   struct tri_occupancy *o)
{
    const struct capability *c = find(major, minor);
    if (!c || threads < 1 || threads > MOST_THREADS || registers < 0 ||
        registers > MOST_REGISTERS || shared < 0 || shared > c->memory * 1024)
        return false;
    int warps = (threads + WARP - 1) / WARP;
    *o = (struct tri_occupancy){ .allowed = { [TRI_BY_THREADS] = c->warps / warps,
                                              [TRI_BY_REGISTERS] = by_registers(warps, registers),
                                              [TRI_BY_TEAM_MEMORY] = by_team_memory(c, shared),
                                              [TRI_BY_TEAMS] = c->teams },
                                 .most_warps = c->warps };
    for (int l = 1; l < TRI_LIMITERS; l++)
        if (o->allowed[l] < o->allowed[o->limiter])
            o->limiter = (enum tri_limiter)l;
    o->teams = o->allowed[o->limiter];
    o->warps = o->teams * warps;
    return o->teams > 0;
}

const char *tri_limiter_name(enum tri_limiter limiter)
{
    static const char *const names[TRI_LIMITERS] = { "threads", "registers", "team memory",
                                                     "teams" };
    return names[limiter];
}
