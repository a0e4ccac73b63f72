/* Commands as a shell finds them; and the command `triptych`: hints name it, and are copied. */
#define _GNU_SOURCE /* strchrnul */
#include "library.h"
#include "measure.h"

#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

enum { LONGEST = 200 }; /* an error has to have room for it */

static bool can_be_run(const char *path)
{
    struct stat status;
    return stat(path, &status) == 0 && S_ISREG(status.st_mode) && access(path, X_OK) == 0;
}

/* A path that fits, of a file that can be run; a relative one is of this process' folder. */
static bool is_command(const char *folder, int length, const char *name, char path[static PATH_MAX])
{
    char here[PATH_MAX] = "";
    bool absolute = length > 0 ? *folder == '/' : *name == '/';
    if (!absolute && !getcwd(here, sizeof here))
        return false;
    int n = snprintf(path, PATH_MAX, "%s%s%.*s%s%s", here, absolute ? "" : "/", length, folder,
                     length > 0 ? "/" : "", name);
    return n > 0 && n < PATH_MAX && can_be_run(path);
}

bool tri_command_file(const char *command, char path[static PATH_MAX])
{
    if (strchr(command, '/'))
        return is_command("", 0, command, path);
    const char *folder = *command ? getenv("PATH") : NULL;
    for (; folder; folder = *folder ? folder + 1 : NULL) {
        const char *end = strchrnul(folder, ':');
        if (is_command(folder, (int)(end - folder), command, path))
            return true;
        folder = end;
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
    bool wanted = !tri_command_file("triptych", file) && find(file);
    const char *command = wanted ? shorter(file) : "triptych";
    if (strlen(command) > LONGEST || !is_plain(command))
        command = "triptych";
    snprintf(text, size, "%s %s", command, program);
    return text;
}
