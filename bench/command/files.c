/* The files that a command line names. */
#include "request.h"

#include "file.h"

#include <limits.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

/* A name refers to an existing file, or, if there is none, to an entry of a folder. */
struct place {
    struct stat s;
    const char *in_folder; /* "": s is the file's */
};

static bool find(const char *name, struct place *p)
{
    char folder[PATH_MAX];
    const char *slash = strrchr(name, '/');
    p->in_folder = "";
    if (stat(name, &p->s) == 0)
        return S_ISREG(p->s.st_mode) || S_ISDIR(p->s.st_mode);
    p->in_folder = slash ? slash + 1 : name;
    snprintf(folder, sizeof folder, "%.*s", slash ? (int)(slash - name) + 1 : 1,
             slash ? name : ".");
    return stat(folder, &p->s) == 0;
}

static bool is_one_file(const char *one, const char *other)
{
    struct place a, b;
    return find(one, &a) && find(other, &b) && a.s.st_dev == b.s.st_dev &&
           a.s.st_ino == b.s.st_ino && strcmp(a.in_folder, b.in_folder) == 0;
}

/* Whether the file is in the folder and may be a figure, or is the folder itself. */
static bool is_figure_in(const char *folder, const char *name)
{
    char of_name[PATH_MAX];
    const char *slash = strrchr(name, '/');
    snprintf(of_name, sizeof of_name, "%.*s", slash ? (int)(slash - name) + 1 : 1,
             slash ? name : ".");
    bool is_figure = tri_file_ends_in(name, ".svg") || tri_file_ends_in(name, ".png");
    return is_one_file(folder, name) || (is_figure && is_one_file(folder, of_name));
}

static bool same_file(const struct named_file *written, const char *other)
{
    return written->use == FIGURES_WRITTEN ? is_figure_in(written->name, other)
                                           : is_one_file(written->name, other);
}

static bool apart(const struct named_file *written, const struct named_file *other,
                  struct tri_error *e)
{
    char *names = strdup(other->name), *rest = names, *name = names;
    bool same = false;
    if (!names)
        return tri_fail(e, TRI_FAILED, "out of memory");
    if (other->use != FILES_READ)
        same = same_file(written, names);
    else
        while (!same && (name = strsep(&rest, ",")))
            same = same_file(written, name);
    if (same)
        tri_fail(e, TRI_USAGE, "%s %.150s: %s %s %.150s, which would be lost", written->option,
                 written->name,
                 written->use == FIGURES_WRITTEN ? "a figure may take the place of"
                                                 : "is the file of",
                 other->option, name);
    free(names);
    return !same;
}

bool files_apart(const struct named_file *file, size_t n, struct tri_error *e)
{
    for (size_t i = 0; i < n; i++)
        for (size_t k = 0; file[i].name && file[i].use >= FILE_WRITTEN && k < n; k++)
            if (k != i && file[k].name && !apart(&file[i], &file[k], e))
                return false;
    return true;
}
