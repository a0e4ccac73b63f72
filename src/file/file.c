/* Files written whole or not at all: an unnamed file gets its name when it is safe on disk. */
#define _GNU_SOURCE /* asprintf, O_TMPFILE */
#include "file.h"

#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

enum { ATTEMPTS = 100 };

/* ---- Opening --------------------------------------------------------------------------------- */

/* A full disk, a limit that is reached or an I/O error is a failure; anything else is wrong with the path. */
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

/* Opens a stream on the descriptor (−1: opening it failed, see errno). */
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

/* Gives the new file the mode, group and, if root runs this, the owner of the old one.  Only root may change
 * the owner.  If the group cannot be kept, group permissions are cleared, since they would go to another group. */
static bool keep_mode(int fd, const struct stat *old)
{
    mode_t mode = old->st_mode & 0777;
    if (fchown(fd, (uid_t)-1, old->st_gid) != 0)
        mode &= 0707;
    if (fchmod(fd, mode) != 0)
        return false;
    if (fchown(fd, old->st_uid, (gid_t)-1) != 0)
        errno = 0;
    return true;
}

/* Creates a file that at no time has wider permissions than the old one (NULL: there is none). */
static int create(const char *name, int flags, const struct stat *old)
{
    int fd = open(name, flags | O_RDWR | O_CLOEXEC, old ? old->st_mode & 0600 : 0666);
    if (fd < 0 || !old || keep_mode(fd, old))
        return fd;
    int why = errno;
    close(fd);
    if (flags & O_CREAT)
        unlink(name);
    errno = why;
    return -1;
}

/* The path's folder, with a slash at the end; to be freed. */
static char *folder_of(const char *path)
{
    const char *slash = strrchr(path, '/');
    return slash ? strndup(path, (size_t)(slash - path) + 1) : strdup("./");
}

/* Makes a file in the folder of f->path, under an unused name; returns the name, to be freed. */
static char *make_beside(const struct tri_file *f,
                         bool (*make)(const struct tri_file *, const char *))
{
    char *folder = folder_of(f->path), *name = NULL;
    bool made = false;
    errno = folder ? EEXIST : ENOMEM;
    for (int i = 0; i < ATTEMPTS && !made && errno == EEXIST; i++) {
        free(name);
        if (asprintf(&name, "%s.triptych-%ld-%d", folder, (long)getpid(), i) < 0)
            name = NULL;
        made = name && make(f, name);
    }
    free(folder);
    if (!made)
        free(name);
    return made ? name : NULL;
}

/* An unnamed file in the path's folder; it is removed when its descriptor is closed. */
static int open_unnamed(const char *path, const struct stat *old)
{
    char *folder = folder_of(path);
    int fd = folder ? create(folder, O_TMPFILE, old) : -1;
    free(folder);
    return fd;
}

static bool touch(const struct tri_file *f, const char *name)
{
    int fd = create(name, O_CREAT | O_EXCL, NULL);
    return fd >= 0 && close(fd) == 0;
}

/* Where the file system has no unnamed files: a temporary file elsewhere, to be copied at the end. */
static bool open_elsewhere(struct tri_file *f)
{
    char *name = make_beside(f, touch);
    bool may = name && unlink(name) == 0;
    free(name);
    f->elsewhere = true;
    return may && (f->stream = tmpfile()) && fcntl(fileno(f->stream), F_SETFD, FD_CLOEXEC) == 0;
}

/* `old` is NULL where there is no file of that name yet. */
static bool open_to_replace(struct tri_file *f, const char *path, const struct stat *old,
                            struct tri_error *e)
{
    f->path = old ? realpath(path, NULL) : strdup(path);
    f->unnamed = true;
    bool good = f->path && (attach(f, open_unnamed(f->path, old)) || open_elsewhere(f));
    if (!good) {
        fail_create(path, e);
        tri_file_abandon(f);
    }
    return good;
}

