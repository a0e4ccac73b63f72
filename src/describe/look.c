/* Looks at files as the build does later. */
#include "look.h"

#include "hotspot.h"

#include <string.h>

/* ---- What is wrong goes to the caller, not to stderr ---- */

static char *said_to;

static void hear(const char *line)
{
    if (!*said_to)
        snprintf(said_to, LOOK_SAID, "%s", line);
}

static void listen(char *said)
{
    said_to = said;
    *said = '\0';
    wrong_heard = hear;
}

/* ---- The name ---- */

static const char ending[] = "_reference";

static bool is_reference(const struct definition *d)
{
    size_t end = sizeof ending - 1;
    return d->is_function && d->name.length > end && d->name.length - end < LOOK_NAME &&
           memcmp(d->name.begin + d->name.length - end, ending, end) == 0;
}

static bool fail_names(const struct reader *r, const char *file, const char *wanted)
{
    for (size_t i = 0; i < r->n; i++) {
        const struct definition *d = &r->all[i];
        int n = (int)d->name.length;
        if (is_reference(d) && d->is_static)
            return wrong_at(file, d->line, "%.*s is static: no other file can call it", n,
                            d->name.begin);
        if (is_reference(d))
            return wrong_at(file, d->line, "%.*s is no %s%s: NAME is %.*s", n, d->name.begin,
                            wanted, ending, n - (int)sizeof ending + 1, d->name.begin);
    }
    return wrong_at(file, 1, "defines no function %s%s, which all others are compared with", wanted,
                    ending);
}

/* The file's own name decides where there are several. */
static bool find_name(const struct reader *r, const char *file, const char *wanted,
                      char name[static LOOK_NAME], int *line)
{
    const char *slash = strrchr(file, '/'), *stem = slash ? slash + 1 : file;
    const struct definition *first = NULL, *other = NULL;
    for (size_t i = 0; i < r->n; i++) {
        const struct definition *d = &r->all[i];
        struct text one = { d->name.begin,
                            is_reference(d) ? d->name.length - sizeof ending + 1 : 0 };
        if (!one.length || d->is_static || (wanted && !text_is(one, wanted)))
            continue;
        bool is_stem = strncmp(stem, one.begin, one.length) == 0 && stem[one.length] == '.';
        if (first && !is_stem && !text_is_same(first->name, d->name))
            other = d;
        if (first && !is_stem)
            continue;
        first = d;
        snprintf(name, LOOK_NAME, "%.*s", TEXT(one));
        if (is_stem) {
            other = NULL;
            break;
        }
    }
    if (other)
        return wrong_at(
            file, other->line,
            "%.*s: there is %.*s already, and one file is for one of them, or is called like it",
            TEXT(other->name), TEXT(first->name));
    *line = first ? first->line : 1;
    return first || fail_names(r, file, wanted ? wanted : "NAME");
}

static bool has_another_path(const struct hotspot *h, const char *file)
{
    return h->paths > 1 || wrong_at(file, h->path[h->reference].d->line,
                                    "%s has no path to compare: %s_offload, %s_simd or %s_avx2",
                                    h->name, h->name, h->name, h->name);
}

bool look_at_file(const char *file, const char *wanted, char name[static LOOK_NAME], int *line,
                  char said[static LOOK_SAID])
{
    static struct hotspot h; /* too large for a stack */
    struct reader r = { .n = 0 };
    listen(said);
    bool good = read_definitions(&r, file) && find_name(&r, file, wanted, name, line) &&
                find_hotspot(&h, &r, name) && has_another_path(&h, file);
    reader_free(&r);
    wrong_heard = NULL;
    return good;
}

/* ---- A peer ---- */

static void write_arguments(FILE *out, const struct path *p)
{
    for (int i = 0; i < p->arguments; i++) {
        const struct argument *a = &p->argument[i];
        int n = (int)a->p.name.length, t = (int)a->p.type.length;
        const char *name = a->p.name.begin, *type = a->p.type.begin;
        fputs(i ? ",\n        " : "\n        ", out);
        if (a->kind == ARRAY)
            fprintf(out, "tri_case_operand(there, \"%.*s\")", n, name);
        else
            fprintf(out, "(%.*s)tri_case_value(there, \"%.*s\").%s", t, type, n, name,
                    a->kind == INTEGER ? "integer" : "real");
    }
}

