/*
 * The device images of a program, read from files of compilers, from truncated files and from damaged
 * ones.
 */
#include "check.h"
#include "images.h"
#include "build_info.h"

#include <elf.h>
#include <stdint.h>

/* ---- Containers, made by hand ----------------------------------------------------------------- */

struct file {
    size_t size;
    unsigned char at[4096];
};

static void put(struct file *file, const void *bytes, size_t size)
{
    cr_assert(file->size + size <= sizeof file->at);
    memcpy(file->at + file->size, bytes, size);
    file->size += size;
}

/* Magic numbers stand here inverted: as they are, this program would hold images of its own. */
static void set_magic(unsigned char *magic, volatile uint32_t inverted)
{
    uint32_t number = ~inverted;
    memcpy(magic, &number, sizeof number);
}

static Elf64_Ehdr cubin(int abi)
{
    Elf64_Ehdr elf = { .e_ident = { 0x7f, 'E', 'L', 'F', 2, 1, 1 }, .e_machine = 190 };
    elf.e_ident[EI_ABIVERSION] = (unsigned char)abi;
    return elf;
}

/* As llvm/Object/OffloadBinary.h describes it. */
struct llvm_binary {
    unsigned char magic[4];
    uint32_t version;
    uint64_t size, entry, entry_size;
    uint16_t kind, producer;
    uint32_t flags;
    uint64_t strings, string_count, image, image_size;
    uint64_t triple_key, triple, arch_key, arch;
    char text[64];
    Elf64_Ehdr elf;
};

static const char llvm_text[] = "triple\0nvptx64-nvidia-cuda\0arch";

static struct llvm_binary llvm_binary(const char *arch_name, int abi)
{
    const size_t text = offsetof(struct llvm_binary, text);
    struct llvm_binary b = { .version = 1,
                             .size = sizeof b,
                             .entry = offsetof(struct llvm_binary, kind),
                             .entry_size = 40,
                             .kind = 1,
                             .producer = 1,
                             .strings = offsetof(struct llvm_binary, triple_key),
                             .string_count = 2,
                             .image = offsetof(struct llvm_binary, elf),
                             .image_size = sizeof b.elf,
                             .triple_key = text,
                             .triple = text + 7,
                             .arch_key = text + 27,
                             .arch = text + sizeof llvm_text };
    set_magic(b.magic, ~0xad10ff10u);
    memcpy(b.text, llvm_text, sizeof llvm_text);
    snprintf(b.text + sizeof llvm_text, sizeof b.text - sizeof llvm_text, "%s", arch_name);
    b.elf = cubin(abi);
    return b;
}

struct fat_binary {
    unsigned char magic[4];
    uint16_t version, header_size;
    uint64_t size;
    struct {
        uint16_t kind, attributes;
        uint32_t header_size;
        uint64_t size;
        uint32_t compressed_size, options;
        uint16_t minor, major;
        uint32_t arch;
        char rest[32];
        Elf64_Ehdr payload;
    } entry[2];
};

static struct fat_binary fat_binary(void)
{
    struct fat_binary b = { .version = 1, .header_size = 16 };
    set_magic(b.magic, ~0xba55ed50u);
    b.size = sizeof b.entry;
    for (int i = 0; i < 2; i++) {
        b.entry[i].kind = i ? 1 : 2;
        b.entry[i].header_size = 64;
        b.entry[i].size = sizeof b.entry[i].payload;
        b.entry[i].arch = 90;
    }
    b.entry[0].payload = cubin(8);
    return b;
}

/* Nor is this a literal. */
static void put_ptx(struct file *file, int version, int arch_number)
{
    char text[100];
    int n = snprintf(text, sizeof text, "// PTX\n.%s %d.%d\n.target sm_%d\n.address_size 64\n",
                     "version", version / 10, version % 10, arch_number);
    put(file, text, (size_t)n + 1);
}

/* Version 2: two entries, and strings with their sizes. */
struct llvm_binary_2 {
    unsigned char magic[4];
    uint32_t version;
    uint64_t size, entries, count;
    struct {
        uint16_t kind, producer;
        uint32_t flags;
        uint64_t strings, string_count, image, image_size;
    } entry[2];
    struct {
        uint64_t key, value, size;
    } string[3];
    char text[64];
    Elf64_Ehdr elf;
};

