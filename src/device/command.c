/* The command `triptych`, as a shell finds it: hints name it, and are copied. */
#include "library.h"
#include "measure.h"

#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { LONGEST = 200 }; /* an error has to have room for it */

static bool is_in_path(const char *name)
{
    char file[PATH_MAX];
    const char *path = getenv("PATH");
    for (size_t n; path && *path; path += n + (path[n] == ':')) {
        n = strcspn(path, ":");
        int length = snprintf(file, sizeof file, "%.*s/%s", (int)n, path, name);
        if (length < (int)sizeof file && access(file, X_OK) == 0)
            return true;
    }
    return false;
}

/* Where it lies: in a build beside the library, else in the package's folder of programs. */
static bool find(char file[static PATH_MAX])
{
    static const char *const places[] = { "triptych", "../bin/triptych", "../../bin/triptych" };
    char beside[PATH_MAX];
    for (size_t i = 0; i < sizeof places / sizeof *places; i++) {
        tri_library_beside(tri_library_file(), places[i], beside, sizeof beside);
        if (*beside && access(beside, X_OK) == 0 && realpath(beside, file))
            return true;
    }
    return false;
}

/* From the working folder, if it is in there. */
static const char *shorter(const char *file)
{
    char here[PATH_MAX];
    size_t n = getcwd(here, sizeof here) ? strlen(here) : 0;
    bool is_below = n > 1 && strncmp(file, here, n) == 0 && file[n] == '/';
    return is_below && strchr(file + n + 1, '/') ? file + n + 1 : file;
}

/* A word that a shell takes as it is. */
static bool is_plain(const char *word)
{
    return word[strspn(word,
                       "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789_./:+@%-")] ==
           '\0';
}

const char *tri_command(const char *program, char *text, size_t size)
{
    char file[PATH_MAX];
    bool wanted = !is_in_path("triptych") && find(file);
    const char *command = wanted ? shorter(file) : "triptych";
    if (strlen(command) > LONGEST || !is_plain(command))
        command = "triptych";
    snprintf(text, size, "%s %s", command, program);
    return text;
}
