/*
 * What has to wait for what is told of steps, in the order in which they are taken: tasks that are made, what the host does itself,
 * also by a task that it waits for at once, and waits.
 *
 * By directives and clauses alone, as the runtime tells of them when it takes a task: what the clock makes of tasks without
 * an order is luck, and nothing to judge by.
 */
#pragma once

#include <stdbool.h>

/* A wait is for all tasks that were made so deep in parallel regions, or deeper. */
enum tri_step_kind { TRI_STEP_TASK, TRI_STEP_HOST, TRI_STEP_WAIT };

/* Its number, from 0. */
int tri_order_add(enum tri_step_kind, int depth, bool for_device);

/* Those of one kind (`shared`) that share a place have no order among themselves, 0: each alone; NULL: all memory. */
void tri_order_depend(int step, const void *address, int shared);

bool tri_order_is_host(int step);
void tri_order_forget(void);

/* Whether all steps since are known; there may be too many. */
bool tri_order_is_known(void);

/* It cannot begin before the other has ended, or is the same; before all others have. */
bool tri_order_follows(int later, int earlier);
bool tri_order_follows_all(int later);

/* A task for a device, for which the host has not waited so far. */
bool tri_order_left_over(void);
