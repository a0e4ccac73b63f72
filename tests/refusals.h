/* What tests of refusals share: tables of command lines and of what is said of them. */
#ifndef TRI_REFUSALS_H
#define TRI_REFUSALS_H

#include "check.h"
#include "triptych.h"

/* "-a {-b 1|-c}" are two command lines, "-a -b 1" and "-a -c", with the same message; in it, {} stands for what is
 * between their braces, and {-} for the option in that: "-b". */
struct refusal {
    const char *words;   /* blanks between them, '' is an empty one */
    const char *message; /* all of it; * is what depends on the machine, and long lists */
};

/* Does with a command line what a program does before it opens a file.  Whether that is refused. */
typedef bool refuser(int n, char **words, struct tri_error *);

/* Those whose refusals several files test. */
refuser by_bench, by_compare, by_render;

/* Expects of each command line, up to one that is NULL, that it is a wrong request, in these words. */
void expect_refusals(refuser *, const struct refusal *);

#endif
