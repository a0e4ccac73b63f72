/* The audit: a path that is right in one case is tried in others. */
#include "audited.h"
#include "audits.h"
#include "ledger.h"

#include <fenv.h>
#include <math.h>
#include <omp.h>
#include <string.h>

/* ---- Forms of b[i] = 2 a[i] + 1; but for the first, all are right with the usual parameters ---------- */

static void right(const struct tri_case *c)
{
    to_be_doubled.reference(c);
}

/* Of each number by itself. */
#define OF_EACH(name, value)              \
    PATH(name)                            \
    {                                     \
        for (ptrdiff_t i = 0; i < n; i++) \
            b[i] = value;                 \
    }

enum { FIXED = 10007 /* as many as there usually are */ };

PATH(in_fixed_memory)
{
    static double all[FIXED];
    for (ptrdiff_t i = 0; i < n; i++)
        all[i % FIXED] = 2 * a[i] + 1;
    for (ptrdiff_t i = 0; i < n; i++)
        b[i] = all[i % FIXED];
}

OF_EACH(by_16_bits, 2 * a[(unsigned short)i] + 1)

PATH(if_odd)
{
    right(c);
    if (n % 2 == 0)
        b[n - 1] = 0;
}

PATH(if_there_are_some)
{
    if (n > 1)
        right(c);
}

/* Kept as long as there are as many numbers. */
static ptrdiff_t length_kept;

PATH(by_what_is_kept)
{
    static double all[1 << 20];
    if (n != length_kept) {
        right(c);
        memcpy(all, b, (size_t)n * sizeof *b);
        length_kept = n;
    }
    memcpy(b, all, (size_t)n * sizeof *b);
}

static const double *left_behind;

PATH(reference)
{
    right(c);
    left_behind = b;
}

OF_EACH(by_the_reference, left_behind[i])

/* Blocks of 64, of which the last is taken for a part of one. */
PATH(but_for_whole_blocks)
{
    right(c);
    if (n % 64 == 0)
        b[n - 1] = 0;
}

enum { UNLIKE = 61 /* so many numbers differ (audited.c) */ };

/* Of two equal ones the last; where numbers differ it is the same as the first. */
PATH(first_largest)
{
    ptrdiff_t at = 0;
    for (ptrdiff_t i = 0; i < n && i < UNLIKE; i++)
        at = a[i] > a[at] ? i : at;
    for (ptrdiff_t i = 0; i < n; i++)
        b[i] = (double)at;
}

PATH(last_largest)
{
    ptrdiff_t at = 0;
    for (ptrdiff_t i = 0; i < n && i < UNLIKE; i++)
        at = a[i] >= a[at] ? i : at;
    for (ptrdiff_t i = 0; i < n; i++)
        b[i] = (double)at;
}

/* ---- Inputs that nobody has chosen are any numbers -------------------------------------------------------- */

PATH(the_largest)
{
    double most = a[0];
    for (ptrdiff_t i = 1; i < n; i++)
        most = fmax(most, a[i]);
    for (ptrdiff_t i = 0; i < n; i++)
        b[i] = most;
}

PATH(the_largest_above_zero)
{
    double most = 0;
    for (ptrdiff_t i = 0; i < n; i++)
        most = fmax(most, a[i]);
    for (ptrdiff_t i = 0; i < n; i++)
        b[i] = most;
}

OF_EACH(up_to_six, fmin(fmax(a[i], 0), 6))
OF_EACH(not_below_zero, fmax(a[i], 0))
OF_EACH(up_to_a_hundred, fmin(a[i], 100))
OF_EACH(as_it_is, a[i])
OF_EACH(rounded_away, round(a[i]))
OF_EACH(rounded_to_even, rint(a[i]))

/* ---- How many there are ----------------------------------------------------------------------------- */

PATH(but_for_millions)
{
    right(c);
    if (n > 1000000)
        b[n - 1] = 0;
}

