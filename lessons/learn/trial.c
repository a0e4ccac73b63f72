/* The compiler of the build, and what it makes, in a folder of their own. */
#define _GNU_SOURCE /* nftw, asprintf */
#include "trial.h"

#include "build_info.h"

#include <errno.h>
#include <ftw.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { SECONDS_TO_COMPILE = 120, SECONDS_TO_RUN = 10 };

static bool fail_errno(const char *what, struct tri_error *e)
{
    return tri_fail(e, TRI_FAILED, "%.250s: %s", what, strerror(errno));
}

bool trial_possible(struct tri_error *e)
{
    if (!TRIPTYCH_OFFLOAD)
        return tri_fail(
            e, TRI_USAGE,
            "this build (preset " TRIPTYCH_PRESET
            ") has no offload target, so there is no device to learn on; llvm-host needs no GPU");
    return access(TRIPTYCH_CC, X_OK) == 0 ||
           tri_fail(e, TRI_FAILED,
                    "the compiler that built this is not on this machine: " TRIPTYCH_CC);
}

/* ---- The folder ------------------------------------------------------------------------------- */

static int remove_one(const char *path, const struct stat *unused, int type, struct FTW *place)
{
    (void)unused, (void)type, (void)place;
    return remove(path);
}

static bool make_folder(char folder[200], struct tri_error *e)
{
    const char *place = getenv("TMPDIR");
    place = place && *place && strlen(place) < 150 && !strchr(place, '\'') ? place : "/tmp";
    snprintf(folder, 200, "%s/triptych-XXXXXX", place);
    return mkdtemp(folder) || fail_errno(place, e);
}

/* ---- Commands --------------------------------------------------------------------------------- */

/* Runs it in the folder, and frees it. */
static bool run_in(const char *folder, char *command, double seconds, struct child *c,
                   struct tri_error *e)
{
    char *whole = NULL;
    bool good = command && asprintf(&whole, "cd '%s' && export TMPDIR='%s' LC_ALL=C && %s", folder,
                                    folder, command) >= 0;
    if (good)
        child_run(whole, seconds, c);
    else
        tri_fail(e, TRI_FAILED, "out of memory");
    free(command);
    free(whole);
    return good;
}

#define COMPILE "'" TRIPTYCH_CC "' " TRIPTYCH_FLAGS " -Wall -I '%s/judge' -I '%s/%s' "

static char *compile_command(const struct course *c, const struct lesson *l, const char *file)
{
    char *command;
    int length =
        asprintf(&command, COMPILE "-c -o student.o '%s'", c->folder, c->folder, l->name, file);
    return length < 0 ? NULL : command;
}

static char *link_command(const struct course *c, const struct lesson *l)
{
    char *command;
    int length = asprintf(&command,
                          COMPILE "-o program student.o '%s/%s/judge.c' " LEARN_JUDGE
                                  " " TRIPTYCH_PROBE_LINK,
                          c->folder, c->folder, l->name, c->folder, l->name);
    return length < 0 ? NULL : command;
}

/* Four threads: with one there is no race.  Loops are told of by the plugin of the host alone. */
static char *run_command(void)
{
    bool plugin = strstr(TRIPTYCH_OFFLOAD_TARGET, "host plugin");
    return strdup(plugin
                      ? "exec env OMP_TARGET_OFFLOAD=MANDATORY OMP_NUM_THREADS=4 OMP_DYNAMIC=false "
                        "LEARN_REPORT=report LEARN_LOOPS=1 ./program"
                      : "exec env OMP_TARGET_OFFLOAD=MANDATORY LEARN_REPORT=report ./program");
}

/* ---- A trial ---------------------------------------------------------------------------------- */

static bool run_program(const char *folder, struct child *c, struct grade *v, struct tri_error *e)
{
    char path[220];
    if (!run_in(folder, run_command(), SECONDS_TO_RUN, c, e))
        return false;
    snprintf(path, sizeof path, "%s/report", folder);
    char *report = text_of(path, NULL);
    grade_run(v, c, report ? report : "");
    free(report);
    return true;
}

static bool try_in(const char *folder, const struct course *course, const struct lesson *l,
                   const char *file, struct grade *v, struct tri_error *e)
{
    static struct child c;
    if (!run_in(folder, compile_command(course, l, file), SECONDS_TO_COMPILE, &c, e))
        return false;
    grade_compiler(v, &c);
    if (!v->compiled)
        return true;
    if (!run_in(folder, link_command(course, l), SECONDS_TO_COMPILE, &c, e))
        return false;
    grade_linker(v, &c);
    return !v->compiled || run_program(folder, &c, v, e);
}

/* The folder is gone before a Ctrl-C ends the process. */
static bool try_in_folder(const struct course *course, const struct lesson *l, const char *file,
                          struct grade *v, struct tri_error *e)
{
    char folder[200];
    children_begin();
    bool made = make_folder(folder, e), good = made && try_in(folder, course, l, file, v, e);
    if (made && nftw(folder, remove_one, 8, FTW_DEPTH | FTW_PHYS) != 0 && good)
        good = fail_errno(folder, e);
    children_end();
    return good;
}

bool trial(const struct course *course, const struct lesson *l, const char *file, struct grade *v,
           struct tri_error *e)
{
    *v = (struct grade){ 0 };
    char *source = text_of(file, e);
    if (!source)
        return false;
    bool good = true;
    if (includes_lesson(source))
        good = try_in_folder(course, l, file, v, e);
    else
        grade_without_lesson(v);
    free(source);
    return good;
}
