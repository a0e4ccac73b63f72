#include "write.h"

#include "constants.h"
#include "tokens.h"

#include <stdio.h>
#include <string.h>

/* A piece of text, each of its blanks made one. */
static void put(struct text t)
{
    size_t begin = 0;
    while (begin < t.length && strchr(" \t\n", t.begin[begin]))
        begin++;
    for (size_t i = begin; i < t.length; i++) {
        bool blank = strchr(" \t\n", t.begin[i]);
        if (!blank)
            putchar(t.begin[i]);
        else if (i + 1 < t.length && !strchr(" \t\n", t.begin[i + 1]))
            putchar(' ');
    }
}

/* Whether what comes next makes a name that of a type: another name, or a pointer's mark. */
static bool is_of_type(struct tokens s)
{
    struct token next = next_token(&s);
    return next.kind == NAME || is_mark(next, '*');
}

/* Tokens with a blank between them.  The file's own names of numbers, in brackets, and of types are not known where prototypes
 * stand: they are written out. */
static void write_parameters(const struct reader *r, struct text all)
{
    struct tokens s = tokens_of(all, 0);
    int depth = 0;
    long long value;
    for (struct token t; (t = next_token(&s)).kind != END;) {
        depth += is_mark(t, '[') - is_mark(t, ']');
        if (depth > 0 && t.kind == NAME && is_constant(r, t.text, &value))
            printf(" %lld", value);
        else
            printf(" %.*s", TEXT(depth == 0 && is_of_type(s) ? type_behind(r, t.text) : t.text));
    }
}

static void write_prototype(const struct reader *r, const struct definition *d)
{
    put(d->type);
    printf(" %.*s(", TEXT(d->name));
    write_parameters(r, d->parameters);
    putchar(')');
}

/* ---- names.h ---- */

static bool is_visible(const struct definition *d)
{
    return (!d->is_static || d->has_region) && !text_is(d->name, "main");
}

static bool is_listed(const struct reader *r, size_t i)
{
    const struct text name = r->all[i].name;
    for (size_t k = 0; k < i; k++)
        if (is_visible(&r->all[k]) && text_is_same(r->all[k].name, name))
            return true;
    return false;
}

static bool is_path_of_any(const struct definition *d, char *const *file, size_t files)
{
    bool found = false;
    for (size_t i = 0; !found && i < files; i++) {
        const char *slash = strrchr(file[i], '/'), *stem = slash ? slash + 1 : file[i];
        char name[64];
        int length = (int)strcspn(stem, ".");
        found = snprintf(name, sizeof name, "%.*s", length, stem) < (int)sizeof name &&
                is_path(d, name);
    }
    return found;
}

static bool has_complex(const struct reader *r, char *const *file, size_t files)
{
    for (size_t i = 0; i < r->n; i++) {
        const struct definition *d = &r->all[i];
        if (is_path_of_any(d, file, files) &&
            (text_has(d->parameters, "complex") || text_has(d->type, "complex")))
            return true;
    }
    return false;
}

/* Of the paths of hotspots, which are called like one of the files. */
static void write_prototypes(const struct reader *r, char *const *file, size_t files)
{
    puts(
        "#if !defined(__cplusplus)\n#include <stdbool.h>\n#include <sys/types.h>\nstruct tri_case;");
    if (has_complex(r, file, files))
        puts("#include <complex.h>");
    for (size_t i = 0; i < r->n; i++)
        if (is_path_of_any(&r->all[i], file, files)) {
            write_prototype(r, &r->all[i]);
            puts(";");
        }
    puts("#endif");
}

void write_names(const struct reader *r, char *const *file, size_t files)
{
    puts(
        "/* Written by the build: what is defined once for each precision has a name for each. */");
    for (size_t i = 0; i < r->n; i++) {
        const struct definition *d = &r->all[i];
        if (is_visible(d) && !is_listed(r, i))
            printf("#define %.*s TRI_NAME(%.*s)\n", TEXT(d->name), TEXT(d->name));
    }
    write_prototypes(r, file, files);
}

/* ---- NAME_signature.c ---- */

static void write_complex(const struct argument *a)
{
    const char *type = strcmp(a->type->of_elements, "TRI_FLOATING") == 0  ? "real"
                       : strcmp(a->type->of_elements, "TRI_FLOAT32") == 0 ? "float"
                                                                          : "double";
    printf("((union { %s part[2]; %.*s whole; }){ { (%s)c->value[%d].real, (%s)c->value[%d].real } "
           "}).whole",
           type, TEXT(a->p.type), type, a->number, type, a->imaginary);
}

static void write_argument(const struct argument *a)
{
    switch (a->kind) {
    case COMPLEX: write_complex(a); break;
    case INTEGER: printf("(%.*s)c->value[%d].integer", TEXT(a->p.type), a->number); break;
    case REAL: printf("(%.*s)c->value[%d].real", TEXT(a->p.type), a->number); break;
    case ARRAY: printf("c->operand[%d]", a->number); break;
    case PLACE: fputs("c->ran_on", stdout); break;
    case CASE: putchar('c'); break;
    }
}

