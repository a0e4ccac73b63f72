/* The verbs. */
#define _GNU_SOURCE /* realpath, program_invocation_name */
#include "cage.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <time.h>

static size_t number_of(const struct learner *l, const struct lesson *lesson)
{
    return (size_t)(lesson - l->course.lesson);
}

static bool save(const struct learner *l, struct tri_error *e)
{
    return progress_write(&l->progress, &l->course, l->progress_file, e);
}

/* ---- list, next ------------------------------------------------------------------------------- */

static void list(const struct learner *l)
{
    size_t solved = 0;
    for (size_t i = 0; i < l->course.n; i++) {
        enum state state = l->progress.state[i];
        printf("%-16s %-8s %s\n", l->course.lesson[i].name, state == NEW ? "" : state_name(state),
               l->course.lesson[i].title);
        solved += state == SOLVED;
    }
    printf("%zu of %zu solved\n", solved, l->course.n);
}

static bool print_file(const struct learner *l, const struct lesson *lesson, const char *name,
                       struct tri_error *e)
{
    char path[PATH_MAX];
    lesson_path(&l->course, lesson, name, path);
    char *text = text_of(path, e);
    if (text)
        fputs(text, stdout);
    free(text);
    return text != NULL;
}

/* What it is about, and what the file declares that the exercise includes. */
static bool print_lesson(const struct learner *l, const struct lesson *lesson, struct tri_error *e)
{
    return print_file(l, lesson, "README.md", e) &&
           puts("\nlesson.h says what is wanted:\n") >= 0 && print_file(l, lesson, "lesson.h", e);
}

static bool next(struct learner *l, struct tri_error *e)
{
    char file[PATH_MAX];
    size_t i = progress_next(&l->progress, &l->course, 0);
    if (i == l->course.n) {
        puts("All are solved.");
        return true;
    }
    const struct lesson *lesson = &l->course.lesson[i];
    if (!begin_lesson(l, lesson, file, e) || !print_lesson(l, lesson, e))
        return false;
    printf("\nEdit %s, then: %s run %s\n", file, program_invocation_name, lesson->name + 3);
    return true;
}

/* ---- run, watch ------------------------------------------------------------------------------- */

/* A lesson that was solved once stays solved. */
static void note(struct learner *l, size_t i, enum kind kind)
{
    static const enum state states[] = {
        [RIGHT] = SOLVED, [WRONG] = TRIED, [CANNOT_TELL] = SKIPPED
    };
    if (l->progress.state[i] != SOLVED)
        l->progress.state[i] = states[kind];
}

static bool run(struct learner *l, const struct lesson *lesson, int *status, struct tri_error *e)
{
    static struct grade v;
    char file[PATH_MAX];
    if (!begin_lesson(l, lesson, file, e) || !trial_once(&l->course, lesson, file, &v, e))
        return false;
    grade_print(stdout, &v);
    if (fflush(stdout) != 0)
        return tri_fail(e, TRI_FAILED, "standard output: %s", strerror(errno));
    *status = v.kind == RIGHT ? TRI_AGREED : TRI_FAILED;
    note(l, number_of(l, lesson), v.kind);
    return save(l, e);
}

static bool same_file(const struct stat *a, const struct stat *b)
{
    return a->st_mtim.tv_sec == b->st_mtim.tv_sec && a->st_mtim.tv_nsec == b->st_mtim.tv_nsec &&
           a->st_ino == b->st_ino && a->st_size == b->st_size;
}

/* Until it has changed, and stays so: an editor may write it in pieces, or replace it, and for a moment there may be
 * none. */
static void wait_for_change(const char *file, struct stat *seen)
{
    const struct timespec pause = { 0, 200000000 };
    struct stat now, before = { 0 };
    while (stat(file, &now) != 0 || same_file(&now, seen) || !same_file(&now, &before)) {
        before = now;
        nanosleep(&pause, NULL);
    }
    *seen = now;
}

/* The lesson until it is solved, then the next one that is not. */
static bool watch(struct learner *l, size_t i, struct tri_error *e)
{
    char file[PATH_MAX];
    for (; i < l->course.n; i = progress_next(&l->progress, &l->course, i + 1)) {
        int status = TRI_FAILED;
        struct stat seen = { 0 };
        const struct lesson *lesson = &l->course.lesson[i];
        if (!begin_lesson(l, lesson, file, e) || !print_lesson(l, lesson, e))
            return false;
        printf("\nWatching %s; Ctrl-C ends it.\n", file);
        fflush(stdout);
        while (status != TRI_AGREED) {
            wait_for_change(file, &seen);
            printf("---- %s\n", lesson->name);
            if (!run(l, lesson, &status, e))
                return false;
        }
    }
    puts("All from here on are solved.");
    return true;
}

