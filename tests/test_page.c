/* The page of studies: well-formed HTML, whatever its contents. */
#include "check.h"
#include "html.h"
#include "study.h"
#include "template.h"

static const char nasty[] =
    "<b>&\"'</b> <script>alert(1)</script> </article> \xff\xc0\x80 \x01 \xc3\xa9";

static char *escaped(const char *text)
{
    html(begin_text(), text);
    return end_text();
}

static void expect_html(const char *text, const char *expected)
{
    text_auto_t *own = escaped(text);
    cr_expect_str_eq(own, expected);
}

Test(page, text)
{
    expect_html("a < b && c > \"d\" or 'e'",
                "a &lt; b &amp;&amp; c &gt; &quot;d&quot; or &#39;e&#39;");
    expect_html("line\nline\ttab", "line\nline\ttab");
    expect_html("\x01\x7f", "\uFFFD\uFFFD");
    expect_html("\u00e9 \u20ac \U0001f600", "\u00e9 \u20ac \U0001f600");
    /* A letter cut off, one too long, half of a pair, above the last. */
    expect_html("\xe2\x82", "\uFFFD\uFFFD");
    expect_html("\xc0\xaf", "\uFFFD\uFFFD");
    expect_html("\xed\xa0\x80", "\uFFFD\uFFFD\uFFFD");
    expect_html("\xf4\x90\x80\x80", "\uFFFD\uFFFD\uFFFD\uFFFD");
}

static void expect_template(const char *text, const char *expected)
{
    json_auto_t *data = json_pack("{s:s,s:f,s:[],s:b,s:n,s:[s,s],s:[{s:s,s:b},{s:s}]}", "name",
                                  "<&>", "number", 1.5, "none", "no", 0, "null", "words", "a",
                                  "<b>", "rows", "x", "1", "first", 1, "x", "{{x}}");
    cr_assert(data);
    template_write(begin_text(), text, data);
    text_auto_t *all = end_text();
    cr_expect_str_eq(all, expected);
}

Test(page, template)
{
    expect_template("", "");
    expect_template("a {b} {{name}} {{{name}}} {{missing}}.", "a {b} &lt;&amp;&gt; <&> .");
    expect_template("{{#words}}[{{.}}]{{/words}}", "[a][&lt;b&gt;]");
    expect_template("{{#none}}x{{/none}}{{#no}}x{{/no}}{{#null}}x{{/null}}{{#lost}}x{{/lost}}", "");
    expect_template("{{^none}}a{{/none}}{{^no}}b{{/no}}{{^lost}}c{{/lost}}{{^name}}d{{/name}}",
                    "abc");
    expect_template("{{#name}}<{{name}}>{{/name}}{{number}}", "<&lt;&amp;&gt;>1.5");
    /* Names are those of the element; sections within one that is not there do not count. */
    expect_template("<\n{{#rows}}\n{{x}}{{#first}}!{{/first}}{{name}}\n{{/rows}}\n>",
                    "<\n1!\n{{x}}\n>");
    expect_template("{{#none}}{{#rows}}{{x}}{{/rows}}{{/none}}end", "end");
}

static void expect_base64(const char *bytes, const char *expected)
{
    html_base64(begin_text(), (const unsigned char *)bytes, strlen(bytes));
    text_auto_t *all = end_text();
    cr_expect_str_eq(all, expected);
}

Test(page, base64)
{
    expect_base64("", "");
    expect_base64("f", "Zg==");
    expect_base64("fo", "Zm8=");
    expect_base64("foo", "Zm9v");
    expect_base64("foob", "Zm9vYg==");
    expect_base64("\xff\xff\xfe", "///+");
}

/* What gnuplot writes around a picture stays out; its names are the page's alone. */
Test(page, svg)
{
    static const char svg[] =
        "<?xml version=\"1.0\"?><!DOCTYPE svg><svg width=\"1\">\n"
        "<title>Gnuplot</title>\n<desc>by gnuplot</desc>\n"
        "<circle id='gpDot'/><use xlink:href='#gpDot' mask=\"url(#m)\"/></svg>";
    html_svg(begin_text(), svg, "a \"title\"", "x-1-");
    text_auto_t *all = end_text();
    cr_expect_str_eq(all, "<svg role=\"img\" aria-label=\"a &quot;title&quot;\" width=\"1\">\n\n"
                          "<circle id='x-1-gpDot'/><use xlink:href='#x-1-gpDot' "
                          "mask=\"url(#x-1-m)\"/></svg>");
}

/* ---- A whole page ---- */

extern const char sheet_look_sql[], facts_sql[], page_html[], page_css[];

static const char nasty_cell[] = "<b>&\"'</b> </article> \u00e9";

/* A store of two rows of a machine whose names are nasty, and with such a sheet. */
static struct store *nasty_store(void)
{
    struct tri_error e = { 0 };
    struct store *store = store_in_memory(&e);
    const struct batch none = { .reps = 0 };
    struct study nasty_study;
    cr_assert(study_read(&nasty_study, json_pack("{s:s}", "name", "nasty")));
    const char *const text[] = { nasty_cell };
    json_auto_t *row =
        json_pack("{s:s,s:s,s:s,s:{},s:i,s:n,s:s,s:s,s:s,s:s}", "hotspot", "h", "path", "p",
                  "precision", "double", "params", "cores", 8, "preset", "version", "1", "cpu",
                  nasty_cell, "device", nasty_cell, "compiler", nasty_cell);
    cr_assert(store && row && store_load(store, row, "file", 1, &e) &&
                  store_load(store, row, "file", 2, &e) &&
                  store_run(store, "create temp table own as select id from row", &e) &&
                  study_tables(store, &nasty_study, &none, &none.sweep, &e) &&
                  store_run(store,
                            "insert into heading values (0, 1, 0, null), (1, 0, 0, null); "
                            "insert into cell values (0, 1, 'time', null, null)",
                            &e) &&
                  store_tell(store,
                             "insert into cell values (0, 0, ?1, null, null), (1, 0, ?1, 1, null), "
                             "(1, 1, null, null, ?1)",
                             text, 1, &e) &&
                  store_run(store, sheet_look_sql, &e),
              "%s", e.text);
    study_forget(&nasty_study);
    return store;
}

