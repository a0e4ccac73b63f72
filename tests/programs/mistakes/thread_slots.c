/* Wrong: it has a sum for each number of a thread, and all teams have threads of the same numbers. */
#include <omp.h>

void thread_slots_offload(ptrdiff_t n, const int32_t x[n], int64_t s[1])
{
    int64_t part[1024] = { 0 };
    #pragma omp target teams distribute parallel for map(to: x[:n]) map(tofrom: part)
    for (ptrdiff_t i = 0; i < n; i++)
        part[omp_get_thread_num()] += x[i];
    int64_t sum = 0;
    for (int k = 0; k < 1024; k++)
        sum += part[k];
    #pragma omp target map(to: sum) map(from: s[:1])
    s[0] = sum;
}
