/* What the NVIDIA driver knows: CUDA's driver interface for the devices, NVML for the machine. */
#define _GNU_SOURCE /* dlinfo */
#include "nvidia.h"

#include "kernel_files.h"

#include <dlfcn.h>
#include <link.h>
#include <pthread.h>
#include <stdio.h>
#include <string.h>

/* ---- Opening a library ------------------------------------------------------------------------ */

const char *tri_find_symbols(void *library, const struct tri_symbol *symbols, void *table)
{
    for (; symbols->name; symbols++) {
        void *address = dlsym(library, symbols->name);
        if (!address)
            return symbols->name;
        /* ISO C has no conversion from void * to a function pointer; POSIX has this one. */
        memcpy((char *)table + symbols->offset, &address, sizeof address);
    }
    return NULL;
}

/* ---- CUDA ------------------------------------------------------------------------------------- */

/* CUdevice_attribute */
enum {
    MULTIPROCESSORS = 16,
    COMPUTE_MODE = 20,
    MEMORY_CLOCK = 36,
    MEMORY_WIDTH = 37,
    L2_CACHE_SIZE = 38,
    MAJOR = 75,
    MINOR = 76
};

/* The errors of cuInit that have a cause of their own. */
static const struct {
    int error;
    const char *meaning;
} meanings[] = {
    { 34, "the libcuda.so.1 that was found is CUDA's stub for linking, not the driver's" },
    { 100, "the driver offers this process no GPU" },
    { 101, "CUDA_VISIBLE_DEVICES names a GPU that is not there" },
    { 802, "the system is not ready; on machines with NVSwitch: is the fabric manager running?" },
    { 803, "the driver's kernel module and its libraries are of different versions" },
    { 804,
      "the libcuda.so.1 that was found is CUDA's compatibility package, which this GPU does not "
      "support" },
    { 805, "the MPS server does not answer" },
    { 999, "unknown error; often /dev/nvidia-uvm is missing or the driver is half loaded" },
};

static const char *meaning(int error)
{
    for (size_t i = 0; i < sizeof meanings / sizeof *meanings; i++)
        if (meanings[i].error == error)
            return meanings[i].meaning;
    return "see CUresult in the CUDA driver's documentation";
}

static void ask_device(const struct tri_cuda *cuda, int ordinal, struct tri_nvidia_device *d)
{
    int device;
    snprintf(d->name, sizeof d->name, "unknown NVIDIA GPU");
    if (cuda->device_get(&device, ordinal) != 0)
        return;
    if (cuda->device_name(d->name, sizeof d->name, device) != 0)
        snprintf(d->name, sizeof d->name, "unknown NVIDIA GPU");
    if (cuda->device_memory(&d->memory, device) != 0)
        d->memory = 0;
    const struct {
        int attribute, *value;
    } attributes[] = { { MAJOR, &d->major },
                       { MINOR, &d->minor },
                       { MULTIPROCESSORS, &d->multiprocessors },
                       { L2_CACHE_SIZE, &d->cache },
                       { MEMORY_CLOCK, &d->memory_khz },
                       { MEMORY_WIDTH, &d->memory_bits },
                       { COMPUTE_MODE, &d->mode } };
    for (size_t i = 0; i < sizeof attributes / sizeof *attributes; i++)
        if (cuda->device_attribute(attributes[i].value, attributes[i].attribute, device) != 0)
            *attributes[i].value = 0;
}

void tri_nvidia_ask(const struct tri_cuda *cuda, struct tri_nvidia *n)
{
    int devices = 0;
    if (cuda->driver_version(&n->cuda) != 0) /* works before cuInit, and where that fails */
        n->cuda = 0;
    n->error = cuda->init(0);
    int error = n->error ? n->error : cuda->device_count(&devices);
    if (error) {
        snprintf(n->problem, sizeof n->problem, "%s fails with error %d: %s",
                 n->error ? "cuInit" : "cuDeviceGetCount", error, meaning(error));
        return;
    }
    n->devices = devices < 0 ? 0 : devices > TRI_NVIDIA_DEVICES ? TRI_NVIDIA_DEVICES : devices;
    for (int i = 0; i < n->devices; i++)
        ask_device(cuda, i, &n->device[i]);
    if (n->devices == 0)
        snprintf(n->problem, sizeof n->problem, "%s", meaning(100));
}

