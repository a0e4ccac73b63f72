/* Fictitious machines for tests of the doctor. */
#include "facts.h"

#include <stdint.h>

static const char *environment[8];

void set_variable(const char *assignment)
{
    size_t n = 0;
    while (environment[n])
        n++;
    cr_assert_lt(n, 7);
    environment[n] = assignment;
}

void add_image(struct facts *f, enum tri_container container, enum tri_code code,
               const char *arch_name)
{
    struct tri_device_image *image = &f->images.image[f->images.n++];
    *image = (struct tri_device_image){ .container = container, .code = code };
    snprintf(image->arch, sizeof image->arch, "%s", arch_name);
    image->abi = code == TRI_CUBIN ? 7 : 0;
    image->ptx = code == TRI_PTX ? 70 : 0;
}

void load_library(struct facts *f, const char *path)
{
    size_t n = 0;
    while (f->probe.report.library[n][0])
        n++;
    snprintf(f->probe.report.library[n], PROBE_PATH, "%s", path);
}

struct facts healthy(void)
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

void by_gcc(struct facts *f)
{
    f->build.compiler = "gcc 12.2.0";
    f->build.target_name = "nvptx sm_80";
    f->build.cuda = "";
    f->images.n = 0;
    add_image(f, TRI_GCC, TRI_PTX, "sm_80");
    memset(f->probe.report.library, 0, sizeof f->probe.report.library);
    load_library(f, "/usr/lib/libgomp.so.1.0.0");
}

void no_gpu(struct facts *f, int error, const char *problem)
{
    f->nvidia.devices = 0;
    f->nvidia.error = error;
    snprintf(f->nvidia.problem, sizeof f->nvidia.problem, "%s", problem);
    f->probe.report.devices = 0;
}

struct finding finding_of(const struct facts *f, const char *trap)
{
    struct finding findings[MAX_FINDINGS];
    size_t n = examine(f, findings), i = 0;
    while (i < n && strcmp(findings[i].trap->name, trap) != 0)
        i++;
    cr_assert(i < n, "no trap is called %s", trap);
    return findings[i];
}
