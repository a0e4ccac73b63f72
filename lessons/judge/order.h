/* What has to wait for what is told of steps, in the order in which they are taken: tasks that the host has made, what it does
 * itself, also by a task that it waits for at once, and waits for all tasks so far. */
#ifndef JUDGE_ORDER_H
#define JUDGE_ORDER_H

#include "judge.h"

enum step_kind { STEP_TASK, STEP_HOST, STEP_WAIT };

int judge_add_step(enum step_kind);
bool judge_is_host(int step);
void judge_add_depend(int step, const void *address, int shared);
void judge_forget_steps(void);

/* Not if there were too many. */
bool judge_knows_steps(void);

#endif
