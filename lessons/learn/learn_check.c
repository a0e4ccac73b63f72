/* For authors: of each lesson, that its exercise fails for the stated reason, its solution passes, and its wrong
 * answers are rejected with the stated words. */
#include "learn.h"

#include "build_info.h"

#include <dirent.h>
#include <stdlib.h>
#include <string.h>

enum { LEAST_WRONG = 3, LONGEST_LINES = 80, SECONDS = 60 /* of a program, on a busy machine */ };

/* The words that stand between these two in the file's first line. */
static bool stated(const char *path, const char *before, const char *after, char words[static 200],
                   struct tri_error *e)
{
    char *text = text_of(path, e);
    if (!text)
        return false;
    text[strcspn(text, "\n")] = 0;
    size_t start = strlen(before), end = strlen(text), rest = strlen(after);
    bool good = end > start + rest && end - start - rest < 200 &&
                strncmp(text, before, start) == 0 && text[start] != ' ' &&
                strcmp(text + end - rest, after) == 0;
    if (good)
        snprintf(words, 200, "%.*s", (int)(end - start - rest), text + start);
    else
        tri_fail(e, TRI_FAILED, "%.250s: its first line has to be %swords of the verdict%s", path,
                 before, after);
    free(text);
    return good;
}

static void complain(int *failures, const char *path, const char *why, const struct grade *v)
{
    ++*failures;
    printf("FAILED: %s: %s\n", path, why);
    if (v)
        grade_print(stdout, v);
}

/* The device that is the CPU itself tells of all that wrong answers are rejected for. */
static bool tells_all(void)
{
    return strstr(TRIPTYCH_OFFLOAD_TARGET, "host plugin");
}

/* One of the words, between which " | " stands: a GPU may crash where a CPU goes on.  Those that begin with
 * "on a GPU: " count only there. */
static bool says(const char *text, const char *words)
{
    static const char on_gpu[] = "on a GPU: ";
    for (const char *end; *words; words = end + 3 * (*end != 0)) {
        char one[200];
        bool only_there = strncmp(words, on_gpu, sizeof on_gpu - 1) == 0;
        end = strstr(words, " | ");
        end = end ? end : words + strlen(words);
        words += only_there ? sizeof on_gpu - 1 : 0;
        snprintf(one, sizeof one, "%.*s", (int)(end - words), words);
        if (!(only_there && tells_all()) && strstr(text, one))
            return true;
    }
    return false;
}

/* file: what is tried; path: what the author has written.  words: NULL of a solution.  *told: whether the device of this
 * build can tell right from wrong. */
static bool check_file(const struct trials *t, const char *file, const char *path,
                       const char *words, int *failures, bool *told, struct tri_error *e)
{
    static struct grade v;
    if (!trial(t, file, &v, e))
        return false;
    *told = v.kind != CANNOT_TELL;
    if (!*told)
        printf("%s: %s\n", path, v.text);
    else if (!words && v.kind != RIGHT)
        complain(failures, path, "is right, and was rejected", &v);
    else if (words && v.kind == RIGHT && !tells_all() && strstr(v.notes, "not judged"))
        printf("%s: passes, since not all can be judged here\n", path);
    else if (words && v.kind == RIGHT)
        complain(failures, path, "is wrong, and passes", NULL);
    else if (words && !says(v.text, words))
        complain(failures, path, "is rejected, but in other words than its first line says", &v);
    return true;
}

static bool check_exercise(const struct trials *t, int *failures, struct tri_error *e)
{
    const struct course *c = t->course;
    const struct lesson *l = t->lesson;
    bool told;
    char judge[PATH_MAX], exercise[PATH_MAX], words[200];
    lesson_path(c, l, "judge.c", judge);
    lesson_path(c, l, "exercise.c", exercise);
    char *text = stated(judge, "/* unsolved: ", " */", words, e) ? text_of(exercise, e) : NULL;
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
    return check_file(t, exercise, exercise, words, failures, &told, e);
}

/* ---- Other answers are patches of the solution: wrong/NAME.patch, its first line the words, and right/NAME.patch ---- */

enum { SECONDS_TO_PATCH = 60 };

bool patched_possible(struct tri_error *e)
{
    static struct child c;
    child_run("command -v patch", SECONDS_TO_PATCH, &c);
    return child_succeeded(&c) ||
           tri_fail(e, TRI_USAGE, "check: needs the program patch, which is not installed");
}

/* Makes file of KIND/NAME.patch and the solution, in KIND/ of this folder; the solution lies above it, as in the course.  The program patch is told to guess nothing: a patch fits, or is an error. */
static bool patched_write(const struct course *course, const struct lesson *l, const char *kind,
                          const char *name, const char *folder, char file[static PATH_MAX],
                          struct tri_error *e)
{
    static struct child c;
    char patch[PATH_MAX], solution[PATH_MAX], inside[80];
    snprintf(inside, sizeof inside, "%s/%.60s.patch", kind, name);
    lesson_path(course, l, inside, patch);
    lesson_path(course, l, "solution.c", solution);
    snprintf(file, PATH_MAX, "%.200s/%s/%.60s.c", folder, kind, name);
    if (!child_run_in(folder, SECONDS_TO_PATCH, &c, e,
                      "mkdir -p %s && cp '%s' solution.c && "
                      "patch -s -f --fuzz=0 -r - -o '%s/%s.c' -i '%s' solution.c",
                      kind, solution, kind, name, patch))
        return false;
    if (children_stopped())
        return tri_fail(e, TRI_FAILED, "stopped");
    return child_succeeded(&c) ||
           tri_fail(e, TRI_FAILED, "%.250s: does not apply to solution.c: %.200s", patch, c.said);
}

