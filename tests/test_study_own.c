/* Studies in a user's program, which has its own hotspots. */
#include "fake.h"
#include "hotspot.h"
#include "study.h"

#include <criterion/criterion.h>
#include <string.h>

static size_t studies_there(void)
{
    size_t n = 0;
    while (study_number(n))
        n++;
    return n;
}

/* Those of a hotspot that is not there are not either, by any name. */
Test(study, are_of_hotspots_that_there_are)
{
    const struct tri_entry entry = { { &fake_float, &fake_double }, "fake.c" };
    struct tri_error e = { 0 };
    size_t all = 0, n = studies_there();
    while (study_of_all(all))
        all++;
    cr_expect(n == all, "%zu of %zu", n, all);
    cr_assert(tri_hotspots_use(tri_version(), (const struct tri_entry *const[]){ &entry }, 1, &e),
              "%s", e.text);
    n = studies_there();
    cr_expect(n > 1 && n < all, "%zu of %zu", n, all);
    for (size_t i = 0; i < n; i++) {
        cr_expect(!study_number(i)->hotspot, "%s", study_number(i)->name);
        cr_expect_str_eq(study_at(i, NULL), study_number(i)->name);
    }
    cr_expect(!study_at(n, NULL));
}

static bool is_there(const char *name)
{
    size_t i = 0;
    while (study_at(i, NULL) && strcmp(study_at(i, NULL), name) != 0)
        i++;
    return study_at(i, NULL);
}

static void use(const struct tri_entry *entry)
{
    struct tri_error e = { 0 };
    cr_assert(tri_hotspots_use(tri_version(), &entry, 1, &e), "%s", e.text);
}

/* Hotspots of one's own may have one form only, and names of ours with other parameters. */
Test(study, need_what_hotspots_may_lack)
{
    static const struct tri_division rows = { .rows = FAKE_ROWS, .divided = { [FAKE_OUT] = true } };
    static const char *const ours[] = { "laplace", "julia", "blur", "matmul", "moldyn" };
    struct tri_hotspot f = fake_float, d = fake_double;
    const struct tri_entry entry = { { &f, &d }, "fake.c" };
    const struct tri_variant rungs[] = {
        { "more", "an idea", .path = { [TRI_SIMD] = f.reference } }, { .name = NULL }
    };
    use(&entry);
    cr_expect(is_there("roofline") && !is_there("ladder") && !is_there("devices"));
    f.tuned = d.tuned = rungs;
    use(&entry);
    cr_expect(is_there("ladder") && !is_there("devices"));
    f.plain.division = d.plain.division = &rows;
    use(&entry);
    cr_expect(is_there("devices"));
    for (size_t i = 0; i < sizeof ours / sizeof *ours; i++) {
        f.name = d.name = ours[i];
        use(&entry);
        cr_expect(!is_there(ours[i]), "%s", ours[i]);
    }
}
