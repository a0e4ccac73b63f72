/* Files written whole or not at all: a temporary file, checked to the disk, then renamed. */
#include "file.h"

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

/* ---- Nothing is left behind ------------------------------------------------------------------ */

enum { MAX_OPEN = 16, ATTEMPTS = 100 };

/* Names of the temporary files there are.  Atomic because a signal handler reads them. */
static _Atomic(const char *) temporaries[MAX_OPEN];

static void remove_temporaries(void)
{
    for (int i = 0; i < MAX_OPEN; i++) {
        const char *name = temporaries[i];
        if (name)
            unlink(name);
    }
}

/* Signals that end a process while someone may still want its folder tidy. */
static const int fatal[] = { SIGHUP, SIGINT, SIGQUIT, SIGABRT, SIGPIPE, SIGTERM, SIGXCPU };
enum { FATAL = sizeof fatal / sizeof *fatal };
static struct sigaction before[FATAL];

/* Tidies up, then lets the signal do what it would have done without us. */
static void die(int signal)
{
    int why = errno;
    remove_temporaries();
    for (int i = 0; i < FATAL; i++)
        if (fatal[i] == signal)
            sigaction(signal, &before[i], NULL);
    raise(signal);
    errno = why;
}

static void handle(int signal, struct sigaction *old)
{
    struct sigaction action = { .sa_handler = die };
    sigemptyset(&action.sa_mask);
    if (sigaction(signal, NULL, old) == 0 && old->sa_handler != SIG_IGN)
        sigaction(signal, &action, NULL);
}

/* Once a process, when its first temporary file is about to be made. */
static bool prepare(void)
{
    static bool prepared;
    if (prepared)
        return true;
    errno = ENOMEM;
    if (atexit(remove_temporaries) != 0)
        return false;
    for (int i = 0; i < FATAL; i++)
        handle(fatal[i], &before[i]);
    return prepared = true;
}

static bool note(const char *temporary)
{
    for (int i = 0; i < MAX_OPEN; i++)
        if (!temporaries[i]) {
            temporaries[i] = temporary;
            return true;
        }
    errno = EMFILE;
    return false;
}

static void forget(const char *temporary)
{
    for (int i = 0; i < MAX_OPEN; i++)
        if (temporaries[i] == temporary)
            temporaries[i] = NULL;
}

/* ---- Opening --------------------------------------------------------------------------------- */

/* The user can name another file, but not make room or raise limits by that. */
static bool fail_create(const char *path, struct tri_error *e)
{
    int why = errno;
    bool ours = why == ENOSPC || why == EDQUOT || why == ENOMEM || why == EMFILE || why == ENFILE ||
                why == EIO;
    return tri_fail(e, ours ? TRI_FAILED : TRI_USAGE, "%.200s: cannot be created: %s", path,
                    strerror(why));
}

static bool is_standard_output(const struct stat *file)
{
    struct stat out;
    return fstat(STDOUT_FILENO, &out) == 0 && out.st_dev == file->st_dev &&
           out.st_ino == file->st_ino;
}

/* Gives the descriptor (−1: not opened, see errno) a stream. */
static bool attach(struct tri_file *f, int fd)
{
    f->stream = fd < 0 ? NULL : fdopen(fd, "wb");
    if (fd >= 0 && !f->stream)
        close(fd);
    return f->stream;
}

static bool open_in_place(struct tri_file *f, const char *path, struct tri_error *e)
{
    int fd = f->standard_output ? dup(STDOUT_FILENO) : open(path, O_WRONLY | O_NOCTTY | O_CLOEXEC);
    bool good = attach(f, fd) && (f->path = strdup(path));
    if (!good) {
        fail_create(path, e);
        tri_file_abandon(f);
    }
    return good;
}

/* A name beside f->path that no other file has, as short as any, and the file of that name. */
static int create_beside(struct tri_file *f)
{
    const char *slash = strrchr(f->path, '/');
    size_t folder = slash ? (size_t)(slash - f->path) + 1 : 0, size = folder + 64;
    f->temporary = malloc(size);
    if (!f->temporary)
        return -1;
    memcpy(f->temporary, f->path, folder);
    int fd = -1;
    for (int i = 0; fd < 0 && i < ATTEMPTS; i++) {
        snprintf(f->temporary + folder, size - folder, ".triptych-%ld-%d", (long)getpid(), i);
        fd = open(f->temporary, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0666);
        if (fd < 0 && errno != EEXIST)
            break;
    }
    if (fd < 0) { /* no file, or not ours: nothing to remove */
        free(f->temporary);
        f->temporary = NULL;
    }
    return fd;
}

