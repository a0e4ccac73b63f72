/*
 * Blurring a picture.
 *
 *     sample(p) = (left + right + above + below) div 4      of sample(p-1), p = 1…passes
 *
 * Every sample becomes the mean of its four neighbours of the same channel, on an edge of the three
 * that there are, in a corner of the two; a fraction is cut off.  The sample itself is not part of
 * it.  In a picture one pixel wide or high there are fewer still; where there is none (1 x 1), nothing
 * changes.
 *
 * A pass reads and writes the whole picture and does next to nothing with it, so memory would set
 * the pace.  But passes can share a visit: whoever holds a piece of the picture and a margin of t
 * pixels around it can do t passes on it before the rest needs to know.  That is what this file is
 * about; what it costs is to compute the margins twice.
 *
 * Read on: 1. the arithmetic, 2. the reference, 3. GPU, a pass a region, 4. GPU, many passes a
 * region, 5. what both CPU paths share, 6. CPU by directives, 7. CPU by intrinsics, 8. the picture
 * that is blurred where no file is given, 9. the description that the tools read.
 */
#include "real.h"

#include "ran_on.h"
#include "triptych.h"

#include <string.h>

/* ---- 1. The arithmetic ------------------------------------------------------------------------
 *
 * Samples are integers of 8 or 16 bits and their means are exact, so that there is nothing for a
 * precision to decide: what is compiled for float is the same code as for double.
 *
 * Samples lie in memory as a PNG has them: row by row, the channels of a pixel side by side.  So a
 * row is `samples` = width x channels long, and the neighbours to the left and right are `channels`
 * away.  16 bits for each, whatever the depth: one type for all pictures.
 */
struct sheet {
    ptrdiff_t samples, height; /* of a row; rows */
    int channels, depth, passes;
};

#pragma omp declare target

/* Written so that every division is by a constant: a multiplication and a shift. */
INLINE uint32_t X(mean)(uint32_t sum, int n)
{
    return n == 4 ? sum / 4 : n == 3 ? sum / 3 : n == 2 ? sum / 2 : sum;
}

/* The definition: sample `i` of a row, whatever neighbours it has. */
INLINE uint16_t X(blurred)(const uint16_t *from, ptrdiff_t row, ptrdiff_t i, ptrdiff_t samples,
                           ptrdiff_t height, int channels)
{
    const uint16_t *here = from + row * samples + i;
    uint32_t sum = 0;
    int n = 0;
    if (i >= channels)
        sum += here[-channels], n++;
    if (i < samples - channels)
        sum += here[channels], n++;
    if (row > 0)
        sum += here[-samples], n++;
    if (row < height - 1)
        sum += here[samples], n++;
    return n ? (uint16_t)X(mean)(sum, n) : *here;
}

/* Of `passes` passes, `at_once` of them in a sweep over the picture: where sweep number k reads and
 * writes.  The last one writes to the result, the one before it to the room, and so on in turn. */
INLINE int X(sweeps)(int passes, int at_once)
{
    return (passes + at_once - 1) / at_once;
}

INLINE uint16_t *X(target)(int sweep, int sweeps, uint16_t *room, uint16_t *result)
{
    return (sweeps - sweep) % 2 ? result : room;
}

#pragma omp end declare target

/* ---- 2. The reference -------------------------------------------------------------------------- */

static void X(blur_reference)(struct sheet s, const uint16_t *photo, uint16_t *room,
                              uint16_t *result)
{
    const uint16_t *from = photo;
    for (int pass = 0; pass < s.passes; pass++) {
        uint16_t *to = X(target)(pass, s.passes, room, result);
        #pragma omp parallel for
        for (ptrdiff_t row = 0; row < s.height; row++)
            for (ptrdiff_t i = 0; i < s.samples; i++)
                to[row * s.samples + i] = X(blurred)(from, row, i, s.samples, s.height, s.channels);
        from = to;
    }
    if (s.passes == 0)
        memcpy(result, photo, (size_t)(s.height * s.samples) * sizeof *result);
}

/* ---- 3. GPU: a pass a region -------------------------------------------------------------------
 *
 * The definition under a directive.  It is what runs where section 4 cannot: on a device that is a CPU,
 * by every compiler but clang, where the environment limits teams, for a picture smaller than a tile or
 * of more tiles than can be numbered, and for no passes at all.
 */
static void X(pass_offload)(struct sheet s, bool copy, const uint16_t *from, uint16_t *to,
                            int *place)
{
    ptrdiff_t samples = s.samples, height = s.height, n = samples * height;
    int channels = s.channels;
    #pragma omp target teams distribute parallel for map(to: from[:n]) map(from: to[:n], place[:1])
    for (ptrdiff_t i = 0; i < n; i++) {
        if (i == 0)
            *place = ran_on();
        ptrdiff_t row = i / samples;
        to[i] =
            copy ? from[i] : X(blurred)(from, row, i - row * samples, samples, height, channels);
    }
}

/* ---- 4. GPU: many passes a region --------------------------------------------------------------
 *
 * A team takes a tile and does several passes on it.  A thread keeps ABREAST columns of the tile in
 * registers, neighbours of one channel: what lies above and below is at hand then, and of what lies
 * left and right just the outermost have to go through the team's memory.  They do so CHUNK rows at
 * a time, in two buffers by turns, so that one barrier for each chunk is enough.
 *
 * A word holds two samples: that of a row, and that WORDS rows below it.  Both take the same way,
 * so that one addition adds for both; sums of four samples of 8 bits leave each other alone.  Sums
 * of 16 bits would not, there a word holds one.
 *
 * With every pass the outermost row and column of the tile goes wrong, unless it is the edge of the
 * picture: there it has a mean of its own.  In the end what is wrong is not written.
 */
