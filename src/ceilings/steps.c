/* Steps that wait for each other: how many cycles each takes is known. */
#include "measure.h"

#include "ceiling.h"
#include "compiler.h"
#include "ran_on.h"

#include <math.h>

static volatile uint64_t odd = 12345, integer;
static volatile double one = 1, sink;
static volatile float half = 0.5F;

/* The compiler must not know what x is, or it would compute the sum itself. */
static inline __attribute__((always_inline)) uint64_t plus(uint64_t x, uint64_t y)
{
    x += y;
    __asm__ volatile("" : "+r"(x));
    return x;
}

enum { LINE = 8 };

static double time_additions(const void *nothing, ptrdiff_t rounds)
{
    uint64_t x = integer, y = odd;
    double begin = tri_now();
    for (ptrdiff_t r = 0; r < rounds; r++)
        x = plus(plus(plus(plus(plus(plus(plus(plus(x, y), y), y), y), y), y), y), y);
    integer = x;
    return tri_now() - begin;
}

static double time_multiplications(const void *nothing, ptrdiff_t rounds)
{
    double x = one, y = one, begin = tri_now();
    for (ptrdiff_t r = 0; r < rounds; r++)
        x = x * y * y * y * y * y * y * y * y;
    sink = x;
    return tri_now() - begin;
}

double tri_cpu_step_seconds(enum tri_step step)
{
    tri_trial_fn *trial = step == TRI_STEP_ADDITION ? time_additions : time_multiplications;
    return 1 / (LINE * tri_rounds_per_second(trial, NULL, 2 * TRI_LONG_FOR_CPU));
}

/* One thread of a GPU; NaN: it ran elsewhere. */
static double time_fma(ptrdiff_t rounds)
{
    enum { MANY = 64 };
    float x = 1, h = half;
    int place = TRI_NOWHERE;
    double begin = tri_now();
    #pragma omp target map(tofrom: x, place)
    {
        place = ran_on();
        for (ptrdiff_t r = 0; r < rounds / MANY; r++) {
            UNROLLED(64)
            for (int i = 0; i < MANY; i++)
                x = __builtin_fmaf(x, h, h);
        }
    }
    sink = (double)x;
    return place == TRI_GPU ? tri_now() - begin : NAN;
}

static double best_time_of_fma(ptrdiff_t rounds)
{
    enum { TRIALS = 5 };
    double best = time_fma(rounds);
    for (int i = 1; i < TRIALS; i++)
        best = fmin(best, time_fma(rounds));
    return best;
}

/* Starting a region takes no part in it: of two numbers of steps, the difference counts. */
double tri_gpu_step_seconds(void)
{
    const ptrdiff_t few = 1 << 21, many = 4 * few;
    return (best_time_of_fma(many) - best_time_of_fma(few)) / (double)(many - few);
}
