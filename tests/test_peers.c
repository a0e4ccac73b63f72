/* Peers compute the right result, and a wrong one is detected. */
#include "check.h"
#include "build_info.h"
#include "nvidia.h"
#include "peers.h"

#include <strings.h>

/* ---- Descriptions ---- */

Test(peers, have_names_and_settings_that_exist)
{
    struct tri_case c, own;
    for (size_t i = 0; i < peer_count(); i++)
        for (int precision = 0; precision < TRI_PRECISIONS; precision++) {
            const struct tri_peer *p = peer_at(i, (enum tri_precision)precision);
            const char *hotspot = p->hotspot ? p->hotspot : "mandelbrot", *name = p->contender.peer;
            const struct tri_hotspot *h = tri_hotspot_named(hotspot, (enum tri_precision)precision);
            cr_assert(h, "%s: there is no %s", name, hotspot);
            cr_expect(strcmp(hotspot, "dot") != 0 || !p->contender.may_differ || p->contender.apart,
                      "%s owes nothing", name);
            for (size_t k = 0; k < i; k++)
                cr_expect(!peer_is_of(peer_at(k, TRI_DOUBLE), h) ||
                              strcmp(name, peer_at(k, TRI_DOUBLE)->contender.peer) != 0,
                          "%s: twice of %s", name, hotspot);
            tri_case_init(&c, h);
            cr_expect(peer_is_of(p, h) && peer_computes(p, &c, &failure) &&
                          peer_case(p, &c, &own, &failure),
                      "%s: %s", name, failure.text);
        }
    cr_expect(peer_count() <= MAX_PEERS);
    cr_expect(!peer_at(peer_count(), TRI_FLOAT));
}

Test(peers, names_are_listed_once)
{
    bool chosen[MAX_PEERS] = { false };
    size_t names = 0, of_that_name = 0;
    for (; peer_name(names, NULL); names++) {
        chosen[names] = strcmp(peer_name(names, NULL), "cuda") == 0;
        for (size_t k = 0; k < names; k++)
            cr_expect(strcmp(peer_name(names, NULL), peer_name(k, NULL)) != 0);
    }
    const struct tri_hotspot *h = tri_hotspot_named("mandelbrot", TRI_FLOAT);
    for (size_t i = 0; i < peer_count(); i++) {
        const struct tri_peer *p = peer_at(i, TRI_FLOAT);
        bool is_chosen = peer_is_chosen(p, h, chosen);
        cr_expect(!is_chosen || (peer_is_of(p, h) && strcmp(p->contender.peer, "cuda") == 0));
        of_that_name += is_chosen;
    }
    cr_expect(names < peer_count() && of_that_name == 1);
}

/* A peer of mandelbrot. */
static const struct tri_peer *peer_named(const char *name, enum tri_precision precision)
{
    const struct tri_hotspot *h = tri_hotspot_named("mandelbrot", precision);
    for (size_t i = 0; i < peer_count(); i++) {
        const struct tri_peer *p = peer_at(i, precision);
        if (peer_is_of(p, h) && strcmp(p->contender.peer, name) == 0)
            return p;
    }
    cr_assert_fail("there is no peer %s", name);
    return NULL;
}

