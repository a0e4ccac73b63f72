/* The student's folder: the file of progress, and one for each lesson that was begun. */
#include "learn.h"

#include "file.h"

#include <ctype.h>
#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

/* ---- Progress ---- */

static const char *const names[STATES] = { "new", "tried", "skipped", "solved" };

const char *state_name(enum state state)
{
    return names[state];
}

static bool parse_line(struct progress *p, const struct course *c, const char *line,
                       struct tri_error *e)
{
    char name[LESSON_NAME], state[16], rest;
    int hints = 0, found = sscanf(line, "%39s %15s %d %c", name, state, &hints, &rest);
    size_t i = 0;
    int s = 0;
    while (found == 3 && i < c->n && strcmp(c->lesson[i].name, name) != 0)
        i++;
    while (found == 3 && s < STATES && strcmp(names[s], state) != 0)
        s++;
    if (found != 3 || i == c->n || s == STATES || hints < 0 || hints > 2)
        return tri_fail(e, TRI_FAILED,
                        "progress.txt: invalid line '%.60s': a lesson, new, tried, skipped or "
                        "solved, and 0 to 2 hints. Remove that line",
                        line);
    p->state[i] = (enum state)s;
    p->hints[i] = hints;
    return true;
}

bool progress_parse(struct progress *p, const struct course *c, const char *text,
                    struct tri_error *e)
{
    *p = (struct progress){ 0 };
    bool good = true;
    while (good && *text) {
        char line[200];
        size_t length = strcspn(text, "\n");
        snprintf(line, sizeof line, "%.*s", (int)(length < 199 ? length : 199), text);
        for (char *at = line; *at; at++) /* a terminal is to bear it */
            if (!isprint((unsigned char)*at))
                *at = '?';
        good = length == 0 || parse_line(p, c, line, e);
        text += length + (text[length] == '\n');
    }
    return good;
}

bool progress_read(struct progress *p, const struct course *c, const char *path,
                   struct tri_error *e)
{
    *p = (struct progress){ 0 };
    if (access(path, F_OK) != 0)
        return true;
    char *text = text_of(path, e);
    bool good = text && progress_parse(p, c, text, e);
    free(text);
    return good;
}

bool progress_write(const struct progress *p, const struct course *c, const char *path,
                    struct tri_error *e)
{
    struct tri_file file;
    if (!tri_file_begin(&file, path, e))
        return false;
    for (size_t i = 0; i < c->n; i++)
        if (p->state[i] != NEW || p->hints[i])
            fprintf(file.stream, "%s %s %d\n", c->lesson[i].name, names[p->state[i]], p->hints[i]);
    return tri_file_commit(&file, e);
}

size_t progress_next(const struct progress *p, const struct course *c, size_t i)
{
    while (i < c->n && p->state[i] == SOLVED)
        i++;
    return i;
}

/* ---- Lessons ---- */

enum { MOST_KEPT = 999 };

static void file_of(const struct learner *l, const struct lesson *lesson,
                    char file[static PATH_MAX])
{
    snprintf(file, PATH_MAX, "%.*s/%s.c", PATH_MAX - LESSON_NAME - 16, l->work, lesson->name);
}

static bool copy_exercise(struct learner *l, const struct lesson *lesson, const char *file,
                          struct tri_error *e)
{
    char exercise[PATH_MAX];
    lesson_path(&l->course, lesson, "exercise.c", exercise);
    if (mkdir(l->work, 0777) != 0 && errno != EEXIST)
        return tri_fail(e, TRI_USAGE, "--work %.250s: %s", l->work, strerror(errno));
    return copy_file(exercise, file, e);
}

bool begin_lesson(struct learner *l, const struct lesson *lesson, char file[static PATH_MAX],
                  struct tri_error *e)
{
    file_of(l, lesson, file);
    return access(file, F_OK) == 0 || copy_exercise(l, lesson, file, e);
}

bool reset_lesson(struct learner *l, const struct lesson *lesson, struct tri_error *e)
{
    char file[PATH_MAX], kept[PATH_MAX + 8];
    file_of(l, lesson, file);
    if (access(file, F_OK) != 0)
        return true;
    for (int i = 1; i <= MOST_KEPT; i++) {
        snprintf(kept, sizeof kept, "%s.%d", file, i);
        if (access(kept, F_OK) == 0)
            continue;
        if (rename(file, kept) != 0)
            return tri_fail(e, TRI_FAILED, "%.250s: %s", kept, strerror(errno));
        printf("%s: your file is now %s\n", lesson->name, kept);
        return copy_exercise(l, lesson, file, e);
    }
    return tri_fail(e, TRI_FAILED, "%.250s: %d old ones are kept beside it: remove some", file,
                    MOST_KEPT);
}
