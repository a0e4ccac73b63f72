/*
 * The lists that are written on command lines and in the descriptions of studies:
 *
 *     a,b,c                   items
 *     name=value,name=value   assignments
 *     name:name=value,value   an axis: the values of a parameter, or of several that have the same
 *
 * They are parsed in place, without copies: an item ends at the next comma, a name at the next ':' or '='.
 */
#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdio.h>
#include <sys/types.h>

/* The length of the first item, and the items after it ("" after the last). */
size_t item_length(const char *list);
const char *next_item(const char *list);

/* Whether an assignment, or an axis with one name, has this name. */
bool names(const char *assignment, const char *name);

/* The value of a name in a list of assignments, *length characters long; NULL: none.  The list may be NULL. */
const char *value_in(const char *list, const char *name, size_t *length);

/* The length of an axis' first name, and the axis without that name; NULL: it was the last. */
size_t name_length(const char *axis);
const char *next_name(const char *axis);

/* Whether an axis has this name, which is `length` characters long. */
bool is_axis_of(const char *axis, const char *name, size_t length);

/* The first name that two axes share, as a pointer into the first axis; NULL: none. */
const char *shared_name(const char *axis, const char *other);

/* ---- Reading a file of lines, such as one of rows or a script ---- */

/* As getline(), but a line of more than 64 MiB is an error, EFBIG: some devices are a single line without an end. */
ssize_t line_read(char **line, size_t *room, FILE *in);
