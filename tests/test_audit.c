/* The audit: paths that are wrong, though a run of theirs may have the right bits, and right ones of all forms. */
#include "check.h"

#include "audit.h"
#include "build_info.h"
#include "ledger.h"
#include "ran_on.h"

#include <criterion/criterion.h>
#include <criterion/parameterized.h>
#include <omp.h>
#include <stdlib.h>
#include <string.h>

/* ---- Small hotspots ---------------------------------------------------------------------------- */

enum { N };
enum { A, B }; /* an input, a result */
enum { BINS = 64 };

static double whole(const struct tri_case *c, size_t i)
{
    return (double)(i * 7 % 61);
}

static void double_reference(const struct tri_case *c)
{
    const double *a = c->operand[A];
    double *b = c->operand[B];
    for (ptrdiff_t i = 0; i < c->value[N].integer; i++)
        b[i] = 2 * a[i] + 1;
}

static void add_reference(const struct tri_case *c)
{
    const double *a = c->operand[A];
    double *b = c->operand[B];
    for (ptrdiff_t i = 0; i < c->value[N].integer; i++)
        b[i] += a[i];
}

static void sum_reference(const struct tri_case *c)
{
    const double *a = c->operand[A];
    double sum = 0;
    for (ptrdiff_t i = 0; i < c->value[N].integer; i++)
        sum += a[i];
    *(double *)c->operand[B] = sum;
}

static void count_reference(const struct tri_case *c)
{
    const double *a = c->operand[A];
    int32_t *b = c->operand[B];
    memset(b, 0, BINS * sizeof *b);
    for (ptrdiff_t i = 0; i < c->value[N].integer; i++)
        b[(int)a[i]]++;
}

static void inside_reference(const struct tri_case *c)
{
    const double *a = c->operand[A];
    double *b = c->operand[B];
    for (ptrdiff_t i = 1; i < c->value[N].integer; i++)
        b[i] = 2 * a[i] + 1;
}

static bool bins(const struct tri_case *c, size_t *length)
{
    *length = BINS;
    return true;
}

static struct tri_work work(const struct tri_case *c)
{
    return (struct tri_work){ .units = 1 };
}

#define HOTSPOT(...)                                                              \
    { .name = "audited",                                                          \
      .formula = "b = f(a)",                                                      \
      .unit = "numbers",                                                          \
      .precision = TRI_DOUBLE,                                                    \
      .work = work,                                                               \
      .params = { { "n", "numbers", TRI_INTEGER, 10007, .min = 1, .max = 1e9 } }, \
      __VA_ARGS__ }
#define NUMBERS(...) { __VA_ARGS__, .rank = 1, .shape = { N }, .value = whole }

static const struct tri_hotspot doubled =
    HOTSPOT(.reference = double_reference,
            .operands = { NUMBERS("a", TRI_FLOATING, TRI_IN),
                          { "b", TRI_FLOATING, TRI_OUT, .rank = 1, .shape = { N } } });
static const struct tri_hotspot added =
    HOTSPOT(.reference = add_reference, .operands = { NUMBERS("a", TRI_FLOATING, TRI_IN),
                                                      NUMBERS("b", TRI_FLOATING, TRI_INOUT) });
static const struct tri_hotspot summed =
    HOTSPOT(.reference = sum_reference,
            .operands = { NUMBERS("a", TRI_FLOATING, TRI_IN), { "b", TRI_FLOATING, TRI_OUT } });
static const struct tri_hotspot counted =
    HOTSPOT(.reference = count_reference,
            .operands = { NUMBERS("a", TRI_FLOATING, TRI_IN),
                          { "b", TRI_INT32, TRI_OUT, .length_of = bins } });
static const struct tri_hotspot inside =
    HOTSPOT(.reference = inside_reference,
            .operands = { NUMBERS("a", TRI_FLOATING, TRI_IN),
                          { "b", TRI_FLOATING, TRI_OUT, .rank = 1, .shape = { N } } });

/* What each path begins with. */
#define TAKE                                      \
    ptrdiff_t n = (ptrdiff_t)c->value[N].integer; \
    double *a = c->operand[A];                    \
    int *place = c->ran_on;                       \
    (void)n, (void)a, (void)place
