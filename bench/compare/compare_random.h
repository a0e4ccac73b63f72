/* Many small cases of a hotspot, with parameters drawn at random. */
#pragma once

#include "compare_options.h"

/* Runs the requested paths in k->random cases, and shows how often each was wrong.  A case that is wrong is shown with the
 * command that runs it again, the first of each path and precision. */
bool compare_random(struct compare *, const char *hotspot, struct tri_error *e);
