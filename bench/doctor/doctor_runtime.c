/* The doctor's findings about the OpenMP runtime: its libraries, what the probe saw it do, and what
 * it may do to results. */
#include "doctor.h"

#include <stdlib.h>
#include <string.h>
#include <strings.h>
#include <sys/wait.h>

/* ---- Libraries -------------------------------------------------------------------------------- */

static bool same_folder(const char *a, const char *b)
{
    size_t length = (size_t)(strrchr(a, '/') - a);
    return strncmp(a, b, length) == 0 && strrchr(b, '/') == b + length;
}

/* libomp.so.5 may be a link to libomp-19.so.5, or the other way round. */
static const char *llvm_host_runtime(const struct facts *f)
{
    const char *path = library(f, "libomp.");
    return path ? path : library(f, "libomp-");
}

static enum state check_llvm_runtime(const struct facts *f, struct finding *out)
{
    const char *target = library(f, "libomptarget.so"), *host = llvm_host_runtime(f);
    const char *hint = variable(f, "LD_LIBRARY_PATH") ? " (LD_LIBRARY_PATH is set)" : "";
    int compiler = (int)strtol(f->build.compiler + strlen("clang "), NULL, 10);
    if (!target || !host)
        return say(out, NOT_APPLICABLE, "the probe saw no libomptarget beside a libomp");
    if (compiler != llvm_version(f))
        return say(out, PROBLEM, "clang %d built the program, but its runtime is %s%s", compiler,
                   target, hint);
    if (!same_folder(target, host))
        return say(out, PROBLEM, "two LLVMs share the work, %s and %s%s", target, host, hint);
    return say(out, FINE, "%s", target);
}

static enum state check_llvm_plugin(const struct facts *f, struct finding *out)
{
    if (llvm_version(f) >= 19)
        return say(out, FINE, "built in since LLVM 19");
    if (!got_to(f, PROBE_COUNTED))
        return say(out, NOT_APPLICABLE, "the probe did not get that far");
    if (!library(f, "libomptarget.rtl.cuda"))
        return say(out, PROBLEM, "libomptarget has not loaded its plugin libomptarget.rtl.cuda.so");
    return say(out, FINE, "loaded");
}

static enum state check_gcc_plugin(const struct facts *f, struct finding *out)
{
    if (f->probe.report.plugin[0])
        return say(out, PROBLEM, "libgomp cannot load its plugin for NVIDIA GPUs: %s",
                   f->probe.report.plugin);
    return say(out, FINE, "it can be loaded");
}

static enum state check_single_runtime(const struct facts *f, struct finding *out)
{
    const char *gnu = library(f, "libgomp.so"), *llvm = llvm_host_runtime(f);
    if (!llvm)
        llvm = library(f, "libiomp5");
    if (gnu && llvm)
        return say(out, PROBLEM, "two OpenMP runtimes are loaded, %s and %s", gnu, llvm);
    return say(out, FINE, "no second one is loaded");
}

static enum state check_library_path(const struct facts *f, struct finding *out)
{
    const char *value = variable(f, "LIBRARY_PATH");
    if (value && strstr(value, "llvm"))
        return say(out, PROBLEM, "LIBRARY_PATH=%s makes gcc -fopenmp link with LLVM's libgomp.so",
                   value);
    return say(out, FINE, "leads no compiler to another's OpenMP runtime");
}

/* ---- What the probe saw ----------------------------------------------------------------------- */

/* The last line that the process printed, without its newline. */
static void last_words(const char *said, char *words, size_t size)
{
    words[0] = '\0';
    while (*said) {
        size_t length = strcspn(said, "\n");
        if (length)
            snprintf(words, size, ": %.*s", (int)length, said);
        said += length + (said[length] == '\n');
    }
}

