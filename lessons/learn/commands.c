/* The commands of a trial, for the compiler of the build. */
#define _GNU_SOURCE /* stpcpy, vasprintf */
#include "commands.h"

#include "build_info.h"
#include "cage.h"

#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

enum { SECONDS_TO_COMPILE = 120 };

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
        good =
            child_run_in(t->folder, seconds, c, e, "%s%s", step == PROGRAM ? "exec " : "", command);
    free(command);
    return good;
}

static bool compile_judge(const struct trials *t, struct tri_error *e)
{
    static struct child c;
    const char *folder = t->course->folder, *name = t->lesson->name;
    if (!child_run_in(t->folder, SECONDS_TO_COMPILE, &c, e,
                      "'" TRIPTYCH_CC "' " TRIPTYCH_FLAGS
                      " -Wall -I '%s/judge' -I '%s/%s' -c -o judge.o '%s/%s/judge.c'",
                      folder, folder, name, folder, name))
        return false;
    return child_succeeded(&c) ||
           tri_fail(e, TRI_FAILED, "%s/judge.c does not compile: %.300s", name, c.said);
}

/* What of the judge is called by an answer that does not name it. */
static const char always_shown[] = "main\nompt_start_tool\n__tsan_*\n__wrap_*\n";

/* All of the judge as one object: of its names an answer can neither use nor replace those that lesson.h does not have. */
static bool seal_judge(const struct trials *t, struct tri_error *e)
{
    static struct child c;
    char path[PATH_MAX], *text, *names;
    lesson_path(t->course, t->lesson, "lesson.h", path);
    if (!(text = text_of(path, e)))
        return false;
    names = calloc(1, strlen(text) + sizeof always_shown);
    bool good = names || tri_fail(e, TRI_FAILED, "out of memory");
    if (good) {
        names_declared(text, stpcpy(names, always_shown));
        good = child_folder_write(t->folder, "names", names, e) &&
               child_run_in(t->folder, SECONDS_TO_COMPILE, &c, e,
                            "mv judge.o lesson.o && '" TRIPTYCH_CC
                            "' -r -nostdlib -o judge.o lesson.o %s"
                            " && objcopy --wildcard --keep-global-symbols=names judge.o",
                            places_judge());
    }
    free(text);
    free(names);
    return good && (child_succeeded(&c) ||
                    tri_fail(e, TRI_FAILED, "the judge cannot be sealed: %.300s", c.said));
}

/* What the compiler's driver would run, a line each, to be run without it: each start of clang is a tenth of a second.  Not
 * clang: the driver runs. */
static bool spell_out(const struct trials *t, struct tri_error *e)
{
    static struct child c;
    return child_run_in(
        t->folder, SECONDS_TO_COMPILE, &c, e,
        "file='%s/%s.c'; : >\"$file\" >student.o >races.o; for step in compile link compile-races link-races; do "
        "sed \"s/^'[^']*'/& -###/\" $step >asked; "
        ". ./asked 2>&1 | sed -n 's/^ \"/\"/p' | sed '$!s/$/ \\&\\&/' >$step.spelt; "
        "grep -qE '\"-cc1\"|linker-wrapper\"' $step.spelt && mv $step.spelt $step; done",
        t->folder, t->lesson->name);
}

/* Whether regions run on this CPU. */
static bool on_plugin(void)
{
    return strstr(TRIPTYCH_OFFLOAD_TARGET, "host plugin") != NULL;
}

/* Empty: this compiler cannot. */
bool commands_find_races(void)
{
    return *LEARN_RACES;
}

/* Of an object, a program. */
static bool write_link(const struct trials *t, const char *object, const char *program,
                       const char *file, struct tri_error *e)
{
    char text[4 * PATH_MAX];
    snprintf(text, sizeof text,
             "'" TRIPTYCH_CC "' " TRIPTYCH_FLAGS " -o %s judge.o %s %s " TRIPTYCH_PROBE_LINK
             " " LEARN_WATCHED "\n",
             program, object, t->caged ? "-s -Wl,-z,now" : places_judge());
    return child_folder_write(t->folder, file, text, e);
}