/* ---- hint, solution, reset -------------------------------------------------------------------- */

static bool hint(struct learner *l, const struct lesson *lesson, struct tri_error *e)
{
    char path[PATH_MAX];
    size_t length, i = number_of(l, lesson);
    int level = l->progress.hints[i] > 0;
    lesson_path(&l->course, lesson, "hints.md", path);
    char file[PATH_MAX], *text = begin_lesson(l, lesson, file, e) ? text_of(path, e) : NULL;
    if (!text)
        return false;
    const char *words = hint_in(text, level, &length);
    printf("%.*s", (int)length, words);
    puts(level ? "" : "\n(The same command again: a clearer one.)");
    free(text);
    l->progress.hints[i] = level + 1;
    return save(l, e);
}

static bool solution(struct learner *l, const struct lesson *lesson, struct tri_error *e)
{
    if (l->progress.state[number_of(l, lesson)] == NEW)
        return tri_fail(
            e, TRI_USAGE, "solution: not before a try: %s run %s (or a hint: %s hint %s)",
            program_invocation_name, lesson->name + 3, program_invocation_name, lesson->name + 3);
    return print_file(l, lesson, "solution.c", e);
}

static bool reset(struct learner *l, const struct lesson *lesson, struct tri_error *e)
{
    bool good = true;
    for (size_t i = 0; good && i < l->course.n; i++) {
        if (lesson && lesson != &l->course.lesson[i])
            continue;
        good = reset_lesson(l, &l->course.lesson[i], e);
        l->progress.state[i] = NEW;
        l->progress.hints[i] = 0;
    }
    return good && save(l, e);
}

/* ---- All -------------------------------------------------------------------------------------- */

static bool check(const struct learner *l, const struct lesson *lesson, const struct request *r,
                  int *status, struct tri_error *e)
{
    int failures = 0;
    bool good = check_lessons(&l->course, lesson, r, &failures, e);
    *status = failures ? TRI_FAILED : TRI_AGREED;
    return good;
}

static bool grade(const struct learner *l, const struct request *r, int *status,
                  struct tri_error *e)
{
    struct class class;
    struct result *results = NULL;
    bool good = (r->no_sandbox || cage_possible(e)) && marks_possible(r, e) &&
                class_read(&class, &l->course, r->folder, e);
    if (good) {
        good = (results = grade_class(&class, &l->course, r, e)) &&
               marks_write(&class, &l->course, results, r, status, e);
        grading_free(results, &class, &l->course);
        class_free(&class);
    }
    return good;
}

/* The folder as an absolute path: the compiler works in another one. */
static bool find_work(struct learner *l, const char *folder, struct tri_error *e)
{
    char here[PATH_MAX] = "";
    if (*folder != '/' && !realpath(".", here))
        return tri_fail(e, TRI_FAILED, "the current folder: %s", strerror(errno));
    int n = snprintf(l->work, sizeof l->work, "%s%s%s", here, *here ? "/" : "", folder);
    if (n >= PATH_MAX - LESSON_NAME - 16 || strchr(l->work, '\''))
        return tri_fail(e, TRI_USAGE,
                        "--work: the folder's name is too long, or has a quote in it");
    snprintf(l->progress_file, PATH_MAX, "%.*s/progress.txt", PATH_MAX - 16, l->work);
    return progress_read(&l->progress, &l->course, l->progress_file, e);
}

static bool carry_out(struct learner *l, const struct request *r, const struct lesson *lesson,
                      int *status, struct tri_error *e)
{
    bool tries = r->verb == RUN || r->verb == WATCH || r->verb == CHECK || r->verb == GRADE;
    if ((tries && !trial_possible(e)) || (r->verb == CHECK && !patched_possible(e)))
        return false;
    switch (r->verb) {
    case NEXT: return next(l, e);
    case RUN: return run(l, lesson, status, e);
    case WATCH:
        return watch(l, lesson ? number_of(l, lesson) : progress_next(&l->progress, &l->course, 0),
                     e);
    case HINT: return hint(l, lesson, e);
    case RESET: return reset(l, lesson, e);
    case SOLUTION: return solution(l, lesson, e);
    case CHECK: return check(l, lesson, r, status, e);
    case GRADE: return grade(l, r, status, e);
    case EXPORT: return export_lessons(&l->course, r->folder, e);
    default: list(l); return true;
    }
}

bool learn(const struct request *r, int *status, struct tri_error *e)
{
    static struct learner l;
    const struct lesson *lesson = NULL;
    *status = TRI_AGREED;
    if (!course_read(&l.course, r->lessons, e) ||
        (r->name && !(lesson = course_find(&l.course, r->name, e))) || !find_work(&l, r->work, e))
        return false;
    return carry_out(&l, r, lesson, status, e);
}
