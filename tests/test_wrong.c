/*
 * Deliberately wrong paths: each has to be detected.
 *
 * Descriptions are copies of mandelbrot's with one path replaced.
 */
#include "audits.h"
#include "check.h"
#include "build_info.h"
#include "programs.h"
#include "ran_on.h"

#define SETTINGS "width=31,height=17,iterations=200"
enum { WIDTH = 31, HEIGHT = 17, POINTS = WIDTH * HEIGHT };

static const struct tri_hotspot *real_one(const struct tri_case *c)
{
    return tri_hotspot_named("mandelbrot", c->hotspot->precision);
}

/* ---- Wrong on the CPU ---- */

static void last_pixel_wrong(const struct tri_case *c)
{
    real_one(c)->reference(c);
    ((int32_t *)c->operand[0])[POINTS - 1]++;
}

static void first_pixel_missing(const struct tri_case *c)
{
    int32_t kept = ((int32_t *)c->operand[0])[0];
    real_one(c)->reference(c);
    ((int32_t *)c->operand[0])[0] = kept;
}

static void last_row_missing(const struct tri_case *c)
{
    int32_t *row = (int32_t *)c->operand[0] + WIDTH * (HEIGHT - 1), kept[WIDTH];
    memcpy(kept, row, sizeof kept);
    real_one(c)->reference(c);
    memcpy(row, kept, sizeof kept);
}

static void nothing_written(const struct tri_case *c)
{
}

static void upside_down(const struct tri_case *c)
{
    int32_t *count = c->operand[0], row[WIDTH];
    real_one(c)->reference(c);
    for (int i = 0; i < HEIGHT / 2; i++) {
        int32_t *a = count + WIDTH * i, *b = count + WIDTH * (HEIGHT - 1 - i);
        memcpy(row, a, sizeof row);
        memcpy(a, b, sizeof row);
        memcpy(b, row, sizeof row);
    }
}

/* Off by one where the iterations end: the usual mistake. */
static void one_step_short(const struct tri_case *c)
{
    struct tri_case shorter = *c;
    shorter.value[1].integer--;
    real_one(c)->reference(&shorter);
}

static const struct wrong {
    const char *mistake;
    tri_path_fn *path;
    size_t least, most; /* points that it gets wrong */
} wrong[] = {
    { "last pixel wrong", last_pixel_wrong, 1, 1 },
    { "first pixel missing", first_pixel_missing, 1, 1 },
    { "last row missing", last_row_missing, WIDTH, WIDTH },
    { "nothing written", nothing_written, POINTS, POINTS },
    { "upside down", upside_down, 1, POINTS },
};
enum { WRONG = sizeof wrong / sizeof *wrong };

static struct tri_hotspot with_path(enum tri_precision precision, enum tri_path path,
                                    tri_path_fn *function)
{
    struct tri_hotspot h = *tri_hotspot_named("mandelbrot", precision);
    h.plain.path[path] = function;
    return h;
}

/* A mistake in a precision, of one of the paths TRI_SIMD and TRI_AVX2. */
EACH_OF(wrong_paths, are_caught, struct numbered, numbered(WRONG *TRI_PRECISIONS * 2))
{
    const struct wrong *w = &wrong[r->k % WRONG];
    enum tri_precision precision = (enum tri_precision)(r->k / WRONG % TRI_PRECISIONS);
    enum tri_path path = r->k / WRONG / TRI_PRECISIONS ? TRI_AVX2 : TRI_SIMD;
    struct tri_hotspot h = with_path(precision, path, w->path);
    need_path(&h, path);
    case_auto_t reference = reference_of(&h, SETTINGS), c = case_of(&h, SETTINGS);
    run_path(&c, path);
    struct tri_difference d = tri_case_difference(&c, &reference);
    cr_expect(d.different >= w->least && d.different <= w->most, "%s: %zu points differ",
              w->mistake, d.different);
    cr_expect(!tri_agrees(&h.plain, &reference, &d), "%s: not caught", w->mistake);

    struct tri_effort effort = { .reps = 1, .launch.threads = 2 };
    measurement_auto_t m = { 0 };
    must(measure_path(&c, path, &reference, &effort, &m, &failure));
    cr_expect(m.difference.different == d.different, "%s: tri_measure found %zu", w->mistake,
              m.difference.different);
}

