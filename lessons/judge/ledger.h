/* What the runtime has told. */
#ifndef JUDGE_LEDGER_H
#define JUDGE_LEDGER_H

#include "judge.h"

struct ledger {
    int kernels, in_teams; /* all; those for which one team was not asked for */
    unsigned teams;        /* asked for by the last */
    struct copies copies;
    long long iterations, distributed; /* of the largest loops divided among threads, among teams */
    long long threads;                 /* of the largest team that has shared a loop */
    int reductions, criticals;
};

extern struct ledger judge_ledger;

/* Of a first copy: a runtime may take all callbacks, and never hear of copies from the device's runtime. */
void judge_try_ledger(void);

#endif
