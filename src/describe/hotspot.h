/* What the prototypes of a hotspot's paths say: its parameters, operands, and which function is which path. */
#pragma once

#include "reader.h"
#include "types.h"

enum { MAX_PATHS = 64 };

enum kind {
    INTEGER,
    REAL,
    COMPLEX, /* two parameters, NAME_re and NAME_im */
    ARRAY,
    PLACE, /* int *place: where a region says where it runs */
    CASE,  /* const struct tri_case *: for what is no argument, scratch or rows */
};

/* An argument of a path, and the number of the parameter or operand that it is. */
struct argument {
    struct parameter p;
    enum kind kind;
    int number, imaginary; /* imaginary: of what is COMPLEX, its second parameter */
    bool is_text;          /* an ARRAY that is written `const char *`: */
    int text;              /* its characters are a parameter of the same name */
    const struct c_type *type;
    bool by_expression;  /* an array whose extents are no product of parameters and numbers */
    bool is_read;        /* an array that is no result alone: the reference reads it first */
    bool is_only_stored; /* the reference does nothing else with its elements */
    bool is_count;       /* an INTEGER: how often the reference does something, and nothing else */
    int together;        /* of an INTEGER: the most factors of an extent that it is one of */
};

/* An entry of the table's lists. */
struct entry {
    struct text name;
    int line;
    bool has_length; /* .length_of: its extents are not read */
};

struct path {
    const struct definition *d;
    const char *path;    /* TRI_SIMD, … */
    struct text variant; /* empty: plain; else as in the function's name, with _ for - */
    int arguments;
    struct argument argument[MAX_PARAMETERS];
};

struct hotspot {
    const char *name;
    const struct reader *reader;
    const struct definition *table; /* the object of that name */
    struct path path[MAX_PATHS];
    int paths, reference; /* reference: -1, there is none that is seen */
    struct entry param[MAX_PARAMETERS], operand[MAX_PARAMETERS]; /* by number */
    int params, operands;
    char part[MAX_PARAMETERS][64]; /* the names of those that are parts of a complex number */
    int result;                    /* the operand that the paths return; -1: none */
    bool has_tuned, has_division;
};

/* Finds the paths among the definitions.  False: something is wrong, and a line on stderr says what and where. */
bool find_hotspot(struct hotspot *, const struct reader *, const char *name);

/* Whether a factor of an extent is a number, written out or by a name. */
bool is_number(const struct hotspot *, struct text, long long *value);

/* The argument of that name, an array or none; NULL: there is none. */
const struct argument *argument_named(const struct path *, struct text name, bool array);

/* Whether a function is a path of the hotspot by its name. */
bool is_path(const struct definition *, const char *name);
