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

/* Pixels of the plot with its margins, and of these. */
struct canvas {
    int width, height;
    int left, right, top, bottom;
};

enum { LEADER = 34 }; /* pixels from a point to its label; as roofline.gp has it */

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

/* roofline_script.c: the settings that all the points have in common; to be freed.  NULL: out of memory. */
char *roofline_settings(const struct rows *);

/* The figure as what roofline.gp draws. */
bool write_roofline(struct rows *, FILE *script, struct tri_error *e);
extern const char roofline_gp[];

#endif
