/* Sweeps: from axes to setups, the settings that apply to each contender, and those that a machine cannot serve. */
#include "check.h"
#include "peers.h"
#include "batch.h"
#include "rows.h"
#include "entries.h"

#include <glob.h>
#include <omp.h>
#include <unistd.h>

static struct request request_for(const char *hotspot)
{
    return (struct request){ .hotspot = { hotspot }, .hotspots = 1, .threads = 2 };
}

static struct sweep sweep_of(struct request *r, const char *const *axes)
{
    struct sweep s = { .axes = 0 };
    for (; *axes; axes++)
        cr_assert(parse_axis(&s, r, *axes) == 0, "%s", r->error.text);
    return s;
}

#define SWEEP(r, ...) sweep_of(r, (const char *const[]){ __VA_ARGS__, NULL })

static const struct tri_hotspot *mandelbrot(void)
{
    return tri_hotspot_named("mandelbrot", TRI_FLOAT);
}

/* ---- Weak scaling ---- */

static struct plan planned(struct request *r, struct sweep *s)
{
    struct plan plan;
    r->precision[TRI_FLOAT] = true;
    must(plan_make(&plan, s, r, &failure));
    return plan;
}

/* What devices share grows with them, and is told beside their number; vecadd has but one parameter. */
Test(sweep, grows_with_devices)
{
    struct request r = request_for("laplace");
    struct sweep s = SWEEP(&r, "devices=1,3");
    r.set[r.sets++] = "n=100";
    s.weak = true;
    struct plan plan = planned(&r, &s);
    const struct plan_table *t = &plan.table[0];
    int height = tri_param_named(t->hotspot, "height", 6),
        width = tri_param_named(t->hotspot, "width", 5);
    cr_expect(t->setup[0].c.value[height].integer == 100);
    cr_expect(t->setup[1].c.value[height].integer == 300 &&
              t->setup[1].c.value[width].integer == 100);
    cr_expect_str_eq(t->swept, "devices,height");
    cr_expect_str_eq(t->values[1], "3,300");
    cr_expect_null(strstr(t->common, "height"), "%s", t->common);
    plan_free(&plan);
}

Test(sweep, does_not_grow)
{
    struct request r = request_for("laplace");
    struct sweep s = SWEEP(&r, "ranks=1,3");
    struct plan plan;
    s.weak = r.precision[TRI_FLOAT] = true;
    r.set[r.sets++] = "height=1048576";
    cr_expect(!plan_make(&plan, &s, &r, &failure) && failure.status == TRI_USAGE);
    cr_expect(strstr(failure.text, "--weak, 3 times as large: --set height=3145728: has to be") ==
                  failure.text,
              "%s", failure.text);
    plan_free(&plan);
}

Test(sweep, setups)
{
    struct request r = request_for("mandelbrot");
    struct sweep s = SWEEP(&r, "width=3,5", "threads=1,7", "schedule=static,guided",
                           "path=avx2,simd", "teams=9", "threads-per-team=32", "precision=float");
    struct plan plan;
    must(plan_make(&plan, &s, &r, &failure));
    cr_expect(r.path[TRI_AVX2] && r.path[TRI_SIMD] && !r.path[TRI_REFERENCE]);
    cr_expect(r.precision[TRI_FLOAT] && !r.precision[TRI_DOUBLE]);
    cr_assert(plan.n == 1 && plan.table[0].hotspot == mandelbrot() && plan.table[0].n == 8);
    for (size_t k = 0; k < 8; k++) {
        struct setup setup = plan.table[0].setup[k];
        cr_expect(setup.launch.threads == (k / 2 % 2 ? 7 : 1), "%zu: %d", k, setup.launch.threads);
        cr_expect(setup.launch.schedule == (k % 2 ? TRI_GUIDED : TRI_STATIC), "%zu", k);
        cr_expect(setup.launch.teams == 9 && setup.launch.threads_per_team == 32);
        struct tri_case expected = prepared(mandelbrot(), k < 4 ? "width=3" : "width=5");
        cr_expect(same_case(&expected, &setup.c), "%zu", k);
    }
    cr_expect_str_eq(plan.table[0].swept, "width,threads,schedule,teams,threads-per-team");
    cr_expect_str_eq(plan.table[0].values[6], "5,7,static,9,32");
    cr_expect_str_eq(plan.table[0].common,
                     "resolution=500,iterations=1000,height=1000,xmin=-2,xmax=1,"
                     "ymin=-1,ymax=1");
    plan_free(&plan);
}

