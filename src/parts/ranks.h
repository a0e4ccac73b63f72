/* The processes that MPI has started, for the files of this room: ranks.c starts, serve.c has what ranks do for rank 0,
 * ranks_memory_space.c divides a case among them. */
#pragma once

#include "messages.h"
#include "measure.h"
#include "parts.h"

/* NULL: MPI is not in use. */
const struct tri_messages *tri_messages(void);

const struct tri_rank *tri_own_rank(void);

/* What rank 0 wants the others to do. */
enum tri_task { TRI_STOP, TRI_ENTER, TRI_RUN, TRI_LEAVE };

/* The first two are to all ranks: the first so many enter the case; all stop.  The others are to those that have entered. */
void tri_order_enter(const struct tri_case *, enum tri_path, const struct tri_launch *,
                     bool outputs);
void tri_order(enum tri_task);
void tri_order_refused(void); /* a rank could not enter: all ranks wait for the next case again */

/* Called by all ranks: the first so many are the group. */
void tri_ranks_group(int ranks);

/* How many of the first so many ranks are on the same machine, at most. */
int tri_ranks_on_busiest(int ranks);

/* Called by each rank of the group: whether all are good.  On rank 0, *e names the first that is not. */
bool tri_ranks_agree(bool good, const char *device, int number, struct tri_error *e);

/* Called by each rank of the group: what a contender's memory space does, for the path. */
bool tri_ranks_enter(const struct tri_case *, enum tri_path, const struct tri_launch *,
                     bool outputs, struct tri_case *there, struct tri_error *e);
void tri_ranks_run(const struct tri_case *there);
bool tri_ranks_leave(struct tri_case *there, struct tri_case *, struct tri_error *e);

extern const struct tri_transport tri_transport_of_ranks;

/* Whether halos are sent from device to device without the host. */
bool tri_ranks_direct(void);

/* For an error that cannot be reported to rank 0: prints a line that names the rank, and ends all ranks. */
_Noreturn void tri_ranks_give_up(const char *why);
