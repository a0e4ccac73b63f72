/* The arguments of a path: what each is, and that all paths of a hotspot have those of the reference. */
#include "arguments.h"

#include "tokens.h"

#include <string.h>

static bool take_scalar(const struct path *path, struct argument *a)
{
    bool is_complex = a->type && a->type->each == 2;
    a->kind = a->type && a->type->smallest ? INTEGER : is_complex ? COMPLEX : REAL;
    return a->kind == INTEGER || is_complex || (a->type && a->type->is_number) ||
           WRONG(
               path->d, a->p.line,
               "%.*s has a type that no parameter has: those are integers of 8 to 64 bits, bool, real, float, double, "
               "their complex ones, and real_complex",
               TEXT(a->p.name));
}

static bool take_pointer(const struct path *path, struct argument *a)
{
    if (text_is(a->p.type, "struct tri_case") && a->p.is_const)
        a->kind = CASE;
    else if (text_is(a->p.type, "int") && text_is(a->p.name, "place"))
        a->kind = PLACE;
    else if (text_is(a->p.type, "char") && a->p.is_const)
        a->is_text = true;
    else
        return WRONG(path->d, a->p.line,
                     "%.*s has no extent: an array is written %.*s[n], and a text const char *%.*s",
                     TEXT(a->p.name), TEXT(a->p.name), TEXT(a->p.name));
    if (a->is_text)
        a->kind = ARRAY;
    return true;
}

static bool take_array(const struct path *path, struct argument *a)
{
    a->kind = ARRAY;
    return a->type ||
           WRONG(
               path->d, a->p.line,
               "%.*s has elements that no array has: those are integers of 8 to 64 bits, bool, real, float, double, "
               "their complex ones, and real_complex",
               TEXT(a->p.name));
}

static bool has_word(struct text text, struct text word)
{
    for (size_t i = 0; i + word.length <= text.length; i++) {
        const char *at = text.begin + i;
        if (memcmp(at, word.begin, word.length) == 0 && !is_of_word(at[-1]) &&
            !is_of_word(at[word.length]))
            return true;
    }
    return false;
}

/* clang 19 hands an array whose extent is a variable to the threads of such a `parallel` without its address: on a GPU
 * they read anything. */
static bool check_regions(const struct path *path)
{
    for (int i = 0; path->d->inner_parallel && i < path->arguments; i++) {
        const struct argument *a = &path->argument[i];
        if (a->kind == ARRAY && has_word(path->d->region, a->p.name))
            return WRONG(
                path->d, path->d->inner_parallel,
                "clang 19 loses the array %.*s in a parallel region inside of a target region: put the region into "
                "a static function that takes pointers",
                TEXT(a->p.name));
    }
    return true;
}

bool read_arguments(struct path *path)
{
    struct parameter all[MAX_PARAMETERS];
    path->arguments = read_parameters(path->d, all);
    for (int i = 0; i < path->arguments; i++) {
        struct argument *a = &path->argument[i];
        *a = (struct argument){ .p = all[i], .type = type_in_c(all[i].type) };
        bool good = a->p.is_array     ? take_array(path, a)
                    : a->p.is_pointer ? take_pointer(path, a)
                                      : take_scalar(path, a);
        if (!good)
            return false;
    }
    return path->arguments >= 0 && check_regions(path);
}

/* ---- What the reference has, all have ---- */

/* The same tokens, whatever lies between them. */
static bool is_same_extent(struct text a, struct text b)
{
    struct tokens s = tokens_of(a, 0), t = tokens_of(b, 0);
    struct token x, y;
    do {
        x = next_token(&s);
        y = next_token(&t);
    } while (x.kind != END && y.kind != END && text_is_same(x.text, y.text));
    return x.kind == END && y.kind == END;
}

static bool is_alike(const struct argument *a, const struct argument *b)
{
    bool alike = a->kind == b->kind && a->is_text == b->is_text &&
                 is_same_type(a->p.type, b->p.type) && text_is_same(a->p.name, b->p.name) &&
                 a->p.is_const == b->p.is_const && a->p.factors == b->p.factors &&
                 a->p.extents == b->p.extents;
    for (int i = 0; alike && i < a->p.factors; i++)
        alike = text_is_same(a->p.factor[i], b->p.factor[i]);
    for (int i = 0; alike && a->p.factors < 0 && i < a->p.extents; i++)
        alike = is_same_extent(a->p.extent[i], b->p.extent[i]);
    return alike;
}

/* Whether it is not one of those that all paths have.  What others return, a path may write, so that it can stay on the
 * device: as an array of one number. */
static bool is_own(const struct hotspot *h, const struct argument *a)
{
    return a->kind == PLACE || a->kind == CASE ||
           (a->kind == ARRAY && h->result >= 0 &&
            text_is_same(a->p.name, h->operand[h->result].name));
}

static int shared_arguments(const struct hotspot *h, const struct path *p)
{
    int n = p->arguments;
    while (n > 0 && is_own(h, &p->argument[n - 1]))
        n--;
    return n;
}

static bool writes_result(const struct hotspot *h, const struct path *p)
{
    bool found = false;
    for (int i = 0; i < p->arguments; i++)
        found |= p->argument[i].kind == ARRAY && is_own(h, &p->argument[i]);
    return found;
}

bool check_alike(const struct hotspot *h, const struct path *p)
{
    const struct path *reference = &h->path[h->reference];
    int n = shared_arguments(h, reference);
    const char *rule =
        "has another prototype than the reference (int *place and const struct tri_case * may follow)";
    if (shared_arguments(h, p) != n)
        return WRONG(p->d, p->d->line, "%s", rule);
    for (int i = 0; i < n; i++)
        if (!is_alike(&reference->argument[i], &p->argument[i]))
            return WRONG(p->d, p->argument[i].p.line, "%.*s: %s", TEXT(p->argument[i].p.name),
                         rule);
    struct text type = reference->d->type;
    if (writes_result(h, p))
        type = (struct text){ "void", 4 };
    return is_same_type(type, p->d->type) ||
           WRONG(p->d, p->d->line, "%s", "returns another type than the reference");
}

const struct argument *argument_named(const struct path *p, struct text name, bool array)
{
    for (int i = 0; i < p->arguments; i++)
        if (text_is_same(p->argument[i].p.name, name) && (p->argument[i].kind == ARRAY) == array)
            return &p->argument[i];
    return NULL;
}
