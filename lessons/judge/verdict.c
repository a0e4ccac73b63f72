/* The program: a lesson's judge at its sizes, and what it has found, in the file that LEARN_REPORT names.  Standard
 * output is the student's. */
#include "arrays.h"
#include "races.h"
#include "source.h"
#include "told.h"

#include <fcntl.h>
#include <math.h>
#include <omp.h>
#include <setjmp.h>
#include <signal.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

static FILE *report;
static ptrdiff_t size;

/* ---- The seal: learn believes "right" and "skipped" only with it, so nothing but the judge can say so. ---- */

enum { SEAL = 16 };

/* Not as learn reads it: who looks through the memory for such a number does not find one. */
static unsigned char seal[SEAL], over[SEAL];
static bool sealed, loops_are_told;

/* It is in a file, which is empty from then on: whoever reads environments and command lines of processes finds its name. */
static void read_seal(const char *path)
{
    int file = open(path, O_RDWR | O_CLOEXEC);
    sealed = file >= 0 && read(file, seal, SEAL) == SEAL && ftruncate(file, 0) == 0 &&
             getentropy(over, SEAL) == 0;
    for (int i = 0; i < SEAL; i++)
        seal[i] ^= over[i];
    if (file >= 0)
        close(file);
}

/* Before anything of the student's file, which then finds the seal nowhere. */
static void take_seal(int argc, char **argv, char **environment)
{
    static const char name[] = "LEARN_SEAL=";
    (void)argc, (void)argv;
    for (char **p = environment; *p; p++) {
        if (strncmp(*p, "LEARN_LOOPS=", 12) == 0)
            loops_are_told = true;
        if (strncmp(*p, name, sizeof name - 1) == 0)
            read_seal(*p + sizeof name - 1);
    }
}

__attribute__((section(".preinit_array"),
               used)) static void (*const before_all)(int, char **, char **) = take_seal;

/* ---- The report: a line "wrong", "skipped", "note" or "right", and words. ---------------------- */

/* Ends a run in which races are looked for: what else is wrong there is no mistake, since regions run on the host.  What was
 * called before has been watched. */
static jmp_buf aside;
static bool looks_for_races;

bool judge_looks_for_races(void)
{
    return looks_for_races;
}

void wrong(const char *format, ...)
{
    va_list words;
    if (looks_for_races)
        longjmp(aside, 1);
    va_start(words, format);
    fprintf(report, "wrong n = %td: ", size);
    vfprintf(report, format, words);
    va_end(words);
    fputc('\n', report);
    fclose(report);
    _exit(1);
}

void not_judged(const char *what)
{
    static const char *said[4];
    for (int i = 0; !looks_for_races && i < 4; i++) {
        if (said[i] == what)
            return;
        if (!said[i]) {
            said[i] = what;
            fprintf(report, "note not judged: %s\n", what);
            return;
        }
    }
}

/* The end of the report: the word, the seal, and why. */
__attribute__((format(printf, 2, 3))) static int conclude(const char *word, const char *format, ...)
{
    va_list words;
    fprintf(report, "%s ", word);
    for (int i = 0; i < SEAL; i++)
        fputc(seal[i] ^ over[i], report);
    va_start(words, format);
    vfprintf(report, format, words);
    va_end(words);
    fputc('\n', report);
    return fclose(report) != 0;
}

static const char *needed;

void needs(const char *what)
{
    needed = what;
}

/* ---- What is asked of arrays -------------------------------------------------------------------- */

static void expect_guards(const struct array *a)
{
    ptrdiff_t i;
    bool stored;
    if (!judge_touched_beside(a, &i, &stored))
        return;
    if (i < 0)
        wrong("%s was %s before its first element: at %s[%td].", a->name,
              stored ? "written to" : "read", a->name, i);
    wrong(
        "%s was %s beyond its end: at %s[%td], and it has %td elements. Is the section's length right, and the loop's end?",
        a->name, stored ? "written to" : "read", a->name, i, a->n);
}

