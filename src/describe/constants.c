/* Constants, and the arithmetic that makes them. */
#include "constants.h"

#include "tokens.h"
#include "types.h"

#include <limits.h>
#include <stdlib.h>
#include <string.h>

/* ---- Arithmetic, on integers ---- */

struct sum {
    const struct reader *r;
    struct tokens s;
    struct token t; /* the next one */
    bool good;
};

static void advance(struct sum *x)
{
    x->t = next_token(&x->s);
}

static long long shift_of(struct sum *x);

/* A number, a name of one, or what is in parentheses. */
static long long factor_of(struct sum *x)
{
    long long value = 0;
    if (is_mark(x->t, '(')) {
        advance(x);
        value = shift_of(x);
        x->good &= is_mark(x->t, ')');
    } else if (is_mark(x->t, '-')) {
        advance(x);
        return -factor_of(x);
    } else {
        x->good &= x->t.kind != END && is_constant(x->r, x->t.text, &value);
    }
    advance(x);
    return value;
}

/* False where the result is no long long.  In plain C, since not every compiler has __builtin_mul_overflow(). */
static bool add_numbers(long long a, long long b, long long *sum)
{
    if (b > 0 ? a > LLONG_MAX - b : a < LLONG_MIN - b)
        return false;
    *sum = a + b;
    return true;
}

static bool subtract(long long a, long long b, long long *difference)
{
    if (b < 0 ? a > LLONG_MAX + b : a < LLONG_MIN + b)
        return false;
    *difference = a - b;
    return true;
}

static bool multiply(long long a, long long b, long long *product)
{
    bool beyond = b > 0    ? a > LLONG_MAX / b || a < LLONG_MIN / b
                  : b < -1 ? a < LLONG_MAX / b || a > LLONG_MIN / b
                           : b == -1 && a == LLONG_MIN;
    if (!beyond)
        *product = a * b;
    return !beyond;
}

static long long product_of(struct sum *x)
{
    long long value = factor_of(x);
    while (x->good && (is_mark(x->t, '*') || is_mark(x->t, '/'))) {
        bool divides = is_mark(x->t, '/');
        advance(x);
        long long other = factor_of(x), product;
        x->good &= divides ? other != 0 && !(value == LLONG_MIN && other == -1)
                           : multiply(value, other, &product);
        if (x->good)
            value = divides ? value / other : product;
    }
    return value;
}

static long long sum_of(struct sum *x)
{
    long long value = product_of(x);
    while (x->good && (is_mark(x->t, '+') || is_mark(x->t, '-'))) {
        bool subtracts = is_mark(x->t, '-');
        advance(x);
        long long other = product_of(x);
        x->good &= subtracts ? subtract(value, other, &value) : add_numbers(value, other, &value);
    }
    return value;
}

/* `a << b` is all that is written beside sums. */
static long long shift_of(struct sum *x)
{
    long long value = sum_of(x);
    if (!x->good || !is_mark(x->t, '<'))
        return value;
    advance(x);
    x->good = is_mark(x->t, '<');
    advance(x);
    long long by = sum_of(x);
    x->good &= by >= 0 && by < 62 && value >= 0 && value <= (1LL << 62) >> by;
    return x->good ? value << by : 0;
}

static bool value_of(const struct reader *r, struct text t, long long *value)
{
    struct sum x = { .r = r, .s = tokens_of(t, 0), .good = true };
    advance(&x);
    *value = shift_of(&x);
    return x.good && x.t.kind == END;
}

/* ---- Names ---- */

static bool is_written(struct text t, long long *value)
{
    char number[32], *end;
    if (t.length == 0 || t.length >= sizeof number || *t.begin < '0' || *t.begin > '9')
        return false;
    memcpy(number, t.begin, t.length);
    number[t.length] = '\0';
    *value = strtoll(number, &end, 0);
    return end > number && strspn(end, "uUlL") == strlen(end);
}

bool is_constant(const struct reader *r, struct text t, long long *value)
{
    if (is_written(t, value))
        return true;
    for (size_t i = r->constants; i-- > 0;)
        if (text_is_same(r->constant[i].name, t)) {
            *value = r->constant[i].value;
            return true;
        }
    return false;
}

static bool add(struct reader *r, struct text name, long long value)
{
    struct constant *all = realloc(r->constant, (r->constants + 1) * sizeof *all);
    if (!all)
        return false;
    r->constant = all;
    all[r->constants++] = (struct constant){ name, value };
    return true;
}

/* Where a name stands for one type here and another there, as under #if, it stands for none. */
struct text type_behind(const struct reader *r, struct text t)
{
    struct text type = t;
    for (size_t i = 0; i < r->aliases; i++) {
        if (!text_is_same(r->alias[i].name, t))
            continue;
        if (type.begin != t.begin && !text_is_same(type, r->alias[i].type))
            return t;
        type = r->alias[i].type;
    }
    return type;
}

bool note_alias(struct reader *r, struct text name, struct text type)
{
    type = type_behind(r, type);
    if (!type_in_c(type) || text_is(name, "real") || text_is(name, "real_complex"))
        return true;
    struct alias *all = realloc(r->alias, (r->aliases + 1) * sizeof *all);
    if (!all)
        return false;
    r->alias = all;
    all[r->aliases++] = (struct alias){ name, type };
    return true;
}

/* From the first token to the last: without what is a comment. */
static struct text tokens_alone(struct tokens s)
{
    struct text all = { NULL, 0 };
    for (struct token t; (t = next_token(&s)).kind != END;) {
        all.begin = all.begin ? all.begin : t.text.begin;
        all.length = (size_t)(t.text.begin + t.text.length - all.begin);
    }
    return all;
}

bool note_macro(struct reader *r, struct text directive)
{
    struct tokens s = tokens_of((struct text){ directive.begin + 1, directive.length - 1 }, 0);
    struct token t = next_token(&s), name = next_token(&s);
    long long value;
    if (!is_name(t, "define") || name.kind != NAME || s.at >= s.end || *s.at == '(')
        return true;
    struct text rest = tokens_alone(s);
    return value_of(r, rest, &value) ? add(r, name.text, value) : note_alias(r, name.text, rest);
}

bool note_enum(struct reader *r, struct text names)
{
    struct tokens s = tokens_of(names, 0);
    long long next = 0;
    for (struct token t; (t = next_token(&s)).kind == NAME;) {
        struct token after = next_token(&s);
        struct text value = { s.at, 0 };
        bool given = is_mark(after, '=');
        while (after.kind != END && !is_mark(after, ',') && !is_mark(after, '}'))
            after = next_token(&s);
        value.length = (size_t)(after.text.begin - value.begin);
        if (given && (after.text.begin < value.begin || !value_of(r, value, &next)))
            return true; /* and so what follows is not known */
        if (!add(r, t.text, next++))
            return false;
    }
    return true;
}
