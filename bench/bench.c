/* bench -- how fast is it?  Times every path of a hotspot, beside the limits of this machine. */
#include "audits.h"
#include "bench_options.h"
#include "again.h"
#include "process.h"
#include "programs.h"
#include "output.h"
#include "rows.h"
#include "selfcheck.h"

/* ---- Existing rows ---- */

static bool import(const struct bench *k, struct tri_error *e)
{
    struct store *to = NULL, *from = rows_load_all(k->import, e);
    if (!from)
        return name_option("--import", e);
    bool good = (to = store_open(k->batch.db, STORE_WRITE, e)) && store_add_all(to, from, e);
    store_close(to);
    store_close(from);
    return good || name_option("--db", e);
}

static bool export_all(void *data, struct tri_error *e)
{
    struct bench *k = data;
    struct store *s = rows_load_all(k->rows, e);
    bool good = s ? export_rows(s, &k->as, k->batch.out, e) : name_option("--rows", e);
    k->batch.disagreed = good && !export_agrees(s);
    store_close(s);
    return good;
}

/* ---- Measuring ---- */

/* Only the text format prints tables while it measures; every format is written at the end. */
static bool run_all(void *data, struct tri_error *e)
{
    struct bench *k = data;
    struct batch *b = &k->batch;
    FILE *out = b->out;
    if (!rows_open(b, e))
        return false;
    batch_announce(b);
    k->as.offload = request_asks_path(&b->request, TRI_OFFLOAD);
    b->out = k->as.form == FORM_TEXT ? out : NULL;
    if (lockstep())
        lockstep()->wait(true);
    if (b->out)
        ranks_print(b->out);
    bool good = batch_measure(b, e);
    b->out = out;
    return good && export_rows(b->shown, &k->as, out, e);
}

/* Checks every setting and opens every file before anything is computed. */
static bool measure_all(struct bench *k, struct tri_error *e)
{
    struct batch *b = &k->batch;
    b->shown = store_in_memory(e);
    bool good = b->shown && bench_plan(k, e) && rows_resume(b, e);
    if (good) {
        interrupt_guard("bench", rows_file(b));
        good = write_output(&b->request, &b->out, run_all, k, e);
    }
    good = rows_close(b, good, e);
    plan_free(&b->plan);
    store_close(b->shown);
    return good;
}

/* In the text format, a failure prints its verdict, too. */
static bool show_rows(struct bench *k, struct tri_error *e)
{
    struct batch *b = &k->batch;
    bool good = k->rows ? write_output(&b->request, &b->out, export_all, k, e) : measure_all(k, e);
    return good || (k->as.form == FORM_TEXT && print_failure(e));
}

/* ---- Other requests ---- */

static bool list(void *batch, struct tri_error *e)
{
    inventory(((struct batch *)batch)->out);
    return true;
}

/* Several ranks would measure each other. */
static bool self_check(void *batch, struct tri_error *e)
{
    struct self_check all[SELF_CHECKS];
    struct batch *b = batch;
    if (tri_ranks() > 1)
        return tri_fail(e, TRI_USAGE, "--self-check: is for one process, not for several ranks");
    const size_t n = self_checks(all);
    b->disagreed = !self_check_print(b->out, all, n);
    return true;
}

/* Answers another process of bench, which has started this one. */
static bool do_job(struct tri_error *e)
{
    struct job job;
    struct tri_case c;
    if (!job_receive(&job, e) || !tri_case_receive(&job.of, &c, e))
        return false;
    bool good = *job.peer ? answer_cold(&job, &c, e) : answer_parts(&job, &c, e);
    tri_case_free(&c);
    return good;
}

static bool do_what_is_asked(struct bench *k, struct tri_error *e)
{
    struct batch *b = &k->batch;
    if (k->job)
        return do_job(e);
    if (k->import)
        return import(k, e);
    if (k->list)
        return write_output(&b->request, &b->out, list, b, e);
    if (k->self_check)
        return write_output(&b->request, &b->out, self_check, b, e);
    return show_rows(k, e);
}

int tri_bench(int argc, char **argv)
{
    struct bench k;
    struct tri_error e;
    int status;
    if (audit_serves(argc, argv, &status))
        return status;
    keep_threads_apart(argv);
    if (!ranks_begin("bench", &status))
        return status;
    if (!bench_options(&k, argc, argv, &e))
        return finish("bench", false, false, &e);
    progress_asked(k.batch.progress);
    tri_device_guard(program_name("bench"));
    bool good = do_what_is_asked(&k, &e);
    audit_there_end();
    good = good && (k.list || offload_is_whole(&k.batch.request, &e));
    return finish("bench", good, k.batch.disagreed, &e);
}
