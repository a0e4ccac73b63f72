/* bench --resume: which rows of a file count as done. */
#include "fake.h"
#include "batch.h"
#include "rows.h"

#include <fcntl.h>
#include <math.h>
#include <unistd.h>

static const struct tri_ceiling ceiling = { .fma_per_second = 32000,
                                            .additions_per_second = 64000,
                                            .mixed_per_second = 80000,
                                            .integers_per_second = 70000,
                                            .tensor_per_second = 90000,
                                            .bytes_per_second = 1e9,
                                            .bytes_read_per_second = 2e9,
                                            .near_bytes_per_second = 3e9,
                                            .footprint = 4096,
                                            .cached = true };

/* What is asked for now. */
static struct result *asked(const struct tri_case *c, int threads)
{
    struct result *r = calloc(1, sizeof *r);
    cr_assert(r);
    r->m.path = TRI_SIMD;
    r->m.launch.threads = threads;
    r->identity = tri_row_identity(TRI_ROW_TIMES, c, &r->m);
    return r;
}

/* What was measured, with all that a row holds. */
static struct result *measured(const struct tri_case *c, int threads)
{
    struct result *r = asked(c, threads);
    struct tri_measurement *m = &r->m;
    m->place = TRI_CPU;
    m->difference =
        (struct tri_difference){ .points = 24, .different = 3, .integers = 3, .max_ulps = 7 };
    m->work = (struct tri_work){ .units = 1000,
                                 .instructions = 4000,
                                 .additions = 3000,
                                 .integers = 500,
                                 .tensor = 300,
                                 .bytes = 16,
                                 .near_bytes = 160 };
    m->cold = 0.75;
    m->waited = "awake";
    m->scaling = (struct tri_scaling){ .t1 = 3, .efficiency = 0.5 };
    SET_TIMES(&m->kernel, 0.5, 0.125, 0.25);
    m->clock = 1755e6;
    tri_condition_set(&m->conditions, TRI_STEAL_SHARE, 0.25);
    tri_condition_set_text(&m->conditions, TRI_GOVERNOR, "powersave");
    return r;
}

/* With numbers of what a run on the CPU has not, too. */
static struct result *measured_with_all(const struct tri_case *c)
{
    struct result *r = measured(c, 2);
    struct tri_measurement *m = &r->m;
    m->bytes_in = 48;
    m->bytes_out = 96;
    m->runs = 300;
    m->rounds = 12345;
    SET_TIMES(&m->map_in, 0.0625, 0.03125);
    SET_TIMES(&m->map_out, 0.015625, 0.0625);
    SET_TIMES(&m->total, 1.5, 1.25);
    SET_TIMES(&m->on_device, 0.375, 0.4375);
    m->halo = 0.001953125;
    m->copies = (struct tri_copies){ .between = 2e9, .to_host = 1e9 };
    m->difference.integers = 2;
    m->energy = (struct tri_energy){ .on_gpu = true,
                                     .runs = 4,
                                     .seconds = 10,
                                     .cpu_joules = 44,
                                     .gpu_joules = 52,
                                     .use = { .busy = 0.75, .warps = 0.5, .memory = 0.25 } };
    return r;
}

static const char *file_with(const struct tri_case *c, int rows, const char *rest)
{
    const char *path = in_scratch("rows.json");
    int fd = open(path, O_WRONLY | O_CREAT | O_TRUNC, 0666);
    struct store *s = new_store();
    cr_assert(fd >= 0);
    store_append_to(s, fd);
    for (int i = 0; i < rows; i++) {
        struct result *r = measured(c, i + 1);
        must(tri_row_append(s, c, &r->m, &ceiling, NULL, &failure));
        free_result(r);
    }
    store_close(s);
    cr_assert(write(fd, rest, strlen(rest)) == (ssize_t)strlen(rest));
    close(fd);
    return path;
}

/* Of each test, which has a process of its own. */
static struct tri_case c;
static struct resume resume;

static void begin(void)
{
    tri_case_init(&c, &fake_float);
}

TestSuite(resume, .init = begin);

