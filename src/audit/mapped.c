/*
 * Memory that LLVM's runtime has for what a path maps, on a device that is this CPU.  It is malloc()'s, as any other of the
 * process, so who goes too far there, or uses it from the host, meets no fault.  Here it is a block of heap.c instead.
 */
#include "inside.h"

enum { ALIGNMENT = 16 /* malloc()'s */ };

static _Thread_local size_t next;

void tri_mapped_next(size_t bytes)
{
    next = bytes;
}

static void *allocate(size_t bytes)
{
    void *p = bytes > 0 && bytes == next ? tri_heap_allocate(TRI_MAPPED, bytes, ALIGNMENT) : NULL;
    return p ? p : tri_heap_malloc(bytes);
}

static void release(void *p)
{
    if (!tri_heap_free(TRI_MAPPED, p))
        tri_heap_give_back(p);
}

/* What allocates comes last: without the other, its memory would go back to a library that does not know it. */
void tri_mapped_take(void)
{
    static bool taken;
    if (taken || tri_device_place() != TRI_HOST_PLUGIN)
        return;
    taken = true;
    if (tri_redirect("free", (any_fn *)release))
        tri_redirect("malloc", (any_fn *)allocate);
}