enum {
    THREADS = 256,
    ABREAST = 2,
    WORDS = 32,
    CHUNK = 4,
    MOST_CHANNELS = 4,
    PASSES8 = 8, /* on a tile at a time: more, and the margins take over */
    PASSES16 = 4,
    TEAMS = 1024,   /* at most: more than run at a time on any GPU of today */
    MOST = 1 << 30, /* of a number that is drawn, and of samples in a row */
};
_Static_assert((int)THREADS <= (int)TRI_WHOLE_TEAM, "what is asked of a device");

#pragma omp declare target

/* For CHUNK rows, each thread's leftmost and rightmost columns. */
typedef uint32_t fringe[CHUNK][2][THREADS + 2 * MOST_CHANNELS];

/* What a team has in common: a tile's number, where it begins, and which part of the picture it is to
 * write.  Every thread could compute all of that, but registers are for samples.  The same goes for
 * `pitch`, the distance from row to row: of one that does not change the compiler keeps 64 multiples. */
struct team {
    fringe fringe[2];
    int32_t number, pitch, row, col, own_row, row_end, own_col, col_end;
};

/* Which of the picture's edges are a tile's own. */
struct tile {
    int depth, channels;
    bool top, bottom;
    bool first, last; /* the thread's first column is the picture's first, its last one the last */
};

/* The means of both samples of a word's sum. */
INLINE uint32_t X(quarters)(int depth, uint32_t sum)
{
    return depth == 8 ? sum >> 2 & 0x3fff3fff : sum >> 2;
}

INLINE uint32_t X(thirds)(int depth, uint32_t sum)
{
    return depth == 8 ? (sum & 0xffff) / 3 | (sum >> 16) / 3 << 16 : sum / 3;
}

INLINE uint32_t X(halves)(int depth, uint32_t sum)
{
    return depth == 8 ? sum >> 1 & 0x7fff7fff : sum >> 1;
}

/* The mean in a column with neighbours on both sides, or on one: `beside` is their sum.  In the
 * tile's first and last row something may be missing above or below; it is 0 then. */
INLINE uint32_t X(mean_of_word)(struct tile t, int r, bool edge, uint32_t vertical, uint32_t beside)
{
    uint32_t sum = vertical + beside;
    uint32_t all = edge ? X(thirds)(t.depth, sum) : X(quarters)(t.depth, sum);
    uint32_t upper = t.depth == 8 ? 0xffff : ~0u, lower = t.depth == 8 ? ~0u << 16 : ~0u;
    bool here = (r == 0 && t.top) || (r == WORDS - 1 && t.bottom);
    if (!here)
        return all;
    uint32_t less = edge ? X(halves)(t.depth, sum) : X(thirds)(t.depth, sum);
    uint32_t part = r == 0 ? upper : lower;
    return (all & ~part) | (less & part);
}

INLINE void X(show)(fringe *f, int me, int chunk, uint32_t word[WORDS][ABREAST])
{
#pragma GCC unroll 8
    for (int i = 0; i < CHUNK; i++) {
        (*f)[i][0][me] = word[chunk * CHUNK + i][0];
        (*f)[i][1][me] = word[chunk * CHUNK + i][ABREAST - 1];
    }
}

/* One pass over the columns of thread `me`. */
INLINE void X(pass_of_tile)(struct tile t, bool edge, fringe *shared, int me,
                            uint32_t word[WORDS][ABREAST])
{
    uint32_t above[ABREAST], last[ABREAST];
    for (int k = 0; k < ABREAST; k++) {
        above[k] = t.depth == 8 ? word[WORDS - 1][k] << 16 : 0;
        last[k] = t.depth == 8 ? word[0][k] >> 16 : 0;
    }
#pragma GCC unroll 8
    for (int chunk = 0; chunk < WORDS / CHUNK; chunk++) {
        fringe *f = &shared[chunk % 2];
        X(show)(f, me, chunk, word);
#pragma omp barrier
#pragma GCC unroll 8
        for (int i = 0; i < CHUNK; i++) {
            int r = chunk * CHUNK + i;
            uint32_t here[ABREAST], left = (*f)[i][1][me - t.channels];
            uint32_t right = (*f)[i][0][me + t.channels];
            for (int k = 0; k < ABREAST; k++)
                here[k] = word[r][k];
            for (int k = 0; k < ABREAST; k++) {
                bool first = edge && k == 0 && t.first,
                     no_more = edge && k == ABREAST - 1 && t.last;
                uint32_t below = r + 1 < WORDS ? word[r + 1][k] : last[k];
                uint32_t before = k ? here[k - 1] : first ? 0 : left;
                uint32_t after = k + 1 < ABREAST ? here[k + 1] : no_more ? 0 : right;
                word[r][k] =
                    X(mean_of_word)(t, r, first || no_more, above[k] + below, before + after);
            }
            for (int k = 0; k < ABREAST; k++)
                above[k] = here[k];
        }
    }
}

/* Pieces of a length, which overlap by twice the margin; the last one ends where the length does. */
struct cut {
    int32_t length, piece, margin;
};

INLINE int32_t X(pieces)(struct cut c)
{
    return c.length <= c.piece ? 1 : (c.length - 2 * c.margin - 1) / (c.piece - 2 * c.margin) + 1;
}

/* Where piece number k begins, and where the part of it that is right in the end begins. */
INLINE int32_t X(start)(struct cut c, int32_t k)
{
    int32_t start = k * (c.piece - 2 * c.margin), last = c.length - c.piece;
    return start < last ? start : last;
}

