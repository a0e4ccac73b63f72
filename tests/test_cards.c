/* Cards of kernels: what images say, what the runtime tells of launches, and the occupancy that follows. */
#include "audits.h"
#include "build_info.h"
#include "card.h"
#include "check.h"

#include <elf.h>
#include <stdint.h>

/* ---- Occupancy --------------------------------------------------------------------------------- */

/* As NVIDIA's calculator and ncu have them; those of 9.0 with 35 and more registers are of kernels here. */
Test(cards, occupancy_as_the_calculator_has_it)
{
    static const struct {
        int major, minor, threads, registers, shared, teams, warps;
        enum tri_limiter limiter;
    } known[] = {
        { 9, 0, 256, 32, 0, 8, 64, TRI_BY_THREADS },
        { 9, 0, 128, 35, 1160, 12, 48, TRI_BY_REGISTERS },
        { 9, 0, 256, 38, 0, 6, 48, TRI_BY_REGISTERS },
        { 9, 0, 256, 48, 0, 5, 40, TRI_BY_REGISTERS },
        { 9, 0, 256, 128, 0, 2, 16, TRI_BY_REGISTERS },
        { 9, 0, 256, 168, 0, 1, 8, TRI_BY_REGISTERS },
        { 9, 0, 128, 248, 36864, 2, 8, TRI_BY_REGISTERS },
        { 9, 0, 128, 32, 36864, 6, 24, TRI_BY_TEAM_MEMORY },
        { 9, 0, 32, 16, 0, 32, 32, TRI_BY_TEAMS },
        { 9, 0, 1024, 64, 0, 1, 32, TRI_BY_REGISTERS },
        { 7, 0, 1024, 32, 49152, 2, 64, TRI_BY_THREADS },
        { 7, 0, 256, 32, 49152, 2, 16, TRI_BY_TEAM_MEMORY },
        { 7, 5, 256, 64, 0, 4, 32, TRI_BY_THREADS },
        { 7, 5, 32, 32, 0, 16, 16, TRI_BY_TEAMS },
        { 8, 0, 128, 255, 0, 2, 8, TRI_BY_REGISTERS },
        { 8, 0, 64, 32, 16384, 9, 18, TRI_BY_TEAM_MEMORY },
        { 8, 6, 1024, 32, 0, 1, 32, TRI_BY_THREADS },
        { 8, 6, 64, 32, 0, 16, 32, TRI_BY_TEAMS },
        { 8, 9, 64, 32, 0, 24, 48, TRI_BY_THREADS },
        { 10, 0, 512, 40, 0, 3, 48, TRI_BY_REGISTERS },
        { 12, 0, 32, 32, 0, 24, 24, TRI_BY_TEAMS },
    };
    for (size_t i = 0; i < sizeof known / sizeof *known; i++) {
        struct tri_occupancy o;
        cr_assert(tri_occupancy(known[i].major, known[i].minor, known[i].threads,
                                known[i].registers, known[i].shared, &o));
        cr_expect(o.teams == known[i].teams && o.warps == known[i].warps &&
                      o.limiter == known[i].limiter,
                  "%zu: %d teams, %d warps, %s", i, o.teams, o.warps, tri_limiter_name(o.limiter));
    }
}

Test(cards, occupancy_of_nothing_is_not_known)
{
    static const int wrong[][5] = { { 6, 0, 128, 32, 0 },  { 9, 1, 128, 32, 0 },
                                    { 9, 0, 0, 32, 0 },    { 9, 0, 1025, 32, 0 },
                                    { 9, 0, 128, 256, 0 }, { 9, 0, 128, -1, 0 },
                                    { 9, 0, 1024, 80, 0 }, { 9, 0, 128, 32, 233472 },
                                    { 9, 0, 128, 32, -1 } };
    struct tri_occupancy o;
    for (size_t i = 0; i < sizeof wrong / sizeof *wrong; i++)
        cr_expect_not(
            tri_occupancy(wrong[i][0], wrong[i][1], wrong[i][2], wrong[i][3], wrong[i][4], &o),
            "%zu", i);
}

/* ---- Launches ---------------------------------------------------------------------------------- */