static void write_declared(FILE *out, const struct path *p)
{
    for (int i = 0; i < p->arguments; i++) {
        const struct argument *a = &p->argument[i];
        fprintf(out, "%s%s%.*s%s%.*s", i ? ", " : "", a->p.is_const ? "const " : "",
                TEXT(a->p.type), a->kind == ARRAY ? " *" : " ", TEXT(a->p.name));
    }
}

static void write_call(FILE *out, const struct path *p, const char *name)
{
    fprintf(out, "void %s_cuda(", name);
    write_declared(out, p);
    fprintf(
        out,
        ");\n\n/* Arrays are in the GPU's memory. */\n__attribute__((unused)) static void run(const struct tri_case *there)\n{\n    %s_cuda(",
        name);
    write_arguments(out, p);
    fputs(");\n}\n", out);
}

static bool check_complex(const struct path *p, const char *file)
{
    for (int i = 0; i < p->arguments; i++)
        if (p->argument[i].kind == COMPLEX)
            return wrong_at(file, p->argument[i].p.line,
                            "%.*s is complex, which CUDA has no type for: NAME_cuda takes const "
                            "struct tri_case *, and there %.*s_re and %.*s_im",
                            TEXT(p->argument[i].p.name), TEXT(p->argument[i].p.name),
                            TEXT(p->argument[i].p.name));
    return true;
}

static bool is_same_argument(const struct parameter *cuda, const struct argument *a)
{
    const struct c_type *x = type_in_c(cuda->type), *y = type_in_c(a->p.type);
    bool is_address = cuda->is_pointer || cuda->is_array;
    return x && y && strcmp(x->of_elements, y->of_elements) == 0 &&
           is_address == (a->kind == ARRAY);
}

/* C knows nothing of what another language's function takes: with other arguments it would be called all the same. */
static bool check_same(const struct definition *d, const struct parameter *all, int n,
                       const struct path *p)
{
    bool same = n == p->arguments;
    int i = 0;
    while (same && i < n && is_same_argument(&all[i], &p->argument[i]))
        i++;
    return (same && i == n) ||
           wrong_at(d->file, same ? all[i].line : d->line,
                    "%.*s: its arguments are others than those of %.*s, which come in this order, "
                    "with these types",
                    TEXT(d->name), TEXT(p->d->name));
}

static bool write_peer(FILE *out, const struct reader *r, const char *name, const char *file,
                       const char *cuda)
{
    static struct hotspot h;
    char function[LOOK_NAME + 8];
    int length = snprintf(function, sizeof function, "%s_cuda", name);
    const struct definition *d = function_named(r, (struct text){ function, (size_t)length });
    if (!d)
        return wrong_at(
            cuda, 1,
            "defines no %s, which is what its host calls: extern \"C\", with the arguments of %s%s",
            function, name, ending);
    if (!find_hotspot(&h, r, name))
        return false;
    const struct path *p = &h.path[h.reference];
    if (!text_is(p->d->type, "void"))
        return wrong_at(
            file, p->d->line,
            "%s returns a value, and a kernel in CUDA has no place for it: void, and an array of one number",
            name);
    struct parameter all[MAX_PARAMETERS];
    int n = read_parameters(d, all);
    bool by_case = n == 1 && text_is(all[0].type, "struct tri_case");
    if (n < 0 || (!by_case && !(check_complex(p, file) && check_same(d, all, n, p))))
        return false;
    fprintf(
        out,
        "/* A kernel in CUDA, to compare with: triptych/peer.h explains it. */\n#include <triptych/real.h>\n\n#include <triptych/peer.h>\n\n");
    if (by_case)
        fprintf(out, "void %s(const struct tri_case *there);\n", function);
    else
        write_call(out, p, name);
    fprintf(
        out,
        "\nconst struct tri_peer peers[] = {\n    {\n        .contender = { .peer = \"cuda\", .path = TRI_OFFLOAD, .run = TRI_IF_CUDA(%s),\n"
        "            .memory_space = TRI_CUDA_MEMORY_SPACE },\n        .meaning = \"a kernel in CUDA\",\n        .hotspot = \"%s\",\n    },\n"
        "    { .meaning = NULL },\n};\n",
        by_case ? function : "run", name);
    return true;
}

bool look_write_peer(FILE *out, const char *name, const char *file, const char *cuda,
                     char said[static LOOK_SAID])
{
    struct reader r = { .n = 0 };
    listen(said);
    bool good = read_definitions(&r, file) && read_definitions(&r, cuda) &&
                write_peer(out, &r, name, file, cuda);
    reader_free(&r);
    wrong_heard = NULL;
    return good;
}
