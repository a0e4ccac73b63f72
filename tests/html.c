#include "html.h"

static bool is_void(const char *tag)
{
    static const char *const names[] = { "meta", "img", "!DOCTYPE", NULL };
    for (int i = 0; names[i]; i++)
        if (strcmp(names[i], tag) == 0)
            return true;
    return false;
}

void expect_balanced(const char *text)
{
    char open[40][32];
    size_t depth = 0;
    for (const char *s = strchr(text, '<'); s; s = strchr(s + 1, '<')) {
        bool ends = s[1] == '/';
        char tag[32];
        const char *close = strchr(s, '>');
        cr_assert(close && sscanf(s + 1 + ends, "%31[!A-Za-z0-9]", tag) == 1, "%.40s", s);
        if (is_void(tag) || close[-1] == '/')
            continue;
        if (!ends) {
            cr_assert(depth < 40);
            strcpy(open[depth++], tag);
        } else
            cr_assert(depth > 0 && strcmp(open[--depth], tag) == 0, "</%s> ends <%s>", tag,
                      open[depth]);
    }
    cr_expect(depth == 0, "<%s> has no end", depth ? open[depth - 1] : "");
}
