/* verdict: its output for fictitious rows; performance portability is computed by hand. */
#include "check.h"
#include "gnuplot.h"
#include "html.h"
#include "verdict.h"

#include <unistd.h>

/* ---- Rows ------------------------------------------------------------------------------------- */

static FILE *made_rows; /* the file that the following functions add to */

static void begin_rows(void)
{
    made_rows = fopen(in_scratch("rows.jsonl"), "w");
    cr_assert(made_rows);
}

static const char *const measured_row =
    "{\"schema\":1,\"hotspot\":\"%s\",\"path\":\"offload\",\"variant\":%s,\"peer\":%s,"
    "\"precision\":\"double\",\"params\":{\"n\":%d},\"threads\":2,\"device\":\"%s\",\"cpu\":\"host of %s\","
    "\"compiler\":\"%s\",\"ran_on\":\"%s\",\"instructions\":1,\"bytes\":1,\"kernel_s\":{\"median\":%g},"
    "\"ceiling_fma_per_s\":null,\"ceiling_bytes_per_s\":null,\"points\":9,\"different\":%d,"
    "\"agrees\":%s%s}\n";

/* The tuned variant of a hotspot. */
static void add_tuned(const char *hotspot, int n, const char *compiler, const char *machine,
                      double seconds)
{
    fprintf(made_rows, measured_row, hotspot, "\"tuned\"", "null", n, machine, machine, compiler,
            "gpu", seconds, 0, "true", "");
}

/* Rows of dot's offload in double, n = 1; `more` are further members. */
static void add_more(const char *compiler, const char *machine, const char *variant, double seconds,
                     const char *more)
{
    char name[40];
    snprintf(name, sizeof name, "\"%s\"", variant);
    fprintf(made_rows, measured_row, "dot", name, "null", 1, machine, machine, compiler, "gpu",
            seconds, 0, "true", more);
}

static void add_time(const char *compiler, const char *machine, const char *variant, double seconds)
{
    add_more(compiler, machine, variant, seconds, "");
}

static void add_cuda(const char *machine, double seconds)
{
    fprintf(made_rows, measured_row, "dot", "null", "\"cuda\"", 1, machine, machine, "cc", "gpu",
            seconds, 0, "true", "");
}

static void add_wrong(const char *compiler, const char *machine, double seconds)
{
    fprintf(made_rows, measured_row, "dot", "\"tuned\"", "null", 1, machine, machine, compiler,
            "gpu", seconds, 4, "false", "");
}

/* On the host: the row then names no device. */
static void add_fallback(const char *compiler, const char *machine)
{
    fprintf(
        made_rows,
        "{\"schema\":1,\"hotspot\":\"dot\",\"path\":\"offload\",\"variant\":\"tuned\",\"precision\":"
        "\"double\",\"params\":{\"n\":1},\"threads\":2,\"device\":null,\"cpu\":\"host of %s\","
        "\"compiler\":\"%s\",\"ran_on\":\"cpu\",\"instructions\":1,\"bytes\":1,\"kernel_s\":"
        "{\"median\":0.01},\"ceiling_fma_per_s\":null,\"ceiling_bytes_per_s\":null,\"agrees\":true}\n",
        machine, compiler);
}

/* A failure as a script writes it (docs/compilers.md); NULL: any. */
static void add_failure(const char *compiler, const char *hotspot, const char *machine,
                        const char *outcome, const char *why)
{
    char device[60] = "null", said[60] = "";
    if (machine)
        snprintf(device, sizeof device, "\"%s\"", machine);
    if (outcome)
        snprintf(said, sizeof said, ",\"outcome\":\"%s\"", outcome);
    fprintf(
        made_rows,
        "{\"schema\":1,\"hotspot\":\"%s\",\"path\":\"offload\",\"variant\":null,\"precision\":\"*\","
        "\"params\":{},\"threads\":1,\"device\":%s,\"cpu\":\"*\",\"compiler\":\"%s\",\"absent\":\"%s\""
        "%s}\n",
        hotspot ? hotspot : "*", device, compiler, why, said);
}

/* ---- Verdicts --------------------------------------------------------------------------------- */

