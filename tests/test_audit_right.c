/* The audit: right paths of all forms, which it says nothing against. */
#include "audited.h"

#include <string.h>

struct pair {
    double *a, *b;
};

static void by_clauses(const struct tri_case *c)
{
    TAKE;
    #pragma omp target teams distribute parallel for map(to: a[:n]) map(from: b[:n], place[:1])
    DOUBLE_EACH;
}

static void by_teams_loop(const struct tri_case *c)
{
    TAKE;
    #pragma omp target teams loop map(to: a[:n]) map(from: b[:n], place[:1])
    for (ptrdiff_t i = 0; i < n; i++) {
        b[i] = 2 * a[i] + 1;
        if (i == 0)
            *place = TRI_HOST_PLUGIN; /* a loop region calls no function of OpenMP's */
    }
}

static void by_enter_and_exit(const struct tri_case *c)
{
    TAKE;
    #pragma omp target enter data map(to: a[:n]) map(alloc: b[:n], place[:1])
    #pragma omp target teams distribute parallel for
    DOUBLE_EACH;
    #pragma omp target exit data map(from: b[:n], place[:1]) map(release: a[:n])
}

#if TRIPTYCH_OFFLOAD
static void by_device_pointers(const struct tri_case *c)
{
    TAKE;
    int device = omp_get_default_device(), host = omp_get_initial_device();
    double *there = omp_target_alloc((size_t)n * sizeof *there, device);
    if (!there || omp_target_memcpy(there, a, (size_t)n * sizeof *a, 0, 0, device, host) != 0)
        abort();
    #pragma omp target teams distribute parallel for is_device_ptr(there) map(from: b[:n], place[:1])
    EACH(b[i] = 2 * there[i] + 1);
    omp_target_free(there, device);
}

/* Who uses a pointer without a clause means an address of the device, if nothing is mapped there. */
static void by_device_pointers_without_clause(const struct tri_case *c)
{
    TAKE;
    int device = omp_get_default_device(), host = omp_get_initial_device();
    double *there = omp_target_alloc((size_t)n * sizeof *there, device);
    if (!there || omp_target_memcpy(there, a, (size_t)n * sizeof *a, 0, 0, device, host) != 0)
        abort();
    #pragma omp target teams distribute parallel for map(from: b[:n], place[:1])
    EACH(b[i] = 2 * there[i] + 1);
    omp_target_free(there, device);
}

/* And of memory that is mapped, its copy there. */
static void by_own_memory(const struct tri_case *c)
{
    TAKE;
    double *own = malloc((size_t)n * sizeof *own), *end = own + n - 1, *none = NULL;
    if (!own)
        abort();
    memcpy(own, a, (size_t)n * sizeof *own);
    #pragma omp target data map(to: own[:n])
    #pragma omp target teams distribute parallel for map(from: b[:n], place[:1])
    EACH(b[i] = 2 * (none ? 0 : end[i - n + 1]) + 1);
    free(own);
}

static void result_by_memcpy(const struct tri_case *c)
{
    TAKE;
    int device = omp_get_default_device(), host = omp_get_initial_device();
    size_t bytes = (size_t)n * sizeof *b;
    double *there = omp_target_alloc(bytes, device);
    if (!there)
        abort();
    #pragma omp target teams distribute parallel for is_device_ptr(there) map(to: a[:n]) map(from: place[:1])
    EACH(there[i] = 2 * a[i] + 1);
    if (omp_target_memcpy(b, there, bytes, 0, 0, host, device) != 0)
        abort();
    omp_target_free(there, device);
}
#else /* clang's runtime has these functions only in builds with offload */
# define by_device_pointers by_clauses
# define by_device_pointers_without_clause by_clauses
# define by_own_memory by_clauses
# define result_by_memcpy by_clauses
#endif

static void by_use_device_addr(const struct tri_case *c)
{
    TAKE;
    #pragma omp target data map(to: a[:n]) map(from: b[:n], place[:1]) use_device_ptr(a, b, place)
    #pragma omp target teams distribute parallel for is_device_ptr(a, b, place)
    DOUBLE_EACH;
}

static void by_updates(const struct tri_case *c)
{
    TAKE;
    #pragma omp target data map(alloc: a[:n], b[:n]) map(from: place[:1])
    {
        #pragma omp target update to(a[:n])
        #pragma omp target teams distribute parallel for
        DOUBLE_EACH;
        #pragma omp target update from(b[:n])
    }
}

