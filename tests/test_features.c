/* doctor --features: probes compiled and run, by another compiler than the build's too, and the results of several side by
 * side. */
#include "feature.h"
#include "library.h"
#include "build_info.h"
#include "check.h"

#include <sys/stat.h>
#include <unistd.h>

/* ---- Which compiler --------------------------------------------------------------------------- */

/* A script of the scratch folder. */
static const char *put_script(const char *name, const char *text)
{
    put_file(name, text);
    cr_assert_eq(chmod(in_scratch(name), 0700), 0);
    return in_scratch(name);
}

Test(features, commands_are_found_as_a_shell_does)
{
    char path[PATH_MAX];
    cr_expect(tri_command_file("sh", path) && *path == '/' && access(path, X_OK) == 0);
    cr_expect(tri_command_file("/bin/sh", path) && strcmp(path, "/bin/sh") == 0);
    put_file("folder/my cc", "#!/bin/sh\n");
    cr_assert_eq(chdir(scratch()), 0);
    cr_expect_not(tri_command_file("folder/my cc", path), "it is no program yet");
    const char *cc = put_script("folder/my cc", "#!/bin/sh\n");
    cr_expect(tri_command_file("folder/my cc", path) && strcmp(path, cc) == 0, "%s", path);
    cr_assert_eq(setenv("PATH", "/no/such/folder::folder", 1), 0);
    cr_expect(tri_command_file("my cc", path) && strcmp(path, cc) == 0, "%s", path);
    cr_expect_not(tri_command_file("folder", path));
    cr_expect_not(tri_command_file("", path));
}

Test(features, targets_are_read_from_flags)
{
    static const struct {
        const char *flags, *target;
    } cases[] = { { "-O3 -fopenmp", "" },
                  { "-fopenmp --offload-arch=sm_90", "nvptx sm_90" },
                  { "--offload-arch=sm_80 --offload-arch=sm_90,sm_80", "nvptx sm_80 sm_90" },
                  { "-foffload-options=nvptx-none=-misa=sm_80", "nvptx sm_80" },
                  { "-I/opt/sm_tools -fopenmp --offload-arch=gfx90a", "amdgpu gfx90a" },
                  { "-fopenmp-targets=x86_64-pc-linux-gnu -O3", "x86_64 host plugin" },
                  { "-fopenmp-targets=nvptx64-nvidia-cuda", "nvptx64" },
                  { "-fiopenmp -fopenmp-targets=spir64", "spir64" } };
    FOR_EACH (r, cases) {
        char target[100];
        feature_target_of(r->flags, target, sizeof target);
        cr_expect_str_eq(target, r->target, "%s", r->flags);
    }
}

/* What is made of a compiler that is this script, on a machine with a GPU of this architecture. */
static struct feature_compiler asked(const char *script, const char *flags, int arch)
{
    struct feature_compiler c;
    const struct feature_machine machine = { .arch = arch };
    const struct feature_request request = { .cc = put_script("it's", script), .flags = flags };
    must(feature_compiler_ask(scratch(), &request, &machine, &c, &failure));
    return c;
}

#define SAYS(what)                                                                      \
    "#!/bin/sh\ncase $1 in\n-E) echo 'identity " what "' ;;\n"                          \
    "-dumpmachine) echo vax-dec-ultrix ;;\n*=libomp.so) echo '/opt/x y/libomp.so' ;;\n" \
    "*) echo \"${1#*=}\" ;;\nesac\n"

Test(features, compilers_say_what_they_are)
{
    static const struct {
        const char *script, *name;
        int arch;
        const char *flags;
    } cases[] = {
        { SAYS("clang 21 1 8"), "clang 21.1.8", 0, "-O3 -fopenmp -fopenmp-targets=vax-dec-ultrix" },
        { SAYS("clang 21 1 8"), "clang 21.1.8", 90, "-O3 -fopenmp --offload-arch=sm_90" },
        { SAYS("gcc 16 0 1"), "gcc 16.0.1", 0, "-O3 -fopenmp -foffload=disable" },
        { SAYS("gcc 16 0 1"), "gcc 16.0.1", 61,
          "-O3 -fopenmp -foffload=nvptx-none -foffload-options=nvptx-none=-misa=sm_53 "
          "-foffload-options=-lm -no-pie" },
        { SAYS("nvc 24 7 0"), "nvc 24.7.0", 90, "-O3 -mp=gpu -gpu=cc90" },
        { SAYS("icx 20250001"), "icx 2025.0.1", 0, "-O3 -fiopenmp -fopenmp-targets=spir64" },
        { "#!/bin/sh\nexit 1\n", "it's", 0, "-O3 -fopenmp" },
    };
    FOR_EACH (r, cases) {
        struct feature_compiler c = asked(r->script, NULL, r->arch);
        cr_expect_str_eq(c.name, r->name);
        cr_expect_str_eq(c.flags, r->flags, "%s", c.name);
        free(c.command);
    }
}

