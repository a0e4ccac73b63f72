/* The crew: a host thread for each part. */
#include "parts.h"

#include <omp.h>
#include <pthread.h>
#include <stdlib.h>
#include <string.h>

struct member {
    struct tri_parts *parts;
    size_t i;
    pthread_t thread;
};

struct crew {
    pthread_mutex_t lock; /* of what follows up to `busy` */
    pthread_cond_t begin, done;
    tri_part_fn *work; /* NULL: to end */
    unsigned round;    /* number of the work; each one increments it */
    size_t busy;       /* members that have not finished it yet */
    pthread_barrier_t among;
    size_t n, started;
    struct member *member;
};

/* Waits for the work of the round after number *seen, and returns it. */
static tri_part_fn *next_work(struct crew *crew, unsigned *seen)
{
    pthread_mutex_lock(&crew->lock);
    while (crew->round == *seen)
        pthread_cond_wait(&crew->begin, &crew->lock);
    *seen = crew->round;
    tri_part_fn *work = crew->work;
    pthread_mutex_unlock(&crew->lock);
    return work;
}

static void report_done(struct crew *crew)
{
    pthread_mutex_lock(&crew->lock);
    if (--crew->busy == 0)
        pthread_cond_signal(&crew->done);
    pthread_mutex_unlock(&crew->lock);
}

static void *attend(void *of)
{
    const struct member *m = of;
    struct crew *crew = m->parts->crew;
    unsigned seen = 0;
    omp_set_default_device(m->parts->part[m->i].device); /* a setting of each thread */
    for (tri_part_fn *work; (work = next_work(crew, &seen)) != NULL;) {
        work(m->parts, m->i);
        report_done(crew);
    }
    return NULL;
}

static void call(struct crew *crew, tri_part_fn *work, size_t members)
{
    pthread_mutex_lock(&crew->lock);
    crew->work = work;
    crew->busy = members;
    crew->round++;
    pthread_cond_broadcast(&crew->begin);
    while (work && crew->busy > 0)
        pthread_cond_wait(&crew->done, &crew->lock);
    pthread_mutex_unlock(&crew->lock);
}

static struct crew *new_crew(size_t n)
{
    struct crew *crew = calloc(1, sizeof *crew);
    if (!crew)
        return NULL;
    crew->n = n;
    crew->member = calloc(n, sizeof *crew->member);
    if (!crew->member || pthread_barrier_init(&crew->among, NULL, (unsigned)n) != 0) {
        free(crew->member);
        free(crew);
        return NULL;
    }
    pthread_mutex_init(&crew->lock, NULL);
    pthread_cond_init(&crew->begin, NULL);
    pthread_cond_init(&crew->done, NULL);
    return crew;
}

bool tri_crew_start(struct tri_parts *p, struct tri_error *e)
{
    if (p->share.here == 1)
        return true;
    struct crew *crew = p->crew = new_crew(p->share.here);
    if (!crew)
        return tri_fail(e, TRI_FAILED, "out of memory");
    for (; crew->started < crew->n; crew->started++) {
        struct member *m = &crew->member[crew->started];
        *m = (struct member){ .parts = p, .i = p->share.first + crew->started };
        if (pthread_create(&m->thread, NULL, attend, m) != 0)
            return tri_fail(e, TRI_FAILED,
                            "%zu devices need as many threads of the host: there are %zu", crew->n,
                            crew->started);
    }
    return true;
}

void tri_crew_dismiss(struct tri_parts *p)
{
    struct crew *crew = p->crew;
    if (!crew)
        return;
    call(crew, NULL, 0);
    for (size_t i = 0; i < crew->started; i++)
        pthread_join(crew->member[i].thread, NULL);
    pthread_barrier_destroy(&crew->among);
    pthread_mutex_destroy(&crew->lock);
    pthread_cond_destroy(&crew->begin);
    pthread_cond_destroy(&crew->done);
    free(crew->member);
    free(crew);
    p->crew = NULL;
}

void tri_crew_wait(struct tri_parts *p)
{
    if (p->crew)
        pthread_barrier_wait(&p->crew->among);
}

/* Without a crew: the calling thread does the work of all parts. */
static void attend_alone(struct tri_parts *p, tri_part_fn *work)
{
    size_t i = p->share.first;
    int before = omp_get_default_device();
    omp_set_default_device(p->part[i].device);
    work(p, i);
    omp_set_default_device(before);
}

bool tri_parts_each(struct tri_parts *p, tri_part_fn *f, struct tri_error *e)
{
    memset(p->failed, 0, p->n * sizeof *p->failed);
    if (p->crew)
        call(p->crew, f, p->crew->n);
    else
        attend_alone(p, f);
    for (size_t i = 0; i < p->n; i++)
        if (p->failed[i]) {
            *e = p->error[i];
            return false;
        }
    return true;
}
