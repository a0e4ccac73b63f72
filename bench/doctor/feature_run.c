/* The probes of features, compiled and run in a folder of their own. */
#define _GNU_SOURCE /* nftw, asprintf */
#include "doctor.h"
#include "feature.h"
#include "measure.h"

#include "build_info.h"

#include <errno.h>
#include <ftw.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { SECONDS_TO_COMPILE = 120, SECONDS_TO_RUN = 10 };

extern const char probe_h[];

static bool fail_errno(const char *what, struct tri_error *e)
{
    return tri_fail(e, TRI_FAILED, "--features: %.200s: %s", what, strerror(errno));
}

/* ---- The folder ------------------------------------------------------------------------------- */

static int remove_one(const char *path, const struct stat *unused, int type, struct FTW *place)
{
    return remove(path);
}

static bool put(const char *folder, const char *name, const char *text, struct tri_error *e)
{
    char path[300];
    snprintf(path, sizeof path, "%s/%s", folder, name);
    FILE *file = fopen(path, "we");
    bool good = file && fputs(text, file) >= 0;
    if (file && fclose(file) != 0)
        good = false;
    return good || fail_errno(path, e);
}

static bool make_folder(char folder[200], struct tri_error *e)
{
    const char *place = getenv("TMPDIR");
    place = place && *place && strlen(place) < 150 ? place : "/tmp";
    snprintf(folder, 200, "%s/triptych-XXXXXX", place);
    return mkdtemp(folder) || fail_errno(place, e);
}

/* ---- A probe ---------------------------------------------------------------------------------- */

/* Files that a compiler leaves behind are in the folder, too. */
static char *compile_command(const char *folder)
{
    char *command;
    int length = asprintf(&command,
                          "cd '%s' && export TMPDIR='%s' LC_ALL=C && '" TRIPTYCH_CC
                          "' " TRIPTYCH_FLAGS " -o probe probe.c " TRIPTYCH_PROBE_LINK,
                          folder, folder);
    return length < 0 ? NULL : command;
}

static char *run_command(const char *folder, const char *setting)
{
    char *command;
    int length =
        asprintf(&command, "cd '%s' && exec env OMP_TARGET_OFFLOAD=%s ./probe", folder, setting);
    return length < 0 ? NULL : command;
}

static bool run_in(char *command, double seconds, struct child *c, struct tri_error *e)
{
    if (!command)
        return tri_fail(e, TRI_FAILED, "out of memory");
    child_run(command, seconds, c);
    free(command);
    return true;
}

static bool try_feature(const char *folder, struct feature_result *r, struct tri_error *e)
{
    static const char *const settings[RUNS] = { "DEFAULT", "MANDATORY" };
    static struct child compilation, run[RUNS];
    if (!put(folder, "probe.c", r->feature->source, e) ||
        !run_in(compile_command(folder), SECONDS_TO_COMPILE, &compilation, e))
        return false;
    for (int i = 0; child_succeeded(&compilation) && i < RUNS; i++)
        if (!run_in(run_command(folder, settings[i]), SECONDS_TO_RUN, &run[i], e))
            return false;
    feature_judge(&compilation, run, r);
    return true;
}

/* ---- All of them ------------------------------------------------------------------------------ */

static bool try_all(const char *folder, struct feature_result *r, size_t n, struct tri_error *e)
{
    bool good = put(folder, "probe.h", probe_h, e);
    for (size_t i = 0; good && i < n && !children_stopped(); i++) {
        if (isatty(STDERR_FILENO))
            fprintf(stderr, "\r\033[K%zu of %zu: %s", i + 1, n, r[i].feature->name);
        good = try_feature(folder, &r[i], e);
    }
    if (isatty(STDERR_FILENO))
        fprintf(stderr, "\r\033[K");
    return good;
}

/* The folder is removed before a Ctrl-C ends the process. */
static bool try_in_folder(struct feature_result *r, size_t n, struct tri_error *e)
{
    char folder[200];
    children_begin();
    bool made = make_folder(folder, e), good = made && try_all(folder, r, n, e);
    if (made && nftw(folder, remove_one, 8, FTW_DEPTH | FTW_PHYS) != 0 && good)
        good = fail_errno(folder, e);
    children_end();
    return good;
}

/* Whether probes can be compiled and run by this build, on this machine. */
static bool check_build(struct tri_error *e)
{
    if (!TRIPTYCH_OFFLOAD)
        return tri_fail(e, TRI_USAGE,
                        "--features: this build (preset " TRIPTYCH_PRESET
                        ") has no offload target, so there is no device to try them on");
    return access(TRIPTYCH_CC, X_OK) == 0 ||
           tri_fail(
               e, TRI_FAILED,
               "--features: the compiler that built this is not on this machine: " TRIPTYCH_CC);
}

const char *features_device(void)
{
    static struct probe probe;
    run_probe(NULL, &probe);
    return probe.report.place > TRI_CPU ? probe.report.device : NULL;
}

static bool write_results(FILE *out, int form, const char *device, const struct feature_result *r,
                          size_t n, struct tri_error *e)
{
    const struct feature_build build = { TRIPTYCH_COMPILER,       TRIPTYCH_FLAGS,
                                         TRIPTYCH_VERSION,        TRIPTYCH_PRESET,
                                         TRIPTYCH_OFFLOAD_TARGET, device,
                                         tri_cpu_name() };
    if (form == FEATURES_JSON)
        return features_write(out, &build, r, n, e);
    features_print(out, &build, r, n);
    return true;
}

bool features(const bool marked[MAX_FEATURES], const char *device, FILE *out, int form, bool *holes,
              struct tri_error *e)
{
    size_t n = 0;
    struct feature *all = check_build(e) ? features_marked(marked, &n, e) : NULL;
    struct feature_result *r = all ? calloc(n, sizeof *r) : NULL;
    for (size_t i = 0; r && i < n; i++)
        r[i].feature = &all[i];
    bool good = r ? try_in_folder(r, n, e) && write_results(out, form, device, r, n, e) : false;
    if (all && !r)
        tri_fail(e, TRI_FAILED, "out of memory");
    for (size_t i = 0; good && i < n; i++)
        *holes |= !feature_works(&r[i]);
    free(r);
    free(all);
    return good;
}
