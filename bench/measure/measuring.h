/*
 * The options of programs that measure, bench and study: what is measured, how often, and where the rows
 * go.
 *
 *     struct mine { struct batch batch; … };
 *     static const struct argp_child children[] = {{&measuring_argp, 0, NULL, 0}, {0}};
 *
 * On ARGP_KEY_INIT a program hands down `state->child_inputs[0] = &mine->batch`.
 */
#ifndef TRI_MEASURING_H
#define TRI_MEASURING_H

#include "batch.h"
#include "files.h"

/* Fills a struct batch, whose request takes the options that all programs share. */
extern const struct argp measuring_argp;

/* Of struct batch, given. */
enum {
    GIVEN_REPS = 1,
    GIVEN_SWEEP = 2,
    GIVEN_PEERS = 4,
    GIVEN_JSON = 8,
    GIVEN_DB = 16,
    GIVEN_RESUME = 32,
    GIVEN_PROGRESS = 64,
    GIVEN_REQUIRE = 128,
    GIVEN_HOST_MEMORY = 256,
    GIVEN_NO_CEILINGS = 512
};

/* Whether nothing was asked for but these options of measuring, and these that all programs share.  If not,
 * the error says that what was asked for `does` that and nothing else. */
bool only_given(const struct batch *, unsigned measuring, unsigned shared, const char *asked,
                const char *does, struct tri_error *e);

/* Whether no file that is written is another option's as well; n files of the program's own come in. */
bool measuring_files_apart(const struct batch *, const struct named_file *own, size_t n,
                           struct tri_error *e);

/* Where the finished rows of a run that is interrupted are; NULL: nowhere. */
const char *rows_file(const struct batch *);

/* Opens the rows that --resume goes on with, once all that was asked for is known to be right; then the
 * file of --json or --db.  What is opened last is cut to whole rows.  rows_close() ends both, after a failure,
 * too: whoever is told that nothing was done finds no new file. */
bool rows_resume(struct batch *, struct tri_error *e);
bool rows_open(struct batch *, struct tri_error *e);
bool rows_close(struct batch *, bool good, struct tri_error *e);

/* Left alone, threads share cores for seconds after a part on one thread.  A runtime reads where to put
 * them before main(): so the program starts once more, unless the user has said something. */
void keep_threads_apart(char **argv);

#endif