Test(peers, know_what_they_cannot_compute)
{
    static const struct {
        const char *hotspot, *peer, *settings, *why; /* NULL: it can */
    } rows[] = {
        { "mandelbrot", "cuda", "resolution=3,iterations=7", NULL },
        { "listings", "norm-guard", "arithmetic=plain", "it knows arithmetic=fused only" },
        { "listings", "norm-guard", "iterations=7", NULL },
        { "mandelbrot", "norm-guard", "iterations=7", NULL },
        { "listings", "cuda-listing7", "arithmetic=plain", NULL },
        { "listings", "cuda-listing7", "interior=skip", "it knows interior=iterate only" },
        { "mandelbrot", "cuda-listing7", "width=9", NULL },
        { "listings", "cuda-listing7", "iterations=999", "it knows iterations=1000 only" },
        { "mandelbrot", "cuda-listing7", "iterations=999", "it knows iterations=1000 only" },
        { "listings", "avx2-report", "arithmetic=coursework,iterations=5", NULL },
        { "listings", "parallel-for", "arithmetic=coursework", NULL },
    };
    struct tri_case c;
    FOR_EACH (r, rows) {
        struct tri_error e = { 0 };
        tri_case_init(&c, tri_hotspot_named(r->hotspot, TRI_DOUBLE));
        cr_assert(tri_case_set(&c, r->settings, &e), "%s", e.text);
        bool can = peer_computes(peer_named(r->peer, TRI_DOUBLE), &c, &e);
        cr_expect(can == !r->why, "%s, %s", r->peer, r->settings);
        cr_expect_str_eq(e.text, r->why ? r->why : "");
    }
}

Test(peers, fix_settings_of_their_own_case)
{
    struct tri_case like = case_of(tri_hotspot_named("mandelbrot", TRI_FLOAT), "width=7,height=5"),
                    own;
    must(peer_case(peer_named("avx2-report", TRI_FLOAT), &like, &own, &failure));
    cr_expect(!own.operand[0] && !own.ran_on);
    cr_expect(own.length[0] == 35 && tri_case_value(&own, "height").integer == 5);
    cr_expect(strcmp(own.hotspot->name, "listings") == 0 && own.hotspot->precision == TRI_FLOAT);
    cr_expect(own.variant == &own.hotspot->plain);
    case_auto_t listings = case_of(own.hotspot, "arithmetic=listing4,width=7,height=5");
    cr_expect(tri_case_value(&own, "arithmetic").integer ==
              tri_case_value(&listings, "arithmetic").integer);
    tri_case_free(&like);
}

/* A case of another hotspot has all that both have, set or not, and its own defaults else. */
Test(peers, compute_as_another_hotspot)
{
    const struct tri_peer *p = peer_named("norm-guard", TRI_DOUBLE);
    struct tri_case like, own;
    like = prepared(tri_hotspot_named("mandelbrot", TRI_DOUBLE), "resolution=9,height=5,xmin=-1.5");
    must(peer_has_own_case(p, like.hotspot) && peer_case(p, &like, &own, &failure));
    cr_expect_str_eq(own.hotspot->name, "listings");
    cr_expect(tri_case_value(&own, "width").integer == 27 && own.length[0] == 27 * 5);
    cr_expect(tri_case_value(&own, "xmin").real == -1.5);
    cr_expect(tri_case_value(&own, "arithmetic").integer == 0);
    cr_expect(!peer_has_own_case(p, own.hotspot) && peer_is_of(p, own.hotspot));
    cr_expect(!peer_is_of(p, tri_hotspot_named("julia", TRI_DOUBLE)));
    cr_expect(!peer_has_own_case(peer_named("cuda", TRI_DOUBLE), like.hotspot));
}

/* ---- Bit for bit, or as near as they owe ---- */

