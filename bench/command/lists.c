/* Lists on command lines. */
#include "lists.h"

#include <string.h>

size_t item_length(const char *list)
{
    return strcspn(list, ",");
}

const char *next_item(const char *list)
{
    list += item_length(list);
    return *list ? list + 1 : list;
}

bool names(const char *assignment, const char *name)
{
    return strncmp(assignment, name, strlen(name)) == 0 && assignment[strlen(name)] == '=';
}

const char *value_in(const char *list, const char *name, size_t *length)
{
    for (; list && *list; list = next_item(list))
        if (names(list, name)) {
            const char *value = list + strlen(name) + 1;
            *length = item_length(value);
            return value;
        }
    return NULL;
}

size_t name_length(const char *axis)
{
    return strcspn(axis, ":=");
}

const char *next_name(const char *axis)
{
    axis += name_length(axis);
    return *axis == ':' ? axis + 1 : NULL;
}

bool is_axis_of(const char *axis, const char *name, size_t length)
{
    for (; axis; axis = next_name(axis))
        if (name_length(axis) == length && strncmp(axis, name, length) == 0)
            return true;
    return false;
}

const char *shared_name(const char *axis, const char *other)
{
    for (; axis; axis = next_name(axis))
        if (is_axis_of(other, axis, name_length(axis)))
            return axis;
    return NULL;
}
