/*
 * The offload device: started once, and probed before it is used.  data.c keeps a case's data on it.
 */

#include "build_info.h"
#include "data.h"
#include "image_files.h"
#include "ran_on.h"
#include "startup.h"
#include "tensor_cores.h"
#include "nvidia.h"

#include <limits.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static struct {
    bool started;
    struct tri_error broken; /* why a GPU does not start; TRI_AGREED: nothing is */
    double seconds;
    enum tri_wait wait; /* for its devices, once it has started */
    struct tri_waiting waiting;
} state;

/* Nested uses of the device: the handler of SIGABRT needs to know whether an abort is the runtime's. */
static volatile sig_atomic_t uses;

void tri_device_begin(void)
{
    #pragma omp atomic update
    uses++;
}

void tri_device_end(void)
{
    #pragma omp atomic update
    uses--;
}

/*
 * With OMP_TARGET_OFFLOAD=MANDATORY, GCC 13 and newer choose the default device when devices are first counted.  The
 * initial thread may have copied the setting before that; it is then INT_MIN, which makes a region end the process.
 */
int tri_devices(void)
{
    int devices = TRIPTYCH_OFFLOAD ? omp_get_num_devices() : 0;
    if (devices > 0 && omp_get_default_device() == INT_MIN)
        omp_set_default_device(0);
    return devices;
}

enum tri_place tri_device_probe(void)
{
    int place = TRI_NOWHERE;
    #pragma omp target map(tofrom: place)
    place = ran_on();
    tri_image_files_remove();
    return (enum tri_place)place;
}

static bool for_nvidia(void)
{
    return strncmp(TRIPTYCH_OFFLOAD_TARGET, "nvptx", 5) == 0;
}

bool tri_data_fail_place(enum tri_place place, struct tri_error *e)
{
    char doctor[TRI_COMMAND];
    return tri_fail(e, TRI_FAILED, "path offload: the target region %s; `%s` looks for the cause",
                    place == TRI_CPU ? "fell back to the host" : "was skipped",
                    tri_command("doctor", doctor, sizeof doctor));
}

/* ---- Waiting ---- */

/* The runtime has started all of its devices. */
static bool has_contexts(void)
{
    return state.started && tri_device_place() == TRI_GPU && for_nvidia();
}

bool tri_device_wait(enum tri_wait how)
{
    state.wait = how;
    return has_contexts() &&
           tri_waiting_set(&state.waiting, tri_nvidia_context(), tri_devices(), how);
}

enum tri_wait tri_device_told_to_wait(void)
{
    return state.wait;
}

/* A CUDA peer's GPU has a context also where the runtime uses none. */
const char *tri_device_waited(void)
{
    unsigned flags;
    if (!tri_nvidia_get_waiting(tri_nvidia_context(), tri_device_number(), &flags))
        return NULL;
    return flags & TRI_CUDA_BLOCKING ? "asleep" : "awake";
}

/* ---- The start ---- */

static void start(void)
{
    double begin = tri_now();
    tri_device_begin();
    if (tri_devices() > 0)
        tri_device_set_place(tri_device_probe());
    tri_device_end();
    state.seconds = tri_startup_seconds() + tri_now() - begin;
    state.started = true;
    tri_device_wait(state.wait);
}

/* The runtime ends the process where there is no such device.  One number above the last is the host's. */
static bool has_default_device(struct tri_error *e)
{
    int devices = tri_devices(), chosen = devices > 0 ? omp_get_default_device() : 0;
    return (chosen >= 0 && chosen <= devices) ||
           tri_fail(e, TRI_FAILED,
                    "path offload: OMP_DEFAULT_DEVICE is %d, and has to be from 0 to %d", chosen,
                    devices - 1);
}