/* Refuses early what rename() would refuse at the end, and files that may not be written to. */
static bool acceptable(const char *path, const struct stat *old, struct tri_error *e)
{
    struct stat link;
    size_t length = strlen(path);
    if (length == 0)
        return tri_fail(e, TRI_USAGE, "\"\": the name of a file cannot be empty");
    if (old ? S_ISDIR(old->st_mode) : path[length - 1] == '/')
        return tri_fail(e, TRI_USAGE, "%.200s: cannot be created: that names a directory", path);
    if (!old && lstat(path, &link) == 0 && S_ISLNK(link.st_mode))
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
    return open_to_replace(f, path, exists ? &old : NULL, e);
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

/* After a short write, the next write() fails and sets errno. */
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

/* Flushes everything to disk, which can fail too.  Devices and pipes are not on a disk. */
static bool flush(struct tri_file *f)
{
    return fflush(f->stream) == 0 && !ferror(f->stream) &&
           (!f->unnamed || fsync(fileno(f->stream)) == 0);
}

bool tri_file_flush(struct tri_file *f, struct tri_error *e)
{
    errno = 0;
    return flush(f) || fail_write(f, errno, e);
}

/* ---- Naming ---------------------------------------------------------------------------------- */

static bool link_to(const struct tri_file *f, const char *name)
{
    char source[40];
    snprintf(source, sizeof source, "/proc/self/fd/%d", fileno(f->stream));
    return linkat(AT_FDCWD, source, AT_FDCWD, name, AT_SYMLINK_FOLLOW) == 0;
}

static bool copy_all(int from, int to)
{
    char bytes[1 << 14];
    ssize_t n = lseek(from, 0, SEEK_SET) < 0 ? -1 : 1;
    while (n > 0 && (n = read(from, bytes, sizeof bytes)) > 0)
        if (tri_write_all(to, bytes, (size_t)n) != (size_t)n)
            return false;
    return n == 0;
}

static bool copy_to(const struct tri_file *f, const char *name)
{
    struct stat old;
    int to = create(name, O_CREAT | O_EXCL, stat(f->path, &old) == 0 ? &old : NULL);
    if (to < 0)
        return false;
    bool good = copy_all(fileno(f->stream), to) && fsync(to) == 0;
    int why = errno;
    close(to); /* what it could say, fsync() has said */
    if (!good)
        unlink(name);
    errno = why;
    return good;
}

/* linkat() does not replace a file, so an old file is replaced by rename().  An unnamed file that cannot be
 * linked, as where /proc is missing, is copied. */
static bool take_name(struct tri_file *f)
{
    if (!f->elsewhere && link_to(f, f->path))
        return true;
    f->elsewhere |= errno != EEXIST;
    char *name = make_beside(f, f->elsewhere ? copy_to : link_to);
    bool good = name && rename(name, f->path) == 0;
    int why = errno;
    if (name && !good)
        unlink(name);
    free(name);
    errno = why;
    return good;
}

bool tri_folder_flush(const char *path)
{
    char *folder = folder_of(path);
    int fd = folder ? open(folder, O_RDONLY | O_DIRECTORY | O_CLOEXEC) : -1;
    bool good = fd < 0 ? errno == EACCES : fsync(fd) == 0 || errno == EINVAL;
    int why = errno;
    if (fd >= 0)
        close(fd);
    free(folder);
    errno = why;
    return good;
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
        flush(f) && (!f->unnamed || (take_name(f) && tri_folder_flush(f->path))) && close_stream(f);
    if (!good)
        fail_write(f, errno, e);
    tri_file_abandon(f);
    return good;
}

void tri_file_abandon(struct tri_file *f)
{
    if (f->stream)
        fclose(f->stream);
    free(f->path);
    *f = (struct tri_file){ .standard_output = f->standard_output };
}

bool tri_file_ends_in(const char *name, const char *ending)
{
    size_t length = strlen(name), end = strlen(ending);
    return length > end && strcmp(name + length - end, ending) == 0;
}
