/* doctor: every known trap, triggered by fictitious facts, and the verdicts. */
#include "facts.h"

#include <criterion/criterion.h>
#include <errno.h>
#include <signal.h>
#include <stdio.h>

/* ---- Each trap, sprung ------------------------------------------------------------------------ */

static void no_offload(struct facts *f)
{
    f->build.target = TARGET_NONE;
}

static void host_plugin(struct facts *f)
{
    f->build.target = TARGET_HOST;
    f->probe.report.place = TRI_HOST_PLUGIN;
}

static void no_image(struct facts *f)
{
    f->images.n = 0;
}

static void disabled(struct facts *f)
{
    set_variable("OMP_TARGET_OFFLOAD=Disabled");
}

static void misspelt(struct facts *f)
{
    set_variable("OMP_TARGET_OFFLOAD=YES");
}

static void no_driver(struct facts *f)
{
    no_gpu(f, 0, "libcuda.so.1 not found: no NVIDIA driver");
    f->nvidia.library[0] = '\0';
    f->nvidia.present = -1;
}

static void no_link(struct facts *f)
{
    snprintf(f->probe.report.libcuda, sizeof f->probe.report.libcuda, "libcuda.so: cannot open");
}

static void hidden(struct facts *f)
{
    no_gpu(f, 100, "none");
    set_variable("CUDA_VISIBLE_DEVICES=");
}

static void hidden_by_number(struct facts *f)
{
    no_gpu(f, 100, "none");
    set_variable("CUDA_VISIBLE_DEVICES=7");
}

static void mig(struct facts *f)
{
    no_gpu(f, 100, "none");
    f->nvidia.mig = 1;
}

static void no_files(struct facts *f)
{
    no_gpu(f, 100, "none");
    f->files = (struct device_files){ .control = ENOENT, .memory = ENOENT };
}

static void forbidden_files(struct facts *f)
{
    no_gpu(f, 999, "unknown");
    f->files.denied = 1;
}

static void no_uvm_file(struct facts *f)
{
    no_gpu(f, 999, "unknown");
    f->files.memory = ENOENT;
}

static void mismatch(struct facts *f)
{
    no_gpu(f, 803, "the driver's kernel module and its libraries are of different versions");
    f->files.gpus = 0;
}

static void old_driver(struct facts *f)
{
    f->build.cuda = "12.4";
    f->nvidia.cuda = 11080;
}

static void old_driver_for_ptx(struct facts *f)
{
    by_gcc(f);
    f->images.image[0].ptx = 85;
    f->nvidia.cuda = 12040;
}

static void cuda_13(struct facts *f)
{
    f->images.image[1].abi = 8;
}

static void bitcode(struct facts *f)
{
    f->images.n = 0;
    add_image(f, TRI_LLVM, TRI_BITCODE, "sm_90");
}

static void blackwell(struct facts *f)
{
    f->nvidia.device[0].major = 10;
}

static void ampere_alone(struct facts *f)
{
    f->images.n = 1;
}

static void older_gpu_than_ptx(struct facts *f)
{
    by_gcc(f);
    f->nvidia.device[0].major = 7;
    f->nvidia.device[0].minor = 5;
}

static void prohibited(struct facts *f)
{
    f->nvidia.device[0].mode = TRI_COMPUTE_PROHIBITED;
}

static void exclusive(struct facts *f)
{
    f->nvidia.device[0].mode = TRI_COMPUTE_EXCLUSIVE;
}

static void limited(struct facts *f)
{
    f->address_space = (size_t)1 << 33;
}

static void no_kfd(struct facts *f)
{
    f->build.target = TARGET_AMD;
    f->files.kfd = EACCES;
}

static void other_llvm(struct facts *f)
{
    f->build.compiler = "clang 21.1.2";
}

static void mixed_llvms(struct facts *f)
{
    memset(f->probe.report.library, 0, sizeof f->probe.report.library);
    load_library(f, "/usr/lib/llvm-19/lib/libomptarget.so.19.1");
    load_library(f, "/opt/llvm/lib/libomp.so");
}

static void no_llvm_plugin(struct facts *f)
{
    f->build.compiler = "clang 18.1.8";
    snprintf(f->probe.report.library[0], PROBE_PATH, "/usr/lib/llvm-18/lib/libomptarget.so.18.1");
    snprintf(f->probe.report.library[1], PROBE_PATH, "/usr/lib/llvm-18/lib/libomp.so.5");
}