static const char told[] =
    "something else\n"
    "\"PluginInterface\" device 0 info: Launching kernel __omp_offloading_fe00_51_add_float_l68 with 528 "
    "blocks and 256 threads in SPMD mode\n"
    "\"PluginInterface\" device 0 info: Launching kernel __omp_offloading_fe00_51_add_float_l68 with 528 "
    "blocks and 256 threads in SPMD mode\n"
    "PluginInterface device 0 info: Launching kernel k with [7,1,1] blocks and [96,1,1] threads in Generic mode\n"
    "Launching kernel k with no blocks and 3 threads\n"
    "Launching kernel k with 3 blocks\n"
    "Launching kernel";

Test(cards, launches_are_read)
{
    struct tri_launches l;
    tri_launches_read(told, &l);
    cr_assert(l.n == 2 && !l.more);
    cr_expect_str_eq(l.kernel[0].name, "__omp_offloading_fe00_51_add_float_l68");
    cr_expect(l.kernel[0].times == 2 && l.kernel[0].teams == 528 && l.kernel[0].threads == 256);
    cr_expect_str_eq(l.kernel[1].name, "k");
    cr_expect(l.kernel[1].times == 1 && l.kernel[1].teams == 7 && l.kernel[1].threads == 96);
    tri_launches_read("", &l);
    cr_expect(l.n == 0);
}

Test(cards, more_launches_than_are_listed)
{
    char text[4000] = "";
    struct tri_launches l;
    for (int i = 1; i <= TRI_MOST_LAUNCHES + 1; i++)
        snprintf(text + strlen(text), sizeof text - strlen(text),
                 "Launching kernel k with %d blocks and 32 threads in SPMD mode\n", i);
    tri_launches_read(text, &l);
    cr_expect(l.n == TRI_MOST_LAUNCHES && l.more);
}

static void expect_function(const char *kernel, const char *function, int line)
{
    char own[200] = "";
    int at = 0;
    cr_assert(card_function(kernel, own, sizeof own, &at), "%s", kernel);
    cr_expect_str_eq(own, function);
    cr_expect_eq(at, line);
}

Test(cards, functions_of_kernels)
{
    char own[200];
    int line;
    expect_function("__omp_offloading_fe00_5104f1_offload_tuned_double_l209", "offload_tuned", 209);
    expect_function("__omp_offloading_10302_1a_saxpy_offload_l7", "saxpy_offload", 7);
    expect_function("__omp_offloading_1_2_a_l3_b_float_l12", "a_l3_b", 12);
    cr_expect_not(card_function("nvkernel_main_F1L12", own, sizeof own, &line));
    cr_expect_not(card_function("__omp_offloading_1_2", own, sizeof own, &line));
    cr_expect_not(card_function("__omp_offloading_1_2_a", own, 200, &line));
    cr_expect_not(card_function("__omp_offloading_1_2_abc_l7", own, 3, &line));
}

/* ---- An image, made by hand -------------------------------------------------------------------- */

#define KERNEL "__omp_offloading_1_2_add_offload_float_l68"

enum { NAMES = 0, SYMBOL_NAMES, SYMBOLS, INFO, OWN_INFO, CONSTANTS, TEXT, SHARED, SECTIONS };

static const char names[] = "\0.strtab\0.symtab\0.nv.info\0.nv.info." KERNEL
                            "\0.nv.constant0." KERNEL "\0.text." KERNEL "\0.nv.shared." KERNEL;
static const char symbol_names[] = "\0other\0" KERNEL;

struct image {
    /* LLVM's container, as in test_images.c: its magic number stands inverted. */
    unsigned char magic[4];
    uint32_t version;
    uint64_t size, entry, entry_size;
    uint16_t kind, producer;
    uint32_t flags;
    uint64_t strings, string_count, at, bytes;
    uint64_t arch_key, arch;
    char text[32];
    struct cubin {
        Elf64_Ehdr elf;
        char names[sizeof names], symbol_names[sizeof symbol_names];
        Elf64_Sym symbol[3];
        unsigned char info[4 * 12], own[16 + 4];
        Elf64_Shdr section[SECTIONS];
    } cubin;
};

