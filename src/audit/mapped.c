/*
 * Memory that LLVM's runtime has for what a path maps, on a device that is this CPU.  It is malloc()'s, as any other of the
 * process, so who goes too far there, or uses it from the host, meets no fault.  Here it is a block of heap.c instead: calls of
 * malloc() and free() from the runtime's library go by its table of other libraries' functions (ELF: its global offset table),
 * where they become calls of functions of this file.
 */
#define _GNU_SOURCE /* dl_iterate_phdr() */
#include "inside.h"

#include "measure.h"

#if defined(__linux__) && defined(__x86_64__)

# include <link.h>
# include <string.h>
# include <sys/mman.h>
# include <unistd.h>

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

/* ---- The table -------------------------------------------------------------------------------- */

typedef void any_fn(void);

enum { TABLES = 2 };

/* What a library says of itself. */
struct library {
    ElfW(Addr) base;
    const ElfW(Sym) * symbols;
    const char *names;
    const ElfW(Rela) * entries[TABLES]; /* of functions that are called, and of all else */
    size_t n[TABLES];
};

static struct library read_library(const struct dl_phdr_info *of, const ElfW(Dyn) * d)
{
    struct library l = { .base = of->dlpi_addr };
    for (; d->d_tag != DT_NULL; d++)
        switch (d->d_tag) { /* the loader has made addresses of them */
        case DT_SYMTAB: l.symbols = (const void *)d->d_un.d_ptr; break;
        case DT_STRTAB: l.names = (const void *)d->d_un.d_ptr; break;
        case DT_JMPREL: l.entries[0] = (const void *)d->d_un.d_ptr; break;
        case DT_PLTRELSZ: l.n[0] = d->d_un.d_val / sizeof(ElfW(Rela)); break;
        case DT_RELA: l.entries[1] = (const void *)d->d_un.d_ptr; break;
        case DT_RELASZ: l.n[1] = d->d_un.d_val / sizeof(ElfW(Rela)); break;
        default: break;
        }
    return l;
}

static bool is_call_of(const struct library *l, const ElfW(Rela) * r, const char *name)
{
    const uint64_t kind = ELF64_R_TYPE(r->r_info);
    return (kind == R_X86_64_JUMP_SLOT || kind == R_X86_64_GLOB_DAT) &&
           strcmp(l->names + l->symbols[ELF64_R_SYM(r->r_info)].st_name, name) == 0;
}

/* The page may be one that can only be read; nobody calls now. */
static bool set_entry(any_fn **entry, any_fn *instead)
{
    const uintptr_t page = (uintptr_t)sysconf(_SC_PAGESIZE);
    char *from = (char *)((uintptr_t)entry & ~(page - 1));
    bool good = mprotect(from, page, PROT_READ | PROT_WRITE) == 0;
    if (good)
        *entry = instead;
    return good;
}

/* Calls of `name` become calls of `instead`.  False: there are none, or they cannot. */
static bool redirect(const struct library *l, const char *name, any_fn *instead)
{
    bool any = false;
    for (int t = 0; t < TABLES; t++)
        for (size_t i = 0; l->entries[t] && i < l->n[t]; i++) {
            const ElfW(Rela) *r = &l->entries[t][i];
            if (!is_call_of(l, r, name))
                continue;
            if (!set_entry((any_fn **)(l->base + r->r_offset), instead))
                return false;
            any = true;
        }
    return any;
}

/* What allocates comes last: without the other, its memory would go back to a library that does not know it. */
static int take_from(struct dl_phdr_info *of, size_t size, void *unused)
{
    const char *file = strrchr(of->dlpi_name, '/');
    if (strncmp(file ? file + 1 : of->dlpi_name, "libomptarget", strlen("libomptarget")) != 0)
        return 0;
    for (int i = 0; i < of->dlpi_phnum; i++)
        if (of->dlpi_phdr[i].p_type == PT_DYNAMIC) {
            struct library l =
                read_library(of, (const ElfW(Dyn) *)(of->dlpi_addr + of->dlpi_phdr[i].p_vaddr));
            if (l.symbols && l.names && redirect(&l, "free", (any_fn *)release))
                redirect(&l, "malloc", (any_fn *)allocate);
        }
    return 0;
}

void tri_mapped_take(void)
{
    static bool taken;
    if (!taken && tri_device_place() == TRI_HOST_PLUGIN) {
        taken = true;
        dl_iterate_phdr(take_from, NULL);
    }
}

#else

void tri_mapped_next(size_t bytes)
{
}

void tri_mapped_take(void)
{
}

#endif
