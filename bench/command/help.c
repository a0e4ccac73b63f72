/* --help for people. */
#define _GNU_SOURCE /* program_invocation_short_name */
#include "help.h"

#include "hotspot.h"
#include "output.h"
#include "process.h"

#include <stdlib.h>
#include <string.h>

/* argp wraps its output at column 79, so lines have 78 columns. */
enum { COLUMNS = 78, INDENT = 25, VARIANT_INDENT = 31 };

/* ---- Hotspots ---- */

static void print_param(FILE *out, const struct tri_param *p)
{
    char range[160], initial[80];
    tri_param_range(p, range, sizeof range);
    if (p->kind == TRI_CHOICE)
        snprintf(initial, sizeof initial, "%s", p->choices[(int)p->initial]);
    else if (p->kind == TRI_TEXT)
        snprintf(initial, sizeof initial, "%.70s", *p->text ? p->text : "the empty text");
    else if (p->times && p->initial == 1)
        snprintf(initial, sizeof initial, "%s", p->times);
    else
        snprintf(initial, sizeof initial, "%.10g%s%s", p->initial, p->times ? " x " : "",
                 p->times ? p->times : "");
    fprintf(out, "  %-12s %s; default %s\n  %-12s (%s%s%s)\n", p->name, p->meaning, initial, "",
            range, p->above ? ", above " : "", p->above ? p->above : "");
}

static void print_variant(FILE *out, const struct tri_variant *v)
{
    char text[600];
    int width = fprintf(out, "  --variant %-18s ", v->name);
    snprintf(text, sizeof text, "%s%s%s", v->idea, v->needs ? "; needs " : "",
             v->needs ? v->needs : "");
    print_wrapped(out, COLUMNS, width > 0 ? (size_t)width : 0, VARIANT_INDENT, text);
}

void print_hotspot_help(FILE *out, const struct tri_hotspot *h)
{
    const struct tri_picture *input = &h->input;
    fprintf(out, "Hotspot %s: %s%s\n", h->name, h->formula,
            h->by_name ? "; only where it is named" : "");
    if (input->show)
        fprintf(out,
                "  (--input FILE: %s is the image in it, its samples as they are stored, without "
                "gamma or profile; it sets %s, %s, %s and %s)\n",
                h->operands[input->operand].name, h->params[input->width].name,
                h->params[input->height].name, h->params[input->channels].name,
                h->params[input->depth].name);
    for (int p = 0; h->params[p].name; p++)
        print_param(out, &h->params[p]);
    for (size_t v = 0; tri_variant_at(h, v); v++)
        print_variant(out, tri_variant_at(h, v));
}

char *help_after(int key, const char *text, void (*print)(FILE *))
{
    char *all = NULL;
    size_t size;
    FILE *out = key == ARGP_KEY_HELP_POST_DOC ? open_memstream(&all, &size) : NULL;
    if (!out)
        return (char *)text;
    print(out);
    if (fclose(out) == 0)
        return all;
    free(all);
    return (char *)text;
}

static void print_all_hotspots(FILE *out)
{
    for (size_t i = 0; i < tri_hotspot_count(); i++) {
        fputs(i ? "\n" : "", out);
        print_hotspot_help(out, tri_hotspot_at(i, TRI_DOUBLE));
    }
}

char *help_hotspots(int key, const char *text, void *input)
{
    return help_after(key, text, print_all_hotspots);
}

/* ---- Options ---- */

/* Option *i without one of these flags: the parser's own first, then those of its children.  Headings have no name. */
static const struct argp_option *option_in(const struct argp *argp, int flags, size_t *i)
{
    const struct argp_option *o = argp->options, *found = NULL;
    for (; o && (o->name || o->key || o->doc); o++)
        if (o->name && !(o->flags & flags) && (*i)-- == 0)
            return o;
    for (const struct argp_child *c = argp->children; c && c->argp && !found; c++)
        found = option_in(c->argp, flags, i);
    return found;
}

const struct argp_option *help_option(const struct argp *argp, size_t i)
{
    return option_in(argp, OPTION_HIDDEN, &i);
}

const char *option_name_at(size_t i, const void *argp)
{
    const struct argp_option *o = option_in(argp, 0, &i);
    return o ? o->name : NULL;
}

static bool has_option(const struct argp *argp, const char *name)
{
    const struct argp_option *o;
    for (size_t i = 0; (o = help_option(argp, i)); i++)
        if (strcmp(o->name, name) == 0)
            return true;
    return false;
}

bool help_runs_hotspots(const struct argp *argp)
{
    return has_option(argp, "set");
}

static bool usage_has(const struct argp *argp, const char *word)
{
    static const char between[] = "[|],. \n";
    for (const char *at = argp->args_doc; at && *at; at += strspn(at, between)) {
        size_t length = strcspn(at, between);
        if (length == strlen(word) && strncmp(at, word, length) == 0)
            return true;
        at += length;
    }
    return false;
}

static bool usage_names_any(const struct argp *argp)
{
    for (size_t i = 0; tri_hotspot_at(i, TRI_DOUBLE); i++)
        if (usage_has(argp, tri_hotspot_at(i, TRI_DOUBLE)->name))
            return true;
    return false;
}

