/* Studies measured, or read from rows. */
#define _GNU_SOURCE /* memfd_create */
#include "rerun.h"

#include "command.h"
#include "row.h"

#include <errno.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

/* ---- Before anything is written ---- */

static bool has_axis(const struct study *s, const char *axis)
{
    for (size_t i = 0; i < STUDY_AXES && s->axis[i]; i++)
        if (shared_name(axis, s->axis[i]))
            return true;
    return false;
}

static void keep_axes(struct rerun *r)
{
    struct sweep *sweep = &r->bench.sweep;
    size_t axes = sweep->axes;
    sweep->axes = 0;
    for (size_t i = 0; i < axes; i++)
        if (has_axis(r->study, sweep->axis[i]))
            sweep->axis[sweep->axes++] = sweep->axis[i];
}

static bool keep_settings(struct rerun *r, struct tri_error *e)
{
    struct request *request = &r->bench.request;
    r->settings = request_settings(request, r->study->hotspot);
    if (!r->settings)
        return tri_fail(e, TRI_FAILED, "out of memory");
    request->sets = *r->settings != '\0';
    request->set[0] = r->settings;
    return true;
}

/* Of several studies each takes what concerns it: axes that it has, parameters that its hotspot has, an
 * image if it works on one, repetitions if it takes times. */
static bool keep_own(struct rerun *r, struct tri_error *e)
{
    const char *hotspot = r->study->hotspot;
    keep_axes(r);
    if (!study_repeats(r->study))
        r->bench.reps = 0;
    if (hotspot && !tri_hotspot_named(hotspot, TRI_DOUBLE)->input.show)
        r->bench.request.input = NULL;
    return !hotspot || keep_settings(r, e);
}

/* Of "name=value,..." what is not swept.  To be freed; NULL when out of memory. */
static char *without_swept(const char *settings, const struct sweep *sweep)
{
    char *all = calloc(strlen(settings) + 1, 1), *to = all;
    for (; to && *settings; settings = next_item(settings))
        if (!sweeps_over(sweep, settings))
            to += sprintf(to, "%s%.*s", to > all ? "," : "", (int)item_length(settings), settings);
    return all;
}

/* An axis takes the place of a setting of the study's own, and of several studies of the user's. */
static bool drop_swept(struct rerun *r, struct tri_error *e)
{
    struct request *request = &r->bench.request;
    size_t kept = 0;
    for (size_t i = 0; i < request->sets; i++) {
        bool own = r->study->set && i == 0;
        char **left = own ? &r->own : r->settings ? &r->kept : NULL;
        if (left && !(*left = without_swept(request->set[i], &r->bench.sweep)))
            return tri_fail(e, TRI_FAILED, "out of memory");
        if (!left || **left)
            request->set[kept++] = left ? *left : request->set[i];
    }
    request->sets = kept;
    return true;
}

/* The commands that give it again, of what was asked for and of all that it measures. */
static bool name_commands(struct rerun *r, const struct bench *asked, const struct bench *whole,
                          struct tri_error *e)
{
    free(r->command);
    free(r->expanded);
    r->command = study_command(r->study, asked);
    r->expanded = spelled_out(r->study, whole);
    return (r->command && r->expanded) || tri_fail(e, TRI_FAILED, "out of memory");
}

static bool prepare_one(struct reruns *all, const struct study *study, struct tri_error *e)
{
    struct rerun *r = &all->rerun[all->n++];
    *r = (struct rerun){ .study = study, .bench = *all->bench, .seconds = (double)NAN };
    if (all->several && !keep_own(r, e))
        return false;
    r->asked = r->bench;
    if (!study_prepare(study, &r->bench, e) || !drop_swept(r, e) || !bench_check(&r->bench, e) ||
        !(all->several || study_shows(study, &r->bench, false, e)))
        return false;
    if (!all->several && !all->bench->rows &&
        !(bench_has_named(&r->bench, e) && bench_fits(&r->bench, e)))
        return false; /* of several it is a failure of this one only */
    return name_commands(r, &r->asked, &r->bench, e);
}

