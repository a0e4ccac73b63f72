/* The pictures of study `difference`: where float and double disagree. */
#include "page.h"

#include "picture.h"

#include <stdlib.h>
#include <string.h>

/* Both precisions of a case, as a path computes them. */
static bool compute(const char *settings, enum tri_path path, struct tri_case c[TRI_PRECISIONS],
                    struct tri_error *e)
{
    for (int p = 0; p < TRI_PRECISIONS; p++) {
        tri_case_init(&c[p], tri_hotspot_named("mandelbrot", (enum tri_precision)p));
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

static bool add(struct album *album, const char *title, const char *settings, struct tri_error *e)
{
    struct tri_case c[TRI_PRECISIONS] = { 0 };
    char *png = NULL;
    size_t bytes = 0;
    enum tri_path path = tri_path_available(TRI_AVX2, NULL) ? TRI_AVX2 : TRI_SIMD;
    bool good = compute(settings, path, c, e) && paint(c, &png, &bytes, e);
    for (int p = 0; p < TRI_PRECISIONS; p++)
        tri_case_free(&c[p]);
    if (good)
        return album_add(
            album,
            (struct exhibit){ .title = strdup(title), .png = (unsigned char *)png, .bytes = bytes },
            e);
    free(png);
    return false;
}

bool study_difference_pictures(struct album *album, struct tri_error *e)
{
    return add(album,
               "Where float and double differ, arithmetic listing4 (table 5), resolution 500",
               "arithmetic=listing4,resolution=500", e) &&
           add(album,
               "Where float and double differ, arithmetic listing7 (table 12), resolution 500",
               "arithmetic=listing7,resolution=500", e);
}
