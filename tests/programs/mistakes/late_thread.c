/* Wrong: a thread that nobody waits for stores to y when the path has returned. */
#include <pthread.h>
#include <stdlib.h>
#include <unistd.h>

struct late {
    double *y;
    ptrdiff_t n;
};

static void *store_later(void *p)
{
    struct late *l = p;
    usleep(20000);
    l->y[l->n / 2] = 0;
    free(l);
    return NULL;
}

void late_thread_offload(ptrdiff_t n, double a, const double x[n], double y[n])
{
    #pragma omp target teams distribute parallel for map(to: x[:n]) map(from: y[:n])
    for (ptrdiff_t i = 0; i < n; i++)
        y[i] = a * x[i] + 1;
    struct late *l = malloc(sizeof *l);
    l->y = y;
    l->n = n;
    pthread_t t;
    pthread_create(&t, NULL, store_later, l);
    pthread_detach(t);
}
