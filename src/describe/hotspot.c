/* Sorts the functions of a hotspot's files, and checks that its paths have one prototype. */
#include "arguments.h"

#include "constants.h"
#include "first_use.h"
#include "tokens.h"

#include <triptych.h>

#include <stdio.h>
#include <string.h>

static bool text_ends_with(struct text t, const char *end)
{
    size_t n = strlen(end);
    return t.length >= n && memcmp(t.begin + t.length - n, end, n) == 0;
}

/* ---- Which function is which path ---- */

/* NAME_simd is plain's, NAME_VARIANT_simd a variant's. */
static bool take_name(struct path *p, const char *name)
{
    static const struct {
        const char *end, *path;
        bool varies;
    } ends[] = { { "_reference", "TRI_REFERENCE", false },
                 { "_origin", "TRI_ORIGIN", false },
                 { "_simd", "TRI_SIMD", true },
                 { "_avx2", "TRI_AVX2", true },
                 { "_offload", "TRI_OFFLOAD", true } };
    struct text all = p->d->name;
    size_t first = strlen(name);
    if (all.length <= first || memcmp(all.begin, name, first) != 0 || all.begin[first] != '_')
        return false;
    for (size_t i = 0; i < sizeof ends / sizeof *ends; i++) {
        size_t last = strlen(ends[i].end), named = first + last;
        if (all.length < named || memcmp(all.begin + all.length - last, ends[i].end, last) != 0)
            continue;
        p->path = ends[i].path;
        p->variant = (struct text){ all.begin + first + 1, 0 };
        if (all.length > named + 1)
            p->variant.length = all.length - named - 1;
        return ends[i].varies || all.length == named;
    }
    return false;
}

bool is_path(const struct definition *d, const char *name)
{
    struct path p = { .d = d };
    return d->is_function && !d->is_static && take_name(&p, name);
}

/* NULL: there is none yet. */
static const struct definition *path_named(const struct hotspot *h, struct text name)
{
    for (int i = 0; i < h->paths; i++)
        if (text_is_same(h->path[i].d->name, name))
            return h->path[i].d;
    return NULL;
}

/* A function may be written twice, with #else between. */
static bool check_once(const struct definition *first, const struct definition *d)
{
    return first->file != d->file || first->branch != d->branch ||
           WRONG(d, d->line, "is defined twice: line %d has it, too", first->line);
}

static bool find_paths(struct hotspot *h, const struct reader *r)
{
    for (size_t i = 0; i < r->n; i++) {
        const struct definition *d = &r->all[i];
        struct path *p = &h->path[h->paths];
        if (!is_path(d, h->name))
            continue;
        const struct definition *first = path_named(h, d->name);
        if (first && !check_once(first, d))
            return false;
        if (first)
            continue;
        if (h->paths == MAX_PATHS - 1)
            return WRONG(d, d->line, "there are more than %d paths", MAX_PATHS - 1);
        *p = (struct path){ .d = d };
        take_name(p, h->name);
        if (strcmp(p->path, "TRI_REFERENCE") == 0)
            h->reference = h->paths;
        h->paths++;
    }
    return true;
}

static const struct definition *object_named(const struct reader *r, const char *name,
                                             const char *end)
{
    size_t length = strlen(name);
    for (size_t i = 0; i < r->n; i++) {
        struct text t = r->all[i].name;
        if (!r->all[i].is_function && !r->all[i].is_static && t.length == length + strlen(end) &&
            memcmp(t.begin, name, length) == 0 && memcmp(t.begin + length, end, strlen(end)) == 0)
            return &r->all[i];
    }
    return NULL;
}

/* ---- The table ---- */

struct list {
    struct entry *entry;
    int n;
};

static int number_of(const struct entry *all, int n, struct text name)
{
    for (int i = 0; i < n; i++)
        if (text_is_same(all[i].name, name))
            return i;
    return -1;
}

/* `{"n", …}` or `{.name = "n", …}`: after its brace, up to the one that closes it. */
static bool read_entry(const struct definition *d, struct tokens *s, struct list *list)
{
    struct entry e = { .line = s->line };
    struct token t = next_token(s), before = t;
    bool is_first = true, is_name_next = false;
    for (int depth = 1; t.kind != END; before = t, t = next_token(s)) {
        depth += is_mark(t, '{') - is_mark(t, '}');
        if (depth == 0)
            break;
        is_name_next |= depth == 1 && is_name(t, "name") && is_mark(before, '.');
        e.has_length |= depth == 1 && is_name(t, "length_of") && is_mark(before, '.');
        if (t.kind == STRING && t.text.length > 2 && !e.name.length && (is_first || is_name_next))
            e.name = (struct text){ t.text.begin + 1, t.text.length - 2 };
        is_first = false;
    }
    if (!e.name.length)
        return true; /* what ends a list */
    if (number_of(list->entry, list->n, e.name) >= 0)
        return WRONG(d, e.line, "two entries of a list are called %.*s", TEXT(e.name));
    if (list->n == MAX_PARAMETERS)
        return WRONG(d, e.line, "more than %d of a kind", MAX_PARAMETERS);
    list->entry[list->n++] = e;
    return true;
}

