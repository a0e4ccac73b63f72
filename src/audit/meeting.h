/* Threads that meet before they work. */
#pragma once

#include <stdbool.h>

/* The meetings of an audit: for so many seconds in all. */
void tri_meetings_begin(double budget);
double tri_meetings_seconds(void); /* that they have taken since */
void tri_meetings_hold(bool hold); /* whether threads meet from now on */

/* Called by each thread of a team before its work: returns when all of them are on a processor, or after a while. */
void tri_meet(int threads, int index);

/* The same where it leaves a loop or a barrier, but for a shorter while. */
void tri_meet_again(int threads, int index);
