/* Finds the device images inside a program.  The file may be damaged, so every offset and length is checked. */
#include "images.h"

#include "bytes.h"

#include <elf.h>
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

#ifndef EM_CUDA
# define EM_CUDA 190
#endif
#ifndef EM_AMDGPU
# define EM_AMDGPU 224
#endif

/* ---- Who is told ------------------------------------------------------------------------------ */

struct listener {
    tri_image_fn *heard;
    void *data;
};

static void tell(const struct listener *to, const struct tri_device_image *image, struct bytes code)
{
    to->heard(to->data, image, code.at, code.size);
}

/* Padding bytes are set too, since add() compares images bytewise. */
static struct tri_device_image new_image(enum tri_container container, enum tri_code code)
{
    struct tri_device_image image;
    memset(&image, 0, sizeof image);
    image.container = container;
    image.code = code;
    return image;
}

/* Reads the header of an ELF image. */
static void inspect_elf(struct bytes code, struct tri_device_image *image)
{
    Elf64_Ehdr elf;
    if (!read_at(code, 0, &elf, sizeof elf) || memcmp(elf.e_ident, ELFMAG, SELFMAG) != 0)
        return;
    image->code = elf.e_machine == EM_CUDA     ? TRI_CUBIN
                  : elf.e_machine == EM_AMDGPU ? TRI_AMD_CODE
                                               : TRI_HOST_CODE;
    if (image->code == TRI_CUBIN)
        image->abi = elf.e_ident[EI_ABIVERSION];
}

/* ---- LLVM: offload binaries -------------------------------------------------------------------
 *
 * llvm/Object/OffloadBinary.h: a header, an entry, a string table, the image.  All offsets are relative
 * to the header.  From version 2 on (LLVM 22) there may be several entries, and a string's size stands beside it.
 * LLVM has no functions in C that read them.
 */
static const unsigned char llvm_magic[4] = { 0x10, 0xFF, 0x10, 0xAD };

struct llvm_header {
    unsigned char magic[4];
    uint32_t version;
    uint64_t size, entries, count; /* version 1: the size of the one entry */
};

struct llvm_entry {
    uint16_t kind, producer;
    uint32_t flags;
    uint64_t strings, string_count;
    uint64_t image, image_size;
};

struct llvm_string {
    uint64_t key, value;
};

enum { LLVM_OPENMP = 1, LLVM_STRINGS = 64, LLVM_ENTRIES = 1024 /* more are not believed */ };

static const enum tri_code llvm_kinds[] = { TRI_OTHER_CODE, TRI_OTHER_CODE, TRI_BITCODE,
                                            TRI_CUBIN,      TRI_OTHER_CODE, TRI_PTX };

static void read_llvm_strings(struct bytes binary, uint32_t version, const struct llvm_entry *entry,
                              struct tri_device_image *image)
{
    const size_t step = sizeof(struct llvm_string) + (version > 1 ? sizeof(uint64_t) : 0);
    for (uint64_t i = 0; i < entry->string_count && i < LLVM_STRINGS; i++) {
        struct llvm_string string;
        /* The table begins inside the binary, so this sum cannot overflow. */
        if (!read_at(binary, entry->strings + i * step, &string, sizeof string))
            return;
        const char *key = string_at(binary, string.key), *value = string_at(binary, string.value);
        if (key && value && strcmp(key, "triple") == 0)
            snprintf(image->triple, sizeof image->triple, "%s", value);
        if (key && value && strcmp(key, "arch") == 0)
            snprintf(image->arch, sizeof image->arch, "%s", value);
    }
}

/* Returns false if that entry is not in the binary. */
static bool read_llvm_entry(struct bytes binary, uint32_t version, uint64_t at,
                            const struct listener *to)
{
    struct llvm_entry entry;
    struct bytes code;
    if (!read_at(binary, at, &entry, sizeof entry) ||
        !part(binary, entry.image, entry.image_size, &code) || entry.strings > binary.size)
        return false;
    if (entry.producer == LLVM_OPENMP) {
        bool known = entry.kind < sizeof llvm_kinds / sizeof *llvm_kinds;
        struct tri_device_image image =
            new_image(TRI_LLVM, known ? llvm_kinds[entry.kind] : TRI_OTHER_CODE);
        read_llvm_strings(binary, version, &entry, &image);
        inspect_elf(code, &image);
        tell(to, &image, code);
    }
    return true;
}

