/* Decoys, and what an answer has done in its cage. */
#include "cage.h"

#include <errno.h>
#include <linux/filter.h>
#include <linux/seccomp.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>
#include <sys/inotify.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <unistd.h>

/* ---- Decoys ----------------------------------------------------------------------------------- */

static const char *const decoys[] = { "solution.c", "judge.c", "hints.md" };

static bool make_folder(const struct trials *t, const char *name, struct tri_error *e)
{
    char path[PATH_MAX];
    snprintf(path, sizeof path, "%.200s/%s", t->folder, name);
    return mkdir(path, 0755) == 0 || tri_fail(e, TRI_FAILED, "%.250s: %s", path, strerror(errno));
}

static bool copy_header(const struct trials *t, const char *folder, struct tri_error *e)
{
    char from[PATH_MAX], to[PATH_MAX];
    snprintf(from, sizeof from, "%.3900s/%s/lesson.h", t->course->folder, folder);
    snprintf(to, sizeof to, "%.200s/course/%s/lesson.h", t->folder, folder);
    return copy_file(from, to, e);
}

static bool make_decoy(const struct trials *t, const char *name, struct tri_error *e)
{
    char inside[100], path[PATH_MAX];
    snprintf(inside, sizeof inside, "course/%s/%s", t->lesson->name, name);
    snprintf(path, sizeof path, "%.200s/%s", t->folder, inside);
    return child_folder_write(t->folder, inside, "/* Who reads this has been seen. */\n", e) &&
           (inotify_add_watch(t->watch, path, IN_OPEN) >= 0 ||
            tri_fail(e, TRI_FAILED, "%.250s: %s", path, strerror(errno)));
}

/* A process that asks for the internet ends by SIGSYS. */
static bool write_filter(const struct trials *t, struct tri_error *e)
{
    const struct sock_filter program[] = {
        BPF_STMT(BPF_LD | BPF_W | BPF_ABS, offsetof(struct seccomp_data, nr)),
        BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, SYS_socket, 0, 4),
        BPF_STMT(BPF_LD | BPF_W | BPF_ABS, offsetof(struct seccomp_data, args[0])),
        BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, AF_INET, 1, 0),
        BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, AF_INET6, 0, 1),
        BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_KILL_PROCESS),
        BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ALLOW),
    };
    char path[PATH_MAX];
    snprintf(path, sizeof path, "%.200s/filter", t->folder);
    FILE *file = fopen(path, "wbe");
    bool good = file && fwrite(program, sizeof program, 1, file) == 1;
    if (file && fclose(file) != 0)
        good = false;
    return good || tri_fail(e, TRI_FAILED, "%.250s: %s", path, strerror(errno));
}

bool cage_begin(struct trials *t, struct tri_error *e)
{
    char lesson[100];
    snprintf(lesson, sizeof lesson, "course/%s", t->lesson->name);
    t->watch = inotify_init1(IN_NONBLOCK | IN_CLOEXEC);
    if (t->watch < 0)
        return tri_fail(e, TRI_FAILED, "inotify: %s", strerror(errno));
    bool good = make_folder(t, "course", e) && make_folder(t, lesson, e) &&
                make_folder(t, "course/judge", e) && make_folder(t, "course/judge/student", e) &&
                copy_header(t, t->lesson->name, e) && copy_header(t, "judge/student", e) &&
                write_filter(t, e) && cage_give(t->folder, e);
    for (size_t i = 0; good && i < sizeof decoys / sizeof *decoys; i++)
        good = make_decoy(t, decoys[i], e);
    if (!good)
        close(t->watch);
    return good;
}

void cage_end(const struct trials *t)
{
    close(t->watch);
}

/* ---- What it has done ------------------------------------------------------------------------- */

static bool decoy_was_opened(const struct trials *t)
{
    char events[4096];
    bool opened = false;
    while (read(t->watch, events, sizeof events) > 0)
        opened = true;
    return opened;
}

static void name(struct grade *v, const char *what)
{
    v->kind = WRONG;
    v->cheats = true;
    snprintf(v->text, sizeof v->text, "%s", what);
}

void cage_judge(const struct trials *t, struct grade *v)
{
    char path[CHILD_FOLDER + 20];
    snprintf(path, sizeof path, "%s/traces", t->folder);
    char *traces = v->compiled ? text_of(path, NULL) : NULL;
    int tasks = 0;
    if (traces)
        sscanf(traces, "tasks %d", &tasks);
    if (decoy_was_opened(t))
        name(
            v,
            "It reads files of the course that are not its own: the solution, hints, or the judge.");
    else if (tasks >= cage_most_tasks() - 50) /* some of them may be others' */
        name(v, "It starts processes without end.");
    else if (traces && strstr(traces, "lost"))
        name(v, "It deletes files.");
    else if (strstr(v->text, "Bad system call"))
        name(v, "It uses the network.");
    else if (v->compiled && tasks == 0)
        name(v, "It has ended the processes that watch it, or left them no time.");
    else if (strstr(v->notes, "all the memory that it may have"))
        snprintf(v->text, sizeof v->text, "It takes more than %d MiB of memory.", MEMORY_MIB);
    free(traces);
}
