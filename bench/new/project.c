/* A new hotspot: templates with its name. */
#define _GNU_SOURCE /* RTLD_DEFAULT */
#include "project.h"

#include "file.h"
#include "look.h"
#include "template.h"

#include <dlfcn.h>
#include <errno.h>
#include <libgen.h>
#include <limits.h>
#include <stdlib.h>
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

enum { FILES = sizeof files / sizeof *files, LONGEST_NAME = 40, MOST_FILES = 64 };

/* ---- The name ---- */

static bool is_taken(const char *name)
{
    char function[LONGEST_NAME + 8];
    snprintf(function, sizeof function, " %s(", name);
    return strstr(hotspot_c_in, function);
}

/* Whether C says what it is: in the language, or in the libraries that this program has too. */
static bool is_of_c(const char *name)
{
    static const char *const words[] = {
        "alignas",  "alignof",  "asm",           "assert",       "auto",   "bool",
        "break",    "case",     "char",          "complex",      "const",  "continue",
        "default",  "do",       "double",        "else",         "enum",   "errno",
        "extern",   "false",    "float",         "for",          "goto",   "if",
        "inline",   "int",      "linux",         "long",         "main",   "noreturn",
        "offsetof", "real",     "register",      "restrict",     "return", "short",
        "signed",   "sizeof",   "static",        "stderr",       "stdin",  "stdout",
        "struct",   "switch",   "static_assert", "thread_local", "true",   "typedef",
        "typeof",   "union",    "unix",          "unsigned",     "va_arg", "va_end",
        "va_list",  "va_start", "void",          "volatile",     "while",
    };
    for (size_t i = 0; i < sizeof words / sizeof *words; i++)
        if (strcmp(name, words[i]) == 0)
            return true;
    size_t length = strlen(name);
    return (length > 2 && strcmp(name + length - 2, "_t") == 0) || dlsym(RTLD_DEFAULT, name);
}

