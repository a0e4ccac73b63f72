/* Two programs, of which one runs while the other is stopped. */
#define _GNU_SOURCE /* environ */
#include "versus.h"

#include "process.h"

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <spawn.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

enum { MOST_OPTIONS = 64, TELLS = 9, ENDED = 0 };

struct runner {
    const char *program;
    pid_t id; /* 0: it does not run */
    int told; /* the socket on which it speaks */
    int at;   /* what it said last, before it stopped; or ENDED */
};

/* ---- Signals, which are looked for while a program is waited for ---- */

static void both_signals(sigset_t *set)
{
    sigemptyset(set);
    sigaddset(set, SIGINT);
    sigaddset(set, SIGTERM);
}

static bool interrupted(void)
{
    sigset_t pending;
    sigpending(&pending);
    return sigismember(&pending, SIGINT) == 1 || sigismember(&pending, SIGTERM) == 1;
}

/* ---- A program ---- */

/* Its tables go nowhere; it tells of its rounds on descriptor TELLS. */
static int spawn(struct runner *r, char **words, int tells)
{
    posix_spawn_file_actions_t actions;
    posix_spawnattr_t usual;
    sigset_t none;
    sigemptyset(&none);
    posix_spawnattr_init(&usual);
    posix_spawnattr_setsigmask(&usual, &none);
    posix_spawnattr_setflags(&usual, POSIX_SPAWN_SETSIGMASK);
    posix_spawn_file_actions_init(&actions);
    int error = posix_spawn_file_actions_addopen(&actions, STDOUT_FILENO, "/dev/null", O_WRONLY, 0);
    if (error == 0)
        error = posix_spawn_file_actions_adddup2(&actions, tells, TELLS);
    if (error == 0)
        error = posix_spawnp(&r->id, r->program, &actions, &usual, words, environ);
    posix_spawn_file_actions_destroy(&actions);
    posix_spawnattr_destroy(&usual);
    return error;
}

/* Its rows go to that file.  What was right when it was started first is not audited again. */
static bool start(struct runner *r, const struct in_turns *t, const char *file,
                  unsigned long long rounds, bool audits, struct tri_error *e)
{
    int ends[2];
    char json[CHILD_FOLDER + 40], lockstep[60], audit[] = "--audit=off";
    char *words[MOST_OPTIONS + 5] = { (char *)r->program };
    if (socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, ends) != 0)
        return tri_fail(e, TRI_FAILED, "a socket: %s", strerror(errno));
    snprintf(json, sizeof json, "--json=%s", file);
    snprintf(lockstep, sizeof lockstep, "--lockstep=%d,%llu", TELLS, rounds);
    memcpy(words + 1, t->words, t->n * sizeof *words);
    words[t->n + 1] = json;
    words[t->n + 2] = lockstep;
    words[t->n + 3] = audits ? NULL : audit;
    int error = spawn(r, words, ends[1]);
    close(ends[1]);
    r->told = ends[0];
    r->at = LOCKSTEP_DONE;
    if (error != 0) {
        r->id = 0;
        return tri_fail(e, TRI_USAGE, "%.200s: %s", r->program, strerror(error));
    }
    return true;
}

/* What it says next: a byte; or ENDED. */
static bool hear(const struct runner *r, int *said, struct tri_error *e)
{
    struct pollfd end = { .fd = r->told, .events = POLLIN };
    char byte = ENDED;
    int n = 0;
    while (n <= 0 && !interrupted())
        if ((n = poll(&end, 1, 100)) < 0 && errno != EINTR)
            return tri_fail(e, TRI_FAILED, "poll: %s", strerror(errno));
    if (n <= 0)
        return tri_fail(e, TRI_FAILED, "interrupted");
    *said = read(r->told, &byte, 1) == 1 ? byte : ENDED;
    return true;
}

/* bench ends with 1 if a result is wrong, which is in its rows. */
static bool check_end(struct runner *r, int status, struct tri_error *e)
{
    r->id = 0;
    if (WIFSIGNALED(status))
        return tri_fail(e, TRI_FAILED, "%.200s: signal %d (%s)", r->program, WTERMSIG(status),
                        strsignal(WTERMSIG(status)));
    int code = WEXITSTATUS(status);
    return code <= TRI_FAILED || tri_fail(e, code == TRI_USAGE ? TRI_USAGE : TRI_FAILED,
                                          "%.200s: has ended with status %d", r->program, code);
}

/* Until it has had its round, and is stopped, or has ended. */
static bool wait_for(struct runner *r, struct tri_error *e)
{
    int status;
    if (!hear(r, &r->at, e))
        return false;
    if (r->at != ENDED)
        return kill(r->id, SIGSTOP) == 0 ||
               tri_fail(e, TRI_FAILED, "%.200s: %s", r->program, strerror(errno));
    return waitpid(r->id, &status, 0) == r->id
               ? check_end(r, status, e)
               : tri_fail(e, TRI_FAILED, "%.200s: %s", r->program, strerror(errno));
}

