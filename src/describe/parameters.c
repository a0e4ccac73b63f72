/* Reads the parameters of a function: `const real a[h * w]` is a type, a name and extents. */
#include "constants.h"
#include "tokens.h"

static bool is_qualifier(struct token t)
{
    return is_name(t, "restrict") || is_name(t, "__restrict__") || is_name(t, "__restrict") ||
           is_name(t, "static") || is_name(t, "volatile");
}

/* What is in one pair of brackets: names and numbers with * between them, or anything else. */
static void read_extent(struct parameter *p, struct tokens *s)
{
    struct token t;
    bool factor_next = true, fits = p->extents < MAX_EXTENTS;
    struct text *extent = &p->extent[fits ? p->extents++ : 0];
    *extent = (struct text){ s->at, 0 };
    for (int depth = 1; (t = next_token(s)).kind != END;) {
        depth += is_mark(t, '[') - is_mark(t, ']');
        if (depth == 0)
            break;
        extent->length = (size_t)(s->at - extent->begin);
        if (is_qualifier(t) || is_name(t, "const"))
            continue;
        fits = factor_next ? t.kind == NAME || t.kind == NUMBER : is_mark(t, '*');
        if (!fits || p->factors == MAX_EXTENTS)
            p->factors = -1;
        else if (p->factors >= 0 && factor_next)
            p->factor[p->factors++] = t.text;
        factor_next = !factor_next;
    }
    if (factor_next)
        p->factors = -1;
}

/* One parameter: the last name before the brackets is its own, those before it are its type. */
static bool take_token(struct parameter *p, struct token t, struct tokens *s)
{
    if (is_name(t, "const"))
        p->is_const = true;
    else if (is_mark(t, '*'))
        p->is_pointer = true;
    else if (is_mark(t, '[')) {
        p->is_array = true;
        read_extent(p, s);
    } else if (t.kind == NAME && !is_qualifier(t)) {
        if (p->name.length && !p->type.length)
            p->type = p->name;
        else if (p->name.length)
            p->type.length = (size_t)(p->name.begin + p->name.length - p->type.begin);
        p->name = t.text;
    } else if (!is_qualifier(t)) {
        return false;
    }
    p->line = t.line;
    return true;
}

static bool cannot_be_read(const struct definition *d, int line)
{
    return wrong_at(d->file, line,
                    "%.*s: these parameters cannot be read: each is a type, a name and, of an "
                    "array, extents",
                    TEXT(d->name));
}

static bool keep_parameter(const struct definition *d, struct parameter p, struct parameter *all,
                           int *n)
{
    if (*n == MAX_PARAMETERS)
        return wrong_at(d->file, p.line, "%.*s: has more than %d parameters", TEXT(d->name),
                        MAX_PARAMETERS);
    const struct text named = p.type;
    p.type = type_behind(d->reader, named);
    p.is_const |= p.type.begin != named.begin && text_has(p.type, "const");
    all[(*n)++] = p;
    return p.type.length || cannot_be_read(d, p.line);
}

int read_parameters(const struct definition *d, struct parameter all[MAX_PARAMETERS])
{
    struct tokens s = tokens_of(d->parameters, d->line);
    struct token t = next_token(&s);
    int n = 0;
    struct parameter p = { .line = d->line };
    if (t.kind == END || (is_name(t, "void") && t.text.length == d->parameters.length))
        return 0;
    for (; t.kind != END; t = next_token(&s)) {
        if (is_mark(t, ',')) {
            if (!keep_parameter(d, p, all, &n))
                return -1;
            p = (struct parameter){ .line = t.line };
        } else if (!take_token(&p, t, &s)) {
            cannot_be_read(d, p.line);
            return -1;
        }
    }
    return keep_parameter(d, p, all, &n) ? n : -1;
}
