/* The audit: right paths of all forms, which it says nothing against. */
#include "audited.h"

#include <string.h>

struct pair {
    double *a, *b;
};

FORM(audit_right, by_clauses, THERE, RIGHT)
{
    #pragma omp target teams distribute parallel for map(to: a[:n]) map(from: b[:n], place[:1])
    DOUBLE_EACH;
}

FORM(audit_right, by_teams_loop, THERE, RIGHT)
{
    #pragma omp target teams loop map(to: a[:n]) map(from: b[:n], place[:1])
    for (ptrdiff_t i = 0; i < n; i++) {
        b[i] = 2 * a[i] + 1;
        if (i == 0)
            *place = TRI_HOST_PLUGIN; /* a loop region calls no function of OpenMP's */
    }
}

FORM(audit_right, by_enter_and_exit, THERE, RIGHT)
{
    #pragma omp target enter data map(to: a[:n]) map(alloc: b[:n], place[:1])
    #pragma omp target teams distribute parallel for
    DOUBLE_EACH;
    #pragma omp target exit data map(from: b[:n], place[:1]) map(release: a[:n])
}

#if TRIPTYCH_OFFLOAD
/* Who uses a pointer without a clause means an address of the device, if nothing is mapped there. */
FORM(audit_right, by_device_pointers_without_clause, THERE, RIGHT)
{
    int device = omp_get_default_device(), host = omp_get_initial_device();
    double *there = some(omp_target_alloc((size_t)n * sizeof *there, device));
    cr_assert(omp_target_memcpy(there, a, (size_t)n * sizeof *a, 0, 0, device, host) == 0);
    #pragma omp target teams distribute parallel for map(from: b[:n], place[:1])
    EACH(b[i] = 2 * there[i] + 1);
    omp_target_free(there, device);
}

/* And of memory that is mapped, its copy there. */
FORM(audit_right, by_own_memory, THERE, RIGHT)
{
    double *own = some(malloc((size_t)n * sizeof *own)), *end = own + n - 1, *none = NULL;
    memcpy(own, a, (size_t)n * sizeof *own);
    #pragma omp target data map(to: own[:n])
    #pragma omp target teams distribute parallel for map(from: b[:n], place[:1])
    EACH(b[i] = 2 * (none ? 0 : end[i - n + 1]) + 1);
    free(own);
}
#endif /* clang's runtime has these functions only in builds with offload */

FORM(audit_right, by_use_device_addr, THERE, RIGHT)
{
    #pragma omp target data map(to: a[:n]) map(from: b[:n], place[:1]) use_device_ptr(a, b, place)
    #pragma omp target teams distribute parallel for is_device_ptr(a, b, place)
    DOUBLE_EACH;
}

FORM(audit_right, by_updates, THERE, RIGHT)
{
    #pragma omp target data map(alloc: a[:n], b[:n]) map(from: place[:1])
    {
        #pragma omp target update to(a[:n])
        #pragma omp target teams distribute parallel for
        DOUBLE_EACH;
        #pragma omp target update from(b[:n])
    }
}

FORM(audit_right, by_map_always, THERE, RIGHT)
{
    #pragma omp target data map(to: a[:n]) map(alloc: b[:n]) map(from: place[:1])
    #pragma omp target teams distribute parallel for map(always, from: b[:n])
    DOUBLE_EACH;
}

FORM(audit_right, zeroed_on_the_host, THERE, RIGHT)
{
    for (ptrdiff_t i = 0; i < n; i++)
        b[i] = 1;
    #pragma omp target teams distribute parallel for map(to: a[:n]) map(tofrom: b[:n]) map(from: place[:1])
    EACH(b[i] += 2 * a[i]);
}

FORM(audit_right, zeroed_on_the_device, THERE, RIGHT)
{
    #pragma omp target data map(to: a[:n]) map(from: b[:n], place[:1])
    {
        #pragma omp target teams distribute parallel for
        for (ptrdiff_t i = 0; i < n; i++)
            b[i] = 0;
        #pragma omp target teams distribute parallel for
        EACH(b[i] += 2 * a[i] + 1);
    }
}

