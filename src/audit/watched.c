/* A run in which each access is noted, by code that the build has compiled for that: see races.h. */
#include "inside.h"

#include "case.h"
#include "hotspot.h"
#include "measure.h"
#include "races.h"

#include <dlfcn.h>
#include <limits.h>
#include <omp.h>
#include <stdio.h>
#include <string.h>

/* Its accesses take a hundred times as long. */
static const double LONGEST[TRI_AUDIT_LEVELS] = { [TRI_AUDIT_OTHER] = 0.003,
                                                  [TRI_AUDIT_BRIEF] = 0.001,
                                                  [TRI_AUDIT_QUICK] = 0.003,
                                                  [TRI_AUDIT_ALL] = 0.03 };

/* Each byte takes eight more, of what was accessed. */
enum { MOST_BYTES = 1 << 24 };

/* More than two, so that their parts touch at several places; and what is kept for each of four is too little. */
enum { THREADS = 5 };

static const struct tri_signature *signature_in(void *library, const struct tri_hotspot *h)
{
    char name[2 * TRI_MAX_TEXT];
    snprintf(name, sizeof name, "%s_signature_%s", h->name, tri_precision_name(h->precision));
    return dlsym(library, name);
}

/* The same path there; NULL: it has none. */
static tri_path_fn *path_in(const struct tri_signature *s, const char *variant, enum tri_path path)
{
    for (int i = 0; s && s->paths[i].variant; i++)
        if (s->paths[i].path == path && strcmp(s->paths[i].variant, variant) == 0)
            return s->paths[i].function ? s->paths[i].run : NULL;
    return NULL;
}

static void *library_of(const struct tri_case *c, const char **why)
{
    char file[PATH_MAX];
    if (!tri_races_library(c->hotspot, file, sizeof file))
        return NULL;
    void *library = dlopen(file, RTLD_NOW | RTLD_LOCAL);
    bool ours = library && tri_accesses_are_ours();
    if (!ours)
        *why = library ? "the calls of its accesses are another's" : dlerror();
    return ours ? library : NULL;
}

static tri_path_fn *watched_path(struct tri_audited *s)
{
    const struct tri_case *c = &s->guarded;
    const char *why = NULL;
    void *library = library_of(c, &why);
    if (why)
        tri_find(s->audit, TRI_NOT_AUDITED, -1, "races are seen by results only: %s", why);
    return library ? path_in(signature_in(library, c->hotspot), c->variant->name, s->path) : NULL;
}

static int slot_at(const struct tri_case *c, const char *p)
{
    for (int o = 0; o < TRI_SLOTS; o++) {
        const char *begin = c->operand[o];
        if (begin && p >= begin && p < begin + tri_operand_bytes(c, o))
            return o;
    }
    return -1;
}

static void find_race(struct tri_audited *s, const struct tri_race *race)
{
    const struct tri_case *c = &s->guarded;
    char line[100];
    tri_race_line(race, line, sizeof line);
    const char *how =
        race->both_store ? "stored by several threads" : "stored by one thread and read by another";
    int o = slot_at(c, race->where);
    size_t bytes = o >= 0 ? (size_t)(race->where - (const char *)c->operand[o]) : 0;
    if (o >= 0)
        tri_find(s->audit, TRI_RACE, o, "%s is %s, and nothing orders them: a race%s",
                 tri_place_in(c, o, bytes / tri_number_bytes(c, o)).s, how, line);
    else
        tri_find(s->audit, TRI_RACE, -1,
                 "memory that is no operand is %s, and nothing orders them: a race for a variable "
                 "without private or reduction?%s",
                 how, line);
}

static void find_misaligned(struct tri_audited *s, const struct tri_race *at)
{
    const struct tri_case *c = &s->guarded;
    char line[100];
    tri_race_line(at, line, sizeof line);
    int o = slot_at(c, at->where);
    tri_find(
        s->audit, TRI_MISALIGNED, o,
        "%s is accessed by a type whose size its address is no multiple of: a GPU faults there%s",
        o >= 0 ? tri_slot_name(c, o) : "memory that is no operand", line);
}

static bool agrees(const struct tri_audited *s)
{
    const struct tri_difference d = tri_case_difference(&s->guarded, s->reference);
    return tri_agrees(s->guarded.variant, s->reference, &d);
}

