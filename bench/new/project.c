/* A new hotspot: templates with its name. */
#include "project.h"

#include "file.h"
#include "template.h"

#include <errno.h>
#include <limits.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

extern const char hotspot_c_in[], law_c_in[], CMakeLists_txt_in[];

static const struct {
    bool named; /* its name begins with the hotspot's */
    const char *ending, *text;
} files[] = {
    { true, ".c", hotspot_c_in },
    { true, "-law.c", law_c_in },
    { false, "CMakeLists.txt", CMakeLists_txt_in },
};

enum { FILES = sizeof files / sizeof *files, LONGEST_NAME = 40 };

/* ---- The name ---- */

/* Whether the template has a function of this name. */
static bool is_taken(const char *name)
{
    char function[LONGEST_NAME + 8];
    snprintf(function, sizeof function, " %s(", name);
    return strstr(hotspot_c_in, function);
}

static bool check_name(const char *name, struct tri_error *e)
{
    size_t length = strlen(name);
    bool good = length > 0 && length <= LONGEST_NAME && *name >= 'a' && *name <= 'z' &&
                strspn(name, "abcdefghijklmnopqrstuvwxyz0123456789_") == length;
    if (!good)
        return tri_fail(
            e, TRI_USAGE,
            "NAME: '%.60s' is not allowed: it begins with a to z and goes on with a to z, 0 to 9 and _, at most %d in all",
            name, LONGEST_NAME);
    return !is_taken(name) ||
           tri_fail(e, TRI_USAGE, "NAME: '%s' is a function of the new file", name);
}

/* ---- The folder ---- */

static bool file_in(const char *folder, const char *name, int i, char path[static PATH_MAX],
                    struct tri_error *e)
{
    const char *begin = files[i].named ? name : "";
    return snprintf(path, PATH_MAX, "%s/%s%s", folder, begin, files[i].ending) < PATH_MAX ||
           tri_fail(e, TRI_USAGE, "DIR: its name is too long");
}

static bool check_files(const char *name, const char *folder, struct tri_error *e)
{
    char path[PATH_MAX];
    struct stat there;
    for (int i = 0; i < FILES; i++) {
        if (!file_in(folder, name, i, path, e))
            return false;
        if (lstat(path, &there) == 0)
            return tri_fail(e, TRI_USAGE, "DIR: %.200s already exists", path);
    }
    return true;
}

static bool make_folder(const char *folder, bool *made, struct tri_error *e)
{
    struct stat there;
    *made = mkdir(folder, 0777) == 0;
    if (*made || (errno == EEXIST && stat(folder, &there) == 0 && S_ISDIR(there.st_mode)))
        return true;
    return tri_fail(e, TRI_USAGE, "DIR: %.200s: %s", folder,
                    errno == EEXIST ? "is no folder" : strerror(errno));
}

/* ---- Writing ---- */

static bool write_file(json_t *data, const char *path, const char *text, struct tri_error *e)
{
    struct tri_file file;
    if (!tri_file_begin(&file, path, e))
        return false;
    template_write(file.stream, text, data);
    return tri_file_commit(&file, e);
}

/* All of them or none. */
static bool write_files(const char *name, const char *folder, json_t *data, struct tri_error *e)
{
    char path[PATH_MAX];
    bool good = true;
    int written = 0;
    for (; good && written < FILES; written += good)
        good = file_in(folder, name, written, path, e) &&
               write_file(data, path, files[written].text, e);
    while (!good && written-- > 0)
        if (file_in(folder, name, written, path, e))
            unlink(path);
    return good;
}

bool project_new(const char *name, const char *folder, struct tri_error *e)
{
    bool made;
    if (!check_name(name, e) || !check_files(name, folder, e) || !make_folder(folder, &made, e))
        return false;
    json_t *data = json_pack("{s:s}", "name", name);
    bool good =
        data ? write_files(name, folder, data, e) : tri_fail(e, TRI_FAILED, "out of memory");
    json_decref(data);
    if (!good && made)
        rmdir(folder);
    return good;
}
