/* The doctor's probe: a target region, run in a process that may die of it. */
#define _GNU_SOURCE /* dl_iterate_phdr, pipe2 */
#include "measure.h"
#include "doctor.h"

#include "lists.h"

#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <link.h>
#include <omp.h>
#include <poll.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

/* ---- In the new process ----------------------------------------------------------------------- */

static const char *const runtimes[] = { "libomptarget", "libomp.",     "libomp-",   "libiomp5",
                                        "libgomp",      "libnvomp",    "libacc",    "libcuda.so",
                                        "libcudart.so", "libamdhip64", "libhsa-run" };

static int note_library(struct dl_phdr_info *info, size_t size, void *data)
{
    struct probe_report *report = data;
    char resolved[PATH_MAX];
    const char *slash = strrchr(info->dlpi_name, '/');
    for (size_t i = 0; slash && i < sizeof runtimes / sizeof *runtimes; i++) {
        if (strncmp(slash + 1, runtimes[i], strlen(runtimes[i])) != 0)
            continue;
        size_t n = 0;
        while (n < PROBE_LIBRARIES - 1 && report->library[n][0])
            n++;
        const char *path = realpath(info->dlpi_name, resolved) ? resolved : info->dlpi_name;
        snprintf(report->library[n], PROBE_PATH, "%.*s", PROBE_PATH - 1, path);
        break;
    }
    return 0;
}

/* Reports everything known so far. */
static bool report_stage(int pipe, struct probe_report *report, enum probe_stage stage)
{
    report->stage = stage;
    memset(report->library, 0, sizeof report->library);
    dl_iterate_phdr(note_library, report);
    for (size_t sent = 0; sent < sizeof *report;) {
        ssize_t n = write(pipe, (const char *)report + sent, sizeof *report - sent);
        if (n < 0 && errno != EINTR)
            return false;
        sent += n > 0 ? (size_t)n : 0;
    }
    return true;
}

/* Why a library cannot be loaded, or "". */
static void try_library(const char *name, char *why, size_t size)
{
    if (dlopen(name, RTLD_LAZY | RTLD_LOCAL))
        return;
    const char *error = dlerror();
    snprintf(why, size, "%s", error ? error : name);
}

/* The runtimes load these libraries in the same way, and say nothing if that fails.  libgomp's plugin is only loaded if
 * libgomp is in use, since it would load libgomp as well. */
static void try_libraries(struct probe_report *report)
{
    try_library("libcuda.so", report->libcuda, sizeof report->libcuda);
    if (dlopen("libgomp.so.1", RTLD_LAZY | RTLD_NOLOAD))
        try_library("libgomp-plugin-nvptx.so.1", report->plugin, sizeof report->plugin);
}

/* tri_device_start() runs no region if the runtime counts no device.  What happens to a region that is run all the same
 * is the best hint at the reason. */
static void run_region(struct probe_report *report)
{
    double start = tri_now();
    report->place = tri_device_probe();
    report->seconds = tri_now() - start;
}

int probe_process(const char *pipe_number)
{
    struct tri_error e = { TRI_FAILED, "" };
    struct probe_report report;
    memset(&report, 0, sizeof report);
    report.place = TRI_NOWHERE;
    int pipe = (int)strtol(pipe_number, NULL, 10);
    signal(SIGABRT, SIG_DFL); /* bench's guard would hide what happened */
    if (!report_stage(pipe, &report, PROBE_STARTED))
        return TRI_FAILED;
    report.nvidia = *tri_nvidia();
    try_libraries(&report);
    if (!report_stage(pipe, &report, PROBE_ASKED))
        return TRI_FAILED;
    report.devices = tri_devices();
    report.default_device = omp_get_default_device();
    if (!report_stage(pipe, &report, PROBE_COUNTED))
        return TRI_FAILED;
    if (!tri_device_start(&e))
        snprintf(report.error, sizeof report.error, "%s", e.text);
    report.place = tri_device_place();
    report.seconds = tri_device_start_seconds();
    if (report.place == TRI_NOWHERE)
        run_region(&report);
    snprintf(report.device, sizeof report.device, "%s", tri_device_name());
    return report_stage(pipe, &report, PROBE_DONE) ? TRI_AGREED : TRI_FAILED;
}

/* ---- In the doctor ---------------------------------------------------------------------------- */

