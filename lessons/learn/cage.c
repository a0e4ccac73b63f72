/* A cage for what nobody has read before: bwrap (bubblewrap) makes it, of namespaces of its own.  The system is there to be
 * read, a folder of the program's own to be written to, and nothing else: no network, no other processes, no home.  What an
 * answer has no business with it finds as a decoy, and leaves traces. */
#define _GNU_SOURCE /* open_memstream */
#include "learn.h"

#include "build_info.h"

#include <errno.h>
#include <linux/audit.h>
#include <linux/filter.h>
#include <linux/seccomp.h>
#include <stdlib.h>
#include <string.h>
#include <sys/inotify.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

/* Of each process; tasks: of all together, threads too.  A region with a thread for each of 64 teams has some hundred. */
enum { TASKS = 1000, MEMORY_MIB = 2048, COMPILER_MIB = 4096, FILE_MIB = 64, FILES = 256, NOBODY = 65534 };

/* ---- The command ------------------------------------------------------------------------------ */

static bool is_root(void)
{
    return geteuid() == 0;
}

/* In single quotes, for a shell. */
static void put_quoted(FILE *out, const char *text)
{
    fputc('\'', out);
    for (; *text; text++)
        fputs(*text == '\'' ? "'\\''" : (char[]){ *text, 0 }, out);
    fputs("' ", out);
}

/* The folders above a path, so that everybody may pass them, and the path as it is there. */
static void put_bind(FILE *out, const char *how, const char *from, const char *to)
{
    for (const char *slash = to; (slash = strchr(slash + 1, '/'));)
        fprintf(out, "--perms 0755 --dir '%.*s' ", (int)(slash - to), to);
    fprintf(out, "%s '%s' '%s' ", how, from, to);
}

static const char *const system_folders[] = {
    "/usr", "/bin", "/lib", "/lib64", "/sbin", "/opt", "/sys", "/etc/ld.so.cache", "/etc/alternatives"
};

/* The compiler's own folder, where that is no part of the system. */
static void put_compiler(FILE *out)
{
    char folder[PATH_MAX];
    snprintf(folder, sizeof folder, "%s", TRIPTYCH_CC);
    for (int up = 0; up < 2; up++)
        if (strrchr(folder, '/'))
            *strrchr(folder, '/') = 0;
    if (*folder && strncmp(folder, "/usr", 4) != 0 && strncmp(folder, "/opt", 4) != 0)
        put_bind(out, "--ro-bind", folder, folder);
}

static void put_devices(FILE *out)
{
    fputs("--proc /proc --dev /dev ", out);
    for (const char *const *p = (const char *const[]){ "nvidia0", "nvidiactl", "nvidia-uvm", "kfd",
                                                       "dri", NULL };
         *p; p++)
        fprintf(out, "--dev-bind-try /dev/%s /dev/%s ", *p, *p);
}

/* Nothing of the environment but where libraries are. */
static void put_environment(FILE *out)
{
    const char *libraries = getenv("LD_LIBRARY_PATH");
    fputs("--clearenv --setenv PATH /usr/bin:/bin --setenv LC_ALL C --setenv HOME /home/student ", out);
    if (libraries) {
        fputs("--setenv LD_LIBRARY_PATH ", out);
        put_quoted(out, libraries);
    }
}

static void put_system(FILE *out)
{
    /* Where memory is short, what is in here is to go first. */
    fputs("exec choom -n 1000 -- bwrap --unshare-ipc --unshare-pid --unshare-net --unshare-uts "
          "--unshare-cgroup-try --die-with-parent --new-session ",
          out);
    put_environment(out);
    for (size_t i = 0; i < sizeof system_folders / sizeof *system_folders; i++)
        put_bind(out, "--ro-bind-try", system_folders[i], system_folders[i]);
    put_compiler(out);
    put_devices(out);
    fputs("--size 16777216 --perms 0777 --tmpfs /tmp "
          "--size 16777216 --perms 0777 --tmpfs /home/student ",
          out);
}

/* What bwrap cannot: limits, and for root another user, whom limits of processes hold for. */
static void put_limits(FILE *out, enum step step)
{
    fprintf(out, "prlimit --nproc=%d --data=%lld --fsize=%lld --nofile=%d --core=0 -- ", TASKS,
            (step == PROGRAM ? MEMORY_MIB : COMPILER_MIB) * 1048576LL, FILE_MIB * 1048576LL, FILES);
    if (is_root())
        fprintf(out, "setpriv --reuid %d --regid %d --clear-groups -- ", NOBODY, NOBODY);
}

static void put_folder(FILE *out, const struct trials *t, enum step step)
{
    static const char *const written[] = { "report", "seal", "traces" };
    char decoys[CHILD_FOLDER + 20], path[CHILD_FOLDER + 20];
    put_bind(out, step == PROGRAM ? "--ro-bind" : "--bind", t->folder, t->folder);
    for (size_t i = 0; step == PROGRAM && i < sizeof written / sizeof *written; i++) {
        snprintf(path, sizeof path, "%s/%s", t->folder, written[i]);
        fprintf(out, "--bind '%s' '%s' ", path, path);
    }
    snprintf(decoys, sizeof decoys, "%s/course", t->folder);
    put_bind(out, "--ro-bind", decoys, t->course->folder);
    fprintf(out, "--setenv TMPDIR '%s' --chdir '%s' ", step == PROGRAM ? "/tmp" : t->folder,
            step == PROGRAM ? "/home/student" : t->folder);
}

