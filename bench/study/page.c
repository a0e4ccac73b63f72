/* Studies as an HTML page. */
#include "page.h"

#include "frame.h"

#include <ctype.h>
#include <math.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

/* ---- Texts ---- */

/* How long the letter of UTF-8 is that a text begins with; 0: it is none. */
static size_t letter_length(const unsigned char *s)
{
    size_t n = s[0] < 0x80 ? 1 : s[0] < 0xc2 ? 0 : s[0] < 0xe0 ? 2 : s[0] < 0xf0 ? 3 : 4;
    if (s[0] > 0xf4 || (s[0] == 0xe0 && s[1] < 0xa0) || (s[0] == 0xed && s[1] > 0x9f) ||
        (s[0] == 0xf0 && s[1] < 0x90) || (s[0] == 0xf4 && s[1] > 0x8f))
        return 0;
    for (size_t i = 1; i < n; i++)
        if ((s[i] & 0xc0) != 0x80)
            return 0;
    return n;
}

static const char *entity(unsigned char c)
{
    switch (c) {
    case '&': return "&amp;";
    case '<': return "&lt;";
    case '>': return "&gt;";
    case '"': return "&quot;";
    case '\'': return "&#39;";
    default: return iscntrl(c) && c != '\n' && c != '\t' ? "\uFFFD" : NULL;
    }
}

void html(FILE *out, const char *text)
{
    for (const unsigned char *s = (const unsigned char *)text; *s;) {
        size_t length = letter_length(s);
        const char *instead = length == 0 ? "\uFFFD" : length == 1 ? entity(*s) : NULL;
        if (instead)
            fputs(instead, out);
        else
            fwrite(s, 1, length, out);
        s += length ? length : 1;
    }
}

/* <tag>text</tag>, the tag with its attributes. */
static void element(FILE *out, const char *tag, const char *text)
{
    fprintf(out, "<%s>", tag);
    html(out, text);
    fprintf(out, "</%.*s>\n", (int)strcspn(tag, " "), tag);
}

/* ---- Pictures ---- */

bool album_add(struct album *a, struct exhibit x, struct tri_error *e)
{
    struct exhibit *more = realloc(a->exhibit, (a->n + 1) * sizeof *more);
    if (more) {
        a->exhibit = more;
        a->exhibit[a->n++] = x;
        return true;
    }
    free(x.title);
    free(x.svg);
    free(x.png);
    free(x.missing);
    return tri_fail(e, TRI_FAILED, "out of memory");
}

void album_free(struct album *a)
{
    for (size_t i = 0; i < a->n; i++) {
        free(a->exhibit[i].title);
        free(a->exhibit[i].svg);
        free(a->exhibit[i].png);
        free(a->exhibit[i].missing);
    }
    free(a->exhibit);
}

