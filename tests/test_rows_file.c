/* The file of --json. */
#include "check.h"
#include "measuring.h"

#include <criterion/criterion.h>
#include <string.h>
#include <unistd.h>

/* A machine that loses its power has the name of a new file, too; rows are flushed one by one. */
Test(rows_file, new_ones_have_a_name_on_the_disk)
{
    struct batch b = { .json_fd = -1, .json = in_scratch("rows.jsonl") };
    struct tri_error e = { 0 };
    for (int i = 0; i < 2; i++) {
        cr_assert(rows_open(&b, &e), "%s", e.text);
        cr_expect(folders_flushed == 1, "time %d: %d", i, folders_flushed);
        cr_expect(rows_close(&b, true, &e), "%s", e.text);
    }
}

/* Whoever is told that nothing was done finds no new file, and the old ones. */
Test(rows_file, go_with_a_failure)
{
    const char *file = in_scratch("rows.jsonl");
    struct batch b = { .json_fd = -1, .json = file };
    struct tri_error e = { 0 };
    cr_assert(rows_open(&b, &e), "%s", e.text);
    cr_expect(access(file, F_OK) == 0);
    cr_expect(!rows_close(&b, false, &e) && access(file, F_OK) != 0);
    fclose(fopen(file, "w"));
    cr_assert(rows_open(&b, &e), "%s", e.text);
    cr_expect(!rows_close(&b, false, &e) && access(file, F_OK) == 0);
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
    struct tri_error e = { 0 };
    cr_assert(rows_open(&one, &e), "%s", e.text);
    expect_busy(rows_open(&two, &e), "--json", &e);
    cr_expect(!rows_close(&two, false, &e) && access(file, F_OK) == 0, "it is the other's");
    expect_busy(rows_resume(&again, &e), "--resume", &e);
    cr_expect(!rows_close(&again, false, &e) && access(file, F_OK) == 0);
    cr_expect(rows_close(&one, true, &e), "%s", e.text);
    again = (struct batch){ .json_fd = -1, .resume.file = file };
    cr_expect(rows_resume(&again, &e) && rows_open(&again, &e), "%s", e.text);
    cr_expect(rows_close(&again, true, &e), "%s", e.text);
}