/* Hotspots in the order in which they were named, each in both precisions. */
Test(plan, is_in_order)
{
    struct request r = request_for("matmul");
    struct sweep s = { .axes = 0 };
    struct plan plan;
    r.hotspot[r.hotspots++] = "blur";
    r.precision[TRI_FLOAT] = r.precision[TRI_DOUBLE] = true;
    r.set[r.sets++] = "n=5,width=7";
    must(plan_make(&plan, &s, &r, &failure) && plan.n == 4);
    for (size_t i = 0; i < 4; i++) {
        const struct plan_table *t = &plan.table[i];
        cr_expect(t->hotspot ==
                  tri_hotspot_named(i < 2 ? "matmul" : "blur", (enum tri_precision)(i % 2)));
        cr_expect(t->n == 1 && !*t->swept && !*t->values[0]);
        cr_expect(tri_case_value(&t->setup[0].c, i < 2 ? "n" : "width").integer == (i < 2 ? 5 : 7));
    }
    plan_free(&plan);
}

Test(sweep, several_of_one_value)
{
    struct request r = request_for("mandelbrot");
    struct sweep s = SWEEP(&r, "width:height=3,5");
    struct plan plan;
    r.precision[TRI_FLOAT] = true;
    must(plan_make(&plan, &s, &r, &failure) && plan.table[0].n == 2);
    struct tri_case expected = prepared(mandelbrot(), "width=5,height=5");
    cr_expect(same_case(&expected, &plan.table[0].setup[1].c));
    cr_expect_str_eq(plan.table[0].swept, "width:height");
    plan_free(&plan);
    s = SWEEP(&r, "width:hight=3");
    expect_fails(sweep_check(&s, &r, &failure), "--sweep width:hight: ");
}

Test(sweep, every_hotspot_has_a_launch)
{
    struct request r = request_for("julia");
    struct sweep s = SWEEP(&r, "cre=0,0.25", "threads=1,2,4");
    cr_expect(sweep_count(&s, tri_hotspot_named("julia", TRI_FLOAT)) == 6);
    cr_expect(sweep_count(&s, mandelbrot()) == 3);
}

/* ---- What concerns whom ---- */

static const struct setup everything = {
    .launch = { .threads = 1, .schedule = TRI_STATIC, .teams = 9, .threads_per_team = 32 }
};

Test(serve, concerns)
{
    struct request r = request_for("mandelbrot");
    struct tri_contender who = tri_path_contender(mandelbrot(), &mandelbrot()->plain, TRI_SIMD);
    struct tri_effort effort = effort_of(&everything, &r, &who);
    cr_expect(effort.launch.threads == 1 && effort.launch.schedule == TRI_STATIC);
    cr_expect(effort.launch.teams == 0 && effort.launch.threads_per_team == 0);
    who = tri_path_contender(mandelbrot(), &mandelbrot()->plain, TRI_REFERENCE);
    effort = effort_of(&everything, &r, &who);
    cr_expect(effort.launch.threads == 2 && effort.launch.schedule == 0,
              "the reference has one thread");
    who = tri_path_contender(mandelbrot(), &mandelbrot()->plain, TRI_OFFLOAD);
    effort = effort_of(&everything, &r, &who);
    cr_expect(effort.launch.threads == 2 && effort.launch.schedule == 0);
    cr_expect(effort.launch.teams == 9 && effort.launch.threads_per_team == 32);
    who.peer = "cuda";
    effort = effort_of(&everything, &r, &who);
    cr_expect(effort.launch.teams == 0 && effort.launch.threads_per_team == 0);
}

static void refused_of(const char *hotspot, const char *variant, enum tri_path path, struct setup s,
                       const char *text)
{
    struct request r = request_for(hotspot);
    const struct tri_hotspot *h = tri_hotspot_named(hotspot, TRI_FLOAT);
    struct tri_contender who = tri_path_contender(h, tri_variant_named(h, variant), path);
    struct tri_effort effort = effort_of(&s, &r, &who);
    cr_expect(can_serve(&who, h, &effort, &r, &failure) == !text, "%s: %s", hotspot, failure.text);
    cr_expect(!text || strstr(failure.text, text), "%s: %s", hotspot, failure.text);
}