static void by_map_always(const struct tri_case *c)
{
    TAKE;
    #pragma omp target data map(to: a[:n]) map(alloc: b[:n]) map(from: place[:1])
    #pragma omp target teams distribute parallel for map(always, from: b[:n])
    DOUBLE_EACH;
}

static void zeroed_on_the_host(const struct tri_case *c)
{
    TAKE;
    for (ptrdiff_t i = 0; i < n; i++)
        b[i] = 1;
    #pragma omp target teams distribute parallel for map(to: a[:n]) map(tofrom: b[:n]) map(from: place[:1])
    EACH(b[i] += 2 * a[i]);
}

static void zeroed_on_the_device(const struct tri_case *c)
{
    TAKE;
    #pragma omp target data map(to: a[:n]) map(from: b[:n], place[:1])
    {
        #pragma omp target teams distribute parallel for
        for (ptrdiff_t i = 0; i < n; i++)
            b[i] = 0;
        #pragma omp target teams distribute parallel for
        EACH(b[i] += 2 * a[i] + 1);
    }
}

static void updated(const struct tri_case *c)
{
    TAKE;
    #pragma omp target teams distribute parallel for map(to: a[:n]) map(tofrom: b[:n]) map(from: place[:1])
    ADD_EACH;
}

static void sum_into_a_local(const struct tri_case *c)
{
    TAKE;
    double sum = 0;
    #pragma omp target teams distribute parallel for reduction(+: sum) map(to: a[:n]) map(tofrom: sum) \
        map(from: place[:1])
    EACH(sum += a[i]);
    *b = sum;
}

static void serial_region(const struct tri_case *c)
{
    TAKE;
    #pragma omp target map(to: a[:n]) map(from: b[:n], place[:1])
    DOUBLE_EACH;
}

static void place_of_nobody(const struct tri_case *c)
{
    TAKE;
    #pragma omp target teams distribute parallel for map(to: a[:n]) map(from: b[:n])
    for (ptrdiff_t i = 0; i < n; i++)
        b[i] = 2 * a[i] + 1;
}

/* ---- All of them ------------------------------------------------------------------------------- */

static void rows_in_pieces(const struct tri_case *c)
{
    TAKE_ROWS;
    #pragma omp target enter data map(alloc: a[:h * w], b[:h * w], place[:1])
    for (ptrdiff_t i = 0; i < h; i++) {
        #pragma omp target update to(a[i * w:w])
    }
    #pragma omp target teams distribute parallel for collapse(2)
    EACH_POINT(b[i * w + j] = SMOOTH(a, i, j));
    for (ptrdiff_t i = 0; i < h; i++) {
        #pragma omp target update from(b[i * w:w])
    }
    #pragma omp target exit data map(from: place[:1]) map(release: a[:h * w], b[:h * w])
}

static void members_of_a_struct(const struct tri_case *c)
{
    TAKE;
    struct pair p = { a, b };
    #pragma omp target teams distribute parallel for map(to: p.a[:n]) map(from: p.b[:n], place[:1])
    EACH(p.b[i] = 2 * p.a[i] + 1);
}

#if defined(__clang__)
struct vector {
    ptrdiff_t n;
    double *x;
};

/* With map(v, v.x[:v.n]), clang 19's runtime never forgets v, and the next region gets the host's pointer. */
#pragma omp declare mapper(its_numbers: struct vector v) map(v.x[:v.n])

static void by_a_mapper(const struct tri_case *c)
{
    TAKE;
    struct vector v = { n, a };
    #pragma omp target teams distribute parallel for map(mapper(its_numbers), to: v) map(from: b[:n], place[:1])
    EACH(b[i] = 2 * v.x[i] + 1);
}

static void present(const struct tri_case *c)
{
    TAKE;
    #pragma omp target data map(to: a[:n]) map(from: b[:n], place[:1])
    #pragma omp target teams distribute parallel for map(present, to: a[:n]) map(present, from: b[:n])
    DOUBLE_EACH;
}
#else /* not known to older gccs */
# define by_a_mapper by_clauses
# define present by_clauses
#endif

extern double audited_odd[BINS];
double audited_odd[BINS];
#pragma omp declare target to(audited_odd)

