/* A description whose .work says what cannot be counted. */
#include "check.h"
#include "fake.h"
#include "hotspot.h"

#include <criterion/criterion.h>
#include <math.h>
#include <string.h>

static struct tri_work said;

static struct tri_work work(const struct tri_case *c)
{
    return said;
}

/* Measures one path with this work. */
static bool measures(struct tri_work w, struct tri_error *e)
{
    static struct tri_measurement m;
    struct tri_hotspot h = fake_double;
    struct tri_effort effort = { .reps = 1, .launch.threads = 1 };
    h.work = work;
    said = w;
    struct tri_case c = case_of(&h, ""), reference = case_of(&h, "");
    run_path(&reference, TRI_REFERENCE);
    bool good = measure_path(&c, TRI_SIMD, &reference, &effort, &m, e);
    tri_case_free(&c);
    tri_case_free(&reference);
    return good;
}

Test(work, that_is_counted_is_measured)
{
    struct tri_error e = { 0 };
    cr_expect(measures((struct tri_work){ .units = 7 }, &e), "%s", e.text);
    cr_expect(measures((struct tri_work){ 0 }, &e), "a run without steps: %s", e.text);
}

Test(work, that_cannot_be_counted_is_an_error)
{
    static const struct {
        struct tri_work work;
        const char *text;
    } wrong[] = {
        { { .units = -1 }, "fake: .work says units = -1; a count is finite, and 0 or more" },
        { { .units = 1, .instructions = -2.5 }, "fake: .work says instructions = -2.5;" },
        { { .additions = (double)INFINITY }, "fake: .work says additions = inf;" },
        { { .integers = -1e9 }, "fake: .work says integers = -1e+09;" },
        { { .bytes = (double)NAN }, "fake: .work says bytes = " },
        { { .near_bytes = -1 }, "fake: .work says near_bytes = -1;" },
    };
    for (size_t i = 0; i < sizeof wrong / sizeof *wrong; i++) {
        struct tri_error e = { 0 };
        cr_expect(!measures(wrong[i].work, &e) && e.status == TRI_FAILED, "taken: %s",
                  wrong[i].text);
        cr_expect(strncmp(e.text, wrong[i].text, strlen(wrong[i].text)) == 0, "%s", e.text);
    }
}
