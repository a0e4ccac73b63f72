/* The sections of a cubin that say what each kernel takes.  The file may be damaged, so every offset and length is checked. */
#include "kernels.h"

#include "bytes.h"

#include <elf.h>
#include <limits.h>

/* ---- Sections --------------------------------------------------------------------------------- */

struct cubin {
    struct bytes all, names, symbols, symbol_names, info; /* of size 0: there is none */
    Elf64_Ehdr elf;
};

static bool section_at(const struct cubin *c, size_t i, Elf64_Shdr *section)
{
    struct bytes table;
    return c->elf.e_shentsize == sizeof *section && i < c->elf.e_shnum &&
           part(c->all, c->elf.e_shoff, c->elf.e_shnum * sizeof *section, &table) &&
           read_at(table, i * sizeof *section, section, sizeof *section);
}

static struct bytes contents_of(const struct cubin *c, const Elf64_Shdr *section)
{
    struct bytes inside = { c->all.at, 0 };
    if (section->sh_type != SHT_NOBITS)
        part(c->all, section->sh_offset, section->sh_size, &inside);
    return inside;
}

/* The name of section i, which begins with this; what follows it, or NULL. */
static const char *name_after(const struct cubin *c, const Elf64_Shdr *section, const char *before)
{
    const char *name = string_at(c->names, section->sh_name);
    bool same = name && strncmp(name, before, strlen(before)) == 0;
    return same ? name + strlen(before) : NULL;
}

static bool open_cubin(struct bytes code, struct cubin *c)
{
    Elf64_Shdr s;
    *c = (struct cubin){ .all = code };
    if (!read_at(code, 0, &c->elf, sizeof c->elf) || !section_at(c, c->elf.e_shstrndx, &s))
        return false;
    c->names = contents_of(c, &s);
    for (size_t i = 0; section_at(c, i, &s); i++) {
        const char *name = string_at(c->names, s.sh_name);
        if (s.sh_type == SHT_SYMTAB)
            c->symbols = contents_of(c, &s);
        else if (name && strcmp(name, ".strtab") == 0)
            c->symbol_names = contents_of(c, &s);
        else if (name && strcmp(name, ".nv.info") == 0)
            c->info = contents_of(c, &s);
    }
    return true;
}

/* ---- Attributes ------------------------------------------------------------------------------- */

/* The format of an attribute: what follows its number is nothing, a value of 16 bits, or so many bytes. */
enum { SIZED = 4 };

enum { MAX_THREADS = 0x05, EXACT_THREADS = 0x10, FRAME = 0x11, STACK = 0x12, REGISTERS = 0x2f };

struct attribute {
    unsigned char format, number;
    uint16_t size;
    uint32_t value[3];
};

/* The attribute at *at, which is moved behind it; false: the end. */
static bool next_attribute(struct bytes list, size_t *at, struct attribute *a)
{
    struct bytes payload = { list.at, 0 };
    memset(a, 0, sizeof *a);
    if (!read_at(list, *at, a, 4))
        return false;
    *at += 4;
    if (a->format != SIZED)
        return true;
    if (!part(list, *at, a->size, &payload))
        return false;
    memcpy(a->value, payload.at, a->size < sizeof a->value ? a->size : sizeof a->value);
    *at += a->size;
    return true;
}

static int as_int(uint64_t n)
{
    return n <= INT_MAX ? (int)n : -1;
}

static bool is_of(const struct cubin *c, uint32_t symbol, const char *name)
{
    Elf64_Sym s;
    const char *own = read_at(c->symbols, (uint64_t)symbol * sizeof s, &s, sizeof s)
                          ? string_at(c->symbol_names, s.st_name)
                          : NULL;
    return own && strcmp(own, name) == 0;
}

/* Those of all kernels are in one list, each with the number of its symbol. */
static void read_shared_list(const struct cubin *c, const char *name, struct tri_kernel *k)
{
    struct attribute a;
    for (size_t at = 0; next_attribute(c->info, &at, &a);) {
        int *to = a.number == REGISTERS ? &k->registers
                  : a.number == FRAME   ? &k->local
                  : a.number == STACK   ? &k->stack
                                        : NULL;
        if (to && a.format == SIZED && a.size == 8 && is_of(c, a.value[0], name))
            *to = as_int(a.value[1]);
    }
}

