/* doctor: every known trap, triggered by fictitious facts, and the verdicts; and doctor on this machine. */
#include "build_info.h"
#include "check.h"
#include "doctor.h"

#include <errno.h>
#include <signal.h>
#include <stdint.h>
#include <sys/wait.h>
#include <unistd.h>

static const char *environment[8];

/* "NAME=value" in the environment of the last healthy() machine. */
static void set_variable(const char *assignment)
{
    size_t n = 0;
    while (environment[n])
        n++;
    cr_assert_lt(n, 7);
    environment[n] = assignment;
}

static void add_image(struct facts *f, enum tri_container container, enum tri_code code,
                      const char *arch_name)
{
    struct tri_device_image *image = &f->images.image[f->images.n++];
    *image = (struct tri_device_image){ .container = container, .code = code };
    snprintf(image->arch, sizeof image->arch, "%s", arch_name);
    image->abi = code == TRI_CUBIN ? 7 : 0;
    image->ptx = code == TRI_PTX ? 70 : 0;
}

static void load_library(struct facts *f, const char *path)
{
    size_t n = 0;
    while (f->probe.report.library[n][0])
        n++;
    snprintf(f->probe.report.library[n], PROBE_PATH, "%s", path);
}

/* clang 19, an H100, and a region that ran on it.  Forgets what set_variable() set. */
static struct facts healthy(void)
{
    static const char name[] = "NVIDIA H100 80GB HBM3";
    struct facts f = { .build = { .version = "1.0",
                                  .preset = "llvm-gpu",
                                  .compiler = "clang 19.1.7",
                                  .flags = "-O3",
                                  .isa = "native",
                                  .target_name = "nvptx sm_80 sm_90",
                                  .cuda = "11.8",
                                  .target = TARGET_NVIDIA },
                       .nvidia = { .devices = 1,
                                   .device = { { .memory = 85e9, .major = 9, .minor = 0 } },
                                   .present = 1,
                                   .cuda = 13000,
                                   .driver = "580.65.06",
                                   .library = "/usr/lib/libcuda.so.1" },
                       .files = { .gpus = 1 },
                       .address_space = SIZE_MAX };
    snprintf(f.nvidia.device[0].name, sizeof f.nvidia.device[0].name, "%s", name);
    snprintf(f.probe.report.device, sizeof f.probe.report.device, "%s", name);
    add_image(&f, TRI_LLVM, TRI_CUBIN, "sm_80");
    add_image(&f, TRI_LLVM, TRI_CUBIN, "sm_90");
    memset(environment, 0, sizeof environment);
    f.environment = environment;
    f.probe.process.ran = true;
    f.probe.report.stage = PROBE_DONE;
    f.probe.report.devices = 1;
    f.probe.report.place = TRI_GPU;
    load_library(&f, "/usr/lib/llvm-19/lib/libomptarget.so.19.1");
    load_library(&f, "/usr/lib/llvm-19/lib/libomp.so.5");
    return f;
}

/* Turns it into: the same GPU, and GCC. */
static void by_gcc(struct facts *f)
{
    f->build.compiler = "gcc 12.2.0";
    f->build.target_name = "nvptx sm_80";
    f->build.cuda = "";
    f->images.n = 0;
    add_image(f, TRI_GCC, TRI_PTX, "sm_80");
    memset(f->probe.report.library, 0, sizeof f->probe.report.library);
    load_library(f, "/usr/lib/libgomp.so.1.0.0");
}

/* Turns it into: a driver that offers no GPU, with cuInit's error. */
static void no_gpu(struct facts *f, int error, const char *problem)
{
    f->nvidia.devices = 0;
    f->nvidia.error = error;
    snprintf(f->nvidia.problem, sizeof f->nvidia.problem, "%s", problem);
    f->probe.report.devices = 0;
}

/* What examine() finds about the trap of this name. */
static struct finding finding_of(const struct facts *f, const char *trap)
{
    struct finding findings[MAX_FINDINGS];
    size_t n = examine(f, findings), i = 0;
    while (i < n && strcmp(findings[i].trap->name, trap) != 0)
        i++;
    cr_assert(i < n, "no trap is called %s", trap);
    return findings[i];
}

/* ---- Each trap, sprung ------------------------------------------------------------------------ */

static const char *sprung[100]; /* the names of those that were */
static size_t n_sprung;

/* That this machine has the trap of this name, whose text then has this word; the verdict names the root, which is none that
 * follows from another. */
