/*
 * The offload device: started once, probed before it is trusted, given a case's data to keep.
 *
 * The functions here map operands as bytes.  A hotspot's region maps the same addresses as its own
 * type; what OpenMP finds present it does not move again.
 */
#include "measure.h"

#include "build_info.h"
#include "nvidia.h"
#include "ran_on.h"
#include "startup.h"

#include <limits.h>
#include <omp.h>
#include <signal.h>
#include <string.h>
#include <unistd.h>

static struct {
    bool started;
    enum tri_place place;
    double seconds;
} state = { .place = TRI_NOWHERE };

/* How many times over the device is in use: SIGABRT's handler asks whose abort it is. */
static volatile sig_atomic_t uses;

void tri_device_begin(void)
{
    uses = uses + 1;
}

void tri_device_end(void)
{
    uses = uses - 1;
}

/*
 * GCC from 13 on chooses the default device when it first counts them, if OMP_TARGET_OFFLOAD is MANDATORY; the
 * initial thread may have copied the setting before that, and has INT_MIN then, at which a region ends the process.
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
    return (enum tri_place)place;
}

static bool for_nvidia(void)
{
    return strncmp(TRIPTYCH_OFFLOAD_TARGET, "nvptx", 5) == 0;
}

static bool fail_place(enum tri_place place, struct tri_error *e)
{
    return tri_fail(e, TRI_FAILED,
                    "path offload: the target region %s; `doctor` looks for the cause",
                    place == TRI_CPU ? "fell back to the host" : "was skipped");
}

static void start(void)
{
    double begin = tri_now();
    tri_device_begin();
    if (tri_devices() > 0)
        state.place = tri_device_probe();
    tri_device_end();
    if (state.place == TRI_GPU && for_nvidia())
        tri_nvidia_wait_awake(tri_device_number());
    state.seconds = tri_startup_seconds() + tri_now() - begin;
    state.started = true;
}

bool tri_device_start(struct tri_error *e)
{
    if (!TRIPTYCH_OFFLOAD)
        return tri_fail(e, TRI_FAILED, "path offload: this build (preset %s) has no offload target",
                        TRIPTYCH_PRESET);
    if (!state.started)
        start();
    if (tri_devices() <= 0)
        return tri_fail(e, TRI_FAILED,
                        "path offload: the OpenMP runtime finds no device for this build's "
                        "images (%s); `doctor` looks for the cause",
                        TRIPTYCH_OFFLOAD_TARGET);
    return state.place > TRI_CPU ? true : fail_place(state.place, e);
}

enum tri_place tri_device_place(void)
{
    return state.place;
}

double tri_device_start_seconds(void)
{
    return state.seconds;
}

/* Builds for other devices: whatever number those have, a peer's GPU is the first. */
int tri_device_number(void)
{
    return for_nvidia() ? omp_get_default_device() : 0;
}

const char *tri_device_name(void)
{
    const struct tri_nvidia *driver = tri_nvidia();
    int device = tri_device_number();
    if (state.place == TRI_GPU && device >= 0 && device < driver->devices)
        return driver->device[device].name;
    return state.place == TRI_GPU ? "unknown GPU" : tri_cpu_name();
}

size_t tri_device_cache_bytes(void)
{
    const struct tri_nvidia *driver = tri_nvidia();
    int device = tri_device_number();
    if (state.place != TRI_GPU)
        return tri_cpu_cache_bytes();
    return device >= 0 && device < driver->devices ? (size_t)driver->device[device].cache : 0;
}

/* ---- Launches ---- */

static struct tri_launch launch;

const char *tri_schedule_name(enum tri_schedule schedule)
{
    static const char *const names[TRI_SCHEDULES] = { "usual", "static", "dynamic", "guided" };
    return names[schedule];
}

void tri_launch(struct tri_launch next)
{
    static const omp_sched_t kinds[TRI_SCHEDULES] = { omp_sched_dynamic, omp_sched_static,
                                                      omp_sched_dynamic, omp_sched_guided };
    launch = next;
    omp_set_schedule(kinds[next.schedule], 0); /* the chunks that the kind has when none is said */
}

