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

/* Every file in bench, see CMakeLists.txt. */
static const struct program programs[] = {
#define PROGRAM(name, meaning) { name, meaning },
#include "programs.def"
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

static bool fail(const char *what, const char *why)
{
    fprintf(stderr, "triptych: %s: %s\n", what, why);
    return false;
}

/* They lie in a folder beside that of this command, wherever both have been moved to. */
static bool find(const char *name, char *file, size_t size)
{
    char own[PATH_MAX];
    ssize_t length = readlink("/proc/self/exe", own, sizeof own);
    if (length < 0)
        return fail("cannot find its programs without /proc/self/exe", strerror(errno));
    while (length > 0 && own[length - 1] != '/')
        length--;
    int written = snprintf(file, size, "%.*s" TRI_PROGRAMS "/%s", (int)length, own, name);
    return (written > 0 && (size_t)written < size) || fail(name, "its file's name is too long");
}

static bool run(char **argv)
{
    char file[PATH_MAX];
    if (!find(*argv, file, sizeof file))
        return false;
    execv(file, argv);
    return fail(file, strerror(errno));
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
    if (argc < 2)
        return help(stderr, 2);
    if (strcmp(argv[1], "--help") == 0)
        return help(stdout, 0);
    if (!is_program(argv[1])) {
        fprintf(stderr, "triptych: '%s' is no program of it; triptych --help names them\n",
                argv[1]);
        return 2;
    }
    return run(argv + 1) ? 0 : 1;
}
