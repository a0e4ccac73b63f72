/*
 * How many floating-point instructions a second the machine can do: independent chains of them, and nothing else.
 *
 * Each instruction of a chain waits for the one before; enough chains side by side keep every unit busy.  Fifteen
 * cover the latency of today's cores, also with four fma and additions in a cycle, and leave one of sixteen
 * registers for the number that they use; on a GPU there are other warps as well.
 *
 * Additions have a ceiling of their own, and so has a mix with fma: some cores have separate adders (Zen, and Intel
 * since Golden Cove), and do more instructions of both kinds than of either.
 * Comparisons count as additions, but may have other units: the ceiling of additions is that of additions
 * alone, or of both in turn, whichever is higher.
 *
 * Every fma is x = x h + h and every addition x = h - x, with h = 1/2: the values do not change, so nothing
 * overflows or becomes denormal.  The compiler must not know h, or it would compute the constant result itself.
 * There is no third number, because a GPU may be slower if an instruction reads more than two registers (on an
 * H100, three cost a third of the rate).
 */
#include "measure.h"
#include "real.h"

#include "ceiling.h"
#include "compiler.h"

#include <omp.h>

enum { CHAINS = 15 };

static volatile real one_half = (real)0.5;

/* Does `rounds` of its instructions on each chain; returns something that depends on all of them. */
typedef real chains_fn(enum tri_chain, ptrdiff_t rounds);

/* ---- CPU ---- */

#if defined(AVX2)

/* SIMDe's vectors of 256 bits are no registers, so on Arm the ceiling is that of NEON's own. */
# if defined(__x86_64__)
#  define NAME(f) avx2_##f
#  define TARGET AVX2
#  define VECTOR vec
#  define OP(op) V(op)
#  define FUSED(x, h) V(fmadd)(x, h, h)
#  define LANES_OF LANES
#  include "ceiling_chains.h"
enum { AVX2_LANES = LANES };
# else
#  define avx2_chains wide_chains
#  define AVX2_LANES WIDE_LANES
# endif

/* The widest vectors of the build's instruction set, which compilers use for the other paths.  A build without
 * fma would call the C library for each one, so there it is a multiplication, in the units that would do it. */
# if defined(__AVX512F__)
#  define WIDE_BITS 512
#  define WIDE(op, type) _mm512_##op##_##type
# elif defined(__AVX__)
#  define WIDE_BITS 256
#  define WIDE(op, type) _mm256_##op##_##type
# else
#  define WIDE_BITS 128
#  define WIDE(op, type) _mm_##op##_##type
# endif
# if REAL_BITS == 32
#  define OP(op) WIDE(op, ps)
# else
#  define OP(op) WIDE(op, pd)
# endif
# if defined(__FMA__) || defined(__aarch64__)
#  define FUSED(x, h) OP(fmadd)(x, h, h)
# else
#  define FUSED(x, h) OP(mul)(x, OP(add)(h, h))
# endif
# if defined(__AVX512F__) && REAL_BITS == 32
#  define VECTOR __m512
# elif defined(__AVX512F__)
#  define VECTOR __m512d
# elif WIDE_BITS == 256
#  define VECTOR vec
# elif REAL_BITS == 32
#  define VECTOR __m128
# else
#  define VECTOR __m128d
# endif
# define NAME(f) wide_##f
# define TARGET
# define LANES_OF (WIDE_BITS / REAL_BITS)
# include "ceiling_chains.h"
enum { WIDE_LANES = WIDE_BITS / REAL_BITS };

#else

/* On other processors: plain numbers, which compilers may vectorise. */
# define scalar_set1(x) (x)
# define scalar_setzero() ((real)0)
# define scalar_add(x, y) ((x) + (y))
# define scalar_sub(x, y) ((x) - (y))
# define scalar_max(x, y) ((x) < (y) ? (y) : (x))
# define scalar_storeu(to, x) (*(to) = (x))
# define NAME(f) wide_##f
# define TARGET
# define VECTOR real
# define OP(op) scalar_##op
# define FUSED(x, h) FMA(x, h, h)
# define LANES_OF 1
# include "ceiling_chains.h"
enum { WIDE_LANES = 1, AVX2_LANES = 1 };
# define avx2_chains wide_chains

#endif

static volatile real sink;

static double time_cpu(chains_fn *chains, enum tri_chain chain, ptrdiff_t rounds, int threads)
{
    real sum = 0;
    double begin = INFINITY, end = 0;
    #pragma omp parallel num_threads(threads) reduction(+: sum) reduction(min: begin) reduction(max: end)
    {
        #pragma omp barrier
        begin = tri_now();
        sum += chains(chain, rounds);
        end = tri_now();
    }
    sink = sum;
    return end - begin;
}

/* ---- GPU -------------------------------------------------------------------------------------------
 *
 * A team of the device has 256 threads with 8 chains each, unrolled to 16 steps, 64 times: if less is unrolled,
 * the loop costs a tenth of the float rate.  `rounds` sets the number of teams; when there are many, it does
 * not matter that the last ones run alone.  `simd` is for GCC, which without it leaves 31 of a warp's 32 lanes
 * idle.
 */