/* A program with palettes draws, and so takes those that have a picture. */
const struct tri_hotspot *help_hotspot(const struct argp *argp, size_t i)
{
    const struct tri_hotspot *h = NULL;
    bool all = usage_has(argp, "HOTSPOT") || !usage_names_any(argp),
         draws = has_option(argp, "palette");
    for (size_t k = 0; has_option(argp, "path") && (h = tri_hotspot_at(k, TRI_DOUBLE)); k++)
        if ((all || usage_has(argp, h->name)) && (!draws || h->picture.show) && i-- == 0)
            return h;
    return NULL;
}

struct option_name help_option_name(const struct argp_option *o)
{
    bool optional = o->flags & OPTION_ARG_OPTIONAL;
    char letter[8] = "";
    struct option_name name;
    if (o->key > ' ' && o->key < 0x7f)
        snprintf(letter, sizeof letter, "-%c, ", o->key);
    snprintf(name.s, sizeof name.s, "%s--%s%s%s%s%s", letter, o->name, optional ? "[" : "",
             o->arg ? "=" : "", o->arg ? o->arg : "", optional ? "]" : "");
    return name;
}

static void print_option(FILE *out, const struct argp_option *o)
{
    int width = fprintf(out, "  %-*s ", INDENT - 3, help_option_name(o).s);
    print_wrapped(out, COLUMNS, width > 0 ? (size_t)width : 0, INDENT, o->doc);
}

/* ---- The short help: one screen ---- */

/* "bench [OPTION...]", as it is started here. */
static void print_usage(FILE *out, const char *program, const struct argp *argp)
{
    const char *way = argp->args_doc ? argp->args_doc : "";
    for (size_t n = 0; n == 0 || *way; n++) {
        size_t length = strcspn(way, "\n");
        fprintf(out, "%s %s [OPTION...]%s%.*s\n", n ? "   or:" : "Usage:", program,
                length ? " " : "", (int)length, way);
        way += length + (way[length] == '\n');
    }
}

static void print_names(FILE *out, const struct argp *argp)
{
    const struct tri_hotspot *h;
    char text[1200] = "Hotspots:";
    for (size_t i = 0, used = strlen(text); (h = help_hotspot(argp, i)) && used < sizeof text; i++)
        used += (size_t)snprintf(text + used, sizeof text - used, "%s %s", i ? "," : "", h->name);
    print_wrapped(out, COLUMNS, 0, 2, text);
}

const char *help_status(const struct argp *argp)
{
    const bool says_itself = argp->doc && strstr(argp->doc, "Exit status: ");
    return says_itself ? NULL : "0 all results agree, 1 a difference or failure, 2 a wrong request";
}

void print_screen(FILE *out, const char *program, const struct argp *argp)
{
    const struct argp_option *o;
    print_usage(out, program, argp);
    print_wrapped(out, COLUMNS, 0, 0, argp->doc ? argp->doc : "");
    fputc('\n', out);
    for (size_t i = 0; (o = help_option(argp, i)); i++)
        if (o->flags & OPTION_OFTEN)
            print_option(out, o);
    fputc('\n', out);
    if (help_runs_hotspots(argp)) {
        print_names(out, argp);
        fprintf(out, "\n  %s --help HOTSPOT   its parameters and variants\n", program);
    }
    fprintf(out, "  %s --help=all       every option%s\n", program,
            help_runs_hotspots(argp) ? " and every hotspot" : "");
    if (help_status(argp))
        fprintf(out, "Exit status: %s\n", help_status(argp));
}

/* ---- Which of its forms is asked for ---- */

static const char *const forms[] = { "all", "man", "words", NULL };

/* The possible values of --help: a form, or a hotspot. */
static const char *topic_at(size_t i, const void *unused)
{
    for (size_t k = 0; forms[k]; k++)
        if (i-- == 0)
            return forms[k];
    return tri_hotspot_at(i, TRI_DOUBLE) ? tri_hotspot_at(i, TRI_DOUBLE)->name : NULL;
}

/* Prints the hotspots in the list; false if a name is unknown. */
static bool print_hotspots(FILE *out, const char *list)
{
    char *text = strdup(list), *rest = text, *name;
    bool known = text;
    while (known && (name = strsep(&rest, ","))) {
        const struct tri_hotspot *h = tri_hotspot_named(name, TRI_DOUBLE);
        known = h;
        if (h)
            print_hotspot_help(out, h);
    }
    free(text);
    return known;
}

/* For "bench --help mandelbrot" and "bench mandelbrot --help". */
static bool print_named(FILE *out, const struct argp_state *state)
{
    bool any = false;
    for (int i = 1; i < state->argc; i++)
        if (*state->argv[i] != '-' && print_hotspots(out, state->argv[i]))
            any = true;
    return any;
}

bool help_answer(FILE *out, const char *form, struct argp_state *state, struct request *r)
{
    const char *program = program_invocation_short_name;
    const struct argp *argp = state->root_argp;
    int i = 0;
    if (!form) {
        if (!print_named(out, state))
            print_screen(out, own_command(), argp);
        return true;
    }
    if (print_hotspots(out, form))
        return true;
    if (parse_name(r, "--help", form, topic_at, &i) != 0)
        return false;
    if (strcmp(form, "man") == 0)
        print_manual(out, program, argp);
    else if (strcmp(form, "words") == 0)
        print_words(out, argp);
    else
        argp_help(argp, out, ARGP_HELP_STD_HELP, (char *)program);
    return true;
}