/* A region that has the host's address works with the host's memory, if the device is this CPU: no other can. */
static void expect_mapped(void)
{
    for (int k = 0; k < judge_n_arrays; k++)
        if (judge_arrays[k].guarded->in_kernel)
            wrong(
                "a region has worked with %s itself, which is the host's memory: it is not mapped where that region is. "
                "This device can reach it, being the same CPU; another cannot.",
                judge_arrays[k].name);
}

void expect_bounds(void)
{
    for (int k = 0; k < judge_n_arrays; k++) {
        const struct array *a = &judge_arrays[k];
        if (a->beyond > 0)
            wrong(
                "%td elements outside of %s were copied with it: a section is [first : length], not "
                "[first : end].",
                a->beyond, a->name);
        expect_guards(a);
    }
}

static void expect_input(const struct array *a)
{
    for (ptrdiff_t i = 0; a->real && i < a->n; i++)
        if (a->host[i] != a->decoy[i])
            wrong("%s[%td] was changed on the host: it is an input.", a->name, i);
}

void expect_from_device(const double *array)
{
    const struct array *a = judge_array_at(array);
    for (ptrdiff_t i = 0; a->guarded->copies.from > 0 && i < a->n; i++) {
        if (a->host[i] != a->real[i] && a->host[i] == a->decoy[i])
            wrong(
                "%s[%td] never came back from the device, and others did: is the section's length "
                "right?",
                a->name, i);
        if (a->host[i] != a->real[i])
            wrong(
                "%s[%td] was changed on the host, after it had come back from the device: part of the "
                "work stayed on the host.",
                a->name, i);
    }
}

/* ---- What is asked of every lesson ------------------------------------------------------------ */

void expect_kernels(int least)
{
    if (!judge_has_ledger())
        not_judged(
            "where it ran, and what was copied: this compiler's runtime does not tell (no OMPT)");
    else if (kernels() == 0)
        wrong(
            "it ran on the host: no kernel was started on the device. Is there a target region, and is "
            "nothing keeping it here?");
    else if (kernels() < least)
        wrong(
            "%d kernel%s on the device, and %d are to be expected: part of the work stayed on the host.",
            kernels(), kernels() == 1 ? " ran" : "s ran", least);
}

static bool same(double a, double b)
{
    union {
        double x;
        uint64_t bits;
    } p = { a }, q = { b };
    return p.bits == q.bits || a == b;
}

static ptrdiff_t differing(ptrdiff_t n, const double *b, const double *right, ptrdiff_t *first,
                           ptrdiff_t *last)
{
    ptrdiff_t count = 0;
    for (ptrdiff_t i = 0; i < n; i++) {
        if (same(b[i], right[i]))
            continue;
        *last = i;
        if (count++ == 0)
            *first = i;
    }
    return count;
}

static bool all_untouched(ptrdiff_t n, const double *b)
{
    for (ptrdiff_t i = 0; i < n; i++)
        if (b[i] != UNTOUCHED)
            return false;
    return true;
}

/* A region that is given the host's address can store there, if the device is this CPU: no other can. */
static void expect_copied(const char *name, const double *b)
{
    const struct array *a = judge_array_at(b);
    if (judge_has_ledger() && a && a->guarded->copies.from == 0)
        wrong(
            "%s is right, by luck: it was never copied from the device. It is not mapped, and this device shares "
            "the host's memory; another does not.",
            name);
}

/* A region that reads what is not mapped reads what is in its memory, or the host's, if the device is this CPU. */
static void expect_sent(void)
{
    for (int i = 0; i < judge_n_arrays; i++)
        if (judge_has_ledger() && judge_arrays[i].real && judge_arrays[i].guarded->copies.to == 0)
            wrong(
                "%s was never copied to the device, so no region can have worked with it: is it mapped "
                "(map(to:)), where the loop is?",
                judge_arrays[i].name);
}

