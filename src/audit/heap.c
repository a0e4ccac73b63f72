/*
 * Memory that a path allocates or maps, on pages of its own.  The host's is closed while a region runs, as operands are; that
 * of a device that is this CPU while none does.  What is freed stays closed until the run ends.
 */
#define _GNU_SOURCE /* dladdr() */
#include "inside.h"

#include <dlfcn.h>
#include <execinfo.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdint.h>
#include <string.h>
#include <unistd.h>

enum {
    BLOCKS = 512,     /* at a time; what is beyond is the library's */
    MOST = 4096,      /* of a kind, in one run */
    FILLED = 64 << 20 /* bytes of a block that hold something; the others are zeros */
};

/* KEPT: nothing is mapped there any more, and the runtime has not freed it, for the next that is mapped. */
enum state { LIVE, KEPT, FREED };

struct tri_guarded tri_heap[BLOCKS];
static struct about {
    enum tri_block kind;
    enum state state;
    bool is_new; /* of this run */
    int slot;    /* the operand that is mapped there; -1: none */
} about[BLOCKS];
static _Atomic size_t blocks; /* that are in use */
static _Atomic size_t ever;   /* the first so many may be */
static _Atomic bool counting;
static _Atomic int made[TRI_BLOCK_KINDS]; /* in this run */
static unsigned char first_byte;
static struct tri_heap_seen seen; /* under the mutex */
static pthread_mutex_t all_blocks = PTHREAD_MUTEX_INITIALIZER;

/* ---- What is seen of them --------------------------------------------------------------------- */

size_t tri_heap_blocks(void)
{
    return ever;
}

/* What lies beside blocks is no number, whatever lies beside an operand. */
enum { NO_SLOT = -2 };

static void collect_ended(const struct tri_guarded *g, const struct about *a)
{
    if ((g->in_kernel || g->by_host) && !seen.ended) {
        seen.ended = true;
        seen.ended_kind = a->kind;
        seen.ended_bytes = g->bytes;
    }
}

static void collect_beyond(const struct tri_guarded *g, const struct about *a)
{
    ptrdiff_t where = g->where;
    bool overwritten = !g->beyond && tri_guard_is_overwritten(g, NO_SLOT, &where);
    if ((g->beyond || overwritten) && !seen.beyond) {
        seen.beyond = true;
        seen.beyond_kind = a->kind;
        seen.beyond_slot = a->slot;
        seen.beyond_write = overwritten || g->beyond_write;
        seen.where = where;
        seen.bytes = g->bytes;
    }
}

/* To look beside it opens it, which counts for nobody. */
static void collect_live(struct tri_guarded *g, const struct about *a)
{
    seen.by_host[a->kind] |= g->by_host;
    if (g->in_kernel && a->kind == TRI_OF_HOST && !seen.in_kernel) {
        seen.in_kernel = true;
        seen.bytes_in_kernel = g->bytes;
    }
    tri_guard_open(g);
    collect_beyond(g, a);
}

static void collect(struct tri_guarded *g)
{
    const struct about *a = &about[g - tri_heap];
    if (a->state == LIVE)
        collect_live(g, a);
    else
        collect_ended(g, a);
    if (g->beyond)
        tri_guard_close_beside(g);
    g->in_kernel = g->by_host = g->beyond = g->beyond_write = false;
}

static void forget_freed(void)
{
    for (size_t i = 0; i < ever; i++)
        if (about[i].state == FREED)
            tri_guard_free(&tri_heap[i]);
}

/* Between runs, the runtime may map something there, and nobody is told. */
static void set_kept(void (*open_or_close)(struct tri_guarded *))
{
    for (size_t i = 0; i < ever; i++)
        if (about[i].state == KEPT)
            open_or_close(&tri_heap[i]);
}

void tri_heap_begin(enum tri_before before)
{
    first_byte = tri_byte_before(before);
    seen = (struct tri_heap_seen){ 0 };
    for (int i = 0; i < BLOCKS; i++)
        about[i].is_new = false;
    for (int k = 0; k < TRI_BLOCK_KINDS; k++)
        made[k] = 0;
    set_kept(tri_guard_close);
    counting = true;
}

struct tri_heap_seen tri_heap_end(void)
{
    counting = false;
    pthread_mutex_lock(&all_blocks);
    for (size_t i = 0; i < ever; i++)
        if (tri_heap[i].low) {
            collect(&tri_heap[i]);
            seen.left += about[i].is_new && about[i].state == LIVE && about[i].kind != TRI_MAPPED;
        }
    forget_freed();
    set_kept(tri_guard_open);
    struct tri_heap_seen all = seen;
    pthread_mutex_unlock(&all_blocks);
    return all;
}

/* Who calls is seen on the stack. */
static bool is_of_runtime(void)
{
    enum { CALLERS = 24 };
    void *at[CALLERS];
    Dl_info file;
    for (int i = 0, n = backtrace(at, CALLERS); i < n; i++)
        if (dladdr(at[i], &file) && file.dli_fname && strstr(file.dli_fname, "libomptarget"))
            return true;
    return false;
}

bool tri_heap_has_ended(const struct tri_guarded *g)
{
    return g >= tri_heap && g < tri_heap + BLOCKS && about[g - tri_heap].state != LIVE;
}

bool tri_heap_is_copied(const struct tri_guarded *g)
{
    bool there = g >= tri_heap && g < tri_heap + BLOCKS && about[g - tri_heap].kind != TRI_OF_HOST;
    return there && is_of_runtime();
}

/* The first look at the stack loads a library. */
void tri_heap_prepare(void)
{
    is_of_runtime();
}

void tri_heap_close(bool in_region)
{
    for (size_t i = 0; i < ever; i++)
        if (about[i].state == LIVE)
            ((about[i].kind != TRI_OF_HOST) == in_region ? tri_guard_open
                                                         : tri_guard_close)(&tri_heap[i]);
}

