/* bench once more, in a new process. */
#define _GNU_SOURCE /* syscall */
#include "again.h"

#include "process.h"

#include <errno.h>
#include <poll.h>
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

/* Whether there is something to read, or the end, before that time. */
static bool ready(int fd, double until)
{
    struct pollfd p = { .fd = fd, .events = POLLIN };
    int n;
    do {
        double left = until - tri_now();
        n = poll(&p, 1, left > 0 ? (int)(left * 1000) + 1 : 0);
    } while (n < 0 && errno == EINTR);
    return n > 0;
}

/* Reads to the end; false if that did not come in time. */
static bool read_all(int fd, double until, void *to, size_t size, size_t *n)
{
    ssize_t got = 1;
    for (*n = 0; got > 0 && *n < size; *n += got > 0 ? (size_t)got : 0) {
        if (!ready(fd, until))
            return false;
        got = read(fd, (char *)to + *n, size - *n);
    }
    return true;
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
    bool ended =
        read_all(p->out, until, answer, sizeof answer, &size) && (end < 0 || ready(end, until));
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
