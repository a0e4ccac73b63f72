/* Running a study, and its table. */
#define _GNU_SOURCE /* memfd_create */
#include "study.h"

#include "format.h"
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

bool study_prepare(const struct study *s, struct bench *b, struct tri_error *e)
{
    struct request *r = &b->request;
    if (s->run && (b->json || b->resume.file))
        return tri_fail(e, TRI_USAGE, "--%s: --study %s counts points and measures no time",
                        b->json ? "json" : "resume", s->name);
    if (r->hotspots_given)
        return tri_fail(e, TRI_USAGE, "hotspot %s: --study %s is of %s", r->hotspot[0], s->name,
                        s->hotspot);
    r->hotspot[0] = s->hotspot;
    r->hotspots = 1;
    if (s->set && r->sets < MAX_SETTINGS) { /* the user's come later and win */
        memmove(r->set + 1, r->set, r->sets * sizeof *r->set);
        r->set[0] = s->set;
        r->sets++;
    }
    bool good =
        !s->peers || b->peers_given || parse_list(r, "--peers", s->peers, peer_name, b->peer) == 0;
    for (size_t i = 0; good && s->axis[i]; i++)
        good = is_given(b, s->axis[i]) || parse_axis(&b->sweep, r, s->axis[i]) == 0;
    if (!good)
        *e = r->error;
    return good;
}

/* ---- Finding rows ---- */

/* The value that a comma-separated list has for a name, as long as *length; NULL: none. */
static const char *value_in(const char *list, const char *name, size_t *length)
{
    for (; list && *list; list += strcspn(list, ",") + (list[strcspn(list, ",")] == ','))
        if (begins(list, name)) {
            const char *value = list + strlen(name) + 1;
            *length = strcspn(value, ",");
            return value;
        }
    return NULL;
}

/* What a row has of a name, as text; "" if it has nothing of it. */
static struct text text_of(const struct row *r, const char *name)
{
    struct text t = { "" };
    const char *key = strcmp(name, "threads-per-team") == 0 ? "threads_per_team" : name;
    const json_t *param = json_object_get(r->params, name);
    const json_t *value = param ? param : json_object_get(r->json, key);
    if (strcmp(name, "path") == 0)
        snprintf(t.s, sizeof t.s, "%s", r->path);
    else if (json_is_string(value))
        snprintf(t.s, sizeof t.s, "%s", json_string_value(value));
    else if (json_is_integer(value))
        snprintf(t.s, sizeof t.s, "%lld", (long long)json_integer_value(value));
    else if (json_is_number(value))
        snprintf(t.s, sizeof t.s, "%.10g", json_number_value(value));
    return t;
}

/* Whether the row has all that the list says, but for what is said in `but`. */
static bool has_all(const struct row *r, const char *list, const char *but)
{
    while (list && *list) {
        char name[40];
        size_t length, other;
        snprintf(name, sizeof name, "%.*s", (int)strcspn(list, "="), list);
        const char *value = value_in(list, name, &length);
        struct text own = text_of(r, name);
        if (!value)
            return false;
        if (!value_in(but, name, &other) &&
            (strlen(own.s) != length || strncmp(own.s, value, length) != 0))
            return false;
        list = value[length] ? value + length + 1 : value + length;
    }
    return true;
}

/* The last row, measured or absent, of a table's line with what the column says; `over` first. */
static const struct row *find(const struct rows *rows, const char *line, const char *where,
                              const char *over)
{
    for (size_t i = rows->n; i-- > 0;) {
        const struct row *r = &rows->row[i];
        char both[400];
        snprintf(both, sizeof both, "%s,%s", over ? over : "", where);
        if (has_all(r, over, NULL) && has_all(r, where, over) && has_all(r, line, both))
            return r;
    }
    return NULL;
}

/* ---- Cells ---- */

enum { NOTES = 16 };

struct notes {
    const char *text[NOTES];
    size_t n;
};