INLINE int32_t X(own)(struct cut c, int32_t k)
{
    if (k == 0)
        return 0;
    return k < X(pieces)(c) ? k * (c.piece - 2 * c.margin) + c.margin : c.length;
}

/* Everything there is to do in a region: so many passes, `at_once` of them on a tile at a time. */
struct plan {
    int32_t depth, passes, at_once, channels;
    struct cut rows, columns;
    const uint16_t *photo;
    uint16_t *room, *result;
    int32_t *board;
};

INLINE int32_t X(tiles)(const struct plan *p)
{
    return X(pieces)(p->rows) * X(pieces)(p->columns);
}

/* A thread's columns are neighbours of one channel: thread 5 of a tile with three channels has
 * blue of the pixels 2 and 3.  Returns the first column; threads that are left over share one. */
INLINE int X(column)(int thread, int channels)
{
    int group = thread / channels;
    return (group < THREADS / channels ? group : 0) * channels * ABREAST + thread % channels;
}

/* The barrier is there for the compiler, which reads `pitch` again behind it (see struct team). */
INLINE void X(load_tile)(int depth, const uint16_t *from, int channels, const struct team *team,
                         uint32_t word[WORDS][ABREAST])
{
#pragma GCC unroll 8
    for (int chunk = 0; chunk < WORDS / CHUNK; chunk++) {
        #pragma omp barrier
        ptrdiff_t pitch = team->pitch;
#pragma GCC unroll 8
        for (int i = 0; i < CHUNK; i++, from += pitch)
            for (int k = 0; k < ABREAST; k++) {
                uint32_t lower = depth == 8 ? from[WORDS * pitch + k * channels] : 0;
                word[chunk * CHUNK + i][k] = from[k * channels] | lower << 16;
            }
    }
}

/* Writes what is the tile's own. */
INLINE void X(store_tile)(int depth, uint16_t *to, int32_t col, bool spare, int channels,
                          const struct team *team, uint32_t word[WORDS][ABREAST])
{
    int own = team->own_row - team->row, end = team->row_end - team->row;
    bool mine[ABREAST];
    for (int k = 0; k < ABREAST; k++)
        mine[k] =
            !spare && col + k * channels >= team->own_col && col + k * channels < team->col_end;
#pragma GCC unroll 8
    for (int chunk = 0; chunk < WORDS / CHUNK; chunk++) {
        #pragma omp barrier
        ptrdiff_t pitch = team->pitch;
#pragma GCC unroll 8
        for (int i = 0; i < CHUNK; i++, to += pitch)
            for (int k = 0; k < ABREAST; k++) {
                int r = chunk * CHUNK + i;
                if (mine[k] && r >= own && r < end)
                    to[k * channels] = (uint16_t)word[r][k];
                if (depth == 8 && mine[k] && r + WORDS >= own && r + WORDS < end)
                    to[WORDS * pitch + k * channels] = (uint16_t)(word[r][k] >> 16);
            }
    }
}

/* What a thread of the team does for its tile. */
INLINE void X(take_tile)(int depth, const struct plan *p, int passes, const uint16_t *from,
                         uint16_t *to, struct team *team)
{
    uint32_t word[WORDS][ABREAST];
    int me = omp_get_thread_num(), channels = p->channels, col = X(column)(me, channels);
    {
        ptrdiff_t at = (ptrdiff_t)team->row * team->pitch + team->col + col;
        X(load_tile)(depth, from + at, channels, team, word);
    }
    int32_t samples = p->columns.length, left = team->col;
    struct tile t = { depth,
                      channels,
                      team->row == 0,
                      team->row + p->rows.piece == p->rows.length,
                      left + col < channels,
                      left + col + ABREAST * channels >= samples };
    if (left == 0 || left + p->columns.piece == samples)
        for (int pass = 0; pass < passes; pass++)
            X(pass_of_tile)(t, true, team->fringe, me + MOST_CHANNELS, word);
    else
        for (int pass = 0; pass < passes; pass++)
            X(pass_of_tile)(t, false, team->fringe, me + MOST_CHANNELS, word);
    ptrdiff_t at = (ptrdiff_t)team->row * team->pitch + team->col + col;
    bool spare = me >= THREADS / channels * channels;
    X(store_tile)(depth, to + at, team->col + col, spare, channels, team, word);
}

/* All passes in one region: to start one takes as long as many passes.  A tile's next passes need what
 * the tiles around it have come to, and nothing else; so a team that has taken it waits for those.
 * OpenMP has no barrier for teams, nor does it promise that two of them ever run at the same time.
 * What makes waiting safe is the order: teams draw numbers, and a number waits for lower ones only.
 * The lowest that is not done was drawn by a team that is running, with nothing to wait for.
 *
 * The board: how many rounds each tile is done with; and the number that is drawn next. */
INLINE void X(draw)(const struct plan *p, struct team *team)
{
    int32_t all = X(tiles)(p), across = X(pieces)(p->columns), number;
    #pragma omp barrier
    if (omp_get_thread_num() == 0) {
        #pragma omp atomic capture
        number = p->board[all]++;
        int32_t y = number % all / across, x = number % all % across;
        team->number = number;
        team->pitch = p->columns.length;
        team->row = X(start)(p->rows, y);
        team->col = X(start)(p->columns, x);
        team->own_row = X(own)(p->rows, y);
        team->row_end = X(own)(p->rows, y + 1);
        team->own_col = X(own)(p->columns, x);
        team->col_end = X(own)(p->columns, x + 1);
    }
    #pragma omp barrier
}

/* Until the tiles around have done `rounds` rounds; a thread looks at each.  Two in each direction,
 * since the last tile, which ends where the picture does, begins somewhere in the last but two. */
