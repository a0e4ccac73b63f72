/* The programs that lie beside each other. */
#ifndef TRI_SIBLING_H
#define TRI_SIBLING_H

#include <stddef.h>

/* The file of the program of that name beside this one; "" if the name is too long. */
void sibling_file(const char *program, char *file, size_t size);

/* What was an option of bench is a program of its own now: becomes it where the option is given
 * (--study, --versus, --draw, --doctor), with the same words, which the program takes as bench did. */
void become_sibling(char **argv);

#endif
