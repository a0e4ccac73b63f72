/* Where the lessons and the judge's objects are: in the source and the build, or where all of it is installed. */
#define _GNU_SOURCE /* program_invocation_name */
#include "learn.h"

#include <errno.h>
#include <string.h>
#include <unistd.h>

/* An installation can be moved: all is found from where this program lies. */
static char lessons[PATH_MAX] = LEARN_LESSONS, objects[3 * PATH_MAX] = LEARN_JUDGE,
            started_as[] = "triptych learn";

const char *places_lessons(void)
{
    return lessons;
}

const char *places_judge(void)
{
    return objects;
}

void places_find(void)
{
    char own[PATH_MAX - 60], installed[PATH_MAX];
    ssize_t length = readlink("/proc/self/exe", own, sizeof own);
    while (length > 0 && own[length - 1] != '/')
        length--;
    if (length <= 0)
        return;
    snprintf(installed, sizeof installed, "%.*s" LEARN_TO_LESSONS, (int)length, own);
    if (access(installed, R_OK) != 0)
        return;
    memcpy(lessons, installed, sizeof lessons);
    snprintf(objects, sizeof objects,
             "'%.*s" LEARN_TO_JUDGE "'/*.o '%.*s" LEARN_TO_JUDGE "/" LEARN_INSTRUMENTS "'",
             (int)length, own, (int)length, own);
    program_invocation_name = started_as;
}
