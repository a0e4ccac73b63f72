/*
 * The options of bench and study, which measure: what, how often, and where the rows
 * go.
 *
 *     struct mine { struct batch batch; … };
 *     static const struct argp_child children[] = {{&measuring_argp, 0, NULL, 0}, {0}};
 *
 * On ARGP_KEY_INIT a program hands down `state->child_inputs[0] = &mine->batch`.
 */
#pragma once

#include "batch.h"
#include "files.h"

/* Fills a struct batch, whose request takes the options that all programs share. */
extern const struct argp measuring_argp;

/* Its options; and their bits in batch.given. */
enum {
    KEY_REPS = 0x200,
    KEY_SWEEP,
    KEY_PEERS,
    KEY_JSON,
    KEY_DB,
    KEY_RESUME,
    KEY_PROGRESS,
    KEY_REQUIRE,
    KEY_HOST_MEMORY,
    KEY_NO_CEILINGS,
    KEY_WEAK,
    KEY_TIME,
    KEY_GOAL,
    KEY_AUDIT
};
#define GIVEN(key) (1u << ((key) - KEY_REPS))

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
