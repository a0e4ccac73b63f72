/* Machines made up for the doctor's tests. */
#ifndef TRI_FACTS_H
#define TRI_FACTS_H

#include "check.h"
#include "doctor.h"

/* clang 19, an H100, and a region that ran on it.  Forgets what set_variable() set. */
struct facts healthy(void);

/* Turns it into: the same GPU, and GCC. */
void by_gcc(struct facts *);

/* Turns it into: a driver that offers no GPU, with cuInit's error. */
void no_gpu(struct facts *, int error, const char *problem);

/* "NAME=value" in the environment of the last healthy() machine. */
void set_variable(const char *assignment);

void load_library(struct facts *, const char *path);
void add_image(struct facts *, enum tri_container, enum tri_code, const char *arch);

/* What examine() finds about the trap of this name. */
struct finding finding_of(const struct facts *, const char *trap);

#endif
