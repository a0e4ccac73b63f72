/* Finding files beside the library: if the loader has chosen one for a processor, they are in the folder above. */
#define _GNU_SOURCE /* realpath */
#include "library.h"

#include <criterion/criterion.h>
#include <limits.h>
#include <stdlib.h>
#include <string.h>

static void expect_beside(const char *library, const char *name, const char *wanted)
{
    char file[PATH_MAX];
    tri_library_beside(library, name, file, sizeof file);
    cr_expect_str_eq(file, wanted);
}

Test(library, has_files_beside_it)
{
    expect_beside("/usr/lib/libtriptych.so.0", "libtriptych-mpi.so", "/usr/lib/libtriptych-mpi.so");
    expect_beside("/a/../lib/x.so", "../libexec/bench", "/a/../lib/../libexec/bench");
    expect_beside("libtriptych.so.0", "other", "other");
}

Test(library, chosen_for_the_processor_has_them_above)
{
    expect_beside("/usr/lib/glibc-hwcaps/x86-64-v4/x.so", "other", "/usr/lib/other");
    expect_beside("/glibc-hwcaps/x86-64-v4/lib/x.so", "other", "/glibc-hwcaps/x86-64-v4/lib/other");
    expect_beside("/lib/glibc-hwcaps/x.so", "other", "/lib/glibc-hwcaps/other");
}

Test(library, that_is_the_program_has_them_beside_that)
{
    char own[PATH_MAX], file[PATH_MAX];
    tri_library_beside("/proc/self/exe", "other", file, sizeof file);
    cr_assert(realpath("/proc/self/exe", own));
    char *slash = strrchr(own, '/');
    cr_expect(strncmp(file, own, (size_t)(slash + 1 - own)) == 0, "%s", file);
    cr_expect_str_eq(file + (slash + 1 - own), "other");
}

Test(library, names_that_do_not_fit)
{
    char file[8];
    tri_library_beside("/usr/lib/x.so", "other", file, sizeof file);
    cr_expect_str_eq(file, "");
}
