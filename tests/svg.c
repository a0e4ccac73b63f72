/* Reads SVG pictures, for tests. */
#include "svg.h"

#include <math.h>

/* A figure is shown on a telephone, whose page has 347 of 390 pixels for it: what is wider is made smaller. */
enum { PAGE = 347, LEAST_LETTER = 12 };

static void expect_legible(const char *svg)
{
    double width = 0;
    const char *canvas = strstr(svg, "<svg"), *size = svg;
    cr_assert(canvas && sscanf(canvas, "<svg width=\"%lf\"", &width) == 1, "%.300s", svg);
    size_t letters = 0;
    for (; (size = strstr(size, "font-size=\"")); letters++) {
        size += strlen("font-size=\"");
        double shown = strtod(size, NULL) * fmin(1, PAGE / width);
        cr_expect(shown >= LEAST_LETTER, "letters of %.1f pixels, %g wide", shown, width);
    }
    cr_expect(letters > 0);
}

char *svg_of(const struct figure *f, struct store *s, const char *machine)
{
    struct picture picture;
    struct tri_error e = { 0 };
    if (!gnuplot_there(&e))
        cr_skip("%s", e.text);
    cr_assert(gnuplot_draw(f, s, machine, format_of("x.svg"), &picture, &e), "%s", e.text);
    expect_legible(picture.bytes);
    return picture.bytes;
}

static const char *element_of(const char *svg, const char *text)
{
    char element[300];
    snprintf(element, sizeof element, "<text>%s</text>", text);
    return strstr(svg, element);
}

bool shows(const char *svg, const char *text)
{
    return element_of(svg, text);
}

void expect_shows(const char *svg, const char *text)
{
    cr_expect(shows(svg, text), "\"%s\" is not shown in\n%s", text, svg);
}

static struct place translated(const char *svg, const char *text, const char *at)
{
    static const char start[] = "translate(";
    struct place place;
    cr_assert(at, "\"%s\" is not shown in\n%s", text, svg);
    while (strncmp(at, start, strlen(start)) != 0)
        at--;
    cr_assert(sscanf(at + strlen(start), "%lf,%lf", &place.x, &place.y) == 2);
    return place;
}

struct place place_of(const char *svg, const char *text)
{
    return translated(svg, text, element_of(svg, text));
}

struct place last_place_of(const char *svg, const char *text)
{
    const char *last = NULL;
    for (const char *at = svg; (at = element_of(at, text)); at++)
        last = at;
    return translated(svg, text, last);
}

size_t find_marks(const char *svg, const char *colour, struct place at[MANY])
{
    static const char start[] = "transform='translate(";
    size_t n = 0;
    for (const char *s = svg; (s = strstr(s, "<use xlink")); s++) {
        const char *where = strstr(s, start), *end = strstr(s, "/>");
        const char *own = strstr(s, colour);
        if (!where || where > end || !own || own > end)
            continue;
        cr_assert(n < MANY && sscanf(where + strlen(start), "%lf,%lf", &at[n].x, &at[n].y) == 2);
        n++;
    }
    return n;
}

size_t find_boxes(const char *svg, const char *colour, struct box box[MANY])
{
    size_t n = 0;
    for (const char *s = svg; (s = strstr(s, "<polygon")); s++) {
        const char *end = strchr(s, '>'), *own = strstr(s, colour), *at = strstr(s, "points = '");
        if (!own || own > end || !at || at > end)
            continue;
        double x[4], y[4];
        cr_assert(n < MANY && sscanf(at + 10, "%lf,%lf %lf,%lf %lf,%lf %lf,%lf", &x[0], &y[0],
                                     &x[1], &y[1], &x[2], &y[2], &x[3], &y[3]) == 8);
        box[n++] =
            (struct box){ fmin(x[0], x[2]), fmin(y[0], y[2]), fmax(x[0], x[2]), fmax(y[0], y[2]) };
    }
    return n;
}
