/* explore -- the Mandelbrot set and Julia sets in a window, computed for each frame. */
#include "audits.h"
#include "measure.h"
#include "programs.h"
#include "show.h"
#include "window.h"

#include "output.h"

static bool explore(const struct explore *k, struct show *show, struct tri_error *e)
{
    struct script script = { 0 };
    if (k->script && !script_read(&script, k->script, e))
        return false;
    bool good = explore_begin(k, &show->x, e) &&
                (k->script ? show_play(show, &script, stdout, e) : window_run(show, e));
    script_free(&script);
    return good;
}

int tri_explore(int argc, char **argv)
{
    struct explore k;
    struct show show = { 0 };
    struct tri_error e;
    if (!explore_options(&k, argc, argv, &e))
        return finish("explore", false, false, &e);
    tri_device_guard("explore");
    bool good = explore(&k, &show, &e);
    show_free(&show);
    audit_there_end();
    return finish("explore", good, false, &e);
}
