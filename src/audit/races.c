/* What orders threads, as OMPT tells it. */
#include "races.h"

#include "tool.h"

#include <omp.h>
#include <pthread.h>
#include <string.h>

#ifdef TRI_HAS_OMPT

enum { DEEP = 16, LOCKS = 64, TEAMS = 512 };

/* A parallel region, or a league. */
static struct team {
    struct tri_racing_clock fork, barrier[2], iterations; /* that others depend on */
    bool is_used;
} teams[TEAMS];

/* What a thread does in one: how many barriers it has left. */
struct frame {
    struct team *team;
    unsigned index, barriers;
    bool in_barrier;
};

static struct tri_racing threads[TRI_RACING];
static struct frame frames[TRI_RACING][DEEP];
static struct team *begun[TRI_RACING][DEEP]; /* by a thread, with so many others around */
static int n_threads;
static _Atomic bool watches;
static bool had_tasks, as_device;
static const char *not_judged;
pthread_mutex_t tri_racing_clocks = PTHREAD_MUTEX_INITIALIZER;
static _Thread_local struct tri_racing *self __attribute__((tls_model("initial-exec")));

void tri_racing_learn(struct tri_racing_clock *c, const struct tri_racing_clock *from)
{
    for (int i = 0; i < TRI_RACING; i++)
        c->of[i] = from->of[i] > c->of[i] ? from->of[i] : c->of[i];
}

void tri_racing_tell(struct tri_racing *t, struct tri_racing_clock *to)
{
    tri_racing_learn(to, &t->now);
    t->now.of[t->id]++;
}

struct tri_racing *tri_racing_self(void)
{
    struct tri_racing *t = watches ? self : NULL;
    return t && t->ignores == 0 && (t->depth > 0 || tri_tasks_any()) ? t : NULL;
}

struct tri_racing *tri_racing_now(void)
{
    if (!self && n_threads + 1 < TRI_RACING) {
        self = &threads[++n_threads];
        self->id = n_threads;
        self->now.of[self->id] = 1;
    }
    return self;
}

void tri_racing_give_up(const char *why)
{
    not_judged = why;
}

static struct frame *frame_of(const struct tri_racing *t)
{
    return t && t->depth > 0 && t->depth <= DEEP ? &frames[t->id][t->depth - 1] : NULL;
}

struct tri_racing *tri_racing_of(const ompt_data_t *task)
{
    struct tri_racing *t = task ? task->ptr : NULL;
    return t > threads && t <= threads + n_threads ? t : NULL;
}

struct tri_racing_clock *tri_racing_barriers(const struct tri_racing *t)
{
    const struct frame *f = frame_of(t);
    return f && f->team ? f->team->barrier : NULL;
}

/* ---- Parallel regions --------------------------------------------------------------------------- */

static struct team *new_team(void)
{
    for (int i = 0; i < TEAMS; i++)
        if (!teams[i].is_used) {
            teams[i] = (struct team){ .is_used = true };
            return &teams[i];
        }
    return NULL;
}

/* Of a league of one team LLVM's runtime may not tell, and hand on what is left of another region. */
static struct team *team_of(const ompt_data_t *parallel)
{
    for (int i = 0; parallel && i < TEAMS; i++)
        if (parallel->ptr == &teams[i])
            return teams[i].is_used ? &teams[i] : NULL;
    return NULL;
}

/* At the end of a region within another, the runtime tells of data that may belong to a next one already (LLVM 19 gives its
 * team back first): who has begun it knows. */
static struct team **begun_by(const struct tri_racing *t)
{
    return t && t->depth < DEEP ? &begun[t->id][t->depth] : NULL;
}

