/* The reference on all threads: a plain loop with `omp parallel for`, which only the compiler may
 * vectorise. */
#include "real.h"

#include "peers.h"

static void run(const struct tri_case *c)
{
    c->hotspot->reference(c);
}

const struct tri_peer scalar_peers[] = {
    {
        .contender = { .peer = "scalar", .path = TRI_SIMD, .follows = true, .run = run },
        .meaning = "the reference's loop on all threads",
        .any_choice = true,
    },
    { .meaning = NULL },
};
