/*
 * Lets LLVM's offload runtime find the OpenMP runtime that is loaded already.
 *
 * libomptarget tells a tool (OMPT) of kernels and copies only if dlopen("libomp.so") succeeds.  The program has loaded
 * the same file as libomp.so.5, and the name without a number is on no search path of the loader's where LLVM has a
 * folder of its own, as on Debian.  Opened here once, along the program's run path, the loader knows it by that name too.
 * This has to come before a program registers its device images, which clang has it do in a constructor of priority 101.
 *
 * It is linked into programs that listen to OMPT.  Without such a library, or with another runtime, nothing happens:
 * whether kernels are told of has to be tried.
 */
#include <dlfcn.h>

static void *volatile runtime;

/* The loader takes the run path of the object that dlopen() returns to: a tail call would make that the loader itself. */
static void connect_runtimes(void)
{
    runtime = dlopen("libomp.so", RTLD_LAZY | RTLD_NOLOAD);
}

/* In .preinit_array it would be too early: dlopen() there runs libc's own constructor without an environment. */
__attribute__((section(".init_array.00100"),
               used)) static void (*const before_images)(void) = connect_runtimes;
