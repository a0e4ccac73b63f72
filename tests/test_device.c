/*
 * The offload device: if it is missing, offload fails, and never falls back to the host silently.
 *
 * The offload runtime reads environment variables before main(), so tests that depend on them run in
 * a new process of this program; TRIPTYCH_TEST_CHILD says which.
 */
#define _GNU_SOURCE /* dl_iterate_phdr, environ */
#include "check.h"
#include "build_info.h"

#include <fcntl.h>
#include <limits.h>
#include <link.h>
#include <signal.h>
#include <spawn.h>
#include <sys/wait.h>
#include <unistd.h>

#define CHILD "TRIPTYCH_TEST_CHILD"

/* ---- In the new process ---- */

/* A small case of mandelbrot, in its memory; false: there is none. */
static bool small_case(struct tri_case *c)
{
    tri_case_init(c, tri_hotspot_named("mandelbrot", TRI_DOUBLE));
    return tri_case_set(c, "resolution=5", NULL) && tri_case_allocate(c, NULL);
}

/* Offload has to fail: exit status 0 if it does, and its message on stdout. */
static int no_offload(void)
{
    struct tri_case c;
    struct tri_error why = { 0 }, e = { 0 };
    if (!small_case(&c))
        return 10;
    bool ran = tri_case_run(&c, TRI_OFFLOAD, &e);
    bool available = tri_path_available(TRI_OFFLOAD, &why);
    bool entered = tri_device_enter(&c, NULL);
    puts(e.text);
    fflush(stdout);
    return ran ? 11 : available ? 12 : entered ? 13 : e.status != TRI_FAILED ? 14 : 0;
}

/* What a runtime does that has lost its device. */
static int lose_device(void)
{
    struct tri_error e;
    struct tri_case c;
    tri_device_guard("tests");
    if (!small_case(&c))
        return 10;
    if (TRIPTYCH_OFFLOAD && !tri_device_enter(&c, &e))
        return 11;
    abort();
}

/* An abort that the offload runtime has nothing to do with; also after the device has been used. */
static int abort_elsewhere(void)
{
    struct tri_error e;
    struct tri_case c;
    tri_device_guard("tests");
    if (!small_case(&c))
        return 10;
    if (TRIPTYCH_OFFLOAD && (!tri_case_run(&c, TRI_OFFLOAD, &e) || !tri_device_enter(&c, &e)))
        return 11;
    if (TRIPTYCH_OFFLOAD)
        tri_device_exit(&c);
    abort();
}

/* Fewer threads than were asked for: exit status 0 if a run says so, and its message on stdout. */
static int too_few_threads(void)
{
    struct tri_case c;
    struct tri_error e = { 0 };
    const struct tri_launch four = { .threads = 4 }, two = { .threads = 2 };
    tri_case_init(&c, tri_hotspot_named("vecadd", TRI_DOUBLE));
    if (!tri_case_set(&c, "n=5", &e) || !tri_case_allocate(&c, &e))
        return 10;
    if (!tri_case_launch(&c, TRI_SIMD, &two, &e))
        return 11;
    bool ran = tri_case_launch(&c, TRI_SIMD, &four, &e);
    puts(e.text);
    fflush(stdout);
    return ran ? 12 : e.status != TRI_USAGE ? 13 : 0;
}

static const struct {
    const char *name;
    int (*run)(void);
} children[] = {
    { "no_offload", no_offload },
    { "lose_device", lose_device },
    { "abort_elsewhere", abort_elsewhere },
    { "too_few_threads", too_few_threads },
};

__attribute__((constructor)) static void child(void)
{
    const char *what = getenv(CHILD);
    for (size_t i = 0; what && i < sizeof children / sizeof *children; i++)
        if (strcmp(what, children[i].name) == 0)
            _exit(children[i].run());
}

/* ---- In the test ---- */

/* The environment, with two variables set and Criterion's own, which say what to run, left out. */
static char **environment_with(const char *first, const char *second)
{
    size_t n = 0, used = 2;
    while (environ[n])
        n++;
    char **all = calloc(n + 3, sizeof *all);
    cr_assert(all);
    all[0] = (char *)first;
    all[1] = (char *)second;
    for (size_t i = 0; i < n; i++)
        if (strncmp(environ[i], "BXFI_", 5) != 0 &&
            strncmp(environ[i], "OMP_TARGET_OFFLOAD=", 19) != 0)
            all[used++] = environ[i];
    return all;
}

/* Runs the program again; what it says, to be freed, and in *ended its exit status, or 1000 plus the signal that ended
 * it. */
static char *said_by(const char *what, const char *offload, int *ended)
{
    const char *output = in_scratch("said");
    pid_t pid;
    int status;
    char name[] = "triptych-tests", *arguments[] = { name, NULL };
    char **environment = environment_with(what, offload);
    posix_spawn_file_actions_t files;
    posix_spawn_file_actions_init(&files);
    posix_spawn_file_actions_addopen(&files, 1, output, O_WRONLY | O_CREAT | O_TRUNC, 0666);
    posix_spawn_file_actions_adddup2(&files, 1, 2);
    cr_assert(posix_spawn(&pid, "/proc/self/exe", &files, NULL, arguments, environment) == 0);
    cr_assert(waitpid(pid, &status, 0) == pid);
    posix_spawn_file_actions_destroy(&files);
    free(environment);
    *ended = WIFEXITED(status) ? WEXITSTATUS(status) : 1000 + WTERMSIG(status);
    return contents(output, NULL);
}

