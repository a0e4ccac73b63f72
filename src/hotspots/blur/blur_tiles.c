/*
 * The variants of blur that do several passes on a tile, on a GPU.
 *
 * From eight-passes on they need whole teams: all 256 threads, since each one holds a part of the tile
 * (blur_tile.h).  one-region and tuned also need teams that can wait for each other, which OpenMP does
 * not promise (tickets.h says why it works).
 *
 * A picture that is lower or narrower than a tile is done in tiles that are partly filled
 * (blur_partial.h).
 */
#include "blur_tiles.h"

#include "blur_picture.h"
#include "blur_tickets.h"
#include "blur_tile.h"
#include "ran_on.h"

#include <string.h>

enum {
    PASSES_8 = 8, /* on a tile at a time; with more, margins cost more than they save */
    PASSES_16 = 4,
};
_Static_assert((int)THREADS <= (int)TRI_WHOLE_TEAM, "what is asked of a device");

static struct plan plan_of(struct picture s, const uint16_t *photo, uint16_t *other,
                           uint16_t *result, int32_t *progress)
{
    int32_t at_once = s.depth == 8 ? PASSES_8 : PASSES_16, tall = s.depth == 8 ? 2 * ROWS : ROWS;
    int32_t wide = THREADS / s.channels * s.channels * COLUMNS;
    int32_t height = (int32_t)s.height, samples = (int32_t)s.samples;
    return (struct plan){
        .depth = s.depth,
        .passes = s.passes,
        .at_once = at_once,
        .channels = s.channels,
        .rows = { height, tall < height ? tall : height, at_once },
        .columns = { samples, wide < samples ? wide : samples, at_once * s.channels },
        .photo = photo,
        .other = other,
        .result = result,
        .progress = progress,
    };
}

/* Work of a variant that does passes on tiles.  In each pass a word of a tile takes three additions and a
 * shift, and one mask more if it holds two samples (8 bits): 4, or 2.5 for each sample.  A thread stores its outermost
 * columns in team memory and loads its neighbours': 16 bytes for two words.  A sweep reads and writes
 * the picture in memory once.  Margins count each time they are computed. */
struct tri_work blur_work_of_tiles(const struct tri_case *c, enum tri_path path)
{
    struct picture s = picture_in(c);
    struct plan p = plan_of(s, NULL, NULL, NULL, NULL);
    double samples = (double)c->length[BLURRED], sweeps = fmax(sweeps_for(s.passes, p.at_once), 1);
    double computed = (double)pieces_of(p.rows) * p.rows.piece * pieces_of(p.columns) *
                      p.columns.piece * s.passes;
    double bytes = 2 * samples * sweeps * sizeof(uint16_t);
    return (struct tri_work){
        .units = samples * fmax(s.passes, 1),
        .instructions = (s.depth == 8 ? 2.5 : 4) * computed,
        .integers = (s.depth == 8 ? 2.5 : 4) * computed,
        .bytes = bytes,
        .near_bytes = (s.depth == 8 ? 4 : 8) * computed + bytes,
    };
}

bool blur_length_of_progress(const struct tri_case *c, size_t *length)
{
    struct plan p = plan_of(picture_in(c), NULL, NULL, NULL, NULL);
    *length = (size_t)pieces_of(p.rows) * (size_t)pieces_of(p.columns) + 1;
    return true;
}

const struct tri_operand blur_progress[] = {
    { "progress", TRI_INT32, TRI_SCRATCH, .length_of = blur_length_of_progress },
    { .name = NULL },
};

/* ---- What they need ---- */

bool blur_whole_teams(enum tri_path path, struct tri_error *e)
{
    return needs_whole_teams(path, e) && needs_tiles(path, e);
}

/* The same for teams that wait for each other. */
bool blur_waiting_teams(enum tri_path path, struct tri_error *e)
{
    return needs_waiting_teams(path, e) && blur_whole_teams(path, e);
}

