/* Errors are values: a status to exit with and one line for the user. */
#include "triptych.h"

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
    return false;
}

int tri_report(const char *program, const struct tri_error *e)
{
    fflush(stdout);
    fprintf(stderr, "%s: %s\n", program, e->text);
    return (int)e->status;
}
