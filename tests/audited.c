#include "audited.h"

#include "ledger.h"
#include "tool.h"

#include <string.h>

/* ---- Small hotspots ---------------------------------------------------------------------------- */

static double whole(const struct tri_case *c, size_t i)
{
    return (double)(i * 7 % 61);
}

PATH(double_reference)
{
    for (ptrdiff_t i = 0; i < n; i++)
        b[i] = 2 * a[i] + 1;
}

PATH(add_reference)
{
    for (ptrdiff_t i = 0; i < n; i++)
        b[i] += a[i];
}

PATH(sum_reference)
{
    double sum = 0;
    for (ptrdiff_t i = 0; i < n; i++)
        sum += a[i];
    *b = sum;
}

PATH_OF_COUNTS(count_reference)
{
    memset(b, 0, BINS * sizeof *b);
    for (ptrdiff_t i = 0; i < n; i++)
        b[(int)a[i]]++;
}

PATH(inside_reference)
{
    for (ptrdiff_t i = 1; i < n; i++)
        b[i] = 2 * a[i] + 1;
}

PATH(shift_reference)
{
    for (ptrdiff_t i = 0; i < n - 1; i++)
        b[i] = b[i + 1] + a[i];
}

PATH(scan_reference)
{
    double sum = 0;
    for (ptrdiff_t i = 0; i < n; i++)
        b[i] = sum += a[i];
}

PATH(largest_reference)
{
    double most = 0;
    for (ptrdiff_t i = 0; i < n; i++)
        most = a[i] > most ? a[i] : most;
    *b = most;
}

