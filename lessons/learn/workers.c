/* Processes, whose output goes to files without a name until it is their turn to be printed. */
#define _GNU_SOURCE /* sched_getaffinity */
#include "learn.h"

#include <errno.h>
#include <sched.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>

struct worker {
    pid_t process;
    FILE *printed; /* NULL: not begun, or shown */
    bool ended, good;
};

int workers_usual(void)
{
    cpu_set_t set;
    int n = sched_getaffinity(0, sizeof set, &set) == 0 ? CPU_COUNT(&set) : 1;
    return n < MAX_WORKERS ? n : MAX_WORKERS;
}

/* It ends when its parent does. */
static _Noreturn void become(struct worker *w, size_t i, bool (*work)(size_t i, void *), void *with)
{
    prctl(PR_SET_PDEATHSIG, SIGTERM);
    bool good = dup2(fileno(w->printed), STDOUT_FILENO) >= 0 && work(i, with);
    _exit(fflush(stdout) == 0 && good ? 0 : 1);
}

static bool begin(struct worker *w, size_t i, bool (*work)(size_t i, void *), void *with,
                  struct tri_error *e)
{
    fflush(stdout);
    w->printed = tmpfile();
    w->process = w->printed ? fork() : -1;
    if (w->process == 0)
        become(w, i, work, with);
    return w->process > 0 || tri_fail(e, TRI_FAILED, "a process: %s", strerror(errno));
}

static bool end_one(struct worker *workers, size_t n, struct tri_error *e)
{
    int status;
    pid_t process = wait(&status);
    if (process < 0)
        return tri_fail(e, TRI_FAILED, "wait: %s", strerror(errno));
    for (size_t i = 0; i < n; i++)
        if (workers[i].process == process) {
            workers[i].ended = true;
            workers[i].good = WIFEXITED(status) && WEXITSTATUS(status) == 0;
        }
    return true;
}

static void show(struct worker *w, int *failures)
{
    char line[1000];
    rewind(w->printed);
    while (fgets(line, sizeof line, w->printed))
        fputs(line, stdout);
    fflush(stdout);
    fclose(w->printed);
    w->printed = NULL;
    *failures += !w->good;
}

/* The first that are still to be shown, as far as they have ended. */
static size_t show_ended(struct worker *workers, size_t shown, size_t n, int *failures)
{
    while (shown < n && workers[shown].ended)
        show(&workers[shown++], failures);
    return shown;
}

bool workers_do(size_t n, int jobs, bool (*work)(size_t i, void *), void *with, int *failures,
                struct tri_error *e)
{
    struct worker *workers = calloc(n, sizeof *workers);
    bool good = workers || tri_fail(e, TRI_FAILED, "out of memory");
    size_t begun = 0, ended = 0, shown = 0;
    while (good && ended < n) {
        if (begun < n && begun - ended < (size_t)jobs) {
            good = begin(&workers[begun], begun, work, with, e);
            begun += good;
        } else {
            good = end_one(workers, n, e);
            ended += good;
            shown = show_ended(workers, shown, n, failures);
        }
    }
    for (; workers && !good && ended < begun && end_one(workers, n, NULL); ended++)
        ;
    free(workers);
    return good;
}
