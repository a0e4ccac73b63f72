/*
 * Several passes on a tile that is only partly filled: the picture is narrower or lower than a tile.
 *
 * Then the edges of the picture may be anywhere in the tile, and a pixel may have fewer than two
 * neighbours.  So each sample counts its neighbours (mean_of_partial).  That takes several times the
 * instructions of a full tile, but such pictures are small.  It is in separate kernels, so that it takes no
 * registers from full tiles.  Included by blur_tile.h.
 */
#pragma once

#pragma omp declare target

/* Loads a tile.  What lies outside of the tile or of the picture is 0. */
INLINE void load_partial(int depth, const struct plan *p, const uint16_t *from, int32_t col,
                         const struct team *team, uint32_t word[ROWS][COLUMNS])
{
    for (int r = 0; r < ROWS; r++)
        for (int k = 0; k < COLUMNS; k++) {
            bool inside = col + k * p->channels < p->columns.length;
            const uint16_t *at = from + (ptrdiff_t)(team->row + r) * team->pitch + col;
            uint32_t upper = 0, lower = 0;
            if (inside && r < p->rows.piece)
                upper = at[k * p->channels];
            if (inside && depth == 8 && r + ROWS < p->rows.piece)
                lower = at[(ptrdiff_t)ROWS * team->pitch + k * p->channels];
            word[r][k] = upper | lower << 16;
        }
}

INLINE void store_partial(int depth, const struct plan *p, uint16_t *to, int32_t col, bool spare,
                          const struct team *team, uint32_t word[ROWS][COLUMNS])
{
    for (int r = 0; r < ROWS; r++)
        for (int k = 0; k < COLUMNS; k++) {
            int32_t i = col + k * p->channels, row = team->row + r;
            bool mine = !spare && i >= team->own_col && i < team->col_end;
            uint16_t *at = to + (ptrdiff_t)row * team->pitch + i;
            if (mine && row >= team->own_row && row < team->row_end)
                *at = (uint16_t)word[r][k];
            if (depth == 8 && mine && row + ROWS >= team->own_row && row + ROWS < team->row_end)
                at[(ptrdiff_t)ROWS * team->pitch] = (uint16_t)(word[r][k] >> 16);
        }
}

/* blur_tile() for a partly filled tile. */
INLINE void blur_partial(int depth, const struct plan *p, int passes, const uint16_t *from,
                         uint16_t *to, struct team *team)
{
    uint32_t word[ROWS][COLUMNS];
    int me = omp_get_thread_num(), channels = p->channels;
    int32_t samples = p->columns.length, col = team->col + column_at(me, channels);
    struct tile t = { depth, channels, team->row == 0, team->row + p->rows.piece == p->rows.length,
                      .rows = p->rows.piece };
    for (int k = 0; k < COLUMNS; k++) {
        t.left[k] = col + k * channels >= channels;
        t.right[k] = col + k * channels < samples - channels;
    }
    load_partial(depth, p, from, col, team, word);
    for (int pass = 0; pass < passes; pass++)
        pass_of_tile(t, true, false, team->shared, me + MAX_CHANNELS, word);
    store_partial(depth, p, to, col, me >= THREADS / channels * channels, team, word);
}

#pragma omp end declare target