FORM(audit_right, updated, THERE, RIGHT, .hotspot = &to_be_added)
{
    #pragma omp target teams distribute parallel for map(to: a[:n]) map(tofrom: b[:n]) map(from: place[:1])
    ADD_EACH;
}

FORM(audit_right, sum_into_a_local, THERE, RIGHT, .hotspot = &to_be_summed)
{
    double sum = 0;
    #pragma omp target teams distribute parallel for reduction(+: sum) map(to: a[:n]) map(tofrom: sum) \
        map(from: place[:1])
    EACH(sum += a[i]);
    *b = sum;
}

FORM(audit_right, serial_region, THERE, TRI_ONE_THREAD, -1)
{
    #pragma omp target map(to: a[:n]) map(from: b[:n], place[:1])
    DOUBLE_EACH;
}

FORM(audit_right, place_of_nobody, THERE, TRI_PLACE_NOT_WRITTEN, TRI_SLOTS)
{
    #pragma omp target teams distribute parallel for map(to: a[:n]) map(from: b[:n])
    for (ptrdiff_t i = 0; i < n; i++)
        b[i] = 2 * a[i] + 1;
}

/* ---- All of them ------------------------------------------------------------------------------- */

FORM_OF_ROWS(audit_right, rows_in_pieces, THERE, RIGHT, .hotspot = &to_be_smoothed)
{
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

FORM(audit_right, members_of_a_struct, THERE, RIGHT)
{
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

FORM(audit_right, by_a_mapper, THERE, RIGHT)
{
    struct vector v = { n, a };
    #pragma omp target teams distribute parallel for map(mapper(its_numbers), to: v) map(from: b[:n], place[:1])
    EACH(b[i] = 2 * v.x[i] + 1);
}

FORM(audit_right, present, THERE, RIGHT)
{
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

FORM(audit_right, refreshed_table, THERE, RIGHT)
{
    for (int k = 0; k < BINS; k++)
        audited_odd[k] = 2 * k + 1;
    #pragma omp target update to(audited_odd)
    #pragma omp target teams distribute parallel for map(to: a[:n]) map(from: b[:n], place[:1])
    EACH(b[i] = audited_odd[(int)a[i]]);
}

FORM(audit_right, by_default, THERE, RIGHT, .hotspot = &to_be_summed)
{
    double sum = 0;
    #pragma omp target teams distribute parallel for defaultmap(tofrom: scalar) reduction(+: sum) map(to: a[:n]) \
        map(from: place[:1])
    EACH(sum += a[i]);
    *b = sum;
}

FORM(audit_right, steps_with_always, THERE, RIGHT)
{
    double more[1] = { 0 };
    #pragma omp target data map(to: a[:n], more) map(from: b[:n], place[:1])
    for (int step = 0; step < 3; step++) {
        more[0] = step;
        #pragma omp target teams distribute parallel for map(always, to: more)
        EACH(b[i] = (step ? b[i] : 2 * a[i] - 2) + more[0]);
    }
}

FORM(audit_right, steps_with_update, THERE, RIGHT)
{
    double more[1] = { 0 };
    #pragma omp target data map(to: a[:n], more) map(from: b[:n], place[:1])
    for (int step = 0; step < 3; step++) {
        more[0] = step;
        #pragma omp target update to(more)
        #pragma omp target teams distribute parallel for
        EACH(b[i] = (step ? b[i] : 2 * a[i] - 2) + more[0]);
    }
}

FORM(audit_right, data_between_regions, THERE, RIGHT)
{
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
FORM(audit_right, another_pointer, THERE, RIGHT)
{
    const double *same = a;
    #pragma omp target data map(to: a[:n])
    #pragma omp target teams distribute parallel for map(from: b[:n], place[:1])
    EACH(b[i] = 2 * same[i] + 1);
}

FORM(audit_right, mapped_twice, THERE, RIGHT)
{
    #pragma omp target enter data map(to: a[:n])
    #pragma omp target data map(to: a[:n]) map(from: b[:n], place[:1])
    #pragma omp target teams distribute parallel for map(to: a[:n])
    DOUBLE_EACH;
    #pragma omp target exit data map(release: a[:n])
}

FORM(audit_right, two_teams, THERE, RIGHT)
{
    #pragma omp target teams distribute parallel for num_teams(2) map(to: a[:n]) map(from: b[:n], place[:1])
    DOUBLE_EACH;
}

FORM(audit_right, array_of_each_thread, THERE, RIGHT)
{
    #pragma omp target teams distribute parallel for map(to: a[:n]) map(from: b[:n], place[:1])
    for (ptrdiff_t i = 0; i < n; i++) {
        double power[4] = { 1 };
        for (int k = 1; k < 4; k++)
            power[k] = power[k - 1] * a[i];
        b[i] = 2 * power[1] + power[0];
        SAY_PLACE;
    }
}

FORM_OF_COUNTS(audit_right, histogram_reduced_there, THERE, RIGHT, .hotspot = &to_be_counted)
{
    int32_t count[BINS] = { 0 };
    #pragma omp target teams distribute parallel for reduction(+: count) map(to: a[:n]) map(tofrom: count) map(from: place[:1])
    EACH(count[(int)a[i]]++);
    memcpy(b, count, sizeof count);
}

FORM(audit_right, local_of_the_host, THERE, RIGHT)
{
    double odd[BINS];
    for (int k = 0; k < BINS; k++)
        odd[k] = 2 * k + 1;
    #pragma omp target teams distribute parallel for map(to: a[:n], odd) map(from: b[:n], place[:1])
    EACH(b[i] = odd[(int)a[i]]);
}

FORM(audit_right, region_of_each_thread, THERE, RIGHT)
{
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

FORM(audit_right, if_true, THERE, RIGHT)
{
    #pragma omp target teams distribute parallel for if(target: n > 0) map(to: a[:n]) map(from: b[:n], place[:1])
    DOUBLE_EACH;
}

FORM(audit_right, without_teams, THERE, RIGHT)
{
    #pragma omp target parallel for simd map(to: a[:n]) map(from: b[:n])
    for (ptrdiff_t i = 0; i < n; i++)
        b[i] = 2 * a[i] + 1;
    #pragma omp target map(from: place[:1])
    *place = ran_on();
}

FORM(audit_right, for_without_parallel, THERE, TRI_ONE_THREAD, -1)
{
    #pragma omp target map(to: a[:n]) map(from: b[:n], place[:1])
    #pragma omp for
    DOUBLE_EACH;
}

FORM(audit_right, only_teams, THERE, TRI_ONE_THREAD, -1, .not_on_gpu = true)
{
    #pragma omp target teams map(to: a[:n]) map(from: b[:n], place[:1])
    DOUBLE_EACH;
}

Test(audit_right, counts_what_is_copied)
{
    struct tri_audit a =
        audited(&(struct form){ "", by_clauses, THERE }, "n=1000", TRI_AUDIT_QUICK);
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
    struct form f = { "", zeroed_on_the_host, THERE };
    cr_expect_eq(audited(&f, "", TRI_AUDIT_QUICK).difference.different, 0);
}

Test(audit_right, off_is_one_run)
{
    struct form f = { "", by_clauses, THERE };
    cr_expect_eq(audited(&f, "", TRI_AUDIT_OFF).runs, 1);
}

/* b[i] = b[i + 1] + a[i], one after the other; the host does it in the second form. */
PATH(step_by_step)
{
    for (ptrdiff_t i = 0; i < n - 1; i++) {
        #pragma omp target map(to: a[:n]) map(tofrom: b[:n]) map(from: place[:1])
        {
            b[i] = b[i + 1] + a[i];
            *place = ran_on();
        }
    }
}

PATH(on_the_host)
{
    for (ptrdiff_t i = 0; i < n - 1; i++)
        b[i] = b[i + 1] + a[i];
}

Test(audit_right, no_steps_start_no_region)
{
    struct form f = { "", step_by_step, THERE, .hotspot = &to_be_shifted };
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
    struct tri_audit a = audited(&(struct form){ "", place_of_nobody, THERE, .hotspot = &none },
                                 "n=0", TRI_AUDIT_QUICK);
    cr_expect(!a.wrong && a.n == 1 && a.finding[0].kind == TRI_NOTHING_TO_DO, "%s",
              a.n ? a.finding[0].text : "nothing");
}
