/* What the runtime has told. */
#pragma once

#include "judge.h"

/* Of a first copy: a runtime may take all callbacks, and never hear of copies from the device's runtime. */
void judge_try_ledger(void);
