/*
 * The forms of --help.  All are made from the options of argp and the descriptions of the hotspots.
 *
 *     --help             one screen: the most useful options
 *     --help HOTSPOT     the parameters and variants of a hotspot, or of several
 *     --help=all         every option and every hotspot
 *     --help=man         a manual page, for man
 *     --help=words       a line for each word that a command line may have, for completion in shells
 */
#pragma once

#include <argp.h>
#include <stdbool.h>
#include <stdio.h>

#include "request.h"

/* A flag of struct argp_option, which argp ignores: --help without a form shows the option. */
enum { OPTION_OFTEN = 0x1000 };

/* For the help_filter of an argp parser, which gets the key and the text: after all options, print() adds its own. */
char *help_after(int key, const char *text, void (*print)(FILE *));

/* Such a filter: adds the hotspots. */
char *help_hotspots(int key, const char *text, void *input);

/* Prints the help in this form (NULL: the short one, or of the hotspots that the command line names).  False if
 * there is no such form; request->error says so. */
bool help_answer(FILE *out, const char *form, struct argp_state *state, struct request *);

/* Option i of a program, shared ones included, hidden ones not; NULL after the last. */
const struct argp_option *help_option(const struct argp *, size_t i);

/* The name of option i, of hidden ones, too. */
const char *option_name_at(size_t i, const void *argp);

/* Hotspot i of those that a program takes; NULL after the last.  They are those that its usage names, as that of
 * explore, "[mandelbrot|julia]"; or all; or none, if it has no --path. */
const struct tri_hotspot *help_hotspot(const struct argp *, size_t i);

/* Whether it runs hotspots, so that their parameters belong to its help. */
bool help_runs_hotspots(const struct argp *);

/* What its exit statuses mean; NULL: they are others, and what it does (`doc`) says which. */
const char *help_status(const struct argp *);

/* "--set=NAME=VALUE,...", "-o, --output=FILE". */
struct option_name {
    char s[80];
};
struct option_name help_option_name(const struct argp_option *);

/* One screen; and the two forms that other programs read.  `program` is the program's name. */
void print_screen(FILE *out, const char *program, const struct argp *);
void print_manual(FILE *out, const char *program, const struct argp *);
void print_words(FILE *out, const struct argp *);

/* The parameters and variants of one hotspot. */
void print_hotspot_help(FILE *out, const struct tri_hotspot *);
