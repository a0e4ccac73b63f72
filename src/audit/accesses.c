/* The calls that clang puts before each access, and what was accessed last. */
#define _GNU_SOURCE /* MAP_ANONYMOUS, RTLD_DEFAULT */
#include "races.h"

#include "tool.h"

#include <dlfcn.h>
#include <stdatomic.h>
#include <string.h>
#include <sys/mman.h>

#ifdef TRI_HAS_OMPT /* else nobody tells what orders threads, or the calls are ThreadSanitizer's own */

/* ---- What was accessed last --------------------------------------------------------------------- */

/* One access: the thread's clock, its number, which of eight bytes, and how.  0: none. */
typedef uint64_t access_t;
enum { KEPT = 8, PAGE = 4096, WORDS = PAGE / 8, PAGES = 1 << 14 };
static const access_t STORES = 1, IS_ATOMIC = 2;

static access_t access_of(uint64_t clock, int id, unsigned bytes, access_t how)
{
    return clock << 18 | (access_t)id << 10 | (access_t)bytes << 2 | how;
}

static uint64_t clock_of(access_t a)
{
    return a >> 18;
}
static int id_of(access_t a)
{
    return (int)(a >> 10 & 0xFF);
}
static access_t how_of(access_t a)
{
    return a & 3;
}

static unsigned bytes_of(access_t a)
{
    return (unsigned)(a >> 2 & 0xFF);
}

struct page {
    _Atomic uintptr_t number; /* of the memory that it stands for; 0: none yet */
    _Atomic(_Atomic access_t *) words;
};

static struct page pages[PAGES];
static _Atomic int used;
static _Atomic bool full, found;
static struct tri_race race;
static _Atomic bool misaligned_found;
static struct tri_race misaligned; /* of which `where` and `code` are set */

