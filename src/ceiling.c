/*
 * How many fma the machine can do: independent chains of them, and nothing else.
 *
 * One chain waits for its own result; enough of them side by side keep every unit busy.  Twelve
 * cover the latency of today's cores and fit their registers; a GPU has its other warps to fill in.
 *
 * Every fma is x = x h + h with h = 1/2: the values run to 1 and stay there, so that nothing
 * overflows or turns denormal.  The compiler must not know h, or it computes for itself what does
 * not change; and no third number takes part, because a GPU may read no more than two registers of
 * a kind for each instruction without falling behind (on an H100, three cost a third of the rate).
 */
#include "real.h"

#include "ceiling.h"

#include <omp.h>

enum { CHAINS = 12, TRIALS = 15 };

static volatile real X(one_half) = (real)0.5;

static const double LONG_ENOUGH = 10e-3; /* seconds */

/* Does `rounds` fma on each chain, returns something that depends on all of them. */
typedef real chains_fn(ptrdiff_t rounds);

/* Hides a value from the optimiser, so that scalars are not gathered into a vector. */
#if defined(__x86_64__)
# define KEEP(x) __asm__ volatile("" : "+x"(x))
#else
# define KEEP(x) __asm__ volatile("" : "+w"(x))
#endif

static real X(scalar_chains)(ptrdiff_t rounds)
{
    real x[CHAINS], half = X(one_half), sum = 0;
    for (int k = 0; k < CHAINS; k++)
        x[k] = (real)k;
    for (ptrdiff_t r = 0; r < rounds; r++)
        for (int k = 0; k < CHAINS; k++) {
            x[k] = FMA(x[k], half, half);
            KEEP(x[k]);
        }
    for (int k = 0; k < CHAINS; k++)
        sum += x[k];
    return sum;
}

#if defined(__x86_64__)
AVX2 static real X(avx2_chains)(ptrdiff_t rounds)
{
    vec x[CHAINS], half = V(set1)(X(one_half)), sum = V(setzero)();
    for (int k = 0; k < CHAINS; k++)
        x[k] = V(set1)((real)k);
    for (ptrdiff_t r = 0; r < rounds; r++)
        for (int k = 0; k < CHAINS; k++)
            x[k] = V(fmadd)(x[k], half, half);
    for (int k = 0; k < CHAINS; k++)
        sum = V(add)(sum, x[k]);
    real lanes[LANES];
    V(storeu)(lanes, sum);
    return lanes[0];
}
#else
# define LANES 1
# define avx2_chains_float scalar_chains_float
# define avx2_chains_double scalar_chains_double
#endif

/* The widest vectors of the build's instruction set: what `simd` can become. */
#if defined(__AVX512F__)
# if REAL_BITS == 32
#  define WIDE(op) _mm512_##op##_ps
typedef __m512 wide;
# else
#  define WIDE(op) _mm512_##op##_pd
typedef __m512d wide;
# endif
# define WIDE_LANES (512 / REAL_BITS)

static real X(wide_chains)(ptrdiff_t rounds)
{
    wide x[CHAINS], half = WIDE(set1)(X(one_half)), sum = WIDE(setzero)();
    for (int k = 0; k < CHAINS; k++)
        x[k] = WIDE(set1)((real)k);
    for (ptrdiff_t r = 0; r < rounds; r++)
        for (int k = 0; k < CHAINS; k++)
            x[k] = WIDE(fmadd)(x[k], half, half);
    for (int k = 0; k < CHAINS; k++)
        sum = WIDE(add)(sum, x[k]);
    real lanes[WIDE_LANES];
    WIDE(storeu)(lanes, sum);
    return lanes[0];
}
#elif defined(__FMA__)
# define WIDE_LANES LANES
# define wide_chains_float avx2_chains_float
# define wide_chains_double avx2_chains_double
#else
# define WIDE_LANES 1
# define wide_chains_float scalar_chains_float
# define wide_chains_double scalar_chains_double
#endif

static volatile real X(sink);

static double X(time_cpu)(chains_fn *chains, ptrdiff_t rounds, int threads)
{
    real sum = 0;
    double start = tri_now();
    #pragma omp parallel num_threads(threads) reduction(+: sum)
    sum += chains(rounds);
    double seconds = tri_now() - start;
    X(sink) = sum;
    return seconds;
}

/* A team of the device is 256 threads of 8 chains, each in a straight line of 16 fma, 64 times over:
 * the loop around it costs a tenth of the float rate if it is shorter.  What grows with `rounds` is
 * the number of teams; when there are many, it does not matter that the last ones run alone. */
enum { TEAM = 256, GPU_CHAINS = 8, LINE = 16, LINES = 64 };

static double X(time_offload)(ptrdiff_t rounds)
{
    real sum = 0, half = X(one_half);
    double start = tri_now();
    #pragma omp target teams distribute parallel for num_teams(tri_teams(rounds)) thread_limit(TEAM) \
        map(tofrom: sum)
    for (ptrdiff_t i = 0; i < rounds * TEAM; i++) {
        real x[GPU_CHAINS], all = 0;
        for (int k = 0; k < GPU_CHAINS; k++)
            x[k] = (real)k;
        for (int line = 0; line < LINES; line++)
            for (int n = 0; n < LINE; n++)
                for (int k = 0; k < GPU_CHAINS; k++)
                    x[k] = FMA(x[k], half, half);
        for (int k = 0; k < GPU_CHAINS; k++)
            all += x[k];
        if (all < 0) /* never, but the compiler cannot know */
            sum = all;
    }
    double seconds = tri_now() - start;
    X(sink) = sum;
    return seconds;
}

static double X(time_once)(enum tri_path path, ptrdiff_t rounds, int threads)
{
    switch (path) {
    case TRI_OFFLOAD: return X(time_offload)(rounds);
    case TRI_AVX2: return X(time_cpu)(X(avx2_chains), rounds, threads);
    case TRI_SIMD: return X(time_cpu)(X(wide_chains), rounds, threads);
    default: return X(time_cpu)(X(scalar_chains), rounds, threads);
    }
}

/* fma that one round is, over all lanes, chains and threads. */
static double X(fma_per_round)(enum tri_path path, int threads)
{
    switch (path) {
    case TRI_OFFLOAD: return (double)TEAM * GPU_CHAINS * LINES * LINE;
    case TRI_AVX2: return (double)threads * CHAINS * LANES;
    case TRI_SIMD: return (double)threads * CHAINS * WIDE_LANES;
    default: return (double)threads * CHAINS;
    }
}

static double X(best_time)(enum tri_path path, ptrdiff_t rounds, int threads)
{
    double best = INFINITY;
    for (int trial = 0; trial < TRIALS; trial++)
        best = fmin(best, X(time_once)(path, rounds, threads));
    return best;
}

/* As many rounds as take long enough even at their best: a single trial may have been interrupted. */
double X(tri_fma_rate)(enum tri_path path, int threads)
{
    ptrdiff_t rounds = 16;
    double best = X(best_time)(path, rounds, threads);
    while (best < LONG_ENOUGH) {
        rounds *= 2;
        best = X(best_time)(path, rounds, threads);
    }
    return (double)rounds * X(fma_per_round)(path, threads) / best;
}
