/*
 * The window, by SDL2.  It is loaded only when a window is opened, so programs do not depend on it; where it is
 * missing, that is an error in one line.
 */
#include "window.h"

#include "build_info.h"
#include "measure.h"

#if TRIPTYCH_WINDOW

# include <SDL.h>
# include <SDL2_gfxPrimitives.h>
# include <dlfcn.h>
# include <stdlib.h>
# include <string.h>

/* ---- The libraries ---- */

/* The functions that are used.  SDL2_gfx draws text. */
# define SDL_FUNCTIONS(F)          \
     F(SDL_Init)                   \
     F(SDL_Quit)                   \
     F(SDL_GetError)               \
     F(SDL_GetCurrentVideoDriver)  \
     F(SDL_CreateWindow)           \
     F(SDL_DestroyWindow)          \
     F(SDL_CreateRenderer)         \
     F(SDL_DestroyRenderer)        \
     F(SDL_CreateTexture)          \
     F(SDL_DestroyTexture)         \
     F(SDL_UpdateTexture)          \
     F(SDL_RenderCopy)             \
     F(SDL_RenderPresent)          \
     F(SDL_RenderSetScale)         \
     F(SDL_RenderFillRect)         \
     F(SDL_SetRenderDrawColor)     \
     F(SDL_SetRenderDrawBlendMode) \
     F(SDL_StartTextInput)         \
     F(SDL_PollEvent)
# define GFX_FUNCTIONS(F) F(stringRGBA)

# define MEMBER(name) __typeof__ (&(name))(name);
static struct {
    SDL_FUNCTIONS(MEMBER)
    GFX_FUNCTIONS(MEMBER)
} sdl;

static bool fail_load(struct tri_error *e)
{
    return tri_fail(e, TRI_FAILED,
                    "a window takes SDL2 (%.200s): apt-get install libsdl2-2.0-0 "
                    "libsdl2-gfx-1.0-0; --script FILE takes neither",
                    dlerror());
}

static bool find(void *library, const char *name, void *function)
{
    void *address = dlsym(library, name);
    memcpy(function, &address, sizeof address); /* which POSIX allows, not ISO C */
    return address;
}

/* The libraries are never unloaded, since graphics drivers may crash when they are. */
static bool load(struct tri_error *e)
{
    void *library = dlopen("libSDL2-2.0.so.0", RTLD_NOW | RTLD_GLOBAL);
    void *letters = library ? dlopen("libSDL2_gfx-1.0.so.0", RTLD_NOW) : NULL;
    bool good = letters;
# define FIND(name) good = good && find(library, #name, &sdl.name);
# define FIND_LETTERS(name) good = good && find(letters, #name, &sdl.name);
    SDL_FUNCTIONS(FIND)
    GFX_FUNCTIONS(FIND_LETTERS)
    return good || fail_load(e);
}

/* ---- The window ---- */

enum {
    LETTER = 8,
    MARGIN = 4,
    LARGE = 900
}; /* pixels; a window of 900 has letters twice as large */
static const double half_life = 0.3; /* seconds, in which the rate shown follows half a change */

struct window {
    SDL_Window *window;
    SDL_Renderer *renderer;
    SDL_Texture *picture;
    int width, height;    /* of the picture's memory */
    char said[SAID];      /* of the last step, or why it could not be taken */
    double shown, period; /* when the last frame was, and the time from one to the next */
};

static bool fail_sdl(const char *what, struct tri_error *e)
{
    return tri_fail(e, TRI_FAILED, "%s: %.200s; --script FILE takes no display", what,
                    sdl.SDL_GetError());
}

/* Without a display, SDL may choose an invisible driver. */
static bool has_display(struct tri_error *e)
{
    return getenv("DISPLAY") || getenv("WAYLAND_DISPLAY") || getenv("SDL_VIDEODRIVER") ||
           tri_fail(
               e, TRI_FAILED,
               "no display: neither DISPLAY nor WAYLAND_DISPLAY is set; --script FILE takes none");
}

