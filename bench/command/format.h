/* Numbers and cases as people read them. */
#ifndef TRI_FORMAT_H
#define TRI_FORMAT_H

#include <stdbool.h>
#include <stdio.h>

#include "measure.h"

struct text {
    char s[48];
};

/* 1.23e-3, "s" -> "1.23 ms": three digits and the prefix of a power of a thousand. */
struct text si(double value, const char *unit);

struct text percent(double share);
struct text marked_share(double share); /* of a ceiling: "112 %!" where that has to be wrong */
struct text ratio(double x);

/* The prefix of value's power of a thousand, "" for none; *value in its unit. */
const char *si_prefix(double *value);

/* How many letters a text has, of which one may be several bytes, and whether one begins there. */
int letters(const char *text);
bool begins_letter(char c);

/* Who was measured: "cuda" of a peer, "reference", or "offload tuned" where there is a variant. */
struct text contender_name(const char *peer, enum tri_path path, const char *variant);

/* The same with its host memory, "cuda pinned"; ordinary pages go without saying. */
struct text in_host_memory(struct text name, enum tri_host_memory);

/* Prints a word as a shell takes it for one. */
void print_word(FILE *out, const char *word);

/* What is computed, and with which parameters: two lines. */
void print_case(FILE *out, const struct tri_case *);

#endif