static void no_gcc_plugin(struct facts *f)
{
    by_gcc(f);
    snprintf(f->probe.report.plugin, sizeof f->probe.report.plugin, "cannot open shared object");
}

static void guilty_environment(struct facts *f)
{
    set_variable("LD_PRELOAD=/lib/odd.so");
    f->clean.process.ran = true;
    f->clean.report.place = TRI_GPU;
}

static void uncounted(struct facts *f)
{
    f->probe.report.devices = 0;
}

static void no_such_device(struct facts *f)
{
    set_variable("OMP_DEFAULT_DEVICE=3");
    f->probe.report.default_device = 3;
}

static void crash(struct facts *f)
{
    f->probe.report.stage = PROBE_COUNTED;
    f->probe.process.status = SIGSEGV;
    snprintf(f->probe.process.said, sizeof f->probe.process.said, "first\nlast words\n\n");
}

static void hang(struct facts *f)
{
    f->probe.report.stage = PROBE_STARTED;
    f->probe.process.timed_out = true;
}

static void no_process(struct facts *f)
{
    memset(&f->probe, 0, sizeof f->probe);
    memset(&f->nvidia, 0, sizeof f->nvidia);
}

static void skipped(struct facts *f)
{
    f->probe.report.place = TRI_NOWHERE;
}

static void silent(struct facts *f)
{
    by_gcc(f);
    f->probe.report.place = TRI_CPU;
}

static void mandatory_in_vain(struct facts *f)
{
    set_variable("OMP_TARGET_OFFLOAD=MANDATORY");
    f->probe.report.place = TRI_CPU;
}

static void two_runtimes(struct facts *f)
{
    load_library(f, "/usr/lib/libgomp.so.1.0.0");
}

static void flushing(struct facts *f)
{
    f->flushes_results = true;
}

static void unified(struct facts *f)
{
    f->build.compiler = "nvc 24.9";
    f->build.memory = "unified";
}

static void wrong_libgomp(struct facts *f)
{
    set_variable("LIBRARY_PATH=/usr/lib/llvm-19/lib");
}

/* What springs which trap, and a word that its text then has. */
static const struct {
    const char *trap;
    void (*spring)(struct facts *);
    const char *word;
} sprung[] = {
    { "offload build", no_offload, "llvm-gpu" },
    { "GPU build", host_plugin, "host plugin" },
    { "device images", no_image, "no device image" },
    { "OMP_TARGET_OFFLOAD", disabled, "=Disabled" },
    { "OMP_TARGET_OFFLOAD", misspelt, "=YES" },
    { "driver library", no_driver, "libcuda.so.1 not found" },
    { "libcuda.so", no_link, "libcuda.so.1" },
    { "CUDA_VISIBLE_DEVICES", hidden, "hides every GPU" },
    { "CUDA_VISIBLE_DEVICES", hidden_by_number, "=7 hides" },
    { "MIG", mig, "1 of 1" },
    { "device files", no_files, "/dev/nvidia0" },
    { "device files", forbidden_files, "1 of 1" },
    { "device files", no_uvm_file, "nvidia-uvm" },
    { "driver start", mismatch, "different versions" },
    { "driver version", old_driver, "needs 12.0" },
    { "driver version", old_driver_for_ptx, "needs 12.5" },
    { "cubin ABI", cuda_13, "LLVM 19" },
    { "JIT", bitcode, "bitcode" },
    { "new GPU", blackwell, "sm_100" },
    { "architecture", ampere_alone, "(sm_80)" },
    { "architecture", older_gpu_than_ptx, "sm_75" },
    { "compute mode", prohibited, "prohibits" },
    { "compute mode", exclusive, "exclusive" },
    { "address space", limited, "8.59 GB" },
    { "/dev/kfd", no_kfd, "/dev/kfd" },
    { "LLVM's runtime", other_llvm, "clang 21" },
    { "LLVM's runtime", mixed_llvms, "/opt/llvm" },
    { "LLVM's plugin", no_llvm_plugin, "rtl.cuda" },
    { "libgomp's plugin", no_gcc_plugin, "cannot open" },
    { "environment", guilty_environment, "LD_PRELOAD" },
    { "devices", uncounted, "counts no device" },
    { "default device", no_such_device, "number 3" },
    { "probe process", crash, "last words" },
    { "probe process", hang, "hung" },
    { "probe process", no_process, "could not be started" },
    { "skipped region", skipped, "nowhere" },
    { "silent fallback", silent, "fell back" },
    { "silent fallback", host_plugin, "host plugin" },
    { "MANDATORY", mandatory_in_vain, "MANDATORY" },
    { "one runtime", two_runtimes, "libgomp" },
    { "denormals", flushing, "FTZ" },
    { "memory mode", unified, "unified" },
    { "LIBRARY_PATH", wrong_libgomp, "libgomp.so" },
};
enum { SPRUNG = sizeof sprung / sizeof *sprung };