/* "(1)", and the note at the end of the table. */
static struct text note(struct notes *notes, const char *why)
{
    struct text t;
    size_t i = 0;
    while (i < notes->n && strcmp(notes->text[i], why) != 0)
        i++;
    if (i == NOTES)
        i--;
    if (i == notes->n)
        notes->text[notes->n++] = why;
    snprintf(t.s, sizeof t.s, "(%zu)", i + 1);
    return t;
}

static struct text derive(const struct column *c, const struct row *r, const struct row *base)
{
    char unit[48];
    double units = json_number_value(json_object_get(r->json, "units"));
    double speed = base ? base->seconds / r->seconds : (double)NAN;
    switch (c->derived) {
    case DERIVED_RATE:
        snprintf(unit, sizeof unit, "%s", json_string_value(json_object_get(r->json, "rate_unit")));
        return si(units / r->seconds, unit);
    case DERIVED_SPEED_UP: return ratio(speed);
    case DERIVED_EFFICIENCY: return percent(speed / r->threads * (base ? base->threads : 1));
    case DERIVED_SAVED: return percent(1 - 1 / speed);
    case DERIVED_TIME: break;
    }
    return si(r->seconds, "s");
}

static struct text cell(const struct rows *rows, const char *line, const struct column *c,
                        struct notes *notes)
{
    const struct row *r = find(rows, line, c->where, NULL);
    const struct row *base = c->over ? find(rows, line, c->where, c->over) : NULL;
    struct text none = { "-" };
    if (!r)
        return none;
    if (r->absent)
        return note(notes, r->absent);
    return derive(c, r, base && !base->absent ? base : NULL);
}

/* ---- Lines ---- */

struct lines {
    char **line; /* each "resolution=500,threads=1" */
    size_t n;
};

static char *line_of(const struct row *r, const char *down)
{
    char *text = NULL;
    size_t size;
    FILE *out = open_memstream(&text, &size);
    for (; out && *down; down += strcspn(down, ",") + (down[strcspn(down, ",")] == ',')) {
        char name[40];
        snprintf(name, sizeof name, "%.*s", (int)strcspn(down, ","), down);
        fprintf(out, "%s%s=%s", ftell(out) > 0 ? "," : "", name, text_of(r, name).s);
    }
    if (out)
        fclose(out);
    return text;
}

/* Takes the line, if it is a new one. */
static void add_line(struct lines *l, char *line)
{
    bool known = !line;
    for (size_t i = 0; i < l->n; i++)
        known = known || strcmp(l->line[i], line) == 0;
    char **more = known ? NULL : realloc(l->line, (l->n + 1) * sizeof *more);
    if (more) {
        l->line = more;
        l->line[l->n++] = line;
    } else
        free(line);
}

/* Only of what a column shows: rows of something else make no line. */
static struct lines lines_of(const struct study *s, const struct rows *rows)
{
    struct lines l = { NULL, 0 };
    for (size_t i = 0; i < rows->n; i++)
        for (size_t c = 0; s->column[c].heading; c++)
            if (has_all(&rows->row[i], s->column[c].where, NULL)) {
                add_line(&l, line_of(&rows->row[i], s->down));
                break;
            }
    return l;
}

static void free_lines(struct lines *l)
{
    for (size_t i = 0; i < l->n; i++)
        free(l->line[i]);
    free(l->line);
}

/* ---- The table ---- */

static int width_of(const struct column *c)
{
    int least = c->derived == DERIVED_RATE ? 20 : 10, heading = (int)strlen(c->heading);
    return heading > least ? heading : least;
}

/* The values of a line, "500,1", or its names, in columns of their own. */
static void print_down(FILE *out, const char *line, bool names)
{
    while (*line) {
        size_t name = strcspn(line, "="), all = strcspn(line, ",");
        int width = name > 8 ? (int)name : 8;
        fprintf(out, "%*.*s  ", width, (int)(names ? name : all - name - 1),
                names ? line : line + name + 1);
        line += all + (line[all] == ',');
    }
}

