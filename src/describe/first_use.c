/* Looks for the first statement that has an array's name. */
#include "first_use.h"

#include "tokens.h"

/* The tokens of a function's body, directives left out. */
static struct token next_of(struct tokens *body)
{
    struct token t;
    do
        t = next_token(body);
    while (t.kind == DIRECTIVE);
    return t;
}

static bool is_array(struct token t, struct text array)
{
    return t.kind == NAME && text_is_same(t.text, array);
}

/* Passes the index that has begun, and those that follow; the token after them.  *has: the array is in an index. */
static struct token pass_indices(struct tokens *b, struct text array, bool *has)
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
static bool is_in_rest(struct tokens b, struct text array)
{
    for (struct token t; (t = next_of(&b)).kind != END && !is_mark(t, ';');)
        if (is_array(t, array))
            return true;
    return false;
}

/* `a[…]` has been opened: an assignment, or anything else. */
static enum use use_of_element(struct tokens *b, struct text array)
{
    bool in_index = false;
    struct token t = pass_indices(b, array, &in_index);
    if (in_index || !is_mark(t, '='))
        return READ;
    struct tokens after = *b;
    t = next_of(&after);
    return is_mark(t, '=') || is_array(t, array) || is_in_rest(*b, array) ? READ : WRITTEN;
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
    struct tokens b = tokens_of(d->body, d->line);
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
            struct tokens after = b;
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

bool is_only_stored(const struct definition *d, struct text array)
{
    struct tokens b = tokens_of(d->body, d->line);
    bool only = true, any = false, in_index = false;
    struct token before = { .kind = END };
    for (struct token t; only && (t = next_of(&b)).kind != END; before = t) {
        if (!is_array(t, array))
            continue;
        struct tokens after = b;
        any = true;
        only = is_mark(next_of(&after), '[') && !is_mark(before, '&') &&
               is_mark(pass_indices(&after, array, &in_index), '=') &&
               !is_mark(next_of(&after), '=') && !in_index;
    }
    return any && only;
}

static bool is_argument(struct token t, const struct parameter *all, int n)
{
    bool is = false;
    for (int i = 0; i < n; i++)
        is |= is_array(t, all[i].name);
    return is;
}

/* `< number` or `<= number`, and no shift; or `number % 2`, or `number & 1`. */
static bool is_compared(const struct token before[3], struct tokens after)
{
    const int equal = is_mark(before[0], '=');
    const struct token next = next_of(&after);
    return (is_mark(before[equal], '<') && !is_mark(before[equal + 1], '<')) ||
           is_mark(next, '%') || (is_mark(next, '&') && !is_mark(next_of(&after), '&'));
}

bool is_only_count(const struct definition *d, struct text number)
{
    struct parameter all[MAX_PARAMETERS];
    struct tokens b = tokens_of(d->body, d->line);
    struct token before[3] = { { .kind = END }, { .kind = END }, { .kind = END } };
    const int n = read_parameters(d, all);
    bool only = true, any = false;
    for (struct token t; only && (t = next_of(&b)).kind != END;) {
        struct tokens after = b;
        if (is_array(t, number)) {
            any = true;
            only = is_compared(before, b);
        } else if (t.kind == NAME && is_mark(next_of(&after), '[')) {
            only = is_argument(t, all, n);
        }
        before[2] = before[1];
        before[1] = before[0];
        before[0] = t;
    }
    return any && only;
}