enum { TEAM = 256, GPU_CHAINS = 8, LINE = 16, LINES = 64 };

#pragma omp declare target

INLINE real chain_step(enum tri_chain chain, real x, real half)
{
    if (chain == TRI_CHAIN_FMA || chain == TRI_CHAIN_MIXED)
        x = FMA(x, half, half);
    if (chain != TRI_CHAIN_FMA)
        x = half - x;
    if (chain == TRI_CHAIN_COMPARISONS)
        x = x < half ? half : x;
    return x;
}

/* A thread's chains.  Their sum is stored if it is NaN, which no compiler can rule out. */
INLINE void thread_chains(enum tri_chain chain, real half, real *sum)
{
    real x[GPU_CHAINS], all = 0;
    for (int k = 0; k < GPU_CHAINS; k++)
        x[k] = (real)k;
    for (int line = 0; line < LINES; line++) {
        UNROLLED_BY_GCC(16)
        for (int n = 0; n < LINE; n++)
            for (int k = 0; k < GPU_CHAINS; k++)
                x[k] = chain_step(chain, x[k], half);
    }
    for (int k = 0; k < GPU_CHAINS; k++)
        all += x[k];
    if (all != all)
        *sum = all;
}

#pragma omp end declare target

static void offload_chains(enum tri_chain chain, ptrdiff_t rounds, real half, real *sum)
{
    if (chain == TRI_CHAIN_FMA) {
        #pragma omp target teams distribute parallel for simd \
            num_teams(tri_ceiling_teams(rounds)) thread_limit(TEAM) map(tofrom: sum[:1])
        for (ptrdiff_t i = 0; i < rounds * TEAM; i++)
            thread_chains(TRI_CHAIN_FMA, half, sum);
    } else if (chain == TRI_CHAIN_ADDITIONS) {
        #pragma omp target teams distribute parallel for simd \
            num_teams(tri_ceiling_teams(rounds)) thread_limit(TEAM) map(tofrom: sum[:1])
        for (ptrdiff_t i = 0; i < rounds * TEAM; i++)
            thread_chains(TRI_CHAIN_ADDITIONS, half, sum);
    } else if (chain == TRI_CHAIN_COMPARISONS) {
        #pragma omp target teams distribute parallel for simd \
            num_teams(tri_ceiling_teams(rounds)) thread_limit(TEAM) map(tofrom: sum[:1])
        for (ptrdiff_t i = 0; i < rounds * TEAM; i++)
            thread_chains(TRI_CHAIN_COMPARISONS, half, sum);
    } else {
        #pragma omp target teams distribute parallel for simd \
            num_teams(tri_ceiling_teams(rounds)) thread_limit(TEAM) map(tofrom: sum[:1])
        for (ptrdiff_t i = 0; i < rounds * TEAM; i++)
            thread_chains(TRI_CHAIN_MIXED, half, sum);
    }
}

static double time_offload(enum tri_chain chain, ptrdiff_t rounds)
{
    real sum = 0;
    double start = tri_now();
    offload_chains(chain, rounds, one_half, &sum);
    double seconds = tri_now() - start;
    sink = sum;
    return seconds;
}

/* ---- Both ---- */

/* Rounds of a CPU at a time: these take longer than reading the clock. */
enum { AT_ONCE = 1024 };

struct chains {
    enum tri_chain chain;
    enum tri_path path;
    int threads;
};

static double time_once(const void *what, ptrdiff_t rounds)
{
    const struct chains *c = what;
    switch (c->path) {
    case TRI_OFFLOAD: return time_offload(c->chain, rounds);
    case TRI_AVX2: return time_cpu(avx2_chains, c->chain, rounds * AT_ONCE, c->threads);
    default: return time_cpu(wide_chains, c->chain, rounds * AT_ONCE, c->threads);
    }
}

/* The steps of one round, over all lanes, chains and threads. */
static double steps_per_round(enum tri_path path, int threads)
{
    switch (path) {
    case TRI_OFFLOAD: return (double)TEAM * GPU_CHAINS * LINES * LINE;
    case TRI_AVX2: return (double)threads * AT_ONCE * CHAINS * AVX2_LANES;
    default: return (double)threads * AT_ONCE * CHAINS * WIDE_LANES;
    }
}

double tri_chain_rate(enum tri_chain chain, enum tri_path path, int threads)
{
    struct chains c = { chain, path, threads };
    int instructions = chain == TRI_CHAIN_FMA || chain == TRI_CHAIN_ADDITIONS ? 1 : 2;
    return instructions * steps_per_round(path, threads) *
           tri_rounds_per_second(time_once, &c,
                                 path == TRI_OFFLOAD ? TRI_LONG_FOR_GPU : TRI_LONG_FOR_CPU);
}
