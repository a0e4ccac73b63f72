/* Finds programs in the same folder. */
#define _GNU_SOURCE /* program_invocation_name */
#include "process.h"

#include "output.h"
#include "library.h"

#include <errno.h>
#include <limits.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { LONGEST_NAME = 256 };

/* The programs that a user's project has copies of, such as mine-bench. */
static const char *const own_programs[] = { "bench", "compare", "render", "study" };

enum { OWN = sizeof own_programs / sizeof *own_programs };

/* Replaces the part of a path after the last slash by a name. */
static void put_beside(char *file, size_t size, const char *name)
{
    char *slash = strrchr(file, '/');
    size_t folder = slash ? (size_t)(slash - file) + 1 : 0;
    int written = snprintf(file + folder, size - folder, "%s", name);
    if (written < 0 || (size_t)written >= size - folder)
        *file = '\0';
}

static void own_file(char *file, size_t size)
{
    ssize_t length = readlink("/proc/self/exe", file, size - 1);
    file[length > 0 ? length : 0] = '\0';
}

/* The prefix "mine-" in "…/mine-bench", *length characters long. */
static const char *prefix_in(const char *file, size_t *length)
{
    const char *slash = strrchr(file, '/'), *name = slash ? slash + 1 : file;
    const char *dash = strrchr(name, '-');
    *length = 0;
    for (int i = 0; dash && i < OWN; i++)
        if (strcmp(dash + 1, own_programs[i]) == 0)
            *length = (size_t)(dash + 1 - name);
    return name;
}

const char *program_name(const char *program)
{
    static char names[OWN][LONGEST_NAME];
    char file[PATH_MAX];
    size_t length;
    int i = 0;
    while (i < OWN && strcmp(program, own_programs[i]) != 0)
        i++;
    if (i == OWN)
        return program;
    if (!*names[i]) {
        own_file(file, sizeof file);
        const char *prefix = prefix_in(file, &length);
        snprintf(names[i], sizeof names[i], "%.*s%s", (int)length, prefix, program);
    }
    return names[i];
}

void sibling_file(const char *program, char *file, size_t size)
{
    own_file(file, size);
    put_beside(file, size, program_name(program));
}

/* The package's program, in a folder that is found from the place of its library. */
static void package_file(const char *program, char *file, size_t size)
{
    char way[PATH_MAX + LONGEST_NAME];
    snprintf(way, sizeof way, TRI_LIBEXEC "/%s", program);
    tri_library_beside(tri_library_file(), way, file, size);
}

static bool is_package(void)
{
    char own[PATH_MAX], package[PATH_MAX], real[PATH_MAX];
    own_file(own, sizeof own);
    const char *slash = strrchr(own, '/');
    package_file(slash ? slash + 1 : own, package, sizeof package);
    return realpath(package, real) && strcmp(own, real) == 0;
}

/* In quotes where a shell needs them. */
static void spell(const char *word, char *to, size_t size)
{
    FILE *out = fmemopen(to, size, "w");
    *to = '\0';
    if (out) {
        print_word(out, word);
        fclose(out);
    }
}

const char *program_command(const char *program)
{
    static char command[PATH_MAX + LONGEST_NAME];
    char here[PATH_MAX + LONGEST_NAME] = "";
    const char *name = program_name(program), *started = program_invocation_name;
    const char *slash = strrchr(started, '/');
    char file[PATH_MAX];
    sibling_file(program, file, sizeof file);
    if (is_package() || access(file, X_OK) != 0) /* a user's project has no doctor of its own */
        snprintf(command, sizeof command, "triptych %s", program);
    else
        snprintf(here, sizeof here, "%.*s%s", slash ? (int)(slash - started) + 1 : 0, started,
                 name);
    if (*here)
        spell(here, command, sizeof command);
    return command;
}

const char *own_command(void)
{
    static char command[PATH_MAX];
    if (is_package())
        snprintf(command, sizeof command, "triptych %s", program_invocation_short_name);
    else
        spell(program_invocation_name, command, sizeof command);
    return command;
}
