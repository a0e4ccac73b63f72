/* What the runtime tells of kernels and copies, by OMPT.  A compiler without omp-tools.h has none. */
#include "inside.h"

struct ledger judge_ledger;
void (*judge_watch)(const struct event *);

bool judge_has_ledger(void)
{
    return judge_ledger.told;
}

int kernels(void)
{
    return judge_ledger.kernels;
}

struct copies copies(void)
{
    return judge_ledger.copies;
}

long long shared_iterations(void)
{
    return judge_ledger.iterations;
}

int reductions(void)
{
    return judge_ledger.reductions;
}

unsigned teams_asked(void)
{
    return judge_ledger.teams;
}

void count_anew(void)
{
    judge_ledger = (struct ledger){ .told = judge_ledger.told,
                                    .tasks_told = judge_ledger.tasks_told,
                                    .turn = judge_ledger.turn + 1 };
    judge_forget_steps();
}

#if defined(__has_include)
# if __has_include(<omp-tools.h>)
#  define HAS_OMPT
# endif
#endif

#ifdef HAS_OMPT
# include <omp-tools.h>
# include <pthread.h>

/* Regions and copies with nowait are told of by threads of the runtime's own, several at once. */
static pthread_mutex_t counting = PTHREAD_MUTEX_INITIALIZER;
static _Thread_local int target_device, target_step = -1;
static _Thread_local bool in_kernel;
static pthread_t main_thread;

static bool on_host(void)
{
    return pthread_equal(pthread_self(), main_thread) && !in_kernel;
}

static void tell(struct event e)
{
    if (!judge_watch)
        return;
    e.step = target_step >= 0 ? target_step : host_step();
    judge_watch(&e);
}

static void note_beyond(struct array *a, ptrdiff_t first, ptrdiff_t end)
{
    ptrdiff_t outside = (first < 0 ? -first : 0) + (end > a->n ? end - a->n : 0);
    if (outside > a->beyond)
        a->beyond = outside;
}

static void count(struct copies *c, bool to, size_t bytes)
{
    c->to += to;
    c->from += !to;
    *(to ? &c->bytes_to : &c->bytes_from) += bytes;
}

static void at_copy_to(bool before, void *host, size_t bytes, int device)
{
    ptrdiff_t first = 0, end = 0;
    struct array *a = judge_array_in(host, bytes, &first, &end);
    tell((struct event){ COPY_TO, before, a ? a->host : NULL, first, bytes, device, -1 });
    if (a && before)
        judge_unveil(a, first, end);
    else if (a)
        judge_veil(a, first, end);
}

static void at_copy_from(bool before, void *host, size_t bytes, int device)
{
    ptrdiff_t first = 0, end = 0;
    struct array *a = judge_array_in(host, bytes, &first, &end);
    tell((struct event){ COPY_FROM, before, a ? a->host : NULL, first, bytes, device, -1 });
    if (a && !before)
        judge_accept(a, first, end);
}

static void count_copy(bool to, void *host, size_t bytes)
{
    ptrdiff_t first, end;
    struct array *a = judge_array_in(host, bytes, &first, &end);
    pthread_mutex_lock(&counting);
    count(&judge_ledger.copies, to, bytes);
    if (a) {
        count(&a->copies, to, bytes);
        note_beyond(a, first, end);
    }
    pthread_mutex_unlock(&counting);
}

static void at_data(ompt_scope_endpoint_t point, ompt_data_t *task, ompt_data_t *target,
                    ompt_id_t *id, ompt_target_data_op_t kind, void *source, int source_device,
                    void *goal, int goal_device, size_t bytes, const void *code)
{
    (void)task, (void)target, (void)id, (void)code;
    bool before = point == ompt_scope_begin;
    bool to = kind == ompt_target_data_transfer_to_device ||
              kind == ompt_target_data_transfer_to_device_async;
    bool from = kind == ompt_target_data_transfer_from_device ||
                kind == ompt_target_data_transfer_from_device_async;
    if (before && (to || from))
        count_copy(to, to ? source : goal, bytes);
    if (to)
        at_copy_to(before, source, bytes, goal_device);
    else if (from)
        at_copy_from(before, goal, bytes, source_device);
}

static void at_kernel(ompt_scope_endpoint_t point, ompt_data_t *target, ompt_id_t *id,
                      unsigned teams)
{
    (void)target, (void)id;
    bool begins = point == ompt_scope_begin;
    pthread_mutex_lock(&counting);
    judge_ledger.kernels += begins;
    judge_ledger.in_teams += begins && teams != 1;
    judge_ledger.teams = teams;
    pthread_mutex_unlock(&counting);
    in_kernel = begins;
    tell((struct event){ .kind = KERNEL, .begins = begins, .device = target_device });
}

static void at_target(ompt_target_t kind, ompt_scope_endpoint_t point, int device,
                      ompt_data_t *task, ompt_data_t *target_task, ompt_data_t *target,
                      const void *code)
{
    (void)target_task, (void)target, (void)code;
    bool begins = point == ompt_scope_begin;
    target_device = device;
    target_step = !begins ? -1 : task && task->value > 0 ? (int)task->value - 1 : host_step();
    if (begins && on_host() && kind == ompt_target_exit_data)
        tell((struct event){ .kind = DATA_END, .begins = true, .device = device });
}

