/* What learn has left of the student's file. */
#ifndef JUDGE_SOURCE_H
#define JUDGE_SOURCE_H

#include <stdbool.h>

bool judge_read_source(void);

#endif
