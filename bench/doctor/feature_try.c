/* Probes compiled and run, in a folder of their own. */
#include "doctor.h"

#include "build_info.h"
#include "measure.h"
#include "output.h"

#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { SECONDS_TO_COMPILE = 120, SECONDS_TO_RUN = 10 };

extern const char probe_h[];

/* ---- A probe ---------------------------------------------------------------------------------- */

/* Files that a compiler leaves behind are in the folder, too.  One that fails may leave a program of the probe before. */
static bool try_feature(const char *folder, const char *command, struct feature_result *r,
                        struct tri_error *e)
{
    static const char *const settings[RUNS] = { "DEFAULT", "MANDATORY" };
    static struct child compilation, run[RUNS];
    bool good =
        child_folder_write(folder, "probe.c", r->feature->source, e) &&
        child_run_in(folder, SECONDS_TO_COMPILE, &compilation, e, "rm -f probe && %s", command);
    for (int i = 0; good && child_succeeded(&compilation) && i < RUNS; i++)
        good = child_run_in(folder, SECONDS_TO_RUN, &run[i], e,
                            "exec env OMP_TARGET_OFFLOAD=%s ./probe", settings[i]);
    if (good)
        feature_judge(&compilation, run, r);
    return good;
}

/* ---- All of them ------------------------------------------------------------------------------ */

static bool try_all(const char *folder, const char *command, struct feature_result *r, size_t n,
                    struct tri_error *e)
{
    bool good = child_folder_write(folder, "probe.h", probe_h, e);
    for (size_t i = 0; good && i < n && !children_stopped(); i++) {
        if (isatty(STDERR_FILENO))
            fprintf(stderr, "\r\033[K%zu of %zu: %s", i + 1, n, r[i].feature->name);
        good = try_feature(folder, command, &r[i], e);
    }
    if (isatty(STDERR_FILENO))
        fprintf(stderr, "\r\033[K");
    return good;
}

/* What is asked for, with which compiler, where; and the results. */
struct attempt {
    const struct feature_request *asked;
    const struct feature_machine *machine;
    struct feature_compiler compiler;
    struct feature_result *result;
    size_t n;
};

/* The folder is removed before a Ctrl-C ends the process. */
static bool try_in_folder(struct attempt *a, struct tri_error *e)
{
    char folder[CHILD_FOLDER];
    children_begin();
    bool made = child_folder_make(folder, e),
         good = made && feature_compiler_ask(folder, a->asked, a->machine, &a->compiler, e) &&
                try_all(folder, a->compiler.command, a->result, a->n, e);
    if (made && !child_folder_remove(folder, good ? e : NULL))
        good = false;
    children_end();
    return good || name_option("--features:", e);
}

/* Whether probes can be compiled and run by this build, on this machine; another compiler was looked for before. */
static bool check_build(const struct feature_request *asked, struct tri_error *e)
{
    bool of_build = !asked->cc && !asked->flags;
    if (of_build && !TRIPTYCH_OFFLOAD)
        return tri_fail(
            e, TRI_USAGE,
            "--features: this build (preset " TRIPTYCH_PRESET
            ") has no offload target, so there is no device to try them on; --cc=COMPILER "
            "tries another compiler");
    return asked->cc || access(TRIPTYCH_CC, X_OK) == 0 ||
           tri_fail(e, TRI_FAILED,
                    "--features: the compiler that built this is not on this machine: " TRIPTYCH_CC
                    "; --cc=COMPILER tries another one");
}

void feature_machine(struct feature_machine *m)
{
    static struct probe probe;
    const struct tri_nvidia *nvidia = &probe.report.nvidia;
    *m = (struct feature_machine){ .arch = 0 };
    run_probe(NULL, &probe);
    if (probe.report.place > TRI_CPU)
        snprintf(m->device, sizeof m->device, "%s", probe.report.device);
    if (nvidia->devices > 0) {
        snprintf(m->gpu, sizeof m->gpu, "%s", nvidia->device[0].name);
        m->arch = 10 * nvidia->device[0].major + nvidia->device[0].minor;
    }
}

/* ---- Their results ---------------------------------------------------------------------------- */

/* What another compiler's regions ran on is not asked of its runtime: that a region was on a device, it knows itself. */
static const char *device_of(const struct attempt *a)
{
    bool ran = false;
    if (a->compiler.of_build)
        return *a->machine->device ? a->machine->device : NULL;
    for (size_t i = 0; i < a->n; i++)
        ran |= a->result[i].ending[AS_IT_IS] == ON_DEVICE;
    if (!ran)
        return NULL;
    if (strstr(a->compiler.target, "host plugin"))
        return tri_cpu_name();
    return strncmp(a->compiler.target, "nvptx", 5) == 0 && *a->machine->gpu ? a->machine->gpu
                                                                            : "a device";
}

static bool write_results(FILE *out, const struct attempt *a, struct tri_error *e)
{
    const struct feature_compiler *c = &a->compiler;
    const struct feature_build build = { .compiler = c->name,
                                         .flags = c->flags,
                                         .version = TRIPTYCH_VERSION,
                                         .cpu = tri_cpu_name(),
                                         .preset = c->of_build ? TRIPTYCH_PRESET : NULL,
                                         .target = *c->target ? c->target : NULL,
                                         .device = device_of(a) };
    if (a->asked->form == FEATURES_JSON)
        return features_write(out, &build, a->result, a->n, e);
    features_print(out, &build, a->result, a->n);
    return true;
}

bool features(const struct feature_request *asked, const struct feature_machine *machine, FILE *out,
              bool *holes, struct tri_error *e)
{
    struct attempt a = { .asked = asked, .machine = machine };
    struct feature *all = check_build(asked, e) ? features_marked(asked->marked, &a.n, e) : NULL;
    a.result = all ? calloc(a.n, sizeof *a.result) : NULL;
    for (size_t i = 0; a.result && i < a.n; i++)
        a.result[i].feature = &all[i];
    bool good = a.result ? try_in_folder(&a, e) && write_results(out, &a, e) : false;
    if (all && !a.result)
        tri_fail(e, TRI_FAILED, "out of memory");
    for (size_t i = 0; good && i < a.n; i++)
        *holes |= !feature_works(&a.result[i]);
    free(a.compiler.command);
    free(a.result);
    free(all);
    return good;
}
