/*
 * Files that are written whole or not at all.
 *
 * Data are written to an unnamed file.  Commit flushes it to disk, then gives it its name.  Until then
 * an old file of that name is untouched, and a failure, an exit or a signal leaves nothing behind.  (A
 * signal during a commit can leave a ".triptych-…", which exists while it is renamed, or, on a file
 * system without unnamed files, copied.)
 *
 *     struct tri_file f;
 *     if (!tri_file_begin(&f, "x.txt", &e))
 *         return false;
 *     fprintf(f.stream, …);
 *     return tri_file_commit(&f, &e);
 *
 * A device, a pipe, or the file that is the standard output cannot be replaced; it is written to
 * directly.
 */
#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdio.h>

#include "triptych.h"

struct tri_file {
    FILE *stream;
    char *path;           /* of the finished file, symbolic links followed */
    bool unnamed;         /* until commit; false: `stream` is the file itself */
    bool elsewhere;       /* to be copied: the folder's file system has no such files */
    bool standard_output; /* `stream` ends where stdout does */
};

/* Whether the name ends in `ending`, and has something before it. */
bool tri_file_ends_in(const char *name, const char *ending);

/* Opens the file.  A path that cannot be written to is found here, and is a TRI_USAGE error.  An
 * existing file's mode is kept; a new file's follows the umask.  Commit or abandon has to follow. */
bool tri_file_begin(struct tri_file *, const char *path, struct tri_error *e);

/* The same in memory: after commit, *bytes has the *n bytes that were written.  *bytes has to be freed,
 * after abandon too. */
bool tri_file_in_memory(struct tri_file *, char **bytes, size_t *n, struct tri_error *e);

/* Writes n bytes.  After a failure, the file still has to be abandoned. */
bool tri_file_write(struct tri_file *, const void *bytes, size_t n, struct tri_error *e);

/* Writes n bytes to a descriptor; returns how many were written.  If fewer, errno says why. */
size_t tri_write_all(int fd, const void *bytes, size_t n);

/* Flushes what was written to disk, before a commit, which may then still fail to give it its name: so several files
 * are all kept, or none.  After a failure, the file still has to be abandoned. */
bool tri_file_flush(struct tri_file *, struct tri_error *e);

/* Gives the written data the file's name.  Fails (TRI_FAILED) if any write since begin failed; then the old
 * file is still there.  (If only flushing the folder fails, the new file has already replaced it.) */
bool tri_file_commit(struct tri_file *, struct tri_error *e);

/* Flushes the folder of this path, so that new names in it are on disk.  A folder that may not be read, or
 * cannot be flushed, is no failure.  On failure errno says why. */
bool tri_folder_flush(const char *path);

/* Discards what was written.  Does nothing after a commit or a failed begin. */
void tri_file_abandon(struct tri_file *);