/* A peer of every hotspot is tried with mandelbrot. */
static const struct {
    const char *hotspot, *settings;
} settings[] = {
    { "mandelbrot", "width=1,height=1" },
    { "mandelbrot", "width=7,height=5" },
    { "mandelbrot", "width=101,height=67" },
    { "mandelbrot", "width=101,height=3,iterations=1" },
    { "mandelbrot", "width=67,height=31,iterations=33" },
    { "mandelbrot", "width=33,height=31,xmin=-1e6,xmax=1e6,ymin=-1e6,ymax=1e6" },
    { "julia", "width=1,height=1" },
    { "julia", "width=101,height=67" },
    { "julia", "width=101,height=3,iterations=1" },
    { "julia", "width=67,height=31,iterations=33,cre=-0.8,cim=0.156" },
    { "julia", "width=101,height=67,iterations=500,cre=-0.8,cim=0.156" },
    { "julia", "width=33,height=31,xmin=-1e6,xmax=1e6,ymin=-1e6,ymax=1e6,bound=1e30" },
    { "vecadd", "n=1,form=update" },
    { "vecadd", "n=5,form=update" },
    { "vecadd", "n=4099,form=update" },
    { "vecadd", "n=4098,form=sum" },
    { "vecadd", "n=1000003,form=sum" },
    { "dot", "n=1" },
    { "dot", "n=101" },
    { "dot", "n=32769" },
    { "dot", "n=1000003" },
    /* Beside, on and beyond the edges of tiles, panels and blocks. */
    { "matmul", "m=1,n=1,k=1" },
    { "matmul", "m=2,n=2,k=2" },
    { "matmul", "m=7,n=7,k=7" },
    { "matmul", "m=1,n=37,k=53" },
    { "matmul", "m=41,n=1,k=9" },
    { "matmul", "m=17,n=19,k=1" },
    { "matmul", "m=65,n=129,k=17" },
    { "matmul", "m=101,n=101,k=101" },
    { "matmul", "m=98,n=67,k=300" },
};
enum { SETTINGS = sizeof settings / sizeof *settings };

struct row {
    size_t peer;
    int precision, settings;
};

static bool is_for(int setting, const struct tri_peer *p)
{
    return strcmp(settings[setting].hotspot, p->hotspot ? p->hotspot : "mandelbrot") == 0;
}

ParameterizedTestParameters(peers, agree)
{
    size_t n = 0;
    struct row *rows = cr_malloc(sizeof *rows * peer_count() * TRI_PRECISIONS * SETTINGS);
    for (size_t i = 0; i < peer_count(); i++)
        for (int p = 0; p < TRI_PRECISIONS; p++)
            for (int s = 0; s < SETTINGS; s++)
                if (is_for(s, peer_at(i, (enum tri_precision)p)))
                    rows[n++] = (struct row){ i, p, s };
    return cr_make_param_array(struct row, rows, n);
}

ParameterizedTest(struct row *r, peers, agree)
{
    enum tri_precision precision = (enum tri_precision)r->precision;
    const struct tri_peer *p = peer_at(r->peer, precision);
    const struct tri_contender *who = &p->contender;
    case_auto_t like = case_of(tri_hotspot_named(settings[r->settings].hotspot, precision),
                               settings[r->settings].settings);
    if (!peer_is_of(p, like.hotspot))
        cr_skip_test("%s: of another hotspot", who->peer);
    bool can = peer_computes(p, &like, &failure) && peer_available(p, &failure);
    bool bounded = who->apart || who->within;
    if (!can || (who->may_differ && !bounded))
        cr_skip_test("%s: %s", who->peer, can ? "it owes no agreement" : failure.text);
    case_auto_t c, reference;
    must(peer_case(p, &like, &c, &failure) && peer_case(p, &like, &reference, &failure));
    must(tri_case_allocate(&c, &failure) && tri_case_allocate(&reference, &failure));
    run_path(&reference, TRI_REFERENCE);

    static struct tri_measurement m;
    struct tri_effort effort = { .reps = 1, .launch.threads = 2 };
    must(tri_measure(&c, who, &reference, &effort, &m, &failure));
    cr_expect(m.agrees && tri_contender_agrees(who, &reference, &m.difference) &&
                  (bounded || m.difference.different == 0),
              "%s, %s: %zu of %zu points differ, by up to %g ULPs", who->peer,
              settings[r->settings].settings, m.difference.different, m.difference.points,
              m.difference.max_ulps);
    cr_expect_str_eq(m.peer, who->peer);
    cr_expect(m.place == (who->memory_space ? TRI_GPU : TRI_CPU) &&
              !m.device == !who->memory_space);
    cr_expect(m.launch.threads == 2 && m.kernel.n == 1);
}

/* ---- A program's own ---- */

static void run_nothing(const struct tri_case *c)
{
}

