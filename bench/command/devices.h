/* --devices: which devices share the work. */
#pragma once

#include <argp.h>
#include <stdio.h>

#include "request.h"

/* Takes "2", "all" or "0,2,…" into the request. */
error_t parse_devices(struct request *, const char *text);

/* Called after parsing, before anything runs: checks that the devices exist, and selects them.  *n is their number;
 * 0: --devices was not given. */
bool request_devices(const struct request *, int *n, struct tri_error *e);

/* Says which of the n devices share the work; nothing if --devices was not given. */
void devices_print(const struct request *, int n, FILE *out);