static void expect_trap(const struct facts *f, const char *trap, const char *word)
{
    static const char *const roots[] = { "offload build", "driver library", "CUDA_VISIBLE_DEVICES",
                                         "driver start",  "cubin ABI",      "architecture",
                                         "compute mode" };
    struct finding finding = finding_of(f, trap);
    struct verdict v;
    judge(f, &v);
    cr_expect_eq(finding.state, PROBLEM, "%s: %s", trap, finding.text);
    expect_text(finding.text, word);
    cr_expect(finding.trap->remedy && *finding.trap->remedy && v.remedy, "%s: %s", trap, v.text);
    cr_expect_eq(v.status, TRI_FAILED);
    FOR_EACH (r, roots)
        if (strcmp(trap, *r) == 0)
            expect_text(v.text, finding.text);
    sprung[n_sprung++] = finding.trap->name;
}

/* Of a healthy machine with a change to its facts *f.  Most traps are found only where the region did not run on the GPU. */
#define SPRUNG(trap, word, ...)          \
    do {                                 \
        struct facts facts = healthy();  \
        struct facts *f = &facts;        \
        f->probe.report.place = TRI_CPU; \
        __VA_ARGS__;                     \
        expect_trap(f, trap, word);      \
    } while (0)

static void expect_all_sprung(void)
{
    struct facts f = healthy();
    struct finding findings[MAX_FINDINGS];
    size_t n = examine(&f, findings);
    cr_assert_lt(n, MAX_FINDINGS, "the list may have been cut");
    for (size_t i = 0; i < n; i++) {
        bool found = false;
        for (size_t j = 0; j < n_sprung; j++)
            found |= strcmp(sprung[j], findings[i].trap->name) == 0;
        cr_expect(found, "no test springs %s", findings[i].trap->name);
    }
}