/* Why the driver does not start the GPU; false: it does, or there is none. */
static bool find_broken(void)
{
    char doctor[TRI_COMMAND];
    int error = for_nvidia() ? tri_nvidia_start_error(tri_nvidia_context(), 0) : 0;
    if (error == TRI_CUDA_OUT_OF_MEMORY)
        tri_fail(&state.broken, TRI_FAILED,
                 "path offload: the GPU cannot be started, since others use all of its memory; "
                 "nvidia-smi shows who");
    else if (error)
        tri_fail(
            &state.broken, TRI_FAILED,
            "path offload: the GPU cannot be started: CUDA's error %d; `%s` looks for the cause",
            error, tri_command("doctor", doctor, sizeof doctor));
    return error != 0;
}

bool tri_device_is_broken(struct tri_error *why)
{
    if (state.broken.status == TRI_AGREED)
        return false;
    *why = state.broken;
    return true;
}

static bool fail_none(struct tri_error *e)
{
    char doctor[TRI_COMMAND];
    if (find_broken())
        return tri_fail(e, state.broken.status, "%s", state.broken.text);
    return tri_fail(e, TRI_FAILED,
                    "path offload: the OpenMP runtime finds no device for this build's "
                    "images (%s); `%s` looks for the cause",
                    TRIPTYCH_OFFLOAD_TARGET, tri_command("doctor", doctor, sizeof doctor));
}

bool tri_device_start(struct tri_error *e)
{
    char doctor[TRI_COMMAND];
    if (!TRIPTYCH_OFFLOAD)
        return tri_fail(
            e, TRI_FAILED,
            "path offload: this build (preset %s) has no offload target; `%s` says which have",
            TRIPTYCH_PRESET, tri_command("doctor", doctor, sizeof doctor));
    if (!has_default_device(e))
        return false;
    if (!state.started)
        start();
    if (tri_devices() <= 0)
        return fail_none(e);
    return tri_device_place() > TRI_CPU ? true : tri_data_fail_place(tri_device_place(), e);
}

double tri_device_start_seconds(void)
{
    return state.seconds;
}

/* In builds for other devices, a peer's GPU is the first one. */
int tri_device_number(void)
{
    return for_nvidia() ? omp_get_default_device() : 0;
}

const char *tri_device_name(void)
{
    const struct tri_nvidia *driver = tri_nvidia();
    int device = tri_device_number();
    if (tri_device_place() == TRI_GPU && device >= 0 && device < driver->devices)
        return driver->device[device].name;
    return tri_device_place() == TRI_GPU ? "unknown GPU" : tri_cpu_name();
}

size_t tri_device_cache_bytes(void)
{
    const struct tri_nvidia *driver = tri_nvidia();
    int device = tri_device_number();
    if (tri_device_place() != TRI_GPU)
        return tri_cpu_cache_bytes();
    return device >= 0 && device < driver->devices ? (size_t)driver->device[device].cache : 0;
}

/* ---- Launches ---- */

/* Of the path that runs: its prototype, which is that of the textbook, has no place for it. */
static struct tri_launch launch;

void tri_launch_path(const struct tri_launch *next)
{
    static const omp_sched_t kinds[TRI_SCHEDULES] = { omp_sched_dynamic, omp_sched_static,
                                                      omp_sched_dynamic, omp_sched_guided };
    launch = next ? *next : (struct tri_launch){ 0 };
    omp_set_schedule(kinds[launch.schedule], 0); /* the default chunk of that kind */
    if (launch.threads)
        omp_set_num_threads(launch.threads);
    tri_device_wait((enum tri_wait)launch.wait);
}

/* A variable of the environment that is set, and can be the cause of fewer threads than were asked for. */
static const char *limit_of_threads(void)
{
    static const char *const names[] = { "OMP_THREAD_LIMIT", "OMP_DYNAMIC",
                                         "OMP_MAX_ACTIVE_LEVELS" };
    for (size_t i = 0; i < sizeof names / sizeof *names; i++)
        if (getenv(names[i]))
            return names[i];
    return "OMP_THREAD_LIMIT, OMP_DYNAMIC, and the limits of the system";
}