/* The entries of `.FIELD = { … }` in a table. */
static bool read_list(const struct definition *d, const char *field, struct list *list)
{
    struct tokens s = tokens_of(d->value, d->value_line);
    struct token t, before = { 0 };
    bool inside = false;
    int depth = 0;
    for (t = next_token(&s); t.kind != END; before = t, t = next_token(&s)) {
        if (inside && is_mark(t, '{')) {
            if (!read_entry(d, &s, list))
                return false;
        } else if (inside && is_mark(t, '}')) {
            return true;
        } else if (depth == 0 && is_name(t, field) && is_mark(before, '.')) {
            inside = is_mark(next_token(&s), '=') && is_mark(next_token(&s), '{');
        } else {
            depth += is_mark(t, '{') - is_mark(t, '}');
        }
    }
    return true;
}

/* ---- Numbers ---- */

/* Its number is that of the entry of its name, or of a new one. */
static bool add_entry(const struct path *p, struct entry *all, int *n, const struct argument *a,
                      int *number)
{
    *number = number_of(all, *n, a->p.name);
    if (*number >= 0)
        return true;
    if (*n == MAX_PARAMETERS)
        return WRONG(p->d, a->p.line, "more than %d of a kind", MAX_PARAMETERS);
    *number = *n;
    all[(*n)++] = (struct entry){ .name = a->p.name, .line = a->p.line };
    return true;
}

static const char *const parts[] = { "_re", "_im" };

static bool is_part(struct text name, const struct argument *a, const char *end)
{
    size_t n = strlen(end);
    return a->kind == COMPLEX && name.length == a->p.name.length + n &&
           memcmp(name.begin, a->p.name.begin, a->p.name.length) == 0 &&
           memcmp(name.begin + a->p.name.length, end, n) == 0;
}

/* Parameter number i, which has a name in the table already, or gets one. */
static bool add_part(struct hotspot *h, const struct path *p, struct argument *a, const char *end,
                     int *i)
{
    for (*i = 0; *i < h->params && !is_part(h->param[*i].name, a, end);)
        ++*i;
    if (*i < h->params)
        return true;
    if (*i == MAX_PARAMETERS)
        return WRONG(p->d, a->p.line, "more than %d of a kind", MAX_PARAMETERS);
    int length = snprintf(h->part[*i], sizeof h->part[*i], "%.*s%s", TEXT(a->p.name), end);
    if (length >= (int)sizeof h->part[*i])
        return WRONG(p->d, a->p.line, "%.*s is too long a name", TEXT(a->p.name));
    h->param[h->params++] =
        (struct entry){ .name = { h->part[*i], (size_t)length }, .line = a->p.line };
    return true;
}

static bool number_arguments(struct hotspot *h, struct path *p)
{
    for (int i = 0; i < p->arguments; i++) {
        struct argument *a = &p->argument[i];
        if (a->kind == COMPLEX) {
            if (!add_part(h, p, a, parts[0], &a->number) ||
                !add_part(h, p, a, parts[1], &a->imaginary))
                return false;
            continue;
        }
        if (a->kind == PLACE || a->kind == CASE)
            continue;
        if (a->kind == ARRAY ? !add_entry(p, h->operand, &h->operands, a, &a->number)
                             : !add_entry(p, h->param, &h->params, a, &a->number))
            return false;
        if (a->is_text && !add_entry(p, h->param, &h->params, a, &a->text))
            return false;
    }
    return true;
}

bool is_number(const struct hotspot *h, struct text t, long long *value)
{
    return is_constant(h->reader, t, value);
}

/* Whether an extent is of +, -, *, /, %, parentheses, numbers and parameters that are integers. */
static bool is_expression(const struct hotspot *h, const struct path *p, struct text extent)
{
    struct tokens s = tokens_of(extent, 0);
    struct token t;
    long long value;
    bool good = extent.length > 0;
    while (good && (t = next_token(&s)).kind != END) {
        const struct argument *a = t.kind == NAME ? argument_named(p, t.text, false) : NULL;
        good = t.kind == MARK
                   ? strchr("+-*/%()", *t.text.begin) != NULL
                   : (a && a->kind == INTEGER) || is_number(h, t.text, &value) ||
                         is_name(t, "static") || is_name(t, "restrict") || is_name(t, "const");
    }
    return good;
}

