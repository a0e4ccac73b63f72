/* What a file of C says at its top level: the functions and objects that it defines. */
#pragma once

#include <stdbool.h>
#include <stddef.h>

enum { MAX_PARAMETERS = 32, MAX_EXTENTS = 8 };

/* A piece of a file's text. */
struct text {
    const char *begin;
    size_t length;
};

/* As "%.*s" prints it. */
#define TEXT(t) (int)(t).length, (t).begin

bool text_is(struct text, const char *);
bool text_is_same(struct text, struct text);

/* A parameter of a function: type, name and extents, as written. */
struct parameter {
    struct text type, name; /* the type without `const` and `*` */
    bool is_const, is_pointer, is_array;
    struct text factor[MAX_EXTENTS]; /* if that is a product: its names and numbers */
    int factors;                     /* -1: it is none */
    struct text extent[MAX_EXTENTS]; /* what is in each pair of brackets */
    int extents;
    int line;
};

struct definition {
    const struct reader *reader;
    const char *file;
    int line,
        branch; /* branch: how many #if, #else and #endif are before it, outside of functions */
    bool may_be_left_out; /* it stands under an #if */
    struct text name;
    bool is_function, is_static;
    bool
        has_region; /* a target region, or it is a kernel in CUDA: its name is seen on the device */
    /* The line of a `parallel` inside of a target region that has none itself, 0: none; that region. */
    int inner_parallel;
    struct text region;
    struct text type;       /* what a function returns; of an object */
    struct text parameters; /* of a function: between the parentheses */
    struct text body;       /* of a function: from its brace on */
    struct text value;      /* of an object: what is between the braces, or empty */
    int value_line;
};

/* A name for a number. */
struct constant {
    struct text name;
    long long value;
};

/* A name for a type of C's. */
struct alias {
    struct text name, type;
};

struct reader {
    struct definition *all;
    size_t n, room;
    char *text[256]; /* of the files: definitions point into them */
    size_t texts;
    struct constant *constant;
    size_t constants;
    struct alias *alias;
    size_t aliases;
};

/* Adds the definitions of a file.  False: it cannot be read, or memory is exhausted; a line on stderr says so. */
bool read_definitions(struct reader *, const char *file);

/* Whether no word in that text is one that a hotspot's file may not have; if not, a line on stderr says so of `name`. */
bool words_are_good(const char *name, const char *file);

/* The parameters of a function; -1: they cannot be read, and a line on stderr names file and line. */
int read_parameters(const struct definition *, struct parameter[MAX_PARAMETERS]);

/* NULL: there is none of that name. */
const struct definition *function_named(const struct reader *, struct text name);

void reader_free(struct reader *);

/* Gets what is wrong, a line without its end, in place of stderr; NULL: nobody does. */
extern void (*wrong_heard)(const char *line);

/* A line on stderr: "file:line: …"; returns false. */
__attribute__((format(printf, 3, 4))) bool wrong_at(const char *file, int line, const char *format,
                                                    ...);