/* If the display cannot be reached, SDL may fall back to an invisible driver. */
static bool is_shown(struct tri_error *e)
{
    const char *driver = sdl.SDL_GetCurrentVideoDriver(), *asked = getenv("SDL_VIDEODRIVER");
    return (asked && *asked) || strcmp(driver, "x11") == 0 || strcmp(driver, "wayland") == 0 ||
           tri_fail(
               e, TRI_FAILED,
               "no display: what DISPLAY or WAYLAND_DISPLAY names cannot be reached; --script FILE "
               "takes none");
}

static bool open_window(struct window *w, const struct view *v, struct tri_error *e)
{
    *w = (struct window){ .window = NULL };
    if (sdl.SDL_Init(SDL_INIT_VIDEO) != 0)
        return fail_sdl("no window", e);
    if (!is_shown(e))
        return false;
    w->window = sdl.SDL_CreateWindow("explore", SDL_WINDOWPOS_CENTERED, SDL_WINDOWPOS_CENTERED,
                                     v->width, v->height, SDL_WINDOW_RESIZABLE);
    if (!w->window)
        return fail_sdl("no window", e);
    w->renderer = sdl.SDL_CreateRenderer(w->window, -1, SDL_RENDERER_PRESENTVSYNC);
    if (!w->renderer)
        return fail_sdl("no drawing in a window", e);
    sdl.SDL_StartTextInput();
    return true;
}

static void close_window(struct window *w)
{
    if (w->picture)
        sdl.SDL_DestroyTexture(w->picture);
    if (w->renderer)
        sdl.SDL_DestroyRenderer(w->renderer);
    if (w->window)
        sdl.SDL_DestroyWindow(w->window);
    sdl.SDL_Quit();
}

/* ---- From events to steps ---- */

/* False: the key has no meaning. */
static bool step_of_key(const char *text, struct step *s)
{
    *s = (struct step){ .kind = STEP_KEY, .index = index_of(text, key_name_at, NULL) };
    return s->index >= 0;
}

static bool step_of_motion(const SDL_MouseMotionEvent *m, struct step *s)
{
    bool drags = m->state & SDL_BUTTON_LMASK;
    *s = (struct step){ .kind = STEP_POINT, .number = { m->x, m->y } };
    if (drags)
        *s = (struct step){ .kind = STEP_DRAG,
                            .number = { m->x - m->xrel, m->y - m->yrel, m->x, m->y } };
    return true;
}

/* Zooms around the mouse, or around the centre if the mouse has not been in the window. */
static bool step_of_wheel(const SDL_MouseWheelEvent *wheel, const struct explorer *x,
                          struct step *s)
{
    static const double factor = 1.25; /* of a click */
    double column = x->pointed ? x->x : x->view[x->set].width / 2.0;
    double row = x->pointed ? x->y : x->view[x->set].height / 2.0;
    *s = (struct step){ .kind = STEP_ZOOM,
                        .number = { wheel->y > 0 ? factor : 1 / factor, column, row } };
    return wheel->y != 0;
}

static bool step_of_size(const SDL_WindowEvent *w, struct step *s)
{
    int width = w->data1 < MAX_EXTENT ? w->data1 : MAX_EXTENT;
    int height = w->data2 < MAX_EXTENT ? w->data2 : MAX_EXTENT;
    *s = (struct step){ .kind = STEP_SIZE, .number = { width, height } };
    return w->event == SDL_WINDOWEVENT_SIZE_CHANGED && width > 0 && height > 0;
}

static bool step_of(const SDL_Event *event, const struct explorer *x, struct step *s)
{
    switch (event->type) {
    case SDL_QUIT: return step_of_key("q", s);
    case SDL_KEYDOWN: return event->key.keysym.sym == SDLK_ESCAPE && step_of_key("q", s);
    case SDL_TEXTINPUT: return step_of_key(event->text.text, s);
    case SDL_MOUSEMOTION: return step_of_motion(&event->motion, s);
    case SDL_MOUSEWHEEL: return step_of_wheel(&event->wheel, x, s);
    case SDL_WINDOWEVENT: return step_of_size(&event->window, s);
    default: return false;
    }
}

