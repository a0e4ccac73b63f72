/* The doctor's findings about the NVIDIA driver, and about images and the GPUs they meet. */
#include "doctor.h"

#include <errno.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

/* The GPU that regions go to, or NULL. */
static const struct tri_nvidia_device *gpu(const struct facts *f)
{
    int device = f->probe.report.default_device;
    if (f->nvidia.devices == 0)
        return NULL;
    return &f->nvidia.device[device >= 0 && device < f->nvidia.devices ? device : 0];
}

static int arch(const struct tri_nvidia_device *device)
{
    return 10 * device->major + device->minor;
}

/* ---- The driver ------------------------------------------------------------------------------- */

static enum state check_library(const struct facts *f, struct finding *out)
{
    if (!f->nvidia.library[0])
        return say(out, PROBLEM, "%s", f->nvidia.problem);
    return say(out, FINE, "%s", f->nvidia.library);
}

/* What the driver calls libcuda.so.1, LLVM's runtime opens as libcuda.so. */
static enum state check_library_name(const struct facts *f, struct finding *out)
{
    if (!f->nvidia.library[0])
        return say(out, NOT_APPLICABLE, "no driver is known");
    if (f->probe.report.libcuda[0])
        return say(out, PROBLEM, "LLVM's runtime looks for libcuda.so, and there is only %s",
                   f->nvidia.library);
    return say(out, FINE, "LLVM's runtime finds libcuda.so");
}

/* The errors of cuInit that mean that it sees no device; others have a cause of their own. */
static bool sees_no_gpu(const struct facts *f)
{
    enum { NO_DEVICE = 100, INVALID_DEVICE = 101, UNKNOWN = 999 };
    int error = f->nvidia.error;
    return f->nvidia.devices == 0 &&
           (error == 0 || error == NO_DEVICE || error == INVALID_DEVICE || error == UNKNOWN);
}

/* GPUs are numbered from 0, or named GPU-… and MIG-…; any other word, or none, means none. */
static bool names_no_gpu(const char *value)
{
    return !strchr("0123456789GM", value[0]) || !value[0];
}

static enum state check_visible_devices(const struct facts *f, struct finding *out)
{
    const char *value = variable(f, "CUDA_VISIBLE_DEVICES");
    if (!value)
        return say(out, FINE, "not set");
    if (f->nvidia.library[0] && sees_no_gpu(f) && (f->nvidia.present > 0 || names_no_gpu(value)))
        return say(out, PROBLEM, "CUDA_VISIBLE_DEVICES=%s hides every GPU", value);
    if (f->nvidia.devices == 0)
        return say(out, NOT_APPLICABLE, "%s, but there is nothing to hide", value);
    return say(out, FINE, "%s, which shows %d GPU%s", value, f->nvidia.devices,
               f->nvidia.devices == 1 ? "" : "s");
}

static enum state check_mig(const struct facts *f, struct finding *out)
{
    if (f->nvidia.present < 0)
        return say(out, NOT_APPLICABLE, "NVML does not answer");
    if (f->nvidia.mig > 0 && f->nvidia.devices == 0)
        return say(out, PROBLEM,
                   "%d of %d GPUs are in MIG mode, and this process is offered no instance",
                   f->nvidia.mig, f->nvidia.present);
    return say(out, FINE, "%d of %d GPUs are in MIG mode", f->nvidia.mig, f->nvidia.present);
}

static enum state check_files(const struct facts *f, struct finding *out)
{
    static const char absent[] =
        "no NVIDIA GPU, its driver is not loaded, or a container without it";
    const struct device_files *files = &f->files;
    if (f->nvidia.devices > 0)
        return say(out, FINE, "the driver finds its GPUs");
    if (f->nvidia.library[0] && !sees_no_gpu(f))
        return say(out, NOT_APPLICABLE, "the driver names another cause");
    if (files->wsl)
        return say(out, NOT_APPLICABLE, "Windows has the driver, and passes the GPU on");
    if (files->gpus == 0 || files->control == ENOENT)
        return say(out, PROBLEM, "there is no /dev/nvidia%s: %s", files->gpus ? "ctl" : "0",
                   absent);
    if (files->control)
        return say(out, PROBLEM, "/dev/nvidiactl: %s", strerror(files->control));
    if (files->denied)
        return say(out, PROBLEM, "%d of %d files like /dev/nvidia0 cannot be opened", files->denied,
                   files->gpus);
    if (files->memory)
        return say(out, PROBLEM, "/dev/nvidia-uvm: %s", strerror(files->memory));
    return say(out, FINE, "they can be opened");
}

