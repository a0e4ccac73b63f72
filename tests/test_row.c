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

/* Expects a row to have these members, as object_of() reads them; of an object, these members of it. */
static void expect_members(const json_t *row, const char *members)
{
    json_auto_t *wanted = object_of(members);
    const char *key;
    json_t *value;
    json_object_foreach(wanted, key, value)
    {
        const json_t *found = json_object_get(row, key);
        text_auto_t *text = json_dumps(value, JSON_ENCODE_ANY),
                    *is = json_dumps(found, JSON_ENCODE_ANY | JSON_REAL_PRECISION(17));
        if (json_is_object(value))
            expect_members(found, text);
        else if (json_is_number(value))
            cr_expect(json_is_number(found) && json_number_value(found) == json_number_value(value),
                      "%s: %s, not %s", key, is, text);
        else
            cr_expect(json_equal(found, value), "%s: %s, not %s", key, is, text);
    }
}

Test(row, identity)
{
    static const char *const said[] = { "cpu", "compiler", "flags", "preset", "version" };
    case_auto_t c = case_of(&fake_float, "rows=2,scale=0.1");
    struct tri_measurement *m = measurement();
    json_auto_t *row = row_of(&c, m, &ceiling);
    expect_members(row,
                   "{'schema':1,'hotspot':'fake','path':'simd','peer':null,'precision':'float',"
                   "'threads':12,'ran_on':'cpu','device':null,'input':null,"
                   "'params':{'rows':2,'cols':4,'scale':0.1,'kind':'green'}}");
    FOR_EACH (r, said)
        cr_expect(json_string_length(json_object_get(row, *r)) > 0, "%s", *r);
    const json_t *params = json_object_get(row, "params");
    cr_expect(json_object_size(params) == 7);
    cr_expect(json_is_integer(json_object_get(params, "rows")));
}

Test(row, results)
{
    case_auto_t c = case_of(&fake_double, "");
    json_auto_t *row = row_of(&c, measurement(), &ceiling);
    expect_members(
        row, "{'reps':3,'cold_s':0.75,'map_in_s':null,'map_out_s':null,'total_s':null,"
             "'units':1000,'instructions':4000,'bytes':16,'rate':4000,'rate_unit':'elements/s',"
             "'ceiling':8000,'ceiling_share':0.5,'bound_by':'fma','ceiling_fma_per_s':32000,"
             "'ceiling_bytes_per_s':1e9,'ceiling_bytes_of':'memory',"
             "'ceiling_additions_per_s':null,'ceiling_mixed_per_s':null,"
             "'ceiling_integers_per_s':null,'ceiling_near_bytes_per_s':null,"
             "'ceiling_tensor_per_s':null,'ceiling_footprint':null,"
             "'points':24,'different':3,'max_ulp':2,"
             /* Times are kept in their order. */
             "'kernel_s':{'min':0.125,'median':0.25,'max':0.5,'all':[0.5,0.125,0.25]}}");
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
    json_auto_t *row = row_of(&c, m, &all);
    expect_members(row,
                   "{'additions':1000,'integer_instructions':500,'tensor_instructions':400,"
                   "'near_bytes':300,'ceiling_additions_per_s':5000,'ceiling_mixed_per_s':36000,"
                   "'ceiling_integers_per_s':9000,'ceiling_tensor_per_s':8000,"
                   "'ceiling_bytes_per_s':80,'ceiling_bytes_of':'cache',"
                   "'ceiling_footprint':1048576,'ceiling_near_bytes_per_s':7000,"
                   /* 0.2 s, a cache too: the first counts. */
                   "'bound_by':'additions','ceiling':5000,'ceiling_share':0.8}");
    m->work.only_reads = false;
    json_auto_t *stores = row_of(&c, m, &all);
    expect_members(stores, "{'bound_by':'cache','ceiling':4000}");
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
    expect_members(row, "{'path':'offload','ran_on':'host-plugin','device':'a device',"
                        "'wait':'runtime','waited':'asleep','map_in_s':{'median':2},"
                        "'map_out_s':{'max':4},'total_s':{'min':9},'ceiling':null,"
                        "'ceiling_share':null,'bound_by':null,'ceiling_fma_per_s':null,"
                        "'ceiling_bytes_of':null}");
}

Test(row, of_several_devices)
{
    case_auto_t c = case_of(&fake_double, "");
    struct tri_measurement *m = measurement();
    json_auto_t *one = row_of(&c, m, NULL);
    expect_members(one, "{'t1_s':null,'efficiency':null,'device_numbers':null}");
    m->launch.devices = 2;
    m->scaling = (struct tri_scaling){ .t1 = 0.375, .efficiency = 0.75 };
    json_auto_t *two = row_of(&c, m, NULL);
    expect_members(two, "{'t1_s':0.375,'efficiency':0.75,'device_numbers':null}");
    text_auto_t *first = tri_row_identity(TRI_ROW_TIMES, &c, m);
    tri_devices_choose((const int[]){ 0, 2 }, 2);
    text_auto_t *others = tri_row_identity(TRI_ROW_TIMES, &c, m);
    json_auto_t *chosen = row_of(&c, m, NULL);
    tri_devices_choose(NULL, 0);
    expect_members(chosen, "{'device_numbers':[0,2]}");
    cr_expect(strcmp(first, others) != 0, "rows of other devices replace each other");
}

/* Two images of one size have the same parameters: it takes the file's name to tell their rows. */
Test(row, of_a_peer_and_an_image)
{
    case_auto_t c = case_of(&fake_double, "");
    struct tri_measurement *m = measurement();
    m->peer = "parallel-for";
    c.input = &(struct tri_samples){ .file = "photo.png" };
    json_auto_t *row = row_of(&c, m, &ceiling);
    expect_members(row, "{'peer':'parallel-for','path':'simd','input':'photo.png'}");
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
    expect_members(row, "{'max_ulp':null,'rate':null,'cold_s':null}");
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