static bool check_axis(const struct bench *b, const char *axis, struct tri_error *e)
{
    for (size_t i = 0; studies[i].name; i++)
        if (b->study[i] && has_axis(&studies[i], axis))
            return true;
    return tri_fail(e, TRI_USAGE, "--sweep %.*s: none of the studies has this axis",
                    (int)strcspn(axis, "="), axis);
}

/* Every setting has to be one of some study. */
static bool check_shared(const struct bench *b, struct tri_error *e)
{
    struct bench shared = *b;
    struct request *r = &shared.request;
    if (r->hotspots_given)
        return tri_fail(e, TRI_USAGE, "hotspot %s: --study says of which hotspots its studies are",
                        r->hotspot[0]);
    r->hotspots = 0;
    for (size_t i = 0; studies[i].name; i++) {
        bool known = !b->study[i] || !studies[i].hotspot; /* without one it is of all */
        for (size_t k = 0; k < r->hotspots && !known; k++)
            known = strcmp(r->hotspot[k], studies[i].hotspot) == 0;
        if (!known)
            r->hotspot[r->hotspots++] = studies[i].hotspot;
    }
    for (size_t i = 0; i < b->sweep.axes; i++)
        if (!check_axis(b, b->sweep.axis[i], e))
            return false;
    return bench_check(&shared, e);
}

const char *page_name(const struct bench *b)
{
    return b->page ? b->page : b->all_studies ? "studies.html" : NULL;
}

bool reruns_prepare(struct reruns *all, struct bench *b, struct tri_error *e)
{
    *all = (struct reruns){ .bench = b, .several = b->studies > 1 };
    all->page = page_name(b);
    if (b->page && !tri_file_ends_in(b->page, ".html"))
        return tri_fail(e, TRI_USAGE, "--page %.200s: has to end in .html", b->page);
    if (all->several && !check_shared(b, e))
        return false;
    all->command = studies_command(b);
    all->rerun = calloc(b->studies, sizeof *all->rerun);
    if (!all->command || !all->rerun)
        return tri_fail(e, TRI_FAILED, "out of memory");
    b->request.path[TRI_OFFLOAD] = false; /* whether a device has to be started */
    for (size_t i = 0; studies[i].name; i++) {
        if (b->study[i] && !prepare_one(all, &studies[i], e))
            return false;
        if (b->study[i])
            b->request.path[TRI_OFFLOAD] |= all->rerun[all->n - 1].bench.request.path[TRI_OFFLOAD];
    }
    return true;
}

bool reruns_begin(struct reruns *all, struct tri_error *e)
{
    const char *folder = all->bench->figures;
    struct stat s;
    if (all->page && !tri_file_begin(&all->file, all->page, e))
        return name_option("--page", e);
    all->folder_is_new = folder && mkdir(folder, 0777) == 0;
    if (folder && !all->folder_is_new && errno != EEXIST)
        return tri_fail(e, TRI_USAGE, "--figures %.200s: cannot be created: %s", folder,
                        strerror(errno));
    if (folder && (stat(folder, &s) != 0 || !S_ISDIR(s.st_mode) || access(folder, W_OK) != 0))
        return tri_fail(e, TRI_USAGE, "--figures %.200s: has to be a folder to write to", folder);
    return true;
}

/* ---- Measuring ---- */

/* The tables of the sweep are not printed: the study's own, made of their rows, is. */
static bool measure_quietly(struct bench *b, struct tri_error *e)
{
    b->out = fopen("/dev/null", "we");
    if (!b->out)
        return tri_fail(e, TRI_FAILED, "/dev/null: %s", strerror(errno));
    bool good = bench_measure(b, e);
    fclose(b->out);
    return good;
}

/* Rows of this program on this machine; a file may hold others. */
static bool is_ours(const struct row *r, const void *unused)
{
    const char *build = json_string_value(json_object_get(r->json, "build"));
    (void)unused;
    return build && strcmp(build, tri_build()) == 0 && strcmp(r->cpu, tri_cpu_name()) == 0;
}