static enum state check_start(const struct facts *f, struct finding *out)
{
    if (!f->nvidia.library[0])
        return say(out, NOT_APPLICABLE, "no driver is known");
    if (f->nvidia.problem[0])
        return say(out, PROBLEM, "%s", f->nvidia.problem);
    return say(out, FINE, "driver %s offers %d GPU%s", f->nvidia.driver, f->nvidia.devices,
               f->nvidia.devices == 1 ? "" : "s");
}

/* The CUDA that the build needs, as cuDriverGetVersion writes it: machine code asks for the
 * toolkit's major version, PTX for the one that brought it (7.8: 11.8; 8.5: 12.5; 9.0: 13.0). */
static int cuda_needed(const struct facts *f)
{
    int needed = (int)strtol(f->build.cuda, NULL, 10) * 1000;
    for (size_t i = 0; i < f->images.n; i++) {
        int ptx = f->images.image[i].ptx, brought = (ptx / 10 + 4) * 1000 + ptx % 10 * 10;
        if (ptx >= 70 && brought > needed)
            needed = brought;
    }
    return needed;
}

static enum state check_version(const struct facts *f, struct finding *out)
{
    int has = f->nvidia.cuda, needed = cuda_needed(f);
    if (!has || !needed)
        return say(out, NOT_APPLICABLE,
                   has ? "the build does not say which CUDA it needs" : "no driver is known");
    if (has < needed)
        return say(out, PROBLEM, "the driver (%s) speaks CUDA %d.%d, and this build needs %d.%d",
                   f->nvidia.driver, has / 1000, has % 1000 / 10, needed / 1000,
                   needed % 1000 / 10);
    return say(out, FINE, "it speaks CUDA %d.%d, the build needs %d.%d", has / 1000,
               has % 1000 / 10, needed / 1000, needed % 1000 / 10);
}

static enum state check_compute_mode(const struct facts *f, struct finding *out)
{
    if (!gpu(f))
        return say(out, NOT_APPLICABLE, "no GPU is known");
    if (gpu(f)->mode == TRI_COMPUTE_PROHIBITED)
        return say(out, PROBLEM, "the GPU's compute mode prohibits computing");
    if (gpu(f)->mode != TRI_COMPUTE_SHARED)
        return say(out, PROBLEM,
                   "the GPU's compute mode is exclusive, and another process may have it");
    return say(out, FINE, "any number of processes may use the GPU");
}

/* The driver reserves addresses for all memory of the host and the GPUs together. */
static enum state check_address_space(const struct facts *f, struct finding *out)
{
    if (f->address_space != SIZE_MAX)
        return say(
            out, PROBLEM,
            "ulimit -v allows %.3g GB of addresses, while the driver reserves as many as host "
            "and GPUs have memory",
            (double)f->address_space * 1e-9);
    return say(out, FINE, "ulimit -v sets no limit");
}

/* ---- Image and GPU ---------------------------------------------------------------------------- */

/* LLVM 21 learned both: the cubins of CUDA 13, and GPUs after Hopper. */
enum { LLVM_OF_BLACKWELL = 21, CUBIN_ABI_OF_CUDA_13 = 8, BLACKWELL = 100 };

static enum state check_cubin_abi(const struct facts *f, struct finding *out)
{
    int abi = 0;
    for (size_t i = 0; i < f->images.n; i++)
        if (f->images.image[i].abi > abi)
            abi = f->images.image[i].abi;
    if (abi == 0)
        return say(out, NOT_APPLICABLE, "the images are no cubins");
    if (abi >= CUBIN_ABI_OF_CUDA_13 && llvm_version(f) < LLVM_OF_BLACKWELL)
        return say(out, PROBLEM,
                   "the images are cubins of ELF ABI %d, as CUDA 13 writes them, which the runtime "
                   "of LLVM %d cannot read",
                   abi, llvm_version(f));
    return say(out, FINE, "LLVM %d reads cubins of ELF ABI %d", llvm_version(f), abi);
}

static enum state check_jit(const struct facts *f, struct finding *out)
{
    if (f->images.n == 0)
        return say(out, NOT_APPLICABLE, "there is no image");
    for (size_t i = 0; i < f->images.n; i++)
        if (f->images.image[i].code == TRI_CUBIN)
            return say(out, FINE, "there is machine code, nothing to compile at run time");
    return say(
        out, PROBLEM,
        "the image is %s, and distributions build LLVM's runtime without the compiler for it",
        tri_code_name(f->images.image[0].code));
}

