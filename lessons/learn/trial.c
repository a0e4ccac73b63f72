/* The compiler of the build, and what it makes, in a folder of their own. */
#include "learn.h"

#include "build_info.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { SECONDS_TO_COMPILE = 120, SECONDS_TO_RUN = 10 };

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

/* ---- Commands --------------------------------------------------------------------------------- */

#define COMPILE "'" TRIPTYCH_CC "' " TRIPTYCH_FLAGS " -Wall -I '%s/judge%s' -I '%s/%s' "

static bool compile_judge(const struct trials *t, struct tri_error *e)
{
    static struct child c;
    const char *folder = t->course->folder, *name = t->lesson->name;
    if (!child_run_in(t->folder, SECONDS_TO_COMPILE, &c, e, COMPILE "-c -o judge.o '%s/%s/judge.c'",
                      folder, "", folder, name, folder, name))
        return false;
    return child_succeeded(&c) ||
           tri_fail(e, TRI_FAILED, "%s/judge.c does not compile: %.300s", name, c.said);
}

/* Whether regions run on this CPU. */
static bool on_plugin(void)
{
    return strstr(TRIPTYCH_OFFLOAD_TARGET, "host plugin") != NULL;
}

/* A race over a variable shows where each thread loads and stores it each time, and not where a loop keeps it in a register.
 * What is left of the trial before is gone, its report above all. */
static bool compile(const struct trials *t, const char *file, struct child *c, struct tri_error *e)
{
    const char *folder = t->course->folder;
    return child_run_in(t->folder, SECONDS_TO_COMPILE, c, e,
                        "rm -rf report program student.o && " COMPILE "%s -c -o student.o '%s'",
                        folder, "/student", folder, t->lesson->name, on_plugin() ? "-O0" : "",
                        file);
}

/* The pragmas stay without the flags for OpenMP, which make clang do it twice, for host and device. */
static bool preprocess(const struct trials *t, const char *file, struct child *c,
                       struct tri_error *e)
{
    const char *folder = t->course->folder;
    return child_run_in(t->folder, SECONDS_TO_COMPILE, c, e,
                        "rm -f source source.i && '" TRIPTYCH_CC "' -E -D_OPENMP=201811 "
                        "-I '%s/judge/student' -I '%s/%s' -o source.i '%s'",
                        folder, folder, t->lesson->name, file);
}

static bool link_program(const struct trials *t, struct child *c, struct tri_error *e)
{
    return child_run_in(t->folder, SECONDS_TO_COMPILE, c, e, "%s",
                        "'" TRIPTYCH_CC "' " TRIPTYCH_FLAGS
                        " -o program student.o judge.o " LEARN_JUDGE " " TRIPTYCH_PROBE_LINK);
}

/* How many threads and teams there are, how they share a loop and how much memory they have is the judge's to say. */
static const char *const not_used[] = { "OMP_THREAD_LIMIT",
                                        "OMP_TEAMS_THREAD_LIMIT",
                                        "OMP_NUM_TEAMS",
                                        "OMP_STACKSIZE",
                                        "OMP_SCHEDULE",
                                        "OMP_MAX_ACTIVE_LEVELS",
                                        "OMP_NESTED",
                                        "OMP_PROC_BIND",
                                        "OMP_PLACES",
                                        "OMP_CANCELLATION",
                                        "KMP_ALL_THREADS",
                                        "KMP_DEVICE_THREAD_LIMIT",
                                        "KMP_STACKSIZE",
                                        "KMP_LIBRARY",
                                        "KMP_AFFINITY",
                                        "KMP_HW_SUBSET",
                                        "GOMP_STACKSIZE",
                                        "GOMP_CPU_AFFINITY",
                                        "KMP_TEAMS_THREAD_LIMIT",
                                        "OMP_TARGET_OFFLOAD",
                                        "OMP_NUM_THREADS",
                                        "OMP_DYNAMIC",
                                        "LIBOMPTARGET_STACK_SIZE",
                                        "LIBOMPTARGET_HEAP_SIZE",
                                        "OMP_TOOL_LIBRARIES" };
enum { NOT_USED = sizeof not_used / sizeof *not_used };

/* Those of them that are set, for env. */
static void write_not_used(char words[static 40 * NOT_USED])
{
    int used = 0;
    words[0] = 0;
    for (size_t i = 0; i < NOT_USED; i++)
        if (getenv(not_used[i]))
            used += sprintf(words + used, "-u %s ", not_used[i]);
}

