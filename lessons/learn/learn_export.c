/* Handouts: of each lesson what a student has to read and to edit. */
#include "learn.h"

#include "file.h"

#include <errno.h>
#include <string.h>
#include <sys/stat.h>

enum { LONGEST_NAME = 16 };

static bool make(const char *folder, enum tri_status status, struct tri_error *e)
{
    return mkdir(folder, 0777) == 0 ||
           tri_fail(e, status, "--export %.250s: %s", folder, strerror(errno));
}

static bool export_lesson(const struct course *c, const struct lesson *l, const char *folder,
                          struct tri_error *e)
{
    static const char *const files[] = { "README.md", "lesson.h", "exercise.c" };
    char here[PATH_MAX], from[PATH_MAX], to[PATH_MAX];
    snprintf(here, sizeof here, "%.*s/%s", PATH_MAX - LESSON_NAME - LONGEST_NAME, folder, l->name);
    bool good = make(here, TRI_FAILED, e);
    for (size_t i = 0; good && i < sizeof files / sizeof *files; i++) {
        lesson_path(c, l, files[i], from);
        snprintf(to, sizeof to, "%.*s/%s", PATH_MAX - LONGEST_NAME, here, files[i]);
        good = copy_file(from, to, e);
    }
    return good;
}

static bool export_contents(const struct course *c, const char *folder, struct tri_error *e)
{
    char path[PATH_MAX];
    struct tri_file file;
    snprintf(path, sizeof path, "%.*s/README.md", PATH_MAX - LONGEST_NAME, folder);
    if (!tri_file_begin(&file, path, e))
        return false;
    fputs("# Exercises\n\n", file.stream);
    for (size_t i = 0; i < c->n; i++)
        fprintf(file.stream, "- [%s](%s/README.md): %s\n", c->lesson[i].name, c->lesson[i].name,
                c->lesson[i].title);
    return tri_file_commit(&file, e);
}

bool export_lessons(const struct course *c, const char *folder, struct tri_error *e)
{
    if (strlen(folder) >= PATH_MAX - LESSON_NAME - LONGEST_NAME)
        return tri_fail(e, TRI_USAGE, "--export: the folder's name is too long");
    if (!make(folder, TRI_USAGE, e))
        return false;
    for (size_t i = 0; i < c->n; i++)
        if (!export_lesson(c, &c->lesson[i], folder, e))
            return false;
    if (!export_contents(c, folder, e))
        return false;
    printf("%s: %zu exercises, without solutions and hints\n", folder, c->n);
    return true;
}
