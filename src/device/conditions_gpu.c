/* The conditions of an NVIDIA GPU, by NVML: the library of the driver that nvidia-smi uses, too. */
#include "conditions_inside.h"

#include "build_info.h"
#include "measure.h"
#include "nvidia.h"

#include <dlfcn.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

enum { MULTIPROCESSORS = 1 }; /* NVML_CLOCK_SM */

/* ---- The library ---- */

static struct {
    bool asked;
    struct tri_nvml nvml;
    void *device;
    char problem[160];          /* why there is no device */
    unsigned long long reasons; /* that were seen since the begin */
    void *sample[2];            /* of its own counters */
    bool is_begun;
} gpu;

static const char *words(const struct tri_nvml *nvml, int error)
{
    const char *text = nvml->error ? nvml->error(error) : NULL;
    return text ? text : "an error";
}

static void find_device(const struct tri_nvml *nvml, const char *bus)
{
    int error = nvml->init ? nvml->init() : -1;
    gpu.nvml = *nvml;
    if (error == 0 && nvml->device_at)
        error = nvml->device_at(bus, &gpu.device);
    if (error == 0 && gpu.device)
        return;
    gpu.device = NULL;
    snprintf(gpu.problem, sizeof gpu.problem, "NVML, of the GPU at %s: %s", bus,
             words(nvml, error));
}

static const struct {
    const char *name, *older;
    size_t offset; /* of its pointer in the table of functions */
} symbols[] = {
    { "nvmlInit_v2", NULL, offsetof(struct tri_nvml, init) },
    { "nvmlDeviceGetHandleByPciBusId_v2", NULL, offsetof(struct tri_nvml, device_at) },
    { "nvmlDeviceGetClockInfo", NULL, offsetof(struct tri_nvml, clock) },
    { "nvmlDeviceGetMaxClockInfo", NULL, offsetof(struct tri_nvml, max_clock) },
    { "nvmlDeviceGetCurrentClocksEventReasons", "nvmlDeviceGetCurrentClocksThrottleReasons",
      offsetof(struct tri_nvml, reasons) },
    { "nvmlDeviceGetTemperature", NULL, offsetof(struct tri_nvml, temperature) },
    { "nvmlDeviceGetPowerUsage", NULL, offsetof(struct tri_nvml, power) },
    { "nvmlDeviceGetTotalEnergyConsumption", NULL, offsetof(struct tri_nvml, energy) },
    { "nvmlGpmSampleAlloc", NULL, offsetof(struct tri_nvml, new_sample) },
    { "nvmlGpmSampleGet", NULL, offsetof(struct tri_nvml, take_sample) },
    { "nvmlGpmMetricsGet", NULL, offsetof(struct tri_nvml, between) },
    { "nvmlErrorString", NULL, offsetof(struct tri_nvml, error) },
};

/* ISO C has no conversion from void * to a function pointer; POSIX has this one. */
static bool load(struct tri_nvml *nvml)
{
    void *library = dlopen("libnvidia-ml.so.1", RTLD_NOW | RTLD_LOCAL);
    *nvml = (struct tri_nvml){ 0 };
    for (size_t i = 0; library && i < sizeof symbols / sizeof *symbols; i++) {
        void *address = dlsym(library, symbols[i].name);
        if (!address && symbols[i].older)
            address = dlsym(library, symbols[i].older);
        memcpy((char *)nvml + symbols[i].offset, &address, sizeof address);
    }
    return library;
}

/* NVML counts all GPUs of the machine, CUDA those of CUDA_VISIBLE_DEVICES in an order of its own: what both know is the address
 * on the bus. */
static void open_gpu(void)
{
    char bus[32];
    struct tri_nvml nvml;
    gpu.asked = true;
    if (strncmp(TRIPTYCH_OFFLOAD_TARGET, "nvptx", 5) != 0)
        snprintf(gpu.problem, sizeof gpu.problem, "only NVIDIA's GPUs are asked, by NVML");
    else if (!tri_nvidia_bus(tri_device_number(), bus, sizeof bus))
        snprintf(gpu.problem, sizeof gpu.problem, "CUDA does not say which GPU this is");
    else if (!load(&nvml))
        snprintf(gpu.problem, sizeof gpu.problem, "libnvidia-ml.so.1 cannot be loaded");
    else
        find_device(&nvml, bus);
}

void tri_nvml_use(const struct tri_nvml *nvml, const char *bus)
{
    memset(&gpu, 0, sizeof gpu);
    gpu.asked = nvml != NULL;
    if (nvml)
        find_device(nvml, bus);
}

static bool has_device(void)
{
    if (!gpu.asked)
        open_gpu();
    return gpu.device;
}

/* ---- Values ---- */

/* Keeps the reason for what cannot be read; `error` is -1 if the library has no such function. */
static bool is_read(enum tri_condition which, int error)
{
    if (!gpu.device)
        tri_condition_lacks(which, "%s", gpu.problem);
    else if (error == 0)
        tri_condition_lacks(which, NULL);
    else
        tri_condition_lacks(which, "NVML: %s",
                            error < 0 ? "this driver has no function for it"
                                      : words(&gpu.nvml, error));
    return gpu.device && error == 0;
}

static double clock_hz(enum tri_condition which, int (*ask)(void *, int, unsigned *))
{
    unsigned megahertz = 0;
    int error = gpu.device && ask ? ask(gpu.device, MULTIPROCESSORS, &megahertz) : -1;
    return is_read(which, error) ? 1e6 * megahertz : (double)NAN;
}