INLINE void X(wait_for_neighbours)(const struct plan *p, int32_t tile, int32_t rounds)
{
    int me = omp_get_thread_num();
    int32_t across = X(pieces)(p->columns), down = X(pieces)(p->rows);
    int32_t y = tile / across + me / 5 - 2, x = tile % across + me % 5 - 2;
    if (me < 25 && y >= 0 && y < down && x >= 0 && x < across) {
        int32_t done;
        do {
            #pragma omp atomic read
            done = p->board[y * across + x];
        } while (done < rounds);
    }
    #pragma omp flush
    #pragma omp barrier
}

INLINE void X(tell_done)(const struct plan *p, int32_t tile, int32_t round)
{
    #pragma omp barrier
    if (omp_get_thread_num() == 0) {
        #pragma omp flush
        #pragma omp atomic write
        p->board[tile] = round + 1;
    }
}

/* What a thread of a team does: takes tiles for as long as there are any. */
INLINE void X(take_tiles)(int depth, const struct plan *p, struct team *team)
{
    int32_t all = X(tiles)(p), rounds = X(sweeps)(p->passes, p->at_once);
    for (;;) {
        X(draw)(p, team);
        int32_t round = team->number / all, tile = team->number % all;
        if (round >= rounds)
            break;
        X(wait_for_neighbours)(p, tile, round);
        int32_t left = p->passes - round * p->at_once;
        bool odd = (rounds - round) % 2;
        const uint16_t *from = round == 0 ? p->photo : odd ? p->room : p->result;
        X(take_tile)(depth, p, left < p->at_once ? left : p->at_once, from,
                     odd ? p->result : p->room, team);
        X(tell_done)(p, team->number % all, team->number / all);
    }
}

#pragma omp end declare target

#if defined(__clang__)
enum { TILES = 1 };

/* Two teams can share a multiprocessor, one computing while the other waits, if a thread makes do with
 * 128 registers; left alone, the compiler takes 168.  OpenMP has no word for that, so it is told that
 * a team may have twice as many threads as it gets: they would all need registers.  (thread_limit is
 * a variable because a constant would be believed.)  3840 x 2160 on an H100: 1.33 ms to 1.13. */
static void X(in_tiles)(const struct plan *p, int *place)
{
    const uint16_t *photo = p->photo;
    uint16_t *room = p->room, *result = p->result;
    int32_t *board = p->board, all = X(tiles)(p), passes = p->passes, at_once = p->at_once;
    int32_t depth = p->depth, channels = p->channels, height = p->rows.length, tall = p->rows.piece;
    int32_t samples = p->columns.length, wide = p->columns.piece;
    ptrdiff_t n = (ptrdiff_t)height * samples;
    int threads = THREADS;
    memset(board, 0, ((size_t)all + 1) * sizeof *board);
    #pragma omp target update to(board[:all + 1])
    #pragma omp target teams num_teams(tri_teams(all < TEAMS ? all : TEAMS)) thread_limit(threads) \
        ompx_attribute(__attribute__((launch_bounds(2 * THREADS)))) \
        map(to: photo[:n]) map(alloc: room[:n]) map(from: result[:n], place[:1]) \
        map(tofrom: board[:all + 1])
    {
        struct team team;
        #pragma omp parallel num_threads(THREADS)
        {
            struct plan here = { depth,
                                 passes,
                                 at_once,
                                 channels,
                                 { height, tall, at_once },
                                 { samples, wide, at_once * channels },
                                 photo,
                                 room,
                                 result,
                                 board };
            if (omp_get_team_num() == 0 && omp_get_thread_num() == 0)
                *place = ran_on();
            if (depth == 8)
                X(take_tiles)(8, &here, &team);
            else
                X(take_tiles)(16, &here, &team);
        }
    }
}

#else
enum {
    TILES = 0
}; /* GCC's teams have too few threads for it, and others do not know ompx_attribute */

static void X(in_tiles)(const struct plan *p, int *place)
{
    (void)p, (void)place;
}

#endif

/* How the passes are to be done, or .at_once = 1 if without tiles. */
static struct plan X(plan)(struct sheet s)
{
    int at_once = s.depth == 8 ? PASSES8 : PASSES16, tall = s.depth == 8 ? 2 * WORDS : WORDS;
    int wide = THREADS / s.channels * s.channels * ABREAST;
    struct plan none = { s.depth, s.passes, 1, s.channels, { 1, 1, 0 }, { 1, 1, 0 }, 0, 0, 0, 0 },
                p = none;
    if (s.samples < wide || s.height < tall || s.samples > MOST || s.height > MOST)
        return none;
    p.at_once = at_once;
    p.rows = (struct cut){ (int32_t)s.height, tall, at_once };
    p.columns = (struct cut){ (int32_t)s.samples, wide, at_once * s.channels };
    ptrdiff_t tiles = (ptrdiff_t)X(pieces)(p.rows) * X(pieces)(p.columns);
    return tiles > MOST / (s.passes / at_once + 2) ? none : p;
}

static void X(pass_by_pass)(struct sheet s, const uint16_t *photo, uint16_t *room, uint16_t *result,
                            int *place)
{
    for (int pass = 0; pass < s.passes; pass++) {
        uint16_t *to = X(target)(pass, s.passes, room, result);
        X(pass_offload)(s, false, photo, to, place);
        photo = to;
    }
    if (s.passes == 0)
        X(pass_offload)(s, true, photo, result, place);
}

