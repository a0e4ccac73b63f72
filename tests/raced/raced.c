#include "raced.h"

#include <omp.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>

/* ---- Races -------------------------------------------------------------------------------------- */

static void one_number_for_all(int *x)
{
    #pragma omp parallel for num_threads(2)
    for (int i = 0; i < RACED; i++)
        x[0] += i;
}

static void the_same_value(int *x)
{
    #pragma omp parallel for num_threads(2)
    for (int i = 0; i < RACED; i++)
        if (i % 5 == 0)
            x[0] = 1;
}

static void a_neighbour(int *x)
{
    #pragma omp parallel for num_threads(2)
    for (int i = 0; i < RACED - 1; i++)
        x[i] = x[i + 1];
}

static void a_neighbouring_byte(int *x)
{
    char *c = (char *)x;
    #pragma omp parallel for num_threads(2)
    for (int i = 0; i < RACED - 1; i++)
        c[i] = c[i + 1];
}

static void no_barrier(int *x)
{
    #pragma omp parallel num_threads(2)
    {
        #pragma omp for nowait
        for (int i = 0; i < RACED; i++)
            x[i] = i;
        #pragma omp for
        for (int i = 0; i < RACED; i++)
            x[i] += x[RACED - 1 - i];
    }
}

static void two_locks(int *x)
{
    #pragma omp parallel num_threads(2)
    {
        if (omp_get_thread_num() == 0) {
            #pragma omp critical(first)
            x[0]++;
        } else {
            #pragma omp critical(second)
            x[0]++;
        }
    }
}

static void half_atomic(int *x)
{
    #pragma omp parallel num_threads(2)
    {
        if (omp_get_thread_num() == 0) {
            #pragma omp atomic
            x[0]++;
        } else {
            x[0] = 0;
        }
    }
}

static void a_flag_without_flush(int *x)
{
    #pragma omp parallel num_threads(2)
    {
        if (omp_get_thread_num() == 0) {
            x[0] = 5;
            #pragma omp atomic write
            x[32] = 1;
        } else {
            int seen = 0;
            while (!seen) {
                #pragma omp atomic read
                seen = x[32];
            }
            x[1] = x[0];
        }
    }
}

static void a_sum_that_is_read_too_early(int *x)
{
    int sum = 0;
    #pragma omp parallel num_threads(2)
    {
        #pragma omp for nowait reduction(+: sum)
        for (int i = 1; i < RACED; i++)
            sum += x[i];
        x[omp_get_thread_num()] = sum;
    }
}

/* What thread 0 stores is looked at by thread 1 before thread 2 stores it. */
static void a_load_that_comes_between(int *x)
{
    int turn = 0;
    #pragma omp parallel num_threads(3)
    {
        int id = omp_get_thread_num(), now = -1;
        if (id == 0)
            x[1] = 7;
        if (id < 2) {
            #pragma omp critical
            x[2] += id == 1 ? x[1] : 1;
            #pragma omp atomic
            turn++;
        } else {
            while (now < 2) {
                #pragma omp atomic read
                now = turn;
            }
            x[1] = 8;
        }
    }
}

static void four_at_most(int *x)
{
    #pragma omp parallel num_threads(5)
    x[omp_get_thread_num() % 4] += 1 + omp_get_thread_num();
}

/* ---- None --------------------------------------------------------------------------------------- */

static void each_its_own(int *x)
{
    #pragma omp parallel for num_threads(2)
    for (int i = 0; i < RACED; i++)
        x[i] = i;
}

static void each_its_own_byte(int *x)
{
    char *c = (char *)x;
    #pragma omp parallel for num_threads(3) schedule(static, 1)
    for (int i = 0; i < RACED; i++)
        c[i] = (char)i;
}

static void barriers(int *x)
{
    #pragma omp parallel num_threads(3)
    {
        for (int step = 0; step < 5; step++) {
            #pragma omp for
            for (int i = 0; i < RACED / 2; i++)
                x[i] = step + x[RACED - 1 - i];
            #pragma omp for
            for (int i = RACED / 2; i < RACED; i++)
                x[i] = x[RACED - 1 - i];
        }
    }
}

static void a_sum(int *x)
{
    int sum = 0;
    #pragma omp parallel for num_threads(3) reduction(+: sum)
    for (int i = 0; i < RACED; i++)
        sum += x[i];
    x[0] = sum;
}

static void sums(int *x)
{
    #pragma omp parallel for num_threads(4) reduction(+: x[:RACED])
    for (int i = 0; i < RACED; i++)
        x[i * 7 % RACED]++;
}

static void critical(int *x)
{
    #pragma omp parallel for num_threads(3)
    for (int i = 0; i < RACED; i++) {
        #pragma omp critical
        x[0] += i;
    }
}

static void a_lock(int *x)
{
    omp_lock_t lock;
    omp_init_lock(&lock);
    #pragma omp parallel for num_threads(3)
    for (int i = 0; i < RACED; i++) {
        omp_set_lock(&lock);
        x[0] += i;
        omp_unset_lock(&lock);
    }
    omp_destroy_lock(&lock);
}

