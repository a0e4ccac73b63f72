/* bench's table: its text about ceilings. */
#include "fake.h"
#include "summary.h"
#include "table.h"

/* A row of a second, on a machine that can do 1000 of everything. */
#define ROW(path, ...) row(path, (struct tri_work){ .units = 1, __VA_ARGS__ })
static struct result *row(enum tri_path path, struct tri_work work)
{
    struct result *r = calloc(1, sizeof *r);
    cr_assert(r);
    r->m.path = path;
    r->m.launch.threads = 1;
    r->m.work = work;
    SET_TIMES(&r->m.kernel, 1);
    r->has_ceiling = true;
    r->ceiling = (struct tri_ceiling){ .fma_per_second = 1000,
                                       .additions_per_second = work.additions > 0 ? 1000 : 0,
                                       .mixed_per_second = work.additions > 0 ? 1500 : 0,
                                       .bytes_per_second = 1000,
                                       .bytes_read_per_second = 1000,
                                       .near_bytes_per_second = work.near_bytes > 0 ? 1000 : 0,
                                       .footprint = 1 << 20,
                                       .how = "made up" };
    return r;
}

/* What the table of the rows looks like.  (gcc 12, once this is inlined, takes the text for a local variable
 * of it.) */
__attribute__((noinline)) static char *printed(struct result **rows, size_t n, bool verbose)
{
    char nothing[] = "", *values[] = { nothing };
    struct table t = { .out = begin_text(), .names = 10, .cases = 1, .verbose = verbose };
    t.hotspot = &fake_double;
    t.common = t.swept = "";
    t.values = values;
    t.row = calloc(n, sizeof *t.row);
    begin_case(&t, 0, false);
    for (size_t i = 0; i < n; i++)
        print_row(&t, rows[i]);
    print_notes(&t);
    free_table(&t);
    return end_text();
}

Test(table, shares_name_what_binds)
{
    struct result *rows[] = {
        ROW(TRI_REFERENCE, .instructions = 780, .bytes = 100),
        ROW(TRI_SIMD, .instructions = 90, .bytes = 960),
        ROW(TRI_SIMD, .instructions = 450, .additions = 450),
        ROW(TRI_SIMD, .bytes = 10, .near_bytes = 50),
    };
    rows[1]->ceiling.cached = true;
    text_auto_t *text = printed(rows, 4, true);
    expect_text(text, "   78 % fma ");
    expect_text(text, "   96 % cache ");
    expect_text(text, "   45 % additions ");
    expect_text(text, "  5.0 % near memory ");
    expect_text(text,
                "  ceiling reference double: 1.00 kfma/s, of 1.05 MB in memory 1.00 kB/s copied");
    expect_text(text,
                "  ceiling simd double: 1.00 kfma/s, 1.00 k additions/s, 1.50 k fma+add/s, "
                "1.00 kB/s near, of 1.05 MB in cache 1.00 kB/s copied, 1.00 kB/s read (made up)");
    cr_expect(!strstr(text, "defect") && !strstr(text, "!"), "%s", text);
}

Test(table, shares_above_a_ceiling)
{
    struct result *rows[] = {
        ROW(TRI_SIMD, .instructions = 1049),
        ROW(TRI_AVX2, .instructions = 1123),
    };
    rows[1]->ceiling.footprint = 1 << 21;
    text_auto_t *text = printed(rows, 2, true);
    expect_text(text, "  105 % fma ");
    expect_text(text, "  112 %! fma ");
    expect_text(text, "  avx2 double: 112 % of fma, above its ceiling: a defect of the ceiling, "
                      "please report\n");
    cr_expect(!strstr(text, "simd double: 105"), "%s", text);
}

