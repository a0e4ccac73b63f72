/* The program patch, told to guess nothing: a patch fits, or is an error. */
#define _GNU_SOURCE /* asprintf */
#include "patched.h"

#include "child.h"

#include <stdlib.h>

enum { SECONDS_TO_PATCH = 60 };

bool patched_possible(struct tri_error *e)
{
    static struct child c;
    child_run("command -v patch", SECONDS_TO_PATCH, &c);
    return child_succeeded(&c) ||
           tri_fail(e, TRI_USAGE, "check: needs the program patch, which is not installed");
}

bool patched_write(const struct course *course, const struct lesson *l, const char *name,
                   const char *folder, char file[static PATH_MAX], struct tri_error *e)
{
    static struct child c;
    char *command, patch[PATH_MAX], solution[PATH_MAX], inside[80];
    snprintf(inside, sizeof inside, "wrong/%.60s.patch", name);
    lesson_path(course, l, inside, patch);
    lesson_path(course, l, "solution.c", solution);
    snprintf(file, PATH_MAX, "%.200s/wrong/%.60s.c", folder, name);
    if (asprintf(&command,
                 "cd '%s' && mkdir -p wrong && cp '%s' solution.c && "
                 "LC_ALL=C patch -s -f --fuzz=0 -r - -o 'wrong/%s.c' -i '%s' solution.c",
                 folder, solution, name, patch) < 0)
        return tri_fail(e, TRI_FAILED, "out of memory");
    child_run(command, SECONDS_TO_PATCH, &c);
    free(command);
    if (children_stopped())
        return tri_fail(e, TRI_FAILED, "stopped");
    return child_succeeded(&c) ||
           tri_fail(e, TRI_FAILED, "%.250s: does not apply to solution.c: %.200s", patch, c.said);
}