bool blur_two_teams_available(enum tri_path path, struct tri_error *e)
{
    return needs_launch_bounds(path, e) && blur_waiting_teams(path, e);
}

/* ---- Regions ---- */

#if HAS_TILES

typedef void region_fn(const struct plan *p, int *place);

/* Whether the picture is lower or narrower than a tile, or is only to be copied. */
static bool is_partial(const struct plan *p)
{
    return p->passes == 0 || p->rows.piece < (p->depth == 8 ? 2 * ROWS : ROWS) ||
           p->columns.piece < THREADS / p->channels * p->channels * COLUMNS;
}

/* The plan inside a region.  A region is given numbers and pointers, since a struct would be mapped.  A
 * macro, since a function would load all of them before it stores the first. */
# define PLAN_HERE(depth, passes, at_once, channels, height, tall, samples, wide, photo, other, \
                   result, progress)                                                            \
     { depth,                                                                                   \
       passes,                                                                                  \
       at_once,                                                                                 \
       channels,                                                                                \
       { height, tall, at_once },                                                               \
       { samples, wide, (at_once) * (channels) },                                               \
       photo,                                                                                   \
       other,                                                                                   \
       result,                                                                                  \
       progress }

/* ---- GPU, eight-passes ----------------------------------------------------------------------------
 *
 * Needs whole teams.
 *
 * A sweep loads each tile once, does eight passes on it in registers (four if samples have 16 bits, since
 * a word then holds one) and stores what is still valid.  So there is an eighth of the memory traffic, and
 * an eighth of the regions.
 */
#pragma omp declare target

INLINE void work_on_tiles(bool partial, const struct plan *p, struct team *team, int *place)
{
    int32_t all = tiles_of(p), across = pieces_of(p->columns);
    if (omp_get_team_num() == 0 && omp_get_thread_num() == 0)
        *place = ran_on();
    for (int32_t tile = omp_get_team_num(); tile < all; tile += omp_get_num_teams()) {
        #pragma omp barrier
        if (omp_get_thread_num() == 0)
            place_tile(p, tile / across, tile % across, team);
        #pragma omp barrier
        if (partial && p->depth == 8)
            blur_partial(8, p, p->passes, p->photo, p->result, team);
        else if (partial)
            blur_partial(16, p, p->passes, p->photo, p->result, team);
        else if (p->depth == 8)
            blur_tile(8, p, p->passes, p->photo, p->result, team);
        else
            blur_tile(16, p, p->passes, p->photo, p->result, team);
    }
}

#pragma omp end declare target

static void sweep_once(const struct plan *p, int *place)
{
    const uint16_t *from = p->photo;
    uint16_t *to = p->result;
    int32_t depth = p->depth, channels = p->channels, passes = p->passes, at_once = p->at_once;
    int32_t height = p->rows.length, tall = p->rows.piece;
    int32_t samples = p->columns.length, wide = p->columns.piece;
    ptrdiff_t n = (ptrdiff_t)height * samples;
    if (is_partial(p)) {
        #pragma omp target teams num_teams(tri_teams(tiles_of(p))) thread_limit(THREADS) \
            map(to: from[:n]) map(from: to[:n], place[:1])
        {
            struct team team;
            #pragma omp parallel num_threads(THREADS)
            {
                struct plan here = PLAN_HERE(depth, passes, at_once, channels, height, tall,
                                             samples, wide, from, NULL, to, NULL);
                work_on_tiles(true, &here, &team, place);
            }
        }
    } else {
        #pragma omp target teams num_teams(tri_teams(tiles_of(p))) thread_limit(THREADS) \
            map(to: from[:n]) map(from: to[:n], place[:1])
        {
            struct team team;
            #pragma omp parallel num_threads(THREADS)
            {
                struct plan here = PLAN_HERE(depth, passes, at_once, channels, height, tall,
                                             samples, wide, from, NULL, to, NULL);
                work_on_tiles(false, &here, &team, place);
            }
        }
    }
}

