/* Result rows: read back with jansson, and written whole or not at all. */
#include "fake.h"
#include "rows.h"

#include <fcntl.h>
#include <math.h>
#include <signal.h>
#include <sys/resource.h>
#include <sys/syscall.h>
#include <unistd.h>

static int flushed;

/* In place of the C library's. */
int fdatasync(int fd)
{
    flushed++;
    return (int)syscall(SYS_fdatasync, fd);
}

/* Appends a row to lines. */
static bool append(int fd, const struct tri_case *c, const struct tri_measurement *m,
                   const struct tri_ceiling *top, struct tri_error *e)
{
    store_auto_t *s = store_in_memory(e);
    cr_assert(s, "%s", e->text);
    store_append_to(s, fd);
    return tri_row_append(s, c, m, top, NULL, e);
}

/* A measurement with numbers that none other is mistaken for. */
static struct tri_measurement *measurement(void)
{
    static double seconds[] = { 0.5, 0.125, 0.25 };
    static struct tri_measurement m = {
        .path = TRI_SIMD,
        .launch.threads = 12,
        .place = TRI_CPU,
        .difference = { .points = 24, .different = 3, .first = 1, .max_ulps = 2 },
        .work = { .units = 1000, .instructions = 4000, .bytes = 16 },
        .cold = 0.75,
        .kernel = { 3, seconds },
    };
    return &m;
}

static const struct tri_ceiling ceiling = { .fma_per_second = 32000,
                                            .bytes_per_second = 1e9,
                                            .how = "made up" };

static json_t *parsed(const char *line)
{
    json_error_t error;
    json_t *row = json_loads(line, JSON_REJECT_DUPLICATES, &error);
    cr_assert(row, "%s in %s", error.text, line);
    return row;
}

/* The row that such a measurement makes, parsed. */
static json_t *row_of(const struct tri_case *c, const struct tri_measurement *m,
                      const struct tri_ceiling *top)
{
    const char *path = in_scratch("row.json");
    int fd = open(path, O_RDWR | O_CREAT | O_TRUNC, 0666);
    must(fd >= 0 && append(fd, c, m, top, &failure));
    close(fd);
    text_auto_t *text = contents(path, NULL);
    cr_expect(text[strlen(text) - 1] == '\n' && strchr(text, '\n') == text + strlen(text) - 1,
              "not one line: %s", text);
    json_t *row = parsed(text);
    return row;
}

static void expect_number(const json_t *row, const char *key, double value)
{
    const json_t *found = json_object_get(row, key);
    cr_assert(json_is_number(found), "%s is no number", key);
    cr_expect(json_number_value(found) == value, "%s: %.17g, not %.17g", key,
              json_number_value(found), value);
}

static void expect_string(const json_t *row, const char *key, const char *value)
{
    const char *found = json_string_value(json_object_get(row, key));
    cr_assert(found, "%s is no string", key);
    cr_expect(value ? strcmp(found, value) == 0 : *found != '\0', "%s: %s", key, found);
}

static void expect_null(const json_t *row, const char *key)
{
    cr_expect(json_is_null(json_object_get(row, key)), "%s is not null", key);
}

Test(row, identity)
{
    case_auto_t c = case_of(&fake_float, "rows=2,scale=0.1");
    struct tri_measurement *m = measurement();
    json_auto_t *row = row_of(&c, m, &ceiling);
    expect_number(row, "schema", 1);
    expect_string(row, "hotspot", "fake");
    expect_string(row, "path", "simd");
    expect_null(row, "peer");
    expect_string(row, "precision", "float");
    expect_number(row, "threads", 12);
    expect_string(row, "ran_on", "cpu");
    expect_null(row, "device");
    static const char *const said[] = { "cpu", "compiler", "flags", "preset", "version" };
    for (size_t i = 0; i < sizeof said / sizeof *said; i++)
        expect_string(row, said[i], NULL);

    json_t *params = json_object_get(row, "params");
    cr_expect(json_object_size(params) == 7);
    expect_number(params, "rows", 2);
    expect_number(params, "cols", 4);
    expect_number(params, "scale", 0.1);
    expect_string(params, "kind", "green");
    cr_expect(json_is_integer(json_object_get(params, "rows")));
}

