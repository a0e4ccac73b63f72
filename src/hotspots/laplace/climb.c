/*
 * Laplace's equation: from one region per step to one region for all steps.
 *
 * The plain form is in src/hotspots/laplace/laplace.c.  A step takes four instructions for each point and moves
 * two numbers, so memory is the limit.  The first variants reach a fifth to a third of it on an H200
 * (docs/measured.md); the later ones take several steps, a pass, on each point while it is in registers, a cache or
 * team memory.
 *
 *     map-each-step  GPU   counterexample: each step copies the arrays to the device and the result back
 *     plain-simd     GPU   the plain form as one loop, with `simd`, as in mandelbrot/climb.c
 *     pointers       GPU   device pointers: a region skips the present-table lookup
 *     flat           GPU   one index, and as many teams as there are pieces of 256 points
 *     eight-steps    GPU   eight steps a pass: a tile and its halo in team memory
 *                    CPU   the same: a block and its halo in a core's cache
 *     registers      GPU   a patch of 8 x 8 points in the registers of each thread
 *     tuned          GPU   one region for all steps: teams wait for the tiles around theirs
 *                    CPU   sixteen steps a pass, each one row behind the one before
 *
 * Shared by all: laplace.h; by the last two GPU variants: laplace_patch.h, laplace_tickets.h.  Several
 * steps a pass: laplace_gpu.c, laplace_cpu.c.  Several devices: laplace_bands.c.
 */
#include "laplace.h"

#include <string.h>

#pragma omp declare target

/* The next value of an inner point. */
INLINE real next_at(ptrdiff_t width, ptrdiff_t words, const uint32_t *mask, const real *from,
                    ptrdiff_t row, ptrdiff_t col)
{
    const real *at = from + row * width + col;
    bool is_free = mask[row * words + col / WORD] >> col % WORD & 1;
    return is_free ? average(at[-width], at[width], at[-1], at[1]) : *at;
}

#pragma omp end declare target

/* ---- GPU, map in every step: a counterexample -------------------------------------------------------
 *
 * The same step as in the lesson, without `target data` around it.  Each step copies both arrays and the
 * mask to the device and one array back, over a bus that is much slower than the device's memory.  `always`
 * makes it copy even if the arrays are on the device already, as they are when bench times a run; in a
 * program that keeps nothing there, it would copy anyway.  Since the potential is on the host after each
 * step, the host checks whether any point has moved.
 */
static void step_with_maps(struct box b, const uint32_t *mask, const real *from, real *to,
                           int *place)
{
    ptrdiff_t width = b.width, height = b.height, points = width * height, words = b.words;
    #pragma omp target teams distribute parallel for collapse(2) \
        map(always, to: mask[:height * words], from[:points]) map(always, tofrom: to[:points]) \
        map(tofrom: place[:1])
    for (ptrdiff_t row = 1; row < height - 1; row++)
        for (ptrdiff_t col = 1; col < width - 1; col++) {
            to[row * width + col] = next_at(width, words, mask, from, row, col);
            if (row == 1 && col == 1)
                *place = ran_on();
        }
}

static bool has_moved(ptrdiff_t points, const real *from, const real *to, real tolerance)
{
    int moved = 0;
    #pragma omp parallel for simd reduction(|: moved)
    for (ptrdiff_t i = 0; i < points; i++)
        moved |= ABS(to[i] - from[i]) > tolerance;
    return moved;
}

/* A box without inner points has no step, so a region of its own finds out where it runs. */
static void tell_place(int *place)
{
    #pragma omp target map(from: place[:1])
    *place = ran_on();
}

int32_t laplace_map_each_step_offload(ptrdiff_t n, int32_t steps, double tolerance, int conductor,
                                      ptrdiff_t width, ptrdiff_t height,
                                      real potential[height * width],
                                      const real start[height * width], real other[height * width],
                                      const int32_t mask[height * ((width + 31) / 32)], int *place)
{
    struct pass first = first_pass(n, steps, tolerance, conductor, width, height, start, mask);
    ptrdiff_t points = height * width;
    real *u[] = { potential, other };
    int32_t taken = 0;
    tell_place(place);
    memcpy(potential, start, (size_t)points * sizeof(real));
    memcpy(other, start, (size_t)points * sizeof(real));
    for (bool moving = true; moving && taken < steps; taken++) {
        real *from = u[taken % 2], *to = u[(taken + 1) % 2];
        step_with_maps(first.box, first.mask, from, to, place);
        moving = tolerance == 0 || has_moved(points, from, to, first.box.tolerance);
    }
    if (taken % 2 == 1)
        memcpy(potential, other, (size_t)points * sizeof(real));
    /* The host has the result: where the caller keeps `potential` on the device, it has to go there. */
    #pragma omp target update to(potential[:points])
    return taken;
}

/* ---- GPU, plain-simd --------------------------------------------------------------------------------
 *
 * vecadd/climb.c explains `simd`; mandelbrot/climb.c says why this is one loop.  Three regions have it: a step, a step
 * that checks for changes, and the copies before and after.
 */