/* C knows an argument only in what follows it. */
static bool check_order(const struct path *p, const struct argument *a)
{
    for (int i = 0; i < a->p.extents; i++) {
        struct tokens s = tokens_of(a->p.extent[i], 0);
        for (struct token t; (t = next_token(&s)).kind != END;) {
            const struct argument *n = t.kind == NAME ? argument_named(p, t.text, false) : NULL;
            if (n && n > a)
                return WRONG(p->d, a->p.line, "%.*s: its extent has %.*s, which has to come first",
                             TEXT(a->p.name), TEXT(t.text));
        }
    }
    return true;
}

static bool check_extent(const struct hotspot *h, const struct path *p, struct argument *a)
{
    if (!check_order(p, a))
        return false;
    bool good = a->p.factors > 0;
    long long value;
    for (int i = 0; good && i < a->p.factors; i++) {
        const struct argument *factor = argument_named(p, a->p.factor[i], false);
        good = is_number(h, a->p.factor[i], &value) || (factor && factor->kind == INTEGER);
    }
    if (good || h->operand[a->number].has_length)
        return true;
    a->by_expression = a->p.extents > 0;
    for (int i = 0; i < a->p.extents; i++)
        a->by_expression = a->by_expression && is_expression(h, p, a->p.extent[i]);
    return a->by_expression ||
           WRONG(
               p->d, a->p.line,
               "%.*s: its extent is no sum or product of parameters that are integers, and of numbers",
               TEXT(a->p.name));
}

/* ---- What the default of an integer follows from ---- */

/* How often the names of parameters stand in the extents. */
static int factors_of(const struct hotspot *h, const struct path *p, const struct argument *a,
                      struct text one)
{
    int all = 0;
    bool found = false;
    for (int i = 0; i < a->p.extents; i++) {
        struct tokens s = tokens_of(a->p.extent[i], 0);
        for (struct token t; (t = next_token(&s)).kind != END;)
            if (t.kind == NAME && argument_named(p, t.text, false)) {
                all++;
                found |= text_is_same(t.text, one);
            }
    }
    return found ? all : 0;
}

static void note_together(const struct hotspot *h, struct path *p)
{
    for (int i = 0; i < p->arguments; i++) {
        p->argument[i].is_count =
            p->argument[i].kind == INTEGER && is_only_count(p->d, p->argument[i].p.name);
        for (int k = 0; k < p->arguments; k++) {
            struct argument *a = &p->argument[i];
            int n = a->kind == INTEGER && p->argument[k].kind == ARRAY
                        ? factors_of(h, p, &p->argument[k], a->p.name)
                        : 0;
            a->together = n > a->together ? n : a->together;
        }
    }
}

/* Without a table, an array of which nobody knows is one that is read, too: then it is right in either case. */
static void note_reads(const struct hotspot *h, struct path *p)
{
    for (int i = 0; i < p->arguments; i++) {
        struct argument *a = &p->argument[i];
        if (a->kind != ARRAY || a->p.is_const)
            continue;
        enum use use = first_use(h->reader, p->d, a->p.name);
        a->is_read = use == READ || (use == UNKNOWN && !h->table);
        a->is_only_stored = is_only_stored(p->d, a->p.name);
    }
}

static bool has_parameter(const struct path *p, struct text name)
{
    const struct argument *plain = argument_named(p, name, false),
                          *text = argument_named(p, name, true);
    bool found =
        (plain && (plain->kind == INTEGER || plain->kind == REAL)) || (text && text->is_text);
    for (int i = 0; i < p->arguments; i++)
        found |=
            is_part(name, &p->argument[i], parts[0]) || is_part(name, &p->argument[i], parts[1]);
    return found;
}

/* An entry of the table that no argument has: of the operands one may be what the paths return. */
static bool check_table(struct hotspot *h, const struct path *p, int params, int operands)
{
    bool returns = !text_is(p->d->type, "void");
    for (int i = 0; i < params; i++)
        if (!has_parameter(p, h->param[i].name))
            return WRONG(h->table, h->param[i].line, "its paths have no parameter %.*s",
                         TEXT(h->param[i].name));
    for (int i = 0; i < operands; i++) {
        if (argument_named(p, h->operand[i].name, true))
            continue;
        if (!returns || h->result >= 0)
            return WRONG(h->table, h->operand[i].line, "its paths have no array %.*s",
                         TEXT(h->operand[i].name));
        h->result = i;
    }
    return true;
}

static bool add_result(struct hotspot *h, const struct path *p)
{
    if (text_is(p->d->type, "void") || h->result >= 0)
        return true;
    if (h->operands == MAX_PARAMETERS)
        return WRONG(p->d, p->d->line, "more than %d of a kind", MAX_PARAMETERS);
    h->result = h->operands;
    h->operand[h->operands++] = (struct entry){ .name = { h->name, strlen(h->name) } };
    return true;
}