Test(row, results)
{
    case_auto_t c = case_of(&fake_double, "");
    struct tri_measurement *m = measurement();
    json_auto_t *row = row_of(&c, m, &ceiling);
    expect_number(row, "reps", 3);
    expect_number(row, "cold_s", 0.75);
    expect_null(row, "map_in_s");
    expect_null(row, "map_out_s");
    expect_null(row, "total_s");
    const json_t *kernel = json_object_get(row, "kernel_s");
    expect_number(kernel, "min", 0.125);
    expect_number(kernel, "median", 0.25);
    expect_number(kernel, "max", 0.5);
    const json_t *all = json_object_get(kernel, "all");
    cr_assert(json_array_size(all) == 3);
    cr_expect(json_real_value(json_array_get(all, 0)) == 0.5, "times are kept in their order");
    expect_number(row, "units", 1000);
    expect_number(row, "instructions", 4000);
    expect_number(row, "bytes", 16);
    expect_number(row, "rate", 4000);
    expect_string(row, "rate_unit", "elements/s");
    expect_number(row, "ceiling", 8000);
    expect_number(row, "ceiling_share", 0.5);
    expect_string(row, "bound_by", "fma");
    expect_number(row, "ceiling_fma_per_s", 32000);
    expect_number(row, "ceiling_bytes_per_s", 1e9);
    expect_string(row, "ceiling_bytes_of", "memory");
    static const char *const unmeasured[] = { "ceiling_additions_per_s", "ceiling_mixed_per_s",
                                              "ceiling_integers_per_s",  "ceiling_near_bytes_per_s",
                                              "ceiling_tensor_per_s",    "ceiling_footprint" };
    for (size_t i = 0; i < sizeof unmeasured / sizeof *unmeasured; i++)
        expect_null(row, unmeasured[i]);
    expect_number(row, "points", 24);
    expect_number(row, "different", 3);
    expect_number(row, "max_ulp", 2);
}

Test(row, what_binds)
{
    static const struct tri_ceiling all = { .fma_per_second = 32000,
                                            .additions_per_second = 5000,
                                            .mixed_per_second = 36000,
                                            .integers_per_second = 9000,
                                            .tensor_per_second = 8000,
                                            .bytes_per_second = 64,
                                            .bytes_read_per_second = 80,
                                            .near_bytes_per_second = 7000,
                                            .footprint = 1 << 20,
                                            .cached = true };
    case_auto_t c = case_of(&fake_double, "");
    struct tri_measurement *m = measurement();
    m->work.additions = 1000;
    m->work.integers = 500;
    m->work.tensor = 400;
    m->work.near_bytes = 300;
    m->work.only_reads = true;
    json_t *row = row_of(&c, m, &all);
    expect_number(row, "additions", 1000);
    expect_number(row, "integer_instructions", 500);
    expect_number(row, "tensor_instructions", 400);
    expect_number(row, "near_bytes", 300);
    expect_number(row, "ceiling_additions_per_s", 5000);
    expect_number(row, "ceiling_mixed_per_s", 36000);
    expect_number(row, "ceiling_integers_per_s", 9000);
    expect_number(row, "ceiling_tensor_per_s", 8000);
    expect_number(row, "ceiling_bytes_per_s", 80);
    expect_string(row, "ceiling_bytes_of", "cache");
    expect_number(row, "ceiling_footprint", 1 << 20);
    expect_number(row, "ceiling_near_bytes_per_s", 7000);
    expect_string(row, "bound_by", "additions"); /* 0.2 s, a cache too: the first counts */
    expect_number(row, "ceiling", 5000);
    expect_number(row, "ceiling_share", 0.8);
    json_decref(row);
    m->work.only_reads = false;
    row = row_of(&c, m, &all);
    expect_string(row, "bound_by", "cache");
    expect_number(row, "ceiling", 4000);
    json_decref(row);
}

Test(row, of_an_offload)
{
    case_auto_t c = case_of(&fake_double, "");
    struct tri_measurement *m = measurement();
    m->path = TRI_OFFLOAD;
    m->place = TRI_HOST_PLUGIN;
    m->device = "a device";
    m->launch.wait = TRI_WAIT_RUNTIME;
    m->waited = "asleep";
    SET_TIMES(&m->map_in, 3, 1);
    SET_TIMES(&m->map_out, 4);
    SET_TIMES(&m->total, 9);
    json_auto_t *row = row_of(&c, m, NULL);
    expect_string(row, "path", "offload");
    expect_string(row, "ran_on", "host-plugin");
    expect_string(row, "device", "a device");
    expect_string(row, "wait", "runtime");
    expect_string(row, "waited", "asleep");
    expect_number(json_object_get(row, "map_in_s"), "median", 2);
    expect_number(json_object_get(row, "map_out_s"), "max", 4);
    expect_number(json_object_get(row, "total_s"), "min", 9);
    expect_null(row, "ceiling");
    expect_null(row, "ceiling_share");
    expect_null(row, "bound_by");
    expect_null(row, "ceiling_fma_per_s");
    expect_null(row, "ceiling_bytes_of");
}

