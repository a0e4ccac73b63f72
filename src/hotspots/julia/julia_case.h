/* The parameters and the operands of julia by their numbers, for the lesson, which describes them, its rungs
 * and its peers. */
#pragma once

enum { SIZE, ITERATIONS, BOUND, CRE, CIM, WIDTH, HEIGHT, XMIN, XMAX, YMIN, YMAX };
enum { COLOUR, TABLE };
