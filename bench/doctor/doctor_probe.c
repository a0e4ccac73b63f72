/* The doctor's probe: a target region, run in a process that may die of it. */
#define _GNU_SOURCE /* dl_iterate_phdr, memfd_create */
#include "measure.h"
#include "doctor.h"

#include <dlfcn.h>
#include <fcntl.h>
#include <limits.h>
#include <link.h>
#include <omp.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
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

/* Reports everything known so far, in place of what was reported before. */
static bool report_stage(int file, struct probe_report *report, enum probe_stage stage)
{
    report->stage = stage;
    memset(report->library, 0, sizeof report->library);
    dl_iterate_phdr(note_library, report);
    return pwrite(file, report, sizeof *report, 0) == (ssize_t)sizeof *report;
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

int probe_process(const char *number)
{
    struct tri_error e = { TRI_FAILED, "" };
    struct probe_report report;
    memset(&report, 0, sizeof report);
    report.place = TRI_NOWHERE;
    char *end;
    int file = (int)strtol(number, &end, 10);
    if (!*number || *end || fcntl(file, F_GETFD) < 0) {
        tri_fail(&e, TRI_USAGE,
                 PROBE_VARIABLE
                 "=%.40s in the environment: is for processes that doctor starts itself",
                 number);
        return tri_report("doctor", &e);
    }
    signal(SIGABRT, SIG_DFL); /* bench's guard would hide what happened */
    if (!report_stage(file, &report, PROBE_STARTED))
        return TRI_FAILED;
    report.nvidia = *tri_nvidia();
    try_libraries(&report);
    if (!report_stage(file, &report, PROBE_ASKED))
        return TRI_FAILED;
    report.devices = tri_devices();
    report.default_device = omp_get_default_device();
    if (!report_stage(file, &report, PROBE_COUNTED))
        return TRI_FAILED;
    if (!tri_device_start(&e))
        snprintf(report.error, sizeof report.error, "%s", e.text);
    report.place = tri_device_place();
    report.seconds = tri_device_start_seconds();
    if (report.place == TRI_NOWHERE)
        run_region(&report);
    snprintf(report.device, sizeof report.device, "%s", tri_device_name());
    return report_stage(file, &report, PROBE_DONE) ? TRI_AGREED : TRI_FAILED;
}

/* ---- In the doctor ---------------------------------------------------------------------------- */

enum { PROBE_SECONDS = 60 };

/* The report is a file in memory, which the process has open, too. */
void run_probe(const char *const *without, struct probe *p)
{
    struct probe_report report;
    char command[1000] = "";
    size_t used = 0;
    int file = memfd_create("report", 0);
    *p = (struct probe){ .report.place = TRI_NOWHERE };
    if (file < 0)
        return;
    for (size_t i = 0; without && without[i]; i++)
        used += (size_t)snprintf(command + used, sizeof command - used, "unset %s; ", without[i]);
    snprintf(command + used, sizeof command - used, PROBE_VARIABLE "=%d exec /proc/%d/exe", file,
             (int)getpid());
    children_begin();
    child_run(command, PROBE_SECONDS, &p->process);
    children_end();
    if (pread(file, &report, sizeof report, 0) == (ssize_t)sizeof report)
        p->report = report;
    close(file);
}
