/* A cold start in a new process: asking for it, and answering. */
#include "cold.h"

#include "again.h"

#include <math.h>
#include <stdio.h>

double cold_in_new_process(const struct tri_case *c, const char *peer)
{
    char params[1000];
    double seconds;
    const char *precision = tri_precision_name(c->hotspot->precision);
    tri_case_describe(c, params, sizeof params);
    const char *arguments[] = { "bench",   "--cold",         peer, "--set", params, "--precision",
                                precision, c->hotspot->name, NULL };
    return bench_again(arguments, 1, &seconds, NULL) ? seconds : (double)NAN;
}

bool answer_cold(const struct bench *b, struct tri_error *e)
{
    struct tri_case c;
    double seconds;
    enum tri_precision precision = b->request.precision[TRI_FLOAT] ? TRI_FLOAT : TRI_DOUBLE;
    if (!request_case(&b->request, b->request.hotspot[0], precision, &c, e))
        return false;
    size_t i = 0;
    while (i < peer_count() && !peer_is_chosen(peer_at(i, precision), c.hotspot, b->peer))
        i++;
    const struct tri_peer *p = peer_at(i, precision);
    if (!p)
        return tri_fail(e, TRI_USAGE, "--cold: has to name a peer of %s", c.hotspot->name);
    if (!peer_available(p, e) || !tri_case_allocate(&c, e))
        return false;
    bool good = tri_measure_cold(&c, &p->contender, &seconds, e);
    if (good)
        printf("%.9g\n", seconds);
    tri_case_free(&c);
    return good;
}