/* Its regions run on the host. */
static void run(struct tri_audited *s, tri_path_fn *path, int threads, int teams)
{
    omp_set_num_threads(threads);
    tri_ledger_teams(teams, threads);
    path(&s->guarded);
    #pragma omp taskwait
    s->audit->runs++;
}

/* Another thread came in between two atomics, and the result is wrong: it is by that if one thread alone is right. */
static void find_between(struct tri_audited *s, tri_path_fn *path)
{
    const struct tri_case *c = &s->guarded;
    const struct tri_race *at = tri_between_first();
    const int o = at ? slot_at(c, at->where) : -1;
    char line[100];
    if (!at || agrees(s))
        return;
    tri_case_poison(&s->guarded);
    run(s, path, 1, 0);
    if (!agrees(s))
        return;
    tri_race_line(at, line, sizeof line);
    tri_find(
        s->audit, TRI_RACE, o,
        "wrong if another thread comes in between two atomics for %s, or two critical regions: each is one step, and "
        "both together are none%s",
        o >= 0 ? tri_slot_name(c, o) : "a variable that is no operand", line);
}

static void run_watched(struct tri_audited *s, tri_path_fn *path, int teams, int runs)
{
    const int device = omp_get_default_device();
    const char *unknown = NULL;
    tri_case_poison(&s->guarded);
    tri_guard_open_all();
    tri_meetings_hold(false);
    omp_set_default_device(omp_get_initial_device());
    bool begun = tri_races_begin();
    run(s, path, THREADS, teams);
    struct tri_race race = { .where = NULL }, misaligned = race;
    if (begun) {
        race = tri_races_end(&unknown);
        misaligned = tri_accesses_misaligned();
    }
    s->audit->watched += begun && !unknown;
    if (begun && !race.where)
        find_between(s, path);
    tri_ledger_teams(0, omp_get_num_procs());
    omp_set_default_device(device);
    if (misaligned.where && s->path == TRI_OFFLOAD)
        find_misaligned(s, &misaligned);
    if (race.where)
        find_race(s, &race);
    else if (!s->audit->wrong && !unknown && tri_races_had_tasks() && runs > 1)
        run_watched(s, path, teams, runs - 1);
    else if (unknown)
        tri_find(s->audit, TRI_NOT_AUDITED, -1, "races are seen by results only: %s", unknown);
}

/* Chance has a part in its result: which race that is, is to be said. */
static bool is_by_chance(const struct tri_audit *a)
{
    bool any = false;
    for (size_t i = 0; i < a->n; i++)
        any |= a->finding[i].kind == TRI_NOT_SAME_TWICE;
    return any;
}

/* Regions run on the host there, as a device that is this CPU would run them.  A GPU is a hundred times as quick, so its cases
 * have to be the small ones; a variant for a GPU alone does not run here. */
static bool can_be_watched(const struct tri_audited *s, enum tri_place place)
{
    enum { SMALL_BYTES = 1 << 20 };
    const bool gpu = s->path == TRI_OFFLOAD && place == TRI_GPU;
    const size_t bytes = tri_case_bytes(&s->guarded);
    if ((s->audit->wrong && !is_by_chance(s->audit)) || s->seconds > LONGEST[s->level] ||
        bytes > MOST_BYTES)
        return false;
    return !gpu || (s->level == TRI_AUDIT_OTHER && bytes <= SMALL_BYTES &&
                    tri_variant_available(s->guarded.variant, s->path, NULL));
}

/* Code may be another on a device: the second time it is told that it is there. */
static void run_by_teams(struct tri_audited *s, tri_path_fn *path)
{
    run_watched(s, path, 0, TRI_RACE_RUNS);
    if (s->path != TRI_OFFLOAD || s->audit->wrong)
        return;
    tri_races_as_device(true);
    run_watched(s, path, 2, TRI_RACE_RUNS);
    tri_races_as_device(false);
}

void tri_find_races(struct tri_audited *s)
{
    const enum tri_place place = tri_device_place();
    if (place == TRI_GPU)
        tri_device_set_place(TRI_HOST_PLUGIN);
    tri_path_fn *path = can_be_watched(s, place) ? watched_path(s) : NULL;
    if (path && tri_guard_only_say()) {
        run_by_teams(s, path);
        tri_guard_end();
    }
    tri_device_set_place(place);
}
