/*
 * Memory that tells who touches it: the pages of an operand can be closed, and those beside it always are.
 *
 * A touch of a closed page is a fault.  Its handler notes which operand it was, opens the page, and the program goes on: so one
 * run sees all operands.  A device that is this CPU reads and writes here what was not mapped; a GPU has faults of its own.
 */
#define _GNU_SOURCE /* REG_ERR */
#include "inside.h"

#include <dlfcn.h>
#include <signal.h>
#include <stdatomic.h>
#include <stdint.h>
#include <string.h>
#include <sys/mman.h>
#include <ucontext.h>
#include <unistd.h>

enum { BESIDE = 1 << 20 /* bytes that may not be touched, on either side */ };
static const size_t MOST_KEPT =
    (size_t)1 << 30; /* bytes of an operand whose pages are kept from one path to the next */

struct tri_guarded tri_guarded[TRI_GUARDED], tri_there[TRI_GUARDED];
int tri_zeros_beside = -1;

static struct sigaction usual;
static bool runs; /* a path: then the host's inputs can be read only */

/* ---- Allocation ---- */

static size_t rounded(size_t bytes, size_t unit)
{
    return (bytes + unit - 1) / unit * unit;
}

void tri_guard_free(struct tri_guarded *g)
{
    if (g->low)
        munmap(g->low, (size_t)(g->high - g->low));
    g->low = NULL;
}

void tri_guard_empty(struct tri_guarded *g)
{
    madvise(g->body, (size_t)(g->end - g->body), MADV_DONTNEED);
}

void tri_guard_put_away(struct tri_guarded *g)
{
    const size_t all = g->low ? (size_t)(g->high - g->low) : 0;
    g->waits = all > 0 && all <= MOST_KEPT && mprotect(g->low, all, PROT_NONE) == 0;
    if (!g->waits)
        tri_guard_free(g);
}

void tri_guard_release(struct tri_guarded *g)
{
    tri_guard_free(g);
    *g = (struct tri_guarded){ 0 };
}

void tri_audit_release(void)
{
    for (int o = 0; o < TRI_GUARDED; o++) {
        tri_guard_release(&tri_guarded[o]);
        tri_guard_release(&tri_there[o]);
    }
}