static struct llvm_binary_2 llvm_binary_2(void)
{
    const size_t text = offsetof(struct llvm_binary_2, text), size = sizeof(uint64_t);
    static const char words[] = "arch\0sm_80\0sm_86\0triple\0nvptx64-nvidia-cuda";
    struct llvm_binary_2 b = { .version = 2, .size = sizeof b, .count = 2 };
    set_magic(b.magic, ~0xad10ff10u);
    b.entries = offsetof(struct llvm_binary_2, entry);
    const struct {
        size_t key, value, size;
    } strings[3] = { { 0, 5, 5 }, { 17, 24, 19 }, { 0, 11, 5 } };
    for (int i = 0; i < 3; i++) {
        b.string[i].key = text + strings[i].key;
        b.string[i].value = text + strings[i].value;
        b.string[i].size = strings[i].size;
    }
    for (uint64_t i = 0; i < 2; i++) {
        b.entry[i].kind = b.entry[i].producer = 1;
        b.entry[i].strings = offsetof(struct llvm_binary_2, string) + (i ? 3 : 0) * size;
        b.entry[i].string_count = 2;
        b.entry[i].image = offsetof(struct llvm_binary_2, elf);
        b.entry[i].image_size = sizeof b.elf;
    }
    memcpy(b.text, words, sizeof words);
    b.elf = cubin(8);
    return b;
}

static struct file every_container(void)
{
    struct file file = { 0 };
    const struct llvm_binary llvm[] = { llvm_binary("sm_80", 7), llvm_binary("sm_90", 8) };
    const struct fat_binary fat = fat_binary();
    const struct llvm_binary_2 newer = llvm_binary_2();
    put(&file, "\x10\xff\x10", 3); /* not quite one */
    put(&file, llvm, sizeof llvm);
    put(&file, &newer, sizeof newer);
    put(&file, "odd", 3);
    put(&file, &fat, sizeof fat);
    put_ptx(&file, 60, 30);
    put_ptx(&file, 70, 80);
    put_ptx(&file, 60, 30);
    Elf64_Ehdr bare = cubin(7);
    bare.e_type = ET_EXEC;
    bare.e_flags = 0x500500 | 75;
    put(&file, &bare, sizeof bare);
    return file;
}

/* In a block of its own size, so that AddressSanitizer sees the first byte read beyond it. */
static struct tri_images images_in(const void *bytes, size_t size)
{
    struct tri_images images;
    void *copy = malloc(size ? size : 1);
    cr_assert(copy);
    memcpy(copy, bytes, size);
    tri_images_in(copy, size, &images);
    free(copy);
    cr_assert(images.n <= TRI_MAX_IMAGES);
    for (size_t i = 0; i < images.n; i++) {
        cr_assert(memchr(images.image[i].arch, 0, sizeof images.image[i].arch));
        cr_assert(memchr(images.image[i].triple, 0, sizeof images.image[i].triple));
    }
    return images;
}

static void expect_image(const struct tri_device_image *image, enum tri_container container,
                         enum tri_code code, const char *arch_name, int abi, int ptx)
{
    cr_expect_eq(image->container, container);
    cr_expect_eq(image->code, code);
    cr_expect_str_eq(image->arch, arch_name);
    cr_expect_eq(image->abi, abi);
    cr_expect_eq(image->ptx, ptx);
}

Test(images, every_container_is_read)
{
    struct file file = every_container();
    struct tri_images images = images_in(file.at, file.size);
    cr_assert_eq(images.n, 8);
    expect_image(&images.image[0], TRI_LLVM, TRI_CUBIN, "sm_80", 7, 0);
    expect_image(&images.image[1], TRI_LLVM, TRI_CUBIN, "sm_90", 8, 0);
    expect_image(&images.image[2], TRI_LLVM, TRI_CUBIN, "sm_80", 8, 0);
    expect_image(&images.image[3], TRI_LLVM, TRI_CUBIN, "sm_86", 8, 0);
    expect_image(&images.image[4], TRI_FATBIN, TRI_CUBIN, "sm_90", 8, 0);
    expect_image(&images.image[5], TRI_FATBIN, TRI_PTX, "sm_90", 0, 0);
    expect_image(&images.image[6], TRI_GCC, TRI_PTX, "sm_80", 0, 70);
    expect_image(&images.image[7], TRI_BARE, TRI_CUBIN, "sm_75", 7, 0);
    cr_expect_str_eq(images.image[0].triple, "nvptx64-nvidia-cuda");
    cr_expect_str_eq(images.image[3].triple, "nvptx64-nvidia-cuda");
}

