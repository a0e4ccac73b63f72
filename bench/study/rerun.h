/*
 * Runs studies one after the other: each is measured, or read from rows, and shown as text, pictures and a page.
 *
 *     struct reruns r;
 *     good = reruns_prepare(&r, &s, &e)      nothing is written before all of it is known to be right
 *         && reruns_begin(&r, &e)            the page's file, the folder of the figures
 *         && reruns_measure(&r, &e)          or reruns_read()
 *         && reruns_end(&r, &e);
 *     reruns_free(&r);
 */
#pragma once

#include "file.h"
#include "study.h"

/* What has been asked for. */
struct studies {
    struct batch batch;
    bool study[MAX_STUDIES]; /* those, */
    size_t n;                /* how many these are, */
    bool all;                /* asked for by that name */
    bool list;
    const char *figures, *slides, *page; /* folders, a file */
    const char *rows;                    /* of these files, instead of measuring */
};

/* Parses a command line, and checks whether its options and files go together; opens nothing. */
bool study_options(struct studies *, int argc, char **argv, struct tri_error *);

struct rerun {
    const struct study *study;
    struct batch asked;       /* what was asked of it */
    struct batch batch;       /* as it measures the study */
    char *settings;           /* what concerns it of the user's --set */
    char *command, *expanded; /* the command that gives it again, in short and spelled out */
    char *machine;            /* on which it was measured */
    char *where;              /* offload ran; NULL: nothing was offloaded */
    char *with;               /* which settings, where nobody asked for any; NULL: the usual ones */
    json_t *album;            /* its pictures, as study.h has them */
    double seconds;           /* that measuring took; NaN: it was not measured now */
    bool empty;               /* the rows that were to be shown hold nothing of it */
};

struct reruns {
    const struct studies *asked;
    struct batch *batch; /* as it was asked for */
    size_t n;
    struct rerun *rerun;
    struct store *store; /* of the rows that are shown */
    const char *page;    /* the name of its file, NULL: no page */
    struct tri_file file;
    json_t *document;                     /* what the page shows, as page.html names it */
    bool several;                         /* one that fails does not end the others */
    bool figures_are_new, slides_are_new; /* their folders */
};

/* The file of --page; `study all` has a default.  NULL: none. */
const char *page_name(const struct studies *);

bool reruns_prepare(struct reruns *, struct studies *, struct tri_error *e);
bool reruns_begin(struct reruns *, struct tri_error *e);
bool reruns_measure(struct reruns *, struct tri_error *e);
bool reruns_read(struct reruns *, struct tri_error *e);
bool reruns_end(struct reruns *, struct tri_error *e);
void reruns_free(struct reruns *);

/* command.c: the command that repeats a request: "study NAME ..." for one study, without the settings that its axes
 * vary; and for all studies, with the files that they read and write.  To be freed; NULL: out of memory. */
char *study_command(const struct study *, const struct batch *, const struct sweep *axes);
char *studies_command(const struct studies *);

/* "bench HOTSPOT --set ... --sweep ...": the command by which bench measures the same. */
char *spelled_out(const struct batch *);

/* show.c: prints the study's table of the rows that study_select() has found, draws its figures and adds it
 * to the page. */
bool show(struct reruns *, struct rerun *, struct tri_error *e);

/* slides.c: writes a file of slides for each hotspot of the study's table, which study_sheet() has made. */
bool slides_write(const struct reruns *, const struct rerun *, struct tri_error *e);

/* Adds a study that has failed to the page. */
bool show_failure(struct reruns *, const struct rerun *, const char *why, struct tri_error *e);
