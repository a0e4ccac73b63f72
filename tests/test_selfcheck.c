/* bench --self-check: what it takes for plausible.  What is measured is not looked at: a busy machine may not be. */
#include "check.h"
#include "selfcheck.h"

#include <math.h>

static struct self_check check(double measured)
{
    return (struct self_check){ "a clock", measured, "Hz", 1e9, 4e9, "it stands still" };
}

Test(selfcheck, is_between_its_ends)
{
    static const struct {
        double measured;
        bool good;
    } all[] = { { 1e9, true },     { 2e9, true },       { 4e9, true },
                { 0.99e9, false }, { 4.01e9, false },   { -1, false },
                { 0, false },      { INFINITY, false }, { NAN, true /* not known */ } };
    FOR_EACH (r, all) {
        struct self_check c = check(r->measured);
        cr_expect(self_check_good(&c) == r->good, "%g", r->measured);
    }
}

static char *printed(const struct self_check *all, size_t n, bool good)
{
    char *text;
    size_t size;
    FILE *out = open_memstream(&text, &size);
    cr_expect(self_check_print(out, all, n) == good);
    fclose(out);
    return text;
}

Test(selfcheck, says_what_is_not_plausible)
{
    struct self_check all[] = { check(2e9), check(NAN), check(9e9), check(8e9) };
    text_auto_t *good = printed(all, 2, true);
    cr_expect(strstr(good, "2.00 GHz     1.00 GHz     4.00 GHz  ok\n") &&
                  strstr(good, "  not known here\n") && strstr(good, "\nVERDICT: ok\n"),
              "%s", good);
    text_auto_t *wrong = printed(all, 4, false);
    cr_expect(strstr(wrong, "9.00 GHz     1.00 GHz     4.00 GHz  it stands still\n") &&
                  strstr(wrong, "\nVERDICT: not plausible: a clock: it stands still\n"),
              "%s", wrong);
}

Test(selfcheck, measures_each_thing_once)
{
    struct self_check all[SELF_CHECKS];
    const size_t n = self_checks(all);
    cr_expect(n >= 10 && n < SELF_CHECKS, "%zu", n);
    for (size_t i = 0; i < n; i++) {
        cr_expect(all[i].least < all[i].most && *all[i].otherwise, "%s", all[i].what);
        cr_expect(isnan(all[i].measured) || all[i].measured > 0, "%s: %g", all[i].what,
                  all[i].measured);
        for (size_t j = 0; j < i; j++)
            cr_expect_str_neq(all[i].what, all[j].what);
    }
}
