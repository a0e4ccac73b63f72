/* The body of oracle.c, for one precision: included with REAL, NAME() and FUSE() defined. */

struct NAME(point) {
    REAL re, im;
};

/* The coursework counts pixels from the middle, in steps of 1 / (width div 4), around -0.6. */
static struct NAME(point) NAME(coursework_pixel)(const struct oracle_view *v, int row, int col)
{
    REAL scale = 1 / (REAL)(v->width / 4);
    REAL x = (REAL)(col - v->width / 2) * scale;
    REAL y = (REAL)(row - v->height / 2) * scale;
    return (struct NAME(point)){ x - (REAL)0.6, y + 0 };
}

static struct NAME(point) NAME(pixel)(const struct oracle_view *v, int row, int col)
{
    REAL xmin = (REAL)v->xmin, ymin = (REAL)v->ymin;
    REAL dx = ((REAL)v->xmax - xmin) / (REAL)v->width;
    REAL dy = ((REAL)v->ymax - ymin) / (REAL)v->height;
    if (v->arithmetic == ORACLE_COURSEWORK)
        return NAME(coursework_pixel)(v, row, col);
    if (v->arithmetic != ORACLE_PLAIN)
        return (struct NAME(point)){ FUSE((REAL)col, dx, xmin), FUSE((REAL)row, dy, ymin) };
    REAL x = (REAL)col * dx, y = (REAL)row * dy;
    return (struct NAME(point)){ x + xmin, y + ymin };
}

/* Step number i of the orbit of c, one operation a line. */
static struct NAME(point)
    NAME(next)(enum oracle_arithmetic a, int i, struct NAME(point) c, struct NAME(point) z)
{
    REAL re2 = z.re * z.re, im2 = z.im * z.im, product = z.re * z.im, square, t;
    if (a == ORACLE_FUSED) {
        t = FUSE(-z.im, z.im, c.re);
        square = FUSE(z.re, z.re, t);
        return (struct NAME(point)){ square, FUSE(z.re + z.re, z.im, c.im) };
    }
    if (a == ORACLE_LISTING4 || (a == ORACLE_LISTING7 && i % 8 == 1))
        square = FUSE(z.re, z.re, -im2);
    else
        square = re2 - im2;
    if (a == ORACLE_LISTING4)
        return (struct NAME(point)){ square + c.re, FUSE(2, product, c.im) };
    if (a == ORACLE_LISTING7 && sizeof(REAL) == sizeof(double))
        return (struct NAME(point)){ square + c.re, FUSE(2 * z.re, z.im, c.im) };
    t = (REAL)(2.0 * z.re * z.im); /* listing 7's 2.0 is a double also where z is not */
    return (struct NAME(point)){ square + c.re, t + c.im };
}

static bool NAME(left)(enum oracle_arithmetic a, int i, struct NAME(point) z)
{
    REAL re2 = z.re * z.re, im2 = z.im * z.im, norm;
    if (a == ORACLE_FUSED || a == ORACLE_LISTING4 || (a == ORACLE_LISTING7 && i % 8 == 0))
        norm = FUSE(z.re, z.re, im2);
    else
        norm = re2 + im2;
    if (isnan(norm))
        return true;
    return a == ORACLE_PLAIN || a == ORACLE_LISTING4 ? norm > 4 : norm >= 4;
}

int32_t NAME(oracle_time)(const struct oracle_view *v, int row, int col)
{
    struct NAME(point) c = NAME(pixel)(v, row, col), z = { 0, 0 };
    for (int i = 1; i <= v->iterations; i++) {
        z = NAME(next)(v->arithmetic, i, c, z);
        if (NAME(left)(v->arithmetic, i, z))
            return i;
    }
    return 0;
}

bool NAME(oracle_returns)(enum oracle_arithmetic a, REAL re, REAL im, int steps)
{
    struct NAME(point) c = { re, im }, z = { 0, 0 };
    bool gone = false;
    for (int i = 1; i <= steps; i++) {
        z = NAME(next)(a, i, c, z);
        bool outside = NAME(left)(a, i, z);
        if (gone && !outside)
            return true;
        gone = gone || outside;
    }
    return false;
}