static void refreshed_table(const struct tri_case *c)
{
    TAKE;
    for (int k = 0; k < BINS; k++)
        audited_odd[k] = 2 * k + 1;
    #pragma omp target update to(audited_odd)
    #pragma omp target teams distribute parallel for map(to: a[:n]) map(from: b[:n], place[:1])
    EACH(b[i] = audited_odd[(int)a[i]]);
}

static void by_default(const struct tri_case *c)
{
    TAKE;
    double sum = 0;
    #pragma omp target teams distribute parallel for defaultmap(tofrom: scalar) reduction(+: sum) map(to: a[:n]) \
        map(from: place[:1])
    EACH(sum += a[i]);
    *b = sum;
}

static void steps_with_always(const struct tri_case *c)
{
    TAKE;
    double more[1] = { 0 };
    #pragma omp target data map(to: a[:n], more) map(from: b[:n], place[:1])
    for (int step = 0; step < 3; step++) {
        more[0] = step;
        #pragma omp target teams distribute parallel for map(always, to: more)
        EACH(b[i] = (step ? b[i] : 2 * a[i] - 2) + more[0]);
    }
}

static void steps_with_update(const struct tri_case *c)
{
    TAKE;
    double more[1] = { 0 };
    #pragma omp target data map(to: a[:n], more) map(from: b[:n], place[:1])
    for (int step = 0; step < 3; step++) {
        more[0] = step;
        #pragma omp target update to(more)
        #pragma omp target teams distribute parallel for
        EACH(b[i] = (step ? b[i] : 2 * a[i] - 2) + more[0]);
    }
}

static void data_between_regions(const struct tri_case *c)
{
    TAKE;
    double *twice = malloc((size_t)n * sizeof(double));
    #pragma omp target enter data map(to: a[:n]) map(alloc: twice[:n])
    #pragma omp target teams distribute parallel for
    for (ptrdiff_t i = 0; i < n; i++)
        twice[i] = 2 * a[i];
    #pragma omp target teams distribute parallel for map(from: b[:n], place[:1])
    EACH(b[i] = twice[i] + 1);
    #pragma omp target exit data map(delete: twice[:n]) map(release: a[:n])
    free(twice);
}

/* It points to what is mapped. */
static void another_pointer(const struct tri_case *c)
{
    TAKE;
    const double *same = a;
    #pragma omp target data map(to: a[:n])
    #pragma omp target teams distribute parallel for map(from: b[:n], place[:1])
    EACH(b[i] = 2 * same[i] + 1);
}

static void mapped_twice(const struct tri_case *c)
{
    TAKE;
    #pragma omp target enter data map(to: a[:n])
    #pragma omp target data map(to: a[:n]) map(from: b[:n], place[:1])
    #pragma omp target teams distribute parallel for map(to: a[:n])
    DOUBLE_EACH;
    #pragma omp target exit data map(release: a[:n])
}

static void two_teams(const struct tri_case *c)
{
    TAKE;
    #pragma omp target teams distribute parallel for num_teams(2) map(to: a[:n]) map(from: b[:n], place[:1])
    DOUBLE_EACH;
}

static void array_of_each_thread(const struct tri_case *c)
{
    TAKE;
    #pragma omp target teams distribute parallel for map(to: a[:n]) map(from: b[:n], place[:1])
    for (ptrdiff_t i = 0; i < n; i++) {
        double power[4] = { 1 };
        for (int k = 1; k < 4; k++)
            power[k] = power[k - 1] * a[i];
        b[i] = 2 * power[1] + power[0];
        SAY_PLACE;
    }
}

static void histogram_reduced_there(const struct tri_case *c)
{
    TAKE_COUNTS;
    int32_t count[BINS] = { 0 };
    #pragma omp target teams distribute parallel for reduction(+: count) map(to: a[:n]) map(tofrom: count) map(from: place[:1])
    EACH(count[(int)a[i]]++);
    memcpy(b, count, sizeof count);
}

static void local_of_the_host(const struct tri_case *c)
{
    TAKE;
    double odd[BINS];
    for (int k = 0; k < BINS; k++)
        odd[k] = 2 * k + 1;
    #pragma omp target teams distribute parallel for map(to: a[:n], odd) map(from: b[:n], place[:1])
    EACH(b[i] = odd[(int)a[i]]);
}

