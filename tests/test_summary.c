/* bench without options measures only what its summary shows, unless rows are saved; and the progress line. */
#include "bench_options.h"
#include "check.h"
#include "fake.h"
#include "output.h"
#include "entries.h"

#include <math.h>
#include <time.h>

/* ---- What is measured ---- */

static bool note(const struct turn *t, void *out, struct tri_error *e)
{
    if (strcmp(t->setup->c.hotspot->name, "mandelbrot") == 0)
        fprintf(out, "%s%s%s ", tri_precision_name(t->setup->c.hotspot->precision),
                tri_path_name(t->who.path), t->who.variant ? t->who.variant->name : "");
    return true;
}

/* What a command line measures of mandelbrot, and how. */
static char *measured(const char *option, const char *value, struct bench *k)
{
    char *words[] = { (char *)"bench", (char *)option, (char *)value, NULL };
    must(bench_options(k, 1 + (option != NULL) + (value != NULL), words, &failure));
    must(bench_plan(k, &failure) && each_turn_of_plan(&k->batch, note, begin_text(), &failure));
    plan_free(&k->batch.plan);
    return end_text();
}

static const char of_double[] = "doublereferenceplain doublesimdtuned doubleavx2tuned "
                                "doubleoffloadplain doubleoffloadtuned ";
static const char of_float[] = "floatreferenceplain floatsimdtuned floatavx2tuned "
                               "floatoffloadplain floatoffloadtuned ";

Test(summary, measures_what_it_shows)
{
    static const struct {
        const char *option, *value, *measured;
    } rows[] = {
        { NULL, NULL, of_double },
        { "--reps", "3", of_double },
        { "--precision", "float", of_float },
        { "--precision", "double", of_double },
    };
    FOR_EACH (r, rows) {
        struct bench k;
        text_auto_t *text = measured(r->option, r->value, &k);
        cr_expect_str_eq(text, r->measured);
        cr_expect(k.batch.summary && k.batch.brief);
    }
}

/* Rows that are wanted are those of a hotspot that is named. */
Test(summary, measures_all_where_rows_are_wanted)
{
    static const char *const options[][2] = { { "--json", "new.json" },
                                              { "--db", "new.db" },
                                              { "--fom", NULL },
                                              { "--verbose", NULL },
                                              { "--all", NULL } };
    struct bench k;
    text_auto_t *named = measured("mandelbrot", NULL, &k);
    cr_expect(strstr(named, "floatsimdplain floatsimdtuned ") && !k.batch.summary &&
              !k.batch.brief);
    for (size_t i = 0; i < sizeof options / sizeof *options; i++) {
        text_auto_t *text = measured(options[i][0], options[i][1], &k);
        cr_expect_str_eq(text, named);
        cr_expect(!k.batch.brief && k.batch.summary == (i < 3), "%s", options[i][0]);
    }
}

/* ---- How ---- */

static int runs;
static double pause_of_run; /* seconds */

static void run_slowly(const struct tri_case *c)
{
    struct timespec t = { 0, (long)(pause_of_run * 1e9) };
    runs++;
    nanosleep(&t, NULL);
    c->hotspot->reference(c);
}

static size_t times_of(double pause)
{
    measurement_auto_t m = { 0 };
    struct tri_effort effort = { .launch.threads = 1, .brief = true };
    const struct tri_hotspot *h = tri_hotspot_named("vecadd", TRI_FLOAT);
    case_auto_t c = case_of(h, "n=10"), reference = reference_of(h, "n=10");
    struct tri_contender who = tri_path_contender(h, &h->plain, TRI_SIMD);
    who.run = run_slowly;
    pause_of_run = pause;
    runs = 0;
    must(tri_measure(&c, &who, &reference, &effort, &m, &failure));
    cr_expect(tri_median(&m.kernel) >= pause && m.agrees);
    return m.kernel.n;
}

/* What takes longer than the time of a contender is not run again; what does not, as often as goes into that, in batches. */
Test(summary, is_brief)
{
    cr_expect(times_of(0.6) == 1 && runs == 1, "%d runs", runs);
    size_t n = times_of(0.2);
    cr_expect(n >= 1 && n <= 3 && runs <= (int)n + 2, "%zu times, %d runs", n, runs);
    n = times_of(0);
    cr_expect(n >= 1 && runs > 100 * (int)n, "%zu times, %d runs", n, runs);
}

/* There: its kernel, and not the ways there and back. */
Test(summary, is_brief_on_a_device)
{
    const struct tri_hotspot *h = tri_hotspot_named("mandelbrot", TRI_DOUBLE);
    need_path(h, TRI_OFFLOAD);
    static struct tri_measurement m;
    struct tri_effort effort = { .launch.threads = 1, .brief = true };
    case_auto_t reference = reference_of(h, "resolution=10"), c = case_of(h, "resolution=10");
    must(measure_path(&c, TRI_OFFLOAD, &reference, &effort, &m, &failure));
    cr_expect(m.agrees && m.kernel.n >= 1 && m.map_in.n == 0 && m.map_out.n == 0 && m.total.n == 0);
}

/* ---- The progress line: the remaining time ---- */

static struct tri_case c;

static void take(const char *contender, int threads, double took)
{
    progress_begin(&c, contender);
    progress_end();
    progress_done(&c, contender, threads, took);
}

Test(progress, left)
{
    tri_case_init(&c, &fake_float);
    for (int i = 0; i < 4; i++)
        progress_plan(&c, "simd", 1);
    cr_expect(progress_left() == 0, "nothing is known yet");
    progress_done(&c, "simd", 1, 0);
    cr_expect(progress_left() == 0, "what was not measured took no time");
    take("simd", 1, 6);
    cr_expect(fabs(progress_left() - 12) < 0.5, "%g", progress_left());
    progress_done(&c, "simd", 1, 0);
    cr_expect(fabs(progress_left() - 6) < 0.5, "%g", progress_left());
    progress_begin(&c, "simd");
    progress_end();
    cr_expect_str_eq(progress_text(), "fake simd float (4 of 4, about 6 s left)");
    progress_begin_beside(&c, "reference");
    progress_end();
    cr_expect_str_eq(progress_text(), "fake reference float");
}

Test(progress, left_by_kinds)
{
    tri_case_init(&c, &fake_float);
    progress_plan(&c, "scalar", 1);
    progress_plan(&c, "scalar", 4);
    progress_plan(&c, "offload", 4);
    progress_plan(&c, "offload", 4);
    take("scalar", 1, 40);
    cr_expect(fabs(progress_left() - (10 + 2 * 40)) < 1, "%g", progress_left());
    take("offload", 4, 2);
    cr_expect(fabs(progress_left() - (10 + 2)) < 0.5, "%g", progress_left());
}

/* A caller may write the next name where the last one was. */
Test(progress, keeps_names)
{
    char name[20] = "scalar";
    tri_case_init(&c, &fake_float);
    progress_plan(&c, name, 1);
    progress_plan(&c, name, 1);
    strcpy(name, "offload");
    progress_plan(&c, name, 1);
    take("scalar", 1, 40);
    take("offload", 1, 2);
    cr_expect(fabs(progress_left() - 40) < 0.5, "%g", progress_left());
}
