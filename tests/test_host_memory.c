/* Pinned and pageable host memory: requested, allocated, and distinguished in rows. */
#include "bench_options.h"
#include "check.h"
#include "rows.h"
#include "entries.h"

/* ---- A memory space whose pinned memory is a heap that counts ---- */

static int held;
static size_t left; /* allocations that it still makes */
static bool entered_pinned;
static void *block[TRI_SLOTS];

static bool can_pin(struct tri_error *e)
{
    return true;
}

static bool cannot_pin(struct tri_error *e)
{
    return tri_fail(e, TRI_FAILED, "pinned memory: none of it");
}

static void *take(size_t bytes)
{
    void *memory = left > 0 ? aligned_alloc(TRI_ALIGNMENT, (bytes + 63) / 64 * 64) : NULL;
    if (memory) {
        left--;
        block[held++] = memory;
    }
    return memory;
}

static void give(void *memory)
{
    held--;
    free(memory);
}

static const struct tri_pinning heap = { can_pin, take, give };
static const struct tri_pinning none = { cannot_pin, take, give };

static bool start(struct tri_error *e)
{
    return true;
}

static double no_time(void)
{
    return 0;
}

static const char *a_device(void)
{
    return "device";
}

static bool enter(const struct tri_case *c, const struct tri_launch *launch, bool outputs,
                  struct tri_case *there, struct tri_error *e)
{
    *there = *c;
    entered_pinned = held > 0 && c->operand[0] == block[0];
    return true;
}

static bool leave(struct tri_case *there, struct tri_case *c, struct tri_error *e)
{
    *c->ran_on = TRI_GPU;
    return true;
}

static const struct tri_memory_space space = { start, no_time, a_device, enter,
                                               leave, false,   NULL,     &heap };
static const struct tri_memory_space poor = { start, no_time, a_device, enter,
                                              leave, false,   NULL,     &none };
static const struct tri_memory_space bare = { start, no_time, a_device, enter,
                                              leave, false,   NULL,     NULL };

static const struct tri_hotspot *vecadd(void)
{
    return tri_hotspot_named("vecadd", TRI_DOUBLE);
}

static struct tri_contender contender(const struct tri_memory_space *at)
{
    return (struct tri_contender){ .peer = "fake",
                                   .path = TRI_OFFLOAD,
                                   .run = vecadd()->reference,
                                   .memory_space = at,
                                   .host_memory = TRI_PINNED };
}

static struct tri_measurement *measured(struct tri_case *c, struct tri_error *e)
{
    static struct tri_measurement m;
    case_auto_t reference = case_of(vecadd(), "n=100");
    struct tri_effort effort = { .reps = 2, .launch.threads = 1 };
    struct tri_contender who = contender(&space);
    run_path(&reference, TRI_REFERENCE);
    bool good = tri_measure(c, &who, &reference, &effort, &m, e);
    return good ? &m : NULL;
}

Test(host_memory, a_contender_runs_in_it)
{
    case_auto_t c = case_of(vecadd(), "n=100");
    void *own = c.operand[0];
    left = 10;
    const struct tri_measurement *m = measured(&c, &failure);
    cr_assert(m, "%s", failure.text);
    cr_expect(entered_pinned && m->host_memory == TRI_PINNED && m->agrees);
    cr_expect(m->bytes_in == 2 * 100 * 8 && m->bytes_out == 100 * 8);
    cr_expect(held == 0, "all of it is given up");
    cr_expect(c.operand[0] == own &&
              ((double *)c.operand[2])[99] ==
                  ((double *)c.operand[0])[99] + ((double *)c.operand[1])[99]);
}

Test(host_memory, too_little_of_it_is_an_error)
{
    case_auto_t c = case_of(vecadd(), "n=100");
    left = 2; /* of three */
    cr_expect(!measured(&c, &failure) && failure.status == TRI_FAILED);
    expect_text(failure.text, "pinned memory: vecadd needs");
    cr_expect(held == 0);
}

