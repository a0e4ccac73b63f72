/* Starting bench, or this program once more. */
#define _GNU_SOURCE /* environ, program_invocation_name */
#include "process.h"

#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <poll.h>
#include <spawn.h>
#include <string.h>
#include <unistd.h>

struct start {
    const char *file, *name, *option;
    int socket, errors;
    pid_t id;
    int error;
};

static int set_errors(posix_spawn_file_actions_t *actions, int errors)
{
    return errors >= 0
               ? posix_spawn_file_actions_adddup2(actions, errors, STDERR_FILENO)
               : posix_spawn_file_actions_addopen(actions, STDERR_FILENO, "/dev/null", O_WRONLY, 0);
}

static void start(void *data)
{
    struct start *s = data;
    char name[PATH_MAX], option[20], *const arguments[] = { name, option, NULL };
    posix_spawn_file_actions_t actions;
    snprintf(name, sizeof name, "%s", s->name);
    snprintf(option, sizeof option, "%s", s->option);
    posix_spawn_file_actions_init(&actions);
    s->error = posix_spawn_file_actions_adddup2(&actions, s->socket, STDIN_FILENO);
    if (s->error == 0)
        s->error = posix_spawn_file_actions_adddup2(&actions, s->socket, STDOUT_FILENO);
    if (s->error == 0)
        s->error = set_errors(&actions, s->errors);
    if (s->error == 0)
        s->error = posix_spawn(&s->id, s->file, &actions, NULL, arguments, environ);
    posix_spawn_file_actions_destroy(&actions);
}

static int spawn(struct start *s, pid_t *id)
{
    interrupt_hold(true);
    unbound(start, s);
    if (s->error == 0)
        interrupt_pass_to(s->id);
    interrupt_hold(false);
    *id = s->error == 0 ? s->id : 0;
    return s->error;
}

int spawn_bench(const char *option, int socket, int errors, pid_t *id)
{
    char bench[PATH_MAX];
    sibling_file("bench", bench, sizeof bench);
    return spawn(
        &(struct start){
            .file = bench, .name = "bench", .option = option, .socket = socket, .errors = errors },
        id);
}

/* "compare", and "waves-compare". */
static bool is_program(const char *name)
{
    size_t length = strlen(program_invocation_short_name), n = strlen(name);
    return length >= n && strcmp(program_invocation_short_name + length - n, name) == 0;
}

int spawn_self(const char *option, int socket, int errors, pid_t *id)
{
    if (!is_program("bench") && !is_program("compare") && !is_program("study"))
        return spawn_bench(option, socket, errors, id);
    return spawn(&(struct start){ .file = "/proc/self/exe",
                                  .name = program_invocation_name,
                                  .option = option,
                                  .socket = socket,
                                  .errors = errors },
                 id);
}

/* ---- What it says ---- */

bool comes_until(int fd, double until)
{
    struct pollfd p = { .fd = fd, .events = POLLIN };
    int n;
    do {
        double left = until - tri_now();
        n = poll(&p, 1, until > 0 ? left > 0 ? (int)(left * 1000) + 1 : 0 : -1);
    } while (n < 0 && errno == EINTR);
    return n != 0;
}

bool read_until(int fd, double until, void *to, size_t size, size_t *n)
{
    ssize_t got = 1;
    for (*n = 0; got != 0 && *n < size; *n += got > 0 ? (size_t)got : 0) {
        if (!comes_until(fd, until))
            return false;
        got = read(fd, (char *)to + *n, size - *n);
        if (got < 0 && errno != EINTR)
            break;
    }
    return true;
}
