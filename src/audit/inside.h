/* What the files of this room share. */
#pragma once

#include "audit.h"
#include "ledger.h"
#include "meeting.h"

#include <stdatomic.h>

/* ---- Memory that tells who touches it --------------------------------------------------------- */

/* Pages of a slot's operand, or of *place, which ends where they end; pages that nobody may touch lie on either side. */
struct tri_guarded {
    char *low, *body, *end, *high; /* [low, body) and [end, high) may not be touched */
    char *begin;                   /* of the operand */
    bool waits;                    /* for the next audit: who touches it is not ours */
    bool is_input;                 /* while a path runs, it can be read only */
    size_t bytes;
    _Atomic bool in_kernel;    /* touched by a region */
    _Atomic bool by_host;      /* touched by the host, when it was closed */
    _Atomic bool stored;       /* by the host, and it is an input */
    _Atomic bool beyond;       /* touched outside */
    _Atomic bool beyond_write; /* by storing to it */
    _Atomic ptrdiff_t where;   /* the first time: bytes from `begin` */
    struct tri_copied copies;
    _Atomic bool mapped; /* the device had memory for it, or for a part */
};

enum { TRI_GUARDED = TRI_SLOTS + 1, TRI_PLACE_SLOT = TRI_SLOTS };

/* Of the host; and of a device that is this CPU, where data are resident. */
extern struct tri_guarded tri_guarded[TRI_GUARDED], tri_there[TRI_GUARDED];

/* What lies beside operands: something else for each slot, and before each kind of run.  Beside this slot zeros; -1: none. */
extern int tri_zeros_beside;
void tri_fill_beside(char *from, char *to, int slot);

/* The first byte that is something else; NULL: none. */
const char *tri_not_beside(const char *from, const char *to, int slot);

/* Bytes that end where the pages do, but for their alignment; false: there are none. */
bool tri_guard_allocate(struct tri_guarded *, size_t bytes, size_t alignment);
void tri_guard_free(struct tri_guarded *); /* what has been seen stays */
void tri_guard_release(struct tri_guarded *);
void tri_guard_empty(struct tri_guarded *); /* its pages hold nothing, and take no memory */

/* Closes all of it, and keeps its pages for the next time, if they are not many. */
void tri_guard_put_away(struct tri_guarded *);

/* A copy of the case whose operands lie in such memory, until the next one; false: there is not enough. */
bool tri_guard_case(const struct tri_case *, struct tri_case *guarded, struct tri_error *e);

/* Forgets what has been seen, and fills the rest of the pages. */
void tri_guard_reset(enum tri_before);
void tri_guard_reset_one(struct tri_guarded *, int slot);

/* The slot with a byte there that is gone, and the byte's distance from its operand's begin; -1: none. */
int tri_guard_overwritten(ptrdiff_t *where);
bool tri_guard_is_overwritten(const struct tri_guarded *, int slot, ptrdiff_t *where);

/* Between these, a touch of closed pages is noted, and they are opened; and inputs can be read only, if a run is `watched` for
 * that: what copies from a device may not find them so, unless it tells. */
bool tri_guard_begin(bool watched);
/* Or a fault only says what it is, and ends the process; until tri_guard_end(). */
bool tri_guard_only_say(void);
void tri_guard_end(void);

void tri_guard_close(struct tri_guarded *); /* nobody may touch the operand */
void tri_guard_open(struct tri_guarded *);
void tri_guard_open_to_store(struct tri_guarded *); /* an input, too */
bool tri_guard_close_beside(struct tri_guarded *);  /* nor what lies on either side */
void tri_guard_close_all(void);
void tri_guard_open_all(void);

/* The slot that these bytes touch; NULL: none. */
struct tri_guarded *tri_guarded_at(const void *, size_t bytes);

/* ---- Memory that a path allocates or maps ------------------------------------------------------ */

/* The first so many blocks, some of which are free (`low` is NULL). */
extern struct tri_guarded tri_heap[];
size_t tri_heap_blocks(void);

/* Blocks that are made between these are of this kind; they live until they are freed. */
void tri_heap_begin(enum tri_before);
struct tri_heap_seen tri_heap_end(void);

/* NULL: the library's will do.  A block of the device is closed at first. */
void *tri_heap_allocate(enum tri_block, size_t bytes, size_t alignment);

/* Bytes of the block that begins here; 0: it is none of ours.  And whether this byte is of one of the device's, or the host's. */
size_t tri_heap_bytes(const void *);
bool tri_heap_holds(const char *, bool there);