/* Blanks that follow each other are one: how wide columns are depends on all that is in them. */
static void squeeze(char *text)
{
    char *to = text;
    for (const char *from = text; *from; from++)
        if (*from != ' ' || from[1] != ' ')
            *to++ = *from;
    *to = '\0';
}

/* What verdict prints of the rows, with one blank in place of several; NULL: *e says why. */
static char *judged(struct judging j, struct tri_error *e)
{
    struct request all = { .threads = 1 };
    fclose(made_rows);
    j.file[0] = in_scratch("rows.jsonl");
    j.files = 1;
    bool good = judge_rows(&j, &all, begin_text(), e);
    char *text = end_text();
    cr_expect(good || *text == '\0', "it fails, and says\n%s", text);
    squeeze(text);
    if (good)
        return text;
    free(text);
    return NULL;
}

static char *verdict_of_rows(void)
{
    struct tri_error e = { 0 };
    char *text = judged((struct judging){ 0 }, &e);
    cr_assert(text, "%s", e.text);
    return text;
}

static void expect_error(struct judging j, const char *message)
{
    struct tri_error e = { 0 };
    text_auto_t *text = judged(j, &e);
    cr_expect(!text && e.status == TRI_USAGE, "status %d", (int)e.status);
    cr_expect(strstr(e.text, message), "\"%s\", not \"%s\"", e.text, message);
}

/* Fail the test unless the text contains the lines below a heading, before the next empty line; unless the
 * rows are refused with the message. */
static void expect_below(const char *text, const char *heading, const char *lines)
{
    const char *start = strstr(text, heading);
    cr_assert(start, "no \"%s\" in\n%s", heading, text);
    const char *found = strstr(start, lines), *end = strstr(start, "\n\n");
    cr_expect(found && (!end || found < end), "no \"%s\" below \"%s\" in\n%s", lines, heading,
              text);
}

static const char told[] = "\nPerformance portability: ";

/* ---- A cell ------------------------------------------------------------------------------------ */

Test(verdict, sets_each_variant_against_cuda)
{
    begin_rows();
    add_cuda("H200", 2.0);
    add_time("cc 1", "H200", "plain", 8.0);
    add_time("cc 1", "H200", "tuned", 1.6);
    add_time("gcc 2", "H200", "plain", 10.0);
    add_time("gcc 2", "H200", "tuned", 4.0);
    text_auto_t *text = verdict_of_rows();
    expect_below(text, "\nH200\n",
                 " cc 1 gcc 2\ndot double plain 0.25 0.20\ndot double tuned 1.25 0.50\n");
    expect_text(text, "Best of 5 measurements by 2 compilers and their peers, in ");
}

/* 1 / 24, 1 / 320 and 1 / 2000 of CUDA's speed, in columns as wide as before; that it runs can be told from 0. */
Test(verdict, keeps_two_digits_of_what_is_slow)
{
    begin_rows();
    for (int i = 0; i < 2; i++) {
        const char *machine = i ? "B" : "A";
        add_cuda(machine, 1.0);
        add_time("cc 1", machine, "plain", 24.0);
        add_time("gcc 2", machine, "plain", 320.0);
        add_time("gcc 2", machine, "tuned", 2000.0);
    }
    text_auto_t *text = verdict_of_rows();
    expect_below(text, "\nA\n",
                 "dot double plain 0.042 0.0031\ndot double tuned not run 0.00050\n");
    expect_below(text, told, "dot double plain 0.042 0.0031\ndot double tuned unknown 0.00050\n");
}

Test(verdict, sets_them_against_the_best_where_there_is_no_cuda)
{
    begin_rows();
    add_time("cc 1", "H200", "tuned", 2.0);
    add_time("gcc 2", "H200", "tuned", 5.0);
    text_auto_t *text = verdict_of_rows();
    expect_text(text, "dot double tuned 1.00* 0.40*\n");
}

