/*
 * What LLVM's runtime calls of other libraries.  The calls go by its table of their functions (ELF: its global offset table), where
 * they become calls of functions of ours: memory for what is mapped (mapped.c), and mutexes that it gives back twice (mutex.c).
 */
#define _GNU_SOURCE /* dl_iterate_phdr() */
#include "inside.h"

#if defined(__linux__) && defined(__x86_64__) && defined(__GLIBC__)

# include <link.h>
# include <string.h>
# include <sys/mman.h>
# include <unistd.h>

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
static bool redirect_in(const struct library *l, const char *name, any_fn *instead)
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

struct wanted {
    const char *name;
    any_fn *instead;
    bool found;
};

static int look_into(struct dl_phdr_info *of, size_t size, void *wanted)
{
    static const char runtime[] = "libomptarget";
    struct wanted *w = wanted;
    const char *file = strrchr(of->dlpi_name, '/');
    if (strncmp(file ? file + 1 : of->dlpi_name, runtime, sizeof runtime - 1) != 0)
        return 0;
    for (int i = 0; i < of->dlpi_phnum; i++)
        if (of->dlpi_phdr[i].p_type == PT_DYNAMIC) {
            struct library l =
                read_library(of, (const ElfW(Dyn) *)(of->dlpi_addr + of->dlpi_phdr[i].p_vaddr));
            w->found |= l.symbols && l.names && redirect_in(&l, w->name, w->instead);
        }
    return 0;
}

bool tri_redirect(const char *name, any_fn *instead)
{
    struct wanted w = { name, instead, false };
    dl_iterate_phdr(look_into, &w);
    return w.found;
}

#else

bool tri_redirect(const char *name, any_fn *instead)
{
    return false;
}

#endif
