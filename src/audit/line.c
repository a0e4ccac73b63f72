/* Where in its source a program does something. */
#define _GNU_SOURCE /* dladdr(), popen() */
#include "races.h"

#include <dlfcn.h>
#include <limits.h>
#include <stdio.h>
#include <string.h>

void tri_race_line(const struct tri_race *race, char *text, size_t size)
{
    char command[PATH_MAX + 100], line[PATH_MAX + 100] = "";
    Dl_info at;
    *text = '\0';
    if (!dladdr(race->code, &at) || !at.dli_fname || strchr(at.dli_fname, '\''))
        return;
    snprintf(command, sizeof command, "addr2line -e '%s' %#tx 2>/dev/null", at.dli_fname,
             (const char *)race->code - (const char *)at.dli_fbase - 1);
    FILE *said = popen(command, "r");
    bool any = said && fgets(line, sizeof line, said);
    if (said)
        pclose(said);
    const char *name = strrchr(line, '/');
    if (any && name && !strchr(line, '?'))
        snprintf(text, size, " (%.*s)", (int)strcspn(name + 1, " \n"), name + 1);
}
