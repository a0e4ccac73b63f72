/* verdict: its output for fictitious rows; performance portability is computed by hand. */
#include "check.h"
#include "gnuplot.h"
#include "html.h"
#include "verdict.h"

#include <unistd.h>

static FILE *made_rows; /* the file that the following functions add to */

/* A measurement of offload in double: of a variant, or of a peer, where the variant is NULL. */
static void add_measured(const char *hotspot, int n, const char *compiler, const char *machine,
                         const char *variant, double seconds, const char *more)
{
    char name[40] = "null";
    bool wrong = variant && strcmp(variant, "wrong") == 0;
    if (variant)
        snprintf(name, sizeof name, "\"%s\"", wrong ? "tuned" : variant);
    fprintf(
        made_rows,
        "{\"schema\":1,\"hotspot\":\"%s\",\"path\":\"offload\",\"variant\":%s,\"peer\":%s,"
        "\"precision\":\"double\",\"params\":{\"n\":%d},\"threads\":2,\"device\":\"%s\",\"cpu\":\"host of %s\","
        "\"compiler\":\"%s\",\"ran_on\":\"gpu\",\"instructions\":1,\"bytes\":1,\"kernel_s\":{\"median\":%g},"
        "\"ceiling_fma_per_s\":null,\"ceiling_bytes_per_s\":null,\"points\":9,\"different\":%d,"
        "\"agrees\":%s%s}\n",
        hotspot, name, variant ? "null" : "\"cuda\"", n, machine, machine, compiler, seconds,
        wrong ? 4 : 0, wrong ? "false" : "true", more);
}

/* On the host, or absent: `more` are members; the row then names no device. */
static void add_without_device(const char *compiler, const char *machine, const char *more)
{
    fprintf(
        made_rows,
        "{\"schema\":1,\"hotspot\":\"dot\",\"path\":\"offload\",\"variant\":\"tuned\",\"precision\":"
        "\"double\",\"params\":{\"n\":1},\"threads\":2,\"device\":null,\"cpu\":\"host of %s\","
        "\"compiler\":\"%s\",%s}\n",
        machine, compiler, more);
}

/* A failure as a script writes it (docs/compilers.md), of "*" for any hotspot and machine, "?" without an outcome. */
static void add_failure(const char *compiler, const char *machine, const char *hotspot,
                        const char *outcome, const char *why)
{
    char device[60] = "null", said[60] = "";
    if (*machine != '*')
        snprintf(device, sizeof device, "\"%s\"", machine);
    if (*outcome != '?')
        snprintf(said, sizeof said, ",\"outcome\":\"%s\"", outcome);
    fprintf(
        made_rows,
        "{\"schema\":1,\"hotspot\":\"%s\",\"path\":\"offload\",\"variant\":null,\"precision\":\"*\","
        "\"params\":{},\"threads\":1,\"device\":%s,\"cpu\":\"*\",\"compiler\":\"%s\",\"absent\":\"%s\""
        "%s}\n",
        hotspot, device, compiler, why, said);
}

static void add_row(char *row)
{
    char *compiler = strsep(&row, "|"), *machine = strsep(&row, "|"), *what = strsep(&row, "|"),
         *rest = row;
    if (strcmp(what, "fails") == 0) {
        const char *hotspot = strsep(&rest, "|"), *outcome = strsep(&rest, "|");
        add_failure(compiler, machine, hotspot, outcome, rest);
    } else if (strcmp(what, "on host") == 0)
        add_without_device(
            compiler, machine,
            "\"ran_on\":\"cpu\",\"instructions\":1,\"bytes\":1,\"kernel_s\":{\"median\":0.01},"
            "\"ceiling_fma_per_s\":null,\"ceiling_bytes_per_s\":null,\"agrees\":true");
    else if (strcmp(what, "absent") == 0)
        add_without_device(compiler, machine, "\"absent\":\"needs whole teams\"");
    else if (strcmp(compiler, "cuda") == 0)
        add_measured("dot", 1, "cc", machine, NULL, atof(what), "");
    else if (strcmp(what, "moldyn") == 0)
        add_measured("moldyn", 1, compiler, machine, "tuned", atof(rest), "");
    else
        add_measured("dot", strchr(rest, 'n') ? 7 : 1, compiler, machine, what, atof(rest),
                     strchr(rest, 't') ? ",\"teams\":7" : "");
}

/* Begins the file with these rows: COMPILER|MACHINE|VARIANT|SECONDS of dot, with n=7 where an "n" follows, with other teams where
 * a "t" does; of VARIANT "wrong", of "moldyn", "on host" and "absent"; cuda|MACHINE|SECONDS; and
 * COMPILER|MACHINE|fails|HOTSPOT|OUTCOME|WHY. */
