/* Steps, and how they change the state of explore. */
#include "explorer.h"

#include "measure.h"
#include "picture.h"
#include "request.h"

#include <math.h>
#include <string.h>

const char *set_at(size_t i, const void *data)
{
    static const char *const names[SETS] = { "mandelbrot", "julia" };
    return i < SETS ? names[i] : NULL;
}

static const struct tri_hotspot *hotspot_of(const struct explorer *x, enum tri_precision p)
{
    return tri_hotspot_named(set_at(x->set, NULL), p);
}

/* ---- Paths and variants ---- */

/* Whether path and variant are available in this precision. */
static bool can_run(const struct explorer *x, enum tri_precision p, struct tri_error *e)
{
    const struct tri_hotspot *h = hotspot_of(x, p);
    const struct tri_variant *v = tri_variant_named(h, x->variant);
    if (!v)
        return fail_variant(h, 1, "variant", x->variant, e);
    if (!tri_path_of(h, v, x->path))
        return tri_fail(e, TRI_USAGE, "%s, %s, has no path %s", h->name, v->name,
                        tri_path_name(x->path));
    const struct tri_contender by = tri_path_contender(h, v, x->path);
    return tri_available(&by, h, e);
}

static bool can_be_shown(const struct explorer *x, struct tri_error *e)
{
    enum tri_precision other = x->precision == TRI_FLOAT ? TRI_DOUBLE : TRI_FLOAT;
    return view_is_good(&x->view[x->set], e) && can_run(x, x->precision, e) &&
           (x->difference == DIFFERENCE_OFF || can_run(x, other, e));
}

/* The last variant that the path has here; what there is no other of, if none. */
static const char *last_variant(const struct explorer *x)
{
    const struct tri_hotspot *h = hotspot_of(x, x->precision);
    struct explorer tried = *x;
    for (size_t i = tri_variant_count(h); i-- > 0;) {
        tried.variant = tri_variant_at(h, i)->name;
        if (can_run(&tried, x->precision, NULL))
            return tried.variant;
    }
    return h->plain.name;
}

static void keep_or_choose_variant(struct explorer *x)
{
    if (!can_run(x, x->precision, NULL))
        x->variant = last_variant(x);
}

/* The next path that can run.  The origin is skipped: it is another program. */
static void next_path(struct explorer *x)
{
    struct explorer tried = *x;
    for (int i = 1; i < TRI_PATHS; i++) {
        tried.path = (enum tri_path)((x->path + i) % TRI_PATHS);
        tried.variant = x->variant;
        keep_or_choose_variant(&tried);
        if (tried.path != TRI_ORIGIN && can_be_shown(&tried, NULL)) {
            *x = tried;
            return;
        }
    }
}

static void next_variant(struct explorer *x)
{
    const struct tri_hotspot *h = hotspot_of(x, x->precision);
    size_t n = tri_variant_count(h), now = 0;
    struct explorer tried = *x;
    while (strcmp(tri_variant_at(h, now)->name, x->variant) != 0)
        now++;
    for (size_t i = 1; i < n && tri_path_has_variants(x->path); i++) {
        tried.variant = tri_variant_at(h, (now + i) % n)->name;
        if (can_be_shown(&tried, NULL)) {
            *x = tried;
            return;
        }
    }
}

/* ---- Sets ---- */

static int most_iterations(const struct explorer *x)
{
    const struct tri_hotspot *h = hotspot_of(x, TRI_DOUBLE);
    double most = h->params[tri_param_named(h, "iterations", strlen("iterations"))].max;
    return (int)fmin(most, MAX_ITERATIONS);
}

static void show_set(struct explorer *x, enum set set)
{
    x->set = set;
    keep_or_choose_variant(x);
}

/* The Julia set whose c is the point under the mouse in the Mandelbrot set.  From a Julia set, c stays: points
 * of its plane are values of z. */
static void show_julia(struct explorer *x)
{
    if (x->set == SET_MANDELBROT && x->pointed) {
        struct place p = view_place(&x->view[x->set], x->x, x->y);
        x->c = (struct place){ fmin(fmax(p.re, -2), 2), fmin(fmax(p.im, -2), 2) };
    }
    show_set(x, SET_JULIA);
}

