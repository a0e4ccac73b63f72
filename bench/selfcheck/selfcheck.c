/* What a self-check says. */
#include "selfcheck.h"

#include "output.h"

#include <math.h>

bool self_check_good(const struct self_check *c)
{
    return isnan(c->measured) || (c->measured >= c->least && c->measured <= c->most);
}

static struct text value(double x, const char *unit)
{
    struct text t;
    if (*unit)
        return si(x, unit);
    snprintf(t.s, sizeof t.s, "%.4g", x);
    return t;
}

bool self_check_print(FILE *out, const struct self_check *all, size_t n)
{
    static const char *const layout = "%-45s %12s %12s %12s  %s\n";
    const struct self_check *wrong = NULL;
    fprintf(out, layout, "", "measured", "at least", "at most", "");
    for (const struct self_check *c = all; c < all + n; c++) {
        const bool good = self_check_good(c), known = !isnan(c->measured);
        fprintf(out, layout, c->what, known ? value(c->measured, c->unit).s : "-",
                value(c->least, c->unit).s, value(c->most, c->unit).s,
                !known ? "not known here"
                : good ? "ok"
                       : c->otherwise);
        wrong = good || wrong ? wrong : c;
    }
    if (wrong)
        fprintf(out, "\nVERDICT: not plausible: %s: %s\n", wrong->what, wrong->otherwise);
    else
        fputs("\nVERDICT: ok\n", out);
    return !wrong;
}