static void X(blur_offload)(struct sheet s, const uint16_t *photo, uint16_t *room, int32_t *board,
                            uint16_t *result, int *place)
{
    struct plan p = X(plan)(s);
    ptrdiff_t n = s.samples * s.height, numbers = X(tiles)(&p) + 1;
    p.photo = photo;
    p.room = room;
    p.result = result;
    p.board = board;
    #pragma omp target data map(to: photo[:n]) map(alloc: room[:n], board[:numbers]) \
        map(from: result[:n], place[:1])
    {
        if (TILES && s.passes > 0 && p.at_once > 1 && tri_device_place() == TRI_GPU &&
            tri_whole_teams())
            X(in_tiles)(&p, place);
        else
            X(pass_by_pass)(s, photo, room, result, place);
    }
}

/* ---- 5. CPU: many passes a visit ---------------------------------------------------------------
 *
 * A thread takes a block of the picture, so wide that the rows of all passes together fit in its own
 * second-level cache, and goes down, two rows at a time.  When two have come in, pass 1 can do two,
 * ending one row above; pass 2 can do two, ending another row above; and so on.  Four rows of each
 * pass are all that has to be kept.  (One at a time, three would do.  But then two of the three rows
 * that a pass reads come from the second-level cache, for one that it writes; so it is two for two.)
 * What the passes need beyond the block's sides is computed twice.
 *
 * Samples of 8 bits are kept as bytes, twice as many in a vector and in the cache; and stay bytes in
 * memory from sweep to sweep.
 */
enum {
    VECTOR = VECTOR_BITS / 8, /* bytes */
    AT_ONCE = 16,             /* passes */
    TOGETHER = 2,             /* rows */
    KEPT = TOGETHER + 2,
    ROW_BYTES = 2240, /* of a row that is kept, with a vector of room before it; not 2048, or what
                         is written and what is read next lie in the same places of two pages */
};

/* So many vectors of means, all of four neighbours; those to the left and right are `channels` away.
 * Whole vectors, in places that are multiples of one: what pass 3 writes is read at once by pass 4 as
 * the row below, and a load that takes from two stores at once has to wait until both are in the
 * cache. */
typedef void row_fn(ptrdiff_t vectors, int channels, const void *above, const void *here,
                    const void *below, void *out);

struct sweep {
    struct sheet sheet;
    int passes, bytes, from_bytes, to_bytes; /* of a sample that is kept, read and written */
    const unsigned char *from;
    unsigned char *to;
    row_fn *mean;
};

/* The rows that are kept: of pass 0, which is what comes in, and of each pass after it.  A vector of right
 * neighbours may reach beyond the last, into end. */
struct rows {
    _Alignas(64) unsigned char row[AT_ONCE + 1][KEPT][ROW_BYTES], end[VECTOR];
};

/* A block's own part of the picture, and which sample the first of a row that is kept would be. */
struct block {
    ptrdiff_t row, row_end, col, col_end, base;
};

INLINE ptrdiff_t X(at_least)(ptrdiff_t i, ptrdiff_t least)
{
    return i > least ? i : least;
}

INLINE ptrdiff_t X(at_most)(ptrdiff_t i, ptrdiff_t most)
{
    return i < most ? i : most;
}

INLINE uint32_t X(get)(int depth, const void *row, ptrdiff_t i)
{
    return depth == 8 ? ((const uint8_t *)row)[i] : ((const uint16_t *)row)[i];
}

INLINE void X(put)(int depth, void *row, ptrdiff_t i, uint32_t sample)
{
    if (depth == 8)
        ((uint8_t *)row)[i] = (uint8_t)sample;
    else
        ((uint16_t *)row)[i] = (uint16_t)sample;
}

/* Copies samples between rows of bytes and of 16 bits. */
static void X(copy)(ptrdiff_t n, int from_bytes, const void *from, int to_bytes, void *to)
{
    const uint16_t *wide = from;
    const uint8_t *narrow = from;
    if (from_bytes == to_bytes)
        memcpy(to, from, (size_t)(n * to_bytes));
    else
        for (ptrdiff_t i = 0; i < n; i++)
            if (to_bytes == 1)
                ((uint8_t *)to)[i] = (uint8_t)wide[i];
            else
                ((uint16_t *)to)[i] = narrow[i];
}

static void X(come_in)(const struct sweep *w, struct block b, ptrdiff_t row, unsigned char *kept)
{
    const struct sheet *s = &w->sheet;
    ptrdiff_t margin = w->passes * s->channels, from = X(at_least)(b.col - margin, 0);
    ptrdiff_t n = X(at_most)(b.col_end + margin, s->samples) - from;
    X(copy)(n, w->from_bytes, w->from + (row * s->samples + from) * w->from_bytes, w->bytes,
            kept + (from - b.base) * w->bytes);
}

static void X(go_out)(const struct sweep *w, struct block b, ptrdiff_t row,
                      const unsigned char *kept)
{
    X(copy)(b.col_end - b.col, w->bytes, kept + (b.col - b.base) * w->bytes, w->to_bytes,
            w->to + (row * w->sheet.samples + b.col) * w->to_bytes);
}

/* Samples from…end-1 of a row, of which some neighbours are missing.  There are few, but they go one by
 * one: hence a copy of this for each depth. */
INLINE void X(edge)(int depth, struct sheet s, ptrdiff_t base, ptrdiff_t from, ptrdiff_t end,
                    const void *above, const void *here, const void *below, void *out)
{
    for (ptrdiff_t i = from; i < end; i++) {
        uint32_t sum = 0;
        int n = 0;
        if (i >= s.channels)
            sum += X(get)(depth, here, i - s.channels - base), n++;
        if (i < s.samples - s.channels)
            sum += X(get)(depth, here, i + s.channels - base), n++;
        if (above)
            sum += X(get)(depth, above, i - base), n++;
        if (below)
            sum += X(get)(depth, below, i - base), n++;
        X(put)(depth, out, i - base, n ? X(mean)(sum, n) : X(get)(depth, here, i - base));
    }
}