#define SAY_PLACE \
    if (i == 0)   \
    *place = ran_on()

/* ---- Wrong ------------------------------------------------------------------------------------- */

static void no_map(const struct tri_case *c)
{
    TAKE;
    double *b = c->operand[B];
    #pragma omp target teams distribute parallel for map(from: place[:1])
    for (ptrdiff_t i = 0; i < n; i++) {
        b[i] = 2 * a[i] + 1;
        SAY_PLACE;
    }
}

static void no_map_of_input(const struct tri_case *c)
{
    TAKE;
    double *b = c->operand[B];
    #pragma omp target teams distribute parallel for map(from: b[:n], place[:1])
    for (ptrdiff_t i = 0; i < n; i++) {
        b[i] = 2 * a[i] + 1;
        SAY_PLACE;
    }
}

static void result_only_sent(const struct tri_case *c)
{
    TAKE;
    double *b = c->operand[B];
    #pragma omp target teams distribute parallel for map(to: a[:n], b[:n]) map(from: place[:1])
    for (ptrdiff_t i = 0; i < n; i++) {
        b[i] = 2 * a[i] + 1;
        SAY_PLACE;
    }
}

static void half_of_result(const struct tri_case *c)
{
    TAKE;
    double *b = c->operand[B];
    #pragma omp target teams distribute parallel for map(to: a[:n]) map(from: place[:1]) map(alloc: b[:n])
    for (ptrdiff_t i = 0; i < n; i++) {
        b[i] = 2 * a[i] + 1;
        SAY_PLACE;
    }
    #pragma omp target exit data map(from: b[:n / 2])
}

static void input_not_sent(const struct tri_case *c)
{
    TAKE;
    double *b = c->operand[B];
    #pragma omp target teams distribute parallel for map(alloc: a[:n]) map(from: b[:n], place[:1])
    for (ptrdiff_t i = 0; i < n; i++) {
        b[i] = 2 * a[i] + 1;
        SAY_PLACE;
    }
}

static void part_of_input(const struct tri_case *c)
{
    TAKE;
    double *b = c->operand[B];
    #pragma omp target data map(alloc: a[:n]) map(from: b[:n], place[:1])
    {
        #pragma omp target update to(a[:n / 2])
        #pragma omp target teams distribute parallel for
        for (ptrdiff_t i = 0; i < n; i++) {
            b[i] = 2 * a[i] + 1;
            SAY_PLACE;
        }
    }
}

static void updated_not_sent(const struct tri_case *c)
{
    TAKE;
    double *b = c->operand[B];
    #pragma omp target teams distribute parallel for map(to: a[:n]) map(from: b[:n], place[:1])
    for (ptrdiff_t i = 0; i < n; i++) {
        b[i] += a[i];
        SAY_PLACE;
    }
}

static void updated_not_back(const struct tri_case *c)
{
    TAKE;
    double *b = c->operand[B];
    #pragma omp target teams distribute parallel for map(to: a[:n], b[:n]) map(from: place[:1])
    for (ptrdiff_t i = 0; i < n; i++) {
        b[i] += a[i];
        SAY_PLACE;
    }
}

static void not_zeroed(const struct tri_case *c)
{
    TAKE;
    double *b = c->operand[B];
    #pragma omp target teams distribute parallel for map(to: a[:n]) map(tofrom: b[:n]) map(from: place[:1])
    for (ptrdiff_t i = 0; i < n; i++) {
        b[i] += 2 * a[i] + 1;
        SAY_PLACE;
    }
}

static void not_zeroed_on_device(const struct tri_case *c)
{
    TAKE;
    double *b = c->operand[B];
    #pragma omp target teams distribute parallel for map(to: a[:n]) map(from: b[:n], place[:1])
    for (ptrdiff_t i = 0; i < n; i++) {
        b[i] += 2 * a[i] + 1;
        SAY_PLACE;
    }
}

