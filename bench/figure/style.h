/* How a path looks, in every figure: a colour that the colour-blind can tell from the others, and two
 * shapes of gnuplot's, to be filled and open. */
#ifndef TRI_STYLE_H
#define TRI_STYLE_H

#include "rows.h"

struct style {
    const char *path;
    unsigned colour; /* 0xRRGGBB */
    int filled, open;
};

/* Of a path that has colours of its own; NULL: it has none. */
const struct style *known_style(const char *path);

/* For number i of those that have none. */
const struct style *spare_style(size_t i);

/* Of a path of these rows. */
const struct style *style_of(const struct rows *, const char *path);

#endif
