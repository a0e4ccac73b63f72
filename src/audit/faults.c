/* What is wrong with a run, whatever its result: of memory that is no operand. */
#include "inside.h"

#include <stdio.h>

static void say(const struct tri_fault_listener *to, enum tri_finding_kind kind, const char *text)
{
    to->fault(kind, text, to->with);
}

static void say_of_host(const struct tri_heap_seen *h, const struct tri_fault_listener *to)
{
    if (h->by_host[TRI_OF_DEVICE])
        say(to, TRI_NOT_MAPPED,
            "the host uses memory of omp_target_alloc(), which is the device's");
    if (h->by_host[TRI_MAPPED])
        say(to, TRI_NOT_MAPPED,
            "the host uses the device's address of something that is mapped, which is for regions "
            "(use_device_ptr, omp_get_mapped_ptr): target update?");
}

/* Of memory that is used outside of it, and after its end. */
static void say_of_beyond(const struct tri_heap_seen *h, const struct tri_fault_listener *to)
{
    const char *name =
        h->beyond_slot >= 0 && to->name_of ? to->name_of(h->beyond_slot, to->with) : NULL;
    char text[200];
    snprintf(text, sizeof text, "of %zu bytes%s%s that %s, byte %td was %s", h->bytes,
             name ? " of " : "", name ? name : "",
             h->beyond_kind == TRI_MAPPED ? "are mapped" : "the path has allocated", h->where,
             h->beyond_write ? "written" : "read");
    if (h->beyond)
        say(to, TRI_BEYOND, text);
}

static void say_of_ended(const struct tri_heap_seen *h, const struct tri_fault_listener *to)
{
    static const char *const end[] = { [TRI_OF_HOST] = "that the path has freed",
                                       [TRI_OF_DEVICE] = "of the device that the path has freed",
                                       [TRI_MAPPED] = "of the device that are no longer mapped" };
    char text[200];
    snprintf(text, sizeof text, "%zu bytes %s are used all the same", h->ended_bytes,
             end[h->ended_kind]);
    if (h->ended)
        say(to, TRI_FREED, text);
    if (h->freed_as_other)
        say(to, TRI_FREED,
            "memory of omp_target_alloc() is freed by free(), or the other way round");
    if (h->freed_twice)
        say(to, TRI_FREED, "memory that the path has freed is freed again");
    if (h->stays)
        say(to, TRI_STAYS, "memory that is still on the device is freed: target exit data?");
}

static void say_of_heap(const struct tri_heap_seen *h, const struct tri_fault_listener *to)
{
    char text[200];
    snprintf(
        text, sizeof text,
        "%zu bytes that the path has allocated are used in a target region, and not mapped there",
        h->bytes_in_kernel);
    if (h->in_kernel && !to->shared)
        say(to, TRI_NOT_MAPPED, text);
    if (h->other_device)
        say(to, TRI_OTHER_DEVICE,
            "omp_target_memcpy() is told that memory of the host is the device's, or the other way round");
    say_of_host(h, to);
    say_of_beyond(h, to);
    say_of_ended(h, to);
}

/* `of_host` is what is no operand: a region has its address, and a GPU has nothing there. */
void tri_ledger_faults(const struct tri_ledger *l, const struct tri_fault_listener *to)
{
    char text[200];
    if (l->left_over)
        say(to, TRI_NOT_WAITED,
            "a region or a copy with nowait need not have ended when the path returns: taskwait?");
    if (l->of_host > 0 && !to->shared)
        say(to, TRI_NOT_MAPPED,
            "a target region has a pointer to memory of the host that is mapped nowhere: to a "
            "local array, to memory of malloc(), to a function?");
    snprintf(text, sizeof text,
             "a local variable of %zu bytes is still on the device when its function has returned: "
             "target exit data?",
             l->stack_left);
    if (l->stack_left > 0)
        say(to, TRI_STAYS, text);
    say_of_heap(&l->heap, to);
}
