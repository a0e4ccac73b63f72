/*
 * LLVM 19's runtime gives back the mutex of a mapped array twice in each `target update from` (targetDataContiguous() in its
 * omptarget.cpp, and the destructor of what it returns; docs/transfers.md).  If another thread, with a region or a copy of the
 * same array, has taken it in between, two believe that they have it, and an assertion of the C library may end the process.  A
 * path cannot help that, so while paths are judged only a thread that has a mutex gives it back.
 */
#define _GNU_SOURCE /* syscall() */
#include "inside.h"

#if defined(__GLIBC__)
# include <pthread.h>
# include <sys/syscall.h>
# include <unistd.h>

/* Of the usual kind alone the C library keeps who has it. */
static int unlock(pthread_mutex_t *m)
{
    const bool is_plain = m->__data.__kind == PTHREAD_MUTEX_TIMED_NP;
    return is_plain && m->__data.__owner != syscall(SYS_gettid) ? 0 : pthread_mutex_unlock(m);
}

void tri_mutex_take(void)
{
    static bool taken;
    if (!taken)
        tri_redirect("pthread_mutex_unlock", (any_fn *)unlock);
    taken = true;
}

#else

void tri_mutex_take(void)
{
}

#endif
