/* What ranks do for rank 0: it names a case, and they enter it, run it and leave it. */
#include "ranks.h"

#include "case.h"

#include <omp.h>
#include <stdio.h>
#include <string.h>

static const double NAP =
    1e-3; /* seconds between tests for a new case; rank 0 may need all processors meanwhile */

struct order {
    enum tri_task task;
    struct tri_sent sent;
    enum tri_path path;
    bool outputs, direct;
    int place; /* where the case ran last */
    struct tri_launch launch;
};

static bool entered; /* the ranks have entered a case */

void tri_order_enter(const struct tri_case *c, enum tri_path path, const struct tri_launch *launch,
                     bool outputs)
{
    struct order o;
    memset(&o, 0, sizeof o); /* the bytes between its members are sent, too */
    o.task = TRI_ENTER;
    o.sent = tri_case_send(c);
    o.path = path;
    o.outputs = outputs;
    o.direct = tri_ranks_direct();
    o.place = *c->ran_on;
    o.launch = *launch;
    o.launch.threads = omp_get_max_threads();
    tri_messages()->broadcast_to_world(&o, sizeof o, NAP);
    tri_ranks_group(o.launch.ranks);
    entered = true;
}

/* In a case, ranks wait for orders without sleeping, since its runs are timed. */
void tri_order(enum tri_task task)
{
    struct order stop = { .task = TRI_STOP };
    if (task == TRI_STOP && entered) /* ranks cannot leave in the middle of a case by themselves */
        tri_messages()->abort(TRI_FAILED);
    if (task == TRI_STOP)
        tri_messages()->broadcast_to_world(&stop, sizeof stop, NAP);
    else
        tri_messages()->broadcast(&task, sizeof task);
    entered = entered && task == TRI_RUN;
}

void tri_order_refused(void)
{
    entered = false;
}

static void serve_case(const struct order *o)
{
    struct tri_case whole, there;
    struct tri_error e;
    if (!tri_case_receive(&o->sent, &whole, &e))
        tri_ranks_give_up(e.text);
    int place = o->place;
    whole.ran_on = &place;
    if (!tri_launch_variant(&o->launch, o->path, whole.variant, &e))
        tri_ranks_give_up(e.text);
    tri_ranks_choose_way(o->direct ? TRI_HALO_DIRECT : TRI_HALO_STAGED, &e);
    if (!tri_ranks_enter(&whole, o->path, &o->launch, o->outputs, &there, &e))
        return;
    enum tri_task task = TRI_RUN;
    while (task == TRI_RUN) {
        tri_messages()->broadcast(&task, sizeof task);
        if (task == TRI_RUN)
            tri_ranks_run(&there);
    }
    tri_ranks_leave(&there, &whole, &e);
}

void tri_ranks_serve(void)
{
    struct order o = { .task = TRI_ENTER };
    while (o.task != TRI_STOP) {
        tri_messages()->broadcast_to_world(&o, sizeof o, NAP);
        if (o.task != TRI_ENTER)
            continue;
        tri_ranks_group(o.launch.ranks);
        if (tri_rank() < o.launch.ranks)
            serve_case(&o);
    }
    tri_ranks_stop();
}
