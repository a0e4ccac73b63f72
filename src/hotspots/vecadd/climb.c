/*
 * Adding two vectors: from the plain loop to the speed of memory.
 *
 * The plain form is in src/hotspots/vecadd/vecadd.c.  With one addition for three numbers moved, the time is
 * that of memory, and each variant removes something that keeps memory from its full speed.
 *
 *     plain-simd  GPU   uses the lanes of a warp, with a compiler that maps a thread to a warp
 *     tiles       GPU   one team per tile of 256 elements
 *     awake       GPU   the host does not sleep while it waits
 *     overlapped  GPU   stripes: sums are copied back while inputs are copied in (vecadd_overlapped.c)
 *     streaming   CPU   stores that go to memory without reading the cache line first
 *     tuned       GPU   16 bytes of each array in flight in each thread
 *                 CPU   streaming stores for what the caches cannot hold, ordinary ones for the rest
 */
#include "real.h"

#include "needs.h"

#include "ran_on.h"

#include <stdint.h>

enum { N };       /* the first parameter, */
enum { A, B, C }; /* and operands, as in the lesson */
enum form { SUM, UPDATE };

enum { THREADS = 256 }; /* of a team */

/* ---- GPU, plain-simd ------------------------------------------------------------------------------
 *
 * The compiler decides what an OpenMP thread is on a GPU.  clang and nvc make it a lane of a warp, and
 * ignore `simd` there.  GCC makes it a whole warp, and `simd` distributes a thread's iterations
 * to the lanes: without it, 31 of 32 lanes are idle.  So this is the plain loop with `simd`.
 */
static void add_lanes(ptrdiff_t n, int form, real *a, const real *b, real *c)
{
    if (form == SUM) {
        #pragma omp target teams distribute parallel for simd map(to: a[:n], b[:n]) map(from: c[:n])
        for (ptrdiff_t i = 0; i < n; i++)
            c[i] = a[i] + b[i];
    } else {
        #pragma omp target teams distribute parallel for simd map(tofrom: a[:n]) map(to: b[:n])
        for (ptrdiff_t i = 0; i < n; i++)
            a[i] += b[i];
    }
}

void vecadd_plain_simd_offload(ptrdiff_t n, int form, real a[n], const real b[n], real c[n])
{
    add_lanes(n, form, a, b, c);
}

/* ---- GPU, tiles -----------------------------------------------------------------------------------
 *
 * By default, LLVM's runtime starts a fixed number of teams, and each processes its share in several
 * rounds.  Here there is one team per tile; the hardware starts the next one as soon as there is
 * space, and no thread has a second element.  By itself this gains nothing (docs/measured.md): each thread still
 * has one load of each array in flight.  But `tuned` needs it.
 *
 * num_teams(k) asks for k teams, thread_limit(k) allows k threads in each.  tri_teams(k) is k on a GPU and
 * 1 elsewhere, where the threads of one team are all there are.
 */
static void add_tiles(ptrdiff_t n, int form, real *a, const real *b, real *c, int *place)
{
    if (form == SUM) {
        #pragma omp target teams distribute parallel for num_teams(tri_teams((n + THREADS - 1) / THREADS)) \
            thread_limit(THREADS) map(to: a[:n], b[:n]) map(from: c[:n], place[:1])
        for (ptrdiff_t i = 0; i < n; i++) {
            c[i] = a[i] + b[i];
            if (i == 0)
                *place = ran_on();
        }
    } else {
        #pragma omp target teams distribute parallel for num_teams(tri_teams((n + THREADS - 1) / THREADS)) \
            thread_limit(THREADS) map(tofrom: a[:n]) map(to: b[:n]) map(from: place[:1])
        for (ptrdiff_t i = 0; i < n; i++) {
            a[i] += b[i];
            if (i == 0)
                *place = ran_on();
        }
    }
}

void vecadd_tiles_offload(ptrdiff_t n, int form, real a[n], const real b[n], real c[n], int *place)
{
    add_tiles(n, form, a, b, c, place);
}

/* ---- GPU, awake -----------------------------------------------------------------------------------
 *
 * The same region.  With LLVM's runtime the host's thread sleeps until the GPU is done, and then has to be woken, which
 * takes as long as a short kernel.  `.waits_awake`, in the table below, has it read a word in memory again and again
 * instead, as a CUDA program does; docs/waiting.md says what that gains and costs, and how a program of your own does
 * it.
 */
void vecadd_awake_offload(ptrdiff_t n, int form, real a[n], const real b[n], real c[n], int *place)
{
    add_tiles(n, form, a, b, c, place);
}