/* Format 4 is of so many bytes. */
static void put_attribute(unsigned char *at, unsigned char number, uint32_t symbol, uint32_t value)
{
    const unsigned char head[] = { 4, number, 8, 0 };
    memcpy(at, head, 4);
    memcpy(at + 4, &symbol, 4);
    memcpy(at + 8, &value, 4);
}

static uint32_t name_of(int section)
{
    uint32_t at = 0;
    for (int i = 0; i < section; i++)
        at += (uint32_t)strlen(names + at) + 1;
    return at;
}

static Elf64_Shdr section(int i, uint32_t type, size_t offset, size_t size)
{
    return (
        Elf64_Shdr){ .sh_name = name_of(i), .sh_type = type, .sh_offset = offset, .sh_size = size };
}

static void fill_sections(struct cubin *c)
{
    const size_t text = offsetof(struct cubin, names);
    c->section[NAMES] = section(0, SHT_STRTAB, text, sizeof names);
    c->section[SYMBOL_NAMES] =
        section(1, SHT_STRTAB, offsetof(struct cubin, symbol_names), sizeof symbol_names);
    c->section[SYMBOLS] = section(2, SHT_SYMTAB, offsetof(struct cubin, symbol), sizeof c->symbol);
    c->section[INFO] = section(3, SHT_LOPROC, offsetof(struct cubin, info), sizeof c->info);
    c->section[OWN_INFO] = section(4, SHT_LOPROC, offsetof(struct cubin, own), sizeof c->own);
    c->section[CONSTANTS] = section(5, SHT_PROGBITS, text, 8);
    c->section[TEXT] = section(6, SHT_PROGBITS, text, 8);
    c->section[SHARED] = section(7, SHT_NOBITS, sizeof *c, 1024 + 1160);
}

static void fill_cubin(struct cubin *c)
{
    const uint32_t most[] = { 128, 1, 1 };
    const unsigned char head[] = { 3, 0x1b, 0xff, 0, 4, 0x05, 12, 0 };
    c->elf = (Elf64_Ehdr){ .e_ident = { 0x7f, 'E', 'L', 'F', 2, 1, 1, 0x33, 7 },
                           .e_machine = 190,
                           .e_shoff = offsetof(struct cubin, section),
                           .e_shentsize = sizeof(Elf64_Shdr),
                           .e_shnum = SECTIONS };
    memcpy(c->names, names, sizeof names);
    memcpy(c->symbol_names, symbol_names, sizeof symbol_names);
    c->symbol[1].st_name = 1;
    c->symbol[2].st_name = 7;
    put_attribute(c->info, 0x2f, 1, 99); /* another function's registers */
    put_attribute(c->info + 12, 0x2f, 2, 35);
    put_attribute(c->info + 24, 0x11, 2, 72);
    put_attribute(c->info + 36, 0x12, 2, 104);
    memcpy(c->own, head, sizeof head);
    memcpy(c->own + sizeof head, most, sizeof most);
    fill_sections(c);
}

static struct image *an_image(void)
{
    struct image *all = calloc(1, sizeof *all);
    volatile uint32_t inverted = ~0xad10ff10u;
    uint32_t magic = ~inverted;
    cr_assert(all);
    *all = (struct image){ .version = 1,
                           .size = sizeof *all,
                           .entry = offsetof(struct image, kind),
                           .entry_size = 40,
                           .kind = 3,
                           .producer = 1,
                           .strings = offsetof(struct image, arch_key),
                           .string_count = 1,
                           .at = offsetof(struct image, cubin),
                           .bytes = sizeof all->cubin,
                           .arch_key = offsetof(struct image, text),
                           .arch = offsetof(struct image, text) + 5,
                           .text = "arch\0sm_90" };
    memcpy(all->magic, &magic, sizeof magic);
    fill_cubin(&all->cubin);
    return all;
}

Test(cards, an_image_is_read)
{
    struct image *all = an_image();
    struct tri_kernel k;
    cr_assert(tri_kernel_in(all, sizeof *all, KERNEL, 9, 0, &k));
    cr_expect_eq(k.registers, 35);
    cr_expect_eq(k.local, 72);
    cr_expect_eq(k.stack, 104);
    cr_expect_eq(k.shared, 1160);
    cr_expect_eq(k.threads, 128);
    cr_expect_str_eq(k.arch, "sm_90");
    cr_expect(tri_kernel_in(all, sizeof *all, KERNEL, 0, 0, &k), "for any GPU");
    cr_expect_not(tri_kernel_in(all, sizeof *all, KERNEL, 8, 0, &k), "of another GPU");
    cr_expect_not(tri_kernel_in(all, sizeof *all, "other", 9, 0, &k));
    free(all);
}

