/*
 * Races, found by what threads access and by what orders them, whether or not they meet.
 *
 * The build compiles each hotspot's file a second time, with the calls of ThreadSanitizer before each access, and without
 * code for devices: its regions run on the host.  These calls are ours.  OMPT tells what orders threads.  Two accesses of
 * the same bytes by two threads are a race if one of them stores, not both are atomic, and no fork, join, barrier, lock, or
 * atomic with a flush lies between them.  What a store leaves as it was is not stored: loops for shortest ways do that.
 *
 * Clocks are those of vector clocks: Flanagan and Freund, "FastTrack: efficient and precise dynamic race detection", PLDI
 * 2009; four accesses are kept for each eight bytes, as ThreadSanitizer does.
 */
#ifndef TRI_RACES_H
#define TRI_RACES_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct tri_race {
    const char *where; /* the first byte that both access; NULL: there is no race */
    const void *code;  /* behind the call of the one that came later */
    bool both_store;
};

/* Between these, accesses in parallel regions are noted.  False: the runtime does not tell what orders threads. */
bool tri_races_begin(void);

/* The first race, if the accesses could be judged: *unknown says why they could not, or is NULL. */
struct tri_race tri_races_end(const char **unknown);

/* " (file.c:12)", where the compiler's addr2line can say it; else "". */
void tri_race_line(const struct tri_race *, char *text, size_t size);

/* The calls are ours, unless a sanitizer has come before. */
bool tri_accesses_are_ours(void);

/* Memory that is freed will be somebody else's. */
void tri_races_forget(const void *, size_t bytes);

/* ---- What its two files share ------------------------------------------------------------------- */

enum { TRI_RACING = 256 }; /* threads; of more, the others are not watched */

struct tri_racing_clock {
    uint64_t of[TRI_RACING];
};

struct tri_racing {
    int id; /* from 1 */
    struct tri_racing_clock now;
    struct tri_racing_clock fence, pending; /* at its last flush; what atomics have told it since */
    bool has_flushed;
    int depth, ignores;
    /* A store of which it is not known yet whether it changes anything. */
    struct {
        char *to; /* NULL: none */
        const void *code;
        unsigned bytes;
        char before[16];
    } store;
};

/* This thread, if it works in a parallel region whose accesses are watched; NULL. */
struct tri_racing *tri_racing_self(void);

/* An atomic operation on p, before (it stores) and after it (it loads): `order` is C11's. */
void tri_racing_release(const void *p, int order);
void tri_racing_acquire(const void *p, int order);

/* Of the thread's last store it is known now; before it is told anything, or tells. */
void tri_accesses_settle(struct tri_racing *);

void tri_racing_flush(void); /* also C11's fence */

void tri_accesses_begin(void);
struct tri_race tri_accesses_end(const char **unknown);

#endif
