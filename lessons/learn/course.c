/* The folders of a course. */
#include "learn.h"

#include "file.h"
#include "measure.h"

#include <ctype.h>
#include <dirent.h>
#include <errno.h>
#include <stdlib.h>
#include <string.h>

enum { MAX_TEXT = 1 << 20, LONGEST_FILE = 64 };

char *text_of(const char *path, struct tri_error *e)
{
    FILE *file = fopen(path, "re");
    char *text = file ? calloc(1, MAX_TEXT + 1) : NULL;
    size_t n = text ? fread(text, 1, MAX_TEXT + 1, file) : 0;
    bool good = text && !ferror(file) && n <= MAX_TEXT;
    if (!good)
        tri_fail(e, TRI_FAILED, "%.250s: %s", path, n > MAX_TEXT ? "is too long" : strerror(errno));
    if (file)
        fclose(file);
    if (good) {
        text[n] = 0;
        return text;
    }
    free(text);
    return NULL;
}

bool copy_file(const char *from, const char *to, struct tri_error *e)
{
    struct tri_file file;
    char *text = text_of(from, e);
    bool good = text && tri_file_begin(&file, to, e);
    if (good) {
        fputs(text, file.stream);
        good = tri_file_commit(&file, e);
    }
    free(text);
    return good;
}

const char *hint_in(const char *text, int level, size_t *length)
{
    const char *line = strstr(text, "\n---\n");
    const char *second = line ? line + 5 + strspn(line + 5, "\n") : "";
    *length = level > 0 || !line ? strlen(level > 0 ? second : text) : (size_t)(line - text);
    return level > 0 ? second : text;
}

void lesson_path(const struct course *c, const struct lesson *l, const char *file,
                 char path[static PATH_MAX])
{
    snprintf(path, PATH_MAX, "%.*s/%s/%s", PATH_MAX - LESSON_NAME - LONGEST_FILE, c->folder,
             l->name, file);
}

/* 04-scalars */
static int is_lesson(const struct dirent *entry)
{
    const char *name = entry->d_name;
    return isdigit((unsigned char)name[0]) && isdigit((unsigned char)name[1]) && name[2] == '-' &&
           strlen(name) < LESSON_NAME;
}

/* The first line of its text, "# Title". */
static bool read_title(const struct course *c, struct lesson *l, struct tri_error *e)
{
    char path[PATH_MAX];
    lesson_path(c, l, "README.md", path);
    char *text = text_of(path, e);
    bool good = text && sscanf(text, "# %99[^\n]", l->title) == 1;
    if (text && !good)
        tri_fail(e, TRI_FAILED, "%.250s: its first line has to be # and a title", path);
    free(text);
    return good;
}

static bool read_lessons(struct course *c, struct dirent **entries, size_t n, struct tri_error *e)
{
    if (n == 0 || n > MAX_LESSONS)
        return tri_fail(e, TRI_USAGE,
                        "--lessons %.250s: has %zu lessons (folders 01-name), and 1 to %d are "
                        "allowed",
                        c->folder, n, MAX_LESSONS);
    for (c->n = 0; c->n < n; c->n++) {
        struct lesson *l = &c->lesson[c->n];
        snprintf(l->name, sizeof l->name, "%.*s", LESSON_NAME - 1, entries[c->n]->d_name);
        if (!read_title(c, l, e))
            return false;
    }
    return true;
}

bool course_read(struct course *c, const char *folder, struct tri_error *e)
{
    struct dirent **entries;
    if (!realpath(folder, c->folder))
        return tri_fail(e, TRI_USAGE, "--lessons %.250s: %s", folder, strerror(errno));
    if (strlen(c->folder) >= PATH_MAX - LESSON_NAME - LONGEST_FILE || strchr(c->folder, '\''))
        return tri_fail(e, TRI_USAGE,
                        "--lessons: the folder's name is too long, or has a quote in it");
    int n = scandir(c->folder, &entries, is_lesson, alphasort);
    if (n < 0)
        return tri_fail(e, TRI_USAGE, "--lessons %.250s: %s", folder, strerror(errno));
    bool good = read_lessons(c, entries, (size_t)n, e);
    for (int i = 0; i < n; i++)
        free(entries[i]);
    free(entries);
    return good;
}

/* ---- By name ---------------------------------------------------------------------------------- */

static const char *short_name(const struct lesson *l)
{
    return l->name + 3;
}

static const char *name_at(size_t i, const void *course)
{
    const struct course *c = course;
    return i < c->n ? short_name(&c->lesson[i]) : NULL;
}

static bool is_named(const struct lesson *l, const char *name)
{
    char *end;
    long number = strtol(name, &end, 10);
    return strcmp(l->name, name) == 0 || strcmp(short_name(l), name) == 0 ||
           (end != name && !*end && number == strtol(l->name, NULL, 10));
}

const struct lesson *course_find(const struct course *c, const char *name, struct tri_error *e)
{
    for (size_t i = 0; i < c->n; i++)
        if (is_named(&c->lesson[i], name))
            return &c->lesson[i];
    const char *near = tri_nearest(name, name_at, c);
    if (near)
        tri_fail(e, TRI_USAGE, "there is no lesson '%.60s'; did you mean %s? (list has all)", name,
                 near);
    else
        tri_fail(e, TRI_USAGE, "there is no lesson '%.60s' (list has all)", name);
    return NULL;
}
