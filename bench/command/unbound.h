/* Work that starts threads or processes, which inherit this thread's processors. */
#pragma once

/*
 * Calls work(data) while this thread may run on the processors of all OpenMP places, then binds it
 * again.  A thread that OMP_PROC_BIND has bound may use one processor only.  OpenBLAS, loaded by such a thread, kept
 * all its threads there (on sixteen processors a product took ten times as long), and so would a new
 * process.  If OpenMP has no places, or the system refuses, it calls work(data) without changing anything.
 */
void unbound(void (*work)(void *data), void *data);