void expect_values(const char *name, ptrdiff_t n, const double *b, const double *right,
                   const double *host)
{
    ptrdiff_t first = 0, last = 0, count = differing(n, b, right, &first, &last), unused;
    expect_mapped();
    if (count == 0 && host)
        expect_copied(name, b);
    if (count == 0)
        return;
    if (all_untouched(n, b))
        wrong(
            "%s still holds what was there before: nothing came back from the device. Is it mapped "
            "from it (map(from:) or map(tofrom:)), and written to?",
            name);
    if (host && judge_has_ledger() && differing(n, b, host, &unused, &unused) == 0)
        wrong(
            "%s was computed on the host, or from the host's copy: the loop itself has to be in the region, and what it "
            "reads mapped to it.",
            name);
    if (host)
        expect_sent();
    if (last == n - 1 && first > n / 2 && count == last - first + 1)
        wrong("%td of %td elements of %s differ, all at the end, from %s[%td] on: is the section's "
              "length right, and the loop's end?",
              count, n, name, name, first);
    wrong("%td of %td elements of %s differ; the first is %s[%td]: %.17g, and it has to be %.17g.",
          count, n, name, name, first, b[first], right[first]);
}

void expect_number(double got, double right, double host)
{
    if (same(got, right) && judge_has_ledger() && copies().from == 0)
        wrong(
            "the result is right, by luck: nothing was copied from the device. It is not mapped, and this "
            "device shares the host's memory; another does not.");
    if (same(got, right))
        return;
    if (judge_has_ledger() && same(got, host))
        wrong(
            "%.17g was computed on the host, from the host's copy: the loop itself has to be in the "
            "region.",
            got);
    wrong("the result is %.17g, and it has to be %.17g.", got, right);
}

/* learn says so in LEARN_LOOPS. */
bool device_is_cpu(void)
{
    return judge_has_ledger() && loops_are_told;
}

/* With a chunk the first threads may get all iterations.  One iteration each is the other way round. */
static void expect_no_chunk(void)
{
    char argument[LONGEST_CLAUSE];
    for (int k = 0; clause("schedule", k, argument); k++) {
        const char *chunk = strchr(argument, ',');
        if (chunk && strcmp(chunk, ",1") != 0)
            wrong(
                "schedule(%s): the chunk says how many threads get any iterations, and nothing here tells how many do: "
                "leave it out.",
                argument);
    }
}

void expect_divided(long long least)
{
    expect_no_chunk();
    if (!device_is_cpu() && directives("parallel") + directives("loop") == 0)
        wrong(
            "one thread did all: no directive has parallel, or loop. Is there a teams distribute parallel for?");
    else if (!device_is_cpu())
        not_judged("how many iterations threads share: this device does not tell");
    else if (shared_iterations() == 0)
        wrong(
            "one thread did all: no loop is divided among threads. Is there a teams distribute parallel "
            "for?");
    else if (shared_iterations() < least)
        wrong(
            "a loop of %lld iterations is divided among threads, and one of %lld could be: a GPU has "
            "tens of thousands of them.",
            shared_iterations(), least);
}

void expect_shared(long long least)
{
    expect_divided(least);
    if (device_is_cpu() && tri_ledger_now().sharing < 2)
        wrong(
            "a loop is divided among threads, and there is one: is their number limited (num_threads, "
            "thread_limit, an if)?");
}

void expect_teams(long long least)
{
    bool cpu = device_is_cpu();
    if (judge_has_ledger() ? tri_ledger_now().in_teams == 0 : directives("teams") == 0)
        wrong("one team did all, on one of the GPU's processors: without teams in the directive "
              "there is one.");
    if (cpu ? distributed_iterations() == 0 : directives("distribute") + directives("loop") == 0)
        wrong("there are teams, and no loop is distributed among them: each team does all "
              "iterations.");
    if (cpu && distributed_iterations() < least)
        wrong("a loop of %lld iterations is distributed among teams, and one of %lld could be.",
              distributed_iterations(), least);
    if (directives("dist_schedule") > 0)
        wrong(
            "the chunk of a dist_schedule says how many teams get any iterations, and nothing here tells how many do: "
            "leave it out.");
}

