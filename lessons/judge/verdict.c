/* The program: a lesson's judge at its sizes, and what it has found, in the file that LEARN_REPORT names.  Standard
 * output is the student's. */
#include "arrays.h"
#include "expect.h"
#include "image_files.h"
#include "races.h"
#include "source.h"
#include "told.h"

#include <fcntl.h>
#include <omp.h>
#include <setjmp.h>
#include <signal.h>
#include <stdarg.h>
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

/* learn says so in LEARN_LOOPS. */
bool device_is_cpu(void)
{
    return judge_has_ledger() && loops_are_told;
}

/* ---- A crash: what had been copied by then often says why. ------------------------------------- */

/* A line that is put together without stdio, in which the crash may have been. */
struct note {
    char text[400];
    size_t n;
};

static void say(struct note *to, const char *text)
{
    for (; *text && to->n < sizeof to->text; text++)
        to->text[to->n++] = *text;
}

static void say_number(struct note *to, ptrdiff_t number)
{
    char digits[24], *at = digits + sizeof digits - 1;
    size_t rest = number < 0 ? 0 - (size_t)number : (size_t)number;
    *at = '\0';
    do
        *--at = (char)('0' + rest % 10);
    while ((rest /= 10) > 0);
    say(to, number < 0 ? "-" : "");
    say(to, at);
}

static void write_note(const struct note *n)
{
    (void)!write(fileno(report), n->text, n->n);
}

/* What is still to be had of the memory that a process is given (RLIMIT_DATA) is less than this. */
static void note_memory(void)
{
    enum { LEAST = 512 << 20 };
    void *p = mmap(NULL, LEAST, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    if (p != MAP_FAILED) {
        munmap(p, LEAST);
        return;
    }
    struct note n = { .n = 0 };
    say(&n, "note before it crashed it had taken all the memory that it may have\n");
    write_note(&n);
}

static void note_copies(const struct array *a)
{
    struct note n = { .n = 0 };
    say(&n, "note before it crashed ");
    if (a->guarded->copies.to > 0) {
        say(&n, a->name);
        say(&n, "[");
        say_number(&n, a->sent_first);
        say(&n, " : ");
        say_number(&n, a->sent_end - a->sent_first);
        say(&n, "] was copied to the device; ");
        say(&n, a->name);
        say(&n, " has ");
        say_number(&n, a->n);
        say(&n, " elements\n");
    } else {
        say(&n, "nothing of ");
        say(&n, a->name);
        say(&n, " was copied to the device\n");
    }
    write_note(&n);
}

/* The report is written line by line (main), so that what it says already comes first. */
static void at_crash(int signal)
{
    note_memory();
    for (int i = 0; i < judge_n_arrays; i++)
        note_copies(&judge_arrays[i]);
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

/* In a run in which races are looked for, and regions are on the host. */
static bool is_right_aside(ptrdiff_t n, int teams, int threads)
{
    judge_begin_arrays(false);
    judge_watch = NULL;
    omp_set_num_teams(teams);
    omp_set_teams_thread_limit(threads);
    if (setjmp(aside) != 0)
        return false;
    judge(n);
    return true;
}

static void report_between(const struct tri_race *at)
{
    ptrdiff_t first, end;
    const struct array *a = judge_array_in(at->where, 1, &first, &end);
    looks_for_races = false;
    wrong(
        "a race: between two atomics of a thread%s%s, each of which is one step, another thread comes in, and what "
        "it adds is lost. One atomic has to do both.",
        a ? " for the same element of " : "", a ? a->name : "");
}

/* Unknown: there are none, or this says why nobody can tell. */
static const char *find_races_at(ptrdiff_t n, int teams, int runs)
{
    const char *unknown = NULL;
    size = n;
    if (!tri_races_begin())
        return "the runtime does not tell what orders threads";
    const bool right = is_right_aside(n, teams, omp_get_max_threads() / teams);
    struct tri_race race = tri_races_end(&unknown);
    if (race.where)
        report_race(&race);
    if (!right && tri_between_first() && is_right_aside(n, 1, 1))
        report_between(tri_between_first());
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
    judge_expect_none_shared();
    judge_expect_mapped();
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
    if (!report || !sealed || setvbuf(report, NULL, _IOLBF, BUFSIZ) != 0)
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
    if (!tri_guard_begin(false))
        return 3;
    if (getenv("LEARN_RACES"))
        return find_races();
    tri_device_set_place(device_is_cpu() ? TRI_HOST_PLUGIN : TRI_GPU);
    tri_image_files_remove();
    for (int i = 0; i < JUDGE_SIZES && judge_sizes[i] > 0; i++)
        judge_at(judge_sizes[i]);
    if (needed)
        return conclude("skipped", " needs %s; the rest is right", needed);
    return conclude("right", "%s", "");
}