static void put(json_t *object, const char *key, const char *text)
{
    cr_assert(json_object_set_new(object, key, json_string_nocheck(text)) == 0);
}

static json_t *nasty_pictures(void)
{
    static const char *const kinds[] = { "svg", "png", "missing" }, *const bytes[] = {
        "<svg><g/></svg>", "png", nasty
    };
    json_t *list = json_array();
    for (int i = 0; i < 3; i++) {
        json_auto_t *picture = json_object();
        put(picture, "title", nasty);
        put(picture, kinds[i], bytes[i]);
        cr_assert(json_array_append_new(list, embedded(picture, "x-")) == 0);
    }
    return list;
}

static json_t *nasty_article(const struct study *study, struct store *store, bool failed)
{
    struct tri_error e = { 0 };
    json_t *own = json_copy(study->data);
    put(own, "command", nasty);
    if (failed) {
        put(own, "error", nasty);
        return own;
    }
    put(own, "expanded", nasty);
    put(own, "machine", nasty);
    put(own, "took", "1.50 s");
    json_object_set_new(own, "table", answer_json(store, "select json from page", &e));
    json_object_set_new(own, "exhibits", nasty_pictures());
    return own;
}

static char *page_of_all(void)
{
    struct tri_error e = { 0 };
    store_auto_t *store = nasty_store();
    json_auto_t *document = json_pack("{s:s, s:[]}", "style", page_css, "studies");
    put(document, "command", nasty);
    cr_assert(store_run(store, facts_sql, &e), "%s", e.text);
    json_object_set_new(document, "facts", answer_json(store, "select json from facts", &e));
    for (size_t i = 0; study_of_all(i); i++)
        json_array_append_new(json_object_get(document, "studies"),
                              nasty_article(study_of_all(i), store, i == 1));
    template_write(begin_text(), page_html, document);
    return end_text();
}

Test(page, all_studies)
{
    text_auto_t *text = page_of_all();
    expect_balanced(text);
    for (size_t i = 0; study_of_all(i); i++) {
        char place[80], link[80];
        snprintf(place, sizeof place, "<article id=\"%s\">", study_of_all(i)->name);
        snprintf(link, sizeof link, "<a href=\"#%s\">", study_of_all(i)->name);
        cr_expect(strstr(text, place) && strstr(text, link), "%s is not there",
                  study_of_all(i)->name);
    }
}

static size_t occurrences(const char *text, const char *word)
{
    size_t n = 0;
    for (; (text = strstr(text, word)); text++)
        n++;
    return n;
}

/* All of each study but the one that failed: cells, notes, pictures; and of that, why. */
Test(page, all_of_a_study)
{
    char *text = page_of_all(), *own = escaped(nasty), *cell = escaped(nasty_cell), element[400];
    size_t n = 0;
    while (study_of_all(n))
        n++;
    const struct {
        const char *before, *after;
        size_t times;
        const char *text;
    } parts[] = { { "<th scope=\"row\">", "</th>", n - 1, cell },
                  { "<th scope=\"col\">", "</th>", n - 1, cell },
                  { "<li>", "</li>", n - 1, cell },
                  { "<img alt=\"", "\" src=\"data:image/png;base64,cG5n\">", n - 1, own },
                  { "<svg role=\"img\" aria-label=\"", "\"><g/></svg>", n - 1, own },
                  { ": no picture. ", "</p>", n - 1, own },
                  { "<figcaption>", "</figcaption>", 2 * (n - 1),
                    own }, /* a chart has its title in it */
                  { "<p class=\"missing\">", "</p>", 1, own },
                  { "<dd>", ", 8 cores</dd>", 1, cell }, /* of many rows, once */
                  { "<dt>Device</dt><dd>", "</dd>", 1, cell },
                  { "<dd>", ", preset not said, version 1: not said</dd>", 1, cell } };
    FOR_EACH (r, parts) {
        snprintf(element, sizeof element, "%s%s%s", r->before, r->text, r->after);
        cr_expect(occurrences(text, element) == r->times, "%s: %zu", element,
                  occurrences(text, element));
    }
    cr_expect(occurrences(text, "<td class=\"absent\">(1)</td>") == n - 1);
    cr_expect(occurrences(text, "Measured in 1.50 s.") == n - 1);
    free(own);
    free(cell);
    free(text);
}

/* It refers to nothing outside, and what is in it runs nothing. */
Test(page, self_contained)
{
    text_auto_t *text = page_of_all();
    cr_expect(!strstr(text, "<script") && !strstr(text, "http:") && !strstr(text, "https:"));
    for (const char *s = text; (s = strstr(s, "src=")); s++)
        cr_expect(strncmp(s, "src=\"data:image/png;base64,", 27) == 0, "%.40s", s);
    for (const char *s = text; (s = strstr(s, "href=")); s++)
        cr_expect(s[6] == '#', "%.40s", s);
    cr_expect(!strstr(text, "@import") && !strstr(text, "<link"));
}