static enum state check_devices(const struct facts *f, struct finding *out)
{
    const struct probe_report *report = &f->probe.report;
    if (report->devices > 0)
        return say(out, FINE, "the OpenMP runtime counts %d", report->devices);
    char words[200];
    last_words(f->probe.process.said, words, sizeof words);
    if (f->nvidia.devices > 0 &&
        tri_nvidia_start_error(tri_nvidia_context(), 0) == TRI_CUDA_OUT_OF_MEMORY)
        return say(out, PROBLEM, "others use all of the GPU's memory; nvidia-smi shows who");
    if (f->nvidia.devices > 0)
        return say(out, PROBLEM,
                   "the driver offers %d GPU%s, but the OpenMP runtime counts no device%s",
                   f->nvidia.devices, f->nvidia.devices == 1 ? "" : "s", words);
    return say(out, PROBLEM, "the OpenMP runtime counts no device%s", words);
}

static enum state check_default_device(const struct facts *f, struct finding *out)
{
    const struct probe_report *report = &f->probe.report;
    if (!got_to(f, PROBE_COUNTED) || report->devices <= 0)
        return say(out, NOT_APPLICABLE, "there is no device to choose");
    if (report->default_device < 0 || report->default_device >= report->devices)
        return say(out, PROBLEM, "the default device is number %d, but there are only 0 to %d",
                   report->default_device, report->devices - 1);
    return say(out, FINE, "number %d; %d counted from 0", report->default_device, report->devices);
}

/* The result of the doctor's second probe, without the variables that may be the cause. */
static enum state check_clean_probe(const struct facts *f, struct finding *out)
{
    char set[200] = "";
    size_t used = 0;
    for (size_t i = 0; suspects[i] && used < sizeof set; i++)
        if (variable(f, suspects[i]))
            used += (size_t)snprintf(set + used, sizeof set - used, "%s%s", used ? ", " : "",
                                     suspects[i]);
    if (!set[0])
        return say(out, FINE, "no variable is set that could keep regions off the GPU");
    if (!f->clean.process.ran)
        return say(out, FINE, "no harm done by %s", set);
    if (f->clean.report.place == TRI_GPU)
        return say(out, PROBLEM, "without %s the region does run on the GPU", set);
    return say(out, FINE, "without %s the region does not run on a GPU either", set);
}

static enum state check_process(const struct facts *f, struct finding *out)
{
    static const char *const stages[] = { "before main", "when the driver was asked",
                                          "when devices were counted", "in the probe region",
                                          "after the probe region" };
    const struct child *p = &f->probe.process;
    const char *when = stages[f->probe.report.stage];
    char words[200];
    last_words(p->said, words, sizeof words);
    if (!p->ran)
        return say(out, PROBLEM, "the process for the probe region could not be started");
    if (p->timed_out)
        return say(out, PROBLEM, "the runtime hung %s%s", when, words);
    if (WIFSIGNALED(p->status))
        return say(out, PROBLEM, "the runtime died %s (%s)%s", when, strsignal(WTERMSIG(p->status)),
                   words);
    if (WEXITSTATUS(p->status) != 0)
        return say(out, PROBLEM, "the runtime ended the process %s, with status %d%s", when,
                   WEXITSTATUS(p->status), words);
    return say(out, FINE, "it ended as it should");
}

static enum state check_skipped(const struct facts *f, struct finding *out)
{
    if (f->probe.report.place == TRI_NOWHERE)
        return say(out, PROBLEM, "the region was skipped: it ran nowhere, and raised no error");
    return say(out, FINE, "the region was not skipped");
}

static enum state check_fallback(const struct facts *f, struct finding *out)
{
    if (f->probe.report.place == TRI_CPU)
        return say(out, PROBLEM, "the region fell back to the host and raised no error");
    if (f->probe.report.place == TRI_HOST_PLUGIN && f->build.target == TARGET_HOST)
        return say(out, FINE, "the region ran on LLVM's host plugin, which this build is for");
    if (f->probe.report.place == TRI_HOST_PLUGIN)
        return say(out, PROBLEM,
                   "the region ran on LLVM's host plugin, which counts as a device like a GPU");
    return say(out, FINE, "the region did not fall back to the host");
}

