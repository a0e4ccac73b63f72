/*
 * What a compiler says of the loops of a hotspot, in three steps: compiler.c runs it once more and has
 * its words, loops.c finds the loops in them, source.c tells which function a loop is in and which paths
 * get there.  remarks.c makes rows of it.
 */
#ifndef TRI_REMARKS_H
#define TRI_REMARKS_H

#include "triptych.h"

/* ---- source.c: as much of a C file as its layout shows ---- */

struct function {
    const char *name, *begin, *end; /* in the text; from its first line to its last */
    size_t length;                  /* of the name */
    size_t first, last;             /* lines, from 1 on */
    bool by_precision;              /* its name is X(name) */
    bool reached;
};

struct source {
    char *text; /* without comments */
    struct function *function;
    size_t functions;
};

/* Takes the text.  False: out of memory. */
bool source_parse(struct source *, char *text);
void source_free(struct source *);

/* Marks the functions that a path comes to, from its entry in the hotspot's description on. */
void source_reach(struct source *, const char *variant, enum tri_path);

/* The function that a line is in, NULL: none; and the line of the loop statement there that begins in
 * this line or as the last one before it, 0: none.  Of a directive's line it is the loop after it, of which
 * clang says there what it says of it. */
const struct function *source_function(const struct source *, size_t line);
size_t source_loop(const struct source *, size_t line);

/* ---- loops.c: what compilers say ---- */

struct loop {
    size_t line;
    bool vectorised;
    int width, interleaved; /* lanes of a vector, vectors at once; 0: not said */
    int bytes;              /* of a vector, where that is said instead; or 0 */
    int unrolled;     /* not vectorised, but gone: that many iterations, one after the other */
    char reason[120]; /* why it is not vectorised, in the compiler's words */
};

struct loops {
    struct loop *loop; /* by line */
    size_t n;
};

/* Finds those of the file in what "clang", "gcc" or "nvc" has said. */
bool loops_parse(struct loops *, const char *compiler, const char *file, const char *said,
                 const struct source *);
void loops_free(struct loops *);

/* ---- compiler.c ---- */

/* What the compiler of this build says of a hotspot, and the hotspot's source: both to be freed; *file
 * is the source's name as the compiler gives it, to be freed too.  False: *why says what is missing. */
bool compiler_says(const struct tri_hotspot *, bool tuned, char **said, char **file, char **source,
                   struct tri_error *why);

#endif