static const char *reported(const struct study *s, const char *line)
{
    for (size_t i = 0; i < REPORT_FIGURES && s->report[i].line; i++) {
        const char *own = s->report[i].line, *at = line;
        bool same = true;
        while (same && *at) {
            size_t name = strcspn(at, "=") + 1, all = strcspn(at, ",");
            same = strncmp(own, at + name, all - name) == 0;
            own += all - name + (own[all - name] == ',');
            at += all + (at[all] == ',');
        }
        if (same)
            return s->report[i].text;
    }
    return "";
}

static void print_line(const struct study *s, const struct rows *rows, FILE *out, const char *line,
                       struct notes *notes)
{
    print_down(out, line, false);
    for (size_t c = 0; s->column[c].heading; c++)
        fprintf(out, "%*s  ", width_of(&s->column[c]), cell(rows, line, &s->column[c], notes).s);
    fprintf(out, "%s\n", s->report_heading ? reported(s, line) : "");
}

/* What it is of, how to have it again, and on what it was measured. */
static void print_title(const struct study *s, const struct bench *b, const struct rows *rows,
                        FILE *out)
{
    const struct request *r = &b->request;
    const char *device = NULL, *between = " path=";
    fprintf(out, "%s: %s (%s)\nbench %s", s->name, s->meaning, s->tables, s->hotspot);
    for (size_t i = 0; i < r->sets; i++)
        fprintf(out, " --set %s", r->set[i]);
    if (s->peers)
        fprintf(out, " --peers=%s", s->peers);
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

bool study_print(const struct study *s, const struct rows *rows, FILE *out, struct tri_error *e)
{
    struct lines l = lines_of(s, rows);
    struct notes notes = { .n = 0 };
    if (l.n == 0)
        return tri_fail(e, TRI_FAILED, "--study %s: nothing of it could be measured", s->name);
    print_down(out, l.line[0], true);
    for (size_t c = 0; s->column[c].heading; c++)
        fprintf(out, "%*s  ", width_of(&s->column[c]), s->column[c].heading);
    fprintf(out, "%s\n", s->report_heading ? s->report_heading : "");
    for (size_t i = 0; i < l.n; i++)
        print_line(s, rows, out, l.line[i], &notes);
    for (size_t i = 0; i < notes.n; i++)
        fprintf(out, "%s(%zu) %s\n", i ? "" : "\n", i + 1, notes.text[i]);
    fputc('\n', out);
    free_lines(&l);
    return true;
}

/* ---- Running it ---- */

/* Rows of this program on this machine; a file may hold others. */
static bool is_ours(const struct row *r, const void *hotspot)
{
    const char *build = json_string_value(json_object_get(r->json, "build"));
    return build && strcmp(build, tri_build()) == 0 && strcmp(r->cpu, tri_cpu_name()) == 0 &&
           strcmp(r->hotspot, hotspot) == 0;
}

/* The tables of the sweep are not printed: the study's own, made of their rows, is. */
static bool measure_quietly(struct bench *b, bool (*measure)(void *, struct tri_error *),
                            struct tri_error *e)
{
    FILE *out = b->out;
    b->out = fopen("/dev/null", "we");
    bool good = b->out ? measure(b, e) : tri_fail(e, TRI_FAILED, "/dev/null: %s", strerror(errno));
    if (b->out)
        fclose(b->out);
    b->out = out;
    return good;
}

bool study_run(const struct study *s, struct bench *b, bool (*measure)(void *, struct tri_error *),
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
    bool good = measure_quietly(b, measure, e) && rows_read_unfinished(&rows, file, &whole, e);
    if (good) {
        rows_keep(&rows, is_ours, s->hotspot);
        print_title(s, b, &rows, b->out);
        good = study_print(s, &rows, b->out, e);
        rows_free(&rows);
    }
    if (own) {
        close(b->json_fd);
        b->json_fd = -1;
    }
    return good;
}