static void atomics(int *x)
{
    #pragma omp parallel for num_threads(3)
    for (int i = 0; i < RACED; i++) {
        #pragma omp atomic
        x[i % 3] += i;
    }
}

static void in_order(int *x)
{
    #pragma omp parallel for num_threads(3) ordered schedule(static, 1)
    for (int i = 1; i < RACED; i++) {
        #pragma omp ordered
        x[i] = x[i - 1] + 1;
    }
}

static void after_the_one_before(int *x)
{
    #pragma omp parallel for num_threads(3) ordered(1) schedule(static, 1)
    for (int i = 1; i < RACED; i++) {
        #pragma omp ordered depend(sink: i - 1)
        x[i] = x[i - 1] + 1;
        #pragma omp ordered depend(source)
    }
}

static void one_for_all(int *x)
{
    #pragma omp parallel num_threads(3)
    {
        int own = 0;
        #pragma omp single copyprivate(own)
        own = x[0] = 3;
        #pragma omp for
        for (int i = 1; i < RACED; i++)
            x[i] = x[0] + own;
    }
}

static void a_flag_and_flushes(int *x)
{
    #pragma omp parallel num_threads(2)
    {
        if (omp_get_thread_num() == 0) {
            x[0] = 5;
            #pragma omp flush
            #pragma omp atomic write
            x[32] = 1;
        } else {
            int seen = 0;
            while (!seen) {
                #pragma omp atomic read
                seen = x[32];
            }
            #pragma omp flush
            x[1] = x[0];
        }
    }
}

static void release_and_acquire(int *x)
{
    #pragma omp parallel num_threads(2)
    {
        if (omp_get_thread_num() == 0) {
            x[0] = 5;
            #pragma omp atomic write release
            x[32] = 1;
        } else {
            int seen = 0;
            while (!seen) {
                #pragma omp atomic read acquire
                seen = x[32];
            }
            x[1] = x[0];
        }
    }
}

static void the_last_one_adds(int *x)
{
    int done = 0;
    #pragma omp parallel num_threads(3)
    {
        int mine;
        x[1 + omp_get_thread_num()] = omp_get_thread_num();
        #pragma omp flush
        #pragma omp atomic capture
        mine = ++done;
        #pragma omp flush
        if (mine == omp_get_num_threads())
            for (int i = 1; i <= omp_get_num_threads(); i++)
                x[0] += x[i];
    }
}

static void one_region_after_the_other(int *x)
{
    for (int step = 0; step < 6; step++) {
        #pragma omp parallel for num_threads(2 + step % 3)
        for (int i = 0; i < RACED; i++)
            x[i] += step;
    }
}

static void nested(int *x)
{
    omp_set_max_active_levels(2);
    #pragma omp parallel num_threads(2)
    {
        int *half = x + RACED / 2 * omp_get_thread_num();
        for (int turn = 0; turn < 200; turn++) {
            #pragma omp parallel for num_threads(2)
            for (int i = 0; i < RACED / 2; i++)
                half[i] = turn + i;
            for (int i = 0; i < RACED / 2; i++)
                half[i]++;
        }
    }
}

static void memory_of_its_own(int *x)
{
    #pragma omp parallel num_threads(3)
    {
        for (int turn = 0; turn < 20; turn++) {
            int *own = malloc(RACED * sizeof *own);
            for (int i = 0; own && i < RACED; i++)
                own[i] = i;
            free(own);
        }
    }
}

/* Two numbers in eight bytes, one of which all read, and one of which all change. */
static void neighbours(int *x)
{
    #pragma omp parallel for num_threads(8)
    for (int i = 2; i < RACED; i++) {
        x[i] += x[1] + i;
        #pragma omp atomic
        x[0]++;
    }
}

static void blocks_of_others(int *x)
{
    int *block[2][3];
    #pragma omp parallel num_threads(3)
    {
        int id = omp_get_thread_num();
        for (int turn = 0; turn < 20; turn++) {
            int *own = malloc(RACED * sizeof *own);
            for (int i = 0; own && i < RACED; i++)
                own[i] = turn;
            block[turn % 2][id] = own;
            #pragma omp barrier
            own = realloc(block[turn % 2][(id + 1) % 3], 100 * RACED * sizeof *own);
            if (own)
                own[3] = -1;
            x[id] += own ? own[4] : 0;
            free(own);
        }
    }
}

/* A store that changes nothing is none: shortest ways, where nothing becomes shorter by itself, store to the row that all read. */
static void what_was_there(int *x)
{
    #pragma omp parallel for num_threads(3)
    for (int i = 0; i < RACED; i++) {
        x[i] += x[0];
    }
}

/* ---- Where a number lies ------------------------------------------------------------------------- */

static void numbers_anywhere(int *x)
{
    char *c = (char *)x;
    #pragma omp parallel for num_threads(2)
    for (int i = 1; i < RACED - 1; i++)
        x[i] += *(const short *)(c + 1);
}