/* One that is begun outside of others comes after all that was before, if no task runs beside. */
static void at_parallel_begin(ompt_data_t *maker, const ompt_frame_t *frame, ompt_data_t *parallel,
                              unsigned wanted, int flags, const void *code)
{
    tri_accesses_settle(self);
    pthread_mutex_lock(&tri_racing_clocks);
    struct tri_racing *t = tri_racing_now();
    struct team *team = new_team();
    parallel->ptr = team;
    if (begun_by(t))
        *begun_by(t) = team;
    if (!team)
        not_judged = "it has more parallel regions at once than are watched";
    bool alone = t && t->depth == 0 && !tri_tasks_run();
    for (int i = 1; alone && i <= n_threads; i++)
        tri_racing_tell(&threads[i], &t->now);
    if (t && team)
        tri_racing_tell(t, &team->fork);
    pthread_mutex_unlock(&tri_racing_clocks);
}

static void at_parallel_end(ompt_data_t *parallel, ompt_data_t *maker, int flags, const void *code)
{
    tri_accesses_settle(self);
    pthread_mutex_lock(&tri_racing_clocks);
    struct team *team = begun_by(self) ? *begun_by(self) : NULL;
    if (team)
        *begun_by(self) = NULL;
    for (int i = 0; team && i < 2; i++)
        tri_racing_learn(&self->now, &team->barrier[i]);
    if (team)
        team->is_used = false;
    pthread_mutex_unlock(&tri_racing_clocks);
}

/* Of other threads than a team's first one the end is told late, when the next region begins: for them it is their last
 * barrier. */
static void at_thread(ompt_scope_endpoint_t point, ompt_data_t *parallel, ompt_data_t *task,
                      unsigned n, unsigned index, int flags)
{
    tri_accesses_settle(self);
    pthread_mutex_lock(&tri_racing_clocks);
    struct team *team = team_of(parallel);
    struct tri_racing *t = tri_racing_now();
    /* Else it is a helper's, which runs tasks, and nothing else. */
    bool is_work = team || index == 0 || !(flags & ompt_task_initial);
    if (!t)
        not_judged = "it has more threads than are watched";
    else if (point == ompt_scope_begin && is_work) {
        t->depth++;
        t->ignores = 0;
        if (task)
            task->ptr = t;
        if (frame_of(t))
            *frame_of(t) = (struct frame){ .team = team, .index = index };
        if (team)
            tri_racing_learn(&t->now, &team->fork);
        else if (index > 0)
            not_judged = "the runtime does not tell what its threads belong to";
    } else if (point == ompt_scope_end && index == 0 && t->depth > 0) {
        t->depth--;
    }
    pthread_mutex_unlock(&tri_racing_clocks);
}

/* ---- Barriers ----------------------------------------------------------------------------------- */

static bool is_barrier(ompt_sync_region_t kind)
{
    return kind != ompt_sync_region_taskwait && kind != ompt_sync_region_taskgroup &&
           kind != ompt_sync_region_reduction;
}

static bool is_last(ompt_sync_region_t kind)
{
    return kind == ompt_sync_region_barrier_implicit_parallel ||
           kind == ompt_sync_region_barrier_teams;
}

/* The runtime adds up a reduction within it, by code that the compiler has written. */
static void begin_barrier(struct tri_racing *t, struct frame *f, bool last)
{
    tri_racing_tell(t, &f->team->barrier[f->barriers % 2]);
    f->in_barrier = true;
    t->ignores++;
    if (last && f->index > 0) {
        t->depth--;
        t->ignores = 0;
    }
}

static void end_barrier(struct tri_racing *t, struct frame *f)
{
    tri_racing_learn(&t->now, &f->team->barrier[f->barriers++ % 2]);
    f->in_barrier = false;
    t->ignores--;
}

/* Of a taskgroup before the runtime adds up; its region ends behind that, and begins where the group does. */
static void at_waited(ompt_sync_region_t kind, ompt_scope_endpoint_t point, ompt_data_t *parallel,
                      ompt_data_t *task, const void *code)
{
    bool of_group = kind == ompt_sync_region_taskgroup,
         of_children = kind == ompt_sync_region_taskwait;
    tri_accesses_settle(self);
    pthread_mutex_lock(&tri_racing_clocks);
    if (self && point == ompt_scope_end && (of_group || of_children))
        tri_tasks_waited(task, of_children);
    pthread_mutex_unlock(&tri_racing_clocks);
}