static void last_not_written(const struct tri_case *c)
{
    TAKE;
    double *b = c->operand[B];
    #pragma omp target teams distribute parallel for map(to: a[:n]) map(tofrom: b[:n]) map(from: place[:1])
    for (ptrdiff_t i = 0; i < n - 1; i++) {
        b[i] = 2 * a[i] + 1;
        SAY_PLACE;
    }
}

static void first_written_by_nobody(const struct tri_case *c)
{
    TAKE;
    double *b = c->operand[B];
    #pragma omp target teams distribute parallel for map(to: a[:n]) map(tofrom: b[:n]) map(from: place[:1])
    for (ptrdiff_t i = 0; i < n; i++) {
        if (i > 0)
            b[i] = 2 * a[i] + 1;
        SAY_PLACE;
    }
}

static void one_too_many(const struct tri_case *c)
{
    TAKE;
    double *b = c->operand[B];
    #pragma omp target teams distribute parallel for map(to: a[:n]) map(from: b[:n], place[:1])
    for (ptrdiff_t i = 0; i <= n; i++) {
        b[i] = 2 * a[i < n ? i : 0] + 1;
        SAY_PLACE;
    }
}

static void one_before(const struct tri_case *c)
{
    TAKE;
    double *b = c->operand[B];
    #pragma omp target teams distribute parallel for map(to: a[:n]) map(from: b[:n], place[:1])
    for (ptrdiff_t i = 0; i < n; i++) {
        b[i] = 2 * a[i] + 1;
        if (i == 0)
            b[i - 1] = 0;
        SAY_PLACE;
    }
}

static void one_too_many_on_host(const struct tri_case *c)
{
    TAKE;
    double *b = c->operand[B];
    double_reference(c);
    *place = TRI_CPU;
    ((volatile double *)b)[n] = a[0];
}

static void one_before_on_host(const struct tri_case *c)
{
    TAKE;
    double *b = c->operand[B];
    double_reference(c);
    *place = TRI_CPU;
    b[0] = ((volatile double *)a)[-4096] * 0 + 2 * a[0] + 1;
}

static void input_changed(const struct tri_case *c)
{
    TAKE;
    double_reference(c);
    *place = TRI_CPU;
    a[n / 2]++;
}

static void race(const struct tri_case *c)
{
    TAKE;
    int32_t *b = c->operand[B];
    #pragma omp target map(from: b[:BINS])
    for (int i = 0; i < BINS; i++)
        b[i] = 0;
    #pragma omp target teams distribute parallel for map(to: a[:n]) map(tofrom: b[:BINS]) map(from: place[:1])
    for (ptrdiff_t i = 0; i < n; i++) {
        b[(int)a[i]]++;
        SAY_PLACE;
    }
}

static void race_of_threads(const struct tri_case *c)
{
    TAKE;
    int32_t *b = c->operand[B];
    memset(b, 0, BINS * sizeof *b);
    #pragma omp parallel for
    for (ptrdiff_t i = 0; i < n; i++)
        b[(int)a[i]]++;
    *place = TRI_CPU;
}

static void number_of_threads(const struct tri_case *c)
{
    TAKE;
    double *b = c->operand[B];
    double_reference(c);
    #pragma omp parallel num_threads(omp_get_max_threads())
    #pragma omp single
    b[n - 1] += omp_get_num_threads() == omp_get_num_procs() ? 0 : 1;
    *place = TRI_CPU;
}

static void on_the_host(const struct tri_case *c)
{
    TAKE;
    double *b = c->operand[B];
    #pragma omp target teams distribute parallel for if(target: n < 0) map(to: a[:n]) map(from: b[:n], place[:1])
    for (ptrdiff_t i = 0; i < n; i++) {
        b[i] = 2 * a[i] + 1;
        SAY_PLACE;
    }
}

static void without_region(const struct tri_case *c)
{
    double_reference(c);
}

static void sum_stays_there(const struct tri_case *c)
{
    TAKE;
    double *b = c->operand[B];
    double sum = 0;
    #pragma omp target teams distribute parallel for reduction(+: sum) map(to: a[:n], sum) map(from: place[:1])
    for (ptrdiff_t i = 0; i < n; i++) {
        sum += a[i];
        SAY_PLACE;
    }
    *b = sum;
}