/* Four threads on any processor: with one there is no race.  Loops are told of by the plugin of the host alone, and of
 * teams it gives as many as are asked for, if all together may have more threads than there are cores. */
static bool run(const struct trials *t, const char *seal, struct child *c, struct tri_error *e)
{
    char words[40 * NOT_USED];
    const char *settings = on_plugin()
                               ? "OMP_NUM_THREADS=4 OMP_DYNAMIC=false OMP_TEAMS_THREAD_LIMIT=4 "
                                 "KMP_TEAMS_THREAD_LIMIT=256 LEARN_LOOPS=1"
                               : "";
    write_not_used(words);
    return child_run_in(t->folder, t->seconds, c, e,
                        "exec env %s OMP_TARGET_OFFLOAD=MANDATORY LEARN_REPORT=report "
                        "LEARN_SOURCE=source LEARN_SEAL=%s %s ./program",
                        words, seal, settings);
}

/* ---- A trial ---------------------------------------------------------------------------------- */

enum { SEAL_LENGTH = 17 };

/* A number that nobody can guess. */
static bool make_seal(char seal[static SEAL_LENGTH], struct tri_error *e)
{
    unsigned long long number;
    if (getentropy(&number, sizeof number) != 0)
        return tri_fail(e, TRI_FAILED, "a random number: %s", strerror(errno));
    snprintf(seal, SEAL_LENGTH, "%016llx", number);
    return true;
}

static bool run_program(const struct trials *t, struct child *c, struct grade *v,
                        struct tri_error *e)
{
    char path[220], seal[SEAL_LENGTH];
    if (!make_seal(seal, e) || !run(t, seal, c, e))
        return false;
    snprintf(path, sizeof path, "%s/report", t->folder);
    char *report = text_of(path, NULL);
    grade_run(v, c, report ? report : "", seal);
    free(report);
    return true;
}

/* What does not preprocess does not compile, either: then the compiler says why. */
static bool look_into(const struct trials *t, const char *file, struct grade *v,
                      struct tri_error *e)
{
    static struct child c;
    struct preprocessed s;
    char path[220];
    if (!preprocess(t, file, &c, e))
        return false;
    snprintf(path, sizeof path, "%s/source.i", t->folder);
    char *printed = c.ran && c.status == 0 ? text_of(path, e) : strdup("");
    bool good = printed && preprocessed_parse(&s, printed, t->course, t->lesson, e);
    free(printed);
    if (!good)
        return false;
    if (*s.other)
        grade_with_other(v, s.other);
    good = child_folder_write(t->folder, "source", s.own, e);
    preprocessed_free(&s);
    return good;
}

static bool try_file(const struct trials *t, const char *file, struct grade *v, struct tri_error *e)
{
    static struct child c;
    if (!look_into(t, file, v, e))
        return false;
    if (*v->text)
        return true;
    if (!compile(t, file, &c, e))
        return false;
    grade_compiler(v, &c);
    if (!v->compiled)
        return true;
    if (!link_program(t, &c, e))
        return false;
    grade_linker(v, &c);
    return !v->compiled || run_program(t, &c, v, e);
}

bool trial(const struct trials *t, const char *file, struct grade *v, struct tri_error *e)
{
    *v = (struct grade){ 0 };
    char *source = text_of(file, e);
    if (!source)
        return false;
    bool good = true;
    if (includes_lesson(source))
        good = try_file(t, file, v, e);
    else
        grade_without_lesson(v);
    free(source);
    return good && (!children_stopped() || tri_fail(e, TRI_FAILED, "stopped"));
}

/* ---- Trials of a lesson ----------------------------------------------------------------------- */

bool trials_begin(struct trials *t, const struct course *course, const struct lesson *lesson,
                  struct tri_error *e)
{
    *t = (struct trials){ .course = course, .lesson = lesson, .seconds = SECONDS_TO_RUN };
    children_begin();
    bool made = child_folder_make(t->folder, e);
    if (made && compile_judge(t, e))
        return true;
    if (made)
        child_folder_remove(t->folder, NULL);
    children_end();
    return false;
}

/* The folder is gone before a Ctrl-C ends the process. */
bool trials_end(const struct trials *t, struct tri_error *e)
{
    bool good = child_folder_remove(t->folder, e);
    children_end();
    return good;
}

bool trial_once(const struct course *course, const struct lesson *lesson, const char *file,
                struct grade *v, struct tri_error *e)
{
    struct trials t;
    if (!trials_begin(&t, course, lesson, e))
        return false;
    bool good = trial(&t, file, v, e);
    return trials_end(&t, good ? e : NULL) && good;
}