static void count(void *n, const char *name)
{
    *(int *)n += strcmp(name, KERNEL) == 0 ? 1 : 100;
}

/* Before sm_90 the section has nothing of the system. */
Test(cards, team_memory_of_older_images)
{
    struct image *all = an_image();
    struct tri_kernel k;
    memcpy(all->text + 5, "sm_80", 6);
    cr_assert(tri_kernel_in(all, sizeof *all, KERNEL, 8, 0, &k));
    cr_expect_eq(k.shared, 1024 + 1160);
    free(all);
}

Test(cards, kernels_are_found)
{
    struct image *all = an_image();
    int n = 0;
    tri_kernels_in(all, sizeof *all, count, &n);
    cr_expect_eq(n, 1);
    free(all);
}

/* AddressSanitizer sees what is read beyond the bytes that there are. */
Test(cards, damaged_images_are_safe)
{
    const unsigned char masks[] = { 0x01, 0x80, 0xff };
    struct image *all = an_image();
    unsigned char *bytes = (unsigned char *)all;
    struct tri_kernel k;
    int n = 0;
    for (size_t i = 0; i < sizeof *all; i++)
        for (size_t m = 0; m < sizeof masks; m++) {
            bytes[i] ^= masks[m];
            tri_kernel_in(all, sizeof *all, KERNEL, 0, 0, &k);
            tri_kernels_in(all, sizeof *all, count, &n);
            bytes[i] ^= masks[m];
        }
    for (size_t size = 0; size < sizeof *all; size++) {
        unsigned char *shorter = malloc(size + 1);
        cr_assert(shorter);
        memcpy(shorter, bytes, size);
        tri_kernel_in(shorter, size, KERNEL, 0, 0, &k);
        free(shorter);
    }
    free(all);
}

/* ---- Cards ------------------------------------------------------------------------------------- */

static const struct card_gpu h100 = { 9, 0, 132 };

static const char *file_of_image(void)
{
    const char *name = in_scratch("image");
    struct image *all = an_image();
    make_bytes(name, all, sizeof *all);
    free(all);
    return name;
}

/* A small kernel that is there, and one that is not and has more threads. */
static struct cards *some_cards(void)
{
    static struct cards all;
    struct tri_launches l;
    tri_launches_read("Launching kernel " KERNEL " with 792 blocks and 128 threads in SPMD mode\n"
                      "Launching kernel k with 1000 blocks and 128 threads in SPMD mode\n",
                      &l);
    cards_make(&l, file_of_image(), h100, &all);
    return &all;
}

Test(cards, of_launches_and_images)
{
    const struct cards *all = some_cards();
    cr_assert(all->n == 2);
    cr_expect(!all->of[0].is_read && !all->of[0].is_placed, "most threads come first");
    expect_text(all->why, "no machine code of k");
    const struct card *c = &all->of[1];
    cr_assert(c->is_read && c->is_placed);
    cr_expect(c->kernel.registers == 35 && c->occupancy.teams == 12);
    cr_expect(c->waves == 792. / 12 / 132);
}

Test(cards, in_words)
{
    char text[CARD_TEXT];
    const struct cards *all = some_cards();
    card_text(&all->of[1], text);
    cr_expect_str_eq(
        text, "add_offload:68, 792 x 128 threads, 35 registers, 1160 B of team memory, 72 B of "
              "local memory: 12 teams at once, occupancy 75 % (registers)");
    card_text(&all->of[0], text);
    cr_expect_str_eq(text, "k, 1000 x 128 threads");
}

static bool is_add(const void *unused, const char *function)
{
    return strcmp(function, "add_offload") == 0;
}

static bool is_none(const void *unused, const char *function)
{
    return false;
}

