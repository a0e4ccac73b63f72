/* Ranks: whether an MPI launcher has started the program, loading the module that uses MPI, and which rank is where. */
#include "ranks.h"

#include "build_info.h"
#include "library.h"

#include <dlfcn.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const char module_name[] = "libtriptych-mpi.so";

/* What a rank reports to rank 0 with each case. */
struct report {
    bool good;
    struct tri_error error;
    int number; /* of its device; -1: it has the CPU */
    char device[80];
};

static struct {
    const struct tri_messages *mpi;
    const char *program;
    struct tri_rank own, *all; /* all: on rank 0 only */
    struct report *report;     /* on the last case; on rank 0 only */
    int group;                 /* number of ranks of the last case */
    bool stopped;
    enum tri_halo_way way;
} world = { .own = { .ranks = 1, .local_ranks = 1 } };

const struct tri_messages *tri_messages(void)
{
    return world.mpi;
}

const struct tri_rank *tri_own_rank(void)
{
    return &world.own;
}

/* ---- The launcher ---- */

/* The environment variables of launchers: Open MPI; MPICH, Intel MPI and Slurm's pmi2; Slurm's pmix. */
static const char *const variables[][2] = {
    { "OMPI_COMM_WORLD_SIZE", "OMPI_COMM_WORLD_RANK" },
    { "PMI_SIZE", "PMI_RANK" },
    { "SLURM_STEP_NUM_TASKS", "PMIX_RANK" },
};
enum { LAUNCHERS = sizeof variables / sizeof *variables };

static bool find_launcher(int *ranks, int *rank)
{
    for (int i = 0; i < LAUNCHERS; i++) {
        const char *size = getenv(variables[i][0]), *number = getenv(variables[i][1]);
        if (size && number) {
            *ranks = (int)strtol(size, NULL, 10);
            *rank = (int)strtol(number, NULL, 10);
            return true;
        }
    }
    return false;
}

/* Programs that this one starts must not take themselves for ranks. */
static void hide_launcher(void)
{
    for (int i = 0; i < LAUNCHERS; i++) {
        unsetenv(variables[i][0]);
        unsetenv(variables[i][1]);
    }
}

bool tri_ranks_launched(int *ranks, int *rank)
{
    *ranks = world.own.ranks;
    *rank = world.own.rank;
    return world.mpi || find_launcher(ranks, rank);
}

/* ---- The module ---- */

/* It is in the library's folder. */
static const struct tri_messages *find_module(int ranks, struct tri_error *e)
{
    char file[PATH_MAX + sizeof module_name];
    tri_library_beside(tri_library_file(), module_name, file, sizeof file);
    void *module = dlopen(file, RTLD_NOW | RTLD_GLOBAL);
    const char *why = module ? "" : dlerror();
    const struct tri_messages *m = module ? dlsym(module, TRI_MESSAGES_SYMBOL) : NULL;
    if (m && m->version == TRI_MESSAGES_VERSION)
        return m;
    tri_fail(e, TRI_USAGE,
             "an MPI launcher has started %d of these, and %s cannot be loaded: %.200s%s", ranks,
             module_name, m ? "it is of another version" : why,
             TRIPTYCH_MPI ? "" : " (this build is without MPI: TRIPTYCH_MPI)");
    return NULL;
}

static bool start(const struct tri_messages *m, int ranks, struct tri_error *e)
{
    char why[200];
    if (!m->start(world.program, &world.own, why, sizeof why))
        return tri_fail(e, TRI_FAILED, "MPI does not start: %s", why);
    if (world.own.ranks != ranks)
        return tri_fail(
            e, TRI_USAGE,
            "the launcher has started %d ranks, and MPI knows of %d: it is another MPI's", ranks,
            world.own.ranks);
    world.mpi = m;
    m->group(ranks);
    world.all = calloc((size_t)ranks, sizeof *world.all);
    world.report = calloc((size_t)ranks, sizeof *world.report);
    if (!world.all || !world.report)
        tri_ranks_give_up("out of memory");
    m->gather(&world.own, world.all, sizeof world.own);
    return true;
}