static bool check_name(const char *name, bool is_of_template, struct tri_error *e)
{
    size_t length = strlen(name);
    bool good = length > 0 && length <= LONGEST_NAME && *name >= 'a' && *name <= 'z' &&
                strspn(name, "abcdefghijklmnopqrstuvwxyz0123456789_") == length;
    if (!good)
        return tri_fail(
            e, TRI_USAGE,
            "NAME: '%.60s' is not allowed: it begins with a to z and goes on with a to z, 0 to 9 and _, at most %d in all",
            name, LONGEST_NAME);
    if (is_of_c(name))
        return tri_fail(e, TRI_USAGE,
                        "NAME: '%s' is a word of C or of its library: take a name of your own",
                        name);
    return !is_of_template || !is_taken(name) ||
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

static bool is_folder(const char *folder)
{
    struct stat there;
    return stat(folder, &there) == 0 && S_ISDIR(there.st_mode);
}

static bool fail_folder(const char *folder, struct tri_error *e)
{
    return tri_fail(e, TRI_USAGE, "DIR: %.200s: %s", folder,
                    errno == EEXIST ? "is no folder" : strerror(errno));
}

/* Those that it is in are made, too, and stay. */
static bool make_folder(const char *folder, bool *made, struct tri_error *e)
{
    char path[PATH_MAX];
    if (*folder == '\0' || snprintf(path, sizeof path, "%s", folder) >= (int)sizeof path)
        return tri_fail(e, TRI_USAGE, "DIR: its name is empty, or too long");
    for (char *slash = strchr(path + 1, '/'); slash; slash = strchr(slash + 1, '/')) {
        *slash = '\0';
        if (mkdir(path, 0777) != 0 && !is_folder(path))
            return fail_folder(path, e);
        *slash = '/';
    }
    *made = mkdir(path, 0777) == 0;
    return *made || is_folder(path) || fail_folder(folder, e);
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
    if (!check_name(name, true, e) || !check_files(name, folder, e) ||
        !make_folder(folder, &made, e))
        return false;
    json_t *data = json_pack("{s:s}", "name", name);
    bool good =
        data ? write_files(name, folder, data, e) : tri_fail(e, TRI_FAILED, "out of memory");
    json_decref(data);
    if (!good && made)
        rmdir(folder);
    return good;
}

/* ---- From a file that there is ---- */

/* What is made, so that all of it can go again. */
struct made {
    const char *folder, *from; /* `from`: the folder of the file that it is made from */
    char *path[MOST_FILES];
    int n;
};

/* A name in the folder, which no file may have yet. */
static bool add_path(struct made *m, const char *name, struct tri_error *e)
{
    char path[PATH_MAX];
    struct stat there;
    if (m->n == MOST_FILES)
        return tri_fail(e, TRI_USAGE, "--from: includes more than %d files", MOST_FILES - 4);
    if (snprintf(path, sizeof path, "%s/%s", m->folder, name) >= (int)sizeof path)
        return tri_fail(e, TRI_USAGE, "DIR: its name is too long");
    if (lstat(path, &there) == 0)
        return tri_fail(e, TRI_USAGE, "DIR: %.200s already exists", path);
    m->path[m->n] = strdup(path);
    return m->path[m->n++] || tri_fail(e, TRI_FAILED, "out of memory");
}

static bool copy_bytes(FILE *in, const char *from, struct tri_file *out, struct tri_error *e)
{
    char bytes[1 << 14];
    bool good = true;
    for (size_t n; good && (n = fread(bytes, 1, sizeof bytes, in)) > 0;)
        good = tri_file_write(out, bytes, n, e);
    return good && (!ferror(in) || tri_fail(e, TRI_USAGE, "--from: %.200s cannot be read", from));
}

static bool copy(const char *from, const char *to, struct tri_error *e)
{
    struct tri_file out;
    FILE *in = fopen(from, "re");
    if (!in)
        return tri_fail(e, TRI_USAGE, "--from: %.200s: %s", from, strerror(errno));
    bool begun = tri_file_begin(&out, to, e), good = begun && copy_bytes(in, from, &out, e);
    fclose(in);
    if (good)
        return tri_file_commit(&out, e);
    if (begun)
        tri_file_abandon(&out);
    return false;
}

/* What is no file, such as a pipe, is never opened: that would wait for a writer. */
static bool is_file(const char *path)
{
    struct stat there;
    return stat(path, &there) == 0 && S_ISREG(there.st_mode);
}

static bool has_file(const struct made *m, const char *name, char path[static PATH_MAX])
{
    return snprintf(path, PATH_MAX, "%s/%s", m->from, name) < PATH_MAX && is_file(path) &&
           access(path, R_OK) == 0;
}

/* Whether the folder has got a file of this name. */
static bool is_made(const struct made *m, const char *name)
{
    for (int i = 0; i < m->n; i++)
        if (strcmp(m->path[i] + strlen(m->folder) + 1, name) == 0)
            return true;
    return false;
}

static const char *behind(const char *text, const char *word)
{
    text += strspn(text, " \t");
    return strncmp(text, word, strlen(word)) == 0 ? text + strlen(word) : NULL;
}

/* The name in a line `#include "NAME"`, which does not begin at the root; NULL: it is none. */
static const char *included_by(const char *line, size_t *length)
{
    const char *at = behind(line, "#");
    at = at ? behind(at, "include") : NULL;
    at = at ? behind(at, "\"") : NULL;
    *length = at ? strcspn(at, "\"\n") : 0;
    return *length > 0 && at[*length] == '"' && *at != '/' ? at : NULL;
}

/* The length of the folder that the folder of this length, with its slash, is in. */
static size_t parent(const char *path, size_t folder)
{
    for (folder--; folder > 0 && path[folder - 1] != '/'; folder--)
        ;
    return folder;
}

/* Of "./" or "../", with which the name begins; 0: neither. */
static size_t dots(const char *name)
{
    size_t n = strspn(name, ".");
    return n >= 1 && n <= 2 && name[n] == '/' ? n + 1 : 0;
}

/* What a file of the project includes as `at`, as seen from the project's folder.  False: it is not in there. */
static bool name_from(const char *file, const char *at, size_t length, char name[static PATH_MAX])
{
    const char *slash = strrchr(file, '/');
    size_t folder = slash ? (size_t)(slash + 1 - file) : 0;
    for (size_t skip; (skip = dots(at)) > 0; at += skip, length -= skip) {
        if (skip == 3 && folder == 0)
            return false;
        folder = skip == 3 ? parent(file, folder) : folder;
    }
    return snprintf(name, PATH_MAX, "%.*s%.*s", (int)folder, file, (int)length, at) < PATH_MAX;
}

static bool copy_as(struct made *m, const char *from, const char *name, struct tri_error *e);

static bool copy_of_line(struct made *m, const char *line, const char *from, const char *file,
                         struct tri_error *e)
{
    char name[PATH_MAX], path[PATH_MAX];
    size_t length;
    const char *at = included_by(line, &length);
    if (!at)
        return true;
    if (!name_from(file, at, length, name))
        return tri_fail(
            e, TRI_USAGE,
            "--from: %.120s includes \"%.*s\", which is not in the folder of the C file: copy it there",
            from, (int)(length < 120 ? length : 120), at);
    return is_made(m, name) || !has_file(m, name, path) || copy_as(m, path, name, e);
}

/* The headers that a file includes, of the C file's folder and of those inside it. */
static bool copy_included(struct made *m, const char *from, const char *name, struct tri_error *e)
{
    char *line = NULL;
    size_t room = 0;
    bool good = true;
    FILE *in = fopen(from, "re");
    while (good && in && getline(&line, &room, in) > 0)
        good = copy_of_line(m, line, from, name, e);
    free(line);
    if (in)
        fclose(in);
    return good;
}

static bool make_folder_of(const char *path, struct tri_error *e)
{
    char folder[PATH_MAX];
    bool made;
    snprintf(folder, sizeof folder, "%s", path);
    return make_folder(dirname(folder), &made, e);
}

static bool copy_as(struct made *m, const char *from, const char *name, struct tri_error *e)
{
    if (!add_path(m, name, e))
        return false;
    const char *path = m->path[m->n - 1];
    return make_folder_of(path, e) && copy(from, path, e) && copy_included(m, from, name, e);
}

/* With the folders inside the project's that are empty now. */
static void take_away(const struct made *m, char *path)
{
    unlink(path);
    for (char *slash; (slash = strrchr(path, '/')) > path + strlen(m->folder);) {
        *slash = '\0';
        if (rmdir(path) != 0)
            return;
    }
}

static bool write_peers(struct made *m, const char *name, const char *file, const char *cuda,
                        struct tri_error *e)
{
    struct tri_file out;
    char said[LOOK_SAID];
    if (!add_path(m, "peers.c", e) || !tri_file_begin(&out, m->path[m->n - 1], e))
        return false;
    if (look_write_peer(out.stream, name, file, cuda, said))
        return tri_file_commit(&out, e);
    tri_file_abandon(&out);
    return tri_fail(e, TRI_USAGE, "--from: %s", said);
}

static bool write_lists(struct made *m, const char *name, bool has_cuda, struct tri_error *e)
{
    json_t *data = json_pack("{s:s, s:b, s:b}", "name", name, "from", 1, "cuda", has_cuda);
    bool good = data ? add_path(m, "CMakeLists.txt", e) &&
                           write_file(data, m->path[m->n - 1], CMakeLists_txt_in, e)
                     : tri_fail(e, TRI_FAILED, "out of memory");
    json_decref(data);
    return good;
}

/* The file of CUDA beside it has the hotspot's name. */
static bool make_files(struct made *m, const char *name, const char *file, struct tri_error *e)
{
    char as[LOOK_NAME + 8], cuda[PATH_MAX];
    snprintf(as, sizeof as, "%s.c", name);
    if (!copy_as(m, file, as, e))
        return false;
    snprintf(as, sizeof as, "%s.cu", name);
    bool has_cuda = has_file(m, as, cuda);
    return (!has_cuda || (copy_as(m, cuda, as, e) && write_peers(m, name, file, cuda, e))) &&
           write_lists(m, name, has_cuda, e);
}

/* As `name` says, or the file. */
static bool look_at(const char *file, const char *name, char found[static PROJECT_NAME],
                    struct tri_error *e)
{
    char said[LOOK_SAID];
    int line;
    struct tri_error why;
    struct stat there;
    const char *dot = strrchr(file, '.');
    if (name && !check_name(name, false, e))
        return false;
    if (!dot || strcmp(dot, ".c") != 0)
        return tri_fail(e, TRI_USAGE, "--from: %.200s: has to be a .c file", file);
    if (stat(file, &there) == 0 && !S_ISREG(there.st_mode))
        return tri_fail(e, TRI_USAGE, "--from: %.200s: is no file, but %s", file,
                        S_ISDIR(there.st_mode) ? "a folder" : "a pipe or a device");
    if (!look_at_file(file, name, found, &line, said))
        return tri_fail(e, TRI_USAGE, "--from: %s", said);
    return check_name(found, false, &why) ||
           tri_fail(e, TRI_USAGE, "--from: %.200s:%d: %s", file, line, why.text);
}

bool project_from(const char *name, const char *folder, const char *file,
                  char found[static PROJECT_NAME], struct tri_error *e)
{
    char beside[PATH_MAX];
    bool made;
    if (!look_at(file, name, found, e) || !make_folder(folder, &made, e))
        return false;
    snprintf(beside, sizeof beside, "%s", file);
    struct made m = { .folder = folder, .from = dirname(beside) };
    bool good = make_files(&m, found, file, e);
    while (m.n-- > 0) {
        if (!good)
            take_away(&m, m.path[m.n]);
        free(m.path[m.n]);
    }
    if (!good && made)
        rmdir(folder);
    return good;
}