PATH_OF_ROWS(smooth_reference)
{
    for (ptrdiff_t i = 0; i < h; i++)
        for (ptrdiff_t j = 0; j < w; j++)
            b[i * w + j] = SMOOTH(a, i, j);
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
#define RESULT                                                \
    {                                                         \
        "b", TRI_FLOATING, TRI_OUT, .rank = 1, .shape = { N } \
    }
#define INPUT NUMBERS("a", TRI_FLOATING, TRI_IN)
#define UPDATED NUMBERS("b", TRI_FLOATING, TRI_INOUT)
#define NUMBERS(...) { __VA_ARGS__, .rank = 1, .shape = { N }, .value = whole }

const struct tri_hotspot to_be_doubled =
    HOTSPOT(.reference = double_reference, .operands = { INPUT, RESULT });
const struct tri_hotspot to_be_added =
    HOTSPOT(.reference = add_reference, .operands = { INPUT, UPDATED });
const struct tri_hotspot to_be_summed =
    HOTSPOT(.reference = sum_reference, .operands = { INPUT, { "b", TRI_FLOATING, TRI_OUT } });
const struct tri_hotspot to_be_counted =
    HOTSPOT(.reference = count_reference,
            .operands = { INPUT, { "b", TRI_INT32, TRI_OUT, .length_of = bins } });
const struct tri_hotspot to_be_inside =
    HOTSPOT(.reference = inside_reference, .operands = { INPUT, RESULT });
const struct tri_hotspot to_be_shifted =
    HOTSPOT(.reference = shift_reference, .operands = { INPUT, UPDATED });
const struct tri_hotspot to_be_scanned =
    HOTSPOT(.reference = scan_reference, .operands = { INPUT, RESULT });
const struct tri_hotspot largest =
    HOTSPOT(.reference = largest_reference, .operands = { INPUT, { "b", TRI_FLOATING, TRI_OUT } });
const struct tri_hotspot to_be_smoothed = {
    .name = "audited",
    .formula = "b = f(a)",
    .unit = "numbers",
    .precision = TRI_DOUBLE,
    .work = work,
    .reference = smooth_reference,
    .params = { { "height", "rows", TRI_INTEGER, 61, .min = 1, .max = 1e5 },
                { "width", "columns", TRI_INTEGER, 163, .min = 1, .max = 1e5 } },
    .operands = { { "a", TRI_FLOATING, TRI_IN, .rank = 2, .shape = { HEIGHT, WIDTH },
                    .value = whole },
                  { "b", TRI_FLOATING, TRI_OUT, .rank = 2, .shape = { HEIGHT, WIDTH } } },
};

struct tri_audit audited(const struct form *f, const char *settings, enum tri_audit_level level)
{
    struct tri_hotspot h = f->hotspot ? *f->hotspot : to_be_doubled;
    struct tri_audit a;
    h.plain.name = "plain";
    h.plain.path[f->path] = f->run;
    need_path(&h, f->path);
    case_auto_t reference = case_of(&h, settings), c = case_of(&h, settings);
    h.reference(&reference);
    omp_set_num_threads(omp_get_num_procs());
    cr_assert(
        tri_audit_path(&c, f->path, &reference, &(struct tri_launch){ 0 }, level, &a, &failure),
        "%s: %s", f->name, failure.text);
    return a;
}

static const struct tri_finding *first_fault(const struct tri_audit *a)
{
    for (size_t i = 0; i < a->n; i++)
        if (!a->finding[i].is_note)
            return &a->finding[i];
    return NULL;
}

static bool is_kind(enum tri_finding_kind found, int kind)
{
    return kind == RACE ? found == TRI_NOT_SAME_TWICE || found == TRI_DEPENDS_ON_THREADS
                        : (int)found == kind;
}

static bool has(const struct tri_audit *a, int kind, int operand)
{
    for (size_t i = 0; i < a->n; i++)
        if (is_kind(a->finding[i].kind, kind) && (operand < 0 || a->finding[i].operand == operand))
            return true;
    return false;
}

/* Of some wrong paths a GPU tells no more than that they are wrong. */
static bool is_named(const struct form *f, bool gpu)
{
    return !gpu ||
           (f->finding != RACE && f->finding != TRI_STALE && f->finding != TRI_DEPENDS_ON_THREADS);
}

void expect_verdict(const struct form *f)
{
    struct tri_error e;
    bool told = tri_device_start(&e) && tri_ledger_tells();
    bool gpu = f->path == TRI_OFFLOAD && tri_device_place() == TRI_GPU;
    if (gpu && f->not_on_gpu)
        cr_skip("a GPU does not show this");
    if (f->finding == TRI_NOT_MAPPED && tri_device_place() == TRI_GPU)
        cr_skip("a GPU ends a program that uses the host's memory there");
    if (f->path == TRI_OFFLOAD && f->finding != RIGHT && !told)
        cr_skip("the runtime does not tell of regions and copies");
    if (f->path != TRI_OFFLOAD && !tri_tool_hears() &&
        (f->finding == RACE || f->finding == TRI_ONE_THREAD))
        cr_skip("the runtime does not tell of threads");
    if (INSTRUMENTED && f->finding == RACE)
        cr_skip("a sanitizer ends at a race");
    struct tri_audit a = audited(f, "", TRI_AUDIT_QUICK);
    enum { TRIES = 40 }; /* on 16 processors ten were too few */
    for (int i = 1; f->finding == RACE && !a.wrong && i < TRIES; i++)
        a = audited(f, "", TRI_AUDIT_QUICK);
    const struct tri_finding *fault = first_fault(&a);
    bool is_note =
        f->finding == RIGHT || (f->finding >= TRI_HOST_STORES && f->finding < TRI_FINDINGS);
    cr_expect_eq(a.wrong, !is_note, "%s: %s", f->name, fault ? fault->text : "nothing found");
    if (f->finding == RIGHT)
        cr_expect(!told || gpu || !has(&a, TRI_ONE_THREAD, -1),
                  "%s: more than one thread took part", f->name);
    else if (is_named(f, gpu))
        cr_expect(has(&a, f->finding, f->operand), "%s: not %s: %s", f->name,
                  f->finding == RACE ? "a race"
                                     : tri_finding_name((enum tri_finding_kind)f->finding),
                  fault ? fault->text
                  : a.n ? a.finding[0].text
                        : "nothing found");
}
