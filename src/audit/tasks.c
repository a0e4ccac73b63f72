/*
 * What orders explicit tasks, for races: when they are made, what they depend on, and who waits for them.
 *
 * Those that one thread runs come one after the other, as they may count on (each thread has its sum).  So that one thread does not
 * run all of them, who has made one of the first waits before the next access, and they begin late.
 */
#include "races.h"

#include "tool.h"

#include <unistd.h>

#ifdef TRI_HAS_OMPT

enum { TASKS = 1024 /* at a time */, DEPENDS = 16, ADDRESSES = 256 };

static struct task {
    bool is_used, has_begun, has_ended;
    int left;                     /* tasks that it has made, and that have not ended, with theirs */
    struct tri_racing_clock made; /* when it was, or was left for another */
    struct tri_racing_clock children,
        below;                         /* when those have ended that it has made; and theirs */
    struct task *parent;               /* NULL: an implicit task, of this thread */
    struct tri_racing *maker;          /* of it, or of the first above it */
    struct tri_racing_clock *barriers; /* of the team whose barriers wait for it */
    int ignores;                       /* of the thread that runs it, before and after */
    struct {
        const void *address;
        enum tri_depends how;
    } on[DEPENDS];
    int depends;
} tasks[TASKS];
static int last;
static _Atomic int made;    /* in this run */
static _Atomic int running; /* or waiting to */

/* What tasks depend on: when those have ended that depend on it in each way. */
static struct address {
    const void *is;
    struct tri_racing_clock ended[TRI_DEPENDS];
} addresses[ADDRESSES];
static int n_addresses;

bool tri_tasks_any(void)
{
    return made > 0;
}

bool tri_tasks_run(void)
{
    return running > 0;
}

void tri_tasks_forget(void)
{
    for (int i = 0; made > 0 && i < TASKS; i++)
        tasks[i].is_used = false;
    made = n_addresses = running = 0;
}

/* NULL: it is an implicit one. */
static struct task *task_of(const ompt_data_t *data)
{
    struct task *t = data ? data->ptr : NULL;
    return t >= tasks && t < tasks + TASKS && t->is_used ? t : NULL;
}

static struct task *new_task(void)
{
    for (int i = 0; i < TASKS; i++)
        if (!tasks[last = (last + 1) % TASKS].is_used)
            return &tasks[last];
    return NULL;
}

static struct address *address_of(const void *p)
{
    for (int i = 0; i < n_addresses; i++)
        if (addresses[i].is == p)
            return &addresses[i];
    if (n_addresses == ADDRESSES) {
        tri_racing_give_up("its tasks depend on more than is watched");
        return NULL;
    }
    addresses[n_addresses] = (struct address){ .is = p };
    return &addresses[n_addresses++];
}

void tri_tasks_depend(const ompt_data_t *data, const void *address, enum tri_depends how)
{
    struct task *t = task_of(data);
    if (!t)
        return;
    if (t->depends == DEPENDS || !address)
        tri_racing_give_up("its tasks depend on more than is watched");
    else {
        t->on[t->depends].address = address;
        t->on[t->depends++].how = how;
    }
}

/* Those that it depends on have ended: of its own kind, only those that come alone. */
static void learn_depends(const struct task *t, struct tri_racing *who)
{
    for (int i = 0; i < t->depends; i++) {
        const struct address *a = address_of(t->on[i].address);
        for (int how = 0; a && how < TRI_DEPENDS; how++)
            if (how == TRI_DEPENDS_ALONE || how != (int)t->on[i].how)
                tri_racing_learn(&who->now, &a->ended[how]);
    }
}

static void enter(struct task *t, struct tri_racing *who)
{
    tri_racing_learn(&who->now, &t->made);
    if (!t->has_begun)
        learn_depends(t, who);
    t->has_begun = true;
    t->ignores = who->ignores;
    who->ignores = 0;
}

static void leave(struct task *t, struct tri_racing *who)
{
    tri_racing_tell(who, &t->made);
    who->ignores = t->ignores;
}

/* It is known until those have ended that it has made. */
static void release(struct task *t)
{
    while (t && t->has_ended && t->left == 0) {
        t->is_used = false;
        t = t->parent;
        if (t)
            t->left--;
    }
}

