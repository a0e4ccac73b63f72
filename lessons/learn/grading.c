/* Answers of a class: a lesson at a time, whose judge is compiled once; the same text is tried once. */
#define _GNU_SOURCE /* MAP_ANONYMOUS */
#include "learn.h"

#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>

struct grading {
    const struct class *class;
    const struct course *course;
    struct result *results; /* shared by the processes that write to it */
    bool caged;
};

static struct result *result_of(const struct grading *g, size_t student, size_t lesson)
{
    return &g->results[student * g->course->n + lesson];
}

static void set(struct result *r, enum outcome outcome, const char *what)
{
    r->outcome = outcome;
    snprintf(r->what, sizeof r->what, "%s", what);
}

/* ---- One answer ------------------------------------------------------------------------------- */

/* Messages name the trial's folder, which nobody knows. */
static void put_without(char *words, size_t size, const char *text, const char *folder)
{
    size_t length = strlen(folder), used = 0;
    while (*text && used + 1 < size) {
        bool here = strncmp(text, folder, length) == 0 && text[length] == '/';
        text += here ? length + 1 : 0;
        words[used++] = *text++;
    }
    words[used] = 0;
}

static void print_words(struct result *r, const struct grade *v, const char *folder)
{
    char *text = NULL;
    size_t size;
    FILE *out = open_memstream(&text, &size);
    if (out)
        grade_print(out, v);
    if (out && fclose(out) == 0 && text)
        put_without(r->words, sizeof r->words, text, folder);
    else
        snprintf(r->words, sizeof r->words, "memory was too short for these words\n");
    free(text);
}

static void take_grade(struct result *r, const struct grade *v, const char *folder)
{
    static const enum outcome outcomes[] = {
        [RIGHT] = ANSWERED, [WRONG] = REJECTED, [CANNOT_TELL] = NOT_JUDGED
    };
    char what[sizeof v->text];
    put_without(what, sizeof what, v->text, folder);
    set(r, v->cheats ? CHEATED : outcomes[v->kind], v->kind == RIGHT ? "" : what);
    if (v->kind == RIGHT && strstr(v->notes, "not judged"))
        set(r, ANSWERED, "solved, as far as it can be judged here");
    print_words(r, v, folder);
}

static bool try_text(const struct trials *t, const char *text, struct grade *v, struct tri_error *e)
{
    char name[LESSON_NAME + 4], path[PATH_MAX];
    snprintf(name, sizeof name, "%s.c", t->lesson->name);
    snprintf(path, sizeof path, "%s/%s", t->folder, name);
    return child_folder_write(t->folder, name, text, e) && trial(t, path, v, e);
}

/* ---- A lesson --------------------------------------------------------------------------------- */

/* Whether somebody before has handed in the same. */
static const struct result *same_before(const struct grading *g, size_t student, size_t lesson)
{
    const char *text = g->class->student[student].answer[lesson];
    for (size_t i = 0; i < student; i++) {
        const char *other = g->class->student[i].answer[lesson];
        if (other && strcmp(other, text) == 0)
            return result_of(g, i, lesson);
    }
    return NULL;
}

/* What needs no compiler to be told.  False: it has to be tried. */
static bool told(const struct grading *g, size_t student, size_t lesson, const char *exercise)
{
    const struct student *s = &g->class->student[student];
    struct result *r = result_of(g, student, lesson);
    const char *text = s->answer[lesson];
    if (s->wrong[lesson])
        set(r, REJECTED, s->wrong[lesson]);
    else if (!text)
        set(r, NOT_HANDED_IN, "It was not handed in.");
    else if (strspn(text, " \t\n") == strlen(text))
        set(r, NOT_BEGUN, "The file is empty.");
    else if (strcmp(text, exercise) == 0)
        set(r, NOT_BEGUN, "It is the exercise as it was handed out.");
    else
        return false;
    return true;
}

static bool all_told(const struct grading *g, size_t lesson, const char *exercise)
{
    bool all = true;
    for (size_t i = 0; i < g->class->n; i++)
        all = told(g, i, lesson, exercise) && all;
    return all;
}