/* ---- Tasks, and waits for them; each task keeps the number of its step, from 1 ------------------ */

static void at_task(ompt_data_t *maker, const ompt_frame_t *frame, ompt_data_t *task, int flags,
                    int dependences, const void *code)
{
    (void)maker, (void)frame, (void)dependences, (void)code;
    bool waited_for = flags & (ompt_task_undeferred | ompt_task_taskwait);
    int step = judge_add_step(waited_for ? STEP_HOST : STEP_TASK);
    task->value = (uint64_t)step + 1;
    if (judge_watch && !waited_for)
        judge_watch(&(struct event){ .kind = TASK, .begins = true, .step = step });
}

/* Those of one kind that share a place have no order among themselves. */
static int sharing_of(ompt_dependence_type_t type)
{
    bool shares = type == ompt_dependence_type_in || type == ompt_dependence_type_inoutset ||
                  type == ompt_dependence_type_mutexinoutset;
    return shares ? (int)type : 0;
}

static void at_dependences(ompt_data_t *task, const ompt_dependence_t *d, int n)
{
    int step = (int)task->value - 1;
    for (int i = 0; i < n && step >= 0; i++)
        judge_add_depend(step, d[i].variable.ptr, sharing_of(d[i].dependence_type));
    if (step >= 0 && judge_is_host(step) && judge_watch)
        judge_watch(&(struct event){ .kind = WAIT, .begins = true, .step = step });
}

/* taskwait, barriers and ends of taskgroups. */
static void at_wait(ompt_sync_region_t kind, ompt_scope_endpoint_t point, ompt_data_t *parallel,
                    ompt_data_t *task, const void *code)
{
    (void)kind, (void)parallel, (void)task, (void)code;
    if (!on_host())
        return;
    if (point == ompt_scope_end)
        judge_add_step(STEP_WAIT);
    else if (judge_watch)
        judge_watch(&(struct event){ .kind = WAIT, .begins = true, .step = -1 });
}

static bool watch_tasks(ompt_set_callback_t set)
{
    main_thread = pthread_self();
    return set(ompt_callback_task_create, (ompt_callback_t)at_task) == ompt_set_always &&
           set(ompt_callback_dependences, (ompt_callback_t)at_dependences) == ompt_set_always &&
           set(ompt_callback_sync_region, (ompt_callback_t)at_wait) == ompt_set_always;
}

/* LLVM's device that is the CPU itself tells of what goes on within a region, too: of the loops, ... */
static void count_sharing(void)
{
    static _Thread_local int turn; /* in which this thread was counted */
    if (turn == judge_ledger.turn)
        return;
    turn = judge_ledger.turn;
    #pragma omp atomic
    judge_ledger.sharing++;
}

static void at_work(ompt_work_t kind, ompt_scope_endpoint_t point, ompt_data_t *parallel,
                    ompt_data_t *task, uint64_t iterations, const void *code)
{
    (void)parallel, (void)task, (void)code;
    bool distribute = kind == ompt_work_distribute;
    long long *most = distribute ? &judge_ledger.distributed : &judge_ledger.iterations;
    if (!distribute)
        judge_in_loop(point == ompt_scope_begin);
    if (point != ompt_scope_begin)
        return;
    if ((long long)iterations > *most)
        *most = (long long)iterations;
    if (!distribute)
        count_sharing();
}

/* ... of sections that one thread at a time may enter, ... */
static void at_mutex(ompt_mutex_t kind, ompt_wait_id_t id, const void *code)
{
    (void)id, (void)code;
    #pragma omp atomic
    judge_ledger.criticals += kind == ompt_mutex_critical;
}

/* ... and of reductions. */
static void at_reduction(ompt_sync_region_t kind, ompt_scope_endpoint_t point,
                         ompt_data_t *parallel, ompt_data_t *task, const void *code)
{
    (void)kind, (void)parallel, (void)task, (void)code;
    #pragma omp atomic
    judge_ledger.reductions += point == ompt_scope_begin;
}

static int begin(ompt_function_lookup_t lookup, int device, ompt_data_t *data)
{
    ompt_set_callback_t set = (ompt_set_callback_t)lookup("ompt_set_callback");
    (void)device, (void)data;
    if (!set)
        return 0;
    set(ompt_callback_work, (ompt_callback_t)at_work);
    set(ompt_callback_reduction, (ompt_callback_t)at_reduction);
    set(ompt_callback_mutex_acquired, (ompt_callback_t)at_mutex);
    judge_ledger.tasks_told =
        set(ompt_callback_target_emi, (ompt_callback_t)at_target) == ompt_set_always &&
        watch_tasks(set);
    judge_ledger.told =
        set(ompt_callback_target_data_op_emi, (ompt_callback_t)at_data) == ompt_set_always &&
        set(ompt_callback_target_submit_emi, (ompt_callback_t)at_kernel) == ompt_set_always;
    return 1;
}

static void end(ompt_data_t *data)
{
    (void)data;
}

ompt_start_tool_result_t *ompt_start_tool(unsigned version, const char *runtime)
{
    static ompt_start_tool_result_t tool = { begin, end, { 0 } };
    (void)version, (void)runtime;
    return &tool;
}
#endif
