/*
 * What the runtime tells of regions and copies, by OMPT.  A compiler without omp-tools.h has none; then nothing is told.
 *
 * While a region runs, the host's operands are closed: a device that is this CPU could read and write them.
 */
#include "inside.h"

#include "data.h"
#include "meeting.h"
#include "order.h"
#include "tool.h"

#include <limits.h>
#include <omp.h>
#include <pthread.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#define FAST __attribute__((tls_model("initial-exec"))) /* a signal handler reads them */

static _Thread_local bool in_region FAST, in_copy FAST, in_enter_data;
static _Thread_local int target_device, target_step = -1;
static pthread_t auditor;
static _Atomic bool counting, closed;
static _Atomic enum tri_before before;
static _Atomic int
    regions; /* that run now: with nowait, or in a parallel region, there may be several */
static pthread_mutex_t counting_now = PTHREAD_MUTEX_INITIALIZER;
static struct tri_ledger seen; /* under the mutex */
static _Atomic int most_threads, most_teams;
static _Atomic int league; /* how many teams the region has that has begun last */
static _Atomic bool told;
static bool tasks_are_told;
static _Atomic int beside, held_up, on_host, deferred;

void (*tri_ledger_watch)(const struct tri_event *);

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
    return tri_order_left_over();
}

int tri_ledger_step(void)
{
    return tri_order_add(TRI_STEP_HOST, 0, false);
}

bool tri_ledger_has_order(void)
{
    return tasks_are_told && tri_order_is_known();
}

static void tell(struct tri_event e)
{
    if (!tri_ledger_watch)
        return;
    if (e.step < 0)
        e.step = target_step >= 0 ? target_step : tri_ledger_step();
    tri_ledger_watch(&e);
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
    seen = (struct tri_ledger){ 0 };
    most_threads = most_teams = regions = beside = held_up = on_host = deferred = 0;
    tri_order_forget();
    league = 1;
    closed = all_closed;
    before = there;
    counting = true;
    tri_pointers_watch(!all_closed);
    tri_heap_begin(there);
    tri_mapped_take();
    tri_mutex_take();
    tri_stack_begin();
    tri_hidden_begin();
    watch(true);
    if (all_closed)
        tri_guard_close_all();
}

struct tri_ledger tri_ledger_now(void)
{
    pthread_mutex_lock(&counting_now);
    struct tri_ledger l = seen;
    pthread_mutex_unlock(&counting_now);
    l.threads = most_threads;
    l.league = most_teams;
    l.on_host = on_host;
    l.deferred = deferred;
    l.beside = beside > 0;
    l.of_host = tri_pointers_of_host();
    return l;
}

struct tri_ledger tri_ledger_end(void)
{
    watch(false);
    counting = closed = false;
    tri_pointers_watch(false);
    tri_guard_open_all();
    struct tri_ledger l = tri_ledger_now();
    l.heap = tri_heap_end();
    l.stack_left = tri_stack_left();
    l.left_over = tri_order_left_over();
    return l;
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

static void count_kernel(unsigned asked)
{
    pthread_mutex_lock(&counting_now);
    seen.kernels++;
    seen.in_teams += asked != 1;
    seen.last_teams = asked;
    if (asked == 0 || asked > seen.teams)
        seen.teams = asked == 0 ? UINT_MAX : asked;
    pthread_mutex_unlock(&counting_now);
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
        count_kernel(asked);
    }
    in_region = begins;
    if (begins ? regions++ == 0 : --regions == 0)
        at_turn(begins);
    tell((struct tri_event){
        .kind = TRI_KERNEL, .begins = begins, .device = target_device, .step = -1 });
}

static void before_allocation(const void *host, size_t bytes)
{
    if (counting && host)
        tri_mapped_next(bytes);
}

/* What the last run has left there may be right. */
static void at_allocation(const void *host, void *there, size_t bytes)
{
    tri_mapped_next(0);
    tri_pointers_allocated(there, bytes);
    struct tri_guarded *g = counting && host ? tri_guarded_at(host, bytes) : NULL;
    if (g)
        g->mapped = true;
    if (counting && in_enter_data)
        tri_stack_entered(host, bytes);
    if (!counting || !there || tri_device_place() != TRI_HOST_PLUGIN)
        return;
    if (!tri_heap_mapped(host, there, regions > 0))
        memset(there, tri_byte_before(before), bytes);
}

static void at_free(void *there)
{
    tri_pointers_freed(there);
    tri_heap_unmapped(there);
}

