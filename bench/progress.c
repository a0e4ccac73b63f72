/* The progress line.  A region may compute for minutes without coming back, so a timer draws it. */
#include "progress.h"

#include <signal.h>
#include <stdio.h>
#include <string.h>
#include <sys/time.h>
#include <unistd.h>

static char what[96], texts[2][160];
static const char *volatile text = texts[0]; /* complete at any moment, for the signal handler */
static volatile sig_atomic_t seconds;

static void draw(const char *s)
{
    ssize_t ignored = write(STDERR_FILENO, s, strlen(s));
    (void)ignored;
}

static void tick(int signal)
{
    char count[] = "\r\033[K00000 s: ";
    int s = ++seconds;
    (void)signal;
    for (size_t i = 8; i >= 4; i--, s /= 10)
        count[i] = s || i == 8 ? (char)('0' + s % 10) : ' ';
    draw(count);
    draw(text);
}

static void set_timer(time_t interval)
{
    struct itimerval each = { { interval, 0 }, { interval, 0 } };
    struct sigaction action = { .sa_handler = tick, .sa_flags = SA_RESTART };
    if (!isatty(STDERR_FILENO) || sigaction(SIGALRM, &action, NULL) != 0)
        return;
    setitimer(ITIMER_REAL, &each, NULL);
}

void progress_begin(const struct tri_case *c, const char *contender)
{
    snprintf(what, sizeof what, "%s %s %s", c->hotspot->name, contender,
             tri_precision_name(c->hotspot->precision));
    progress_part("", 0, 1);
    seconds = 0;
    set_timer(1);
}

void progress_part(const char *part, size_t done, size_t of)
{
    char *next = text == texts[0] ? texts[1] : texts[0];
    int length = snprintf(next, sizeof texts[0], "%s %s", what, part);
    if (of > 1 && length > 0 && (size_t)length < sizeof texts[0])
        snprintf(next + length, sizeof texts[0] - (size_t)length, " %zu of %zu", done + 1, of);
    text = next;
}

void progress_end(void)
{
    set_timer(0);
    if (seconds)
        draw(isatty(STDERR_FILENO) ? "\r\033[K" : "");
    seconds = 0;
}

bool run_with_progress(struct tri_case *c, enum tri_path path, struct tri_error *e)
{
    progress_begin(c, tri_path_name(path));
    bool good = tri_case_run(c, path, e);
    progress_end();
    return good;
}