/* (What a row tells is taken as it is: gives_the_same_row_again, below.) */
Test(resume, takes_what_is_there)
{
    must(resume_read(&resume, file_with(&c, 2, ""), &failure));
    struct result *found = asked(&c, 2), *missing = asked(&c, 3), *expected = measured(&c, 2);
    cr_assert(resume_take(&resume, found, 0));
    cr_expect(found->before && found->m.kernel.n == 3 && found->m.kernel.all[1] == 0.125);
    cr_expect(found->m.launch.threads == 2 && found->m.total.n == 0 && found->m.place == TRI_CPU);
    cr_expect(!found->m.agrees, "a disagreement stays one");
    cr_expect(memcmp(&found->m.conditions, &expected->m.conditions, sizeof found->m.conditions) ==
              0);
    cr_expect(found->has_ceiling && found->ceiling.cached);
    cr_expect(tri_ceiling_binds(&found->ceiling, &found->m.work) == TRI_ADDITIONS);
    cr_expect(isnan(found->ceiling.bytes_read_per_second), "the row does not say");
    cr_expect(!resume_take(&resume, missing, 0) && !missing->before);
    cr_expect(resume_take(&resume, found, 3) && !resume_take(&resume, found, 4),
              "as many repetitions as are asked for");
    resume_free(&resume);
    free_result(found);
    free_result(missing);
    free_result(expected);
}

static char *row_of(const struct result *r, const struct tri_ceiling *from)
{
    const char *path = in_scratch("row.json");
    int fd = open(path, O_WRONLY | O_CREAT | O_TRUNC, 0666);
    struct store *s = new_store();
    cr_assert(fd >= 0);
    store_append_to(s, fd);
    must(tri_row_append(s, &c, &r->m, from, NULL, &failure));
    store_close(s);
    close(fd);
    return contents(path, NULL);
}

/* What is taken from a row is all that was measured; its audit and cards are not taken. */
Test(resume, gives_the_same_row_again)
{
    struct result *all = measured_with_all(&c), *found = asked(&c, 2);
    text_auto_t *first = row_of(all, &ceiling);
    must(resume_read(&resume, in_scratch("row.json"), &failure));
    cr_assert(resume_take(&resume, found, 0));
    resume_free(&resume);
    text_auto_t *again = row_of(found, &found->ceiling);
    cr_expect_str_eq(again, first);
    free_result(all);
    free_result(found);
}

/* A row of before knows neither additions nor what the memory was. */
Test(resume, rows_of_before)
{
    json_auto_t *row =
        json_pack("{s:f,s:f,s:f,s:f,s:f}", "units", 10.0, "instructions", 400.0, "bytes", 1.0,
                  "ceiling_fma_per_s", 100.0, "ceiling_bytes_per_s", 50.0);
    struct tri_work work = row_work(row);
    struct tri_ceiling of_row = row_ceiling(row);
    cr_expect(work.additions == 0 && work.integers == 0 && work.tensor == 0 &&
              work.near_bytes == 0);
    cr_expect(of_row.additions_per_second == 0 && of_row.footprint == 0 && !of_row.cached);
    cr_expect(tri_ceiling_rate(&of_row, &work) == 2.5);
    cr_expect(tri_ceiling_binds(&of_row, &work) == TRI_FMA);
}

/* Expects a row of which some text is another not to count. */
static void expect_not_taken(const char *was, const char *is)
{
    struct resume other = { 0 };
    const char *path = file_with(&c, 1, "");
    text_auto_t *text = contents(path, NULL);
    char *at = strstr(text, was);
    cr_assert(at, "%s is not there", was);
    FILE *out = fopen(path, "w");
    fprintf(out, "%.*s%s%s", (int)(at - text), text, is, at + strlen(was));
    fclose(out);
    must(resume_read(&other, path, &failure));
    struct result *r = asked(&c, 1);
    cr_expect(!resume_take(&other, r, 0), "%s", is);
    resume_free(&other);
    free_result(r);
}

/* Another build, another machine: done again. */
Test(resume, of_this_build_and_machine)
{
    static const char *const keys[] = { "build", "cpu", "compiler", "flags", "preset", "version" };
    FOR_EACH (r, keys) {
        char was[30], is[30];
        snprintf(was, sizeof was, "\"%s\":\"", *r);
        snprintf(is, sizeof is, "\"%s\":\"~", *r);
        expect_not_taken(was, is);
    }
}

/* Other programs write to the file, too: a number that no count can be is no result. */
Test(resume, numbers_that_are_no_counts)
{
    static const char *const counts[] = { "1e300", "1e17", "-1", "0.5", "null" };
    FOR_EACH (r, counts) {
        char is[30];
        snprintf(is, sizeof is, "\"points\":%s", *r);
        expect_not_taken("\"points\":24", is);
    }
    json_auto_t *row = json_pack("{s:f}", "ceiling_footprint", 1e300);
    cr_expect(row_ceiling(row).footprint == 0);
}

