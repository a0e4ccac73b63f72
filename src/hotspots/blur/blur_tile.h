/*
 * Several passes on a tile of a picture, in the registers of a team of GPU threads.
 *
 * A team loads a tile and does several passes on it before it stores it.  A thread holds COLUMNS adjacent
 * columns of one channel in registers.  So it has the neighbours above and below; of those to the left and
 * right, only the outermost columns have to be exchanged, through team (shared) memory, CHUNK rows at a
 * time.  Two buffers take turns, so that one barrier for each chunk is enough.
 *
 * A word holds two samples of 8 bits: one of a row, and the one ROWS rows below it.  One addition adds
 * both; sums of four samples of 8 bits do not overflow into each other.  Sums of 16 bits would, so there a
 * word holds one sample.
 *
 * With each pass the outermost ring of the tile becomes invalid, since its neighbours are in other tiles,
 * unless it is the edge of the picture, where the mean has fewer neighbours.  So tiles overlap by twice the
 * number of passes, and what is invalid in the end is not stored.
 *
 * All THREADS threads of a team have to call these functions, since there are barriers in them: teams must
 * be whole.
 */
#pragma once

#include "blur_picture.h"
#include "needs.h"
#include "real.h"

#include <omp.h>
#include <stdbool.h>

enum {
    THREADS = 256, /* of a team */
    COLUMNS = 2,   /* columns of a tile that a thread holds */
    ROWS = 32,     /* words in a column */
    CHUNK = 4,     /* rows whose outermost columns are exchanged at once */
    MAX_CHANNELS = 4,
};

#pragma omp declare target

/* The leftmost and rightmost columns of each thread, for CHUNK rows. */
typedef uint32_t outermost[CHUNK][2][THREADS + 2 * MAX_CHANNELS];

/* A length cut into pieces that overlap by twice the margin; the last piece ends where the length does. */
struct cut {
    int32_t length, piece, margin;
};

/* The whole task: so many passes, `at_once` of them on a tile at a time. */
struct plan {
    int32_t depth, passes, at_once, channels;
    struct cut rows, columns;
    const uint16_t *photo;
    uint16_t *other, *result;
    int32_t *progress;
};

/* What the threads of a team share: where their tile begins, and which part of the picture it stores.
 * Each thread could compute this, but the registers are needed for samples.  `pitch`, the distance from
 * row to row, is here because the compiler would keep 64 multiples of a constant in registers. */
struct team {
    outermost shared[2];
    int32_t ticket, pitch, row, col, own_row, row_end, own_col, col_end;
};

/* Which edges of a tile are edges of the picture. */
struct tile {
    int depth, channels;
    bool top, bottom;
    bool first, last; /* the thread's first column is the picture's first, its last one the last */
    /* Of a partly filled tile: its rows, and which columns of a thread have neighbours to the left and right. */
    int rows;
    bool left[COLUMNS], right[COLUMNS];
};

/* ---- Where tiles lie ---- */

INLINE int32_t pieces_of(struct cut c)
{
    return c.length <= c.piece ? 1 : (c.length - 2 * c.margin - 1) / (c.piece - 2 * c.margin) + 1;
}

/* Where piece number k begins, and where the part of it begins that is still valid after the passes. */
INLINE int32_t piece_start(struct cut c, int32_t k)
{
    int32_t start = k * (c.piece - 2 * c.margin), last = c.length - c.piece;
    return start < last ? start : last;
}

INLINE int32_t piece_own(struct cut c, int32_t k)
{
    if (k == 0)
        return 0;
    return k < pieces_of(c) ? k * (c.piece - 2 * c.margin) + c.margin : c.length;
}

INLINE int32_t tiles_of(const struct plan *p)
{
    return pieces_of(p->rows) * pieces_of(p->columns);
}

/* Stores in `team` where tile (y, x) lies. */
INLINE void place_tile(const struct plan *p, int32_t y, int32_t x, struct team *team)
{
    team->pitch = p->columns.length;
    team->row = piece_start(p->rows, y);
    team->col = piece_start(p->columns, x);
    team->own_row = piece_own(p->rows, y);
    team->row_end = piece_own(p->rows, y + 1);
    team->own_col = piece_own(p->columns, x);
    team->col_end = piece_own(p->columns, x + 1);
}

