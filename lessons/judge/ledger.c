/* What the runtime tells of kernels and copies, and, where the device is this CPU, of what goes on in them. */
#include "ledger.h"

#include "arrays.h"
#include "order.h"
#include "tool.h"

#include <omp.h>
#include <pthread.h>

struct ledger judge_ledger;
static bool told, tasks_told; /* by the runtime; and what tasks depend on, and waits */
void (*judge_watch)(const struct event *);

bool judge_has_ledger(void)
{
    return told;
}

bool judge_has_order(void)
{
    return told && tasks_told && judge_knows_steps();
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

long long distributed_iterations(void)
{
    return judge_ledger.distributed;
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
    judge_ledger = (struct ledger){ 0 };
    judge_forget_steps();
}

/* Regions and copies with nowait are told of by threads of the runtime's own, several at once. */
static pthread_mutex_t counting = PTHREAD_MUTEX_INITIALIZER;
static _Thread_local int target_device, target_step = -1;
static _Thread_local bool in_kernel;

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

static void count_copy(const struct tri_copy *c, struct array *a, ptrdiff_t first, ptrdiff_t end)
{
    pthread_mutex_lock(&counting);
    count(&judge_ledger.copies, c->to_device, c->bytes);
    if (a) {
        count(&a->copies, c->to_device, c->bytes);
        note_beyond(a, first, end);
        if (c->to_device) {
            a->sent_first = first;
            a->sent_end = end;
        }
    }
    pthread_mutex_unlock(&counting);
}

static void at_copy(bool begins, const struct tri_copy *c)
{
    ptrdiff_t first = 0, end = 0;
    struct array *a = judge_array_in(c->host, c->bytes, &first, &end);
    if (begins)
        count_copy(c, a, first, end);
    tell((struct event){ c->to_device ? COPY_TO : COPY_FROM, begins, a ? a->host : NULL, first,
                         c->bytes, c->device, -1 });
    if (a && c->to_device)
        (begins ? judge_unveil : judge_veil)(a, first, end);
    else if (a && !begins)
        judge_accept(a, first, end);
}

static void at_kernel(bool begins, unsigned teams)
{
    pthread_mutex_lock(&counting);
    judge_ledger.kernels += begins;
    judge_ledger.in_teams += begins && teams != 1;
    judge_ledger.teams = teams;
    pthread_mutex_unlock(&counting);
    in_kernel = begins;
    tell((struct event){ .kind = KERNEL, .begins = begins, .device = target_device });
}

/* A region would be device code of this file, which is linked before the student's is known. */
void judge_try_ledger(void)
{
    double value = 0;
    int device = omp_get_default_device();
    void *there = omp_target_alloc(sizeof value, device);
    bool copied = there && omp_target_memcpy(there, &value, sizeof value, 0, 0, device,
                                             omp_get_initial_device()) == 0;
    omp_target_free(there, device);
    told = copied && judge_ledger.copies.to > 0;
}

#ifdef TRI_HAS_OMPT
static pthread_t main_thread;

static bool on_host(void)
{
    return pthread_equal(pthread_self(), main_thread) && !in_kernel;
}

static void at_target(ompt_target_t kind, ompt_scope_endpoint_t point, int device,
                      ompt_data_t *task, ompt_data_t *target_task, ompt_data_t *target,
                      const void *code)
{
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
    if (!on_host())
        return;
    if (point == ompt_scope_end)
        judge_add_step(STEP_WAIT);
    else if (judge_watch)
        judge_watch(&(struct event){ .kind = WAIT, .begins = true, .step = -1 });
}

/* ---- LLVM's device that is the CPU itself tells of what goes on within a region, too ------------- */

static void raise_to(long long *most, long long n)
{
    if (n > *most)
        *most = n;
}

static void at_work(ompt_work_t kind, ompt_scope_endpoint_t point, ompt_data_t *parallel,
                    ompt_data_t *task, uint64_t iterations, const void *code)
{
    if (point != ompt_scope_begin)
        return;
    if (kind == ompt_work_distribute) {
        raise_to(&judge_ledger.distributed, (long long)iterations);
        return;
    }
    raise_to(&judge_ledger.iterations, (long long)iterations);
    raise_to(&judge_ledger.threads, omp_get_num_threads());
}

static void at_mutex(ompt_mutex_t kind, ompt_wait_id_t id, const void *code)
{
    #pragma omp atomic
    judge_ledger.criticals += kind == ompt_mutex_critical;
}

static void at_reduction(ompt_sync_region_t kind, ompt_scope_endpoint_t point,
                         ompt_data_t *parallel, ompt_data_t *task, const void *code)
{
    #pragma omp atomic
    judge_ledger.reductions += point == ompt_scope_begin;
}

static void ask(void)
{
    main_thread = pthread_self();
    tri_tool_hear(ompt_callback_work, (ompt_callback_t)at_work);
    tri_tool_hear(ompt_callback_reduction, (ompt_callback_t)at_reduction);
    tri_tool_hear(ompt_callback_mutex_acquired, (ompt_callback_t)at_mutex);
    tasks_told = tri_tool_hear(ompt_callback_target_emi, (ompt_callback_t)at_target) &&
                 tri_tool_hear(ompt_callback_task_create, (ompt_callback_t)at_task) &&
                 tri_tool_hear(ompt_callback_dependences, (ompt_callback_t)at_dependences) &&
                 tri_tool_hear(ompt_callback_sync_region, (ompt_callback_t)at_wait);
}

#else
# define ask NULL
#endif

const struct tri_listener tri_listener = { at_kernel, at_copy, ask };
