/*
 * What a CPU's integer units, memory and caches can do.
 *
 * Bytes that are copied count twice, as read and as written.  What an ordinary store reads before it writes (the
 * cache line) does not count: it can be avoided.  So the ceiling is the best of three ways: a plain copy, one with
 * streaming stores, and to += from, which reads what it writes anyway.
 *
 * Every thread processes its own part of two arrays, as often as needed, and waits for no other.
 */
#include "measure.h"
#include "ceiling.h"
#include "intrinsics.h"

#include <math.h>
#include <omp.h>
#include <stdlib.h>

/* Integer chains leave a register for the number that they add; all loads of a strip are in flight at once. */
enum { CHAINS = 15, STRIP = 8, WIDEST = 64 };

typedef uint32_t integers_fn(ptrdiff_t rounds);
typedef uint32_t pass_fn(char *to, const char *from, ptrdiff_t bytes, ptrdiff_t passes);

struct kernels {
    integers_fn *integers;
    pass_fn *read, *copy, *stream, *update;
    int bytes; /* of a vector */
};

static volatile uint32_t odd = 12345, sink; /* volatile: compilers must not know the values */

#define EVERY_PASS_ANEW() __asm__ volatile("" ::: "memory")

#if defined(AVX2)

# define FENCE() _mm_sfence()

/* As for chains. */
# if defined(__x86_64__)
#  define NAME(f) avx2_##f
#  define TARGET AVX2
#  define WORDS __m256i
#  define BYTES 32
#  define LOAD(p) _mm256_load_si256((const __m256i *)(p))
#  define STORE(p, x) _mm256_store_si256((__m256i *)(p), x)
#  define STREAM(p, x) _mm256_stream_si256((__m256i *)(p), x)
#  define ADD(x, y) _mm256_add_epi32(x, y)
#  define XOR(x, y) _mm256_xor_si256(x, y)
#  define FIRST(x) (uint32_t)_mm_cvtsi128_si32(_mm256_castsi256_si128(x))
#  define ALL(n) _mm256_set1_epi32(n)
#  include "ceiling_vectors.h"
# else
#  define avx2_kernels wide_kernels
# endif

# if defined(__AVX512F__)
#  define NAME(f) wide_##f
#  define TARGET
#  define WORDS __m512i
#  define BYTES 64
#  define LOAD(p) _mm512_load_si512(p)
#  define STORE(p, x) _mm512_store_si512(p, x)
#  define STREAM(p, x) _mm512_stream_si512((__m512i *)(p), x)
#  define ADD(x, y) _mm512_add_epi32(x, y)
#  define XOR(x, y) _mm512_xor_si512(x, y)
#  define FIRST(x) (uint32_t)_mm_cvtsi128_si32(_mm512_castsi512_si128(x))
#  define ALL(n) _mm512_set1_epi32(n)
#  include "ceiling_vectors.h"
# elif defined(__AVX2__)
#  define wide_kernels avx2_kernels
# else
#  define NAME(f) wide_##f
#  define TARGET
#  define WORDS __m128i
#  define BYTES 16
#  define LOAD(p) _mm_load_si128((const __m128i *)(p))
#  define STORE(p, x) _mm_store_si128((__m128i *)(p), x)
#  define STREAM(p, x) _mm_stream_si128((__m128i *)(p), x)
#  define ADD(x, y) _mm_add_epi32(x, y)
#  define XOR(x, y) _mm_xor_si128(x, y)
#  define FIRST(x) (uint32_t)_mm_cvtsi128_si32(x)
#  define ALL(n) _mm_set1_epi32(n)
#  include "ceiling_vectors.h"
# endif

#else

/* On other processors: plain words, which compilers may vectorise. */
# define FENCE() ((void)0)
# define NAME(f) wide_##f
# define TARGET
# define WORDS uint64_t
# define BYTES 8
# define LOAD(p) *(const uint64_t *)(const void *)(p)
# define STORE(p, x) (*(uint64_t *)(void *)(p) = (x))
# define STREAM(p, x) STORE(p, x)
# define ADD(x, y) ((x) + (y))
# define XOR(x, y) ((x) ^ (y))
# define FIRST(x) (uint32_t)(x)
# define ALL(n) (uint64_t)(n)
# include "ceiling_vectors.h"
# define avx2_kernels wide_kernels

#endif

/* Compilers use the widest vectors of the build on every path but TRI_AVX2, which is written for 256 bits. */
static const struct kernels *kernels_of(enum tri_path path)
{
    return path == TRI_AVX2 ? &avx2_kernels : &wide_kernels;
}

