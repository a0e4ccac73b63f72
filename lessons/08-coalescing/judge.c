/* unsolved: neighbouring threads have neighbouring rows */
#include "lesson.h"

#include "judge.h"

#include <stdlib.h>

const ptrdiff_t judge_sizes[2] = { 1009, 2531 };

enum {
    COLS = 67,
    FEW = 64, /* a CPU's threads get iterations in one piece each, a GPU's one after the other */
};

static double *answer(ptrdiff_t n, const double *a)
{
    double *b = numbers(n);
    for (ptrdiff_t i = 0; i < n; i++)
        b[i] = 3 * a[i];
    return b;
}

static int owners_of(ptrdiff_t n, const int *owner)
{
    bool seen[FEW] = { 0 };
    int count = 0;
    for (ptrdiff_t i = 0; i < n; i++) {
        count += !seen[owner[i]];
        seen[owner[i]] = true;
    }
    return count;
}

static int last_thread(ptrdiff_t n, const int *owner)
{
    int last = 0;
    for (ptrdiff_t i = 0; i < n; i++) {
        if (owner[i] < 0)
            wrong("owner[%td] was not set: the line with note_thread() has to stay.", i);
        last = owner[i] > last ? owner[i] : last;
    }
    return last;
}

/* Few threads: a row belongs to one of them, but for those rows in which one ends and the next begins. */
static ptrdiff_t rows_of_many(ptrdiff_t rows, const int *owner)
{
    ptrdiff_t many = 0;
    for (ptrdiff_t row = 0; row < rows; row++) {
        ptrdiff_t changes = 0;
        for (ptrdiff_t i = row * COLS + 1; i < (row + 1) * COLS; i++)
            changes += owner[i] != owner[i - 1];
        many += changes > 0;
    }
    return many;
}

/* Many threads: neighbours in a row belong to neighbours, or to one. */
static ptrdiff_t pairs_apart(ptrdiff_t rows, const int *owner)
{
    ptrdiff_t apart = 0;
    for (ptrdiff_t row = 0; row < rows; row++)
        for (ptrdiff_t i = row * COLS + 1; i < (row + 1) * COLS; i++)
            apart += owner[i] - owner[i - 1] != 0 && owner[i] - owner[i - 1] != 1;
    return apart;
}

/* With schedule(static, 1) on a CPU neighbours belong to different threads, whatever the order is. */
static bool alternates(ptrdiff_t n, const int *owner)
{
    ptrdiff_t changes = 0;
    for (ptrdiff_t i = 1; i < n; i++)
        changes += owner[i] != owner[i - 1];
    return changes > n / 2;
}

static void judge_owners(ptrdiff_t rows, const int *owner)
{
    int last = last_thread(rows * COLS, owner);
    if (last == 0)
        wrong("owner says that one thread did all: is the loop divided among threads, and is "
              "note_thread() asked in its body?");
    if (last < FEW && alternates(rows * COLS, owner))
        wrong(
            "neighbours belong to different threads of a CPU, which a schedule clause does: without it, "
            "it can be told which index is the threads'.");
    if (judge_has_ledger() && last < FEW && owners_of(rows * COLS, owner) < 2)
        wrong(
            "owner has one number everywhere, and several threads were at work: note_thread() has to be "
            "called in the loop's body, for its own element.");
    bool bad =
        last < FEW ? rows_of_many(rows, owner) > last : pairs_apart(rows, owner) > rows * COLS / 10;
    if (bad)
        wrong(
            "neighbouring threads have neighbouring rows, so what they read together is %d elements "
            "apart. Which of the two loops is the inner one?",
            COLS);
}

void judge(ptrdiff_t rows)
{
    ptrdiff_t n = rows * COLS;
    double *a = given("a", n), *b = wanted("b", n);
    int *owner = malloc((size_t)n * sizeof *owner);
    if (!owner)
        abort();
    for (ptrdiff_t i = 0; i < n; i++)
        owner[i] = -1;
    triple(rows, COLS, a, b, owner);
    expect_kernels(1);
    expect_bounds();
    expect_values("b", n, b, answer(n, true_values(a)), answer(n, decoys(a)));
    expect_copies(a, 1, 0);
    expect_copies(b, 0, 1);
    expect_shared(n);
    judge_owners(rows, owner);
    free(owner);
}
