/* What programs do with a command line before they open a file. */
#include "refused.h"

#include "bench_options.h"
#include "compare.h"
#include "doctor.h"
#include "show.h"
#include "figure.h"
#include "render_options.h"
#include "rerun.h"
#include "verdict.h"
#include "versus.h"

bool by_bench(int n, char **words, struct tri_error *e)
{
    struct bench k;
    if (!bench_options(&k, n, words, e))
        return true;
    bool good = bench_plan(&k, e);
    plan_free(&k.batch.plan);
    return !good;
}

bool by_compare(int n, char **words, struct tri_error *e)
{
    struct compare k;
    return !compare_options(&k, n, words, e) || !compare_check(&k, e);
}

bool by_render(int n, char **words, struct tri_error *e)
{
    struct render k;
    struct tri_case c;
    enum tri_path path;
    return !render_options(&k, n, words, e) || !render_choose(&k, &c, &path, e);
}

bool by_study(int n, char **words, struct tri_error *e)
{
    struct studies s;
    struct reruns r;
    if (!study_options(&s, n, words, e))
        return true;
    if (s.list)
        return false;
    bool good = reruns_prepare(&r, &s, e);
    reruns_free(&r);
    return !good;
}

bool by_versus(int n, char **words, struct tri_error *e)
{
    struct versus v;
    return !versus_options(&v, n, words, e);
}

bool by_draw(int n, char **words, struct tri_error *e)
{
    struct draw d;
    return !draw_options(&d, n, words, e);
}

bool by_explore(int n, char **words, struct tri_error *e)
{
    struct explore k;
    struct explorer x;
    return !explore_options(&k, n, words, e) || !explore_begin(&k, &x, e);
}

bool by_verdict(int n, char **words, struct tri_error *e)
{
    struct verdict_request v;
    return !verdict_options(&v, n, words, e);
}

bool by_doctor(int n, char **words, struct tri_error *e)
{
    struct doctoring d;
    return !doctor_options(&d, n, words, e);
}
