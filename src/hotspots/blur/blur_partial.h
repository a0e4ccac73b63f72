/*
 * Several passes on a tile that is only partly filled: the picture is narrower or lower than a tile.
 *
 * Then the edges of the picture may be anywhere in the tile, and a pixel may have fewer than two
 * neighbours.  So each sample counts its neighbours.  That takes several times the instructions of a full
 * tile, but such pictures are small.  It is a separate pass function in separate kernels, so that it takes
 * no registers from full tiles.  Included by blur_tile.h.
 */
#ifndef TRI_BLUR_PARTIAL_H
#define TRI_BLUR_PARTIAL_H

#pragma omp declare target

/* Where the picture lies in a tile, and which columns of a thread have neighbours to the left and right. */
struct partial {
    int depth, channels, rows;
    bool top, bottom;
    bool left[COLUMNS], right[COLUMNS];
};

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

/* The mean in row number `row` of the tile: of the low 16 bits of the neighbours that exist. */
INLINE uint32_t mean_of_half(struct partial t, int row, int k, uint32_t here, uint32_t above,
                             uint32_t below, uint32_t left, uint32_t right)
{
    uint32_t sum = 0;
    int n = 0;
    if (row > 0 || !t.top)
        sum += above & 0xffff, n++;
    if (row < t.rows - 1 || !t.bottom)
        sum += below & 0xffff, n++;
    if (t.left[k])
        sum += left & 0xffff, n++;
    if (t.right[k])
        sum += right & 0xffff, n++;
    return n ? mean_of(sum, n) : here & 0xffff;
}

INLINE uint32_t mean_of_partial(struct partial t, int r, int k, uint32_t here, uint32_t above,
                                uint32_t below, uint32_t left, uint32_t right)
{
    uint32_t upper = mean_of_half(t, r, k, here, above, below, left, right);
    if (t.depth == 16)
        return upper;
    return upper | mean_of_half(t, r + ROWS, k, here >> 16, above >> 16, below >> 16, left >> 16,
                                right >> 16)
                       << 16;
}

INLINE void pass_of_partial(struct partial t, outermost *shared, int me,
                            uint32_t word[ROWS][COLUMNS])
{
    uint32_t above[COLUMNS], last[COLUMNS];
    join_halves(t.depth, word, above, last);
    UNROLLED(8)
    for (int chunk = 0; chunk < ROWS / CHUNK; chunk++) {
        outermost *f = &shared[chunk % 2];
        share_chunk(f, me, chunk, word);
        #pragma omp barrier
        UNROLLED(8)
        for (int i = 0; i < CHUNK; i++) {
            int r = chunk * CHUNK + i;
            uint32_t here[COLUMNS], left = (*f)[i][1][me - t.channels];
            uint32_t right = (*f)[i][0][me + t.channels];
            for (int k = 0; k < COLUMNS; k++)
                here[k] = word[r][k];
            for (int k = 0; k < COLUMNS; k++) {
                uint32_t below = r + 1 < ROWS ? word[r + 1][k] : last[k];
                word[r][k] =
                    mean_of_partial(t, r, k, here[k], above[k], below, k ? here[k - 1] : left,
                                    k + 1 < COLUMNS ? here[k + 1] : right);
            }
            for (int k = 0; k < COLUMNS; k++)
                above[k] = here[k];
        }
    }
}

/* blur_tile() for a partly filled tile. */
INLINE void blur_partial(int depth, const struct plan *p, int passes, const uint16_t *from,
                         uint16_t *to, struct team *team)
{
    uint32_t word[ROWS][COLUMNS];
    int me = omp_get_thread_num(), channels = p->channels;
    int32_t samples = p->columns.length, col = team->col + column_at(me, channels);
    struct partial t = { depth,
                         channels,
                         p->rows.piece,
                         team->row == 0,
                         team->row + p->rows.piece == p->rows.length,
                         { false },
                         { false } };
    for (int k = 0; k < COLUMNS; k++) {
        t.left[k] = col + k * channels >= channels;
        t.right[k] = col + k * channels < samples - channels;
    }
    load_partial(depth, p, from, col, team, word);
    for (int pass = 0; pass < passes; pass++)
        pass_of_partial(t, team->shared, me + MAX_CHANNELS, word);
    store_partial(depth, p, to, col, me >= THREADS / channels * channels, team, word);
}

#pragma omp end declare target

#endif