/* What the solution cannot do on this machine is not asked of students. */
static bool solution_holds(const struct trials *t, struct tri_error *e)
{
    static struct grade v;
    char path[PATH_MAX];
    lesson_path(t->course, t->lesson, "solution.c", path);
    char *text = text_of(path, e);
    bool good = text && try_text(t, text, &v, e);
    free(text);
    return good && (v.kind != WRONG ||
                    tri_fail(e, TRI_FAILED, "%s: the solution itself is rejected here: %.300s",
                             t->lesson->name, v.text));
}

/* Of one student; a text that cannot be tried is not judged. */
static bool try_one(const struct grading *g, const struct trials *t, size_t student, size_t lesson,
                    int *tried)
{
    static struct grade v;
    struct tri_error e;
    struct result *r = result_of(g, student, lesson);
    const struct result *same = same_before(g, student, lesson);
    if (same) {
        *r = *same;
        return true;
    }
    if (try_text(t, g->class->student[student].answer[lesson], &v, &e))
        take_grade(r, &v, t->folder);
    else
        set(r, NOT_JUDGED, e.text);
    ++*tried;
    return !children_stopped();
}

static bool try_all(const struct grading *g, const struct trials *t, size_t lesson,
                    const char *exercise, int *tried, struct tri_error *e)
{
    bool good = solution_holds(t, e);
    for (size_t i = 0; good && i < g->class->n; i++)
        good = told(g, i, lesson, exercise) || try_one(g, t, i, lesson, tried) ||
               tri_fail(e, TRI_FAILED, "stopped");
    return good;
}

/* What is left to be tried when something has failed, which is no student's fault. */
static void leave(const struct grading *g, size_t lesson, const char *why)
{
    for (size_t i = 0; i < g->class->n; i++) {
        struct result *r = result_of(g, i, lesson);
        if (r->outcome == NOT_HANDED_IN && g->class->student[i].answer[lesson])
            set(r, NOT_JUDGED, why);
    }
}

static bool grade_lesson(size_t lesson, void *grading)
{
    const struct grading *g = grading;
    const struct lesson *l = &g->course->lesson[lesson];
    char path[PATH_MAX];
    struct trials t;
    struct tri_error e;
    int tried = 0;
    lesson_path(g->course, l, "exercise.c", path);
    char *exercise = text_of(path, &e);
    bool nothing = exercise && all_told(g, lesson, exercise);
    bool good = nothing || (exercise && trials_begin(&t, g->course, l, g->caged, &e));
    if (good && !nothing) {
        good = try_all(g, &t, lesson, exercise, &tried, &e);
        good = trials_end(&t, good ? &e : NULL) && good;
    }
    free(exercise);
    if (!good)
        leave(g, lesson, e.text);
    if (!nothing)
        fprintf(stderr, "%s: %d tried%s%s\n", l->name, tried, good ? "" : ": ", good ? "" : e.text);
    return true;
}

/* ---- All -------------------------------------------------------------------------------------- */

static size_t size_of(const struct class *class, const struct course *c)
{
    return (class->n * c->n + 1) * sizeof(struct result);
}

struct result *grade_class(const struct class *class, const struct course *c,
                           const struct request *r, struct tri_error *e)
{
    int failures = 0;
    struct grading g = { class, c, NULL, !r->no_sandbox };
    void *memory =
        mmap(NULL, size_of(class, c), PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
    if (memory == MAP_FAILED) {
        tri_fail(e, TRI_FAILED, "out of memory");
        return NULL;
    }
    g.results = memory;
    bool good =
        workers_do(c->n, r->jobs ? r->jobs : workers_usual(), grade_lesson, &g, &failures, e);
    if (good && failures > 0)
        good = tri_fail(e, TRI_FAILED, "grade: %d lesson%s came to no end; nothing was written",
                        failures, failures == 1 ? "" : "s");
    if (good)
        return g.results;
    grading_free(g.results, class, c);
    return NULL;
}

void grading_free(struct result *results, const struct class *class, const struct course *c)
{
    if (results)
        munmap(results, size_of(class, c));
}