static void region_of_each_thread(const struct tri_case *c)
{
    TAKE;
    #pragma omp parallel for
    for (int part = 0; part < 4; part++) {
        ptrdiff_t from = n * part / 4, to = n * (part + 1) / 4;
        #pragma omp target parallel for map(to: a[from:to - from]) map(from: b[from:to - from])
        for (ptrdiff_t i = from; i < to; i++)
            b[i] = 2 * a[i] + 1;
    }
    #pragma omp target map(from: place[:1])
    *place = ran_on();
}

static void if_true(const struct tri_case *c)
{
    TAKE;
    #pragma omp target teams distribute parallel for if(target: n > 0) map(to: a[:n]) map(from: b[:n], place[:1])
    DOUBLE_EACH;
}

static void without_teams(const struct tri_case *c)
{
    TAKE;
    #pragma omp target parallel for simd map(to: a[:n]) map(from: b[:n])
    for (ptrdiff_t i = 0; i < n; i++)
        b[i] = 2 * a[i] + 1;
    #pragma omp target map(from: place[:1])
    *place = ran_on();
}

static void for_without_parallel(const struct tri_case *c)
{
    TAKE;
    #pragma omp target map(to: a[:n]) map(from: b[:n], place[:1])
    #pragma omp for
    DOUBLE_EACH;
}

static void only_teams(const struct tri_case *c)
{
    TAKE;
    #pragma omp target teams map(to: a[:n]) map(from: b[:n], place[:1])
    DOUBLE_EACH;
}

static const struct form forms[] = {
    { "map clauses", &to_be_doubled, THERE, by_clauses, RIGHT, -1 },
    { "teams loop", &to_be_doubled, THERE, by_teams_loop, RIGHT, -1 },
    { "enter and exit", &to_be_doubled, THERE, by_enter_and_exit, RIGHT, -1 },
    { "device pointers", &to_be_doubled, THERE, by_device_pointers_without_clause, RIGHT, -1 },
    { "own memory", &to_be_doubled, THERE, by_own_memory, RIGHT, -1 },
    { "is_device_ptr", &to_be_doubled, THERE, by_device_pointers, RIGHT, -1 },
    { "omp_target_memcpy", &to_be_doubled, THERE, result_by_memcpy, RIGHT, -1 },
    { "use_device_ptr", &to_be_doubled, THERE, by_use_device_addr, RIGHT, -1 },
    { "target update", &to_be_doubled, THERE, by_updates, RIGHT, -1 },
    { "map(always)", &to_be_doubled, THERE, by_map_always, RIGHT, -1 },
    { "set on the host", &to_be_doubled, THERE, zeroed_on_the_host, RIGHT, -1 },
    { "set on the device", &to_be_doubled, THERE, zeroed_on_the_device, RIGHT, -1 },
    { "an update", &to_be_added, THERE, updated, RIGHT, -1 },
    { "a sum into a local", &to_be_summed, THERE, sum_into_a_local, RIGHT, -1 },
    { "one thread", &to_be_doubled, THERE, serial_region, TRI_ONE_THREAD, -1 },
    { "place by nobody", &to_be_doubled, THERE, place_of_nobody, TRI_PLACE_NOT_WRITTEN, TRI_SLOTS },
    { "rows in pieces", &to_be_smoothed, THERE, rows_in_pieces, RIGHT, -1 },
    { "a struct's members", &to_be_doubled, THERE, members_of_a_struct, RIGHT, -1 },
    { "a mapper", &to_be_doubled, THERE, by_a_mapper, RIGHT, -1 },
    { "a table refreshed", &to_be_doubled, THERE, refreshed_table, RIGHT, -1 },
    { "defaultmap(tofrom)", &to_be_summed, THERE, by_default, RIGHT, -1 },
    { "map(present)", &to_be_doubled, THERE, present, RIGHT, -1 },
    { "a step with map(always)", &to_be_doubled, THERE, steps_with_always, RIGHT, -1 },
    { "a step with update", &to_be_doubled, THERE, steps_with_update, RIGHT, -1 },
    { "data between regions", &to_be_doubled, THERE, data_between_regions, RIGHT, -1 },
    { "another pointer", &to_be_doubled, THERE, another_pointer, RIGHT, -1 },
    { "mapped twice", &to_be_doubled, THERE, mapped_twice, RIGHT, -1 },
    { "two teams", &to_be_doubled, THERE, two_teams, RIGHT, -1 },
    { "an array of each thread", &to_be_doubled, THERE, array_of_each_thread, RIGHT, -1 },
    { "a histogram by reduction there", &to_be_counted, THERE, histogram_reduced_there, RIGHT, -1 },
    { "a local that the host fills", &to_be_doubled, THERE, local_of_the_host, RIGHT, -1 },
    { "a region of each thread", &to_be_doubled, THERE, region_of_each_thread, RIGHT, -1 },
    { "if (true)", &to_be_doubled, THERE, if_true, RIGHT, -1 },
    { "parallel for without teams", &to_be_doubled, THERE, without_teams, RIGHT, -1 },
    { "for without parallel", &to_be_doubled, THERE, for_without_parallel, TRI_ONE_THREAD, -1 },
    { "teams without distribute", &to_be_doubled, THERE, only_teams, TRI_ONE_THREAD, -1, true },
};

