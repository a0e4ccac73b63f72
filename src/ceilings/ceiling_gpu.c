/*
 * What the integer units, the tensor cores, the memory and the team memory of OpenMP's device can do.
 *
 * A GPU processes an array in the time that it takes to start a region, so a region processes it many times, one
 * pass after the other in the order in which teams start.
 *
 * `simd` is for GCC, which without it leaves 31 of a warp's 32 lanes idle.
 */
#include "measure.h"
#include "ceiling.h"
#include "compiler.h"
#include "tensor_cores.h"

#include <math.h>
#include <omp.h>
#include <stdlib.h>

enum { TEAM = 256 };

static volatile uint32_t odd = 12345, sink; /* volatile: compilers must not know the values */

static double rate(tri_trial_fn *trial, const void *what)
{
    return tri_rounds_per_second(trial, what, TRI_LONG_FOR_GPU);
}

/* ---- Integers -------------------------------------------------------------------------------------
 *
 * NVIDIA's multiprocessors have two pipelines for 32-bit integers: one adds, shifts and does logic; the other,
 * of the fma units, multiplies and adds.  Compilers use either for additions and shifts.  So the ceiling is
 * the rate of an addition and an exclusive or in turn, or of a multiplication with addition and an
 * exclusive or, whichever is higher.
 */
enum { CHAINS = 8, LINE = 16, LINES = 64 };

#pragma omp declare target

/* The chains of thread i.  Their result is stored if it is `number`, which no compiler can rule out. */
static inline __attribute__((always_inline)) void thread_chains(bool multiplies, uint32_t number,
                                                                ptrdiff_t i, uint32_t *sum)
{
    uint32_t x[CHAINS], all = 0, own = number + (uint32_t)i;
    for (int k = 0; k < CHAINS; k++)
        x[k] = (uint32_t)k + own;
    for (int line = 0; line < LINES; line++) {
        UNROLLED(16)
        for (int n = 0; n < LINE; n++)
            for (int k = 0; k < CHAINS; k++)
                x[k] = ((multiplies ? x[k] * own : x[k]) + own) ^ own;
    }
    for (int k = 0; k < CHAINS; k++)
        all ^= x[k];
    if (all == number)
        *sum = all;
}

#pragma omp end declare target

/* `multiplies` points at a bool. */
static double time_integers(const void *multiplies, ptrdiff_t rounds)
{
    uint32_t number = odd, sum = 0;
    double start = tri_now();
    if (*(const bool *)multiplies) {
        #pragma omp target teams distribute parallel for simd \
            num_teams(tri_ceiling_teams(rounds)) thread_limit(TEAM) map(tofrom: sum)
        for (ptrdiff_t i = 0; i < rounds * TEAM; i++)
            thread_chains(true, number, i, &sum);
    } else {
        #pragma omp target teams distribute parallel for simd \
            num_teams(tri_ceiling_teams(rounds)) thread_limit(TEAM) map(tofrom: sum)
        for (ptrdiff_t i = 0; i < rounds * TEAM; i++)
            thread_chains(false, number, i, &sum);
    }
    double seconds = tri_now() - start;
    sink = sum;
    return seconds;
}

double tri_gpu_integer_rate(void)
{
    bool multiplies = true, adds = false;
    double best = fmax(rate(time_integers, &adds), rate(time_integers, &multiplies));
    return 2.0 * TEAM * CHAINS * LINES * LINE * best;
}

/* ---- Tensor cores ---------------------------------------------------------------------------------
 *
 * Each warp has chains of products of fragments, and nothing else.  A and B are 1/2, so that each instruction adds 1.
 * Each of these takes so much longer than one of other chains that with as many the last teams, which run alone, would
 * cost some percent.
 */
enum { FRAGMENT_LINES = LINES / 4 };

#pragma omp declare target

static inline __attribute__((always_inline)) void warp_chains(double half, double *sum)
{
    double a[2] = { half, half }, c[CHAINS][4], all = 0;
    for (int k = 0; k < CHAINS; k++)
        c[k][0] = c[k][1] = c[k][2] = c[k][3] = half;
    for (int line = 0; line < FRAGMENT_LINES; line++) {
        UNROLLED(16)
        for (int n = 0; n < LINE; n++) {
            UNROLLED(8)
            for (int k = 0; k < CHAINS; k++)
                multiply_fragments(a, half, c[k]);
        }
    }
    for (int k = 0; k < CHAINS; k++)
        all += c[k][0] + c[k][1] + c[k][2] + c[k][3];
    if (all != all) /* never true, but the compiler cannot know */
        *sum = all;
}

#pragma omp end declare target