/* Who waits for the task, or depends on it, comes behind this. */
static void tell_end(struct task *t, struct tri_racing *who)
{
    tri_racing_tell(who, t->parent ? &t->parent->children : &t->maker->children);
    for (struct task *above = t->parent; above; above = above->parent)
        tri_racing_tell(who, &above->below);
    tri_racing_tell(who, &t->maker->below);
    for (int i = 0; t->barriers && i < 2; i++)
        tri_racing_tell(who, &t->barriers[i]);
    for (int i = 0; i < t->depends; i++) {
        struct address *a = address_of(t->on[i].address);
        if (a)
            tri_racing_tell(who, &a->ended[t->on[i].how]);
    }
}

static void end(struct task *t, struct tri_racing *who)
{
    tell_end(t, who);
    t->has_ended = true;
    release(t);
    running--;
}

void tri_tasks_waited(const ompt_data_t *data, bool for_children)
{
    struct tri_racing *who = tri_racing_now();
    const struct task *t = task_of(data);
    if (who && for_children)
        tri_racing_learn(&who->now, t ? &t->children : &who->children);
    else if (who)
        tri_racing_learn(&who->now, t ? &t->below : &who->below);
}

/* ---- What the runtime tells --------------------------------------------------------------------- */

static void make(const ompt_data_t *maker, ompt_data_t *data, bool waits)
{
    struct tri_racing *who = tri_racing_now();
    struct task *t = who ? new_task() : NULL, *parent = task_of(maker);
    if (!t) {
        tri_racing_give_up("it has more tasks at once than are watched");
        return;
    }
    /* A part of a taskloop may be made by another thread than its parent's. */
    struct tri_racing *owner = tri_racing_of(maker);
    *t = (struct task){ .is_used = true,
                        .parent = parent,
                        .maker = parent  ? parent->maker
                                 : owner ? owner
                                         : who };
    if (parent)
        parent->left++;
    t->barriers = parent ? parent->barriers : tri_racing_barriers(who);
    tri_racing_tell(who, &t->made);
    data->ptr = t;
    made++;
    running += !waits;
}

enum { FEW = 8 };

/* For less time than a task begins late: else the thread that has taken the last one takes this one, too. */
void tri_tasks_let_others(void)
{
    usleep(500);
}

static void begin_late(void)
{
    usleep(2000);
}

/* What is waited for by dependences is told of as a task, too. */
static void at_task(ompt_data_t *maker, const ompt_frame_t *frame, ompt_data_t *data, int flags,
                    int dependences, const void *code)
{
    struct tri_racing *self = tri_racing_self();
    if (self)
        tri_accesses_settle(self);
    pthread_mutex_lock(&tri_racing_clocks);
    if (flags & (ompt_task_explicit | ompt_task_target | ompt_task_taskwait))
        make(maker, data, flags & ompt_task_taskwait);
    pthread_mutex_unlock(&tri_racing_clocks);
    if (self && made <= FEW && !(flags & (ompt_task_taskwait | ompt_task_undeferred)))
        self->waits = true;
}

static bool is_end(ompt_task_status_t status)
{
    return status == ompt_task_complete || status == ompt_task_cancel;
}

static void change(ompt_data_t *before, ompt_task_status_t status, ompt_data_t *after)
{
    enum { BEHIND = 4096 };
    struct task *left = task_of(before), *begun = task_of(after);
    struct tri_racing *who = tri_racing_now();
    if (who && left && status == ompt_taskwait_complete) {
        learn_depends(left, who);
        left->has_ended = true;
        release(left);
        return;
    }
    /* A thread, which need not be the task's, fulfils its event: before the task has run to its end, or behind that. */
    if (who && left && (status == ompt_task_early_fulfill || status == ompt_task_late_fulfill)) {
        (status == ompt_task_late_fulfill ? end : tell_end)(left, who);
        return;
    }
    if (who && left && is_end(status))
        tri_races_forget(before, BEHIND); /* the runtime's memory, where its variables are */
    if (who && left) {
        leave(left, who);
        if (is_end(status))
            end(left, who);
    }
    if (who && begun)
        enter(begun, who);
}

static void at_schedule(ompt_data_t *before, ompt_task_status_t status, ompt_data_t *after)
{
    struct tri_racing *self = tri_racing_self();
    if (self)
        tri_accesses_settle(self);
    pthread_mutex_lock(&tri_racing_clocks);
    const struct task *begun = task_of(after);
    bool is_first = begun && !begun->has_begun;
    change(before, status, after);
    pthread_mutex_unlock(&tri_racing_clocks);
    if (is_first && made <= FEW)
        begin_late();
}

void tri_tasks_hear(bool on)
{
    tri_tool_hear(ompt_callback_task_create, (ompt_callback_t)at_task, on);
    tri_tool_hear(ompt_callback_task_schedule, (ompt_callback_t)at_schedule, on);
}

#endif