/* Rows that another has appended since are not cut off with the half one. */
Test(resume, grown_since_it_was_read)
{
    size_t grown, size;
    const char *path = file_with(&c, 1, "{\"schema\":1,\"hotsp");
    must(resume_read(&resume, path, &failure));
    int fd = open(path, O_WRONLY | O_APPEND);
    cr_assert(fd >= 0 && write(fd, "ot\":1}\n{}\n", 10) == 10);
    free(contents(path, &grown));
    cr_expect(!resume_cut(&resume, fd, &failure) && failure.status == TRI_USAGE);
    cr_expect(strstr(failure.text, "--resume ") == failure.text && strstr(failure.text, "another"),
              "%s", failure.text);
    free(contents(path, &size));
    cr_expect(size == grown, "%zu bytes, not %zu", size, grown);
    close(fd);
    resume_free(&resume);
}

Test(resume, is_for_one_run)
{
    const char *path = in_scratch("rows.json");
    int one = open(path, O_WRONLY | O_CREAT | O_APPEND, 0666), two = open(path, O_WRONLY);
    cr_assert(one >= 0 && two >= 0);
    cr_expect(resume_lock(one, "--json", path, &failure), "%s", failure.text);
    cr_expect(!resume_lock(two, "--resume", path, &failure) && failure.status == TRI_USAGE);
    cr_expect(strstr(failure.text, "--resume ") == failure.text && strstr(failure.text, path), "%s",
              failure.text);
    close(one);
    cr_expect(resume_lock(two, "--resume", path, &failure), "%s", failure.text);
    close(two);
    one = open("/dev/null", O_WRONLY);
    two = open("/dev/null", O_WRONLY);
    cr_expect(resume_lock(one, "--json", "/dev/null", &failure) &&
                  resume_lock(two, "--json", "/dev/null", &failure),
              "%s", failure.text);
}

Test(resume, half_a_row)
{
    size_t whole;
    free(contents(file_with(&c, 2, ""), &whole));
    const char *path = file_with(&c, 2, "{\"schema\":1,\"hotsp");
    must(resume_read(&resume, path, &failure));
    cr_expect(store_last(resume.store) == 2 && (size_t)resume.whole == whole);
    int fd = open(path, O_WRONLY | O_APPEND);
    must(fd >= 0 && resume_cut(&resume, fd, &failure));
    close(fd);
    size_t size;
    free(contents(path, &size));
    cr_expect(size == whole, "%zu bytes, not %zu", size, whole);
    resume_free(&resume);
}

Test(resume, nothing_yet)
{
    cr_expect(resume_read(&resume, file_with(&c, 0, ""), &failure) && store_last(resume.store) == 0,
              "%s", failure.text);
    resume_free(&resume);
    cr_expect(resume_read(&resume, file_with(&c, 0, "{\"sch"), &failure) && resume.whole == 0);
    resume_free(&resume);
    expect_fails(resume_read(&resume, file_with(&c, 1, "half\n"), &failure), ":2: is no row");
    cr_expect(!resume_read(&resume, file_with(&c, 1, "{\"mine\":1, "), &failure) &&
                  strstr(failure.text, ":2: is no row"),
              "the beginning of something else");
    cr_expect(!resume_read(&resume, file_with(&c, 1, "{\"schema\":1}"), &failure) &&
                  strstr(failure.text, ":2: is a row that lacks"),
              "a row");
    cr_expect(!resume_read(&resume, in_scratch("none"), &failure) && failure.status == TRI_USAGE);
    cr_expect(strstr(failure.text, "--resume ") == failure.text, "%s", failure.text);
}

Test(resume, absences)
{
    struct result *r = asked(&c, 99);
    const char *path = file_with(&c, 1, "");
    int fd = open(path, O_WRONLY | O_APPEND);
    struct store *s = new_store();
    cr_assert(fd >= 0);
    store_append_to(s, fd);
    must(tri_row_append_absent(s, TRI_ROW_TIMES, &c, &r->m, "not here", &failure));
    store_close(s);
    close(fd);
    must(resume_read(&resume, path, &failure));
    cr_expect(!resume_take(&resume, r, 0), "it has to be tried again");
    cr_expect(resume_has(&resume, r->identity, "not here", 0));
    cr_expect(!resume_has(&resume, r->identity, "not there", 0));
    resume_free(&resume);
    s = rows_load_all(path, &failure);
    cr_assert(s, "%s", failure.text);
    cr_expect(store_number(s, "select count(*) from times", NULL) == 1, "an absence has no times");
    store_close(s);
    free_result(r);
}
