/* Computing frames, painting them, and saving what was painted. */
#include "show.h"

#include "file.h"
#include "measure.h"
#include "palette.h"
#include "png_file.h"

#include <stdlib.h>
#include <string.h>

/* ---- The arrays ---- */

static void let_go(struct held *h)
{
    if (h->on_device)
        tri_device_exit(&h->at);
    if (h->pinned)
        tri_case_unpin(&h->at, &tri_device_pinning, &h->own);
    if (h->there)
        tri_case_free(&h->own);
    free(h->table);
    *h = (struct held){ 0 };
}

void frames_free(struct frames *f)
{
    for (int p = 0; p < TRI_PRECISIONS; p++)
        let_go(&f->held[p]);
}

static bool has_shape(const struct held *h, const struct tri_case *c, bool on_device)
{
    return h->there && h->on_device == on_device && h->own.hotspot == c->hotspot &&
           h->own.variant == c->variant && memcmp(h->own.length, c->length, sizeof c->length) == 0;
}

/* julia's operand `table` has a colour for each number of steps.  Here that colour is the escape time itself,
 * counted from 1 as in mandelbrot, so that the same code paints, counts and compares both sets. */
static bool bind_table(struct held *h, size_t iterations, struct tri_error *e)
{
    size_t n = iterations + 1, bytes = n * sizeof *h->table;
    void *memory = NULL;
    if (posix_memalign(&memory, TRI_ALIGNMENT, bytes) != 0)
        return tri_fail(e, TRI_FAILED, "out of memory");
    h->table = memory;
    for (size_t steps = 0; steps < n; steps++)
        h->table[steps] = steps < iterations ? (int32_t)steps + 1 : 0;
    return tri_case_bind(&h->own, "table", h->table, bytes, e);
}

static bool bring_to_device(struct held *h, struct tri_error *e)
{
    const struct tri_pinning *by = &tri_device_pinning;
    if (!tri_device_start(e))
        return false;
    h->pinned = by->available(NULL);
    if (h->pinned && !tri_case_pin(&h->own, by, &h->at, e)) {
        h->pinned = false;
        return false;
    }
    h->on_device = tri_device_enter(&h->at, e);
    return h->on_device;
}

static bool hold(struct held *h, const struct tri_case *c, const struct explorer *x,
                 struct tri_error *e)
{
    let_go(h);
    h->own = *c;
    if (x->set == SET_JULIA && !bind_table(h, (size_t)x->iterations[x->set], e))
        return false;
    h->there = tri_case_allocate(&h->own, e);
    h->at = h->own;
    return h->there && (x->path != TRI_OFFLOAD || bring_to_device(h, e));
}

/* ---- Running ---- */

static bool run_on_device(struct tri_case *c, struct tri_error *e)
{
    *c->ran_on = TRI_NOWHERE;
    tri_device_send(c);
    tri_path_of(c->hotspot, c->variant, TRI_OFFLOAD)(c);
    return tri_device_receive(c, e);
}

/* Computes the frame in one precision; *times are its escape times. */
static bool compute(struct held *h, const struct explorer *x, enum tri_precision p,
                    const int32_t **times, struct tri_error *e)
{
    struct tri_case c;
    bool on_device = x->path == TRI_OFFLOAD;
    if (!explorer_case(x, p, &c, e))
        return false;
    if (!has_shape(h, &c, on_device) && !hold(h, &c, x, e)) {
        let_go(h);
        return false;
    }
    memcpy(h->at.value, c.value, sizeof c.value);
    *times = h->at.operand[h->at.hotspot->picture.operand];
    return on_device ? run_on_device(&h->at, e) : tri_case_run(&h->at, x->path, e);
}

/* ---- Results ---- */

/* Escape time 1 is one step in mandelbrot, and none in julia, where the starting point is already outside. */
static double steps_taken(const struct frame *f, enum set set)
{
    size_t n = (size_t)f->width * (size_t)f->height;
    int32_t first = set == SET_JULIA ? 1 : 0;
    int64_t steps = 0;
    #pragma omp parallel for reduction(+ : steps)
    for (size_t i = 0; i < n; i++)
        steps += f->times[i] ? f->times[i] - first : f->iterations;
    return (double)steps;
}

static size_t count_differing(const struct frame *f)
{
    size_t n = (size_t)f->width * (size_t)f->height, differing = 0;
    #pragma omp parallel for reduction(+ : differing)
    for (size_t i = 0; i < n; i++)
        differing += f->times[i] != f->other[i];
    return differing;
}

