/* Noise: threads are stopped for a moment, again and again and anywhere, so that a race is not left to chance.  On few
 * or busy processors, threads would take turns, and what they lose to each other would not be seen. */
#define _GNU_SOURCE
#include "inside.h"

#include <errno.h>
#include <pthread.h>
#include <signal.h>
#include <time.h>

enum { MAX_THREADS = 64, PAUSE = 100000, BETWEEN = 20000 /* ns */, ENOUGH = 100 };

static pthread_t threads[MAX_THREADS], noise;
static pthread_mutex_t adding = PTHREAD_MUTEX_INITIALIZER;
static _Atomic int n_threads, pauses;
static _Atomic bool goes_on;
static _Thread_local volatile sig_atomic_t in_loop;

bool noise_is_enough(void)
{
    return pauses >= ENOUGH || n_threads == 0;
}

static void add_this(void)
{
    pthread_mutex_lock(&adding);
    if (n_threads < MAX_THREADS) {
        threads[n_threads] = pthread_self();
        n_threads++; /* only now may it be stopped */
    }
    pthread_mutex_unlock(&adding);
}

void judge_in_loop(bool begins)
{
    static _Thread_local bool known;
    if (!known)
        add_this();
    known = true;
    in_loop = begins;
}

static void stop_here(int signal)
{
    const struct timespec pause = { 0, PAUSE };
    int before = errno;
    (void)signal;
    if (in_loop && nanosleep(&pause, NULL) == 0)
        pauses++;
    errno = before;
}

static void *make_noise(void *unused)
{
    const struct timespec between = { 0, BETWEEN };
    (void)unused;
    while (goes_on) {
        for (int i = 0; i < n_threads && goes_on; i++) {
            pthread_kill(threads[i], SIGUSR2);
            nanosleep(&between, NULL);
        }
        nanosleep(&between, NULL);
    }
    return NULL;
}

void begin_noise(void)
{
    struct sigaction action = { .sa_handler = stop_here, .sa_flags = SA_RESTART };
    sigaction(SIGUSR2, &action, NULL);
    goes_on = true;
    goes_on = pthread_create(&noise, NULL, make_noise, NULL) == 0;
}

void end_noise(void)
{
    if (goes_on) {
        goes_on = false;
        pthread_join(noise, NULL);
    }
}