/* Lets it have its next round.  One that has been killed cannot be told so, which is found when it is waited for. */
static bool go_on(struct runner *r, struct tri_error *e)
{
    send(r->told, "", 1, MSG_NOSIGNAL);
    kill(r->id, SIGCONT);
    return wait_for(r, e);
}

static void end(struct runner *r)
{
    if (r->id > 0) {
        kill(r->id, SIGKILL);
        waitpid(r->id, NULL, 0);
    }
    if (r->told >= 0)
        close(r->told);
}

/* ---- Both ---- */

/* Who is done with a table waits for the other; now one, now the other is first. */
static bool take_turns(struct runner *r, struct tri_error *e)
{
    bool good = true;
    for (size_t round = 0; good && (r[0].at != ENDED || r[1].at != ENDED); round++) {
        bool begin = r[0].at != LOCKSTEP_ROUND && r[1].at != LOCKSTEP_ROUND;
        for (size_t i = 0; good && i < 2; i++) {
            struct runner *own = &r[(round + i) % 2];
            if (own->at == LOCKSTEP_ROUND || (begin && own->at == LOCKSTEP_DONE))
                good = go_on(own, e);
        }
    }
    return good;
}

/* Appends a file's name to the list of a side. */
static const char *next_file(struct in_turns *t, size_t side, long run)
{
    char *list = t->side[side];
    size_t used = strlen(list);
    const char *comma = used ? "," : "";
    snprintf(list + used, SIDE_TEXT - used, "%s%s/%c%ld.jsonl", comma, t->rows, "AB"[side], run);
    return list + used + strlen(comma);
}

/* The number of the first rounds, which those of no other pair of runs have. */
static unsigned long long now_in_microseconds(void)
{
    struct timespec now;
    clock_gettime(CLOCK_REALTIME, &now);
    return (unsigned long long)now.tv_sec * 1000000 + (unsigned long long)now.tv_nsec / 1000;
}

/* To where it would begin to measure. */
static bool begin(struct runner *r, struct tri_error *e)
{
    if (!wait_for(r, e))
        return false;
    return r->at != ENDED ||
           tri_fail(e, TRI_USAGE, "%.200s: has ended before it measured anything", r->program);
}

static bool run_once(struct in_turns *t, long run, struct tri_error *e)
{
    const unsigned long long rounds = now_in_microseconds();
    struct runner r[2] = { { .program = t->program[0], .told = -1 },
                           { .program = t->program[1], .told = -1 } };
    bool good = true;
    for (size_t i = 0; good && i < 2; i++)
        good = start(&r[i], t, next_file(t, i, run), rounds, run == 1, e) && begin(&r[i], e);
    good = good && take_turns(r, e);
    for (size_t i = 0; i < 2; i++)
        end(&r[i]);
    return good;
}

/* ---- The rows ---- */

static bool make_folder(struct in_turns *t, struct tri_error *e)
{
    if (!t->keep)
        return child_folder_make(t->rows, e);
    char file[CHILD_FOLDER + 20];
    if (!*t->keep || strlen(t->keep) >= CHILD_FOLDER || strchr(t->keep, ','))
        return tri_fail(
            e, TRI_USAGE,
            "--keep=%.200s: has to be the name of a folder, shorter than %d bytes, without a comma",
            t->keep, CHILD_FOLDER);
    snprintf(t->rows, sizeof t->rows, "%s", t->keep);
    if (mkdir(t->rows, 0777) != 0 && errno != EEXIST)
        return tri_fail(e, TRI_USAGE, "--keep=%.200s: %s", t->keep, strerror(errno));
    snprintf(file, sizeof file, "%s/A1.jsonl", t->rows);
    return access(file, F_OK) != 0 ||
           tri_fail(e, TRI_USAGE, "--keep=%.200s: has rows already, A1.jsonl", t->keep);
}

bool in_turns_measure(struct in_turns *t, struct tri_error *e)
{
    sigset_t both, before;
    if (t->n > MOST_OPTIONS)
        return tri_fail(e, TRI_USAGE, "--in-turns: no more than %d words after --", MOST_OPTIONS);
    if (!make_folder(t, e))
        return false;
    both_signals(&both);
    sigprocmask(SIG_BLOCK, &both, &before);
    bool good = true;
    for (long run = 1; good && run <= t->runs; run++)
        good = run_once(t, run, e);
    if (interrupted())
        in_turns_end(t, &(struct tri_error){ 0 });
    sigprocmask(SIG_SETMASK, &before, NULL); /* a signal that has come ends this process now */
    return good;
}

bool in_turns_end(const struct in_turns *t, struct tri_error *e)
{
    return t->keep || !*t->rows || child_folder_remove(t->rows, e);
}