static struct view view_of(const struct tri_case *c)
{
    return (struct view){
        tri_case_value(c, "xmin").real,          tri_case_value(c, "xmax").real,
        tri_case_value(c, "ymin").real,          tri_case_value(c, "ymax").real,
        (int)tri_case_value(c, "width").integer, (int)tri_case_value(c, "height").integer
    };
}

static bool is_given(const struct tri_case *c, const char *param)
{
    return c->given[tri_param_named(c->hotspot, param, strlen(param))];
}

/* The view of the command line; without bounds there, or at another size, fitted to square pixels. */
static struct view first_view(const struct tri_case *c, int width, int height)
{
    struct view v = view_of(c);
    bool given =
        is_given(c, "xmin") || is_given(c, "xmax") || is_given(c, "ymin") || is_given(c, "ymax");
    return given && width == v.width && height == v.height ? v : view_fitted(&v, width, height);
}

/* ---- Steps ---- */

static void take_size(struct explorer *x, int width, int height)
{
    for (int set = 0; set < SETS; set++)
        x->view[set] = view_resized(&x->view[set], width, height);
}

static void point_at(struct explorer *x, double column, double row)
{
    x->pointed = true;
    x->x = column;
    x->y = row;
}

static struct view view_around(const struct view *v, struct place middle, double width)
{
    double up = width * v->height / v->width;
    return (struct view){ middle.re - width / 2,
                          middle.re + width / 2,
                          middle.im - up / 2,
                          middle.im + up / 2,
                          v->width,
                          v->height };
}

static bool take_iterations(struct explorer *x, double n, struct tri_error *e)
{
    int most = most_iterations(x);
    if (n > most)
        return tri_fail(e, TRI_USAGE, "iterations: %s takes 1 to %d", set_at(x->set, NULL), most);
    x->iterations[x->set] = (int)n;
    return true;
}

static void next_palette(struct explorer *x)
{
    size_t i = 0;
    while (tri_palette_at(i) != x->palette)
        i++;
    x->palette = tri_palette_at(i + 1) ? tri_palette_at(i + 1) : tri_palette_at(0);
}

static void take_key(struct explorer *x, char key)
{
    struct view *view = &x->view[x->set];
    int *iterations = &x->iterations[x->set];
    switch (key) {
    case 'm': show_set(x, SET_MANDELBROT); break;
    case 'j': show_julia(x); break;
    case 'p': next_path(x); break;
    case 'v': next_variant(x); break;
    case 'f': x->precision = x->precision == TRI_FLOAT ? TRI_DOUBLE : TRI_FLOAT; break;
    case '+': *iterations = (int)fmin(2.0 * *iterations, most_iterations(x)); break;
    case '-': *iterations -= *iterations / 2; break;
    case 'c': next_palette(x); break;
    case 'd': x->difference = (x->difference + 1) % DIFFERENCES; break;
    case 'r': *view = first_view(&x->start[x->set], view->width, view->height); break;
    case 'h': x->corner = (x->corner + 1) % CORNERS; break;
    case 'q': x->done = true; break;
    default: break; /* 's', 'k': show_take() does them */
    }
}

/* Whether the picture can be saved under this name. */
static bool can_save(const struct explorer *x, const char *file, struct tri_error *e)
{
    const struct view *v = &x->view[x->set];
    struct tri_image image;
    if (!tri_file_ends_in(file, ".png"))
        return tri_fail(e, TRI_USAGE, "save %.200s: has to end in .png", file);
    if (!tri_image_open(&image, file, v->width, v->height, e))
        return false;
    tri_image_abandon(&image);
    return true;
}

