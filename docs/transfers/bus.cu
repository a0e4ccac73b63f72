// The speed of the bus by CUDA alone, for comparison with bench's figure: copies of 64 MiB between pinned memory and the
// device, the fastest of 21, each way.
//     nvcc -O3 -o bus docs/transfers/bus.cu && ./bus
#include <cstdio>
#include <cstdlib>

static void check(cudaError_t error)
{
    if (error != cudaSuccess) {
        fprintf(stderr, "bus: %s\n", cudaGetErrorString(error));
        exit(1);
    }
}

static double fastest(void *to, const void *from, size_t bytes, cudaMemcpyKind way)
{
    cudaEvent_t begin, end;
    float ms, least = 1e30f;
    check(cudaEventCreate(&begin));
    check(cudaEventCreate(&end));
    for (int i = 0; i < 21; i++) {
        check(cudaEventRecord(begin));
        check(cudaMemcpyAsync(to, from, bytes, way));
        check(cudaEventRecord(end));
        check(cudaEventSynchronize(end));
        check(cudaEventElapsedTime(&ms, begin, end));
        least = ms < least ? ms : least;
    }
    check(cudaEventDestroy(begin));
    check(cudaEventDestroy(end));
    return least * 1e-3;
}

int main()
{
    const size_t bytes = 64 << 20;
    void *host, *device;
    check(cudaMallocHost(&host, bytes));
    check(cudaMalloc(&device, bytes));
    printf("to the device %.1f GB/s, ", bytes / fastest(device, host, bytes, cudaMemcpyHostToDevice) * 1e-9);
    printf("back %.1f GB/s\n", bytes / fastest(host, device, bytes, cudaMemcpyDeviceToHost) * 1e-9);
    check(cudaFree(device));
    check(cudaFreeHost(host));
    return 0;
}
