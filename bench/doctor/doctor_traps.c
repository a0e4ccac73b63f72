/*
 * From the doctor's facts to its verdict.
 *
 * Each known trap is a row of a table: a function that says whether the facts show it, and what to
 * do about it.  The rows are here (the build), in doctor_gpu.c and in doctor_runtime.c, in the order in which
 * they can stop an offload; the verdict quotes the first that blocks.
 */
#include "doctor.h"

#include <string.h>
#include <strings.h>

/* ---- The build -------------------------------------------------------------------------------- */

static enum state check_offload(const struct facts *f, struct finding *out)
{
    if (f->build.target == TARGET_NONE)
        return say(out, PROBLEM,
                   "this build (preset %s) has no offload target: its regions are host code",
                   f->build.preset);
    return say(out, FINE, "regions are built for %s", f->build.target_name);
}

static enum state check_image(const struct facts *f, struct finding *out)
{
    if (f->images.n == 0)
        return say(out, PROBLEM,
                   "there is no device image in this program, though it is built for %s",
                   f->build.target_name);
    return say(out, FINE, "%zu in this program", f->images.n);
}

static enum state check_target_offload(const struct facts *f, struct finding *out)
{
    const char *value = variable(f, "OMP_TARGET_OFFLOAD");
    if (!value)
        return say(out, FINE, "not set");
    if (strcasecmp(value, "disabled") == 0)
        return say(out, PROBLEM, "OMP_TARGET_OFFLOAD=%s keeps every region on the host", value);
    if (strcasecmp(value, "mandatory") != 0 && strcasecmp(value, "default") != 0)
        return say(out, PROBLEM, "OMP_TARGET_OFFLOAD=%s is not one of DEFAULT, MANDATORY, DISABLED",
                   value);
    return say(out, FINE, "%s, which allows offload", value);
}

static const char gpu_presets[] =
    "in a clone, build for a GPU of NVIDIA (or AMD: llvm-amdgpu): cmake --workflow --preset llvm-gpu";

static const struct trap build_traps[] = {
    { "offload build", ANY_BUILD, true, check_offload, gpu_presets },
    { "device images", ANY_OFFLOAD, true, check_image,
      "link with the compiler and its default linker: mold, for one, loses GCC's offload tables" },
    { "OMP_TARGET_OFFLOAD", ANY_OFFLOAD, true, check_target_offload, "unset OMP_TARGET_OFFLOAD" },
    { 0 },
};

/* ---- From traps to a verdict ------------------------------------------------------------------ */

static const struct trap *const tables[] = { build_traps, gpu_traps, runtime_traps };

static bool concerns(enum scope scope, const struct facts *f)
{
    bool nvidia = f->build.target == TARGET_NVIDIA, amd = f->build.target == TARGET_AMD;
    const bool concerned[SCOPES] = { [ANY_BUILD] = true,
                                     [ANY_OFFLOAD] = f->build.target != TARGET_NONE,
                                     [ANY_GPU] = nvidia || amd,
                                     [NVIDIA_GPU] = nvidia,
                                     [AMD_GPU] = amd,
                                     [LLVM_NVIDIA] = nvidia && built_by(f, "clang "),
                                     [GCC_NVIDIA] = nvidia && built_by(f, "gcc "),
                                     [NVC_NVIDIA] = nvidia && built_by(f, "nvc ") };
    return concerned[scope];
}

static const char *const scopes[SCOPES] = { [ANY_OFFLOAD] = "builds with offload",
                                            [ANY_GPU] = "builds for GPUs",
                                            [NVIDIA_GPU] = "builds for NVIDIA GPUs",
                                            [AMD_GPU] = "builds for AMD GPUs",
                                            [LLVM_NVIDIA] = "clang's builds for NVIDIA GPUs",
                                            [GCC_NVIDIA] = "gcc's builds for NVIDIA GPUs",
                                            [NVC_NVIDIA] = "nvc's builds for NVIDIA GPUs" };

static bool ran_on_gpu(const struct facts *f)
{
    return got_to(f, PROBE_DONE) && f->probe.report.place == TRI_GPU;
}

static void examine_trap(const struct facts *f, const struct trap *trap, struct finding *finding)
{
    finding->trap = trap;
    if (!concerns(trap->scope, f)) {
        finding->state = say(finding, NOT_APPLICABLE, "concerns %s", scopes[trap->scope]);
        return;
    }
    if (!got_to(f, trap->needs)) {
        finding->state = say(finding, NOT_APPLICABLE,
                             trap->needs == PROBE_DONE ? "the region did not end"
                                                       : "the probe did not get that far");
        return;
    }
    finding->state = trap->check(f, finding);
    /* A trap that would block a region, while regions work, is no reason for an alarm. */
    if (finding->state == PROBLEM && trap->blocks && ran_on_gpu(f))
        finding->state = FINE;
}

size_t examine(const struct facts *f, struct finding *findings)
{
    size_t n = 0;
    for (size_t i = 0; i < sizeof tables / sizeof *tables; i++)
        for (const struct trap *trap = tables[i]; trap->name && n < MAX_FINDINGS; trap++)
            examine_trap(f, trap, &findings[n++]);
    return n;
}

static void judge_failure(const struct facts *f, struct verdict *v)
{
    struct finding findings[MAX_FINDINGS];
    size_t n = examine(f, findings), i = 0;
    while (i < n && !(findings[i].state == PROBLEM && findings[i].trap->blocks))
        i++;
    bool known = i < n;
    *v =
        (struct verdict){ .status = TRI_FAILED, .remedy = known ? findings[i].trap->remedy : NULL };
    snprintf(v->text, sizeof v->text, "offload does not work on a GPU: %s",
             known ? findings[i].text : "none of the known traps explains why");
}

void judge(const struct facts *f, struct verdict *v)
{
    if (ran_on_gpu(f)) {
        *v = (struct verdict){ .status = TRI_AGREED };
        snprintf(v->text, sizeof v->text, "offload works on %s", f->probe.report.device);
    } else if (got_to(f, PROBE_DONE) && f->probe.report.place == TRI_HOST_PLUGIN) {
        *v = (struct verdict){ .status = f->build.target == TARGET_HOST ? TRI_AGREED : TRI_FAILED,
                               .remedy = gpu_presets };
        snprintf(v->text, sizeof v->text,
                 "offload works, %s on the CPU itself (LLVM's host plugin), not on a GPU",
                 f->build.target == TARGET_HOST ? "as it is built:" : "but");
    } else {
        judge_failure(f, v);
    }
}
