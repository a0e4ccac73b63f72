/* Rows made up for verdict, and what is printed of them. */
#ifndef TRI_TESTS_JUDGED_H
#define TRI_TESTS_JUDGED_H

#include "check.h"
#include "verdict.h"

extern FILE *made_rows; /* the file that the following functions add to */
void begin_rows(void);  /* an empty one */

/* Rows of dot's offload in double, n = 1; `more` are further members. */
void add_more(const char *compiler, const char *machine, const char *variant, double seconds,
              const char *more);
void add_time(const char *compiler, const char *machine, const char *variant, double seconds);
void add_cuda(const char *machine, double seconds);
void add_wrong(const char *compiler, const char *machine, double seconds);
void add_fallback(const char *compiler, const char *machine);

/* The tuned variant of a hotspot. */
void add_tuned(const char *hotspot, int n, const char *compiler, const char *machine,
               double seconds);

/* A failure as a script writes it (docs/compilers.md); NULL: any. */
void add_failure(const char *compiler, const char *hotspot, const char *machine,
                 const char *outcome, const char *why);

/* What verdict prints of the rows, with one blank in place of several; NULL: *e says why. */
char *judged(struct judging, struct tri_error *e);
char *verdict_of_rows(void);

/* Fail the test unless the text contains the lines below a heading, before the next empty line; unless the
 * rows are refused with the message. */
void expect_below(const char *text, const char *heading, const char *lines);
void expect_error(struct judging, const char *message);

#endif
