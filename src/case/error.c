/* Errors are values: a status to exit with and one line for the user. */
#include "triptych.h"

#include <ctype.h>
#include <stdarg.h>
#include <stdio.h>

bool tri_fail(struct tri_error *e, enum tri_status status, const char *format, ...)
{
    if (!e)
        return false;
    va_list args;
    va_start(args, format);
    vsnprintf(e->text, sizeof e->text, format, args);
    va_end(args);
    e->status = status;
    e->absent = false;
    return false;
}

int tri_report(const char *program, const struct tri_error *e)
{
    char line[sizeof e->text];
    size_t n = 0;
    for (; e->text[n]; n++) /* one line, whatever is in the name of a file */
        line[n] = iscntrl((unsigned char)e->text[n]) ? '?' : e->text[n];
    line[n] = '\0';
    fflush(stdout);
    fprintf(stderr, "%s: %s\n", program, line);
    return (int)e->status;
}