/* ---- Decoys ----------------------------------------------------------------------------------- */

static const char *const decoys[] = { "solution.c", "judge.c", "hints.md" };

static bool give(const char *path, struct tri_error *e)
{
    return !is_root() || chown(path, NOBODY, NOBODY) == 0 ||
           tri_fail(e, TRI_FAILED, "%.250s: %s", path, strerror(errno));
}

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
                write_filter(t, e) && give(t->folder, e);
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

/* ---- A step ----------------------------------------------------------------------------------- */

/* Before it: a file to lose.  After it: how many processes there were, and whether the file is still there. */
static const char before_program[] = "exec 3>&2 2>/dev/null; cp '%s'/source notes.c; ",
                  after_program[] = "2>&3 3>&-; s=$?; read a b c d n </proc/loadavg; echo \"tasks $n\" >>'%s'/traces; "
                                    "[ -s notes.c ] || echo lost >>'%s'/traces; exit $s";

static bool make_files(const struct trials *t, struct tri_error *e)
{
    static const char *const names[] = { "report", "traces" };
    char path[CHILD_FOLDER + 20];
    for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
        snprintf(path, sizeof path, "%s/%s", t->folder, names[i]);
        if (!child_folder_write(t->folder, names[i], "", e) || !give(path, e))
            return false;
    }
    snprintf(path, sizeof path, "%s/seal", t->folder);
    return give(path, e);
}

static char *script(const struct trials *t, double seconds, const char *command)
{
    char *text;
    size_t size;
    FILE *out = open_memstream(&text, &size);
    if (!out)
        return NULL;
    fprintf(out, before_program, t->folder);
    fprintf(out, "timeout --foreground -s KILL %g %s ", seconds, command);
    fprintf(out, after_program, t->folder, t->folder);
    return fclose(out) == 0 ? text : NULL;
}

static char *caged(const struct trials *t, enum step step, const char *command)
{
    char *text;
    size_t size;
    FILE *out = open_memstream(&text, &size);
    if (!out)
        return NULL;
    put_system(out);
    put_folder(out, t, step);
    if (step == PROGRAM)
        fprintf(out, "--seccomp 9 9<'%s/filter' ", t->folder);
    put_limits(out, step);
    fputs("sh -c ", out);
    put_quoted(out, command);
    return fclose(out) == 0 ? text : NULL;
}

/* A shell's status of a program that a signal has ended is 128 and the signal. */
static void take_status(struct child *c)
{
    int status = WIFEXITED(c->status) ? WEXITSTATUS(c->status) : 0;
    if (status <= 128)
        return;
    c->status = status - 128;
    c->timed_out |= c->status == SIGKILL || c->status == SIGXCPU;
}

bool cage_run(const struct trials *t, enum step step, double seconds, struct child *c,
              struct tri_error *e, const char *command)
{
    enum { LATER = 5 }; /* seconds: in there time is up before it is here */
    bool program = step == PROGRAM;
    char *inside = program ? script(t, seconds, command) : strdup(command);
    char *whole = inside ? caged(t, step, inside) : NULL;
    bool good = whole || tri_fail(e, TRI_FAILED, "out of memory");
    good = good && (!program || make_files(t, e)) &&
           child_run_in(t->folder, seconds + LATER, c, e, "%s", whole);
    free(inside);
    free(whole);
    if (good && program)
        take_status(c);
    return good;
}

bool cage_possible(struct tri_error *e)
{
    static struct child c;
    char *text;
    size_t size;
    FILE *out = open_memstream(&text, &size);
    if (!out)
        return tri_fail(e, TRI_FAILED, "out of memory");
    put_system(out);
    put_limits(out, PROGRAM);
    fputs("true", out);
    bool good = fclose(out) == 0;
    if (good)
        child_run(text, 20, &c);
    free(text);
    return (good && child_succeeded(&c)) ||
           tri_fail(e, TRI_USAGE,
                    "grade: no sandbox can be made here (%.*s); it takes bwrap, of the package "
                    "bubblewrap. --no-sandbox runs the answers without",
                    (int)strcspn(c.said, "\n"), c.said);
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
        name(v, "It reads files of the course that are not its own: the solution, hints, or the judge.");
    else if (tasks >= TASKS)
        name(v, "It starts processes without end.");
    else if (traces && strstr(traces, "lost"))
        name(v, "It deletes files.");
    else if (strstr(v->text, "Bad system call"))
        name(v, "It uses the network.");
    else if (v->compiled && tasks == 0)
        name(v, "It has ended the processes that watch it.");
    else if (strstr(v->notes, "all the memory that it may have"))
        snprintf(v->text, sizeof v->text, "It takes more than %d MiB of memory.", MEMORY_MIB);
    free(traces);
}
