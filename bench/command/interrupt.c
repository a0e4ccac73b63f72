/* Ctrl-C at any moment.  The signal handler calls only async-signal-safe functions: kill, write and _exit. */
#include "process.h"

#include <signal.h>
#include <string.h>
#include <unistd.h>

static char farewell[400];
static volatile sig_atomic_t holding, waiting, child;

static void leave(int signal)
{
    if (child > 0)
        kill(child, signal);
    ssize_t ignored = write(STDERR_FILENO, farewell, strlen(farewell));
    (void)ignored;
    _exit(128 + signal);
}

/* May run on any thread, while another one is writing a row. */
static void stop(int signal)
{
    if (holding)
        waiting = signal;
    else
        leave(signal);
}

static void guard(int signal)
{
    struct sigaction action = { .sa_handler = stop, .sa_flags = SA_RESTART }, before;
    sigemptyset(&action.sa_mask);
    if (sigaction(signal, NULL, &before) == 0 && before.sa_handler != SIG_IGN)
        sigaction(signal, &action, NULL);
}

void interrupt_guard(const char *program, const char *json)
{
    const char *clear = isatty(STDERR_FILENO) ? "\r\033[K" : "";
    if (json)
        snprintf(farewell, sizeof farewell,
                 "%s%s: interrupted; what is finished is in %.200s, and --resume goes on with it\n",
                 clear, program_name(program), json);
    else
        snprintf(farewell, sizeof farewell, "%s%s: interrupted\n", clear, program_name(program));
    guard(SIGINT);
    guard(SIGTERM);
}

void interrupt_pass_to(pid_t id)
{
    child = id;
}

void interrupt_hold(bool hold)
{
    holding = hold;
    if (!hold && waiting)
        leave(waiting);
}
