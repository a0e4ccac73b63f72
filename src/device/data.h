/* A case's operands on the thread's default device: what data.c does, in the parts that other rooms need. */
#ifndef TRI_DATA_H
#define TRI_DATA_H

#include "measure.h"

#include <stddef.h>

/* Maps the operands and .ran_on, with the values of those that are read, and, if asked for, of the outputs. */
void tri_data_map(const struct tri_case *, bool outputs);

/* Whether the device has so much room, by asking for it and giving it back. */
bool tri_data_has_room(size_t bytes, struct tri_error *e);

/* Gives all of that up; of the values only .ran_on comes back. */
void tri_data_release(const struct tri_case *);

/* How runs are spread now. */
struct tri_launch tri_launched(void);

bool tri_data_fail_place(enum tri_place, struct tri_error *e);

#endif