static int threads_of_region(void)
{
    int threads = 1;
    #pragma omp parallel
    {
        #pragma omp single
        threads = omp_get_num_threads();
    }
    return threads;
}

/* Asks a region of the same number of threads; the limit first, beyond which LLVM's runtime warns.  What a path does with
 * num_threads is its own. */
static bool has_threads(int threads, enum tri_path path, struct tri_error *e)
{
    int limit = omp_get_thread_limit(), had = threads > limit ? limit : threads_of_region();
    return had == threads ||
           tri_fail(e, TRI_USAGE, "path %s: of %d threads, a parallel region gets %d: see %s",
                    tri_path_name(path), threads, had, limit_of_threads());
}

enum tri_wait tri_wait_of(const struct tri_launch *l, enum tri_path path,
                          const struct tri_variant *v)
{
    if (path != TRI_OFFLOAD)
        return TRI_WAIT_RUNTIME;
    if (l->wait)
        return (enum tri_wait)l->wait;
    return !v || v->waits_awake ? TRI_WAIT_AWAKE : TRI_WAIT_RUNTIME;
}

bool tri_launch_variant(const struct tri_launch *asked, enum tri_path path,
                        const struct tri_variant *variant, struct tri_error *e)
{
    struct tri_launch own = *asked;
    own.wait = tri_wait_of(asked, path, variant);
    tri_launch_path(&own);
    return path == TRI_OFFLOAD || !own.threads || has_threads(own.threads, path, e);
}

int tri_teams(ptrdiff_t pieces)
{
    ptrdiff_t most = tri_device_place() == TRI_GPU ? INT_MAX : 1;
    if (launch.teams && most > 1)
        return launch.teams;
    return (int)(pieces < most ? pieces : most);
}

int tri_team_threads(int usual)
{
    return launch.threads_per_team ? launch.threads_per_team : usual;
}

static int threads_of_team(void)
{
    int threads = 0, limit = TRI_WHOLE_TEAM;
    #pragma omp target teams num_teams(1) thread_limit(limit) map(tofrom: threads)
    {
        #pragma omp parallel num_threads(TRI_WHOLE_TEAM)
        if (omp_get_thread_num() == 0)
            threads = omp_get_num_threads();
    }
    return threads;
}

bool tri_whole_teams(void)
{
    static int threads; /* 0: not asked yet */
    tri_device_begin();
    if (threads == 0)
        threads = threads_of_team();
    tri_device_end();
    return threads == TRI_WHOLE_TEAM;
}

/* The device's code tells: it may be for an older GPU, or for none. */
static int cores_of_code(void)
{
    int cores = 0;
    #pragma omp target map(tofrom: cores)
    cores = TENSOR_CORES;
    return cores;
}

bool tri_tensor_cores(void)
{
    static int cores = -1; /* not asked yet */
    if (cores < 0) {
        tri_device_begin();
        cores = cores_of_code();
        tri_device_end();
    }
    return cores;
}

/* ---- An abort ---- */

static char farewell[TRI_COMMAND + 300];

/* An abort that is not the runtime's stays an abort, with its core file and status: the signal is blocked in
 * this handler, and is delivered again when it returns. */
static void lost(int number)
{
    if (uses <= 0) {
        signal(number, SIG_DFL);
        raise(number);
        return;
    }
    ssize_t ignored = write(STDERR_FILENO, farewell, strlen(farewell));
    (void)ignored;
    _exit(TRI_FAILED);
}

void tri_device_guard(const char *program)
{
    char doctor[TRI_COMMAND];
    snprintf(farewell, sizeof farewell,
             "%.60s: the offload runtime gave up (see above): device lost, out of memory, "
             "or an image that does not fit it; `%s` looks for the cause\n",
             program, tri_command("doctor", doctor, sizeof doctor));
    if (TRIPTYCH_OFFLOAD)
        signal(SIGABRT, lost);
}