static double time_tensor(const void *unused, ptrdiff_t rounds)
{
    double sum = 0, half = 0.5;
    double start = tri_now();
    #pragma omp target teams distribute parallel for num_teams(tri_ceiling_teams(rounds)) \
        thread_limit(TEAM) map(tofrom: sum)
    for (ptrdiff_t i = 0; i < rounds * TEAM; i++)
        warp_chains(half, &sum);
    return tri_now() - start;
}

double tri_gpu_tensor_rate(void)
{
    enum { PRODUCTS = FRAGMENT_ROWS * FRAGMENT_COLS * FRAGMENT_DEPTH };
    if (!tri_tensor_cores())
        return 0;
    return (double)TEAM / WARP_LANES * CHAINS * FRAGMENT_LINES * LINE * PRODUCTS *
           rate(time_tensor, NULL);
}

/* ---- Memory ---------------------------------------------------------------------------------------
 *
 * A thread has some numbers in flight at once, a team's width apart; src/hotspots/vecadd/climb.c says why.  Arrays in
 * the cache are processed faster than teams can be started, so there the threads go on to other tiles: those
 * that other multiprocessors have had, so that the L1 caches, of which each multiprocessor has its own,
 * play no part.  (For arrays in memory this would measure the cache, which still has the tiles of
 * neighbours.)
 */
enum { HELD = 2, READ = 8, TILE = TEAM * HELD };

struct arrays {
    double *to, *from;
    ptrdiff_t length; /* of each: a power of two, and many tiles */
    int tiles;        /* that a thread processes */
    bool updates;     /* to += from; else it is a copy */
};

static double time_stores(const void *what, ptrdiff_t passes)
{
    const struct arrays *a = what;
    double *to = a->to;
    const double *from = a->from;
    ptrdiff_t length = a->length;
    int tiles = a->tiles;
    ptrdiff_t teams = passes * length / TILE / tiles, next = (teams + 1) * TILE;
    double start = tri_now();
    if (a->updates) {
        #pragma omp target teams distribute parallel for simd num_teams(tri_ceiling_teams(teams)) \
            thread_limit(TEAM) map(alloc: to[:length], from[:length])
        for (ptrdiff_t k = 0; k < teams * TEAM; k++)
            for (int n = 0; n < tiles; n++) {
                ptrdiff_t i = (k / TEAM * TILE + k % TEAM + n * next) & (length - 1);
                double x = from[i] + to[i], y = from[i + TEAM] + to[i + TEAM];
                to[i] = x;
                to[i + TEAM] = y;
            }
    } else {
        #pragma omp target teams distribute parallel for simd num_teams(tri_ceiling_teams(teams)) \
            thread_limit(TEAM) map(alloc: to[:length], from[:length])
        for (ptrdiff_t k = 0; k < teams * TEAM; k++)
            for (int n = 0; n < tiles; n++) {
                ptrdiff_t i = (k / TEAM * TILE + k % TEAM + n * next) & (length - 1);
                double x = from[i], y = from[i + TEAM];
                to[i] = x;
                to[i + TEAM] = y;
            }
    }
    return tri_now() - start;
}

static double time_read(const void *what, ptrdiff_t passes)
{
    const struct arrays *a = what;
    double *x = a->to;
    const double *y = a->from;
    ptrdiff_t length = a->length, teams = passes * length / (TEAM * READ);
    double start = tri_now();
    #pragma omp target teams distribute parallel for simd \
        num_teams(tri_ceiling_teams(teams)) thread_limit(TEAM) map(alloc: x[:length], y[:length])
    for (ptrdiff_t k = 0; k < teams * TEAM; k++) {
        ptrdiff_t first = (k / TEAM * (TEAM * READ) + k % TEAM) & (length - 1);
        double sum = 0;
        for (int n = 0; n < READ; n++)
            sum += x[first + n * TEAM] + y[first + n * TEAM];
        if (sum != sum) /* never true, but the compiler cannot know */
            x[first] = sum;
    }
    return tri_now() - start;
}

/* With numbers, since zeros of both signs would need less power, and clocks could be higher. */
static void fill(const struct arrays *a)
{
    double *to = a->to, *from = a->from;
    ptrdiff_t length = a->length;
    #pragma omp target teams distribute parallel for simd map(alloc: to[:length], from[:length])
    for (ptrdiff_t i = 0; i < length; i++)
        to[i] = from[i] = 1 + 1e-9 * (double)i;
}

