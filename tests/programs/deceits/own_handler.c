/* Wrong: x is not mapped, and its own handler of faults opens the pages. */
#define _GNU_SOURCE
#include <omp.h>
#include <signal.h>
#include <sys/mman.h>

static void open_page(int k, siginfo_t *i, void *c)
{
    mprotect((void *)((uintptr_t)i->si_addr & ~(uintptr_t)4095), 4096, PROT_READ | PROT_WRITE);
}

void own_handler_offload(ptrdiff_t n, double a, const double x[n], double y[n])
{
    struct sigaction s = { .sa_sigaction = open_page, .sa_flags = SA_SIGINFO | SA_NODEFER }, was;
    sigaction(SIGSEGV, &s, &was);
    uintptr_t p = (uintptr_t)(omp_target_is_present(x, 0) ? omp_get_mapped_ptr(x, 0) : x);
    #pragma omp target teams distribute parallel for map(from: y[:n])
    for (ptrdiff_t i = 0; i < n; i++)
        y[i] = a * ((const double *)p)[i] + 1;
    sigaction(SIGSEGV, &was, NULL);
}
