/* Study `difference`: points whose value differs between float and double, and pictures of them. */
#include "study.h"

#include "picture.h"

#include <stdlib.h>
#include <string.h>

/* Computes the case by the path, in one precision. */
static bool compute(const struct tri_case *like, enum tri_precision precision, enum tri_path path,
                    const struct tri_launch *launch, struct tri_case *c, struct tri_error *e)
{
    const struct tri_hotspot *h = tri_hotspot_named(like->hotspot->name, precision);
    return tri_case_like(c, h, like, e) &&
           tri_case_choose(c, tri_variant_named(h, like->variant->name), e) &&
           tri_case_allocate(c, e) && tri_case_launch(c, path, launch, e);
}

bool count_difference(const struct batch *b, const struct tri_case *c,
                      const struct tri_measurement *m, json_t *results, struct tri_error *e)
{
    struct tri_case in_float = { 0 }, in_double = { 0 };
    bool good = compute(c, TRI_FLOAT, m->path, &m->launch, &in_float, e) &&
                compute(c, TRI_DOUBLE, m->path, &m->launch, &in_double, e);
    if (good) {
        struct tri_difference d = tri_case_difference(&in_float, &in_double);
        json_object_set_new(results, "points", json_integer((json_int_t)d.points));
        json_object_set_new(results, "different", json_integer((json_int_t)d.different));
        json_object_set_new(results, "largest", json_real(d.largest));
    }
    tri_case_free(&in_float);
    tri_case_free(&in_double);
    return good;
}

/* ---- Pictures ---- */

/* For each arithmetic, the case with the most points, up to two million, which a page has room for.  Of several
 * with the same number the last, since all paths agree. */
static const char cases_sql[] =
    "select hotspot, path, coalesce(arithmetic, ''), json_extract(params, '$.resolution'), "
    "(select group_concat(text) from setting_of_row where setting_of_row.id = shown.id) from ("
    "select *, row_number() over (partition by coalesce(arithmetic, '') "
    "order by iif(points > 2e6, -points, points) desc, id desc) as place "
    "from (select *, json_extract(params, '$.arithmetic') as arithmetic from row "
    "where id in (select id from own) and absent is null and points is not null)) "
    "as shown where place = 1 order by id";

/* Paints the differing points over a dim image of the set. */
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
    struct tri_case like, c[TRI_PRECISIONS] = { 0 };
    char title[300], *png = NULL;
    size_t bytes = 0;
    snprintf(title, sizeof title,
             "Where float and double differ, arithmetic %.80s, resolution %.10g, path %.80s",
             text[2], sqlite3_column_double(row, 3), text[1]);
    tri_case_init(&like, tri_hotspot_named(text[0], TRI_DOUBLE));
    bool good = tri_case_set(&like, text[4], e);
    for (int p = 0; good && p < TRI_PRECISIONS; p++)
        good =
            compute(&like, (enum tri_precision)p, (enum tri_path)index_of(text[1], path_at, NULL),
                    &(struct tri_launch){ 0 }, &c[p], e);
    good = good && paint(c, &png, &bytes, e);
    if (good && json_array_append_new(album, json_pack("{s:s,s:o}", "title", title, "png",
                                                       json_stringn_nocheck(png, bytes))) != 0)
        good = tri_fail(e, TRI_FAILED, "out of memory");
    for (int p = 0; p < TRI_PRECISIONS; p++)
        tri_case_free(&c[p]);
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
