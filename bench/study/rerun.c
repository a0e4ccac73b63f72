/* Runs studies: measures them, or reads their rows. */
#include "rerun.h"

#include "lost.h"
#include "process.h"
#include "template.h"

#include <errno.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

extern const char page_html[];

/* ---- Checks, before anything is written ---- */

static bool has_axis(const struct study *s, const char *axis)
{
    for (size_t i = 0; i < STUDY_AXES && s->axis[i]; i++)
        if (shared_name(axis, s->axis[i]))
            return true;
    return false;
}

/* If several studies run, each takes from the command line only its own: the axes that it has, the parameters of its
 * hotspot (an axis goes first), --input if its hotspot takes an image, and --reps, --time and --precision-goal if they mean something to it. */
static bool keep_own(struct rerun *r, struct tri_error *e)
{
    const char *hotspot = r->study->hotspot;
    struct request *request = &r->batch.request;
    struct sweep *sweep = &r->batch.sweep;
    size_t axes = 0;
    for (size_t i = 0; i < sweep->axes; i++)
        if (has_axis(r->study, sweep->axis[i]))
            sweep->axis[axes++] = sweep->axis[i];
    sweep->axes = axes;
    sweep->wins = true;
    if (!study_repeats(r->study))
        r->batch.reps = 0;
    if (!study_times(r->study))
        r->batch.seconds = r->batch.goal = 0;
    if (!hotspot)
        return true;
    if (!tri_hotspot_named(hotspot, TRI_DOUBLE)->input.show)
        request->input = NULL;
    request->set[0] = r->settings = request_settings(request, hotspot);
    request->sets = r->settings && *r->settings;
    return r->settings || tri_fail(e, TRI_FAILED, "out of memory");
}

/* The commands that repeat it: as the user asked for it, and as bench with everything spelled out. */
static bool name_commands(struct rerun *r, const struct batch *asked, const struct batch *whole,
                          struct tri_error *e)
{
    free(r->command);
    free(r->expanded);
    r->command = study_command(r->study, asked, &whole->sweep);
    r->expanded = spelled_out(whole);
    return (r->command && r->expanded) || tri_fail(e, TRI_FAILED, "out of memory");
}

static bool prepare_one(struct reruns *all, const struct study *study, struct tri_error *e)
{
    struct rerun *r = &all->rerun[all->n++];
    *r = (struct rerun){ .study = study, .batch = *all->batch, .seconds = (double)NAN };
    if (all->several && !keep_own(r, e))
        return false;
    r->asked = r->batch;
    r->batch.request.base = study->set;
    if (!study_prepare(study, &r->batch, e) ||
        !plan_make(&r->batch.plan, &r->batch.sweep, &r->batch.request, e) ||
        !(all->several || study_shows(study, &r->batch, false, e)) ||
        !(all->several || study->kind != TRI_ROW_BREAK_EVEN || break_even_fits(&r->batch, e)))
        return false;
    if (!all->several && !all->asked->rows &&
        !(batch_has_named(&r->batch, e) && plan_fits(&r->batch.plan, &r->batch.sweep, e)))
        return false; /* of several it is a failure of this one only */
    return name_commands(r, &r->asked, &r->batch, e);
}

static bool check_axis(const struct studies *s, const char *axis, struct tri_error *e)
{
    for (size_t i = 0; study_number(i); i++)
        if (s->study[i] && has_axis(study_number(i), axis))
            return true;
    return tri_fail(e, TRI_USAGE, "--sweep %.*s: none of the studies has this axis",
                    (int)strcspn(axis, "="), axis);
}

/* Every setting has to apply to at least one of the studies. */
static bool check_shared(const struct studies *s, struct tri_error *e)
{
    struct batch shared = s->batch;
    struct request *r = &shared.request;
    if (r->hotspots_given)
        return tri_fail(
            e, TRI_USAGE,
            "hotspot %s: of several studies each has its own hotspots; name a single study",
            r->hotspot[0]);
    r->hotspots = 0;
    for (size_t i = 0; study_number(i); i++)
        if (s->study[i] && study_number(i)->hotspot)
            r->hotspot[r->hotspots++] = study_number(i)->hotspot;
    for (size_t i = 0; i < shared.sweep.axes; i++)
        if (!check_axis(s, shared.sweep.axis[i], e))
            return false;
    bool good = plan_make(&shared.plan, &shared.sweep, r, e);
    plan_free(&shared.plan);
    return good;
}