/* ---- GPU, tuned: 16 bytes a thread ----------------------------------------------------------------
 *
 * A thread of the variants above waits for its two numbers and has nothing else to do meanwhile, and to start a team
 * costs as much as many loads.  So here a thread loads 16 bytes of both
 * arrays before it stores the first sum.  Its elements are a team's width apart, so that the loads of a warp
 * still coalesce.
 *
 * Tiles are distributed by hand: `distribute` and `for` divide and multiply to find each thread's share,
 * which costs registers, and the more registers a thread has, the fewer teams fit on a multiprocessor at
 * a time (occupancy).
 */
enum { EACH = 16 / sizeof(real), TILE = EACH * THREADS };

#pragma omp declare target

/* to[i] = a[i] + b[i] for EACH elements i = first, first + THREADS, … below n. */
INLINE void add_each(ptrdiff_t first, ptrdiff_t n, const real *a, const real *b, real *to)
{
    real x[EACH], y[EACH];
    for (int k = 0; k < EACH; k++) {
        ptrdiff_t i = first + k * THREADS;
        x[k] = i < n ? a[i] : 0;
        y[k] = i < n ? b[i] : 0;
    }
    for (int k = 0; k < EACH; k++) {
        ptrdiff_t i = first + k * THREADS;
        if (i < n)
            to[i] = x[k] + y[k];
    }
}

/* The share of one thread in all tiles. */
INLINE void add_share(ptrdiff_t n, const real *a, const real *b, real *to, int *place)
{
    int thread = omp_get_thread_num(), threads = omp_get_num_threads();
    int team = omp_get_team_num(), teams = omp_get_num_teams();
    if (team == 0 && thread == 0)
        *place = ran_on();
    for (ptrdiff_t tile = (ptrdiff_t)team * TILE; tile < n; tile += (ptrdiff_t)teams * TILE)
        for (int k = thread; k < THREADS; k += threads)
            add_each(tile + k, n, a, b, to);
}

#pragma omp end declare target

static void add_tuned(ptrdiff_t n, int form, real *a, const real *b, real *c, int *place)
{
    if (form == SUM) {
        #pragma omp target teams num_teams(tri_teams((n + TILE - 1) / TILE)) thread_limit(THREADS) \
            map(to: a[:n], b[:n]) map(from: c[:n], place[:1])
        #pragma omp parallel
        add_share(n, a, b, c, place);
    } else {
        #pragma omp target teams num_teams(tri_teams((n + TILE - 1) / TILE)) thread_limit(THREADS) \
            map(tofrom: a[:n]) map(to: b[:n]) map(from: place[:1])
        #pragma omp parallel
        add_share(n, a, b, a, place);
    }
}

void vecadd_tuned_offload(ptrdiff_t n, int form, real a[n], const real b[n], real c[n], int *place)
{
    add_tuned(n, form, a, b, c, place);
}

/* ---- CPU, streaming -------------------------------------------------------------------------------
 *
 * A core writes whole cache lines only: before it stores the first number of a line of c, it reads the
 * line from memory, to overwrite all of it.  So c = a + b moves four numbers where three would do.  A
 * non-temporal (streaming) store writes a full line straight to memory and saves the fourth.
 *
 * It needs whole, aligned lines.  The elements before the first whole line of the result are added first, those
 * after the last strip at the end; a strip is 64 lines, 4096 bytes.
 */
enum { LINE = 64 / sizeof(real), STRIP = 64 * LINE };

/* to[i] = a[i] + b[i] for a strip of i; `to` is aligned to a cache line. */
typedef void strip_fn(const real *a, const real *b, real *to);

/* How many of n numbers come before the first whole cache line. */
static ptrdiff_t before_line(ptrdiff_t n, const real *to)
{
    ptrdiff_t before = (ptrdiff_t)(-(uintptr_t)to % 64 / sizeof(real));
    return before < n ? before : n;
}

/* OpenMP has a clause for such stores, `nontemporal`.  clang and gcc accept it without effect: clang 19
 * marks the load of the pointer `to` instead of the stores through it (its IR shows where), gcc 12
 * marks nothing.  clang's __builtin_nontemporal_store would be marked, but keeps the loop from being
 * vectorised ("nontemporal store instruction cannot be vectorized"). */
#if defined(__NVCOMPILER)
/* nvc 22.11 refuses the clause ("invalid text in pragma"). */
static void strip_simd(const real *a, const real *b, real *to)
{
    #pragma omp simd aligned(to: 64)
    for (int i = 0; i < STRIP; i++)
        to[i] = a[i] + b[i];
}
#else
static void strip_simd(const real *a, const real *b, real *to)
{
    #pragma omp simd nontemporal(to) aligned(to: 64)
    for (int i = 0; i < STRIP; i++)
        to[i] = a[i] + b[i];
}
#endif

