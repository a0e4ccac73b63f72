/*
 * What the runtime tells of regions and copies, by OMPT.  A compiler without omp-tools.h has none; then nothing is told.
 *
 * While a region runs, the host's operands are closed: a device that is this CPU could read and write them.
 */
#include "inside.h"

#include "data.h"
#include "meeting.h"
#include "tool.h"

#include <limits.h>
#include <omp.h>
#include <pthread.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#define FAST __attribute__((tls_model("initial-exec"))) /* a signal handler reads them */

static _Thread_local bool in_region FAST, in_copy FAST, in_enter_data;
static pthread_t auditor;
static _Atomic bool counting, closed;
static _Atomic enum tri_before before;
static _Atomic int
    regions; /* that run now: with nowait, or in a parallel region, there may be several */
static _Atomic int kernels, most_threads;
static _Atomic int league; /* how many teams the region has that has begun last */
static _Atomic unsigned teams;
static _Atomic bool told;
static _Atomic int copies_back, beside, held_up, on_host;

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

bool tri_ledger_in_kernel(void)
{
    return in_region;
}

bool tri_ledger_left_over(void)
{
    return left_over > 0;
}

static void watch(bool);

unsigned char tri_byte_before(enum tri_before b)
{
    static const unsigned char bytes[] = { [TRI_ONES] = 0xFF, [TRI_ZEROS] = 0, [TRI_LARGE] = 0x7E };
    return bytes[b];
}

void tri_ledger_begin(bool all_closed, enum tri_before there)
{
    auditor = pthread_self();
    kernels = most_threads = 0;
    left_over = copies_back = regions = beside = held_up = on_host = 0;
    league = 1;
    teams = 0;
    closed = all_closed;
    before = there;
    counting = true;
    tri_pointers_watch(!all_closed);
    tri_heap_begin(there);
    tri_stack_begin();
    watch(true);
    if (all_closed)
        tri_guard_close_all();
}

struct tri_ledger tri_ledger_end(void)
{
    watch(false);
    counting = closed = false;
    tri_pointers_watch(false);
    tri_guard_open_all();
    struct tri_heap_seen heap = tri_heap_end();
    size_t on_stack = tri_stack_left();
    return (struct tri_ledger){ .kernels = kernels,
                                .threads = most_threads,
                                .teams = teams,
                                .back = copies_back,
                                .on_host = on_host,
                                .beside = beside > 0,
                                .left_over = left_over > 0,
                                .heap = heap,
                                .stack_left = on_stack,
                                .of_host = tri_pointers_of_host() };
}

/* What runs beside the auditor, with nowait or for a thread of the host, begins late, the first, the third … of a run or the
 * second, the fourth …: what depends on it without saying so overtakes it. */
static void begin_late(void)
{
    enum { MOST = 20 };
    int i = pthread_equal(pthread_self(), auditor) ? MOST : beside++;
    if (i < MOST && (i + (before == TRI_ZEROS)) % 2 == 0)
        usleep(2000);
}

/* The first region begins, or the last ends. */
static void at_turn(bool begins)
{
    tri_heap_close(begins);
    if (begins)
        tri_guard_close_all();
    else if (!closed)
        tri_guard_open_all();
}

/* A region with nowait runs on a thread of the runtime's own, while the host may use its memory: who does opens it. */
static void at_kernel(bool begins, unsigned asked)
{
    told = true;
    tri_kernels_told += begins;
    if (!counting)
        return;
    if (begins) {
        begin_late();
        league = 1;
    }
    kernels += begins;
    if (begins && (asked == 0 || asked > teams))
        teams = asked == 0 ? UINT_MAX : asked;
    in_region = begins;
    if (begins ? regions++ == 0 : --regions == 0)
        at_turn(begins);
}

/* What the last run has left there may be right. */
static void at_allocation(const void *host, void *there, size_t bytes)
{
    tri_pointers_allocated(there, bytes);
    if (counting && in_enter_data)
        tri_stack_entered(host, bytes);
    if (counting && there && tri_device_place() == TRI_HOST_PLUGIN)
        memset(there, tri_byte_before(before), bytes);
}

static void at_enter_data(bool begins)
{
    in_enter_data = begins;
}

