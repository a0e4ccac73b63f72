/* Special values among real inputs: for whom they say something. */
#pragma once

#include "audits.h"
#include "compare_options.h"

/* Whether there are real inputs that can have them; or nobody asks for them. */
bool special_is_for(const struct compare *, const struct tri_case *);

/* Not of a variant that may differ by a bound: sums in another order overflow elsewhere. */
bool special_takes(const struct compare *, const struct tri_variant *);

/* Whether the reference is a definition for such a case: it may compute an index from NaN.  False: an error. */
bool special_is_defined(const struct compare *, const struct tri_case *, bool *defined,
                        struct tri_error *e);