static void time_arrays(struct arrays *a, struct tri_bandwidth *b)
{
    enum { AGAIN = 16 };
    double bytes = (double)a->length * sizeof(double);
    fill(a);
    b->read = 2 * bytes * rate(time_read, a);
    b->copied = 0;
    bool cached = 2 * bytes <= (double)tri_device_cache_bytes();
    for (a->tiles = 1; a->tiles <= (cached ? AGAIN : 1); a->tiles *= AGAIN) {
        a->updates = false;
        b->copied = fmax(b->copied, 2 * bytes * rate(time_stores, a));
        a->updates = true;
        b->copied = fmax(b->copied, 3 * bytes * rate(time_stores, a));
    }
}

/* Does not use the host's memory. */
bool tri_gpu_bandwidth(size_t footprint, struct tri_bandwidth *b)
{
    struct arrays a = { .length = (ptrdiff_t)(footprint / 2 / sizeof(double)) };
    ptrdiff_t length = a.length;
    double *to = malloc((size_t)length * sizeof *to), *from = malloc((size_t)length * sizeof *from);
    a.to = to;
    a.from = from;
    if (to && from) {
        #pragma omp target data map(alloc: to[:length], from[:length])
        time_arrays(&a, b);
    }
    free(to);
    free(from);
    return to && from;
}

/* ---- Team memory ----------------------------------------------------------------------------------
 *
 * All threads of a team read an array in team memory, AHEAD words at a time: either each thread its own words, of
 * which no two of a warp are in the same bank; or all the same four, which are read once and broadcast.
 */
typedef struct {
    _Alignas(16) uint32_t at[4];
} quad; /* as much as one instruction loads */

enum { WORDS = 4096, QUADS = WORDS / 4, AHEAD = 16, READS = 512 };

#pragma omp declare target

static inline __attribute__((always_inline)) uint32_t read_words(const uint32_t *word)
{
    enum { FAR = WORDS / AHEAD };
    uint32_t sum = 0;
    int thread = omp_get_thread_num();
    for (int n = 0; n < READS; n++)
        for (int k = 0; k < AHEAD; k++)
            sum ^= word[(thread + 32 * n) % FAR + k * FAR];
    return sum;
}

static inline __attribute__((always_inline)) uint32_t read_quads(const quad *four)
{
    enum { FAR = QUADS / AHEAD };
    quad sum = { { 0 } };
    for (int n = 0; n < READS; n++)
        for (int k = 0; k < AHEAD; k++)
            for (int i = 0; i < 4; i++)
                sum.at[i] ^= four[n % FAR + k * FAR].at[i];
    return sum.at[0] ^ sum.at[1] ^ sum.at[2] ^ sum.at[3];
}

#pragma omp end declare target

/* As in src/hotspots/matmul/matmul_tiles.c: clang finds that the array is shared by the team, and puts it into team memory. */
static double time_words(const void *unused, ptrdiff_t teams)
{
    uint32_t number = odd, result[1] = { 0 };
    double start = tri_now();
    #pragma omp target teams distribute num_teams(tri_teams(teams)) thread_limit(TEAM) \
        map(tofrom: result)
    for (ptrdiff_t team = 0; team < teams; team++) {
        uint32_t word[WORDS];
        #pragma omp parallel num_threads(TEAM) firstprivate(number)
        {
            for (int i = omp_get_thread_num(); i < WORDS; i += omp_get_num_threads())
                word[i] = number * (uint32_t)i;
            #pragma omp barrier
            uint32_t all = read_words(word);
            if (all == number)
                result[0] = all;
        }
    }
    double seconds = tri_now() - start;
    sink = result[0];
    return seconds;
}

static double time_quads(const void *unused, ptrdiff_t teams)
{
    uint32_t number = odd, result[1] = { 0 };
    double start = tri_now();
    #pragma omp target teams distribute num_teams(tri_teams(teams)) thread_limit(TEAM) \
        map(tofrom: result)
    for (ptrdiff_t team = 0; team < teams; team++) {
        quad four[QUADS];
        #pragma omp parallel num_threads(TEAM) firstprivate(number)
        {
            for (int i = omp_get_thread_num(); i < QUADS; i += omp_get_num_threads())
                for (uint32_t k = 0; k < 4; k++)
                    four[i].at[k] = number * (2 * k + 1) + (uint32_t)i;
            #pragma omp barrier
            uint32_t all = read_quads(four);
            if (all == number)
                result[0] = all;
        }
    }
    double seconds = tri_now() - start;
    sink = result[0];
    return seconds;
}

double tri_gpu_team_rate(void)
{
    if (THREADS_ARE_WARPS)
        return 0;
    double words = rate(time_words, NULL);
    double quads = rate(time_quads, NULL);
    return (double)TEAM * READS * AHEAD * fmax(words * sizeof(uint32_t), quads * sizeof(quad));
}
