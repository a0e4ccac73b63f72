/* Work that makes threads or processes of its own, which inherit where they may run. */
#ifndef TRI_UNBOUND_H
#define TRI_UNBOUND_H

/*
 * Calls work(data) while this thread may run on the processors of all OpenMP's places, then binds it
 * again.  To a thread that OMP_PROC_BIND has bound, that is one processor: OpenBLAS, loaded by it, held
 * all its threads there (on sixteen processors a product took ten times as long), and a new process
 * its own.  Where OpenMP knows of no places, or the system refuses, it calls work(data) as things are.
 */
void unbound(void (*work)(void *data), void *data);

#endif
