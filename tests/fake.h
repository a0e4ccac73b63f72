/* A hotspot that no build has, for what mandelbrot's description does not use: inputs of all types,
 * three extents, floating outputs.  out(i, j, k) = 2 x(i, j, k) + y(j), and n(i) counts. */
#pragma once

#include "check.h"
#include "triptych.h"

enum fake_param { FAKE_ROWS, FAKE_COLS, FAKE_DEPTH, FAKE_SCALE, FAKE_LOW, FAKE_HIGH, FAKE_KIND };
enum fake_operand { FAKE_X, FAKE_Y, FAKE_I, FAKE_OUT, FAKE_N };

extern const struct tri_hotspot fake_float, fake_double;

const struct tri_hotspot *fake(enum tri_precision);