static bool returns(const struct path *p)
{
    return !text_is(p->d->type, "void");
}

static void write_call(const struct path *p)
{
    printf("%.*s(", TEXT(p->d->name));
    for (int i = 0; i < p->arguments; i++) {
        fputs(i ? ", " : "", stdout);
        write_argument(&p->argument[i]);
    }
    puts(");");
}

/* A function may be missing, where an #if leaves it out: then its address is NULL. */
static void write_wrapper(const struct hotspot *h, const struct path *p)
{
    write_prototype(h->reader, p->d);
    printf(" __attribute__((weak));\nstatic void call_%.*s(const struct tri_case *c)\n{\n    ",
           TEXT(p->d->name));
    if (returns(p)) {
        put(p->d->type);
        printf(" *result = c->operand[%d];\n    *result = ", h->result);
    }
    write_call(p);
    puts("}");
}

static const struct argument *argument_of(const struct path *p, bool array, int number)
{
    for (int i = 0; i < p->arguments; i++) {
        const struct argument *a = &p->argument[i];
        if (array ? a->kind == ARRAY && a->number == number
                  : (a->is_text && a->text == number) ||
                        (a->kind <= COMPLEX && a->number == number) ||
                        (a->kind == COMPLEX && a->imaginary == number))
            return a;
    }
    return NULL;
}

static void write_extents(const struct hotspot *h, const struct argument *a)
{
    const struct path *p = &h->path[h->reference];
    long long value;
    int rank = 0;
    fputs(", .shape = { ", stdout);
    for (int i = 0; i < a->p.factors; i++) {
        const struct argument *factor = argument_named(p, a->p.factor[i], false);
        if (!is_number(h, a->p.factor[i], &value) && factor && factor->kind == INTEGER)
            printf("%s%d", rank++ ? ", " : "", factor->number);
    }
    printf("%s }, .rank = %d, .each = %d", rank ? "" : "0", rank, a->type->each);
    for (int i = 0; i < a->p.factors; i++)
        if (is_number(h, a->p.factor[i], &value))
            printf(" * %lld", value);
}

/* ---- Extents that are sums: a function, in integers that are wide enough ---- */

static void write_wide(const struct hotspot *h, struct text extent)
{
    const struct path *p = &h->path[h->reference];
    struct tokens s = tokens_of(extent, 0);
    long long value;
    putchar('(');
    for (struct token t; (t = next_token(&s)).kind != END;) {
        const struct argument *a = t.kind == NAME ? argument_named(p, t.text, false) : NULL;
        if (a && a->kind == INTEGER)
            printf(" (wide)c->value[%d].integer", a->number);
        else if (t.kind == MARK)
            printf(" %c", *t.text.begin);
        else if (is_number(h, t.text, &value))
            printf(" (wide)%lld", value);
    }
    fputs(" )", stdout);
}

/* A text and the 0 that ends it. */
static void write_length_of_text(const struct hotspot *h, const struct argument *a)
{
    printf("static bool %s_length_of_%d(const struct tri_case *c, size_t *length)\n"
           "{\n    *length = strlen(c->value[%d].text) + 1;\n    return true;\n}\n\n",
           h->name, a->number, a->text);
}

static void write_length(const struct hotspot *h, const struct argument *a)
{
    printf(
        "static bool %s_length_of_%d(const struct tri_case *c, size_t *length)\n{\n    const wide all = ",
        h->name, a->number);
    for (int i = 0; i < a->p.extents; i++) {
        fputs(i ? " * " : "", stdout);
        write_wide(h, a->p.extent[i]);
    }
    puts(";\n    *length = (size_t)all;\n    return all >= 0 && all <= (wide)PTRDIFF_MAX;\n}\n");
}

static void write_lengths(const struct hotspot *h)
{
    const struct path *p = h->paths ? &h->path[h->reference] : NULL;
    bool any = false;
    for (int i = 0; p && i < p->arguments; i++) {
        if (p->argument[i].is_text)
            write_length_of_text(h, &p->argument[i]);
        if (p->argument[i].kind != ARRAY || !p->argument[i].by_expression)
            continue;
        if (!any)
            puts("__extension__ typedef __int128 wide;\n");
        any = true;
        write_length(h, &p->argument[i]);
    }
}

static void write_operand(const struct hotspot *h, int number)
{
    const struct path *p = &h->path[h->reference];
    const struct argument *a = argument_of(p, true, number);
    const struct c_type *type = a ? a->type : type_in_c(p->d->type);
    printf("        { \"%.*s\", %s, .is_const = %d, .is_read = %d", TEXT(h->operand[number].name),
           type->of_elements, a && a->p.is_const, a && a->is_read);
    if (a && !a->p.is_const && a->is_only_stored)
        fputs(", .is_only_stored = 1", stdout);
    if (a && (a->by_expression || a->is_text))
        printf(", .length_of = %s_length_of_%d, .each = %d, .is_text = %d", h->name, number,
               type->each, a->is_text);
    else if (!a)
        printf(", .each = %d", type->each);
    else if (a->p.factors > 0)
        write_extents(h, a);
    puts(" },");
}

