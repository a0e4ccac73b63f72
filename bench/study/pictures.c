/* The pictures of study `difference`: where float and double disagree. */
#include "study.h"

#include "picture.h"

#include <stdlib.h>
#include <string.h>

/* Of each arithmetic the case that shows most: the more points, the more there is to see, up to what a page has
 * room for; of equals, as all paths agree, the last. */
static const char cases_sql[] =
    "select hotspot, path, coalesce(arithmetic, ''), json_extract(params, '$.resolution'), params from ("
    "select *, row_number() over (partition by coalesce(arithmetic, '') "
    "order by iif(points > 2e6, -points, points) desc, id desc) as place "
    "from (select *, json_extract(params, '$.arithmetic') as arithmetic from row "
    "where id in (select id from own) and absent is null and points is not null)) "
    "where place = 1 order by id";

/* Both precisions of a case, as a path computes them. */
static bool compute(const char *hotspot, const char *path, const char *settings,
                    struct tri_case c[TRI_PRECISIONS], struct tri_error *e)
{
    int own = 0;
    while (own < TRI_PATHS && strcmp(tri_path_name((enum tri_path)own), path) != 0)
        own++;
    if (own == TRI_PATHS)
        return tri_fail(e, TRI_FAILED, "%.80s: no path to paint with", path);
    for (int p = 0; p < TRI_PRECISIONS; p++) {
        tri_case_init(&c[p], tri_hotspot_named(hotspot, (enum tri_precision)p));
        if (!tri_case_set(&c[p], settings, e) || !tri_case_allocate(&c[p], e) ||
            !tri_case_run(&c[p], (enum tri_path)own, e))
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

static bool add_picture(json_t *album, sqlite3_stmt *row, struct tri_error *e)
{
    const char *text[5];
    for (int i = 0; i < 5; i++)
        text[i] = (const char *)sqlite3_column_text(row, i);
    struct tri_case c[TRI_PRECISIONS] = { 0 };
    json_t *params = json_loads(text[4], 0, NULL);
    char title[300], *png = NULL, *settings = settings_of(params);
    size_t bytes = 0;
    snprintf(title, sizeof title,
             "Where float and double differ, arithmetic %.80s, resolution %.10g, path %.80s",
             text[2], sqlite3_column_double(row, 3), text[1]);
    bool good = (settings || tri_fail(e, TRI_FAILED, "out of memory")) &&
                compute(text[0], text[1], settings, c, e) && paint(c, &png, &bytes, e);
    if (good && json_array_append_new(album, json_pack("{s:s,s:o}", "title", title, "png",
                                                       json_stringn_nocheck(png, bytes))) != 0)
        good = tri_fail(e, TRI_FAILED, "out of memory");
    for (int p = 0; p < TRI_PRECISIONS; p++)
        tri_case_free(&c[p]);
    json_decref(params);
    free(settings);
    free(png);
    return good;
}

bool study_difference_pictures(json_t *album, struct store *store, struct tri_error *e)
{
    sqlite3_stmt *row = store_ask(store, cases_sql, NULL, 0, e);
    bool good = row;
    while (good && store_next(store, row, &good, e))
        good = add_picture(album, row, e);
    sqlite3_finalize(row);
    return good;
}
