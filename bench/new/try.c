/* Builds a project, and runs its compare. */
#include "try.h"

#include "child.h"
#include "project.h"

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

/* into: the folder of the build; how: further words for cmake.  file: the name in errors; NULL: they are not shown. */
static bool build(const char *folder, const char *name, const char *file, const char *into,
                  const char *how, struct tri_error *e)
{
    static struct child c; /* large */
    char package[PATH_MAX], copy[CHILD_FOLDER + PROJECT_NAME + 8];
    bool found = find_package(package);
    if (!child_run_in(
            folder, SECONDS_TO_BUILD, &c, e,
            "{ ! command -v ninja || export CMAKE_GENERATOR=${CMAKE_GENERATOR-Ninja}; } && "
            "cmake -S . -B %s %s %s%s%s && cmake --build %s --target %s-compare",
            into, how, found ? "'-DTriptych_DIR=" : "", found ? package : "", found ? "'" : "",
            into, name))
        return false;
    if (child_succeeded(&c))
        return true;
    snprintf(copy, sizeof copy, "%s/%s.c", folder, name);
    if (file)
        show(c.said, copy, file);
    return tri_fail(e, TRI_USAGE, "the file does not build%s",
                    c.timed_out ? " within 10 minutes" : "");
}

/* ---- compare ---- */

static bool wait_for(pid_t child, int *status, struct tri_error *e)
{
    int ended = 0;
    while (child > 0 && waitpid(child, &ended, 0) < 0 && errno == EINTR)
        ;
    *status = WIFEXITED(ended) ? WEXITSTATUS(ended) : TRI_FAILED;
    return (child > 0 && *status != 127) || tri_fail(e, TRI_FAILED, "compare cannot be started");
}

/* What it prints goes into that file; NULL: where this process prints. */
static bool start(char *program, char *const *options, FILE *into, int *status, struct tri_error *e)
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
        if (!into || dup2(fileno(into), STDOUT_FILENO) >= 0)
            execv(program, words);
        _exit(127);
    }
    free(words);
    return wait_for(child, status, e);
}

static bool run(const char *folder, const char *name, const char *built, char *const *options,
                FILE *into, int *status, struct tri_error *e)
{
    char program[CHILD_FOLDER + PROJECT_NAME + 32];
    snprintf(program, sizeof program, "%s/%s/%s-compare", folder, built, name);
    return start(program, options, into, status, e);
}

/* ---- With optimisation, and without ---- */

static bool print_all(FILE *from, struct tri_error *e)
{
    int c;
    if (fseek(from, 0, SEEK_SET) != 0)
        return tri_fail(e, TRI_FAILED, "a temporary file: %s", strerror(errno));
    while ((c = getc(from)) != EOF)
        putchar(c);
    return !ferror(from) || tri_fail(e, TRI_FAILED, "a temporary file could not be read");
}

/* Whether a path is wrong there.  Immediate operands of intrinsics may be constants for a compiler that optimises only: then it
 * does not build, and nothing is said of it. */
static bool is_wrong_without(const char *folder, const char *name, char *const *options, FILE *into)
{
    struct tri_error e;
    int status = TRI_AGREED;
    return build(folder, name, NULL, "unoptimised", "-DCMAKE_BUILD_TYPE=Debug", &e) &&
           run(folder, name, "unoptimised", options, into, &status, &e) && status == TRI_FAILED;
}

/* A variable that iterations share is in a register of each thread, if the compiler optimises: then nothing shows that, until
 * another compiler stores it.  If that is wrong alone, it is printed instead. */
static bool run_with_and_without(const char *folder, const char *name, char *const *options,
                                 char *const *unoptimised, int *status, struct tri_error *e)
{
    FILE *with = tmpfile(), *without = tmpfile(), *shown = with;
    bool good =
        (with && without) || tri_fail(e, TRI_FAILED, "a temporary file: %s", strerror(errno));
    good = good && run(folder, name, "build", options, with, status, e);
    if (good && *status == TRI_AGREED && is_wrong_without(folder, name, unoptimised, without)) {
        fputs(
            "Right as it is built, and wrong without optimisation (-O0), which keeps variables in memory:\n",
            stderr);
        *status = TRI_FAILED;
        shown = without;
    }
    good = good && print_all(shown, e);
    if (with)
        fclose(with);
    if (without)
        fclose(without);
    return good;
}

bool try_file(const char *file, char *const *options, char *const *unoptimised, int *status,
              struct tri_error *e)
{
    char folder[CHILD_FOLDER], name[PROJECT_NAME];
    struct tri_error ignored;
    if (!child_folder_make(folder, e))
        return false;
    children_begin();
    bool good =
        project_from(NULL, folder, file, name, e) && build(folder, name, file, "build", "", e);
    if (good && unoptimised)
        good = run_with_and_without(folder, name, options, unoptimised, status, e);
    else if (good)
        good = run(folder, name, "build", options, NULL, status, e);
    if (!good && strncmp(e->text, "--from: ", 8) == 0) /* which is an option of `new` */
        memmove(e->text, e->text + 8, strlen(e->text + 8) + 1);
    good = child_folder_remove(folder, good ? e : &ignored) && good;
    children_end();
    return good;
}
