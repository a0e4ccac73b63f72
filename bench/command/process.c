/* Starting bench once more. */
#define _GNU_SOURCE /* environ */
#include "process.h"

#include "interrupt.h"
#include "sibling.h"
#include "unbound.h"

#include <fcntl.h>
#include <limits.h>
#include <spawn.h>
#include <string.h>
#include <unistd.h>

struct start {
    const char *option;
    int socket, errors;
    pid_t id;
    bool started;
};

static void start(void *data)
{
    struct start *s = data;
    char name[] = "bench", option[20] = "", *const arguments[] = { name, option, NULL };
    char bench[PATH_MAX];
    posix_spawn_file_actions_t actions;
    strncat(option, s->option, sizeof option - 1);
    sibling_file("bench", bench, sizeof bench);
    posix_spawn_file_actions_init(&actions);
    posix_spawn_file_actions_adddup2(&actions, s->socket, STDIN_FILENO);
    posix_spawn_file_actions_adddup2(&actions, s->socket, STDOUT_FILENO);
    if (s->errors >= 0)
        posix_spawn_file_actions_adddup2(&actions, s->errors, STDERR_FILENO);
    else
        posix_spawn_file_actions_addopen(&actions, STDERR_FILENO, "/dev/null", O_WRONLY, 0);
    s->started = posix_spawn(&s->id, bench, &actions, NULL, arguments, environ) == 0;
    posix_spawn_file_actions_destroy(&actions);
}

bool spawn_bench(const char *option, int socket, int errors, pid_t *id)
{
    struct start s = { .option = option, .socket = socket, .errors = errors };
    interrupt_hold(true);
    unbound(start, &s);
    if (s.started)
        interrupt_pass_to(s.id);
    interrupt_hold(false);
    *id = s.id;
    return s.started;
}
