/*
 * Blurring a picture while it is copied: the variants `rows-overlapped` and `overlapped` of blur; see stripes.h for
 * the idea.
 *
 * A sample after p passes depends on samples at most p rows away.  So a stripe with p more rows above it and p
 * below, its margins, is a picture of its own, which `rows` or `tuned` can blur.  It starts when the photo has been
 * copied that far, and is copied back when it is done.  What is wrong at the cut moves inwards by one row a pass, and
 * so does not get beyond the margins.  The price is that margins are computed twice; with many passes there are fewer
 * stripes, so that two margins are at most two fifths of a stripe.
 *
 * Only the copies are tasks.  The regions are not: they follow one another, and the loop waits for each of them, and
 * before it for what the next one reads.
 */
#include "blur_tiles.h"
#include "checked.h"
#include "ran_on.h"
#include "stripes.h"

/* The rows of a stripe, and its place in the picture. */
struct piece {
    ptrdiff_t top, end;      /* rows of the result */
    ptrdiff_t first, height; /* with margins: the first row, and how many there are */
};

static int stripes(struct picture s)
{
    ptrdiff_t most = s.height / (5 * (ptrdiff_t)s.passes + 1);
    return most < 1 ? 1 : most < STRIPES ? (int)most : STRIPES;
}

static struct piece piece(struct picture s, int k)
{
    struct piece c = { .top = stripe_begin(s.height, stripes(s), k),
                       .end = stripe_begin(s.height, stripes(s), k + 1) };
    ptrdiff_t below = s.height - c.end, above = c.top;
    c.first = c.top - (s.passes < above ? s.passes : above);
    c.height = c.end + (s.passes < below ? s.passes : below) - c.first;
    return c;
}

/* Number of samples of a stripe: the first one is the highest, and has two margins at most. */
static ptrdiff_t room_of(struct picture s)
{
    ptrdiff_t height = stripe_begin(s.height, stripes(s), 1) + 2 * (ptrdiff_t)s.passes;
    return s.samples * (height < s.height ? height : s.height);
}

static bool length_of_room(const struct tri_case *c, size_t *length)
{
    return tri_multiply_sizes((size_t)room_of(picture_in(c)), 2, length);
}

/* The scratch of tuned, and two arrays for a stripe with its margins: its passes alternate between them. */
const struct tri_operand blur_stripes[] = {
    { "progress", TRI_INT32, TRI_SCRATCH, .length_of = blur_length_of_progress },
    { "stripe", TRI_UINT16, TRI_SCRATCH, .length_of = length_of_room },
    { .name = NULL },
};

/* The photo is copied from top to bottom: a stripe is there when those above it are. */
static void send_photo(struct picture s, const uint16_t *photo)
{
    char order;
    (void)photo; /* gcc does not count what a directive uses */
    for (int k = 0; k < stripes(s); k++) {
        struct piece rows = piece(s, k);
        ptrdiff_t first = rows.top * s.samples, length = (rows.end - rows.top) * s.samples;
        #pragma omp target update to(photo[first:length]) nowait depend(out: photo[first]) depend(inout: order)
    }
}

/* `tuned` for each stripe; then what is not a margin is read and written once more. */
struct tri_work blur_work_of_overlapped(const struct tri_case *c, enum tri_path path)
{
    struct picture s = picture_in(c);
    double samples = (double)c->length[BLURRED];
    struct tri_work all = { .units = samples * (s.passes > 1 ? s.passes : 1),
                            .bytes = 2 * samples * sizeof(uint16_t),
                            .near_bytes = 2 * samples * sizeof(uint16_t) };
    for (int k = 0; k < stripes(s); k++) {
        ptrdiff_t height = piece(s, k).height;
        struct tri_case stripe = *c;
        stripe.value[HEIGHT].integer = height;
        stripe.length[BLURRED] = (size_t)(height * s.samples);
        struct tri_work w = blur_work_of_tiles(&stripe, path);
        all.instructions += w.instructions;
        all.integers += w.integers;
        all.bytes += w.bytes;
        all.near_bytes += w.near_bytes;
    }
    return all;
}

/* What is not a margin is part of the result. */
static void keep_rows(ptrdiff_t n, const uint16_t *from, uint16_t *to)
{
    #pragma omp target teams distribute parallel for map(to: from[:n]) map(from: to[:n])
    for (ptrdiff_t i = 0; i < n; i++)
        to[i] = from[i];
}

/* A stripe with its margins is a picture of its own, which passes write to the arrays in the room. */
static void blur_stripes_by(blur_fn *blur, struct picture s, const uint16_t *photo,
                            uint16_t *result, int32_t *progress, uint16_t *room, bool fetch,
                            int *place)
{
    uint16_t *blurred = room + room_of(s);
    int last = stripes(s) - 1;
    for (int k = 0; k <= last; k++) {
        struct piece rows = piece(s, k);
        struct picture stripe = s;
        ptrdiff_t first = rows.top * s.samples, length = (rows.end - rows.top) * s.samples;
        ptrdiff_t below = piece(s, k < last ? k + 1 : k).top * s.samples;
        stripe.height = rows.height;
        #pragma omp taskwait depend(in: photo[below])
        blur(stripe, photo + rows.first * s.samples, room, blurred, progress, place);
        keep_rows(length, blurred + (rows.top - rows.first) * s.samples, result + first);
        #pragma omp target update from(result[first:length]) if (fetch) nowait
    }
    #pragma omp taskwait
}

static void blur_overlapped_by(blur_fn *blur, struct picture s, const uint16_t *photo,
                               uint16_t *result, int *place, const struct tri_case *c)
{
    uint16_t *room = c->operand[ROOM];
    ptrdiff_t n = s.samples * s.height, rooms = (ptrdiff_t)c->length[ROOM];
    size_t row = (size_t)s.samples * sizeof *result;
    bool send = !is_on_device(photo), fetch = !is_on_device(result);
    void *mapped = map_stripes(result, row, s.height, stripes(s));
    #pragma omp target enter data map(alloc: photo[:n], room[:rooms]) map(to: place[:1])
    if (send)
        send_photo(s, photo);
    blur_stripes_by(blur, s, photo, result, c->operand[PROGRESS], room, fetch, place);
    #pragma omp target exit data map(release: photo[:n], room[:rooms]) map(from: place[:1])
    unmap_stripes(mapped, result, row, s.height, stripes(s));
}

/* Stripes have arrays of their own, and do not use `other`. */
void blur_rows_overlapped_offload(ptrdiff_t width, ptrdiff_t height, int channels, int depth,
                                  int passes, const uint16_t photo[height * width * channels],
                                  uint16_t blurred[height * width * channels],
                                  uint16_t other[height * width * channels], int *place,
                                  const struct tri_case *c)
{
    blur_overlapped_by(blur_by_rows, picture_of(width, height, channels, depth, passes), photo,
                       blurred, place, c);
}

#if HAS_TILES && HAS_FLUSH && HAS_LAUNCH_BOUNDS
void blur_overlapped_offload(ptrdiff_t width, ptrdiff_t height, int channels, int depth, int passes,
                             const uint16_t photo[height * width * channels],
                             uint16_t blurred[height * width * channels],
                             uint16_t other[height * width * channels], int *place,
                             const struct tri_case *c)
{
    blur_overlapped_by(blur_two_teams, picture_of(width, height, channels, depth, passes), photo,
                       blurred, place, c);
}
#endif
