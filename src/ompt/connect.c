/*
 * Lets LLVM's offload runtime find the OpenMP runtime that is loaded already.
 *
 * libomptarget reports kernels and copies to a tool (OMPT) only if dlopen("libomp.so") succeeds.  The program has loaded
 * the same file as libomp.so.5; if LLVM has a folder of its own, as on Debian, the loader does not find the name without a
 * number.  If it is opened here once, along the program's run path, the loader knows it by that name, too.  This has
 * to happen before the program registers its device images, which clang does in a constructor of priority 101.
 *
 * It is linked into programs that use OMPT.  If there is no such library, or the runtime is another one, it does nothing:
 * whether kernels are reported has to be tested.
 */
#include <dlfcn.h>

static void *volatile runtime;

/* The loader uses the run path of the object to which dlopen() returns; with a tail call that would be the loader itself. */
static void connect_runtimes(void)
{
    runtime = dlopen("libomp.so", RTLD_LAZY | RTLD_NOLOAD);
}

/* .preinit_array would be too early: dlopen() there runs libc's constructor without an environment. */
__attribute__((section(".init_array.00100"),
               used)) static void (*const before_images)(void) = connect_runtimes;
