/* What the tests of the audit share: small hotspots, and forms of a path to the device that are wrong or right. */
#pragma once

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

/* A path, with what it takes at hand: how many numbers there are, the input, the result, and where to say where a region ran. */
#define PATH_OF(name, n, n_at, m, m_at, type)                                                \
    static void name##_with(const struct tri_case *, ptrdiff_t, ptrdiff_t, double *, type *, \
                            int *);                                                          \
    static void name(const struct tri_case *c)                                               \
    {                                                                                        \
        name##_with(c, (ptrdiff_t)c->value[n_at].integer, (ptrdiff_t)c->value[m_at].integer, \
                    c->operand[A], c->operand[B], c->ran_on);                                \
    }                                                                                        \
    static void name##_with(const struct tri_case *c, ptrdiff_t n, ptrdiff_t m, double *a,   \
                            type *b, int *place)
#define PATH(name) PATH_OF(name, n, N, same_n, N, double)
#define PATH_OF_COUNTS(name) PATH_OF(name, n, N, same_n, N, int32_t)
#define PATH_OF_ROWS(name) PATH_OF(name, h, HEIGHT, w, WIDTH, double)

/* A form of a path, and a test of it, which expects the verdict that is given as the members of a struct form. */
#define TEST_FORM(suite, name, ...)                                 \
    static void name(const struct tri_case *);                      \
    Test(suite, name)                                               \
    {                                                               \
        expect_verdict(&(struct form){ #name, name, __VA_ARGS__ }); \
    }
#define FORM(suite, name, ...)          \
    TEST_FORM(suite, name, __VA_ARGS__) \
    PATH(name)
#define FORM_OF_COUNTS(suite, name, ...) \
    TEST_FORM(suite, name, __VA_ARGS__)  \
    PATH_OF_COUNTS(name)
#define FORM_OF_ROWS(suite, name, ...)  \
    TEST_FORM(suite, name, __VA_ARGS__) \
    PATH_OF_ROWS(name)

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
    tri_path_fn *run;
    enum tri_path path;
    int finding;                       /* the first; RIGHT: none */
    int operand;                       /* that it is of */
    bool not_on_gpu;                   /* which does not show it */
    const struct tri_hotspot *hotspot; /* NULL: numbers that are doubled */
};

/* Memory that there has to be. */
static inline void *some(void *memory)
{
    cr_assert(memory);
    return memory;
}

struct tri_audit audited(const struct form *, const char *settings, enum tri_audit_level);

/* Expects of a quick audit that it finds what the form says, and nothing else wrong; a race, which may last for a moment only,
 * of one of several audits. */
void expect_verdict(const struct form *);
