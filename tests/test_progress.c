/* The progress line: what time is left. */
#include "check.h"
#include "fake.h"

/* The tests are linked without bench. */
#include "../bench/progress.c"

#include <criterion/criterion.h>
#include <math.h>

Test(progress, left)
{
    struct tri_case c;
    tri_case_init(&c, &fake_float);
    progress_plan(4, 400);
    cr_expect(progress_left() == 0, "nothing is known yet");
    progress_done(100, false);
    cr_expect(progress_left() == 0, "what was not measured took no time");
    progress_begin(&c, "simd");
    progress_end();
    plan.since -= 6; /* as if that was when it began */
    progress_done(100, true);
    cr_expect(fabs(progress_left() - 12) < 0.5, "%g", progress_left());
    progress_done(100, false);
    cr_expect(fabs(progress_left() - 6) < 0.5, "%g", progress_left());
    progress_begin(&c, "avx2");
    progress_end();
    cr_expect(strstr(what, "fake avx2 float (4 of 4, about 6 s left)"), "%s", what);
}