Test(images, of_this_program_are_those_it_was_built_for)
{
    struct tri_images images;
    struct tri_error e = { TRI_FAILED, "" };
    cr_assert(tri_images_of("/proc/self/exe", &images, &e), "%s", e.text);
    bool host_plugin = strstr(TRIPTYCH_OFFLOAD_TARGET, "host plugin");
    cr_assert_eq(images.n > 0, TRIPTYCH_OFFLOAD, "%zu images", images.n);
    for (size_t i = 0; i < images.n; i++) {
        const struct tri_device_image *image = &images.image[i];
        cr_expect_eq(image->code == TRI_HOST_CODE, host_plugin);
        cr_expect(host_plugin || strstr(TRIPTYCH_OFFLOAD_TARGET, image->arch), "%s is not in %s",
                  image->arch, TRIPTYCH_OFFLOAD_TARGET);
    }
}

Test(images, files_that_cannot_be_read_are_errors)
{
    struct tri_images images;
    struct tri_error e = { TRI_FAILED, "" };
    cr_expect_not(tri_images_of("/nowhere/at/all", &images, &e));
    cr_expect(strstr(e.text, "/nowhere/at/all"));
    cr_expect_not(tri_images_of("/dev/null", &images, &e));
    cr_expect_not(tri_images_of("/tmp", &images, &e));
    cr_expect_eq(images.n, 0);
}

Test(images, truncated_files_lose_images_and_nothing_else)
{
    struct file file = every_container();
    size_t most = images_in(file.at, file.size).n;
    for (size_t size = 0; size < file.size; size++)
        cr_expect_leq(images_in(file.at, size).n, most);
    cr_expect_eq(images_in(file.at, sizeof(struct llvm_binary)).n, 0);
}

Test(images, no_damaged_byte_is_believed_too_much)
{
    const unsigned char masks[] = { 0x01, 0x80, 0xff };
    struct file file = every_container();
    for (size_t i = 0; i < file.size; i++)
        for (size_t m = 0; m < sizeof masks; m++) {
            file.at[i] ^= masks[m];
            images_in(file.at, file.size);
            file.at[i] ^= masks[m];
        }
}

Test(images, random_damage)
{
    uint64_t random = 88172645463325252u;
    for (int round = 0; round < 5000; round++) {
        struct file file = every_container();
        for (int i = 0; i < 8; i++) {
            random ^= random << 13, random ^= random >> 7, random ^= random << 17;
            file.at[random % file.size] = (unsigned char)(random >> 32);
        }
        images_in(file.at, file.size - (size_t)(random >> 40) % 64);
    }
}

Test(images, lengths_that_overflow)
{
    const struct llvm_binary good = llvm_binary("sm_80", 7);
    const uint64_t huge[] = { UINT64_MAX, UINT64_MAX - 7, (uint64_t)1 << 63, sizeof good + 1 };
    for (size_t i = 0; i < sizeof huge / sizeof *huge; i++) {
        struct llvm_binary bad[7];
        for (size_t b = 0; b < 7; b++)
            bad[b] = good;
        uint64_t *fields[] = { &bad[0].size, &bad[1].entry, &bad[2].image, &bad[3].image_size,
                               &bad[4].strings };
        for (size_t b = 0; b < sizeof fields / sizeof *fields; b++) {
            *fields[b] = huge[i];
            cr_expect_eq(images_in(&bad[b], sizeof good).n, 0, "field %zu, %zu", b, i);
        }
        /* Without its strings an image is still one. */
        bad[5].string_count = huge[i];
        bad[6].triple = huge[i];
        cr_expect_eq(images_in(&bad[5], sizeof good).n, 1);
        const struct tri_images nameless = images_in(&bad[6], sizeof good);
        cr_expect_str_eq(nameless.image[0].triple, "");
    }
}

Test(images, entries_that_overflow)
{
    const uint64_t huge[] = { UINT64_MAX, UINT64_MAX / 40, (uint64_t)1 << 63, 3 };
    FOR_EACH (r, huge) {
        struct llvm_binary_2 bad = llvm_binary_2();
        bad.count = *r;
        cr_expect_leq(images_in(&bad, sizeof bad).n, 4,
                      "two, and what else is taken for an entry before the end");
        bad = llvm_binary_2();
        bad.entries = *r == 3 ? sizeof bad + 1 : *r;
        cr_expect_eq(images_in(&bad, sizeof bad).n, 0);
    }
    struct llvm_binary_2 to_come = llvm_binary_2();
    to_come.version = 3;
    cr_expect_eq(images_in(&to_come, sizeof to_come).n, 0);
}

