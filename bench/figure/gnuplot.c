/* gnuplot as a function.  All that it reads and writes lies in memory files, so that nothing can wait for
 * anything else. */
#define _GNU_SOURCE /* memfd_create */
#include "gnuplot.h"

#include "file.h"

#include <ctype.h>
#include <errno.h>
#include <math.h>
#include <spawn.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/wait.h>
#include <unistd.h>

static void set(FILE *script, const char *name, size_t i)
{
    fputs(name, script);
    if (i > 0)
        fprintf(script, "[%zu]", i);
    fputs(" = ", script);
}

void set_text(FILE *script, const char *name, size_t i, const char *text)
{
    set(script, name, i);
    fputc('\'', script);
    for (; *text; text++) {
        if (*text == '\'')
            fputc('\'', script);
        fputc(iscntrl((unsigned char)*text) ? ' ' : *text, script);
    }
    fputs("'\n", script);
}

void set_number(FILE *script, const char *name, size_t i, double number)
{
    char digits[40];
    snprintf(digits, sizeof digits, "%.9g", number);
    set(script, name, i);
    fprintf(script, "%s%s\n", isfinite(number) ? digits : "NaN",
            isfinite(number) && !strpbrk(digits, ".e") ? "." : "");
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
    while ((n = pread(from, bytes, sizeof bytes, (off_t)*copied)) > 0) {
        *copied += (size_t)n;
        if (!tri_file_write(to, bytes, (size_t)n, e))
            return false;
    }
    return n == 0 || tri_fail(e, TRI_FAILED, "gnuplot: cannot be read from: %s", strerror(errno));
}

static bool run(int in, int out, int err, struct tri_file *f, struct tri_error *e)
{
    char said[2000];
    pid_t child;
    size_t copied = 0;
    int status = 0, why = start(in, out, err, &child);
    if (why == ENOENT)
        return fail_missing(e);
    if (why)
        return tri_fail(e, TRI_FAILED, "gnuplot: cannot be started: %s", strerror(why));
    while (waitpid(child, &status, 0) < 0 && errno == EINTR)
        ;
    if (!copy(out, f, &copied, e))
        return false;
    return (status == 0 && copied > 0) ||
           tri_fail(e, TRI_FAILED, "gnuplot: %.300s", complaint(err, said, sizeof said));
}

bool gnuplot(const char *script, size_t length, struct tri_file *f, struct tri_error *e)
{
    const int fd[] = { memory_file("script", script, length), memory_file("picture", NULL, 0),
                       memory_file("complaints", NULL, 0) };
    bool good = fd[0] >= 0 && fd[1] >= 0 && fd[2] >= 0;
    good = good ? run(fd[0], fd[1], fd[2], f, e)
                : tri_fail(e, TRI_FAILED, "gnuplot: cannot be started: %s", strerror(errno));
    for (size_t i = 0; i < sizeof fd / sizeof *fd; i++)
        if (fd[i] >= 0)
            close(fd[i]);
    return good;
}
