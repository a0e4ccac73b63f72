/* The variants that copy a stripe back while the next one is computed: NAME_overlapped.c, stripes.h. */
#ifndef TRI_TUNED_OVERLAPPED_H
#define TRI_TUNED_OVERLAPPED_H

#include "real.h"

#include "needs.h"

tri_path_fn mandelbrot_overlapped, julia_overlapped;

/* Two variants of blur, by what blurs a stripe. */
void blur_overlapped_by(tri_path_fn *blur, const struct tri_case *);
struct tri_work blur_work_of_overlapped(const struct tri_case *, enum tri_path);

extern const struct tri_operand blur_stripes[]; /* their scratch */

/* Why these variants may gain nothing, for their `.needs`. */
#define OVERLAPPED_NEEDS "pinned memory and copy engines to be faster"

#endif