Test(images, strings_without_an_end)
{
    struct llvm_binary bad = llvm_binary("sm_80", 7);
    memset(&bad.elf.e_flags, 'x', sizeof bad - offsetof(struct llvm_binary, elf.e_flags));
    bad.arch = sizeof bad - 3;
    const struct tri_images images = images_in(&bad, sizeof bad);
    cr_expect_str_eq(images.image[0].arch, "");
    bad.arch_key = sizeof bad - 1;
    cr_expect_eq(images_in(&bad, sizeof bad).n, 1);
}

Test(images, lengths_of_fat_binaries_that_overflow)
{
    struct fat_binary bad = fat_binary();
    bad.size = UINT64_MAX;
    cr_expect_eq(images_in(&bad, sizeof bad).n, 0);
    bad = fat_binary();
    bad.entry[0].size = UINT64_MAX - 63; /* with the header's 64: 0 */
    cr_expect_eq(images_in(&bad, sizeof bad).n, 0);
    bad = fat_binary();
    bad.entry[0].header_size = 0; /* an entry of no size, again and again */
    bad.entry[0].size = 0;
    cr_expect_eq(images_in(&bad, sizeof bad).n, 0);
    bad = fat_binary();
    bad.entry[1].header_size = 0;
    cr_expect_eq(images_in(&bad, sizeof bad).n, 1);
}

Test(images, more_than_the_list_holds)
{
    struct file file = { 0 };
    const size_t each = sizeof(struct llvm_binary);
    unsigned char *all = malloc(100 * each);
    cr_assert(all);
    for (int i = 0; i < 100; i++) {
        char name[16];
        snprintf(name, sizeof name, "sm_%d", i + 1);
        struct llvm_binary b = llvm_binary(name, 7);
        memcpy(all + (size_t)i * sizeof b, &b, sizeof b);
    }
    cr_expect_eq(images_in(all, 100 * sizeof(struct llvm_binary)).n, TRI_MAX_IMAGES);
    free(all);
    for (int i = 0; i < 3; i++) {
        struct llvm_binary b = llvm_binary("sm_80", 7);
        put(&file, &b, sizeof b);
    }
    cr_expect_eq(images_in(file.at, file.size).n, 1, "alike, so one");
}

Test(images, which_gpus_run_them)
{
    static const struct {
        enum tri_container container;
        enum tri_code code;
        const char *arch;
        int gpu;
        bool runs;
    } rows[] = {
        { TRI_LLVM, TRI_CUBIN, "sm_80", 80, true },
        { TRI_LLVM, TRI_CUBIN, "sm_80", 86, true },
        { TRI_LLVM, TRI_CUBIN, "sm_86", 80, false },
        { TRI_LLVM, TRI_CUBIN, "sm_80", 90, false },
        { TRI_LLVM, TRI_CUBIN, "sm_90", 80, false },
        { TRI_LLVM, TRI_CUBIN, "sm_90a", 90, true },
        { TRI_LLVM, TRI_CUBIN, "sm_100a", 103, false },
        { TRI_LLVM, TRI_CUBIN, "sm_100", 103, true },
        { TRI_LLVM, TRI_PTX, "sm_80", 90, false },
        { TRI_LLVM, TRI_BITCODE, "sm_90", 90, false },
        { TRI_GCC, TRI_PTX, "sm_80", 90, true },
        { TRI_GCC, TRI_PTX, "sm_80", 75, false },
        { TRI_FATBIN, TRI_PTX, "sm_90", 120, true },
        { TRI_FATBIN, TRI_PTX, "sm_90a", 120, false },
        { TRI_LLVM, TRI_AMD_CODE, "gfx90a", 90, false },
        { TRI_LLVM, TRI_HOST_CODE, "", 90, false },
    };
    FOR_EACH (r, rows) {
        struct tri_device_image image = { .container = r->container, .code = r->code };
        snprintf(image.arch, sizeof image.arch, "%s", r->arch);
        cr_expect_eq(tri_image_runs_on(&image, r->gpu / 10, r->gpu % 10), r->runs, "%s %s on sm_%d",
                     tri_code_name(image.code), image.arch, r->gpu);
    }
}
