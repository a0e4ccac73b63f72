/* The doctor's report: facts in sections, findings, verdict; and its command line. */
#include "doctor.h"

#include "help.h"
#include "library.h"
#include "measure.h"

#include <errno.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static void section(const char *title)
{
    printf("\n%s\n", title);
}

__attribute__((format(printf, 2, 3))) static void fact(const char *name, const char *format, ...)
{
    va_list args;
    va_start(args, format);
    printf("  %-18s ", name);
    vprintf(format, args);
    putchar('\n');
    va_end(args);
}

static void print_image(const char *label, const struct tri_device_image *image)
{
    char detail[40] = "";
    if (image->abi)
        snprintf(detail, sizeof detail, ", ELF ABI %d", image->abi);
    if (image->ptx)
        snprintf(detail, sizeof detail, ", version %d.%d", image->ptx / 10, image->ptx % 10);
    fact(label, "%s%s%s for %s%s (%s)", image->arch, image->arch[0] ? " " : "",
         tri_code_name(image->code), image->triple, detail, tri_container_name(image->container));
}

static void print_build(const struct facts *f)
{
    section("Program");
    fact("version", "%s, preset %s", f->build.version, f->build.preset);
    fact("compiler", "%s", f->build.compiler);
    fact("flags", "%s", f->build.flags);
    fact("instruction set", "%s", f->build.isa);
    fact("offload target", "%s%s%s", f->build.target_name, f->build.cuda[0] ? ", with CUDA " : "",
         f->build.cuda);
    for (size_t i = 0; i < f->images.n; i++)
        print_image(i ? "" : "device images", &f->images.image[i]);
    if (f->images.n == 0)
        fact("device images", "none");
}

/* Variables that OpenMP, CUDA or the loader read. */
static bool is_of_interest(const char *assignment)
{
    static const char *const prefixes[] = { "OMP_",  "LIBOMPTARGET_", "OMPTARGET_", "KMP_", "GOMP_",
                                            "CUDA_", "NVCOMPILER_",   "ROCR_",      "HIP_", "HSA_",
                                            "LD_",   "LIBRARY_PATH=", "ACC_",       "OMPX_" };
    for (size_t i = 0; i < sizeof prefixes / sizeof *prefixes; i++)
        if (strncmp(assignment, prefixes[i], strlen(prefixes[i])) == 0)
            return true;
    return false;
}

static void print_environment(const struct facts *f)
{
    size_t shown = 0;
    section("Environment");
    for (size_t i = 0; f->environment[i]; i++)
        if (is_of_interest(f->environment[i])) {
            printf("  %s\n", f->environment[i]);
            shown++;
        }
    if (!shown)
        printf("  no variable that OpenMP, CUDA or the loader reads\n");
    if (f->address_space != SIZE_MAX)
        fact("ulimit -v", "%.3g GB", (double)f->address_space * 1e-9);
}

static void print_machine(const struct facts *f)
{
    const struct tri_nvidia *n = &f->nvidia;
    section("Machine");
    fact("processor", "%s, %d cores", tri_cpu_name(), tri_cpu_cores());
    if (n->library[0])
        fact("NVIDIA driver", "%s, speaks CUDA %d.%d, %s",
             n->driver[0] ? n->driver : "version unknown", n->cuda / 1000, n->cuda % 1000 / 10,
             n->library);
    if (n->problem[0])
        fact(n->library[0] ? "" : "NVIDIA driver", "%s", n->problem);
    for (int i = 0; i < n->devices; i++) {
        char label[20];
        snprintf(label, sizeof label, "GPU %d", i);
        fact(label, "%s, %.3g GB, sm_%d%d, %d multiprocessors", n->device[i].name,
             (double)n->device[i].memory * 1e-9, n->device[i].major, n->device[i].minor,
             n->device[i].multiprocessors);
    }
    if (n->present > n->devices)
        fact("", "%d of the machine's %d GPUs can be seen from here", n->devices, n->present);
}

/* Prints text indented, as a quotation. */
static void print_said(const char *said)
{
    while (*said) {
        size_t length = strcspn(said, "\n");
        printf("    | %.*s\n", (int)length, said);
        said += length + (said[length] == '\n');
    }
}

