/* The abilities of a stream's terminal, and text in columns. */
#include "output.h"

#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <unistd.h>

static bool is_terminal(FILE *out)
{
    const char *kind = getenv("TERM");
    return isatty(fileno(out)) && kind && *kind && strcmp(kind, "dumb") != 0;
}

bool terminal_has_colour(FILE *out)
{
    const char *none = getenv("NO_COLOR");
    return is_terminal(out) && !(none && *none);
}

bool terminal_has_lines(FILE *out, size_t lines)
{
    struct winsize size;
    return is_terminal(out) && ioctl(fileno(out), TIOCGWINSZ, &size) == 0 && size.ws_row > lines;
}

void print_painted(FILE *out, enum paint paint, int width, const char *text)
{
    static const char *const on[PAINTS] = { "", "\033[1m", "\033[2m", "\033[31m" };
    int blanks = abs(width) - (int)strlen(text);
    fprintf(out, "%*s%s%s%s%*s", width > 0 && blanks > 0 ? blanks : 0, "", on[paint], text,
            paint ? "\033[0m" : "", width < 0 && blanks > 0 ? blanks : 0, "");
}

static size_t columns_of(const char *word, size_t bytes)
{
    size_t n = 0;
    for (size_t i = 0; i < bytes; i++)
        n += begins_letter(word[i]);
    return n;
}

void print_wrapped(FILE *out, size_t columns, size_t at, int indent, const char *text)
{
    bool first = true;
    for (const char *word = text + strspn(text, " "); *word; word += strspn(word, " ")) {
        size_t bytes = strcspn(word, " "), wide = columns_of(word, bytes);
        if (!first && at + 1 + wide > columns) {
            fprintf(out, "\n%*s", indent, "");
            at = (size_t)indent;
        } else if (!first) {
            fputc(' ', out);
            at++;
        }
        fwrite(word, 1, bytes, out);
        at += wide;
        word += bytes;
        first = false;
    }
    fputc('\n', out);
}