enum { PROBE_SECONDS = 60 };

struct pipes {
    int report[2], said[2];
};

/* A copy of environ without some variables and with one more; NULL if memory is short. */
static char **environment_with(char *assignment, const char *const *without)
{
    size_t n = 0, kept = 0;
    while (environ[n])
        n++;
    char **copy = calloc(n + 2, sizeof *copy);
    if (!copy)
        return NULL;
    for (size_t i = 0; i < n; i++) {
        bool unwanted = false;
        for (size_t j = 0; without && without[j]; j++)
            unwanted |= names(environ[i], without[j]);
        if (!unwanted)
            copy[kept++] = environ[i];
    }
    copy[kept] = assignment;
    return copy;
}

/* After fork: only what is safe there. */
static void become_probe(const struct pipes *pipes, char **environment)
{
    static char name[] = "doctor";
    char *arguments[] = { name, NULL };
    const struct rlimit no_core = { 0, 0 };
    setrlimit(RLIMIT_CORE, &no_core); /* a crash is expected; a core file would take time */
    if (fcntl(pipes->report[1], F_SETFD, 0) == 0 && dup2(pipes->said[1], STDOUT_FILENO) >= 0 &&
        dup2(pipes->said[1], STDERR_FILENO) >= 0)
        execve("/proc/self/exe", arguments, environment);
    _exit(127);
}

/* Reads what is there; false at the end. */
static bool take(int pipe, char *to, size_t size, size_t *taken)
{
    char surplus[512];
    bool full = *taken >= size;
    ssize_t n = full ? read(pipe, surplus, sizeof surplus) : read(pipe, to + *taken, size - *taken);
    if (n > 0 && !full)
        *taken += (size_t)n;
    return n > 0 || (n < 0 && errno == EINTR);
}

/* Reads from the process until it ends or its time is up. */
static void listen_to(const struct pipes *pipes, struct probe *p)
{
    struct probe_report incoming;
    size_t reported = 0, said = 0;
    struct pollfd open_ends[2] = { { pipes->report[0], POLLIN, 0 }, { pipes->said[0], POLLIN, 0 } };
    double end = tri_now() + PROBE_SECONDS;
    while (open_ends[0].fd >= 0 || open_ends[1].fd >= 0) {
        double left = end - tri_now();
        int ready = left > 0 ? poll(open_ends, 2, (int)(left * 1000) + 1) : 0;
        if (ready < 0 && errno == EINTR)
            continue;
        p->timed_out = ready <= 0;
        if (p->timed_out)
            return;
        if (open_ends[0].revents &&
            !take(pipes->report[0], (char *)&incoming, sizeof incoming, &reported))
            open_ends[0].fd = -1;
        if (reported == sizeof incoming) {
            p->report = incoming;
            reported = 0;
        }
        if (open_ends[1].revents && !take(pipes->said[0], p->said, sizeof p->said - 1, &said))
            open_ends[1].fd = -1;
    }
}

static void start_probe(const struct pipes *pipes, char **environment, struct probe *p)
{
    pid_t child = fork();
    if (child == 0)
        become_probe(pipes, environment);
    close(pipes->report[1]);
    close(pipes->said[1]);
    if (child < 0)
        return;
    p->ran = true;
    listen_to(pipes, p);
    if (p->timed_out)
        kill(child, SIGKILL);
    while (waitpid(child, &p->status, 0) < 0 && errno == EINTR)
        ;
}

void run_probe(const char *const *without, struct probe *p)
{
    struct pipes pipes;
    char assignment[64];
    memset(p, 0, sizeof *p);
    p->report.place = TRI_NOWHERE;
    if (pipe2(pipes.report, O_CLOEXEC) != 0)
        return;
    if (pipe2(pipes.said, O_CLOEXEC) != 0) {
        close(pipes.report[0]);
        close(pipes.report[1]);
        return;
    }
    snprintf(assignment, sizeof assignment, PROBE_VARIABLE "=%d", pipes.report[1]);
    char **environment = environment_with(assignment, without);
    if (environment) {
        start_probe(&pipes, environment, p);
    } else {
        close(pipes.report[1]);
        close(pipes.said[1]);
    }
    free(environment);
    close(pipes.report[0]);
    close(pipes.said[0]);
}