static bool map(struct tri_guarded *g, size_t pages)
{
    size_t all = pages + 2 * (size_t)BESIDE;
    char *low = mmap(NULL, all, PROT_NONE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
    if (low == MAP_FAILED)
        return false;
    /* To close and open pages takes most of an audit's time, and large ones are few.  Where there are none, it is slower. */
    madvise(low, all, MADV_HUGEPAGE);
    *g = (struct tri_guarded){ .low = low, .end = low + BESIDE + pages, .high = low + all };
    return true;
}

bool tri_guard_close_beside(struct tri_guarded *g)
{
    return mprotect(g->low, (size_t)(g->body - g->low), PROT_NONE) == 0 &&
           mprotect(g->end, BESIDE, PROT_NONE) == 0;
}

/* Pages of the audit before are used again if they are enough: touching new ones takes longer than most runs. */
bool tri_guard_allocate(struct tri_guarded *g, size_t bytes, size_t alignment)
{
    size_t room = rounded(bytes, alignment), pages = rounded(room, (size_t)sysconf(_SC_PAGESIZE));
    if (g->low && (size_t)(g->end - g->low) < BESIDE + pages)
        tri_guard_release(g);
    if (!g->low && !map(g, pages))
        return false;
    g->body = g->end - pages;
    g->begin = g->end - room;
    g->bytes = bytes;
    g->waits = false;
    return tri_guard_close_beside(g) &&
           mprotect(g->body, (size_t)(g->end - g->body), PROT_READ | PROT_WRITE) == 0;
}

/* ---- Beside the operand, on its own pages ---- */

/* What is not a number, and large numbers of either sign, in float and in double: what is read there shows in a result, whether
 * it is multiplied by 0 or looked for as the largest; and what is stored from there is something else than was there.  Another for
 * each operand, since a path that goes too far copies from behind one to behind another. */
static enum tri_before before_run;

static uint32_t word_beside(int slot)
{
    static const uint32_t words[] = {
        [TRI_LARGE] = 0xFFFDCBCB, [TRI_ZEROS] = 0x7149F2CA, [TRI_ONES] = 0xF149F2CA
    };
    const bool is_ours =
        slot >= 0 && slot < TRI_GUARDED; /* blocks of a path live longer than a run */
    return is_ours ? words[before_run] + (uint32_t)slot * 0x107 : words[TRI_LARGE];
}

/* Neighbours differ: else who compares two of them, as with wrong indices, finds that all is well. */
static char beside(const char *p, int slot)
{
    const uintptr_t at = (uintptr_t)p;
    const uint32_t word = word_beside(slot) + (uint32_t)(at / 4 % 61) * 37;
    return slot == tri_zeros_beside ? 0 : (char)(word >> (at % 4 * 8));
}

void tri_fill_beside(char *from, char *to, int slot)
{
    for (char *p = from; p < to; p++)
        *p = beside(p, slot);
}

const char *tri_not_beside(const char *from, const char *to, int slot)
{
    for (const char *p = from; p < to; p++)
        if (*p != beside(p, slot))
            return p;
    return NULL;
}

void tri_guard_reset_one(struct tri_guarded *g, int slot)
{
    tri_fill_beside(g->body, g->begin, slot);
    tri_fill_beside(g->begin + g->bytes, g->end, slot);
    g->in_kernel = g->by_host = g->stored = g->beyond = g->beyond_write = false;
    g->copies = (struct tri_copied){ 0 };
    g->mapped = false;
    g->where = 0;
}

void tri_guard_reset(enum tri_before before)
{
    before_run = before;
    for (int o = 0; o < TRI_GUARDED; o++)
        tri_there[o].beyond = tri_there[o].beyond_write = false;
    for (int o = 0; o < TRI_GUARDED; o++)
        if (tri_guarded[o].low)
            tri_guard_reset_one(&tri_guarded[o], o);
}

bool tri_guard_is_overwritten(const struct tri_guarded *g, int slot, ptrdiff_t *where)
{
    const char *first = tri_not_beside(g->body, g->begin, slot);
    if (!first)
        first = tri_not_beside(g->begin + g->bytes, g->end, slot);
    *where = first ? first - g->begin : 0;
    return first;
}

int tri_guard_overwritten(ptrdiff_t *where)
{
    for (int o = 0; o < TRI_GUARDED; o++)
        if (tri_guarded[o].low && tri_guard_is_overwritten(&tri_guarded[o], o, where))
            return o;
    return -1;
}

/* ---- Closing, and who comes all the same ---- */

void tri_guard_close(struct tri_guarded *g)
{
    if (g->low)
        mprotect(g->body, (size_t)(g->end - g->body), PROT_NONE);
}

/* False: the kernel refuses. */
static bool open_pages(char *from, char *to)
{
    return mprotect(from, (size_t)(to - from), PROT_READ | PROT_WRITE) == 0;
}

void tri_guard_open(struct tri_guarded *g)
{
    if (g->low)
        mprotect(g->body, (size_t)(g->end - g->body),
                 g->is_input && runs ? PROT_READ : PROT_READ | PROT_WRITE);
}

void tri_guard_open_to_store(struct tri_guarded *g)
{
    if (g->low)
        open_pages(g->body, g->end);
}

void tri_guard_close_all(void)
{
    for (int o = 0; o < TRI_GUARDED; o++)
        tri_guard_close(&tri_guarded[o]);
}

void tri_guard_open_all(void)
{
    for (int o = 0; o < TRI_GUARDED; o++)
        tri_guard_open(&tri_guarded[o]);
}

static struct tri_guarded *at_one_of(struct tri_guarded *all, size_t n, const char *p, size_t bytes)
{
    for (size_t i = 0; i < n; i++)
        if (all[i].low && !all[i].waits && p < all[i].high && p + bytes > all[i].low)
            return &all[i];
    return NULL;
}

struct tri_guarded *tri_guarded_at(const void *bytes, size_t n)
{
    return at_one_of(tri_guarded, TRI_GUARDED, bytes, n);
}

/* Linux for x86-64 says whether it was a store; elsewhere it is taken for one. */
static bool was_store(const void *context)
{
#if defined(__x86_64__)
    return ((const ucontext_t *)context)->uc_mcontext.gregs[REG_ERR] & 2;
#else
    return context;
#endif
}

static bool was_surely_store(const void *context)
{
#if defined(__x86_64__)
    return was_store(context);
#else
    return false;
#endif
}

static bool note_beyond(struct tri_guarded *g, const char *p, bool store)
{
    bool first = !atomic_exchange_explicit(&g->beyond, true, memory_order_relaxed);
    if (first) {
        g->where = p - g->begin;
        g->beyond_write = store;
    }
    return p < g->body ? open_pages(g->low, g->body) : open_pages(g->end, g->high);
}

/* Only what a handler may do: it stores to memory, and calls the kernel.  False: that did not help. */
static bool note_touch(struct tri_guarded *g, const char *p, const void *context)
{
    if (p < g->body || p >= g->end)
        return note_beyond(g, p, was_store(context));
    if (tri_heap_has_ended(g) || (!tri_ledger_in_copy() && !tri_heap_is_copied(g))) {
        *(tri_ledger_in_kernel() ? &g->in_kernel : &g->by_host) = true;
        g->stored |= was_surely_store(context) && g->is_input && !tri_ledger_in_kernel();
    }
    return open_pages(g->body, g->end);
}

/* Whether the instruction is one of OpenMP's library.  The process ends anyway, so a look at its libraries does no harm. */
static bool is_in_runtime(const void *context)
{
#if defined(__x86_64__)
    const void *at = (const void *)((const ucontext_t *)context)->uc_mcontext.gregs[REG_RIP];
#else
    const void *at = NULL;
#endif
    Dl_info library;
    return at && dladdr(at, &library) && library.dli_fname &&
           (strstr(library.dli_fname, "libomp.") || strstr(library.dli_fname, "libgomp."));
}

/* Below what the stack may have: it has moved its end there, for a local array, before it uses it. */
static bool is_beyond_stack(const void *context)
{
#if defined(__x86_64__)
    return tri_stack_is_passed(
        (const void *)((const ucontext_t *)context)->uc_mcontext.gregs[REG_RSP]);
#else
    return false;
#endif
}

/* NULL: nothing is known. */
static const char *fault_of(const siginfo_t *info, bool stores, const void *context)
{
    if (is_beyond_stack(context))
        return "the stack is too small for what a function has on it: a local array of so many numbers?\n";
    if (is_in_runtime(context))
        return TRI_RUNTIME_FAULT "\n";
    if (info->si_code == SI_KERNEL && tri_ledger_in_kernel() && tri_hidden_any())
        return "a target region uses an address of the host that it found in mapped memory: a struct's pointer to what is "
               "mapped nowhere?\n";
    if (info->si_code == SI_KERNEL)
        return "an address is used that is none, or not a multiple of what a vector has to lie at\n";
    if (!info->si_addr)
        return "a null pointer is used\n";
    if (tri_ledger_in_copy())
        return stores ? "a copy from the device stores where nobody may: what is const is mapped "
                        "back, too, if no clause says map(to:)\n"
                      : NULL;
    return tri_ledger_in_kernel() ? "a target region uses an address where nothing is\n" : NULL;
}

/* What a process said last stands beside the signal that it died of. */
static void say_fault(const siginfo_t *info, const void *context)
{
    const char *text = fault_of(info, was_store(context), context);
    if (text)
        (void)!write(STDERR_FILENO, text, strlen(text));
}

/* If it is none of ours, the instruction is tried again, and is what it was. */
static void at_fault(int number, siginfo_t *info, void *context)
{
    struct tri_guarded *g = tri_guarded_at(info->si_addr, 1);
    if (!g)
        g = at_one_of(tri_there, TRI_GUARDED, info->si_addr, 1);
    if (!g)
        g = at_one_of(tri_heap, tri_heap_blocks(), info->si_addr, 1);
    if (g && note_touch(g, info->si_addr, context))
        return;
    say_fault(info, context);
    sigaction(number, &usual, NULL);
}

/* A handler has a stack of its own, or it could not say that the other is too small. */
static bool handle(void (*handler)(int, siginfo_t *, void *), int flags)
{
    static char room[1 << 16];
    const stack_t own = { .ss_sp = room, .ss_size = sizeof room };
    struct sigaction action = { .sa_sigaction = handler,
                                .sa_flags = SA_SIGINFO | SA_ONSTACK | flags };
    sigemptyset(&action.sa_mask);
    return sigaltstack(&own, NULL) == 0 && sigaction(SIGSEGV, &action, &usual) == 0;
}

/* Nothing is closed then, and who goes beyond an operand ends. */
static void say(int number, siginfo_t *info, void *context)
{
    say_fault(info, context);
    sigaction(number, &usual, NULL);
}

bool tri_guard_only_say(void)
{
    return handle(say, 0);
}

bool tri_guard_begin(bool watched)
{
    tri_heap_prepare();
    if (!handle(at_fault, SA_NODEFER))
        return false;
    runs = watched;
    tri_guard_open_all();
    return true;
}

void tri_guard_end(void)
{
    sigaction(SIGSEGV, &usual, NULL);
    runs = false;
    tri_guard_open_all();
}