static enum state check_mandatory(const struct facts *f, struct finding *out)
{
    const char *value = variable(f, "OMP_TARGET_OFFLOAD");
    if (!value || strcasecmp(value, "mandatory") != 0)
        return say(out, FINE, "not set, and not needed: each region proves where it ran");
    if (got_to(f, PROBE_DONE) && f->probe.report.place == TRI_CPU)
        return say(out, PROBLEM,
                   "OMP_TARGET_OFFLOAD=%s, and yet the region ran on the host and raised no error",
                   value);
    return say(out, FINE, "set, and not relied on: each region proves where it ran");
}

/* ---- What it may do to results ---------------------------------------------------------------- */

static enum state check_denormals(const struct facts *f, struct finding *out)
{
    const char *which = !f->flushes_operands ? "FTZ" : !f->flushes_results ? "DAZ" : "FTZ and DAZ";
    if (f->flushes_results || f->flushes_operands)
        return say(
            out, PROBLEM,
            "the host flushes denormals to zero (%s), so that results cannot agree bit for bit",
            which);
    return say(out, FINE, "the host keeps them");
}

static enum state check_memory_mode(const struct facts *f, struct finding *out)
{
    if (!f->build.memory)
        return say(out, NOT_APPLICABLE, "this nvc does not tell");
    if (strcmp(f->build.memory, "separate") != 0)
        return say(out, PROBLEM,
                   "nvc's memory mode is %s: map moves nothing, its times mean nothing",
                   f->build.memory);
    return say(out, FINE, "separate: map moves data");
}

const struct trap runtime_traps[] = {
    { "LLVM's runtime", LLVM_NVIDIA, true, check_llvm_runtime,
      "unset LD_LIBRARY_PATH, or let it begin with the lib folder of the LLVM that built this" },
    { "LLVM's plugin", LLVM_NVIDIA, true, check_llvm_plugin,
      "install the runtime package (libomp-NN-dev), which has the plugin beside libomptarget" },
    { "libgomp's plugin", GCC_NVIDIA, true, check_gcc_plugin,
      "install libgomp-plugin-nvptx1, or add the folder of libgomp-plugin-nvptx.so.1 to "
      "LD_LIBRARY_PATH",
      PROBE_COUNTED },
    { "environment", ANY_GPU, true, check_clean_probe, "unset these variables one by one" },
    { "devices", ANY_GPU, true, check_devices,
      "make the runtime tell more: LIBOMPTARGET_INFO=-1 (clang), GOMP_DEBUG=1 (gcc), "
      "NVCOMPILER_ACC_NOTIFY=3 (nvc)",
      PROBE_COUNTED },
    { "default device", ANY_OFFLOAD, true, check_default_device, "unset OMP_DEFAULT_DEVICE" },
    { "probe process", ANY_OFFLOAD, true, check_process,
      "read above what it said; LIBOMPTARGET_INFO=-1 (clang) or GOMP_DEBUG=1 (gcc) make it say more" },
    { "skipped region", ANY_OFFLOAD, true, check_skipped,
      "build without -fopenmp-offload-mandatory", PROBE_DONE },
    { "silent fallback", ANY_OFFLOAD, true, check_fallback,
      "bench's option --require-offload=gpu turns this into an error", PROBE_DONE },
    { "MANDATORY", ANY_BUILD, false, check_mandatory,
      "do not rely on it: bench's option --require-offload=gpu and the place in each result tell" },
    { "one runtime", ANY_BUILD, false, check_single_runtime,
      "link all libraries with the same OpenMP runtime; look at LD_PRELOAD" },
    { "denormals", ANY_BUILD, false, check_denormals,
      "build without -ffast-math, with nvc -Mnoflushz -Mnodaz; unset NVCOMPILER_FPU_STATE" },
    { "memory mode", NVC_NVIDIA, false, check_memory_mode,
      "build without -gpu=mem:…, -gpu=managed, -gpu=unified and -stdpar" },
    { "LIBRARY_PATH", ANY_BUILD, false, check_library_path, "unset LIBRARY_PATH" },
    { 0 },
};