/* The error of a step that is not possible appears in the corner. */
static void take_events(struct window *w, struct show *show)
{
    SDL_Event event;
    struct step step;
    struct tri_error e;
    while (!show->x.done && sdl.SDL_PollEvent(&event))
        if (step_of(&event, &show->x, &step) && !show_take(show, &step, w->said, &e))
            snprintf(w->said, sizeof w->said, "%s", e.text);
}

/* ---- Drawing ---- */

static bool draw_picture(struct window *w, const struct canvas *c, struct tri_error *e)
{
    if (c->width != w->width || c->height != w->height) {
        if (w->picture)
            sdl.SDL_DestroyTexture(w->picture);
        w->picture = sdl.SDL_CreateTexture(w->renderer, SDL_PIXELFORMAT_RGB888,
                                           SDL_TEXTUREACCESS_STREAMING, c->width, c->height);
        w->width = c->width;
        w->height = c->height;
    }
    return (w->picture &&
            sdl.SDL_UpdateTexture(w->picture, NULL, c->pixel, c->width * (int)sizeof *c->pixel) ==
                0 &&
            sdl.SDL_RenderCopy(w->renderer, w->picture, NULL, NULL) == 0) ||
           fail_sdl("the picture", e);
}

/* Draws text on a dark strip, as line *row of the corner. */
static void draw_line(struct window *w, int *row, const char *text)
{
    if (!*text)
        return;
    int top = MARGIN + (*row)++ * (LETTER + MARGIN);
    const SDL_Rect strip = { 0, top - MARGIN / 2, (int)strlen(text) * LETTER + 2 * MARGIN,
                             LETTER + MARGIN };
    sdl.SDL_SetRenderDrawColor(w->renderer, 0, 0, 0, 160);
    sdl.SDL_RenderFillRect(w->renderer, &strip);
    sdl.stringRGBA(w->renderer, MARGIN, (Sint16)top, text, 255, 255, 255, 255);
}

static void draw_corner(struct window *w, const struct show *show)
{
    const struct numbers n = show_numbers(show, w->period > 0 ? w->period : show->seconds);
    const float scale = (float)(1 + show->canvas.width / LARGE);
    char text[80];
    int row = 0;
    sdl.SDL_SetRenderDrawBlendMode(w->renderer, SDL_BLENDMODE_BLEND);
    sdl.SDL_RenderSetScale(w->renderer, scale, scale);
    for (int i = 0; i < NUMBERS_SAID; i++)
        draw_line(w, &row, n.line[i]);
    for (size_t i = 0; show->x.corner == CORNER_KEYS && key_name_at(i, NULL); i++) {
        snprintf(text, sizeof text, "%s  %s", key_name_at(i, NULL), key_meaning_at(i));
        draw_line(w, &row, text);
    }
    draw_line(w, &row, w->said);
    sdl.SDL_RenderSetScale(w->renderer, 1, 1);
}

/* The displayed frame time is an exponential moving average, so that it can be read. */
static void note_time(struct window *w)
{
    double now = tri_now(), period = now - w->shown;
    double share = period / (period + half_life);
    w->period = w->period > 0  ? w->period + share * (period - w->period)
                : w->shown > 0 ? period
                               : 0;
    w->shown = now;
}

bool window_run(struct show *show, struct tri_error *e)
{
    struct window w;
    if (!load(e) || !has_display(e))
        return false;
    bool good = open_window(&w, &show->x.view[show->x.set], e);
    while (good && !show->x.done) {
        take_events(&w, show);
        good = show_frame(show, e) && draw_picture(&w, &show->canvas, e);
        if (good && show->x.corner != CORNER_EMPTY)
            draw_corner(&w, show);
        if (good)
            sdl.SDL_RenderPresent(w.renderer);
        note_time(&w);
    }
    close_window(&w);
    return good;
}

#else

bool window_run(struct show *show, struct tri_error *e)
{
    return tri_fail(e, TRI_FAILED,
                    "built without SDL2, so there is no window: apt-get install libsdl2-dev "
                    "libsdl2-gfx-dev, and build again; --script FILE takes neither");
}

#endif