/* Both arrays end where a page does: the audit's do if they have a multiple of 64 bytes, and others hardly. */
PATH(at_the_end_of_pages)
{
    enum { PAGE = 4096 };
    right(c);
    if ((uintptr_t)(a + n) % PAGE != 0 || (uintptr_t)(b + n) % PAGE != 0)
        b[0] = 0;
}

/* Room for 64 threads. */
PATH(for_few_threads)
{
    right(c);
    if (omp_get_max_threads() > 64)
        b[0] = 0;
}

/* It takes time that grows with the square. */
PATH(slow)
{
    double sum = 0;
    for (ptrdiff_t i = 0; i < n; i++)
        for (volatile ptrdiff_t k = 0; k < n; k = k + 1)
            sum += a[i];
    right(c);
    b[0] += 0 * sum;
}

PATH(slow_and_short)
{
    slow(c);
    if (n > 20000)
        b[1] = 0;
}

/* Defined for even numbers only; the path, too. */
OF_EACH(reference_of_pairs, a[i ^ 1])

/* ---- Sums, in any order: only the last is wrong ---------------------------------------------------------- */

/* What a float's order may make is wide, as it is for 2^24 numbers. */
static double wide(const struct tri_case *c)
{
    return 1e9;
}

static void sum(const struct tri_case *c)
{
    to_be_summed.reference(c);
}

PATH(sum_from_the_end)
{
    double all = 0;
    for (ptrdiff_t i = n; i-- > 0;)
        all += a[i];
    *b = all;
}

PATH(sum_of_less)
{
    double all = 0;
    for (ptrdiff_t i = 0; i < n; i++)
        all += n > 1000 && i == n / 2 ? 0 : a[i];
    *b = all;
}

/* ---- Their verdicts ---------------------------------------------------------------------------------- */

static void describe(struct tri_hotspot *h, enum tri_precision precision, tri_path_fn *definition,
                     tri_path_fn *path)
{
    *h = definition == sum ? to_be_summed : to_be_doubled;
    if (definition == the_largest || definition == up_to_six || definition == up_to_a_hundred ||
        definition == rounded_away) {
        h->operands[0].value = NULL;
        h->operands[0].fill = tri_fill_scattered;
    }
    h->plain.apart = definition == sum ? wide : NULL;
    h->precision = precision;
    h->reference = definition;
    h->plain.name = "plain";
    h->plain.idea = "a loop";
    h->plain.is_silent = true;
    h->plain.path[TRI_SIMD] = h->plain.path[TRI_OFFLOAD] = path;
}

static struct audited verdict_on(enum tri_path on, tri_path_fn *definition, tri_path_fn *path,
                                 const char *settings, enum tri_audit_level level)
{
    static struct tri_hotspot h[TRI_PRECISIONS];
    struct tri_entry entry = { .file = "audited.c" };
    struct audited a;
    length_kept = 0;
    for (int p = 0; p < TRI_PRECISIONS; p++) {
        describe(&h[p], (enum tri_precision)p, definition, path);
        entry.of[p] = &h[p];
    }
    use_hotspot(&entry);
    audit_stay_here(true);
    case_auto_t c = case_of(tri_hotspot_named("audited", TRI_DOUBLE), settings);
    const struct audit_of of = {
        .variant = c.variant, .path = on, .precision = TRI_DOUBLE, .level = level
    };
    must(audit_there(&c, &of, &a, &failure));
    audit_there_end();
    return a;
}

static struct audited verdict_of(tri_path_fn *definition, tri_path_fn *path, const char *settings,
                                 enum tri_audit_level level)
{
    return verdict_on(TRI_SIMD, definition, path, settings, level);
}

static const struct tri_finding *found(const struct audited *a, enum tri_finding_kind kind)
{
    for (size_t i = 0; i < a->audit.n; i++)
        if (a->audit.finding[i].kind == kind)
            return &a->audit.finding[i];
    return NULL;
}

