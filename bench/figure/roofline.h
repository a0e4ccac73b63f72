/* The roofline figure: rates under ceilings.  (Williams, Waterman, Patterson, CACM 52(4), 2009.) */
#ifndef TRI_ROOFLINE_H
#define TRI_ROOFLINE_H

#include "figure.h"

/* A measurement: where it stands, and where its label does. */
struct point {
    const struct row *row;
    double x, y;             /* log10 of instructions per byte, and per second */
    double label_x, label_y; /* log10 too */
    char *label;
};

/* A ceiling, of one path or of several that share it. */
struct roof {
    const struct row *row; /* the last that has it */
    double top, bytes;     /* log10 of instructions and bytes a second */
    double label_y;
    char *label;
};

/* Pixels from a point to its label; of these, beside the point. */
enum { LEADER = 34, MARK = 7 };

struct roofline {
    size_t points, roofs;
    struct point *point;
    struct roof *roof;
    double x0, x1, y0, y1; /* the plot's corners, log10 */
    double last;           /* the rightmost of points and ridges */
    double sx, sy;         /* pixels of a decade */
};

/* Whether two rows are of one run, of which the last counts: of the same case, launched the same way. */
bool same_run(const struct row *, const struct row *);

/* Whether two rows are of one roof: of one contender, launched the same way. */
bool same_roof(const struct row *, const struct row *);

/* What is to be drawn where; sizes the canvas.  To be freed even after a failure. */
bool roofline_of(const struct rows *, struct roofline *, struct canvas *, struct tri_error *e);
void roofline_free(struct roofline *);

bool several_hotspots(const struct rows *);

/* What tells a row's point from the others, and its share of what binds it; to be freed. */
char *point_label(const struct rows *, const struct row *);

/* roofline_script.c: what all the points have in common, and how to read them; to be freed.  NULL: out of
 * memory. */
char *roofline_caption(const struct rows *);

/* The figure as gnuplot's commands. */
bool write_roofline(struct rows *, struct canvas *, FILE *script, struct tri_error *e);

#endif
