/*
 * Studies: the experiments of five reports, rerun by one command each.
 *
 *     study list
 *     study scaling --json scaling.jsonl
 *
 * A study is data, in studies.json: a sweep, a table over its rows, and charts of the table.  rerun.c measures them
 * as `bench HOTSPOT --set … --sweep …` does, or reads what was measured; queries.c tells the store what is asked for;
 * then queries find the rows that are the study's (select.sql), make a sheet of them (sheet.sql) and say how it
 * looks as text and in the page (sheet_look.sql) and what a chart of it shows (chart.sql).
 * Where rows of times do not tell what is asked, a study has rows of a kind of its own: own.c goes
 * through the same sweep for them, and has each measured by the study's own function.
 */
#ifndef TRI_STUDY_H
#define TRI_STUDY_H

#include <jansson.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdio.h>

#include "batch.h"
#include "format.h"
#include "gnuplot.h"
#include "lists.h"
#include "row.h"
#include "rows.h"

enum { MAX_STUDIES = 64, STUDY_AXES = 8 };

/* Measures a row of another kind than times: fills in its results, or under "absent" why there are none. */
typedef bool measure_fn(const struct batch *, const struct tri_case *, enum tri_path,
                        json_t *results, struct tri_error *);

/*
 * An object of studies.json has, beside "name", "meaning" and "tables" (which of the reports' it is, for people),
 *
 *     hotspot  none: those that are asked for, usually all
 *     needs    where there is no hotspot: "rungs" or "division", which one of the program's has to have, or none
 *     set      as --set takes it, or none
 *     peers    as --peers takes it, "" the usual ones, or none
 *     ends     true: where no variants are named, the first and the last of each hotspot, not the last alone
 *     axes     as --sweep takes them
 *     down     the axes that make a line: "resolution,threads"
 *     columns  a list of [heading, what it shows, of which rows, and for comparison of which others]: the last
 *              two as "name=value,...", of a parameter, path, precision, threads, schedule, teams,
 *              threads-per-team; the others are as the rows, but for what they say.  What a column shows is a word
 *              that sheet.sql knows, and where it is of another key than "kernel_s" that key
 *     charts   of a "kind": "curves", "bars", "heat" (a cell for each line and column), or a figure of rows (one
 *              of figure.h, by its name).  A chart is of the columns that show so, called by their
 *              headings or as "curves" says, over the "head" along "x" (the head's name, if not said), in a panel for each value of the
 *              other heads; "each": once for each hotspot.  "ideal" is the line on which y is x.  Of "y", "unit"
 *              is "%", "" for plain numbers, else with a prefix ("10 ms"); chart.sql knows the usual ones
 *     report   the report's own column: its "heading", with the hardware, and of "lines" what it has there
 *     kind     of its rows, unless they are of times; "list": a key whose array has the lines of the table
 */
struct study {
    const char *name, *meaning, *tables, *hotspot, *set, *peers, *needs; /* NULL: none */
    const char *axis[STUDY_AXES + 1];                                    /* ends at NULL */
    enum usual_variants usual;
    json_t *data; /* all of it, */
    char *json;   /* and as text */
    enum tri_row_kind kind;
    measure_fn *measure;
    /* Pictures of what was measured here, beside the charts: an album is a JSON list of objects of a "title" and
     * of the bytes of an "svg", a "png" or both; or "missing", which says why there is none. */
    bool (*pictures)(json_t *album, struct store *, struct tri_error *);
};

/* Study i of all, and of those whose hotspots there are, NULL after the last: a program of hotspots of one's own has
 * not all of them.  And its name, as lists of names are looked at. */
const struct study *study_of_all(size_t i);
const struct study *study_number(size_t i);
const char *study_at(size_t i, const void *unused);

/* Reads an object, which belongs to the study from now on.  False: something is missing. */
bool study_read(struct study *, json_t *data);
void study_forget(struct study *);

/* Makes bench's request that of the study, but for its settings, before anything is checked. */
bool study_prepare(const struct study *, struct batch *, struct tri_error *e);

/* Whether it measures times, so that --reps concerns it. */
bool study_repeats(const struct study *);

/* queries.c: tells a store what study.sql is about, as study_select() does. */
bool study_tables(struct store *, const struct study *, const struct batch *,
                  const struct sweep *strict, struct tri_error *e);

/* Whether the table shows what is measured, all of it or at least some.  What it does not would be measured for
 * nothing. */
bool study_shows(const struct study *, const struct batch *, bool some, struct tri_error *e);

/* Makes table `own` of a store: the study's rows, which are what the bench, made ready for it, has measured here.  With
 * `strict` rows of any program and machine, which may have other values on the axes, but not on these. */
bool study_select(const struct study *, const struct batch *, const struct sweep *strict,
                  struct store *, struct tri_error *e);

/* An axis with the values that the rows in `own` have on it; its own where none has any.  To be freed; NULL:
 * an error. */
char *axis_of_rows(const char *axis, struct store *, struct tri_error *e);

/* Makes the store's sheet, of the rows in `own`.  *disagrees: something in it is not what it has to be,
 * and marked. */
bool study_sheet(const struct study *, struct store *, bool *disagrees, struct tri_error *e);

/* What study_chart draws of the store's sheet: a chart, an object as above, of one hotspot alone or (NULL) of all,
 * with the command that gives it again. */
bool study_plot(struct store *, const json_t *chart, const char *hotspot, const char *command,
                struct tri_error *e);
extern const struct figure study_chart;

/* Measures what is asked of it, through the whole sweep. */
bool study_measure(const struct study *, struct batch *, struct tri_error *e);

/* What studies with rows of a kind of their own measure: difference.c, breakdown.c, remarks.c. */
measure_fn count_difference, break_down, collect_remarks;

/* Where float and double differ, a picture for each arithmetic of the rows. */
bool study_difference_pictures(json_t *album, struct store *, struct tri_error *e);

#endif
