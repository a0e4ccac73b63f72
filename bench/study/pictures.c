/* The pictures of study `difference`: where float and double disagree. */
#include "page.h"

#include "picture.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

/* Both precisions of a case, as a path computes them. */
static bool compute(const struct row *r, const char *settings, enum tri_path path,
                    struct tri_case c[TRI_PRECISIONS], struct tri_error *e)
{
    for (int p = 0; p < TRI_PRECISIONS; p++) {
        tri_case_init(&c[p], tri_hotspot_named(r->hotspot, (enum tri_precision)p));
        if (!tri_case_set(&c[p], settings, e) || !tri_case_allocate(&c[p], e) ||
            !tri_case_run(&c[p], path, e))
            return false;
    }
    return true;
}

/* The points that differ, over a dim image of the set. */
static bool paint(const struct tri_case c[TRI_PRECISIONS], char **png, size_t *bytes,
                  struct tri_error *e)
{
    const struct tri_picture *p = &c[TRI_DOUBLE].hotspot->picture;
    struct tri_image image;
    ptrdiff_t width = (ptrdiff_t)c[TRI_DOUBLE].value[p->width].integer;
    ptrdiff_t height = (ptrdiff_t)c[TRI_DOUBLE].value[p->height].integer;
    return tri_image_in_memory(&image, width, height, png, bytes, e) &&
           tri_image_paint_difference(&image, c[TRI_DOUBLE].operand[p->operand],
                                      c[TRI_FLOAT].operand[p->operand], NULL, e);
}

/* ---- Which of the sheet's cases ---- */

static const char *arithmetic_of(const struct row *r)
{
    const char *name = json_string_value(json_object_get(r->params, "arithmetic"));
    return name ? name : "";
}

/* The more points, the more there is to see, up to what a page has room for; NaN: of none. */
static double worth(const struct row *r)
{
    double n = r->absent ? (double)NAN : number_for(r->json, "points");
    return n > 2e6 ? -n : n;
}

/* The row of an arithmetic that shows most; of equals, as all paths agree, the last. */
static const struct row *best_of(const struct rows *rows, const char *arithmetic)
{
    const struct row *best = NULL;
    for (size_t i = 0; i < rows->n; i++) {
        const struct row *r = &rows->row[i];
        if (strcmp(arithmetic_of(r), arithmetic) == 0 && (!best || worth(r) >= worth(best)) &&
            !isnan(worth(r)))
            best = r;
    }
    return best;
}

static bool is_first(const struct rows *rows, size_t i)
{
    for (size_t k = 0; k < i; k++)
        if (strcmp(arithmetic_of(&rows->row[k]), arithmetic_of(&rows->row[i])) == 0)
            return false;
    return true;
}

/* ---- The pictures ---- */

static bool picture(const struct row *r, const char *settings, struct exhibit *x,
                    struct tri_error *e)
{
    struct tri_case c[TRI_PRECISIONS] = { 0 };
    char title[300], *png = NULL;
    int path = 0;
    while (path < TRI_PATHS && strcmp(tri_path_name((enum tri_path)path), r->path) != 0)
        path++;
    if (path == TRI_PATHS)
        return tri_fail(e, TRI_FAILED, "%.80s: no path to paint with", r->path);
    snprintf(title, sizeof title,
             "Where float and double differ, arithmetic %.80s, resolution %.10g, path %.80s",
             arithmetic_of(r), number_for(r->params, "resolution"), r->path);
    bool good = compute(r, settings, (enum tri_path)path, c, e) && paint(c, &png, &x->bytes, e);
    for (int p = 0; p < TRI_PRECISIONS; p++)
        tri_case_free(&c[p]);
    x->png = (unsigned char *)png;
    x->title = strdup(title);
    return good && (x->title || tri_fail(e, TRI_FAILED, "out of memory"));
}

static bool add(struct album *album, const struct row *r, struct tri_error *e)
{
    struct exhibit x = { .title = NULL };
    char *settings = settings_of(r->params);
    bool good = settings ? picture(r, settings, &x, e) : tri_fail(e, TRI_FAILED, "out of memory");
    free(settings);
    if (good)
        return album_add(album, x, e);
    free(x.title);
    free(x.png);
    return false;
}

bool study_difference_pictures(struct album *album, const struct rows *rows, struct tri_error *e)
{
    bool good = true;
    for (size_t i = 0; good && i < rows->n; i++) {
        const struct row *best =
            is_first(rows, i) ? best_of(rows, arithmetic_of(&rows->row[i])) : NULL;
        good = !best || add(album, best, e);
    }
    return good;
}
