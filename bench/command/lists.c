/* Lists on command lines. */
#include "lists.h"

#include <errno.h>
#include <stdlib.h>
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

/* ---- Lines of a file ---- */

enum { SHORTEST_ROOM = 1 << 10, LONGEST_LINE = 1 << 26 };

static int grow(char **line, size_t *room)
{
    size_t more = *line && *room ? 2 * *room : SHORTEST_ROOM;
    if (more > LONGEST_LINE) {
        errno = EFBIG;
        return -1;
    }
    char *grown = realloc(*line, more);
    if (!grown)
        return -1;
    *line = grown;
    *room = more;
    return 0;
}

ssize_t line_read(char **line, size_t *room, FILE *in)
{
    size_t length = 0;
    for (int byte = 0; byte != '\n' && (byte = getc_unlocked(in)) != EOF;) {
        if (length + 1 >= *room && grow(line, room) != 0)
            return -1;
        (*line)[length++] = (char)byte;
    }
    if (length == 0)
        return -1;
    (*line)[length] = '\0';
    return (ssize_t)length;
}
