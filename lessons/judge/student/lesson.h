/* Found before a lesson's own by a student's file: what the judge knows of the answer cannot be asked for. */
#include_next "lesson.h"
#pragma GCC poison true_values decoys judge_arrays judge_array_in judge_array_at
