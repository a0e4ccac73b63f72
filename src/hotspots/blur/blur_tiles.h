/* The variants of blur that do several passes on a tile (blur_tiles.c), and that copy stripes (blur_overlapped.c). */
#pragma once

#include "real.h"

#include "blur_picture.h"
#include "needs.h"

/* All passes on a GPU.  `progress` is scratch. */
typedef void blur_fn(struct picture, const uint16_t *photo, uint16_t *other, uint16_t *result,
                     int32_t *progress, int *place);

blur_fn blur_two_teams; /* of `tuned`, if the compiler has what that needs */

/* What the variants that copy stripes share: blur_overlapped.c. */
blur_fn blur_by_rows;
struct tri_work blur_work_of_overlapped(const struct tri_case *, enum tri_path);

extern const struct tri_operand blur_stripes[]; /* their scratch */

/* Whether a path has what its tiles need; paths of the CPU need nothing. */
bool blur_whole_teams(enum tri_path, struct tri_error *e);
bool blur_waiting_teams(enum tri_path, struct tri_error *e);
bool blur_two_teams_available(enum tri_path, struct tri_error *e);

struct tri_work blur_work_of_tiles(const struct tri_case *, enum tri_path);

bool blur_length_of_progress(const struct tri_case *, size_t *length);

extern const struct tri_operand blur_progress[]; /* scratch of one-region and tuned */
