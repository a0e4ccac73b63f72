/* The rungs of blur that do several passes on a tile: src/hotspots/blur/blur_tiles.c. */
#ifndef TRI_BLUR_TILES_H
#define TRI_BLUR_TILES_H

#include "real.h"

#include "needs.h"

#if HAS_TILES
tri_path_fn blur_eight_passes;
#else
# define blur_eight_passes_float absent_path
# define blur_eight_passes_double absent_path
#endif
#if HAS_TILES && HAS_FLUSH
tri_path_fn blur_one_region;
#else
# define blur_one_region_float absent_path
# define blur_one_region_double absent_path
#endif
#if HAS_TILES && HAS_FLUSH && HAS_LAUNCH_BOUNDS
tri_path_fn blur_two_teams;
#else
# define blur_two_teams_float absent_path
# define blur_two_teams_double absent_path
#endif

/* Whether a path has what its tiles need; paths of the CPU need nothing. */
bool blur_whole_teams(enum tri_path, struct tri_error *e);
bool blur_waiting_teams(enum tri_path, struct tri_error *e);
bool blur_two_teams_available(enum tri_path, struct tri_error *e);

struct tri_work blur_work_of_tiles(const struct tri_case *, enum tri_path);

bool blur_length_of_progress(const struct tri_case *, size_t *length);

extern const struct tri_operand blur_progress[]; /* scratch of one-region and tuned */

#endif