static const struct tri_peer mine[] = {
    { .contender = { .peer = "mine", .path = TRI_SIMD, .run = run_nothing },
      .meaning = "does nothing",
      .hotspot = "vecadd" },
    { .contender = { .peer = "not-there", .path = TRI_OFFLOAD }, .meaning = "was not built" },
    { .meaning = NULL },
};

Test(peers, of_a_program_take_the_place_of_all_others)
{
    const struct tri_peers list = { { mine, mine }, "mine.c" };
    struct tri_error e = { 0 };
    cr_assert(tri_peers_use(&list, 1, "no tools", &e), "%s", e.text);
    cr_expect(peer_count() == 2 && peer_at(0, TRI_FLOAT) == mine && !peer_at(2, TRI_DOUBLE));
    cr_expect(!peer_available(peer_at(1, TRI_DOUBLE), &e));
    cr_expect_str_eq(e.text, "not built: no tools");
    cr_expect(tri_peers_use(NULL, 0, "", &e) && peer_count() == 0 && !peer_name(0, NULL));
}

/* What is wrong is said by file and field, in whichever precision it is, and takes nobody's place. */
static void check_refused(struct tri_peer first, const char *said)
{
    const struct tri_peer wrong[] = { first, mine[2] };
    const struct tri_peer *const right = &mine[1];
    size_t n = peer_count();
    for (int p = 0; p < TRI_PRECISIONS; p++) {
        const struct tri_peers list = {
            { p == TRI_FLOAT ? wrong : right, p == TRI_FLOAT ? right : wrong }, "mine.c"
        };
        struct tri_error e = { .status = TRI_AGREED };
        cr_expect(!tri_peers_use(&list, 1, "", &e) && e.status == TRI_USAGE, "taken: %s", said);
        cr_expect(strncmp(e.text, "mine.c: [0]", 11) == 0 && strstr(e.text, said), "%s", e.text);
        cr_expect(peer_count() == n);
    }
}

/* Expects a peer to be refused that is number n of mine[], with a change to *p. */
#define REFUSED(said, n, change)       \
    do {                               \
        struct tri_peer one = mine[n]; \
        struct tri_peer *p = &one;     \
        change;                        \
        check_refused(one, said);      \
    } while (0)

Test(peers, that_are_wrong_are_refused)
{
    REFUSED(".contender.peer: it is the name", 1, p->contender.peer = "");
    REFUSED(".contender.peer: it is the name", 1, p->contender.peer = "a,b");
    REFUSED(".contender.peer: a path has this name", 1, p->contender.peer = "simd");
    REFUSED(".contender.peer: it is the same in both precisions", 1, p->contender.peer = "another");
    REFUSED(".hotspot: there is none of this name", 1, p->hotspot = "nothing");
    REFUSED(".as: there is no hotspot of this name", 1, p->as = "nothing");
    REFUSED(".fixed: the hotspot has no such parameter", 0, p->fixed = "width=3");
    REFUSED(".only: the hotspot has no such parameter", 0, p->only = "n=-1");
    REFUSED(".contender.variant: a peer has none", 1,
            p->contender.variant = tri_variant_at(tri_hotspot_at(0, TRI_FLOAT), 0));
    check_refused(mine[2], ".meaning: there are more of one precision");
}

Test(peers, of_one_name_or_of_none_are_refused)
{
    const struct tri_peers twice[] = { { { mine, mine }, "mine.c" }, { { mine, mine }, "copy.c" } };
    const struct tri_peers none = { { mine, NULL }, "none.c" };
    cr_expect(!tri_peers_use(twice, 2, "", &failure) && failure.status == TRI_USAGE);
    cr_expect_str_eq(failure.text,
                     "copy.c: [0].contender.peer: two peers of a hotspot have this name");
    cr_expect(!tri_peers_use(&none, 1, "", &failure) && failure.status == TRI_USAGE);
    cr_expect_str_eq(failure.text, "none.c: it defines no none[], its peers, in double");
}