/* The library's own. */
void *tri_heap_malloc(size_t bytes);
void tri_heap_give_back(void *);

/* Frees a block as one of this kind; until the run ends, who touches it is noted.  False: it is none of ours. */
bool tri_heap_free(enum tri_block, void *);

/* The runtime has mapped something there, in a new block or one that it has kept; false: in none of ours.  And it has ended. */
bool tri_heap_mapped(const void *host, void *there, bool in_region);
void tri_heap_unmapped(void *there);

/* Notes that what was freed is still mapped; that a copy was told of the wrong device. */
void tri_heap_stays(void);
void tri_heap_other_device(void);

/* It is memory of the device, and the runtime copies: it does not tell of omp_target_memcpy().  A signal handler may ask if
 * it was prepared before. */
void tri_heap_prepare(void);
bool tri_heap_is_copied(const struct tri_guarded *);
bool tri_heap_has_ended(const struct tri_guarded *); /* freed, or no longer mapped */

/* A region runs: then the host's are closed, else those of a device that is this CPU. */
void tri_heap_close(bool in_region);

/* What the runtime allocates for what is mapped lies in blocks from now on, if the device is this CPU: this thread's next
 * allocation of so many bytes; 0: none. */
void tri_mapped_take(void);
void tri_mapped_next(size_t bytes);

/* Its mutexes are given back by who has them. */
void tri_mutex_take(void);

/* Its calls of a function `name` become calls of `instead`; nobody may call it meanwhile.  False: there are none, or they cannot. */
typedef void any_fn(void);
bool tri_redirect(const char *name, any_fn *instead);

/* ---- Addresses of the host in what is mapped, where the device is this CPU ------------------------- */

/* None is hidden in this run so far. */
void tri_hidden_begin(void);

/* In memory of the device, up to 64 KiB, after a copy; and, of any size, before one from it. */
void tri_hide(void *there, size_t bytes);
void tri_show(void *there, size_t bytes);

bool tri_hidden_any(void); /* a signal handler may ask */

/* ---- Pointers that a region gets ------------------------------------------------------------- */

/* Memory of a device that is this CPU. */
void tri_pointers_allocated(void *there, size_t bytes);
void tri_pointers_freed(void *there);

/* Counts from here on, or no longer, the pointers of regions that are neither mapped nor such memory. */
void tri_pointers_watch(bool);
int tri_pointers_of_host(void);

/* ---- Local variables that `enter data` maps ---------------------------------------------------- */

/* From here on, on this thread's stack. */
void tri_stack_begin(void);
bool tri_stack_has(const void *);       /* of the thread that audits */
bool tri_stack_is_passed(const void *); /* by this end of its stack; a signal handler may ask */
void tri_stack_entered(const void *host, size_t bytes);

/* The bytes of one that is still mapped, which it is no longer then; 0: none is. */
size_t tri_stack_left(void);

/* ---- Data resident on the device -------------------------------------------------------------- */

/* The case's operands and *place in memory of the device that is larger; false: there is not enough. */
bool tri_resident_enter(const struct tri_case *, struct tri_error *e);

/* Copies results to the memory of another case, and *place, too.  *slot is the one that was written to outside, *where
 * bytes from its begin; -1: none. */
bool tri_resident_leave(const struct tri_case *, struct tri_case *results, int *slot,
                        ptrdiff_t *where, struct tri_error *e);

/* The input that is not on the device what it is on the host; -1: none.  Asked before tri_resident_leave(). */
int tri_resident_changed(const struct tri_case *);

/* The slot that is still mapped on the device, which it is no longer then; -1: none. */
int tri_resident_left(const struct tri_case *);

/* ---- One run ---------------------------------------------------------------------------------- */

struct tri_run {
    bool resident;
    enum tri_before before; /* in what it does not read */
    bool meets;             /* its threads meet before they work */
    int threads;
    int teams; /* of a device that is this CPU; 0: one */
};

struct tri_audited {
    struct tri_case
        *results; /* the caller's case: the device's results of a run with resident data */
    struct tri_case guarded; /* what runs */
    const struct tri_case *reference;
    enum tri_path path;
    enum tri_audit_level level;
    int threads;          /* that runs have if nothing else is said */
    double seconds;       /* of the quickest run so far, with all that belongs to it */
    bool shared;          /* the device uses the host's memory itself */
    bool nothing_to_do;   /* with resident data it is right without a region */
    bool on_device;       /* its results with resident data can have come from nowhere else */
    bool takes_seconds;   /* a run has: of an other case it is the last */
    struct tri_run first; /* the first run of all, */
    bool first_right;     /* which had the reference's result */
    bool set_aside;       /* a run with resident data, since the host has touched them */
    bool copies_noted, parallelism_noted;
    int runs_that_leave; /* memory that they have allocated */
    struct tri_audit *audit;
};