static void X(edge_of_row)(struct sheet s, ptrdiff_t base, ptrdiff_t from, ptrdiff_t end,
                           const void *above, const void *here, const void *below, void *out)
{
    if (s.depth == 8)
        X(edge)(8, s, base, from, end, above, here, below, out);
    else
        X(edge)(16, s, base, from, end, above, here, below, out);
}

/* One row of one pass, as far as later passes need it. */
static void X(take_row)(const struct sweep *w, struct block b, int pass, ptrdiff_t row,
                        struct rows *kept)
{
    struct sheet s = w->sheet;
    ptrdiff_t margin = (w->passes - pass) * s.channels;
    ptrdiff_t from = X(at_least)(b.col - margin, 0);
    ptrdiff_t end = X(at_most)(b.col_end + margin, s.samples);
    ptrdiff_t inner = X(at_least)(from, s.channels);
    ptrdiff_t inner_end = X(at_most)(end, s.samples - s.channels);
    unsigned char(*before)[ROW_BYTES] = kept->row[pass - 1], *out = kept->row[pass][row % KEPT];
    const unsigned char *above = row > 0 ? before[(row - 1) % KEPT] : NULL,
                        *here = before[row % KEPT];
    const unsigned char *below = row < s.height - 1 ? before[(row + 1) % KEPT] : NULL;
    if (!above || !below || inner >= inner_end)
        inner = inner_end = end;
    ptrdiff_t first = (inner - b.base) * w->bytes / VECTOR, at = first * VECTOR;
    ptrdiff_t last = ((inner_end - b.base) * w->bytes + VECTOR - 1) / VECTOR;
    if (inner < inner_end)
        w->mean(last - first, s.channels, above + at, here + at, below + at, out + at);
    X(edge_of_row)(s, b.base, from, inner, above, here, below, out);
    X(edge_of_row)(s, b.base, inner_end, end, above, here, below, out);
}

static void X(take_block)(const struct sweep *w, struct block b)
{
    struct rows kept;
    ptrdiff_t height = w->sheet.height;
    b.base = X(at_least)(b.col - w->passes * w->sheet.channels, 0) - VECTOR / w->bytes;
    ptrdiff_t end = b.row_end + w->passes;
    for (ptrdiff_t step = X(at_least)(b.row - w->passes, 0); step < end; step += TOGETHER) {
        for (ptrdiff_t row = step; row < step + TOGETHER && row < height; row++)
            X(come_in)(w, b, row, kept.row[0][row % KEPT]);
        for (int pass = 1; pass <= w->passes; pass++) {
            ptrdiff_t margin = w->passes - pass, first = X(at_least)(b.row - margin, 0);
            ptrdiff_t last = X(at_most)(b.row_end + margin, height);
            for (ptrdiff_t row = step - pass; row < step - pass + TOGETHER; row++)
                if (row >= first && row < last)
                    X(take_row)(w, b, pass, row, &kept);
        }
        for (ptrdiff_t row = step - w->passes; row < step - w->passes + TOGETHER; row++)
            if (row >= b.row && row < b.row_end)
                X(go_out)(w, b, row, kept.row[w->passes][row % KEPT]);
    }
}

static void X(sweep)(const struct sweep *w)
{
    struct sheet s = w->sheet;
    ptrdiff_t width = s.samples / s.channels; /* in pixels, between which blocks are cut */
    ptrdiff_t room = (ROW_BYTES - VECTOR) / w->bytes / s.channels - 2 * w->passes;
    ptrdiff_t blocks = (width + room - 1) / room; /* in bands, about two for each thread */
    ptrdiff_t bands = (2 * omp_get_max_threads() + blocks - 1) / blocks;
    bands = X(at_most)(bands, s.height / (4 * AT_ONCE) + 1);
    #pragma omp parallel for collapse(2) schedule(dynamic)
    for (ptrdiff_t y = 0; y < bands; y++)
        for (ptrdiff_t x = 0; x < blocks; x++) {
            struct block b = { s.height * y / bands, s.height * (y + 1) / bands,
                               width * x / blocks * s.channels,
                               width * (x + 1) / blocks * s.channels, 0 };
            X(take_block)(w, b);
        }
}

static void X(blur_in_sweeps)(struct sheet s, row_fn *mean, const uint16_t *photo, uint16_t *room,
                              uint16_t *result)
{
    int sweeps = X(sweeps)(s.passes, AT_ONCE), bytes = s.depth / 8;
    struct sweep w = { .sheet = s, .mean = mean, .bytes = bytes, .from_bytes = 2 };
    w.from = (const unsigned char *)photo;
    for (int sweep = 0; sweep < sweeps; sweep++) {
        int left = s.passes - sweep * AT_ONCE;
        w.passes = left < AT_ONCE ? left : AT_ONCE;
        w.to = (unsigned char *)X(target)(sweep, sweeps, room, result);
        w.to_bytes = sweep == sweeps - 1 ? 2 : bytes;
        X(sweep)(&w);
        w.from = w.to;
        w.from_bytes = w.to_bytes;
    }
    if (sweeps == 0)
        memcpy(result, photo, (size_t)(s.height * s.samples) * sizeof *result);
}

/* ---- 6. CPU: omp simd -------------------------------------------------------------------------
 *
 * The sum of four samples does not fit where one did, and wider lanes are fewer lanes.  But there is
 * an instruction for the mean of two, rounded up, and with it
 *
 *     (l + r + a + b) div 4 = mean(mean(l, r), mean(a, b)) - 1,
 *
 * where any of the three means has been rounded, and without the 1 where none has: a mean has been
 * rounded up where the two differ in their last bit.  Compilers know that instruction by the line
 * (x + y + 1) / 2.
 */
