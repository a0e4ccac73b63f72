/* unsolved: the tensor cores had nothing to do */
#include "lesson.h"

#include "judge.h"

const ptrdiff_t judge_sizes[JUDGE_SIZES] = { 33, 71 };

enum { OF_A = SIZE * LENGTH, OF_C = SIZE * SIZE };

#pragma omp declare target
int judge_has, judge_is_real;
long long judge_calls;

int has_tensor_cores(void)
{
    return judge_has;
}

/* ---- The instruction, and what stands for it where there is none -------------------------------- */

#if defined(__NVPTX__) && defined(__clang__) && __CUDA_ARCH__ >= 800

/* By all threads of a warp. */
static void multiply_by_warp(struct lane *own)
{
    __asm__ volatile(
        "mma.sync.aligned.m8n8k4.row.col.f64.f64.f64.f64 {%0, %1}, {%2}, {%3}, {%0, %1};"
        : "+d"(own->c[0]), "+d"(own->c[1])
        : "d"(own->a), "d"(own->b));
}

static int multiply_by_core(struct lane *lane)
{
    int done = 0;
    #pragma omp parallel num_threads(LANES) shared(done)
    if (omp_get_num_threads() == LANES) {
        struct lane own = lane[omp_get_thread_num()];
        multiply_by_warp(&own);
        lane[omp_get_thread_num()] = own;
        if (omp_get_thread_num() == 0)
            done = judge_is_real = 1;
    }
    return done;
}

#else

static int multiply_by_core(struct lane *lane)
{
    return 0;
}

#endif

/* Lane by lane, each of whose two elements is a chain of fma. */
static void emulate(struct lane *lane)
{
    for (int l = 0; l < LANES; l++)
        for (int j = 0; j < 2; j++)
            for (int p = 0; p < DEPTH; p++)
                lane[l].c[j] =
                    fma(lane[l / 4 * 4 + p].a, lane[(l % 4 * 2 + j) * 4 + p].b, lane[l].c[j]);
}

void multiply_fragments(struct lane lane[LANES])
{
    #pragma omp atomic
    judge_calls++;
    if (!multiply_by_core(lane))
        emulate(lane);
}
#pragma omp end declare target

/* ---- What is right, and what of the known mistakes makes --------------------------------------- */

enum order {
    ASCENDING,
    DESCENDING,
    BLOCKS_DESCENDING,
    LAST_BLOCK,
    HALVES,
    UNFUSED,
    TRANSPOSED,
    ORDERS
};

/* The p at place q of the sum. */
static int step_at(enum order order, int q)
{
    if (order == DESCENDING)
        return LENGTH - 1 - q;
    return order == BLOCKS_DESCENDING ? LENGTH - DEPTH - q / DEPTH * DEPTH + q % DEPTH : q;
}

static double element(enum order order, const double *x, const double *y)
{
    double sum[2] = { 0, 0 };
    for (int q = order == LAST_BLOCK ? LENGTH - DEPTH : 0; q < LENGTH; q++) {
        int p = step_at(order, q), half = order == HALVES && q / DEPTH % 2;
        volatile double product = x[p] * y[p * SIZE];
        sum[half] = order == UNFUSED ? sum[half] + product : fma(x[p], y[p * SIZE], sum[half]);
    }
    return sum[0] + sum[1];
}

static double *answer(enum order order, ptrdiff_t n, const double *a, const double *b)
{
    double *c = numbers(n * OF_C);
    for (ptrdiff_t i = 0; i < n; i++)
        for (int row = 0; row < SIZE; row++)
            for (int col = 0; col < SIZE; col++) {
                int at = order == TRANSPOSED ? col * SIZE + row : row * SIZE + col;
                c[i * OF_C + at] = element(order, a + i * OF_A + row * LENGTH, b + i * OF_A + col);
            }
    return c;
}

static void judge_order(ptrdiff_t n, const double *c, const double *a, const double *b)
{
    static const char *const words[ORDERS] = {
        [DESCENDING] =
            "c has the sums in descending order of p, and so other bits: p has to ascend.",
        [BLOCKS_DESCENDING] =
            "c has other bits: each four p are in order, but the last four come first. p has to ascend from one call to "
            "the next, too.",
        [LAST_BLOCK] =
            "c has the sum of the last four p alone: it goes on from call to call, and is 0 before the first.",
        [HALVES] =
            "c has other bits: it is a sum of two halves. The chain is one: c goes on from call to call.",
        [UNFUSED] =
            "c was computed with two roundings for each p, and a tensor core has one: it takes fma().",
        [TRANSPOSED] = "c is transposed: which of l / 4 and l % 4 is the row?",
    };
    for (int order = ASCENDING + 1; order < ORDERS; order++)
        if (equal_numbers(n * OF_C, c, answer((enum order)order, n, a, b)))
            wrong("%s%s", judge_has ? "" : "without tensor cores, ", words[order]);
}

static void judge_whether_called(void)
{
    if (!judge_has && judge_calls > 0)
        wrong(
            "multiply_fragments() was called %lld times on a device without tensor cores: there the instruction is "
            "illegal, and ends the program. Ask has_tensor_cores() first.",
            judge_calls);
    if (judge_has && judge_calls == 0)
        wrong("the tensor cores had nothing to do: multiply_fragments() was not called.");
}

/* Of a right result. */
static void judge_needless_calls(ptrdiff_t n)
{
    long long enough = n * (LENGTH / DEPTH);
    if (judge_has && judge_calls != enough)
        wrong("multiply_fragments() was called %lld times, and %lld are enough: one for each %d p.",
              judge_calls, enough, DEPTH);
}

static void judge_products(ptrdiff_t n, int has)
{
    double *a = given("a", n * OF_A), *b = given("b", n * OF_A), *c = wanted("c", n * OF_C);
    stretch(a, 1 + 0x1p-30); /* with more bits than sums have room for: their order shows */
    stretch(b, 1 - 0x1p-29);
    judge_has = has;
    judge_calls = judge_is_real = 0;
    #pragma omp target update to(judge_has, judge_calls, judge_is_real)
    judge_has = !has; /* of the host */
    products(n, a, b, c);
    #pragma omp target update from(judge_calls, judge_is_real)
    judge_has = has;
    expect_kernels(1);
    expect_bounds();
    judge_order(n, c, true_values(a), true_values(b));
    judge_whether_called();
    expect_values("c", n * OF_C, c, answer(ASCENDING, n, true_values(a), true_values(b)),
                  answer(ASCENDING, n, decoys(a), decoys(b)));
    judge_needless_calls(n);
    expect_shared(has ? LANES : SIZE * SIZE);
    expect_teams(n);
    expect_copies(a, 1, 0);
    expect_copies(b, 1, 0);
    expect_copies(c, 0, 1);
}

void judge(ptrdiff_t n)
{
    judge_products(n, 1);
    bool real = judge_is_real;
    count_anew();
    judge_products(n, 0);
    if (!real)
        not_judged(
            "the instruction itself, and its speed: needs an NVIDIA GPU with tensor cores in double (A100, H100); "
            "its lanes were computed one by one");
}
