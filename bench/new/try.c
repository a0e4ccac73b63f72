/* Builds a project, and runs its compare. */
#include "project.h"

#include "child.h"

#include <errno.h>
#include <limits.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

static const double SECONDS_TO_BUILD = 600;

/* ---- Where this is installed ---- */

/* The folder of the package, if this program lies where it is installed: PREFIX/libexec/triptych/check. */
static bool find_package(char package[static PATH_MAX])
{
    char own[PATH_MAX];
    ssize_t length = readlink("/proc/self/exe", own, sizeof own - 1);
    own[length > 0 ? length : 0] = '\0';
    for (int up = 0; up < 3; up++) {
        char *slash = strrchr(own, '/');
        if (!slash)
            return false;
        *slash = '\0';
    }
    return snprintf(package, PATH_MAX, "%s/lib/cmake/Triptych", own) < PATH_MAX &&
           access(package, R_OK) == 0;
}

/* ---- What the build says ---- */

static bool has(const char *line, size_t length, const char *word)
{
    size_t n = strlen(word);
    for (size_t i = 0; i + n <= length; i++)
        if (memcmp(line + i, word, n) == 0)
            return true;
    return false;
}

static bool is_of_error(const char *line, size_t length)
{
    bool is_beside = has(line, length, ": warning: ") || has(line, length, ": note: ") ||
                     has(line, length, "In file included");
    return !is_beside && (has(line, length, "error: ") || has(line, length, "undefined ") ||
                          has(line, length, ".c:"));
}

/* A compiler that runs for each precision says it twice. */
static bool was_said(const char *said, const char *line, size_t length)
{
    for (const char *before = said; before < line; before += strcspn(before, "\n") + 1)
        if (strcspn(before, "\n") == length && memcmp(before, line, length) == 0)
            return true;
    return false;
}

/* The user's name of the file, for that of the copy. */
static void print_line(const char *line, size_t length, const char *copy, const char *file)
{
    size_t n = strlen(copy);
    bool is_copy = length > n && memcmp(line, copy, n) == 0;
    fprintf(stderr, "%s%.*s\n", is_copy ? file : "", (int)(length - (is_copy ? n : 0)),
            line + (is_copy ? n : 0));
}

/* Lines of errors; without one, all of it. */
static void show(const char *said, const char *copy, const char *file)
{
    bool any = false;
    for (const char *line = said; *line;) {
        size_t length = strcspn(line, "\n");
        if (is_of_error(line, length) && !was_said(said, line, length)) {
            print_line(line, length, copy, file);
            any = true;
        }
        line += length + (line[length] == '\n');
    }
    if (!any)
        fputs(said, stderr);
}

static bool build(const char *folder, const char *name, const char *file, struct tri_error *e)
{
    static struct child c; /* large */
    char package[PATH_MAX], copy[CHILD_FOLDER + PROJECT_NAME + 8];
    bool found = find_package(package);
    if (!child_run_in(
            folder, SECONDS_TO_BUILD, &c, e,
            "{ ! command -v ninja || export CMAKE_GENERATOR=${CMAKE_GENERATOR-Ninja}; } && "
            "cmake -S . -B build %s%s%s && cmake --build build --target %s-compare",
            found ? "'-DTriptych_DIR=" : "", found ? package : "", found ? "'" : "", name))
        return false;
    if (child_succeeded(&c))
        return true;
    snprintf(copy, sizeof copy, "%s/%s.c", folder, name);
    show(c.said, copy, file);
    return tri_fail(e, TRI_USAGE, "the file does not build%s",
                    c.timed_out ? " within 10 minutes" : "");
}

/* ---- compare, with this process's output ---- */

static bool wait_for(pid_t child, int *status, struct tri_error *e)
{
    int ended = 0;
    while (child > 0 && waitpid(child, &ended, 0) < 0 && errno == EINTR)
        ;
    *status = WIFEXITED(ended) ? WEXITSTATUS(ended) : TRI_FAILED;
    if (child > 0 && WIFSIGNALED(ended))
        return tri_fail(e, TRI_FAILED, "compare was ended by signal %d (%s): there is no verdict",
                        WTERMSIG(ended), strsignal(WTERMSIG(ended)));
    return (child > 0 && *status != 127) || tri_fail(e, TRI_FAILED, "compare cannot be started");
}

static bool start(char *program, char *const *options, int *status, struct tri_error *e)
{
    size_t n = 0;
    while (options[n])
        n++;
    char **words = calloc(n + 2, sizeof *words);
    if (!words)
        return tri_fail(e, TRI_FAILED, "out of memory");
    words[0] = program;
    memcpy(words + 1, options, n * sizeof *words);
    fflush(stdout);
    pid_t child = fork();
    if (child == 0) {
        sigset_t none; /* while the folder is there, this process puts off signals */
        sigemptyset(&none);
        sigprocmask(SIG_SETMASK, &none, NULL);
        execv(program, words);
        _exit(127);
    }
    free(words);
    return wait_for(child, status, e);
}

bool try_file(const char *file, char *const *options, int *status, struct tri_error *e)
{
    char folder[CHILD_FOLDER], name[PROJECT_NAME], program[CHILD_FOLDER + PROJECT_NAME + 32];
    struct tri_error ignored;
    if (!child_folder_make(folder, e))
        return false;
    children_begin();
    bool good = project_from(NULL, folder, file, name, e) && build(folder, name, file, e);
    if (good) {
        snprintf(program, sizeof program, "%s/build/%s-compare", folder, name);
        good = start(program, options, status, e);
    }
    if (!good && strncmp(e->text, "--from: ", 8) == 0) /* which is an option of `new` */
        memmove(e->text, e->text + 8, strlen(e->text + 8) + 1);
    good = child_folder_remove(folder, good ? e : &ignored) && good;
    children_end();
    return good;
}
