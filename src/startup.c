/* How long the program took to reach main().  Functions in .preinit_array run before every
 * library's constructors, constructors of the program without a priority after them. */
#include "startup.h"

#include "triptych.h"

static double began, loaded;

static void begin(void)
{
    began = tri_now();
}

__attribute__((section(".preinit_array"), used)) static void (*const first)(void) = begin;

__attribute__((constructor)) static void load(void)
{
    loaded = tri_now();
}

double tri_startup_seconds(void)
{
    return loaded - began;
}
