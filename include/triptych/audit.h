/*
 * The audit of a path: it runs several times, in memory that tells who touches it, and what is wrong is said in words.
 *
 * A result with the reference's bits is not yet right.  It can come from memory that happened to hold the right numbers, from a
 * device that shares the host's memory, or from threads that did not meet this time.  So a path runs
 *
 *     by itself                 its map clauses alone, with nothing mapped before (cases of a device)
 *     with its data resident    in memory of the device that is larger than the operands (cases of a device)
 *     from other bits           what a run does not read holds large numbers first, then zeros, then NaN or all ones
 *     with other threads        one more than there are, as many, and one alone; what is short in crowds of threads and teams
 *     again                     as often as a moment allows
 *
 * and each run has to end with the reference's result.
 */
#pragma once

#include "measure.h"

#ifdef __cplusplus
extern "C" {
#endif

/* What a process says that dies of SIGSEGV in OpenMP's library. */
#define TRI_RUNTIME_FAULT \
    "OpenMP's runtime uses an address where nothing is, its own or one that it was given"

/* More threads or teams than somebody thinks of who keeps something for each. */
enum { TRI_CROWD = 70, TRI_MANY_TEAMS = 130 };

enum tri_audit_level {
    TRI_AUDIT_OFF, /* one run */
    TRI_AUDIT_OTHER, /* brief, of another case than one that was on the device: this one may be left to the host */
    TRI_AUDIT_BRIEF, /* two or three, of which none is repeated */
    TRI_AUDIT_QUICK, /* each kind of run once, and what is short again */
    TRI_AUDIT_ALL,   /* more of each, and more threads than the machine has */
    TRI_AUDIT_LEVELS
};

const char *tri_audit_name(enum tri_audit_level); /* "off", "other", "brief", "quick", "all" */

enum tri_finding_kind {
    TRI_DIFFERS,         /* another result, for a reason that is not known */
    TRI_NOT_MAPPED,      /* a region uses the host's memory */
    TRI_NOT_COPIED_IN,   /* what a region reads was not copied to the device, or not all of it */
    TRI_NOT_COPIED_BACK, /* a result, or a part of it, was not copied back */
    TRI_NOT_WRITTEN,     /* a result, or a part of it, is what was there before */
    TRI_BEYOND,          /* something before or behind an operand was touched */
    TRI_INPUT_CHANGED,
    TRI_NOT_WAITED,         /* the path returns before a region with nowait has to have ended */
    TRI_STAYS,              /* an operand is still mapped when the path returns */
    TRI_DEPENDS_ON_BEFORE,  /* on what was in the memory of a result */
    TRI_RACE,               /* threads access the same bytes, and nothing orders them */
    TRI_MISALIGNED,         /* numbers lie where a GPU cannot load them from */
    TRI_NOT_SAME_TWICE,     /* a race? */
    TRI_DEPENDS_ON_THREADS, /* on their number */
    TRI_DEPENDS_ON_MAPPING, /* right by itself, and wrong if its data are on the device already */
    TRI_STALE, /* right on the host, wrong on a device: there is another copy of something */
    TRI_KEPT,  /* right in the first run, and wrong in the same one again */
    TRI_DEPENDS_ON_CASE, /* right, but not with other parameters or inputs */
    TRI_CHANGES_MODE,    /* it leaves another rounding mode, or flushes small numbers to zero */
    TRI_OTHER_DEVICE, /* a copy by omp_target_memcpy() from or to another device than the memory's */
    TRI_FREED, /* memory is used, or freed, after it was freed or when it is no longer mapped */
    TRI_NOT_ON_DEVICE,     /* the region was skipped, or ran on the host */
    TRI_NOT_ON_CPU,        /* a path of the CPU starts a region */
    TRI_LOOSE_BOUND,       /* the bounds of a result allow whatever it is */
    TRI_DIED,              /* it has ended its process */
    TRI_HOST_STORES,       /* a note: right by itself; resident data would need an update */
    TRI_PLACE_NOT_WRITTEN, /* a note: kernels ran, and nobody wrote *place */
    TRI_ONE_THREAD,        /* a note: of many that there are; or few of them */
    TRI_NEEDLESS_COPY,     /* a note */
    TRI_CHANGES_SETTINGS,  /* a note: OpenMP's, for all that runs after it */
    TRI_NOT_FREED,         /* a note: memory that each run allocates */
    TRI_WITHIN_BOUND,      /* a note: another result, which is allowed */
    TRI_NOT_AUDITED,       /* a note: with the reason */
    TRI_NOTHING_TO_DO,     /* a note: no region runs, and with these parameters none has to */
    TRI_SHARED_MEMORY,     /* a note: the device uses the host's, so maps are not judged */
    TRI_LEFT_TO_HOST, /* a note: some of the regions, or all in another case, and it is right */
    TRI_READ_TOO, /* a note: by the reference a result depends on what it held before, which no table says */
    TRI_FINDINGS
};

const char *tri_finding_name(enum tri_finding_kind); /* "not-mapped", … */

enum { TRI_MAX_FINDINGS = 8 };

struct tri_finding {
    enum tri_finding_kind kind;
    bool is_note;   /* nothing is wrong */
    int operand;    /* its slot; -1: none in particular */
    char text[300]; /* in words, one line */
};

/* The first number that differs from the reference's. */
struct tri_first {
    int operand;                 /* its slot; -1: none does */
    size_t index;                /* in memory, */
    char at[100];                /* and with its indices: "y[3,17]" */
    char seen[100], wanted[100]; /* and their bits: "1.5 (0x3fc00000)" */
    char with[200]; /* the case, if it is not the usual one, as in tri_audit_other_name() */
};

struct tri_audit {
    bool wrong;
    bool ledger; /* whether the runtime told of kernels and copies (OMPT); if not, less is seen */
    int runs;
    int watched;                /* of them with each access noted, for races */
    int kernels;                /* of the run by itself */
    bool something_new;         /* came back from the device; */
    bool nothing_new;           /* or should have, and the host had it already */
    int threads;                /* that took part in its largest parallel region; 0: not known */
    int teams;                  /* that took part, where the device is this CPU; the same */
    double seconds;             /* of a processor, in the quickest run; infinite: not known */
    double in[TRI_SLOTS];       /* bytes of each operand that were copied to the device then, */
    double out[TRI_SLOTS];      /* and from it */
    double bytes_in, bytes_out; /* of these together; NAN: not known */
    struct tri_difference difference; /* of the worst run from the reference */
    struct tri_first first;           /* of the run that was wrong */
    size_t n;
    struct tri_finding finding[TRI_MAX_FINDINGS];
};

/* Audits a path of the case's variant.  `reference` has the result that it has to have.  The case is left with the result of the
 * last run.  False: it could not run (see tri_case_launch()), or there is no memory.  What is wrong with the path is no
 * error: it is in *a. */
bool tri_audit_path(struct tri_case *, enum tri_path, const struct tri_case *reference,
                    const struct tri_launch *, enum tri_audit_level, struct tri_audit *a,
                    struct tri_error *e);

/* Adds a finding; of one kind and operand (its slot, or -1) only the first. */
__attribute__((format(printf, 4, 5))) void tri_find(struct tri_audit *, enum tri_finding_kind,
                                                    int operand, const char *format, ...);

/* The first finding that is no note: others follow from it, or are in the hotspot's own table.  NULL: there is none. */
const char *tri_audit_first_wrong(const struct tri_audit *);

/* Other cases of a path, in which it has to be right, too: what is wrong with other sizes only, and what is kept from one call
 * to the next, shows there. */
enum tri_other {
    TRI_PRIMES, /* integers are 37, 23, 13, 7, as far as their ranges let them; real parameters a tenth larger */
    TRI_BELOW_ZERO, /* 37, 29, 17, 11, the inputs that nobody has chosen below zero, and real parameters, too */
    TRI_WIDE_INPUTS, /* 41, 29, 13, 5, such inputs far from zero, and integers of all that their type has */
    TRI_LINES,       /* 32, 48, 16, 64; what is 0 or 1 is the other one */
    TRI_HALVES,      /* the same, and half of each real input */
    TRI_ONE_OF_EACH, /* 1 */
    TRI_TILES,       /* 256, 128, 64, 64: multiples of whatever a tile, a team or a vector has */
    TRI_WHOLES, /* real inputs are -1, 0 or 1, of variants that may differ: their sums are exact in any order */
    TRI_SIGNS, /* 41, 29, 17, 11, and quarters, of variants that may not differ: equal ones, zeros, signs, halves */
    TRI_LOWS,  /* 19, 7, 3, 2, and low inputs */
    TRI_HIGHS, /* the same, and high ones */
    TRI_NO_COUNTS, /* 43, 31, 19, 6; integers that are no lengths, and real parameters, are 0 */
    TRI_ONE_COUNT, /* 47, 31, 19, 6; integers that are no lengths are 1, real parameters 16 times as large */
    TRI_MANY_COUNTS, /* 53, 29, 17, 5; integers that say how often something is done are 300 */
    TRI_LONG,        /* 1, 65539, 3, 2: what all threads of one row share; an index of 16 bits */
    TRI_TALL,        /* 65539, 1, 3, 2: and of one column */
    TRI_LARGER, /* lengths are two times what they are, and 1; of a small case only, so again and again until it is not small */
    TRI_HUGE, /* the same, until it has 32 MiB or takes too long: blocks of blocks that are too few, say */
    TRI_OTHERS
};

/* Makes it, not yet allocated, with the same variant; false: there is none. */
bool tri_audit_other(const struct tri_case *, enum tri_other, struct tri_case *other);

/* What is other in it: "n=37,steps=23". */
void tri_audit_other_name(const struct tri_case *other, char *text, size_t size);

/* "name=value,…" of a small case, drawn at random: integers of their ranges, small ones as likely as large ones, and none that is
 * no length more than twice what it is; real parameters half to one and a half of that; choices any.  What was given stays.
 * The state is erand48()'s.  False: no case of 2^20 bytes was found. */
enum { TRI_PARAMETERS_ROOM = TRI_MAX_PARAMS * (TRI_MAX_TEXT + 60) };
bool tri_audit_draw(const struct tri_case *, unsigned short state[3], char *text, size_t size);

/* An audit keeps its memory, as much as the case has, for the next one: this frees it. */
void tri_audit_release(void);

#ifdef __cplusplus
}
#endif