static void print_probe(const struct probe *p)
{
    const struct probe_report *report = &p->report;
    section("Probe region, in a process of its own");
    for (size_t i = 0; i < PROBE_LIBRARIES && report->library[i][0]; i++)
        fact(i ? "" : "runtime", "%s", report->library[i]);
    if (report->stage >= PROBE_COUNTED)
        fact("OpenMP devices", "%d, by default number %d", report->devices, report->default_device);
    if (report->stage >= PROBE_DONE)
        fact("ran on", "%s, in %.3g s with the start", tri_place_name(report->place),
             report->seconds);
    else
        fact("ran on", "did not end");
    if (report->error[0])
        fact("error", "%s", report->error);
    if (p->process.said[0]) {
        printf("  said\n");
        print_said(p->process.said);
    }
}

/* What cannot concern this build is counted, or listed. */
static void print_findings(const struct facts *f, bool verbose)
{
    static const char *const states[] = { "ok", "PROBLEM", "n/a" };
    struct finding findings[MAX_FINDINGS];
    size_t n = examine(f, findings), left_out = 0;
    section("Findings");
    for (size_t i = 0; i < n; i++) {
        if (!verbose && findings[i].state == NOT_APPLICABLE) {
            left_out++;
            continue;
        }
        printf("  %-7s  %s: %s\n", states[findings[i].state], findings[i].trap->name,
               findings[i].text);
        if (findings[i].state == PROBLEM)
            printf("           do: %s\n", findings[i].trap->remedy);
    }
    if (left_out)
        printf("  n/a      %zu known problems of other builds: --verbose lists them\n", left_out);
}

int doctor(bool verbose)
{
    const char *report = getenv(PROBE_VARIABLE);
    if (report)
        return probe_process(report);
    struct facts facts;
    struct verdict verdict;
    if (isatty(STDERR_FILENO))
        fprintf(stderr, "running a probe region …\n");
    collect_facts(&facts);
    judge(&facts, &verdict);
    printf("Triptych's doctor: does offload work on a GPU here, and if not, why?\n");
    print_build(&facts);
    print_environment(&facts);
    print_machine(&facts);
    print_probe(&facts.probe);
    print_findings(&facts, verbose);
    section("Verdict");
    printf("  %s\n", verdict.text);
    if (verdict.remedy)
        printf("  do: %s\n", verdict.remedy);
    if (fflush(stdout) == 0 && !ferror(stdout))
        return verdict.status;
    fprintf(stderr, "doctor: the report could not be written: %s\n", strerror(errno));
    return TRI_FAILED;
}

/* ---- The command line ---------------------------------------------------------------------------- */

enum { KEY_FEATURES = 0x300, KEY_FORMAT, KEY_CC, KEY_FLAGS, KEY_COMPARE, KEY_VERBOSE };

static const struct argp_option options[] = {
    { "features", KEY_FEATURES, "LIST", OPTION_ARG_OPTIONAL | OPTION_OFTEN,
      "test which OpenMP features this compiler supports on this device, with a small program for each; all, "
      "or those in LIST",
      2 },
    { "cc", KEY_CC, "COMPILER", OPTION_OFTEN,
      "test the features of this C compiler, a name in PATH or a path, instead of the build's", 2 },
    { "flags", KEY_FLAGS, "FLAGS", OPTION_OFTEN,
      "compile the programs of --features with these flags, in one word with blanks; default: what "
      "suits the compiler of --cc and the GPU, and the result says which",
      2 },
    { "format", KEY_FORMAT, "FORMAT", OPTION_OFTEN,
      "print the result of --features as text or json", 2 },
    { "compare", KEY_COMPARE, "FILE...", OPTION_OFTEN,
      "show the rows that --features --format json has written to these files as one table, a column "
      "for each",
      2 },
    { "verbose", KEY_VERBOSE, NULL, 0,
      "list the known problems that cannot concern this build, too", 2 },
    { 0 },
};