Test(cards, of_images_alone)
{
    struct cards all;
    const char *file = file_of_image();
    cards_of_file(file, TRI_FLOAT, is_add, NULL, &all);
    cr_assert(all.n == 1);
    cr_expect(all.of[0].is_read && !all.of[0].is_placed && all.of[0].launched.teams == 0);
    cr_expect_str_eq(all.why, "no GPU: which of these it launches, and how, is not known");
    cards_of_file(file, TRI_DOUBLE, is_add, NULL, &all);
    cr_expect(all.n == 0, "it is of the other precision");
    cards_of_file(file, TRI_FLOAT, is_none, NULL, &all);
    cr_expect(all.n == 0 && *all.why);
}

/* docs/rows.md has a line for each member of a card, and no other. */
Test(cards, members_are_documented)
{
    char path[400], line[80];
    json_auto_t *row = json_object();
    const char *key;
    json_t *value;
    snprintf(path, sizeof path, "%s/docs/rows.md", getenv("TRIPTYCH_SOURCE_DIR"));
    text_auto_t *text = contents(path, NULL);
    cards_add(row, some_cards());
    const json_t *card = json_array_get(json_object_get(row, "kernels"), 1);
    const char *table = strstr(text, "\n## Cards\n"),
               *end = table ? strstr(table, "\n## Doc") : NULL;
    size_t lines = 0;
    cr_assert(card && table && end);
    json_object_foreach((json_t *)card, key, value)
    {
        snprintf(line, sizeof line, "\n| `%s` |", key);
        const char *found = strstr(table, line);
        cr_expect(found && found < end, "%s", key);
    }
    for (const char *at = table; (at = strstr(at, "\n| `")) && at < end; at++)
        lines++;
    cr_expect_eq(lines, json_object_size(card));
}

Test(cards, what_is_not_known_is_null)
{
    json_auto_t *row = json_object(), *none = json_object();
    cards_add(row, some_cards());
    const json_t *all = json_object_get(row, "kernels"), *first = json_array_get(all, 0);
    cr_assert(json_array_size(all) == 2);
    cr_expect(json_is_null(json_object_get(first, "registers")));
    cr_expect(json_is_null(json_object_get(first, "occupancy")));
    cr_expect(json_is_null(json_object_get(first, "function")));
    cr_expect_str_eq(json_string_value(json_object_get(first, "launch")), "1000 x 128");
    cr_expect(json_is_string(json_object_get(row, "kernels_unknown")));
    cards_add(none, &(struct cards){ .n = 0 });
    cr_expect(json_is_null(json_object_get(none, "kernels")));
    cr_expect(json_is_null(json_object_get(none, "kernels_unknown")));
}

/* ---- The process that runs a path for its cards ------------------------------------------------- */

/* LLVM's runtime tells, of the host plugin, too. */
Test(cards, a_run_tells_what_it_launches, .timeout = 120)
{
    case_auto_t c = case_of(tri_hotspot_named("vecadd", TRI_FLOAT), "n=1000");
    const struct audit_of of = { .variant = c.variant, .path = TRI_OFFLOAD, .only_launches = true };
    struct audited found;
    char function[200];
    int line;
    must(audit_there(&c, &of, &found, &failure));
    audit_there_end();
    if (!found.ran || !strstr(TRIPTYCH_COMPILER, "clang"))
        cr_skip_test("no device whose runtime tells");
    cr_assert(found.launches.n == 1 && !found.launches.more, "%zu", found.launches.n);
    const struct tri_launched *l = &found.launches.kernel[0];
    cr_expect(l->times == 1 && l->teams >= 1 && l->threads >= 1);
    cr_assert(card_function(l->name, function, sizeof function, &line), "%s", l->name);
    cr_expect_str_eq(function, "add_offload");
    cr_expect(found.audit.runs == 0);
}

Test(cards, a_path_of_the_cpu_has_none)
{
    case_auto_t c = case_of(tri_hotspot_named("vecadd", TRI_FLOAT), "n=1000");
    const struct tri_launch usual = { .threads = 0 };
    struct cards all;
    cr_expect_not(audit_cards(&c, c.variant, TRI_SIMD, &usual, &all, &failure));
    cr_expect_str_eq(failure.text, "simd runs on the CPU");
}