/* A thread's columns are adjacent and of one channel: in a tile with three channels, thread 5 has
 * blue of pixels 2 and 3.  Returns the first column; threads that are left over all get the same one. */
INLINE int column_at(int thread, int channels)
{
    int group = thread / channels;
    return (group < THREADS / channels ? group : 0) * channels * COLUMNS + thread % channels;
}

#if HAS_TILES

/* ---- A pass ---- */

/* A quarter of each of the sums in a word. */
INLINE uint32_t quarters(int depth, uint32_t sum)
{
    return depth == 8 ? sum >> 2 & 0x3fff3fff : sum >> 2;
}

INLINE uint32_t thirds(int depth, uint32_t sum)
{
    return depth == 8 ? (sum & 0xffff) / 3 | (sum >> 16) / 3 << 16 : sum / 3;
}

INLINE uint32_t halves(int depth, uint32_t sum)
{
    return depth == 8 ? sum >> 1 & 0x7fff7fff : sum >> 1;
}

/* The mean in a column with neighbours on both sides, or on one: `beside` is their sum.  In the first
 * and last row of the tile a neighbour above or below may be missing; it is 0 then. */
INLINE uint32_t mean_of_word(struct tile t, int r, bool edge, uint32_t vertical, uint32_t beside)
{
    uint32_t sum = vertical + beside;
    uint32_t all = edge ? thirds(t.depth, sum) : quarters(t.depth, sum);
    uint32_t upper = t.depth == 8 ? 0xffff : ~0u, lower = t.depth == 8 ? ~0u << 16 : ~0u;
    bool here = (r == 0 && t.top) || (r == ROWS - 1 && t.bottom);
    if (!here)
        return all;
    uint32_t less = edge ? halves(t.depth, sum) : thirds(t.depth, sum);
    uint32_t part = r == 0 ? upper : lower;
    return (all & ~part) | (less & part);
}

/* In a partly filled tile (blur_partial.h), the mean in row number `row`: of the low 16 bits of the neighbours that exist. */
INLINE uint32_t mean_of_half(struct tile t, int row, int k, uint32_t here, uint32_t above,
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

INLINE uint32_t mean_of_partial(struct tile t, int r, int k, uint32_t here, uint32_t above,
                                uint32_t below, uint32_t left, uint32_t right)
{
    uint32_t upper = mean_of_half(t, r, k, here, above, below, left, right);
    if (t.depth == 16)
        return upper;
    return upper | mean_of_half(t, r + ROWS, k, here >> 16, above >> 16, below >> 16, left >> 16,
                                right >> 16)
                       << 16;
}

/* Stores the thread's outermost columns of a chunk in team memory. */
INLINE void share_chunk(outermost *f, int me, int chunk, uint32_t word[ROWS][COLUMNS])
{
    UNROLLED(8)
    for (int i = 0; i < CHUNK; i++) {
        (*f)[i][0][me] = word[chunk * CHUNK + i][0];
        (*f)[i][1][me] = word[chunk * CHUNK + i][COLUMNS - 1];
    }
}

/* What is above the first word of a column and below its last.  With two samples in a word, the last row
 * of the upper half is above the lower half, and the first row of the lower half below the upper one. */
INLINE void join_halves(int depth, uint32_t word[ROWS][COLUMNS], uint32_t above[COLUMNS],
                        uint32_t last[COLUMNS])
{
    for (int k = 0; k < COLUMNS; k++) {
        above[k] = depth == 8 ? word[ROWS - 1][k] << 16 : 0;
        last[k] = depth == 8 ? word[0][k] >> 16 : 0;
    }
}

/* One pass over the columns of thread `me`. */
INLINE void pass_of_tile(struct tile t, bool partial, bool edge, outermost *shared, int me,
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
                bool first = edge && k == 0 && t.first,
                     no_more = edge && k == COLUMNS - 1 && t.last;
                uint32_t below = r + 1 < ROWS ? word[r + 1][k] : last[k];
                uint32_t before = k ? here[k - 1] : first ? 0 : left;
                uint32_t after = k + 1 < COLUMNS ? here[k + 1] : no_more ? 0 : right;
                word[r][k] =
                    partial
                        ? mean_of_partial(t, r, k, here[k], above[k], below, before, after)
                        : mean_of_word(t, r, first || no_more, above[k] + below, before + after);
            }
            for (int k = 0; k < COLUMNS; k++)
                above[k] = here[k];
        }
    }
}