/* A copy may touch what is closed. */
static void at_copy(bool begins, const struct tri_copy *c)
{
    if (begins && tri_ledger_copy)
        tri_ledger_copy(c->host, c->bytes, c->to_device);
    if (!counting)
        return;
    if (begins)
        begin_late();
    struct tri_guarded *g = tri_guarded_at(c->host, c->bytes);
    in_copy = begins;
    copies_back += begins && !c->to_device && g != &tri_guarded[TRI_PLACE_SLOT];
    if (!begins && regions == 0)
        tri_heap_close(false);
    if (!g)
        return;
    if (begins)
        *(c->to_device ? &g->in : &g->out) += c->bytes;
    if (closed &&
        !c->to_device) /* resident data are copied back by an update, or into other memory than theirs */
        g->by_host = true;
    if (begins)
        tri_guard_open(g);
    else if (closed || regions > 0)
        tri_guard_close(g);
}

/* Until counting begins they do nothing. */
const struct tri_listener tri_listener = { .kernel = at_kernel,
                                           .copy = at_copy,
                                           .allocated = at_allocation,
                                           .freed = tri_pointers_freed,
                                           .enter_data = at_enter_data };

#ifdef TRI_HAS_OMPT

static _Thread_local int meetings_left; /* in this parallel region */
/* A team of a region works for it, where the device is this CPU.  Of teams that the host has, the region is on the host. */
static void at_team(ompt_data_t *maker, const ompt_frame_t *frame, ompt_data_t *parallel,
                    unsigned threads, int flags, const void *code)
{
    parallel->value = in_region;
    if (flags & ompt_parallel_league) {
        league = (int)threads;
        on_host += !in_region && regions == 0;
    }
}

/* Of a league's first thread the runtime tells twice: before its parallel region (level 0) as of a team, too.  Of the
 * others it does not say what they work for.  Either teams meet, or the threads of the only one. */
static void at_thread(ompt_scope_endpoint_t point, ompt_data_t *parallel, ompt_data_t *task,
                      unsigned threads, unsigned index, int flags)
{
    bool of_team = flags & ompt_task_implicit;
    if (point != ompt_scope_begin)
        return;
    if (index > 0)
        in_region = of_team ? parallel && parallel->value : regions > 0;
    if (of_team && omp_get_level() == 0)
        return;
    meetings_left = 8;
    if (of_team && (int)threads * league > most_threads)
        most_threads = (int)threads * league;
    if (!of_team || league == 1)
        tri_meet((int)threads, (int)index);
}

static void meet_again(int threads, int index)
{
    if (meetings_left > 0) {
        meetings_left--;
        tri_meet_again(threads, index);
    }
}

/* Who does something for all is late: others that do not wait for it show. */
static void hold_up(void)
{
    enum { TIMES = 4 };
    if (held_up++ < TIMES)
        usleep(500);
}

static void at_masked(ompt_scope_endpoint_t point, ompt_data_t *parallel, ompt_data_t *task,
                      const void *code)
{
    if (point == ompt_scope_begin)
        hold_up();
}

/* Threads that leave a loop together come in each other's way if they may: each with its sum, for instance. */
static void at_work(ompt_work_t kind, ompt_scope_endpoint_t point, ompt_data_t *parallel,
                    ompt_data_t *task, uint64_t count, const void *code)
{
    bool is_loop = kind == ompt_work_loop || kind >= ompt_work_loop_static;
    if (point == ompt_scope_begin && kind == ompt_work_single_executor)
        hold_up();
    if (point != ompt_scope_end)
        return;
    if (kind == ompt_work_distribute)
        meet_again(league, omp_get_team_num());
    else if (is_loop && league == 1 && omp_get_level() > 0)
        meet_again(omp_get_num_threads(), omp_get_thread_num());
}

/* ---- What is waited for ------------------------------------------------------------------------ */

/* What tasks for a device depend on, and tasks that depend on the same: what has something in common is one group.  NULL
 * stands for all there is, and so does everything once more are told than fit. */
static struct {
    const void *on[256];
    int group[256];
    size_t n;
    int last; /* the number of the last group */
} linked;
static int alone;              /* tasks for a device that depend on nothing */
static bool for_device, waits; /* the task that has just been made */

static bool is_all(const void *p)
{
    return !p || linked.n == sizeof linked.on / sizeof *linked.on;
}

static bool is_linked(const void *p)
{
    bool any = is_all(p);
    for (size_t i = 0; !any && i < linked.n; i++)
        any = linked.on[i] == p;
    return any;
}

/* Everything that has something in common with p is of this group from now on. */
static void join(const void *p, int group)
{
    int old = 0;
    for (size_t i = 0; i < linked.n; i++)
        if (linked.on[i] == p)
            old = linked.group[i];
    for (size_t i = 0; i < linked.n; i++)
        if (is_all(p) || (old && linked.group[i] == old))
            linked.group[i] = group;
    if (!old && !is_all(p)) {
        linked.on[linked.n] = p;
        linked.group[linked.n++] = group;
    }
}

