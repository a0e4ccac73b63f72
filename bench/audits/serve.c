/* The process that audits: what it is asked, and what it answers. */
#define _GNU_SOURCE /* program_invocation_short_name */
#include "inside.h"

#include "process.h"
#include "roles.h"

#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <malloc.h>
#include <omp.h>
#include <signal.h>
#include <stdio.h>
#include <string.h>
#include <sys/prctl.h>
#include <unistd.h>

/* The case that is asked for, and a small one beside it: memory for the first is not given up for the second. */
static struct kept {
    struct audit_cases cases;
    struct tri_sent sent[TRI_PRECISIONS];
} usual, other;

static void forget(struct kept *k)
{
    audit_cases_free(&k->cases);
    memset(k, 0, sizeof *k);
}

void audit_forget(void)
{
    forget(&usual);
    forget(&other);
}

/* Cases are kept as long as hotspot and parameters are the same. */
static bool take_case(struct kept *k, const struct tri_sent *of, struct tri_error *e)
{
    const enum tri_precision p = of->precision;
    struct audit_cases *s = &k->cases;
    struct tri_sent plain = *of;
    memset(plain.variant, 0, sizeof plain.variant); /* whichever it is, the case is the same */
    if (s->path[p].ran_on && memcmp(&plain, &k->sent[p], sizeof plain) == 0)
        return true;
    if (strcmp(plain.hotspot, k->sent[!p].hotspot) != 0)
        forget(k);
    tri_case_free(&s->reference[p]);
    tri_case_free(&s->path[p]);
    s->known[p] = false;
    k->sent[p] = plain;
    return tri_case_receive(of, &s->path[p], e) && tri_case_receive(of, &s->reference[p], e) &&
           tri_case_allocate(&s->reference[p], e) && tri_case_allocate(&s->path[p], e);
}

/* What the reference leaves in static variables is of another case, and no path is right by it. */
static bool leave_behind(const struct tri_case *c, enum tri_other which, struct tri_error *e)
{
    const struct tri_launch all = { .threads = 0 };
    struct tri_case another;
    if (which == TRI_OTHERS || !tri_audit_other(c, which, &another))
        return true;
    bool good = tri_case_allocate(&another, e) && tri_case_launch(&another, TRI_REFERENCE, &all, e);
    tri_case_free(&another);
    return good;
}

static bool answer(const struct audit_asked *asked, struct kept *k, struct audit_answer *a)
{
    struct audit_cases *s = &k->cases;
    const enum tri_precision p = asked->of.precision;
    struct audit_of of = { .path = asked->path,
                           .precision = p,
                           .level = asked->level,
                           .launch = asked->launch,
                           .only_launches = asked->only_launches };
    if (!take_case(k, &asked->of, &a->e))
        return false;
    of.variant = tri_variant_named(s->path[p].hotspot, asked->of.variant);
    return (!asked->other || (audit_know_reference(s, &of, &a->e) &&
                              leave_behind(&s->path[p], asked->behind, &a->e))) &&
           audit_here(s, &of, &a->audited, &a->e);
}

/* Small cases say nothing of roles: one of no steps leaves all as it was. */
void audit_answer(const struct audit_asked *asked, struct audit_answer *a)
{
    const enum tri_precision p = asked->of.precision;
    const struct tri_hotspot *h = tri_hotspot_named(asked->of.hotspot, p);
    struct kept *k = asked->other ? &other : &usual;
    memset(a, 0, sizeof *a);
    if (h)
        tri_roles_fix(h, asked->other);
    a->good = answer(asked, k, a);
    if (!h)
        return;
    tri_roles_fix(h, false);
    a->roles = k->sent[p].roles = tri_roles_told(h);
}

/* Where memory is short, the kernel ends this process before the one that asks, which can say so (proc(5), oom_score_adj). */
static void be_first_to_go(void)
{
    int score = open("/proc/self/oom_score_adj", O_WRONLY | O_CLOEXEC);
    if (score < 0)
        return;
    (void)!write(score, "1000", 4); /* without it the kernel picks the larger one */
    close(score);
}

/* Standard input and output belong to what runs here.  Memory that is freed is kept: a device that is this CPU takes it again
 * and again, and its pages would be new each time.  Returns the socket. */
static int prepare(void)
{
    int socket = fcntl(STDIN_FILENO, F_DUPFD_CLOEXEC, STDERR_FILENO + 1);
    int nothing = open("/dev/null", O_RDONLY | O_CLOEXEC);
    if (nothing >= 0)
        dup2(nothing, STDIN_FILENO);
    dup2(STDERR_FILENO, STDOUT_FILENO);
    prctl(PR_SET_PDEATHSIG, SIGKILL);
    be_first_to_go();
    mallopt(M_MMAP_MAX, 0);
    mallopt(M_TRIM_THRESHOLD, INT_MAX);
    return socket;
}

static void serve(int socket)
{
    struct audit_asked asked;
    struct audit_answer a;
    size_t n;
    tri_launches_want();
    while (read_until(socket, 0, &asked, sizeof asked, &n) && n == sizeof asked) {
        audit_answer(&asked, &a);
        omp_pause_resource(omp_pause_soft,
                           omp_get_initial_device()); /* sleeps while others measure */
        fflush(NULL);
        if (write(socket, &a, sizeof a) != (ssize_t)sizeof a)
            break;
    }
    audit_forget();
}

bool audit_serves(int argc, char **argv, int *status)
{
    struct tri_error e;
    if (argc != 2 || strcmp(argv[1], AUDIT_OPTION) != 0)
        return false;
    int socket = prepare();
    if (socket >= 0)
        serve(socket);
    else
        tri_fail(&e, TRI_USAGE, AUDIT_OPTION ": is for processes that programs start themselves");
    *status = socket >= 0 ? TRI_AGREED : tri_report(program_invocation_short_name, &e);
    return true;
}