/* A run's output must not be there already: what the case held before must not count. */
Test(wrong_paths, stale_output_is_no_output)
{
    struct tri_hotspot h = with_path(TRI_DOUBLE, TRI_SIMD, nothing_written);
    case_auto_t reference = reference_of(&h, SETTINGS), c = case_of(&h, SETTINGS);
    run_path(&c, TRI_REFERENCE);
    struct tri_effort effort = { .reps = 1, .launch.threads = 1 };
    static struct tri_measurement m;
    must(measure_path(&c, TRI_SIMD, &reference, &effort, &m, &failure));
    cr_expect(m.difference.different == POINTS);
}

Test(wrong_paths, one_step_short_is_seen)
{
    struct tri_hotspot h = with_path(TRI_DOUBLE, TRI_SIMD, one_step_short);
    case_auto_t reference = reference_of(&h, SETTINGS ",iterations=5");
    case_auto_t c = case_of(&h, SETTINGS ",iterations=5");
    run_path(&c, TRI_SIMD);
    cr_expect(differing(&c, &reference) > 0);
}

/* ---- Writing past the end: AddressSanitizer has to see it, however little it is ---- */

#if ADDRESS_SANITIZER
# include <criterion/redirect.h>

static void one_past_the_end(const struct tri_case *c)
{
    real_one(c)->reference(c);
    ((volatile int32_t *)c->operand[0])[POINTS] = 0;
}

/* Its report is kept from stderr, where any other would count as a failure. */
Test(wrong_paths, past_the_end, .init = cr_redirect_stderr, .exit_code = 1)
{
    struct tri_hotspot h = with_path(TRI_DOUBLE, TRI_SIMD, one_past_the_end);
    struct tri_case c = case_of(&h, SETTINGS);
    run_path(&c, TRI_SIMD);
    _Exit(0);
}
#endif

/* ---- Offload that does not offload ---- */

static void never_enters(const struct tri_case *c)
{
    real_one(c)->reference(c);
    *c->ran_on = TRI_GPU; /* even if it lies about it */
}

static void on_the_host(const struct tri_case *c)
{
    int *place = c->ran_on;
    real_one(c)->reference(c);
    #pragma omp target map(from: place[:1]) if (0)
    *place = ran_on();
}

/* The right answer, computed on the host and sent to the device, where nothing is computed. */
static void result_sent_along(const struct tri_case *c)
{
    int32_t *count = c->operand[0];
    real_one(c)->reference(c);
    #pragma omp target update to(count[:POINTS])
}

static void enters_and_writes_nothing(const struct tri_case *c)
{
    int *place = c->ran_on;
    #pragma omp target map(from: place[:1])
    *place = ran_on();
}

static const struct {
    const char *mistake;
    tri_path_fn *path;
} elsewhere[] = {
    { "never enters a region", never_enters },
    { "runs on the host", on_the_host },
    { "sends the host's result", result_sent_along },
};
enum { ELSEWHERE = sizeof elsewhere / sizeof *elsewhere };

/* Without a device it fails as well, and says that there is none. */
EACH_OF(wrong_paths, offload_elsewhere, struct numbered, numbered(ELSEWHERE *TRI_PRECISIONS))
{
    const char *mistake = elsewhere[r->k % ELSEWHERE].mistake;
    struct tri_hotspot h = with_path((enum tri_precision)(r->k / ELSEWHERE), TRI_OFFLOAD,
                                     elsewhere[r->k % ELSEWHERE].path);
    case_auto_t reference = reference_of(&h, SETTINGS), c = case_of(&h, SETTINGS);
    struct tri_error e = { 0 };
    cr_expect(!tri_case_run(&c, TRI_OFFLOAD, &e), "%s: not caught", mistake);
    cr_expect(e.status == TRI_FAILED && strncmp(e.text, "path offload: ", 14) == 0, "%s", e.text);

    static struct tri_measurement m;
    struct tri_effort effort = { .reps = 1, .launch.threads = 1 };
    e = (struct tri_error){ 0 };
    cr_expect(!measure_path(&c, TRI_OFFLOAD, &reference, &effort, &m, &e),
              "%s: tri_measure did not", mistake);
    cr_expect(e.status == TRI_FAILED && strncmp(e.text, "path offload: ", 14) == 0, "%s", e.text);
}