/* A ceiling that a later row had measured again, and higher, is every row's. */
Test(table, shares_of_a_ceiling_that_was_too_low)
{
    struct result *rows[] = {
        ROW(TRI_SIMD, .instructions = 970),
        ROW(TRI_SIMD, .bytes = 500),
        ROW(TRI_AVX2, .instructions = 900),
        ROW(TRI_SIMD, .instructions = 800),
        ROW(TRI_SIMD, .instructions = 800, .bytes = 1),
        ROW(TRI_AVX2, .instructions = 900),
    };
    rows[2]->before = true; /* in another run */
    rows[5]->ceiling.fma_per_second = 3000;
    rows[3]->ceiling.fma_per_second = 2000;
    rows[4]->ceiling.fma_per_second = 2000;
    rows[4]->ceiling.footprint = 1 << 24;
    rows[4]->ceiling.bytes_per_second = 4000;
    text_auto_t *text = printed(rows, 6, true);
    expect_text(text, "   97 % fma ");
    expect_text(text, "   40 % fma ");
    expect_text(text,
                "  simd double: 48 % of fma, and not 97 %: its ceiling was measured again, and "
                "higher\n");
    expect_text(text, "  ceiling simd double: 2.00 kfma/s, of 1.05 MB in memory 1.00 kB/s copied");
    expect_text(text, "  ceiling avx2 double: 1.00 kfma/s, of 1.05 MB");
    cr_expect(!strstr(strstr(text, "and not") + 1, "and not"), "one row alone: %s", text);
}

/* Memory has a line for each size, all else is said once. */
Test(table, ceilings_of_several_sizes)
{
    struct result *rows[] = {
        ROW(TRI_SIMD, .instructions = 500),
        ROW(TRI_SIMD, .instructions = 500),
        ROW(TRI_SIMD, .instructions = 500),
    };
    rows[1]->ceiling.footprint = 1 << 24;
    char *text = printed(rows, 3, true), *first = strstr(text, "ceiling simd");
    cr_assert(first);
    expect_text(first, "of 1.05 MB in memory");
    expect_text(first, "  ceiling simd double: of 16.8 MB in memory 1.00 kB/s copied");
    cr_expect(!strstr(strstr(first, "fma/s") + 1, "fma/s"), "%s", text);
    free(text);
}

Test(table, without_a_ceiling)
{
    struct result *rows[] = { ROW(TRI_SIMD, .instructions = 500) };
    rows[0]->has_ceiling = false;
    text_auto_t *text = printed(rows, 1, true);
    cr_expect(!strstr(text, "ceiling simd"), "%s", text);
    expect_text(text, "     - ");
}

static struct result *row_of_device(enum tri_host_memory memory)
{
    struct result *r = ROW(TRI_OFFLOAD, .instructions = 500);
    r->m.device = "device";
    r->m.host_memory = memory;
    SET_TIMES(&r->m.map_in, 2);
    SET_TIMES(&r->m.map_out, 1);
    r->m.bytes_in = 100;
    r->ceiling.to_device_per_second = 200;
    r->ceiling.from_device_per_second = 400;
    return r;
}

/* Pinned rows say so; of copies that were made, the share of the bus. */
Test(table, host_memory)
{
    struct result *rows[] = { row_of_device(TRI_PAGEABLE), row_of_device(TRI_PINNED) };
    text_auto_t *text = printed(rows, 2, true);
    expect_text(text, "\noffload pinned double ");
    expect_text(text, "  offload double on device: cold ");
    expect_text(text, "  offload pinned double on device: cold ");
    expect_text(text, "map in 2.00 s (25 % of the bus), kernel 1.00 s, map out 1.00 s\n");
    expect_text(text, ", bus 200 B/s to the device, 400 B/s back (made up)");
}

/* Devices do not concern a row of the CPU, nor threads one of a device; parameters concern both. */
Test(table, swept_values)
{
    const char *const names = "threads,devices,size", *const values = "4,2,1000";
    struct tri_measurement on_cpu = { .path = TRI_SIMD }, on_device = { .path = TRI_OFFLOAD };
    on_device.launch.devices = 2;
    on_device.device = "a device";
    FILE *out = begin_text();
    cr_expect(print_swept(out, names, values, &on_cpu) == 8);
    fputc(' ', out);
    cr_expect(print_swept(out, names, values, &on_device) == 8);
    text_auto_t *text = end_text();
    cr_expect_str_eq(text, "4,-,1000 -,2,1000");
}

/* What two devices gain over one is said if one was measured; of one, it is not. */
Test(table, scaling)
{
    struct result *rows[] = { row_of_device(TRI_PAGEABLE), row_of_device(TRI_PAGEABLE) };
    rows[0]->m.launch.devices = 1;
    rows[0]->m.scaling = (struct tri_scaling){ .t1 = 1, .efficiency = 1 };
    rows[1]->m.launch.devices = 2;
    rows[1]->m.scaling = (struct tri_scaling){ .t1 = 3, .efficiency = 0.75 };
    text_auto_t *text = printed(rows, 2, true);
    expect_text(text, "\n  offload double: efficiency 75 %, since one device takes 3.00 s\n");
    cr_expect(!strstr(text, "efficiency 100 %"), "%s", text);
}

