#ifndef TRI_ENVIRONMENT_H
#define TRI_ENVIRONMENT_H

/* Ends the program with status 2 and one line, if a variable has a value that would end it in OpenMP's runtime.  For
 * .preinit_array: `program` and the entries are those that main() gets. */
void tri_environment_check(const char *program, char *const *environment);

#endif