struct tri_outcome {
    const struct tri_case *results; /* where they are */
    struct tri_difference difference;
    bool agrees;
    enum tri_place place;
    struct tri_ledger ledger;
    int slot;        /* written to outside, in memory of the host or the device; -1: none */
    ptrdiff_t where; /* bytes from its begin */
    bool on_device;  /* there */
    int present; /* a slot that is still mapped when the path has returned by itself; -1: none */
    int changed_there;     /* an input that has been changed on the device; -1: none */
    bool host_touched;     /* with resident data: the host has touched operands */
    bool mode_changed;     /* of floating-point arithmetic */
    bool settings_changed; /* of OpenMP */
    bool device_changed;   /* the default one */
};

/* The path alone, of this case; what it leaves of OpenMP's settings and of how floating-point numbers are rounded is set back. */
void tri_run_in_mode(const struct tri_audited *, const struct tri_case *, struct tri_outcome *);

bool tri_audit_run(struct tri_audited *, const struct tri_run *, struct tri_outcome *,
                   struct tri_error *e);

/* Later runs are looked at together, at the end: to compare a large input takes longer than many paths. */
enum { TRI_ALL_LOOKED_AT = 3 };

/* A run in which each access is noted, if the build has compiled the path for that, and it is short. */
void tri_find_races(struct tri_audited *);

/* ---- What the ledger shows, in words ------------------------------------------------------------ */

struct tri_fault_listener {
    void (*fault)(enum tri_finding_kind, const char *text, void *with);
    void *with;
    bool shared;                                  /* the device uses the host's memory itself */
    const char *(*name_of)(int slot, void *with); /* NULL: operands have none */
};

/* Each that the run shows, but for the operands. */
void tri_ledger_faults(const struct tri_ledger *, const struct tri_fault_listener *);

/* ---- Parameters of cases that are made from others -------------------------------------------- */

/* Whether an array's length is a product with parameter i; and whether it may be: who computes a length says not of what. */
bool tri_is_length(const struct tri_hotspot *, int i);
bool tri_may_be_length(const struct tri_hotspot *, int i);

/* The number of parameter i, of a choice its index; NAN: its default. */
typedef double tri_parameter_fn(const struct tri_case *from, int i, void *with);

/* "name=value,…" of these numbers; texts stay what they are.  The text has TRI_PARAMETERS_ROOM. */
void tri_parameters_text(const struct tri_case *from, tri_parameter_fn *, void *with, char *text,
                         size_t size);

/* ---- Words ------------------------------------------------------------------------------------ */

struct tri_words {
    char s[100];
};

/* "y[3,17]", by the operand's extents; a number of its several stands behind a colon. */
struct tri_words tri_place_in(const struct tri_case *, int operand, size_t number);

/* The operand's name, or that of *place. */
const char *tri_slot_name(const struct tri_case *, int slot);

/* What the first run by its own map clauses tells of copies; what one with the usual teams tells of how parallel it is. */
void tri_note_copies(struct tri_audited *, const struct tri_ledger *);
void tri_note_parallelism(struct tri_audited *, const struct tri_ledger *);

/* Results that are TRI_INOUT since the reference has shown that it reads them. */
void tri_note_roles(struct tri_audited *);

/* The results of the case have no elements: where a region ran, none of its threads may have told, nor shared a loop. */
bool tri_writes_nothing(const struct tri_case *);

/* The inputs are as they were after that run (NULL: after all). */
void tri_find_changed(struct tri_audited *, const struct tri_run *);

/* What a run shows of itself, whatever its result: touches, writes outside, changed inputs, where it ran. */
void tri_find_touches(struct tri_audited *, const struct tri_run *, const struct tri_outcome *);

/* Whether a result has the reference's numbers, [i,j] where an array with as many columns as there are rows has [j,i]: the rows; 0:
 * it has not. */
size_t tri_swapped_rows(const struct tri_case *is, const struct tri_case *wanted, int operand);

/* Whether it has them in another order, each as often as there: whoever counts places by atomics has meant that. */
bool tri_is_reordered(const struct tri_case *is, const struct tri_case *wanted, int operand);

/* Why the run has another result than the reference: it is run in other ways for that. */
bool tri_find_cause(struct tri_audited *, const struct tri_run *, const struct tri_outcome *,
                    struct tri_error *e);
