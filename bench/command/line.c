/* Reading a file of lines. */
#include "lists.h"

#include <errno.h>
#include <stdlib.h>

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
