/* Numbers and cases as people read them. */
#pragma once

#include <stdbool.h>
#include <stdio.h>

#include "measure.h"

struct text {
    char s[48];
};

/* 1.23e-3, "s" -> "1.23 ms": three digits and the prefix of a power of a thousand. */
struct text si(double value, const char *unit);

struct text percent(double share);
struct text marked_share(double share); /* of a ceiling: "112 %!" if it exceeds what is possible */
struct text ratio(double x);

/* "1.61 x +-2 %": with how far the ends of its interval are from it; without one, "1.61 x". */
struct text ratio_within(struct tri_interval);

/* Whether a character of a UTF-8 text begins at this byte. */
bool begins_letter(char c);

/* What was measured: "cuda" for a peer, "reference", or "offload tuned" for a path with variants. */
struct text contender_name(const char *peer, enum tri_path path, const char *variant);

/* The same with its host memory, "cuda pinned"; pageable memory is not named. */
struct text in_host_memory(struct text name, enum tri_host_memory);

/* Prints a word, quoted for a shell if necessary. */
void print_word(FILE *out, const char *word);

/* What is computed, and with which parameters: two lines. */
void print_case(FILE *out, const struct tri_case *);

/* Says in a line if the compiler was not asked to optimise it, or may break the rules of floating point. */
void print_build_kind(FILE *out, const struct tri_hotspot *);

/* Says in a line if path avx2 is not the instructions that it is named after. */
void print_intrinsics(FILE *out);
