/* Parameters that are texts: what they may be, and that a path's array holds them. */
#include "case.h"
#include "check.h"
#include "hotspot.h"

#include <string.h>

enum { WORD };
enum { FOUND = 1 };

static void nothing(const struct tri_case *c)
{
}

static struct tri_work work(const struct tri_case *c)
{
    return (struct tri_work){ .units = 1, .instructions = 1, .bytes = 1 };
}

static bool length_of_word(const struct tri_case *c, size_t *length)
{
    *length = strlen(c->value[WORD].text) + 1;
    return true;
}

static const struct tri_hotspot search = {
    .name = "search",
    .formula = "nothing",
    .unit = "elements",
    .precision = TRI_DOUBLE,
    .params = { [WORD] = { "word", "what is looked for", TRI_TEXT, .min = 1, .max = 8,
                           .text = "abba" } },
    .operands = { [WORD] = { "word", TRI_UINT8, TRI_IN, .length_of = length_of_word,
                             .fill = tri_fill_text },
                  [FOUND] = { "found", TRI_INT32, TRI_OUT } },
    .work = work,
    .reference = nothing,
    .plain = { "plain", "nothing", .path = { nothing } },
};

static void expect_word(struct tri_case *c, const char *word)
{
    char said[100];
    must(tri_case_allocate(c, &failure));
    cr_expect(strcmp(c->operand[WORD], word) == 0, "not %s", word);
    tri_case_free(c);
    tri_case_describe(c, said, sizeof said);
    cr_expect(strncmp(said, "word=", 5) == 0 && strcmp(said + 5, word) == 0, "%s", said);
}

Test(text, is_an_array_that_ends_with_0)
{
    struct tri_case c = prepared(&search, "");
    expect_word(&c, "abba");
    must(tri_case_set(&c, "word=a = b 'c", &failure));
    expect_word(&c, "a = b 'c");
}

Test(text, those_that_are_alike_are_one)
{
    struct tri_case c, d;
    tri_case_init(&c, &search);
    d = prepared(&search, "word=abb");
    cr_expect(c.value[WORD].text != d.value[WORD].text);
    must(tri_case_set(&d, "word=abba", &failure));
    cr_expect(c.value[WORD].text == d.value[WORD].text);
}

Test(text, of_another_length_or_that_is_no_line_is_refused)
{
    static const char *const refused[] = { "word=", "word=123456789", "word=a\tb", "word=a\nb",
                                           "word=\xc3\xa4" };
    struct tri_case c = prepared(&search, "");
    FOR_EACH (r, refused) {
        struct tri_error e;
        cr_expect(!tri_case_set(&c, *r, &e) && e.status == TRI_USAGE, "%s", *r);
        expect_text(e.text, ": has to be a text of 1 to 8 characters of ASCII, without a comma");
        cr_expect(!strchr(e.text, '\n'), "%s", e.text);
    }
    expect_word(&c, "abba");
}

Test(text, reaches_another_process)
{
    struct tri_case c = prepared(&search, "word=ab");
    struct tri_sent sent = tri_case_send(&c);
    cr_expect(strcmp(sent.text[WORD], "ab") == 0 && !sent.value[WORD].text);
}
