/* The reference on all threads: a plain loop with `omp parallel for`, which only the compiler may
 * vectorise. */
#include "real.h"

#include "peers.h"

static void run(const struct tri_case *c)
{
    c->hotspot->reference(c);
}

const struct tri_peer parallel_for_peers[] = {
    {
        .contender = { .peer = "parallel-for", .path = TRI_SIMD, .follows = true, .run = run },
        .meaning = "the reference's loop on all threads",
        .any_choice = true,
    },
    { .meaning = NULL },
};