double tri_gpu_joules(void)
{
    unsigned long long millijoules = 0;
    int error = has_device() && gpu.nvml.energy ? gpu.nvml.energy(gpu.device, &millijoules) : -1;
    return is_read(TRI_GPU_JOULES, error) ? (double)millijoules / 1e3 : (double)NAN;
}

/* ---- Why a clock is held down ---- */

enum { IDLE = 1 }; /* nvmlClocksEventReasonGpuIdle: no reason, since nothing runs */

static const struct {
    unsigned long long bit;
    const char *words;
} reasons[] = {
    { 0x002, "clocks set by an administrator" }, /* applications clocks setting */
    { 0x004, "power cap" },
    { 0x008, "hardware slowdown" },
    { 0x010, "sync boost" },
    { 0x020, "heat (software)" },
    { 0x040, "heat (hardware)" },
    { 0x080, "power brake" },
    { 0x100, "clocks of the display" },
};

void tri_throttle_words(unsigned long long bits, char *text, size_t size)
{
    size_t length = 0;
    snprintf(text, size, "none");
    for (size_t i = 0; i < sizeof reasons / sizeof *reasons && length < size; i++)
        if (bits & reasons[i].bit)
            length += (size_t)snprintf(text + length, size - length, "%s%s", length ? ", " : "",
                                       reasons[i].words);
}

static void see_reasons(void)
{
    unsigned long long bits = 0;
    int error = has_device() && gpu.nvml.reasons ? gpu.nvml.reasons(gpu.device, &bits) : -1;
    if (is_read(TRI_GPU_THROTTLE, error))
        gpu.reasons |= bits & ~(unsigned long long)IDLE;
}

double tri_gpu_clock_now(void)
{
    double hz = has_device() ? clock_hz(TRI_GPU_HZ_END, gpu.nvml.clock) : (double)NAN;
    see_reasons();
    return isnan(hz) ? 0 : hz;
}

/* ---- Begin and end ---- */

void tri_gpu_begin(struct tri_conditions *c)
{
    has_device();
    gpu.reasons = 0;
    tri_condition_set(c, TRI_GPU_HZ_BEGIN, clock_hz(TRI_GPU_HZ_BEGIN, gpu.nvml.clock));
    tri_condition_set(c, TRI_GPU_MAX_HZ, clock_hz(TRI_GPU_MAX_HZ, gpu.nvml.max_clock));
    c->begin.gpu_joules = tri_gpu_joules();
}

void tri_gpu_end(struct tri_conditions *c)
{
    char text[sizeof c->throttle];
    unsigned celsius = 0, milliwatts = 0;
    tri_condition_set(c, TRI_GPU_HZ_END, clock_hz(TRI_GPU_HZ_END, gpu.nvml.clock));
    see_reasons();
    tri_throttle_words(gpu.reasons, text, sizeof text);
    if (!tri_condition_problem(TRI_GPU_THROTTLE))
        tri_condition_set_text(c, TRI_GPU_THROTTLE, text);
    bool there = has_device();
    int error = there && gpu.nvml.power ? gpu.nvml.power(gpu.device, &milliwatts) : -1;
    if (is_read(TRI_GPU_WATTS, error))
        tri_condition_set(c, TRI_GPU_WATTS, milliwatts / 1e3);
    error = there && gpu.nvml.temperature ? gpu.nvml.temperature(gpu.device, 0, &celsius) : -1;
    if (is_read(TRI_GPU_CELSIUS, error))
        tri_condition_set(c, TRI_GPU_CELSIUS, celsius);
    tri_condition_set(c, TRI_GPU_JOULES, tri_gpu_joules() - c->begin.gpu_joules);
}

/* ---- What runs make of it ---- */

enum { BUSY = 2, WARPS = 3, MEMORY = 10 }; /* NVML_GPM_METRIC_SM_UTIL, SM_OCCUPANCY, DRAM_BW_UTIL */

/* False: a GPU before Hopper, or this driver does not count. */
static bool take_sample(int which)
{
    const struct tri_nvml *nvml = &gpu.nvml;
    return has_device() && nvml->new_sample && nvml->take_sample && nvml->between &&
           (gpu.sample[which] || nvml->new_sample(&gpu.sample[which]) == 0) &&
           nvml->take_sample(gpu.device, gpu.sample[which]) == 0;
}

void tri_gpu_use_begin(void)
{
    gpu.is_begun = take_sample(0);
}

bool tri_gpu_use_end(struct tri_gpu_use *use)
{
    if (!gpu.is_begun || !take_sample(1))
        return false;
    struct tri_gpm between = { .version = 1,
                               .n = 3,
                               .from = gpu.sample[0],
                               .to = gpu.sample[1],
                               .of = { { .id = BUSY }, { .id = WARPS }, { .id = MEMORY } } };
    if (gpu.nvml.between(&between) != 0)
        return false;
    for (size_t i = 0; i < between.n; i++)
        if (between.of[i].error != 0)
            return false;
    double busy = between.of[0].percent;
    if (!(busy > 0))
        return false;
    *use = (struct tri_gpu_use){ .busy = busy / 100,
                                 .warps = between.of[1].percent / busy,
                                 .memory = between.of[2].percent / 100 };
    return true;
}
