/* What learn has left of the student's file. */
#pragma once

#include <stdbool.h>

bool judge_read_source(void);