static const char *suffix_of(const char *name)
{
    size_t length = strlen(name);
    return name + length - (length > 6 ? 6 : 0);
}

/* Whatever is in the folder, but what is hidden: what is no patch is a mistake, not passed over. */
static int is_shown(const struct dirent *entry)
{
    return entry->d_name[0] != '.';
}

static bool check_other(const struct trials *t, const char *kind, const char *name, int *failures,
                        struct tri_error *e)
{
    char inside[80], path[PATH_MAX], answer[PATH_MAX], words[200], base[60];
    bool told, wrong = strcmp(kind, "wrong") == 0;
    snprintf(inside, sizeof inside, "%s/%.60s", kind, name);
    lesson_path(t->course, t->lesson, inside, path);
    if (strlen(name) >= sizeof base || strcmp(suffix_of(name), ".patch") != 0 || strchr(name, '\''))
        return tri_fail(e, TRI_FAILED, "%.250s: a %s answer is a NAME.patch of solution.c", path,
                        kind);
    snprintf(base, sizeof base, "%.*s", (int)(strlen(name) - strlen(".patch")), name);
    return (!wrong || stated(path, "rejected: ", "", words, e)) &&
           patched_write(t->course, t->lesson, kind, base, t->folder, answer, e) &&
           check_file(t, answer, path, wrong ? words : NULL, failures, &told, e);
}

/* Which of the other answers are tried: those of one part in so many; parts 0: none. */
struct share {
    int part, parts;
};

/* Of a folder that may not be there; *n: how many there are. */
static bool check_others(const struct trials *t, const char *kind, struct share share, int *n,
                         int *failures, struct tri_error *e)
{
    char folder[PATH_MAX];
    struct dirent **entries;
    lesson_path(t->course, t->lesson, kind, folder);
    *n = scandir(folder, &entries, is_shown, alphasort);
    bool good = true;
    for (int i = 0; i < *n; i++) {
        bool tried = share.parts && i % share.parts == share.part;
        good = good && (!tried || check_other(t, kind, entries[i]->d_name, failures, e));
        free(entries[i]);
    }
    if (*n >= 0)
        free(entries);
    return good;
}

static bool check_all_others(const struct trials *t, struct share share, int *right, int *wrong,
                             int *failures, struct tri_error *e)
{
    char folder[PATH_MAX];
    if (!check_others(t, "right", share, right, failures, e) ||
        !check_others(t, "wrong", share, wrong, failures, e))
        return false;
    lesson_path(t->course, t->lesson, "wrong", folder);
    if (*wrong < LEAST_WRONG)
        complain(failures, folder, "has fewer than three wrong answers", NULL);
    return true;
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

/* Where the device cannot tell, the solution alone is compiled: wrong answers could not be found out. */
static bool check_files(const struct trials *t, struct share share, int *failures,
                        struct tri_error *e)
{
    char solution[PATH_MAX];
    int before = *failures, right, wrong;
    bool told;
    lesson_path(t->course, t->lesson, "solution.c", solution);
    if (!check_hints(t->course, t->lesson, failures, e) || !check_exercise(t, failures, e) ||
        !check_file(t, solution, solution, NULL, failures, &told, e) ||
        !check_all_others(t, told ? share : (struct share){ 0 }, &right, &wrong, failures, e))
        return false;
    printf("%-16s %s: exercise, solution, ", t->lesson->name,
           *failures > before ? "FAILED"
           : told             ? "ok"
                              : "skipped");
    if (right > 0)
        printf("%d other right, ", right);
    printf("%d wrong answers", wrong);
    if (share.parts > 1)
        printf(" (part %d of %d)", share.part, share.parts);
    putchar('\n');
    return true;
}

struct task {
    const struct course *course;
    const struct lesson *first;
    struct share share;
};

static bool check_lesson(size_t i, void *task)
{
    const struct task *it = task;
    const struct lesson *l = &it->first[i];
    struct trials t;
    struct tri_error e;
    int failures = 0;
    bool good = trials_begin(&t, it->course, l, false, &e);
    if (good) {
        t.seconds = SECONDS;
        good = check_files(&t, it->share, &failures, &e);
        good = trials_end(&t, good ? &e : NULL) && good;
    }
    if (!good)
        printf("FAILED: %s: %s\n", l->name, e.text);
    return good && failures == 0;
}

bool check_lessons(const struct course *c, const struct lesson *only, const struct request *r,
                   int *failures, struct tri_error *e)
{
    struct share share = r->parts ? (struct share){ r->part, r->parts } : (struct share){ 0, 1 };
    struct task task = { c, only ? only : c->lesson, share };
    return workers_do(only ? 1 : c->n, r->jobs ? r->jobs : workers_usual(), check_lesson, &task,
                      failures, e);
}
