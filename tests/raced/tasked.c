/* The same of tasks: what orders them is who makes them, what they depend on, and who waits for them. */
#include "raced.h"

#include <omp.h>
#include <stdlib.h>

/* ---- Races -------------------------------------------------------------------------------------- */

static void one_number_for_all(int *x)
{
    for (int i = 0; i < 8; i++) {
        #pragma omp task
        x[0] += i;
    }
}

static void nobody_waits(int *x)
{
    #pragma omp task
    x[1] = 5;
    x[2] = x[1];
}

static void without_depend(int *x)
{
    #pragma omp task depend(out: x[0])
    x[1] = 1;
    #pragma omp task depend(out: x[0])
    x[2] = 2;
    #pragma omp task depend(in: x[2])
    x[3] = x[1];
}

static void depends_on_another(int *x)
{
    #pragma omp task depend(out: x[0])
    x[4] = 1;
    #pragma omp task depend(in: x[1])
    x[5] = x[4];
}

static void both_only_read(int *x)
{
    #pragma omp task depend(in: x[0])
    x[6]++;
    #pragma omp task depend(in: x[0])
    x[6]++;
}

/* taskwait is for its own children, and not for theirs. */
static void waits_for_children_alone(int *x)
{
    #pragma omp task
    {
        #pragma omp task
        x[7] = 9;
    }
    #pragma omp taskwait
    x[8] = x[7];
}

/* The group waits at its end. */
static void within_a_group(int *x)
{
    #pragma omp taskgroup
    {
        #pragma omp task
        x[9] = 5;
        x[10] = x[9];
    }
}

static void a_set_of_tasks(int *x)
{
    for (int i = 0; i < 4; i++) {
        #pragma omp task depend(inoutset: x[0])
        x[11] += i;
    }
}

static void a_loop_of_tasks(int *x)
{
    #pragma omp taskloop num_tasks(8)
    for (int i = 0; i < RACED - 1; i++)
        x[i] = x[i + 1] + 1;
}

/* ---- None --------------------------------------------------------------------------------------- */

static int fibonacci(int n)
{
    int a, b;
    if (n < 2)
        return n;
    #pragma omp task shared(a)
    a = fibonacci(n - 1);
    #pragma omp task shared(b)
    b = fibonacci(n - 2);
    #pragma omp taskwait
    return a + b;
}

static void recursion(int *x)
{
    x[0] = fibonacci(8);
}

static void each_its_own(int *x)
{
    for (int i = 0; i < RACED; i++) {
        #pragma omp task
        x[i] = i;
    }
}

static void a_chain(int *x)
{
    for (int i = 0; i < 20; i++) {
        #pragma omp task depend(inout: x[0])
        x[0] += i;
    }
}

static void one_writes_many_read(int *x)
{
    for (int round = 0; round < 3; round++) {
        #pragma omp task depend(out: x[0])
        x[0]++;
        for (int i = 1; i < 6; i++) {
            #pragma omp task depend(in: x[0]) depend(out: x[i])
            x[i] = x[0] + i;
        }
    }
}

static void wavefront(int *x)
{
    for (int i = 1; i < 8; i++)
        for (int j = 1; j < 8; j++) {
            #pragma omp task depend(in: x[(i - 1) * 8 + j], x[i * 8 + j - 1]) depend(out: x[i * 8 + j])
            x[i * 8 + j] = x[(i - 1) * 8 + j] + x[i * 8 + j - 1];
        }
}

static void a_group(int *x)
{
    #pragma omp taskgroup
    {
        #pragma omp task
        {
            #pragma omp task
            x[7] = 9;
        }
    }
    x[8] = x[7];
}

/* Tasks of one thread come one after the other. */
static void a_sum_for_each_thread(int *x)
{
    #pragma omp parallel num_threads(3)
    {
        #pragma omp single
        for (int i = 0; i < 30; i++) {
            #pragma omp task
            x[omp_get_thread_num() * 16] += i;
        }
    }
    x[63] = x[0] + x[16] + x[32];
}

static void a_loop_of_tasks_with_a_sum(int *x)
{
    int sum = 0;
    #pragma omp parallel num_threads(3)
    #pragma omp single
    #pragma omp taskloop reduction(+ : sum) grainsize(4)
    for (int i = 0; i < RACED; i++)
        sum += i;
    x[0] = sum;
}

/* The event of a task is fulfilled by another one, before it has begun or behind its end. */
static void by_an_event(int *x)
{
    #pragma omp parallel num_threads(3)
    #pragma omp single
    {
        omp_event_handle_t event;
        #pragma omp task detach(event) depend(out: x[0])
        {
        }
        #pragma omp task firstprivate(event)
        {
            x[1] = 5;
            omp_fulfill_event(event);
        }
        #pragma omp task depend(in: x[0])
        x[1] += 1;
    }
}

/* So many that threads help to make them. */
static void tasks_that_others_make(int *x)
{
    int sum = 0;
    #pragma omp parallel num_threads(3)
    #pragma omp single
    #pragma omp taskloop reduction(+ : sum) grainsize(5)
    for (int i = 0; i < 20000; i++)
        sum += i % 3;
    x[0] = sum;
}

