/* bench once more, in a new process. */
#define _GNU_SOURCE /* syscall */
#include "again.h"

#include "peers.h"
#include "process.h"

#include <errno.h>
#include <math.h>
#include <signal.h>
#include <stdio.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

/* Seconds: many times longer than any run that is worth repeating.  A device's driver may never answer. */
enum { LIMIT = 3600 };

/* ---- What is to be done ---- */

struct job job_of(const struct tri_case *c)
{
    struct job job;
    memset(&job, 0, sizeof job); /* the bytes between its members are sent, too */
    job.of = tri_case_send(c);
    return job;
}

bool job_receive(struct job *job, struct tri_error *e)
{
    return fread(job, sizeof *job, 1, stdin) == 1 ||
           tri_fail(e, TRI_USAGE, "--job: is for processes that bench starts itself");
}

bool job_answer(const double *number, size_t numbers, struct tri_error *e)
{
    return fwrite(number, sizeof *number, numbers, stdout) == numbers ||
           tri_fail(e, TRI_FAILED, "standard output: %s", strerror(errno));
}

/* ---- A process that does it ---- */

static bool start(struct process *p)
{
    int ends[2];
    if (socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, ends) != 0)
        return false;
    p->out = ends[0];
    p->started = write(p->out, p->job, sizeof *p->job) == (ssize_t)sizeof *p->job &&
                 spawn_bench("--job", ends[1], -1, &p->id) == 0;
    close(ends[1]);
    if (!p->started)
        close(p->out);
    return p->started;
}

static void complain(void)
{
    struct tri_error e;
    tri_fail(&e, TRI_FAILED, "a new process did not end in time, and was killed");
    tri_report(program_name("bench"), &e);
}

/* A process that even SIGKILL does not end, since it is inside of a driver, is not waited for. */
bool process_numbers(const struct process *p, double until, size_t numbers, double *number)
{
    double answer[512];
    size_t size;
    int status, end = (int)syscall(SYS_pidfd_open, p->id, 0); /* -1: an old kernel has none */
    bool ended = read_until(p->out, until, answer, sizeof answer, &size) &&
                 (end < 0 || comes_until(end, until));
    if (!ended)
        kill(p->id, SIGKILL);
    interrupt_pass_to(0); /* before another process can get its number */
    bool good = waitpid(p->id, &status, ended ? 0 : WNOHANG) == p->id && WIFEXITED(status) &&
                WEXITSTATUS(status) == 0;
    close(p->out);
    if (end >= 0)
        close(end);
    if (!ended)
        complain();
    good = ended && good && size >= numbers * sizeof *number;
    if (good)
        memcpy(number, answer, numbers * sizeof *number);
    return good;
}

bool job_run(const struct job *job, size_t numbers, double *number, double *seconds)
{
    struct process p = { .job = job };
    double began = tri_now();
    bool good = start(&p) && process_numbers(&p, began + LIMIT, numbers, number);
    if (seconds)
        *seconds = tri_now() - began;
    return good;
}

/* ---- A cold start: asking for it, and answering ---- */

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