/* Children, an assignment to their environment, how they end, and what they say: without offload there is no runtime to blame, so
 * that an abort stays one; nor while nothing of it is in use. */
static const struct {
    const char *child, *set;
    int ended;
    const char *begins, *has;
} said[] = {
    { CHILD "=no_offload", "OMP_TARGET_OFFLOAD=DISABLED", 0,
      "path offload: ", "triptych doctor` " },
#if TRIPTYCH_OFFLOAD
    { CHILD "=lose_device", "OMP_TARGET_OFFLOAD=DEFAULT", TRI_FAILED,
      "tests: ", "triptych doctor` " },
#else
    { CHILD "=no_offload", "OMP_TARGET_OFFLOAD=DISABLED", 0, "", "preset " TRIPTYCH_PRESET },
    { CHILD "=lose_device", "OMP_TARGET_OFFLOAD=DEFAULT", 1000 + SIGABRT, "", "" },
#endif
    { CHILD "=abort_elsewhere", "OMP_TARGET_OFFLOAD=DEFAULT", 1000 + SIGABRT, "", "" },
    /* (On many processors LLVM's runtime warns first.) */
    { CHILD "=too_few_threads", "OMP_THREAD_LIMIT=2", 0, "",
      "path simd: of 4 threads, a parallel region gets 2: see OMP_THREAD_LIMIT\n" },
};

EACH_OF(device, that_fails_is_said, struct numbered, numbered(sizeof said / sizeof *said))
{
    int ended;
    text_auto_t *text = said_by(said[r->k].child, said[r->k].set, &ended);
    cr_expect(ended == said[r->k].ended, "%s: %d: %s", said[r->k].child, ended, text);
    cr_expect(strncmp(text, said[r->k].begins, strlen(said[r->k].begins)) == 0, "%s", text);
    const char *found = strstr(text, said[r->k].has);
    cr_expect(found, "%s: %s", said[r->k].child, text);
    if (ended == TRI_FAILED || strchr(said[r->k].has, '\n'))
        cr_expect(strchr(found, '\n') == text + strlen(text) - 1, "more than a line: %s", text);
    cr_expect(ended != 1000 + SIGABRT || !strstr(text, "offload"), "%s", text);
}

/* Libraries of this process in files that LLVM's runtime has made of images, and that are still there. */
static int count_left(struct dl_phdr_info *library, size_t size, void *data)
{
    int *left = data;
    (void)size;
    *left += strstr(library->dlpi_name, "/tmpfile") && access(library->dlpi_name, F_OK) == 0;
    return 0;
}

Test(device, leaves_no_files_of_images)
{
    int left = 0;
    tri_device_start(NULL);
    dl_iterate_phdr(count_left, &left);
    cr_expect(left == 0, "%d", left);
}

Test(device, is_there_when_the_build_has_one)
{
    const struct tri_hotspot *h = tri_hotspot_at(0, TRI_DOUBLE);
    if (!can_run(h, &h->plain, TRI_OFFLOAD, &failure)) {
        cr_expect(failure.status == TRI_FAILED && !tri_device_start(NULL));
        cr_skip_test("%s", failure.text);
    }
    cr_expect(tri_devices() > 0);
    cr_expect(tri_device_place() == TRI_GPU || tri_device_place() == TRI_HOST_PLUGIN);
    cr_expect(strlen(tri_device_name()) > 0);
    cr_expect(tri_device_start_seconds() > 0);
    printf("offload runs on: %s, %s\n", tri_place_name(tri_device_place()), tri_device_name());
}

/* As many teams as pieces where they are blocks of a GPU, and never more than an int holds. */
Test(device, teams)
{
    tri_device_start(NULL);
    bool gpu = tri_device_place() == TRI_GPU;
    cr_expect(tri_teams(1) == 1);
    cr_expect(tri_teams(8000) == (gpu ? 8000 : 1));
    cr_expect(tri_teams(PTRDIFF_MAX) == (gpu ? INT_MAX : 1));
}

/* After enter, the region's own map clauses move nothing: outputs arrive with exit. */
Test(device, keeps_data_between_enter_and_exit)
{
    const struct tri_hotspot *h = tri_hotspot_named("mandelbrot", TRI_DOUBLE);
    need_path(h, TRI_OFFLOAD);
    case_auto_t reference = reference_of(h, "resolution=50"), c = case_of(h, "resolution=50");
    size_t points = tri_case_difference(&c, &reference).different;
    must(tri_device_enter(&c, &failure));
    h->plain.path[TRI_OFFLOAD](&c);
    cr_expect(differing(&c, &reference) == points, "the output came back at once");
    tri_device_exit(&c);
    cr_expect(differing(&c, &reference) == 0, "%zu points differ", differing(&c, &reference));
    cr_expect(*c.ran_on == (int)tri_device_place());
}

