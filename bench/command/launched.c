/* Programs that an MPI launcher has started several times. */
#include "process.h"

#include <stdlib.h>
#include <unistd.h>

/* Only rank 0 prints the error, so there is one line and not one from each rank.  A launcher kills all ranks when the first
 * has failed: the others give rank 0 the time to print it. */
static int report(const char *program, const struct tri_error *e)
{
    enum { SECONDS = 5 };
    if (tri_rank() == 0)
        return tri_report(program_name(program), e);
    sleep(SECONDS);
    return (int)e->status;
}

/* Sets the name in the message about a lost device: it says which rank, on which host. */
static void guard(const char *program)
{
    static char name[200];
    char host[100] = "";
    gethostname(host, sizeof host - 1);
    snprintf(name, sizeof name, "%.60s: rank %d on %.80s", program_name(program), tri_rank(), host);
    tri_device_guard(name);
}

bool ranks_begin(const char *program, int *status)
{
    struct tri_error e;
    *status = TRI_AGREED;
    if (!tri_ranks_start(program_name(program), &e)) {
        *status = report(program, &e);
        return false;
    }
    if (tri_rank() == 0) {
        atexit(tri_ranks_stop);
        return true;
    }
    guard(program);
    tri_ranks_serve();
    return false;
}

bool ranks_refuse(const char *program, int *status)
{
    int ranks, rank;
    struct tri_error e;
    if (!tri_ranks_launched(&ranks, &rank) || ranks <= 1)
        return false;
    tri_fail(&e, TRI_USAGE, "is for one process, and an MPI launcher has started %d", ranks);
    *status = rank == 0 ? tri_report(program_name(program), &e) : TRI_AGREED;
    return true;
}

void ranks_print(FILE *out)
{
    int ranks = tri_ranks(), nodes = tri_ranks_nodes(ranks);
    if (ranks > 1)
        fprintf(out, "%d ranks on %d node%s, halos of devices %s\n\n", ranks, nodes,
                nodes > 1 ? "s" : "", tri_ranks_way());
}