static void at_wait(ompt_sync_region_t kind, ompt_scope_endpoint_t point, ompt_data_t *parallel,
                    ompt_data_t *task, const void *code)
{
    tri_accesses_settle(self);
    struct frame *f = frame_of(self);
    if (!is_barrier(kind))
        at_waited(kind, point, parallel, task, code);
    if (!f || !f->team || !is_barrier(kind))
        return;
    pthread_mutex_lock(&tri_racing_clocks);
    if (point == ompt_scope_begin && is_last(kind) && f->index > 0 && task)
        task->ptr =
            NULL; /* the runtime keeps what is there for the thread's next wait, and asserts that it is none */
    if (point == ompt_scope_begin)
        begin_barrier(self, f, is_last(kind));
    else if (f->in_barrier)
        end_barrier(self, f);
    pthread_mutex_unlock(&tri_racing_clocks);
}

/* `ordered` with depend or doacross: an iteration is told of before others go on, and waited for before it is told. */
static void at_iteration(const ompt_dependence_t *on)
{
    struct frame *f = frame_of(self);
    if (f && f->team && on->dependence_type == ompt_dependence_type_source)
        tri_racing_tell(self, &f->team->iterations);
    else if (f && f->team)
        tri_racing_learn(&self->now, &f->team->iterations);
}

static enum tri_depends way_of(ompt_dependence_type_t type)
{
    return type == ompt_dependence_type_in         ? TRI_DEPENDS_IN
           : type == ompt_dependence_type_inoutset ? TRI_DEPENDS_IN_SET
                                                   : TRI_DEPENDS_ALONE;
}

static void at_dependences(ompt_data_t *task, const ompt_dependence_t *on, int n)
{
    tri_accesses_settle(self);
    pthread_mutex_lock(&tri_racing_clocks);
    for (int i = 0; self && i < n; i++) {
        ompt_dependence_type_t type = on[i].dependence_type;
        if (type == ompt_dependence_type_source || type == ompt_dependence_type_sink)
            at_iteration(&on[i]);
        else
            tri_tasks_depend(task, on[i].variable.ptr, way_of(type));
    }
    pthread_mutex_unlock(&tri_racing_clocks);
}

/* ---- Locks -------------------------------------------------------------------------------------- */

/* The runtime tells of a release when others may have the lock already: ours is held until it has told. */
static struct lock {
    ompt_wait_id_t id;
    pthread_mutex_t held;
    struct tri_racing_clock clock;
} locks[LOCKS];
static int n_locks;

static struct lock *lock_named(ompt_wait_id_t id)
{
    struct lock *found = NULL;
    pthread_mutex_lock(&tri_racing_clocks);
    for (int i = 0; i < n_locks && !found; i++)
        if (locks[i].id == id)
            found = &locks[i];
    if (!found && n_locks < LOCKS) {
        found = &locks[n_locks++];
        found->id = id;
        pthread_mutex_init(&found->held, NULL);
    }
    if (!found)
        not_judged = "it has more locks than are watched";
    pthread_mutex_unlock(&tri_racing_clocks);
    return found;
}

static void at_acquire(ompt_mutex_t kind, unsigned hint, unsigned impl, ompt_wait_id_t id,
                       const void *code)
{
    if (kind != ompt_mutex_ordered)
        tri_between_before(tri_racing_self(), (const void *)id, TRI_LOCKS, code);
}

static void at_acquired(ompt_mutex_t kind, ompt_wait_id_t id, const void *code)
{
    tri_accesses_settle(self);
    struct lock *l = self ? lock_named(id) : NULL;
    if (!l)
        return;
    pthread_mutex_lock(&l->held);
    pthread_mutex_lock(&tri_racing_clocks);
    tri_racing_learn(&self->now, &l->clock);
    pthread_mutex_unlock(&tri_racing_clocks);
}

static void at_released(ompt_mutex_t kind, ompt_wait_id_t id, const void *code)
{
    tri_accesses_settle(self);
    struct lock *l = self ? lock_named(id) : NULL;
    if (!l)
        return;
    pthread_mutex_lock(&tri_racing_clocks);
    tri_racing_tell(self, &l->clock);
    pthread_mutex_unlock(&tri_racing_clocks);
    pthread_mutex_unlock(&l->held);
    tri_between_after(self, (const void *)id, TRI_LOCKS);
}

