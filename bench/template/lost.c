/* Notes what memory was too short for. */
#include "lost.h"

#include <jansson.h>
#include <stdatomic.h>
#include <stdlib.h>

static atomic_bool lost;

void note_lost(void)
{
    atomic_store(&lost, true);
}

bool nothing_is_lost(struct tri_error *e)
{
    return !atomic_load(&lost) ||
           tri_fail(e, TRI_FAILED, "out of memory, or a file cannot be read to its end");
}

static void *allocate(size_t size)
{
    void *memory = malloc(size);
    if (!memory)
        note_lost();
    return memory;
}

void note_what_is_lost(void)
{
    atomic_store(&lost, false);
    json_set_alloc_funcs(allocate, free);
}