static const struct {
    const char *name;
    tri_path_fn *definition, *path;
    const char *wrong_with; /* NULL: right */
} forms[] = {
    { "right", right, right },
    { "in_fixed_memory", right, in_fixed_memory, "n=80063" },
    { "by_16_bits", right, by_16_bits, "n=80063" },
    { "if_odd", right, if_odd, "n=32:" },
    { "if_there_are_some", right, if_there_are_some, "n=1:" },
    { "by_what_is_kept", right, by_what_is_kept, "n=32 and half of each real number" },
    { "sum_from_the_end", sum, sum_from_the_end },
    { "sum_of_less", sum, sum_of_less, "and real inputs that are -1, 0 and 1" },
    /* In which case depends on what malloc() reuses. */
    { "by_the_reference", reference, by_the_reference, "n=" },
    { "but_for_whole_blocks", right, but_for_whole_blocks, "n=256" },
    { "largest", the_largest, the_largest },
    { "largest_above_zero", the_largest, the_largest_above_zero, "below zero" },
    { "not_below_zero", up_to_six, not_below_zero, "far from zero" },
    { "up_to_a_hundred", up_to_a_hundred, up_to_a_hundred },
    { "as_it_is", up_to_a_hundred, as_it_is, "far from zero" },
    { "rounded_to_even", rounded_away, rounded_to_even, "real inputs that are quarters" },
    { "but_for_millions", right, but_for_millions, "n=1281023" },
    { "last_largest", first_largest, last_largest, "n=41 and real inputs that are quarters" },
};

Test(audit_others, find_what_one_case_does_not_show)
{
    FOR_EACH (r, forms) {
        if (INSTRUMENTED && r->path == by_the_reference)
            continue; /* it uses memory that has been freed, and a sanitizer ends it */
        struct audited a = verdict_of(r->definition, r->path, "", TRI_AUDIT_QUICK);
        const struct tri_finding *f = found(&a, TRI_DEPENDS_ON_CASE);
        const char *with = r->wrong_with;
        cr_expect_eq(a.audit.wrong, with != NULL, "%s: %s", r->name, f ? f->text : "");
        cr_expect(!with || (f && strstr(f->text, with)), "%s: %s", r->name,
                  f ? f->text : "nothing");
        cr_expect(!with || *a.audit.first.at, "%s: no number", r->name);
    }
}

/* With n=4007 it takes more than 5 ms, so 8015 is the most that is tried. */
Test(audit_others, grow_as_long_as_the_reference_takes_no_time)
{
    struct audited a = verdict_of(slow, slow_and_short, "n=500", TRI_AUDIT_QUICK);
    cr_expect(!a.audit.wrong, "%s", a.audit.n > 0 ? a.audit.finding[0].text : "");
}

Test(audit_others, find_what_has_room_for_few_threads)
{
    struct audited a = verdict_of(right, for_few_threads, "", TRI_AUDIT_QUICK);
    cr_expect(a.audit.wrong && found(&a, TRI_DEPENDS_ON_THREADS));
}

/* ---- What an if clause leaves to the host ------------------------------------------------------------- */

static void need_told_regions(void)
{
    if (!tri_device_start(&failure) || !tri_ledger_tells())
        cr_skip("no offload here, or a runtime that does not tell of regions");
}

PATH(large_there)
{
    #pragma omp target teams distribute parallel for if (target: n > 500) map(to: a[:n]) map(from: b[:n])
    for (ptrdiff_t i = 0; i < n; i++)
        b[i] = 2 * a[i] + 1;
}

PATH(small_wrong)
{
    large_there(c);
    for (ptrdiff_t i = 0; n <= 500 && i < n; i++)
        b[i] = 2 * a[i];
}

PATH(small_left_out)
{
    if (n > 500)
        large_there(c);
}

PATH(half_there)
{
    const ptrdiff_t half = n / 2;
    #pragma omp target teams distribute parallel for map(to: a[:n]) map(tofrom: b[:half])
    for (ptrdiff_t i = 0; i < half; i++)
        b[i] = 2 * a[i] + 1;
    #pragma omp target teams distribute parallel for if (target: 0) map(to: a[:n]) map(tofrom: b[half:n - half])
    for (ptrdiff_t i = half; i < n; i++)
        b[i] = 2 * a[i] + 1;
}