void html_base64(FILE *out, const unsigned char *bytes, size_t n)
{
    static const char digits[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
    for (size_t i = 0; i < n; i += 3) {
        uint32_t three = (uint32_t)bytes[i] << 16 | (i + 1 < n ? (uint32_t)bytes[i + 1] << 8 : 0) |
                         (i + 2 < n ? bytes[i + 2] : 0);
        for (int k = 0; k < 4; k++)
            fputc(i + (size_t)k > n ? '=' : digits[three >> (18 - 6 * k) & 63], out);
    }
}

static bool at(const char *text, const char *word)
{
    return strncmp(text, word, strlen(word)) == 0;
}

/* Past what a picture of its own needs and one in a page does not: its prologue, and gnuplot's title. */
static const char *skip_title(const char *svg)
{
    const char *end = strstr(svg, "</desc>");
    return end ? end + strlen("</desc>") : svg;
}

void html_svg(FILE *out, const char *svg, const char *title, const char *prefix)
{
    static const char *const names[] = { "id=\"", "id='", "href=\"#", "href='#", "url(#", NULL };
    const char *s = strstr(svg, "<svg");
    if (!s)
        return;
    fputs("<svg role=\"img\" aria-label=\"", out);
    html(out, title);
    fputc('"', out);
    for (s += strlen("<svg"); *s;) {
        size_t length = 1;
        for (size_t i = 0; names[i]; i++)
            length = at(s, names[i]) ? strlen(names[i]) : length;
        fwrite(s, 1, length, out);
        if (length > 1)
            fputs(prefix, out);
        s += length;
        if (at(s, "<title>"))
            s = skip_title(s);
    }
}

static void write_exhibit(FILE *out, const struct exhibit *x, const char *study, size_t i)
{
    char prefix[80];
    snprintf(prefix, sizeof prefix, "%s-%zu-", study, i + 1);
    fputs("<figure>\n", out);
    if (x->svg)
        html_svg(out, x->svg, x->title, prefix);
    else if (x->png) {
        fputs("<img alt=\"", out);
        html(out, x->title);
        fputs("\" src=\"data:image/png;base64,", out);
        html_base64(out, x->png, x->bytes);
        fputs("\">\n", out);
    }
    if (x->missing) {
        fputs("<p class=\"missing\">", out);
        html(out, x->title);
        fputs(": no picture. ", out);
        html(out, x->missing);
        fputs("</p>\n", out);
    }
    if (!x->svg) /* a chart has its title in it */
        element(out, "figcaption", x->title);
    fputs("</figure>\n", out);
}

/* ---- The table ---- */

static const char *text_at(const struct sheet *s, size_t line, size_t column)
{
    const char *text = sheet_cell(s, line, column)->text;
    return text ? text : "";
}

static bool is_report(const struct study *s, const struct sheet *sheet, size_t column)
{
    return s->report_heading && column + 1 == sheet->columns;
}

/* A cell of the column: tag and text. */
static void write_cell(FILE *out, const struct study *s, const struct sheet *sheet, size_t column,
                       const char *tag, const char *text)
{
    char whole[80];
    bool absent = *text == '(' || strcmp(text, "-") == 0;
    const char *class = is_report(s, sheet, column)    ? " class=\"report\""
                        : absent                       ? " class=\"absent\""
                        : sheet_is_text(sheet, column) ? " class=\"words\""
                                                       : "";
    snprintf(whole, sizeof whole, "%s%s", tag, class);
    element(out, whole, text);
}

static void write_heads(FILE *out, const struct study *s, const struct sheet *sheet)
{
    fputs("<thead><tr>\n", out);
    for (size_t c = 0; c < sheet->columns; c++)
        write_cell(out, s, sheet, c, "th scope=\"col\"", sheet->heading[c]);
    fputs("</tr></thead>\n", out);
}

/* A line that has another first head than the one above it begins a group. */
static bool begins_group(const struct sheet *s, size_t line)
{
    return line > 0 && s->heads > 1 && strcmp(text_at(s, line, 0), text_at(s, line - 1, 0)) != 0;
}

static void write_line(FILE *out, const struct study *s, const struct sheet *sheet, size_t line)
{
    fputs(begins_group(sheet, line) ? "<tr class=\"group\">\n" : "<tr>\n", out);
    for (size_t c = 0; c < sheet->columns; c++)
        write_cell(out, s, sheet, c, c < sheet->heads ? "th scope=\"row\"" : "td",
                   text_at(sheet, line, c));
    fputs("</tr>\n", out);
}

static void write_sheet(FILE *out, const struct study *s, const struct sheet *sheet)
{
    fprintf(
        out,
        "<div class=\"wide\" role=\"region\" tabindex=\"0\" aria-label=\"Table of %s\">\n<table>\n",
        s->name);
    write_heads(out, s, sheet);
    fputs("<tbody>\n", out);
    for (size_t line = 0; line < sheet->lines; line++)
        write_line(out, s, sheet, line);
    fputs("</tbody>\n</table>\n</div>\n", out);
    if (s->report_heading)
        fputs("<p class=\"note\">The column on grey is the report's own, of the report's "
              "hardware.</p>\n",
              out);
    if (sheet->notes)
        fputs("<ol class=\"notes\">\n", out);
    for (size_t i = 0; i < sheet->notes; i++)
        element(out, "li", sheet->note[i]);
    if (sheet->notes)
        fputs("</ol>\n", out);
}

/* ---- Facts about the machine ---- */

bool page_add_fact(struct page *p, const char *what, const char *text)
{
    for (size_t i = 0; i < p->facts; i++)
        if (strcmp(p->fact[i].what, what) == 0 && strcmp(p->fact[i].text, text) == 0)
            return true;
    struct fact *more = realloc(p->fact, (p->facts + 1) * sizeof *more);
    char *copy = strdup(text);
    if (more)
        p->fact = more;
    if (more && copy)
        p->fact[p->facts++] = (struct fact){ what, copy };
    else
        free(copy);
    return more && copy;
}

static const char *string_of(const struct row *r, const char *key)
{
    const char *text = json_string_value(json_object_get(r->json, key));
    return text ? text : "not said";
}

static bool add_facts(struct page *p, const struct row *r)
{
    char processor[300], compiler[2000];
    double cores = json_number_value(json_object_get(r->json, "cores"));
    snprintf(processor, sizeof processor, cores > 0 ? "%s, %g cores" : "%s", r->cpu, cores);
    snprintf(compiler, sizeof compiler, "%s, preset %s, version %s: %s", r->compiler,
             string_of(r, "preset"), string_of(r, "version"), string_of(r, "flags"));
    return page_add_fact(p, "Processor", processor) &&
           (!r->device || page_add_fact(p, "Device", r->device)) &&
           page_add_fact(p, "Compiler", compiler);
}

/* ---- A study ---- */

static void write_machine(FILE *out, const struct section *s)
{
    fputs("<p class=\"machine\">", out);
    if (s->rows && s->rows->n) {
        char *text = NULL;
        size_t size;
        FILE *line = open_memstream(&text, &size);
        if (line) {
            print_machine(line, s->rows);
            fclose(line);
            html(out, text);
            fputs(". ", out);
        }
        free(text);
    }
    if (!isnan(s->seconds))
        fprintf(out, "Measured in %s.", si(s->seconds, "s").s);
    fputs("</p>\n", out);
}

static void write_study(FILE *out, const struct section *s)
{
    const struct study *study = s->study;
    fprintf(out, "<article id=\"%s\">\n", study->name);
    element(out, "h2", study->name);
    element(out, "p class=\"question\"", study->meaning);
    fputs("<p class=\"source\">After the reports: ", out);
    html(out, study->tables);
    fputs(".</p>\n<pre class=\"command\"><code>", out);
    html(out, s->command);
    fputs("</code></pre>\n", out);
    if (s->error)
        element(out, "p class=\"missing\"", s->error);
    for (size_t i = 0; s->album && i < s->album->n; i++)
        write_exhibit(out, &s->album->exhibit[i], study->name, i);
    if (s->sheet)
        write_sheet(out, study, s->sheet);
    write_machine(out, s);
    if (s->expanded) {
        fputs("<details><summary>The same, spelled out</summary>\n<pre class=\"command\"><code>",
              out);
        html(out, s->expanded);
        fputs("</code></pre></details>\n", out);
    }
    fputs("</article>\n", out);
}

/* Appends what a function writes to a text. */
static bool append(char **text, void (*write)(FILE *, const struct section *),
                   const struct section *s)
{
    char *all = NULL;
    size_t size;
    FILE *out = open_memstream(&all, &size);
    if (!out)
        return false;
    fputs(*text ? *text : "", out);
    write(out, s);
    bool good = !ferror(out);
    good = fclose(out) == 0 && good;
    free(good ? *text : all);
    *text = good ? all : *text;
    return good;
}

static void write_entry(FILE *out, const struct section *s)
{
    fprintf(out, "<li><a href=\"#%s\">%s</a> ", s->study->name, s->study->name);
    html(out, s->study->meaning);
    fputs("</li>\n", out);
}

bool page_add(struct page *p, const struct section *s, struct tri_error *e)
{
    bool good = append(&p->contents, write_entry, s) && append(&p->body, write_study, s);
    for (size_t i = 0; good && s->rows && i < s->rows->n; i++)
        good = add_facts(p, &s->rows->row[i]);
    return good || tri_fail(e, TRI_FAILED, "out of memory");
}

/* ---- The page ---- */

/* Plain type on white, one colour.  A picture takes the width there is, but no more than keeps its
 * letters those of the text; a table that is wider scrolls in its own box. */
static const char style[] =
    ":root{--ink:#1c2024;--quiet:#59636e;--line:#d5dae0;--paper:#f5f7f9;--accent:#005a8f}\n"
    "*{box-sizing:border-box}\n"
    "html{font:1.0625rem/1.55 system-ui,-apple-system,'Segoe UI',Roboto,'Liberation Sans',sans-serif;"
    "color:var(--ink);background:#fff;-webkit-text-size-adjust:100%}\n"
    "body{max-width:72rem;margin:0 auto;padding:2.5rem 1.25rem 4rem}\n"
    "h1{font-size:2rem;line-height:1.2;margin:0 0 .5rem;letter-spacing:-.01em}\n"
    "h2{font-size:1.5rem;line-height:1.25;margin:0}\n"
    "p{margin:.4rem 0;max-width:44rem}\n"
    "a{color:var(--accent);text-underline-offset:.15em}\n"
    "nav{margin:2rem 0}\n"
    "nav ul{list-style:none;padding:0;margin:0}\n"
    "nav li{padding:.3rem 0 .3rem 9.5rem;text-indent:-9.5rem;border-bottom:1px solid var(--line)}\n"
    "nav a{display:inline-block;width:9.5rem;text-indent:0;font-weight:600}\n"
    "article{margin-top:3.5rem;padding-top:1.5rem;border-top:2px solid var(--ink)}\n"
    ".question{font-size:1.2rem}\n"
    ".question::first-letter{text-transform:uppercase}\n"
    ".source,.machine,.note,.notes,figcaption,summary{color:var(--quiet);font-size:.9rem}\n"
    "pre{background:var(--paper);padding:.6rem .8rem;overflow-x:auto;border-radius:4px;"
    "font:.9rem/1.5 ui-monospace,'DejaVu Sans Mono','Liberation Mono',monospace;margin:.8rem 0}\n"
    ".command code{user-select:all;-webkit-user-select:all}\n"
    ".command{white-space:pre-wrap;overflow-wrap:anywhere}\n"
    "dl{display:grid;grid-template-columns:max-content 1fr;gap:.3rem 1.2rem;margin:.5rem 0}\n"
    "dt{color:var(--quiet)}\ndd{margin:0;overflow-wrap:anywhere}\n"
    "figure{margin:1.4rem 0;max-width:46rem}\n"
    "figure svg,figure img{display:block;width:100%;height:auto}\n"
    ".wide{overflow-x:auto;margin:1.2rem 0}\n"
    "table{border-collapse:collapse;font-variant-numeric:tabular-nums;font-size:.95rem}\n"
    "th,td{padding:.28rem .75rem;text-align:right;white-space:nowrap;font-weight:400}\n"
    "thead th{border-bottom:2px solid var(--ink);font-weight:600;vertical-align:bottom;"
    "white-space:normal}\n"
    "tbody th{font-weight:600}\n"
    "tbody tr{border-bottom:1px solid var(--line)}\n"
    "tr.group{border-top:2px solid #8a949e}\n"
    "tbody tr:hover{background:var(--paper)}\n"
    ".absent{color:var(--quiet)}\n"
    ".report{background:#e9ecef}\n.words{text-align:left}\n"
    ".notes{padding-left:1.6rem}\n.notes li::marker{content:'(' counter(list-item) ') '}\n"
    ".missing{border-left:3px solid #d55e00;padding-left:.8rem}\n"
    "@media(max-width:40rem){body{padding-top:1.25rem}h1{font-size:1.6rem}"
    "nav li{padding-left:0;text-indent:0}nav a{display:block;width:auto}"
    "dl{grid-template-columns:1fr;gap:0}dd{margin-bottom:.5rem}"
    "th,td{padding:.28rem .5rem}th:first-child,td:first-child{padding-left:0}}\n"
    "@media print{html{font-size:10pt}body{max-width:none;padding:0}a{color:inherit;"
    "text-decoration:none}article{break-before:page;margin-top:0}figure,tr,.command{break-inside:"
    "avoid}figure{max-width:16cm}thead{display:table-header-group}.wide{overflow:visible}"
    "table{font-size:8.5pt}th,td{padding:.15rem .4rem}details{display:none}}\n";

static void write_facts(FILE *out, const struct page *p)
{
    static const char *const whats[] = { "Processor", "Device", "Compiler" };
    fputs("<section id=\"machine\" aria-label=\"Machine and compilers\">\n<dl>\n", out);
    for (size_t w = 0; w < sizeof whats / sizeof *whats; w++)
        for (size_t i = 0, n = 0; i < p->facts; i++)
            if (strcmp(p->fact[i].what, whats[w]) == 0) {
                if (n++ == 0)
                    element(out, "dt", whats[w]);
                else
                    fputs("<dt></dt>\n", out);
                element(out, "dd", p->fact[i].text);
            }
    fputs("</dl>\n</section>\n", out);
}

void page_write(const struct page *p, const char *command, FILE *out)
{
    fputs("<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n"
          "<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n"
          "<title>Triptych: studies</title>\n<style>\n",
          out);
    fputs(style, out);
    fputs(
        "</style>\n</head>\n<body>\n<header>\n<h1>One hotspot, three ways: the studies</h1>\n"
        "<p>Experiments of five reports, rerun: the same loops as OpenMP target regions for a GPU, "
        "as threads and vectors, and as AVX2 intrinsics. Times are medians, with the data in "
        "place. All of this was printed by</p>\n<pre class=\"command\"><code>",
        out);
    html(out, command);
    fputs("</code></pre>\n", out);
    write_facts(out, p);
    fputs("</header>\n<nav aria-label=\"Contents\">\n<ul>\n", out);
    fputs(p->contents ? p->contents : "", out);
    fputs("</ul>\n</nav>\n<main>\n", out);
    fputs(p->body ? p->body : "", out);
    fputs("</main>\n</body>\n</html>\n", out);
}

void page_free(struct page *p)
{
    for (size_t i = 0; i < p->facts; i++)
        free(p->fact[i].text);
    free(p->fact);
    free(p->contents);
    free(p->body);
    *p = (struct page){ 0 };
}
