/* Runs commands as child processes. */
#define _GNU_SOURCE /* asprintf, nftw, ppoll, pipe2 */
#include "child.h"

#include "measure.h"

#include <errno.h>
#include <fcntl.h>
#include <ftw.h>
#include <poll.h>
#include <signal.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

/* ---- Ctrl-C: unblocked only while waiting for a child's output ---- */

static volatile sig_atomic_t stopped_by;
static sigset_t usual_mask;
static struct sigaction usual_int, usual_term;

static void note(int signal)
{
    stopped_by = signal;
}

void children_begin(void)
{
    struct sigaction action = { .sa_handler = note };
    sigset_t both;
    sigemptyset(&action.sa_mask);
    sigemptyset(&both);
    sigaddset(&both, SIGINT);
    sigaddset(&both, SIGTERM);
    stopped_by = 0;
    sigprocmask(SIG_BLOCK, &both, &usual_mask);
    sigaction(SIGINT, &action, &usual_int);
    sigaction(SIGTERM, &action, &usual_term);
}

bool children_stopped(void)
{
    return stopped_by;
}

void children_end(void)
{
    sigaction(SIGINT, &usual_int, NULL);
    sigaction(SIGTERM, &usual_term, NULL);
    sigprocmask(SIG_SETMASK, &usual_mask, NULL);
    if (stopped_by)
        raise(stopped_by);
}

/* ---- A child ---- */

/* Runs between fork and exec, so only async-signal-safe functions are called.  The child gets a process
 * group of its own, so that the processes that it starts can be killed with it. */
static void become(const char *command, int said)
{
    const struct rlimit no_core = { 0, 0 };
    const struct sigaction usual = { .sa_handler = SIG_DFL };
    sigset_t none;
    sigemptyset(&none);
    setpgid(0, 0);
    setrlimit(RLIMIT_CORE, &no_core); /* crashes are expected, and core dumps are slow */
    sigaction(SIGINT, &usual, NULL);
    sigaction(SIGTERM, &usual, NULL);
    sigprocmask(SIG_SETMASK, &none, NULL);
    int nothing = open("/dev/null", O_RDONLY);
    if (nothing >= 0 && dup2(nothing, STDIN_FILENO) >= 0 && dup2(said, STDOUT_FILENO) >= 0 &&
        dup2(said, STDERR_FILENO) >= 0)
        execl("/bin/sh", "sh", "-c", command, (char *)NULL);
    _exit(127);
}

/* Reads the available output, and discards what does not fit; false at the end of the output. */
static bool take(int pipe, struct child *c, size_t *taken)
{
    char bytes[512];
    ssize_t n = read(pipe, bytes, sizeof bytes);
    if (n <= 0)
        return n < 0 && errno == EINTR;
    size_t room = sizeof c->said - 1 - *taken, kept = (size_t)n < room ? (size_t)n : room;
    memcpy(c->said + *taken, bytes, kept);
    *taken += kept;
    return true;
}

/* Reads the output until it ends, the time limit is reached, or a signal has arrived. */
static void listen_to(int pipe, double seconds, struct child *c)
{
    struct pollfd open_end = { pipe, POLLIN, 0 };
    double end = tri_now() + seconds;
    size_t taken = 0;
    while (!stopped_by && !c->timed_out) {
        double left = end - tri_now();
        struct timespec wait = { (time_t)left, (long)((left - (double)(time_t)left) * 1e9) };
        int ready = left > 0 ? ppoll(&open_end, 1, &wait, &usual_mask) : 0;
        c->timed_out = ready == 0;
        if (ready > 0 && !take(pipe, c, &taken))
            return;
        if (ready < 0 && errno != EINTR)
            return;
    }
}

static void start(const char *command, double seconds, const int pipe[2], struct child *c)
{
    pid_t child = fork();
    if (child == 0)
        become(command, pipe[1]);
    close(pipe[1]);
    if (child < 0)
        return;
    setpgid(child, child); /* whoever is first */
    c->ran = true;
    listen_to(pipe[0], seconds, c);
    if (c->timed_out || stopped_by)
        kill(-child, SIGKILL);
    while (waitpid(child, &c->status, 0) < 0 && errno == EINTR)
        ;
    kill(-child, SIGKILL); /* what it has left behind */
}

void child_run(const char *command, double seconds, struct child *c)
{
    int pipe[2];
    memset(c, 0, sizeof *c);
    if (stopped_by || pipe2(pipe, O_CLOEXEC) != 0)
        return;
    start(command, seconds, pipe, c);
    close(pipe[0]);
}

bool child_succeeded(const struct child *c)
{
    return c->ran && !c->timed_out && c->status == 0;
}

/* ---- A folder for children ---- */

static bool fail_errno(const char *what, struct tri_error *e)
{
    return tri_fail(e, TRI_FAILED, "%.250s: %s", what, strerror(errno));
}

bool child_folder_make(char folder[static CHILD_FOLDER], struct tri_error *e)
{
    const char *place = getenv("TMPDIR");
    place = place && *place && strlen(place) < 150 && !strchr(place, '\'') ? place : "/tmp";
    snprintf(folder, CHILD_FOLDER, "%s/triptych-XXXXXX", place);
    return mkdtemp(folder) || fail_errno(place, e);
}

static int remove_one(const char *path, const struct stat *unused, int type, struct FTW *place)
{
    (void)unused, (void)type, (void)place;
    return remove(path);
}

bool child_folder_remove(const char *folder, struct tri_error *e)
{
    return nftw(folder, remove_one, 8, FTW_DEPTH | FTW_PHYS) == 0 || fail_errno(folder, e);
}

bool child_folder_write(const char *folder, const char *name, const char *text, struct tri_error *e)
{
    char path[CHILD_FOLDER + 100];
    snprintf(path, sizeof path, "%s/%s", folder, name);
    FILE *file = fopen(path, "we");
    bool good = file && fputs(text, file) >= 0;
    if (file && fclose(file) != 0)
        good = false;
    return good || fail_errno(path, e);
}

bool child_run_in(const char *folder, double seconds, struct child *c, struct tri_error *e,
                  const char *format, ...)
{
    char *command = NULL, *whole = NULL;
    va_list args;
    va_start(args, format);
    bool good = vasprintf(&command, format, args) >= 0 &&
                asprintf(&whole, "cd '%s' && export TMPDIR='%s' LC_ALL=C && %s", folder, folder,
                         command) >= 0;
    va_end(args);
    if (good)
        child_run(whole, seconds, c);
    else
        tri_fail(e, TRI_FAILED, "out of memory");
    free(command);
    free(whole);
    return good;
}