Test(verdict, marks_what_does_not_work_each_in_its_way)
{
    static const char *const marks[][2] = {
        { "does-not-compile", "NO COMPILE" },
        { "not-on-the-device", "ON HOST" },
        { "wrong", "WRONG" },
        { "crashed", "CRASHED" },
        { "hangs", "HANGS" },
        { NULL, "CANNOT RUN" },
    };
    for (size_t i = 0; i < sizeof marks / sizeof *marks; i++) {
        char line[100];
        begin_rows();
        add_time("cc 1", "H200", "tuned", 2.0);
        add_failure("bad 3", "dot", "H200", marks[i][0], "says the script");
        text_auto_t *text = verdict_of_rows();
        snprintf(line, sizeof line, "dot double tuned %s [1] 1.00*\n", marks[i][1]);
        expect_text(text, line);
        expect_text(text, "\n[1] bad 3: says the script\n");
    }
}

Test(verdict, marks_rows_that_are_wrong_or_of_the_host)
{
    begin_rows();
    add_time("cc 1", "H200", "tuned", 2.0);
    add_wrong("bad 3", "H200", 0.5);
    add_fallback("gcc 2", "H200");
    text_auto_t *text = verdict_of_rows();
    expect_text(text, " bad 3 cc 1 gcc 2\ndot double tuned WRONG [1] 1.00* ON HOST [2]\n");
    expect_text(text, "[1] bad 3: 4 of 9 points differ from the reference\n"
                      "[2] gcc 2: the region ran on the host\n");
}

Test(verdict, a_failure_is_of_what_it_names)
{
    begin_rows();
    add_time("cc 1", "H200", "tuned", 2.0);
    add_time("gcc 2", "H200", "plain", 2.0);
    add_failure("gcc 2", "matmul", NULL, "crashed", "of another hotspot");
    add_failure("gcc 2", "dot", "A100", "crashed", "of another machine");
    add_failure("bad 3", NULL, NULL, "does-not-compile", "of everything");
    text_auto_t *text = verdict_of_rows();
    expect_text(text, "dot double tuned NO COMPILE [1] 1.00* not run\n");
    expect_text(text, "dot double plain NO COMPILE [1] not run 1.00*\n");
}

/* bench itself says what a device cannot have: of the variant, with its parameters. */
Test(verdict, shows_a_variant_that_nobody_could_run)
{
    begin_rows();
    add_time("cc 1", "H200", "plain", 2.0);
    fprintf(
        made_rows,
        "{\"schema\":1,\"hotspot\":\"dot\",\"path\":\"offload\",\"variant\":\"tuned\",\"precision\":"
        "\"double\",\"params\":{\"n\":1},\"threads\":2,\"device\":null,\"cpu\":\"host of H200\","
        "\"compiler\":\"gcc 2\",\"absent\":\"needs whole teams\"}\n");
    text_auto_t *text = verdict_of_rows();
    expect_text(text, "dot double plain 1.00* not run\ndot double tuned not run CANNOT RUN [1]\n");
    expect_text(text, "[1] gcc 2: needs whole teams\n");
}

Test(verdict, takes_a_measurement_for_more_than_a_failure)
{
    begin_rows();
    add_time("cc 1", "H200", "tuned", 2.0);
    add_failure("cc 1", "dot", NULL, "crashed", "once");
    text_auto_t *text = verdict_of_rows();
    expect_text(text, "dot double tuned 1.00*\n");
}

Test(verdict, counts_the_last_of_what_was_measured_again)
{
    begin_rows();
    add_cuda("H200", 1.0);
    add_time("cc 1", "H200", "tuned", 0.1);
    add_time("cc 1", "H200", "tuned", 2.0);
    text_auto_t *text = verdict_of_rows();
    expect_text(text, "dot double tuned 0.50\n");
    expect_text(text, "Measured again, the last counts: 1 measurement.\n");
}

Test(verdict, leaves_out_launches_of_a_sweep)
{
    begin_rows();
    add_time("cc 1", "H200", "tuned", 2.0);
    add_more("cc 1", "H200", "tuned", 0.5, ",\"teams\":7");
    add_time("gcc 2", "H200", "tuned", 1.0);
    text_auto_t *text = verdict_of_rows();
    expect_text(text, "dot double tuned 0.50* 1.00*\n");
}

Test(verdict, names_the_parameters_in_which_problems_differ)
{
    begin_rows();
    add_time("cc 1", "H200", "tuned", 2.0);
    add_tuned("dot", 7, "cc 1", "H200", 3.0);
    text_auto_t *text = verdict_of_rows();
    expect_text(text, "dot double n=1 tuned 1.00*\ndot double n=7 tuned 1.00*\n");
}

