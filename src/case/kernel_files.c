/* Files of /proc and /sys, and the control groups that they name. */
#define _GNU_SOURCE /* strsep */
#include "kernel_files.h"

#include "conditions.h"

#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static char root[300];

void tri_conditions_root(const char *folder)
{
    snprintf(root, sizeof root, "%s", folder);
}

static bool read_text(char *text, size_t size, const char *format, va_list)
    __attribute__((format(printf, 3, 0)));

static bool read_text(char *text, size_t size, const char *format, va_list arguments)
{
    char path[sizeof root + PATH_MAX];
    size_t length = (size_t)snprintf(path, sizeof path, "%s", root);
    vsnprintf(path + length, sizeof path - length, format, arguments);
    int file = open(path, O_RDONLY | O_CLOEXEC);
    if (file < 0)
        return false;
    ssize_t got;
    for (length = 0; (got = read(file, text + length, size - 1 - length)) > 0;)
        length += (size_t)got;
    int why = errno;
    close(file);
    errno = why;
    text[length] = '\0';
    while (length > 0 && text[length - 1] == '\n')
        text[--length] = '\0';
    return got >= 0;
}

bool tri_text_of(char *text, size_t size, const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    bool good = read_text(text, size, format, arguments);
    va_end(arguments);
    return good;
}

bool tri_number_of(double *number, const char *key, const char *format, ...)
{
    char text[1 << 13], *rest = text, *line, *end;
    size_t length = strlen(key);
    va_list arguments;
    va_start(arguments, format);
    bool good = read_text(text, sizeof text, format, arguments);
    va_end(arguments);
    if (!good)
        return false;
    while ((line = strsep(&rest, "\n")) && strncmp(line, key, length) != 0)
        ;
    if (!line)
        return false;
    *number = strtod(line + length, &end);
    return end > line + length;
}

/* ---- Control groups ---- */

static bool has_word(char *words, const char *word)
{
    for (char *one; (one = strsep(&words, ","));)
        if (strcmp(one, word) == 0)
            return true;
    return false;
}

/* Of a group and all that it is in; takes `group` to pieces.  A container's own mount may begin below
 * the name that it knows itself by: what is not there limits nothing, and its root is still asked. */
static void see_all(int version, const char *mount, char *group, tri_group_fn *see, void *data)
{
    char folder[PATH_MAX];
    for (char *end = group + strlen(group); end; end = strrchr(group, '/')) {
        *end = '\0';
        if (snprintf(folder, sizeof folder, "%s%s", mount, group) < (int)sizeof folder)
            see(version, folder, data);
    }
}

/* Lines such as "0::/user.slice" (version 2) and "4:cpu,cpuacct:/user.slice" (version 1). */
bool tri_groups_of(const char *controller, tri_group_fn *see, void *data)
{
    char text[1 << 14], mount[80], *rest = text;
    bool any = false;
    if (!tri_text_of(text, sizeof text, "/proc/self/cgroup"))
        return false;
    for (char *line; (line = strsep(&rest, "\n"));) {
        strsep(&line, ":"); /* the hierarchy's number */
        char *controllers = strsep(&line, ":");
        if (!line)
            continue;
        int version = *controllers ? 1 : 2;
        snprintf(mount, sizeof mount, "/sys/fs/cgroup%s%.50s", version == 1 ? "/" : "",
                 controllers);
        if (version == 1 && !has_word(controllers, controller))
            continue;
        see_all(version, mount, line, see, data);
        any = true;
    }
    return any;
}