static void stale_copy(const struct tri_case *c)
{
    TAKE;
    double *b = c->operand[B];
    for (ptrdiff_t i = 0; i < n; i++)
        b[i] = 0;
    #pragma omp target data map(to: a[:n]) map(from: place[:1]) map(tofrom: b[:n])
    {
        for (ptrdiff_t i = 0; i < n; i++)
            b[i] = 1; /* on the host: the device has zeros */
        #pragma omp target teams distribute parallel for
        for (ptrdiff_t i = 0; i < n; i++) {
            b[i] += 2 * a[i];
            SAY_PLACE;
        }
    }
}

static void nobody_waits(const struct tri_case *c)
{
    TAKE;
    double *b = c->operand[B];
    #pragma omp target teams distribute parallel for nowait map(to: a[:n]) map(from: b[:n], place[:1])
    for (ptrdiff_t i = 0; i < n; i++) {
        b[i] = 2 * a[i] + 1;
        SAY_PLACE;
    }
}

/* The region does nothing: all is done here. */
static void done_on_the_host(const struct tri_case *c)
{
    TAKE;
    double_reference(c);
    #pragma omp target map(from: place[:1])
    *place = ran_on();
}

static void stays_on_the_device(const struct tri_case *c)
{
    TAKE;
    double *b = c->operand[B];
    #pragma omp target enter data map(to: a[:n])
    #pragma omp target teams distribute parallel for map(from: b[:n], place[:1])
    for (ptrdiff_t i = 0; i < n; i++) {
        b[i] = 2 * a[i] + 1;
        SAY_PLACE;
    }
}

/* The barrier of a parallel region waits for what was made in it, and for nothing else. */
static void a_barrier_waits(const struct tri_case *c)
{
    TAKE;
    double *b = c->operand[B];
    #pragma omp target teams distribute parallel for nowait map(to: a[:n]) map(from: b[:n], place[:1])
    for (ptrdiff_t i = 0; i < n; i++) {
        b[i] = 2 * a[i] + 1;
        SAY_PLACE;
    }
    #pragma omp parallel
    {
    }
}

/* ---- Right ------------------------------------------------------------------------------------- */

static void by_clauses(const struct tri_case *c)
{
    TAKE;
    double *b = c->operand[B];
    #pragma omp target teams distribute parallel for map(to: a[:n]) map(from: b[:n], place[:1])
    for (ptrdiff_t i = 0; i < n; i++) {
        b[i] = 2 * a[i] + 1;
        SAY_PLACE;
    }
}

static void by_teams_loop(const struct tri_case *c)
{
    TAKE;
    double *b = c->operand[B];
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
    double *b = c->operand[B];
    #pragma omp target enter data map(to: a[:n]) map(alloc: b[:n], place[:1])
    #pragma omp target teams distribute parallel for
    for (ptrdiff_t i = 0; i < n; i++) {
        b[i] = 2 * a[i] + 1;
        SAY_PLACE;
    }
    #pragma omp target exit data map(from: b[:n], place[:1]) map(release: a[:n])
}

#if TRIPTYCH_OFFLOAD
static void by_device_pointers(const struct tri_case *c)
{
    TAKE;
    double *b = c->operand[B];
    int device = omp_get_default_device(), host = omp_get_initial_device();
    double *there = omp_target_alloc((size_t)n * sizeof *there, device);
    if (!there || omp_target_memcpy(there, a, (size_t)n * sizeof *a, 0, 0, device, host) != 0)
        abort();
    #pragma omp target teams distribute parallel for is_device_ptr(there) map(from: b[:n], place[:1])
    for (ptrdiff_t i = 0; i < n; i++) {
        b[i] = 2 * there[i] + 1;
        SAY_PLACE;
    }
    omp_target_free(there, device);
}