/* ---- Threads ---- */

typedef uint32_t part_fn(const void *what, ptrdiff_t rounds); /* the work of one thread */

/* Seconds from when the first thread begins, after a barrier, to when the last one ends. */
static double time_threads(int threads, part_fn *part, const void *what, ptrdiff_t rounds)
{
    uint32_t sum = 0;
    double begin = INFINITY, end = 0;
    #pragma omp parallel num_threads(threads) reduction(+: sum) reduction(min: begin) reduction(max: end)
    {
        #pragma omp barrier
        begin = tri_now();
        sum += part(what, rounds);
        end = tri_now();
    }
    sink = sum;
    return end - begin;
}

/* ---- Integers ---- */

struct chains {
    integers_fn *integers;
    int threads;
};

enum { AT_ONCE = 1024 };

static uint32_t run_chains(const void *what, ptrdiff_t rounds)
{
    const struct chains *c = what;
    return c->integers(rounds * AT_ONCE);
}

static double time_integers(const void *what, ptrdiff_t rounds)
{
    const struct chains *c = what;
    return time_threads(c->threads, run_chains, c, rounds);
}

double tri_cpu_integer_rate(enum tri_path path, int threads)
{
    const struct kernels *k = kernels_of(path);
    struct chains c = { k->integers, threads };
    return 2.0 * CHAINS * AT_ONCE * k->bytes / sizeof(uint32_t) * threads *
           tri_rounds_per_second(time_integers, &c, TRI_LONG_FOR_CPU);
}

/* ---- Memory and caches ---- */

struct arrays {
    char *to, *from;
    ptrdiff_t each,
        piece; /* bytes of each that a thread processes at once: a multiple of WIDEST * STRIP */
    ptrdiff_t *next; /* the piece that the next trial begins with */
    int threads;
    pass_fn *pass;
};

/* With large arrays a trial processes one or some pieces, and the next trial those that follow.  So a trial is short,
 * but finds in the caches only what a pass over the whole array would find there. */
enum { PIECE = 4 << 20 };

static uint32_t pass_over(const void *what, ptrdiff_t rounds)
{
    const struct arrays *a = what;
    ptrdiff_t first = omp_get_thread_num() * a->each, pieces = a->each / a->piece;
    uint32_t sum = 0;
    if (pieces == 1)
        return a->pass(a->to + first, a->from + first, a->piece, rounds);
    for (ptrdiff_t n = 0; n < rounds; n++) {
        ptrdiff_t at = first + (*a->next + n) % pieces * a->piece;
        sum += a->pass(a->to + at, a->from + at, a->piece, 1);
    }
    return sum;
}

static double time_passes(const void *what, ptrdiff_t rounds)
{
    const struct arrays *a = what;
    double seconds = time_threads(a->threads, pass_over, a, rounds);
    *a->next += rounds;
    return seconds;
}

/* Bytes a second of passes that move `moved` bytes for each byte of an array. */
static double bandwidth(struct arrays *a, pass_fn *pass, int moved)
{
    a->pass = pass;
    return (double)moved * (double)a->piece * a->threads *
           tri_rounds_per_second(time_passes, a, TRI_LONG_FOR_CPU);
}

bool tri_cpu_bandwidth(enum tri_path path, int threads, size_t footprint, struct tri_bandwidth *b)
{
    const struct kernels *k = kernels_of(path);
    ptrdiff_t next = 0;
    struct arrays a = { .threads = threads, .next = &next };
    size_t strips = footprint / 2 / (size_t)threads / (WIDEST * STRIP);
    a.each = (ptrdiff_t)(strips ? strips : 1) * WIDEST * STRIP;
    a.piece = a.each < PIECE ? a.each : PIECE;
    a.to = aligned_alloc(WIDEST, (size_t)a.each * (size_t)threads);
    a.from = aligned_alloc(WIDEST, (size_t)a.each * (size_t)threads);
    bool good = a.to && a.from;
    if (good) {
        #pragma omp parallel num_threads(threads)
        for (ptrdiff_t i = 0, first = omp_get_thread_num() * a.each; i < a.each; i++)
            a.from[first + i] = a.to[first + i] =
                1; /* so that all pages exist, and are not the same zero page */
        b->copied = fmax(bandwidth(&a, k->copy, 2), bandwidth(&a, k->update, 3));
        b->copied = fmax(b->copied, bandwidth(&a, k->stream, 2));
        b->read = bandwidth(&a, k->read, 2);
    }
    free(a.to);
    free(a.from);
    return good;
}