static void send_written(const struct tri_case *c)
{
    for (int o = 0; o < TRI_SLOTS; o++) {
        char *bytes = c->operand[o];
        size_t n = bytes ? tri_operand_bytes(c, o) : 0;
        if (bytes && tri_operand_is_written(c, o)) {
            #pragma omp target update to(bytes[:n])
        }
    }
}

static void fetch_scratch(const struct tri_case *c)
{
    for (int o = 0; o < TRI_SLOTS; o++) {
        char *bytes = c->operand[o];
        size_t n = bytes ? tri_operand_bytes(c, o) : 0;
        if (bytes && tri_operand_role(c, o) == TRI_SCRATCH && tri_operand_is_read(c, o)) {
            #pragma omp target update from(bytes[:n])
        }
    }
}

/* Scratch that has a value is sent once, and each run finds in it what the one before has left. */
static void run_twice(const struct tri_hotspot *h, const struct tri_variant *v,
                      const char *settings)
{
    case_auto_t reference = reference_of(h, settings), c = case_of_variant(h, v, settings);
    must(tri_device_enter(&c, &failure));
    v->path[TRI_OFFLOAD](&c);
    send_written(&c); /* poison: what the first run has written is no result of the second */
    v->path[TRI_OFFLOAD](&c);
    fetch_scratch(&c);
    expect_scratch(&c, settings);
    tri_device_exit(&c);
    struct tri_difference d = tri_case_difference(&c, &reference);
    cr_expect(tri_agrees(v, &reference, &d), "%s, %s: %zu points differ", v->name, settings,
              d.different);
}

/* Of laplace on a GPU only: elsewhere its last variant, which has counters, is absent.  Of moldyn: no
 * particle in some rows of cells; one cell; several particles to a cell. */
Test(device, a_run_leaves_scratch_as_it_was_found)
{
    static const struct {
        const char *hotspot, *settings;
    } runs[] = {
        { "laplace", "n=1,steps=0" },
        { "laplace", "n=1,steps=0,tolerance=1" },
        { "laplace", "n=300,steps=41" },
        { "laplace", "width=97,height=113,steps=30" },
        { "laplace", "n=2000,steps=9" },
        { "laplace", "n=300,steps=41,tolerance=1e-9" },
        { "laplace", "n=300,steps=200,tolerance=0.01" },
        { "moldyn", "particles=1,steps=0" },
        { "moldyn", "particles=60,steps=3" },
        { "moldyn", "particles=101,density=0.001,steps=3" },
        { "moldyn", "particles=2003,steps=3" },
    };
    for (int precision = 0; precision < TRI_PRECISIONS; precision++)
        FOR_EACH (r, runs) {
            const struct tri_hotspot *h =
                tri_hotspot_named(r->hotspot, (enum tri_precision)precision);
            struct tri_error why;
            need_path(h, TRI_OFFLOAD);
            for (size_t v = 0; tri_variant_at(h, v); v++)
                if ((v == 0 || tri_variant_at(h, v)->scratch) &&
                    can_run(h, tri_variant_at(h, v), TRI_OFFLOAD, &why))
                    run_twice(h, tri_variant_at(h, v), r->settings);
        }
}

Test(device, measures_each_part)
{
    const struct tri_hotspot *h = tri_hotspot_named("mandelbrot", TRI_DOUBLE);
    need_path(h, TRI_OFFLOAD);
    static struct tri_measurement m;
    struct tri_effort effort = { .reps = 3, .launch.threads = 1 };
    case_auto_t reference = reference_of(h, "resolution=50"), c = case_of(h, "resolution=50");
    must(measure_path(&c, TRI_OFFLOAD, &reference, &effort, &m, &failure));
    cr_expect(m.difference.different == 0 && m.place == tri_device_place());
    cr_expect(m.kernel.n == 3 && m.map_in.n == 3 && m.map_out.n == 3 && m.total.n == 3);
    cr_expect(tri_min(&m.kernel) > 0 && tri_min(&m.map_in) > 0 && tri_min(&m.total) > 0);
    cr_expect(m.cold >= tri_device_start_seconds() && m.work.units > 0);
}

Test(device, measures_on_the_cpu_without_mapping)
{
    static struct tri_measurement m;
    struct tri_effort effort = { .reps = 4, .launch.threads = 2 };
    const struct tri_hotspot *h = tri_hotspot_named("mandelbrot", TRI_FLOAT);
    case_auto_t reference = reference_of(h, "resolution=20"), c = case_of(h, "resolution=20");
    must(measure_path(&c, TRI_SIMD, &reference, &effort, &m, &failure));
    cr_expect(m.kernel.n == 4 && m.map_in.n == 0 && m.map_out.n == 0 && m.total.n == 0);
    cr_expect(m.launch.threads == 2 && m.place == TRI_CPU && m.cold > 0);
    tri_measurement_free(&m);
    must(measure_path(&reference, TRI_REFERENCE, &c, &effort, &m, &failure));
    cr_expect(m.launch.threads == 1 && m.kernel.n == 4 && m.difference.different == 0);
}
