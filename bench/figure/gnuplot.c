/* gnuplot as a function.  The script and the complaints lie in memory files, so that a single pipe
 * is left to read from, and nothing can wait for anything else. */
#define _GNU_SOURCE /* memfd_create, pipe2 */
#include "gnuplot.h"

#include "file.h"

#include <ctype.h>
#include <errno.h>
#include <fcntl.h>
#include <spawn.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/wait.h>
#include <unistd.h>

void quoted(FILE *script, const char *text)
{
    fputc('\'', script);
    for (; *text; text++) {
        if (*text == '\'')
            fputc('\'', script);
        fputc(iscntrl((unsigned char)*text) ? ' ' : *text, script);
    }
    fputc('\'', script);
}

static bool fail_missing(struct tri_error *e)
{
    return tri_fail(e, TRI_FAILED,
                    "gnuplot is not there, which draws; apt-get install gnuplot-nox");
}

bool gnuplot_there(struct tri_error *e)
{
    const char *path = getenv("PATH");
    char name[4096];
    while (path && *path) {
        size_t length = strcspn(path, ":");
        snprintf(name, sizeof name, "%.*s/gnuplot", (int)length, path);
        if (access(name, X_OK) == 0)
            return true;
        path += length + (path[length] == ':');
    }
    return fail_missing(e);
}

/* A file in memory that holds these bytes; −1 if there is none to be had. */
static int memory_file(const char *name, const char *bytes, size_t n)
{
    int fd = memfd_create(name, MFD_CLOEXEC);
    if (fd >= 0 && n > 0 && (tri_write_all(fd, bytes, n) != n || lseek(fd, 0, SEEK_SET) != 0)) {
        close(fd);
        return -1;
    }
    return fd;
}

/* Starts gnuplot on the three descriptors; returns an errno.  -d: without the user's settings. */
static int start(int in, int out, int err, pid_t *child)
{
    static char name[] = "gnuplot", defaults[] = "-d";
    char *arguments[] = { name, defaults, NULL };
    posix_spawn_file_actions_t actions;
    int why = posix_spawn_file_actions_init(&actions);
    if (why)
        return why;
    posix_spawn_file_actions_adddup2(&actions, in, STDIN_FILENO);
    posix_spawn_file_actions_adddup2(&actions, out, STDOUT_FILENO);
    posix_spawn_file_actions_adddup2(&actions, err, STDERR_FILENO);
    why = posix_spawnp(child, name, &actions, NULL, arguments, environ);
    posix_spawn_file_actions_destroy(&actions);
    return why;
}

/* The line that says it: the one below the caret that shows where, else the first. */
static const char *complaint(int err, char *text, size_t size)
{
    ssize_t n = pread(err, text, size - 1, 0);
    text[n > 0 ? n : 0] = '\0';
    char *first = NULL, *rest = text, *line;
    bool below = false;
    while ((line = strsep(&rest, "\n"))) {
        line += strspn(line, " \t\r");
        if (below)
            return line;
        below = strcmp(line, "^") == 0;
        if (!first && *line)
            first = line;
    }
    return first ? first : "it does not say why";
}

static bool copy(int from, struct tri_file *to, size_t *copied, struct tri_error *e)
{
    char bytes[1 << 14];
    ssize_t n;
    while ((n = read(from, bytes, sizeof bytes)) > 0 || (n < 0 && errno == EINTR))
        if (n > 0) {
            *copied += (size_t)n;
            if (!tri_file_write(to, bytes, (size_t)n, e))
                return false;
        }
    return n == 0 || tri_fail(e, TRI_FAILED, "gnuplot: cannot be read from: %s", strerror(errno));
}

static bool run(int in, int pipe[2], int err, struct tri_file *f, struct tri_error *e)
{
    pid_t child;
    int status = 0, why = start(in, pipe[1], err, &child);
    close(pipe[1]);
    if (why == ENOENT)
        return fail_missing(e);
    if (why)
        return tri_fail(e, TRI_FAILED, "gnuplot: cannot be started: %s", strerror(why));
    size_t copied = 0;
    bool good = copy(pipe[0], f, &copied, e);
    close(pipe[0]); /* after a failure it may still be writing */
    pipe[0] = -1;
    while (waitpid(child, &status, 0) < 0 && errno == EINTR)
        ;
    char said[2000];
    if (good && (status != 0 || copied == 0))
        good = tri_fail(e, TRI_FAILED, "gnuplot: %.300s", complaint(err, said, sizeof said));
    return good;
}

bool gnuplot(const char *script, size_t length, struct tri_file *f, struct tri_error *e)
{
    int in = memory_file("script", script, length), err = memory_file("complaints", NULL, 0);
    int pipe[2] = { -1, -1 };
    bool good = in >= 0 && err >= 0 && pipe2(pipe, O_CLOEXEC) == 0;
    good = good ? run(in, pipe, err, f, e)
                : tri_fail(e, TRI_FAILED, "gnuplot: cannot be started: %s", strerror(errno));
    const int open[] = { in, err, pipe[0] };
    for (size_t i = 0; i < sizeof open / sizeof *open; i++)
        if (open[i] >= 0)
            close(open[i]);
    return good;
}