static void result_by_memcpy(const struct tri_case *c)
{
    TAKE;
    double *b = c->operand[B];
    int device = omp_get_default_device(), host = omp_get_initial_device();
    size_t bytes = (size_t)n * sizeof *b;
    double *there = omp_target_alloc(bytes, device);
    if (!there)
        abort();
    #pragma omp target teams distribute parallel for is_device_ptr(there) map(to: a[:n]) map(from: place[:1])
    for (ptrdiff_t i = 0; i < n; i++) {
        there[i] = 2 * a[i] + 1;
        SAY_PLACE;
    }
    if (omp_target_memcpy(b, there, bytes, 0, 0, host, device) != 0)
        abort();
    omp_target_free(there, device);
}
#else /* clang's runtime has these functions only in builds with offload */
# define by_device_pointers by_clauses
# define result_by_memcpy by_clauses
#endif

static void by_use_device_addr(const struct tri_case *c)
{
    TAKE;
    double *b = c->operand[B];
    #pragma omp target data map(to: a[:n]) map(from: b[:n], place[:1]) use_device_ptr(a, b, place)
    #pragma omp target teams distribute parallel for is_device_ptr(a, b, place)
    for (ptrdiff_t i = 0; i < n; i++) {
        b[i] = 2 * a[i] + 1;
        SAY_PLACE;
    }
}

static void by_updates(const struct tri_case *c)
{
    TAKE;
    double *b = c->operand[B];
    #pragma omp target data map(alloc: a[:n], b[:n]) map(from: place[:1])
    {
        #pragma omp target update to(a[:n])
        #pragma omp target teams distribute parallel for
        for (ptrdiff_t i = 0; i < n; i++) {
            b[i] = 2 * a[i] + 1;
            SAY_PLACE;
        }
        #pragma omp target update from(b[:n])
    }
}

static void by_map_always(const struct tri_case *c)
{
    TAKE;
    double *b = c->operand[B];
    #pragma omp target data map(to: a[:n]) map(alloc: b[:n]) map(from: place[:1])
    #pragma omp target teams distribute parallel for map(always, from: b[:n])
    for (ptrdiff_t i = 0; i < n; i++) {
        b[i] = 2 * a[i] + 1;
        SAY_PLACE;
    }
}

static void by_nowait_and_taskwait(const struct tri_case *c)
{
    TAKE;
    double *b = c->operand[B];
    #pragma omp target teams distribute parallel for nowait map(to: a[:n]) map(from: b[:n], place[:1])
    for (ptrdiff_t i = 0; i < n; i++) {
        b[i] = 2 * a[i] + 1;
        SAY_PLACE;
    }
    #pragma omp taskwait
}

static void by_taskgroup(const struct tri_case *c)
{
    TAKE;
    double *b = c->operand[B];
    #pragma omp taskgroup
    {
        #pragma omp target teams distribute parallel for nowait map(to: a[:n]) \
            map(from: b[:n], place[:1])
        for (ptrdiff_t i = 0; i < n; i++) {
            b[i] = 2 * a[i] + 1;
            SAY_PLACE;
        }
    }
}

static void by_taskwait_depend(const struct tri_case *c)
{
    TAKE;
    double *b = c->operand[B];
    #pragma omp target teams distribute parallel for nowait depend(out: b[0]) map(to: a[:n]) \
        map(from: b[:n], place[:1])
    for (ptrdiff_t i = 0; i < n; i++) {
        b[i] = 2 * a[i] + 1;
        SAY_PLACE;
    }
    #pragma omp taskwait depend(in: b[0])
}

static void zeroed_on_the_host(const struct tri_case *c)
{
    TAKE;
    double *b = c->operand[B];
    for (ptrdiff_t i = 0; i < n; i++)
        b[i] = 1;
    #pragma omp target teams distribute parallel for map(to: a[:n]) map(tofrom: b[:n]) map(from: place[:1])
    for (ptrdiff_t i = 0; i < n; i++) {
        b[i] += 2 * a[i];
        SAY_PLACE;
    }
}

static void zeroed_on_the_device(const struct tri_case *c)
{
    TAKE;
    double *b = c->operand[B];
    #pragma omp target data map(to: a[:n]) map(from: b[:n], place[:1])
    {
        #pragma omp target teams distribute parallel for
        for (ptrdiff_t i = 0; i < n; i++)
            b[i] = 0;
        #pragma omp target teams distribute parallel for
        for (ptrdiff_t i = 0; i < n; i++) {
            b[i] += 2 * a[i] + 1;
            SAY_PLACE;
        }
    }
}

