/* new -- writes a project for a hotspot of your own: triptych new NAME DIR. */
#include "programs.h"
#include "format.h"
#include "launched.h"
#include "output.h"
#include "project.h"

#include <limits.h>
#include <stdio.h>
#include <string.h>

static const char usage[] =
    "usage: triptych new NAME DIR\n\n"
    "Writes a hotspot that builds and passes its tests, ready to be changed, into the folder DIR: NAME.c,\n"
    "NAME-law.c and CMakeLists.txt. DIR is made if there is none; no file is overwritten.\n";

static void print_path(const char *before, const char *folder, const char *rest)
{
    char path[PATH_MAX];
    snprintf(path, sizeof path, "%s%s", folder, rest);
    fputs(before, stdout);
    print_word(stdout, path);
}

static void print_next(const char *name, const char *folder)
{
    char program[80];
    snprintf(program, sizeof program, "/build/%s-bench", name);
    printf("%s/%s.c describes it; next:\n\n", folder, name);
    print_path("    cmake -G Ninja -S ", folder, "");
    print_path(" -B ", folder, "/build");
    print_path(" && cmake --build ", folder, "/build");
    print_path(" && ctest --test-dir ", folder, "/build");
    fputs(" --output-on-failure", stdout);
    print_path("\n    ", folder, program);
    putchar('\n');
}

int tri_new(int argc, char **argv)
{
    struct tri_error e;
    int status;
    if (ranks_refuse("new", &status))
        return status;
    bool good = true, asked = argc == 2 && strcmp(argv[1], "--help") == 0;
    if (asked)
        fputs(usage, stdout);
    else if (argc != 3)
        good = tri_fail(&e, TRI_USAGE, "takes NAME and DIR, and nothing else (see --help)");
    else
        good = project_new(argv[1], argv[2], &e);
    if (good && !asked)
        print_next(argv[1], argv[2]);
    return finish("triptych new", good, false, &e);
}