static ptrdiff_t inner_points(struct box b)
{
    ptrdiff_t across = b.width - 2, down = b.height - 2;
    return across > 0 && down > 0 ? across * down : 0;
}

/* Returns whether a point has moved; true if nobody asks (no tolerance). */
static bool step_lanes(struct box b, const uint32_t *mask, const real *from, real *to)
{
    ptrdiff_t width = b.width, height = b.height, points = width * height, words = b.words;
    ptrdiff_t inner = inner_points(b), across = width - 2;
    real change = 0;
    if (b.tolerance > 0) {
        #pragma omp target teams distribute parallel for simd reduction(max: change) \
            map(to: mask[:height * words], from[:points]) map(tofrom: to[:points], change)
        for (ptrdiff_t i = 0; i < inner; i++) {
            ptrdiff_t row = 1 + i / across, col = 1 + i % across, point = row * width + col;
            to[point] = next_at(width, words, mask, from, row, col);
            real moved = ABS(to[point] - from[point]);
            change = moved > change ? moved : change;
        }
        return change > b.tolerance;
    }
    #pragma omp target teams distribute parallel for simd map(to: mask[:height * words], from[:points]) \
        map(tofrom: to[:points])
    for (ptrdiff_t i = 0; i < inner; i++) {
        ptrdiff_t row = 1 + i / across, col = 1 + i % across;
        to[row * width + col] = next_at(width, words, mask, from, row, col);
    }
    return true;
}

static void copy_lanes(ptrdiff_t n, const real *from, real *to, int *place)
{
    #pragma omp target teams distribute parallel for simd map(to: from[:n]) \
        map(from: to[:n], place[:1])
    for (ptrdiff_t i = 0; i < n; i++) {
        to[i] = from[i];
        if (i == 0)
            *place = ran_on();
    }
}

int32_t laplace_plain_simd_offload(ptrdiff_t n, int32_t steps, double tolerance, int conductor,
                                   ptrdiff_t width, ptrdiff_t height,
                                   real potential[height * width], const real start[height * width],
                                   real other[height * width],
                                   const int32_t mask[height * ((width + 31) / 32)], int *place)
{
    struct pass first = first_pass(n, steps, tolerance, conductor, width, height, start, mask);
    struct box b = first.box;
    ptrdiff_t points = height * width, words = height * b.words;
    real *u[] = { potential, other };
    int32_t taken = 0;
    #pragma omp target data map(to: start[:points], mask[:words]) \
        map(from: potential[:points], place[:1]) map(alloc: other[:points])
    {
        copy_lanes(points, start, potential, place);
        copy_lanes(points, start, other, place);
        for (bool moving = true; moving && taken < steps; taken++) {
            real *from = u[taken % 2], *to = u[(taken + 1) % 2];
            moving = step_lanes(b, first.mask, from, to);
        }
        if (taken % 2 == 1)
            copy_lanes(points, other, potential, place);
    }
    return taken;
}

/* ---- GPU, pointers ----------------------------------------------------------------------------------
 *
 * For each array that a region maps, the runtime looks up its host address in the table of what is present,
 * to find the device address.  That is a good part of the time to launch a short region.  `use_device_ptr`
 * does it once, around all steps, and `is_device_ptr` says that a pointer is a device address
 * already.
 *
 * With a tolerance a step is another region, which looks for changes.  A step here writes the border, too, so the
 * arrays need not be filled first: the first step reads `start`, and the arrays alternate so that the last step
 * writes `potential`.
 */
static uint32_t pass_pointers(const struct pass *p)
{
    const uint32_t *mask = p->mask;
    const real *from = p->from;
    real *to = p->to, tolerance = p->box.tolerance;
    ptrdiff_t width = p->box.width, height = p->box.height, words = p->box.words;
    int32_t done = p->done, steps = p->steps, *taken = p->taken, moved = 0;
    int *place = p->place;
    if (tolerance > 0) {
        #pragma omp target teams distribute parallel for collapse(2) reduction(|: moved) \
            is_device_ptr(mask, from, to, taken, place) map(tofrom: moved)
        for (ptrdiff_t row = 0; row < height; row++)
            for (ptrdiff_t col = 0; col < width; col++) {
                struct box b = { width, height, words, steps, tolerance };
                moved |= step_point(b, mask, from, to, row, col) > tolerance;
                if (row == 0 && col == 0) {
                    *taken = done + steps;
                    *place = ran_on();
                }
            }
    } else {
        #pragma omp target teams distribute parallel for collapse(2) \
            is_device_ptr(mask, from, to, taken, place)
        for (ptrdiff_t row = 0; row < height; row++)
            for (ptrdiff_t col = 0; col < width; col++) {
                struct box b = { width, height, words, steps, tolerance };
                step_point(b, mask, from, to, row, col);
                if (row == 0 && col == 0) {
                    *taken = done + steps;
                    *place = ran_on();
                }
            }
    }
    return (uint32_t)moved;
}