Test(features, words_are_quoted_for_the_shell)
{
    struct feature_compiler c = asked(SAYS("gcc 1 2 3"), " -O3  -DA='$x;' ", 0);
    expect_text(c.command, "it'\\''s' -O3 '-DA='\\''$x;'\\''' -o probe probe.c ");
    expect_text(c.command, " '-Wl,-rpath,/opt/x y'");
    cr_expect_not(strstr(c.command, "libgomp"), "%s", c.command);
    free(c.command);
}

/* ---- A few, for good -------------------------------------------------------------------------- */

static const struct feature_machine machine = { .device = "a device" };

/* Those of the names, up to NULL. */
static struct feature_request asked_for(const char *const *names, const char *cc, const char *flags)
{
    struct feature_request asked = { .cc = cc, .flags = flags, .form = FEATURES_TEXT };
    for (size_t i = 0; feature_at(i, NULL); i++)
        for (size_t j = 0; names[j]; j++)
            asked.marked[i] |= strcmp(feature_at(i, NULL), names[j]) == 0;
    return asked;
}

static const char *const two[] = { "target_data", "collapse", NULL };

Test(features, probes_run)
{
    if (INSTRUMENTED)
        cr_skip("what is compiled would be instrumented, too");
    const struct feature_request asked = asked_for(two, NULL, NULL);
    bool holes = false, done = features(&asked, &machine, begin_text(), &holes, &failure);
    text_auto_t *text = end_text();
    cr_expect_eq(done, TRIPTYCH_OFFLOAD, "%s", failure.text);
    if (strstr(TRIPTYCH_OFFLOAD_TARGET, "host plugin"))
        cr_expect(!holes && strstr(text, "\n2 of 2 work on the device.\n"), "%s", text);
    if (!TRIPTYCH_OFFLOAD)
        cr_expect(failure.status == TRI_USAGE && strstr(failure.text, "has no offload target"),
                  "%s", failure.text);
}

Test(features, the_compiler_of_the_build_is_one_too)
{
    if (INSTRUMENTED || !strstr(TRIPTYCH_OFFLOAD_TARGET, "host plugin"))
        cr_skip("clang's usual flags are for another target than the build's");
    const struct feature_request request = asked_for(two, TRIPTYCH_CC, NULL);
    bool holes = false;
    must(features(&request, &machine, begin_text(), &holes, &failure));
    text_auto_t *text = end_text();
    expect_text(text, "  compiler  " TRIPTYCH_COMPILER ", for " TRIPTYCH_OFFLOAD_TARGET "\n");
    cr_expect(!holes && strstr(text, "\n2 of 2 work on the device.\n"), "%s", text);
}

/* In a build without offload, too. */
Test(features, a_compiler_that_fails_compiles_nothing)
{
    const char *liar =
        put_script("liar", "#!/bin/sh\necho 'liar: error: I will not' >&2\nexit 1\n");
    const struct feature_request request = asked_for(two, liar, "-O0");
    bool holes = false;
    must(features(&request, &machine, begin_text(), &holes, &failure));
    text_auto_t *text = end_text();
    expect_text(text, "  compiler  liar\n  flags     -O0\n  device    none: ");
    expect_text(text, "  4.0  collapse                 NO        -        -  ");
    expect_text(text, "\n         | liar: error: I will not\n");
    cr_expect(holes && strstr(text, "\n0 of 2 work on the device.\n"), "%s", text);
}

/* ---- Several side by side --------------------------------------------------------------------- */

#define ROW(name, since, compiler, rest)                                                           \
    "{'schema':1,'kind':'feature','feature':'" name "','openmp':'" since "','compiler':'" compiler \
    "'," rest "}"
