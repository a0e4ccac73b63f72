/* The stopping criterion of Jacobi's iteration: it ends after the first step whose largest change is at
 * most the tolerance. */
#include "laplace.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static int32_t steps_until(const struct tri_case *c, double tolerance, int32_t most)
{
    double *u = malloc(c->length[START] * sizeof *u);
    cr_assert(u);
    for (size_t i = 0; i < c->length[START]; i++)
        u[i] = value_at(c, START, i);
    int32_t step = 0;
    while (step < most && (step++, step_all(c, u) > tolerance))
        ;
    free(u);
    return step;
}

static void stops_at_the_tolerance(const struct row *r)
{
    static const struct {
        const char *settings;
        double tolerance;
        int32_t most;
    } rows[] = {
        { "width=67,height=51,tolerance=1000000,steps=9", 1000000, 9 },
        { "width=67,height=51,tolerance=0.25,steps=99", 0.25, 99 }, /* met, not passed */
        { "width=67,height=51,tolerance=0.03,steps=99", 0.03, 99 },
        { "width=67,height=51,tolerance=0.01,steps=99", 0.01, 99 },
        { "width=67,height=51,tolerance=0.005,steps=99", 0.005, 99 },
        { "width=67,height=51,tolerance=0.003,steps=200", 0.003, 200 },
        { "width=67,height=51,tolerance=0.001,steps=17", 0.001, 17 },
        { "width=601,height=260,tolerance=0.02,steps=99,conductor=plates", 0.02, 99 },
        { "width=601,height=260,tolerance=0.015,steps=99,conductor=ring", 0.015, 99 },
    };
    for (size_t k = 0; k < sizeof rows / sizeof *rows; k++) {
        struct tri_case c = laplace(r, rows[k].settings), plain = laplace(r, rows[k].settings);
        char steps[40];
        struct tri_error e;
        double tolerance =
            r->precision == TRI_FLOAT ? (double)(float)rows[k].tolerance : rows[k].tolerance;
        int32_t right = steps_until(&c, tolerance, rows[k].most);
        run_path(&c, (enum tri_path)r->path);
        cr_expect(taken(&c) == right, "%s: %d steps, not %d", rows[k].settings, taken(&c), right);
        snprintf(steps, sizeof steps, "tolerance=0,steps=%d", right);
        cr_assert(tri_case_set(&plain, steps, &e));
        run_path(&plain, (enum tri_path)r->path);
        expect_bits(&c, POTENTIAL, &plain, POTENTIAL, rows[k].settings);
        tri_case_free(&c);
        tri_case_free(&plain);
    }
}

LAW(laplace, stops_at_the_tolerance)

/* 0 means never to stop, so what float would round to it must not. */
static void stops_at_the_least_tolerance(const struct row *r)
{
    static const char *const settings[] = { "n=9,steps=2000,tolerance=1e-46",
                                            "n=9,steps=2000,tolerance=1e-300" };
    for (size_t k = 0; k < sizeof settings / sizeof *settings; k++) {
        struct tri_case c = laplace(r, settings[k]);
        run_path(&c, (enum tri_path)r->path);
        cr_expect(taken(&c) < 2000, "%s: %d steps", settings[k], taken(&c));
        tri_case_free(&c);
    }
}

LAW(laplace, stops_at_the_least_tolerance)

/* A change at one point only, the last there is, keeps a run going. */
static void a_single_point_that_moves_counts(const struct row *r)
{
    enum { WIDTH = 131, HEIGHT = 75 };
    static const int at[][2] = {
        { 1, 1 }, { HEIGHT - 2, WIDTH - 2 }, { 1, WIDTH - 2 }, { HEIGHT - 2, 1 }, { 40, 64 }
    };
    for (size_t k = 0; k < sizeof at / sizeof *at; k++) {
        struct tri_case c = laplace(r, "width=131,height=75,steps=12,tolerance=0.3");
        memset(c.operand[START], 0, tri_operand_bytes(&c, START));
        memset(c.operand[MASK], 0, tri_operand_bytes(&c, MASK));
        size_t i = (size_t)at[k][0] * WIDTH + (size_t)at[k][1];
        set_value(&c, START, i, 1);
        ((uint32_t *)c.operand[MASK])[at[k][0] * 5 + at[k][1] / 32] = 1u << at[k][1] % 32;
        run_path(&c, (enum tri_path)r->path);
        cr_expect(taken(&c) == 2, "%d, %d: %d steps", at[k][0], at[k][1], taken(&c));
        cr_expect(value_at(&c, POTENTIAL, i) == 0);
        tri_case_free(&c);
    }
}

LAW(laplace, a_single_point_that_moves_counts)
