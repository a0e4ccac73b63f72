/* doctor --features: how a probe's output is classified and printed, and what probes print.  tests/delivery/features.sh
 * runs all of them. */
#include "feature.h"
#include "check.h"

#include <signal.h>
#include <sys/wait.h>

static bool all[MAX_FEATURES];

static void mark_all(void)
{
    for (size_t i = 0; feature_at(i, NULL); i++)
        all[i] = true;
}

/* ---- Which there are -------------------------------------------------------------------------- */

Test(feature, every_probe_says_what_it_is_of)
{
    size_t n;
    mark_all();
    struct feature *f = features_marked(all, &n, &failure);
    cr_assert(f, "%s", failure.text);
    cr_expect_geq(n, 40);
    for (size_t i = 0; i < n; i++) {
        size_t length = strlen(f[i].meaning);
        cr_expect(strstr("4.0 4.5 5.0 5.1 5.2 6.0", f[i].since), "%s: %s", f[i].name, f[i].since);
        cr_expect(length > 10 && f[i].meaning[length - 1] == '.', "%s: %s", f[i].name,
                  f[i].meaning);
        cr_expect(i == 0 || strcmp(f[i - 1].since, f[i].since) <= 0, "%s", f[i].name);
        cr_expect(strstr(f[i].source, "omp_is_initial_device()"), "%s", f[i].name);
    }
    free(f);
}

Test(feature, first_lines)
{
    struct feature f;
    cr_expect(feature_read(&f, "x", "/* 4.5: what it is. */\nint x;\n"));
    cr_expect_str_eq(f.since, "4.5");
    cr_expect_str_eq(f.meaning, "what it is.");
    cr_expect_not(feature_read(&f, "x", "/* what it is. */\n"));
    cr_expect_not(feature_read(&f, "x", "/* 4.5: it does not\n * end in this line */\n"));
}

/* ---- What is made of one ---------------------------------------------------------------------- */

static struct child said(const char *text, int status)
{
    struct child c = { .ran = true, .status = status };
    snprintf(c.said, sizeof c.said, "%s", text);
    return c;
}

static const struct feature collapse = { "collapse", "", "3.0", "two loops, one space." };

/* Of a compilation that went well, and these runs. */
static struct feature_result judged(struct child as_it_is, struct child mandatory)
{
    const struct child good = said("warning: nothing\n", 0), run[RUNS] = { as_it_is, mandatory };
    struct feature_result r = { .feature = &collapse };
    feature_judge(&good, run, &r);
    return r;
}

static const char right[] = "probe: device, right\n", wrong[] = "probe: device, wrong\n",
                  host[] = "probe: host, right\n";

Test(feature, works_only_on_the_device_and_right_both_times)
{
    struct feature_result r = judged(said(right, 0), said(right, 0));
    cr_expect(r.compiles && r.right && feature_works(&r) && !r.note[0], "%s", r.note);
    r = judged(said(wrong, 256), said(right, 0));
    cr_expect(r.ending[AS_IT_IS] == ON_DEVICE && !r.right && !feature_works(&r));
    r = judged(said(right, 0), said(wrong, 256));
    cr_expect(r.ending[MANDATORY] == ON_DEVICE && !r.right && !feature_works(&r));
    r = judged(said(host, 256), said(right, 0));
    cr_expect(r.ending[AS_IT_IS] == ON_HOST && !r.right && !feature_works(&r));
    r = judged(said(right, 0), said(host, 256));
    cr_expect(r.ending[MANDATORY] == ON_HOST && !r.right && !feature_works(&r));
    r = judged(said("chatter of the runtime\nprobe: device, right\nmore\n", 0), said(right, 0));
    cr_expect(r.right);
}

Test(feature, crashes)
{
    struct feature_result r =
        judged(said("cannot map\nmore\n", SIGSEGV), said("cannot map\n", SIGABRT));
    cr_expect(r.ending[AS_IT_IS] == CRASHED && r.ending[MANDATORY] == CRASHED);
    cr_expect_str_eq(r.note, "Segmentation fault: cannot map");
    r = judged(said(right, 0), said("no device\n", SIGABRT));
    cr_expect_str_eq(r.note, "with OMP_TARGET_OFFLOAD=MANDATORY: Aborted: no device");
    r = judged(said("", 256), said(right, 0));
    cr_expect(r.ending[AS_IT_IS] == CRASHED);
    cr_expect_str_eq(r.note, "no result");
    r = judged(said(right, SIGSEGV), said(right, 0));
    cr_expect(r.ending[AS_IT_IS] == CRASHED, "a crash at the end is one");
}

Test(feature, hangs)
{
    struct child hung = said(right, SIGKILL);
    hung.timed_out = true;
    struct feature_result r = judged(hung, said(right, 0));
    cr_expect(r.ending[AS_IT_IS] == HUNG && !feature_works(&r));
    cr_expect_str_eq(r.note, "ended after 10 s");
}

/* MANDATORY ends what would run on the host. */
Test(feature, host_stays_host)
{
    struct feature_result r = judged(said(host, 256), said("no device\n", 256));
    cr_expect(feature_ending(&r) == ON_HOST && !feature_works(&r));
    r = judged(said(host, 256), said(right, 0));
    cr_expect(feature_ending(&r) == ON_HOST);
    r = judged(said(right, 0), said("no device\n", 256));
    cr_expect(feature_ending(&r) == CRASHED);
}

static const char *error_of(const char *text)
{
    static struct feature_result r;
    const struct child bad = said(text, 256), none[RUNS] = { { 0 } };
    r = (struct feature_result){ .feature = &collapse };
    feature_judge(&bad, none, &r);
    cr_expect(!r.compiles && r.ending[AS_IT_IS] == NOT_RUN && !feature_works(&r));
    return r.note;
}