INLINE uint32_t X(round_up)(uint32_t x, uint32_t y)
{
    return (x + y + 1) >> 1;
}

static void X(mean_simd_8)(ptrdiff_t vectors, int channels, const void *above, const void *here,
                           const void *below, void *out)
{
    const uint8_t *a = above, *b = below, *l = (const uint8_t *)here - channels;
    const uint8_t *r = (const uint8_t *)here + channels;
    uint8_t *mean = out;
    ptrdiff_t n = vectors * VECTOR / (ptrdiff_t)sizeof *mean;
    #pragma omp simd
    for (ptrdiff_t i = 0; i < n; i++) {
        uint8_t x = (uint8_t)X(round_up)(l[i], r[i]), y = (uint8_t)X(round_up)(a[i], b[i]);
        uint8_t rounded = (uint8_t)(((l[i] ^ r[i]) | (a[i] ^ b[i]) | (x ^ y)) & 1);
        mean[i] = (uint8_t)(X(round_up)(x, y) - rounded);
    }
}

static void X(mean_simd_16)(ptrdiff_t vectors, int channels, const void *above, const void *here,
                            const void *below, void *out)
{
    const uint16_t *a = above, *b = below, *l = (const uint16_t *)here - channels;
    const uint16_t *r = (const uint16_t *)here + channels;
    uint16_t *mean = out;
    ptrdiff_t n = vectors * VECTOR / (ptrdiff_t)sizeof *mean;
    #pragma omp simd
    for (ptrdiff_t i = 0; i < n; i++) {
        uint16_t x = (uint16_t)X(round_up)(l[i], r[i]), y = (uint16_t)X(round_up)(a[i], b[i]);
        uint16_t rounded = (uint16_t)(((l[i] ^ r[i]) | (a[i] ^ b[i]) | (x ^ y)) & 1);
        mean[i] = (uint16_t)(X(round_up)(x, y) - rounded);
    }
}

static void X(blur_simd)(struct sheet s, const uint16_t *photo, uint16_t *room, uint16_t *result)
{
    X(blur_in_sweeps)(s, s.depth == 8 ? X(mean_simd_8) : X(mean_simd_16), photo, room, result);
}

/* ---- 7. CPU: AVX2 intrinsics -------------------------------------------------------------------
 *
 * The same by hand, which gains nothing: three means, rounded up, and what they were rounded by.
 */
#if defined(__x86_64__)

AVX2 INLINE __m256i X(load_at)(const void *p)
{
    return _mm256_loadu_si256((const __m256i *)p);
}

AVX2 INLINE __m256i X(mean_avx2)(int depth, __m256i l, __m256i r, __m256i a, __m256i b)
{
    __m256i lr = _mm256_xor_si256(l, r), ab = _mm256_xor_si256(a, b), x, y, mean, one;
    x = depth == 8 ? _mm256_avg_epu8(l, r) : _mm256_avg_epu16(l, r);
    y = depth == 8 ? _mm256_avg_epu8(a, b) : _mm256_avg_epu16(a, b);
    mean = depth == 8 ? _mm256_avg_epu8(x, y) : _mm256_avg_epu16(x, y);
    one = depth == 8 ? _mm256_set1_epi8(1) : _mm256_set1_epi16(1);
    __m256i rounded = _mm256_or_si256(_mm256_or_si256(lr, ab), _mm256_xor_si256(x, y));
    rounded = _mm256_and_si256(rounded, one);
    return depth == 8 ? _mm256_sub_epi8(mean, rounded) : _mm256_sub_epi16(mean, rounded);
}

AVX2 INLINE void X(row_avx2)(int depth, ptrdiff_t vectors, int channels, const unsigned char *above,
                             const unsigned char *here, const unsigned char *below,
                             unsigned char *out)
{
    ptrdiff_t aside = (ptrdiff_t)channels * (depth / 8);
    for (ptrdiff_t i = 0; i < vectors * VECTOR; i += 32) {
        __m256i l = X(load_at)(here + i - aside), r = X(load_at)(here + i + aside);
        __m256i mean = X(mean_avx2)(depth, l, r, X(load_at)(above + i), X(load_at)(below + i));
        _mm256_store_si256((__m256i *)(out + i), mean);
    }
}

AVX2 static void X(mean_avx2_8)(ptrdiff_t vectors, int channels, const void *above,
                                const void *here, const void *below, void *out)
{
    X(row_avx2)(8, vectors, channels, above, here, below, out);
}

AVX2 static void X(mean_avx2_16)(ptrdiff_t vectors, int channels, const void *above,
                                 const void *here, const void *below, void *out)
{
    X(row_avx2)(16, vectors, channels, above, here, below, out);
}

static void X(blur_avx2)(struct sheet s, const uint16_t *photo, uint16_t *room, uint16_t *result)
{
    X(blur_in_sweeps)(s, s.depth == 8 ? X(mean_avx2_8) : X(mean_avx2_16), photo, room, result);
}

#endif

/* ---- 8. A picture ------------------------------------------------------------------------------
 *
 * What there is to blur when no file is given: a gradient to the right in the first channel,
 * downwards in the second, towards the corner in the third; on it discs with sharp edges and, in a
 * quarter of the picture, grain.  The fourth channel is a chequerboard.
 */
enum { PASSES, WIDTH, HEIGHT, CHANNELS, DEPTH };
enum { DEPTH_8, DEPTH_16 };
enum { PHOTO, BLURRED, ROOM, BOARD };

static uint32_t X(grain)(uint64_t i)
{
    i = (i + 1) * 0x9e3779b97f4a7c15u;
    i = (i ^ i >> 29) * 0xbf58476d1ce4e5b9u;
    return (uint32_t)(i >> 40);
}

