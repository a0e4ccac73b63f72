/* The files that rows of a run go to, and come from. */
#include "batch.h"

#include "file.h"

#include <errno.h>
#include <fcntl.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

enum { MAX_OWN_FILES = 8 };

bool measuring_files_apart(const struct batch *b, const struct named_file *own, size_t n,
                           struct tri_error *e)
{
    struct named_file file[5 + MAX_OWN_FILES] = {
        { "-o", b->request.output, FILE_WRITTEN },
        { "--json", b->json, FILE_WRITTEN },
        { "--db", b->db, FILE_WRITTEN },
        { "--resume", b->resume.file, FILE_WRITTEN },
        { "--input", b->request.input, FILE_READ },
    };
    for (size_t i = 0; i < n && i < MAX_OWN_FILES; i++)
        file[5 + i] = own[i];
    if (b->json && b->db)
        return tri_fail(e, TRI_USAGE, "--db: --json writes rows, too, leave one of them out");
    return files_apart(file, 5 + n, e);
}

const char *rows_file(const struct batch *b)
{
    return b->resume.file ? b->resume.file : b->json ? b->json : b->db;
}

static bool check_required(const struct batch *b, struct tri_error *e)
{
    char doctor[TRI_COMMAND];
    if (b->require_offload && !tri_device_start(e))
        return false;
    if (b->require_gpu && tri_device_place() != TRI_GPU)
        return tri_fail(
            e, TRI_FAILED,
            "--require-offload=gpu: the device is the %s, not a GPU; `%s` looks for the cause",
            tri_place_name(tri_device_place()), tri_command("doctor", doctor, sizeof doctor));
    return true;
}

/* Whether the file ends with a whole line: a row appended to half a line would be lost, and could not be cut off. */
static bool ends_whole(const char *json, struct tri_error *e)
{
    char last = '\n';
    struct stat s;
    if (store_is_database(json))
        return tri_fail(e, TRI_USAGE, "--json %.200s: is a database, which --db adds to", json);
    int fd = stat(json, &s) == 0 && S_ISREG(s.st_mode) ? open(json, O_RDONLY | O_CLOEXEC) : -1;
    if (fd >= 0 && s.st_size > 0 && pread(fd, &last, 1, s.st_size - 1) != 1)
        last = '\n';
    if (fd >= 0)
        close(fd);
    return last == '\n' ||
           tri_fail(e, TRI_USAGE,
                    "--json %.200s: ends in half a line; if that is half a row, --resume goes on "
                    "with it",
                    json);
}

static bool fail_open(const struct batch *b, struct tri_error *e)
{
    return tri_fail(e, TRI_USAGE, "%s %.200s: cannot be written: %s", rows_option(b), b->json,
                    strerror(errno));
}

/* A file that another run has just locked must not be removed. */
static bool lock_json(struct batch *b, struct tri_error *e)
{
    bool good = resume_lock(b->json_fd, rows_option(b), b->json, e);
    b->json_is_new = b->json_is_new && good;
    return good;
}

/* After an error for which nothing was done, no new file is left. */
static bool open_json(struct batch *b, struct tri_error *e)
{
    const int flags = O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC;
    if (!b->json || b->resume.file)
        return true;
    b->json_fd = open(b->json, flags | O_EXCL, 0666);
    b->json_is_new = b->json_fd >= 0;
    if (!b->json_is_new)
        b->json_fd = open(b->json, flags, 0666);
    if (b->json_fd < 0 || (b->json_is_new && !tri_folder_flush(b->json)))
        return fail_open(b, e);
    return lock_json(b, e) && ends_whole(b->json, e);
}

/* Files of lines are locked before they are read, so that no other run adds to them. */
static bool resume_lines(struct batch *b, struct tri_error *e)
{
    b->json = b->resume.file;
    b->json_fd = open(b->json, O_WRONLY | O_APPEND | O_CLOEXEC);
    int why = errno;
    if ((b->json_fd >= 0 && !lock_json(b, e)) || !resume_read(&b->resume, b->json, e))
        return false;
    errno = why;
    return b->json_fd >= 0 || fail_open(b, e);
}

/* --resume adds to the same file. */
bool rows_resume(struct batch *b, struct tri_error *e)
{
    if (!b->resume.file)
        return true;
    if (b->json || b->db)
        return tri_fail(e, TRI_USAGE, "%s: --resume FILE appends to FILE, leave one of them out",
                        b->json ? "--json" : "--db");
    return store_is_database(b->resume.file) ? resume_read(&b->resume, b->resume.file, e)
                                             : resume_lines(b, e);
}

/* A database of --resume is also where new rows go. */
static bool open_store(struct batch *b, struct tri_error *e)
{
    b->store = b->resume.store;
    if (!b->store && b->json)
        b->store = store_in_memory(e);
    if (!b->store && b->db && !(b->store = store_open(b->db, STORE_WRITE, e)))
        return name_option("--db", e);
    if (b->store && b->json)
        store_append_to(b->store, b->json_fd);
    return b->store || !b->json;
}

/* The device is started first, so that its start is measured. */
bool rows_open(struct batch *b, struct tri_error *e)
{
    if (b->request.path[TRI_OFFLOAD])
        tri_device_start(NULL);
    return check_required(b, e) && open_json(b, e) && resume_cut(&b->resume, b->json_fd, e) &&
           open_store(b, e);
}

static bool close_json(const struct batch *b, bool good, struct tri_error *e)
{
    struct stat s;
    if (b->json_fd < 0)
        return good;
    if (!good && b->json_is_new && fstat(b->json_fd, &s) == 0 && s.st_size == 0)
        unlink(b->json);
    if (close(b->json_fd) == 0 || !good)
        return good;
    return tri_fail(e, TRI_FAILED, "%s %.200s: %s", rows_option(b), b->json, strerror(errno));
}

bool rows_close(struct batch *b, bool good, struct tri_error *e)
{
    good = close_json(b, good, e);
    store_close(b->store ? b->store : b->resume.store);
    b->store = NULL;
    return good;
}