/* The rows there are, from line `from` on: of the user's file, or of the one in memory. */
static bool read_rows(const struct bench *b, size_t from, struct rows *rows, struct tri_error *e)
{
    char memory[40];
    off_t whole;
    snprintf(memory, sizeof memory, "/proc/self/fd/%d", b->json_fd);
    if (!rows_read_unfinished(rows, b->json ? b->json : memory, &whole, e))
        return name_option(rows_option(b), e);
    rows_keep_from(rows, from);
    return true;
}

static bool measure(const struct study *s, struct bench *b, struct tri_error *e)
{
    return s->measure ? study_measure(s, b, e) : measure_quietly(b, e);
}

static bool measure_and_show(struct reruns *all, struct rerun *r, struct tri_error *e)
{
    struct rows rows;
    const struct selection own = { r->study, &r->bench, &r->bench.sweep };
    double start = tri_now();
    if (!measure(r->study, &r->bench, e) || !read_rows(all->bench, 0, &rows, e))
        return false;
    r->seconds = tri_now() - start;
    rows_keep(&rows, is_ours, NULL);
    rows_keep(&rows, study_has, &own);
    bool good = show(all, r, &rows, e);
    rows_free(&rows);
    return good;
}

/* What an earlier study of this run has measured, or the run that is resumed, is not measured again. */
static bool measure_one(struct reruns *all, struct rerun *r, size_t from, struct tri_error *e)
{
    struct resume done = { .file = all->bench->resume.file ? all->bench->resume.file : "" };
    r->bench.json_fd = all->bench->json_fd;
    if (!study_shows(r->study, &r->bench, true, e) || !read_rows(all->bench, from, &done.rows, e))
        return false;
    r->bench.resume = done;
    bool good = measure_and_show(all, r, e);
    rows_free(&done.rows);
    all->bench->disagreed |= r->bench.disagreed;
    return good;
}

/* A study that fails is said so, and the others go on. */
static bool go_on(struct reruns *all, struct rerun *r, struct tri_error *e)
{
    struct tri_error why = *e;
    if (!all->several)
        return false;
    char option[60];
    snprintf(option, sizeof option, "--study %s:", r->study->name);
    if (strncmp(why.text, option, strlen(option)) != 0)
        name_option(option, &why);
    tri_report("bench", &why);
    all->bench->disagreed = true; /* status 1 in the end */
    return show_failure(all, r, e, e);
}

static bool measure_each(struct reruns *all, struct tri_error *e)
{
    struct rows before;
    if (!read_rows(all->bench, 0, &before, e))
        return false;
    size_t from = all->bench->resume.file || before.n == 0 ? 0 : before.row[before.n - 1].line;
    rows_free(&before);
    for (size_t i = 0; i < all->n; i++)
        if (all->rerun[i].study->measure)
            study_plan(all->rerun[i].study, &all->rerun[i].bench);
        else
            bench_plan(&all->rerun[i].bench);
    for (size_t i = 0; i < all->n; i++)
        if (!measure_one(all, &all->rerun[i], from, e) && !go_on(all, &all->rerun[i], e))
            return false;
    return true;
}

/* Rows that nobody has asked for are kept in memory. */
bool reruns_measure(struct reruns *all, struct tri_error *e)
{
    struct bench *b = all->bench;
    bool own = b->json_fd < 0;
    struct stat s;
    if (own)
        b->json_fd = memfd_create("rows", MFD_CLOEXEC);
    if (b->json_fd < 0)
        return tri_fail(e, TRI_FAILED, "--study: no room for rows: %s", strerror(errno));
    bool good = fstat(b->json_fd, &s) == 0 && S_ISREG(s.st_mode);
    good = good ? measure_each(all, e)
                : tri_fail(e, TRI_USAGE, "--json %.200s: --study reads it, it has to be a file",
                           b->json);
    if (own) {
        close(b->json_fd);
        b->json_fd = -1;
    }
    return good;
}

/* ---- Reading ---- */

