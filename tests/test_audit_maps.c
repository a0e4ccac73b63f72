/* The audit: paths that use what is not on the device, or leave there what is needed here. */
#include "audited.h"

#include <string.h>

struct pair {
    double *a, *b;
};

FORM(audit_maps, half_of_input_mapped, THERE, TRI_NOT_COPIED_IN, A)
{
    #pragma omp target teams distribute parallel for map(to: a[:n / 2]) map(from: b[:n], place[:1])
    DOUBLE_EACH;
}

FORM_OF_ROWS(audit_maps, a_row_forgotten, THERE, TRI_NOT_COPIED_IN, A, .hotspot = &to_be_smoothed)
{
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
FORM(audit_maps, pointers_of_a_struct, THERE, TRI_NOT_MAPPED, A)
{
    struct pair p = { a, b };
    #pragma omp target teams distribute parallel for map(to: p) map(from: place[:1])
    EACH(p.b[i] = 2 * p.a[i] + 1);
}

FORM(audit_maps, host_pointer_there, THERE, TRI_NOT_MAPPED, A)
{
    #pragma omp target teams distribute parallel for is_device_ptr(a) map(from: b[:n], place[:1])
    DOUBLE_EACH;
}

/* The pointer points to no mapped number. */
FORM(audit_maps, from_its_end, THERE, TRI_NOT_MAPPED, A)
{
    double *end = a + n;
    #pragma omp target teams distribute parallel for map(to: a[:n]) map(from: b[:n], place[:1])
    EACH(b[i] = 2 * end[i - n] + 1);
}

FORM(audit_maps, nowait_without_map, THERE, TRI_NOT_MAPPED, A)
{
    #pragma omp target teams distribute parallel for nowait map(from: b[:n], place[:1])
    DOUBLE_EACH;
    #pragma omp taskwait
}

/* Each thread of the host starts a region, of its part. */
FORM(audit_maps, regions_of_threads, THERE, TRI_NOT_MAPPED, A)
{
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

FORM(audit_maps, stale_table, THERE, TRI_STALE, B)
{
    fill_table();
    #pragma omp target teams distribute parallel for map(to: a[:n]) map(from: b[:n], place[:1])
    EACH(b[i] = audited_table[(int)a[i]]);
}

FORM(audit_maps, half_a_table, THERE, TRI_STALE, B)
{
    memset(audited_table, 0, sizeof audited_table);
    #pragma omp target update to(audited_table)
    fill_table();
    #pragma omp target update to(audited_table[:BINS / 2])
    #pragma omp target teams distribute parallel for map(to: a[:n]) map(from: b[:n], place[:1])
    EACH(b[i] = audited_table[(int)a[i]]);
}

/* What a step adds is set on the host. */
FORM(audit_maps, a_step_without_update, THERE, TRI_STALE, B)
{
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

FORM(audit_maps, deleted, THERE, TRI_NOT_COPIED_BACK, B)
{
    #pragma omp target enter data map(to: a[:n]) map(alloc: b[:n])
    #pragma omp target teams distribute parallel for map(from: place[:1])
    DOUBLE_EACH;
    #pragma omp target exit data map(delete: a[:n], b[:n])
}

FORM(audit_maps, back_too_early, THERE, TRI_DIFFERS, B)
{
    #pragma omp target data map(to: a[:n]) map(alloc: b[:n]) map(from: place[:1])
    {
        #pragma omp target update from(b[:n])
        #pragma omp target teams distribute parallel for
        DOUBLE_EACH;
    }
}

FORM(audit_maps, all_but_the_first, THERE, TRI_NOT_COPIED_BACK, B)
{
    #pragma omp target enter data map(alloc: b[:n])
    #pragma omp target teams distribute parallel for map(to: a[:n]) map(from: place[:1]) map(alloc: b[:n])
    DOUBLE_EACH;
    #pragma omp target update from(b[1:n - 1])
    #pragma omp target exit data map(release: b[:n])
}

FORM(audit_maps, entered_twice, THERE, TRI_STAYS, A)
{
    #pragma omp target enter data map(to: a[:n])
    #pragma omp target enter data map(to: a[:n])
    #pragma omp target teams distribute parallel for map(from: b[:n], place[:1])
    DOUBLE_EACH;
    #pragma omp target exit data map(release: a[:n])
}

FORM(audit_maps, local_not_back, THERE, TRI_NOT_ON_DEVICE, -1, .hotspot = &to_be_summed)
{
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

FORM(audit_maps, on_the_initial_device, THERE, TRI_NOT_ON_DEVICE, TRI_SLOTS)
{
    #pragma omp target teams distribute parallel for device(omp_get_initial_device()) \
            map(to: a[:n]) map(from: b[:n], place[:1])
    DOUBLE_EACH;
}

FORM(audit_maps, no_directive, THERE, TRI_NOT_ON_DEVICE, TRI_SLOTS)
{
    #pragma omp parallel for
    DOUBLE_EACH;
}

FORM(audit_maps, input_changed_on_its_way, THERE, TRI_INPUT_CHANGED, A)
{
    for (ptrdiff_t i = 0; i < n; i++)
        a[i] *= 2;
    #pragma omp target teams distribute parallel for map(to: a[:n]) map(from: b[:n], place[:1])
    EACH(b[i] = a[i] + 1);
}

/* Each thread has the pointer, and nobody has mapped what it points to. */
FORM(audit_maps, private_result, THERE, TRI_NOT_MAPPED, B)
{
    #pragma omp target teams distribute parallel for firstprivate(b) map(to: a[:n]) map(from: place[:1])
    DOUBLE_EACH;
}
