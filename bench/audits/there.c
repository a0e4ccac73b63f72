/* Audits in another process, and what is said of its end. */
#define _GNU_SOURCE /* memfd_create */
#include "inside.h"

#include "build_info.h"
#include "process.h"
#include "roles.h"

#include <errno.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>

/* The process that there is now, if id > 0. */
static struct {
    pid_t id;
    int socket, errors; /* a file in memory, of what it prints */
    off_t before;       /* what it had printed before it was asked */
    int answers;
} there;

static bool stays_here;

/* How often the runtime's helper threads have ended the process of the path that is asked for. */
static int helpers_failed;

void audit_stay_here(bool stay)
{
    stays_here = stay;
}

bool audit_stays_here(void)
{
    return stays_here;
}

/* What LLVM's runtime, and glibc, are asked for there, unless the user has said it. */
static char most_threads[24];
static const struct {
    const char *name, *value;
    bool always;              /* whatever the user has said */
    bool where_on_cpu;        /* only where a device is this CPU */
    int where_helpers_failed; /* only where they have, so often */
} asked_there[] = {
    /* In a region with `nowait`, which its plugin for the host leaves to threads of its own, its usual reduction waits for
     * ever. */
    { "KMP_FORCE_REDUCTION", "critical" },
    { "KMP_TEAMS_THREAD_LIMIT",
      most_threads }, /* else a league has no more than processors; with 1100, LLVM 19 ends some */
    /* Else it keeps small pieces of memory that nothing is mapped in any more, for what is mapped next: who uses the one has the
     * other. */
    { "LIBOMPTARGET_MEMORY_MANAGER_THRESHOLD", "0", .where_on_cpu = true },
    /* Milliseconds that threads without work keep processors from others, instead of 200.  If they do so for ever
     * (OMP_WAIT_POLICY=active), a process never ends in which they were once told to sleep. */
    { "KMP_BLOCKTIME", "1", .always = true },
    /* Threads of the runtime's own, for regions with `nowait`, have ended the process.  With one of them the regions run one after
     * the other, and still beside the host; with none, where they stand. */
    { "LIBOMP_NUM_HIDDEN_HELPER_THREADS", "1", .always = true, .where_helpers_failed = 1 },
    { "LIBOMP_USE_HIDDEN_HELPER_TASK", "0", .always = true, .where_helpers_failed = 2 },
    { "GLIBC_TUNABLES",
      "glibc.malloc.hugetlb=1" }, /* what the host's plugin allocates anew for each run lies in few pages */
};
enum { ASKED = sizeof asked_there / sizeof *asked_there };

static bool is_asked(int i)
{
    return (!asked_there[i].where_on_cpu || strstr(TRIPTYCH_OFFLOAD_TARGET, "host plugin")) &&
           (asked_there[i].where_helpers_failed == 0 ||
            asked_there[i].where_helpers_failed == helpers_failed);
}

static void set_variables(char *were[ASKED])
{
    for (int i = 0; i < ASKED; i++) {
        const char *is = getenv(asked_there[i].name);
        were[i] = is ? strdup(is) : NULL; /* without memory it is unset */
        if (is_asked(i))
            setenv(asked_there[i].name, asked_there[i].value, asked_there[i].always);
    }
}

static void set_back(char *were[ASKED])
{
    for (int i = 0; i < ASKED; i++) {
        if (!were[i])
            unsetenv(asked_there[i].name);
        else
            setenv(asked_there[i].name, were[i], true);
        free(were[i]);
    }
}

static int spawn_to_audit(int socket)
{
    const long processors = sysconf(_SC_NPROCESSORS_ONLN);
    char *were[ASKED];
    snprintf(most_threads, sizeof most_threads, "%ld",
             processors < TRI_MANY_TEAMS ? TRI_MANY_TEAMS : processors);
    set_variables(were);
    int error = spawn_self(AUDIT_OPTION, socket, there.errors, &there.id);
    set_back(were);
    return error;
}

static bool begin(struct tri_error *e)
{
    int ends[2] = { -1, -1 };
    if (there.id > 0 || stays_here)
        return true;
    there.answers = 0;
    there.errors = memfd_create("errors", MFD_CLOEXEC);
    int error = there.errors >= 0 && socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, ends) == 0
                    ? spawn_to_audit(ends[1])
                    : errno;
    there.socket = ends[0];
    if (ends[1] >= 0)
        close(ends[1]);
    if (there.id > 0)
        return true;
    if (ends[0] >= 0)
        close(ends[0]);
    if (there.errors >= 0)
        close(there.errors);
    return tri_fail(e, TRI_FAILED, "the process that audits could not be started: %s",
                    strerror(error));
}