void blur_eight_passes_offload(ptrdiff_t width, ptrdiff_t height, int channels, int depth,
                               int passes, const uint16_t photo[height * width * channels],
                               uint16_t blurred[height * width * channels],
                               uint16_t other[height * width * channels], int *place)
{
    struct plan p =
        plan_of(picture_of(width, height, channels, depth, passes), photo, other, blurred, NULL);
    int sweeps = passes > 0 ? sweeps_for(passes, p.at_once) : 1;
    ptrdiff_t n = height * width * channels;
    #pragma omp target data map(to: photo[:n]) map(alloc: other[:n]) map(from: blurred[:n])
    for (int sweep = 0; sweep < sweeps; sweep++) {
        int left = passes - sweep * p.at_once;
        p.passes = left < p.at_once ? left : p.at_once;
        p.result = destination(sweep, sweeps, other, blurred);
        sweep_once(&p, place);
        p.photo = p.result;
    }
}

#endif

/* ---- GPU, one-region ------------------------------------------------------------------------------
 *
 * Needs whole teams, and teams that wait for each other.
 *
 * With eight-passes, a region ends after each sweep and another one starts, and most of the GPU is idle
 * until the last tile is done.  Here one region does all sweeps: a team takes the next eight passes of a
 * tile as soon as the tiles around it are ready.
 */
#if HAS_TILES && HAS_FLUSH

static void run_region(const struct plan *p, int *place)
{
    const uint16_t *photo = p->photo;
    uint16_t *other = p->other, *result = p->result;
    int32_t *progress = p->progress, all = tiles_of(p), passes = p->passes, at_once = p->at_once;
    int32_t depth = p->depth, channels = p->channels, height = p->rows.length, tall = p->rows.piece;
    int32_t samples = p->columns.length, wide = p->columns.piece;
    ptrdiff_t n = (ptrdiff_t)height * samples;
    if (is_partial(p)) {
        #pragma omp target teams num_teams(tri_teams(all < MAX_TEAMS ? all : MAX_TEAMS)) \
            thread_limit(THREADS) map(to: photo[:n]) map(alloc: other[:n]) \
            map(from: result[:n], place[:1]) map(tofrom: progress[:all + 1])
        {
            struct team team;
            #pragma omp parallel num_threads(THREADS)
            {
                struct plan here = PLAN_HERE(depth, passes, at_once, channels, height, tall,
                                             samples, wide, photo, other, result, progress);
                if (omp_get_team_num() == 0 && omp_get_thread_num() == 0)
                    *place = ran_on();
                work_on_tickets(depth, true, &here, &team);
            }
        }
    } else {
        #pragma omp target teams num_teams(tri_teams(all < MAX_TEAMS ? all : MAX_TEAMS)) \
            thread_limit(THREADS) map(to: photo[:n]) map(alloc: other[:n]) \
            map(from: result[:n], place[:1]) map(tofrom: progress[:all + 1])
        {
            struct team team;
            #pragma omp parallel num_threads(THREADS)
            {
                struct plan here = PLAN_HERE(depth, passes, at_once, channels, height, tall,
                                             samples, wide, photo, other, result, progress);
                if (omp_get_team_num() == 0 && omp_get_thread_num() == 0)
                    *place = ran_on();
                work_on_tickets(depth, false, &here, &team);
            }
        }
    }
}

/* All passes, usually in a single region.  If more than MAX_TICKETS tickets are needed, in several regions,
 * each of which begins with the result of the one before.  All but the first have an even number of
 * rounds, so that no region's first round writes the array that it reads. */