/* ---- In CUDA: they run where the driver has a GPU, and else say what is missing ---- */

Test(peers, in_cuda_run_where_there_is_a_gpu)
{
    int gpus = tri_nvidia()->devices;
    bool can = peer_available(peer_named("cuda", TRI_DOUBLE), &failure);
    cr_expect(can == (TRIPTYCH_CUDA_PEERS && gpus > 0), "%d GPUs: %s", gpus, failure.text);
    if (!TRIPTYCH_CUDA_PEERS)
        cr_expect_str_eq(failure.text, "not built: " TRIPTYCH_NO_CUDA_PEERS);
    else if (!can)
        cr_expect(strncmp(failure.text, "no CUDA device: ", 16) == 0 &&
                      strstr(failure.text, "triptych doctor` "),
                  "%s", failure.text);
}

/* ---- A memory space, here in main memory ---- */

enum { POINTS = 35 };

static int32_t in_space[POINTS]; /* kept from run to run, as a device's memory may be */
static bool inside, failing;

static bool start_space(struct tri_error *e)
{
    return !failing || tri_fail(e, TRI_FAILED, "no memory space");
}

static double space_seconds(void)
{
    return 100;
}

static const char *space_name(void)
{
    return "space";
}

static bool enter_memory_space(const struct tri_case *c, const struct tri_launch *launch,
                               bool outputs, struct tri_case *there, struct tri_error *e)
{
    *there = *c;
    there->operand[0] = in_space;
    if (outputs)
        memcpy(in_space, c->operand[0], sizeof in_space);
    cr_expect(!inside, "entered twice");
    inside = true;
    return start_space(e);
}

static bool leave_memory_space(struct tri_case *there, struct tri_case *c, struct tri_error *e)
{
    cr_expect(inside && there->operand[0] == in_space);
    memcpy(c->operand[0], in_space, sizeof in_space);
    *c->ran_on = TRI_GPU;
    inside = false;
    return start_space(e);
}

static bool no_room(const struct tri_case *c, struct tri_error *e)
{
    return tri_fail(e, TRI_FAILED, "no room");
}

static const struct tri_memory_space space = {
    start_space,        space_seconds, space_name, enter_memory_space,
    leave_memory_space, false,         NULL,       NULL
};
static const struct tri_memory_space small_space = {
    start_space,        space_seconds, space_name, enter_memory_space,
    leave_memory_space, true,          no_room,    NULL
};

static void right(const struct tri_case *c)
{
    cr_expect(c->operand[0] == in_space, "ran outside");
    c->hotspot->reference(c);
}

static void last_pixel_wrong(const struct tri_case *c)
{
    right(c);
    ((int32_t *)c->operand[0])[POINTS - 1]++;
}

static void nothing_written(const struct tri_case *c)
{
}

/* As long as it is checked; what it has left there is right. */
static void only_at_first(const struct tri_case *c)
{
    static int runs;
    if (runs++ < 2)
        right(c);
}

static void breaks(const struct tri_case *c)
{
    right(c);
    failing = true;
}

/* Measures a peer that lives there; m is NULL if that failed. */
static struct tri_measurement *measure_in_memory_space(tri_path_fn *run, struct tri_error *e)
{
    static struct tri_measurement m;
    const struct tri_hotspot *h = tri_hotspot_named("mandelbrot", TRI_DOUBLE);
    struct tri_contender who = {
        .peer = "fake", .path = TRI_OFFLOAD, .run = run, .memory_space = &space
    };
    struct tri_effort effort = { .reps = 3, .launch.threads = 1 };
    case_auto_t reference = case_of(h, "width=7,height=5"), c = case_of(h, "width=7,height=5");
    run_path(&reference, TRI_REFERENCE);
    tri_measurement_free(&m);
    bool good = tri_measure(&c, &who, &reference, &effort, &m, e);
    cr_expect(!good || !inside, "never left");
    return good ? &m : NULL;
}