/* The commands, of which commands_build() is made.  The pragmas stay without the flags for OpenMP, which make clang preprocess twice,
 * for host and device. */
static bool write_commands(const struct trials *t, struct tri_error *e)
{
    static const char compiler[] = "'" TRIPTYCH_CC "' ", flags[] = TRIPTYCH_FLAGS " ";
    char folders[3 * PATH_MAX], text[4 * PATH_MAX];
    snprintf(folders, sizeof folders, "-I '%s/judge/student' -I '%s/%s'", t->course->folder,
             t->course->folder, t->lesson->name);
    snprintf(text, sizeof text, "%s-E -D_OPENMP=201811 %s -o source.i \"$file\"\n", compiler,
             folders);
    bool good = child_folder_write(t->folder, "preprocess", text, e);
    snprintf(text, sizeof text, "%s%s-Wall %s -c -o student.o \"$file\"\n", compiler, flags,
             folders);
    good = good && child_folder_write(t->folder, "compile", text, e);
    snprintf(text, sizeof text, "%s" LEARN_RACES " -w %s -c -o races.o \"$file\"\n", compiler,
             folders);
    return good && child_folder_write(t->folder, "compile-races", text, e) &&
           write_link(t, "student.o", "program", "link", e) &&
           write_link(t, "races.o", "races", "link-races", e);
}

/* What is left of the trial before is gone, its report above all.  What does not preprocess does not compile, either: then the
 * compiler says why. */
bool commands_build(const struct trials *t, const char *file, struct child *c, struct tri_error *e)
{
    return run_step(
        t, COMPILER, SECONDS_TO_COMPILE, c, e,
        "rm -rf report seal program student.o source source.i races races.o; file='%s'; "
        ". ./preprocess 2>/dev/null; . ./compile && %s . ./link",
        file, t->caged ? CAGE_SEAL_ANSWER("student.o") : "");
}

bool commands_build_races(const struct trials *t, const char *file, struct child *c,
                          struct tri_error *e)
{
    return run_step(t, COMPILER, SECONDS_TO_COMPILE, c, e,
                    "rm -f report seal; file='%s'; . ./compile-races && %s . ./link-races", file,
                    t->caged ? CAGE_SEAL_ANSWER("races.o") : "");
}

bool commands_begin(const struct trials *t, struct tri_error *e)
{
    return compile_judge(t, e) && write_commands(t, e) &&
           (!t->caged || (seal_judge(t, e) && spell_out(t, e)));
}

/* ---- The program ------------------------------------------------------------------------------ */

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
                                        "LIBOMP_USE_HIDDEN_HELPER_TASK",
                                        "LIBOMP_NUM_HIDDEN_HELPER_THREADS",
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
static const char four_threads[] = "OMP_NUM_THREADS=4 OMP_DYNAMIC=false OMP_TEAMS_THREAD_LIMIT=4 "
                                   "KMP_TEAMS_THREAD_LIMIT=256 ";

static bool run(const struct trials *t, const char *program, const char *settings, struct child *c,
                struct tri_error *e)
{
    char words[40 * NOT_USED];
    write_not_used(words);
    return run_step(t, PROGRAM, t->seconds, c, e,
                    "env %s OMP_TARGET_OFFLOAD=MANDATORY LEARN_REPORT='%s/report' "
                    "LEARN_SOURCE='%s/source' LEARN_SEAL='%s/seal' %s %s '%s/%s'",
                    words, t->folder, t->folder, t->folder, settings,
                    on_plugin() ? "LEARN_LOOPS=1" : "", t->folder, program);
}

bool commands_run(const struct trials *t, struct child *c, struct tri_error *e)
{
    return run(t, "program", on_plugin() ? four_threads : "", c, e);
}

/* Lines are not asked for in a cage, where a program starts no others. */
bool commands_run_races(const struct trials *t, struct child *c, struct tri_error *e)
{
    char settings[sizeof four_threads + 40];
    snprintf(settings, sizeof settings, "%s LEARN_RACES=%s", four_threads,
             t->caged ? "yes" : "lines");
    return run(t, "races", settings, c, e);
}
