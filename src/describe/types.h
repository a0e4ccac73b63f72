/* The types of C that parameters and arrays have. */
#pragma once

#include "reader.h"

struct c_type {
    const char *words;              /* as in C, its words in any order */
    const char *of_elements;        /* TRI_INT32, …; NULL: no array has it */
    const char *smallest, *largest; /* of a parameter that is an integer; NULL: it is none */
    int each;       /* numbers of an element: 2 of a complex one; 0: no array has it */
    bool is_number; /* a parameter may be of this type, and is a number */
};

/* NULL: it is none of them. */
const struct c_type *type_in_c(struct text);

/* The same type, though its words may stand in another order. */
bool is_same_type(struct text, struct text);
