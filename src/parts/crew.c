/*
 * The crew: a thread of the host for each part; the first part's is the one that calls.
 *
 * They may work for less than 100 us between two meetings, and a thread that sleeps takes time to wake up.  So one that has
 * to wait looks again and again for a while before it sleeps: unless there are fewer processors than threads.
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

enum { PATIENCE_MS = 10 };

/* Opens again and again; a thread waits until it has opened once more than the thread knows of. */
struct gate {
    atomic_uint opened; /* how often */
    pthread_mutex_t lock;
    pthread_cond_t opens;
};

struct member {
    struct tri_parts *parts;
    size_t i;
    pthread_t thread; /* not of the first, which is the calling one */
};

struct crew {
    struct gate begin, done, met;
    tri_part_fn *work; /* NULL: to end */
    atomic_size_t busy,
        absent; /* members that have not finished the work; that are not at the barrier */
    size_t n, started;
    bool patient;
    struct member *member;
};

static unsigned opened(struct gate *g)
{
    return atomic_load_explicit(&g->opened, memory_order_acquire);
}

static void open_gate(struct gate *g)
{
    pthread_mutex_lock(&g->lock);
    atomic_fetch_add_explicit(&g->opened, 1, memory_order_release);
    pthread_cond_broadcast(&g->opens);
    pthread_mutex_unlock(&g->lock);
}

static bool opens_soon(struct gate *g, unsigned known)
{
    double until = omp_get_wtime() + PATIENCE_MS * 1e-3;
    while (opened(g) == known && omp_get_wtime() < until)
        sched_yield();
    return opened(g) != known;
}

static void wait_for(struct gate *g, unsigned known, bool patient)
{
    if (patient && opens_soon(g, known))
        return;
    pthread_mutex_lock(&g->lock);
    while (opened(g) == known)
        pthread_cond_wait(&g->opens, &g->lock);
    pthread_mutex_unlock(&g->lock);
}

/* Whether this was the last one. */
static bool takes_last(atomic_size_t *count)
{
    return atomic_fetch_sub_explicit(count, 1, memory_order_acq_rel) == 1;
}

static void *attend(void *of)
{
    const struct member *m = of;
    struct crew *crew = m->parts->crew;
    omp_set_default_device(m->parts->part[m->i].device); /* a setting of each thread */
    for (unsigned known = 0;; known++) {
        wait_for(&crew->begin, known, crew->patient);
        if (!crew->work)
            return NULL;
        crew->work(m->parts, m->i);
        if (takes_last(&crew->busy))
            open_gate(&crew->done);
    }
}

static void call(struct crew *crew, tri_part_fn *work)
{
    crew->work = work;
    atomic_store_explicit(&crew->busy, crew->started, memory_order_relaxed);
    open_gate(&crew->begin);
}

static void init_gate(struct gate *g)
{
    pthread_mutex_init(&g->lock, NULL);
    pthread_cond_init(&g->opens, NULL);
}

static void destroy_gate(struct gate *g)
{
    pthread_mutex_destroy(&g->lock);
    pthread_cond_destroy(&g->opens);
}

static struct crew *new_crew(size_t n)
{
    struct crew *crew = calloc(1, sizeof *crew);
    struct member *member = calloc(n, sizeof *member);
    if (!crew || !member) {
        free(crew);
        free(member);
        return NULL;
    }
    crew->n = n;
    crew->member = member;
    crew->patient = (size_t)omp_get_num_procs() >= n;
    atomic_init(&crew->absent, n);
    init_gate(&crew->begin);
    init_gate(&crew->done);
    init_gate(&crew->met);
    return crew;
}

/* A new thread inherits the place to which OMP_PROC_BIND has bound the calling one.  There it would wait until the other one's
 * region has ended.  So members are spread over all places, as proc_bind(spread) does. */
static int bind(pthread_attr_t *attributes, size_t member, size_t members)
{
    int places = omp_get_num_places(), own = omp_get_place_num();
    cpu_set_t processors;
    CPU_ZERO(&processors);
    if (places < 1 || own < 0)
        return 0;
    size_t apart = (size_t)places / members, step = apart > 0 ? apart : 1;
    if (!tri_place_add((int)(((size_t)own + member * step) % (size_t)places), &processors))
        return ENOMEM;
    return pthread_attr_setaffinity_np(attributes, sizeof processors, &processors);
}

static int start(struct crew *crew, struct member *m)
{
    pthread_attr_t attributes;
    int failed = pthread_attr_init(&attributes);
    if (failed)
        return failed;
    failed = bind(&attributes, 1 + crew->started, crew->n);
    if (!failed)
        failed = pthread_create(&m->thread, &attributes, attend, m);
    pthread_attr_destroy(&attributes);
    return failed;
}

bool tri_crew_start(struct tri_parts *p, struct tri_error *e)
{
    struct crew *crew = p->crew = new_crew(p->share.here);
    if (!crew)
        return tri_fail(e, TRI_FAILED, "out of memory");
    for (; crew->started + 1 < crew->n; crew->started++) {
        struct member *m = &crew->member[crew->started];
        *m = (struct member){ .parts = p, .i = p->share.first + 1 + crew->started };
        int failed = start(crew, m);
        if (failed)
            return tri_fail(e, TRI_FAILED,
                            "%zu devices need as many threads of the host: there are %zu (%s)",
                            crew->n, crew->started + 1, strerror(failed));
    }
    return true;
}

void tri_crew_dismiss(struct tri_parts *p)
{
    struct crew *crew = p->crew;
    if (!crew)
        return;
    call(crew, NULL);
    for (size_t i = 0; i < crew->started; i++)
        pthread_join(crew->member[i].thread, NULL);
    destroy_gate(&crew->begin);
    destroy_gate(&crew->done);
    destroy_gate(&crew->met);
    free(crew->member);
    free(crew);
    p->crew = NULL;
}

void tri_crew_wait(struct tri_parts *p)
{
    struct crew *crew = p->crew;
    unsigned known = opened(&crew->met);
    if (takes_last(&crew->absent)) {
        atomic_store_explicit(&crew->absent, crew->n, memory_order_relaxed);
        open_gate(&crew->met);
    } else {
        wait_for(&crew->met, known, crew->patient);
    }
}

static void do_own(struct tri_parts *p, tri_part_fn *work)
{
    size_t i = p->share.first;
    int before = omp_get_default_device();
    omp_set_default_device(p->part[i].device);
    work(p, i);
    omp_set_default_device(before);
}

bool tri_parts_each(struct tri_parts *p, tri_part_fn *f, struct tri_error *e)
{
    struct crew *crew = p->crew;
    unsigned known = opened(&crew->done);
    memset(p->failed, 0, p->n * sizeof *p->failed);
    call(crew, f);
    do_own(p, f);
    if (crew->started > 0)
        wait_for(&crew->done, known, crew->patient);
    for (size_t i = 0; i < p->n; i++)
        if (p->failed[i]) {
            *e = p->error[i];
            return false;
        }
    return true;
}
