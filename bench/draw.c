/* draw -- draws figures, such as a roofline, of rows that were measured. */
#include "figure.h"
#include "programs.h"
#include "process.h"

#include "output.h"

int tri_draw(int argc, char **argv)
{
    struct draw d;
    struct tri_error e;
    int status;
    if (ranks_refuse("draw", &status))
        return status;
    bool good = draw_options(&d, argc, argv, &e) && draw(&d, &e);
    return finish("draw", good, false, &e);
}