static void begin_rows(const char *rows)
{
    char text[1000], *rest = text, *row;
    made_rows = fopen(in_scratch("rows.jsonl"), "w");
    cr_assert(made_rows && strlen(rows) < sizeof text);
    strcpy(text, rows);
    while ((row = strsep(&rest, ";")))
        if (*row)
            add_row(row + strspn(row, " "));
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

static char *verdict_of(const char *rows)
{
    struct tri_error e = { 0 };
    begin_rows(rows);
    char *text = judged((struct judging){ 0 }, &e);
    cr_assert(text, "%s", e.text);
    return text;
}

static void expect_error(const char *rows, struct judging j, const char *message)
{
    struct tri_error e = { 0 };
    begin_rows(rows);
    text_auto_t *text = judged(j, &e);
    cr_expect(!text && e.status == TRI_USAGE, "status %d", (int)e.status);
    expect_text(e.text, message);
}

/* Fails the test unless the text contains the lines below a heading, before the next empty line. */
static void expect_below(const char *text, const char *heading, const char *lines)
{
    const char *start = strstr(text, heading);
    cr_assert(start, "no \"%s\" in\n%s", heading, text);
    const char *found = strstr(start, lines), *end = strstr(start, "\n\n");
    cr_expect(found && (!*heading || !end || found < end), "no \"%s\" below \"%s\" in\n%s", lines,
              heading, text);
}

static const char told[] = "\nPerformance portability: ";

/* ---- Rows, and what is said of them ------------------------------------------------------------- */

static const struct {
    const char *rows;
    struct {
        const char *below, *lines; /* in the table below this heading; "": anywhere */
    } says[3];
} verdicts[] = {
    /* Each variant is set against CUDA. */
    { "cuda|H200|2; cc 1|H200|plain|8; cc 1|H200|tuned|1.6; gcc 2|H200|plain|10; gcc 2|H200|tuned|4",
      { { "\nH200\n", " cc 1 gcc 2\ndot double plain 0.25 0.20\ndot double tuned 1.25 0.50\n" },
        { "", "Best of 5 measurements by 2 compilers and their peers, in " } } },
    /* 1 / 24, 1 / 320 and 1 / 2000 of CUDA's speed, in columns as wide as before; that it runs can be told from 0. */
    { "cuda|A|1; cc 1|A|plain|24; gcc 2|A|plain|320; gcc 2|A|tuned|2000;"
      "cuda|B|1; cc 1|B|plain|24; gcc 2|B|plain|320; gcc 2|B|tuned|2000",
      { { "\nA\n", "dot double plain 0.042 0.0031\ndot double tuned not run 0.00050\n" },
        { told, "dot double plain 0.042 0.0031\ndot double tuned unknown 0.00050\n" } } },
    /* Against the best where there is no CUDA. */
    { "cc 1|H200|tuned|2; gcc 2|H200|tuned|5", { { "", "dot double tuned 1.00* 0.40*\n" } } },
    /* Rows that are wrong or of the host. */
    { "cc 1|H200|tuned|2; bad 3|H200|wrong|0.5; gcc 2|H200|on host",
      { { "", " bad 3 cc 1 gcc 2\ndot double tuned WRONG [1] 1.00* ON HOST [2]\n" },
        { "", "[1] bad 3: 4 of 9 points differ from the reference\n"
              "[2] gcc 2: the region ran on the host\n" } } },
    /* A failure is of what it names. */
    { "cc 1|H200|tuned|2; gcc 2|H200|plain|2; gcc 2|*|fails|matmul|crashed|of another hotspot;"
      "gcc 2|A100|fails|dot|crashed|of another machine; bad 3|*|fails|*|does-not-compile|of all",
      { { "", "dot double tuned NO COMPILE [1] 1.00* not run\n" },
        { "", "dot double plain NO COMPILE [1] not run 1.00*\n" } } },
    /* bench itself says what a device cannot have: of the variant, with its parameters. */
    { "cc 1|H200|plain|2; gcc 2|H200|absent",
      { { "", "dot double plain 1.00* not run\ndot double tuned not run CANNOT RUN [1]\n" },
        { "", "[1] gcc 2: needs whole teams\n" } } },
    /* A measurement is more than a failure. */
    { "cc 1|H200|tuned|2; cc 1|*|fails|dot|crashed|once", { { "", "dot double tuned 1.00*\n" } } },
    /* The last of what was measured again counts. */
    { "cuda|H200|1; cc 1|H200|tuned|0.1; cc 1|H200|tuned|2",
      { { "", "dot double tuned 0.50\n" },
        { "", "Measured again, the last counts: 1 measurement.\n" } } },
    /* Launches of a sweep are left out. */
    { "cc 1|H200|tuned|2; cc 1|H200|tuned|0.5t; gcc 2|H200|tuned|1",
      { { "", "dot double tuned 0.50* 1.00*\n" } } },
    /* The parameters in which problems differ. */
    { "cc 1|H200|tuned|2; cc 1|H200|tuned|3n",
      { { "", "dot double n=1 tuned 1.00*\ndot double n=7 tuned 1.00*\n" } } },
    /* By hand: on A the best is CUDA's 1, on B the compiler's own, which CUDA is slower than: 2 / (1 / 0.5 + 1 / 1) = 2 / 3.
     * Of dot and moldyn together four efficiencies: 4 / (2 + 1 + 4 + 2) = 4 / 9. */
    { "cuda|A|1; cuda|B|9; cc 1|A|tuned|2; cc 1|B|tuned|7;"
      "cc 1|A|moldyn|4; gcc 2|A|moldyn|1; cc 1|B|moldyn|6; gcc 2|B|moldyn|3",
      { { told, "dot double tuned 0.667 unknown\n" },
        { told, "moldyn double tuned 0.333 1.000\n" },
        { told, "all of them tuned 0.444 unknown\n" } } },
    /* A wrong time, however short, is nobody's best; and it counts as a machine where it does not run. */
    { "cc 1|A|tuned|2; cc 1|B|tuned|2; bad 3|A|wrong|0.1; bad 3|B|tuned|4",
      { { "\nA\n", "dot double tuned WRONG [1] 1.00*\n" },
        { told, "dot double tuned 0.000 1.000\n" } } },
};

Test(verdict, of_rows)
{
    FOR_EACH (r, verdicts) {
        text_auto_t *text = verdict_of(r->rows);
        for (int k = 0; k < 3 && r->says[k].lines; k++)
            expect_below(text, r->says[k].below, r->says[k].lines);
    }
}

Test(verdict, marks_what_does_not_work_each_in_its_way)
{
    static const char *const marks[][2] = {
        { "does-not-compile", "NO COMPILE" },
        { "not-on-the-device", "ON HOST" },
        { "wrong", "WRONG" },
        { "crashed", "CRASHED" },
        { "hangs", "HANGS" },
        { "?", "CANNOT RUN" },
    };
    for (size_t i = 0; i < sizeof marks / sizeof *marks; i++) {
        char line[100];
        snprintf(line, sizeof line, "cc 1|H200|tuned|2; bad 3|H200|fails|dot|%s|says the script",
                 marks[i][0]);
        text_auto_t *text = verdict_of(line);
        snprintf(line, sizeof line, "dot double tuned %s [1] 1.00*\n", marks[i][1]);
        expect_text(text, line);
        expect_text(text, "\n[1] bad 3: says the script\n");
    }
}

/* The example by which the P3 Analysis Library (github.com/intel/p3-analysis-library) tests its own: times on
 * five machines, of which "best" is the fastest on each, and what it expects to four digits. */
Test(verdict, agrees_with_a_published_example)
{
    /* Of five machines' efficiencies: 5 / (1 / 1 + 1 / 0.8 + 1 / 0.5 + 1 / 1 + 1 / 0.2). */
    text_auto_t *text = verdict_of(
        "latest|A|tuned|25; latest|B|tuned|12.5; latest|C|tuned|25; latest|D|tuned|5; latest|E|tuned|5;"
        "best|A|tuned|25; best|B|tuned|10; best|C|tuned|12.5; best|D|tuned|5; best|E|tuned|1;"
        "dummy|A|tuned|25; dummy|B|tuned|12.5; dummy|C|tuned|25; dummy|D|fails|dot|crashed|here;"
        "dummy|E|tuned|5");
    expect_below(text, told, " best dummy latest\ndot double tuned 1.000 0.000 0.488\n");
}

Test(verdict, says_that_one_machine_is_too_few)
{
    text_auto_t *text = verdict_of("cc 1|H200|tuned|2");
    expect_text(text, "means nothing");
    expect_text(text, "dot double tuned 1.00*\n");
    cr_expect_not(strstr(text, told), "%s", text);
}

/* ---- Rows that cannot be judged ---------------------------------------------------------------- */

Test(verdict, refuses_rows)
{
    static const struct {
        const char *rows, *message;
    } refused[] = {
        { "cc 1|H200|tuned|2; bad 3|*|fails|dot|burnt|down",
          "rows.jsonl:2: \"outcome\" has to be of does-not-compile, " },
        /* Each time is another; a row that is the same to the last digit is a copy, and no second measurement. */
        { "cuda|H200|1; cc 1|H200|tuned|2; cc 1|H200|tuned|2",
          "rows.jsonl:3: is the same measurement as " },
        { "bad 3|H200|fails|dot|does-not-compile|at all", "none of the requested rows ran" },
        { "gcc 2|H200|on host", "none of the requested rows ran on a device" },
        { "bad 3|H200|wrong|1", "none of the requested rows agrees with the reference" },
    };
    FOR_EACH (r, refused) {
        expect_error(r->rows, (struct judging){ .svg = in_scratch("c.svg") }, r->message);
        cr_expect_neq(access(in_scratch("c.svg"), F_OK), 0, "%s", r->rows);
    }
    expect_error("cc 1|H200|tuned|2", (struct judging){ .portability = true },
                 "--pp: needs rows of two machines or more, these are of H200");
}

Test(verdict, refuses_rows_that_it_does_not_know)
{
    static const char *const rows[][2] = {
        { "{\"schema\":2,\"hotspot\":\"dot\",\"path\":\"offload\",\"precision\":\"double\",\"params\":{},"
          "\"threads\":1,\"device\":null,\"cpu\":\"c\",\"compiler\":\"cc\",\"absent\":\"x\"}\n",
          "rows.jsonl:1: is of schema 2, and this program knows 1" },
        { "{\"schema\":1}\n", "rows.jsonl:1: has no \"hotspot\"" },
    };
    for (int i = 0; i < 2; i++) {
        struct tri_error e = { 0 };
        begin_rows("");
        fputs(rows[i][0], made_rows);
        cr_expect_null(judged((struct judging){ 0 }, &e));
        expect_text(e.text, rows[i][1]);
    }
}

/* Of a script that was run twice. */
Test(verdict, takes_a_failure_twice)
{
    free(verdict_of(
        "cc 1|H200|tuned|2; bad 3|*|fails|dot|crashed|once; bad 3|*|fails|dot|crashed|once"));
}

/* ---- The cascade ------------------------------------------------------------------------------- */

Test(verdict, draws_a_curve_for_each_compiler_and_variant)
{
    begin_rows("cc 1|A|plain|8; cc 1|A|tuned|2; gcc 2|A|tuned|4; cc 1|B|plain|8; cc 1|B|tuned|2;"
               "gcc 2|B|tuned|8; bad 3|*|fails|*|does-not-compile|at all");
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

static char *page_of(const char *rows)
{
    begin_rows(rows);
    text_auto_t *text = judged((struct judging){ .page = in_scratch("v.html") }, &failure);
    cr_assert(text, "%s", failure.text);
    return contents(in_scratch("v.html"), NULL);
}

/* Two machines and three compilers, of which one is faster than CUDA, one fails and one was not run. */
static const char rows_for_a_page[] =
    "cuda|A|2; cuda|B|2; cc 1|A|tuned|1.6; cc 1|B|tuned|4; gcc 2|A|tuned|8;"
    "bad <3>|*|fails|dot|crashed|<b>signal 11</b>";

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
    text_auto_t *page = page_of(rows_for_a_page);
    FOR_EACH (r, parts)
        expect_text(page, *r);
    expect_balanced(page);
}

/* cc 1: 1 on A, 2.0 / 4.0 on B; gcc 2 was not run on B. */
Test(verdict, page_has_performance_portability)
{
    text_auto_t *page = page_of(rows_for_a_page), *of_one = page_of("cc 1|H200|tuned|2");
    expect_below(
        page, "<h2>Performance portability</h2>",
        "<td class=\"wrong\">0.000</td>\n<td>0.667</td>\n<td class=\"absent\">unknown</td>\n");
    expect_text(page, "all of them</th>");
    expect_text(of_one, "performance portability means nothing");
}

/* The same plot as --svg draws, or why there is none. */
Test(verdict, page_has_the_cascade)
{
    text_auto_t *page = page_of(rows_for_a_page);
    if (gnuplot_there(&failure)) {
        expect_text(page, "aria-label=\"Cascade plot of the efficiencies");
        expect_text(page, "<text>cc 1 tuned, PP 0.667</text>");
    } else
        expect_text(page, ": no picture. ");
}

/* If one of the files fails, neither is left; nor if the disk is full: the picture alone would pass for all that was asked for. */
Test(verdict, leaves_no_file_where_one_fails)
{
    static const char row[] = "cc 1|H200|tuned|2";
    cr_assert(symlink("/dev/full", in_scratch("full.html")) == 0);
    expect_error(row, (struct judging){ .svg = "/nowhere/c.svg", .page = in_scratch("v.html") },
                 "--svg");
    cr_expect(access(in_scratch("v.html"), F_OK) != 0);
    if (!gnuplot_there(&failure))
        cr_skip_test("%s", failure.text);
    expect_error(row, (struct judging){ .svg = in_scratch("c.svg"), .page = "/nowhere/v.html" },
                 "--page");
    begin_rows(row);
    expect_fails(
        judged((struct judging){ .svg = in_scratch("c.svg"), .page = in_scratch("full.html") },
               &failure),
        "--page");
    cr_expect(failure.status == TRI_FAILED && access(in_scratch("c.svg"), F_OK) != 0);
}