const char *page_name(const struct studies *s)
{
    return s->page ? s->page : s->all ? "studies.html" : NULL;
}

bool reruns_prepare(struct reruns *all, struct studies *s, struct tri_error *e)
{
    struct batch *b = &s->batch;
    *all = (struct reruns){ .asked = s, .batch = b, .several = s->n > 1 };
    all->page = page_name(s);
    if (s->page && !tri_file_ends_in(s->page, ".html"))
        return tri_fail(e, TRI_USAGE, "--page %.200s: has to end in .html", s->page);
    if (all->several && !check_shared(s, e))
        return false;
    char *command = studies_command(s);
    all->rerun = calloc(s->n, sizeof *all->rerun);
    all->document = json_pack("{s:s, s:[]}", "page", "studies", "studies");
    bool good = all->rerun &&
                json_object_set_new(all->document, "command", json_string_nocheck(command)) == 0;
    free(command);
    if (!good)
        return tri_fail(e, TRI_FAILED, "out of memory");
    bool offload = false;
    for (size_t i = 0; study_number(i); i++) {
        if (s->study[i] && !prepare_one(all, study_number(i), e))
            return false;
        offload |= s->study[i] && (study_number(i)->kind == TRI_ROW_BREAK_EVEN ||
                                   all->rerun[all->n - 1].batch.request.path[TRI_OFFLOAD]);
    }
    b->request.path[TRI_OFFLOAD] = offload; /* whether a device has to be started */
    return true;
}

static bool begin_folder(const char *option, const char *folder, bool *is_new, struct tri_error *e)
{
    struct stat s;
    *is_new = folder && mkdir(folder, 0777) == 0;
    if (folder && !*is_new && errno != EEXIST)
        return tri_fail(e, TRI_USAGE, "%s %.200s: cannot be created: %s", option, folder,
                        strerror(errno));
    if (folder && (stat(folder, &s) != 0 || !S_ISDIR(s.st_mode) || access(folder, W_OK) != 0))
        return tri_fail(e, TRI_USAGE, "%s %.200s: has to be a folder to write to", option, folder);
    return true;
}

bool reruns_begin(struct reruns *all, struct tri_error *e)
{
    const struct studies *s = all->asked;
    if (all->page && !tri_file_begin(&all->file, all->page, e))
        return name_option("--page", e);
    return begin_folder("--figures", s->figures, &all->figures_are_new, e) &&
           begin_folder("--slides", s->slides, &all->slides_are_new, e);
}

/* ---- Measuring ---- */

/* Does not repeat what an earlier study of this run, or the run that is resumed, has measured. */
static bool measure_one(struct reruns *all, struct rerun *r, struct tri_error *e)
{
    double start = tri_now();
    r->batch.store = all->store;
    r->batch.resume = all->batch->resume;
    r->batch.out =
        NULL; /* of the sweep's tables: the study's own, made of their rows, is printed */
    bool good = study_shows(r->study, &r->batch, true, e) && study_measure(r->study, &r->batch, e);
    r->seconds = tri_now() - start;
    good = good &&
           (study_select(r->study, &r->batch, NULL, all->store, e) ||
            name_option(rows_option(all->batch), e)) &&
           show(all, r, e);
    all->batch->disagreed |= r->batch.disagreed;
    return good;
}

/* One of several studies has failed: reports it, so that the others can go on. */
static bool go_on(struct reruns *all, struct rerun *r, struct tri_error *e)
{
    struct tri_error why = *e;
    if (!all->several)
        return false;
    char option[60];
    snprintf(option, sizeof option, "study %s:", r->study->name);
    if (strncmp(why.text, option, strlen(option)) != 0)
        name_option(option, &why);
    tri_report(program_name("study"), &why);
    all->batch->disagreed = true; /* status 1 in the end */
    return show_failure(all, r, e->text, e);
}

static bool measure_each(struct reruns *all, struct tri_error *e)
{
    bool good = true;
    for (size_t i = 0; i < all->n; i++)
        batch_announce(&all->rerun[i].batch);
    for (size_t i = 0; good && i < all->n; i++)
        good = measure_one(all, &all->rerun[i], e) || go_on(all, &all->rerun[i], e);
    return good;
}