void expect_no_critical(void)
{
    if (device_is_cpu() && tri_ledger_now().criticals > 0)
        wrong(
            "threads have entered critical sections %d times, one at a time: the others, on a GPU "
            "tens of thousands, wait. An addition to one number can be atomic.",
            tri_ledger_now().criticals);
}

void expect_reduction(void)
{
    if (device_is_cpu() ? reductions() == 0 : directives("reduction") == 0)
        wrong(
            "the result is right, by luck: threads share the loop, and there is no reduction. It is a race, or "
            "each addition waits for the others (atomic).");
}

/* No run shows it, where the compiler makes a copy for each thread. */
static void expect_none_shared(void)
{
    char name[LONGEST_CLAUSE];
    if (shared_by_iterations(name))
        wrong(
            "the result is right, by luck: %s is declared outside of the loop, so its iterations share it, and store to it at "
            "the same time. This compiler gives each thread a copy; another need not. Declare it inside, or say "
            "private(%s).",
            name, name);
}

static void expect_at_most(const char *name, int copies, int most, const char *where,
                           const char *map)
{
    if (copies > 0 && most == 0)
        wrong("%s was copied %s the device, and nothing needs it there: map(%s:) would do.", name,
              where, map);
    if (copies > most)
        wrong(
            "%s was copied %s the device %d times, and %s enough: what is mapped around the steps "
            "stays there.",
            name, where, copies, most == 1 ? "once is" : "fewer are");
}

void expect_copies(const double *array, int to, int from)
{
    const struct array *a = judge_array_at(array);
    if (!judge_has_ledger())
        return;
    if (from == 0 && a->guarded->copies.from == 0)
        expect_input(a);
    expect_at_most(a->name, a->guarded->copies.to, to, "to", from > 0 ? "from" : "alloc");
    expect_at_most(a->name, a->guarded->copies.from, from, "back from", to > 0 ? "to" : "alloc");
}

/* ---- A crash: what had been copied by then often says why. ------------------------------------- */