bool tri_ranks_start(const char *program, struct tri_error *e)
{
    int ranks, rank;
    world.program = program;
    if (!find_launcher(&ranks, &rank))
        return true;
    world.own.rank = rank;
    const struct tri_messages *m = find_module(ranks, e);
    bool good = m ? start(m, ranks, e) : ranks <= 1; /* a single rank needs no MPI */
    hide_launcher();
    return good;
}

void tri_ranks_stop(void)
{
    if (!world.mpi || world.stopped)
        return;
    world.stopped = true;
    if (world.own.rank == 0)
        tri_order(TRI_STOP);
    world.mpi->stop();
    free(world.all);
    free(world.report);
    world.all = NULL;
    world.report = NULL;
}

void tri_ranks_give_up(const char *why)
{
    fprintf(stderr, "%s: rank %d on %s: %s\n", world.program, world.own.rank, world.own.host, why);
    world.mpi->abort(TRI_FAILED);
    abort(); /* if MPI_Abort() has returned */
}

/* ---- Which ranks there are ---- */

int tri_rank(void)
{
    return world.own.rank;
}

int tri_ranks(void)
{
    return world.own.ranks;
}

int tri_ranks_of_node(void)
{
    return world.own.local_ranks;
}

int tri_ranks_nodes(int ranks)
{
    int nodes = 0;
    for (int i = 0; world.all && i < ranks; i++) {
        int k = 0;
        while (k < i && strcmp(world.all[k].host, world.all[i].host) != 0)
            k++;
        nodes += k == i;
    }
    return nodes;
}

int tri_ranks_on_busiest(int ranks)
{
    int most = 1;
    for (int i = 0; world.all && i < ranks; i++)
        most = world.all[i].local_rank >= most ? world.all[i].local_rank + 1 : most;
    return most;
}

bool tri_rank_device(int rank, const char **host, const char **device, int *number)
{
    if (!world.all || rank >= world.group)
        return false;
    *host = world.all[rank].host;
    *device = world.report[rank].number < 0 ? NULL : world.report[rank].device;
    *number = world.report[rank].number;
    return true;
}

/* ---- Halos ---- */

static const char *const ways[TRI_HALO_WAYS] = { "auto", "staged", "direct" };

const char *tri_halo_way_name(enum tri_halo_way way)
{
    return ways[way];
}

bool tri_ranks_choose_way(enum tri_halo_way way, struct tri_error *e)
{
    if (way != TRI_HALO_AUTO && !world.mpi)
        return tri_fail(e, TRI_USAGE,
                        "%s: is of ranks, and no MPI launcher has started this program; "
                        "between devices of one process, the runtime decides",
                        ways[way]);
    if (way == TRI_HALO_DIRECT && !world.own.takes_device_memory)
        return tri_fail(e, TRI_USAGE,
                        "direct: this MPI does not say that it takes a device's memory; "
                        "staged or auto is possible here");
    world.way = way;
    return true;
}

bool tri_ranks_direct(void)
{
    return world.way != TRI_HALO_STAGED && world.own.takes_device_memory;
}

const char *tri_ranks_way(void)
{
    return ways[tri_ranks_direct() ? TRI_HALO_DIRECT : TRI_HALO_STAGED];
}

/* ---- Whether all ranks succeed ---- */

static bool fail_rank(int rank, struct tri_error *e)
{
    const struct tri_error *why = &world.report[rank].error;
    if (rank == 0 && world.group == 1)
        return tri_fail(e, why->status, "%.300s", why->text);
    return tri_fail(e, TRI_FAILED, "rank %d on %s: %.300s", rank, world.all[rank].host, why->text);
}

bool tri_ranks_agree(bool good, const char *device, int number, struct tri_error *e)
{
    struct report own = { .good = good, .number = number };
    int first = -1;
    snprintf(own.device, sizeof own.device, "%s", device ? device : "");
    if (!good)
        own.error = *e;
    world.mpi->gather(&own, world.report, sizeof own);
    for (int i = 0; world.own.rank == 0 && i < world.group && first < 0; i++)
        if (!world.report[i].good)
            first = i;
    world.mpi->broadcast(&first, sizeof first);
    return first < 0 || (world.own.rank == 0 && fail_rank(first, e));
}

void tri_ranks_group(int ranks)
{
    world.group = ranks;
    world.mpi->group(ranks);
}
