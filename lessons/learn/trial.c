/* Trials: what the compiler of the build makes, in a folder of their own, and what that does. */
#include "cage.h"
#include "commands.h"

#include "build_info.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { SECONDS_TO_RUN = 10 };

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

/* ---- A trial ---------------------------------------------------------------------------------- */

static bool has(const struct trials *t, const char *name)
{
    char path[220];
    snprintf(path, sizeof path, "%s/%s", t->folder, name);
    return access(path, F_OK) == 0;
}

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

static bool run_program(const struct trials *t,
                        bool run(const struct trials *, struct child *, struct tri_error *),
                        struct child *c, struct grade *v, struct tri_error *e)
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

/* A right answer once more, so that it tells what it accesses: a race goes right as often as one looks. */
static bool find_races(const struct trials *t, const char *file, struct grade *v,
                       struct tri_error *e)
{
    static struct child c;
    struct grade races = { 0 };
    if (!commands_find_races()) {
        grade_without_races(v, "this compiler cannot make a program that tells of them");
        return true;
    }
    if (!commands_build_races(t, file, &c, e))
        return false;
    if (child_succeeded(&c) && !run_program(t, commands_run_races, &c, &races, e))
        return false;
    grade_races(v, &races);
    return true;
}

static bool look_into(const struct trials *t, struct grade *v, struct tri_error *e)
{
    struct preprocessed s;
    char path[220];
    snprintf(path, sizeof path, "%s/source.i", t->folder);
    char *printed = has(t, "source.i") ? text_of(path, e) : strdup("");
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
    if (!commands_build(t, file, &c, e) || !look_into(t, v, e))
        return false;
    if (*v->text)
        return true;
    grade_compiler(v, &c, has(t, "student.o"));
    if (v->compiled)
        grade_linker(v, &c);
    return !v->compiled || (run_program(t, commands_run, &c, v, e) &&
                            (v->kind != RIGHT || find_races(t, file, v, e)));
}

bool trial(const struct trials *t, const char *file, struct grade *v, struct tri_error *e)
{
    *v = (struct grade){ 0 };
    char *source = text_of(file, e);
    if (!source)
        return false;
    bool good = true;
    if (!includes_lesson(source))
        grade_without_lesson(v);
    else if (asks_for_sanitizer(source))
        grade_asking(v);
    else
        good = try_file(t, file, v, e);
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
    if (made && commands_begin(t, e) && (!caged || cage_begin(t, e)))
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
