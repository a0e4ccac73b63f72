/* The compiler of the build, and what it makes, in a folder of their own. */
#define _GNU_SOURCE /* vasprintf */
#include "learn.h"

#include "build_info.h"

#include <errno.h>
#include <stdarg.h>
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

/* A command that sees what a student has written: in the cage, if there is one. */
static bool run_step(const struct trials *t, enum step step, double seconds, struct child *c,
                     struct tri_error *e, const char *format, ...)
    __attribute__((format(printf, 6, 7)));

static bool run_step(const struct trials *t, enum step step, double seconds, struct child *c,
                     struct tri_error *e, const char *format, ...)
{
    char *command = NULL;
    va_list args;
    va_start(args, format);
    bool good = vasprintf(&command, format, args) >= 0 || tri_fail(e, TRI_FAILED, "out of memory");
    va_end(args);
    if (good && t->caged)
        good = cage_run(t, step, seconds, c, e, command);
    else if (good)
        good = child_run_in(t->folder, seconds, c, e, "%s%s", step == PROGRAM ? "exec " : "",
                            command);
    free(command);
    return good;
}

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

/* All of the judge as one object: of its names an answer can neither use nor replace those that lesson.h does not have. */
static bool seal_judge(const struct trials *t, struct tri_error *e)
{
    static struct child c;
    char path[PATH_MAX], *text, *names;
    lesson_path(t->course, t->lesson, "lesson.h", path);
    if (!(text = text_of(path, e)))
        return false;
    names = calloc(1, strlen(text) + sizeof "main\nompt_start_tool\n");
    bool good = names || tri_fail(e, TRI_FAILED, "out of memory");
    if (good) {
        names_declared(text, stpcpy(names, "main\nompt_start_tool\n"));
        good = child_folder_write(t->folder, "names", names, e) &&
               child_run_in(t->folder, SECONDS_TO_COMPILE, &c, e, "%s",
                            "mv judge.o lesson.o && '" TRIPTYCH_CC
                            "' -r -nostdlib -o judge.o lesson.o " LEARN_JUDGE
                            " && objcopy --keep-global-symbols=names judge.o");
    }
    free(text);
    free(names);
    return good && (child_succeeded(&c) ||
                    tri_fail(e, TRI_FAILED, "the judge cannot be sealed: %.300s", c.said));
}

/* What is left of the trial before is gone, its report above all. */
static bool compile(const struct trials *t, const char *file, struct child *c, struct tri_error *e)
{
    const char *folder = t->course->folder;
    return run_step(t, COMPILER, SECONDS_TO_COMPILE, c, e,
                        "rm -rf report seal program student.o && " COMPILE "-c -o student.o '%s'",
                        folder, "/student", folder, t->lesson->name, file);
}

/* The pragmas stay without the flags for OpenMP, which make clang do it twice, for host and device. */
static bool preprocess(const struct trials *t, const char *file, struct child *c,
                       struct tri_error *e)
{
    const char *folder = t->course->folder;
    return run_step(t, COMPILER, SECONDS_TO_COMPILE, c, e,
                        "rm -f source source.i && '" TRIPTYCH_CC "' -E -D_OPENMP=201811 "
                        "-I '%s/judge/student' -I '%s/%s' -o source.i '%s'",
                        folder, folder, t->lesson->name, file);
}

static bool link_program(const struct trials *t, struct child *c, struct tri_error *e)
{
    return run_step(t, COMPILER, SECONDS_TO_COMPILE, c, e, "%s%s%s",
                    t->caged ? CAGE_SEAL_ANSWER : "",
                    "'" TRIPTYCH_CC "' " TRIPTYCH_FLAGS " -o program judge.o student.o ",
                    t->caged ? TRIPTYCH_PROBE_LINK " -s -Wl,-z,now"
                             : LEARN_JUDGE " " TRIPTYCH_PROBE_LINK);
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
static bool run(const struct trials *t, struct child *c, struct tri_error *e)
{
    char words[40 * NOT_USED];
    bool plugin = strstr(TRIPTYCH_OFFLOAD_TARGET, "host plugin");
    const char *settings = plugin ? "OMP_NUM_THREADS=4 OMP_DYNAMIC=false OMP_TEAMS_THREAD_LIMIT=4 "
                                    "KMP_TEAMS_THREAD_LIMIT=256 LEARN_LOOPS=1"
                                  : "";
    write_not_used(words);
    return run_step(t, PROGRAM, t->seconds, c, e,
                    "env %s OMP_TARGET_OFFLOAD=MANDATORY LEARN_REPORT='%s/report' "
                    "LEARN_SOURCE='%s/source' LEARN_SEAL='%s/seal' %s '%s/program'",
                    words, t->folder, t->folder, t->folder, settings, t->folder);
}

/* ---- A trial ---------------------------------------------------------------------------------- */

enum { SEAL_LENGTH = 17 };

/* A number that nobody can guess, for the judge alone to read. */
static bool make_seal(const struct trials *t, char seal[static SEAL_LENGTH], struct tri_error *e)
{
    unsigned long long number;
    if (getentropy(&number, sizeof number) != 0)
        return tri_fail(e, TRI_FAILED, "a random number: %s", strerror(errno));
    snprintf(seal, SEAL_LENGTH, "%016llx", number);
    return child_folder_write(t->folder, "seal", seal, e);
}

static bool run_program(const struct trials *t, struct child *c, struct grade *v,
                        struct tri_error *e)
{
    char path[220], seal[SEAL_LENGTH];
    if (!make_seal(t, seal, e) || !run(t, c, e))
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
    if (good && t->caged)
        cage_judge(t, v);
    free(source);
    return good && (!children_stopped() || tri_fail(e, TRI_FAILED, "stopped"));
}

/* ---- Trials of a lesson ----------------------------------------------------------------------- */

bool trials_begin(struct trials *t, const struct course *course, const struct lesson *lesson,
                  bool caged, struct tri_error *e)
{
    *t = (struct trials){
        .course = course, .lesson = lesson, .seconds = SECONDS_TO_RUN, .caged = caged
    };
    children_begin();
    bool made = child_folder_make(t->folder, e);
    if (made && compile_judge(t, e) &&
        (!caged || (seal_judge(t, e) && cage_begin(t, e))))
        return true;
    if (made)
        child_folder_remove(t->folder, NULL);
    children_end();
    return false;
}

/* The folder is gone before a Ctrl-C ends the process. */
bool trials_end(const struct trials *t, struct tri_error *e)
{
    if (t->caged)
        cage_end(t);
    bool good = child_folder_remove(t->folder, e);
    children_end();
    return good;
}

bool trial_once(const struct course *course, const struct lesson *lesson, const char *file,
                struct grade *v, struct tri_error *e)
{
    struct trials t;
    if (!trials_begin(&t, course, lesson, false, e))
        return false;
    bool good = trial(&t, file, v, e);
    return trials_end(&t, good ? e : NULL) && good;
}
