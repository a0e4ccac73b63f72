/* A cold start in a new process: asking for it, and answering. */
#define _GNU_SOURCE /* environ, pipe2 */
#include "cold.h"

#include <fcntl.h>
#include <math.h>
#include <spawn.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/wait.h>
#include <unistd.h>

/* Its standard output, or NULL; *pid is the process to wait for. */
static FILE *start(const char **arguments, pid_t *pid)
{
    int ends[2];
    posix_spawn_file_actions_t actions;
    if (pipe2(ends, O_CLOEXEC) != 0)
        return NULL;
    posix_spawn_file_actions_init(&actions);
    posix_spawn_file_actions_adddup2(&actions, ends[1], STDOUT_FILENO);
    posix_spawn_file_actions_addopen(&actions, STDERR_FILENO, "/dev/null", O_WRONLY, 0);
    bool started =
        posix_spawn(pid, "/proc/self/exe", &actions, NULL, (char **)arguments, environ) == 0;
    posix_spawn_file_actions_destroy(&actions);
    close(ends[1]);
    FILE *out = started ? fdopen(ends[0], "r") : NULL;
    if (!out)
        close(ends[0]);
    return out;
}

double cold_in_new_process(const struct tri_case *c, const char *peer)
{
    pid_t pid;
    char params[1000];
    const char *precision = tri_precision_name(c->hotspot->precision);
    double seconds = (double)NAN;
    tri_case_describe(c, params, sizeof params);
    FILE *out = start((const char *[]){ "bench", "--cold", peer, "--set", params, "--precision",
                                        precision, c->hotspot->name, NULL },
                      &pid);
    if (!out)
        return seconds;
    if (fscanf(out, "%lf", &seconds) != 1)
        seconds = (double)NAN;
    fclose(out);
    waitpid(pid, NULL, 0);
    return seconds;
}

bool answer_cold(const struct bench *b, struct tri_error *e)
{
    struct tri_case c;
    double seconds;
    enum tri_precision precision = b->request.precision[TRI_FLOAT] ? TRI_FLOAT : TRI_DOUBLE;
    if (!request_case(&b->request, b->request.hotspot[0], precision, &c, e))
        return false;
    size_t i = 0;
    while (i < peer_count() && !peer_is_chosen(peer_at(i, precision), c.hotspot, b->peer))
        i++;
    const struct peer *p = peer_at(i, precision);
    if (!p)
        return tri_fail(e, TRI_USAGE, "--cold: has to name a peer of %s", c.hotspot->name);
    if (!peer_available(p, e) || !tri_case_allocate(&c, e))
        return false;
    bool good = tri_measure_cold(&c, &p->contender, &seconds, e);
    if (good)
        printf("%.9g\n", seconds);
    tri_case_free(&c);
    return good;
}
