/* The NVIDIA driver: one that answers, ones that fail, and the one that is here or not. */
#include "nvidia.h"

#include <criterion/criterion.h>
#include <stdio.h>
#include <string.h>

static struct {
    int init, count_error, count, attribute_error;
} fake;

static int fake_init(unsigned flags)
{
    (void)flags;
    return fake.init;
}

static int fake_version(int *version)
{
    *version = 12020;
    return 0;
}

static int fake_count(int *count)
{
    *count = fake.count;
    return fake.count_error;
}

static int fake_get(int *device, int ordinal)
{
    *device = 1000 + ordinal;
    return 0;
}

static int fake_name(char *name, int size, int device)
{
    snprintf(name, (size_t)size, "GPU %d", device);
    return 0;
}

static int fake_memory(size_t *bytes, int device)
{
    *bytes = (size_t)device;
    return 0;
}

static int fake_attribute(int *value, int attribute, int device)
{
    (void)device;
    *value = attribute;
    return fake.attribute_error;
}

static const struct tri_cuda fake_cuda = { fake_init, fake_version, fake_count,    fake_get,
                                           fake_name, fake_memory,  fake_attribute };

Test(nvidia, asks_for_each_device)
{
    struct tri_nvidia n = { 0 };
    fake.count = 2;
    tri_nvidia_ask(&fake_cuda, &n);
    cr_expect_eq(n.devices, 2);
    cr_expect_eq(n.cuda, 12020);
    cr_expect_str_empty(n.problem);
    cr_expect_str_eq(n.device[1].name, "GPU 1001");
    cr_expect_eq(n.device[1].memory, 1001);
    cr_expect_eq(n.device[0].major, 75);
    cr_expect_eq(n.device[0].minor, 76);
    cr_expect_eq(n.device[0].multiprocessors, 16);
    cr_expect_eq(n.device[0].mode, 20);
}

Test(nvidia, says_in_words_what_failed)
{
    static const struct {
        int error;
        const char *words;
    } rows[] = { { 100, "no GPU" },         { 803, "different versions" },
                 { 804, "compatibility" },  { 34, "stub" },
                 { 802, "not ready" },      { 999, "nvidia-uvm" },
                 { 12345, "documentation" } };
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        struct tri_nvidia n = { 0 };
        fake.init = rows[i].error;
        tri_nvidia_ask(&fake_cuda, &n);
        cr_expect_eq(n.devices, 0);
        cr_expect_eq(n.error, rows[i].error);
        cr_expect(strstr(n.problem, rows[i].words), "%d: %s", rows[i].error, n.problem);
    }
}

Test(nvidia, survives_odd_answers)
{
    struct tri_nvidia n = { 0 };
    fake.count = 1000;
    fake.attribute_error = 1;
    tri_nvidia_ask(&fake_cuda, &n);
    cr_expect_eq(n.devices, TRI_NVIDIA_DEVICES);
    cr_expect_eq(n.device[0].major, 0);
    n = (struct tri_nvidia){ 0 };
    fake.count = -3;
    tri_nvidia_ask(&fake_cuda, &n);
    cr_expect_eq(n.devices, 0);
    cr_expect_str_not_empty(n.problem);
    n = (struct tri_nvidia){ 0 };
    fake.count_error = 3;
    tri_nvidia_ask(&fake_cuda, &n);
    cr_expect(strstr(n.problem, "cuDeviceGetCount"));
}

Test(nvidia, here_has_a_device_or_a_reason)
{
    const struct tri_nvidia *n = tri_nvidia();
    cr_expect_eq(n->devices == 0, n->problem[0] != '\0', "%d devices, problem: %s", n->devices,
                 n->problem);
    for (int i = 0; i < n->devices; i++)
        cr_expect(n->device[i].name[0] && n->device[i].major > 0 && n->device[i].memory > 0);
    cr_expect_eq(n, tri_nvidia());
}

/* ---- A context ---- */

static struct {
    int get_error, retain_error, retained;
} context;

static int context_get(int *device, int ordinal)
{
    *device = 1000 + ordinal;
    return context.get_error;
}

static int context_retain(void **made, int device)
{
    *made = &context;
    context.retained = device;
    return context.retain_error;
}

Test(nvidia, makes_the_context_of_the_device)
{
    static const struct tri_cuda_contexts cuda = { fake_init, context_get, context_retain };
    cr_expect(tri_nvidia_make_context_by(&cuda, 3) && context.retained == 1003);
    context.retain_error = 2;
    cr_expect(!tri_nvidia_make_context_by(&cuda, 0) && context.retained == 1000);
    context.get_error = 101;
    context.retained = 0;
    cr_expect(!tri_nvidia_make_context_by(&cuda, 0) && context.retained == 0);
    context.get_error = context.retain_error = 0;
    fake.init = 100;
    cr_expect(!tri_nvidia_make_context_by(&cuda, 0) && context.retained == 0);
}

Test(nvidia, makes_a_context_where_there_is_a_driver)
{
    cr_expect(!tri_nvidia_make_context(0) || tri_nvidia()->devices > 0);
}