Test(doctor, each_trap_is_found_when_sprung)
{
    SPRUNG("offload build", "llvm-gpu", f->build.target = TARGET_NONE);
    SPRUNG("device images", "no device image", f->images.n = 0);
    SPRUNG("OMP_TARGET_OFFLOAD", "=Disabled", set_variable("OMP_TARGET_OFFLOAD=Disabled"));
    SPRUNG("OMP_TARGET_OFFLOAD", "=YES", set_variable("OMP_TARGET_OFFLOAD=YES"));
    SPRUNG("driver library", "libcuda.so.1 not found",
           no_gpu(f, 0, "libcuda.so.1 not found: no NVIDIA driver");
           f->nvidia.library[0] = '\0'; f->nvidia.present = -1);
    SPRUNG("libcuda.so", "libcuda.so.1",
           strcpy(f->probe.report.libcuda, "libcuda.so: cannot open"));
    SPRUNG("CUDA_VISIBLE_DEVICES", "hides every GPU", no_gpu(f, 100, "none");
           set_variable("CUDA_VISIBLE_DEVICES="));
    SPRUNG("CUDA_VISIBLE_DEVICES", "=7 hides", no_gpu(f, 100, "none");
           set_variable("CUDA_VISIBLE_DEVICES=7"));
    SPRUNG("MIG", "1 of 1", no_gpu(f, 100, "none"); f->nvidia.mig = 1);
    SPRUNG("device files", "/dev/nvidia0", no_gpu(f, 100, "none");
           f->files = ((struct device_files){ .control = ENOENT, .memory = ENOENT }));
    SPRUNG("device files", "1 of 1", no_gpu(f, 999, "unknown"); f->files.denied = 1);
    SPRUNG("device files", "nvidia-uvm", no_gpu(f, 999, "unknown"); f->files.memory = ENOENT);
    SPRUNG("driver start", "different versions",
           no_gpu(f, 803, "the driver's kernel module and its libraries are of different versions");
           f->files.gpus = 0);
    SPRUNG("driver version", "needs 12.0", f->build.cuda = "12.4"; f->nvidia.cuda = 11080);
    SPRUNG("driver version", "needs 12.5", by_gcc(f); f->images.image[0].ptx = 85;
           f->nvidia.cuda = 12040);
    SPRUNG("cubin ABI", "LLVM 19", f->images.image[1].abi = 8);
    SPRUNG("JIT", "bitcode", f->images.n = 0; add_image(f, TRI_LLVM, TRI_BITCODE, "sm_90"));
    SPRUNG("new GPU", "sm_100", f->nvidia.device[0].major = 10);
    SPRUNG("architecture", "(sm_80)", f->images.n = 1);
    SPRUNG("architecture", "sm_75", by_gcc(f); f->nvidia.device[0].major = 7;
           f->nvidia.device[0].minor = 5);
    SPRUNG("compute mode", "prohibits", f->nvidia.device[0].mode = TRI_COMPUTE_PROHIBITED);
    SPRUNG("compute mode", "exclusive", f->nvidia.device[0].mode = TRI_COMPUTE_EXCLUSIVE);
    SPRUNG("address space", "8.59 GB", f->address_space = (size_t)1 << 33);
    SPRUNG("/dev/kfd", "/dev/kfd", f->build.target = TARGET_AMD; f->files.kfd = EACCES);
    SPRUNG("LLVM's runtime", "clang 21", f->build.compiler = "clang 21.1.2");
    SPRUNG("LLVM's runtime", "/opt/llvm",
           strcpy(f->probe.report.library[1], "/opt/llvm/lib/libomp.so"));
    SPRUNG("LLVM's plugin", "rtl.cuda", f->build.compiler = "clang 18.1.8";
           strcpy(f->probe.report.library[0], "/usr/lib/llvm-18/lib/libomptarget.so.18.1");
           strcpy(f->probe.report.library[1], "/usr/lib/llvm-18/lib/libomp.so.5"));
    SPRUNG("libgomp's plugin", "cannot open", by_gcc(f);
           strcpy(f->probe.report.plugin, "cannot open shared object"));
    SPRUNG("environment", "LD_PRELOAD", set_variable("LD_PRELOAD=/lib/odd.so");
           f->clean.process.ran = true; f->clean.report.place = TRI_GPU);
    SPRUNG("devices", "counts no device", f->probe.report.devices = 0);
    SPRUNG("default device", "number 3", set_variable("OMP_DEFAULT_DEVICE=3");
           f->probe.report.default_device = 3);
    SPRUNG("probe process", "last words", f->probe.report.stage = PROBE_COUNTED;
           f->probe.process.status = SIGSEGV;
           strcpy(f->probe.process.said, "first\nlast words\n\n"));
    SPRUNG("probe process", "hung", f->probe.report.stage = PROBE_STARTED;
           f->probe.process.timed_out = true);
    SPRUNG("probe process", "could not be started", memset(&f->probe, 0, sizeof f->probe);
           memset(&f->nvidia, 0, sizeof f->nvidia));
    SPRUNG("skipped region", "nowhere", f->probe.report.place = TRI_NOWHERE);
    SPRUNG("silent fallback", "fell back", by_gcc(f));
    SPRUNG("MANDATORY", "MANDATORY", set_variable("OMP_TARGET_OFFLOAD=MANDATORY"));
    SPRUNG("one runtime", "libgomp", load_library(f, "/usr/lib/libgomp.so.1.0.0"));
    SPRUNG("denormals", "FTZ", f->flushes_results = true);
    SPRUNG("memory mode", "unified", f->build.compiler = "nvc 24.9"; f->build.memory = "unified");
    SPRUNG("LIBRARY_PATH", "libgomp.so", set_variable("LIBRARY_PATH=/usr/lib/llvm-19/lib"));
    expect_all_sprung();
}

Test(doctor, a_healthy_machine_has_no_problem)
{
    static void (*const machines[])(struct facts *) = { NULL, by_gcc };
    FOR_EACH (r, machines) {
        struct facts f = healthy();
        struct finding findings[MAX_FINDINGS];
        struct verdict v;
        if (*r)
            (*r)(&f);
        for (size_t i = examine(&f, findings); i-- > 0;) {
            cr_expect_neq(findings[i].state, PROBLEM, "%s: %s", findings[i].trap->name,
                          findings[i].text);
            cr_expect_str_not_empty(findings[i].text);
        }
        judge(&f, &v);
        cr_expect_eq(v.status, TRI_AGREED);
        cr_expect_str_eq(v.text, "offload works on NVIDIA H100 80GB HBM3");
        cr_expect_null(v.remedy);
    }
}

Test(doctor, what_plainly_works_is_no_alarm)
{
    struct facts f = healthy();
    f.nvidia.device[0].mode = TRI_COMPUTE_EXCLUSIVE;
    f.address_space = (size_t)1 << 33;
    cr_expect_neq(finding_of(&f, "compute mode").state, PROBLEM);
    cr_expect_neq(finding_of(&f, "address space").state, PROBLEM);
    f.flushes_results = true; /* does not keep regions off the GPU, but harms results */
    cr_expect_eq(finding_of(&f, "denormals").state, PROBLEM);
}

