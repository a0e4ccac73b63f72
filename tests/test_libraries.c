/* Libraries that are peers: those that are there, and those that are not. */
#include "libraries.h"

#include <criterion/criterion.h>
#include <dlfcn.h>
#include <string.h>

Test(libraries, are_there_or_say_why_not)
{
    struct tri_error e = { 0 };
    cr_expect(find_openblas(&e) || strstr(e.text, "libopenblas"), "%s", e.text);
    e = (struct tri_error){ 0 };
    cr_expect(find_cublas(&e) || strstr(e.text, "libcublas"), "%s", e.text);
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
