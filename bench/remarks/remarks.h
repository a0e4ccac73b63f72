/*
 * The compiler's remarks about the loops of a hotspot: compiler.c runs it again and reads its output, loops.c
 * parses the remarks, source.c finds the function that a loop is in and the paths that call it.
 */
#pragma once

#include <jansson.h>

#include "triptych.h"

/* ---- source.c: the definitions and loops of a C file, found by its layout ---- */

/* A line of the file.  A definition may begin in it; its name is "name" where each precision has its own. */
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

/* Takes over the text.  False: out of memory; source_free() may be called then, too. */
bool source_parse(struct source *, char *text);
void source_free(struct source *);

/* Marks the definitions that a path reaches by calls, from its own function, which is called after it. */
void source_reach(struct source *, const char *hotspot, const char *variant, enum tri_path);

/* The line of the last loop statement at or before this line, in the same definition; 0: none.  For the line
 * of a directive it is the next loop, since clang reports on the loop at the directive's line. */
size_t source_loop(const struct source *, size_t line);

/* ---- loops.c ---- */

/* Stores the remarks of "clang", "gcc" or "nvc" at the loops of the file; modifies the output text.  False:
 * a pattern could not be compiled. */
bool loops_parse(struct source *, const char *compiler, const char *file, char *said);

/* ---- compiler.c ---- */

/* Uses the compile_commands.json of another build, which has its own hotspots. */
void remarks_use(const char *commands);

/* Reads the hotspot's source, or that of its rungs, and the remarks of this build's compiler about its loops.
 * False: *why says what is missing. */
bool remarks_read(const struct tri_hotspot *, bool tuned, struct source *, struct tri_error *why);

/* The sources alone: all files of the hotspot's folder, one behind the other; of another build, the hotspot's file. */
bool remarks_source(const struct tri_hotspot *, struct source *, struct tri_error *why);
