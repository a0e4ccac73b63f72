/*
 * The library's device images, registered late.
 *
 * clang has a constructor for each object that registers its images with the offload runtime, which then starts the GPU.
 * Constructors of a library run before those of a library that a tool preloads, and a tool that has to be there before
 * the GPU is started comes too late: NVIDIA's compute-sanitizer then checks nothing.  Constructors of the program itself run
 * after both.  If the program says in time that it has one for this, images wait for it; else they are registered at once.
 *
 * In libtriptych.so the linker makes calls of NAME calls of __wrap_NAME, and those of __real_NAME calls of NAME (--wrap in
 * toolchains/llvm.cmake).  Where rooms are linked into a program, nothing waits, nor has it to; nor with gcc, whose runtime
 * starts a GPU when it is first used.
 */
#include "startup.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdlib.h>

void __wrap___tgt_register_lib(void *images);
void __wrap___tgt_unregister_lib(void *images);
__attribute__((weak)) void __real___tgt_register_lib(void *images);
__attribute__((weak)) void __real___tgt_unregister_lib(void *images);

enum { MOST = 4096 }; /* objects with images; others do not wait */

static bool late;
static void *waiting[MOST];
static size_t count;

void tri_images_wait(void)
{
    late = true;
}

void __wrap___tgt_register_lib(void *images)
{
    if (late && count < MOST)
        waiting[count++] = images;
    else
        __real___tgt_register_lib(images);
}

/* Functions of atexit() are called last first: this one before the driver's own, which came with the images. */
static void unregister_all(void)
{
    while (count > 0)
        __real___tgt_unregister_lib(waiting[--count]);
}

void __wrap___tgt_unregister_lib(void *images)
{
    if (!late)
        __real___tgt_unregister_lib(images);
}

void tri_images_register(void)
{
    for (size_t i = 0; i < count; i++)
        __real___tgt_register_lib(waiting[i]);
    if (count > 0)
        atexit(unregister_all);
}