EACH_OF(audit_right, stays_silent, struct numbered, numbered(sizeof forms / sizeof *forms))
{
    expect_verdict(&forms[r->k]);
}

Test(audit_right, counts_what_is_copied)
{
    struct tri_audit a = audited(&(struct form){ "", &to_be_doubled, THERE, by_clauses, 0, 0 },
                                 "n=1000", TRI_AUDIT_QUICK);
    if (!a.ledger)
        cr_skip("the runtime does not tell");
    cr_expect_eq(a.kernels, 1);
    cr_expect_eq(a.bytes_in, 8000);
    cr_expect_eq(a.bytes_out, 8000);
    cr_expect_eq(a.in[A], 8000);
    cr_expect_eq(a.out[B], 8000);
}

/* What was set aside since the host stores there is no difference. */
Test(audit_right, counts_no_difference_of_a_right_path)
{
    struct form f = { "", &to_be_doubled, THERE, zeroed_on_the_host, 0, 0 };
    cr_expect_eq(audited(&f, "", TRI_AUDIT_QUICK).difference.different, 0);
}

Test(audit_right, off_is_one_run)
{
    struct form f = { "", &to_be_doubled, THERE, by_clauses, 0, 0 };
    cr_expect_eq(audited(&f, "", TRI_AUDIT_OFF).runs, 1);
}

/* b[i] = b[i + 1] + a[i], one after the other; the host does it in the second form. */
static void step_by_step(const struct tri_case *c)
{
    TAKE;
    for (ptrdiff_t i = 0; i < n - 1; i++) {
        #pragma omp target map(to: a[:n]) map(tofrom: b[:n]) map(from: place[:1])
        {
            b[i] = b[i + 1] + a[i];
            *place = ran_on();
        }
    }
}

static void on_the_host(const struct tri_case *c)
{
    TAKE;
    for (ptrdiff_t i = 0; i < n - 1; i++)
        b[i] = b[i + 1] + a[i];
}

Test(audit_right, no_steps_start_no_region)
{
    struct form f = { "", &to_be_shifted, THERE, step_by_step, 0, 0 };
    struct tri_audit a = audited(&f, "n=1", TRI_AUDIT_QUICK);
    if (!a.ledger)
        cr_skip("the runtime does not tell");
    cr_expect(!a.wrong && a.n == 1 && a.finding[0].kind == TRI_NOTHING_TO_DO, "%s",
              a.n ? a.finding[0].text : "nothing");
    cr_expect(!audited(&f, "n=3", TRI_AUDIT_QUICK).wrong);
    f.run = on_the_host;
    cr_expect(audited(&f, "n=3", TRI_AUDIT_QUICK).wrong);
}

/* The region runs, and has no iteration in which a thread could tell where. */
Test(audit_right, results_without_an_element)
{
    struct tri_hotspot none = to_be_doubled;
    none.params[N].min = 0;
    struct tri_audit a =
        audited(&(struct form){ "", &none, THERE, place_of_nobody, 0, 0 }, "n=0", TRI_AUDIT_QUICK);
    cr_expect(!a.wrong && a.n == 1 && a.finding[0].kind == TRI_NOTHING_TO_DO, "%s",
              a.n ? a.finding[0].text : "nothing");
}
