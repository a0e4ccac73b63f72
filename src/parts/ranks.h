/* The processes that MPI has started, for the files of this room: starting is in ranks.c, what they do for rank 0 in
 * serve.c, a case in parts of theirs in ranks_home.c. */
#ifndef TRI_RANKS_H
#define TRI_RANKS_H

#include "messages.h"
#include "parts.h"

/* NULL: MPI has not started. */
const struct tri_messages *tri_messages(void);

const struct tri_rank *tri_own_rank(void);

/* What rank 0 wants the others to do. */
enum tri_task { TRI_STOP, TRI_ENTER, TRI_RUN, TRI_LEAVE };

/* To all ranks: that the first so many enter the case, or that all stop.  Then to those: that they run, or leave. */
void tri_order_enter(const struct tri_case *, enum tri_path, bool outputs);
void tri_order(enum tri_task);
void tri_order_refused(void); /* a rank could not enter: all are free again */

/* By all ranks: the first so many are the group. */
void tri_ranks_group(int ranks);

/* Of the first so many, how many are on the machine that has most. */
int tri_ranks_on_busiest(int ranks);

/* By each of the group, and for all of it: whether all are good.  On rank 0 *e names the first that is not. */
bool tri_ranks_agree(bool good, const char *device, int number, struct tri_error *e);

/* By each of the group: what a contender's home does, of the path. */
bool tri_ranks_enter(const struct tri_case *, enum tri_path, bool outputs, struct tri_case *there,
                     struct tri_error *e);
void tri_ranks_run(const struct tri_case *there);
bool tri_ranks_leave(struct tri_case *there, struct tri_case *, struct tri_error *e);

extern const struct tri_transport tri_transport_of_ranks;

/* Whether halos go from device to device without the host. */
bool tri_ranks_direct(void);

/* What cannot be told to rank 0: a line that names the rank, and the end of all. */
_Noreturn void tri_ranks_give_up(const char *why);

#endif
