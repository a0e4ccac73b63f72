/*
 * Studies: the experiments of five reports, rerun by one command each.
 *
 *     bench --study list
 *     bench --study scaling --json scaling.jsonl
 *
 * A study is data: a sweep, and a table over its rows.  studies.c has them all; study.c runs one as
 * `bench HOTSPOT --set … --sweep …` does; derive.c makes a sheet of the rows, which sheet.c prints.
 * Where rows of times do not tell what is asked, a study has rows of a kind of its own: own.c goes
 * through the same sweep for them, and has each measured by the study's own function.
 */
#ifndef TRI_STUDY_H
#define TRI_STUDY_H

#include <stdbool.h>
#include <stddef.h>
#include <stdio.h>

#include "bench.h"
#include "row.h"
#include "rows.h"
#include "sheet.h"

enum { STUDY_AXES = 8, STUDY_COLUMNS = 12, REPORT_FIGURES = 8 };

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
    DERIVED_SHARE,      /* of it */
    DERIVED_BOUND,      /* what it is set by: computing or memory */
    DERIVED_NUMBER,     /* what `key` says */
    DERIVED_DIFFERENT,  /* points that differ: the same in all such columns, and in the report's */
    DERIVED_DIFFERING,  /* the same of all points */
    DERIVED_LOOP,       /* what a compiler has made of a loop */
    DERIVED_TEXT,       /* what `key` says */
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

/* What a report says in a line of its own table; NULL ends the list. */
struct report_figure {
    const char *line; /* as `down` has it: "1000" or "1000,4" */
    const char *text;
};

struct study {
    const char *name, *meaning;
    const char *tables;           /* which of the reports' this is, for people */
    const char *hotspot;          /* NULL: those that are asked for, usually all */
    const char *set;              /* as --set takes it, or NULL */
    const char *peers;            /* as --peers takes it, "" the usual ones, or NULL */
    const char *axis[STUDY_AXES]; /* as --sweep takes them */
    const char *down;             /* the axes that make a line: "resolution,threads" */
    struct column column[STUDY_COLUMNS];
    const char *report_heading; /* of the report's own column, with its hardware; or NULL */
    struct report_figure report[REPORT_FIGURES];
    const char *figure; /* as --draw takes it, where a table's own does not do; or NULL */
    /* Of what kind its rows are; and, unless they are of times, what measures one: fills in its
     * results, or under "absent" why there are none. */
    enum tri_row_kind kind;
    bool (*measure)(const struct bench *, const struct tri_case *, enum tri_path, json_t *results,
                    struct tri_error *);
    const char *list; /* a key whose array has the lines of the table; NULL: a row is a line */
};

extern const struct study studies[]; /* .name is NULL after the last */

/* The name of study i, NULL after the last; as lists of names are looked at. */
const char *study_at(size_t i, const void *unused);

void study_list(FILE *out);

/* Makes bench's request that of the study, before anything is checked. */
bool study_prepare(const struct study *, struct bench *, struct tri_error *e);

/* Measures what it says, by sweep(b) unless it has a way of its own, and prints its table. */
bool study_run(const struct study *, struct bench *b, bool (*sweep)(void *b, struct tri_error *),
               struct tri_error *e);

/* The table of what was measured; sheet_free() frees it. */
bool study_sheet(const struct study *, const struct rows *, struct sheet *, struct tri_error *e);

/* Measures its rows, of a kind of its own, through the whole sweep. */
bool study_measure(const struct study *, struct bench *, struct tri_error *e);

/* What such studies measure, and the file that tells. */
bool count_difference(const struct bench *, const struct tri_case *, enum tri_path, json_t *results,
                      struct tri_error *e); /* difference.c */
bool break_down(const struct bench *, const struct tri_case *, enum tri_path, json_t *results,
                struct tri_error *e);                         /* breakdown.c */
bool answer_parts(const struct bench *, struct tri_error *e); /* what it asks of a new process */
bool collect_remarks(const struct bench *, const struct tri_case *, enum tri_path, json_t *results,
                     struct tri_error *e); /* remarks.c */

#endif
