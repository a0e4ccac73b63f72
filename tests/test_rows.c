/* Reading rows: all of a file, or an error. */
#include "beside.h"
#include "check.h"
#include "rows.h"

#include <criterion/criterion.h>
#include <stdio.h>
#include <string.h>
#include <sys/resource.h>
#include <unistd.h>

/* The address space that this process has. */
static rlim_t address_space(void)
{
    unsigned long pages = 0;
    FILE *in = fopen("/proc/self/statm", "re");
    cr_assert(in && fscanf(in, "%lu", &pages) == 1);
    fclose(in);
    return pages * (rlim_t)sysconf(_SC_PAGESIZE);
}

/* A line that there is no memory for does not pass for the end of the file. */
Test(rows, that_there_is_no_memory_for)
{
    enum { MEGABYTE = 1 << 20 };
    struct tri_error e = { 0 };
    struct rlimit before;
    if (INSTRUMENTED)
        cr_skip_test("the shadow memory is more than any limit");
    FILE *out = begin_side("a");
    add_path(out, "simd", 1, 1, 1);
    cr_assert(fclose(out) == 0 && truncate(in_scratch("a"), 512 * (off_t)MEGABYTE) == 0);
    getrlimit(RLIMIT_AS, &before);
    setrlimit(RLIMIT_AS,
              &(struct rlimit){ address_space() + 24 * (rlim_t)MEGABYTE, before.rlim_max });
    struct store *s = rows_load_all(in_scratch("a"), &e);
    setrlimit(RLIMIT_AS, &before);
    cr_expect(!s && strstr(e.text, "cannot be read: Cannot allocate memory"), "%s", e.text);
    store_close(s);
}

/* /dev/zero is one, too. */
Test(rows, of_a_line_without_an_end)
{
    struct tri_error e = { 0 };
    struct store *s = rows_load_all("/dev/zero", &e);
    cr_expect(!s && strstr(e.text, "/dev/zero: cannot be read: File too large"), "%s", e.text);
    store_close(s);
}
