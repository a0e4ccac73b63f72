/* JSON Lines: appended and flushed row by row. */
#define _GNU_SOURCE /* asprintf */
#include "inside.h"

#include "file.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static bool append(int fd, const char *line, struct tri_error *e)
{
    size_t length = strlen(line);
    off_t before = lseek(fd, 0, SEEK_END); /* fails on a pipe, where nothing can be taken back */
    size_t written = tri_write_all(fd, line, length);
    if (written == length && (fdatasync(fd) == 0 || errno == EINVAL)) /* that is of no file */
        return true;
    int cause = errno;
    if (written > 0 && before >= 0 && ftruncate(fd, before) != 0)
        return tri_fail(e, TRI_FAILED,
                        "row not written: %s, and what there is of it could not be removed",
                        strerror(cause));
    return tri_fail(e, TRI_FAILED, "row not written: %s", strerror(cause));
}

bool line_append(int fd, const char *text, struct tri_error *e)
{
    char *line = NULL;
    if (asprintf(&line, "%s\n", text) < 0)
        return tri_fail(e, TRI_FAILED, "row not written: out of memory");
    bool good = append(fd, line, e);
    free(line);
    return good;
}
