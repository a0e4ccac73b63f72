/*
 * Makes Criterion work in two environments where it fails by itself.
 *
 * Criterion runs each test in its own process, and shares memory with it: a file of shm_open(), part
 * of which is mapped at an address from rand_r().  The functions here replace the C library's in the
 * whole program.
 */
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/mman.h>
#include <unistd.h>

/* A user may not write to the /dev/shm of a bare chroot, but to /tmp. */
static const char *in_tmp(const char *name)
{
    static char path[64];
    snprintf(path, sizeof path, "/tmp/%s", name);
    return path;
}

int shm_open(const char *name, int flags, mode_t mode)
{
    return open(in_tmp(name), flags | O_NOFOLLOW | O_CLOEXEC, mode);
}

int shm_unlink(const char *name)
{
    return unlink(in_tmp(name));
}

/* The address is 0x200000000000 + (rand_r() & 0x3fffff) * 0x1000000 in Criterion 2.4.1, which maps it
 * in the test's process whatever is there already.  Linux puts a program anywhere from 0x555555554000
 * to 0x565555554000, in each process elsewhere, and ThreadSanitizer leaves Criterion nothing but
 * 0x550000000000 to 0x5a0000000000: so draw from 0x570000000000 up to there. */
int rand_r(unsigned *seed)
{
    *seed = *seed * 1103515245 + 12345;
    return 0x370000 + (int)(*seed >> 8) % 0x30000;
}