/* Root replaces a user's file without taking it over; others may not give files away. */
static bool keep_mode(int fd, const struct stat *old)
{
    if (fchown(fd, old->st_uid, old->st_gid) != 0)
        errno = 0;
    return fchmod(fd, old->st_mode & 0777) == 0;
}

/* `old` is NULL where there is no file of that name yet. */
static bool open_beside(struct tri_file *f, const char *path, const struct stat *old,
                        struct tri_error *e)
{
    f->path = old ? realpath(path, NULL) : strdup(path);
    bool good = f->path && prepare() && attach(f, create_beside(f)) && note(f->temporary) &&
                (!old || keep_mode(fileno(f->stream), old));
    if (!good) {
        fail_create(path, e);
        tri_file_abandon(f);
    }
    return good;
}

/* Refuses what rename() would refuse only at the end, and what a user would not want replaced. */
static bool acceptable(const char *path, const struct stat *old, struct tri_error *e)
{
    struct stat link;
    size_t length = strlen(path);
    if (length == 0)
        return tri_fail(e, TRI_USAGE, "\"\": the name of a file cannot be empty");
    if (old ? S_ISDIR(old->st_mode) : path[length - 1] == '/')
        return tri_fail(e, TRI_USAGE, "%.200s: cannot be created: that names a directory", path);
    if (!old && lstat(path, &link) == 0)
        return tri_fail(e, TRI_USAGE, "%.200s: cannot be created: that is a link to nothing", path);
    if (old && faccessat(AT_FDCWD, path, W_OK, AT_EACCESS) != 0)
        return fail_create(path, e);
    return true;
}

bool tri_file_begin(struct tri_file *f, const char *path, struct tri_error *e)
{
    *f = (struct tri_file){ 0 };
    struct stat old;
    bool exists = stat(path, &old) == 0;
    if (!exists && errno != ENOENT)
        return fail_create(path, e);
    if (!acceptable(path, exists ? &old : NULL, e))
        return false;
    f->standard_output = exists && is_standard_output(&old);
    if (f->standard_output || (exists && !S_ISREG(old.st_mode)))
        return open_in_place(f, path, e);
    return open_beside(f, path, exists ? &old : NULL, e);
}

bool tri_file_in_memory(struct tri_file *f, char **bytes, size_t *n, struct tri_error *e)
{
    *bytes = NULL;
    *f = (struct tri_file){ .stream = open_memstream(bytes, n), .path = strdup("memory") };
    if (f->stream && f->path)
        return true;
    tri_file_abandon(f);
    return tri_fail(e, TRI_FAILED, "out of memory");
}

/* ---- Writing and closing --------------------------------------------------------------------- */

static bool fail_write(const struct tri_file *f, int why, struct tri_error *e)
{
    return tri_fail(e, TRI_FAILED, "%.200s: cannot be written: %s", f->path,
                    why ? strerror(why) : "a write failed");
}

bool tri_file_write(struct tri_file *f, const void *bytes, size_t n, struct tri_error *e)
{
    errno = 0;
    return fwrite(bytes, 1, n, f->stream) == n || fail_write(f, errno, e);
}

/* What is left of a write that came to an end early says why when it is tried. */
size_t tri_write_all(int fd, const void *bytes, size_t n)
{
    size_t done = 0;
    while (done < n) {
        ssize_t written = write(fd, (const char *)bytes + done, n - done);
        if (written < 0 && errno != EINTR)
            break;
        done += written > 0 ? (size_t)written : 0;
    }
    return done;
}

/* Pushes everything to the disk, where the last of the errors can come from.  Devices and pipes
 * have no disk behind them. */
static bool flush(struct tri_file *f)
{
    return fflush(f->stream) == 0 && !ferror(f->stream) &&
           (!f->temporary || fsync(fileno(f->stream)) == 0);
}

static bool close_stream(struct tri_file *f)
{
    FILE *stream = f->stream;
    f->stream = NULL;
    return fclose(stream) == 0;
}

bool tri_file_commit(struct tri_file *f, struct tri_error *e)
{
    errno = 0;
    bool good =
        flush(f) && close_stream(f) && (!f->temporary || rename(f->temporary, f->path) == 0);
    if (!good)
        fail_write(f, errno, e);
    if (good && f->temporary) {
        forget(f->temporary);
        free(f->temporary);
        f->temporary = NULL;
    }
    tri_file_abandon(f);
    return good;
}

void tri_file_abandon(struct tri_file *f)
{
    if (f->stream)
        fclose(f->stream);
    if (f->temporary) {
        unlink(f->temporary);
        forget(f->temporary);
    }
    free(f->temporary);
    free(f->path);
    *f = (struct tri_file){ .standard_output = f->standard_output };
}
