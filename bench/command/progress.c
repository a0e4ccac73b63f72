/* The progress line.  A region may compute for minutes before it returns, so a timer signal draws the line. */
#include "output.h"

#include <errno.h>
#include <signal.h>
#include <string.h>
#include <sys/time.h>
#include <unistd.h>

static char what[160], texts[2][240];
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
    int s = ++seconds, kept = errno;
    (void)signal;
    for (size_t i = 8; i >= 4; i--, s /= 10)
        count[i] = s || i == 8 ? (char)('0' + s % 10) : ' ';
    draw(count);
    draw(text);
    errno = kept;
}

static void set_timer(time_t interval)
{
    struct itimerval each = { { interval, 0 }, { interval, 0 } };
    struct sigaction action = { .sa_handler = tick, .sa_flags = SA_RESTART };
    if (!isatty(STDERR_FILENO) || sigaction(SIGALRM, &action, NULL) != 0)
        return;
    setitimer(ITIMER_REAL, &each, NULL);
}

/* ---- The remaining time ---- */

/* The runs of one contender on one hotspot; their times are assumed to be proportional to their work. */
struct kind {
    const char *hotspot;
    struct text contender;    /* a copy */
    size_t runs;              /* remaining */
    double work;              /* of the remaining runs */
    double measured, seconds; /* the work of the runs that were measured, and their time */
};

enum { MAX_KINDS = 1024 };

static struct {
    bool asked;
    size_t runs, done; /* planned, and finished */
    size_t measured;   /* finished and measured now, not read from an earlier run */
    double seconds;    /* the time of the measured runs */
    size_t begun;
    size_t kinds;
    struct kind kind[MAX_KINDS];
} plan;

void progress_asked(bool asked)
{
    plan.asked = asked;
}

/* If the table is full, the last kind stands for all others. */
static struct kind *kind_of(const struct tri_case *c, const char *contender)
{
    size_t i = 0;
    while (i < plan.kinds && (strcmp(plan.kind[i].hotspot, c->hotspot->name) != 0 ||
                              strcmp(plan.kind[i].contender.s, contender) != 0))
        i++;
    if (i == plan.kinds && i < MAX_KINDS) {
        struct kind *new = &plan.kind[plan.kinds++];
        new->hotspot = c->hotspot->name;
        snprintf(new->contender.s, sizeof new->contender.s, "%s", contender);
    }
    return &plan.kind[i < MAX_KINDS ? i : MAX_KINDS - 1];
}

/* An estimate of a run's work before it runs: the bytes of its case for each thread. */
static double work_of(const struct tri_case *c, int threads)
{
    return (double)tri_case_bytes(c) / threads;
}

void progress_plan(const struct tri_case *c, const char *contender, int threads)
{
    struct kind *k = kind_of(c, contender);
    plan.runs++;
    k->runs++;
    k->work += work_of(c, threads);
}

void progress_done(const struct tri_case *c, const char *contender, int threads, double took)
{
    struct kind *k = kind_of(c, contender);
    plan.done++;
    k->runs -= k->runs > 0;
    k->work -= work_of(c, threads);
    if (took > 0) {
        k->measured += work_of(c, threads);
        k->seconds += took;
        plan.measured++;
        plan.seconds += took;
    }
}

/* For a kind that was not measured yet, the mean time of the measured runs is assumed. */
double progress_left(void)
{
    double left = 0;
    for (size_t i = 0; plan.measured > 0 && i < plan.kinds; i++) {
        const struct kind *k = &plan.kind[i];
        left += k->measured > 0 ? k->seconds / k->measured * k->work
                                : plan.seconds / (double)plan.measured * (double)k->runs;
    }
    return left;
}

/* " (5 of 24, about 3 min left)" */
static void print_left(char *to, size_t size)
{
    double left = progress_left();
    size_t used = (size_t)snprintf(to, size, " (%zu of %zu", plan.begun, plan.runs);
    double scaled = left < 99.5 ? left : left < 99.5 * 60 ? left / 60 : left / 3600;
    const char *unit = left < 99.5 ? "s" : left < 99.5 * 60 ? "min" : "h";
    if (left > 0 && used < size)
        used += (size_t)snprintf(to + used, size - used, ", about %.0f %s left", scaled, unit);
    if (used < size)
        snprintf(to + used, size - used, ")");
}

static void begin(const struct tri_case *c, const char *contender, bool planned)
{
    size_t length = (size_t)snprintf(what, sizeof what, "%s %s %s", c->hotspot->name, contender,
                                     tri_precision_name(c->hotspot->precision));
    if (planned)
        plan.begun = 1 + (plan.begun > plan.done ? plan.begun : plan.done);
    if (planned && plan.runs > 1 && length < sizeof what)
        print_left(what + length, sizeof what - length);
    if (plan.asked && !isatty(STDERR_FILENO))
        fprintf(stderr, "%s\n", what);
    progress_part("", 0, 1);
    seconds = 0;
    set_timer(1);
}

void progress_begin(const struct tri_case *c, const char *contender)
{
    begin(c, contender, true);
}

void progress_begin_beside(const struct tri_case *c, const char *contender)
{
    begin(c, contender, false);
}

const char *progress_text(void)
{
    return what;
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

bool run_with_progress(struct tri_case *c, enum tri_path path, const struct tri_launch *launch,
                       struct tri_error *e)
{
    progress_begin_beside(c, tri_path_name(path));
    bool good = tri_case_launch(c, path, launch, e);
    progress_end();
    return good;
}