/* Commands of what the rows have on the study's axes, which may be other values than it would measure. */
static bool name_rows(struct rerun *r, const struct rows *rows, struct tri_error *e)
{
    struct bench asked = r->asked, whole = r->bench;
    char *axis[MAX_AXES] = { NULL };
    bool good = true;
    for (size_t i = 0; good && i < whole.sweep.axes; i++) {
        good = (axis[i] = axis_of_rows(r->bench.sweep.axis[i], rows));
        whole.sweep.axis[i] = axis[i];
        if (i < r->asked.sweep.axes) /* the user's come first */
            asked.sweep.axis[i] = axis[i];
        else if (good && strcmp(axis[i], r->bench.sweep.axis[i]) != 0)
            asked.sweep.axis[asked.sweep.axes++] = axis[i];
    }
    good = good ? name_commands(r, &asked, &whole, e) : tri_fail(e, TRI_FAILED, "out of memory");
    for (size_t i = 0; i < MAX_AXES; i++)
        free(axis[i]);
    return good;
}

static const char nothing[] = "nothing of it is in the rows";

/* Of all studies at once it is no news that rows have nothing of some. */
static bool show_nothing(struct reruns *all, struct rerun *r, struct tri_error *e)
{
    struct tri_error why;
    r->empty = true;
    tri_fail(&why, TRI_USAGE, "%s", nothing);
    return all->bench->all_studies || show_failure(all, r, &why, e);
}

static bool read_one(struct reruns *all, struct rerun *r, const struct rows *rows,
                     struct tri_error *e)
{
    struct rows own;
    const struct selection selection = { r->study, &r->bench, &all->bench->sweep };
    if (!study_shows(r->study, &r->bench, true, e))
        return false;
    if (!rows_copy(&own, rows))
        return tri_fail(e, TRI_FAILED, "out of memory");
    rows_keep(&own, study_has, &selection);
    bool good = rows_of_one_machine(&own, e);
    if (good)
        good = own.n > 0 ? name_rows(r, &own, e) && show(all, r, &own, e) : show_nothing(all, r, e);
    rows_free(&own);
    return good;
}

/* Of studies that were named, which the rows have nothing of. */
static bool tell_empty(const struct reruns *all, struct tri_error *e)
{
    size_t empty = 0;
    for (size_t i = 0; i < all->n; i++)
        empty += all->rerun[i].empty;
    if (empty == all->n)
        return tri_fail(
            e, TRI_USAGE,
            "--rows %.200s: none is of the study (with the --set and --input that there were)",
            all->bench->rows);
    for (size_t i = 0; i < all->n && !all->bench->all_studies; i++)
        if (all->rerun[i].empty)
            fprintf(all->bench->out, "%s: %s\n", all->rerun[i].study->name, nothing);
    return true;
}

bool reruns_read(struct reruns *all, struct tri_error *e)
{
    struct rows rows;
    if (!rows_read_all(&rows, all->bench->rows, e))
        return name_option("--rows", e);
    bool good = true;
    for (size_t i = 0; good && i < all->n; i++)
        good = read_one(all, &all->rerun[i], &rows, e) || go_on(all, &all->rerun[i], e);
    rows_free(&rows);
    return good && tell_empty(all, e);
}

/* ---- The end ---- */

bool reruns_end(struct reruns *all, struct tri_error *e)
{
    if (!all->page)
        return true;
    if (!page_write(&all->written, all->command, all->file.stream, e) ||
        !tri_file_commit(&all->file, e))
        return name_option("--page", e);
    fprintf(all->bench->out, "page %s\n", all->page);
    return true;
}

/* A folder into which nothing was drawn goes again. */
void reruns_free(struct reruns *all)
{
    tri_file_abandon(&all->file);
    if (all->folder_is_new)
        rmdir(all->bench->figures);
    page_free(&all->written);
    for (size_t i = 0; i < all->n; i++) {
        free(all->rerun[i].settings);
        free(all->rerun[i].kept);
        free(all->rerun[i].own);
        free(all->rerun[i].command);
        free(all->rerun[i].expanded);
    }
    free(all->rerun);
    free(all->command);
}