static _Atomic access_t *map_words(void)
{
    size_t bytes = WORDS * KEPT * sizeof(access_t);
    void *p = mmap(NULL, bytes, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    return p == MAP_FAILED ? NULL : p;
}

/* Two threads may want it at once: who comes second finds the other's.  NULL: it is not there, and not to be made. */
static struct page *page_numbered(uintptr_t number, bool make)
{
    size_t i = (size_t)(number * 0x9E3779B97F4A7C15u >> 50);
    for (int tries = 0; tries < PAGES && used < PAGES / 2; tries++, i = (i + 1) % PAGES) {
        uintptr_t is = pages[i].number;
        if (is == 0 && !make)
            return NULL;
        if (is == 0)
            atomic_compare_exchange_strong(&pages[i].number, &is, number);
        if (is == number || is == 0)
            return &pages[i];
    }
    full |= make;
    return NULL;
}

static void make_words(struct page *p)
{
    _Atomic access_t *words = map_words(), *none = NULL;
    full |= !words;
    if (!words)
        return;
    if (atomic_compare_exchange_strong(&p->words, &none, words))
        used++;
    else
        munmap((void *)words, WORDS * KEPT * sizeof(access_t));
}

/* The accesses of the eight bytes there; NULL: there are none, or no room for them. */
static _Atomic access_t *kept_at(uintptr_t address, bool make)
{
    static _Thread_local struct page *last;
    uintptr_t number = address / PAGE;
    struct page *p = last && last->number == number ? last : page_numbered(number, make);
    if (p && !p->words && make)
        make_words(p);
    last = p; /* after munmap(), which may be watched */
    return p && p->words ? p->words + address % PAGE / 8 * KEPT : NULL;
}

/* ---- Races -------------------------------------------------------------------------------------- */

static bool are_ordered(const struct tri_racing *t, access_t a)
{
    return clock_of(a) <= t->now.of[id_of(a)];
}

static bool is_race(const struct tri_racing *t, access_t own, access_t other)
{
    return other && id_of(other) != t->id && bytes_of(own) & bytes_of(other) &&
           (own | other) & STORES && !(own & other & IS_ATOMIC) && !are_ordered(t, other);
}

static void note_race(uintptr_t word, access_t own, access_t other, const void *code)
{
    unsigned both = bytes_of(own) & bytes_of(other);
    if (!atomic_exchange(&found, true))
        race = (struct tri_race){ .where = (const char *)word + __builtin_ctz(both),
                                  .code = code,
                                  .both_store = own & other & STORES };
}

/* Who comes later and has no order with `a` has none with this one either, and they are a race if that is. */
static bool says_less(const struct tri_racing *t, access_t a, access_t own)
{
    bool later = id_of(a) == t->id || are_ordered(t, a);
    return later && !(bytes_of(a) & ~bytes_of(own)) &&
           (how_of(own) == STORES || how_of(own) == how_of(a) || how_of(a) == IS_ATOMIC);
}

static bool is_same(access_t a, access_t own)
{
    return a >> 10 == own >> 10 && how_of(a) == how_of(own);
}

/* The same one, perhaps of other bytes; else one that says less, none, or any.  *was: what is there. */
static int place_for(const struct tri_racing *t, const _Atomic access_t *kept, access_t own,
                     access_t *was)
{
    static _Thread_local unsigned turn;
    int place = -1;
    for (int i = 0; i < KEPT; i++) {
        access_t a = kept[i];
        bool same = is_same(a, own);
        if (same || (place < 0 && (a == 0 || says_less(t, a, own)))) {
            place = i;
            *was = a;
        }
        if (same)
            return i;
    }
    if (place < 0) {
        place = (int)(turn++ % KEPT);
        *was = kept[place];
    }
    return place;
}

/* *was: what it takes the place of.  False: it is there already, so that it has been looked at. */
static bool keep(const struct tri_racing *t, _Atomic access_t *kept, access_t own, access_t *was)
{
    for (;;) {
        _Atomic access_t *to = &kept[place_for(t, kept, own, was)];
        access_t is = is_same(*was, own) ? *was | own : own;
        if (is == *was)
            return false;
        if (atomic_compare_exchange_strong(to, was, is))
            return true;
    }
}

/* Kept first and looked at then, so that of two threads at least one sees the other. */
static void note(const struct tri_racing *t, uintptr_t word, unsigned bytes, access_t how,
                 const void *code)
{
    _Atomic access_t *kept = kept_at(word, true);
    access_t own = access_of(t->now.of[t->id], t->id, bytes, how);
    access_t other = 0;
    if (!kept || !keep(t, kept, own, &other))
        return;
    for (int i = 0; !is_race(t, own, other) && i < KEPT; i++)
        other = kept[i];
    if (is_race(t, own, other))
        note_race(word, own, other, code);
}

static void note_all(const struct tri_racing *t, const void *p, size_t bytes, access_t how,
                     const void *code)
{
    uintptr_t begin = (uintptr_t)p, end = begin + bytes;
    for (uintptr_t word = begin & ~(uintptr_t)7; word < end && !found; word += 8) {
        unsigned first = word < begin ? (unsigned)(begin - word) : 0;
        unsigned last = end - word < 8 ? (unsigned)(end - word) : 8;
        note(t, word, (0xFFu >> (8 - (last - first))) << first, how, code);
    }
}

void tri_accesses_settle(struct tri_racing *t)
{
    char *to = t ? t->store.to : NULL;
    if (!to)
        return;
    t->store.to = NULL;
    bool changes = memcmp(to, t->store.before, t->store.bytes) != 0;
    note_all(t, to, t->store.bytes, changes ? STORES : 0, t->store.code);
}

static void at_access(const void *p, size_t bytes, access_t how, const void *code)
{
    struct tri_racing *t = tri_racing_self();
    tri_accesses_settle(t);
    if (t && t->waits) {
        t->waits = false;
        tri_tasks_let_others();
    }
    if (t && bytes > 0)
        note_all(t, p, bytes, how, code);
}

static void at_store(void *p, unsigned bytes, const void *code)
{
    struct tri_racing *t = tri_racing_self();
    tri_accesses_settle(t);
    if (!t)
        return;
    t->store.to = p;
    t->store.code = code;
    t->store.bytes = bytes;
    memcpy(t->store.before, p, bytes);
}

void tri_races_forget(const void *p, size_t bytes)
{
    uintptr_t begin = (uintptr_t)p;
    struct tri_racing *t = tri_racing_self();
    tri_accesses_settle(t);
    if (!t)
        return;
    for (uintptr_t word = begin & ~(uintptr_t)7; word < begin + bytes; word += 8) {
        _Atomic access_t *kept = kept_at(word, false);
        for (int i = 0; kept && i < KEPT; i++)
            kept[i] = 0;
    }
}

void tri_accesses_begin(void)
{
    found = full = misaligned_found = false;
    race = misaligned = (struct tri_race){ .where = NULL };
}

struct tri_race tri_accesses_misaligned(void)
{
    return misaligned;
}

struct tri_race tri_accesses_end(const char **unknown)
{
    for (int i = 0; i < PAGES; i++) {
        if (pages[i].words)
            munmap((void *)pages[i].words, WORDS * KEPT * sizeof(access_t));
        pages[i].words = NULL;
        pages[i].number = 0;
    }
    used = 0;
    if (full && !race.where)
        *unknown = "it uses more memory than is watched";
    return race;
}

/* ---- The calls ---------------------------------------------------------------------------------- */

# define CALLER __builtin_return_address(0)

/* What the compiler takes for a multiple of its size, or of 8; else it calls by another name. */
static void expect_aligned(const void *p, unsigned bytes, const void *code)
{
    const bool good = (uintptr_t)p % (bytes < 8 ? bytes : 8) == 0;
    if (!good && tri_racing_self() && !atomic_exchange(&misaligned_found, true))
        misaligned = (struct tri_race){ .where = p, .code = code };
}

/* Their names are of LLVM's ThreadSanitizer (llvm/lib/Transforms/Instrumentation/ThreadSanitizer.cpp). */
# define LOADS(name, bytes, unit)         \
     void name(void *p);                  \
     void name(void *p)                   \
     {                                    \
         expect_aligned(p, unit, CALLER); \
         at_access(p, bytes, 0, CALLER);  \
     }
# define STORED(name, bytes, unit)        \
     void name(void *p);                  \
     void name(void *p)                   \
     {                                    \
         expect_aligned(p, unit, CALLER); \
         at_store(p, bytes, CALLER);      \
     }
# define ACCESSES(bytes)                           \
     LOADS(__tsan_read##bytes, bytes, bytes)       \
     STORED(__tsan_write##bytes, bytes, bytes)     \
     LOADS(__tsan_unaligned_read##bytes, bytes, 1) \
     STORED(__tsan_unaligned_write##bytes, bytes, 1)
ACCESSES(1)
ACCESSES(2)
ACCESSES(4)
ACCESSES(8)
ACCESSES(16)

void __tsan_init(void);
void __tsan_init(void)
{
}

void *__tsan_memset(void *, int, size_t);
void *__tsan_memset(void *to, int byte, size_t n)
{
    at_access(to, n, STORES, CALLER);
    return memset(to, byte, n);
}

void *__tsan_memcpy(void *, const void *, size_t);
void *__tsan_memcpy(void *to, const void *from, size_t n)
{
    at_access(from, n, 0, CALLER);
    at_access(to, n, STORES, CALLER);
    return memcpy(to, from, n);
}

void *__tsan_memmove(void *, const void *, size_t);
void *__tsan_memmove(void *to, const void *from, size_t n)
{
    at_access(from, n, 0, CALLER);
    at_access(to, n, STORES, CALLER);
    return memmove(to, from, n);
}

static void at_atomic(const void *p, size_t bytes, unsigned how, const void *code)
{
    tri_between_before(tri_racing_self(), p, how, code);
    at_access(p, bytes, how & TRI_CHANGES ? STORES | IS_ATOMIC : IS_ATOMIC, code);
}

static void after_atomic(const void *p, unsigned how)
{
    tri_between_after(tri_racing_self(), p, how);
}

/* Of so many bits.  What an operation returns is what was there before. */
# define CHANGES(bits, operation)                                                                \
     uint##bits##_t __tsan_atomic##bits##_##operation(volatile uint##bits##_t *, uint##bits##_t, \
                                                      int);                                      \
     uint##bits##_t __tsan_atomic##bits##_##operation(volatile uint##bits##_t *p,                \
                                                      uint##bits##_t value, int order)           \
     {                                                                                           \
         at_atomic((const void *)p, sizeof *p, TRI_READS | TRI_CHANGES, CALLER);                 \
         tri_racing_release((const void *)p, order);                                             \
         uint##bits##_t before = __atomic_##operation(p, value, __ATOMIC_SEQ_CST);               \
         tri_racing_acquire((const void *)p, order);                                             \
         after_atomic((const void *)p, TRI_READS | TRI_CHANGES);                                 \
         return before;                                                                          \
     }
# define __atomic_exchange(p, value, order) __atomic_exchange_n(p, value, order)
# define ATOMICS(bits)                                                                             \
     CHANGES(bits, exchange)                                                                       \
     CHANGES(bits, fetch_add)                                                                      \
     CHANGES(bits, fetch_sub)                                                                      \
     CHANGES(bits, fetch_and)                                                                      \
     CHANGES(bits, fetch_or)                                                                       \
     CHANGES(bits, fetch_xor)                                                                      \
     CHANGES(bits, fetch_nand)                                                                     \
     uint##bits##_t __tsan_atomic##bits##_load(const volatile uint##bits##_t *, int);              \
     uint##bits##_t __tsan_atomic##bits##_load(const volatile uint##bits##_t *p, int order)        \
     {                                                                                             \
         at_atomic((const void *)p, sizeof *p, TRI_READS, CALLER);                                 \
         uint##bits##_t value = __atomic_load_n(p, __ATOMIC_SEQ_CST);                              \
         tri_racing_acquire((const void *)p, order);                                               \
         after_atomic((const void *)p, TRI_READS);                                                 \
         return value;                                                                             \
     }                                                                                             \
     void __tsan_atomic##bits##_store(volatile uint##bits##_t *, uint##bits##_t, int);             \
     void __tsan_atomic##bits##_store(volatile uint##bits##_t *p, uint##bits##_t value, int order) \
     {                                                                                             \
         at_atomic((const void *)p, sizeof *p, TRI_CHANGES, CALLER);                               \
         tri_racing_release((const void *)p, order);                                               \
         __atomic_store_n(p, value, __ATOMIC_SEQ_CST);                                             \
         after_atomic((const void *)p, TRI_CHANGES);                                               \
     }                                                                                             \
     uint##bits##_t __tsan_atomic##bits##_compare_exchange_val(                                    \
         volatile uint##bits##_t *, uint##bits##_t, uint##bits##_t, int, int);                     \
     uint##bits##_t __tsan_atomic##bits##_compare_exchange_val(                                    \
         volatile uint##bits##_t *p, uint##bits##_t wanted, uint##bits##_t value, int order,       \
         int failed)                                                                               \
     {                                                                                             \
         at_access((const void *)p, sizeof *p, STORES | IS_ATOMIC, CALLER);                        \
         tri_racing_release((const void *)p, order);                                               \
         __atomic_compare_exchange_n(p, &wanted, value, false, __ATOMIC_SEQ_CST,                   \
                                     __ATOMIC_SEQ_CST);                                            \
         tri_racing_acquire((const void *)p, order);                                               \
         after_atomic((const void *)p, TRI_READS | TRI_CHANGES);                                   \
         return wanted;                                                                            \
     }
void __tsan_atomic_thread_fence(int);
void __tsan_atomic_thread_fence(int order)
{
    tri_racing_flush();
    __atomic_thread_fence(__ATOMIC_SEQ_CST);
}

void __tsan_atomic_signal_fence(int);
void __tsan_atomic_signal_fence(int order)
{
    __atomic_signal_fence(__ATOMIC_SEQ_CST);
}

ATOMICS(8)
ATOMICS(16)
ATOMICS(32)
ATOMICS(64)

bool tri_accesses_are_ours(void)
{
    return dlsym(RTLD_DEFAULT, "__tsan_init") == (void *)__tsan_init;
}

#else

struct tri_race tri_accesses_misaligned(void)
{
    return (struct tri_race){ .where = NULL };
}

bool tri_accesses_are_ours(void)
{
    return false;
}

void tri_races_forget(const void *p, size_t bytes)
{
}

#endif
