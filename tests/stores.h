/* Stores for the tests of them: opened, asked, and added to in one line. */
#pragma once

#include "check.h"
#include "store.h"

/* A row of dot's simd that differs by its threads; `more` are further members. To be released. */
json_t *row_of(int threads, const char *more);

/* store_add() of such a row, which expect_added() fails the test without. */
bool added(struct store *, int threads, const char *more, struct tri_error *e);
void expect_added(struct store *, int threads, const char *more);

/* store_open(), without which the test fails; and one that has to be refused with words about the file. */
struct store *opened(const char *file, enum store_mode);
void expect_no_store(const char *file, enum store_mode, const char *says);

/* The first column of the answers, joined; until the next call. */
const char *asked(struct store *, const char *sql);

/* By SQLite itself, as another program has it. */
void run_sql(const char *file, const char *sql);
