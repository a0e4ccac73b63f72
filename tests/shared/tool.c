/* A tool that is preloaded: into the file $TOOL_LOG it writes a line when it begins, and one whenever device images come and go. */
#define _GNU_SOURCE /* RTLD_NEXT */
#include <dlfcn.h>
#include <stdio.h>
#include <stdlib.h>

static void *note(const char *line, const char *next)
{
    FILE *log = fopen(getenv("TOOL_LOG"), "ae");
    if (!log || fprintf(log, "%s\n", line) < 0 || fclose(log) != 0)
        abort();
    return next ? dlsym(RTLD_NEXT, next) : NULL;
}

__attribute__((constructor)) static void begin(void)
{
    note("tool", NULL);
}

void __tgt_register_lib(void *images)
{
    void (*next)(void *) = note("come", "__tgt_register_lib");
    next(images);
}

void __tgt_unregister_lib(void *images)
{
    void (*next)(void *) = note("go", "__tgt_unregister_lib");
    next(images);
}
