/*
 * A thread pool: a thread of the host for each part; the first part's is the calling one.
 *
 * They may work for less than 100 us between two barriers, and a thread that sleeps takes time to wake up.  So one that has
 * to wait spins for a while before it sleeps: unless there are fewer processors than threads.
 */
#define _GNU_SOURCE /* pthread_attr_setaffinity_np */
#include "parts.h"

#include "places.h"

#include <errno.h>
#include <omp.h>
#include <pthread.h>
#include <sched.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>

enum { SPIN_MS = 10 };

/* An event count: it advances again and again; a thread waits until it exceeds the count that the thread knows of. */
struct event_count {
    atomic_uint count; /* how often */
    pthread_mutex_t lock;
    pthread_cond_t advanced;
};

struct worker {
    struct tri_parts *parts;
    size_t i;
    pthread_t thread; /* not of the first, which is the calling one */
};

struct thread_pool {
    struct event_count begin, done, barrier;
    tri_part_fn *work; /* NULL: to end */
    atomic_size_t busy,
        awaited; /* workers that have not finished the work; that are not at the barrier */
    size_t n, started;
    bool spins;
    struct worker *worker;
};

static unsigned read_count(struct event_count *event)
{
    return atomic_load_explicit(&event->count, memory_order_acquire);
}

static void advance(struct event_count *event)
{
    pthread_mutex_lock(&event->lock);
    atomic_fetch_add_explicit(&event->count, 1, memory_order_release);
    pthread_cond_broadcast(&event->advanced);
    pthread_mutex_unlock(&event->lock);
}

static bool spin(struct event_count *event, unsigned known)
{
    double until = omp_get_wtime() + SPIN_MS * 1e-3;
    while (read_count(event) == known && omp_get_wtime() < until)
        sched_yield();
    return read_count(event) != known;
}

static void await(struct event_count *event, unsigned known, bool spins)
{
    if (spins && spin(event, known))
        return;
    pthread_mutex_lock(&event->lock);
    while (read_count(event) == known)
        pthread_cond_wait(&event->advanced, &event->lock);
    pthread_mutex_unlock(&event->lock);
}

static bool is_last(atomic_size_t *count)
{
    return atomic_fetch_sub_explicit(count, 1, memory_order_acq_rel) == 1;
}

static void *worker_main(void *of)
{
    const struct worker *m = of;
    struct thread_pool *pool = m->parts->pool;
    omp_set_default_device(m->parts->part[m->i].device); /* a setting of each thread */
    for (unsigned known = 0;; known++) {
        await(&pool->begin, known, pool->spins);
        if (!pool->work)
            return NULL;
        pool->work(m->parts, m->i);
        if (is_last(&pool->busy))
            advance(&pool->done);
    }
}

static void start_work(struct thread_pool *pool, tri_part_fn *work)
{
    pool->work = work;
    atomic_store_explicit(&pool->busy, pool->started, memory_order_relaxed);
    advance(&pool->begin);
}

static void init_event_count(struct event_count *event)
{
    pthread_mutex_init(&event->lock, NULL);
    pthread_cond_init(&event->advanced, NULL);
}

static void destroy_event_count(struct event_count *event)
{
    pthread_mutex_destroy(&event->lock);
    pthread_cond_destroy(&event->advanced);
}

static struct thread_pool *new_pool(size_t n)
{
    struct thread_pool *pool = calloc(1, sizeof *pool);
    struct worker *worker = calloc(n, sizeof *worker);
    if (!pool || !worker) {
        free(pool);
        free(worker);
        return NULL;
    }
    pool->n = n;
    pool->worker = worker;
    pool->spins = (size_t)omp_get_num_procs() >= n;
    atomic_init(&pool->awaited, n);
    init_event_count(&pool->begin);
    init_event_count(&pool->done);
    init_event_count(&pool->barrier);
    return pool;
}

/* A new thread inherits the place to which OMP_PROC_BIND has bound the calling one.  There it would wait until the other one's
 * region has ended.  So workers are spread over all places, as proc_bind(spread) does. */
static int bind(pthread_attr_t *attributes, size_t worker, size_t workers)
{
    int places = omp_get_num_places(), own = omp_get_place_num();
    cpu_set_t processors;
    CPU_ZERO(&processors);
    if (places < 1 || own < 0)
        return 0;
    size_t apart = (size_t)places / workers, step = apart > 0 ? apart : 1;
    if (!tri_place_add((int)(((size_t)own + worker * step) % (size_t)places), &processors))
        return ENOMEM;
    return pthread_attr_setaffinity_np(attributes, sizeof processors, &processors);
}

static int start(struct thread_pool *pool, struct worker *m)
{
    pthread_attr_t attributes;
    int failed = pthread_attr_init(&attributes);
    if (failed)
        return failed;
    failed = bind(&attributes, 1 + pool->started, pool->n);
    if (!failed)
        failed = pthread_create(&m->thread, &attributes, worker_main, m);
    pthread_attr_destroy(&attributes);
    return failed;
}

bool tri_thread_pool_start(struct tri_parts *p, struct tri_error *e)
{
    struct thread_pool *pool = p->pool = new_pool(p->placement.here);
    if (!pool)
        return tri_fail(e, TRI_FAILED, "out of memory");
    for (; pool->started + 1 < pool->n; pool->started++) {
        struct worker *m = &pool->worker[pool->started];
        *m = (struct worker){ .parts = p, .i = p->placement.first + 1 + pool->started };
        int failed = start(pool, m);
        if (failed)
            return tri_fail(e, TRI_FAILED,
                            "%zu devices need as many threads of the host: there are %zu (%s)",
                            pool->n, pool->started + 1, strerror(failed));
    }
    return true;
}

void tri_thread_pool_stop(struct tri_parts *p)
{
    struct thread_pool *pool = p->pool;
    if (!pool)
        return;
    start_work(pool, NULL);
    for (size_t i = 0; i < pool->started; i++)
        pthread_join(pool->worker[i].thread, NULL);
    destroy_event_count(&pool->begin);
    destroy_event_count(&pool->done);
    destroy_event_count(&pool->barrier);
    free(pool->worker);
    free(pool);
    p->pool = NULL;
}

void tri_thread_pool_barrier(struct tri_parts *p)
{
    struct thread_pool *pool = p->pool;
    unsigned known = read_count(&pool->barrier);
    if (is_last(&pool->awaited)) {
        atomic_store_explicit(&pool->awaited, pool->n, memory_order_relaxed);
        advance(&pool->barrier);
    } else {
        await(&pool->barrier, known, pool->spins);
    }
}

static void work_as_first(struct tri_parts *p, tri_part_fn *work)
{
    size_t i = p->placement.first;
    int before = omp_get_default_device();
    omp_set_default_device(p->part[i].device);
    work(p, i);
    omp_set_default_device(before);
}

bool tri_parts_each(struct tri_parts *p, tri_part_fn *f, struct tri_error *e)
{
    struct thread_pool *pool = p->pool;
    unsigned known = read_count(&pool->done);
    memset(p->failed, 0, p->n * sizeof *p->failed);
    start_work(pool, f);
    work_as_first(p, f);
    if (pool->started > 0)
        await(&pool->done, known, pool->spins);
    for (size_t i = 0; i < p->n; i++)
        if (p->failed[i]) {
            *e = p->error[i];
            return false;
        }
    return true;
}
