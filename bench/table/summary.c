/* What a bare `bench` prints: a row for each hotspot, with the times of all paths beside each other. */
#include "summary.h"

#include "build_info.h"
#include "output.h"
#include "process.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

/* ---- What there is of a row ---- */

static double seconds_of(const struct result *r)
{
    return r ? tri_median(&r->m.kernel) : INFINITY;
}

/* The fastest of a path; of any variant if none is named.  NULL: there is none. */
static const struct result *fastest(const struct table *t, enum tri_path path, const char *variant)
{
    const struct result *best = NULL;
    for (size_t i = 0; i < t->n; i++) {
        const struct tri_measurement *m = &t->row[i]->m;
        if (m->path == path && !m->peer && (!variant || strcmp(m->variant, variant) == 0) &&
            seconds_of(t->row[i]) < seconds_of(best))
            best = t->row[i];
    }
    return best;
}

static const struct result *faster(const struct result *a, const struct result *b)
{
    return seconds_of(b) < seconds_of(a) ? b : a;
}

/* The row's times in the order of their columns. */
enum time { REFERENCE, SIMD, AVX2, PLAIN, TUNED, TIMES };

static void find_times(const struct table *t, const struct result *time[TIMES])
{
    const struct tri_variant *plain = tri_variant_at(t->hotspot, 0);
    const struct tri_variant *tuned = tri_variant_last(t->hotspot);
    time[REFERENCE] = fastest(t, TRI_REFERENCE, NULL);
    time[SIMD] = fastest(t, TRI_SIMD, NULL);
    time[AVX2] = fastest(t, TRI_AVX2, NULL);
    time[PLAIN] = fastest(t, TRI_OFFLOAD, plain->name);
    time[TUNED] = tuned == plain ? NULL : fastest(t, TRI_OFFLOAD, tuned->name);
}

/* ---- A row ---- */

static enum paint painted(const struct summary *s, enum paint paint)
{
    return s->colour ? paint : PAINT_NONE;
}

/* "." as long as the row is not done: there may be one yet. */
static void print_times(const struct summary *s, const struct result *const time[TIMES], bool done)
{
    const struct result *best = NULL;
    for (int i = 0; i < TIMES; i++)
        best = faster(best, time[i]);
    for (int i = 0; i < TIMES; i++) {
        fputc(' ', s->out);
        print_painted(s->out,
                      painted(s, !time[i]          ? PAINT_DIM
                                 : time[i] == best ? PAINT_BOLD
                                                   : PAINT_NONE),
                      7,
                      time[i] ? si(seconds_of(time[i]), "s").s
                      : done  ? "-"
                              : ".");
    }
}

static struct text share_of_limit(const struct result *r)
{
    double share = r ? result_share(r) : (double)NAN;
    struct text t = { "    -" };
    if (share > 0)
        snprintf(t.s, sizeof t.s, "%5.12s %.24s", marked_share(share).s,
                 tri_resource_name(tri_ceiling_binds(&r->ceiling, &r->m.work)));
    return t;
}

/* With both precisions there is no room for intervals. */
static int width_of_ratio(const struct summary *s)
{
    return s->both ? 5 : 11;
}

/* "12.3 +-2 %": the speed over that of the fastest CPU path. */
static struct text times_cpu(const struct summary *s, const struct result *const time[TIMES],
                             const struct result *offload)
{
    const struct result *cpu = faster(faster(time[REFERENCE], time[SIMD]), time[AVX2]);
    struct text t = { "-" };
    struct tri_interval x = result_speed(offload, cpu);
    int digits = x.middle < 9.95 ? 2 : x.middle < 99.5 ? 1 : 0;
    if (x.low > 0 && !s->both)
        snprintf(t.s, sizeof t.s, "%.*f +-%.0f %%", digits, x.middle, 100 * tri_interval_width(&x));
    else if (x.middle > 0)
        snprintf(t.s, sizeof t.s, "%.*f", digits, x.middle);
    return t;
}

