/* draw: the positions in a roofline.  tests/draw.sh tests the program. */
#include "drawn.h"
#include "figure.h"
#include "svg.h"

#include <math.h>

static char *picture_of(struct store *rows)
{
    choose_latest(rows);
    must(figure_prepare(&figures[0], rows, &failure));
    return svg_of(&figures[0], rows, "c");
}

/* The number beside a point, which has this text in the key. */
static struct place number_of(const char *svg, int number, const char *text)
{
    char key[100], digits[20];
    snprintf(key, sizeof key, "%d: %s", number, text);
    snprintf(digits, sizeof digits, "%d", number);
    expect_shows(svg, key);
    return last_place_of(svg, digits);
}

enum { LINE = 18 };

static const char *last_of(const char *svg, const char *what)
{
    const char *last = svg;
    for (const char *s = svg; (s = strstr(s, what)); s++)
        last = s;
    return last;
}

/* Numbers stand right of their points, in their order, a line apart and within the plot, on white paper. */
Test(roofline_picture, numbers)
{
    enum { N = 40 };
    static const int percent[] = { 100, 50, 33 };
    store_auto_t *rows = no_rows();
    struct place at[MANY], before = { 0, 1e9 };
    struct box paper[MANY];
    for (int i = 0; i < N; i++)
        add(rows, "simd", i, 1 + i % 3, 1e9);
    char *svg = picture_of(rows), text[80];
    struct place axis = place_of(svg, "instructions per byte of memory traffic");
    double roof = place_of(svg, "R1").x, title = 2 * LINE;
    expect_shows(svg, "R1: simd double 1.00 Gfma/s");
    cr_assert(find_marks(svg, "rgb(  0, 114, 178)", at) == 2 * N); /* here and in the key */
    cr_assert(find_boxes(svg, "rgb(255, 255, 255)", paper) == N);
    cr_expect(last_of(svg, "<polygon") < last_of(svg, "<path stroke='black'"), "paper on the axes");
    for (int k = 0; k < N; k++) {
        int slow = k < 13 ? 2 : k < 26 ? 1 : 0; /* from below to above */
        int i = 3 * (slow == 2 ? k : slow == 1 ? k - 13 : k - 26) + slow;
        snprintf(text, sizeof text, "simd double resolution=%d, %d %%", i, percent[slow]);
        struct place label = number_of(svg, N - k, text);
        cr_expect(label.x > at[N + k].x + 10 && label.x + 2 * 8 < roof, "%d: %g", i, label.x);
        cr_expect(paper[k].left <= label.x && paper[k].right > label.x + 7 &&
                      paper[k].top < label.y - 8 && paper[k].bottom > label.y,
                  "%d has no paper", i);
        cr_expect(label.y > title && label.y < axis.y - LINE, "%d: %g", i, label.y);
        cr_expect(before.y - label.y > LINE - 0.05, "%d is %g above", i, before.y - label.y);
        before = label;
    }
    free(svg);
}

/* Numbers move no further than they have to, all of them together. */
Test(roofline_picture, numbers_are_near)
{
    static const char *const text[] = { "1, 1.0 %", "2, 100 %", "3, 100 %", "4, 111 %!",
                                        "5, 111 %!" };
    static const int number[] = { 5, 4, 3, 2, 1 };
    store_auto_t *rows = no_rows();
    struct place at[MANY];
    add(rows, "simd", 1, 100, 1e9); /* far from the others: as high as its point */
    add(rows, "simd", 2, 1, 1e9);
    add(rows, "simd", 3, 1, 1e9);
    add(rows, "simd", 4, 0.9, 1e9);
    add(rows, "simd", 5, 0.9, 1e9);
    text_auto_t *svg = picture_of(rows);
    cr_assert(find_marks(svg, "rgb(  0, 114, 178)", at) == 10);
    double baseline = 0, moved = 0;
    for (int i = 0; i < 5; i++) {
        char key[80];
        snprintf(key, sizeof key, "simd double resolution=%s", text[i]);
        double away = number_of(svg, number[i], key).y - at[5 + i].y;
        baseline = i ? baseline : away;
        moved += away - baseline;
    }
    cr_expect(baseline > 0 && baseline < 7, "%g", baseline);
    cr_expect(fabs(moved) < 0.1, "all in all they are moved by %g", moved);
}

