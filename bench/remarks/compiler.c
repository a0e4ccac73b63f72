/* Runs the compiler that built this program on a hotspot's source again, for its optimisation remarks. */
#include "hotspot.h"
#include "remarks.h"

#include "build_info.h"
#include "output.h"

#include <errno.h>
#include <fnmatch.h>
#include <glob.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>

/* The compile_commands.json.  Of the build here, a hotspot has a folder, with its lesson and its climb. */
static struct {
    const char *file;
    bool of_another;
} commands = { TRIPTYCH_COMPILE_COMMANDS, false };

void remarks_use(const char *file)
{
    commands.file = file;
    commands.of_another = true;
}

/* The entry of compile_commands.json for the lesson, or for the file of its rungs, in the hotspot's precision. */
static const json_t *command_of(const json_t *list, const struct tri_hotspot *h, bool tuned)
{
    char file[200], bits[20];
    size_t i;
    json_t *entry;
    if (commands.of_another)
        snprintf(file, sizeof file, "*/%s.c", h->name);
    else
        snprintf(file, sizeof file, "*/src/hotspots/%s/%s.c", h->name, tuned ? "climb" : h->name);
    snprintf(bits, sizeof bits, "REAL_BITS=%d ", h->precision == TRI_FLOAT ? 32 : 64);
    json_array_foreach((json_t *)list, i, entry)
    {
        const char *name = json_string_value(json_object_get(entry, "file"));
        const char *command = json_string_value(json_object_get(entry, "command"));
        if (name && fnmatch(file, name, 0) == 0 && command && strstr(command, bits))
            return entry;
    }
    return NULL;
}

/* The same command in its own folder, with flags for remarks, and without output.  A part of it after && would
 * link device code, and is left out. */
static char *talking(const json_t *entry)
{
    const char *command = json_string_value(json_object_get(entry, "command"));
    const char *end = strstr(command, " && ");
    int length = (int)(end ? (size_t)(end - command) : strlen(command));
    size_t size;
    char *line = NULL;
    FILE *out = open_memstream(&line, &size);
    if (!out)
        return NULL;
    fputs("cd ", out);
    print_word(out, json_string_value(json_object_get(entry, "directory")));
    fprintf(out, " && %.*s -o /dev/null " TRIPTYCH_REMARKS " 2>&1", length, command);
    return fclose(out) == 0 ? line : NULL;
}

/* Reads to the end of the file, since text has no byte 0.  NULL: out of memory, or the file cannot be read. */
static char *read_all(FILE *in)
{
    char *text = NULL;
    size_t size = 0;
    if (getdelim(&text, &size, '\0', in) < 0 && text)
        *text = '\0';
    return text;
}

/* The compiler's output; NULL: *why says what failed. */
static char *compile(const json_t *entry, struct tri_error *why)
{
    char *line = talking(entry);
    FILE *in = line ? popen(line, "re") : NULL;
    char *said = in ? read_all(in) : NULL;
    int status = in ? pclose(in) : -1;
    free(line);
    if (said && status == 0)
        return said;
    tri_fail(why, TRI_FAILED, "not on this machine: the compiler, %s (status %d: %.*s)",
             TRIPTYCH_COMPILER, WIFEXITED(status) ? WEXITSTATUS(status) : status,
             said ? (int)strcspn(said, "\n") : 0, said ? said : "");
    free(said);
    return NULL;
}

static void append_file(const char *file, FILE *to)
{
    FILE *in = fopen(file, "re");
    char *text = in ? read_all(in) : NULL;
    if (text)
        fprintf(to, "%s\n", text);
    free(text);
    if (in)
        fclose(in);
}

static bool read_source(const json_t *entry, struct source *s, struct tri_error *why)
{
    const char *file = json_string_value(json_object_get(entry, "file"));
    FILE *in = fopen(file, "re");
    char *text = in ? read_all(in) : NULL;
    if (!text)
        tri_fail(why, TRI_FAILED, "not on this machine: the source, %s: %s", file, strerror(errno));
    if (in)
        fclose(in);
    return text && (source_parse(s, text) || tri_fail(why, TRI_FAILED, "out of memory"));
}

static bool read_remarks(const json_t *entry, struct source *s, struct tri_error *why)
{
    const char *file = json_string_value(json_object_get(entry, "file"));
    char *said = read_source(entry, s, why) ? compile(entry, why) : NULL;
    bool good = said && (loops_parse(s, TRIPTYCH_COMPILER, file, said) ||
                         tri_fail(why, TRI_FAILED, "out of memory"));
    free(said);
    return good;
}

/* All files of the lesson's folder, one behind the other. */
static bool read_folder(const json_t *entry, struct source *s, struct tri_error *why)
{
    const char *file = json_string_value(json_object_get(entry, "file"));
    const char *slash = strrchr(file, '/');
    char pattern[PATH_MAX], *text = NULL;
    size_t size;
    glob_t found = { 0 };
    FILE *out = open_memstream(&text, &size);
    snprintf(pattern, sizeof pattern, "%.*s/*.[ch]", (int)(slash ? slash - file : 0), file);
    if (out && glob(pattern, 0, NULL, &found) == 0)
        for (size_t i = 0; i < found.gl_pathc; i++)
            append_file(found.gl_pathv[i], out);
    globfree(&found);
    bool good = out && fclose(out) == 0 && text;
    if (good && size == 0) {
        free(text);
        return tri_fail(why, TRI_FAILED, "not on this machine: the source, %s", file);
    }
    return (good && source_parse(s, text)) || tri_fail(why, TRI_FAILED, "out of memory");
}

typedef bool read_fn(const json_t *entry, struct source *, struct tri_error *why);

static bool read_by(read_fn *read, const struct tri_hotspot *h, bool tuned, struct source *s,
                    struct tri_error *why)
{
    json_t *list = json_load_file(commands.file, 0, NULL);
    const json_t *entry = list ? command_of(list, h, tuned) : NULL;
    bool good =
        entry ? read(entry, s, why)
              : tri_fail(
                    why, TRI_FAILED,
                    "not on this machine: %s, the compiler's commands (CMake writes it with Ninja)",
                    commands.file);
    json_decref(list);
    return good;
}

bool remarks_read(const struct tri_hotspot *h, bool tuned, struct source *s, struct tri_error *why)
{
    return read_by(read_remarks, h, tuned, s, why);
}

bool remarks_source(const struct tri_hotspot *h, struct source *s, struct tri_error *why)
{
    return read_by(commands.of_another ? read_source : read_folder, h, false, s, why);
}
