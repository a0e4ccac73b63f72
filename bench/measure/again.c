/* bench once more, in a new process. */
#define _GNU_SOURCE /* environ, pipe2 */
#include "again.h"

#include "interrupt.h"
#include "sibling.h"
#include "measure.h"
#include "unbound.h"

#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <poll.h>
#include <signal.h>
#include <spawn.h>
#include <stdlib.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

/* Seconds: many times what any run takes that is worth repeating.  A device's driver may never answer. */
enum { LIMIT = 3600 };

static void start(void *data)
{
    struct process *p = data;
    char bench[PATH_MAX];
    int ends[2];
    posix_spawn_file_actions_t actions;
    sibling_file("bench", bench, sizeof bench);
    if (pipe2(ends, O_CLOEXEC) != 0)
        return;
    posix_spawn_file_actions_init(&actions);
    posix_spawn_file_actions_adddup2(&actions, ends[1], STDOUT_FILENO);
    posix_spawn_file_actions_addopen(&actions, STDERR_FILENO, "/dev/null", O_WRONLY, 0);
    p->started = posix_spawn(&p->id, bench, &actions, NULL, (char **)p->arguments, environ) == 0;
    posix_spawn_file_actions_destroy(&actions);
    close(ends[1]);
    p->out = ends[0];
    if (p->started)
        interrupt_pass_to(p->id);
    else
        close(ends[0]);
}

/* Whether there is something to be read by then, or the end of it. */
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

static bool read_text(int fd, double until, char *text, size_t size)
{
    size_t n = 0;
    ssize_t got = 1;
    while (got > 0 && n < size - 1) {
        if (!ready(fd, until))
            return false;
        got = read(fd, text + n, size - 1 - n);
        n += got > 0 ? (size_t)got : 0;
    }
    text[n] = '\0';
    return true;
}

static size_t read_numbers(const char *text, size_t numbers, double *number)
{
    char *end;
    size_t n = 0;
    for (; n < numbers; n++, text = end) {
        number[n] = strtod(text, &end);
        if (end == text)
            break;
    }
    return n;
}

static void complain(void)
{
    struct tri_error e;
    tri_fail(&e, TRI_FAILED, "a new process came to no end in time, and was killed");
    tri_report(program_name("bench"), &e);
}

/* One that even SIGKILL does not end, inside of a driver, is not waited for. */
bool process_numbers(const struct process *p, double until, size_t numbers, double *number)
{
    char text[4096];
    int status, end = (int)syscall(SYS_pidfd_open, p->id, 0); /* -1: an old kernel has none */
    bool ended = read_text(p->out, until, text, sizeof text) && (end < 0 || ready(end, until));
    if (!ended)
        kill(p->id, SIGKILL);
    interrupt_pass_to(0); /* before its number can be another's */
    bool good = waitpid(p->id, &status, ended ? 0 : WNOHANG) == p->id && WIFEXITED(status) &&
                WEXITSTATUS(status) == 0;
    close(p->out);
    if (end >= 0)
        close(end);
    if (!ended)
        complain();
    return ended && good && read_numbers(text, numbers, number) == numbers;
}

bool bench_again(const char **arguments, size_t numbers, double *number, double *seconds)
{
    struct process p = { .arguments = arguments };
    double began = tri_now();
    interrupt_hold(true);
    unbound(start, &p);
    interrupt_hold(false);
    bool good = p.started && process_numbers(&p, began + LIMIT, numbers, number);
    if (seconds)
        *seconds = tri_now() - began;
    return good;
}
