/* Numbers as people read them. */
#ifndef TRI_FORMAT_H
#define TRI_FORMAT_H

#include <stddef.h>

struct text {
    char s[48];
};

/* 1.23e-3, "s" -> "1.23 ms": three digits and the prefix of a power of a thousand. */
struct text si(double value, const char *unit);

struct text percent(double share);
struct text ratio(double x);

#endif