/* Rows that the file of --json has already are shown, too. */
bool reruns_measure(struct reruns *all, struct tri_error *e)
{
    struct batch *b = all->batch;
    struct stat s;
    off_t whole;
    if (!b->store && !(b->store = store_in_memory(e))) /* rows that nobody has asked for */
        return false;
    if (b->json && !b->resume.file) {
        if (fstat(b->json_fd, &s) != 0 || !S_ISREG(s.st_mode))
            return tri_fail(e, TRI_USAGE, "--json %.200s: study reads it, it has to be a file",
                            b->json);
        if (!rows_load(b->store, b->json, &whole, e))
            return name_option("--json", e);
    }
    all->store = b->resume.store = b->store;
    b->resume.after = b->resume.file ? 0 : store_last(b->store);
    return measure_each(all, e);
}

/* ---- Reading ---- */

/* The commands for the values that the rows have on the study's axes; the study itself may measure others. */
static bool name_rows(struct rerun *r, struct store *store, struct tri_error *e)
{
    struct batch asked = r->asked, whole = r->batch;
    char *axis[MAX_AXES] = { NULL };
    bool good = true;
    for (size_t i = 0; good && i < whole.sweep.axes; i++) {
        good = (axis[i] = axis_of_rows(whole.sweep.axis[i], store, e));
        bool changed = good && strcmp(axis[i], whole.sweep.axis[i]) != 0;
        whole.sweep.axis[i] = axis[i];
        if (i < r->asked.sweep.axes) /* the user's come first */
            asked.sweep.axis[i] = axis[i];
        else if (changed)
            asked.sweep.axis[asked.sweep.axes++] = axis[i];
    }
    good = good && name_commands(r, &asked, &whole, e);
    for (size_t i = 0; i < MAX_AXES; i++)
        free(axis[i]);
    return good;
}

static const char nothing[] = "nothing of it is in the rows";

/* With `study all`, a study without rows is not reported. */
static bool read_one(struct reruns *all, struct rerun *r, struct tri_error *e)
{
    if (!study_shows(r->study, &r->batch, true, e) ||
        !study_select(r->study, &r->batch, &all->batch->sweep, all->store, e))
        return false;
    r->empty = store_number(all->store, "select count(*) from own", NULL) == 0;
    if (r->empty)
        return all->asked->all || show_failure(all, r, nothing, e);
    return name_rows(r, all->store, e) && show(all, r, e);
}

/* Reports named studies without rows; that no study has any is an error. */
static bool tell_empty(const struct reruns *all, struct tri_error *e)
{
    size_t empty = 0;
    for (size_t i = 0; i < all->n; i++)
        empty += all->rerun[i].empty;
    if (empty == all->n)
        return tri_fail(
            e, TRI_USAGE,
            "--rows %.200s: none is of the study (with the --set and --input that there were)",
            all->asked->rows);
    for (size_t i = 0; i < all->n && !all->asked->all; i++)
        if (all->rerun[i].empty)
            fprintf(all->batch->out, "%s: %s\n", all->rerun[i].study->name, nothing);
    return true;
}

bool reruns_read(struct reruns *all, struct tri_error *e)
{
    bool good = (all->store = rows_load_all(all->asked->rows, e)) || name_option("--rows", e);
    for (size_t i = 0; good && i < all->n; i++)
        good = read_one(all, &all->rerun[i], e) || go_on(all, &all->rerun[i], e);
    store_close(all->store);
    return good && tell_empty(all, e);
}

/* ---- The end ---- */

bool reruns_end(struct reruns *all, struct tri_error *e)
{
    if (!all->page)
        return true;
    template_write(all->file.stream, page_html, all->document);
    if (!nothing_is_lost(e) || !tri_file_commit(&all->file, e))
        return name_option("--page", e);
    fprintf(all->batch->out, "page %s\n", all->page);
    return true;
}

/* Removes new folders that are still empty. */
void reruns_free(struct reruns *all)
{
    tri_file_abandon(&all->file);
    if (all->figures_are_new)
        rmdir(all->asked->figures);
    if (all->slides_are_new)
        rmdir(all->asked->slides);
    json_decref(all->document);
    for (size_t i = 0; i < all->n; i++) {
        plan_free(&all->rerun[i].batch.plan);
        json_decref(all->rerun[i].album);
        free(all->rerun[i].machine);
        free(all->rerun[i].where);
        free(all->rerun[i].with);
        free(all->rerun[i].settings);
        free(all->rerun[i].command);
        free(all->rerun[i].expanded);
    }
    free(all->rerun);
}
