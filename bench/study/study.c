/* Running a study. */
#define _GNU_SOURCE /* memfd_create */
#include "study.h"

#include "row.h"

#include <errno.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

const char *study_at(size_t i, const void *unused)
{
    (void)unused;
    return studies[i].name;
}

void study_list(FILE *out)
{
    for (size_t i = 0; studies[i].name; i++)
        fprintf(out, "%-15s %s (%s)\n", studies[i].name, studies[i].meaning, studies[i].tables);
}

/* ---- What bench is to do ---- */

static bool begins(const char *axis, const char *name)
{
    return strncmp(axis, name, strlen(name)) == 0 && axis[strlen(name)] == '=';
}

/* Whether the user has said something of it. */
static bool is_given(const struct bench *b, const char *axis)
{
    const struct request *r = &b->request;
    const struct sweep *s = &b->sweep;
    size_t length = strcspn(axis, "=") + 1;
    for (size_t i = 0; i < s->axes; i++)
        if (strncmp(s->axis[i], axis, length) == 0)
            return true;
    return (begins(axis, "path") && (r->paths_given || s->path_given)) ||
           (begins(axis, "precision") && (r->precisions_given || s->precision_given)) ||
           (begins(axis, "threads") && r->threads_given);
}

/* Those of the study, unless the user has named some. */
static bool take_peers(const struct study *s, struct bench *b)
{
    if (!s->peers || b->peers_given)
        return true;
    if (!*s->peers)
        choose_usual_peers(b->peer);
    return !*s->peers || parse_list(&b->request, "--peers", s->peers, peer_name, b->peer) == 0;
}

/* What does not go with rows of a study's own kind. */
static bool check_own(const struct study *s, const struct bench *b, struct tri_error *e)
{
    const struct request *r = &b->request;
    if (s->kind == TRI_ROW_TIMES)
        return true;
    for (size_t i = 0; peer_name(i, NULL); i++)
        if (b->peer[i])
            return tri_fail(e, TRI_USAGE, "--peers: --study %s is of paths only", s->name);
    if (s->kind == TRI_ROW_DIFFERENCE && (r->precisions_given || b->sweep.precision_given))
        return tri_fail(e, TRI_USAGE, "--precision: --study %s is of both", s->name);
    return true;
}

bool study_prepare(const struct study *s, struct bench *b, struct tri_error *e)
{
    struct request *r = &b->request;
    if (!check_own(s, b, e))
        return false;
    if (s->hotspot && r->hotspots_given)
        return tri_fail(e, TRI_USAGE, "hotspot %s: --study %s is of %s", r->hotspot[0], s->name,
                        s->hotspot);
    if (s->hotspot) {
        r->hotspot[0] = s->hotspot;
        r->hotspots = 1;
    }
    if (s->set && r->sets < MAX_SETTINGS) { /* the user's come later and win */
        memmove(r->set + 1, r->set, r->sets * sizeof *r->set);
        r->set[0] = s->set;
        r->sets++;
    }
    bool good = take_peers(s, b);
    for (size_t i = 0; good && s->axis[i]; i++)
        good = is_given(b, s->axis[i]) || parse_axis(&b->sweep, r, s->axis[i]) == 0;
    if (!good)
        *e = r->error;
    return good;
}

/* ---- Running it ---- */

/* What it is of, how to have it again, and on what it was measured. */
static void print_title(const struct study *s, const struct bench *b, const struct rows *rows,
                        FILE *out)
{
    const struct request *r = &b->request;
    const char *device = NULL, *between = " path=";
    fprintf(out, "%s: %s (%s)\nbench", s->name, s->meaning, s->tables);
    for (size_t i = 0; i < r->hotspots && (s->hotspot || r->hotspots_given); i++)
        fprintf(out, "%c%s", i ? ',' : ' ', r->hotspot[i]);
    for (size_t i = 0; i < r->sets; i++)
        fprintf(out, " --set %s", r->set[i]);
    if (s->peers)
        fprintf(out, " --peers%s%s", *s->peers ? "=" : "", s->peers);
    for (size_t i = 0; i < b->sweep.axes; i++)
        fprintf(out, "%s %s", i ? "" : " --sweep", b->sweep.axis[i]);
    for (int p = 0; p < TRI_PATHS; p++)
        if (r->path[p]) {
            fprintf(out, "%s%s", between, tri_path_name((enum tri_path)p));
            between = ",";
        }
    for (size_t i = 0; i < rows->n; i++)
        device = rows->row[i].device ? rows->row[i].device : device;
    fprintf(out, "\n%s, %d cores%s%s, %s\n\n", tri_cpu_name(), tri_cpu_cores(), device ? "; " : "",
            device ? device : "", rows->n ? rows->row[0].compiler : "");
}

/* Rows of this program on this machine; a file may hold others. */
static bool is_ours(const struct row *r, const void *hotspot)
{
    const char *build = json_string_value(json_object_get(r->json, "build"));
    return build && strcmp(build, tri_build()) == 0 && strcmp(r->cpu, tri_cpu_name()) == 0 &&
           (!hotspot || strcmp(r->hotspot, hotspot) == 0);
}

/* The tables of the sweep are not printed: the study's own, made of their rows, is. */
static bool measure_quietly(const struct study *s, struct bench *b,
                            bool (*sweep)(void *, struct tri_error *), struct tri_error *e)
{
    FILE *out = b->out;
    if (s->measure)
        return study_measure(s, b, e);
    b->out = fopen("/dev/null", "we");
    bool good = b->out ? sweep(b, e) : tri_fail(e, TRI_FAILED, "/dev/null: %s", strerror(errno));
    if (b->out)
        fclose(b->out);
    b->out = out;
    return good;
}

static bool print_sheet(const struct study *s, const struct rows *rows, struct bench *b,
                        struct tri_error *e)
{
    struct sheet sheet;
    if (!study_sheet(s, rows, &sheet, e))
        return false;
    sheet_print(&sheet, b->out);
    b->disagreed |= sheet.disagrees;
    sheet_free(&sheet);
    return true;
}

bool study_run(const struct study *s, struct bench *b, bool (*sweep)(void *, struct tri_error *),
               struct tri_error *e)
{
    char file[40];
    struct rows rows;
    off_t whole;
    bool own = b->json_fd < 0; /* rows that nobody has asked for are kept in memory */
    if (own)
        b->json_fd = memfd_create("rows", MFD_CLOEXEC);
    if (b->json_fd < 0)
        return tri_fail(e, TRI_FAILED, "--study %s: no room for rows: %s", s->name,
                        strerror(errno));
    snprintf(file, sizeof file, "/proc/self/fd/%d", b->json_fd);
    bool good = measure_quietly(s, b, sweep, e) && rows_read_unfinished(&rows, file, &whole, e);
    if (good) {
        rows_keep(&rows, is_ours, s->hotspot);
        print_title(s, b, &rows, b->out);
        good = print_sheet(s, &rows, b, e);
        rows_free(&rows);
    }
    if (own) {
        close(b->json_fd);
        b->json_fd = -1;
    }
    return good;
}
