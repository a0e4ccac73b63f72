/* Texts that get into pages: escaped as HTML, which leaves no markup; embedded as SVG; put into templates. */
#include "fuzz.h"

#include "template.h"

#include <stdlib.h>
#include <string.h>

/* No text of a user's is markup: outside of a template's own there is no < > or lone quote. */
static void expect_escaped(const char *text)
{
    char *escaped;
    size_t length;
    FILE *out = open_memstream(&escaped, &length);
    if (!out)
        abort();
    html(out, text);
    if (fclose(out) != 0 || strpbrk(escaped, "<>\"'"))
        abort();
    free(escaped);
}

static void embed(const char *text)
{
    json_t *picture = json_object(), *element;
    put_text(picture, "title", text);
    put_text(picture, "svg", text);
    element = embedded(picture, "a");
    json_decref(element);
    json_decref(picture);
}

/* A template is ours; the text is what it is filled with. */
static void fill_in(const char *text)
{
    json_t *data = json_pack("{s:[s,s], s:b, s:n}", "words", "a", "<b>", "no", 0, "null");
    put_text(data, "name", text);
    template_write(fuzz_nowhere(), "{{name}}{{#words}}{{.}}{{/words}}{{^no}}{{{name}}}{{/no}}",
                   data);
    json_decref(data);
}

void fuzz_page(const uint8_t *bytes, size_t n)
{
    char *text = fuzz_text(bytes, n);
    expect_escaped(text);
    embed(text);
    fill_in(text);
    html_base64(fuzz_nowhere(), bytes, n);
    free(text);
}
