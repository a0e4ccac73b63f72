/* The memory space of CUDA peers: the GPU's memory, by the CUDA runtime, as a CUDA program would use it. */
#include <stdio.h>

#include "peer.h"
extern "C" {
#include "startup.h"
}

static char failure[160]; /* the first since the memory space was entered; empty: none */

static void note(const char *call, const char *why)
{
    if (!*failure)
        snprintf(failure, sizeof failure, "%s: %s", call, why);
}

static bool check(cudaError_t status, const char *call)
{
    if (status != cudaSuccess)
        note(call, cudaGetErrorString(status));
    return status == cudaSuccess;
}

extern "C" bool tri_cuda_library_worked(int status, const char *call)
{
    char why[40];
    if (status == 0)
        return true;
    snprintf(why, sizeof why, "failed with status %d", status);
    note(call, why);
    return false;
}

extern "C" void tri_cuda_finish(void)
{
    if (check(cudaGetLastError(), "a kernel's launch"))
        check(cudaDeviceSynchronize(), "a kernel");
}

/* ---- The device ---- */

static struct {
    bool started;
    cudaError_t status;
    double seconds;
    cudaDeviceProp device;
} state;

/* Uses the GPU that offload would use, so that both run on the same one.  Freeing nothing creates the
 * context, which takes time. */
static bool start(struct tri_error *e)
{
    if (!state.started) {
        double begin = tri_now();
        state.status = cudaSetDevice(tri_device_number());
        if (state.status == cudaSuccess)
            state.status = cudaFree(0);
        state.seconds = tri_startup_seconds() + tri_now() - begin;
        if (state.status == cudaSuccess)
            state.status = cudaGetDeviceProperties(&state.device, tri_device_number());
        state.started = true;
    }
    char doctor[TRI_COMMAND];
    return state.status == cudaSuccess ||
           tri_fail(e, TRI_FAILED, "no CUDA device: %s; `%s` looks for the cause",
                    cudaGetErrorString(state.status), tri_command("doctor", doctor, sizeof doctor));
}

static double start_seconds(void)
{
    return state.seconds;
}

static const char *device(void)
{
    return state.device.name;
}

/* ---- A case's data ---- */

static bool release(struct tri_case *there, struct tri_error *e)
{
    for (int o = 0; o < TRI_SLOTS; o++)
        check(cudaFree(there->operand[o]), "cudaFree");
    return !*failure || tri_fail(e, TRI_FAILED, "%s", failure);
}

static bool enter(const struct tri_case *c, const struct tri_launch *, bool outputs,
                  struct tri_case *there, struct tri_error *e)
{
    bool good = true;
    *failure = '\0';
    *there = *c;
    for (int o = 0; o < TRI_SLOTS; o++) {
        there->operand[o] = NULL;
        if (!c->operand[o])
            continue;
        size_t bytes = tri_operand_bytes(c, o);
        good = good && check(cudaMalloc(&there->operand[o], bytes), "cudaMalloc");
        if (good && (tri_operand_is_read(c, o) || (outputs && tri_operand_is_written(c, o))))
            good = check(cudaMemcpy(there->operand[o], c->operand[o], bytes, cudaMemcpyDefault),
                         "cudaMemcpy");
    }
    return good || release(there, e);
}

static bool leave(struct tri_case *there, struct tri_case *c, struct tri_error *e)
{
    bool good = !*failure;
    for (int o = 0; o < TRI_SLOTS; o++)
        if (good && c->operand[o] && tri_operand_is_written(c, o))
            good = check(cudaMemcpy(c->operand[o], there->operand[o], tri_operand_bytes(c, o),
                                    cudaMemcpyDefault),
                         "cudaMemcpy");
    *c->ran_on = good ? TRI_GPU : TRI_NOWHERE; /* CUDA runs nowhere else */
    return release(there, e);
}

/* ---- Pinned memory ---- */

static bool pins(struct tri_error *e)
{
    (void)e;
    return true;
}

static void *allocate_pinned(size_t bytes)
{
    void *memory = NULL;
    return cudaMallocHost(&memory, bytes) == cudaSuccess ? memory : NULL;
}

static void release_pinned(void *memory)
{
    cudaFreeHost(memory);
}

static const struct tri_pinning pinning = { pins, allocate_pinned, release_pinned };

extern "C" const struct tri_memory_space tri_cuda_memory_space = {
    start, start_seconds, device, enter, leave, false, NULL, &pinning,
};