static void add_strips_simd(ptrdiff_t n, const real *a, const real *b, real *to)
{
    ptrdiff_t first = before_line(n, to), strips = (n - first) / STRIP;
    for (ptrdiff_t i = 0; i < first; i++)
        to[i] = a[i] + b[i];
    #pragma omp parallel for
    for (ptrdiff_t k = 0; k < strips; k++)
        strip_simd(a + first + k * STRIP, b + first + k * STRIP, to + first + k * STRIP);
    for (ptrdiff_t i = first + strips * STRIP; i < n; i++)
        to[i] = a[i] + b[i];
}

void vecadd_streaming_simd(ptrdiff_t n, int form, real a[n], const real b[n], real c[n])
{
    add_strips_simd(n, a, b, form == SUM ? c : a);
}

#if defined(AVX2)

AVX2 static void strip_streamed(const real *a, const real *b, real *to)
{
    for (int i = 0; i < STRIP; i += LANES)
        V(stream)(to + i, V(add)(V(loadu)(a + i), V(loadu)(b + i)));
}

AVX2 static void strip_cached(const real *a, const real *b, real *to)
{
    for (int i = 0; i < STRIP; i += LANES)
        V(storeu)(to + i, V(add)(V(loadu)(a + i), V(loadu)(b + i)));
}

/* Streaming stores are not ordered with other stores: the fence comes before the barrier that tells the
 * other threads that all is done. */
static void add_strips_avx2(strip_fn *strip, ptrdiff_t n, const real *a, const real *b, real *to)
{
    ptrdiff_t first = before_line(n, to), strips = (n - first) / STRIP;
    for (ptrdiff_t i = 0; i < first; i++)
        to[i] = a[i] + b[i];
    #pragma omp parallel
    {
        #pragma omp for nowait
        for (ptrdiff_t k = 0; k < strips; k++)
            strip(a + first + k * STRIP, b + first + k * STRIP, to + first + k * STRIP);
        _mm_sfence();
    }
    for (ptrdiff_t i = first + strips * STRIP; i < n; i++)
        to[i] = a[i] + b[i];
}

void vecadd_streaming_avx2(ptrdiff_t n, int form, real a[n], const real b[n], real c[n])
{
    add_strips_avx2(strip_streamed, n, a, b, form == SUM ? c : a);
}

#endif

/* ---- CPU, tuned -----------------------------------------------------------------------------------
 *
 * Data that fit in the caches are faster there, and a += b has read its cache lines anyway.  So only a sum of
 * vectors that are larger than most caches uses streaming stores.
 */
enum { CACHES = 32 << 20 /* bytes */ };

static bool streams(ptrdiff_t n, int form)
{
    return form == SUM && 3 * (size_t)n * sizeof(real) > CACHES;
}

void vecadd_tuned_simd(ptrdiff_t n, int form, real a[n], const real b[n], real c[n])
{
    real *to = form == SUM ? c : a;
    if (streams(n, form)) {
        add_strips_simd(n, a, b, to);
        return;
    }
    #pragma omp parallel for simd
    for (ptrdiff_t i = 0; i < n; i++)
        to[i] = a[i] + b[i];
}

#if defined(AVX2)
void vecadd_tuned_avx2(ptrdiff_t n, int form, real a[n], const real b[n], real c[n])
{
    add_strips_avx2(streams(n, form) ? strip_streamed : strip_cached, n, a, b, form == SUM ? c : a);
}
#endif

/* ---- The rungs ---- */

#define NONTEMPORAL "for simd a compiler that implements nontemporal: clang 19 and gcc 12 ignore it"

/* On several devices each gets a band of elements. */
const struct tri_division vecadd_division = { .rows = N,
                                              .divided = { [A] = true, [B] = true, [C] = true } };

const struct tri_variant vecadd_tuned[] = {
    { "plain-simd",
      "with simd: uses a warp's lanes with compilers that make a warp one thread, as gcc does" },
    { "tiles", "one team per tile of 256 elements" },
    { "awake", "the host does not sleep while it waits for the GPU", .waits_awake = true },
    { "overlapped", "stripes: one is copied back while the next is copied in", .waits_awake = true,
      .needs = OVERLAPPED_NEEDS, .available = needs_region_tasks },
    { "streaming", "non-temporal stores, which do not read a line before they overwrite it",
      .needs = NONTEMPORAL },
    { "tuned", "GPU: 16 bytes in flight in each thread; CPU: streaming only beyond the caches",
      .waits_awake = true, .division = &vecadd_division, .needs = NONTEMPORAL },
    { .name = NULL },
};