int tri_teams(ptrdiff_t pieces)
{
    ptrdiff_t most = state.place == TRI_GPU ? INT_MAX : 1;
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

/* ---- Data ---- */

/* Mapping more than there is ends the process in some runtimes: ask first.  Clang's runtime has
 * these functions only where there is offload. */
#if TRIPTYCH_OFFLOAD
static bool can_allocate(size_t bytes)
{
    void *room = omp_target_alloc(bytes, omp_get_default_device());
    omp_target_free(room, omp_get_default_device());
    return room;
}
#else
static bool can_allocate(size_t bytes)
{
    return bytes == 0;
}
#endif

bool tri_device_has_room(const struct tri_case *c, struct tri_error *e)
{
    size_t bytes = tri_case_bytes(c);
    tri_device_begin();
    bool room = can_allocate(bytes);
    tri_device_end();
    return room || tri_fail(e, TRI_FAILED, "path offload: %s has no %.3g GB free",
                            tri_device_name(), (double)bytes * 1e-9);
}

static void map(const struct tri_case *c, int operand, bool send)
{
    char *bytes = c->operand[operand];
    size_t n = tri_operand_bytes(c, operand);
    if (send) {
        #pragma omp target enter data map(to: bytes[:n])
    } else {
        #pragma omp target enter data map(alloc: bytes[:n])
    }
}

static void unmap(const struct tri_case *c, int operand)
{
    char *bytes = c->operand[operand];
    size_t n = tri_operand_bytes(c, operand);
    if (tri_operand_is_written(c, operand)) {
        #pragma omp target exit data map(from: bytes[:n])
    } else {
        #pragma omp target exit data map(release: bytes[:n])
    }
}

static void enter(const struct tri_case *c, bool send_outputs)
{
    int *place = c->ran_on;
    tri_device_begin(); /* and so it stays until tri_device_exit() */
    #pragma omp target enter data map(to: place[:1])
    for (int o = 0; o < TRI_SLOTS; o++)
        if (c->operand[o])
            map(c, o, tri_operand_is_read(c, o) || (send_outputs && tri_operand_is_written(c, o)));
}

static bool enter_home(const struct tri_case *c, bool send_outputs, struct tri_case *there,
                       struct tri_error *e)
{
    *there = *c; /* OpenMP itself knows what an address here is on the device */
    if (!tri_device_start(e))
        return false;
    enter(c, send_outputs);
    return true;
}

bool tri_device_enter(struct tri_case *c, struct tri_error *e)
{
    struct tri_case there;
    return tri_device_start(e) && tri_device_has_room(c, e) && enter_home(c, false, &there, e);
}

void tri_device_exit(struct tri_case *c)
{
    int *place = c->ran_on;
    #pragma omp target exit data map(from: place[:1])
    for (int o = 0; o < TRI_SLOTS; o++)
        if (c->operand[o])
            unmap(c, o);
    tri_device_end();
}

bool tri_device_allocate(struct tri_case *c, struct tri_error *e)
{
    int *place = c->ran_on;
    if (!tri_device_start(e))
        return false;
    tri_device_begin(); /* until tri_device_exit() */
    #pragma omp target enter data map(alloc: place[:1])
    for (int o = 0; o < TRI_SLOTS; o++)
        if (c->operand[o])
            map(c, o, false);
    return true;
}

void tri_device_send(struct tri_case *c)
{
    int *place = c->ran_on;
    #pragma omp target update to(place[:1])
    for (int o = 0; o < TRI_SLOTS; o++) {
        char *bytes = c->operand[o];
        size_t n = tri_operand_bytes(c, o);
        if (bytes && tri_operand_is_read(c, o)) {
            #pragma omp target update to(bytes[:n])
        }
    }
}

static bool leave_home(struct tri_case *there, struct tri_case *c, struct tri_error *e)
{
    (void)there;
    tri_device_exit(c);
    return *c->ran_on > TRI_CPU ? true : fail_place((enum tri_place) * c->ran_on, e);
}

/* The poison travels too: memory that the device has used before may hold the right answer. */
bool tri_device_run(struct tri_case *c, struct tri_error *e)
{
    struct tri_case there;
    *c->ran_on = TRI_NOWHERE;
    if (!tri_device_start(e) || !tri_device_has_room(c, e) || !enter_home(c, true, &there, e))
        return false;
    c->variant->path[TRI_OFFLOAD](&there);
    return leave_home(&there, c, e);
}

const struct tri_home tri_device_home = {
    .start = tri_device_start,
    .start_seconds = tri_device_start_seconds,
    .device = tri_device_name,
    .enter = enter_home,
    .leave = leave_home,
    .enters_itself = true,
    .has_room = tri_device_has_room,
};

static const char *guarded = "triptych";

/* An abort that is not the runtime's stays one, with its core and its status: the signal is blocked in
 * here, and comes once more as this returns. */
static void lost(int number)
{
    static const char text[] =
        ": the offload runtime gave up (see above): device lost, out of memory, "
        "or an image that does not fit it\n";
    if (uses <= 0) {
        signal(number, SIG_DFL);
        raise(number);
        return;
    }
    ssize_t ignored = write(STDERR_FILENO, guarded, strlen(guarded));
    ignored = write(STDERR_FILENO, text, sizeof text - 1);
    (void)ignored;
    _exit(TRI_FAILED);
}

void tri_device_guard(const char *program)
{
    guarded = program;
    if (TRIPTYCH_OFFLOAD)
        signal(SIGABRT, lost);
}