static void print_differing(const struct summary *s, const struct table *t, bool done)
{
    size_t points = 0;
    bool wrong = false;
    for (size_t i = 0; i < t->n; i++) {
        points += t->row[i]->m.difference.different;
        wrong |= !t->row[i]->m.agrees;
    }
    char text[32];
    snprintf(text, sizeof text, "%zu%s", points, wrong ? "!" : "");
    print_painted(s->out, painted(s, wrong ? PAINT_RED : PAINT_NONE), 0,
                  points > 0 || wrong ? text
                  : done && t->n > 0  ? "none"
                                      : "");
}

static void print_name(const struct summary *s, const struct tri_hotspot *h)
{
    if (s->both)
        fprintf(s->out, "%-*s %-6s", s->names - 7, h->name, tri_precision_name(h->precision));
    else
        fprintf(s->out, "%-*s", s->names, h->name);
}

/* What is set against the limit is the fastest offload; where nothing is offloaded, the fastest of all. */
static void print_row_of(const struct summary *s, const struct table *t, bool done)
{
    const struct result *time[TIMES];
    find_times(t, time);
    const struct result *offload = faster(time[PLAIN], time[TUNED]), *best = offload;
    for (int i = 0; !offload && done && i < PLAIN; i++)
        best = faster(best, time[i]);
    print_name(s, t->hotspot);
    print_times(s, time, done);
    fprintf(s->out, " %*s %-17s %-11s ", width_of_ratio(s), times_cpu(s, time, offload).s,
            share_of_limit(best).s, best ? tri_place_name(best->m.place) : "-");
    print_differing(s, t, done);
}

/* ---- All of them ---- */

void summary_add(struct summary *s, const struct tri_hotspot *h)
{
    int length = (int)strlen(h->name);
    if (s->rows == SUMMARY_ROWS)
        return;
    s->names = length > s->names ? length : s->names;
    s->both |= s->rows > 0 && h->precision != s->hotspot[0]->precision;
    s->hotspot[s->rows++] = h;
}

/* Which machine, which build: one line. */
static void print_machine(const struct summary *s)
{
    char text[400];
    bool device = s->request->path[TRI_OFFLOAD] && tri_device_start(NULL);
    snprintf(text, sizeof text, "%s, %d thread%s; %s%s; %s, %s; %s", tri_cpu_name(),
             s->request->threads, s->request->threads > 1 ? "s" : "",
             device ? "offload to " : "no device",
             !device                         ? ""
             : tri_device_place() == TRI_GPU ? tri_device_name()
                                             : "the CPU itself",
             TRIPTYCH_PRESET, TRIPTYCH_COMPILER,
             s->both ? "float and double" : tri_precision_name(s->hotspot[0]->precision));
    print_wrapped(s->out, SUMMARY_COLUMNS, 0, 0, text);
    print_build_kind(s->out, s->hotspot[0]);
    print_intrinsics(s->out);
}

static void print_head(const struct summary *s)
{
    char line[200];
    print_machine(s);
    fprintf(s->out, "\n%*s", s->names + 27, "");
    fputs("offload\n", s->out);
    snprintf(line, sizeof line, "%-*s%9s %7s %7s %7s %7s %*s %-17s %-11s %s", s->names - 1,
             "hotspot", "reference", "simd", "avx2", "plain", "tuned", width_of_ratio(s), "x CPU",
             "of ceiling", "ran on", "differ");
    print_painted(s->out, painted(s, PAINT_BOLD), 0, line);
    fputc('\n', s->out);
}

void summary_begin(struct summary *s)
{
    enum { AROUND = 8 };
    s->names = (s->names > 10 ? s->names : 10) + (s->both ? 7 : 0);
    s->live = terminal_has_lines(s->out, s->rows + AROUND);
    s->colour = terminal_has_colour(s->out);
    s->wrong = open_memstream(&s->wrongs, &s->size);
    print_head(s);
    for (size_t i = 0; s->live && i < s->rows; i++) {
        print_row_of(s, &(struct table){ .hotspot = s->hotspot[i] }, false);
        fputc('\n', s->out);
    }
    fflush(s->out);
}

/* On a terminal the cursor stays below the rows, where the progress line is. */
static void show(const struct summary *s, const struct table *t, bool done)
{
    if (s->live)
        fprintf(s->out, "\033[%zuA\r", s->rows - s->done);
    else if (!done)
        return;
    print_row_of(s, t, done);
    if (s->live)
        fprintf(s->out, "\033[K\033[%zuB\r", s->rows - s->done);
    else
        fputc('\n', s->out);
    fflush(s->out);
}