/* A thread adds its part to the sum, one after the other.  Within a barrier the runtime adds up, see there. */
static void at_reduction(ompt_sync_region_t kind, ompt_scope_endpoint_t point,
                         ompt_data_t *parallel, ompt_data_t *task, const void *code)
{
    const ompt_wait_id_t sums = 1; /* which is no lock's address */
    const struct frame *f = frame_of(self);
    if (f && !f->in_barrier)
        (point == ompt_scope_begin ? at_acquired : at_released)(ompt_mutex_critical, sums, code);
}

/* ---- A run -------------------------------------------------------------------------------------- */

static void at_flush(ompt_data_t *thread, const void *code)
{
    tri_racing_flush();
}

static void hear(bool on)
{
    tri_tool_hear(ompt_callback_parallel_begin, (ompt_callback_t)at_parallel_begin, on);
    tri_tool_hear(ompt_callback_parallel_end, (ompt_callback_t)at_parallel_end, on);
    tri_tool_hear(ompt_callback_implicit_task, (ompt_callback_t)at_thread, on);
    tri_tool_hear(ompt_callback_sync_region, (ompt_callback_t)at_wait, on);
    tri_tool_hear(ompt_callback_sync_region_wait, (ompt_callback_t)at_waited, on);
    tri_tool_hear(ompt_callback_dependences, (ompt_callback_t)at_dependences, on);
    tri_tool_hear(ompt_callback_reduction, (ompt_callback_t)at_reduction, on);
    tri_tool_hear(ompt_callback_mutex_acquire, (ompt_callback_t)at_acquire, on);
    tri_tool_hear(ompt_callback_mutex_acquired, (ompt_callback_t)at_acquired, on);
    tri_tool_hear(ompt_callback_mutex_released, (ompt_callback_t)at_released, on);
    tri_tool_hear(ompt_callback_flush, (ompt_callback_t)at_flush, on);
    tri_tasks_hear(on);
}

static void forget_all(void)
{
    for (int i = 1; i <= n_threads; i++) {
        threads[i].children = threads[i].below = (struct tri_racing_clock){ { 0 } };
        threads[i].depth = threads[i].ignores = 0;
        threads[i].has_flushed = threads[i].waits = false;
        threads[i].store.to = NULL;
        threads[i].last.at = NULL;
    }
    tri_flushes_forget();
    for (int i = 0; i < TEAMS; i++)
        teams[i].is_used = false;
    memset(begun, 0, sizeof begun);
    n_locks = 0;
    tri_tasks_forget();
}

bool tri_races_begin(void)
{
    if (!tri_tool_hears())
        return false;
    not_judged = NULL;
    tri_accesses_begin();
    tri_between_begin();
    hear(true);
    watches = true;
    return true;
}

bool tri_races_had_tasks(void)
{
    return had_tasks;
}

void tri_races_as_device(bool on)
{
    as_device = on;
}

/* What code that is watched calls for omp_is_initial_device() (TriptychHotspots.cmake). */
int tri_is_initial_device(void);
int tri_is_initial_device(void)
{
    return as_device && tri_racing_self() ? 0 : omp_is_initial_device();
}

struct tri_race tri_races_end(const char **unknown)
{
    watches = false;
    hear(false);
    had_tasks = tri_tasks_any();
    forget_all();
    struct tri_race race = tri_accesses_end(unknown);
    if (not_judged) {
        *unknown = not_judged;
        race.where = NULL;
    }
    return race;
}

#else

bool tri_races_begin(void)
{
    return false;
}

bool tri_races_had_tasks(void)
{
    return false;
}

void tri_races_as_device(bool on)
{
}

struct tri_race tri_races_end(const char **unknown)
{
    return (struct tri_race){ .where = NULL };
}

const struct tri_race *tri_between_first(void)
{
    return NULL;
}

#endif