static enum state check_new_gpu(const struct facts *f, struct finding *out)
{
    if (!gpu(f))
        return say(out, NOT_APPLICABLE, "no GPU is known");
    if (llvm_version(f) < LLVM_OF_BLACKWELL && arch(gpu(f)) >= BLACKWELL)
        return say(out, PROBLEM, "LLVM %d knows NVIDIA GPUs up to sm_90, and the %s is sm_%d",
                   llvm_version(f), gpu(f)->name, arch(gpu(f)));
    return say(out, FINE, "LLVM %d knows sm_%d", llvm_version(f), arch(gpu(f)));
}

/* "sm_80 sm_90" */
static void list_archs(const struct tri_images *images, char *text, size_t size)
{
    size_t used = 0;
    text[0] = '\0';
    for (size_t i = 0; i < images->n && used < size; i++)
        used +=
            (size_t)snprintf(text + used, size - used, "%s%s", i ? " " : "", images->image[i].arch);
}

static enum state check_arch(const struct facts *f, struct finding *out)
{
    char archs[120];
    const struct tri_nvidia_device *device = gpu(f);
    const struct tri_device_image *fits = NULL;
    if (!device || f->images.n == 0)
        return say(out, NOT_APPLICABLE, device ? "there is no image" : "no GPU is known");
    for (size_t i = 0; i < f->images.n; i++) {
        const struct tri_device_image *image = &f->images.image[i];
        if (tri_image_runs_on(image, device->major, device->minor) &&
            (!fits || image->code == TRI_CUBIN))
            fits = image;
    }
    list_archs(&f->images, archs, sizeof archs);
    if (!fits)
        return say(out, PROBLEM, "no image (%s) runs on the %s, which is sm_%d", archs,
                   device->name, arch(device));
    if (fits->code == TRI_PTX)
        return say(out, FINE, "PTX for %s, which the driver compiles for sm_%d at the first run",
                   fits->arch, arch(device));
    return say(out, FINE, "the image for %s runs on the %s (sm_%d)", fits->arch, device->name,
               arch(device));
}

static enum state check_amd_driver(const struct facts *f, struct finding *out)
{
    if (f->files.kfd)
        return say(out, PROBLEM, "/dev/kfd: %s", strerror(f->files.kfd));
    return say(out, FINE, "it can be opened");
}

const struct trap gpu_traps[] = {
    { "driver library", NVIDIA_GPU, true, check_library,
      "install NVIDIA's driver; in a container, start it with the GPU (docker run --gpus all, "
      "apptainer --nv)",
      PROBE_ASKED },
    { "libcuda.so", LLVM_NVIDIA, true, check_library_name,
      "make a link libcuda.so to it, in a folder of LD_LIBRARY_PATH" },
    { "CUDA_VISIBLE_DEVICES", NVIDIA_GPU, true, check_visible_devices,
      "unset CUDA_VISIBLE_DEVICES, or set it to a number or name that nvidia-smi -L shows" },
    { "MIG", NVIDIA_GPU, true, check_mig,
      "make an instance (nvidia-smi mig -cgi PROFILE -C), or name one in CUDA_VISIBLE_DEVICES" },
    { "device files", NVIDIA_GPU, true, check_files,
      "see whether nvidia-smi works; in a container, start it with the GPU (docker run --gpus all); "
      "nvidia-modprobe -u -c=0 makes the files; access may need the group video",
      PROBE_ASKED },
    { "driver start", NVIDIA_GPU, true, check_start,
      "see whether nvidia-smi works; after a driver update, restart the machine; keep CUDA's stubs "
      "and compat folders out of LD_LIBRARY_PATH" },
    { "driver version", NVIDIA_GPU, true, check_version,
      "update the driver, or build with a CUDA that it speaks (toolchains/fetch-cuda gets an older "
      "one for clang)" },
    { "cubin ABI", LLVM_NVIDIA, true, check_cubin_abi,
      "build with CUDA 12 or older (toolchains/fetch-cuda gets one), or with LLVM 21 or newer" },
    { "JIT", LLVM_NVIDIA, true, check_jit,
      "build for the GPU's architecture, without -fopenmp-target-jit" },
    { "new GPU", LLVM_NVIDIA, true, check_new_gpu,
      "build with LLVM 21 or newer, or with GCC, whose PTX suits any later GPU (preset gcc-gpu)" },
    { "architecture", NVIDIA_GPU, true, check_arch,
      "build on the machine with the GPU, or for it with -DTRIPTYCH_GPU_ARCHS=sm_NN" },
    { "compute mode", NVIDIA_GPU, true, check_compute_mode, "nvidia-smi -c DEFAULT, as root" },
    { "address space", NVIDIA_GPU, true, check_address_space, "ulimit -v unlimited" },
    { "/dev/kfd", AMD_GPU, true, check_amd_driver,
      "load the driver amdgpu; access may need the groups render and video; to a container, pass "
      "/dev/kfd and /dev/dri on" },
    { 0 },
};
