/* The table of C's types. */
#include "types.h"

#include "tokens.h"

#include <string.h>

#define SIGNED(words, bits) \
    { words, "TRI_INT" #bits, "INT" #bits "_MIN", "INT" #bits "_MAX", 1, false }
#define UNSIGNED(words, bits) { words, "TRI_UINT" #bits, "0", "UINT" #bits "_MAX", 1, false }
#define NUMBER_OF(words, type, each) { words, type, NULL, NULL, each, (each) == 1 }

static const struct c_type types[] = {
    SIGNED("int8_t", 8),
    SIGNED("signed char", 8),
    SIGNED("int16_t", 16),
    SIGNED("short", 16),
    SIGNED("short int", 16),
    SIGNED("int32_t", 32),
    SIGNED("int", 32),
    SIGNED("signed", 32),
    SIGNED("int64_t", 64),
    SIGNED("long long", 64),
    SIGNED("long long int", 64),
    { "ptrdiff_t", "TRI_INT64", "PTRDIFF_MIN", "PTRDIFF_MAX", 1, false },
    { "ssize_t", "TRI_INT64", "PTRDIFF_MIN", "PTRDIFF_MAX", 1, false },
    UNSIGNED("uint8_t", 8),
    UNSIGNED("unsigned char", 8),
    UNSIGNED("uint16_t", 16),
    UNSIGNED("unsigned short", 16),
    UNSIGNED("unsigned short int", 16),
    UNSIGNED("uint32_t", 32),
    UNSIGNED("unsigned", 32),
    UNSIGNED("unsigned int", 32),
    { "uint64_t", "TRI_UINT64", "0", "INT64_MAX", 1, false },
    { "unsigned long long", "TRI_UINT64", "0", "INT64_MAX", 1, false },
    { "unsigned long long int", "TRI_UINT64", "0", "INT64_MAX", 1, false },
    { "size_t", "TRI_UINT64", "0", "INT64_MAX", 1, false },
    { "char", "(CHAR_MIN < 0 ? TRI_INT8 : TRI_UINT8)", "CHAR_MIN", "CHAR_MAX", 1, false },
    { "long", "(sizeof(long) == 8 ? TRI_INT64 : TRI_INT32)", "LONG_MIN", "LONG_MAX", 1, false },
    { "long int", "(sizeof(long) == 8 ? TRI_INT64 : TRI_INT32)", "LONG_MIN", "LONG_MAX", 1, false },
    { "unsigned long", "(sizeof(long) == 8 ? TRI_UINT64 : TRI_UINT32)", "0", "LONG_MAX", 1, false },
    { "unsigned long int", "(sizeof(long) == 8 ? TRI_UINT64 : TRI_UINT32)", "0", "LONG_MAX", 1,
      false },
    { "bool", "TRI_BOOL", "0", "1", 1, false },
    { "_Bool", "TRI_BOOL", "0", "1", 1, false },
    NUMBER_OF("real", "TRI_FLOATING", 1),
    NUMBER_OF("float", "TRI_FLOAT32", 1),
    NUMBER_OF("double", "TRI_FLOAT64", 1),
    NUMBER_OF("real_complex", "TRI_FLOATING", 2),
    NUMBER_OF("float _Complex", "TRI_FLOAT32", 2),
    NUMBER_OF("double _Complex", "TRI_FLOAT64", 2),
    NUMBER_OF("float complex", "TRI_FLOAT32", 2),
    NUMBER_OF("double complex", "TRI_FLOAT64", 2),
};

enum { MOST_WORDS = 8 };

/* The words of a type but for qualifiers; -1: there are too many, or something that is no word. */
static int words_of(struct text t, struct text word[MOST_WORDS])
{
    struct tokens s = tokens_of(t, 0);
    int n = 0;
    for (struct token w; (w = next_token(&s)).kind != END;) {
        if (is_name(w, "const") || is_name(w, "volatile") || is_name(w, "restrict"))
            continue;
        if (w.kind != NAME || n == MOST_WORDS)
            return -1;
        word[n++] = w.text;
    }
    return n;
}

/* How often the word is among the first n. */
static int times(struct text one, const struct text *all, int n)
{
    int found = 0;
    for (int i = 0; i < n; i++)
        found += text_is_same(all[i], one);
    return found;
}

bool is_same_type(struct text a, struct text b)
{
    struct text x[MOST_WORDS], y[MOST_WORDS];
    int n = words_of(a, x);
    bool same = n >= 0 && words_of(b, y) == n;
    for (int i = 0; same && i < n; i++)
        same = times(x[i], x, n) == times(x[i], y, n);
    return same;
}

const struct c_type *type_in_c(struct text t)
{
    for (size_t i = 0; i < sizeof types / sizeof *types; i++)
        if (is_same_type(t, (struct text){ types[i].words, strlen(types[i].words) }))
            return &types[i];
    return NULL;
}