static void updated(const struct tri_case *c)
{
    TAKE;
    double *b = c->operand[B];
    #pragma omp target teams distribute parallel for map(to: a[:n]) map(tofrom: b[:n]) map(from: place[:1])
    for (ptrdiff_t i = 0; i < n; i++) {
        b[i] += a[i];
        SAY_PLACE;
    }
}

static void sum_into_a_local(const struct tri_case *c)
{
    TAKE;
    double *b = c->operand[B];
    double sum = 0;
    #pragma omp target teams distribute parallel for reduction(+: sum) map(to: a[:n]) map(tofrom: sum) \
        map(from: place[:1])
    for (ptrdiff_t i = 0; i < n; i++) {
        sum += a[i];
        SAY_PLACE;
    }
    *b = sum;
}

static void histogram_of_atomics(const struct tri_case *c)
{
    TAKE;
    int32_t *b = c->operand[B];
    memset(b, 0, BINS * sizeof *b);
    #pragma omp target teams distribute parallel for map(to: a[:n]) map(tofrom: b[:BINS]) map(from: place[:1])
    for (ptrdiff_t i = 0; i < n; i++) {
        #pragma omp atomic
        b[(int)a[i]]++;
        SAY_PLACE;
    }
}

static void histogram_by_reduction(const struct tri_case *c)
{
    TAKE;
    int32_t *b = c->operand[B];
    memset(b, 0, BINS * sizeof *b);
    #pragma omp parallel for reduction(+: b[:BINS])
    for (ptrdiff_t i = 0; i < n; i++)
        b[(int)a[i]]++;
    *place = TRI_CPU;
}

static void serial_region(const struct tri_case *c)
{
    TAKE;
    double *b = c->operand[B];
    #pragma omp target map(to: a[:n]) map(from: b[:n], place[:1])
    for (ptrdiff_t i = 0; i < n; i++) {
        b[i] = 2 * a[i] + 1;
        SAY_PLACE;
    }
}

static void place_of_nobody(const struct tri_case *c)
{
    TAKE;
    double *b = c->operand[B];
    #pragma omp target teams distribute parallel for map(to: a[:n]) map(from: b[:n])
    for (ptrdiff_t i = 0; i < n; i++)
        b[i] = 2 * a[i] + 1;
}

/* ---- All of them ------------------------------------------------------------------------------- */

enum { RIGHT = TRI_FINDINGS };

