/* verdict -- how good is the code of each compiler, compared with the best CUDA? */
#include "verdict.h"
#include "programs.h"
#include "process.h"

#include "output.h"

static bool print(void *asked, struct tri_error *e)
{
    struct verdict_request *v = asked;
    return judge_rows(&v->judging, &v->request, v->out, e);
}

int tri_verdict(int argc, char **argv)
{
    struct verdict_request v;
    struct tri_error e;
    int status;
    if (ranks_refuse("verdict", &status))
        return status;
    bool good =
        verdict_options(&v, argc, argv, &e) && write_output(&v.request, &v.out, print, &v, &e);
    return finish("verdict", good, false, &e);
}