static void copied_from_anywhere(int *x)
{
    char *c = (char *)x;
    #pragma omp parallel for num_threads(2)
    for (int i = 1; i < RACED - 1; i++) {
        short s;
        memcpy(&s, c + 1, sizeof s);
        x[i] += s;
    }
}

const struct raced misaligned[] = {
    { "numbers anywhere", numbers_anywhere, 1 },
    { "copied from anywhere", copied_from_anywhere, 0 },
    { "each its own byte", each_its_own_byte, 0 },
    { NULL },
};

const struct raced raced[] = {
    { "one number for all", one_number_for_all, 1 },
    { "the same value", the_same_value, 1 },
    { "a neighbour", a_neighbour, 1 },
    { "a neighbouring byte", a_neighbouring_byte, 1 },
    { "no barrier", no_barrier, 1 },
    { "two locks", two_locks, 1 },
    { "half atomic", half_atomic, 1 },
    { "a flag without flush", a_flag_without_flush, 1 },
    { "a sum that is read too early", a_sum_that_is_read_too_early, 1 },
    { "a load that comes between", a_load_that_comes_between, 1 },
    { "four at most", four_at_most, 1 },
    { "each its own", each_its_own, 0 },
    { "each its own byte", each_its_own_byte, 0 },
    { "barriers", barriers, 0 },
    { "a sum", a_sum, 0 },
    { "sums", sums, 0 },
    { "critical", critical, 0 },
    { "a lock", a_lock, 0 },
    { "atomics", atomics, 0 },
    { "in order", in_order, 0 },
    { "after the one before", after_the_one_before, 0 },
    { "one for all", one_for_all, 0 },
    { "a flag and flushes", a_flag_and_flushes, 0 },
    { "release and acquire", release_and_acquire, 0 },
    { "the last one adds", the_last_one_adds, 0 },
    { "one region after the other", one_region_after_the_other, 0 },
    { "nested", nested, 0 },
    { "memory of its own", memory_of_its_own, 0 },
    { "neighbours", neighbours, 0 },
    { "blocks of others", blocks_of_others, 0 },
    { "what was there", what_was_there, 0 },
    { NULL },
};

/* ---- Between two atomics ------------------------------------------------------------------------- */

/* Each counts all iterations in x[0]. */

static void read_and_write(int *x)
{
    #pragma omp parallel for num_threads(2)
    for (int i = 0; i < RACED; i++) {
        int before;
        #pragma omp atomic read
        before = x[0];
        #pragma omp atomic write
        x[0] = before + 1;
    }
}

static void a_number_that_is_read_later(int *x)
{
    int has[RACED + 1] = { 0 };
    x[1] = 0;
    #pragma omp parallel for num_threads(2)
    for (int i = 0; i < RACED; i++) {
        int number;
        #pragma omp atomic
        x[1]++;
        #pragma omp atomic read
        number = x[1];
        #pragma omp atomic write
        has[number - 1] = 1;
    }
    for (int i = 0; i < RACED; i++)
        x[0] += has[i];
}

static void two_critical_regions(int *x)
{
    #pragma omp parallel for num_threads(2)
    for (int i = 0; i < RACED; i++) {
        int before;
        #pragma omp critical
        before = x[0];
        #pragma omp critical
        x[0] = before + 1;
    }
}

static void one_atomic(int *x)
{
    #pragma omp parallel for num_threads(2)
    for (int i = 0; i < RACED; i++) {
        #pragma omp atomic
        x[0]++;
    }
}

static void a_number_that_is_captured(int *x)
{
    int has[RACED + 1] = { 0 };
    x[1] = 0;
    #pragma omp parallel for num_threads(2)
    for (int i = 0; i < RACED; i++) {
        int number;
        #pragma omp atomic capture
        number = x[1]++;
        has[number] = 1;
    }
    for (int i = 0; i < RACED; i++)
        x[0] += has[i];
}

static void one_critical_region(int *x)
{
    #pragma omp parallel for num_threads(2)
    for (int i = 0; i < RACED; i++) {
        #pragma omp critical
        x[0]++;
    }
}

static void read_and_compared(int *x)
{
    #pragma omp parallel for num_threads(2)
    for (int i = 0; i < RACED; i++) {
        int before = __atomic_load_n(x, __ATOMIC_RELAXED);
        while (!__atomic_compare_exchange_n(x, &before, before + 1, 0, __ATOMIC_RELAXED,
                                            __ATOMIC_RELAXED))
            ;
    }
}

const struct raced between[] = {
    { "read and write", read_and_write, 1 },
    { "a number that is read later", a_number_that_is_read_later, 1 },
    { "two critical regions", two_critical_regions, 1 },
    { "one atomic", one_atomic, 0 },
    { "a number that is captured", a_number_that_is_captured, 0 },
    { "one critical region", one_critical_region, 0 },
    { "read and compared", read_and_compared, 0 },
    { NULL },
};
