/* The pictures of study `difference`: where float and double disagree. */
#include "study.h"

#include "picture.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

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

/* Whether no row of its arithmetic shows more; of equals, as all paths agree, it is the last. */
static bool shows_most(const struct rows *rows, size_t i)
{
    const struct row *own = &rows->row[i];
    bool most = !isnan(worth(own));
    for (size_t k = 0; k < rows->n; k++)
        if (strcmp(arithmetic_of(&rows->row[k]), arithmetic_of(own)) == 0)
            most &= !(worth(&rows->row[k]) > worth(own)) &&
                    !(k > i && worth(&rows->row[k]) == worth(own));
    return most;
}

/* ---- The pictures ---- */

/* Both precisions of a case, as a path computes them. */
static bool compute(const struct row *r, const char *settings, struct tri_case c[TRI_PRECISIONS],
                    struct tri_error *e)
{
    int path = 0;
    while (path < TRI_PATHS && strcmp(tri_path_name((enum tri_path)path), r->path) != 0)
        path++;
    if (path == TRI_PATHS)
        return tri_fail(e, TRI_FAILED, "%.80s: no path to paint with", r->path);
    for (int p = 0; p < TRI_PRECISIONS; p++) {
        tri_case_init(&c[p], tri_hotspot_named(r->hotspot, (enum tri_precision)p));
        if (!tri_case_set(&c[p], settings, e) || !tri_case_allocate(&c[p], e) ||
            !tri_case_run(&c[p], (enum tri_path)path, e))
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

static bool add_picture(json_t *album, const struct row *r, struct tri_error *e)
{
    struct tri_case c[TRI_PRECISIONS] = { 0 };
    char title[300], *png = NULL, *settings = settings_of(r->params);
    size_t bytes = 0;
    snprintf(title, sizeof title,
             "Where float and double differ, arithmetic %.80s, resolution %.10g, path %.80s",
             arithmetic_of(r), number_for(r->params, "resolution"), r->path);
    bool good = (settings || tri_fail(e, TRI_FAILED, "out of memory")) &&
                compute(r, settings, c, e) && paint(c, &png, &bytes, e);
    if (good && json_array_append_new(album, json_pack("{s:s,s:o}", "title", title, "png",
                                                       json_stringn_nocheck(png, bytes))) != 0)
        good = tri_fail(e, TRI_FAILED, "out of memory");
    for (int p = 0; p < TRI_PRECISIONS; p++)
        tri_case_free(&c[p]);
    free(settings);
    free(png);
    return good;
}

bool study_difference_pictures(json_t *album, const struct rows *rows, struct tri_error *e)
{
    bool good = true;
    for (size_t i = 0; good && i < rows->n; i++)
        good = !shows_most(rows, i) || add_picture(album, &rows->row[i], e);
    return good;
}