/* Reads the binary whose magic number is at `from`.  Returns its size, or 0 if it is not an offload binary. */
static size_t read_llvm(struct bytes from, const struct listener *to)
{
    struct llvm_header header;
    struct bytes binary;
    if (!read_at(from, 0, &header, sizeof header) || memcmp(header.magic, llvm_magic, 4) != 0 ||
        !part(from, 0, header.size, &binary))
        return 0;
    if (header.version < 1 || header.version > 2 || header.size < sizeof header ||
        header.entries > header.size)
        return 0;
    uint64_t count = header.version == 1 ? 1 : header.count;
    for (uint64_t i = 0; i < count && i < LLVM_ENTRIES; i++)
        if (!read_llvm_entry(binary, header.version, header.entries + i * sizeof(struct llvm_entry),
                             to))
            return 0;
    return binary.size;
}

/* ---- CUDA: fat binaries -----------------------------------------------------------------------
 *
 * NVIDIA does not document the format, but it has not changed for years: a header, then entries.  An
 * entry has its own header, the number of the architecture, and a payload that may be compressed.
 */
static const unsigned char fat_magic[4] = { 0x50, 0xED, 0x55, 0xBA };

struct fat_header {
    unsigned char magic[4];
    uint16_t version, header_size;
    uint64_t size; /* of the entries */
};

struct fat_entry {
    uint16_t kind, attributes;
    uint32_t header_size;
    uint64_t size; /* of the payload */
    uint32_t compressed_size, options;
    uint16_t minor, major;
    uint32_t arch;
};

enum { FAT_PTX = 1, FAT_CUBIN = 2, FAT_CUBIN_TOO = 0x10 };

static void tell_fat_entry(const struct fat_entry *entry, struct bytes code,
                           const struct listener *to)
{
    bool ptx = entry->kind == FAT_PTX;
    if (!ptx && entry->kind != FAT_CUBIN && entry->kind != FAT_CUBIN_TOO)
        return;
    struct tri_device_image image = new_image(TRI_FATBIN, ptx ? TRI_PTX : TRI_CUBIN);
    snprintf(image.triple, sizeof image.triple, "nvptx64-nvidia-cuda");
    snprintf(image.arch, sizeof image.arch, "sm_%u", (unsigned)entry->arch);
    inspect_elf(code, &image);
    tell(to, &image, code);
}

static size_t read_fatbin(struct bytes from, const struct listener *to)
{
    struct fat_header header;
    struct bytes entries, code;
    if (!read_at(from, 0, &header, sizeof header) || memcmp(header.magic, fat_magic, 4) != 0 ||
        header.version != 1 || header.header_size < sizeof header ||
        !part(from, header.header_size, header.size, &entries))
        return 0;
    for (uint64_t at = 0; at < entries.size;) {
        struct fat_entry entry;
        if (!read_at(entries, at, &entry, sizeof entry) || entry.header_size < sizeof entry ||
            !part(entries, at + entry.header_size, entry.size, &code))
            break;
        tell_fat_entry(&entry, code, to);
        at += entry.header_size + entry.size;
    }
    return header.header_size + entries.size;
}

/* ---- GCC: PTX text ----------------------------------------------------------------------------
 *
 * The PTX modules of the program and of GCC's runtime begin in the same way.
 */
static size_t read_ptx(struct bytes from, const struct listener *to)
{
    char text[64] = "";
    int major, minor, arch;
    if (from.size < 8 || memcmp(from.at, ".version", 8) != 0)
        return 0;
    memcpy(text, from.at, from.size < sizeof text ? from.size : sizeof text - 1);
    if (sscanf(text, ".version %2d.%2d .target sm_%3d", &major, &minor, &arch) != 3 || arch <= 0)
        return 0;
    struct tri_device_image image = new_image(TRI_GCC, TRI_PTX);
    image.ptx = 10 * major + minor;
    snprintf(image.triple, sizeof image.triple, "nvptx-none");
    snprintf(image.arch, sizeof image.arch, "sm_%d", arch);
    tell(to, &image, from);
    return 8; /* ".version" */
}

/* ---- clang before 15: bare machine code; its ELF header names the GPU ---- */

static size_t read_cubin(struct bytes from, const struct listener *to)
{
    Elf64_Ehdr elf;
    struct tri_device_image image = new_image(TRI_BARE, TRI_OTHER_CODE);
    if (!read_at(from, 0, &elf, sizeof elf) || elf.e_type != ET_EXEC)
        return 0;
    inspect_elf(from, &image);
    if (image.code != TRI_CUBIN)
        return 0;
    snprintf(image.triple, sizeof image.triple, "nvptx64-nvidia-cuda");
    snprintf(image.arch, sizeof image.arch, "sm_%u", elf.e_flags & 0xff);
    tell(to, &image, from);
    return sizeof elf;
}