static void at_construct(const struct tri_construct *c)
{
    if (c->enters)
        in_enter_data = c->begins;
    if (!counting || !tri_ledger_watch)
        return;
    target_device = c->device;
    target_step = !c->begins ? -1 : c->task > 0 ? (int)c->task - 1 : tri_ledger_step();
    if (c->begins && c->exits && pthread_equal(pthread_self(), auditor) && !in_region)
        tell((struct tri_event){
            .kind = TRI_DATA_END, .begins = true, .device = c->device, .step = -1 });
}

/* What a GPU has, only the copy shows. */
static bool changes_host(const struct tri_copy *c)
{
    return tri_device_place() != TRI_HOST_PLUGIN || memcmp(c->host, c->there, c->bytes) != 0;
}

static void count_copy(const struct tri_copy *c, struct tri_guarded *g)
{
    const bool back = !c->to_device && g != &tri_guarded[TRI_PLACE_SLOT];
    const bool changes = back && changes_host(c);
    pthread_mutex_lock(&counting_now);
    struct tri_copied *all[] = { &seen.copies, g ? &g->copies : NULL };
    for (int i = 0; i < 2 && all[i]; i++) {
        *(c->to_device ? &all[i]->to : &all[i]->from) += 1;
        *(c->to_device ? &all[i]->bytes_to : &all[i]->bytes_from) += c->bytes;
    }
    seen.back += back;
    seen.changed_back += changes;
    pthread_mutex_unlock(&counting_now);
}

/* A copy may touch what is closed: who watches finds it open. */
static void at_copy(bool begins, const struct tri_copy *c)
{
    struct tri_event e = {
        c->to_device ? TRI_COPY_TO : TRI_COPY_FROM, begins, c->host, c->bytes, c->device, -1
    };
    if (!counting && tri_ledger_watch)
        tri_ledger_watch(&e);
    if (!counting)
        return;
    if (begins)
        begin_late();
    struct tri_guarded *g = tri_guarded_at(c->host, c->bytes);
    if (!begins)
        tri_hide(c->there, c->bytes);
    in_copy = begins;
    if (!c->to_device && begins)
        tri_show(c->there, c->bytes);
    if (begins && g)
        (c->to_device ? tri_guard_open : tri_guard_open_to_store)(g);
    if (begins)
        count_copy(c, g);
    if (!begins && regions == 0)
        tri_heap_close(false);
    if (closed && g &&
        !c->to_device) /* resident data are copied back by an update, or into other memory than theirs */
        g->by_host = true;
    tell(e);
    if (!begins && g && (closed || regions > 0))
        tri_guard_close(g);
}

/* Until counting begins they do nothing. */
const struct tri_listener tri_listener = { .kernel = at_kernel,
                                           .copy = at_copy,
                                           .allocates = before_allocation,
                                           .allocated = at_allocation,
                                           .freed = at_free,
                                           .construct = at_construct };

#ifdef TRI_HAS_OMPT

