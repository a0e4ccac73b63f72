/*
 * The cards of a path's kernels: what each takes of a GPU, how it is launched, and what limits how much of the GPU it fills.
 *
 * What it takes is read from the program's device images (kernels.h), teams and threads are those that the runtime has told
 * of (launches.h), and the limits follow from the GPU's capability (occupancy.h).
 */
#pragma once

#include <jansson.h>

#include "kernels.h"
#include "launches.h"
#include "measure.h"
#include "occupancy.h"

struct card {
    struct tri_launched launched;
    bool is_read; /* its image has been found: */
    struct tri_kernel kernel;
    bool is_placed; /* the GPU's limits are known: */
    struct tri_occupancy occupancy;
    double waves; /* how often the GPU would be full of its teams */
};

/* The kernel of which most threads have run comes first. */
struct cards {
    size_t n;
    struct card of[TRI_MOST_LAUNCHES];
    char why[200]; /* something is missing; "": nothing */
};

/* A GPU; 0, 0 and 0: none that is known. */
struct card_gpu {
    int major, minor, multiprocessors;
};

/* The GPU that is this build's device. */
struct card_gpu card_gpu(void);

/* Of what a run has launched; the file has their images. */
void cards_make(const struct tri_launches *, const char *file, struct card_gpu, struct cards *);

/* The same for a run of this case's path.  Where there is nothing to tell, *cards is empty, and says why. */
void cards_of_run(const struct tri_case *, const struct tri_variant *, enum tri_path,
                  const struct tri_launches *, struct cards *);

/* Of those kernels of a file, by its images alone, that are wanted: how they would be launched is not known. */
typedef bool card_wanted_fn(const void *data, const char *function);
void cards_of_file(const char *file, enum tri_precision, card_wanted_fn *, const void *data,
                   struct cards *);

/* The members that a row has of them; NULL: there are none. */
void cards_add(json_t *row, const struct cards *);

/* One in words, on a line. */
enum { CARD_TEXT = 300 };
void card_text(const struct card *, char text[static CARD_TEXT]);

/* The function that the kernel was made of, without what the compiler or the build has added, and its line; false: it is no
 * kernel of OpenMP. */
bool card_function(const char *kernel, char *function, size_t size, int *line);
