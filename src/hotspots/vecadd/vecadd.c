/*
 * Adding two vectors: begin here.
 *
 *     c(i) = a(i) + b(i)   for i = 0 … n - 1
 *
 * or, in place (bench vecadd --set form=update), a(i) += b(i).
 *
 * The smallest loop for a GPU.  Every element is independent of the others, so the loop may
 * run in any order and on as many threads as there are: that is what every directive (#pragma omp) below
 * promises the compiler.
 *
 * The loop is written four times, and each of these is a path: 1. the reference, as it is defined, 2. for the
 * GPU, 3. for the cores and vector units of a CPU, 4. the same with AVX2 intrinsics, functions that stand for one
 * instruction each.  All have the same arguments: `const real a[n]` is a pointer to n numbers that are only read.
 * `bench` and the other programs find a path by its name, and parameters and arrays by these arguments; section 5
 * has what no argument says.  This form of the paths is called plain.  climb.c has faster ones, step by step.  The
 * next lesson is dot.c.
 *
 * `real` is float or double: the file is compiled once with each, and the build gives each function two names, such
 * as vecadd_offload_float.  In a program of your own, write the type instead; docs/adding.md says what else a path needs.
 */
#include "real.h"

#include "hotspot.h"

enum form { SUM, UPDATE };

/* ---- 1. The reference -------------------------------------------------------------------------
 *
 * The definition.  The results of the other paths are compared with it, bit for bit.  They can be the same: IEEE 754
 * says how an addition rounds, on a CPU and on a GPU alike, and each sum here is one addition.
 *
 * `parallel for` divides the loop among the CPU's threads, only to make that comparison short.  When the reference is
 * timed, it runs on one thread.
 */
void vecadd_reference(ptrdiff_t n, int form, real a[n], const real b[n], real c[n])
{
    real *to = form == SUM ? c : a;
    #pragma omp parallel for
    for (ptrdiff_t i = 0; i < n; i++)
        to[i] = a[i] + b[i];
}

/* ---- 2. GPU: omp target teams distribute parallel for -------------------------------------------
 *
 * A directive with the loop under it is called a construct; when it runs, a region.  What a GPU runs for a target
 * region is called a kernel.  Read this directive from left to right:
 *
 *     target                  run the loop on the device: the GPU.  The host, that is the CPU, waits
 *     teams                   start many teams of threads; CUDA calls them blocks
 *     distribute              give each team a share of the iterations,
 *     parallel for            and each of its threads a share of that
 *
 * A GPU has memory of its own, so the arrays have to be copied.  The clause `map` says which way: `to` the device
 * before the loop, `from` it afterwards, `tofrom` both.  To a GPU that takes far longer than the additions: laplace.c
 * keeps arrays there, and bench times a path whose arrays are there already.  An array section is [first:length]; a[:n]
 * is short for a[0:n].  It says how long the array is, which a pointer does not.  Plain numbers such as n need no
 * clause: the region gets a copy (`firstprivate`), which all its threads share, so they may only read it.
 *
 * The threads of an NVIDIA GPU run in groups of 32, called warps.  Adjacent threads work on adjacent
 * elements, so what a warp loads lies side by side and is read from memory in a few wide pieces.  That is
 * called coalescing, and here nothing has to be done for it.
 *
 * If no device is found, OpenMP runs the loop on the host, without a message.  compare and bench find out: by what the
 * runtime reports of regions, or by the results (docs/audit.md).
 */
static void add_offload(ptrdiff_t n, const real *a, const real *b, real *c)
{
    #pragma omp target teams distribute parallel for map(to: a[:n], b[:n]) map(from: c[:n])
    for (ptrdiff_t i = 0; i < n; i++)
        c[i] = a[i] + b[i];
}

/* In place: the loop reads `a` and writes it, so it is mapped both ways. */
static void update_offload(ptrdiff_t n, real *a, const real *b)
{
    #pragma omp target teams distribute parallel for map(tofrom: a[:n]) map(to: b[:n])
    for (ptrdiff_t i = 0; i < n; i++)
        a[i] += b[i];
}

void vecadd_offload(ptrdiff_t n, int form, real a[n], const real b[n], real c[n])
{
    if (form == SUM)
        add_offload(n, a, b, c);
    else
        update_offload(n, a, b);
}

/* ---- 3. CPU: omp parallel for simd --------------------------------------------------------------
 *
 * Two kinds of parallelism in one directive: `parallel for` divides the iterations among the cores'
 * threads, and `simd` lets each thread compute several of them with one vector instruction.  clang and
 * gcc both vectorise this loop.
 */