static void expect_none(const struct tri_memory_space *at, const char *said)
{
    struct tri_error e = { 0 };
    struct tri_contender who = contender(at);
    cr_expect(!tri_available(&who, vecadd(), &e) && strstr(e.text, said), "%s", e.text);
    who.host_memory = TRI_PAGEABLE;
    cr_expect(tri_available(&who, vecadd(), &e));
}

Test(host_memory, where_there_is_none_it_says_so)
{
    expect_none(&poor, "pinned memory: none of it");
    expect_none(&bare, "pinned memory: not available here");
}

/* The CPU as a device has none, but the runtime's functions are those of a GPU's. */
Test(host_memory, of_the_runtime)
{
    need_path(vecadd(), TRI_OFFLOAD);
    if (tri_device_place() == TRI_HOST_PLUGIN)
        expect_fails(tri_device_pinning.available(&failure), "the device is the CPU");
    else if (!tri_device_pinning.available(&failure))
        cr_skip_test("%s", failure.text);
    enum { BYTES = 1000 };
    char *memory = tri_device_pinning.allocate(BYTES);
    cr_assert(memory);
    memset(memory, 1, BYTES);
    #pragma omp target map(tofrom: memory[:BYTES])
    for (int i = 0; i < BYTES; i++)
        memory[i]++;
    for (int i = 0; i < BYTES; i++)
        cr_assert(memory[i] == 2);
    tri_device_pinning.release(memory);
}

/* ---- Asking for it ---- */

struct count {
    int pageable, pinned, cpu_pinned;
};

static bool count(const struct turn *t, void *data, struct tri_error *e)
{
    struct count *n = data;
    bool pinned = t->who.host_memory == TRI_PINNED;
    n->pageable += t->who.memory_space && !pinned;
    n->pinned += t->who.memory_space && pinned;
    n->cpu_pinned += !t->who.memory_space && pinned;
    return true;
}

static struct count turns(const char *memory, bool *good)
{
    char bench[] = "bench", hotspot[] = "vecadd", path[] = "--path=simd,offload",
         variant[] = "--variant=plain,tuned", precision[] = "--precision=double", option[80];
    char *words[] = { bench, hotspot, path, variant, precision, option, NULL };
    struct bench k;
    struct tri_error e = { 0 };
    struct count n = { 0 };
    snprintf(option, sizeof option, "--host-memory=%s", memory);
    *good = bench_options(&k, memory ? 6 : 5, words, &e) && bench_plan(&k, &e) &&
            each_turn_of_plan(&k.batch, count, &n, &e);
    if (!*good)
        cr_expect(e.status == TRI_USAGE && strstr(e.text, "--host-memory ") == e.text, "%s",
                  e.text);
    plan_free(&k.batch.plan);
    return n;
}

static void expect_turns(const char *memory, int pageable, int pinned)
{
    bool good;
    struct count n = turns(memory, &good);
    cr_expect(good && n.pageable == pageable && n.pinned == pinned && n.cpu_pinned == 0,
              "%s: %d pageable, %d pinned", memory, n.pageable, n.pinned);
}

Test(host_memory, is_an_axis)
{
    expect_turns("pageable", 2, 0);
    expect_turns("pinned", 0, 2);
    expect_turns("pinned,pageable", 2, 2);
}

Test(host_memory, of_another_kind_is_refused)
{
    bool good;
    turns("pined", &good);
    cr_expect(!good);
}

Test(host_memory, tells_rows_apart)
{
    struct tri_case c;
    struct tri_measurement pageable = { .path = TRI_OFFLOAD, .variant = "plain" },
                           pinned = pageable;
    pinned.host_memory = TRI_PINNED;
    tri_case_init(&c, vecadd());
    text_auto_t *a = tri_row_identity(TRI_ROW_TIMES, &c, &pageable),
                *b = tri_row_identity(TRI_ROW_TIMES, &c, &pinned);
    cr_expect(strstr(a, "\"host_memory\":\"pageable\"") && strstr(b, "\"host_memory\":\"pinned\""));
    json_auto_t *before = json_loads(a, 0, NULL);
    json_object_del(before, "host_memory");
    text_auto_t *same = store_identity(before);
    cr_expect_str_eq(same, a, "a row of before is one of ordinary pages");
}
