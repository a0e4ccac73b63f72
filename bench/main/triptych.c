/* triptych -- one command for all programs: "triptych bench mandelbrot" runs bench. */
#include <errno.h>
#include <limits.h>
#include <stdbool.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

struct program {
    const char *name, *meaning;
};

static const struct program programs[] = {
    { "bench", "times every path of every hotspot, and sets it against what the machine can do" },
    { "compare", "compares every path with the reference, and float with double" },
    { "render", "shows what a hotspot computes as an image" },
    { "study", "reruns the experiments of the reports" },
    { "versus", "sets the rows of several runs side by side" },
    { "verdict", "judges compilers by their rows" },
    { "draw", "draws what was measured" },
    { "new", "writes a hotspot of your own to begin with, to be built with this package" },
    { "doctor", "finds out why offload does not run on the GPU" },
};

enum { PROGRAMS = sizeof programs / sizeof *programs };

static int help(FILE *out, int status)
{
    fputs("usage: triptych PROGRAM [ITS ARGUMENTS]\n\n", out);
    for (int i = 0; i < PROGRAMS; i++)
        fprintf(out, "  %-8s %s\n", programs[i].name, programs[i].meaning);
    fputs("\ntriptych PROGRAM --help shows the options of one.\n", out);
    return status;
}

/* They lie in a folder beside that of this command, wherever both have been moved to.  Where that is not known,
 * `file` says why. */
static bool find(const char *name, char *file, size_t size)
{
    char own[PATH_MAX];
    ssize_t length = readlink("/proc/self/exe", own, sizeof own - 1);
    if (length < 0) {
        snprintf(file, size, "it: /proc/self/exe");
        return false;
    }
    own[length] = '\0';
    char *slash = strrchr(own, '/');
    *slash = '\0';
    int written = snprintf(file, size, "%s/" TRI_PROGRAMS "/%s", own, name);
    return written > 0 && (size_t)written < size;
}

static bool is_program(const char *name)
{
    for (int i = 0; i < PROGRAMS; i++)
        if (strcmp(programs[i].name, name) == 0)
            return true;
    return false;
}

int main(int argc, char **argv)
{
    char file[PATH_MAX + 64] = "";
    if (argc < 2)
        return help(stderr, 2);
    if (strcmp(argv[1], "--help") == 0)
        return help(stdout, 0);
    if (!is_program(argv[1])) {
        fprintf(stderr, "triptych: '%s' is no program of it; triptych --help names them\n",
                argv[1]);
        return 2;
    }
    if (find(argv[1], file, sizeof file))
        execv(file, argv + 1);
    fprintf(stderr, "triptych: cannot run %s: %s\n", *file ? file : argv[1], strerror(errno));
    return 1;
}
