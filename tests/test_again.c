/* A new process: what it prints, and that none is waited for for ever. */
#include "again.h"
#include "check.h"
#include "interrupt.h"

#include <criterion/criterion.h>
#include <signal.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>

/* A process that prints this, and ends or does not. */
static struct process printing(const char *text, bool ends)
{
    int pipes[2];
    cr_assert(pipe(pipes) == 0);
    struct process p = { .id = fork(), .started = true, .out = pipes[0] };
    cr_assert(p.id >= 0);
    if (p.id == 0) {
        alarm(20); /* nobody is left behind when a test fails */
        ssize_t written = write(pipes[1], text, strlen(text));
        if (!ends)
            for (;;)
                pause();
        _exit(written == (ssize_t)strlen(text) ? 0 : 1);
    }
    close(pipes[1]);
    return p;
}

Test(again, reads_numbers)
{
    double number[3] = { 0 };
    struct process p = printing("0.5\n1e-3\n", true);
    cr_expect(process_numbers(&p, tri_now() + 60, 2, number) && number[0] == 0.5 &&
              number[1] == 1e-3);
    p = printing("0.5\n1e-3\n", true);
    cr_expect(!process_numbers(&p, tri_now() + 60, 3, number), "fewer than are wanted");
    p = printing("", true);
    cr_expect(!process_numbers(&p, tri_now() + 60, 1, number));
}

Test(again, gives_up, .timeout = 30)
{
    double number[2];
    int status;
    struct process p = printing("0.5\n1", false);
    cr_expect(!process_numbers(&p, tri_now() + 0.2, 2, number));
    bool waited_for = waitpid(p.id, &status, 0) != p.id;
    cr_expect(waited_for || (WIFSIGNALED(status) && WTERMSIG(status) == SIGKILL), "%#x",
              (unsigned)status);
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
        struct process p = printing("", false);
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
