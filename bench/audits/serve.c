/* The process that audits: what it is asked, and what it answers. */
#define _GNU_SOURCE /* program_invocation_short_name */
#include "inside.h"

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

bool audit_read(int fd, void *to, size_t bytes)
{
    for (size_t got = 0; got < bytes;) {
        ssize_t n = read(fd, (char *)to + got, bytes - got);
        if (n == 0 || (n < 0 && errno != EINTR))
            return false;
        got += n > 0 ? (size_t)n : 0;
    }
    return true;
}

static struct audit_cases cases;
static struct tri_sent kept[TRI_PRECISIONS];

void audit_forget(void)
{
    audit_cases_free(&cases);
    memset(kept, 0, sizeof kept);
}

/* Cases are kept as long as hotspot and parameters are the same. */
static bool take_case(const struct tri_sent *of, struct tri_error *e)
{
    const enum tri_precision p = of->precision;
    struct tri_sent plain = *of;
    memset(plain.variant, 0, sizeof plain.variant); /* whichever it is, the case is the same */
    if (cases.path[p].ran_on && memcmp(&plain, &kept[p], sizeof plain) == 0)
        return true;
    if (strcmp(plain.hotspot, kept[!p].hotspot) != 0)
        audit_forget();
    tri_case_free(&cases.reference[p]);
    tri_case_free(&cases.path[p]);
    cases.known[p] = false;
    kept[p] = plain;
    return tri_case_receive(of, &cases.path[p], e) &&
           tri_case_receive(of, &cases.reference[p], e) &&
           tri_case_allocate(&cases.reference[p], e) && tri_case_allocate(&cases.path[p], e);
}

void audit_answer(const struct audit_asked *asked, struct audit_answer *a)
{
    const struct tri_hotspot *h = tri_hotspot_named(asked->of.hotspot, asked->of.precision);
    struct audit_of of = { .path = asked->path,
                           .precision = asked->of.precision,
                           .level = asked->level,
                           .launch = asked->launch };
    memset(a, 0, sizeof *a);
    a->good = take_case(&asked->of, &a->e);
    if (a->good) {
        of.variant = tri_variant_named(h, asked->of.variant);
        a->good = audit_here(&cases, &of, &a->audited, &a->e);
    }
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
    mallopt(M_MMAP_MAX, 0);
    mallopt(M_TRIM_THRESHOLD, INT_MAX);
    return socket;
}

/* The threads of this process sleep while others measure. */
static void be_quiet(void)
{
    omp_pause_resource(omp_pause_soft, omp_get_initial_device());
}

static void serve(int socket)
{
    struct audit_asked asked;
    struct audit_answer a;
    while (audit_read(socket, &asked, sizeof asked)) {
        audit_answer(&asked, &a);
        be_quiet();
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