/* ---- Performance portability ------------------------------------------------------------------- */

/* The example by which the P3 Analysis Library (github.com/intel/p3-analysis-library) tests its own: times on
 * five machines, of which "best" is the fastest on each, and what it expects to four digits. */
Test(verdict, agrees_with_a_published_example)
{
    static const char *const machines[] = { "A", "B", "C", "D", "E" };
    static const double latest[] = { 25, 12.5, 25, 5, 5 }, best[] = { 25, 10, 12.5, 5, 1 };
    double sum = 0, efficiency[] = { 1.0, 0.8, 0.5, 1.0, 0.2 };
    char line[100];
    begin_rows();
    for (int i = 0; i < 5; i++) {
        cr_assert_float_eq(best[i] / latest[i], efficiency[i], 1e-12);
        sum += 1 / efficiency[i];
        add_time("latest", machines[i], "tuned", latest[i]);
        add_time("best", machines[i], "tuned", best[i]);
        if (i == 3)
            add_failure("dummy", "dot", "D", "crashed", "here");
        else
            add_time("dummy", machines[i], "tuned", latest[i]);
    }
    cr_assert_float_eq(5 / sum, 0.4878, 5e-5);
    text_auto_t *text = verdict_of_rows();
    snprintf(line, sizeof line, " best dummy latest\ndot double tuned 1.000 0.000 %.3f\n", 5 / sum);
    expect_below(text, told, line);
}

/* By hand: on A the best is CUDA's 1.0, on B the compiler's own, which CUDA is slower than; 2 / (1 / 0.5 + 1 / 1) = 2 / 3.  Of dot
 * and moldyn together four efficiencies: 4 / (2 + 1 + 4 + 2) = 4 / 9. */
Test(verdict, efficiency_is_against_the_best_of_all)
{
    begin_rows();
    add_cuda("A", 1.0);
    add_cuda("B", 9.0);
    add_time("cc 1", "A", "tuned", 2.0);
    add_time("cc 1", "B", "tuned", 7.0);
    static const struct {
        const char *machine, *compiler;
        double seconds;
    } more[] = { { "A", "cc 1", 4 }, { "A", "gcc 2", 1 }, { "B", "cc 1", 6 }, { "B", "gcc 2", 3 } };
    for (int i = 0; i < 4; i++)
        add_tuned("moldyn", 1, more[i].compiler, more[i].machine, more[i].seconds);
    text_auto_t *text = verdict_of_rows();
    expect_below(text, told, "dot double tuned 0.667 unknown\n");
    expect_below(text, told, "moldyn double tuned 0.333 1.000\n");
    expect_below(text, told, "all of them tuned 0.444 unknown\n");
}

/* A wrong time, however short, is nobody's best; and it counts as a machine where it does not run. */
Test(verdict, what_is_wrong_is_no_best)
{
    begin_rows();
    add_time("cc 1", "A", "tuned", 2.0);
    add_time("cc 1", "B", "tuned", 2.0);
    add_wrong("bad 3", "A", 0.1);
    add_time("bad 3", "B", "tuned", 4.0);
    text_auto_t *text = verdict_of_rows();
    expect_below(text, "\nA\n", "dot double tuned WRONG [1] 1.00*\n");
    expect_below(text, told, "dot double tuned 0.000 1.000\n");
}

Test(verdict, says_that_one_machine_is_too_few)
{
    static const char *const more[] = { "means nothing", "dot double tuned 1.00*\n" };
    begin_rows();
    add_time("cc 1", "H200", "tuned", 2.0);
    char *text = verdict_of_rows();
    expect_text(text, more[0]);
    expect_text(text, more[1]);
    cr_expect_not(strstr(text, told), "%s", text);
    free(text);
    begin_rows();
    add_time("cc 1", "H200", "tuned", 2.0);
    expect_error((struct judging){ .portability = true },
                 "--pp: needs rows of two machines or more, these are of H200");
}

/* ---- Rows that cannot be judged ---------------------------------------------------------------- */