static bool check_returned(const struct path *p)
{
    return text_is(p->d->type, "void") || type_in_c(p->d->type) ||
           WRONG(
               p->d, p->d->line, "%s",
               "returns what no array has: void, an integer of 8 to 64 bits, bool, real, float, double");
}

/* No other argument may be called like a part of one. */
static bool check_parts(const struct path *p)
{
    for (int i = 0; i < p->arguments; i++)
        for (int k = 0; k < p->arguments; k++)
            if (is_part(p->argument[i].p.name, &p->argument[k], parts[0]) ||
                is_part(p->argument[i].p.name, &p->argument[k], parts[1]))
                return WRONG(p->d, p->argument[i].p.line, "%.*s is a part of %.*s already",
                             TEXT(p->argument[i].p.name), TEXT(p->argument[k].p.name));
    return true;
}

static bool check_results(const struct path *p)
{
    bool any = !text_is(p->d->type, "void");
    for (int i = 0; i < p->arguments; i++)
        any |= p->argument[i].kind == ARRAY && !p->argument[i].p.is_const;
    return any || WRONG(p->d, p->d->line, "%s",
                        "writes no array, since all are const, and returns nothing: there is no "
                        "result to compare");
}

static bool read_reference(struct hotspot *h, struct path *p)
{
    int params = h->params, operands = h->operands;
    if (!read_arguments(p) || !check_returned(p) || !check_results(p) ||
        (h->table && !check_table(h, p, params, operands)) || !number_arguments(h, p) ||
        !add_result(h, p))
        return false;
    for (int i = 0; i < p->arguments; i++)
        if (p->argument[i].kind == ARRAY && !p->argument[i].is_text &&
            !check_extent(h, p, &p->argument[i]))
            return false;
    note_together(h, p);
    note_reads(h, p);
    return check_parts(p);
}

static bool read_paths(struct hotspot *h)
{
    struct path *reference = &h->path[h->reference];
    if (!read_reference(h, reference))
        return false;
    for (int i = 0; i < h->paths; i++)
        if (i != h->reference && (!read_arguments(&h->path[i]) || !check_alike(h, &h->path[i]) ||
                                  !number_arguments(h, &h->path[i])))
            return false;
    return true;
}

/* As many as a case has room for. */
static bool check_room(const struct hotspot *h)
{
    const struct path *p = &h->path[h->reference];
    if (h->params > TRI_MAX_PARAMS || h->operands > TRI_MAX_OPERANDS)
        return WRONG(p->d, p->d->line, "has more than %d parameters or %d arrays", TRI_MAX_PARAMS,
                     TRI_MAX_OPERANDS);
    for (int i = 0; i < p->arguments; i++) {
        int rank = 0;
        long long value;
        for (int k = 0; k < p->argument[i].p.factors; k++)
            rank += !is_number(h, p->argument[i].p.factor[k], &value);
        if (rank > TRI_MAX_RANK)
            return WRONG(p->d, p->argument[i].p.line,
                         "an extent is a product of more than %d parameters", TRI_MAX_RANK);
    }
    return true;
}

/* A table by another name would be none. */
static bool check_other_table(const struct reader *r, const char *name)
{
    for (size_t i = 0; i < r->n; i++)
        if (!r->all[i].is_function && text_ends_with(r->all[i].type, "struct tri_hotspot"))
            return WRONG(&r->all[i], r->all[i].line, "a table is called like its hotspot, %s",
                         name);
    return true;
}

static bool check_main(const struct reader *r)
{
    const struct definition *d = function_named(r, (struct text){ "main", 4 });
    return !d || d->may_be_left_out ||
           wrong_at(
               d->file, d->line,
               "main: the programs that are made of this file have one of their own: leave it out");
}

bool find_hotspot(struct hotspot *h, const struct reader *r, const char *name)
{
    *h = (struct hotspot){ .name = name, .reader = r, .reference = -1, .result = -1 };
    if (!check_main(r) || !find_paths(h, r))
        return false;
    h->table = object_named(r, name, "");
    if (!h->table && !check_other_table(r, name))
        return false;
    h->has_tuned = object_named(r, name, "_tuned");
    h->has_division = object_named(r, name, "_division");
    if (h->reference < 0)
        return h->paths == 0 /* its table says it all */ ||
               WRONG(h->path[0].d, h->path[0].d->line,
                     "there is no %s_reference, which it would be compared with", name);
    struct list params = { h->param, 0 }, operands = { h->operand, 0 };
    if (h->table &&
        (!read_list(h->table, "params", &params) || !read_list(h->table, "operands", &operands)))
        return false;
    h->params = params.n;
    h->operands = operands.n;
    return read_paths(h) && check_room(h);
}
