/*
 * Addresses of the host in what is mapped: a pointer in a struct, to a static or local array, or a function's.  A device that is
 * this CPU could follow them, and no other can.  So in the device's copy they have one bit more, with which they are no
 * addresses, until the copy back.  Who only carries them along has them as they were; who computes with them has not.
 */
#define _GNU_SOURCE /* dl_iterate_phdr() */
#include "inside.h"

#include <stdatomic.h>
#include <stdint.h>
#include <string.h>

#if defined(__linux__) && defined(__x86_64__)

# include <link.h>

/* No program has an address with this bit on this processor. */
static const uintptr_t HIDDEN = (uintptr_t)1 << 62;
enum { RANGES = 32, MOST_BYTES = 64 << 10 /* more are numbers */ };

static struct {
    uintptr_t from, to;
} range[RANGES];
static int ranges;
static _Atomic bool any, ever; /* in this run; in this process */

/* The program, and Triptych's libraries: not the device's code, which is a library here, too. */
static bool is_searched(const char *path)
{
    static const char ours[] = "libtriptych";
    const char *slash = strrchr(path, '/');
    return !*path || strncmp(slash ? slash + 1 : path, ours, sizeof ours - 1) == 0;
}

/* Not below 4 GiB, where numbers are. */
static int add_ranges(struct dl_phdr_info *of, size_t size, void *unused)
{
    if (!is_searched(of->dlpi_name) || of->dlpi_addr < UINT32_MAX)
        return 0;
    for (int i = 0; i < of->dlpi_phnum && ranges < RANGES; i++) {
        const ElfW(Phdr) *p = &of->dlpi_phdr[i];
        if (p->p_type != PT_LOAD)
            continue;
        range[ranges].from = of->dlpi_addr + p->p_vaddr;
        range[ranges].to = range[ranges].from + p->p_memsz;
        ranges++;
    }
    return 0;
}

static bool is_of_host(uintptr_t word)
{
    bool is = tri_stack_has((const void *)word);
    for (int i = 0; i < ranges && !is; i++)
        is = word >= range[i].from && word < range[i].to;
    return is;
}

/* Words lie where a pointer may. */
static void change(void *there, size_t bytes, uintptr_t bit)
{
    uintptr_t first = (uintptr_t)there, word;
    for (uintptr_t p = (first + sizeof word - 1) / sizeof word * sizeof word;
         p + sizeof word <= first + bytes; p += sizeof word) {
        memcpy(&word, (const void *)p, sizeof word);
        if ((word & HIDDEN) == bit || !is_of_host(word & ~HIDDEN))
            continue;
        word ^= HIDDEN;
        memcpy((void *)p, &word, sizeof word);
        any = ever = true;
    }
}

void tri_hidden_begin(void)
{
    any = false;
    if (ranges == 0)
        dl_iterate_phdr(add_ranges, NULL);
}

void tri_hide(void *there, size_t bytes)
{
    if (bytes <= MOST_BYTES && tri_device_place() == TRI_HOST_PLUGIN)
        change(there, bytes, HIDDEN);
}

void tri_show(void *there, size_t bytes)
{
    if (ever)
        change(there, bytes, 0);
}

bool tri_hidden_any(void)
{
    return any;
}

#else

void tri_hidden_begin(void)
{
}

void tri_hide(void *there, size_t bytes)
{
}

void tri_show(void *there, size_t bytes)
{
}

bool tri_hidden_any(void)
{
    return false;
}

#endif
