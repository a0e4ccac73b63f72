/* What the files of this room share. */
#pragma once

#include "measure.h"
#include "store.h"

struct store {
    sqlite3 *db;
    sqlite3_stmt *insert; /* prepared once, since reading a long file is mostly inserting */
    char *file;           /* the first row creates it; NULL: rows go to `db` */
    int fd;               /* a file of JSON lines; -1: none */
};

/* Executes statements; why they, or anything else, failed: SQLite's message and the system's. */
bool execute(struct store *, const char *sql);
const char *why_not(struct store *, char text[200]);

/* Opens the file for rows of this schema, or an empty one with `flags` that create it.  After a failure, too, sqlite3_close()
 * has to follow. */
bool open_database(struct store *, const char *file, enum store_mode, int flags,
                   struct tri_error *e);
