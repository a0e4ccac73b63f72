/*
 * Frames: the current view, computed by the current path.
 *
 * The arrays are kept from frame to frame, on the device too: a frame sends only the parameters, as every run
 * does, and copies the picture back.  New arrays are allocated when the size, number of iterations, path, variant
 * or set changes.
 */
#ifndef TRI_FRAMES_H
#define TRI_FRAMES_H

#include "explorer.h"

/* The arrays of a case in one precision. */
struct held {
    struct tri_case own,
        at;         /* in the case's own memory; where it runs: there, or in pinned memory */
    int32_t *table; /* of julia, bound to the case */
    bool there, pinned, on_device;
};

struct frames {
    struct held held[TRI_PRECISIONS]; /* zeros: none yet */
};

/* Escape times of both sets count from 1; 0: the orbit did not escape.  Row 0 is the lowest. */
struct frame {
    int width, height, iterations; /* of an orbit at most */
    const int32_t *times, *other;  /* in the precision in force; in the other one, or NULL */
    double seconds;                /* that the former took, home again */
    double steps;                  /* of all of its orbits */
    size_t differing;              /* points */
    enum tri_place place;
};

/* The arrays of *frame belong to `frames`, and are valid until the next frame. */
bool frames_compute(struct frames *, const struct explorer *, struct frame *frame,
                    struct tri_error *e);
void frames_free(struct frames *);

#endif
