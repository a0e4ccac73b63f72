/* The compiler that probes are tried with: its name, flags and target, and the command that compiles a probe. */
#include "feature.h"

#include "build_info.h"
#include "library.h"
#include "output.h"

#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { SECONDS_TO_ANSWER = 30 };

/* ---- Which it is ------------------------------------------------------------------------------ */

static const char identity[] =
    "#if defined __NVCOMPILER\n"
    "identity nvc __NVCOMPILER_MAJOR__ __NVCOMPILER_MINOR__ "
    "__NVCOMPILER_PATCHLEVEL__\n"
    "#elif defined __INTEL_LLVM_COMPILER\n"
    "identity icx __INTEL_LLVM_COMPILER\n"
    "#elif defined __clang__\n"
    "identity clang __clang_major__ __clang_minor__ __clang_patchlevel__\n"
    "#elif defined __GNUC__\n"
    "identity gcc __GNUC__ __GNUC_MINOR__ __GNUC_PATCHLEVEL__\n"
    "#endif\n";

/* A compiler that does not say what it is goes by the name of its command. */
static void read_identity(const char *said, struct feature_compiler *c)
{
    char family[10];
    int major, minor = 0, patch = 0;
    const char *line = strstr(said, "identity ");
    int read = line ? sscanf(line, "identity %9s %d %d %d", family, &major, &minor, &patch) : 0;
    if (read == 2) /* icx: 20240201 */
        snprintf(c->name, sizeof c->name, "%s %d.%d.%d", family, major / 10000, major / 100 % 100,
                 major % 100);
    else if (read == 4)
        snprintf(c->name, sizeof c->name, "%s %d.%d.%d", family, major, minor, patch);
    else
        snprintf(c->name, sizeof c->name, "%.99s", strrchr(c->path, '/') + 1);
}

static bool is_a(const struct feature_compiler *c, const char *family)
{
    size_t length = strlen(family);
    return strncmp(c->name, family, length) == 0 && c->name[length] == ' ';
}

/* ---- What it gets ----------------------------------------------------------------------------- */

/* GCC writes code for an architecture or for newer ones; these it has known since version 12. */
static int arch_of_gcc(int arch)
{
    static const int known[] = { 80, 75, 70, 53, 35 };
    size_t i = 0;
    while (i + 1 < sizeof known / sizeof *known && known[i] > arch)
        i++;
    return known[i];
}

static void flags_for_nvidia(struct feature_compiler *c, int arch)
{
    if (is_a(c, "clang"))
        snprintf(c->usual, sizeof c->usual, "-O3 -fopenmp --offload-arch=sm_%d", arch);
    else if (is_a(c, "gcc"))
        snprintf(c->usual, sizeof c->usual,
                 "-O3 -fopenmp -foffload=nvptx-none -foffload-options=nvptx-none=-misa=sm_%d "
                 "-foffload-options=-lm -no-pie",
                 arch_of_gcc(arch));
    else if (is_a(c, "nvc"))
        snprintf(c->usual, sizeof c->usual, "-O3 -mp=gpu -gpu=cc%d", arch);
}

/* Without one, clang has its host plugin; the others run regions on the host. */
static void flags_for_host(struct feature_compiler *c, const char *triple)
{
    if (is_a(c, "clang") && *triple)
        snprintf(c->usual, sizeof c->usual, "-O3 -fopenmp -fopenmp-targets=%.100s", triple);
    else if (is_a(c, "gcc"))
        snprintf(c->usual, sizeof c->usual, "-O3 -fopenmp -foffload=disable");
    else if (is_a(c, "nvc"))
        snprintf(c->usual, sizeof c->usual, "-O3 -mp=multicore");
}

static void choose_flags(struct feature_compiler *c, const char *triple, int arch)
{
    snprintf(c->usual, sizeof c->usual, "-O3 -fopenmp");
    if (is_a(c, "icx"))
        snprintf(c->usual, sizeof c->usual, "-O3 -fiopenmp -fopenmp-targets=spir64");
    if (arch > 0)
        flags_for_nvidia(c, arch);
    else
        flags_for_host(c, triple);
}

/* The architectures that begin so, each once. */
static size_t add_archs(const char *flags, const char *prefix, const char *digits, char *target,
                        size_t size)
{
    size_t used = strlen(target), found = 0;
    for (const char *at = flags; (at = strstr(at, prefix)); at += strlen(prefix)) {
        int length = (int)(strlen(prefix) + strspn(at + strlen(prefix), digits));
        char arch[24];
        snprintf(arch, sizeof arch, " %.*s", length, at);
        if (length == (int)strlen(prefix) || strstr(target, arch) || used + sizeof arch > size)
            continue;
        used += (size_t)snprintf(target + used, size - used, "%s", arch);
        found++;
    }
    return found;
}

