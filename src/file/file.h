/*
 * Files that are written whole or not at all.
 *
 * What is written goes to a file without a name, which takes the wanted one only on commit, when it is
 * safe on the disk.  Until then an old file of that name is untouched, and a failure, an exit or any
 * signal leaves nothing behind.  (In the middle of a commit there is a ".triptych-…" for as long as it
 * takes to rename it; on a file system that has no files without names, to copy it.)
 *
 *     struct tri_file f;
 *     if (!tri_file_begin(&f, "x.txt", &e))
 *         return false;
 *     fprintf(f.stream, …);
 *     return tri_file_commit(&f, &e);
 *
 * A device, a pipe, or whatever the standard output is cannot be replaced; such a file is written
 * straight to.
 */
#ifndef TRI_FILE_H
#define TRI_FILE_H

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

/* Whether the file's name goes on before this ending. */
bool tri_file_ends_in(const char *name, const char *ending);

/* Opens the file; whatever can be known to be wrong with the path is found here, before there is
 * anything to write.  A path that cannot be written to is a TRI_USAGE error.  An existing file's
 * mode is kept, a new one's follows the umask.  To be ended by commit or abandon. */
bool tri_file_begin(struct tri_file *, const char *path, struct tri_error *e);

/* The same in memory: once committed, *bytes holds what was written, *n bytes.  To be freed, after
 * abandon too. */
bool tri_file_in_memory(struct tri_file *, char **bytes, size_t *n, struct tri_error *e);

/* Writes n bytes.  The file still has to be abandoned after a failure. */
bool tri_file_write(struct tri_file *, const void *bytes, size_t n, struct tri_error *e);

/* Writes to a descriptor; returns how many bytes it took.  Fewer than n: errno says why. */
size_t tri_write_all(int fd, const void *bytes, size_t n);

/* Makes what was written the file of that name.  Fails (TRI_FAILED) if any write failed since
 * begin; then the old file is still there.  (It is not if all that fails is the folder's disk, after
 * that.) */
bool tri_file_commit(struct tri_file *, struct tri_error *e);

/* Makes names that the folder of this path has got safe on the disk, as far as it lets itself be flushed;
 * on failure errno says why. */
bool tri_folder_flush(const char *path);

/* Forgets what was written.  Does nothing after a commit or a failed begin. */
void tri_file_abandon(struct tri_file *);

#endif
