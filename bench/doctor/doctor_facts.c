/* The doctor's facts, and what is read from them: build, images, driver, device files, environment, floating point, probe. */
#define _GNU_SOURCE /* environ */
#include "doctor.h"
#include "library.h"
#include "lists.h"

#include "build_info.h"

#include <errno.h>
#include <fcntl.h>
#include <float.h>
#include <glob.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <unistd.h>

/* nvc's memory mode, from which `map` gets its meaning, is fixed when it compiles. */
#if defined(__NVCOMPILER_GPU_UNIFIED_MEM)
# define MEMORY_MODE "unified"
#elif defined(__NVCOMPILER_GPU_MANAGED_MEM)
# define MEMORY_MODE "managed"
#elif defined(__NVCOMPILER_GPU_SEPARATE_MEM)
# define MEMORY_MODE "separate"
#else
# define MEMORY_MODE NULL
#endif

/* ---- Reading ---- */

enum target target_named(const char *name)
{
    return strncmp(name, "nvptx", 5) == 0    ? TARGET_NVIDIA
           : strncmp(name, "amdgpu", 6) == 0 ? TARGET_AMD
           : strstr(name, "host plugin")     ? TARGET_HOST
                                             : TARGET_NONE;
}

const char *const suspects[] = { "OMP_TARGET_OFFLOAD",
                                 "OMP_DEFAULT_DEVICE",
                                 "CUDA_VISIBLE_DEVICES",
                                 "CUDA_MPS_PIPE_DIRECTORY",
                                 "ROCR_VISIBLE_DEVICES",
                                 "HIP_VISIBLE_DEVICES",
                                 "LIBOMPTARGET_HEAP_SIZE",
                                 "LIBOMPTARGET_STACK_SIZE",
                                 "LD_LIBRARY_PATH",
                                 "LD_PRELOAD",
                                 NULL };

const char *variable(const struct facts *f, const char *name)
{
    for (size_t i = 0; f->environment[i]; i++)
        if (names(f->environment[i], name))
            return f->environment[i] + strlen(name) + 1;
    return NULL;
}

const char *library(const struct facts *f, const char *name)
{
    for (size_t i = 0; i < PROBE_LIBRARIES; i++) {
        const char *path = f->probe.report.library[i], *slash = strrchr(path, '/');
        if (slash && strncmp(slash + 1, name, strlen(name)) == 0)
            return path;
    }
    return NULL;
}

bool built_by(const struct facts *f, const char *compiler)
{
    return strncmp(f->build.compiler, compiler, strlen(compiler)) == 0;
}

int llvm_version(const struct facts *f)
{
    const char *runtime = library(f, "libomptarget.so.");
    if (runtime)
        return (int)strtol(strstr(runtime, ".so.") + 4, NULL, 10);
    return built_by(f, "clang ") ? (int)strtol(f->build.compiler + 6, NULL, 10) : 0;
}

bool got_to(const struct facts *f, enum probe_stage stage)
{
    return f->probe.report.stage >= stage;
}

enum state say(struct finding *finding, enum state state, const char *format, ...)
{
    va_list args;
    va_start(args, format);
    vsnprintf(finding->text, sizeof finding->text, format, args);
    va_end(args);
    return state;
}

/* ---- Collecting ---- */

/* Opens the file: permissions alone do not tell, since in a container it can exist but be forbidden. */
static int try_open(const char *path)
{
    int file = open(path, O_RDWR | O_CLOEXEC | O_NONBLOCK);
    if (file < 0)
        return errno;
    close(file);
    return 0;
}

static void collect_device_files(struct device_files *files)
{
    glob_t gpus;
    files->control = try_open("/dev/nvidiactl");
    files->memory = try_open("/dev/nvidia-uvm");
    files->kfd = try_open("/dev/kfd");
    files->wsl = access("/dev/dxg", F_OK) == 0;
    if (glob("/dev/nvidia[0-9]*", 0, NULL, &gpus) != 0)
        return;
    files->gpus = (int)gpus.gl_pathc;
    for (size_t i = 0; i < gpus.gl_pathc; i++)
        files->denied += try_open(gpus.gl_pathv[i]) != 0;
    globfree(&gpus);
}

/* By experiment, not by reading a control register: that works on every processor. */
static void collect_denormals(struct facts *f)
{
    volatile double smallest_normal = DBL_MIN, denormal = DBL_MIN;
    volatile double half = smallest_normal / 2;
    double result = half;
    uint64_t bits;
    memcpy(&bits, &result, sizeof bits);
    f->flushes_results = bits == 0;
    bits = (uint64_t)1 << 51; /* DBL_MIN / 2, made without floating-point arithmetic */
    memcpy(&result, &bits, sizeof bits);
    denormal = result;
    f->flushes_operands = denormal * 4 < smallest_normal;
}

static bool any_suspect(const struct facts *f)
{
    for (size_t i = 0; suspects[i]; i++)
        if (variable(f, suspects[i]))
            return true;
    return false;
}

static const struct build this_build = { .version = TRIPTYCH_VERSION,
                                         .preset = TRIPTYCH_PRESET,
                                         .compiler = TRIPTYCH_COMPILER,
                                         .flags = TRIPTYCH_FLAGS,
                                         .isa = TRIPTYCH_ISA,
                                         .target_name = TRIPTYCH_OFFLOAD_TARGET,
                                         .cuda = TRIPTYCH_CUDA,
                                         .memory = MEMORY_MODE };

void collect_facts(struct facts *f)
{
    struct rlimit limit;
    struct tri_error ignored; /* in a program that cannot be read, no image can be found */
    memset(f, 0, sizeof *f);
    f->build = this_build;
    f->build.target = TRIPTYCH_OFFLOAD ? target_named(f->build.target_name) : TARGET_NONE;
    f->environment = (const char *const *)environ;
    tri_images_of(tri_library_file(), &f->images, &ignored);
    collect_device_files(&f->files);
    collect_denormals(f);
    f->address_space = SIZE_MAX;
    if (getrlimit(RLIMIT_AS, &limit) == 0 && limit.rlim_cur != RLIM_INFINITY)
        f->address_space = (size_t)limit.rlim_cur;
    run_probe(NULL, &f->probe);
    f->nvidia = f->probe.report.nvidia;
    bool for_gpu = f->build.target == TARGET_NVIDIA || f->build.target == TARGET_AMD;
    if (for_gpu && f->probe.report.place != TRI_GPU && any_suspect(f))
        run_probe(suspects, &f->clean);
}