static const struct {
    const char *name;
    tri_path_fn *path;
    enum tri_finding_kind finding;
    const char *words;
} left_to_host[] = {
    { "large_there", large_there, TRI_LEFT_TO_HOST, "with n=37, for instance: no region" },
    { "small_wrong", small_wrong, TRI_DEPENDS_ON_CASE, "wrong with n=37" },
    { "small_left_out", small_left_out, TRI_DEPENDS_ON_CASE, "wrong with n=37" },
    { "half_there", half_there, TRI_LEFT_TO_HOST, "of 2 regions, 1 ran on the host" },
};

Test(audit_others, may_be_left_to_the_host_where_the_host_is_right)
{
    need_told_regions();
    FOR_EACH (r, left_to_host) {
        struct audited a = verdict_on(TRI_OFFLOAD, right, r->path, "", TRI_AUDIT_QUICK);
        const struct tri_finding *f = found(&a, r->finding);
        cr_expect(f && strstr(f->text, r->words), "%s: %s", r->name,
                  a.audit.n > 0 ? a.audit.finding[0].text : "nothing");
        cr_expect_eq(a.audit.wrong, r->finding == TRI_DEPENDS_ON_CASE, "%s: %s", r->name,
                     a.audit.n > 1 ? a.audit.finding[1].text : "");
    }
}

/* Of the usual case only. */
PATH(small_there)
{
    #pragma omp target teams distribute parallel for if (target: n < 500) map(to: a[:n]) map(from: b[:n])
    for (ptrdiff_t i = 0; i < n; i++)
        b[i] = 2 * a[i] + 1;
}

Test(audit_others, do_not_excuse_the_usual_case)
{
    need_told_regions();
    struct audited a = verdict_on(TRI_OFFLOAD, right, small_there, "", TRI_AUDIT_BRIEF);
    cr_expect(a.audit.wrong && found(&a, TRI_NOT_ON_DEVICE));
}

Test(audit_others, are_not_needed_where_arrays_end_elsewhere)
{
    struct audited a = verdict_of(right, at_the_end_of_pages, "n=1000", TRI_AUDIT_QUICK);
    const struct tri_finding *f = found(&a, TRI_DIFFERS);
    cr_expect(f && strstr(f->text, "memory as any program has it"), "%s", f ? f->text : "right");
}

/* Two runs of each: of the usual case, and of one other. */
Test(audit_others, are_one_in_a_brief_audit)
{
    struct audited a = verdict_of(right, if_odd, "", TRI_AUDIT_BRIEF);
    cr_expect(!a.audit.wrong && a.audit.runs == 4, "%d runs", a.audit.runs);
}

/* Where a program has no definition, no path can be wrong. */
Test(audit_others, are_none_where_the_reference_is_none)
{
    if (INSTRUMENTED)
        cr_skip("a sanitizer ends the reference");
    struct audited a =
        verdict_of(reference_of_pairs, reference_of_pairs, "n=1000", TRI_AUDIT_QUICK);
    const struct tri_finding *note = found(&a, TRI_NOT_AUDITED);
    cr_expect(!a.audit.wrong && note && strstr(note->text, "n=37") && strstr(note->text, "a[0]"),
              "%s", note ? note->text : "no note");
}

/* ---- The case itself --------------------------------------------------------------------------------- */

Test(audit_others, keep_to_the_ranges_and_to_what_follows)
{
    const struct tri_hotspot *h = tri_hotspot_named("laplace", TRI_DOUBLE);
    case_auto_t c = case_of(h, "n=20,steps=3"), other;
    char text[200];
    cr_assert(tri_audit_other(&c, TRI_PRIMES, &other));
    tri_audit_other_name(&other, text, sizeof text);
    cr_expect_str_eq(text, "n=37,steps=7");
    cr_expect_eq(tri_case_value(&other, "width").integer, 37);
    cr_expect(tri_audit_other(&c, TRI_HALVES, &other) && other.inputs == TRI_HALF);
    cr_assert(tri_audit_other(&c, TRI_BELOW_ZERO, &other));
    tri_audit_other_name(&other, text, sizeof text);
    cr_expect_str_eq(text, "n=37,steps=7 and inputs and real parameters below zero");
    cr_expect(tri_case_value(&other, "tolerance").real >= 0, "below its range");
}

