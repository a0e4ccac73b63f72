/* What the runtime has told. */
#ifndef JUDGE_TOLD_H
#define JUDGE_TOLD_H

#include "judge.h"

/* Of a first copy: a runtime may take all callbacks, and never hear of copies from the device's runtime. */
void judge_try_ledger(void);

#endif
