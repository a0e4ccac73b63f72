/* study -- what does each optimisation gain?  Also repeats the experiments of five reports. */
#include "audits.h"
#include "programs.h"
#include "process.h"
#include "batch.h"
#include "output.h"
#include "remarks.h"
#include "rerun.h"
#include "rows.h"

/* ---- Showing ---- */

static bool list_studies(void *asked, struct tri_error *e)
{
    FILE *out = ((const struct studies *)asked)->batch.out;
    size_t i = 0;
    for (const struct study *s; (s = study_number(i)); i++)
        fprintf(out, "%-15s %s (%s)\n", s->name, s->meaning, s->tables);
    return true;
}

static bool run_studies(void *reruns, struct tri_error *e)
{
    struct reruns *r = reruns;
    if (!reruns_begin(r, e))
        return false;
    bool good = r->asked->rows ? reruns_read(r, e) : rows_open(r->batch, e) && reruns_measure(r, e);
    return good && reruns_end(r, e);
}

static bool show_studies(struct studies *s, struct tri_error *e)
{
    struct reruns r;
    struct batch *b = &s->batch;
    bool good = reruns_prepare(&r, s, e) && (s->rows || rows_resume(b, e));
    if (good) {
        interrupt_guard("study", rows_file(b));
        good = write_output(&b->request, &b->out, run_studies, &r, e);
    }
    good = rows_close(b, good, e);
    reruns_free(&r);
    return good;
}

void tri_compiled_use(const char *commands, const char *flags)
{
    remarks_use(commands);
    tri_row_flags_use(flags);
}

int tri_study(int argc, char **argv)
{
    struct studies s;
    struct batch *b = &s.batch;
    struct tri_error e;
    int status;
    if (audit_serves(argc, argv, &status))
        return status;
    keep_threads_apart(argv);
    if (!ranks_begin("study", &status))
        return status;
    if (!study_options(&s, argc, argv, &e))
        return finish("study", false, false, &e);
    progress_asked(b->progress);
    tri_device_guard(program_name("study"));
    bool good =
        s.list ? write_output(&b->request, &b->out, list_studies, &s, &e) : show_studies(&s, &e);
    audit_there_end();
    good = good && (s.list || offload_is_whole(&b->request, &e));
    return finish("study", good, b->disagreed, &e);
}