static void blur_in_regions(region_fn *region, struct picture s, const uint16_t *photo,
                            uint16_t *other, uint16_t *result, int32_t *progress, int *place)
{
    struct plan p = plan_of(s, photo, other, result, progress);
    int32_t rounds = s.passes > 0 ? sweeps_for(s.passes, p.at_once) : 1, all = tiles_of(&p), now;
    int32_t most = MAX_TICKETS / all - 1;
    ptrdiff_t n = s.samples * s.height;
    region = is_partial(&p) ? run_region : region;
    #pragma omp target data map(to: photo[:n]) map(alloc: other[:n], progress[:all + 1]) \
        map(from: result[:n])
    for (int32_t done = 0; done < rounds; done += now) {
        int32_t left = s.passes - done * p.at_once;
        now = rounds - done <= most ? rounds - done : most - (rounds - done - most) % 2;
        p.passes = now * p.at_once < left ? now * p.at_once : left;
        memset(progress, 0, ((size_t)all + 1) * sizeof *progress);
        #pragma omp target update to(progress[:all + 1])
        region(&p, place);
        p.photo = result;
    }
}

void blur_one_region_offload(ptrdiff_t width, ptrdiff_t height, int channels, int depth, int passes,
                             const uint16_t photo[height * width * channels],
                             uint16_t blurred[height * width * channels],
                             uint16_t other[height * width * channels], int *place,
                             const struct tri_case *c)
{
    blur_in_regions(run_region, picture_of(width, height, channels, depth, passes), photo, other,
                    blurred, c->operand[PROGRESS], place);
}

#endif

/* ---- GPU, tuned -----------------------------------------------------------------------------------
 *
 * Needs whole teams, teams that wait for each other, and an extension of clang.
 *
 * Two teams can share a multiprocessor, so that one computes while the other waits, if a thread uses at most
 * 128 registers; by itself the compiler takes more.  OpenMP has no clause for that.  So the region says that
 * a team may have twice as many threads as it gets, for which the compiler has to reserve registers.
 * (thread_limit is a variable, because the compiler would take a constant as the number of threads.)
 */
#if HAS_TILES && HAS_FLUSH && HAS_LAUNCH_BOUNDS

static void region_of_two_teams(const struct plan *p, int *place)
{
    const uint16_t *photo = p->photo;
    uint16_t *other = p->other, *result = p->result;
    int32_t *progress = p->progress, all = tiles_of(p), passes = p->passes, at_once = p->at_once;
    int32_t depth = p->depth, channels = p->channels, height = p->rows.length, tall = p->rows.piece;
    int32_t samples = p->columns.length, wide = p->columns.piece;
    ptrdiff_t n = (ptrdiff_t)height * samples;
    int threads = THREADS;
    #pragma omp target teams num_teams(tri_teams(all < MAX_TEAMS ? all : MAX_TEAMS)) \
        thread_limit(threads) ompx_attribute(__attribute__((launch_bounds(2 * THREADS)))) \
        map(to: photo[:n]) map(alloc: other[:n]) map(from: result[:n], place[:1]) \
        map(tofrom: progress[:all + 1])
    {
        struct team team;
        #pragma omp parallel num_threads(THREADS)
        {
            struct plan here = PLAN_HERE(depth, passes, at_once, channels, height, tall, samples,
                                         wide, photo, other, result, progress);
            if (omp_get_team_num() == 0 && omp_get_thread_num() == 0)
                *place = ran_on();
            work_on_tickets(depth, false, &here, &team);
        }
    }
}

void blur_two_teams(struct picture s, const uint16_t *photo, uint16_t *other, uint16_t *result,
                    int32_t *progress, int *place)
{
    blur_in_regions(region_of_two_teams, s, photo, other, result, progress, place);
}

void blur_tuned_offload(ptrdiff_t width, ptrdiff_t height, int channels, int depth, int passes,
                        const uint16_t photo[height * width * channels],
                        uint16_t blurred[height * width * channels],
                        uint16_t other[height * width * channels], int *place,
                        const struct tri_case *c)
{
    blur_two_teams(picture_of(width, height, channels, depth, passes), photo, other, blurred,
                   c->operand[PROGRESS], place);
}

#endif
