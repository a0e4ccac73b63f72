/* What tri_case_run() asks before it runs a path. */
#pragma once

#include "triptych.h"

/* Whether the case has the path, and it can run here; if not, see tri_case_run(). */
bool tri_case_ready(const struct tri_case *, enum tri_path, struct tri_error *e);