static void own_variables(int *x)
{
    for (int i = 0; i < 40; i++) {
        int from[16] = { i, i + 1 };
        #pragma omp task firstprivate(from)
        {
            int own[16];
            for (int k = 0; k < 16; k++)
                own[k] = from[k % 2] + k;
            x[i] = own[15];
        }
    }
}

static void waits_for_one(int *x)
{
    #pragma omp task depend(out: x[1])
    x[1] = 4;
    #pragma omp taskwait depend(in: x[1])
    x[2] = x[1];
}

static void at_the_barrier(int *x)
{
    #pragma omp parallel num_threads(3)
    {
        #pragma omp single
        for (int i = 0; i < RACED; i++) {
            #pragma omp task
            x[i] = i;
        }
        #pragma omp for
        for (int i = 0; i < RACED; i++)
            x[i] += i;
    }
}

static void regions_in_a_row(int *x)
{
    #pragma omp target teams distribute parallel for nowait depend(out: x[0])
    for (int i = 0; i < RACED; i++)
        x[i] = i;
    #pragma omp target teams distribute parallel for nowait depend(inout: x[0])
    for (int i = 0; i < RACED; i++)
        x[i] += i;
    #pragma omp taskwait
    x[0] = x[1];
}

static void halves_side_by_side(int *x)
{
    #pragma omp target teams distribute parallel for nowait
    for (int i = 0; i < RACED / 2; i++)
        x[i] = i;
    #pragma omp target teams distribute parallel for nowait
    for (int i = RACED / 2; i < RACED; i++)
        x[i] = i;
    #pragma omp taskwait
    x[0] = x[63];
}

static void memory_that_comes_again(int *x)
{
    for (int i = 0; i < 30; i++) {
        #pragma omp task
        {
            int *own = malloc(16 * sizeof *own);
            for (int k = 0; own && k < 16; k++)
                own[k] = i + k;
            x[i] = own ? own[3] : 0;
            free(own);
        }
    }
}

static void one_after_another(int *x)
{
    for (int i = 0; i < 12; i++) {
        #pragma omp task depend(mutexinoutset: x[0])
        x[0] += i;
    }
}

static void a_set_then_a_sum(int *x)
{
    #pragma omp task depend(in: x[0])
    x[20] = x[1];
    for (int i = 1; i < 5; i++) {
        #pragma omp task depend(inoutset: x[0])
        x[i] = i;
    }
    #pragma omp task depend(in: x[0])
    x[21] = x[1] + x[4];
}

/* Critical sections are in turn, and a task that is not made is the thread's own work. */
static void in_turn_or_at_once(int *x)
{
    for (int i = 0; i < 20; i++) {
        #pragma omp task if (i % 2)
        #pragma omp critical
        x[0] += i;
    }
}

void raced_run(const struct raced *r, int *x)
{
    if (!r->by_one) {
        r->run(x);
        return;
    }
    #pragma omp parallel num_threads(3)
    #pragma omp single
    r->run(x);
}

const struct raced tasked[] = {
    { "one number for all tasks", one_number_for_all, 1, 1 },
    { "nobody waits for the task", nobody_waits, 1, 1 },
    { "tasks without depend", without_depend, 1, 1 },
    { "a task depends on another element", depends_on_another, 1, 1 },
    { "tasks that only read, they say", both_only_read, 1, 1 },
    { "taskwait for children alone", waits_for_children_alone, 1, 1 },
    { "a loop of tasks", a_loop_of_tasks, 1, 1 },
    { "within a taskgroup", within_a_group, 1, 1 },
    { "a set of tasks", a_set_of_tasks, 1, 1 },
    { "recursion", recursion, 0, 1 },
    { "tasks, each its own", each_its_own, 0, 1 },
    { "a chain of tasks", a_chain, 0, 1 },
    { "one writes, many read", one_writes_many_read, 0, 1 },
    { "a wavefront", wavefront, 0, 1 },
    { "a taskgroup", a_group, 0, 1 },
    { "a sum for each thread", a_sum_for_each_thread, 0 },
    { "a loop of tasks with a sum", a_loop_of_tasks_with_a_sum, 0 },
    { "a task that ends by an event", by_an_event, 0 },
    { "tasks that others make", tasks_that_others_make, 0 },
    { "variables of tasks", own_variables, 0, 1 },
    { "taskwait depend", waits_for_one, 0, 1 },
    { "tasks before a barrier", at_the_barrier, 0 },
    { "regions in a row", regions_in_a_row, 0 },
    { "halves side by side", halves_side_by_side, 0 },
    { "memory that comes again", memory_that_comes_again, 0, 1 },
    { "in turn, or at once", in_turn_or_at_once, 0, 1 },
    { "one after another", one_after_another, 0, 1 },
    { "a set, then a sum", a_set_then_a_sum, 0, 1 },
    { NULL },
};