/* A table of a long sweep has thousands. */
Test(table, rows_take_little_memory)
{
    cr_expect(sizeof(struct result) < 8000, "%zu bytes", sizeof(struct result));
}

/* Peers are set against paths with the same kind. */
Test(table, peers_of_the_same_host_memory)
{
    struct result *rows[] = { row_of_device(TRI_PAGEABLE), row_of_device(TRI_PINNED),
                              row_of_device(TRI_PINNED) };
    rows[2]->m.peer = "cuda";
    rows[2]->m.kernel.all[0] = 3;
    text_auto_t *text = printed(rows, 3, true);
    expect_text(text, "  offload pinned double = 3.00 x cuda (time)");
    cr_expect(!strstr(text, "offload double = "), "%s", text);
}

/* ---- The summary ---- */

static struct result *named_row(enum tri_path path, const char *variant, double seconds)
{
    struct result *r = row(path, (struct tri_work){ .units = 1, .instructions = 500 * seconds });
    r->m.variant = variant;
    SET_TIMES(&r->m.kernel, seconds);
    r->m.agrees = true;
    r->m.place = path == TRI_OFFLOAD ? TRI_GPU : TRI_CPU;
    return r;
}

static struct table *offloaded(bool wrong)
{
    static struct table t;
    struct tri_measurement absent = { .path = TRI_AVX2 };
    t = (struct table){ .hotspot = tri_hotspot_named("mandelbrot", TRI_DOUBLE) };
    t.row = calloc(4, sizeof *t.row);
    t.absent = calloc(1, sizeof *t.absent);
    begin_case(&t, 0, false);
    print_row(&t, named_row(TRI_REFERENCE, NULL, 8));
    print_row(&t, named_row(TRI_SIMD, "tuned", 4));
    print_row(&t, named_row(TRI_OFFLOAD, "plain", 2));
    print_row(&t, named_row(TRI_OFFLOAD, "tuned", 0.25));
    print_absence(&t, &absent, NULL, "not run: no such instructions");
    t.row[3]->m.agrees = !wrong;
    t.row[3]->m.difference = (struct tri_difference){ .points = 9, .different = wrong ? 3 : 0 };
    return &t;
}

static char *summed_up(bool wrong)
{
    const struct request request = { .threads = 2 };
    struct summary s = { .out = begin_text(), .request = &request };
    struct table *t = offloaded(wrong);
    summary_add(&s, t->hotspot);
    summary_begin(&s);
    summary_update(&s, t);
    summary_done(&s, t);
    summary_end(&s, true);
    free_table(t);
    return end_text();
}

static size_t widest_line(const char *text)
{
    size_t widest = 0;
    for (; *text; text += strcspn(text, "\n"), text += *text == '\n')
        widest = strcspn(text, "\n") > widest ? strcspn(text, "\n") : widest;
    return widest;
}

/* One row, once: it is no terminal on which it could fill in, nor one that shows colours. */
Test(table, summary)
{
    text_auto_t *text = summed_up(false);
    expect_text(text,
                "\nhotspot  reference    simd    avx2   plain   tuned       x CPU of ceiling ");
    expect_text(
        text,
        "\nmandelbrot  8.00 s  4.00 s       -  2.00 s  250 ms        16.0  50 % fma         gpu  "
        "       none\n");
    expect_text(text, "\navx2 not run: no such instructions\n");
    expect_text(text, "\n  bench mandelbrot  ");
    expect_text(text, "\n  bench mandelbrot --peers  ");
    cr_expect(!strstr(text, "WRONG") && !strchr(text, '\033'), "%s", text);
    cr_expect(widest_line(text) <= SUMMARY_COLUMNS, "%zu columns:\n%s", widest_line(text), text);
}

/* What disagrees is in the row, and said below. */
Test(table, summary_of_a_wrong_path)
{
    text_auto_t *text = summed_up(true);
    expect_text(text, " gpu         3!\n");
    expect_text(
        text,
        "\nWRONG: mandelbrot offload tuned double: 3 of 9 points differ from the reference\n");
}

/* ---- Notes ---- */

