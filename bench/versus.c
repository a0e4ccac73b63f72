/* versus -- what has become slower?  Compares the rows of several runs. */
#include "versus.h"
#include "programs.h"
#include "process.h"

#include "output.h"

static bool print(void *v, struct tri_error *e)
{
    return versus(v, e);
}

int tri_versus(int argc, char **argv)
{
    struct versus v;
    struct tri_error e;
    int status;
    if (ranks_refuse("versus", &status))
        return status;
    bool good =
        versus_options(&v, argc, argv, &e) && write_output(&v.request, &v.out, print, &v, &e);
    status = finish("versus", good, false, &e);
    return status == TRI_AGREED ? versus_status(&v) : status;
}
