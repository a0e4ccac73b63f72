/* fuzz TARGET [libFuzzer's arguments]: gives one of the readers what libFuzzer makes up. */
#include "fuzz.h"

#include "lost.h"

#include <limits.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static const struct {
    const char *name;
    fuzz_target *target;
} targets[] = { { "sources", fuzz_sources }, { "options", fuzz_options },
                { "png", fuzz_png },         { "inputs", fuzz_inputs },
                { "rows", fuzz_rows },       { "database", fuzz_database },
                { "images", fuzz_images },   { "lessons", fuzz_lessons },
                { "page", fuzz_page } };

enum { TARGETS = sizeof targets / sizeof *targets };

static fuzz_target *chosen;
static char folder[] = "/dev/shm/triptych-fuzz.XXXXXX";
static char path[PATH_MAX];

_Noreturn static void give_up(const char *what)
{
    fprintf(stderr, "fuzz: %s\n", what);
    _Exit(2);
}

static void remove_folder(void)
{
    unlink(path);
    rmdir(folder);
}

const char *fuzz_file(const char *name, const void *bytes, size_t n)
{
    unlink(path);
    snprintf(path, sizeof path, "%s/%s", folder, name);
    FILE *file = fopen(path, "w");
    if (!file || fwrite(bytes, 1, n, file) != n || fclose(file) != 0)
        give_up("its folder takes no file");
    return path;
}

char *fuzz_text(const uint8_t *bytes, size_t n)
{
    char *text = malloc(n + 1);
    if (!text)
        give_up("out of memory");
    memcpy(text, bytes, n);
    text[n] = 0;
    return text;
}

FILE *fuzz_nowhere(void)
{
    static FILE *nowhere;
    if (!nowhere && !(nowhere = fopen("/dev/null", "w")))
        give_up("no /dev/null");
    return nowhere;
}

int LLVMFuzzerInitialize(int *argc, char ***argv);
int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t n);

_Noreturn static void print_targets(void)
{
    for (size_t i = 0; i < TARGETS; i++)
        puts(targets[i].name);
    exit(fflush(stdout) == 0 ? 0 : 1);
}

/* Takes the target's name out of the arguments.  What readers print on standard output goes nowhere. */
int LLVMFuzzerInitialize(int *argc, char ***argv)
{
    const char *name = *argc > 1 ? (*argv)[1] : "";
    if (strcmp(name, "--targets") == 0)
        print_targets();
    for (size_t i = 0; i < TARGETS; i++)
        if (strcmp(name, targets[i].name) == 0)
            chosen = targets[i].target;
    if (!chosen)
        give_up("the first argument has to be one of those that --targets prints");
    for (int i = 1; i < *argc; i++)
        (*argv)[i] = (*argv)[i + 1];
    --*argc;
    if (!mkdtemp(folder) || !freopen("/dev/null", "w", stdout))
        give_up("no folder in /dev/shm");
    atexit(remove_folder);
    return 0;
}

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t n)
{
    note_what_is_lost(); /* as each program does first */
    chosen(bytes, n);
    return 0;
}
