/* A process that has its rounds beside those of another build. */
#include "process.h"

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdlib.h>
#include <sys/prctl.h>
#include <unistd.h>

static int told = -1; /* the socket */
static unsigned long long number;

static unsigned long long next_rounds(void)
{
    return number++;
}

/* If nobody listens any more, this process has been killed. */
static void wait_for_our_turn(bool done)
{
    char byte = done ? LOCKSTEP_DONE : LOCKSTEP_ROUND;
    if (write(told, &byte, 1) == 1)
        while (read(told, &byte, 1) < 0 && errno == EINTR)
            continue;
}

bool lockstep_begin(const char *value, struct tri_error *e)
{
    char *comma, *end;
    errno = 0;
    long fd = strtol(value, &comma, 10);
    number = *comma == ',' ? strtoull(comma + 1, &end, 10) : 0;
    if (number == 0 || errno || *end || fd < 0 || fd > 1000000 ||
        fcntl((int)fd, F_SETFD, FD_CLOEXEC) != 0 || prctl(PR_SET_PDEATHSIG, SIGKILL) != 0)
        return tri_fail(e, TRI_USAGE, "--lockstep: is for processes that versus starts itself");
    told = (int)fd;
    return true;
}

const struct tri_beside *lockstep(void)
{
    static const struct tri_beside beside = { next_rounds, wait_for_our_turn };
    return told >= 0 ? &beside : NULL;
}