Test(memory_spaces, are_measured_part_by_part)
{
    struct tri_measurement *m = measure_in_memory_space(right, &failure);
    cr_assert(m, "%s", failure.text);
    cr_expect(m->difference.different == 0 && m->difference.points == POINTS);
    cr_expect(m->place == TRI_GPU && strcmp(m->device, "space") == 0);
    cr_expect(m->kernel.n == 3 && m->map_in.n == 3 && m->map_out.n == 3 && m->total.n == 3);
    cr_expect(m->cold > 100, "the start counts");
}

static void must_not_run(const struct tri_case *c)
{
    cr_assert(false, "ran without room");
}

Test(memory_spaces, are_asked_for_room_first)
{
    double seconds;
    case_auto_t c = case_of(tri_hotspot_named("mandelbrot", TRI_DOUBLE), "width=7,height=5");
    struct tri_contender who = {
        .peer = "fake", .path = TRI_OFFLOAD, .run = must_not_run, .memory_space = &small_space
    };
    expect_fails(tri_measure_cold(&c, &who, &seconds, &failure), "no room");
}

Test(memory_spaces, wrong_peers_are_noticed)
{
    static const struct {
        tri_path_fn *run;
        size_t different;
    } wrong[] = { { last_pixel_wrong, 1 },
                  { right, 0 }, /* leaves the right answer there */
                  { nothing_written, POINTS },
                  { only_at_first, POINTS } };
    FOR_EACH (r, wrong) {
        struct tri_measurement *m = measure_in_memory_space(r->run, &failure);
        cr_assert(m, "%s", failure.text);
        cr_expect(m->difference.different == r->different, "%zu points differ, not %zu",
                  m->difference.different, r->different);
    }
}

Test(memory_spaces, failures_are_reported)
{
    cr_expect(!measure_in_memory_space(breaks, &failure));
    cr_expect(failure.status == TRI_FAILED && strcmp(failure.text, "no memory space") == 0, "%s",
              failure.text);
    cr_expect(!measure_in_memory_space(right, &failure) &&
                  strcmp(failure.text, "no memory space") == 0,
              "%s", failure.text);
}

/* ---- Parameters by their place ---- */

/* Whether the names that follow "PARAM_" in the text are the hotspot's parameters, in their order. */
static void expect_parameters(const char *file, const char *text, const struct tri_hotspot *h,
                              bool all)
{
    static const char prefix[] = "PARAM_";
    const char *end = strstr(text, "};");
    int i = 0;
    for (; (text = strstr(text, prefix)) && text < end; i++) {
        text += strlen(prefix);
        size_t length = strspn(text, "ABCDEFGHIJKLMNOPQRSTUVWXYZ");
        cr_assert(h->params[i].name && strlen(h->params[i].name) == length &&
                      strncasecmp(h->params[i].name, text, length) == 0,
                  "%s: parameter %d of %s is %s", file, i, h->name, h->params[i].name);
    }
    cr_expect(i > 0 && (!all || !h->params[i].name), "%s: has %d of %s", file, i, h->name);
}

static void read_parameters(const char *name, const char *hotspot, bool all)
{
    char file[4096];
    snprintf(file, sizeof file, "%s/src/hotspots/%s/%s_peers.h", getenv("TRIPTYCH_SOURCE_DIR"),
             name, name);
    text_auto_t *text = contents(file, NULL);
    const char *list = strstr(text, "enum { PARAM_") ? strstr(text, "enum { PARAM_")
                                                     : strstr(text, "enum {\n    PARAM_");
    cr_assert(list, "%s", file);
    expect_parameters(file, list, tri_hotspot_named(hotspot, TRI_DOUBLE), all);
}

/* (Those of julia have the lesson's own list.) */
Test(peers, take_parameters_in_order)
{
    static const char *const peers[] = { "blur", "laplace", "mandelbrot", "matmul", "moldyn" };
    FOR_EACH (r, peers)
        read_parameters(*r, *r, true);
    read_parameters("mandelbrot", "listings", false);
}
