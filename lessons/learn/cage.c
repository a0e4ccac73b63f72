/* The command that runs another one in a cage, and what it takes. */
#define _GNU_SOURCE /* open_memstream */
#include "cage.h"

#include "build_info.h"

#include <errno.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

enum { NOBODY = 65534 };

/* 64 teams have some hundred. */
int cage_most_tasks(void)
{
    return 400 + (int)sysconf(_SC_NPROCESSORS_ONLN);
}

/* ---- The command ------------------------------------------------------------------------------ */

static bool is_root(void)
{
    return geteuid() == 0;
}

bool cage_give(const char *path, struct tri_error *e)
{
    return !is_root() || chown(path, NOBODY, NOBODY) == 0 ||
           tri_fail(e, TRI_FAILED, "%.250s: %s", path, strerror(errno));
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

static const char *const system_folders[] = { "/usr",
                                              "/bin",
                                              "/lib",
                                              "/lib64",
                                              "/sbin",
                                              "/opt",
                                              "/sys",
                                              "/etc/ld.so.cache",
                                              "/etc/alternatives" };

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
    for (const char *const *p =
             (const char *const[]){ "nvidia0", "nvidiactl", "nvidia-uvm", "kfd", "dri", NULL };
         *p; p++)
        fprintf(out, "--dev-bind-try /dev/%s /dev/%s ", *p, *p);
}

/* Nothing of the environment but where libraries are. */
static void put_environment(FILE *out)
{
    const char *libraries = getenv("LD_LIBRARY_PATH");
    fputs("--clearenv --setenv PATH /usr/bin:/bin --setenv LC_ALL C --setenv HOME /home/student ",
          out);
    if (libraries) {
        fputs("--setenv LD_LIBRARY_PATH ", out);
        put_quoted(out, libraries);
    }
}

static void put_system(FILE *out)
{
    /* Where memory is short, what is in here is to go first. */
    fputs(
        "echo 1000 >/proc/self/oom_score_adj; exec bwrap --unshare-ipc --unshare-pid --unshare-net --unshare-uts "
        "--unshare-cgroup-try --die-with-parent --new-session ",
        out);
    put_environment(out);
    for (size_t i = 0; i < sizeof system_folders / sizeof *system_folders; i++)
        put_bind(out, "--ro-bind-try", system_folders[i], system_folders[i]);
    put_compiler(out);
    put_devices(out);
    fputs("--size 16777216 --perms 0777 --tmpfs /tmp "
          "--size 16777216 --perms 0777 --tmpfs /dev/shm "
          "--size 16777216 --perms 0777 --tmpfs /home/student ",
          out);
}

/* What bwrap cannot: limits, and for root another user, whom limits of processes hold for.  (For root those of the answer
 * before count, too, which may still be about to end, so the compiler has none.) */
static void put_limits(FILE *out, enum step step)
{
    if (step == PROGRAM)
        fprintf(out, "prlimit --nproc=%d -- ", cage_most_tasks());
    if (is_root())
        fprintf(out, "setpriv --reuid %d --regid %d --clear-groups -- ", NOBODY, NOBODY);
}

/* A shell's: KiB, and blocks of 512 bytes. */
static void put_shells_limits(FILE *out, enum step step)
{
    fprintf(out, "ulimit -d %d; ulimit -f %d; ulimit -n %d; ulimit -c 0; ",
            (step == PROGRAM ? MEMORY_MIB : COMPILER_MIB) * 1024, FILE_MIB * 2048, FILES);
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

/* ---- A step ----------------------------------------------------------------------------------- */

/* What watches comes before what is watched (nice): there may be some hundred of that. Before it: a file to lose.  After it: how many processes there were, and whether the file is still there. */
static const char
    before_program[] = "exec 3>&2 2>/dev/null; cp '%s'/source notes.c; ",
    after_program[] =
        "2>&3 3>&-; s=$?; read a b c d n </proc/loadavg; echo \"tasks $n\" >>'%s'/traces; "
        "[ -s notes.c ] || echo lost >>'%s'/traces; exit $s";

static bool make_files(const struct trials *t, struct tri_error *e)
{
    static const char *const names[] = { "report", "traces" };
    char path[CHILD_FOLDER + 20];
    for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
        snprintf(path, sizeof path, "%s/%s", t->folder, names[i]);
        if (!child_folder_write(t->folder, names[i], "", e) || !cage_give(path, e))
            return false;
    }
    snprintf(path, sizeof path, "%s/seal", t->folder);
    return cage_give(path, e);
}

static char *script(const struct trials *t, double seconds, const char *command)
{
    char *text;
    size_t size;
    FILE *out = open_memstream(&text, &size);
    if (!out)
        return NULL;
    fprintf(out, before_program, t->folder);
    fprintf(out, "timeout --foreground -s KILL %g nice -n 19 %s ", seconds, command);
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
    put_shells_limits(out, step);
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
    enum { LATER = 10 }; /* seconds: in there time is up before it is here */
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
    bool good = fclose(out) == 0 && text;
    if (good)
        child_run(text, 20, &c);
    free(text);
    return (good && child_succeeded(&c)) ||
           tri_fail(e, TRI_USAGE,
                    "grade: no sandbox can be made here (%.*s); it takes bwrap, of the package "
                    "bubblewrap. --no-sandbox runs the answers without",
                    (int)strcspn(c.said, "\n"), c.said);
}