static double X(value_of_photo)(const struct tri_case *c, size_t i)
{
    int64_t width = c->value[WIDTH].integer, height = c->value[HEIGHT].integer;
    int64_t channels = c->value[CHANNELS].integer, channel = (int64_t)i % channels;
    int64_t col = (int64_t)i / channels % width, row = (int64_t)i / channels / width;
    int64_t most = c->value[DEPTH].integer == DEPTH_8 ? 255 : 65535;
    int64_t x = col % 128 - 64, y = row % 128 - 64;
    int64_t ramp[] = { col * most / width, row * most / height,
                       (col + row) * most / (width + height), (col / 16 + row / 16) % 2 * most };
    if (col * 2 >= width && row * 2 >= height)
        return (double)(X(grain)(i) % (uint32_t)(most + 1));
    if (channel < 3 && x * x + y * y < 40 * 40)
        return (double)(most - ramp[channel]);
    return (double)ramp[channel];
}

/* ---- 9. The description ------------------------------------------------------------------------ */

static struct sheet X(sheet)(const struct tri_case *c)
{
    int channels = (int)c->value[CHANNELS].integer;
    return (struct sheet){
        .samples = (ptrdiff_t)c->value[WIDTH].integer * channels,
        .height = (ptrdiff_t)c->value[HEIGHT].integer,
        .channels = channels,
        .depth = c->value[DEPTH].integer == DEPTH_8 ? 8 : 16,
        .passes = (int)c->value[PASSES].integer,
    };
}

static bool X(length_of_board)(const struct tri_case *c, size_t *length)
{
    struct plan p = X(plan)(X(sheet)(c));
    *length = (size_t)X(tiles)(&p) + 1;
    return true;
}

static void X(run_reference)(const struct tri_case *c)
{
    X(blur_reference)(X(sheet)(c), c->operand[PHOTO], c->operand[ROOM], c->operand[BLURRED]);
}

static void X(run_offload)(const struct tri_case *c)
{
    X(blur_offload)(X(sheet)(c), c->operand[PHOTO], c->operand[ROOM], c->operand[BOARD],
                    c->operand[BLURRED], c->ran_on);
}

static void X(run_simd)(const struct tri_case *c)
{
    X(blur_simd)(X(sheet)(c), c->operand[PHOTO], c->operand[ROOM], c->operand[BLURRED]);
}

#if defined(__x86_64__)
static void X(run_avx2)(const struct tri_case *c)
{
    X(blur_avx2)(X(sheet)(c), c->operand[PHOTO], c->operand[ROOM], c->operand[BLURRED]);
}
#endif

/* Instructions as a vector register holds them: ten for as many samples as fit in it, expressed in
 * lanes of `real`, since that is how fma are counted.  A core starts up to twice as many of these
 * integer instructions in a cycle as fma.  Bytes are those of one way to memory and back for all passes:
 * not of one for each, as laplace counts them. */
static struct tri_work X(work)(const struct tri_case *c)
{
    double samples = (double)c->length[BLURRED], passes = (double)c->value[PASSES].integer;
    return (struct tri_work){
        .units = samples * fmax(passes, 1),
        .instructions =
            10 * samples * passes * (c->value[DEPTH].integer == DEPTH_8 ? 8.0 : 16.0) / REAL_BITS,
        .bytes = 2 * samples * sizeof(uint16_t),
    };
}

const struct tri_hotspot X(blur) = {
    .name = "blur",
    .formula = "N times: every sample = the mean of its four neighbours, cut off to an integer",
    .unit = "samples",
    .precision = PRECISION,
    .params = {
        [PASSES] = {"passes", "times that the picture is blurred", TRI_INTEGER, 100, .min = 0,
                    .max = 1000000},
        [WIDTH] = {"width", "pixels in a row", TRI_INTEGER, 1920, .min = 1, .max = 1 << 30},
        [HEIGHT] = {"height", "rows", TRI_INTEGER, 1080, .min = 1, .max = 1 << 30},
        [CHANNELS] = {"channels", "grey, grey and alpha, RGB, RGB and alpha", TRI_INTEGER, 3,
                      .min = 1, .max = 4},
        [DEPTH] = {"depth", "bits of a sample", TRI_CHOICE, DEPTH_8, .choices = {"8", "16"}},
    },
    .operands = {
        [PHOTO] = {"photo", TRI_UINT16, TRI_IN, .rank = 3, .shape = {HEIGHT, WIDTH, CHANNELS},
                   .value = X(value_of_photo)},
        [BLURRED] = {"blurred", TRI_UINT16, TRI_OUT, .rank = 3,
                     .shape = {HEIGHT, WIDTH, CHANNELS}},
        [ROOM] = {"room", TRI_UINT16, TRI_SCRATCH, .rank = 3, .shape = {HEIGHT, WIDTH, CHANNELS}},
        [BOARD] = {"board", TRI_INT32, TRI_SCRATCH, .length_of = X(length_of_board)},
    },
    .picture = {.show = TRI_SAMPLES, .operand = BLURRED, .width = WIDTH, .height = HEIGHT,
                .channels = CHANNELS, .depth = DEPTH},
    .input = {.show = TRI_SAMPLES, .operand = PHOTO, .width = WIDTH, .height = HEIGHT,
              .channels = CHANNELS, .depth = DEPTH},
    .work = X(work),
    .reference = X(run_reference),
    .plain = {
        "plain", "today's",
        .path = {
            [TRI_SIMD] = X(run_simd),
            [TRI_AVX2] = X(run_avx2),
            [TRI_OFFLOAD] = X(run_offload),
        },
    },
};
