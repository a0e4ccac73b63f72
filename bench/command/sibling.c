/* The programs that lie beside each other. */
#include "sibling.h"

#include <limits.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

void sibling_file(const char *program, char *file, size_t size)
{
    char own[PATH_MAX];
    ssize_t length = readlink("/proc/self/exe", own, sizeof own - 1);
    own[length > 0 ? length : 0] = '\0';
    char *slash = strrchr(own, '/');
    if (slash)
        slash[1] = '\0';
    int written = snprintf(file, size, "%s%s", slash ? own : "", program);
    if (written < 0 || (size_t)written >= size)
        *file = '\0';
}

/* The program that the option names, "--study" or "--study=…"; NULL: none. */
static const char *named_by(const char *option)
{
    static const char *const programs[] = { "study", "versus", "draw", "doctor" };
    for (size_t i = 0; strncmp(option, "--", 2) == 0 && i < sizeof programs / sizeof *programs;
         i++) {
        size_t length = strlen(programs[i]);
        if (strncmp(option + 2, programs[i], length) == 0 && strchr("=", option[2 + length]))
            return programs[i];
    }
    return NULL;
}

void become_sibling(char **argv)
{
    char file[PATH_MAX];
    for (char **word = argv; *word && strcmp(*word, "--") != 0; word++) {
        const char *program = named_by(*word);
        if (!program)
            continue;
        sibling_file(program, file, sizeof file);
        execv(file, argv);
        fprintf(stderr, "bench: %s is a program of its own, which is not there: %s\n", *word, file);
        _exit(2);
    }
}
