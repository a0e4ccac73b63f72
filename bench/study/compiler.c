/* The compiler that built this program, run once more on a hotspot: for what it says. */
#include "hotspot.h"
#include "remarks.h"

#include "build_info.h"
#include "format.h"

#include <errno.h>
#include <jansson.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>

/* What makes it talk, by the name that TRIPTYCH_COMPILER begins with; and leaves the device out, so that
 * flags of the device's are of no use, which is no error. */
static const struct {
    const char *compiler, *flags, *host_only;
} ways[] = {
    { "clang",
      "'-Rpass=loop-vectorize|loop-unroll' -Rpass-missed=loop-vectorize "
      "-Rpass-analysis=loop-vectorize -fno-caret-diagnostics -Wno-error",
      "--offload-host-only" },
    { "gcc", "-fopt-info-vec-loop-optimized-missed -Wno-error", "-foffload=disable" },
    { "nvc", "-Minfo=vect,loop -Mneginfo=vect,loop", "" },
};

static char *read_all(FILE *in)
{
    char *text = NULL, buffer[4096];
    size_t size, n;
    FILE *out = open_memstream(&text, &size);
    while (out && (n = fread(buffer, 1, sizeof buffer, in)) > 0)
        fwrite(buffer, 1, n, out);
    if (out && fclose(out) != 0) {
        free(text);
        return NULL;
    }
    return text;
}

/* What the build's list of commands has for a file of the hotspot in its precision. */
static const json_t *command_in(const json_t *list, const char *folder, const struct tri_hotspot *h)
{
    char file[80], bits[20];
    size_t i;
    json_t *entry;
    int length = snprintf(file, sizeof file, "/src/%s/%s.c", folder, h->name);
    snprintf(bits, sizeof bits, "REAL_BITS=%d ", h->precision == TRI_FLOAT ? 32 : 64);
    json_array_foreach((json_t *)list, i, entry)
    {
        const char *name = json_string_value(json_object_get(entry, "file"));
        const char *command = json_string_value(json_object_get(entry, "command"));
        size_t own = name ? strlen(name) : 0;
        if (own >= (size_t)length && strcmp(name + own - length, file) == 0 && command &&
            strstr(command, bits))
            return entry;
    }
    return NULL;
}

/* The lesson, wherever it is, or the file of its rungs. */
static const json_t *command_of(const json_t *list, const struct tri_hotspot *h, bool tuned)
{
    const json_t *entry = command_in(list, tuned ? "tuned" : "hotspots", h);
    return entry || tuned ? entry : command_in(list, "reports", h);
}

/* The same command, to nowhere, in its own folder.  What may follow && in it links device code. */
static char *talking(const json_t *entry)
{
    const char *command = json_string_value(json_object_get(entry, "command"));
    const char *end = strstr(command, " && ");
    size_t i = 0, size;
    char *line = NULL;
    FILE *out = open_memstream(&line, &size);
    if (!out)
        return NULL;
    while (i + 1 < sizeof ways / sizeof *ways &&
           strncmp(TRIPTYCH_COMPILER, ways[i].compiler, strlen(ways[i].compiler)) != 0)
        i++;
    fputs("cd ", out);
    print_word(out, json_string_value(json_object_get(entry, "directory")));
    fprintf(out, " && %.*s -o /dev/null %s %s 2>&1",
            (int)(end ? end - command : (ptrdiff_t)strlen(command)), command, ways[i].flags,
            TRIPTYCH_OFFLOAD ? ways[i].host_only : "");
    fclose(out);
    return line;
}

/* NULL: *why says what has gone wrong. */
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

static char *read_source(const char *name, struct tri_error *why)
{
    FILE *in = fopen(name, "re");
    char *text = in ? read_all(in) : NULL;
    if (!text)
        tri_fail(why, TRI_FAILED, "not on this machine: the source, %s: %s", name, strerror(errno));
    if (in)
        fclose(in);
    return text;
}

static bool take(const json_t *entry, char **said, char **file, char **source,
                 struct tri_error *why)
{
    const char *name = json_string_value(json_object_get(entry, "file"));
    if (!(*source = read_source(name, why)))
        return false;
    *said = compile(entry, why);
    *file = strdup(name);
    if (*said && *file)
        return true;
    free(*source);
    free(*said);
    free(*file);
    return false;
}

bool compiler_says(const struct tri_hotspot *h, bool tuned, char **said, char **file, char **source,
                   struct tri_error *why)
{
    json_error_t error;
    json_t *list = json_load_file(TRIPTYCH_COMPILE_COMMANDS, 0, &error);
    const json_t *entry = list ? command_of(list, h, tuned) : NULL;
    tri_fail(why, TRI_FAILED, "not on this machine: the build folder, for the compiler's command");
    bool good = entry && take(entry, said, file, source, why);
    json_decref(list);
    return good;
}