/* What it has printed since then, to be freed; NULL: there is no memory for that. */
static char *printed(off_t since)
{
    off_t size = lseek(there.errors, 0, SEEK_END) - since;
    char *text = calloc(1, (size_t)(size > 0 ? size : 0) + 1);
    if (text && size > 0 && pread(there.errors, text, (size_t)size, since) < 0)
        *text = '\0';
    return text;
}

/* Waits for its end, and returns its status, as of waitpid(); *text is to be freed. */
static int end(off_t since, char **text)
{
    int status = 0;
    close(there.socket);
    while (waitpid(there.id, &status, 0) < 0 && errno == EINTR)
        ;
    interrupt_pass_to(0);
    *text = printed(since);
    close(there.errors);
    there.id = 0;
    return status;
}

void audit_leave_there(void)
{
    char *text = NULL;
    if (there.id > 0)
        end(0, &text);
    free(text);
}

/* But for what it was asked to print, if the user has not asked, too. */
static void print_to_user(char *text)
{
    const char *asked = getenv("LIBOMPTARGET_INFO");
    for (char *line; (line = strsep(&text, "\n"));)
        if (*line && (asked || !tri_launch_read(line, NULL)))
            fprintf(stderr, "%s\n", line);
}

void audit_there_end(void)
{
    char *text = NULL;
    audit_forget();
    if (there.id > 0)
        end(0, &text);
    print_to_user(text);
    free(text);
}

/* ---- Its end ---------------------------------------------------------------------------------- */

static bool tells_nothing(const char *line)
{
    return !*line || tri_launch_read(line, NULL) || strstr(line, "VERDICT") ||
           strstr(line, "failure of target construct while offloading is mandatory") ||
           strstr(line, "LIBOMPTARGET_INFO") || strstr(line, "LIBOMPTARGET_DEBUG");
}

/* The line that names an error; else the last one.  `text` is taken to pieces. */
static const char *telling_line(char *text)
{
    const char *last = "";
    for (char *line; (line = strsep(&text, "\n"));) {
        if (tells_nothing(line))
            continue;
        last = line;
        if (strstr(line, "rror") || strstr(line, "ERROR") || strstr(line, "Assert"))
            break;
    }
    return last;
}

/* Rows are UTF-8, and a terminal obeys what it is told. */
static void keep_printable(char *text)
{
    for (; *text; text++)
        if (*text != '\n' && (*text < ' ' || *text > '~'))
            *text = '?';
}

/* By the kernel, or by a user. */
static bool was_killed(int status)
{
    return WIFSIGNALED(status) && WTERMSIG(status) == SIGKILL;
}

static void describe_end(int status, char *text, struct tri_finding *f)
{
    if (text)
        keep_printable(text);
    const char *said = text ? telling_line(text) : "";
    char how[60];
    if (was_killed(status)) {
        snprintf(
            f->text, sizeof f->text,
            "its process was killed from outside (signal 9), as the kernel does where memory is short");
        return;
    }
    if (WIFSIGNALED(status))
        snprintf(how, sizeof how, "by signal %d (%s)", WTERMSIG(status),
                 strsignal(WTERMSIG(status)));
    else
        snprintf(how, sizeof how, "with status %d", WEXITSTATUS(status));
    bool address = strstr(said, "illegal memory access") || strstr(said, "illegal address");
    snprintf(f->text, sizeof f->text, "it has ended its process %s%s%.140s%s", how,
             *said ? ": " : "", said,
             address ? ": is something used in a region, and not mapped, or beyond its end?" : "");
}

/* `seconds`: it was ended after this time; 0: it has ended itself.  False: nothing that has run there is to blame. */
static bool note_end(struct audited *a, int seconds)
{
    char *text;
    int status = end(there.before, &text);
    *a = (struct audited){ .ran = true, .audit = { .wrong = true, .n = 1, .first.operand = -1 } };
    a->audit.finding[0] = (struct tri_finding){ .kind = TRI_DIED, .operand = -1 };
    if (seconds > 0)
        snprintf(a->audit.finding[0].text, sizeof a->audit.finding[0].text,
                 "it did not end within %d s", seconds);
    else
        describe_end(status, text, &a->audit.finding[0]);
    free(text);
    return seconds > 0 || !was_killed(status);
}

/* ---- Asking ----------------------------------------------------------------------------------- */

/* False: the process has ended; *late: since it took too long. */
static bool ask(const struct audit_asked *asked, int seconds, struct audit_answer *answer,
                bool *late)
{
    *late = false;
    if (stays_here) {
        audit_answer(asked, answer);
        return true;
    }
    there.before = lseek(there.errors, 0, SEEK_END);
    if (send(there.socket, asked, sizeof *asked, MSG_NOSIGNAL) != (ssize_t)sizeof *asked)
        return false;
    size_t n;
    *late = !read_until(there.socket, seconds > 0 ? tri_now() + seconds : 0, answer, sizeof *answer,
                        &n);
    if (*late)
        kill(there.id, SIGKILL);
    return !*late && n == sizeof *answer;
}

