/* A case whose parameters are drawn at random. */
#include "inside.h"

#include "hotspot.h"

#include <math.h>
#include <stdlib.h>

/* Bytes of a case: 2^6 to 2^20.  Not every draw is a case: lengths may be too many together, or parameters exclude each other. */
enum { LEAST_LOG = 6, MOST_LOG = 20, TRIES = 1000 };

struct draw {
    unsigned short *state; /* of erand48() */
    bool real;             /* real parameters are drawn, too: not every hotspot takes each alone */
};

/* An integer; small ones are as likely as large ones. */
static double drawn_from(double least, double most, unsigned short *state)
{
    return least + floor(exp(erand48(state) * log(most - least + 2))) - 1;
}

/* One in four is a multiple of what a vector has, and may be one of a tile. */
static double drawn_length(const struct tri_param *p, unsigned short *state)
{
    enum { VECTOR = 16 };
    double length = drawn_from(p->min, fmin(p->max, exp2(MOST_LOG)), state);
    double whole = floor(length / VECTOR) * VECTOR;
    return erand48(state) < 0.25 && whole > 0 && whole >= p->min ? whole : length;
}

/* A number of steps, for instance: at most twice the usual one, and one more. */
static double drawn_count(const struct tri_param *p, double usual, unsigned short *state)
{
    double least = usual < 0 ? 2 * usual - 1 : 0, most = 2 * fabs(usual) + 1;
    least = fmax(p->min, least);
    return drawn_from(least, fmax(least, fmin(p->max, most)), state);
}

/* Half to one and a half of the usual one. */
static double drawn_real(const struct tri_param *p, double usual, struct draw *d)
{
    double x = usual * (0.5 + erand48(d->state));
    return d->real && x >= p->min && x <= p->max ? x : usual;
}

/* What was given stays, and what follows from another parameter does. */
static double drawn_number(const struct tri_case *from, int i, void *draw)
{
    struct draw *d = draw;
    const struct tri_param *p = &from->hotspot->params[i];
    const union tri_value *usual = &from->value[i];
    int choices = 0;
    if (p->times && !from->given[i])
        return NAN;
    switch (p->kind) {
    case TRI_INTEGER:
        return from->given[i]                    ? (double)usual->integer
               : tri_is_length(from->hotspot, i) ? drawn_length(p, d->state)
                                                 : drawn_count(p, (double)usual->integer, d->state);
    case TRI_CHOICE:
        while (choices < TRI_MAX_CHOICES && p->choices[choices])
            choices++;
        return from->given[i] ? (double)usual->integer : floor(erand48(d->state) * choices);
    case TRI_REAL: return from->given[i] ? usual->real : drawn_real(p, usual->real, d);
    default: return NAN;
    }
}

/* Small cases are as likely as large ones: the first half of the tries is for those that have a number of bytes, which is drawn
 * first, or down to a sixteenth of it. */
bool tri_audit_draw(const struct tri_case *from, unsigned short state[3], char *text, size_t size)
{
    enum { PART = 16 };
    const double wanted = exp2(LEAST_LOG + (MOST_LOG - LEAST_LOG) * erand48(state));
    struct tri_case drawn;
    struct tri_error unused;
    for (int i = 0; i < TRIES; i++) {
        struct draw d = { state, i % 2 == 0 };
        tri_parameters_text(from, drawn_number, &d, text, size);
        tri_case_init(&drawn, from->hotspot);
        if (*text && !tri_case_set(&drawn, text, &unused))
            continue;
        const double bytes = (double)tri_case_bytes(&drawn);
        if (i < TRIES / 2 ? bytes <= wanted && bytes >= wanted / PART : bytes <= exp2(MOST_LOG))
            return true;
    }
    return false;
}