void vecadd_simd(ptrdiff_t n, int form, real a[n], const real b[n], real c[n])
{
    real *to = form == SUM ? c : a;
    #pragma omp parallel for simd
    for (ptrdiff_t i = 0; i < n; i++)
        to[i] = a[i] + b[i];
}

/* ---- 4. CPU: AVX2 intrinsics ----------------------------------------------------------------------
 *
 * By hand, what a compiler makes of section 3.  A vector (`vec`: __m256 or __m256d) has LANES lanes with a
 * number in each: eight floats or four doubles.  V(add) is _mm256_add_ps or _mm256_add_pd (real.h); loadu and
 * storeu load and store a vector at any address.  The vectors are divided among threads; the few elements that are
 * left over are added one by one.
 *
 * AVX2 before a function lets it use these instructions, whatever the rest is compiled for (real.h).  The directive
 * stands in the caller: a compiler turns the body of a parallel loop into a function of its own, which would not have AVX2.
 */
#if defined(AVX2)

AVX2 static void add_vector(const real *a, const real *b, real *c)
{
    V(storeu)(c, V(add)(V(loadu)(a), V(loadu)(b)));
}

void vecadd_avx2(ptrdiff_t n, int form, real a[n], const real b[n], real c[n])
{
    real *to = form == SUM ? c : a;
    ptrdiff_t whole = n - n % LANES;
    #pragma omp parallel for
    for (ptrdiff_t i = 0; i < whole; i += LANES)
        add_vector(a + i, b + i, to + i);
    for (ptrdiff_t i = whole; i < n; i++)
        to[i] = a[i] + b[i];
}

#endif

/* ---- 5. What the prototypes do not say ----------------------------------------------------------
 *
 * A case is a value for each parameter (c->value), and its arrays (c->operand) with their lengths (c->length).  The
 * build makes most of a hotspot's description from the prototypes, by the rules in docs/your-own.md; the rest is this
 * table, at the end of each lesson.  include/triptych/hotspot.h explains all fields.  The lessons use these:
 *
 *     .params      name, meaning, type and default; .min and .max, the range.  .times = "n": the default times n.
 *                  .above = "n": it has to be greater than n
 *     .operands    the arrays.  .value: what element i begins with; without it, pseudo-random numbers from -1 to 1.
 *                  .length_of: the length, if the prototype has none.  .role, or .role_of if it depends: see below
 *     .work        what one run has to do at least: divided by its time, that is the speed
 *     .plain       of the paths in this file: .idea, in a line; .work, if it differs
 *     .picture     the array that the program `render` draws
 */
enum { N, FORM };

/* What a path does with an array: it reads it (TRI_IN), writes it (TRI_OUT), or both (TRI_INOUT); or in this case there is
 * none, and no memory (TRI_ABSENT).  TRI_SCRATCH, in later lessons: working memory, which is no result. */
static enum tri_role role_of_a(const struct tri_case *c)
{
    return c->value[FORM].integer == SUM ? TRI_IN : TRI_INOUT;
}

static enum tri_role role_of_c(const struct tri_case *c)
{
    return c->value[FORM].integer == SUM ? TRI_OUT : TRI_ABSENT;
}

/* An addition for each element; two numbers are read for it and one is written.  .bytes is what memory moves, .near_bytes
 * what cores load and store, also from caches.  Here they are the same, since each number is used once.  .units is what
 * a rate counts: here elements, so the speed is in elements a second. */
static struct tri_work work(const struct tri_case *c)
{
    double n = (double)c->value[N].integer, bytes = 3 * n * sizeof(real);
    return (struct tri_work){
        .units = n, .instructions = n, .additions = n, .bytes = bytes, .near_bytes = bytes
    };
}

const struct tri_hotspot vecadd = {
    .name = "vecadd",
    .formula = "c(i) = a(i) + b(i), or a(i) += b(i)",
    .unit = "elements",
    .precision = PRECISION,
    .params = {
        [N] = {"n", "elements", TRI_INTEGER, 1 << 24, .min = 1, .max = 1e12},
        [FORM] = {"form", "sum: c = a + b; update: a += b", TRI_CHOICE, SUM, .choices = {"sum", "update"}},
    },
    .operands = { {"a", .role_of = role_of_a}, {.name = "b"}, {"c", .role_of = role_of_c} },
    .work = work,
};