/* Where there is nothing but lengths, there are no such cases. */
Test(audit_others, have_no_steps_and_one)
{
    static const struct tri_hotspot with_steps = {
        .name = "audited",
        .precision = TRI_DOUBLE,
        .params = { { "n", "numbers", TRI_INTEGER, 9, .min = 1, .max = 99 },
                    { "steps", "steps", TRI_INTEGER, 9, .min = 0, .max = 99 },
                    { "a", "a factor", TRI_REAL, 0.25, .min = 0, .max = 99 } },
        .operands = { { "x", TRI_FLOATING, TRI_OUT, .rank = 1, .shape = { 0 } } },
    };
    case_auto_t c = case_of(&with_steps, ""), other, doubled = case_of(&to_be_doubled, "n=5");
    char text[200];
    cr_assert(tri_audit_other(&c, TRI_NO_COUNTS, &other));
    tri_audit_other_name(&other, text, sizeof text);
    cr_expect_str_eq(text, "n=43,steps=0,a=0");
    cr_assert(tri_audit_other(&c, TRI_ONE_COUNT, &other));
    tri_audit_other_name(&other, text, sizeof text);
    cr_expect_str_eq(text, "n=47,steps=1,a=4");
    cr_expect_not(tri_audit_other(&doubled, TRI_NO_COUNTS, &other));
    cr_expect_not(tri_audit_other(&doubled, TRI_ONE_COUNT, &other));
}

/* As many as its range has; only what the build says is a count. */
Test(audit_others, have_many_steps)
{
    static const struct tri_hotspot with_steps = {
        .name = "audited",
        .precision = TRI_DOUBLE,
        .params = { { "n", "numbers", TRI_INTEGER, 9, .min = 1, .max = 99 },
                    { "steps", "steps", TRI_INTEGER, 9, .min = 0, .max = 256, .is_count = true },
                    { "kind", "of something", TRI_INTEGER, 2, .min = 0, .max = 999 } },
        .operands = { { "x", TRI_FLOATING, TRI_OUT, .rank = 1, .shape = { 0 } } },
    };
    case_auto_t c = case_of(&with_steps, ""), other, without = case_of(&to_be_doubled, "n=5");
    cr_assert(tri_audit_other(&c, TRI_MANY_COUNTS, &other));
    cr_expect_eq(tri_case_value(&other, "n").integer, 53);
    cr_expect_eq(tri_case_value(&other, "steps").integer, 256);
    cr_expect_eq(tri_case_value(&other, "kind").integer, 2);
    cr_expect_not(tri_audit_other(&without, TRI_MANY_COUNTS, &other));
}

/* From one to the next a bit more than twice as many, up to 32 MiB. */
Test(audit_others, grow_up_to_a_limit)
{
    case_auto_t small = case_of(&to_be_doubled, "n=1000000"),
                large = case_of(&to_be_doubled, "n=4000000"), other;
    cr_expect_not(tri_audit_other(&small, TRI_LARGER, &other));
    cr_assert(tri_audit_other(&small, TRI_HUGE, &other));
    cr_expect_eq(tri_case_value(&other, "n").integer, 2000001);
    cr_expect_not(tri_audit_other(&large, TRI_HUGE, &other));
}

/* ---- How a path leaves the thread ---------------------------------------------------------------------- */

static void rounding_up(const struct tri_case *c)
{
    fesetround(FE_UPWARD);
    right(c);
}

Test(audit_others, find_a_mode_that_is_left_to_them)
{
    struct audited a = verdict_of(right, rounding_up, "", TRI_AUDIT_QUICK);
    cr_expect(a.audit.wrong && found(&a, TRI_CHANGES_MODE));
    cr_expect_eq(fegetround(), FE_TONEAREST);
    cr_expect(!verdict_of(right, right, "", TRI_AUDIT_QUICK).audit.wrong);
}