static void note_launches(struct audited *a)
{
    char *text = stays_here ? NULL : printed(there.before);
    tri_launches_read(text, &a->launches);
    free(text);
}

/* The path is right in a process of its own; but one of those that ran in the first is not. */
static void note_doubt(struct audited *a, const struct tri_finding *died)
{
    struct tri_audit *audit = &a->audit;
    if (!a->ran || audit->runs == 0)
        return;
    struct tri_finding *f =
        &audit->finding[audit->n < TRI_MAX_FINDINGS ? audit->n++ : TRI_MAX_FINDINGS - 1];
    *f = *died;
    snprintf(
        f->text, sizeof f->text,
        "%.150s: not alone, but after what its process had run before: this path in other cases, or other paths; one of them is wrong",
        died->text);
    audit->wrong = true;
}

static bool audit_asked(struct audit_asked *, int seconds, struct audited *, struct tri_error *);

/* LLVM 19's, in regions with `nowait` that run beside each other: nine of twelve processes of a program without Triptych, in
 * which four of them have a part of an array each. */
static bool helpers_have_failed(const struct audited *a)
{
    const struct tri_finding *f = &a->audit.finding[0];
    return f->kind == TRI_DIED &&
           (strstr(f->text, "kmp_tasking.cpp") || strstr(f->text, TRI_RUNTIME_FAULT));
}

enum { MOST_FAILURES = 2 };

static bool ask_with_fewer_helpers(struct audit_asked *asked, int seconds, struct audited *a,
                                   struct tri_error *e)
{
    helpers_failed++;
    bool good = audit_asked(asked, seconds, a, e);
    helpers_failed--;
    audit_leave_there();
    if (good && a->ran)
        tri_find(
            &a->audit, TRI_NOT_AUDITED, -1,
            "OpenMP's runtime has ended the process, as LLVM 19's does at times where regions with nowait run side by side: "
            "they have run one after the other then, and what they do to each other was not seen");
    return good;
}

static bool audit_asked(struct audit_asked *asked, int seconds, struct audited *a,
                        struct tri_error *e)
{
    struct audit_answer answer;
    if (!begin(e))
        return false;
    bool first = there.answers == 0, late, answered = ask(asked, seconds, &answer, &late);
    bool to_blame = !answered && note_end(a, late ? seconds : 0);
    if (!answered && helpers_failed < MOST_FAILURES && helpers_have_failed(a))
        return ask_with_fewer_helpers(asked, seconds, a, e);
    if (!answered && !first && !late) { /* an earlier path may have spoiled the process */
        const struct tri_finding died = a->audit.finding[0];
        bool good = audit_asked(asked, seconds, a, e);
        if (to_blame)
            note_doubt(a, &died);
        return good;
    }
    if (!answered)
        return true;
    there.answers++;
    *a = answer.audited;
    tri_roles_take(tri_hotspot_named(asked->of.hotspot, asked->of.precision), answer.roles);
    if (answer.good && a->ran && !asked->only_launches && a->audit.runs == 0)
        return tri_fail(e, TRI_FAILED, "the process that audits has answered without a run");
    note_launches(a);
    if (!answer.good && e)
        *e = answer.e;
    return answer.good;
}

static struct audit_asked asked_of(const struct tri_case *c, const struct audit_of *of)
{
    struct tri_case like = *c;
    struct audit_asked asked;
    like.variant = of->variant;
    memset(&asked, 0, sizeof asked);
    asked.of = tri_case_send(&like);
    asked.path = of->path;
    asked.level = of->level;
    asked.launch = of->launch;
    asked.only_launches = of->only_launches;
    return asked;
}

bool audit_one_there(const struct tri_case *c, const struct audit_of *of, struct audited *a,
                     struct tri_error *e)
{
    struct audit_asked asked = asked_of(c, of);
    return audit_asked(&asked, of->seconds, a, e);
}

/* A small case is done in no time, or never; hundreds of regions on a busy machine have taken 20 seconds. */
enum { LONGEST = 60 };

bool audit_other_there(const struct tri_case *c, const struct audit_of *of, enum tri_other behind,
                       struct audited *a, struct tri_error *e)
{
    struct audit_asked asked = asked_of(c, of);
    asked.other = true;
    asked.behind = behind;
    return audit_asked(&asked, of->seconds > 0 ? of->seconds : LONGEST, a, e);
}
