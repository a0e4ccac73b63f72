/* new -- writes a project for a hotspot of your own: triptych new NAME DIR. */
#include "programs.h"
#include "process.h"
#include "output.h"
#include "project.h"

#include <limits.h>
#include <stdio.h>
#include <string.h>

static const char usage[] =
    "usage: triptych new NAME DIR\n"
    "       triptych new NAME DIR --from FILE.c\n\n"
    "Writes a hotspot that builds and passes its tests, ready to be changed, into the folder DIR: NAME.c,\n"
    "NAME-law.c and CMakeLists.txt. DIR is made if there is none; no file is overwritten.\n\n"
    "--from takes your loop: FILE.c defines NAME_reference and any of NAME_offload, NAME_simd and NAME_avx2, and is\n"
    "copied to NAME.c, with NAME.cu if that is beside it. Whatever the file does not say has a default.\n";

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

/* NAME DIR, and --from FILE anywhere. */
struct words {
    const char *word[2], *from;
    int n;
};

static bool read_words(int argc, char **argv, struct words *w, struct tri_error *e)
{
    for (int i = 1; i < argc; i++) {
        bool is_from = strcmp(argv[i], "--from") == 0;
        if (is_from && (w->from || i + 1 == argc))
            return tri_fail(e, TRI_USAGE, "--from: takes one FILE.c");
        if (is_from)
            w->from = argv[++i];
        else if (strncmp(argv[i], "--from=", 7) == 0)
            w->from = argv[i] + 7;
        else if (w->n < 2 && strncmp(argv[i], "--", 2) != 0)
            w->word[w->n++] = argv[i];
        else
            w->n = 3;
    }
    return w->n == 2 ||
           tri_fail(e, TRI_USAGE, "takes NAME and DIR, and --from FILE.c (see --help)");
}

int tri_new(int argc, char **argv)
{
    struct tri_error e;
    struct words w = { .n = 0 };
    char name[PROJECT_NAME];
    int status;
    if (ranks_refuse("new", &status))
        return status;
    if (argc == 2 && strcmp(argv[1], "--help") == 0) {
        fputs(usage, stdout);
        return finish("triptych new", true, false, &e);
    }
    bool good = read_words(argc, argv, &w, &e) &&
                (w.from ? project_from(w.word[0], w.word[1], w.from, name, &e)
                        : project_new(w.word[0], w.word[1], &e));
    if (good)
        print_next(w.word[0], w.word[1]);
    return finish("triptych new", good, false, &e);
}
