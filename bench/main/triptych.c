/* triptych -- one command for all programs: "triptych bench mandelbrot" runs bench. */
#define _GNU_SOURCE /* program_invocation_name */
#include <errno.h>
#include <limits.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
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

/* Installed programs are in a folder beside that of this command, wherever both have been moved to; in a build they are
 * beside the command itself. */
static bool find(const char *name, char *file, size_t size)
{
    static const char *const folders[] = { TRI_PROGRAMS "/", "" };
    char own[PATH_MAX];
    ssize_t length = readlink("/proc/self/exe", own, sizeof own);
    if (length < 0)
        return fail("cannot find its programs without /proc/self/exe", strerror(errno));
    while (length > 0 && own[length - 1] != '/')
        length--;
    for (size_t i = 0; i < sizeof folders / sizeof *folders; i++) {
        int written = snprintf(file, size, "%.*s%s%s", (int)length, own, folders[i], name);
        if (written < 0 || (size_t)written >= size)
            return fail(name, "its file's name is too long");
        if (access(file, X_OK) == 0)
            return true;
    }
    return fail(name, "this program is not beside triptych, nor in " TRI_PROGRAMS);
}

/* ---- Libraries that are missing: a program without them, the doctor among them, comes to no main() ---- */

/* The name of the first that is not found; "": none, or that cannot be known. */
static void find_missing(const char *file, char *name, size_t size)
{
    char line[PATH_MAX + 100];
    setenv("TRI_FILE", file, 1);
    FILE *said = popen("LD_TRACE_LOADED_OBJECTS=1 \"$TRI_FILE\"", "re");
    unsetenv("TRI_FILE");
    *name = '\0';
    while (said && fgets(line, sizeof line, said))
        if (!*name && strstr(line, " => not found"))
            snprintf(name, size, "%.*s", (int)strcspn(line + 1, " "), line + 1);
    if (said)
        pclose(said);
}

static bool fail_missing(const char *program, const char *library)
{
    char why[400], package[80] = "";
    const char *version = strstr(library, ".so.");
    if (version && strncmp(library, "libomp", strlen("libomp")) == 0)
        snprintf(package, sizeof package, " (of LLVM: libomp5-%.*s)",
                 (int)strcspn(version + 4, "."), version + 4);
    if (strcmp(program, "doctor") != 0)
        snprintf(why, sizeof why, "%.200s is not found; `%s doctor` says what to do", library,
                 program_invocation_name);
    else
        snprintf(why, sizeof why,
                 "%.200s is not found: install the package that has it%s, or put its folder into "
                 "LD_LIBRARY_PATH",
                 library, package);
    return fail(program, why);
}

static bool run(char **argv)
{
    char file[PATH_MAX], missing[200];
    if (!find(*argv, file, sizeof file))
        return false;
    find_missing(file, missing, sizeof missing);
    if (*missing)
        return fail_missing(*argv, missing);
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
        fprintf(stderr, "triptych: unknown program '%s' (see %s --help)\n", argv[1], argv[0]);
        return 2;
    }
    return run(argv + 1) ? 0 : 1;
}