static const struct form {
    const char *name;
    const struct tri_hotspot *hotspot;
    enum tri_path path;
    tri_path_fn *run;
    int finding; /* the first; RIGHT: none */
    int operand; /* that it is of */
} forms[] = {
    { "no map clause", &doubled, TRI_OFFLOAD, no_map, TRI_NOT_MAPPED, A },
    { "an input without a map clause", &doubled, TRI_OFFLOAD, no_map_of_input, TRI_NOT_MAPPED, A },
    { "a result mapped to", &doubled, TRI_OFFLOAD, result_only_sent, TRI_NOT_COPIED_BACK, B },
    { "half a result back", &doubled, TRI_OFFLOAD, half_of_result, TRI_NOT_COPIED_BACK, B },
    { "an input allocated", &doubled, TRI_OFFLOAD, input_not_sent, TRI_NOT_COPIED_IN, A },
    { "half an input", &doubled, TRI_OFFLOAD, part_of_input, TRI_NOT_COPIED_IN, A },
    { "an update mapped from", &added, TRI_OFFLOAD, updated_not_sent, TRI_NOT_COPIED_IN, B },
    { "an update mapped to", &added, TRI_OFFLOAD, updated_not_back, TRI_NOT_COPIED_BACK, B },
    { "not zeroed", &doubled, TRI_OFFLOAD, not_zeroed, TRI_DEPENDS_ON_BEFORE, B },
    { "not zeroed there", &doubled, TRI_OFFLOAD, not_zeroed_on_device, TRI_DEPENDS_ON_BEFORE, B },
    { "the last not written", &doubled, TRI_OFFLOAD, last_not_written, TRI_NOT_WRITTEN, B },
    { "the first by nobody", &inside, TRI_OFFLOAD, first_written_by_nobody, TRI_NOT_WRITTEN, B },
    { "one too many", &doubled, TRI_OFFLOAD, one_too_many, TRI_BEYOND, B },
    { "one before the first", &doubled, TRI_OFFLOAD, one_before, TRI_BEYOND, B },
    { "one too many here", &doubled, TRI_SIMD, one_too_many_on_host, TRI_BEYOND, B },
    { "read before the first", &doubled, TRI_SIMD, one_before_on_host, TRI_BEYOND, A },
    { "an input changed", &doubled, TRI_SIMD, input_changed, TRI_INPUT_CHANGED, A },
    { "threads counted", &doubled, TRI_SIMD, number_of_threads, TRI_DEPENDS_ON_THREADS, B },
    { "if (false)", &doubled, TRI_OFFLOAD, on_the_host, TRI_NOT_ON_DEVICE, TRI_SLOTS },
    { "no region", &doubled, TRI_OFFLOAD, without_region, TRI_NOT_ON_DEVICE, TRI_SLOTS },
    { "a sum that stays", &summed, TRI_OFFLOAD, sum_stays_there, TRI_DIFFERS, B },
    { "a stale copy", &doubled, TRI_OFFLOAD, stale_copy, TRI_DIFFERS, B },
    { "nobody waits", &doubled, TRI_OFFLOAD, nobody_waits, TRI_NOT_WAITED, -1 },
    { "another's barrier", &doubled, TRI_OFFLOAD, a_barrier_waits, TRI_NOT_WAITED, -1 },
    { "an idle region", &doubled, TRI_OFFLOAD, done_on_the_host, TRI_NOT_ON_DEVICE, -1 },
    { "no exit data", &doubled, TRI_OFFLOAD, stays_on_the_device, TRI_STAYS, A },
    { "map clauses", &doubled, TRI_OFFLOAD, by_clauses, RIGHT, -1 },
    { "teams loop", &doubled, TRI_OFFLOAD, by_teams_loop, RIGHT, -1 },
    { "enter and exit", &doubled, TRI_OFFLOAD, by_enter_and_exit, RIGHT, -1 },
    { "is_device_ptr", &doubled, TRI_OFFLOAD, by_device_pointers, RIGHT, -1 },
    { "omp_target_memcpy", &doubled, TRI_OFFLOAD, result_by_memcpy, RIGHT, -1 },
    { "use_device_ptr", &doubled, TRI_OFFLOAD, by_use_device_addr, RIGHT, -1 },
    { "target update", &doubled, TRI_OFFLOAD, by_updates, RIGHT, -1 },
    { "map(always)", &doubled, TRI_OFFLOAD, by_map_always, RIGHT, -1 },
    { "nowait, taskwait", &doubled, TRI_OFFLOAD, by_nowait_and_taskwait, RIGHT, -1 },
    { "taskgroup", &doubled, TRI_OFFLOAD, by_taskgroup, RIGHT, -1 },
    { "taskwait depend", &doubled, TRI_OFFLOAD, by_taskwait_depend, RIGHT, -1 },
    { "set on the host", &doubled, TRI_OFFLOAD, zeroed_on_the_host, RIGHT, -1 },
    { "set on the device", &doubled, TRI_OFFLOAD, zeroed_on_the_device, RIGHT, -1 },
    { "an update", &added, TRI_OFFLOAD, updated, RIGHT, -1 },
    { "a sum into a local", &summed, TRI_OFFLOAD, sum_into_a_local, RIGHT, -1 },
    { "atomic", &counted, TRI_OFFLOAD, histogram_of_atomics, RIGHT, -1 },
    { "reduction", &counted, TRI_SIMD, histogram_by_reduction, RIGHT, -1 },
    { "one thread", &doubled, TRI_OFFLOAD, serial_region, TRI_ONE_THREAD, -1 },
    { "place by nobody", &doubled, TRI_OFFLOAD, place_of_nobody, TRI_PLACE_NOT_WRITTEN, TRI_SLOTS },
};

