/* What the runtime has told, by the audit's ledger; and what lies in arrays while it copies them. */
#include "told.h"

#include "arrays.h"
#include "order.h"

#include <omp.h>

static bool told;
void (*judge_watch)(const struct event *);

bool judge_has_ledger(void)
{
    return told;
}

bool judge_has_order(void)
{
    return told && tri_ledger_has_order();
}

int host_step(void)
{
    return tri_ledger_step();
}

bool follows(int later, int earlier)
{
    return tri_order_follows(later, earlier);
}

bool follows_all(int later)
{
    return tri_order_follows_all(later);
}

int kernels(void)
{
    return tri_ledger_now().kernels;
}

struct copies copies(void)
{
    return judge_copies(tri_ledger_now().copies);
}

long long shared_iterations(void)
{
    return tri_ledger_now().shared;
}

long long distributed_iterations(void)
{
    return tri_ledger_now().distributed;
}

int reductions(void)
{
    return tri_ledger_now().reductions;
}

unsigned teams_asked(void)
{
    return tri_ledger_now().last_teams;
}

static void at_copy(const struct tri_event *e, struct array *a, ptrdiff_t first, ptrdiff_t end)
{
    bool to = e->kind == TRI_COPY_TO;
    if (to)
        (e->begins ? judge_unveil : judge_veil)(a, first, end);
    else if (!e->begins)
        judge_accept(a, first, end);
}

static void at_event(const struct tri_event *e)
{
    static const enum event_kind kinds[] = {
        [TRI_KERNEL] = KERNEL,     [TRI_COPY_TO] = COPY_TO, [TRI_COPY_FROM] = COPY_FROM,
        [TRI_DATA_END] = DATA_END, [TRI_TASK] = TASK,       [TRI_WAIT] = WAIT
    };
    ptrdiff_t first = 0, end = 0;
    struct array *a = judge_array_in(e->host, e->bytes, &first, &end);
    const struct event told_of = { kinds[e->kind], e->begins, a ? a->host : NULL, first, e->bytes,
                                   e->device,      e->step };
    if (a && e->begins)
        judge_note_copy(a, e->kind == TRI_COPY_TO, first, end);
    if (judge_watch)
        judge_watch(&told_of);
    if (a)
        at_copy(e, a, first, end);
}

void count_anew(void)
{
    tri_ledger_begin(false, TRI_LARGE);
    tri_ledger_watch = at_event;
}

/* A region would be device code of this file, which is linked before the student's is known. */
void judge_try_ledger(void)
{
    double value = 0;
    int device = omp_get_default_device();
    count_anew();
    void *there = omp_target_alloc(sizeof value, device);
    bool copied = there && omp_target_memcpy(there, &value, sizeof value, 0, 0, device,
                                             omp_get_initial_device()) == 0;
    omp_target_free(there, device);
    told = copied && copies().to > 0;
}
