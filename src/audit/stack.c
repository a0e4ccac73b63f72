/* Memory of the stack that `enter data` has mapped and nobody has unmapped: the next function's variables lie there.  (With a
 * mapper, clang 19's runtime itself never unmaps what a region has mapped.) */
#define _GNU_SOURCE /* pthread_getattr_np */
#include "inside.h"

#include "build_info.h"

#include <omp.h>
#include <pthread.h>
#include <stdint.h>

enum { MOST = 64 /* pieces; those beyond are not known */ };
static const size_t MOST_STACK = (size_t)64
                                 << 20; /* bytes: without a limit all that is below counts as one */

static struct piece {
    const char *begin;
    size_t bytes;
} pieces[MOST];
static size_t n;
static pthread_mutex_t all_pieces = PTHREAD_MUTEX_INITIALIZER;
static const char *low, *high; /* of the stack of the thread that audits */
static _Thread_local bool audits __attribute__((tls_model("initial-exec"))); /* this one does */

static void ask_for_stack(const char **from, const char **to)
{
    pthread_attr_t a;
    void *lowest;
    size_t bytes;
    if (pthread_getattr_np(pthread_self(), &a) != 0)
        return;
    if (pthread_attr_getstack(&a, &lowest, &bytes) == 0) {
        *to = (const char *)lowest + bytes;
        *from = *to - (bytes < MOST_STACK ? bytes : MOST_STACK);
    }
    pthread_attr_destroy(&a);
}

void tri_stack_begin(void)
{
    static _Thread_local const char *from, *to;
    if (!from)
        ask_for_stack(&from, &to);
    low = from;
    high = to;
    audits = true;
    n = 0;
}

bool tri_stack_has(const void *p)
{
    return (const char *)p >= low && (const char *)p < high;
}

bool tri_stack_is_passed(const void *p)
{
    const uintptr_t end = (uintptr_t)low, at = (uintptr_t)p;
    return audits && at < end && end - at < (uintptr_t)MOST_STACK * 16;
}

void tri_stack_entered(const void *host, size_t bytes)
{
    const char *p = host;
    pthread_mutex_lock(&all_pieces);
    if (tri_stack_has(p) && n < MOST)
        pieces[n++] = (struct piece){ p, bytes };
    pthread_mutex_unlock(&all_pieces);
}

#if TRIPTYCH_OFFLOAD

size_t tri_stack_left(void)
{
    size_t left = 0;
    int device = omp_get_default_device();
    for (size_t i = 0; i < n; i++) {
        const char *p = pieces[i].begin;
        const size_t bytes = pieces[i].bytes;
        if (!omp_target_is_present(p, device))
            continue;
        #pragma omp target exit data map(delete: p[:bytes])
        left = bytes;
    }
    return left;
}

#else

size_t tri_stack_left(void)
{
    return 0;
}

#endif
