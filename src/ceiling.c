/*
 * How many fma the machine can do: independent chains of them, and nothing else.
 *
 * One chain waits for its own result; enough of them side by side keep every unit busy.  Twelve
 * cover the latency of today's cores and fit their registers; a GPU has its other warps to fill in.
 * The values run to 2 and stay there, so that nothing overflows or turns denormal.
 */
#include "real.h"

#include "ceiling.h"

#include <omp.h>

enum { CHAINS = 12, TRIALS = 5 };

static const double LONG_ENOUGH = 20e-3; /* seconds */

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
    real x[CHAINS] = { 0 }, sum = 0;
    for (ptrdiff_t r = 0; r < rounds; r++)
        for (int k = 0; k < CHAINS; k++) {
            x[k] = FMA(x[k], (real)0.5, 1);
            KEEP(x[k]);
        }
    for (int k = 0; k < CHAINS; k++)
        sum += x[k];
    return sum;
}

#if defined(__x86_64__)
AVX2 static real X(avx2_chains)(ptrdiff_t rounds)
{
    vec x[CHAINS], half = V(set1)((real)0.5), one = V(set1)(1), sum = V(setzero)();
    for (int k = 0; k < CHAINS; k++)
        x[k] = V(set1)((real)k);
    for (ptrdiff_t r = 0; r < rounds; r++)
        for (int k = 0; k < CHAINS; k++)
            x[k] = V(fmadd)(x[k], half, one);
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
    wide x[CHAINS], half = WIDE(set1)((real)0.5), one = WIDE(set1)(1), sum = WIDE(setzero)();
    for (int k = 0; k < CHAINS; k++)
        x[k] = WIDE(set1)((real)k);
    for (ptrdiff_t r = 0; r < rounds; r++)
        for (int k = 0; k < CHAINS; k++)
            x[k] = WIDE(fmadd)(x[k], half, one);
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

/* Threads of the device times chains of each: enough to fill any GPU of today. */
enum { GPU_THREADS = 1 << 20, GPU_CHAINS = 8 };

static double X(time_offload)(ptrdiff_t rounds)
{
    real sum = 0;
    double start = tri_now();
    #pragma omp target teams distribute parallel for thread_limit(256) map(tofrom: sum)
    for (int i = 0; i < GPU_THREADS; i++) {
        real x[GPU_CHAINS], all = 0;
        for (int k = 0; k < GPU_CHAINS; k++)
            x[k] = (real)k;
        for (ptrdiff_t r = 0; r < rounds; r++)
            for (int k = 0; k < GPU_CHAINS; k++)
                x[k] = FMA(x[k], (real)0.5, 1);
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
    default: return X(time_cpu)(X(scalar_chains), rounds, 1);
    }
}

/* fma that one round is, over all lanes, chains and threads. */
static double X(fma_per_round)(enum tri_path path, int threads)
{
    switch (path) {
    case TRI_OFFLOAD: return (double)GPU_THREADS * GPU_CHAINS;
    case TRI_AVX2: return (double)threads * CHAINS * LANES;
    case TRI_SIMD: return (double)threads * CHAINS * WIDE_LANES;
    default: return CHAINS;
    }
}

double X(tri_fma_rate)(enum tri_path path, int threads)
{
    ptrdiff_t rounds = 16;
    double best = X(time_once)(path, rounds, threads);
    while (best < LONG_ENOUGH) {
        rounds *= 2;
        best = X(time_once)(path, rounds, threads);
    }
    for (int trial = 1; trial < TRIALS; trial++)
        best = fmin(best, X(time_once)(path, rounds, threads));
    return (double)rounds * X(fma_per_round)(path, threads) / best;
}
