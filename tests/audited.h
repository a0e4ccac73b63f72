/* What the tests of the audit share: small hotspots, and forms of a path to the device that are wrong or right. */
#ifndef TRI_TESTS_AUDITED_H
#define TRI_TESTS_AUDITED_H

#include "check.h"

#include "audit.h"
#include "build_info.h"
#include "ran_on.h"

#include <omp.h>

enum { N };
enum { HEIGHT, WIDTH }; /* of what has rows */
enum { A, B };          /* an input, a result */
enum { BINS = 64 };

/* b = f(a); all numbers are whole. */
extern const struct tri_hotspot to_be_doubled;  /* b[i] = 2 a[i] + 1 */
extern const struct tri_hotspot to_be_added;    /* b[i] += a[i] */
extern const struct tri_hotspot to_be_inside;   /* doubled, but for b[0], which nobody writes */
extern const struct tri_hotspot to_be_summed;   /* *b = sum of a[i] */
extern const struct tri_hotspot largest;        /* *b = the largest a[i] */
extern const struct tri_hotspot to_be_scanned;  /* b[i] = a[0] + … + a[i] */
extern const struct tri_hotspot to_be_shifted;  /* b[i] = b[i + 1] + a[i], but for the last */
extern const struct tri_hotspot to_be_smoothed; /* b[i][j] = SMOOTH(a, i, j) */
extern const struct tri_hotspot to_be_counted;  /* b[k] = how many a[i] are k */

/* What each path begins with. */
#define TAKE_AS(type)                             \
    ptrdiff_t n = (ptrdiff_t)c->value[N].integer; \
    double *a = c->operand[A];                    \
    type *b = c->operand[B];                      \
    int *place = c->ran_on;                       \
    (void)n, (void)a, (void)b, (void)place
#define TAKE TAKE_AS(double)
#define TAKE_COUNTS TAKE_AS(int32_t)

#define TAKE_ROWS                                                                              \
    ptrdiff_t h = (ptrdiff_t)c->value[HEIGHT].integer, w = (ptrdiff_t)c->value[WIDTH].integer; \
    double *a = c->operand[A], *b = c->operand[B];                                             \
    int *place = c->ran_on;                                                                    \
    (void)h, (void)w, (void)a, (void)b, (void)place

/* From above and below; edges as they are. */
#define SMOOTH(a, i, j) \
    ((i) > 0 && (i) < h - 1 ? a[((i) - 1) * w + (j)] + a[((i) + 1) * w + (j)] : a[(i) * w + (j)])

/* The loops that most have. */
#define SAY_PLACE \
    if (i == 0)   \
    *place = ran_on()
#define EACH(...)                       \
    for (ptrdiff_t i = 0; i < n; i++) { \
        __VA_ARGS__;                    \
        SAY_PLACE;                      \
    }
#define EACH_POINT(...)                     \
    for (ptrdiff_t i = 0; i < h; i++)       \
        for (ptrdiff_t j = 0; j < w; j++) { \
            __VA_ARGS__;                    \
            if (i + j == 0)                 \
                *place = ran_on();          \
        }
#define DOUBLE_EACH EACH(b[i] = 2 * a[i] + 1)
#define ADD_EACH EACH(b[i] += a[i])

enum { RIGHT = TRI_FINDINGS, RACE /* not the same twice, or dependent on threads: it depends */ };

/* The paths that forms are of. */
#define THERE TRI_OFFLOAD
#define HERE TRI_SIMD

struct form {
    const char *name;
    const struct tri_hotspot *hotspot;
    enum tri_path path;
    tri_path_fn *run;
    int finding;     /* the first; RIGHT: none */
    int operand;     /* that it is of */
    bool not_on_gpu; /* which does not show it */
};

struct tri_audit audited(const struct form *, const char *settings, enum tri_audit_level);

/* Expects of a quick audit that it finds what the form says, and nothing else wrong; a race, which may last for a moment only,
 * of one of several audits. */
void expect_verdict(const struct form *);

#endif