void summary_update(struct summary *s, const struct table *t)
{
    show(s, t, false);
}

void summary_wrong(const struct summary *s, const struct table *t, const struct tri_measurement *m,
                   const char *why)
{
    if (s->wrong)
        fprintf(s->wrong, "WRONG: %s %s %s: %s\n", t->hotspot->name,
                contender_name(m->peer, m->path, m->variant).s,
                tri_precision_name(t->hotspot->precision), why);
}

static void note_wrong(const struct summary *s, const struct table *t, const struct result *r)
{
    char points[100];
    const char *why = tri_audit_first_wrong(&r->audit);
    snprintf(points, sizeof points, "%zu of %zu points differ from the reference",
             r->m.difference.different, r->m.difference.points);
    if (!r->m.agrees)
        summary_wrong(s, t, &r->m, why ? why : points);
}

void summary_done(struct summary *s, const struct table *t)
{
    show(s, t, true);
    s->done++;
    for (size_t i = 0; i < t->n; i++) {
        s->ran[t->row[i]->m.path] = true;
        s->on_gpu |= t->row[i]->m.place == TRI_GPU;
        faults_add(&s->faults, &t->row[i]->m.conditions, t->row[i]->m.clock, NULL);
        note_wrong(s, t, t->row[i]);
    }
    for (int path = 0; path < TRI_PATHS; path++)
        if (*t->why[path])
            snprintf(s->why[path], sizeof s->why[path], "%s", t->why[path]);
}

/* ---- Below them ---- */

static void print_absent_paths(const struct summary *s)
{
    for (int path = 0; path < TRI_PATHS; path++)
        if (*s->why[path] && !s->ran[path]) {
            char text[sizeof s->why[path] + 40];
            snprintf(text, sizeof text, "%.20s %s", tri_path_name((enum tri_path)path),
                     s->why[path]);
            print_wrapped(s->out, SUMMARY_COLUMNS, 0, 2, text);
        }
}

/* Its meaning is to the right of a command, or below it if that is long. */
static void print_hint(FILE *out, const char *program, const char *words, const char *meaning)
{
    enum { WIDE = 42 };
    int width = fprintf(out, "  %s%s%s", program_command(program), *words ? " " : "", words);
    bool below = width >= WIDE; /* two blanks are between them, at least */
    fprintf(out, "%s%*s %s\n", below ? "\n" : "", below ? WIDE : WIDE - width, "", meaning);
}

static void print_hints(const struct summary *s)
{
    char words[120];
    const char *one = s->hotspot[s->rows / 2]->name;
    print_hint(s->out, "bench", one, "one hotspot in detail: rates, spread, transfers, ceilings");
    snprintf(words, sizeof words, "ladder %.80s", one);
    if (tri_variant_count(s->hotspot[s->rows / 2]) > 1)
        print_hint(s->out, "study", words, "what each optimisation from plain to tuned gains");
    snprintf(words, sizeof words, "%.80s --peers", one);
    if (s->on_gpu)
        print_hint(s->out, "bench", words, "the same, with hand-written CUDA and libraries");
    else
        print_hint(s->out, "doctor", "", "why nothing runs on a GPU here, and what to do");
}

void summary_end(struct summary *s, bool good)
{
    if (s->wrong)
        fclose(s->wrong);
    if (good) {
        fputc('\n', s->out);
        if (s->wrongs)
            fputs(s->wrongs, s->out);
        print_absent_paths(s);
        faults_print(&s->faults, s->out, 0, "Conditions of some rows:");
        fputs(
            "Median times, data resident.  x CPU: speed of the faster offload variant over the fastest CPU "
            "path\n(+-: 95 % interval).  of ceiling: its share of what this machine can do, and what limits it.\n"
            "differ: points that are not the reference's, bit for bit (a reduction sums in another order).\n"
            "-: not possible here; ",
            s->out);
        fprintf(s->out, "%s HOTSPOT says why.  Next:\n", program_command("bench"));
        print_hints(s);
        fflush(s->out);
    }
    free(s->wrongs);
    s->wrongs = NULL;
}
