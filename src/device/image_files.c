/*
 * LLVM's device that is the CPU loads an image as a library: it writes it into a file, /tmp/tmpfile_XXXXXX or, in newer
 * versions, $TMPDIR/tmpfile-XXXXXX.tmp, and leaves that there.  An audit is many processes, and each would leave all images of the
 * library, a megabyte.  What is loaded needs its file no longer.
 */
#define _GNU_SOURCE /* dl_iterate_phdr */
#include "image_files.h"

#include <fnmatch.h>
#include <link.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdlib.h>
#include <unistd.h>

static int remove_file(struct dl_phdr_info *library, size_t size, void *data)
{
    (void)size, (void)data;
    if (fnmatch("/*/tmpfile_??????", library->dlpi_name, 0) == 0 ||
        fnmatch("/*/tmpfile-??????.tmp", library->dlpi_name, 0) == 0)
        unlink(library->dlpi_name);
    return 0;
}

static void remove_all(void)
{
    dl_iterate_phdr(remove_file, NULL);
}

void tri_image_files_remove(void)
{
    static bool again;
    remove_all();
    if (!again) /* a user's library may be loaded later */
        atexit(remove_all);
    again = true;
}