bool frames_compute(struct frames *frames, const struct explorer *x, struct frame *f,
                    struct tri_error *e)
{
    enum tri_precision other = x->precision == TRI_FLOAT ? TRI_DOUBLE : TRI_FLOAT;
    const struct view *view = &x->view[x->set];
    *f = (struct frame){ .width = view->width,
                         .height = view->height,
                         .iterations = x->iterations[x->set] };
    double start = tri_now();
    if (!compute(&frames->held[x->precision], x, x->precision, &f->times, e))
        return false;
    f->seconds = tri_now() - start;
    f->place = (enum tri_place) * frames->held[x->precision].at.ran_on;
    f->steps = steps_taken(f, x->set);
    if (x->difference == DIFFERENCE_OFF)
        return true;
    if (!compute(&frames->held[other], x, other, &f->other, e))
        return false;
    f->differing = count_differing(f);
    return true;
}

/* ---- The canvas ---------------------------------------------------------------------------------- */

/* ---- Memory ---- */

static bool grow(uint32_t **array, size_t *room, size_t n, struct tri_error *e)
{
    if (n <= *room)
        return true;
    uint32_t *more = realloc(*array, n * sizeof *more);
    if (!more)
        return tri_fail(e, TRI_FAILED, "out of memory");
    *array = more;
    *room = n;
    return true;
}

void canvas_free(struct canvas *c)
{
    free(c->pixel);
    free(c->colour);
    *c = (struct canvas){ 0 };
}

/* ---- Colours ---- */

/* Counts the points of each escape time, for palettes that are scaled to the times that occur. */
static void count_times(struct tri_painter *p, const struct frame *f, uint32_t *points)
{
    size_t n = (size_t)f->width * (size_t)f->height;
    for (int time = 0; time <= f->iterations; time++)
        points[time] = 0;
    for (size_t i = 0; i < n; i++)
        points[f->times[i]]++;
    for (int time = 0; time <= f->iterations; time++)
        if (points[time])
            tri_painter_count(p, time, points[time]);
}

/* A table of the colours of all times, so that a logarithm is computed once for each time, not for each pixel. */
static void choose_colours(struct canvas *c, const struct frame *f,
                           const struct tri_palette *palette)
{
    struct tri_painter painter;
    tri_painter_begin(&painter, palette);
    if (palette->scale == RANGE)
        count_times(&painter, f, c->colour);
    tri_painter_end(&painter);
    for (int time = 0; time <= f->iterations; time++) {
        uint8_t rgb[CHANNELS];
        tri_painter_colour(&painter, time, rgb);
        c->colour[time] = (uint32_t)rgb[0] << 16 | (uint32_t)rgb[1] << 8 | rgb[2];
    }
}

bool canvas_paint(struct canvas *c, const struct frame *f, const struct tri_palette *palette,
                  bool differences, struct tri_error *e)
{
    size_t width = (size_t)f->width, height = (size_t)f->height;
    if (!grow(&c->pixel, &c->pixels, width * height, e) ||
        !grow(&c->colour, &c->colours, (size_t)f->iterations + 1, e))
        return false;
    c->width = f->width;
    c->height = f->height;
    choose_colours(c, f, palette);
    #pragma omp parallel for
    for (size_t row = 0; row < height; row++) {
        uint32_t *to = c->pixel + (height - 1 - row) * width;
        for (size_t i = row * width; i < (row + 1) * width; i++, to++) {
            *to = c->colour[f->times[i]];
            if (differences)
                *to = f->times[i] != f->other[i] ? tri_colour_of_difference : *to >> 1 & 0x7f7f7f;
        }
    }
    return true;
}

/* ---- Files ---- */

static void fill_row(const void *canvas, ptrdiff_t row, uint8_t *bytes)
{
    const struct canvas *c = canvas;
    for (int column = 0; column < c->width; column++)
        tri_colour(c->pixel[row * c->width + column], bytes + (ptrdiff_t)column * CHANNELS);
}

bool canvas_save(const struct canvas *c, const char *file, const char *description,
                 struct tri_error *e)
{
    struct tri_file out;
    const struct tri_png png = { .width = c->width,
                                 .height = c->height,
                                 .channels = CHANNELS,
                                 .depth = 8,
                                 .drawn = true,
                                 .description = description,
                                 .row = fill_row,
                                 .data = c };
    if (!tri_file_begin(&out, file, e))
        return false;
    bool good = tri_png_write(&out, &png, e) && tri_file_commit(&out, e);
    tri_file_abandon(&out);
    return good;
}