/* Whether it is handed *place, or the case, which has it. */
static bool says_place(const struct path *p)
{
    bool says = false;
    for (int i = 0; i < p->arguments; i++)
        says |= p->argument[i].kind == PLACE || p->argument[i].kind == CASE;
    return says;
}

static void write_paths(const struct hotspot *h)
{
    for (int i = 0; i < h->paths; i++) {
        const struct path *p = &h->path[i];
        fputs("        { \"", stdout);
        for (size_t k = 0; k < p->variant.length; k++)
            putchar(p->variant.begin[k] == '_' ? '-' : p->variant.begin[k]);
        bool offload = strcmp(p->path, "TRI_OFFLOAD") == 0;
        printf("%s\", %s, call_%.*s, %s%.*s%s, .is_silent = %d, .returned = %d },\n",
               p->variant.length ? "" : "plain", p->path, TEXT(p->d->name),
               offload ? "ON_DEVICE(" : "(void (*)(void))", TEXT(p->d->name), offload ? ")" : "",
               !says_place(p), returns(p) ? h->result + 1 : 0);
    }
}

static void write_tables(const struct hotspot *h)
{
    puts("    .params = {");
    for (int i = 0; i < h->params; i++) {
        const struct argument *a = argument_of(&h->path[h->reference], false, i);
        printf("        { \"%.*s\", ", TEXT(h->param[i].name));
        if (a->kind == INTEGER)
            printf("TRI_INTEGER, %s, %s, .together = %d%s },\n", a->type->smallest,
                   a->type->largest, a->together, a->is_count ? ", .is_count = 1" : "");
        else
            puts(a->is_text ? "TRI_TEXT }," : "TRI_REAL },");
    }
    puts("    },\n    .operands = {");
    for (int i = 0; i < h->operands; i++)
        write_operand(h, i);
    puts("    },\n    .paths = {");
    write_paths(h);
    puts("    },");
}

/* Of a hotspot whose files have none: all of it is said by the prototypes. */
static void write_table(const struct hotspot *h)
{
    if (h->paths && !h->table)
        printf(
            "\nextern const struct tri_hotspot TRI_NAME(%s);\nconst struct tri_hotspot TRI_NAME(%s) = { .name = NULL };\n",
            h->name, h->name);
}

/* For both precisions, so in one of the two objects.  A file without its table is told by the program, not the linker. */
static void write_entry(const struct hotspot *h)
{
    const char *name = h->name, *weak = h->table || !h->paths ? " __attribute__((weak))" : "";
    static const char *const precisions[] = { "float", "double" };
    printf("\n#if REAL_BITS == 32\n# undef %s\n", name);
    for (int i = 0; i < 2; i++)
        printf("extern const struct tri_hotspot %s_%s%s;\n"
               "extern const struct tri_signature %s_signature_%s;\n",
               name, precisions[i], weak, name, precisions[i]);
    printf(
        "extern const struct tri_entry %s_entry;\n"
        "const struct tri_entry %s_entry = {\n"
        "    { &%s_float, &%s_double }, \"%s.c\", { &%s_signature_float, &%s_signature_double },\n"
        "    TRI_BUILD_KIND, TRI_RACES\n"
        "};\n#endif\n",
        name, name, name, name, name, name, name);
}

void write_signature(const struct hotspot *h)
{
    printf(
        "/* Written by the build: what the prototypes of %s's paths say. */\n"
        "#include \"real.h\"\n\n#include \"hotspot.h\"\n\n#include <limits.h>\n#include <string.h>\n\n"
        "/* A build with sanitizers has no code for devices. */\n"
        "#if defined(TRIPTYCH_HOST_ONLY)\n# define ON_DEVICE(path) NULL\n"
        "#else\n# define ON_DEVICE(path) (void (*)(void))path\n#endif\n\n",
        h->name);
    if (h->has_tuned)
        printf("extern const struct tri_variant %s_tuned[];\n", h->name);
    if (h->has_division)
        printf("extern const struct tri_division %s_division;\n", h->name);
    for (int i = 0; i < h->paths; i++)
        write_wrapper(h, &h->path[i]);
    write_lengths(h);
    printf("\nextern const struct tri_signature TRI_NAME(%s_signature);\n"
           "const struct tri_signature TRI_NAME(%s_signature) = {\n",
           h->name, h->name);
    printf("    .name = \"%s\",\n", h->name);
    if (h->paths)
        write_tables(h);
    printf("    .tuned = %s%s,\n", h->has_tuned ? h->name : "NULL", h->has_tuned ? "_tuned" : "");
    if (h->has_division)
        printf("    .division = &%s_division,\n", h->name);
    puts("};");
    write_table(h);
    write_entry(h);
}
