/*
 * Blurring a picture while it is copied: the variant `overlapped` of blur; see stripes.h for the idea.
 *
 * A sample after p passes depends on samples at most p rows away.  So a stripe with p more rows above it and p
 * below, its margins, is blurred independently of the others: it starts when the photo has been copied that
 * far, and is copied back when it is done.  It is treated as a picture of its own.  What is wrong at the cut
 * moves inwards by one row a pass, and so does not get beyond the margins.  The price is that margins are
 * computed twice; with many passes there are fewer stripes, so that margins are no higher than the stripes.
 *
 * A pass is that of `rows`.  Stripes share only what is read: the passes of each stripe alternate between two
 * arrays of its own, and the last one writes the result.
 */
#include "blur_picture.h"

#include "checked.h"
#include "overlapped.h"
#include "ran_on.h"
#include "stripes.h"

enum { ROOM = PROGRESS }; /* the arrays of all stripes: the only scratch memory of this variant */

/* The rows of a stripe, and its place in the picture. */
struct cut {
    ptrdiff_t top, end;      /* rows of the result */
    ptrdiff_t first, height; /* with margins: the first row, and how many there are */
};

static int X(cuts)(struct picture s)
{
    ptrdiff_t most = s.height / (2 * (ptrdiff_t)s.passes + 1);
    return most < 1 ? 1 : most < STRIPES ? (int)most : STRIPES;
}

static struct cut X(cut)(struct picture s, int k)
{
    struct cut c = { .top = stripe_begin(s.height, X(cuts)(s), k),
                     .end = stripe_begin(s.height, X(cuts)(s), k + 1) };
    ptrdiff_t below = s.height - c.end, above = c.top;
    c.first = c.top - (s.passes < above ? s.passes : above);
    c.height = c.end + (s.passes < below ? s.passes : below) - c.first;
    return c;
}

/* Number of samples of one array of a stripe: the first stripe is the highest, and has two margins at most. */
static ptrdiff_t X(room)(struct picture s)
{
    ptrdiff_t height = stripe_begin(s.height, X(cuts)(s), 1) + 2 * (ptrdiff_t)s.passes;
    return s.samples * (height < s.height ? height : s.height);
}

static bool X(length_of_room)(const struct tri_case *c, size_t *length)
{
    struct picture s = X(picture)(c);
    return tri_multiply_sizes((size_t)X(room)(s), 2 * (size_t)X(cuts)(s), length);
}

const struct tri_operand X(blur_stripes)[] = {
    { "stripes", TRI_UINT16, TRI_SCRATCH, .length_of = X(length_of_room) },
    { .name = NULL },
};

/* The arrays of a case. */
struct arrays {
    const uint16_t *photo;
    uint16_t *room, *result;
    int *place;
};

/* Index of the first sample of stripe k; if there is no stripe k, of the nearest one. */
static ptrdiff_t X(first_of)(struct picture s, int k)
{
    int last = X(cuts)(s) - 1;
    return stripe_begin(s.height, last + 1, k < 0 ? 0 : k < last ? k : last) * s.samples;
}

/* Pass number `pass` of stripe k.  It waits for the pass before it, and until the photo has been copied as far
 * as the margins reach, which is into the stripes on either side. */
static void X(pass_of_stripe)(struct picture s, struct arrays a, int k, int pass)
{
    struct cut c = X(cut)(s, k);
    bool last = pass == s.passes - 1, topmost = k == 0;
    uint16_t *own[] = { a.room + X(room)(s) * 2 * k, a.room + X(room)(s) * (2 * k + 1) };
    const uint16_t *from = pass == 0 ? a.photo + c.first * s.samples : own[(pass - 1) % 2];
    uint16_t *to = last ? a.result + c.first * s.samples : own[pass % 2];
    ptrdiff_t first = last ? c.top - c.first : 0, end = last ? c.end - c.first : c.height;
    ptrdiff_t samples = s.samples, height = c.height, n = samples * height;
    ptrdiff_t before = first * samples, length = (end - first) * samples;
    const uint16_t *above = a.photo + X(first_of)(s, k - 1), *here = a.photo + X(first_of)(s, k),
                   *below = a.photo + X(first_of)(s, k + 1), *stripe = a.result + X(first_of)(s, k);
    int channels = s.channels, *place = a.place;
    #pragma omp target teams distribute num_teams(tri_teams(end - first)) map(to: from[:n]) \
        map(from: to[before:length]) map(alloc: place[:1]) nowait \
        depend(in: above[0], here[0], below[0]) depend(inout: stripe[0])
    for (ptrdiff_t row = first; row < end; row++) {
        #pragma omp parallel for
        for (ptrdiff_t i = 0; i < samples; i++) {
            to[row * samples + i] = X(mean_at)(from, row, i, samples, height, channels);
            if (topmost && row == 0 && i == 0)
                *place = ran_on();
        }
    }
}

/* With no passes: copies. */
static void X(copy_stripe)(struct picture s, struct arrays a, int k)
{
    ptrdiff_t first = X(first_of)(s, k), length = X(cut)(s, k).end * s.samples - first;
    const uint16_t *photo = a.photo;
    uint16_t *result = a.result;
    int *place = a.place;
    #pragma omp target teams distribute parallel for map(to: photo[first:length]) \
        map(from: result[first:length]) map(alloc: place[:1]) nowait \
        depend(in: photo[first]) depend(inout: result[first])
    for (ptrdiff_t i = first; i < first + length; i++) {
        result[i] = photo[i];
        if (i == 0)
            *place = ran_on();
    }
}

static void X(send_stripes)(struct picture s, struct arrays a)
{
    const uint16_t *photo = a.photo;
    for (int k = 0; k < X(cuts)(s); k++) {
        ptrdiff_t first = X(first_of)(s, k), length = X(cut)(s, k).end * s.samples - first;
        #pragma omp target update to(photo[first:length]) nowait depend(out: photo[first])
    }
}

/* The number of tasks in flight is limited, since each one takes memory until it is done. */
enum { TASKS = 256 };

static void X(blur_stripes_of)(struct picture s, struct arrays a, bool fetch)
{
    uint16_t *result = a.result;
    for (int k = 0; k < X(cuts)(s); k++) {
        ptrdiff_t first = X(first_of)(s, k), length = X(cut)(s, k).end * s.samples - first;
        if (s.passes == 0)
            X(copy_stripe)(s, a, k);
        for (int pass = 0; pass < s.passes; pass++) {
            X(pass_of_stripe)(s, a, k, pass);
            if (pass % TASKS == TASKS - 1) {
                #pragma omp taskwait
            }
        }
        #pragma omp target update from(result[first:length]) if (fetch) nowait depend(in: result[first])
    }
    #pragma omp taskwait
}

void X(blur_overlapped)(const struct tri_case *c)
{
    struct picture s = X(picture)(c);
    const uint16_t *photo = c->operand[PHOTO];
    uint16_t *room = c->operand[ROOM], *result = c->operand[BLURRED];
    int *place = c->ran_on;
    ptrdiff_t n = s.samples * s.height, rooms = (ptrdiff_t)c->length[ROOM];
    bool send = !is_on_device(photo), fetch = !is_on_device(result);
    #pragma omp target enter data map(alloc: photo[:n], room[:rooms], result[:n]) map(to: place[:1])
    struct arrays all = { photo, room, result, place };
    if (send)
        X(send_stripes)(s, all);
    X(blur_stripes_of)(s, all, fetch);
    #pragma omp target exit data map(release: photo[:n], room[:rooms], result[:n]) map(from: place[:1])
}
