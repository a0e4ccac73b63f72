/*
 * Studies: the experiments of five reports, rerun by one command each.
 *
 *     study list
 *     study scaling --json scaling.jsonl
 *
 * A study is data: a sweep, a table over its rows, and charts of the table.  studies.c has them all.
 * rerun.c measures them as `bench HOTSPOT --set … --sweep …` does, or reads what was measured; select.c
 * finds the rows that are a study's; table.c makes a sheet of them by queries, which sheet.c prints, chart.c draws
 * and page.c shows.
 * Where rows of times do not tell what is asked, a study has rows of a kind of its own: own.c goes
 * through the same sweep for them, and has each measured by the study's own function.
 */
#ifndef TRI_STUDY_H
#define TRI_STUDY_H

#include <stdbool.h>
#include <stddef.h>
#include <stdio.h>

#include "batch.h"
#include "format.h"
#include "lists.h"
#include "row.h"
#include "rows.h"
#include "sheet.h"

enum { STUDY_AXES = 8, STUDY_HEADS = 16, STUDY_COLUMNS = 12, STUDY_CHARTS = 3, REPORT_FIGURES = 8 };

/* What a column says of the row that it finds. */
enum derived {
    DERIVED_TIME,       /* median, of the kernel or what `key` says */
    DERIVED_RATE,       /* in the hotspot's unit */
    DERIVED_POINT_RATE, /* elements of the result a second, whatever its unit */
    DERIVED_SPEED_UP,   /* time of `over` / time */
    DERIVED_EFFICIENCY, /* the same for each thread */
    DERIVED_SAVED,      /* 1 - time / time of `over` */
    DERIVED_INTENSITY,  /* instructions per byte */
    DERIVED_CEILING,    /* the rate that the machine allows */
    DERIVED_SHARE,      /* of it, marked where the ceiling has to be wrong */
    DERIVED_BOUND,      /* what it is set by, as tri_resource_name() has it */
    DERIVED_NUMBER,     /* what `key` says */
    DERIVED_DIFFERENT,  /* points that differ: the same in all such columns, and in the report's */
    DERIVED_DIFFERING,  /* the same of all points */
    DERIVED_LOOP,       /* what a compiler has made of a loop */
    DERIVED_TEXT,       /* what `key` says */
    DERIVED_STEP,       /* time of the rung before it that the path has / time */
    DERIVED_IDEA,       /* of the row's variant */
};

/* A column is of the row that has what the table's line has, and what `where` says: a comma-separated
 * list name=value of parameters, path, precision, threads, schedule, teams, threads-per-team.  `over` is
 * such a list too, and says in what the row that it is compared with differs.  NULL: nothing. */
struct column {
    const char *heading;
    enum derived derived;
    const char *where, *over;
    const char *key; /* of the row, where it takes one */
};

enum chart_kind {
    CHART_NONE,
    CHART_CURVES,
    CHART_BARS,
    CHART_HEAT,   /* a cell for each line and column */
    CHART_FIGURE, /* not of the sheet but of its rows: one of figure.h */
};

/* A picture of a study's sheet: its columns that are so derived, over one of the heads.  Each value of the
 * other heads has a panel of its own. */
struct chart {
    enum chart_kind kind;
    enum derived shows;
    const char *title;                /* of CHART_FIGURE: its name */
    const char *curve[STUDY_COLUMNS]; /* what those columns are called, in their order */
    const char *head, *x;             /* the head along x, and what it is called there (NULL: so) */
    const char *y,
        *unit; /* "%": of shares; "": of plain numbers; else with a prefix: "10 ms"; NULL: what is
                           * usual for what it shows */
    bool log_x, log_y;
    bool ideal; /* with the line on which y is x */
    bool each;  /* one for each hotspot, whose lines of the sheet it is of */
};

/* What a report says in a line of its own table; NULL ends the list. */
struct report_figure {
    const char *line; /* as `down` has it: "1000" or "1000,4" */
    const char *text;
};

/* An album is a JSON list of pictures: objects of a "title" and of the bytes of an "svg", a "png" or both; or
 * "missing", which says why there is none. */