Test(verdict, refuses_rows_that_it_does_not_know)
{
    begin_rows();
    add_time("cc 1", "H200", "tuned", 2.0);
    fprintf(made_rows,
            "{\"schema\":2,\"hotspot\":\"dot\",\"path\":\"offload\",\"precision\":\"double\","
            "\"params\":{},\"threads\":1,\"device\":null,\"cpu\":\"c\",\"compiler\":\"cc\","
            "\"absent\":\"x\"}\n");
    expect_error((struct judging){ 0 }, "rows.jsonl:2: is of schema 2, and this program knows 1");
    begin_rows();
    add_time("cc 1", "H200", "tuned", 2.0);
    add_failure("bad 3", "dot", NULL, "burnt", "down");
    expect_error((struct judging){ 0 },
                 "rows.jsonl:2: \"outcome\" has to be of does-not-compile, ");
    begin_rows();
    fprintf(made_rows, "{\"schema\":1}\n");
    expect_error((struct judging){ 0 }, "rows.jsonl:1: has no \"hotspot\"");
}

/* Each time is another; a row that is the same to the last digit is a copy, and no second measurement. */
Test(verdict, refuses_a_measurement_that_is_given_twice)
{
    begin_rows();
    add_cuda("H200", 1.0);
    add_time("cc 1", "H200", "tuned", 2.0);
    add_time("cc 1", "H200", "tuned", 2.0);
    expect_error((struct judging){ .svg = in_scratch("c.svg") },
                 "rows.jsonl:3: is the same measurement as ");
    cr_expect_neq(access(in_scratch("c.svg"), F_OK), 0);
    begin_rows();
    add_time("cc 1", "H200", "tuned", 2.0);
    for (int i = 0; i < 2; i++)
        add_failure("bad 3", "dot", NULL, "crashed", "by a script that was run twice");
    free(verdict_of_rows());
}

Test(verdict, needs_something_that_ran)
{
    begin_rows();
    add_failure("bad 3", "dot", "H200", "does-not-compile", "at all");
    expect_error((struct judging){ 0 }, "none of the requested rows ran");
    begin_rows();
    add_fallback("gcc 2", "H200");
    expect_error((struct judging){ 0 }, "none of the requested rows ran on a device");
    begin_rows();
    add_wrong("bad 3", "H200", 1.0);
    expect_error((struct judging){ 0 }, "none of the requested rows agrees with the reference");
}

/* ---- The cascade ------------------------------------------------------------------------------- */

Test(verdict, draws_a_curve_for_each_compiler_and_variant)
{
    begin_rows();
    for (int i = 0; i < 2; i++) {
        const char *machine = i ? "B" : "A";
        add_time("cc 1", machine, "plain", 8.0);
        add_time("cc 1", machine, "tuned", 2.0);
        add_time("gcc 2", machine, "tuned", 4.0 + 4 * i);
    }
    add_failure("bad 3", NULL, NULL, "does-not-compile", "at all");
    if (!gnuplot_there(&failure))
        cr_skip("%s", failure.text);
    text_auto_t *text = judged((struct judging){ .svg = in_scratch("c.svg") }, &failure);
    cr_assert(text, "%s", failure.text);
    text_auto_t *svg = contents(in_scratch("c.svg"), NULL);
    expect_text(svg, "<text>cc 1 plain, PP 0.250</text>");
    expect_text(svg, "<text>cc 1 tuned, PP 1.000</text>");
    expect_text(svg, "<text>gcc 2 tuned, PP 0.333</text>"); /* 2 / (2 + 4) */
    expect_text(svg, "<text>A; B</text>");
    cr_expect_not(strstr(svg, "bad 3"), "%s", svg);
}

Test(verdict, leaves_no_picture_where_it_fails)
{
    begin_rows();
    add_wrong("bad 3", "H200", 1.0);
    expect_error((struct judging){ .svg = in_scratch("c.svg") }, "agrees with the reference");
    cr_expect_neq(access(in_scratch("c.svg"), F_OK), 0);
}

/* ---- The page ---- */

/* Two machines and three compilers, of which one is faster than CUDA, one fails and one was not run. */
static void add_rows_for_a_page(void)
{
    begin_rows();
    add_cuda("A", 2.0);
    add_cuda("B", 2.0);
    add_time("cc 1", "A", "tuned", 1.6);
    add_time("cc 1", "B", "tuned", 4.0);
    add_time("gcc 2", "A", "tuned", 8.0);
    add_failure("bad <3>", "dot", NULL, "crashed", "<b>signal 11</b>");
}