Test(feature, quotes_the_first_error)
{
    cr_expect_str_eq(error_of("a.c:1: warning: w\na.c:2:3: error: no\na.c:3:3: error: more\n"),
                     "a.c:2:3: error: no");
    cr_expect_str_eq(error_of("main:\nNVC++-F-1196-OpenMP - omp flush is not supported (a.c: 9)\n"),
                     "NVC++-F-1196-OpenMP - omp flush is not supported (a.c: 9)");
    cr_expect_str_eq(
        error_of("ld: a.o: in function `main':\na.c: undefined reference to `memcpy'\n"),
        "a.c: undefined reference to `memcpy'");
    cr_expect_str_eq(
        error_of("warning\nnvlink error   : Undefined reference to 'x'\nclang: error: y\n"),
        "nvlink error   : Undefined reference to 'x'");
    cr_expect_str_eq(error_of("Killed\n"), "Killed");
    cr_expect_str_eq(error_of("error: \xE2\x80\x98t\xE2\x80\x99 is no\ttype"),
                     "error:    t    is no type");
    cr_expect_str_eq(error_of(""), "it does not say why");
}

/* ---- What is printed -------------------------------------------------------------------------- */

static const struct feature_build build = { .compiler = "cc 1",
                                            .flags = "-O",
                                            .version = "0.1",
                                            .cpu = "CPU",
                                            .preset = "p",
                                            .target = "nvptx sm_90",
                                            .device = "GPU" };
static const struct feature scan = { "scan", "", "5.0", "running sums." };

/* The table (json: the rows) of one that works, one that does not compile, and one that hangs. */
static char *written(int form)
{
    const struct feature_result r[] = {
        { &collapse, true, { ON_DEVICE, ON_DEVICE }, true, "" },
        { &scan, false, { NOT_RUN, NOT_RUN }, false, "error: \"no\"" },
        { &collapse, true, { ON_DEVICE, HUNG }, false, "ended after 10 s" },
        { &scan, true, { ON_DEVICE, ON_DEVICE }, false, "" },
    };
    FILE *out = begin_text();
    if (form == FEATURES_JSON)
        must(features_write(out, &build, r, 4, &failure));
    else
        features_print(out, &build, r, 4);
    return end_text();
}

Test(feature, table)
{
    text_auto_t *text = written(FEATURES_TEXT);
    static const char *const lines[] = {
        "  compiler  cc 1, for nvptx sm_90\n",
        "  3.0  collapse                 yes       yes      yes    two loops, one space.\n",
        "  5.0  scan                     NO        -        -      running sums.\n",
        " sums.\n         | error: \"no\"\n",
        "  3.0  collapse                 yes       HANGS    -      two loops, one space.\n",
        "  5.0  scan                     yes       yes      NO     running sums.\n",
        "\n1 of 4 work on the device.\n",
    };
    FOR_EACH (r, lines)
        expect_text(text, *r);
}

Test(feature, rows)
{
    text_auto_t *text = written(FEATURES_JSON);
    json_t *rows = json_loads(text, 0, NULL), *row = json_array_get(rows, 0);
    cr_assert_eq(json_array_size(rows), 4, "%s", text);
    cr_expect_str_eq(json_string_value(json_object_get(row, "kind")), "feature");
    cr_expect_str_eq(json_string_value(json_object_get(row, "compiler")), "cc 1");
    cr_expect_str_eq(json_string_value(json_object_get(row, "device")), "GPU");
    cr_expect_str_eq(json_string_value(json_object_get(row, "ran_on")), "device");
    cr_expect(json_is_true(json_object_get(row, "right")));
    row = json_array_get(rows, 1);
    cr_expect(json_is_false(json_object_get(row, "compiles")));
    cr_expect(json_is_null(json_object_get(row, "ran_on")));
    cr_expect(json_is_null(json_object_get(row, "right")));
    cr_expect_str_eq(json_string_value(json_object_get(row, "said")), "error: \"no\"");
    row = json_array_get(rows, 2);
    cr_expect_str_eq(json_string_value(json_object_get(row, "ran_on_mandatory")), "hung");
    cr_expect(json_is_false(json_object_get(json_array_get(rows, 3), "right")));
    json_decref(rows);
}

Test(feature, children_say_and_end)
{
    static struct child c;
    child_run("echo out; echo err >&2; exit 3", 10, &c);
    cr_expect(c.ran && !c.timed_out && WIFEXITED(c.status) && WEXITSTATUS(c.status) == 3);
    cr_expect_str_eq(c.said, "out\nerr\n");
    child_run("head -c 100000 /dev/zero | tr '\\0' x", 10, &c);
    cr_expect(c.status == 0 && strlen(c.said) == CHILD_SAID - 1);
}

/* Not only the shell: what it has started in the background, and what keeps the pipe open. */
Test(feature, children_that_hang_are_ended_with_all_they_started)
{
    static struct child c;
    double start = tri_now();
    child_run("echo begun; sleep 100 & sleep 100", 0.3, &c);
    cr_expect(c.timed_out && WIFSIGNALED(c.status) && tri_now() - start < 20);
    cr_expect_str_eq(c.said, "begun\n");
}

Test(feature, ctrl_c_ends_children_first, .signal = SIGINT)
{
    static struct child c;
    double start = tri_now();
    children_begin();
    child_run("kill -INT $PPID; sleep 100", 50, &c);
    cr_assert(children_stopped() && tri_now() - start < 40);
    child_run("echo not begun", 50, &c);
    cr_assert_not(c.ran);
    children_end();
}
