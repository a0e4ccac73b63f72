/* versus -- what has become slower?  The rows of several runs side by side. */
#include "versus_options.h"
#include "programs.h"

#include "output.h"

static bool print(void *comparison, struct tri_error *e)
{
    struct comparison *c = comparison;
    return versus(&c->versus, &c->request, c->out, &c->regressed, e);
}

int tri_versus(int argc, char **argv)
{
    struct comparison c;
    struct tri_error e;
    bool good =
        versus_options(&c, argc, argv, &e) && write_output(&c.request, &c.out, print, &c, &e);
    return finish("versus", good, c.regressed, &e);
}
