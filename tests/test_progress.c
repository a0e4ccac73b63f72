/* The progress line: the remaining time. */
#include "check.h"
#include "fake.h"
#include "progress.h"

#include <criterion/criterion.h>
#include <math.h>

static struct tri_case c;

static void take(const char *contender, int threads, double took)
{
    progress_begin(&c, contender);
    progress_end();
    progress_began_earlier(took);
    progress_done(&c, contender, threads, true);
}

Test(progress, left)
{
    tri_case_init(&c, &fake_float);
    for (int i = 0; i < 4; i++)
        progress_plan(&c, "simd", 1);
    cr_expect(progress_left() == 0, "nothing is known yet");
    progress_done(&c, "simd", 1, false);
    cr_expect(progress_left() == 0, "what was not measured took no time");
    take("simd", 1, 6);
    cr_expect(fabs(progress_left() - 12) < 0.5, "%g", progress_left());
    progress_done(&c, "simd", 1, false);
    cr_expect(fabs(progress_left() - 6) < 0.5, "%g", progress_left());
    progress_begin(&c, "simd");
    progress_end();
    cr_expect_str_eq(progress_text(), "fake simd float (4 of 4, about 6 s left)");
    progress_begin_beside(&c, "reference");
    progress_end();
    cr_expect_str_eq(progress_text(), "fake reference float");
}

Test(progress, left_by_kinds)
{
    tri_case_init(&c, &fake_float);
    progress_plan(&c, "scalar", 1);
    progress_plan(&c, "scalar", 4);
    progress_plan(&c, "offload", 4);
    progress_plan(&c, "offload", 4);
    take("scalar", 1, 40);
    cr_expect(fabs(progress_left() - (10 + 2 * 40)) < 1, "%g", progress_left());
    take("offload", 4, 2);
    cr_expect(fabs(progress_left() - (10 + 2)) < 0.5, "%g", progress_left());
}

/* A caller may write the next name where the last one was. */
Test(progress, keeps_names)
{
    char name[20] = "scalar";
    tri_case_init(&c, &fake_float);
    progress_plan(&c, name, 1);
    progress_plan(&c, name, 1);
    strcpy(name, "offload");
    progress_plan(&c, name, 1);
    take("scalar", 1, 40);
    take("offload", 1, 2);
    cr_expect(fabs(progress_left() - 40) < 0.5, "%g", progress_left());
}
