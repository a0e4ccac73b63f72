/* describe -- reads the functions of a hotspot's files, for the build. */
#include "reader.h"

#include <stdio.h>
#include <string.h>

static const char usage[] =
    "usage: describe names FILE...\n"
    "Writes a header that gives each function and object of these files a name of its precision.\n";

static bool is_visible(const struct definition *d)
{
    return !d->is_static || d->has_region;
}

static bool is_listed(const struct reader *r, size_t i)
{
    const struct text name = r->all[i].name;
    for (size_t k = 0; k < i; k++)
        if (is_visible(&r->all[k]) && r->all[k].name.length == name.length &&
            memcmp(r->all[k].name.begin, name.begin, name.length) == 0)
            return true;
    return false;
}

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
    for (size_t i = 0; i < r->n; i++)
        if (is_visible(&r->all[i]) && is_of_directives(r->all[i].name))
            return wrong_at(r->all[i].file, r->all[i].line,
                            "%.*s is a word of OpenMP's directives: it needs another name",
                            (int)r->all[i].name.length, r->all[i].name.begin);
    return true;
}

/* What a linker or a device sees is defined once for each precision, so it needs two names. */
static void write_names(const struct reader *r)
{
    puts(
        "/* Written by the build: what a hotspot's files define gets a name for each precision. */");
    for (size_t i = 0; i < r->n; i++) {
        const struct definition *d = &r->all[i];
        if (is_visible(d) && !is_listed(r, i) && !text_is(d->name, "main"))
            printf("#define %.*s TRI_NAME(%.*s)\n", (int)d->name.length, d->name.begin,
                   (int)d->name.length, d->name.begin);
    }
}

int main(int argc, char **argv)
{
    struct reader r = { .n = 0 };
    bool good = true;
    if (argc < 3 || strcmp(argv[1], "names") != 0) {
        fputs(usage, stderr);
        return 2;
    }
    for (int i = 2; good && i < argc; i++)
        good = read_definitions(&r, argv[i]);
    good = good && check_names(&r);
    if (good)
        write_names(&r);
    reader_free(&r);
    return !good ? 2 : fflush(stdout) == 0 && !ferror(stdout) ? 0 : 1;
}
