/* What a class has handed in: all of it is read, and only then tried. Files are taken as they are: no links, and none that is
 * longer than an answer can be. */
#include "learn.h"

#include <ctype.h>
#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

enum { MOST_STUDENTS = 2000, LONGEST_NAME = 150, LONGEST_ANSWER = 1 << 17 };

/* ---- A file ----------------------------------------------------------------------------------- */

/* Without the carriage returns of other systems. */
static char *text_in(FILE *file, size_t size)
{
    char *text = calloc(1, size + 1), *end = text;
    for (int c; text && (size_t)(end - text) < size && (c = fgetc(file)) != EOF;)
        if (c != '\r')
            *end++ = (char)c;
    return text;
}

static const char *read_answer(int folder, const char *name, char **text)
{
    struct stat it;
    if (fstatat(folder, name, &it, AT_SYMLINK_NOFOLLOW) != 0)
        return errno == ENOENT ? NULL : "It cannot be read.";
    if (!S_ISREG(it.st_mode))
        return "It is a link or a folder, and no file.";
    if (it.st_size > LONGEST_ANSWER)
        return "It is longer than 128 KiB.";
    int fd = openat(folder, name, O_RDONLY | O_NOFOLLOW | O_CLOEXEC);
    FILE *file = fd >= 0 ? fdopen(fd, "r") : NULL;
    if (file)
        *text = text_in(file, LONGEST_ANSWER);
    if (file)
        fclose(file);
    else if (fd >= 0)
        close(fd);
    return *text ? NULL : "It cannot be read.";
}

/* ---- A student -------------------------------------------------------------------------------- */

static bool read_files(struct student *s, const struct course *c, int folder)
{
    bool any = false;
    for (size_t i = 0; i < c->n; i++) {
        char name[LESSON_NAME + 4];
        snprintf(name, sizeof name, "%s.c", c->lesson[i].name);
        if (!s->answer[i] && !s->wrong[i])
            s->wrong[i] = read_answer(folder, name, &s->answer[i]);
        any |= s->answer[i] || s->wrong[i];
    }
    return any;
}

static int open_folder(int above, const char *name)
{
    return openat(above, name, O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC);
}

/* NAME/04-scalars.c, or NAME/my-lessons/04-scalars.c.  *any: whether there is one. */
static bool read_student(struct student *s, const struct course *c, int class, const char *name,
                         bool *any, struct tri_error *e)
{
    int folder = open_folder(class, name);
    if (folder < 0)
        return tri_fail(e, TRI_USAGE, "grade: %.200s: %s", name, strerror(errno));
    int inner = open_folder(folder, "my-lessons");
    *s = (struct student){ .name = strdup(name) };
    *any |= read_files(s, c, folder);
    if (inner >= 0) {
        *any |= read_files(s, c, inner);
        close(inner);
    }
    close(folder);
    return s->name || tri_fail(e, TRI_FAILED, "out of memory");
}

/* Names go into a table, a CSV, and the name of a file. */
static bool check_name(const char *name, struct tri_error *e)
{
    bool good = strlen(name) <= LONGEST_NAME;
    for (const char *p = name; *p; p++)
        good = good && !iscntrl((unsigned char)*p);
    return good ||
           tri_fail(e, TRI_USAGE,
                    "grade: a folder's name is longer than %d bytes, or has a line break in it",
                    LONGEST_NAME);
}

/* ---- A folder --------------------------------------------------------------------------------- */

/* Hidden folders, and what the archives of some systems have beside. */
static int is_of_student(const struct dirent *entry)
{
    return entry->d_name[0] != '.' && strcmp(entry->d_name, "__MACOSX") != 0 &&
           (entry->d_type == DT_DIR || entry->d_type == DT_UNKNOWN);
}

static bool read_students(struct class *class, const struct course *c, int folder,
                          struct dirent **entries, size_t n, bool *any, struct tri_error *e)
{
    if (n > MOST_STUDENTS)
        return tri_fail(e, TRI_USAGE, "grade: there are %zu folders, and %d are allowed", n,
                        MOST_STUDENTS);
    class->student = calloc(n + 1, sizeof *class->student);
    if (!class->student)
        return tri_fail(e, TRI_FAILED, "out of memory");
    for (class->n = 0; class->n < n; class->n++)
        if (!check_name(entries[class->n]->d_name, e) ||
            !read_student(&class->student[class->n], c, folder, entries[class->n]->d_name, any, e))
            return false;
    return true;
}