static void refused(const char *hotspot, enum tri_path path, struct setup s, const char *text)
{
    refused_of(hotspot, "plain", path, s, text);
}

Test(serve, refuses)
{
    struct setup many = { .launch.threads = TRI_MAX_THREADS }, few = { .launch.threads = 1 };
    refused("mandelbrot", TRI_SIMD, many, "not on this machine: 1024 threads, ");
    refused("mandelbrot", TRI_SIMD, few, NULL);
    refused("mandelbrot", TRI_REFERENCE, many, NULL);
    struct setup scheduled = { .launch.schedule = TRI_STATIC };
    refused("mandelbrot", TRI_AVX2, scheduled, NULL);
    refused("vecadd", TRI_AVX2, scheduled, "the schedule of its loops is its own: schedule=static");
    refused("vecadd", TRI_OFFLOAD, scheduled, NULL);
    struct setup teams = { .launch.threads_per_team = 32 };
    refused("matmul", TRI_OFFLOAD, teams, "the size of teams is its own: threads-per-team=32");
    refused("mandelbrot", TRI_OFFLOAD, teams, "the size of teams is its own: threads-per-team=32");
    bool gpu = tri_device_start(NULL) && tri_device_place() == TRI_GPU;
    const char *why = gpu ? NULL : "not on this machine: teams of a GPU, no GPU";
    refused_of("mandelbrot", "rows", TRI_OFFLOAD, teams, why);
    refused_of("mandelbrot", "tuned", TRI_OFFLOAD, teams, why);
    refused("listings", TRI_OFFLOAD, teams, why);
    struct setup shallow = { .launch = { .devices = 2, .halo_rows = 1 } },
                 alone = { .launch.halo_rows = 1 };
    refused("vecadd", TRI_OFFLOAD, shallow, "its parts have no halo: halo-rows=1");
    refused("laplace", TRI_OFFLOAD, shallow, NULL);
    refused("vecadd", TRI_OFFLOAD, alone, NULL);
    struct setup awake = { .launch.wait = TRI_WAIT_AWAKE };
    refused("vecadd", TRI_SIMD, awake, NULL);
    refused("vecadd", TRI_OFFLOAD, awake,
            gpu && tri_device_waited()
                ? NULL
                : "not on this machine: no NVIDIA GPU to wait for: wait=awake");
}

Test(launch, settings)
{
    omp_sched_t kind;
    int chunk;
    tri_launch_path(NULL);
    omp_get_schedule(&kind, &chunk);
    cr_expect((kind & 0xf) == omp_sched_dynamic && tri_team_threads(128) == 128);
    tri_launch_path(&(struct tri_launch){ .schedule = TRI_STATIC, .threads_per_team = 64 });
    omp_get_schedule(&kind, &chunk);
    cr_expect((kind & 0xf) == omp_sched_static && tri_team_threads(128) == 64);
    cr_expect(tri_device_place() == TRI_GPU || tri_teams(5) == 1);
}

/* A run waits as it is told, else as its variant says; peers wait as in a CUDA program. */
Test(launch, waits)
{
    const struct tri_launch usual = { 0 }, runtime = { .wait = TRI_WAIT_RUNTIME },
                            awake = { .wait = TRI_WAIT_AWAKE };
    const struct tri_hotspot *h = tri_hotspot_named("vecadd", TRI_DOUBLE);
    const struct tri_variant *tuned = tri_variant_last(h), *tiles = tri_variant_named(h, "tiles");
    cr_expect(tri_wait_of(&usual, TRI_OFFLOAD, &h->plain) == TRI_WAIT_RUNTIME);
    cr_expect(tri_wait_of(&usual, TRI_OFFLOAD, tiles) == TRI_WAIT_RUNTIME);
    cr_expect(tri_wait_of(&usual, TRI_OFFLOAD, tiles + 1) == TRI_WAIT_AWAKE);
    cr_expect(tri_wait_of(&usual, TRI_OFFLOAD, tuned) == TRI_WAIT_AWAKE);
    cr_expect(tri_wait_of(&usual, TRI_SIMD, tuned) == TRI_WAIT_RUNTIME);
    cr_expect(tri_wait_of(&usual, TRI_OFFLOAD, NULL) == TRI_WAIT_AWAKE);
    cr_expect(tri_wait_of(&runtime, TRI_OFFLOAD, tuned) == TRI_WAIT_RUNTIME);
    cr_expect(tri_wait_of(&awake, TRI_OFFLOAD, &h->plain) == TRI_WAIT_AWAKE);
}

