/* learn grade: what a class has handed in, and what is written of it.  tests/delivery/grade.sh tries answers. */
#include "learn.h"

#include "check.h"

#include <sys/stat.h>
#include <unistd.h>

static struct course course = { .folder = "/nowhere",
                                .lesson = { { "01-where", "Where" }, { "04-scalars", "Scalars" } },
                                .n = 2 };
static struct class class;

/* ---- Handed in -------------------------------------------------------------------------------- */

static void make_folder(const char *name)
{
    cr_assert_eq(mkdir(in_scratch(name), 0777), 0, "%s", name);
}

static bool read_it(void)
{
    return class_read(&class, &course, in_scratch("class"), &failure);
}

Test(class, files_of_students)
{
    put_file("class/list.txt", "anna, ben");
    put_file("class/.git/01-where.c", "hidden");
    put_file("class/anna/my-lessons/04-scalars.c", "two\r\nlines");
    put_file("class/ben/05-other.c", "no lesson of these");
    cr_assert_eq(symlink("04-scalars.c", in_scratch("class/ben/01-where.c")), 0);
    must(read_it());
    cr_assert_eq(class.n, 2);
    cr_expect_str_eq(class.student[0].name, "anna");
    cr_expect_null(class.student[0].answer[0]);
    cr_expect_null(class.student[0].wrong[0]);
    cr_expect_str_eq(class.student[0].answer[1], "two\nlines");
    cr_expect_null(class.student[1].answer[0]);
    cr_expect(strstr(class.student[1].wrong[0], "is a link"));
    class_free(&class);
}

Test(class, folder_around_all)
{
    put_file("class/spring/anna/01-where.c", "");
    must(read_it());
    cr_expect(class.n == 1 && strcmp(class.student[0].name, "anna") == 0);
    class_free(&class);
}

static void expect_refused(const char *words)
{
    struct tri_error e = { 0 };
    cr_expect_not(class_read(&class, &course, in_scratch("class"), &e));
    cr_expect_eq(e.status, TRI_USAGE);
    expect_text(e.text, words);
}

Test(class, that_is_none)
{
    expect_refused("No such file");
    make_folder("class");
    expect_refused("like anna/01-where.c");
    make_folder("class/anna");
    expect_refused("like anna/01-where.c");
    make_folder("class/an\nna");
    expect_refused("a line break");
}

/* ---- Written ---------------------------------------------------------------------------------- */

static struct student students[] = { { .name = (char *)"=1+1" },
                                     { .name = (char *)"Zo\u00eb, \"Z\"" } };
static const struct class two = { students, 2 };
static const struct result results[] = {
    { ANSWERED, "", "SOLVED\n" },
    { REJECTED, "b is \"wrong\",\n-1", "NOT YET: b is wrong\n" },
    { NOT_HANDED_IN, "It was not handed in.", "" },
    { CHEATED, "It deletes files.", "SOLVED\n" },
};

static char *text;
static size_t size;

static FILE *begin(void)
{
    FILE *out = open_memstream(&text, &size);
    cr_assert(out);
    return out;
}

Test(class, as_csv)
{
    FILE *out = begin();
    marks_csv(out, &two, &course, results);
    fclose(out);
    cr_expect_str_eq(text, "student,lesson,solved,what is wrong\n"
                           "\"'=1+1\",\"01-where\",\"yes\",\"\"\n"
                           "\"'=1+1\",\"04-scalars\",\"no\",\"b is \"\"wrong\"\", -1\"\n"
                           "\"Zo\u00eb, \"\"Z\"\"\",\"01-where\",\"no\",\"It was not handed in.\"\n"
                           "\"Zo\u00eb, \"\"Z\"\"\",\"04-scalars\",\"no\",\"It deletes files.\"\n");
    free(text);
}

Test(class, as_a_table)
{
    FILE *out = begin();
    marks_table(out, &two, &course, results);
    fclose(out);
    expect_text(text, "student  01 04  solved\n"
                      "=1+1      S  x  1\n"
                      "Zo\u00eb, \"Z\"  .  !  0\n");
    expect_text(text, "\nZo\u00eb, \"Z\", 04-scalars: It deletes files.\n");
    free(text);
}

Test(class, as_a_students_text)
{
    FILE *out = begin();
    marks_report(out, &students[1], &course, results + 2);
    fclose(out);
    cr_expect_str_eq(
        text, "Zo\u00eb, \"Z\"\n\n0 of 2 lessons solved\n\n01-where: It was not handed in.\n\n"
              "04-scalars: Scalars\nNOT YET: It deletes files.\n");
    free(text);
}

Test(class, reports_and_csv_are_whole)
{
    char csv[300], reports[300];
    int status = 0;
    snprintf(csv, sizeof csv, "%s", in_scratch("class.csv"));
    snprintf(reports, sizeof reports, "%s", in_scratch("reports"));
    const struct request r = { .csv = csv, .reports = reports };
    must(marks_possible(&r, &failure));
    cr_expect(access(csv, F_OK) != 0 && access(reports, F_OK) != 0);
    must(marks_write(&two, &course, results, &r, &status, &failure));
    cr_expect(access(csv, F_OK) == 0 && access(in_scratch("reports/=1+1.txt"), F_OK) == 0);
    cr_expect_not(marks_possible(&r, &failure));
    expect_text(failure.text, "File exists");
}

static bool takes(struct request *r, const char *second, const char *third)
{
    char *argv[] = { (char *)"learn", (char *)"grade", (char *)second, (char *)third, NULL };
    return learn_options(r, third ? 4 : second ? 3 : 2, argv, &failure);
}

Test(class, options)
{
    struct request r;
    must(takes(&r, "spring", "--csv=out.csv"));
    cr_expect(r.verb == GRADE && !r.name && strcmp(r.folder, "spring") == 0);
    cr_expect(strcmp(r.csv, "out.csv") == 0 && !r.no_sandbox);
    must(takes(&r, "spring", "--no-sandbox"));
    cr_expect(r.no_sandbox);
    cr_expect_not(takes(&r, NULL, NULL));
    expect_text(failure.text, "or a zip of it");
    cr_expect_not(takes(&r, "spring", "autumn"));
    expect_text(failure.text, "unexpected argument 'autumn'");
}
