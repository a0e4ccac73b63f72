/* Reading rows: all of a file, or an error; and the file of --json. */
#include "beside.h"
#include "check.h"
#include "batch.h"
#include "rows.h"

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
    struct rlimit before;
    if (INSTRUMENTED)
        cr_skip_test("the shadow memory is more than any limit");
    SIDE("a", { "simd", 1, 1, 1 });
    cr_assert(truncate(in_scratch("a"), 512 * (off_t)MEGABYTE) == 0);
    getrlimit(RLIMIT_AS, &before);
    setrlimit(RLIMIT_AS,
              &(struct rlimit){ address_space() + 24 * (rlim_t)MEGABYTE, before.rlim_max });
    store_auto_t *s = rows_load_all(in_scratch("a"), &failure);
    setrlimit(RLIMIT_AS, &before);
    cr_expect(!s && strstr(failure.text, "cannot be read: Cannot allocate memory"), "%s",
              failure.text);
}

/* /dev/zero is one, too. */
Test(rows, of_a_line_without_an_end)
{
    store_auto_t *s = rows_load_all("/dev/zero", &failure);
    cr_expect(!s && strstr(failure.text, "/dev/zero: cannot be read: File too large"), "%s",
              failure.text);
}

/* ---- The file of --json ---- */

/* A machine that loses its power has the name of a new file, too; rows are flushed one by one. */
Test(rows_file, new_ones_have_a_name_on_the_disk)
{
    struct batch b = { .json_fd = -1, .json = in_scratch("rows.jsonl") };
    for (int i = 0; i < 2; i++) {
        must(rows_open(&b, &failure));
        cr_expect(folders_flushed == 1, "time %d: %d", i, folders_flushed);
        cr_expect(rows_close(&b, true, &failure), "%s", failure.text);
    }
}

/* Whoever is told that nothing was done finds no new file, and the old ones. */
Test(rows_file, go_with_a_failure)
{
    const char *file = in_scratch("rows.jsonl");
    struct batch b = { .json_fd = -1, .json = file };
    must(rows_open(&b, &failure));
    cr_expect(access(file, F_OK) == 0);
    cr_expect(!rows_close(&b, false, &failure) && access(file, F_OK) != 0);
    make_file(file, "");
    must(rows_open(&b, &failure));
    cr_expect(!rows_close(&b, false, &failure) && access(file, F_OK) == 0);
}

static void expect_busy(bool good, const char *option, const struct tri_error *e)
{
    cr_expect(!good && e->status == TRI_USAGE, "%s", option);
    cr_expect(strstr(e->text, option) == e->text && strstr(e->text, "another run"), "%s", e->text);
}

/* A run that has read the rows of another would cut off what that one has added since. */
Test(rows_file, are_one_runs)
{
    const char *file = in_scratch("rows.jsonl");
    struct batch one = { .json_fd = -1, .json = file }, two = { .json_fd = -1, .json = file },
                 again = { .json_fd = -1, .resume.file = file };
    must(rows_open(&one, &failure));
    expect_busy(rows_open(&two, &failure), "--json", &failure);
    cr_expect(!rows_close(&two, false, &failure) && access(file, F_OK) == 0, "it is the other's");
    expect_busy(rows_resume(&again, &failure), "--resume", &failure);
    cr_expect(!rows_close(&again, false, &failure) && access(file, F_OK) == 0);
    cr_expect(rows_close(&one, true, &failure), "%s", failure.text);
    again = (struct batch){ .json_fd = -1, .resume.file = file };
    cr_expect(rows_resume(&again, &failure) && rows_open(&again, &failure), "%s", failure.text);
    cr_expect(rows_close(&again, true, &failure), "%s", failure.text);
}