Test(wrong_paths, offload_writes_nothing)
{
    struct tri_hotspot h = with_path(TRI_DOUBLE, TRI_OFFLOAD, enters_and_writes_nothing);
    need_path(&h, TRI_OFFLOAD);
    case_auto_t reference = reference_of(&h, SETTINGS), c = case_of(&h, SETTINGS);
    run_path(&c, TRI_OFFLOAD);
    cr_expect(differing(&c, &reference) == POINTS, "%zu points differ", differing(&c, &reference));

    /* Nor does what the case, or the device's memory, held before count as written. */
    struct tri_effort effort = { .reps = 1, .launch.threads = 1 };
    static struct tri_measurement m;
    real_one(&c)->reference(&c);
    must(measure_path(&c, TRI_OFFLOAD, &reference, &effort, &m, &failure));
    cr_expect(m.difference.different == POINTS, "%zu points differ", m.difference.different);
}

/* ---- Offload in stripes, of which the last is not sent home ---- */

static void last_stripe_stays(const struct tri_case *c)
{
    int32_t *count = c->operand[0];
    #pragma omp target enter data map(alloc: count[:POINTS])
    real_one(c)->plain.path[TRI_OFFLOAD](c);
    #pragma omp target update from(count[:POINTS - WIDTH])
    #pragma omp target exit data map(release: count[:POINTS])
}

/* Where the data are on the device all the time, all of it comes home at the end, and nothing is wrong.  So it is run
 * as a program would, too. */
Test(wrong_paths, offload_sends_too_little)
{
    struct tri_hotspot h = with_path(TRI_DOUBLE, TRI_OFFLOAD, last_stripe_stays);
    need_path(&h, TRI_OFFLOAD);
    case_auto_t reference = reference_of(&h, SETTINGS), c = case_of(&h, SETTINGS);
    struct tri_effort effort = { .reps = 1, .launch.threads = 1 };
    static struct tri_measurement m;
    run_path(&c, TRI_OFFLOAD);
    cr_expect(differing(&c, &reference) == 0);
    must(measure_path(&c, TRI_OFFLOAD, &reference, &effort, &m, &failure));
    cr_expect(m.difference.different == WIDTH && !m.agrees, "%zu points differ",
              m.difference.different);
}

/* ---- What the programs make of it ---------------------------------------------------------------- */

/* What a program leaves of a mandelbrot whose path simd is wrong; to be freed. */
static char *output(int (*program)(int argc, char **argv), const char *name, const char *format)
{
    static struct tri_hotspot h[TRI_PRECISIONS];
    struct tri_entry entry = { .file = "wrong.c" };
    for (int p = 0; p < TRI_PRECISIONS; p++) {
        h[p] = with_path((enum tri_precision)p, TRI_SIMD, last_row_missing);
        entry.of[p] = &h[p];
    }
    use_hotspot(&entry);
    setenv("OMP_PROC_BIND", "false", 0); /* or bench starts itself once more */
    audit_stay_here(true);
    const char *const words[] = {
        name, "--set",           SETTINGS, "--path", "reference,simd", "--variant", "plain",
        "-o", in_scratch("out"), format,   NULL
    };
    int argc = format ? 10 : 9, status = program(argc, (char **)words);
    cr_expect(status == TRI_FAILED, "%s: status %d", name, status);
    return contents(in_scratch("out"), NULL);
}

static void expect_end(char *text, const char *end)
{
    size_t length = strlen(text), n = strlen(end);
    cr_expect(length >= n && strcmp(text + length - n, end) == 0, "%s", text);
    free(text);
}

static const char verdict[] =
    "\nVERDICT: wrong: mandelbrot.simd.plain.float, mandelbrot.simd.plain.double\n";

Test(wrong_paths, are_the_verdict_of_compare)
{
    expect_end(output(tri_compare, "compare", NULL), verdict);
}

Test(wrong_paths, are_the_verdict_of_bench)
{
    expect_end(output(tri_bench, "bench", NULL), verdict);
}

Test(wrong_paths, are_in_json)
{
    text_auto_t *text = output(tri_bench, "bench", "--format=json");
    cr_expect(strstr(text, "\"different\":31,") && strstr(text, "\"agrees\":false,") &&
                  strstr(text, "\"kind\":\"not-written\""),
              "%s", text);
}
