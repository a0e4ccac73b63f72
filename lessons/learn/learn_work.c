/* The student's folder. */
#include "learn_work.h"

#include "file.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

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