/* What is compared with CUDA, whose programs wait awake, does so in the end: once it does, it goes on. */
Test(launch, is_awake_beside_cuda)
{
    for (size_t i = 0; i < tri_hotspot_count(); i++) {
        const struct tri_hotspot *h = tri_hotspot_at(i, TRI_DOUBLE);
        bool awake = false, beside = false;
        for (size_t k = 0; peer_at(k, TRI_DOUBLE); k++) {
            const struct tri_peer *p = peer_at(k, TRI_DOUBLE);
            beside |= p->hotspot && strcmp(p->hotspot, h->name) == 0 &&
                      strncmp(p->contender.peer, "cuda", 4) == 0;
        }
        for (const struct tri_variant *v = h->tuned; v && v->name; v++) {
            cr_expect(!awake || v->waits_awake || !v->path[TRI_OFFLOAD], "%s %s", h->name, v->name);
            awake |= v->waits_awake;
        }
        cr_expect(!beside || !h->tuned || awake, "%s", h->name);
    }
}

/* A region that does not get its threads is no run of so many. */
Test(launch, has_its_threads)
{
    const struct tri_launch two = { .threads = 2 };
    const struct tri_hotspot *h = tri_hotspot_named("vecadd", TRI_DOUBLE);
    case_auto_t c = case_of(h, "n=10");
    cr_expect(tri_case_launch(&c, TRI_SIMD, &two, &failure), "%s", failure.text);
    omp_set_max_active_levels(0); /* regions are of one thread from now on */
    expect_refuses(tri_case_launch(&c, TRI_SIMD, &two, &failure),
                   "path simd: of 2 threads, a parallel region gets 1: ");
    struct tri_contender who = tri_path_contender(h, &h->plain, TRI_SIMD);
    const struct tri_effort effort = { .reps = 1, .launch = two };
    measurement_auto_t m = { 0 };
    cr_expect(!tri_measure(&c, &who, &c, &effort, &m, &failure));
    expect_text(failure.text, "path simd: of 2 threads, a parallel region gets 1: ");
}

/* ---- What a variant says that it follows is what its source asks for ----
 *
 * The plain one's is the lesson, or the report; the others' is the climb, with the headers of its folder
 * that it includes. */

/* The text of src/hotspots/folder/name, or NULL; to be freed. */
static char *source(const char *folder, const char *name, const char *suffix)
{
    char path[400];
    snprintf(path, sizeof path, "%s/src/hotspots/%s/%s%s", getenv("TRIPTYCH_SOURCE_DIR"), folder,
             name, suffix);
    return access(path, R_OK) == 0 ? contents(path, NULL) : NULL;
}

/* Whether the text or a header of its folder, or of common, that it includes, straight or through another, has it. */
static bool asks(const char *folder, const char *text, const char *what)
{
    bool has = strstr(text, what);
    for (const char *at = text; !has && (at = strstr(at, "#include \"")); at++) {
        char name[100];
        if (sscanf(at, "#include \"%99[^\"]", name) != 1)
            continue;
        text_auto_t *header = source(folder, name, "");
        header = header ? header : source("common", name, "");
        has = header && asks(folder, header, what);
    }
    return has;
}

/* All files of a hotspot's climb, one after the other; and the kernel that mandelbrot and listings share. */
static char *climb_of(const char *name)
{
    char pattern[400], lesson[100], *text = NULL;
    size_t size;
    glob_t files = { 0 };
    const char *root = getenv("TRIPTYCH_SOURCE_DIR");
    bool escapes = strcmp(name, "mandelbrot") == 0 || strcmp(name, "listings") == 0;
    FILE *out = open_memstream(&text, &size);
    snprintf(pattern, sizeof pattern, "%s/src/hotspots/%s/*.[ch]", root, name);
    glob(pattern, 0, NULL, &files);
    snprintf(pattern, sizeof pattern, "%s/src/hotspots/common/escape_gpu.c", root);
    if (escapes)
        glob(pattern, files.gl_pathc ? GLOB_APPEND : 0, NULL, &files);
    snprintf(lesson, sizeof lesson, "/%s/%s.c", name, strcmp(name, "listings") == 0 ? "" : name);
    for (size_t i = 0; i < files.gl_pathc; i++) {
        if (strstr(files.gl_pathv[i], "peers") || strstr(files.gl_pathv[i], lesson))
            continue;
        text_auto_t *file = contents(files.gl_pathv[i], NULL);
        fputs(file, out);
    }
    globfree(&files);
    fclose(out);
    return text;
}