#define RAN(on, mandatory, right) \
    "'compiles':true,'ran_on':'" on "','ran_on_mandatory':'" mandatory "','right':" right
#define LACKS "'compiles':false,'ran_on':null,'ran_on_mandatory':null,'right':null"

static const char of_one[] = "[" ROW(
    "scan", "5.0", "cc 1.2",
    RAN("device", "hung",
        "null") ",'target':'nvptx sm_90'") ","
                                           "{'schema':1,'kind':'card'}," ROW(
                                               "loop", "5.0", "cc 1.2",
                                               RAN("device", "device",
                                                   "true")) "," ROW("fuse", "6.0", "cc 1.2",
                                                                    RAN("device", "device",
                                                                        "false")) "," ROW("simd",
                                                                                          "4.0",
                                                                                          "cc 1.2",
                                                                                          RAN("device",
                                                                                              "crashed",
                                                                                              "null")) "]";

static const char of_another[] =
    "[" ROW("fuse", "6.0", "another-cc 10.20.30", LACKS ",'flags':'-O'") "," ROW(
        "loop", "5.0", "another-cc 10.20.30", RAN("host", "crashed", "null")) "]";

/* A file of JSON whose apostrophes are for quotes. */
static const char *put_rows(const char *name, const char *text)
{
    char *copy = strdup(text);
    cr_assert(copy);
    for (char *c = copy; *c; c++)
        *c = *c == '\'' ? '"' : *c;
    put_file(name, copy);
    free(copy);
    return in_scratch(name);
}

static bool compared(const char *const *file, size_t files, char **text)
{
    bool good = features_compare(file, files, begin_text(), &failure);
    *text = end_text();
    return good;
}

Test(features, side_by_side)
{
    const char *const files[] = { put_rows("a.json", of_one), put_rows("b.json", of_another) };
    text_auto_t *text = NULL;
    must(compared(files, 2, &text));
    expect_text(text, "  [1] cc 1.2, for nvptx sm_90, on the host: ");
    expect_text(text, "b.json\n      flags -O\n");
    expect_text(text, "\n                                 [1] cc 1.2    [2] another-cc 10.20.30\n"
                      "  4.0  simd                      CRASHES       -\n"
                      "  5.0  loop                      yes           HOST\n"
                      "  5.0  scan                      HANGS         -\n"
                      "  6.0  fuse                      WRONG         NO COMPILE\n"
                      "\n       work on the device        1 of 4        0 of 2\n");
}

Test(features, files_without_rows_of_one_compiler)
{
    static const struct {
        const char *text, *says;
    } cases[] = {
        { "[]", ": has no rows of features, as doctor --features --format json writes them" },
        { "{'kind':'feature'}", ": has no rows of features, " },
        { "[1,{'schema':1}]", ": has no rows of features, " },
        { "x", ": '[' or '{' expected near 'x'" },
        { "[{'kind':'feature','schema':2}]", ": row 1 is not of schema 1" },
        { "[{'kind':'feature','schema':1,'feature':'scan'}]", ": row 1 has no \"openmp\"" },
        { "[" ROW("a", "5.0", "x", "'right':true") "]", ": row 1 has no \"compiles\"" },
        { "[" ROW("a", "5.0", "x", LACKS) "," ROW("a", "5.0", "x", LACKS) "]",
          ": has two rows of a; a file has those of one compiler" },
        { "[" ROW("a", "5.0", "x", LACKS) "," ROW("b", "5.0", "y", LACKS) "]",
          ": has rows of x and of y; a file has those of one compiler" },
    };
    FOR_EACH (r, cases) {
        const char *const files[] = { put_rows("good.json", of_one),
                                      put_rows("bad.json", r->text) };
        text_auto_t *text = NULL;
        cr_expect_not(compared(files, 2, &text), "%s", r->text);
        cr_expect(failure.status == TRI_USAGE &&
                      strstr(failure.text, "--compare /") == failure.text &&
                      strstr(failure.text, r->says),
                  "%s: %s", r->text, failure.text);
        cr_expect_str_eq(text, "");
    }
    const char *const gone[] = { "/no/such/file" };
    text_auto_t *text = NULL;
    cr_expect(!compared(gone, 1, &text) && failure.status == TRI_USAGE, "%s", failure.text);
    expect_text(failure.text, "--compare /no/such/file: ");
}