static void read_own_list(struct bytes list, struct tri_kernel *k)
{
    struct attribute a;
    for (size_t at = 0; next_attribute(list, &at, &a);)
        if (a.format == SIZED && a.size == 12 &&
            (a.number == MAX_THREADS || a.number == EXACT_THREADS))
            k->threads = as_int((uint64_t)a.value[0] * (a.value[1] ? a.value[1] : 1));
}

/* ---- A kernel --------------------------------------------------------------------------------- */

/* From sm_90 on the section begins with what the system has of each team, which is none of the kernel's. */
static int without_reserve(uint64_t bytes, const char *arch)
{
    enum { RESERVE = 1024 };
    return as_int(tri_arch_number(arch) >= 90 && bytes >= RESERVE ? bytes - RESERVE : bytes);
}

static bool read_kernel(const struct cubin *c, const char *name, struct tri_kernel *k)
{
    Elf64_Shdr s;
    bool found = false;
    for (size_t i = 0; section_at(c, i, &s); i++) {
        const char *text = name_after(c, &s, ".text."), *shared = name_after(c, &s, ".nv.shared."),
                   *info = name_after(c, &s, ".nv.info.");
        found |= text && strcmp(text, name) == 0;
        if (shared && strcmp(shared, name) == 0)
            k->shared = without_reserve(s.sh_size, k->arch);
        if (info && strcmp(info, name) == 0)
            read_own_list(contents_of(c, &s), k);
    }
    if (found)
        read_shared_list(c, name, k);
    return found;
}

struct sought {
    const char *name;
    int major, minor;
    bool found;
    struct tri_kernel *kernel;
};

static void look(void *data, const struct tri_device_image *image, const void *code, size_t size)
{
    struct sought *of = data;
    struct cubin c;
    bool fits = (!of->major && !of->minor) || tri_image_runs_on(image, of->major, of->minor);
    struct tri_kernel k = { -1, -1, -1, 0, -1, "" };
    memcpy(k.arch, image->arch, sizeof k.arch);
    if (of->found || image->code != TRI_CUBIN || !fits ||
        !open_cubin((struct bytes){ code, size }, &c) || !read_kernel(&c, of->name, &k))
        return;
    *of->kernel = k;
    of->found = true;
}

bool tri_kernel_in(const void *bytes, size_t size, const char *name, int major, int minor,
                   struct tri_kernel *k)
{
    struct sought of = { .name = name, .major = major, .minor = minor, .kernel = k };
    tri_images_each(bytes, size, look, &of);
    return of.found;
}

bool tri_kernel_of(const char *path, const char *name, int major, int minor, struct tri_kernel *k,
                   struct tri_error *e)
{
    struct sought of = { .name = name, .major = major, .minor = minor, .kernel = k };
    return tri_images_each_of(path, look, &of, e) &&
           (of.found || tri_fail(e, TRI_FAILED, "%s has no machine code of %s", path, name));
}

/* ---- All of them ------------------------------------------------------------------------------ */

struct hearer {
    tri_kernel_name_fn *heard;
    void *data;
};

/* Functions that are called have code, too; a kernel has a list of its own of parameters, .nv.constant0.NAME. */
static void tell_names(void *data, const struct tri_device_image *image, const void *code,
                       size_t size)
{
    const struct hearer *to = data;
    struct cubin c;
    Elf64_Shdr s;
    if (image->code != TRI_CUBIN || !open_cubin((struct bytes){ code, size }, &c))
        return;
    for (size_t i = 0; section_at(&c, i, &s); i++) {
        const char *name = name_after(&c, &s, ".nv.constant0.");
        if (name)
            to->heard(to->data, name);
    }
}

void tri_kernels_in(const void *bytes, size_t size, tri_kernel_name_fn *heard, void *data)
{
    struct hearer to = { heard, data };
    tri_images_each(bytes, size, tell_names, &to);
}

bool tri_kernels_of(const char *path, tri_kernel_name_fn *heard, void *data, struct tri_error *e)
{
    struct hearer to = { heard, data };
    return tri_images_each_of(path, tell_names, &to, e);
}
