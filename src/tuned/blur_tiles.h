/* The rungs of blur that do several passes on a tile: src/tuned/blur_tiles.c. */
#ifndef TRI_BLUR_TILES_H
#define TRI_BLUR_TILES_H

#include "real.h"

#include "hotspot.h"

tri_path_fn X(blur_eight_passes), X(blur_one_region), X(blur_two_teams);

/* Whether a path has what its tiles need; paths of the CPU need nothing. */
bool X(blur_whole_teams)(enum tri_path, struct tri_error *e);
bool X(blur_waiting_teams)(enum tri_path, struct tri_error *e);
bool X(blur_two_teams_available)(enum tri_path, struct tri_error *e);

struct tri_work X(blur_work_of_tiles)(const struct tri_case *, enum tri_path);

extern const struct tri_operand X(blur_progress)[]; /* scratch of one-region and tuned */

#endif
