/*
 * The page of one study or of several: an HTML file that needs no other file and no script.  Its text is
 * in page.html, its style in bench/template/page.css.
 *
 *     struct page page = { 0 };
 *     page_add(&page, &section, &e);     for each study
 *     page_write(&page, command, file.stream, &e);
 *     page_free(&page);
 */
#ifndef TRI_PAGE_H
#define TRI_PAGE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdio.h>

#include "study.h"

/* What there is of a study. */
struct section {
    const struct study *study;
    const char *command, *expanded; /* to have it again, in short and with all that it stands for */
    struct store *store;            /* that has its rows, `own`; NULL: there is an error */
    const char *machine;            /* that they are of */
    json_t *sheet;                  /* as sheet_json() has it; NULL: there is an error */
    const char *error;
    const json_t *album; /* of pictures, as study.h has them; or NULL */
    double seconds;      /* that it took; NaN: unknown */
};

struct page {
    json_t *data; /* as page.html names them; NULL: none yet */
    bool failed;  /* for lack of memory */
};

bool page_add(struct page *, const struct section *, struct tri_error *e);

/* Writes all of it.  Whether the stream took it is the stream's to know. */
bool page_write(struct page *, const char *command, FILE *out, struct tri_error *e);
void page_free(struct page *);

#endif