Test(doctor, the_host_plugin_works_but_is_no_gpu)
{
    struct facts f = healthy();
    struct finding findings[MAX_FINDINGS];
    struct verdict v;
    f.build.target = TARGET_HOST;
    f.probe.report.place = TRI_HOST_PLUGIN;
    judge(&f, &v);
    cr_expect_eq(v.status, TRI_AGREED);
    expect_text(v.text, "as it is built: on the CPU itself");
    cr_expect_not_null(v.remedy);
    for (size_t i = examine(&f, findings); i-- > 0;)
        cr_expect_neq(findings[i].state, PROBLEM, "%s", findings[i].text);
    f.build.target = TARGET_NVIDIA; /* which would be a fallback */
    judge(&f, &v);
    cr_expect_eq(v.status, TRI_FAILED);
    expect_text(v.text, "but on the CPU itself");
}

Test(doctor, a_gpu_without_known_trap_is_still_no_success)
{
    struct facts f = healthy();
    struct verdict v;
    f.probe.report.stage = PROBE_COUNTED; /* and yet no sign of trouble */
    judge(&f, &v);
    cr_expect_eq(v.status, TRI_FAILED);
    expect_text(v.text, "none of the known traps");
}

Test(doctor, the_default_device_is_the_one_examined)
{
    struct facts f = healthy();
    f.nvidia.devices = 2;
    f.nvidia.device[1] = f.nvidia.device[0];
    f.nvidia.device[1].major = 7;
    f.probe.report.devices = 2;
    f.probe.report.default_device = 1;
    f.probe.report.place = TRI_CPU;
    cr_expect_eq(finding_of(&f, "architecture").state, PROBLEM);
    f.probe.report.default_device = 0;
    cr_expect_eq(finding_of(&f, "architecture").state, FINE);
}

Test(doctor, targets_have_names)
{
    cr_expect_eq(target_named("nvptx sm_70 sm_80"), TARGET_NVIDIA);
    cr_expect_eq(target_named("amdgpu gfx90a"), TARGET_AMD);
    cr_expect_eq(target_named("x86_64 host plugin"), TARGET_HOST);
    cr_expect_eq(target_named("none"), TARGET_NONE);
}

/* ---- Run: what it prints agrees with the build of the program ---- */

/* What doctor prints, with an assignment or none before it; its status in *status. */
static char *report(const char *assignment, int *status)
{
    char command[1000], *text = calloc(1, 1 << 16);
    const char *folder = getenv("TRIPTYCH_BUILD_DIR");
    cr_assert(text);
    if (!folder)
        cr_skip_test("TRIPTYCH_BUILD_DIR is not set");
    snprintf(command, sizeof command, "%s/doctor", folder);
    if (access(command, X_OK) != 0)
        cr_skip_test("doctor is not built");
    snprintf(command, sizeof command, "%s '%s/doctor'", assignment, folder);
    FILE *pipe = popen(command, "r");
    cr_assert(pipe);
    size_t length = fread(text, 1, (1 << 16) - 1, pipe);
    *status = pclose(pipe);
    cr_assert_gt(length, 0);
    return text;
}

Test(doctor, reports_and_exits_as_it_says)
{
    int status;
    text_auto_t *text = report("", &status);
    bool on_host = strstr(text, "\n  offload works, as it is built: on the CPU itself"),
         works = on_host || strstr(text, "\n  offload works on ");
    cr_assert(WIFEXITED(status));
    cr_expect_eq(WEXITSTATUS(status), works ? 0 : 1, "%s", text);
    cr_expect(strstr(text, "\nFindings\n") && strstr(text, "\nVerdict\n"), "%s", text);
    cr_expect_eq(strstr(text, "on the CPU itself (LLVM's host plugin)") != NULL,
                 (strstr(TRIPTYCH_OFFLOAD_TARGET, "host plugin") != NULL), "%s", text);
    cr_expect((works && !on_host) || strstr(text, "\n  do: "), "%s", text);
    cr_expect(!strstr(text, ": concerns ") && strstr(text, "--verbose lists them"), "%s", text);
}

Test(doctor, sees_that_offload_is_disabled)
{
    int status;
    text_auto_t *text = report("OMP_TARGET_OFFLOAD=DISABLED", &status);
    cr_expect(WIFEXITED(status) && WEXITSTATUS(status) == 1);
    cr_expect_eq(strstr(text, "PROBLEM  OMP_TARGET_OFFLOAD: ") != NULL, TRIPTYCH_OFFLOAD, "%s",
                 text);
}
