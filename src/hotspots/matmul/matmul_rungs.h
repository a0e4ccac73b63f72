/* What the files of matmul's variants share: block sizes, from which the code and the count of its loads
 * are made. */
#pragma once

#include "real.h"

#include "needs.h"

/* As in the lesson. */
enum { N, M, K };
enum { A, B, C };

struct extents {
    ptrdiff_t m, n, k;
};

/* How many pieces of a length cover an extent. */
INLINE ptrdiff_t pieces_of(ptrdiff_t extent, ptrdiff_t length)
{
    return (extent + length - 1) / length;
}

/* ---- GPU: matmul_gpu.c, matmul_tiles.c and matmul_tensor.c ---- */

enum { PIECE_ROWS = 16, PIECE_COLS = 32 }; /* pieces: the part of C that a team computes */

enum { EDGE = 16 }; /* team-memory: the side of a tile */

/* register-blocks: a team of SIDE x SIDE threads, each with a block of EACH x EACH elements. */
enum { SIDE = 16, EACH = 8, SQUARE = SIDE * EACH };

/* From register-blocks on: how far a tile goes along p at a time. */
enum { SLAB = 8 };

/* loads-ahead */
enum {
    QUAD = 128 / REAL_BITS,                /* numbers that one instruction moves */
    BLOCK_ROWS = REAL_BITS == 32 ? 16 : 8, /* of a thread: what its 255 registers hold */
    BLOCK_COLS = 8,
    LANE_ROWS = 4, /* blocks of a warp: neighbours read the same, which is read once */
    LANE_COLS = 8,
    WARP_ROWS = 2, /* warps of a team */
    WARP_COLS = 2,
    TEAM = WARP_ROWS * WARP_COLS * LANE_ROWS * LANE_COLS,
    TILE_ROWS = WARP_ROWS * LANE_ROWS * BLOCK_ROWS,
    TILE_COLS = WARP_COLS * LANE_COLS * BLOCK_COLS,
    FEW_TILES = 132, /* the number of multiprocessors of an H100; with fewer tiles: */
    SMALL_BLOCK_ROWS = 8,
    SMALL_TILE_ROWS = WARP_ROWS * LANE_ROWS * SMALL_BLOCK_ROWS,
};

/* Whether there are too few large tiles for all multiprocessors. */
INLINE bool has_few_tiles(struct extents x)
{
    return pieces_of(x.m, TILE_ROWS) * pieces_of(x.n, TILE_COLS) < FEW_TILES;
}

/* tensor-cores: the tile of a team, and the part of it that is a warp's. */
enum { CORE_ROWS = 128, CORE_COLS = 64, PART_ROWS = 64, PART_COLS = 32 };

/* Whether rows of B and C are whole pairs of doubles, and p goes through whole slabs; if not, loads-ahead computes the product. */
INLINE bool suits_tensor_cores(struct extents x)
{
    return x.n % 2 == 0 && x.k % SLAB == 0;
}

/* ---- CPU: matmul_cpu.c ---- */

/* strips: of a row of C, eight vectors. */
enum { STRIP = 8 * 256 / REAL_BITS };

/* register-blocks and tuned: a block of C in vector registers, two vectors wide.  AVX-512 has twice as
 * many registers, so that twice as many rows fit. */
enum {
    ROWS = VECTOR_BITS == 512 ? 12 : 6,
    COLS = 2 * VECTOR_BITS / REAL_BITS,
    ROWS_AVX2 = 6,
    COLS_AVX2 = 2 * 256 / REAL_BITS,
    MOST_ROWS = 12, /* on any path */
    MOST_COLS = 2 * 512 / REAL_BITS,
};
_Static_assert((int)ROWS <= (int)MOST_ROWS && (int)COLS <= (int)MOST_COLS, "panels have room");

/* tuned: how far a slab of panels goes along p. */
enum { DEPTH = 256 };
