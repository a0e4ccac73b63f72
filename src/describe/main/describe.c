/* describe -- reads the functions of a hotspot's files, for the build. */
#include "write.h"

#include <stdio.h>
#include <string.h>

static const char usage[] =
    "usage: describe names FILE...\n"
    "       describe paths NAME FILE...\n"
    "       describe words NAME FILE\n"
    "names: a header that gives each function and object of these files a name of its precision, and has the prototypes of paths.\n"
    "paths: a file of C that calls the paths of the hotspot NAME with the arguments of their prototypes.\n"
    "words: nothing, if no word in the text is refused; NAME is what a line on stderr calls it.\n";

/* Words of OpenMP's directives, in which a compiler would see the other name. */
static bool is_of_directives(struct text name)
{
    static const char *const words[] = {
        "alloc",    "always",  "atomic",    "barrier", "collapse",   "critical", "data",
        "declare",  "delete",  "depend",    "device",  "distribute", "enter",    "exit",
        "for",      "from",    "if",        "in",      "inout",      "loop",     "map",
        "master",   "max",     "min",       "nowait",  "omp",        "ordered",  "out",
        "parallel", "private", "reduction", "release", "schedule",   "sections", "shared",
        "simd",     "single",  "static",    "target",  "task",       "taskwait", "teams",
        "threads",  "to",      "tofrom",    "unroll",  "update",     "variant",  "write"
    };
    for (size_t i = 0; i < sizeof words / sizeof *words; i++)
        if (text_is(name, words[i]))
            return true;
    return false;
}

static bool check_names(const struct reader *r)
{
    for (size_t i = 0; i < r->n; i++) {
        const struct definition *d = &r->all[i];
        if ((!d->is_static || d->has_region) && is_of_directives(d->name))
            return wrong_at(d->file, d->line,
                            "%.*s is a word of OpenMP's directives: it needs another name",
                            (int)d->name.length, d->name.begin);
    }
    return true;
}

static bool write_paths_of(const struct reader *r, const char *name)
{
    static struct hotspot h; /* too large for a stack */
    if (!find_hotspot(&h, r, name))
        return false;
    write_signature(&h);
    return true;
}

int main(int argc, char **argv)
{
    struct reader r = { .n = 0 };
    bool names = argc > 1 && strcmp(argv[1], "names") == 0, good = true;
    int first = names ? 2 : 3;
    if (argc == 4 && strcmp(argv[1], "words") == 0)
        return words_are_good(argv[2], argv[3]) ? 0 : 2;
    if (argc <= first || (!names && strcmp(argv[1], "paths") != 0)) {
        fputs(usage, stderr);
        return 2;
    }
    for (int i = first; good && i < argc; i++)
        good = read_definitions(&r, argv[i]);
    good = good && check_names(&r);
    if (good && names)
        write_names(&r, argv + first, (size_t)(argc - first));
    else
        good = good && write_paths_of(&r, argv[2]);
    reader_free(&r);
    return !good ? 2 : fflush(stdout) == 0 && !ferror(stdout) ? 0 : 1;
}
