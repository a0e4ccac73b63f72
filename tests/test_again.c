/* Work in a new process: the request, the answer, and that waiting for it always ends. */
#include "again.h"
#include "check.h"
#include "process.h"

#include <math.h>
#include <omp.h>
#include <signal.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>

/* A process that answers so many bytes of the numbers, and ends or does not. */
static struct process answering(const double *number, size_t bytes, bool ends)
{
    int pipes[2];
    cr_assert(pipe(pipes) == 0);
    struct process p = { .id = fork(), .started = true, .out = pipes[0] };
    cr_assert(p.id >= 0);
    if (p.id == 0) {
        alarm(20); /* nobody is left behind when a test fails */
        ssize_t written = write(pipes[1], number, bytes);
        if (!ends)
            for (;;)
                pause();
        _exit(written == (ssize_t)bytes ? 0 : 1);
    }
    close(pipes[1]);
    return p;
}

static const double answer[] = { 0.1, 0x1.fffffffffffffp-1022 };

Test(again, reads_numbers)
{
    double number[3] = { 0 };
    struct process p = answering(answer, sizeof answer, true);
    cr_expect(process_numbers(&p, tri_now() + 60, 2, number) && number[0] == answer[0] &&
              number[1] == answer[1]);
    p = answering(answer, sizeof answer, true);
    cr_expect(!process_numbers(&p, tri_now() + 60, 3, number), "fewer than are wanted");
    p = answering(answer, sizeof answer - 1, true);
    cr_expect(!process_numbers(&p, tri_now() + 60, 2, number), "one and a half");
    p = answering(answer, 0, true);
    cr_expect(!process_numbers(&p, tri_now() + 60, 1, number));
}

Test(again, gives_up, .timeout = 30)
{
    double number[2];
    struct process p = answering(answer, sizeof answer - 1, false);
    int status;
    cr_expect(!process_numbers(&p, tri_now() + 0.2, 2, number));
    bool waited_for = waitpid(p.id, &status, 0) != p.id;
    cr_expect(waited_for || (WIFSIGNALED(status) && WTERMSIG(status) == SIGKILL), "%#x",
              (unsigned)status);
}

/* All digits of all values. */
Test(again, jobs_are_of_the_same_case)
{
    const struct tri_hotspot *h = tri_hotspot_named("listings", TRI_FLOAT);
    struct tri_case c, same;
    c = prepared(h, "width=64,height=48,iterations=999999937,arithmetic=listing7");
    for (int i = 0; h->params[i].name; i++)
        if (h->params[i].kind == TRI_REAL)
            c.value[i].real = nextafter(c.value[i].real, 1) + 0x1p-60;
    struct job job = job_of(&c);
    must(tri_case_receive(&job.of, &same, &failure));
    cr_expect(same.hotspot == h && same.variant == c.variant);
    cr_expect(memcmp(same.value, c.value, sizeof c.value) == 0);
    cr_expect(memcmp(same.length, c.length, sizeof c.length) == 0);
}

Test(again, jobs_of_every_variant)
{
    struct tri_case c, same;
    for (size_t i = 0; i < tri_hotspot_count(); i++) {
        const struct tri_hotspot *h = tri_hotspot_at(i, TRI_DOUBLE);
        for (size_t k = 0; tri_variant_at(h, k); k++) {
            tri_case_init(&c, h);
            must(tri_case_choose(&c, tri_variant_at(h, k), &failure));
            struct job job = job_of(&c);
            cr_expect(tri_case_receive(&job.of, &same, &failure) && same.variant == c.variant,
                      "%s %s", h->name, c.variant->name);
            cr_expect(memcmp(same.length, c.length, sizeof c.length) == 0);
        }
    }
}

/* bench lies beside the tests.  (No time limit of its own: Criterion leaks one of two that overlap.) */
Test(again, bench_does_jobs)
{
    double part[PARTS], program = 0, all = 0;
    struct tri_case c = prepared(tri_hotspot_named("mandelbrot", TRI_FLOAT), "resolution=20");
    cr_expect(cold_in_new_process(&c, &(struct tri_contender){ .peer = "parallel-for" }) > 0);
    cr_expect(isnan(cold_in_new_process(&c, &(struct tri_contender){ .peer = "nobody" })));
    must(parts_in_new_process(&c, TRI_SIMD, omp_get_max_threads(), part, &program, &failure));
    for (int i = 0; i < PARTS; i++)
        all += part[i];
    cr_expect(part[PART_KERNEL] > 0 && part[PART_MAP_IN] == 0 && all < program);
}

Test(again, jobs_of_nothing)
{
    struct job job = { .of = { .hotspot = "nothing", .variant = "plain" } };
    struct tri_case c;
    expect_refuses(tri_case_receive(&job.of, &c, &failure), "nothing");
}

Test(again, ends_with_this_process, .timeout = 30)
{
    if (THREAD_SANITIZER)
        cr_skip_test("after a fork it leaves signals pending for ever");
    int status = 0, ready[2];
    pid_t left = 0;
    cr_assert(pipe(ready) == 0);
    cr_assert(prctl(PR_SET_CHILD_SUBREAPER, 1, 0, 0, 0) == 0); /* to wait for a child's child */
    pid_t parent = fork();
    cr_assert(parent >= 0);
    if (parent == 0) {
        struct process p = answering(answer, 0, false);
        interrupt_guard("bench", NULL);
        interrupt_pass_to(p.id);
        alarm(20);
        _exit(write(ready[1], &p.id, sizeof p.id) != sizeof p.id || pause());
    }
    cr_assert(read(ready[0], &left, sizeof left) == sizeof left);
    cr_expect(kill(parent, SIGTERM) == 0 && waitpid(parent, &status, 0) == parent);
    cr_expect(WIFEXITED(status) && WEXITSTATUS(status) == 128 + SIGTERM, "%#x", (unsigned)status);
    cr_expect(waitpid(left, &status, 0) == left && WIFSIGNALED(status) &&
              WTERMSIG(status) == SIGTERM);
}