/* Numbers of points further left stand there, left of the points that come. */
Test(roofline_picture, columns)
{
    store_auto_t *rows = no_rows();
    struct place at[MANY];
    add_drawn(rows, "'path':'avx2'");
    for (int i = 0; i < 2; i++) /* of three thousand million times the bytes */
        add_drawn(rows,
                  "'path':'p%d','bytes':%g,'ceiling_fma_per_s':null,'ceiling_bytes_per_s':null", i,
                  i ? 2.9e16 : 3e16);
    text_auto_t *svg = picture_of(rows);
    double first = number_of(svg, 2, "p0 double").x, second = number_of(svg, 1, "p1 double").x;
    double last = number_of(svg, 3, "avx2 double, 100 %").x;
    cr_assert(find_marks(svg, "rgb(213,  94,   0)", at) == 2);
    cr_expect(fabs(first - second) < 0.1 && second < at[1].x - 100 && last > at[1].x + 10,
              "%g, %g, %g, %g", first, second, at[1].x, last);
}

/* Slopes that are too close for a text between them share one. */
Test(roofline_picture, slopes)
{
    store_auto_t *rows = no_rows();
    add_drawn(rows, "%s", "");
    add_drawn(rows, "'path':'avx2','ceiling_bytes_per_s':1.1e9");
    add_drawn(rows, "'path':'cuda','ceiling_bytes_per_s':1e11");
    text_auto_t *svg = picture_of(rows);
    expect_shows(svg, "1.00\u20131.10 GB/s");
    expect_shows(svg, "100 GB/s");
    cr_expect(!shows(svg, "1.00 GB/s") && !shows(svg, "1.10 GB/s"));
}

/* What the legend says: filled marks and solid roofs are double, open and dashed ones float. */
Test(roofline_picture, precisions)
{
    store_auto_t *rows = no_rows();
    add(rows, "simd", 1, 1, 1e10);
    char *svg = picture_of(rows);
    cr_expect(strstr(svg, "<use xlink:href='#gpPt4' transform") && !strstr(svg, "dasharray"));
    free(svg);
    empty(rows);
    add_drawn(rows, "'precision':'float'");
    svg = picture_of(rows);
    cr_expect(strstr(svg, "<use xlink:href='#gpPt3' transform") && strstr(svg, "dasharray"));
    free(svg);
}

/* What has no floating-point instructions is no point, but has its roof. */
Test(roofline_picture, no_points)
{
    store_auto_t *rows = no_rows();
    struct place at[MANY];
    add_drawn(rows, "'instructions':0");
    text_auto_t *svg = picture_of(rows);
    cr_expect(find_marks(svg, "", at) == 0);
    expect_shows(svg, "R1: simd double 1.00 Gfma/s");
}

/* Paths have colours of their own, and others what is left in the order in which they come. */
Test(roofline_picture, colours)
{
    store_auto_t *rows = no_rows();
    struct place at[MANY];
    add(rows, "simd", 1, 1, 1e10);
    add(rows, "x", 1, 1, 1e10);
    add(rows, "x", 2, 1, 1e10);
    add(rows, "y", 1, 1, 1e10);
    text_auto_t *svg = picture_of(rows);
    cr_expect(find_marks(svg, "rgb(  0, 114, 178)", at) == 2);
    cr_expect(find_marks(svg, "rgb(230, 159,   0)", at) == 4);
    cr_expect(find_marks(svg, "rgb( 86, 180, 233)", at) == 2);
}
