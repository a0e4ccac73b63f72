/* Libraries that are peers: installed ones and missing ones; and files beside them. */
#define _GNU_SOURCE /* realpath */
#include "check.h"
#include "libraries.h"
#include "library.h"

#include <dlfcn.h>
#include <limits.h>
#include <math.h>
#include <omp.h>

/* What both libraries have, as far as peers need it to begin, and magic(): the number that was set last. */
static const char *const source_text =
    "static int number = 42;\n"
    "int magic(void);\n"
    "int magic(void) { return number; }\n"
    "void openblas_set_num_threads(int n);\n"
    "void openblas_set_num_threads(int n) { number = n; }\n"
    "int cublasCreate_v2(void **handle);\n"
    "int cublasCreate_v2(void **handle) { *handle = &number; return 0; }\n"
    "int cublasSetMathMode(void *handle, int mode);\n"
    "int cublasSetMathMode(void *handle, int mode) { *(int *)handle = mode; return 0; }\n";

/* Loads such a library of this soname, which is as good as one that is installed. */
static void install(const char *soname)
{
    char command[800];
    const char *cc = getenv("CC"), *source = in_scratch("magic.c"), *made = in_scratch("magic.so");
    make_file(source, source_text);
    snprintf(command, sizeof command, "%s -shared -fPIC -Wl,-soname,%s -o %s %s", cc ? cc : "cc",
             soname, made, source);
    cr_assert(system(command) == 0, "%s", command);
    cr_assert(dlopen(made, RTLD_NOW | RTLD_LOCAL), "%s", dlerror());
}

static bool is_installed(const char *const names[])
{
    for (size_t i = 0; names[i]; i++)
        if (dlopen(names[i], RTLD_NOW | RTLD_LOCAL))
            return true;
    return false;
}

static const char *const blas[] = { "libopenblas.so.0", "libopenblas.so", NULL };
static const char *const cublas[] = { "libcublas.so.13", "libcublas.so.12", "libcublas.so.11",
                                      NULL };

/* What is not there is said by name, and nothing else is. */
static void expect_found(void *(*find)(struct tri_error *), const char *const names[],
                         const char *says)
{
    struct tri_error e = { 0 };
    bool found = find(&e), there = is_installed(names);
    cr_expect(found == there, "%s: found %d, there %d", names[0], found, there);
    cr_expect_str_eq(e.text, there ? "" : says);
}

Test(libraries, are_found_where_they_are)
{
    expect_found(find_openblas, blas, "no libopenblas.so.0");
    expect_found(find_cublas, cublas, "no libcublas.so.11, .12 or .13");
}

/* Under the last of their names, where no real one is in the way. */
static void expect_taken(void *(*find)(struct tri_error *), const char *const names[],
                         const char *last)
{
    struct tri_error e = { 0 };
    int (*magic)(void) = NULL;
    if (is_installed(names))
        cr_skip_test("a real one is there");
    install(last);
    void *library = find(&e);
    cr_expect(library && find_function(library, "magic", &magic, &e) && magic() == 42, "%s: %s",
              last, e.text);
}

Test(libraries, openblas_that_is_there_is_found)
{
    int (*magic)(void) = NULL;
    expect_taken(find_openblas, blas, "libopenblas.so");
    must(find_in_openblas("magic", &magic, &failure));
    openblas_begin();
    cr_expect(magic() == omp_get_max_threads());
}

Test(libraries, cublas_that_is_there_is_found)
{
    struct cublas b = { .setter = "cublasSetMathMode" }, other = { .setter = "cublasSetNothing" };
    int (*magic)(void) = NULL;
    void *handle = NULL;
    expect_taken(find_cublas, cublas, "libcublas.so.11");
    must(find_in_cublas(&b, "magic", &magic, &failure));
    cr_expect(b.create(&handle) == 0 && b.set(handle, 7) == 0 && magic() == 7);
    cr_expect(!find_in_cublas(&other, "magic", &magic, &failure));
    cr_expect_str_eq(failure.text, "the library has no cublasSetNothing");
}

Test(libraries, functions_that_they_have_not)
{
    double (*cosine)(double) = NULL;
    void *library = dlopen("libm.so.6", RTLD_NOW | RTLD_LOCAL);
    cr_assert(library);
    cr_expect(find_function(library, "cos", &cosine, &failure) && cosine(0) == 1);
    cr_expect(!find_function(library, "cosinus", &cosine, &failure));
    expect_text(failure.text, "cosinus");

    tri_fail(&failure, TRI_FAILED, "no libm");
    cr_expect(!find_function(NULL, "cos", &cosine, &failure));
    cr_expect_str_eq(failure.text, "no libm");
}

/* ---- Files beside the library: if the loader has chosen one for a processor, they are in the folder above ---- */

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

Test(library, of_a_function)
{
    double (*cosine)(double) = cos;
    const char *file = tri_file_of((void (*)(void))install);
    cr_expect_str_eq(file, "/proc/self/exe", "the program's own: %s", file);
    file = tri_file_of((void (*)(void))cosine);
    expect_text(file, "/libm.so");
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