Test(table, limits_are_said_once)
{
    struct result *rows[] = {
        ROW(TRI_SIMD, .instructions = 500),
        ROW(TRI_SIMD, .instructions = 400),
        ROW(TRI_AVX2, .bytes = 960),
    };
    text_auto_t *text = printed(rows, 3, false);
    expect_text(text, "\n  of ceiling: simd 1.00 kfma/s; avx2 memory 1.00 kB/s\n");
    cr_expect(!strstr(text, "  ceiling "), "%s", text);
}

static void expect_ran_on(const struct tri_measurement *m, const char *wanted)
{
    const struct text said = ran_on(m);
    cr_expect_str_eq(said.s, wanted);
}

/* How the host waited is said where it was not as the runtime does. */
Test(table, ran_on)
{
    struct tri_measurement m = { .device = "a GPU", .place = TRI_GPU, .waited = "asleep" };
    expect_ran_on(&m, "gpu");
    m.waited = "awake";
    expect_ran_on(&m, "gpu, awake");
    m.waited = NULL;
    m.place = TRI_HOST_PLUGIN;
    expect_ran_on(&m, "host-plugin");
}

/* ---- Conditions ---- */

static struct result *row_with_others(double others)
{
    struct result *r = ROW(TRI_SIMD, .instructions = 500);
    tri_condition_set(&r->m.conditions, TRI_OTHERS_BUSY, others);
    return r;
}

/* Above the table are those of the first row, below it those that came later. */
Test(table, bad_conditions_are_said)
{
    struct result *rows[] = { row_with_others(1.3), row_with_others(0.2), row_with_others(2) };
    tri_condition_set(&rows[2]->m.conditions, TRI_STEAL_SHARE, 0.02);
    text_auto_t *text = printed(rows, 3, false);
    const char *head = strstr(text, "Conditions: other processes kept 1.3 processors busy\n");
    cr_assert(head && head < strstr(text, "spread"), "%s", text);
    expect_text(
        text,
        "\n  conditions of some rows: the hypervisor gave 2 % of the processors' time to others\n");
    cr_expect(!strstr(text, "2.0 processors"), "%s", text);
}

Test(table, good_conditions_are_not)
{
    struct result *rows[] = { row_with_others(0.2), row_with_others(0.3) };
    text_auto_t *text = printed(rows, 2, false);
    cr_expect(!strstr(text, "onditions") && !strstr(text, "plugin"), "%s", text);
}

Test(table, a_wide_spread_is_marked)
{
    struct result *rows[] = { row_with_others(0), row_with_others(0) };
    SET_TIMES(&rows[0]->m.kernel, 1, 1.4, 0.91);
    SET_TIMES(&rows[1]->m.kernel, 1, 1.45, 0.9);
    text_auto_t *text = printed(rows, 2, false);
    expect_text(text, "   49 %  ");
    expect_text(text, "   55 %!  ");
    expect_text(
        text, "\n  !: from the shortest to the longest time it is more than half of the median\n");
}

Test(table, what_could_not_be_read)
{
    struct tri_conditions c;
    struct result *rows[] = { row_with_others(0) }, *again[] = { row_with_others(0) };
    tri_conditions_root("/nowhere");
    tri_conditions_begin(&c, false);
    tri_conditions_end(&c);
    text_auto_t *text = printed(rows, 1, true), *brief = printed(again, 1, false);
    expect_text(text,
                "\n  not read: load_1min, runnable: /proc/loadavg: No such file or directory\n");
    expect_text(text, "\n  not read: cpu_quota, throttled_s: no control group");
    cr_expect(!strstr(text, "gpu") && !strstr(brief, "not read"), "%s", text);
}

Test(table, offload_on_the_cpu)
{
    struct result *rows[] = { ROW(TRI_OFFLOAD, .bytes = 0), ROW(TRI_OFFLOAD, .bytes = 0) };
    for (int i = 0; i < 2; i++) {
        rows[i]->m.place = TRI_HOST_PLUGIN;
        rows[i]->m.device = "a processor";
    }
    text_auto_t *text = printed(rows, 2, false);
    const char *found =
        strstr(text, "  offload ran on the CPU itself, by LLVM's host plugin: no GPU was there\n");
    cr_assert(found, "%s", text);
    cr_expect(!strstr(found + 10, "offload ran on"), "once: %s", text);
}