static struct tri_audit audit(const struct form *f, const char *settings,
                              enum tri_audit_level level)
{
    struct tri_hotspot h = *f->hotspot;
    struct tri_audit a;
    struct tri_error e;
    h.plain.name = "plain";
    h.plain.path[f->path] = f->run;
    need_path(&h, f->path);
    struct tri_case reference = case_of(&h, settings), c = case_of(&h, settings);
    h.reference(&reference);
    omp_set_num_threads(omp_get_num_procs());
    cr_assert(tri_audit_path(&c, f->path, &reference, &(struct tri_launch){ 0 }, level, &a, &e),
              "%s: %s", f->name, e.text);
    tri_case_free(&reference);
    tri_case_free(&c);
    return a;
}

static const struct tri_finding *first_fault(const struct tri_audit *a)
{
    for (size_t i = 0; i < a->n; i++)
        if (!a->finding[i].is_note)
            return &a->finding[i];
    return NULL;
}

static bool has(const struct tri_audit *a, int kind, int operand)
{
    for (size_t i = 0; i < a->n; i++)
        if ((int)a->finding[i].kind == kind && (operand < 0 || a->finding[i].operand == operand))
            return true;
    return false;
}

enum { FORMS = sizeof forms / sizeof *forms };

ParameterizedTestParameters(audit, names_the_mistake)
{
    int *numbers = cr_malloc(sizeof *numbers * FORMS);
    for (int i = 0; i < FORMS; i++)
        numbers[i] = i;
    return cr_make_param_array(int, numbers, FORMS);
}

ParameterizedTest(int *r, audit, names_the_mistake)
{
    const struct form *f = &forms[*r];
    struct tri_error e;
    bool told = tri_device_start(&e) && tri_ledger_tells();
    if (f->finding == TRI_NOT_MAPPED && tri_device_place() == TRI_GPU)
        cr_skip("a GPU ends a program that uses the host's memory there");
    if (f->path == TRI_OFFLOAD && f->finding != RIGHT && !told)
        cr_skip("the runtime does not tell of regions and copies");
    struct tri_audit a = audit(f, "", TRI_AUDIT_QUICK);
    const struct tri_finding *fault = first_fault(&a);
    bool is_note = f->finding == RIGHT || f->finding >= TRI_HOST_STORES;
    cr_expect_eq(a.wrong, !is_note, "%s: %s", f->name, fault ? fault->text : "nothing found");
    if (f->finding != RIGHT)
        cr_expect(has(&a, f->finding, f->operand), "%s: not %s: %s", f->name,
                  tri_finding_name((enum tri_finding_kind)f->finding),
                  a.n ? a.finding[0].text : "nothing found");
}

/* A histogram that nobody protects, of a million numbers, on at least two threads: in each of several audits. */
static void expect_race(const struct form *f)
{
    for (int i = 0; i < 5; i++) {
        struct tri_audit a = audit(f, "n=1000000", TRI_AUDIT_QUICK);
        if (a.threads == 0)
            cr_skip("the runtime does not tell of threads");
        cr_expect(a.wrong, "%s: audit %d has not seen the race", f->name, i);
    }
}

Test(audit, sees_races)
{
    if (omp_get_num_procs() < 2 || INSTRUMENTED)
        cr_skip("one processor, or a sanitizer that ends at a race");
    expect_race(&(struct form){ "a region", &counted, TRI_OFFLOAD, race, 0, B });
    expect_race(&(struct form){ "threads", &counted, TRI_SIMD, race_of_threads, 0, B });
}

Test(audit, counts_what_is_copied)
{
    struct tri_audit a = audit(&(struct form){ "", &doubled, TRI_OFFLOAD, by_clauses, 0, 0 },
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
Test(audit, counts_no_difference_of_a_right_path)
{
    struct form f = { "", &doubled, TRI_OFFLOAD, zeroed_on_the_host, 0, 0 };
    cr_expect_eq(audit(&f, "", TRI_AUDIT_QUICK).difference.different, 0);
}

Test(audit, off_is_one_run)
{
    struct form f = { "", &doubled, TRI_OFFLOAD, no_map, 0, 0 };
    cr_expect_eq(audit(&f, "", TRI_AUDIT_OFF).runs, 1);
}
