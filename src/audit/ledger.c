/*
 * What the runtime tells of regions and copies, by OMPT.  A compiler without omp-tools.h has none; then nothing is told.
 *
 * While a region runs, the host's operands are closed: a device that is this CPU could read and write them.
 */
#include "inside.h"
#include "tool.h"

#include <limits.h>
#include <omp.h>
#include <pthread.h>

#define FAST __attribute__((tls_model("initial-exec"))) /* a signal handler reads them */

static _Thread_local bool in_region FAST, in_copy FAST;
static pthread_t auditor;
static _Atomic bool counting, closed, region_runs;
static _Atomic int kernels, most_threads;
static _Atomic unsigned teams;
static _Atomic bool told;
static _Atomic int copies_back;

/* The auditor has made a task for a device, and has not waited since: 1 and the level of parallel regions. */
static int left_over;

void (*tri_ledger_copy)(const void *host, size_t bytes, bool to_device);

bool tri_ledger_tells(void)
{
    return told;
}

bool tri_ledger_in_copy(void)
{
    return in_copy;
}

/* Of threads that work for a region the runtime tells only of the one that starts it. */
bool tri_ledger_in_kernel(void)
{
    return region_runs && (in_region || !pthread_equal(pthread_self(), auditor));
}

bool tri_ledger_left_over(void)
{
    return left_over > 0;
}

static void watch(bool);

void tri_ledger_begin(bool all_closed)
{
    auditor = pthread_self();
    kernels = most_threads = 0;
    left_over = copies_back = 0;
    teams = 0;
    closed = all_closed;
    counting = true;
    watch(true);
    if (all_closed)
        tri_guard_close_all();
}

struct tri_ledger tri_ledger_end(void)
{
    watch(false);
    counting = closed = false;
    tri_guard_open_all();
    return (struct tri_ledger){ kernels, most_threads, teams, copies_back, left_over > 0 };
}

/* Regions with nowait are started by threads of the runtime's own, while the host may use its memory. */
static bool waits_for_region(void)
{
    return pthread_equal(pthread_self(), auditor) && !omp_in_parallel();
}

static void at_kernel(bool begins, unsigned asked)
{
    told = true;
    if (!counting)
        return;
    kernels += begins;
    if (begins && (asked == 0 || asked > teams))
        teams = asked == 0 ? UINT_MAX : asked;
    if (!waits_for_region())
        return;
    in_region = region_runs = begins;
    if (begins)
        tri_guard_close_all();
    else if (!closed)
        tri_guard_open_all();
}

/* A copy may touch what is closed. */
static void at_copy(bool begins, const struct tri_copy *c)
{
    if (begins && tri_ledger_copy)
        tri_ledger_copy(c->host, c->bytes, c->to_device);
    if (!counting)
        return;
    struct tri_guarded *g = tri_guarded_at(c->host, c->bytes);
    in_copy = begins;
    copies_back += begins && !c->to_device && g != &tri_guarded[TRI_PLACE_SLOT];
    if (!g)
        return;
    if (begins)
        *(c->to_device ? &g->in : &g->out) += c->bytes;
    if (closed &&
        !c->to_device) /* resident data are copied back by an update, or into other memory than theirs */
        g->by_host = true;
    if (begins)
        tri_guard_open(g);
    else if (closed)
        tri_guard_close(g);
}

/* Until counting begins they do nothing. */
const struct tri_listener tri_listener = { .kernel = at_kernel, .copy = at_copy };

#ifdef TRI_HAS_OMPT
/* The threads of a device that is this CPU. */
static void at_thread(ompt_scope_endpoint_t point, ompt_data_t *parallel, ompt_data_t *task,
                      unsigned threads, unsigned index, int flags)
{
    if (point != ompt_scope_begin || !(flags & ompt_task_implicit))
        return;
    if ((int)threads > most_threads)
        most_threads = (int)threads;
    tri_meet((int)threads, (int)index);
}

/* A region or a copy with nowait is a task for a device.  What waits for dependences is told of as a task, too. */
static void at_task(ompt_data_t *maker, const ompt_frame_t *frame, ompt_data_t *task, int flags,
                    int dependences, const void *code)
{
    if (!pthread_equal(pthread_self(), auditor))
        return;
    if (flags & ompt_task_taskwait)
        left_over = 0;
    if (flags & ompt_task_target)
        left_over = 1 + omp_get_level();
}

/* A barrier waits for tasks that were made in its parallel region. */
static void at_wait(ompt_sync_region_t kind, ompt_scope_endpoint_t point, ompt_data_t *parallel,
                    ompt_data_t *task, const void *code)
{
    bool waits_for_all = kind == ompt_sync_region_taskwait || kind == ompt_sync_region_taskgroup;
    if (point == ompt_scope_end && !in_region && pthread_equal(pthread_self(), auditor) &&
        (waits_for_all || left_over > 1))
        left_over = 0;
}

static void watch(bool watched)
{
    tri_tool_hear(ompt_callback_implicit_task, watched ? (ompt_callback_t)at_thread : NULL);
    tri_tool_hear(ompt_callback_task_create, watched ? (ompt_callback_t)at_task : NULL);
    tri_tool_hear(ompt_callback_sync_region, watched ? (ompt_callback_t)at_wait : NULL);
}

#else

static void watch(bool watched)
{
}

#endif