/* ---- The search ------------------------------------------------------------------------------- */

void tri_images_each(const void *bytes, size_t size, tri_image_fn *heard, void *data)
{
    static size_t (*const readers[256])(struct bytes, const struct listener *) = {
        [0x10] = read_llvm, [0x50] = read_fatbin, ['.'] = read_ptx, [0x7f] = read_cubin
    };
    const struct listener to = { heard, data };
    const unsigned char *first = bytes;
    for (size_t at = 0; at < size;) {
        size_t taken = 0;
        if (readers[first[at]])
            taken = readers[first[at]]((struct bytes){ first + at, size - at }, &to);
        at += taken ? taken : 1;
    }
}

bool tri_images_each_of(const char *path, tri_image_fn *heard, void *data, struct tri_error *e)
{
    struct stat status;
    int file = open(path, O_RDONLY | O_CLOEXEC);
    if (file < 0)
        return tri_fail(e, TRI_FAILED, "%s: %s", path, strerror(errno));
    if (fstat(file, &status) != 0 || status.st_size <= 0) {
        close(file);
        return tri_fail(e, TRI_FAILED, "%s: not a program", path);
    }
    void *bytes = mmap(NULL, (size_t)status.st_size, PROT_READ, MAP_PRIVATE, file, 0);
    close(file);
    if (bytes == MAP_FAILED)
        return tri_fail(e, TRI_FAILED, "%s: %s", path, strerror(errno));
    tri_images_each(bytes, (size_t)status.st_size, heard, data);
    munmap(bytes, (size_t)status.st_size);
    return true;
}

/* ---- The list --------------------------------------------------------------------------------- */

/* GCC links its modules together, and needs the newest architecture and version of any. */
static void merge(struct tri_device_image *known, const struct tri_device_image *image)
{
    if (tri_arch_number(image->arch) > tri_arch_number(known->arch))
        memcpy(known->arch, image->arch, sizeof known->arch);
    if (image->ptx > known->ptx)
        known->ptx = image->ptx;
}

static void add(void *all, const struct tri_device_image *image, const void *code, size_t size)
{
    struct tri_images *list = all;
    for (size_t i = 0; i < list->n; i++) {
        bool modules = image->container == TRI_GCC && list->image[i].container == TRI_GCC;
        if (modules)
            merge(&list->image[i], image);
        if (modules || memcmp(&list->image[i], image, sizeof *image) == 0)
            return;
    }
    if (list->n < TRI_MAX_IMAGES)
        list->image[list->n++] = *image;
}

void tri_images_in(const void *bytes, size_t size, struct tri_images *list)
{
    memset(list, 0, sizeof *list);
    tri_images_each(bytes, size, add, list);
}

bool tri_images_of(const char *path, struct tri_images *list, struct tri_error *e)
{
    memset(list, 0, sizeof *list);
    return tri_images_each_of(path, add, list, e);
}

/* ---- Which GPU runs an image ------------------------------------------------------------------ */

const char *tri_container_name(enum tri_container container)
{
    static const char *const names[TRI_CONTAINERS] = { "LLVM", "GCC", "CUDA fat binary",
                                                       "clang before 15" };
    return names[container];
}

const char *tri_code_name(enum tri_code code)
{
    static const char *const names[TRI_CODES] = { "other code", "host code", "cubin",
                                                  "PTX",        "bitcode",   "AMD code" };
    return names[code];
}

int tri_arch_number(const char *arch)
{
    return strncmp(arch, "sm_", 3) == 0 ? (int)strtol(arch + 3, NULL, 10) : 0;
}

bool tri_image_runs_on(const struct tri_device_image *image, int major, int minor)
{
    int arch = tri_arch_number(image->arch), gpu = 10 * major + minor;
    bool machine_code = image->code == TRI_CUBIN;
    /* LLVM's runtime does not hand PTX on to the driver. */
    bool compiled_later = image->code == TRI_PTX && image->container != TRI_LLVM;
    if (arch <= 0 || !(machine_code || compiled_later))
        return false;
    if (image->arch[strlen(image->arch) - 1] == 'a') /* sm_90a: features of this very GPU */
        return arch == gpu;
    return machine_code ? arch / 10 == major && arch <= gpu : arch <= gpu;
}
