/* Which settings of a setup concern a contender, and whether this machine can serve it. */
#include "entries.h"

#include <omp.h>

static bool on_cpu(const struct tri_contender *who)
{
    return who->path != TRI_OFFLOAD;
}

/* Those before a setting are known by then: the devices and ranks of its parts. */
static bool concerns(enum tri_concern what, const struct tri_contender *who,
                     const struct tri_launch *l)
{
    switch (what) {
    case TRI_OF_THREADS: return on_cpu(who) && who->threads == 0;
    case TRI_OF_OFFLOAD: return !on_cpu(who) && !who->peer;
    case TRI_OF_VARIANTS: return !who->peer && tri_path_has_variants(who->path);
    default: return l->devices || l->ranks;
    }
}

struct tri_effort effort_of(const struct setup *s, const struct request *r,
                            const struct tri_contender *who)
{
    struct tri_effort effort = { .launch.threads = r->threads };
    struct tri_launch asked = s->launch;
    const struct tri_setting *one;
    for (size_t i = 0; (one = tri_setting_at(i)); i++) {
        int value = *tri_setting_in(&asked, one);
        if (value && concerns(one->concerns, who, &effort.launch))
            *tri_setting_in(&effort.launch, one) = value;
    }
    return effort;
}

/* Which launch settings a contender follows. */
static struct tri_follows followed_by(const struct tri_contender *who, const struct tri_hotspot *h)
{
    if (!who->follows)
        return (struct tri_follows){ 0 };
    return who->variant ? who->variant->follows : h->plain.follows;
}

static bool serve_teams(const struct tri_contender *who, const struct tri_hotspot *h,
                        const struct tri_launch *l, struct tri_error *why)
{
    if (l->teams && !followed_by(who, h).teams)
        return tri_fail(why, TRI_FAILED, "the number of teams is its own: teams=%d", l->teams);
    if (l->threads_per_team && !followed_by(who, h).threads_per_team)
        return tri_fail(why, TRI_FAILED, "the size of teams is its own: threads-per-team=%d",
                        l->threads_per_team);
    if ((l->teams || l->threads_per_team) && tri_device_place() != TRI_GPU)
        return tri_fail(why, TRI_FAILED, "not on this machine: teams of a GPU, no GPU");
    return true;
}

static bool serve_wait(const struct tri_launch *l, struct tri_error *why)
{
    return !l->wait || (tri_device_place() == TRI_GPU && tri_device_waited()) ||
           tri_fail(why, TRI_FAILED, "not on this machine: no NVIDIA GPU to wait for: wait=%s",
                    tri_wait_name(l->wait));
}

/* A variant without a division is refused elsewhere. */
static bool serve_halo(const struct tri_contender *who, const struct tri_launch *l,
                       struct tri_error *why)
{
    const struct tri_division *d = who->variant ? who->variant->division : NULL;
    return !l->halo_rows || !d || d->stencil ||
           tri_fail(why, TRI_FAILED, "its parts have no halo: halo-rows=%d", l->halo_rows);
}

bool can_serve(const struct tri_contender *who, const struct tri_hotspot *h,
               const struct tri_effort *effort, const struct request *r, struct tri_error *why)
{
    const struct tri_launch *l = &effort->launch;
    if ((l->devices || l->ranks) && who->host_memory == TRI_PINNED)
        return tri_fail(why, TRI_FAILED,
                        "pinned memory: parts of several devices or ranks have none");
    /* If a core has two processors, two threads run on it at once. */
    if (l->threads != r->threads && l->threads > omp_get_num_procs())
        return tri_fail(why, TRI_FAILED, "not on this machine: %d threads, %d cores", l->threads,
                        tri_cpu_cores());
    if (l->schedule && !followed_by(who, h).schedule)
        return tri_fail(why, TRI_FAILED, "the schedule of its loops is its own: schedule=%s",
                        tri_schedule_name(l->schedule));
    return serve_teams(who, h, l, why) && serve_wait(l, why) && serve_halo(who, l, why);
}
