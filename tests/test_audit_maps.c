/* The audit: paths that use what is not on the device, or leave there what is needed here. */
#include "audited.h"

#include <string.h>

struct pair {
    double *a, *b;
};

static void half_of_input_mapped(const struct tri_case *c)
{
    TAKE;
    #pragma omp target teams distribute parallel for map(to: a[:n / 2]) map(from: b[:n], place[:1])
    DOUBLE_EACH;
}

static void a_row_forgotten(const struct tri_case *c)
{
    TAKE_ROWS;
    #pragma omp target data map(alloc: a[:h * w]) map(from: b[:h * w], place[:1])
    {
        for (ptrdiff_t i = 0; i < h - 1; i++) {
            #pragma omp target update to(a[i * w:w])
        }
        #pragma omp target teams distribute parallel for collapse(2)
        EACH_POINT(b[i * w + j] = SMOOTH(a, i, j));
    }
}

/* The struct is copied, its pointers are the host's. */
static void pointers_of_a_struct(const struct tri_case *c)
{
    TAKE;
    struct pair p = { a, b };
    #pragma omp target teams distribute parallel for map(to: p) map(from: place[:1])
    EACH(p.b[i] = 2 * p.a[i] + 1);
}

static void host_pointer_there(const struct tri_case *c)
{
    TAKE;
    #pragma omp target teams distribute parallel for is_device_ptr(a) map(from: b[:n], place[:1])
    DOUBLE_EACH;
}

/* The pointer points to no mapped number. */
static void from_its_end(const struct tri_case *c)
{
    TAKE;
    double *end = a + n;
    #pragma omp target teams distribute parallel for map(to: a[:n]) map(from: b[:n], place[:1])
    EACH(b[i] = 2 * end[i - n] + 1);
}

static void nowait_without_map(const struct tri_case *c)
{
    TAKE;
    #pragma omp target teams distribute parallel for nowait map(from: b[:n], place[:1])
    DOUBLE_EACH;
    #pragma omp taskwait
}

/* Each thread of the host starts a region, of its part. */
static void regions_of_threads(const struct tri_case *c)
{
    TAKE;
    #pragma omp parallel for
    for (int part = 0; part < 4; part++) {
        ptrdiff_t from = n * part / 4, to = n * (part + 1) / 4;
        #pragma omp target teams distribute parallel for map(from: b[from:to - from])
        for (ptrdiff_t i = from; i < to; i++)
            b[i] = 2 * a[i] + 1;
    }
    #pragma omp target map(from: place[:1])
    *place = ran_on();
}

extern double audited_table[BINS];
double audited_table[BINS];
#pragma omp declare target to(audited_table)

static void fill_table(void)
{
    for (int k = 0; k < BINS; k++)
        audited_table[k] = 2 * k + 1;
}

static void stale_table(const struct tri_case *c)
{
    TAKE;
    fill_table();
    #pragma omp target teams distribute parallel for map(to: a[:n]) map(from: b[:n], place[:1])
    EACH(b[i] = audited_table[(int)a[i]]);
}

static void half_a_table(const struct tri_case *c)
{
    TAKE;
    memset(audited_table, 0, sizeof audited_table);
    #pragma omp target update to(audited_table)
    fill_table();
    #pragma omp target update to(audited_table[:BINS / 2])
    #pragma omp target teams distribute parallel for map(to: a[:n]) map(from: b[:n], place[:1])
    EACH(b[i] = audited_table[(int)a[i]]);
}

/* What a step adds is set on the host. */
static void a_step_without_update(const struct tri_case *c)
{
    TAKE;
    double more[1] = { 0 };
    #pragma omp target data map(to: a[:n], more) map(from: b[:n], place[:1])
    for (int step = 0; step < 3; step++) {
        more[0] = step;
        if (step == 0) {
            #pragma omp target update to(more)
        }
        #pragma omp target teams distribute parallel for
        EACH(b[i] = (step ? b[i] : 2 * a[i] - 2) + more[0]);
    }
}

static void deleted(const struct tri_case *c)
{
    TAKE;
    #pragma omp target enter data map(to: a[:n]) map(alloc: b[:n])
    #pragma omp target teams distribute parallel for map(from: place[:1])
    DOUBLE_EACH;
    #pragma omp target exit data map(delete: a[:n], b[:n])
}

static void back_too_early(const struct tri_case *c)
{
    TAKE;
    #pragma omp target data map(to: a[:n]) map(alloc: b[:n]) map(from: place[:1])
    {
        #pragma omp target update from(b[:n])
        #pragma omp target teams distribute parallel for
        DOUBLE_EACH;
    }
}

