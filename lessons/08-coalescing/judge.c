/* unsolved: neighbouring threads have neighbouring rows */
#include "lesson.h"

#include "judge.h"

#include <stdlib.h>
#include <string.h>

const ptrdiff_t judge_sizes[JUDGE_SIZES] = { 1009, 2531 };

enum { COLS = 67, CPU_THREADS = 256 /* of all teams, at most */ };

static double *answer(ptrdiff_t n, const double *a)
{
    double *b = numbers(n);
    for (ptrdiff_t i = 0; i < n; i++)
        b[i] = 3 * a[i];
    return b;
}

static bool one_owner(ptrdiff_t n, const int *owner)
{
    ptrdiff_t i = 0;
    while (i < n && owner[i] == owner[0])
        i++;
    return i == n;
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

/* A CPU's threads get a piece of the iterations each: so a row belongs to one of them, but for those rows in which one
 * ends and the next begins. */
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

/* A GPU's get one after the other: neighbours in a row belong to neighbours, or to one. */
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

/* LLVM gives all elements threads of their own, on a GPU; GCC does not. */
static void expect_many(ptrdiff_t rows, int last)
{
    if (judge_has_ledger() && !device_is_cpu() && last < rows)
        wrong("%d threads have computed %td elements, and a GPU has tens of thousands: are the "
              "iterations of both loops divided (collapse(2))?",
              last + 1, rows * COLS);
}

static void judge_owners(ptrdiff_t rows, const int *owner)
{
    ptrdiff_t n = rows * COLS;
    int last = last_thread(n, owner);
    if (last == 0)
        wrong("owner says that one thread did all: is the loop divided among threads, and is "
              "note_thread() asked in its body?");
    if (device_is_cpu() && last >= CPU_THREADS)
        wrong(
            "owner has the number %d, and no thread has it: the line with note_thread() has to stay.",
            last);
    if (device_is_cpu() && alternates(n, owner))
        wrong(
            "neighbours belong to different threads of a CPU, which a schedule clause does: without it, "
            "it can be told which index is the threads'.");
    if (one_owner(n, owner))
        wrong(
            "owner has one number everywhere, and several threads were at work: note_thread() has to be "
            "called in the loop's body, for its own element.");
    expect_many(rows, last);
    if (device_is_cpu() ? rows_of_many(rows, owner) > last : pairs_apart(rows, owner) > n / 10)
        wrong(
            "neighbouring threads have neighbouring rows, so what they read together is %d elements "
            "apart. Which of the two loops is the inner one?",
            COLS);
}

/* Of an element, and not of a section, with this index; NULL: with any. */
static bool has_element(const char *array, const char *index)
{
    char is[LONGEST_CLAUSE];
    for (int k = 0; index_of(array, k, is); k++)
        if (!strchr(is, ':') && (!index || strcmp(is, index) == 0))
            return true;
    return false;
}

static void expect_own_element(void)
{
    char noted[LONGEST_CLAUSE];
    for (int k = 0; has_element("b", NULL) && index_of("owner", k, noted); k++)
        if (!strchr(noted, ':') && !has_element("b", noted))
            wrong(
                "owner[%s] is noted, and b[%s] is not what is computed beside it: owner has to tell of its own element.",
                noted, noted);
}

/* Teams share the rows, and the threads of a team the columns: neighbours read neighbours, too. */
static bool columns_are_shared(ptrdiff_t rows)
{
    return device_is_cpu() && shared_iterations() == COLS && distributed_iterations() == rows;
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
    expect_own_element();
    expect_shared(columns_are_shared(rows) ? COLS : n);
    if (columns_are_shared(rows))
        last_thread(n, owner);
    else
        judge_owners(rows, owner);
    free(owner);
}