/* ---- A tile ---- */

/* The barrier makes the compiler read `pitch` again after it (see struct team). */
INLINE void load_tile(int depth, const uint16_t *from, int channels, const struct team *team,
                      uint32_t word[ROWS][COLUMNS])
{
    UNROLLED(8)
    for (int chunk = 0; chunk < ROWS / CHUNK; chunk++) {
        #pragma omp barrier
        ptrdiff_t pitch = team->pitch;
        UNROLLED(8)
        for (int i = 0; i < CHUNK; i++, from += pitch)
            for (int k = 0; k < COLUMNS; k++) {
                uint32_t lower = depth == 8 ? from[ROWS * pitch + k * channels] : 0;
                word[chunk * CHUNK + i][k] = from[k * channels] | lower << 16;
            }
    }
}

/* Stores the part of the picture that is this tile's own. */
INLINE void store_tile(int depth, uint16_t *to, int32_t col, bool spare, int channels,
                       const struct team *team, uint32_t word[ROWS][COLUMNS])
{
    int own = team->own_row - team->row, end = team->row_end - team->row;
    bool mine[COLUMNS];
    for (int k = 0; k < COLUMNS; k++)
        mine[k] =
            !spare && col + k * channels >= team->own_col && col + k * channels < team->col_end;
    UNROLLED(8)
    for (int chunk = 0; chunk < ROWS / CHUNK; chunk++) {
        #pragma omp barrier
        ptrdiff_t pitch = team->pitch;
        UNROLLED(8)
        for (int i = 0; i < CHUNK; i++, to += pitch)
            for (int k = 0; k < COLUMNS; k++) {
                int r = chunk * CHUNK + i;
                if (mine[k] && r >= own && r < end)
                    to[k * channels] = (uint16_t)word[r][k];
                if (depth == 8 && mine[k] && r + ROWS >= own && r + ROWS < end)
                    to[ROWS * pitch + k * channels] = (uint16_t)(word[r][k] >> 16);
            }
    }
}

/* What each thread of the team does for the tile. */
INLINE void blur_tile(int depth, const struct plan *p, int passes, const uint16_t *from,
                      uint16_t *to, struct team *team)
{
    uint32_t word[ROWS][COLUMNS];
    int me = omp_get_thread_num(), channels = p->channels, col = column_at(me, channels);
    {
        ptrdiff_t at = (ptrdiff_t)team->row * team->pitch + team->col + col;
        load_tile(depth, from + at, channels, team, word);
    }
    int32_t samples = p->columns.length, left = team->col;
    struct tile t = { depth,
                      channels,
                      team->row == 0,
                      team->row + p->rows.piece == p->rows.length,
                      left + col < channels,
                      left + col + COLUMNS * channels >= samples };
    if (left == 0 || left + p->columns.piece == samples)
        for (int pass = 0; pass < passes; pass++)
            pass_of_tile(t, false, true, team->shared, me + MAX_CHANNELS, word);
    else
        for (int pass = 0; pass < passes; pass++)
            pass_of_tile(t, false, false, team->shared, me + MAX_CHANNELS, word);
    ptrdiff_t at = (ptrdiff_t)team->row * team->pitch + team->col + col;
    bool spare = me >= THREADS / channels * channels;
    store_tile(depth, to + at, team->col + col, spare, channels, team, word);
}

#endif

#pragma omp end declare target

#if HAS_TILES
# include "blur_partial.h"
#endif
