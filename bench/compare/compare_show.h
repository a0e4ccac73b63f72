/* What compare prints: a table, or JSON. */
#pragma once

#include "audits.h"
#include "compare_options.h"
#include "output.h"

/* A path's audit in both precisions. */
struct row {
    const struct tri_hotspot *hotspot;
    enum tri_path path;
    const char *variant; /* NULL for the reference and the origin */
    struct audited of[TRI_PRECISIONS];
    char absent[400]; /* why it could not run, in one precision at least; "": it could */
    bool failed;      /* and had begun, or was asked for by name */
};

/* Before and after the rows of a case. */
void show_head(const struct compare *, const struct tri_case *);
void show_end(const struct compare *);

/* `c` has a case of each precision. */
bool show_row(struct compare *, const struct tri_case c[TRI_PRECISIONS], const struct row *,
              struct tri_error *e);

/* Records a run for the verdict.  Of the reference alone, there is none, unless it is all that was asked for. */
void note_verdict(struct compare *, const struct row *, enum tri_precision);

/* The last line; for JSON, everything. */
bool show_verdict(struct compare *, const struct outcome *, struct tri_error *e);

/* JSON: keeps the row; the array of all, and what was found. */
bool keep_row(struct compare *, const struct tri_case c[TRI_PRECISIONS], const struct row *,
              struct tri_error *e);
