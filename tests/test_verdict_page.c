/* verdict --page: the HTML file for fictitious rows. */
#include "gnuplot.h"
#include "html.h"
#include "judged.h"

#include <unistd.h>

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
    char *text = judged((struct judging){ .page = in_scratch("v.html") }, &e);
    cr_assert(text, "%s", e.text);
    free(text);
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
