/* --help for other programs: a manual page, and words for completion in shells. */
#include "help.h"

#include "build_info.h"
#include "hotspot.h"
#include "template.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>

extern const char man_in[];

static const struct {
    const char *name, *meaning;
} programs[] = {
#define PROGRAM(name, meaning) { name, meaning },
#include "programs.def"
};

enum { PROGRAMS = sizeof programs / sizeof *programs };

/* ---- The manual page ---- */

/* Escapes text, so that roff shows it literally. */
static json_t *roff(const char *text)
{
    char *all = NULL;
    size_t size;
    FILE *out = open_memstream(&all, &size);
    if (!out)
        return NULL;
    for (const char *c = text; *c; c++) {
        if ((*c == '.' || *c == '\'') && (c == text || c[-1] == '\n'))
            fputs("\\&", out);
        fputs(*c == '\\' ? "\\e" : *c == '-' ? "\\-" : (char[]){ *c, '\0' }, out);
    }
    json_t *string = fclose(out) == 0 && all ? json_string(all) : NULL;
    free(all);
    return string;
}

static json_t *all_options(const struct argp *argp)
{
    json_t *list = json_array();
    const struct argp_option *o;
    for (size_t i = 0; (o = help_option(argp, i)); i++)
        json_array_append_new(list, json_pack("{s:o, s:o}", "name", roff(help_option_name(o).s),
                                              "doc", roff(o->doc)));
    return list;
}

static json_t *all_usage(const char *program, const struct argp *argp)
{
    json_t *list = json_array();
    char *text = strdup(argp->args_doc ? argp->args_doc : ""), *rest = text, *line;
    while (rest && (line = strsep(&rest, "\n")))
        json_array_append_new(list, json_pack("{s:s, s:o}", "program", program, "words",
                                              *line ? roff(line) : json_string("\\&")));
    free(text);
    return list;
}

static json_t *all_hotspots(const struct argp *argp)
{
    char *all = NULL;
    size_t size;
    FILE *out = open_memstream(&all, &size);
    for (size_t i = 0; out && help_hotspot(argp, i); i++)
        print_hotspot_help(out, help_hotspot(argp, i));
    json_t *text = out && fclose(out) == 0 && all ? roff(all) : NULL;
    free(all);
    return text;
}

static const char *meaning_of(const char *program)
{
    for (size_t i = 0; i < PROGRAMS; i++)
        if (strcmp(programs[i].name, program) == 0)
            return programs[i].meaning;
    return "a program of Triptych";
}

void print_manual(FILE *out, const char *program, const struct argp *argp)
{
    char title[80];
    int length = snprintf(title, sizeof title, "TRIPTYCH-%.60s", program);
    for (int i = 0; i < length; i++)
        title[i] = (char)toupper((unsigned char)title[i]);
    json_t *page = json_pack("{s:s, s:s, s:s, s:o, s:o, s:o, s:o, s:o?, s:s?}", "program", program,
                             "TITLE", title, "version", TRIPTYCH_VERSION, "meaning",
                             roff(meaning_of(program)), "usage", all_usage(program, argp), "doc",
                             roff(argp->doc ? argp->doc : ""), "options", all_options(argp),
                             "hotspots", help_runs_hotspots(argp) ? all_hotspots(argp) : NULL,
                             "status", help_status(argp));
    if (page)
        template_write(out, man_in, page);
    json_decref(page);
}

/* ---- Words ---- */

static void print_values(FILE *out, const char *option, name_fn *name)
{
    for (size_t i = 0; name(i, NULL); i++)
        fprintf(out, "value %s %s\n", option, name(i, NULL));
}

/* Lines such as "option --set NAME=VALUE,..." and "param blur passes". */
void print_words(FILE *out, const struct argp *argp)
{
    const struct argp_option *o;
    const struct tri_hotspot *h;
    for (size_t i = 0; (o = help_option(argp, i)); i++)
        fprintf(out, "option --%s %s\n", o->name,
                !o->arg || o->flags & OPTION_ARG_OPTIONAL ? "" : o->arg);
    if (help_hotspot(argp, 0)) {
        print_values(out, "--path", path_at);
        print_values(out, "--precision", precision_at);
    }
    for (size_t i = 0; (h = help_hotspot(argp, i)); i++) {
        fprintf(out, "hotspot %s\n", h->name);
        for (int p = 0; help_runs_hotspots(argp) && h->params[p].name; p++)
            fprintf(out, "param %s %s\n", h->name, h->params[p].name);
        for (size_t v = 0; tri_variant_at(h, v); v++)
            fprintf(out, "variant %s %s\n", h->name, tri_variant_at(h, v)->name);
    }
}