struct study {
    const char *name, *meaning;
    const char *tables;                      /* which of the reports' this is, for people */
    const char *hotspot;                     /* NULL: those that are asked for, usually all */
    const char *set;                         /* as --set takes it, or NULL */
    const char *peers;                       /* as --peers takes it, "" the usual ones, or NULL */
    const char *axis[STUDY_AXES + 1];        /* as --sweep takes them; ends at NULL */
    const char *down;                        /* the axes that make a line: "resolution,threads" */
    struct column column[STUDY_COLUMNS + 1]; /* ends at .heading == NULL */
    struct chart chart[STUDY_CHARTS];
    const char *report_heading; /* of the report's own column, with its hardware; or NULL */
    struct report_figure report[REPORT_FIGURES];
    /* Of what kind its rows are; and, unless they are of times, what measures one: fills in its
     * results, or under "absent" why there are none. */
    enum tri_row_kind kind;
    bool (*measure)(const struct batch *, const struct tri_case *, enum tri_path, json_t *results,
                    struct tri_error *);
    const char *list; /* a key whose array has the lines of the table; NULL: a row is a line */
    /* Pictures of what was measured here, beside the charts. */
    bool (*pictures)(json_t *album, struct store *, struct tri_error *);
};

extern const struct study studies[]; /* .name is NULL after the last */

/* Study i of those whose hotspots there are, NULL after the last: a program of hotspots of one's own has not all
 * of them.  And its name, as lists of names are looked at. */
const struct study *study_number(size_t i);
const char *study_at(size_t i, const void *unused);

/* Makes bench's request that of the study, before anything is checked. */
bool study_prepare(const struct study *, struct batch *, struct tri_error *e);

/* Whether it measures times, so that --reps concerns it. */
bool study_repeats(const struct study *);

/* axes.c: whether the table shows what is measured, all of it or at least some.  What it does not would be
 * measured for nothing. */
bool study_shows(const struct study *, const struct batch *, bool some, struct tri_error *e);

/* The axes that make a line, as a list of names: `down`, and those of several values that no column tells
 * from each other.  To be released. */
json_t *study_heads(const struct study *, const struct sweep *, struct store *);

/* Which rows are a study's: what the bench, which has been made ready for it, measures.  Those of another
 * day may have other values on its axes, but not on those of `strict`. */
struct selection {
    const struct study *study;
    const struct batch *batch;
    const struct sweep *strict;
};

/* select.c: makes table `own` of a store: the study's rows; `ours`: of this program on this machine, for a
 * file may hold others. */
bool study_select(const struct selection *, struct store *, bool ours, struct tri_error *e);

/* An axis with the values that the rows in `own` have on it; its own where none has any.  To be freed; NULL:
 * an error. */
char *axis_of_rows(const char *axis, struct store *, struct tri_error *e);

/* Parameters as --set takes them.  To be freed; NULL: out of memory. */
char *settings_of(const json_t *params);

/* table.c: makes the store's sheet, of the rows in `own`.  *disagrees: something in it is not what it has to be,
 * and marked. */
bool study_sheet(const struct study *, const struct sweep *, struct store *, bool *disagrees,
                 struct tri_error *e);

/* A study whose rows are of a kind of its own: tells the progress line how many, and measures them, through
 * the whole sweep. */
void study_announce(const struct study *, struct batch *);
bool study_measure(const struct study *, struct batch *, struct tri_error *e);

/* What such studies measure, and the file that tells. */
bool count_difference(const struct batch *, const struct tri_case *, enum tri_path, json_t *results,
                      struct tri_error *e); /* difference.c */
bool break_down(const struct batch *, const struct tri_case *, enum tri_path, json_t *results,
                struct tri_error *e); /* breakdown.c */
bool collect_remarks(const struct batch *, const struct tri_case *, enum tri_path, json_t *results,
                     struct tri_error *e); /* remarks.c */

/* Where they are: a picture for each arithmetic of the rows. */
bool study_difference_pictures(json_t *album, struct store *, struct tri_error *e);

#endif
