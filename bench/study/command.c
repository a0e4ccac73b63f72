/* Commands in the words of a shell. */
#include "command.h"

#include "sibling.h"

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

/* A command being written. */
struct text_out {
    FILE *out;
    char *text;
    size_t size;
};

static bool begin(struct text_out *t, const char *program)
{
    t->text = NULL;
    t->out = open_memstream(&t->text, &t->size);
    return t->out && fputs(program_name(program), t->out) >= 0;
}

static char *end(struct text_out *t)
{
    if (t->out && fclose(t->out) == 0)
        return t->text;
    free(t->text);
    return NULL;
}

static void print_hotspots(FILE *out, const struct request *r)
{
    for (size_t i = 0; i < r->hotspots; i++)
        fprintf(out, "%s%s", i ? "," : " ", r->hotspot[i]);
}

char *study_command(const struct study *study, const struct bench *b)
{
    struct text_out t;
    if (begin(&t, "study")) {
        fprintf(t.out, " %s", study->name);
        if (b->request.hotspots_given)
            print_hotspots(t.out, &b->request);
        print_request(t.out, b);
    }
    return end(&t);
}

static void print_files(FILE *out, const struct studies *s)
{
    const struct bench *b = &s->bench;
    const struct {
        const char *option, *file;
    } files[] = { { "--rows", s->rows },       { "--json", b->resume.file ? NULL : b->json },
                  { "--db", b->db },           { "--resume", b->resume.file },
                  { "--figures", s->figures }, { "--page", s->page } };
    for (size_t i = 0; i < sizeof files / sizeof *files; i++)
        if (files[i].file)
            print_option(out, files[i].option, files[i].file);
}

char *studies_command(const struct studies *s)
{
    struct text_out t;
    if (begin(&t, "study")) {
        if (s->all)
            fputs(" all", t.out);
        else
            print_names(t.out, " ", study_at, s->study);
        if (s->bench.request.hotspots_given)
            print_hotspots(t.out, &s->bench.request);
        print_request(t.out, &s->bench);
        print_files(t.out, s);
    }
    return end(&t);
}

char *spelled_out(const struct study *study, const struct bench *b)
{
    const struct request *r = &b->request;
    bool named = study->hotspot || r->hotspots_given; /* else all, as without a name */
    struct text_out t;
    if (begin(&t, "bench")) {
        if (named)
            print_hotspots(t.out, r);
        print_request(t.out, b);
    }
    return end(&t);
}
