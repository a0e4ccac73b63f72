/* --help: which of its forms is asked for. */
#define _GNU_SOURCE /* program_invocation_short_name */
#include "help.h"

#include "process.h"

#include <stdlib.h>
#include <string.h>

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
