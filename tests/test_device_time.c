/* The kernels' own times: a CUPTI that answers as the real one does, and some that fail. */
#include "check.h"
#include "kernel_time.h"
#include "measure.h"

#include <stdlib.h>
#include <string.h>

enum { KERNEL = 10, MEMCPY = 1, MOST = 12, NOTHING_MORE = 12 };

struct record {
    uint32_t kind;
    uint8_t cache, shared;
    uint16_t registers;
    int32_t partitioned[2];
    uint64_t start, end;
};

static struct {
    void (*request)(uint8_t **, size_t *, size_t *);
    void (*complete)(void *, uint32_t, uint8_t *, size_t, size_t);
    struct record record[MOST]; /* those that the next flush hands out */
    size_t n;
    int enable_error, flush_error, disabled, finalized;
} fake;

static int set_callbacks(void (*request)(uint8_t **, size_t *, size_t *),
                         void (*complete)(void *, uint32_t, uint8_t *, size_t, size_t))
{
    fake.request = request;
    fake.complete = complete;
    return 0;
}

static int enable(int kind)
{
    cr_expect_eq(kind, KERNEL);
    return fake.enable_error;
}

static int disable(int kind)
{
    fake.disabled++;
    return 0;
}

static int flush(uint32_t flags)
{
    uint8_t *buffer;
    size_t size, most;
    if (fake.n == 0 || fake.flush_error)
        return fake.flush_error;
    fake.request(&buffer, &size, &most);
    memcpy(buffer, fake.record, fake.n * sizeof *fake.record);
    fake.complete(NULL, 0, buffer, size, fake.n * sizeof *fake.record);
    fake.n = 0;
    return 0;
}

static int next(uint8_t *buffer, size_t valid, void **record)
{
    struct record *r = *record ? (struct record *)*record + 1 : (struct record *)buffer;
    if ((uint8_t *)(r + 1) > buffer + valid)
        return NOTHING_MORE;
    *record = r;
    return 0;
}

static int finalize(void)
{
    fake.finalized++;
    return 0;
}

static const struct tri_cupti cupti = { set_callbacks, enable, disable, flush, next, finalize };

static void use_fake(void)
{
    tri_kernel_time_use(&cupti);
}

static void ran(uint32_t kind, uint64_t start, uint64_t end)
{
    fake.record[fake.n++] = (struct record){ .kind = kind, .start = start, .end = end };
}

TestSuite(device_time, .init = use_fake);

Test(device_time, kernels_of_a_run_are_added)
{
    cr_assert(tri_kernel_time_begin());
    ran(KERNEL, 1000, 3000);
    ran(KERNEL, 5000, 6000);
    ran(MEMCPY, 7000, 9000);
    cr_expect_float_eq(tri_kernel_time_run(), 3000e-9, 1e-18);
    tri_kernel_time_end();
    cr_expect_eq(fake.disabled, 1);
    cr_expect_eq(fake.finalized, 1);
    cr_expect_null(tri_device_time_problem());
}

/* Two streams: while both run, the time counts once; the records come in any order. */
Test(device_time, what_runs_at_the_same_time_counts_once)
{
    cr_assert(tri_kernel_time_begin());
    ran(KERNEL, 4000, 8000);
    ran(KERNEL, 1000, 5000);
    ran(KERNEL, 2000, 3000);
    ran(KERNEL, 9000, 9500);
    cr_expect_float_eq(tri_kernel_time_run(), 7500e-9, 1e-18);
    tri_kernel_time_end();
}

Test(device_time, a_call_takes_what_has_come_since_the_last)
{
    cr_assert(tri_kernel_time_begin());
    ran(KERNEL, 1000, 2000);
    cr_expect_float_eq(tri_kernel_time_run(), 1000e-9, 1e-18);
    cr_expect_float_eq(tri_kernel_time_run(), 0, 0, "nothing has run");
    ran(KERNEL, 8000, 8500);
    cr_expect_float_eq(tri_kernel_time_run(), 500e-9, 1e-18);
    tri_kernel_time_end();
}

/* CUPTI says 0 where it could not know. */
Test(device_time, a_record_without_times_spoils_its_run_alone)
{
    cr_assert(tri_kernel_time_begin());
    ran(KERNEL, 1000, 2000);
    ran(KERNEL, 0, 0);
    cr_expect_float_eq(tri_kernel_time_run(), 0, 0);
    ran(KERNEL, 3000, 4000);
    cr_expect_float_eq(tri_kernel_time_run(), 1000e-9, 1e-18);
    tri_kernel_time_end();
}

Test(device_time, more_records_than_there_was_room_for)
{
    cr_assert(tri_kernel_time_begin());
    for (uint64_t i = 0; i < 1000; i++) {
        ran(KERNEL, 10 * i, 10 * i + 5);
        if (fake.n == MOST)
            flush(0);
    }
    cr_expect_float_eq(tri_kernel_time_run(), 5000e-9, 1e-15);
    tri_kernel_time_end();
}

Test(device_time, what_fails_is_said)
{
    fake.enable_error = 35;
    cr_expect_not(tri_kernel_time_begin());
    cr_expect_str_eq(tri_device_time_problem(), "cuptiActivityEnable fails with CUptiResult 35");
}

Test(device_time, records_that_do_not_come_are_no_time)
{
    cr_assert(tri_kernel_time_begin());
    ran(KERNEL, 1000, 2000);
    fake.flush_error = 999;
    cr_expect_float_eq(tri_kernel_time_run(), 0, 0);
    cr_expect_str_eq(tri_device_time_problem(), "cuptiActivityFlushAll fails with CUptiResult 999");
    tri_kernel_time_end();
}
