/*
 * Races, found by what threads access and by what orders them, whether or not they meet.
 *
 * The build compiles each hotspot's file a second time, with the calls of ThreadSanitizer before each access, and without
 * code for devices: its regions run on the host.  These calls are ours.  OMPT tells what orders threads.  Two accesses of
 * the same bytes by two threads are a race if one of them stores, not both are atomic, and no fork, join, barrier, lock, or
 * atomic with a flush lies between them.  What a store leaves as it was is not stored: loops for shortest ways do that.
 *
 * Clocks are those of vector clocks: Flanagan and Freund, "FastTrack: efficient and precise dynamic race detection", PLDI
 * 2009; eight accesses are kept for each eight bytes, where ThreadSanitizer keeps four.
 */
#pragma once

#include <pthread.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "tool.h"

struct tri_race {
    const char *where; /* the first byte that both access; NULL: there is no race */
    const void *code;  /* behind the call of the one that came later */
    bool both_store;
};

/* Between these, accesses in parallel regions are noted.  False: the runtime does not tell what orders threads. */
bool tri_races_begin(void);

/* From now on, threads that work beside others are told that they are on a device, or no longer. */
void tri_races_as_device(bool);

/* The first race, if the accesses could be judged: *unknown says why they could not, or is NULL. */
struct tri_race tri_races_end(const char **unknown);

/* The first place where another thread came in between two atomics of one thread for the same variable, or between two critical
 * regions: a result that is wrong then is wrong by that, if no other order is.  NULL: nowhere. */
const struct tri_race *tri_between_first(void);

/* The first access of 2, 4, 8 or more bytes since then at an address that is no multiple of that, or of 8, if the code says it is one: undefined
 * in C (6.3.2.3), usual on this processor, a fault on a GPU. */
struct tri_race tri_accesses_misaligned(void);

/* Of tasks chance decides which of them one thread runs: then so many runs have to show nothing. */
enum { TRI_RACE_RUNS = 8 };
bool tri_races_had_tasks(void); /* the last run */

/* " (file.c:12)", where the compiler's addr2line can say it; else "". */
void tri_race_line(const struct tri_race *, char *text, size_t size);

/* The calls are ours, unless a sanitizer has come before. */
bool tri_accesses_are_ours(void);

/* Memory that is freed will be somebody else's. */
void tri_races_forget(const void *, size_t bytes);

/* ---- What its files share ------------------------------------------------------------------- */

enum { TRI_RACING = 256 }; /* threads; of more, the others are not watched */

struct tri_racing_clock {
    uint64_t of[TRI_RACING];
};

struct tri_racing {
    int id; /* from 1 */
    struct tri_racing_clock now;
    struct tri_racing_clock children,
        below; /* when tasks have ended that its own have made; and theirs */
    struct tri_racing_clock fence, pending; /* at its last flush; what atomics have told it since */
    bool has_flushed;
    bool waits; /* before the next access, for others to take the task that it has made */
    int depth, ignores;
    /* A store of which it is not known yet whether it changes anything. */
    struct {
        char *to; /* NULL: none */
        const void *code;
        unsigned bytes;
        char before[16];
    } store;
    /* Its last atomic, or the lock that it has given back last. */
    struct {
        const void *at;
        unsigned how;
    } last;
};

/* This thread, if it works beside others, and its accesses are watched; NULL. */
struct tri_racing *tri_racing_self(void);

/* The clocks are everybody's: `learn`, `tell` and what follows are called under this. */
extern pthread_mutex_t tri_racing_clocks;

void tri_racing_learn(struct tri_racing_clock *, const struct tri_racing_clock *from);

/* What follows is later than what it has told. */
void tri_racing_tell(struct tri_racing *, struct tri_racing_clock *to);

/* This thread, in any case; NULL: there are too many. */
struct tri_racing *tri_racing_now(void);

/* The two barriers of its team, if it is in one. */
struct tri_racing_clock *tri_racing_barriers(const struct tri_racing *);

/* Nothing of this run can be judged, and why. */
void tri_racing_give_up(const char *why);

/* ---- Tasks (tasks.c) ---------------------------------------------------------------------------- */

void tri_tasks_forget(void);
bool tri_tasks_any(void); /* one has been made in this run */
bool tri_tasks_run(void); /* and has not ended */
void tri_tasks_hear(bool);
void tri_tasks_let_others(void); /* for a moment */

#ifdef TRI_HAS_OMPT
/* The thread whose implicit task that is; NULL: it is not known. */
struct tri_racing *tri_racing_of(const ompt_data_t *task);

/* How a task depends: alone (out; in turn, as with mutexinoutset), or beside others of its kind (in, inoutset). */
enum tri_depends { TRI_DEPENDS_ALONE, TRI_DEPENDS_IN, TRI_DEPENDS_IN_SET, TRI_DEPENDS };
void tri_tasks_depend(const ompt_data_t *task, const void *address, enum tri_depends);
void tri_tasks_waited(const ompt_data_t *task,
                      bool for_children); /* or for those that these have made, too */
#endif

/* ---- Atomics with a flush (flushes.c) ------------------------------------------------------------ */

void tri_flushes_forget(void);
void tri_racing_flush(void); /* also C11's fence */

/* An atomic operation on p, before (it stores) and after it (it loads): `order` is C11's. */
void tri_racing_release(const void *p, int order);
void tri_racing_acquire(const void *p, int order);

/* ---- Between two atomics, or two critical regions, of one thread (between.c) ------------------------ */

enum { TRI_READS = 1, TRI_CHANGES = 2, TRI_LOCKS = 4 };

void tri_between_begin(void);

/* An atomic that does that with p, or a lock p: before it, and when it is done (a lock, given back).  *t may be NULL. */
void tri_between_before(const struct tri_racing *, const void *p, unsigned how, const void *code);
void tri_between_after(struct tri_racing *, const void *p, unsigned how);

/* ---- Accesses (accesses.c) ----------------------------------------------------------------------- */

/* Of the thread's last store it is known now; before it is told anything, or tells. */
void tri_accesses_settle(struct tri_racing *);

void tri_accesses_begin(void);
struct tri_race tri_accesses_end(const char **unknown);
