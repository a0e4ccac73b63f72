/*
 * The options of bench and study, which measure: what, how often, and where the rows
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
    GIVEN_NO_CEILINGS = 512,
    GIVEN_WEAK = 1024
};

/* Whether only these options of measuring, and these groups of shared options, were given.  If not,
 * the error names the option, and says that `asked` only `does` what it does. */
bool only_given(const struct batch *, unsigned measuring, unsigned shared, const char *asked,
                const char *does, struct tri_error *e);

/* Whether no file that is written belongs to another option as well, including n files of the program. */
bool measuring_files_apart(const struct batch *, const struct named_file *own, size_t n,
                           struct tri_error *e);

/* Where the finished rows of a run that is interrupted are; NULL: nowhere. */
const char *rows_file(const struct batch *);

/* Opens the file of --resume, when the request is known to be valid; then the
 * file of --json or --db, which is cut to complete rows.  rows_close() closes both, also after a failure; a file that was
 * created for nothing is removed. */
bool rows_resume(struct batch *, struct tri_error *e);
bool rows_open(struct batch *, struct tri_error *e);
bool rows_close(struct batch *, bool good, struct tri_error *e);

/* Unbound threads may share cores for seconds after a serial part.  The runtime reads the binding
 * before main(), so this restarts the program with OMP_PROC_BIND=true, unless the user has set it. */
void keep_threads_apart(char **argv);

#endif