void feature_target_of(const char *flags, char *target, size_t size)
{
    static const char option[] = "-fopenmp-targets=";
    const char *triple = strstr(flags, option);
    snprintf(target, size, "nvptx");
    if (add_archs(flags, "sm_", "0123456789", target, size))
        return;
    snprintf(target, size, "amdgpu");
    if (add_archs(flags, "gfx", "0123456789abcdef", target, size))
        return;
    *target = '\0';
    if (!triple)
        return;
    triple += strlen(option);
    int length = (int)strcspn(triple, "- ,");
    bool gpu = strncmp(triple, "nvptx", 5) == 0 || strncmp(triple, "amdgcn", 6) == 0 ||
               strncmp(triple, "spir", 4) == 0;
    snprintf(target, size, "%.*s%s", length, triple, gpu ? "" : " host plugin");
}

/* ---- The command ------------------------------------------------------------------------------ */

/* Words between blanks, quoted for a shell.  False: out of memory. */
static bool put_words(FILE *out, const char *words)
{
    char *copy = strdup(words), *rest = copy, *word;
    while (copy && (word = strsep(&rest, " \t\n")))
        if (*word) {
            fputc(' ', out);
            print_word(out, word);
        }
    free(copy);
    return copy;
}

/* The folders of these libraries: a line for each, an absolute path where the compiler has found one. */
static void put_folders(FILE *out, const char *lines)
{
    char option[PATH_MAX + 20];
    while (*lines) {
        int length = (int)strcspn(lines, "\n"), folder = length;
        while (folder > 0 && lines[folder] != '/')
            folder--;
        if (*lines == '/' && folder > 0 && folder < PATH_MAX) {
            snprintf(option, sizeof option, "-Wl,-rpath,%.*s", folder, lines);
            fputc(' ', out);
            print_word(out, option);
        }
        lines += length + (lines[length] == '\n');
    }
}

static bool make_command(struct feature_compiler *c, const char *libraries, struct tri_error *e)
{
    size_t size;
    FILE *out = open_memstream(&c->command, &size);
    bool good = out;
    if (out) {
        print_word(out, c->path);
        good = put_words(out, c->flags);
        /* Else GNU ld looks through all that LLVM's runtime needs, which takes as long as compiling. */
        fputs(" -o probe probe.c -lm -Wl,--allow-shlib-undefined", out);
        put_folders(out, libraries);
        good = fclose(out) == 0 && c->command && good;
    }
    return good || tri_fail(e, TRI_FAILED, "out of memory");
}

/* ---- Asking ----------------------------------------------------------------------------------- */

/* Runs the compiler with these words after it.  If it fails, it has said nothing. */
static bool ask(const char *folder, const struct feature_compiler *c, const char *words,
                struct child *answer, struct tri_error *e)
{
    char *command = NULL;
    size_t size;
    FILE *out = open_memstream(&command, &size);
    if (out)
        print_word(out, c->path);
    bool good = out && fclose(out) == 0 && command;
    if (!good)
        tri_fail(e, TRI_FAILED, "out of memory");
    good = good && child_run_in(folder, SECONDS_TO_ANSWER, answer, e, "cc=%s; %s", command, words);
    if (good && !child_succeeded(answer))
        *answer->said = '\0';
    free(command);
    return good;
}

/* What regions of another compiler's programs are linked with at run time: not every one finds its own. */
static const char libraries[] = "for library in libomptarget.so libomp.so libgomp.so.1; do "
                                "\"$cc\" -print-file-name=$library 2>/dev/null || exit 1; done";

static bool ask_other(const char *folder, const struct feature_request *asked, int arch,
                      struct feature_compiler *c, struct tri_error *e)
{
    static struct child answer;
    if (!child_folder_write(folder, "identity.c", identity, e) ||
        !ask(folder, c, "\"$cc\" -E identity.c", &answer, e))
        return false;
    read_identity(answer.said, c);
    if (!ask(folder, c, "\"$cc\" -dumpmachine", &answer, e))
        return false;
    answer.said[strcspn(answer.said, " \n")] = '\0';
    choose_flags(c, answer.said, arch);
    c->flags = asked->flags ? asked->flags : c->usual;
    feature_target_of(c->flags, c->target, sizeof c->target);
    return ask(folder, c, libraries, &answer, e) && make_command(c, answer.said, e);
}

static bool take_build(struct feature_compiler *c, struct tri_error *e)
{
    snprintf(c->name, sizeof c->name, "%s", TRIPTYCH_COMPILER);
    snprintf(c->target, sizeof c->target, "%s", TRIPTYCH_OFFLOAD_TARGET);
    c->flags = TRIPTYCH_FLAGS;
    c->command =
        strdup("'" TRIPTYCH_CC "' " TRIPTYCH_FLAGS " -o probe probe.c " TRIPTYCH_PROBE_LINK);
    return c->command || tri_fail(e, TRI_FAILED, "out of memory");
}

bool feature_compiler_ask(const char *folder, const struct feature_request *asked,
                          const struct feature_machine *machine, struct feature_compiler *c,
                          struct tri_error *e)
{
    *c = (struct feature_compiler){ .of_build = !asked->cc && !asked->flags };
    if (c->of_build)
        return take_build(c, e);
    if (!tri_command_file(asked->cc ? asked->cc : TRIPTYCH_CC, c->path))
        return tri_fail(e, TRI_FAILED, "the compiler is no longer there");
    return ask_other(folder, asked, machine->arch, c, e);
}