/* Most of them are found only where the region did not run on the GPU. */
static struct facts sprung_facts(size_t i)
{
    struct facts f = healthy();
    f.probe.report.place = TRI_CPU;
    sprung[i].spring(&f);
    return f;
}

Test(doctor, each_trap_is_found_when_sprung)
{
    for (size_t i = 0; i < SPRUNG; i++) {
        struct facts f = sprung_facts(i);
        struct finding finding = finding_of(&f, sprung[i].trap);
        cr_expect_eq(finding.state, PROBLEM, "%s, row %zu: %s", sprung[i].trap, i, finding.text);
        cr_expect(strstr(finding.text, sprung[i].word), "%s: %s", sprung[i].trap, finding.text);
        cr_expect(finding.trap->remedy && *finding.trap->remedy, "%s", sprung[i].trap);
    }
}

Test(doctor, each_trap_that_blocks_fails_with_a_cause_and_a_remedy)
{
    for (size_t i = 0; i < SPRUNG; i++) {
        struct facts f = sprung_facts(i);
        struct verdict v;
        judge(&f, &v);
        cr_expect_eq(v.status, TRI_FAILED);
        cr_expect(v.remedy, "%s: %s", sprung[i].trap, v.text);
    }
}

Test(doctor, the_verdict_names_the_root_not_what_follows)
{
    static const char *const first[] = { "offload build", "driver library", "CUDA_VISIBLE_DEVICES",
                                         "driver start",  "cubin ABI",      "architecture",
                                         "compute mode" };
    for (size_t i = 0; i < SPRUNG; i++)
        for (size_t j = 0; j < sizeof first / sizeof *first; j++)
            if (strcmp(sprung[i].trap, first[j]) == 0) {
                struct facts f = sprung_facts(i);
                struct verdict v;
                judge(&f, &v);
                cr_expect(strstr(v.text, finding_of(&f, first[j]).text), "%s: %s", first[j],
                          v.text);
            }
}

Test(doctor, no_trap_is_left_unsprung)
{
    struct facts f = healthy();
    struct finding findings[MAX_FINDINGS];
    size_t n = examine(&f, findings);
    cr_assert_lt(n, MAX_FINDINGS, "the list may have been cut");
    for (size_t i = 0; i < n; i++) {
        bool found = false;
        for (size_t j = 0; j < SPRUNG; j++)
            found |= strcmp(sprung[j].trap, findings[i].trap->name) == 0;
        cr_expect(found, "no test springs %s", findings[i].trap->name);
    }
}

Test(doctor, a_healthy_machine_has_no_problem)
{
    static void (*const machines[])(struct facts *) = { NULL, by_gcc };
    for (size_t m = 0; m < sizeof machines / sizeof *machines; m++) {
        struct facts f = healthy();
        struct finding findings[MAX_FINDINGS];
        struct verdict v;
        if (machines[m])
            machines[m](&f);
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
    exclusive(&f);
    limited(&f);
    cr_expect_neq(finding_of(&f, "compute mode").state, PROBLEM);
    cr_expect_neq(finding_of(&f, "address space").state, PROBLEM);
    flushing(&f); /* does not keep regions off the GPU, but harms results */
    cr_expect_eq(finding_of(&f, "denormals").state, PROBLEM);
}

Test(doctor, the_host_plugin_works_but_is_no_gpu)
{
    struct facts f = healthy();
    struct verdict v;
    host_plugin(&f);
    judge(&f, &v);
    cr_expect_eq(v.status, TRI_FAILED);
    cr_expect(strstr(v.text, "offload works, but on the CPU itself"), "%s", v.text);
    cr_expect_not_null(v.remedy);
}

Test(doctor, a_gpu_without_known_trap_is_still_no_success)
{
    struct facts f = healthy();
    struct verdict v;
    f.probe.report.stage = PROBE_COUNTED; /* and yet no sign of trouble */
    judge(&f, &v);
    cr_expect_eq(v.status, TRI_FAILED);
    cr_expect(strstr(v.text, "none of the known traps"), "%s", v.text);
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
