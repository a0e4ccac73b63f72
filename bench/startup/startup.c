/* What a program does before anything else, and no library may.  Functions in .preinit_array run before every
 * library's constructors, constructors of the program without a priority after them. */
#define _GNU_SOURCE /* sched_getaffinity */
#include "startup.h"

#include <fcntl.h>
#include <signal.h>
#include <stdbool.h>
#include <time.h>
#include <unistd.h>

static double began;
static cpu_set_t processors;
static bool processors_known;

/* A file that is opened must not get the number of a standard stream that is closed: what is meant for
 * the stream would go into it.  As it is, reading and writing there fail. */
static void occupy_streams(void)
{
    for (int fd = STDIN_FILENO; fd <= STDERR_FILENO; fd++)
        if (fcntl(fd, F_GETFD) < 0)
            (void)!open("/dev/null", fd == STDIN_FILENO ? O_WRONLY : O_RDONLY);
}

/* No library is ready yet: not even the one that has tri_now(). */
static double now(void)
{
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}

static void begin(void)
{
    began = now();
    occupy_streams();
    signal(SIGXFSZ, SIG_IGN); /* a limit on file sizes is an error of write(), not a death */
    processors_known = sched_getaffinity(0, sizeof processors, &processors) == 0;
}

static void before_libraries(int argc, char **argv, char **environment)
{
    begin();
    tri_environment_check(argc > 0 ? argv[0] : "triptych", environment);
    tri_images_wait();
}

__attribute__((section(".preinit_array"),
               used)) static void (*const first)(int, char **, char **) = before_libraries;

__attribute__((constructor)) static void tell(void)
{
    if (began == 0) /* the linker has left out .preinit_array: the clock starts here */
        begin();
    tri_images_register();
    tri_startup_was(now() - began, processors_known ? &processors : NULL);
}
