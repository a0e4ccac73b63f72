/* Colours and marks. */
#include "style.h"

#include <string.h>

/* The palette of M. Okabe and K. Ito, without its yellow, which white paper swallows. */
static const struct style styles[] = {
    { "reference", 0x000000, 7, 6 }, { "simd", 0x0072B2, 5, 4 },   { "avx2", 0xD55E00, 9, 8 },
    { "offload", 0x009E73, 11, 10 }, { "cuda", 0xCC79A7, 13, 12 }, { "origin", 0x777777, 15, 14 },
    { "scalar", 0x56B4E9, 7, 6 },
};
enum { STYLES = sizeof styles / sizeof *styles };
static const struct style spare[] = {
    { NULL, 0xE69F00, 15, 14 },
    { NULL, 0x56B4E9, 13, 12 },
    { NULL, 0xCC79A7, 5, 4 },
};
enum { SPARE = sizeof spare / sizeof *spare };

const struct style *known_style(const char *path)
{
    for (int i = 0; i < STYLES; i++)
        if (strcmp(styles[i].path, path) == 0)
            return &styles[i];
    return NULL;
}

const struct style *spare_style(size_t i)
{
    return &spare[i % SPARE];
}

static bool path_before(const struct rows *rows, size_t i)
{
    for (size_t j = 0; j < i; j++)
        if (strcmp(rows->row[j].path, rows->row[i].path) == 0)
            return true;
    return false;
}

/* Paths that the table does not know take what is left in the order in which they come. */
const struct style *style_of(const struct rows *rows, const char *path)
{
    const struct style *known = known_style(path);
    size_t unknown = 0;
    for (size_t i = 0; !known && i < rows->n && strcmp(rows->row[i].path, path) != 0; i++)
        unknown += !known_style(rows->row[i].path) && !path_before(rows, i);
    return known ? known : spare_style(unknown);
}