Test(row, of_several_devices)
{
    case_auto_t c = case_of(&fake_double, "");
    struct tri_measurement *m = measurement();
    json_t *row = row_of(&c, m, NULL);
    expect_null(row, "t1_s");
    expect_null(row, "efficiency");
    expect_null(row, "device_numbers");
    json_decref(row);
    m->launch.devices = 2;
    m->scaling = (struct tri_scaling){ .t1 = 0.375, .efficiency = 0.75 };
    row = row_of(&c, m, NULL);
    expect_number(row, "t1_s", 0.375);
    expect_number(row, "efficiency", 0.75);
    expect_null(row, "device_numbers");
    json_decref(row);
    text_auto_t *first = tri_row_identity(TRI_ROW_TIMES, &c, m);
    tri_devices_choose((const int[]){ 0, 2 }, 2);
    text_auto_t *others = tri_row_identity(TRI_ROW_TIMES, &c, m);
    row = row_of(&c, m, NULL);
    tri_devices_choose(NULL, 0);
    const json_t *numbers = json_object_get(row, "device_numbers");
    cr_assert(json_array_size(numbers) == 2);
    cr_expect(json_integer_value(json_array_get(numbers, 1)) == 2);
    cr_expect(strcmp(first, others) != 0, "rows of other devices replace each other");
    json_decref(row);
}

/* Two images of one size have the same parameters: it takes the file's name to tell their rows. */
Test(row, of_a_peer_and_an_image)
{
    case_auto_t c = case_of(&fake_double, "");
    struct tri_measurement *m = measurement();
    m->peer = "parallel-for";
    json_auto_t *row = row_of(&c, m, &ceiling);
    expect_string(row, "peer", "parallel-for");
    expect_string(row, "path", "simd");
    expect_null(row, "input");
    c.input = &(struct tri_samples){ .file = "photo.png" };
    json_auto_t *of_image = row_of(&c, m, &ceiling);
    expect_string(of_image, "input", "photo.png");
}

/* JSON has no numbers for these. */
Test(row, without_nan_and_infinity)
{
    case_auto_t c = case_of(&fake_double, "");
    struct tri_measurement *m = measurement();
    m->difference.max_ulps = (double)INFINITY;
    m->kernel.all[1] = m->kernel.all[2] = m->kernel.all[0] = 0;
    m->cold = (double)NAN;
    json_auto_t *row = row_of(&c, m, &ceiling);
    expect_null(row, "max_ulp");
    expect_null(row, "rate");
    expect_null(row, "cold_s");
}

/* ---- Appending ---- */

static size_t lines_of(const char *path)
{
    size_t n = 0;
    char *text = contents(path, NULL), *rest = text, *line;
    while ((line = strsep(&rest, "\n")) && rest) {
        json_decref(parsed(line));
        n++;
    }
    cr_expect(!line || !*line, "an unfinished line: %s", line);
    free(text);
    return n;
}

Test(row, is_appended)
{
    case_auto_t c = case_of(&fake_double, "");
    struct tri_measurement *m = measurement();
    const char *path = in_scratch("rows.json");
    for (size_t n = 1; n <= 3; n++) {
        int fd = open(path, O_WRONLY | O_CREAT | O_APPEND, 0666);
        must(append(fd, &c, m, &ceiling, &failure));
        close(fd);
        cr_expect(lines_of(path) == n);
        cr_expect((size_t)flushed == n, "a machine that loses its power loses the row");
    }
}

static void expect_unwritten(int fd, const char *why)
{
    struct tri_error e = { 0 };
    case_auto_t c = case_of(&fake_double, "");
    cr_expect(!append(fd, &c, measurement(), &ceiling, &e));
    cr_expect(e.status == TRI_FAILED && strstr(e.text, "row not written") && strstr(e.text, why),
              "%s", e.text);
    cr_expect(!strstr(e.text, "could not be removed"), "%s", e.text);
    close(fd);
}

/* What is no file cannot be flushed, nor cut. */
Test(row, into_a_pipe)
{
    int ends[2];
    case_auto_t c = case_of(&fake_double, "");
    cr_assert(pipe(ends) == 0);
    cr_expect(append(ends[1], &c, measurement(), &ceiling, &failure), "%s", failure.text);
    signal(SIGPIPE, SIG_IGN);
    close(ends[0]);
    expect_unwritten(ends[1], "Broken pipe");
}

Test(row, on_a_full_disk)
{
    int fd = open("/dev/full", O_WRONLY | O_APPEND);
    if (fd < 0)
        cr_skip_test("there is no /dev/full");
    expect_unwritten(fd, "No space left");
}

/* Half a row fits: it is taken back, and the rows before it stay. */
Test(row, half_of_one_is_taken_back)
{
    case_auto_t c = case_of(&fake_double, "");
    const char *path = in_scratch("rows.json");
    int fd = open(path, O_WRONLY | O_CREAT | O_APPEND, 0666);
    must(append(fd, &c, measurement(), &ceiling, &failure));
    rlim_t size = (rlim_t)lseek(fd, 0, SEEK_END);
    signal(SIGXFSZ, SIG_IGN);
    setrlimit(RLIMIT_FSIZE, &(struct rlimit){ size + size / 2, RLIM_INFINITY });
    expect_unwritten(fd, "");
    cr_expect(lines_of(path) == 1);
}