static void has_waited(void)
{
    left_over = alone = 0;
    linked.n = 0;
}

/* For all that has something in common with these. */
static void has_waited_for(const ompt_dependence_t *on, int n)
{
    size_t left = 0;
    int group = ++linked.last;
    for (int i = 0; i < n; i++)
        if (is_linked(on[i].variable.ptr))
            join(on[i].variable.ptr, group);
    for (size_t i = 0; i < linked.n; i++)
        if (linked.group[i] != group) {
            linked.on[left] = linked.on[i];
            linked.group[left++] = linked.group[i];
        }
    linked.n = left;
    if (left == 0 && alone == 0)
        has_waited();
}

/* A region or a copy with nowait is a task for a device.  What waits for dependences is told of as a task, too. */
static void at_task(ompt_data_t *maker, const ompt_frame_t *frame, ompt_data_t *task, int flags,
                    int dependences, const void *code)
{
    if (!pthread_equal(pthread_self(), auditor))
        return;
    for_device = flags & ompt_task_target;
    waits = flags & ompt_task_taskwait;
    if (for_device) {
        left_over = 1 + omp_get_level();
        alone++;
    }
}

/* A task waits for those with which it has something in common, and so does a wait. */
static void at_dependences(ompt_data_t *task, const ompt_dependence_t *on, int n)
{
    if (!pthread_equal(pthread_self(), auditor) || n == 0)
        return;
    if (waits) {
        has_waited_for(on, n);
        return;
    }
    bool any = for_device;
    for (int i = 0; i < n; i++)
        any |= is_linked(on[i].variable.ptr);
    if (for_device && alone > 0)
        alone--;
    int group = ++linked.last;
    for (int i = 0; any && i < n; i++)
        join(on[i].variable.ptr, group);
}

/* Threads meet after a barrier, which they leave one by one.  It waits for tasks that were made in its parallel region. */
static void at_wait(ompt_sync_region_t kind, ompt_scope_endpoint_t point, ompt_data_t *parallel,
                    ompt_data_t *task, const void *code)
{
    if (point == ompt_scope_end && league == 1 &&
        (kind == ompt_sync_region_barrier_implicit_workshare ||
         kind == ompt_sync_region_barrier_explicit))
        meet_again(omp_get_num_threads(), omp_get_thread_num());
    bool waits_for_all = kind == ompt_sync_region_taskwait || kind == ompt_sync_region_taskgroup;
    if (point == ompt_scope_end && !in_region && pthread_equal(pthread_self(), auditor) &&
        (waits_for_all || left_over > 1))
        has_waited();
}

/* Of a league's threads, omp_set_num_threads() says nothing in LLVM's runtime.  It warns of more than there are processors. */
void tri_ledger_teams(int n, int threads)
{
    static int usual = -1;
    if (tri_device_place() != TRI_HOST_PLUGIN)
        return;
    if (usual < 0)
        usual = omp_get_max_teams();
    if (n == 0)
        n = usual > 0 ? usual : 1;
    if (threads > omp_get_num_procs())
        threads = omp_get_num_procs();
    omp_set_num_teams(n);
    omp_set_teams_thread_limit(threads > n ? threads / n : 1);
}

bool tri_ledger_has_teams(int n)
{
    const char *most = getenv("KMP_TEAMS_THREAD_LIMIT");
    return omp_get_num_procs() >= n || (most && atoi(most) >= n);
}

static void watch(bool watched)
{
    tri_tool_hear(ompt_callback_parallel_begin, watched ? (ompt_callback_t)at_team : NULL);
    tri_tool_hear(ompt_callback_implicit_task, watched ? (ompt_callback_t)at_thread : NULL);
    tri_tool_hear(ompt_callback_work, watched ? (ompt_callback_t)at_work : NULL);
    tri_tool_hear(ompt_callback_masked, watched ? (ompt_callback_t)at_masked : NULL);
    tri_tool_hear(ompt_callback_task_create, watched ? (ompt_callback_t)at_task : NULL);
    tri_tool_hear(ompt_callback_dependences, watched ? (ompt_callback_t)at_dependences : NULL);
    tri_tool_hear(ompt_callback_sync_region, watched ? (ompt_callback_t)at_wait : NULL);
}

#else

void tri_ledger_teams(int n, int threads)
{
}

bool tri_ledger_has_teams(int n)
{
    return false;
}

static void watch(bool watched)
{
}

#endif