static void *open_cuda(struct tri_cuda *cuda, struct tri_nvidia *n)
{
    static const struct tri_symbol symbols[] = {
        { "cuInit", offsetof(struct tri_cuda, init) },
        { "cuDriverGetVersion", offsetof(struct tri_cuda, driver_version) },
        { "cuDeviceGetCount", offsetof(struct tri_cuda, device_count) },
        { "cuDeviceGet", offsetof(struct tri_cuda, device_get) },
        { "cuDeviceGetName", offsetof(struct tri_cuda, device_name) },
        { "cuDeviceTotalMem_v2", offsetof(struct tri_cuda, device_memory) },
        { "cuDeviceGetAttribute", offsetof(struct tri_cuda, device_attribute) },
        { NULL, 0 }
    };
    void *library = dlopen("libcuda.so.1", RTLD_NOW | RTLD_LOCAL);
    if (!library) {
        const char *why = dlerror();
        bool absent = !why || strstr(why, "libcuda.so.1: cannot open shared object file: No such");
        snprintf(n->problem, sizeof n->problem, "libcuda.so.1 %s%s",
                 absent ? "not found: no NVIDIA driver" : "cannot be loaded: ", absent ? "" : why);
        return NULL;
    }
    struct link_map *map;
    if (dlinfo(library, RTLD_DI_LINKMAP, &map) == 0)
        snprintf(n->library, sizeof n->library, "%s", map->l_name);
    const char *missing = tri_find_symbols(library, symbols, cuda);
    if (missing)
        snprintf(n->problem, sizeof n->problem,
                 "libcuda.so.1 has no %s: not a driver, or an old one", missing);
    return missing ? NULL : library;
}

/* ---- A context -------------------------------------------------------------------------------- */

static bool get_flags(const struct tri_cuda_context *cuda, int ordinal, int *device,
                      unsigned *flags)
{
    int active;
    return cuda && cuda->init(0) == 0 && cuda->device_get(device, ordinal) == 0 &&
           cuda->state(*device, flags, &active) == 0 && active;
}

bool tri_nvidia_get_waiting(const struct tri_cuda_context *cuda, int ordinal, unsigned *flags)
{
    int device;
    if (!get_flags(cuda, ordinal, &device, flags))
        return false;
    *flags &= TRI_CUDA_WAITING;
    return true;
}

bool tri_nvidia_set_waiting(const struct tri_cuda_context *cuda, int ordinal, unsigned flags)
{
    int device;
    unsigned all;
    return get_flags(cuda, ordinal, &device, &all) &&
           cuda->set_flags(device, (all & ~(unsigned)TRI_CUDA_WAITING) | flags) == 0;
}

int tri_nvidia_start_error(const struct tri_cuda_context *cuda, int ordinal)
{
    int device;
    void *started;
    if (!cuda || cuda->init(0) != 0 || cuda->device_get(&device, ordinal) != 0)
        return 0;
    int error = cuda->retain(&started, device);
    if (error == 0)
        cuda->release(device);
    return error;
}

static struct {
    struct tri_cuda_context functions;
    bool found;
} context;

static void find_context(void)
{
    static const struct tri_symbol symbols[] = {
        { "cuInit", offsetof(struct tri_cuda_context, init) },
        { "cuDeviceGet", offsetof(struct tri_cuda_context, device_get) },
        { "cuDevicePrimaryCtxGetState", offsetof(struct tri_cuda_context, state) },
        { "cuDevicePrimaryCtxSetFlags_v2", offsetof(struct tri_cuda_context, set_flags) },
        { "cuDevicePrimaryCtxRetain", offsetof(struct tri_cuda_context, retain) },
        { "cuDevicePrimaryCtxRelease_v2", offsetof(struct tri_cuda_context, release) },
        { NULL, 0 }
    };
    void *library = dlopen("libcuda.so.1", RTLD_NOW | RTLD_LOCAL);
    context.found = library && !tri_find_symbols(library, symbols, &context.functions);
}

const struct tri_cuda_context *tri_nvidia_context(void)
{
    static pthread_once_t once = PTHREAD_ONCE_INIT;
    pthread_once(&once, find_context);
    return context.found ? &context.functions : NULL;
}

struct cuda_bus {
    int (*init)(unsigned flags);
    int (*device_get)(int *device, int ordinal);
    int (*bus)(char *bus, int size, int device);
};

bool tri_nvidia_bus(int ordinal, char *bus, size_t size)
{
    static const struct tri_symbol symbols[] = {
        { "cuInit", offsetof(struct cuda_bus, init) },
        { "cuDeviceGet", offsetof(struct cuda_bus, device_get) },
        { "cuDeviceGetPCIBusId", offsetof(struct cuda_bus, bus) },
        { NULL, 0 }
    };
    struct cuda_bus cuda;
    int device;
    void *library = dlopen("libcuda.so.1", RTLD_NOW | RTLD_LOCAL);
    return library && !tri_find_symbols(library, symbols, &cuda) && cuda.init(0) == 0 &&
           cuda.device_get(&device, ordinal) == 0 && cuda.bus(bus, (int)size, device) == 0;
}