static char *page_of_rows(void)
{
    struct tri_error e = { 0 };
    add_rows_for_a_page();
    text_auto_t *text = judged((struct judging){ .page = in_scratch("v.html") }, &e);
    cr_assert(text, "%s", e.text);
    return contents(in_scratch("v.html"), NULL);
}

/* Each outcome has a class of its own, and a failure leads to its note; what rows say is shown literally. */
Test(verdict, page_has_the_tables_and_notes)
{
    static const char *const parts[] = {
        "<h2>A</h2>",
        "<h2>B</h2>",
        "<th scope=\"col\">bad &lt;3&gt;</th>\n<th scope=\"col\">cc 1</th>\n<th scope=\"col\">gcc 2</th>\n",
        "<td class=\"wrong\">CRASHED <a href=\"#note-1\">[1]</a></td>\n<td class=\"faster\">1.25</td>\n<td>0.25</td>\n",
        "<td>0.50</td>\n<td class=\"absent\">not run</td>\n",
        "id=\"note-1\">[1] bad &lt;3&gt;: &lt;b&gt;signal 11&lt;/b&gt;</p>",
        "prefers-color-scheme:dark",
    };
    text_auto_t *page = page_of_rows();
    for (size_t i = 0; i < sizeof parts / sizeof *parts; i++)
        expect_text(page, parts[i]);
    expect_balanced(page);
}

/* cc 1: 1 on A, 2.0 / 4.0 on B; gcc 2 was not run on B. */
Test(verdict, page_has_performance_portability)
{
    char *page = page_of_rows();
    expect_below(
        page, "<h2>Performance portability</h2>",
        "<td class=\"wrong\">0.000</td>\n<td>0.667</td>\n<td class=\"absent\">unknown</td>\n");
    expect_text(page, "all of them</th>");
    free(page);
    begin_rows();
    add_time("cc 1", "H200", "tuned", 2.0);
    free(judged((struct judging){ .page = in_scratch("v.html") }, &failure));
    page = contents(in_scratch("v.html"), NULL);
    expect_text(page, "performance portability means nothing");
    free(page);
}

/* The same plot as --svg draws, or why there is none. */
Test(verdict, page_has_the_cascade)
{
    text_auto_t *page = page_of_rows();
    if (gnuplot_there(&failure)) {
        expect_text(page, "aria-label=\"Cascade plot of the efficiencies");
        expect_text(page, "<text>cc 1 tuned, PP 0.667</text>");
    } else
        expect_text(page, ": no picture. ");
}

/* If one of the files fails, neither is left. */
static void expect_no_file(const char *svg, const char *page, const char *message)
{
    begin_rows();
    add_time("cc 1", "H200", "tuned", 2.0);
    expect_error((struct judging){ .svg = svg, .page = page }, message);
    cr_expect(access(svg, F_OK) != 0 && access(page, F_OK) != 0, "%s", message);
}

Test(verdict, leaves_no_page_where_the_picture_fails)
{
    expect_no_file("/nowhere/c.svg", in_scratch("v.html"), "--svg");
}

Test(verdict, leaves_no_picture_where_the_page_fails)
{
    if (!gnuplot_there(&failure))
        cr_skip_test("%s", failure.text);
    expect_no_file(in_scratch("c.svg"), "/nowhere/v.html", "--page");
}

/* Nor if the disk is full: the picture alone would pass for all that was asked for. */
Test(verdict, leaves_no_picture_where_the_page_finds_no_room)
{
    begin_rows();
    add_time("cc 1", "H200", "tuned", 2.0);
    cr_assert(symlink("/dev/full", in_scratch("full.html")) == 0);
    if (!gnuplot_there(&failure))
        cr_skip_test("%s", failure.text);
    cr_expect(!judged(
        (struct judging){ .svg = in_scratch("c.svg"), .page = in_scratch("full.html") }, &failure));
    cr_expect(failure.status == TRI_FAILED && strncmp(failure.text, "--page", 6) == 0, "%s",
              failure.text);
    cr_expect_neq(access(in_scratch("c.svg"), F_OK), 0);
}