static void check_follows(const char *name, const char *text, struct tri_follows f)
{
    cr_expect(f.schedule == asks(name, text, " schedule(runtime)\n"), "%s: schedule", name);
    cr_expect(!f.teams || asks(name, text, "tri_teams("), "%s: teams", name);
    cr_expect(f.threads_per_team == asks(name, text, "thread_limit(tri_team_threads("),
              "%s: threads", name);
}

Test(launch, followed)
{
    for (size_t i = 0; i < tri_hotspot_count(); i++) {
        const struct tri_hotspot *h = tri_hotspot_at(i, TRI_DOUBLE);
        struct tri_follows any = { 0 };
        text_auto_t *lesson = h->by_name ? NULL : source(h->name, h->name, ".c"),
                    *climb = climb_of(h->name);
        if (lesson)
            check_follows(h->name, lesson, h->plain.follows);
        else /* of a report: it computes with rungs */
            check_follows(h->name, climb, h->plain.follows);
        for (const struct tri_variant *v = h->tuned; v && v->name; v++) {
            any.schedule |= v->follows.schedule;
            any.teams |= v->follows.teams;
            any.threads_per_team |= v->follows.threads_per_team;
        }
        if (h->tuned)
            check_follows(h->name, climb, any);
    }
}

/* Whatever the schedule, the points are the same. */
Test(launch, every_schedule_agrees)
{
    case_auto_t c = case_of_variant(mandelbrot(), tri_variant_last(mandelbrot()),
                                    "width=301,height=23,iterations=90");
    case_auto_t plain = case_of(mandelbrot(), "width=301,height=23,iterations=90");
    case_auto_t reference = reference_of(mandelbrot(), "width=301,height=23,iterations=90");
    for (int schedule = 0; schedule < TRI_SCHEDULES; schedule++) {
        const struct tri_launch launch = { .threads = 3, .schedule = schedule };
        must(tri_case_launch(&c, TRI_SIMD, &launch, &failure));
        must(tri_case_launch(&plain, TRI_SIMD, &launch, &failure));
        cr_expect(differing(&c, &reference) == 0, "%d", schedule);
        cr_expect(differing(&plain, &reference) == 0, "plain, %d", schedule);
    }
}

static char *identity(const struct tri_case *c, enum tri_path path, struct tri_effort effort)
{
    struct tri_measurement m;
    struct tri_contender who = tri_path_contender(c->hotspot, c->variant, path);
    tri_plan(&who, &effort, &m);
    return tri_row_identity(TRI_ROW_TIMES, c, &m);
}

Test(row_identity, tells_measurements_apart)
{
    struct tri_case c, other;
    tri_case_init(&c, mandelbrot());
    other = c;
    must(tri_case_set(&other, "xmax=0.7", &failure));
    struct tri_effort plain = { .launch.threads = 2 }, one = { .launch.threads = 1 },
                      scheduled = plain, wide = plain;
    scheduled.launch.schedule = TRI_STATIC;
    wide.launch.teams = 5;
    char *all[] = { identity(&c, TRI_SIMD, plain),     identity(&c, TRI_SIMD, one),
                    identity(&c, TRI_SIMD, scheduled), identity(&c, TRI_AVX2, plain),
                    identity(&c, TRI_SIMD, wide),      identity(&other, TRI_SIMD, plain) };
    text_auto_t *again = identity(&c, TRI_SIMD, plain);
    cr_expect_str_eq(all[0], again);
    for (size_t i = 0; i < 6; i++)
        for (size_t k = 0; k < i; k++)
            cr_expect(strcmp(all[i], all[k]) != 0, "%zu, %zu: %s", i, k, all[i]);
    for (size_t i = 0; i < 6; i++)
        free(all[i]);
}
