/* What tests of exports share: rows, and their forms read back. */
#pragma once

#include "check.h"
#include "export.h"
#include "measure.h"

/* A measurement that took this long, and agrees; add_row() frees it.  wrong() makes it differ. */
struct tri_measurement *measured(enum tri_path, double seconds);
struct tri_measurement *wrong(struct tri_measurement *);

/* Adds a row of `fake` with these settings; one that was to be audited and was not (NULL: was not to be); one that says why
 * there is no time. */
void add_row(struct store *, const char *settings, struct tri_measurement *);
void add_unaudited_row(struct store *, const char *settings, struct tri_measurement *,
                       const char *why);
void add_absent_row(struct store *, const char *settings, enum tri_path, const char *why);

/* Of an offload path that, as its audit has found, has nothing to do. */
void add_idle_row(struct store *s, const char *settings);

/* A reference, a path twice over, a device with a name that has to be quoted, a peer that is wrong, what is
 * absent, and a study's own row; and the names by which all but that are exported, the earlier of two left out. */
struct store *some_rows(void);
enum { EXPORTED = 6 };
extern const char *const exported_names[EXPORTED];
extern const char exported_device[];

/* The export as a text; the same in the form of this name.  To be freed. */
char *written(struct store *, struct export);
char *written_as(struct store *, const char *form);

/* The same read back. */
json_t *json_in(struct store *, const char *form);

/* The value for the key of an object, which fails the test if there is none such. */
const char *string_in(const json_t *, const char *key);
double number_in(const json_t *, const char *key);

/* But for the last digits. */
void expect_near(double found, double wanted);
