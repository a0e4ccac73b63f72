/* Commands in the words of a shell. */
#include "command.h"

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

/* The option before the first axis, a blank before the others. */
static void begin_axis(FILE *out, bool *first)
{
    fputs(*first ? " --sweep " : " ", out);
    *first = false;
}

static void print_axes(FILE *out, const struct sweep *s)
{
    bool first = true;
    for (size_t i = 0; i < s->axes; i++) {
        begin_axis(out, &first);
        print_word(out, s->axis[i]);
    }
    if (s->path_given) {
        begin_axis(out, &first);
        print_names(out, "path=", path_at, s->path);
    }
    if (s->variants_given) {
        begin_axis(out, &first);
        print_variants(out, "variant=", &s->variants);
    }
    if (s->precision_given) {
        begin_axis(out, &first);
        print_names(out, "precision=", precision_at, s->precision);
    }
}

static void print_option(FILE *out, const char *option, const char *word)
{
    fprintf(out, " %s ", option);
    print_word(out, word);
}

/* What the user has said beside the study's name, or a study's bench has been asked for. */
static void print_request(FILE *out, const struct bench *b)
{
    const struct request *r = &b->request;
    for (size_t i = 0; i < r->sets; i++)
        print_option(out, "--set", r->set[i]);
    print_names(out, " --peers=", peer_name, b->peer);
    if (r->paths_given)
        print_names(out, " --path ", path_at, r->path);
    if (r->variants_given)
        print_variants(out, " --variant ", &r->variants);
    if (r->precisions_given)
        print_names(out, " --precision ", precision_at, r->precision);
    if (r->threads_given)
        fprintf(out, " --threads %d", r->threads);
    if (r->input)
        print_option(out, "--input", r->input);
    if (b->reps)
        fprintf(out, " --reps %zu", b->reps);
    print_axes(out, &b->sweep);
}

/* `say` prints what stands between "bench" and the request; `rest` (NULL: nothing) what comes after it. */
static char *command(void (*say)(FILE *out, const void *), const void *what, const struct bench *b,
                     void (*rest)(FILE *out, const struct bench *))
{
    char *text = NULL;
    size_t size;
    FILE *out = open_memstream(&text, &size);
    if (!out)
        return NULL;
    fputs("bench", out);
    say(out, what);
    print_request(out, b);
    if (rest)
        rest(out, b);
    fclose(out);
    return text;
}

static void say_study(FILE *out, const void *study)
{
    fprintf(out, " --study %s", ((const struct study *)study)->name);
}

static void say_studies(FILE *out, const void *bench)
{
    const struct bench *b = bench;
    if (b->all_studies)
        fputs(" --study all", out);
    else
        print_names(out, " --study ", study_at, b->study);
}

static void say_hotspots(FILE *out, const void *request)
{
    const struct request *r = request;
    for (size_t i = 0; i < r->hotspots; i++)
        fprintf(out, "%s%s", i ? "," : " ", r->hotspot[i]);
}

char *study_command(const struct study *study, const struct bench *b)
{
    return command(say_study, study, b, NULL);
}

static void print_files(FILE *out, const struct bench *b)
{
    const struct {
        const char *option, *file;
    } files[] = { { "--rows", b->rows },       { "--json", b->resume.file ? NULL : b->json },
                  { "--db", b->db },           { "--resume", b->resume.file },
                  { "--figures", b->figures }, { "--page", b->page } };
    for (size_t i = 0; i < sizeof files / sizeof *files; i++)
        if (files[i].file)
            print_option(out, files[i].option, files[i].file);
}

char *studies_command(const struct bench *b)
{
    return command(say_studies, b, b, print_files);
}

char *spelled_out(const struct study *study, const struct bench *b)
{
    struct bench plain = *b;
    if (!study->hotspot && !b->request.hotspots_given)
        plain.request.hotspots = 0; /* all, as without a name */
    return command(say_hotspots, &plain.request, &plain, NULL);
}
