/* What a lesson's judge asks of arrays, kernels, loops and copies, and the sentence for each mistake. */
#include "expect.h"

#include "arrays.h"

#include <stdint.h>
#include <string.h>

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

void judge_expect_mapped(void)
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
    judge_expect_mapped();
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

void judge_expect_none_shared(void)
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
