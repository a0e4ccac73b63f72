/* For authors: of each lesson, that its exercise fails for the stated reason, its solution passes, and its wrong
 * answers are rejected with the stated words. */
#define _GNU_SOURCE /* asprintf */
#include "learn.h"

#include "trial.h"

#include <dirent.h>
#include <stdlib.h>
#include <string.h>

enum { LEAST_WRONG = 3, LONGEST_LINES = 80 };

/* The words between these and the end of the comment, in the file's first line. */
static bool stated(const char *path, const char *before, char words[static 200],
                   struct tri_error *e)
{
    char *text = text_of(path, e);
    if (!text)
        return false;
    size_t length = strlen(before);
    bool good = strncmp(text, "/* ", 3) == 0 && strncmp(text + 3, before, length) == 0 &&
                sscanf(text + 3 + length, ": %199[^\n]", words) == 1;
    char *end = good ? strstr(words, " */") : NULL;
    if (end)
        *end = 0;
    else
        tri_fail(e, TRI_FAILED, "%.250s: its first line has to be /* %s: words of the verdict */",
                 path, before);
    free(text);
    return end != NULL;
}

static void complain(int *failures, const char *path, const char *why, const struct grade *v)
{
    ++*failures;
    printf("FAILED: %s: %s\n", path, why);
    if (v)
        grade_print(stdout, v);
}

/* words: NULL of a solution. */
static bool check_file(const struct course *c, const struct lesson *l, const char *path,
                       const char *words, int *failures, struct tri_error *e)
{
    static struct grade v;
    if (!trial(c, l, path, &v, e))
        return false;
    if (v.kind == CANNOT_TELL)
        printf("%s: %s\n", path, v.text);
    else if (!words && v.kind != RIGHT)
        complain(failures, path, "is a solution, and was rejected", &v);
    else if (words && v.kind == RIGHT)
        complain(failures, path, "is wrong, and passes", NULL);
    else if (words && !strstr(v.text, words)) {
        complain(failures, path, "is rejected, but in other words than its first line says", &v);
    }
    fflush(stdout);
    return true;
}

static bool check_exercise(const struct course *c, const struct lesson *l, int *failures,
                           struct tri_error *e)
{
    char judge[PATH_MAX], exercise[PATH_MAX], words[200];
    lesson_path(c, l, "judge.c", judge);
    lesson_path(c, l, "exercise.c", exercise);
    char *text = stated(judge, "unsolved", words, e) ? text_of(exercise, e) : NULL;
    if (!text)
        return false;
    int lines = 0;
    for (const char *p = text; (p = strchr(p, '\n')); p++)
        lines++;
    if (!strstr(text, "TODO"))
        complain(failures, exercise, "has no TODO", NULL);
    if (lines > LONGEST_LINES)
        complain(failures, exercise, "has more than 80 lines", NULL);
    free(text);
    return check_file(c, l, exercise, words, failures, e);
}

static int is_c(const struct dirent *entry)
{
    size_t length = strlen(entry->d_name);
    return length > 2 && length < 60 && strcmp(entry->d_name + length - 2, ".c") == 0;
}

static bool check_wrong(const struct course *c, const struct lesson *l, const char *name,
                        int *failures, struct tri_error *e)
{
    char file[80], path[PATH_MAX], words[200];
    snprintf(file, sizeof file, "wrong/%.60s", name);
    lesson_path(c, l, file, path);
    return stated(path, "rejected", words, e) && check_file(c, l, path, words, failures, e);
}

static bool check_all_wrong(const struct course *c, const struct lesson *l, int *n, int *failures,
                            struct tri_error *e)
{
    char folder[PATH_MAX];
    struct dirent **entries;
    lesson_path(c, l, "wrong", folder);
    *n = scandir(folder, &entries, is_c, alphasort);
    if (*n < LEAST_WRONG)
        complain(failures, folder, "has fewer than three wrong answers", NULL);
    bool good = true;
    for (int i = 0; i < *n; i++) {
        good = good && check_wrong(c, l, entries[i]->d_name, failures, e);
        free(entries[i]);
    }
    if (*n >= 0)
        free(entries);
    return good;
}

static bool check_hints(const struct course *c, const struct lesson *l, int *failures,
                        struct tri_error *e)
{
    char path[PATH_MAX];
    size_t first, second;
    lesson_path(c, l, "hints.md", path);
    char *text = text_of(path, e);
    if (!text)
        return false;
    hint_in(text, 0, &first);
    hint_in(text, 1, &second);
    if (first < 10 || second < 10)
        complain(failures, path, "has to have two hints, with a line --- between", NULL);
    free(text);
    return true;
}

bool check_lessons(const struct course *c, const struct lesson *only, int *failures,
                   struct tri_error *e)
{
    for (size_t i = 0; i < c->n; i++) {
        const struct lesson *l = &c->lesson[i];
        char solution[PATH_MAX];
        int before = *failures, wrong_answers;
        if (only && l != only)
            continue;
        lesson_path(c, l, "solution.c", solution);
        if (!check_hints(c, l, failures, e) || !check_exercise(c, l, failures, e) ||
            !check_file(c, l, solution, NULL, failures, e) ||
            !check_all_wrong(c, l, &wrong_answers, failures, e))
            return false;
        printf("%-16s %s: exercise, solution, %d wrong answers\n", l->name,
               *failures > before ? "FAILED" : "ok", wrong_answers);
        fflush(stdout);
    }
    return true;
}
