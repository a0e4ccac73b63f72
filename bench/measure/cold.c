/* A cold start in a new process: asking for it, and answering. */
#include "again.h"

#include "peers.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

double cold_in_new_process(const struct tri_case *c, const struct tri_contender *peer)
{
    double seconds;
    struct job job = job_of(c);
    snprintf(job.peer, sizeof job.peer, "%s", peer->peer);
    job.host_memory = peer->host_memory;
    return job_run(&job, 1, &seconds, NULL) ? seconds : (double)NAN;
}

/* Pinning memory starts the peer's memory space beforehand; its start is counted all the same. */
static bool measure_cold(struct tri_case *c, const struct tri_contender *who,
                         enum tri_host_memory memory, double *seconds, struct tri_error *e)
{
    struct tri_case pinned;
    if (memory == TRI_PAGEABLE)
        return tri_measure_cold(c, who, seconds, e);
    if (!who->memory_space || !who->memory_space->pinning ||
        !tri_case_pin(c, who->memory_space->pinning, &pinned, e))
        return false;
    bool good = tri_measure_cold(&pinned, who, seconds, e);
    tri_case_unpin(&pinned, who->memory_space->pinning, c);
    return good;
}

bool answer_cold(const struct job *job, struct tri_case *c, struct tri_error *e)
{
    const struct tri_peer *p;
    double seconds;
    for (size_t i = 0; (p = peer_at(i, job->of.precision)); i++)
        if (strcmp(p->contender.peer, job->peer) == 0 && peer_is_of(p, c->hotspot))
            break;
    if (!p)
        return tri_fail(e, TRI_USAGE, "job: %s has no peer %s", c->hotspot->name, job->peer);
    return peer_available(p, e) && tri_case_allocate(c, e) &&
           measure_cold(c, &p->contender, job->host_memory, &seconds, e) &&
           job_answer(&seconds, 1, e);
}
