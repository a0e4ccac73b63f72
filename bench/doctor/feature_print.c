/* The table of features, and their rows in JSON. */
#include "feature.h"

#include <jansson.h>

static const char *const endings[ENDINGS] = {
    [ON_DEVICE] = "device", [ON_HOST] = "host", [CRASHED] = "crashed", [HUNG] = "hung"
};

/* ---- The table -------------------------------------------------------------------------------- */

/* The worse of two runs. */
static enum ending worse(const struct feature_result *r)
{
    enum ending a = r->ending[AS_IT_IS], b = r->ending[MANDATORY];
    return a > b ? a : b;
}

static void print_result(FILE *out, const struct feature_result *r)
{
    static const char *const ran[ENDINGS] = { [NOT_RUN] = "-",
                                              [ON_DEVICE] = "yes",
                                              [ON_HOST] = "HOST",
                                              [CRASHED] = "CRASHES",
                                              [HUNG] = "HANGS" };
    bool on_device = r->compiles && worse(r) == ON_DEVICE;
    fprintf(out, "  %-4s %-24s %-9s %-8s %-6s %s\n", r->feature->since, r->feature->name,
            r->compiles ? "yes" : "NO", ran[worse(r)],
            on_device && r->right ? "yes" : (on_device ? "NO" : "-"), r->feature->meaning);
    if (r->note[0])
        fprintf(out, "         | %s\n", r->note);
}

void features_print(FILE *out, const struct feature_build *b, const struct feature_result *r,
                    size_t n)
{
    size_t works = 0;
    fprintf(out, "OpenMP's features, each by a program of its own\n\n");
    fprintf(out, "  compiler  %s, for %s\n", b->compiler, b->target);
    fprintf(out, "  flags     %s\n", b->flags);
    fprintf(out, "  device    %s\n\n", b->device ? b->device : "none: regions run on the host");
    fprintf(out, "  %-4s %-24s %-9s %-8s %-6s\n", "", "", "compiles", "device", "right");
    for (size_t i = 0; i < n; i++) {
        print_result(out, &r[i]);
        works += feature_works(&r[i]);
    }
    fprintf(out, "\n%zu of %zu work on the device.\n", works, n);
}

/* ---- Rows ------------------------------------------------------------------------------------- */

static json_t *row_of(const struct feature_build *b, const struct feature_result *r)
{
    json_t *right = r->compiles && worse(r) == ON_DEVICE ? json_boolean(r->right) : json_null();
    return json_pack("{si ss ss ss ss sb ss? ss? so ss? ss ss ss ss ss ss? ss}",        //
                     "schema", 1, "kind", "feature", "feature", r->feature->name,       //
                     "openmp", r->feature->since, "meaning", r->feature->meaning,       //
                     "compiles", r->compiles, "ran_on", endings[r->ending[AS_IT_IS]],   //
                     "ran_on_mandatory", endings[r->ending[MANDATORY]], "right", right, //
                     "said", r->note[0] ? r->note : NULL, "compiler", b->compiler,      //
                     "flags", b->flags, "version", b->version, "preset", b->preset,     //
                     "target", b->target, "device", b->device, "cpu", b->cpu);
}

bool features_write(FILE *out, const struct feature_build *b, const struct feature_result *r,
                    size_t n, struct tri_error *e)
{
    fputs("[\n", out);
    for (size_t i = 0; i < n; i++) {
        json_t *row = row_of(b, &r[i]);
        bool written = row && json_dumpf(row, out, JSON_COMPACT) == 0;
        json_decref(row);
        if (!written)
            return tri_fail(e, TRI_FAILED, "--format json: %s",
                            row ? "the output cannot be written" : "what was said is no text");
        fputs(i + 1 < n ? ",\n" : "\n", out);
    }
    fputs("]\n", out);
    return true;
}