/* ---- The machine ------------------------------------------------------------------------------ */

struct nvml {
    int (*init)(void);
    int (*shutdown)(void);
    int (*driver_version)(char *version, unsigned size);
    int (*device_count)(unsigned *count);
    int (*device_get)(unsigned index, void **device);
    int (*mig_mode)(void *device, unsigned *current, unsigned *pending);
};

static void ask_nvml(const struct nvml *nvml, struct tri_nvidia *n)
{
    unsigned count = 0;
    if (!n->driver[0] && nvml->driver_version(n->driver, sizeof n->driver) != 0)
        n->driver[0] = '\0';
    if (nvml->device_count(&count) != 0)
        return;
    n->present = (int)count;
    for (unsigned i = 0; i < count; i++) {
        void *device;
        unsigned current, pending;
        if (nvml->device_get(i, &device) == 0 && nvml->mig_mode(device, &current, &pending) == 0)
            n->mig += current != 0;
    }
}

static void open_nvml(struct tri_nvidia *n)
{
    static const struct tri_symbol symbols[] = {
        { "nvmlInit_v2", offsetof(struct nvml, init) },
        { "nvmlShutdown", offsetof(struct nvml, shutdown) },
        { "nvmlSystemGetDriverVersion", offsetof(struct nvml, driver_version) },
        { "nvmlDeviceGetCount_v2", offsetof(struct nvml, device_count) },
        { "nvmlDeviceGetHandleByIndex_v2", offsetof(struct nvml, device_get) },
        { "nvmlDeviceGetMigMode", offsetof(struct nvml, mig_mode) },
        { NULL, 0 }
    };
    struct nvml nvml;
    void *library = dlopen("libnvidia-ml.so.1", RTLD_NOW | RTLD_LOCAL);
    if (!library)
        return;
    if (!tri_find_symbols(library, symbols, &nvml) && nvml.init() == 0) {
        ask_nvml(&nvml, n);
        nvml.shutdown();
    }
    dlclose(library);
}

/* The kernel module's version: "NVRM version: NVIDIA UNIX x86_64 Kernel Module  580.65.06  …". */
static void read_module_version(struct tri_nvidia *n)
{
    char text[256];
    if (!tri_text_of(text, sizeof text, "/proc/driver/nvidia/version"))
        return;
    text[strcspn(text, "\n")] = '\0';
    for (char *word = strtok(text, " \t"); word; word = strtok(NULL, " \t")) {
        size_t digits = strspn(word, "0123456789.");
        if (digits > 3 && !word[digits] && strchr(word, '.') && digits < sizeof n->driver) {
            snprintf(n->driver, sizeof n->driver, "%s", word);
            break;
        }
    }
}

static struct tri_nvidia nvidia = { .present = -1 };

static void ask(void)
{
    struct tri_cuda cuda;
    read_module_version(&nvidia);
    if (open_cuda(&cuda, &nvidia))
        tri_nvidia_ask(&cuda, &nvidia);
    open_nvml(&nvidia);
}

const struct tri_nvidia *tri_nvidia(void)
{
    static pthread_once_t once = PTHREAD_ONCE_INIT;
    pthread_once(&once, ask);
    return &nvidia;
}

/* ---- How the host waits for them ---- */

static bool set_one(struct tri_waiting *w, const struct tri_cuda_context *cuda, int device,
                    enum tri_wait how)
{
    if (!w->device[device].known) {
        if (!tri_nvidia_get_waiting(cuda, device, &w->device[device].runtimes))
            return false;
        w->device[device].known = true;
        w->device[device].now = TRI_WAIT_RUNTIME;
    }
    if (how == w->device[device].now)
        return true;
    unsigned flags = how == TRI_WAIT_AWAKE ? 0 : w->device[device].runtimes;
    if (!tri_nvidia_set_waiting(cuda, device, flags))
        return false;
    w->device[device].now = how;
    return true;
}

bool tri_waiting_set(struct tri_waiting *w, const struct tri_cuda_context *cuda, int devices,
                     enum tri_wait how)
{
    bool good = devices > 0;
    for (int device = 0; device < devices && device < TRI_NVIDIA_DEVICES; device++)
        good = set_one(w, cuda, device, how == TRI_WAIT_AWAKE ? how : TRI_WAIT_RUNTIME) && good;
    return good;
}
