/*
 * What a compiler says of the loops of a hotspot: compiler.c runs it once more and has its words, loops.c
 * finds the loops in them, source.c tells which function a loop is in and which paths get there.
 */
#ifndef TRI_REMARKS_H
#define TRI_REMARKS_H

#include <jansson.h>

#include "triptych.h"

/* ---- source.c: as much of a C file as its layout shows ---- */

/* A definition may begin in it, of "X(name)" where precisions have one each. */
struct line {
    const char *text; /* without comments */
    char name[120];   /* of what is defined; "": nothing begins here */
    bool reached;
    size_t definition; /* the line in which that one begins which this line is in; 0: none */
    json_t *loop; /* what is said of the one that begins in it, as rows have it; NULL: nothing */
};

struct source {
    char *text; /* of all lines */
    size_t lines;
    struct line *line; /* from 1 on; number 0 takes what is said of no loop */
};

/* Takes the text.  False: out of memory.  source_free() may follow that, too. */
bool source_parse(struct source *, char *text);
void source_free(struct source *);

/* Marks the definitions that a path comes to, from its entry in the hotspot's description on. */
void source_reach(struct source *, const char *variant, enum tri_path);

/* The line of the loop statement, in the same definition, that begins in this line or as the last one
 * before it, 0: none.  Of a directive's line it is the loop after it, of which clang says there what it says
 * of it. */
size_t source_loop(const struct source *, size_t line);

/* ---- loops.c: what compilers say ---- */

/* Notes at the loops of the file what "clang", "gcc" or "nvc" has said of them; cuts the words up.  False:
 * out of memory. */
bool loops_parse(struct source *, const char *compiler, const char *file, char *said);

/* ---- compiler.c ---- */

/* Puts the list of commands of another build, which compiled hotspots of its own, in the place of ours. */
void remarks_use(const char *commands);

/* The hotspot's source, or that of its rungs, and what the compiler of this build says of its loops.  False:
 * *why says what is missing. */
bool remarks_read(const struct tri_hotspot *, bool tuned, struct source *, struct tri_error *why);

#endif
