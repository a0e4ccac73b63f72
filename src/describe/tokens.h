/* The tokens of C, as far as prototypes take: names, numbers, strings, and single characters. */
#pragma once

#include "reader.h"

enum token_kind {
    END,
    NAME,
    NUMBER,
    STRING,
    MARK,
    DIRECTIVE
}; /* DIRECTIVE: a whole line that begins with # */

struct token {
    enum token_kind kind;
    struct text text;
    int line;
};

struct tokens {
    const char *at;
    int line;
    bool line_begins; /* nothing but blanks so far: a # is a directive */
    const char
        *end; /* no token begins here or behind it; NULL: there are some up to the zero byte */
};

/* Those of a piece of text that begins in this line. */
struct tokens tokens_of(struct text, int line);

struct token next_token(struct tokens *);

/* Whether the word is a token of the text. */
bool text_has(struct text, const char *word);

/* Whether a character may stand in a name or a number. */
bool is_of_word(char);

bool is_mark(struct token, char);
bool is_name(struct token, const char *);