/* What is still to be had of the memory that a process is given (RLIMIT_DATA) is less than this. */
static void note_memory(void)
{
    enum { LEAST = 512 << 20 };
    void *p = mmap(NULL, LEAST, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    if (p == MAP_FAILED)
        fputs("note before it crashed it had taken all the memory that it may have\n", report);
    else
        munmap(p, LEAST);
}

static void at_crash(int signal)
{
    note_memory();
    for (int i = 0; i < judge_n_arrays; i++) {
        const struct array *a = &judge_arrays[i];
        if (a->guarded->copies.to > 0)
            fprintf(
                report,
                "note before it crashed %s[%td : %td] was copied to the device; %s has %td elements\n",
                a->name, a->sent_first, a->sent_end - a->sent_first, a->name, a->n);
        else
            fprintf(report, "note before it crashed nothing of %s was copied to the device\n",
                    a->name);
    }
    fflush(report);
    raise(signal);
}

static void listen_for_crashes(void)
{
    const struct sigaction action = { .sa_handler = at_crash, .sa_flags = (int)SA_RESETHAND };
    sigaction(SIGSEGV, &action, NULL);
    sigaction(SIGBUS, &action, NULL);
    sigaction(SIGABRT, &action, NULL);
}

/* ---- Races: the answer is compiled for that, and its regions run on the host: see src/audit/races.h -------- */

enum {
    LONG_ENOUGH =
        10000 /* for races to be seen, each of whose accesses takes a hundred times as long */
};

static void report_race(const struct tri_race *race)
{
    char line[100] = "", what[100] = "a variable that is declared outside of the loop";
    ptrdiff_t first, end;
    const struct array *a = judge_array_in(race->where, 1, &first, &end);
    if (strcmp(getenv("LEARN_RACES"), "lines") == 0)
        tri_race_line(race, line, sizeof line);
    if (a)
        snprintf(what, sizeof what, "%s[%td]", a->name, first);
    looks_for_races = false;
    wrong("a race%s, right by luck: %s is %s, and nothing orders them.%s", line, what,
          race->both_store ? "stored by several threads"
                           : "stored by one thread and read by another",
          a ? ""
            : " Is it one for each iteration (declared inside, or private), or a sum (reduction)?");
}

/* Unknown: there are none, or this says why nobody can tell. */
static const char *find_races_at(ptrdiff_t n, int teams, int runs)
{
    const char *unknown = NULL;
    size = n;
    judge_begin_arrays(false);
    judge_watch = NULL;
    omp_set_num_teams(teams);
    omp_set_teams_thread_limit(omp_get_max_threads() / teams);
    if (!tri_races_begin())
        return "the runtime does not tell what orders threads";
    if (setjmp(aside) == 0)
        judge(n);
    struct tri_race race = tri_races_end(&unknown);
    if (race.where)
        report_race(&race);
    if (!unknown && tri_races_had_tasks() && runs > 1)
        return find_races_at(n, teams, runs - 1);
    return unknown;
}

static int find_races(void)
{
    const char *unknown = NULL;
    looks_for_races = true;
    omp_set_default_device(omp_get_initial_device());
    for (int teams = 1; teams <= 2 && !unknown; teams++)
        for (int i = 0; i < JUDGE_SIZES && judge_sizes[i] > 0 && !unknown; i++)
            if (judge_sizes[i] < LONG_ENOUGH)
                unknown = find_races_at(judge_sizes[i], teams, TRI_RACE_RUNS);
    if (unknown)
        fprintf(report, "note not judged: races (%s)\n", unknown);
    return conclude("right", "%s", "");
}

/* ---- What belongs to no array -------------------------------------------------------------------- */

static void at_fault(enum tri_finding_kind kind, const char *text, void *with)
{
    wrong("%s", text);
}

/* ---- The program ------------------------------------------------------------------------------ */

static void judge_at(ptrdiff_t n)
{
    size = n;
    judge_begin_arrays(judge_has_ledger());
    judge_watch = NULL;
    count_anew();
    judge(n);
    expect_none_shared();
    expect_mapped();
    const struct tri_ledger all = tri_ledger_end();
    tri_ledger_faults(&all, &(struct tri_fault_listener){ at_fault, NULL, !judge_has_ledger() });
    fprintf(report, "note n = %td: the bits are right", n);
    if (judge_has_ledger())
        fprintf(report,
                "; %d kernel%s on the device, %d cop%s to it (%zu bytes), %d from it (%zu bytes)",
                kernels(), kernels() == 1 ? "" : "s", copies().to, copies().to == 1 ? "y" : "ies",
                copies().bytes_to, copies().from, copies().bytes_from);
    fputc('\n', report);
}

int main(void)
{
    const char *path = getenv("LEARN_REPORT");
    report = fopen(path ? path : "/dev/stdout", "we");
    if (!report || !sealed)
        return 3;
    if (omp_get_num_devices() == 0)
        return conclude("skipped", " needs a GPU: this build's runtime finds no device here");
    if (omp_get_default_device() < 0 || omp_get_default_device() >= omp_get_num_devices())
        return conclude(
            "skipped",
            " the default device is number %d (OMP_DEFAULT_DEVICE), and there are %d, from 0",
            omp_get_default_device(), omp_get_num_devices());
    if (!judge_read_source())
        return 3;
    if (!getenv("LEARN_RACES"))
        judge_try_ledger();
    if (judge_has_ledger())
        listen_for_crashes();
    if (!tri_guard_begin())
        return 3;
    if (getenv("LEARN_RACES"))
        return find_races();
    tri_device_set_place(device_is_cpu() ? TRI_HOST_PLUGIN : TRI_GPU);
    for (int i = 0; i < JUDGE_SIZES && judge_sizes[i] > 0; i++)
        judge_at(judge_sizes[i]);
    if (needed)
        return conclude("skipped", " needs %s; the rest is right", needed);
    return conclude("right", "%s", "");
}
