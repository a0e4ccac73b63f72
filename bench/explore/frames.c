/* Computing frames. */
#include "frames.h"

#include "measure.h"

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