static void all_but_the_first(const struct tri_case *c)
{
    TAKE;
    #pragma omp target enter data map(alloc: b[:n])
    #pragma omp target teams distribute parallel for map(to: a[:n]) map(from: place[:1]) map(alloc: b[:n])
    DOUBLE_EACH;
    #pragma omp target update from(b[1:n - 1])
    #pragma omp target exit data map(release: b[:n])
}

static void entered_twice(const struct tri_case *c)
{
    TAKE;
    #pragma omp target enter data map(to: a[:n])
    #pragma omp target enter data map(to: a[:n])
    #pragma omp target teams distribute parallel for map(from: b[:n], place[:1])
    DOUBLE_EACH;
    #pragma omp target exit data map(release: a[:n])
}

static void local_not_back(const struct tri_case *c)
{
    TAKE;
    double part[BINS] = { 0 };
    #pragma omp target teams distribute parallel for defaultmap(to: aggregate) \
        map(to: a[:n]) map(from: place[:1])
    for (int k = 0; k < BINS; k++) {
        for (ptrdiff_t i = k; i < n; i += BINS)
            part[k] += a[i];
        if (k == 0)
            *place = ran_on();
    }
    *b = 0;
    for (int k = 0; k < BINS; k++)
        *b += part[k];
}

static void on_the_initial_device(const struct tri_case *c)
{
    TAKE;
    #pragma omp target teams distribute parallel for device(omp_get_initial_device()) \
            map(to: a[:n]) map(from: b[:n], place[:1])
    DOUBLE_EACH;
}

static void no_directive(const struct tri_case *c)
{
    TAKE;
    #pragma omp parallel for
    DOUBLE_EACH;
}

static void input_changed_on_its_way(const struct tri_case *c)
{
    TAKE;
    for (ptrdiff_t i = 0; i < n; i++)
        a[i] *= 2;
    #pragma omp target teams distribute parallel for map(to: a[:n]) map(from: b[:n], place[:1])
    EACH(b[i] = a[i] + 1);
}

/* Each thread has the pointer, and nobody has mapped what it points to. */
static void private_result(const struct tri_case *c)
{
    TAKE;
    #pragma omp target teams distribute parallel for firstprivate(b) map(to: a[:n]) map(from: place[:1])
    DOUBLE_EACH;
}

static const struct form forms[] = {
    { "half an input mapped", &to_be_doubled, THERE, half_of_input_mapped, TRI_NOT_COPIED_IN, A },
    { "a row forgotten", &to_be_smoothed, THERE, a_row_forgotten, TRI_NOT_COPIED_IN, A },
    { "a struct's pointers", &to_be_doubled, THERE, pointers_of_a_struct, TRI_NOT_MAPPED, A },
    { "is_device_ptr of the host", &to_be_doubled, THERE, host_pointer_there, TRI_NOT_MAPPED, A },
    { "counted from the end", &to_be_doubled, THERE, from_its_end, TRI_NOT_MAPPED, A },
    { "nowait without a map", &to_be_doubled, THERE, nowait_without_map, TRI_NOT_MAPPED, A },
    { "a region of each thread", &to_be_doubled, THERE, regions_of_threads, TRI_NOT_MAPPED, A },
    { "a stale table", &to_be_doubled, THERE, stale_table, TRI_STALE, B },
    { "half a table", &to_be_doubled, THERE, half_a_table, TRI_STALE, B },
    { "a step without update", &to_be_doubled, THERE, a_step_without_update, TRI_STALE, B },
    { "deleted", &to_be_doubled, THERE, deleted, TRI_NOT_COPIED_BACK, B },
    { "back too early", &to_be_doubled, THERE, back_too_early, TRI_DIFFERS, B },
    { "all but the first back", &to_be_doubled, THERE, all_but_the_first, TRI_NOT_COPIED_BACK, B },
    { "entered twice", &to_be_doubled, THERE, entered_twice, TRI_STAYS, A },
    { "a local not back", &to_be_summed, THERE, local_not_back, TRI_NOT_ON_DEVICE, -1 },
    { "the initial device", &to_be_doubled, THERE, on_the_initial_device, TRI_NOT_ON_DEVICE,
      TRI_SLOTS },
    { "no directive", &to_be_doubled, THERE, no_directive, TRI_NOT_ON_DEVICE, TRI_SLOTS },
    { "an input changed on its way", &to_be_doubled, THERE, input_changed_on_its_way,
      TRI_INPUT_CHANGED, A },
    { "firstprivate array", &to_be_doubled, THERE, private_result, TRI_NOT_MAPPED, B },
};

EACH_OF(audit_maps, names_the_mistake, struct numbered, numbered(sizeof forms / sizeof *forms))
{
    expect_verdict(&forms[r->k]);
}
