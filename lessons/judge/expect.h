/* What is asked of every lesson, whatever its judge() asks: a mistake ends the program. */
#pragma once

/* A region that has the host's address works with the host's memory, if the device is this CPU: no other can. */
void judge_expect_mapped(void);

/* Iterations store in a variable from outside of their loop.  No run shows it, where the compiler makes a copy for each thread. */
void judge_expect_none_shared(void);