/* ---- Blocks ----------------------------------------------------------------------------------- */

/* One that nobody has, or else one that is freed, in turn; BLOCKS: there is none. */
static size_t one_that_is_free(void)
{
    static size_t turn;
    for (size_t i = 0; i < BLOCKS; i++)
        if (!tri_heap[i].low)
            return i;
    for (size_t k = 0; k < BLOCKS; k++) {
        turn = (turn + 1) % BLOCKS;
        if (about[turn].state == FREED) {
            collect(&tri_heap[turn]);
            tri_guard_free(&tri_heap[turn]);
            return turn;
        }
    }
    return BLOCKS;
}

static void *allocate_at(size_t i, enum tri_block kind, size_t bytes, size_t alignment)
{
    if (!tri_guard_allocate(&tri_heap[i], bytes, alignment))
        return NULL;
    tri_guard_reset_one(&tri_heap[i], NO_SLOT);
    if (kind != TRI_MAPPED)
        memset(tri_heap[i].begin, first_byte, bytes < FILLED ? bytes : FILLED);
    about[i] = (struct about){ kind, LIVE, true, -1 };
    if (kind == TRI_OF_DEVICE)
        tri_guard_close(&tri_heap[i]);
    ever = i >= ever ? i + 1 : ever;
    blocks++;
    return tri_heap[i].begin;
}

void *tri_heap_allocate(enum tri_block kind, size_t bytes, size_t alignment)
{
    if (!counting || made[kind] >= MOST || alignment > (size_t)sysconf(_SC_PAGESIZE) ||
        bytes > PTRDIFF_MAX / 2)
        return NULL;
    made[kind]++;
    pthread_mutex_lock(&all_blocks);
    size_t i = one_that_is_free();
    void *p = i < BLOCKS ? allocate_at(i, kind, bytes > 0 ? bytes : 1, alignment) : NULL;
    pthread_mutex_unlock(&all_blocks);
    return p;
}

static struct tri_guarded *block_of(const void *p)
{
    for (size_t i = 0; p && i < ever; i++)
        if (tri_heap[i].low && tri_heap[i].begin == p)
            return &tri_heap[i];
    return NULL;
}

size_t tri_heap_bytes(const void *p)
{
    size_t bytes = 0;
    if (blocks > 0) {
        pthread_mutex_lock(&all_blocks);
        struct tri_guarded *g = block_of(p);
        bytes = g && about[g - tri_heap].state == LIVE ? g->bytes : 0;
        pthread_mutex_unlock(&all_blocks);
    }
    return bytes;
}

static void end_block(struct tri_guarded *g, enum state how)
{
    struct about *a = &about[g - tri_heap];
    if (a->state == FREED)
        return;
    collect(g);
    blocks -= how == FREED;
    a->state = how;
    if (how == FREED && !counting)
        tri_guard_free(g);
    else if (how == FREED)
        tri_guard_empty(g);
    tri_guard_close(g);
}

/* What the runtime has is not a path's to free: the library's own function says so. */
static bool may_free(enum tri_block kind, const struct tri_guarded *g)
{
    return g && (kind == TRI_MAPPED || about[g - tri_heap].kind != TRI_MAPPED);
}

bool tri_heap_free(enum tri_block kind, void *p)
{
    pthread_mutex_lock(&all_blocks);
    struct tri_guarded *g = blocks > 0 || counting ? block_of(p) : NULL;
    bool ours = may_free(kind, g);
    if (ours) {
        seen.freed_twice |= about[g - tri_heap].state == FREED;
        seen.freed_as_other |= kind != TRI_MAPPED && about[g - tri_heap].kind != kind;
        end_block(g, FREED);
    }
    pthread_mutex_unlock(&all_blocks);
    return ours;
}

bool tri_heap_holds(const char *p, bool there)
{
    bool found = false;
    pthread_mutex_lock(&all_blocks);
    for (size_t i = 0; i < ever && !found; i++)
        found = tri_heap[i].low && (about[i].kind != TRI_OF_HOST) == there &&
                p >= tri_heap[i].begin && p < tri_heap[i].begin + tri_heap[i].bytes;
    pthread_mutex_unlock(&all_blocks);
    return found;
}

static void note(bool *what)
{
    pthread_mutex_lock(&all_blocks);
    *what |= counting;
    pthread_mutex_unlock(&all_blocks);
}

void tri_heap_stays(void)
{
    note(&seen.stays);
}

void tri_heap_other_device(void)
{
    note(&seen.other_device);
}

/* ---- What the runtime maps ---- */

static int slot_at(const void *host)
{
    const struct tri_guarded *g = tri_guarded_at(host, 1);
    return g ? (int)(g - tri_guarded) : -1;
}

bool tri_heap_mapped(const void *host, void *there, bool in_region)
{
    pthread_mutex_lock(&all_blocks);
    struct tri_guarded *g = block_of(there);
    if (g) {
        if (about[g - tri_heap].state == KEPT)
            collect(g);
        about[g - tri_heap].state = LIVE;
        about[g - tri_heap].slot = slot_at(host);
        tri_guard_open(g);
        tri_guard_reset_one(g, NO_SLOT);
        memset(g->begin, first_byte, g->bytes);
        if (!in_region)
            tri_guard_close(g);
    }
    pthread_mutex_unlock(&all_blocks);
    return g;
}

void tri_heap_unmapped(void *there)
{
    pthread_mutex_lock(&all_blocks);
    struct tri_guarded *g = there ? block_of(there) : NULL;
    if (g && about[g - tri_heap].kind == TRI_MAPPED)
        end_block(g, KEPT);
    pthread_mutex_unlock(&all_blocks);
}