static bool take(struct explorer *x, const struct step *s, struct tri_error *e)
{
    struct view *view = &x->view[x->set];
    const double *n = s->number;
    switch (s->kind) {
    case STEP_SIZE: take_size(x, (int)n[0], (int)n[1]); break;
    case STEP_POINT: point_at(x, n[0], n[1]); break;
    case STEP_DRAG:
        *view = view_dragged(view, n[0], n[1], n[2], n[3]);
        point_at(x, n[2], n[3]);
        break;
    case STEP_ZOOM:
        *view = view_zoomed(view, n[0], n[1], n[2]);
        point_at(x, n[1], n[2]);
        break;
    case STEP_VIEW: *view = view_around(view, (struct place){ n[0], n[1] }, n[2]); break;
    case STEP_MANDELBROT: show_set(x, SET_MANDELBROT); break;
    case STEP_JULIA:
        x->c = (struct place){ n[0], n[1] };
        show_set(x, SET_JULIA);
        break;
    case STEP_PATH:
        x->path = (enum tri_path)s->index;
        keep_or_choose_variant(x);
        break;
    case STEP_VARIANT: x->variant = s->word; break;
    case STEP_PRECISION: x->precision = (enum tri_precision)s->index; break;
    case STEP_ITERATIONS: return take_iterations(x, n[0], e);
    case STEP_PALETTE: x->palette = tri_palette_at((size_t)s->index); break;
    case STEP_DIFFERENCE: x->difference = (enum difference)s->index; break;
    case STEP_KEY: take_key(x, *key_name_at((size_t)s->index, NULL)); break;
    case STEP_SAVE: return can_save(x, s->word, e);
    case STEP_TIME:
    case STEP_CARD:
    case STEPS_THERE_ARE: break;
    }
    return true;
}

bool explorer_take(struct explorer *x, const struct step *s, struct tri_error *e)
{
    struct explorer next = *x;
    if (!take(&next, s, e) || !can_be_shown(&next, e))
        return false;
    *x = next;
    x->variant =
        tri_variant_named(hotspot_of(x, x->precision), x->variant)->name; /* not the step's */
    return true;
}

/* ---- The initial state ---- */

static bool is_small_enough(const struct tri_case *c, struct tri_error *e)
{
    static const char *const limited[] = { "width", "height", "iterations" };
    static const int most[] = { MAX_EXTENT, MAX_EXTENT, MAX_ITERATIONS };
    for (int i = 0; i < 3; i++)
        if (tri_case_value(c, limited[i]).integer > most[i])
            return tri_fail(e, TRI_USAGE, "--set %s=%lld: explore takes 1 to %d", limited[i],
                            (long long)tri_case_value(c, limited[i]).integer, most[i]);
    return true;
}

bool explorer_begin(struct explorer *x, enum set set, const struct tri_case start[SETS],
                    enum tri_path path, const char *variant, enum tri_precision precision,
                    struct tri_error *e)
{
    *x = (struct explorer){
        .set = set, .path = path, .precision = precision, .palette = tri_palette_at(0)
    };
    if (!is_small_enough(&start[set], e))
        return false;
    const struct view size = view_of(&start[set]);
    for (int i = 0; i < SETS; i++) {
        x->start[i] = start[i];
        x->view[i] = first_view(&start[i], size.width, size.height);
        x->iterations[i] = (int)tri_case_value(&start[i], "iterations").integer;
    }
    x->c = (struct place){ tri_case_value(&start[SET_JULIA], "cre").real,
                           tri_case_value(&start[SET_JULIA], "cim").real };
    x->variant = variant ? variant : last_variant(x);
    return can_be_shown(x, e);
}

/* ---- The case ---- */

bool explorer_case(const struct explorer *x, enum tri_precision precision, struct tri_case *c,
                   struct tri_error *e)
{
    const struct tri_hotspot *h = hotspot_of(x, precision);
    const struct view *v = &x->view[x->set];
    char settings[300], of_julia[80] = "";
    if (x->set == SET_JULIA)
        snprintf(of_julia, sizeof of_julia, ",cre=%.17g,cim=%.17g", x->c.re, x->c.im);
    snprintf(settings, sizeof settings,
             "width=%d,height=%d,iterations=%d,xmin=%.17g,xmax=%.17g,ymin=%.17g,ymax=%.17g%s",
             v->width, v->height, x->iterations[x->set], v->xmin, v->xmax, v->ymin, v->ymax,
             of_julia);
    return tri_case_like(c, h, &x->start[x->set], e) && tri_case_set(c, settings, e) &&
           tri_case_choose(c, tri_variant_named(h, x->variant), e);
}