void laplace_pointers_offload(ptrdiff_t n, int32_t steps, double tolerance, int conductor,
                              ptrdiff_t width, ptrdiff_t height, real potential[height * width],
                              const real start[height * width], real other[height * width],
                              const int32_t mask[height * ((width + 31) / 32)], int32_t taken[1],
                              int *place)
{
    struct pass first = first_pass(n, steps, tolerance, conductor, width, height, start, mask);
    laplace_run_passes(pass_pointers, 1, first, potential, other, taken, place);
}

/* ---- GPU, flat --------------------------------------------------------------------------------------
 *
 * By default, LLVM's runtime starts a fixed number of teams, and each thread computes several points, with a
 * loop and a 64-bit division for each.  Here one index counts all points, and there are enough teams for
 * each thread to have one point.
 */
enum { FLAT_THREADS = 256 };

static uint32_t pass_flat(const struct pass *p)
{
    const uint32_t *mask = p->mask;
    const real *from = p->from;
    real *to = p->to, tolerance = p->box.tolerance;
    ptrdiff_t width = p->box.width, height = p->box.height, words = p->box.words;
    ptrdiff_t points = width * height;
    int32_t done = p->done, steps = p->steps, *taken = p->taken, moved = 0;
    int *place = p->place, teams = tri_teams((points + FLAT_THREADS - 1) / FLAT_THREADS);
    if (tolerance > 0) {
        #pragma omp target teams distribute parallel for num_teams(teams) thread_limit(FLAT_THREADS) \
            reduction(|: moved) is_device_ptr(mask, from, to, taken, place) map(tofrom: moved)
        for (ptrdiff_t i = 0; i < points; i++) {
            struct box b = { width, height, words, steps, tolerance };
            moved |= step_point(b, mask, from, to, i / width, i % width) > tolerance;
            if (i == 0) {
                *taken = done + steps;
                *place = ran_on();
            }
        }
    } else {
        #pragma omp target teams distribute parallel for num_teams(teams) thread_limit(FLAT_THREADS) \
            is_device_ptr(mask, from, to, taken, place)
        for (ptrdiff_t i = 0; i < points; i++) {
            struct box b = { width, height, words, steps, tolerance };
            step_point(b, mask, from, to, i / width, i % width);
            if (i == 0) {
                *taken = done + steps;
                *place = ran_on();
            }
        }
    }
    return (uint32_t)moved;
}

void laplace_flat_offload(ptrdiff_t n, int32_t steps, double tolerance, int conductor,
                          ptrdiff_t width, ptrdiff_t height, real potential[height * width],
                          const real start[height * width], real other[height * width],
                          const int32_t mask[height * ((width + 31) / 32)], int32_t taken[1],
                          int *place)
{
    struct pass first = first_pass(n, steps, tolerance, conductor, width, height, start, mask);
    laplace_run_passes(pass_flat, 1, first, potential, other, taken, place);
}

/* ---- What they need, and what they use ---- */

/* There must be a thread for each patch of a tile, and memory that they share. */
static bool has_whole_teams(enum tri_path path, struct tri_error *e)
{
    return needs_team_kernels(path, e) && needs_thread_arrays(path, e) &&
           needs(path, path != TRI_OFFLOAD || tri_device_place() == TRI_GPU,
                 "a GPU: a thread for each patch of a tile, in registers", e) &&
           needs_whole_teams(path, e);
}

static bool has_waiting_teams(enum tri_path path, struct tri_error *e)
{
    return needs_waiting_teams(path, e) && has_whole_teams(path, e);
}

/* A pass reads and writes each point once. */
static struct tri_work work_of_eight(const struct tri_case *c, enum tri_path path)
{
    struct tri_work w = work(c);
    w.bytes = bytes_of(c, 8);
    return path == TRI_OFFLOAD ? laplace_work_near(c, w) : w;
}

static struct tri_work work_of_patches(const struct tri_case *c, enum tri_path path)
{
    struct tri_work w = work(c);
    w.bytes = bytes_of(c, path == TRI_OFFLOAD ? 8 : 16);
    return path == TRI_OFFLOAD ? laplace_work_of_patches(c, w) : w;
}

/* ---- The rungs ---- */

const struct tri_variant laplace_tuned[] = {
    { .name = "map-each-step",
      .idea = "counterexample: each step copies the arrays to the device and the result back" },
    { .name = "plain-simd",
      .idea =
          "with simd: uses a warp's lanes with compilers that make a warp one thread, as gcc does" },
    { .name = "pointers", .idea = "device pointers: a region skips the present-table lookup" },
    { "flat", "one index, and enough teams for one point per thread",
      .follows = { .teams = true } },
    { "eight-steps", "eight steps a pass: a tile and its halo in team memory, or in a core's cache",
      .available = needs_team_kernels, .work = work_of_eight },
    { "registers", "a patch of 8 x 8 points in the registers of each thread",
      .needs = "GPU: whole teams", .available = has_whole_teams, .work = work_of_patches },
    { "tuned",
      "GPU: one region for all steps; CPU: sixteen steps a pass, each a row behind the one before",
      .waits_awake = true, .division = &laplace_division,
      .needs = "GPU: whole teams that wait for each other", .available = has_waiting_teams,
      .work = work_of_patches, .scratch = laplace_scratch },
    { .name = NULL },
};
