/* The NVIDIA driver: a fake one that answers, fakes that fail, and this machine's, if it has one. */
#include "check.h"
#include "nvidia.h"

static struct {
    int init, count_error, count, attribute_error;
} fake;

static int fake_init(unsigned flags)
{
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
    cr_expect_eq(n.device[0].cache, 38);
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
    FOR_EACH (r, rows) {
        struct tri_nvidia n = { 0 };
        fake.init = r->error;
        tri_nvidia_ask(&fake_cuda, &n);
        cr_expect_eq(n.devices, 0);
        cr_expect_eq(n.error, r->error);
        cr_expect(strstr(n.problem, r->words), "%d: %s", r->error, n.problem);
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
    int get_error, state_error, set_error, set_of, active, sets, retain_error, users;
    unsigned flags[TRI_NVIDIA_DEVICES];
} context = { .active = 1 };

static int context_get(int *device, int ordinal)
{
    *device = 1000 + ordinal;
    return context.get_error;
}

static int context_state(int device, unsigned *flags, int *active)
{
    *flags = context.flags[device - 1000];
    *active = context.active;
    return context.state_error;
}

static int context_set_flags(int device, unsigned flags)
{
    context.set_of = device;
    context.sets++;
    if (!context.set_error)
        context.flags[device - 1000] = flags;
    return context.set_error;
}

static int context_retain(void **started, int device)
{
    context.users += !context.retain_error;
    return context.retain_error;
}

static int context_release(int device)
{
    context.users--;
    return 0;
}

static const struct tri_cuda_context fake_context = { fake_init,      context_get,
                                                      context_state,  context_set_flags,
                                                      context_retain, context_release };

Test(nvidia, changes_how_to_wait_and_nothing_else)
{
    unsigned flags;
    context.flags[3] = 0x1C; /* blocking, and two flags that are not about waiting */
    cr_expect(tri_nvidia_get_waiting(&fake_context, 3, &flags) && flags == TRI_CUDA_BLOCKING);
    cr_expect(tri_nvidia_set_waiting(&fake_context, 3, 0));
    cr_expect(context.set_of == 1003 && context.flags[3] == 0x18);
    cr_expect(tri_nvidia_set_waiting(&fake_context, 3, 2) && context.flags[3] == 0x1A);
}

Test(nvidia, says_why_a_gpu_does_not_start)
{
    cr_expect(tri_nvidia_start_error(NULL, 0) == 0);
    cr_expect(tri_nvidia_start_error(&fake_context, 0) == 0 && context.users == 0);
    context.retain_error = TRI_CUDA_OUT_OF_MEMORY;
    cr_expect(tri_nvidia_start_error(&fake_context, 0) == TRI_CUDA_OUT_OF_MEMORY);
    context.get_error = 101;
    cr_expect(tri_nvidia_start_error(&fake_context, 0) == 0, "there is none");
}

Test(nvidia, leaves_a_context_alone_that_it_cannot_ask)
{
    int *errors[] = { &fake.init, &context.get_error, &context.state_error };
    unsigned flags;
    context.flags[0] = 4;
    FOR_EACH (r, errors) {
        **r = 100;
        cr_expect(!tri_nvidia_set_waiting(&fake_context, 0, 0) && context.flags[0] == 4);
        cr_expect(!tri_nvidia_get_waiting(&fake_context, 0, &flags));
        **r = 0;
    }
    context.active = 0; /* a runtime that starts it later would set them */
    cr_expect(!tri_nvidia_set_waiting(&fake_context, 0, 0) && context.sets == 0);
    context.active = context.set_error = 1;
    cr_expect(!tri_nvidia_set_waiting(&fake_context, 0, 0));
    cr_expect(!tri_nvidia_set_waiting(NULL, 0, 0) && !tri_nvidia_get_waiting(NULL, 0, &flags));
}

/* Each device gets back what its runtime had chosen, and the driver is not asked for what is so. */
Test(nvidia, waits_awake_and_again_as_the_runtime)
{
    struct tri_waiting w = { 0 };
    context.flags[0] = 0xC;
    context.flags[1] = 0x9;
    cr_expect(tri_waiting_set(&w, &fake_context, 2, TRI_WAIT_RUNTIME) && context.sets == 0);
    cr_expect(tri_waiting_set(&w, &fake_context, 2, TRI_WAIT_AWAKE));
    cr_expect(context.flags[0] == 0x8 && context.flags[1] == 0x8 && context.sets == 2);
    cr_expect(tri_waiting_set(&w, &fake_context, 2, TRI_WAIT_AWAKE) && context.sets == 2);
    cr_expect(tri_waiting_set(&w, &fake_context, 2, TRI_WAIT_USUAL));
    cr_expect(context.flags[0] == 0xC && context.flags[1] == 0x9 && context.sets == 4);
}

/* What failed is tried again, and no device keeps another from being told. */
Test(nvidia, waits_as_far_as_it_can)
{
    struct tri_waiting w = { 0 };
    context.flags[0] = context.flags[1] = 4;
    context.set_error = 1;
    cr_expect(!tri_waiting_set(&w, &fake_context, 2, TRI_WAIT_AWAKE) && context.sets == 2);
    context.set_error = 0;
    cr_expect(tri_waiting_set(&w, &fake_context, 2, TRI_WAIT_AWAKE));
    cr_expect(context.flags[0] == 0 && context.flags[1] == 0);
    cr_expect(!tri_waiting_set(&w, NULL, 0, TRI_WAIT_AWAKE));
}

/* Without an NVIDIA GPU there is nothing to be told, and no row says how the host waited. */
Test(nvidia, no_gpu_is_waited_for)
{
    if (tri_device_start(NULL) && tri_device_place() == TRI_GPU)
        cr_skip_test("it needs a machine without a GPU");
    cr_expect(!tri_device_wait(TRI_WAIT_AWAKE) && !tri_device_waited());
    cr_expect(!tri_device_wait(TRI_WAIT_RUNTIME));
}
