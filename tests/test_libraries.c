/* Libraries that are peers: installed ones and missing ones. */
#include "check.h"
#include "libraries.h"

#include <criterion/criterion.h>
#include <dlfcn.h>
#include <omp.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

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
    FILE *out = fopen(source, "w");
    cr_assert(out && fputs(source_text, out) >= 0);
    cr_assert(fclose(out) == 0);
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
    struct tri_error e = { 0 };
    int (*magic)(void) = NULL;
    expect_taken(find_openblas, blas, "libopenblas.so");
    cr_assert(find_in_openblas("magic", &magic, &e), "%s", e.text);
    openblas_begin();
    cr_expect(magic() == omp_get_max_threads());
}

Test(libraries, cublas_that_is_there_is_found)
{
    struct tri_error e = { 0 };
    struct cublas b = { .setter = "cublasSetMathMode" }, other = { .setter = "cublasSetNothing" };
    int (*magic)(void) = NULL;
    void *handle = NULL;
    expect_taken(find_cublas, cublas, "libcublas.so.11");
    cr_assert(find_in_cublas(&b, "magic", &magic, &e), "%s", e.text);
    cr_expect(b.create(&handle) == 0 && b.set(handle, 7) == 0 && magic() == 7);
    cr_expect(!find_in_cublas(&other, "magic", &magic, &e));
    cr_expect_str_eq(e.text, "the library has no cublasSetNothing");
}

Test(libraries, functions_that_they_have_not)
{
    struct tri_error e = { 0 };
    double (*cosine)(double) = NULL;
    void *library = dlopen("libm.so.6", RTLD_NOW | RTLD_LOCAL);
    cr_assert(library);
    cr_expect(find_function(library, "cos", &cosine, &e) && cosine(0) == 1);
    cr_expect(!find_function(library, "cosinus", &cosine, &e));
    cr_expect(strstr(e.text, "cosinus"), "%s", e.text);

    tri_fail(&e, TRI_FAILED, "no libm");
    cr_expect(!find_function(NULL, "cos", &cosine, &e));
    cr_expect_str_eq(e.text, "no libm");
}
