/* Looks for the first statement that has an array's name. */
#include "first_use.h"

#include "tokens.h"

#include <string.h>

/* The tokens of a function's body, directives left out. */
struct body {
    struct tokens s;
    const char *end;
};

static struct token next_of(struct body *b)
{
    struct token t;
    do
        t = next_token(&b->s);
    while (t.kind == DIRECTIVE && t.text.begin < b->end);
    if (t.text.begin >= b->end)
        t.kind = END;
    return t;
}

static bool is_array(struct token t, struct text array)
{
    return t.kind == NAME && t.text.length == array.length &&
           memcmp(t.text.begin, array.begin, array.length) == 0;
}

/* Passes the index that has begun, and those that follow; the token after them.  *has: the array is in an index. */
static struct token pass_indices(struct body *b, struct text array, bool *has)
{
    struct token t;
    int depth = 1;
    while ((t = next_of(b)).kind != END) {
        *has |= is_array(t, array);
        if (depth == 0 && !is_mark(t, '['))
            break;
        depth += is_mark(t, '[') - is_mark(t, ']');
    }
    return t;
}

/* Whether the array is in what is left of the statement. */
static bool is_in_rest(struct body b, struct text array)
{
    for (struct token t; (t = next_of(&b)).kind != END && !is_mark(t, ';');)
        if (is_array(t, array))
            return true;
    return false;
}

/* `a[…]` has been opened: an assignment, or anything else. */
static enum use use_of_element(struct body *b, struct text array)
{
    bool in_index = false;
    struct token t = pass_indices(b, array, &in_index);
    if (in_index || !is_mark(t, '='))
        return READ;
    struct body after = *b;
    t = next_of(&after);
    return is_mark(t, '=') || is_array(t, array) || is_in_rest(*b, array) ? READ : WRITTEN;
}

static const struct definition *function_named(const struct reader *r, struct text name)
{
    for (size_t i = 0; i < r->n; i++)
        if (r->all[i].is_function && r->all[i].name.length == name.length &&
            memcmp(r->all[i].name.begin, name.begin, name.length) == 0)
            return &r->all[i];
    return NULL;
}

enum { DEEPEST = 8 };

static enum use first_use_at(const struct reader *, const struct definition *, struct text array,
                             int depth);

/* The array is an argument of a call. */
static enum use use_by_call(const struct reader *r, struct text function, int argument, int depth)
{
    struct parameter all[MAX_PARAMETERS];
    const struct definition *d = function_named(r, function);
    if (text_is(function, "memset") || text_is(function, "memcpy") || text_is(function, "memmove"))
        return argument == 0 ? WRITTEN : READ;
    int n = d && depth < DEEPEST ? read_parameters(d, all) : -1;
    if (argument >= n)
        return UNKNOWN;
    return all[argument].is_const ? READ : first_use_at(r, d, all[argument].name, depth + 1);
}

/* The innermost call that is open: its function, and how many commas have come. */
struct call {
    struct text function;
    int commas;
};

static enum use first_use_at(const struct reader *r, const struct definition *d, struct text array,
                             int depth)
{
    struct body b = { { d->body.begin, d->line, false }, d->body.begin + d->body.length };
    struct call open[64] = { 0 };
    struct token before = { .kind = END };
    int calls = 0;
    for (struct token t; (t = next_of(&b)).kind != END; before = t) {
        if (is_mark(t, '(') && calls < 63) {
            open[++calls] =
                (struct call){ before.kind == NAME ? before.text : (struct text){ "", 0 }, 0 };
        } else if (is_mark(t, ')') && calls > 0) {
            calls--;
        } else if (is_mark(t, ',')) {
            open[calls].commas++;
        } else if (is_array(t, array) && !is_mark(before, '.')) {
            struct body after = b;
            struct token next = next_of(&after);
            if (is_mark(next, '[') && !is_mark(before, '&'))
                return is_mark(before, '+') || is_mark(before, '-') ? READ
                                                                    : use_of_element(&after, array);
            bool alone = is_mark(next, ',') || is_mark(next, ')');
            enum use use = calls > 0 && alone && (is_mark(before, '(') || is_mark(before, ','))
                               ? use_by_call(r, open[calls].function, open[calls].commas, depth)
                               : UNKNOWN;
            if (use != UNUSED)
                return use;
        }
    }
    return UNUSED;
}

enum use first_use(const struct reader *r, const struct definition *d, struct text array)
{
    return first_use_at(r, d, array, 0);
}
