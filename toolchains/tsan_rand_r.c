/* A stand-in for rand_r(3), linked into the tests when they are built with ThreadSanitizer.
 *
 * Criterion (2.4.1, libboxfort) places the memory that its test processes share at
 *     0x200000000000 + (rand_r() & 0x3fffff) * 0x1000000
 * and gives up after ten tries at places that are taken. ThreadSanitizer takes nearly all of that
 * range for itself; it leaves 0x550000000000 to 0x5a0000000000. So: numbers that land there. */
#include <stdlib.h>

int rand_r(unsigned *seed)
{
    *seed = *seed * 1103515245 + 12345;
    return 0x350000 + (int)(*seed >> 8) % 0x50000;
}
