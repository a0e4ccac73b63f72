/*
 * Studies: the experiments of five reports, rerun by one command each.
 *
 *     study list
 *     study scaling --json scaling.jsonl
 *
 * A study is data, in studies.json: a sweep, a table of its rows, and charts of the table.  rerun.c measures the
 * rows as `bench HOTSPOT --set … --sweep …` does, or reads them; queries.c puts the request into the store; then
 * queries select the study's rows (select.sql), make its table (sheet.sql), format it as text and for the page
 * (sheet_look.sql), and give the data of a chart (chart.sql).
 * A study that needs other results than times has rows of its own kind: own.c runs the same sweep, and the
 * study's own function measures each row.
 */
#pragma once

#include <jansson.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdio.h>

#include "batch.h"
#include "output.h"
#include "gnuplot.h"
#include "lists.h"
#include "rows.h"

enum { MAX_STUDIES = 64, STUDY_AXES = 8 };

/* Measures a row of another kind than times: fills in the results, or under "absent" the reason why there are none. */
typedef bool measure_fn(const struct batch *, const struct tri_case *,
                        const struct tri_measurement *, json_t *results, struct tri_error *);

/*
 * An object of studies.json has, beside "name", "meaning" and "tables" (which of the reports' it is, for people),
 *
 *     hotspot  if missing: the requested ones, by default all
 *     needs    without "hotspot": "rungs", "division" or "halo", which at least one of the hotspots has to have, or none
 *     set      as --set takes it, or none
 *     peers    as --peers takes it, "" the usual ones, or none
 *     ends     true: if no variants are named, the first and the last of each hotspot, not only the last
 *     weak     true: the case grows with the devices or ranks, as by --weak
 *     axes     as --sweep takes them
 *     down     the axes that make a line: "resolution,threads"
 *     columns  a list of [heading, quantity, rows, base]: the rows that are shown, and those that they are compared
 *              with, as "name=value,..." of a parameter, path, precision, threads, schedule, teams,
 *              threads-per-team; base rows equal the rows except in the values named there.  The quantity is a word
 *              of sheet.sql, followed by the key of the row if that is not "kernel_s"
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
    bool weak;
    json_t *data; /* all of it, */
    char *json;   /* and as text */
    enum tri_row_kind kind;
    measure_fn *measure;
    /* Adds pictures other than charts to the album: a JSON list of objects with a "title", and the bytes of an "svg",
     * a "png" or both; or "missing", the reason why there is none. */
    bool (*pictures)(json_t *album, struct store *, struct tri_error *);
};

/* Study i of all, and study i of those that this program can run (a user's program may lack their hotspots); NULL
 * after the last.  And the name of the latter, in the form of a list of names. */
const struct study *study_of_all(size_t i);
const struct study *study_number(size_t i);
const char *study_at(size_t i, const void *unused);

/* Reads an object of studies.json, and takes it over.  False: something is missing. */
bool study_read(struct study *, json_t *data);
void study_forget(struct study *);

/* Turns bench's request into the study's, except for its settings; called before other checks. */
bool study_prepare(const struct study *, struct batch *, struct tri_error *e);

/* Whether the study measures times, so that --reps applies. */
bool study_repeats(const struct study *);

/* Whether it measures until a time is over or an interval is narrow enough: --time, --precision-goal. */
bool study_times(const struct study *);

/* queries.c: makes the tables of study.sql in a store, and fills them; study_select() does so, too. */
bool study_tables(struct store *, const struct study *, const struct batch *,
                  const struct sweep *strict, struct tri_error *e);

/* Whether the table shows all (or with `some`, at least a part) of what would be measured; the rest would be measured
 * for nothing. */
bool study_shows(const struct study *, const struct batch *, bool some, struct tri_error *e);

/* Makes table `own` of a store: the study's rows, measured by this build on this machine.  With `strict`, rows of any
 * build and machine; they may have other values on the axes, except on those of `strict`. */
bool study_select(const struct study *, const struct batch *, const struct sweep *strict,
                  struct store *, struct tri_error *e);

/* The axis with the values of the rows in `own`, or unchanged if none has a value.  To be freed; NULL: an
 * error. */
char *axis_of_rows(const char *axis, struct store *, struct tri_error *e);

/* Makes the study's table of the rows in `own`.  *disagrees: a value in it is not what it should be, and is
 * marked. */
bool study_sheet(const struct study *, struct store *, bool *disagrees, struct tri_error *e);

/* Selects what study_chart draws of the study's table: a chart (an object as above), one hotspot or (NULL) all, and the
 * command that repeats it. */
bool study_plot(struct store *, const json_t *chart, const char *hotspot, const char *command,
                struct tri_error *e);
extern const struct figure study_chart;

/* Measures the whole sweep. */
bool study_measure(const struct study *, struct batch *, struct tri_error *e);

/* The functions that measure rows of a study's own kind: difference.c, breakdown.c, remarks.c, energy.c,
 * cards.c, break_even.c. */
measure_fn count_difference, break_down, collect_remarks, count_joules, collect_cards,
    find_break_even;

/* Whether study break-even can take the paths, and nothing sets or sweeps the parameters of which it tries sizes. */
bool break_even_fits(const struct batch *, struct tri_error *e);

/* Adds a picture of the points where float and double differ, for each arithmetic in the rows. */
bool study_difference_pictures(json_t *album, struct store *, struct tri_error *e);