/* *inner: the only folder that there is, if it has no answers itself: a zip often has one around all. */
static bool read_folder(struct class *class, const struct course *c, const char *path, bool *any,
                        char *inner, struct tri_error *e)
{
    struct dirent **entries;
    int folder = open(path, O_RDONLY | O_DIRECTORY | O_CLOEXEC);
    int n = folder >= 0 ? scandir(path, &entries, is_of_student, alphasort) : -1;
    bool good = n >= 0 || tri_fail(e, TRI_USAGE, "grade: %.250s: %s", path, strerror(errno));
    good = good && read_students(class, c, folder, entries, (size_t)n, any, e);
    snprintf(inner, PATH_MAX, "%.*s/%s", PATH_MAX - 300, path, n == 1 ? entries[0]->d_name : "");
    for (int i = 0; i < n; i++)
        free(entries[i]);
    if (n >= 0)
        free(entries);
    if (folder >= 0)
        close(folder);
    return good;
}

static bool read_class(struct class *class, const struct course *c, const char *path,
                       struct tri_error *e)
{
    char inner[PATH_MAX], unused[PATH_MAX];
    bool any = false, good = read_folder(class, c, path, &any, inner, e);
    if (good && !any && class->n == 1) {
        class_free(class);
        good = read_folder(class, c, inner, &any, unused, e);
    }
    return good &&
           (any || tri_fail(e, TRI_USAGE,
                            "grade: %.250s: no folder in it has a file named after a lesson, "
                            "like anna/%s.c",
                            path, c->lesson[0].name));
}

/* ---- A zip ------------------------------------------------------------------------------------ */

enum { SECONDS_TO_UNPACK = 60, MOST_FILES = 100000, MOST_MIB = 256 };

/* What it says of itself; what it then writes is limited, too. */
static bool check_sizes(const char *folder, struct tri_error *e)
{
    static struct child c;
    unsigned long long files = 0, bytes = 0;
    if (!child_run_in(folder, SECONDS_TO_UNPACK, &c, e, "unzip -Z -t class.zip"))
        return false;
    if (!child_succeeded(&c) || sscanf(c.said, "%llu file%*[s,] %llu bytes", &files, &bytes) != 2)
        return tri_fail(e, TRI_USAGE, "grade: it is no zip, or unzip is not installed: %.200s",
                        c.said);
    return (files <= MOST_FILES && bytes <= MOST_MIB * 1048576ULL) ||
           tri_fail(e, TRI_USAGE,
                    "grade: the zip has %llu files and %llu MiB: %d and %d are allowed", files,
                    bytes >> 20, MOST_FILES, MOST_MIB);
}

/* Only files that are named like those of lessons; unzip itself leaves nothing outside of the folder. */
static bool unpack(const char *folder, const char *zip, struct tri_error *e)
{
    static struct child c;
    char path[PATH_MAX + 20], whole[PATH_MAX];
    snprintf(path, sizeof path, "%s/class.zip", folder);
    if (!realpath(zip, whole) || symlink(whole, path) != 0)
        return tri_fail(e, TRI_USAGE, "grade: %.250s: %s", zip, strerror(errno));
    if (!check_sizes(folder, e) ||
        !child_run_in(folder, SECONDS_TO_UNPACK, &c, e,
                      "umask 077 && mkdir class && prlimit --fsize=1048576 unzip -q -n class.zip "
                      "'*/[0-9][0-9]-*.c' -d class"))
        return false;
    return child_succeeded(&c) ||
           tri_fail(e, TRI_USAGE, "grade: the zip cannot be unpacked: %.200s", c.said);
}

static bool read_zip(struct class *class, const struct course *c, const char *zip,
                     struct tri_error *e)
{
    char folder[CHILD_FOLDER], inside[CHILD_FOLDER + 10];
    children_begin();
    bool made = child_folder_make(folder, e), good = made && unpack(folder, zip, e);
    snprintf(inside, sizeof inside, "%s/class", folder);
    good = good && read_class(class, c, inside, e);
    if (made && !child_folder_remove(folder, good ? e : NULL))
        good = false;
    children_end();
    return good;
}

bool class_read(struct class *class, const struct course *c, const char *path, struct tri_error *e)
{
    struct stat it;
    *class = (struct class){ 0 };
    if (stat(path, &it) != 0)
        return tri_fail(e, TRI_USAGE, "grade: %.250s: %s", path, strerror(errno));
    bool good = (S_ISDIR(it.st_mode) ? read_class : read_zip)(class, c, path, e);
    if (!good)
        class_free(class);
    return good;
}

void class_free(struct class *class)
{
    for (size_t i = 0; i < class->n; i++) {
        free(class->student[i].name);
        for (size_t k = 0; k < MAX_LESSONS; k++)
            free(class->student[i].answer[k]);
    }
    free(class->student);
    *class = (struct class){ 0 };
}
