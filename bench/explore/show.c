/* Steps, frames and pictures put together. */
#include "show.h"

#include "audits.h"
#include "output.h"
#include "measure.h"
#include "render_options.h"

#include <stdlib.h>
#include <string.h>
#include <unistd.h>

bool show_frame(struct show *s, struct tri_error *e)
{
    double start = tri_now();
    if (!frames_compute(&s->frames, &s->x, &s->frame, e) ||
        !canvas_paint(&s->canvas, &s->frame, s->x.palette, s->x.difference == DIFFERENCE_PAINTED,
                      e))
        return false;
    s->seconds = tri_now() - start;
    return true;
}

void show_free(struct show *s)
{
    frames_free(&s->frames);
    canvas_free(&s->canvas);
}

/* ---- Numbers ---- */

struct numbers show_numbers(const struct show *s, double seconds)
{
    const struct explorer *x = &s->x;
    const struct frame *f = &s->frame;
    struct numbers n = { 0 };
    enum { SIZE = sizeof n.line[0] };
    bool on_gpu = f->place == TRI_GPU;
    snprintf(n.line[0], SIZE, "%s, %s, %s%s%s, %d iterations", set_at(x->set, NULL),
             tri_precision_name(x->precision), tri_path_name(x->path),
             tri_path_has_variants(x->path) ? " " : "",
             tri_path_has_variants(x->path) ? x->variant : "", f->iterations);
    snprintf(n.line[1], SIZE, "%d x %d on %s%s%s", f->width, f->height, tri_place_name(f->place),
             on_gpu ? " " : "", on_gpu ? tri_device_name() : "");
    snprintf(n.line[2], SIZE, "%.3g frames/s (%s), %s", 1 / seconds, si(seconds, "s").s,
             si(f->steps / f->seconds, "iterations/s").s);
    if (f->other)
        snprintf(n.line[3], SIZE, "float and double differ in %zu pixels (%s)", f->differing,
                 percent((double)f->differing / ((double)f->width * f->height)).s);
    if (!view_is_fine(&x->view[x->set], TRI_FLOAT))
        snprintf(n.line[4], SIZE, "float cannot tell a pixel from the next here");
    return n;
}

/* ---- Timing ---- */

static void say_numbers(const struct show *s, double seconds, char said[SAID])
{
    const struct numbers n = show_numbers(s, seconds);
    size_t used = 0;
    *said = '\0';
    for (int i = 0; i < NUMBERS_SAID && used < SAID; i++)
        if (*n.line[i])
            used += (size_t)snprintf(said + used, SAID - used, "%s%s", i ? "; " : "", n.line[i]);
}

/* Medians.  The first frame allocates the arrays and is not timed. */
static bool time_frames(struct show *s, size_t n, char said[SAID], struct tri_error *e)
{
    double whole[TRI_MAX_REPS], computing[TRI_MAX_REPS];
    bool good = show_frame(s, e);
    for (size_t i = 0; good && i < n; i++) {
        good = show_frame(s, e);
        whole[i] = s->seconds;
        computing[i] = s->frame.seconds;
    }
    s->frame.seconds = good ? tri_median(&(struct tri_times){ n, computing }) : 0;
    if (good)
        say_numbers(s, tri_median(&(struct tri_times){ n, whole }), said);
    return good;
}

/* ---- Saving ---- */

/* The picture's description is the command that computes it again. */
static bool save(struct show *s, const char *file, char said[SAID], struct tri_error *e)
{
    struct tri_case c;
    if (!show_frame(s, e) || !explorer_case(&s->x, s->x.precision, &c, e))
        return false;
    char *description = render_command(&c, s->x.palette, NULL);
    bool good = (description || tri_fail(e, TRI_FAILED, "out of memory")) &&
                canvas_save(&s->canvas, file, description, e);
    free(description);
    if (good)
        snprintf(said, SAID, "%.200s: %d x %d", file, s->canvas.width, s->canvas.height);
    return good;
}

/* Saves under the first of explore-1.png, explore-2.png, … that is not in use. */
static bool save_next(struct show *s, char said[SAID], struct tri_error *e)
{
    enum { MOST = 10000 };
    char file[40];
    int i = 0;
    do
        snprintf(file, sizeof file, "explore-%d.png", ++i);
    while (i < MOST && access(file, F_OK) == 0);
    return i < MOST ? save(s, file, said, e)
                    : tri_fail(e, TRI_FAILED, "explore-1.png to explore-%d.png are there", MOST);
}

/* ---- The card ---- */

/* Of the kernel that most threads run; or why there is none. */
static bool tell_card(const struct show *s, char said[SAID], struct tri_error *e)
{
    const struct tri_launch usual = { .threads = 0 };
    struct tri_case c;
    struct tri_error why;
    struct cards all;
    char text[CARD_TEXT];
    if (!explorer_case(&s->x, s->x.precision, &c, e))
        return false;
    if (audit_cards(&c, c.variant, s->x.path, &usual, &all, &why)) {
        card_text(&all.of[0], text);
        snprintf(said, SAID, "%s", text);
    } else
        snprintf(said, SAID, "no kernel of a GPU: %.300s", why.text);
    return true;
}

/* ---- Steps ---- */

static bool is_key(const struct step *s, char key)
{
    return s->kind == STEP_KEY && *key_name_at((size_t)s->index, NULL) == key;
}

bool show_take(struct show *s, const struct step *step, char said[SAID], struct tri_error *e)
{
    *said = '\0';
    if (!explorer_take(&s->x, step, e))
        return false;
    if (step->kind == STEP_TIME)
        return time_frames(s, (size_t)step->number[0], said, e);
    if (step->kind == STEP_SAVE)
        return save(s, step->word, said, e);
    if (step->kind == STEP_CARD || is_key(step, 'k'))
        return tell_card(s, said, e);
    return !is_key(step, 's') || save_next(s, said, e);
}

/* ---- Scripts ---- */

static bool fail_line(const struct script *script, const struct step *step, struct tri_error *e)
{
    const struct tri_error plain = *e;
    return tri_fail(e, plain.status, "%.200s:%d: %s", script->name, step->line, plain.text);
}

static bool try_steps(const struct show *s, const struct script *script, struct tri_error *e)
{
    struct explorer x = s->x;
    for (size_t i = 0; i < script->n && !x.done; i++)
        if (!explorer_take(&x, &script->step[i], e))
            return fail_line(script, &script->step[i], e);
    return true;
}

bool show_play(struct show *s, const struct script *script, FILE *out, struct tri_error *e)
{
    char said[SAID];
    if (!try_steps(s, script, e))
        return false;
    for (size_t i = 0; i < script->n && !s->x.done; i++) {
        if (!show_take(s, &script->step[i], said, e))
            return fail_line(script, &script->step[i], e);
        if (*said)
            fprintf(out, "%s\n", said);
    }
    return true;
}
