/* Writes commands that a shell can run. */
#include "rerun.h"

#include "process.h"

#include <stdlib.h>
#include <string.h>

static void print_names(FILE *out, const char *before, name_fn *name, const bool *marked)
{
    for (size_t i = 0; name(i, NULL); i++)
        if (marked[i]) {
            fprintf(out, "%s%s", before, name(i, NULL));
            before = ",";
        }
}

static void print_variants(FILE *out, const char *before, const struct variant_names *v)
{
    if (v->all)
        fprintf(out, "%sall", before);
    for (size_t i = 0; i < v->n; i++)
        fprintf(out, "%s%s", i ? "," : before, v->name[i]);
}

static void print_axes(FILE *out, const struct sweep *s)
{
    const char *before = " --sweep"; /* before the first axis */
    for (size_t i = 0; i < s->axes; i++, before = "") {
        fprintf(out, "%s ", before);
        print_word(out, s->axis[i]);
    }
    fputs(sweep_given(s) ? before : "", out);
    if (s->path_given)
        print_names(out, " path=", path_at, s->path);
    if (s->variants_given)
        print_variants(out, " variant=", &s->variants);
    if (s->precision_given)
        print_names(out, " precision=", precision_at, s->precision);
}

static void print_option(FILE *out, const char *option, const char *word)
{
    if (word) {
        fprintf(out, " %s ", option);
        print_word(out, word);
    }
}

/* Prints the assignments in `set`, without those of parameters that an axis varies. */
static void print_set(FILE *out, const char *set, const struct sweep *axes)
{
    char *kept = malloc(strlen(set) + 1), *end = kept;
    for (const char *one = set; kept && *one; one = next_item(one))
        if (!sweeps_over(axes, one))
            end += sprintf(end, "%s%.*s", end > kept ? "," : "", (int)item_length(one), one);
    if (end > kept)
        print_option(out, "--set", kept);
    free(kept);
}

static void print_request(FILE *out, const struct batch *b, const struct sweep *axes)
{
    const struct request *r = &b->request;
    if (r->base)
        print_set(out, r->base, axes);
    for (size_t i = 0; i < r->sets; i++)
        print_set(out, r->set[i], axes);
    print_names(out, " --peers=", peer_name, b->peer);
    if (r->paths_given)
        print_names(out, " --path ", path_at, r->path);
    if (r->variants_given)
        print_variants(out, " --variant ", &r->variants);
    if (r->precisions_given)
        print_names(out, " --precision ", precision_at, r->precision);
    if (r->threads_given)
        fprintf(out, " --threads %d", r->threads);
    print_option(out, "--input", r->input);
    if (b->reps)
        fprintf(out, " --reps %zu", b->reps);
    if (b->no_ceilings)
        fputs(" --no-ceilings", out);
    if (b->sweep.weak)
        fputs(" --weak", out);
    print_axes(out, &b->sweep);
}

static void print_files(FILE *out, const struct studies *s)
{
    const struct batch *b = &s->batch;
    print_option(out, "--rows", s->rows);
    print_option(out, "--json", b->resume.file ? NULL : b->json);
    print_option(out, "--db", b->db);
    print_option(out, "--resume", b->resume.file);
    print_option(out, "--figures", s->figures);
    print_option(out, "--slides", s->slides);
    print_option(out, "--page", s->page);
}

/* The program, its studies (or NULL), the named hotspots, then the other options; to be freed. */
static char *spell(const char *program, const bool *marked, const struct batch *b,
                   const struct sweep *axes, const struct studies *files)
{
    char *text = NULL;
    size_t size;
    FILE *out = open_memstream(&text, &size);
    if (!out)
        return NULL;
    fputs(program, out);
    if (marked)
        print_names(out, " ", study_at, marked);
    for (size_t i = 0; b->request.hotspots_given && i < b->request.hotspots; i++)
        fprintf(out, "%s%s", i ? "," : " ", b->request.hotspot[i]);
    print_request(out, b, axes);
    if (files)
        print_files(out, files);
    if (fclose(out) == 0)
        return text;
    free(text);
    return NULL;
}

char *study_command(const struct study *study, const struct batch *b, const struct sweep *axes)
{
    char program[300];
    snprintf(program, sizeof program, "%s %s", program_name("study"), study->name);
    return spell(program, NULL, b, axes, NULL);
}

char *studies_command(const struct studies *s)
{
    char program[300];
    snprintf(program, sizeof program, "%s%s", program_name("study"), s->all ? " all" : "");
    return spell(program, s->all ? NULL : s->study, &s->batch, &s->batch.sweep, s);
}

char *spelled_out(const struct batch *b)
{
    return spell(program_name("bench"), NULL, b, &b->sweep, NULL);
}