static _Thread_local int meetings_left; /* in this parallel region */
/* A team of a region works for it, where the device is this CPU.  Of teams that the host has, the region is on the host. */
static void at_team(ompt_data_t *maker, const ompt_frame_t *frame, ompt_data_t *parallel,
                    unsigned threads, int flags, const void *code)
{
    parallel->value = in_region;
    if (flags & ompt_parallel_league) {
        league = (int)threads;
        most_teams = league > most_teams ? league : most_teams;
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

static void count_loop(bool distributed, long long iterations)
{
    pthread_mutex_lock(&counting_now);
    long long *most = distributed ? &seen.distributed : &seen.shared;
    *most = iterations > *most ? iterations : *most;
    if (!distributed && omp_get_num_threads() > seen.sharing)
        seen.sharing = omp_get_num_threads();
    pthread_mutex_unlock(&counting_now);
}

static void at_mutex(ompt_mutex_t kind, ompt_wait_id_t id, const void *code)
{
    pthread_mutex_lock(&counting_now);
    seen.criticals += kind == ompt_mutex_critical;
    pthread_mutex_unlock(&counting_now);
}

static void at_reduction(ompt_sync_region_t kind, ompt_scope_endpoint_t point,
                         ompt_data_t *parallel, ompt_data_t *task, const void *code)
{
    pthread_mutex_lock(&counting_now);
    seen.reductions += point == ompt_scope_begin;
    pthread_mutex_unlock(&counting_now);
}

/* Threads that leave a loop together come in each other's way if they may: each with its sum, for instance. */
static void at_work(ompt_work_t kind, ompt_scope_endpoint_t point, ompt_data_t *parallel,
                    ompt_data_t *task, uint64_t count, const void *code)
{
    bool is_loop = kind == ompt_work_loop || kind >= ompt_work_loop_static;
    if (point == ompt_scope_begin)
        count_loop(kind == ompt_work_distribute, (long long)count);
    if (point == ompt_scope_begin && kind == ompt_work_single_executor)
        hold_up();
    if (point != ompt_scope_end)
        return;
    if (kind == ompt_work_distribute)
        meet_again(league, omp_get_team_num());
    else if (is_loop && league == 1 && omp_get_level() > 0)
        meet_again(omp_get_num_threads(), omp_get_thread_num());
}

/* ---- What is waited for; each task keeps the number of its step, from 1 ------------------------ */

/* A region or a copy with nowait is a task for a device, at once or not.  What waits for dependences is told of as a task, too. */
static void at_task(ompt_data_t *maker, const ompt_frame_t *frame, ompt_data_t *task, int flags,
                    int dependences, const void *code)
{
    bool for_device = flags & ompt_task_target;
    bool waited_for = flags & ompt_task_taskwait || (flags & ompt_task_undeferred && !for_device);
    if (in_region)
        return;
    deferred += for_device && !waited_for;
    int step =
        tri_order_add(waited_for ? TRI_STEP_HOST : TRI_STEP_TASK, omp_get_level(), for_device);
    task->value = (uint64_t)step + 1;
    if (!waited_for)
        tell((struct tri_event){ .kind = TRI_TASK, .begins = true, .step = step });
}

static int sharing_of(ompt_dependence_type_t type)
{
    bool shares = type == ompt_dependence_type_in || type == ompt_dependence_type_inoutset ||
                  type == ompt_dependence_type_mutexinoutset;
    return shares ? (int)type : 0;
}

/* An iteration of an ordered loop depends on others, too, and is no task. */
static void at_dependences(ompt_data_t *task, const ompt_dependence_t *on, int n)
{
    int step = (int)task->value - 1;
    for (int i = 0; i < n && step >= 0; i++)
        tri_order_depend(step, on[i].variable.ptr, sharing_of(on[i].dependence_type));
    if (step >= 0 && tri_order_is_host(step))
        tell((struct tri_event){ .kind = TRI_WAIT, .begins = true, .step = step });
}

/* A barrier waits for tasks that were made in its parallel region; others for all. */
static void note_wait(ompt_sync_region_t kind, bool begins)
{
    bool for_all = kind == ompt_sync_region_taskwait || kind == ompt_sync_region_taskgroup;
    if (in_region || !pthread_equal(pthread_self(), auditor))
        return;
    if (!begins)
        tri_order_add(TRI_STEP_WAIT, for_all ? 0 : 1, false);
    else if (tri_ledger_watch)
        tri_ledger_watch(&(struct tri_event){ .kind = TRI_WAIT, .begins = true, .step = -1 });
}

/* Threads meet after a barrier, which they leave one by one. */
static void at_wait(ompt_sync_region_t kind, ompt_scope_endpoint_t point, ompt_data_t *parallel,
                    ompt_data_t *task, const void *code)
{
    if (point == ompt_scope_end && league == 1 &&
        (kind == ompt_sync_region_barrier_implicit_workshare ||
         kind == ompt_sync_region_barrier_explicit))
        meet_again(omp_get_num_threads(), omp_get_thread_num());
    note_wait(kind, point == ompt_scope_begin);
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
    tri_tool_hear(ompt_callback_parallel_begin, (ompt_callback_t)at_team, watched);
    tri_tool_hear(ompt_callback_implicit_task, (ompt_callback_t)at_thread, watched);
    tri_tool_hear(ompt_callback_work, (ompt_callback_t)at_work, watched);
    tri_tool_hear(ompt_callback_masked, (ompt_callback_t)at_masked, watched);
    tri_tool_hear(ompt_callback_reduction, (ompt_callback_t)at_reduction, watched);
    tri_tool_hear(ompt_callback_mutex_acquired, (ompt_callback_t)at_mutex, watched);
    bool tasks = tri_tool_hear(ompt_callback_task_create, (ompt_callback_t)at_task, watched);
    bool depend =
        tri_tool_hear(ompt_callback_dependences, (ompt_callback_t)at_dependences, watched);
    tasks_are_told = tri_tool_hear(ompt_callback_sync_region, (ompt_callback_t)at_wait, watched) &&
                     tasks && depend;
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