static const char *form_name(size_t i, const void *unused)
{
    static const char *const names[] = { [FEATURES_TEXT] = "text", [FEATURES_JSON] = "json", NULL };
    return names[i];
}

static error_t parse_features(struct doctoring *d, const char *list)
{
    d->features = true;
    for (size_t i = 0; !list && feature_at(i, NULL); i++)
        d->asked.marked[i] = true;
    return list ? parse_list(&d->request, "--features", list, feature_at, d->asked.marked) : 0;
}

/* Its files are the words after it, too. */
static error_t add_file(struct doctoring *d, const char *file)
{
    if (d->files == MAX_COMPARED)
        return usage_error(&d->request, "--compare: no more than %d files", MAX_COMPARED);
    d->file[d->files++] = file;
    return 0;
}

static error_t parse(int key, char *arg, struct argp_state *state)
{
    struct doctoring *d = state->input;
    switch (key) {
    case ARGP_KEY_INIT: state->child_inputs[0] = &d->request; return 0;
    case KEY_FEATURES: return parse_features(d, arg);
    case KEY_FORMAT:
        d->form_given = true;
        return parse_name(&d->request, "--format", arg, form_name, &d->asked.form);
    case KEY_CC: d->asked.cc = arg; return 0;
    case KEY_FLAGS: d->asked.flags = arg; return 0;
    case KEY_COMPARE: return add_file(d, arg);
    case KEY_VERBOSE: d->verbose = true; return 0;
    case ARGP_KEY_ARG: return d->files ? add_file(d, arg) : ARGP_ERR_UNKNOWN;
    default: return ARGP_ERR_UNKNOWN;
    }
}

static const struct argp_child children[] = { { &output_argp, 0, NULL, 1 }, { 0 } };
static const struct argp argp = {
    options, parse, NULL,
    "Find out why offload does not run on the GPU.  With --features, test which OpenMP features the compiler "
    "of this build, or another one, supports on this device.  Exit status: 0 it runs on what this build is for, or all "
    "features work; 1 not so; 2 a wrong request.",
    children
};

/* The options that only --features has. */
static bool check_together(const struct doctoring *d, struct tri_error *e)
{
    const char *name = d->form_given    ? "--format"
                       : d->asked.cc    ? "--cc"
                       : d->asked.flags ? "--flags"
                                        : NULL;
    if (name && !d->features)
        return tri_fail(e, TRI_USAGE, "%s: goes with --features", name);
    if (d->verbose && (d->features || d->files))
        return tri_fail(e, TRI_USAGE, "--verbose: lists no features");
    return !d->files || !d->features ||
           tri_fail(e, TRI_USAGE, "--compare: shows files of rows, and --features writes them");
}

static bool check_compiler(const struct feature_request *asked, struct tri_error *e)
{
    char path[PATH_MAX];
    if (asked->cc && !tri_command_file(asked->cc, path))
        return tri_fail(
            e, TRI_USAGE,
            "--cc %.200s: cannot be run; has to be a C compiler, its name in PATH or its path",
            asked->cc);
    return !asked->flags || asked->flags[strspn(asked->flags, " \t\n")] ||
           tri_fail(e, TRI_USAGE, "--flags: has to be a compiler's flags, such as '-O3 -fopenmp'");
}

static bool check_files(const struct doctoring *d, struct tri_error *e)
{
    struct named_file file[1 + MAX_COMPARED] = { { "-o", d->request.output, FILE_WRITTEN } };
    for (size_t i = 0; i < d->files; i++)
        file[1 + i] = (struct named_file){ "--compare", d->file[i], FILE_READ };
    return files_apart(file, 1 + d->files, e);
}

bool doctor_options(struct doctoring *d, int argc, char **argv, struct tri_error *e)
{
    *d = (struct doctoring){ .out = stdout };
    if (!parse_options(&argp, argc, argv, d, &d->request, e) || !check_together(d, e))
        return false;
    bool writes = d->features || d->files;
    return request_only(&d->request, writes ? REQUEST_OUTPUT : 0, "doctor", "looks at this machine",
                        e) &&
           check_compiler(&d->asked, e) && check_files(d, e);
}
