/* Small functions: names, statistics, ceilings, errors, instructions. */
#include "build_info.h"
#include "ceiling.h"
#include "check.h"
#include "instructions.h"
#include "triptych.h"

#include <criterion/redirect.h>
#include <math.h>

/* ---- Did you mean …? ---- */

static const char *word_at(size_t i, const void *words)
{
    return ((const char *const *)words)[i];
}

static const struct {
    const char *word, *nearest; /* NULL: none is near */
} spellings[] = {
    { "reference", "reference" },
    { "referense", "reference" },
    { "refrence", "reference" },
    { "ref", "reference" },
    { "simd", "simd" },
    { "smid", "simd" },
    { "sim", "simd" },
    { "avx", "avx2" },
    { "avx3", "avx2" },
    { "avx512", "avx2" },
    { "ofload", "offload" },
    { "offlaod", "offload" },
    { "gpu", NULL },
    { "", NULL },
    { "x", NULL },
    { "completely else", NULL },
    { "OFFLOAD", NULL },
    { "double double double", NULL },
};

Test(names, nearest)
{
    static const char *const words[] = { "origin", "reference", "simd", "avx2", "offload", NULL };
    static const char *const none[] = { NULL };
    FOR_EACH (r, spellings) {
        const char *found = tri_nearest(r->word, word_at, words);
        const char *wanted = r->nearest;
        cr_expect(wanted ? found && strcmp(found, wanted) == 0 : !found, "%s: %s, not %s", r->word,
                  found ? found : "none", wanted ? wanted : "none");
        cr_expect(!tri_nearest(r->word, word_at, none));
    }
}

Test(names, nearest_of_long_words)
{
    static const char *const words[] = {
        "this one is far too long to be anybody's name for anything", "simd", NULL
    };
    char word[10000];
    memset(word, 's', sizeof word - 1);
    word[sizeof word - 1] = '\0';
    cr_expect(!tri_nearest(word, word_at, words));
    cr_expect(!tri_nearest("this one is far too long", word_at, words));
}

static const struct {
    size_t n;
    double times[6], min, median, max;
} samples[] = {
    { 1, { 7 }, 7, 7, 7 },
    { 2, { 3, 1 }, 1, 2, 3 },
    { 3, { 3, 1, 2 }, 1, 2, 3 },
    { 4, { 9, 1, 2, 4 }, 1, 3, 9 },
    { 5, { 5, 5, 5, 5, 5 }, 5, 5, 5 },
    { 6, { 1e-9, 1e9, 1, 2, 3, 4 }, 1e-9, 2.5, 1e9 },
};

Test(statistics, of_samples)
{
    for (size_t i = 0; i < sizeof samples / sizeof *samples; i++) {
        struct tri_times t = { 0 };
        set_times(&t, samples[i].n, samples[i].times);
        cr_expect(tri_min(&t) == samples[i].min, "sample %zu", i);
        cr_expect(tri_median(&t) == samples[i].median, "sample %zu", i);
        cr_expect(tri_max(&t) == samples[i].max, "sample %zu", i);
        cr_expect(t.n == samples[i].n && memcmp(t.all, samples[i].times, t.n * sizeof *t.all) == 0,
                  "times are kept as run");
        tri_times_free(&t);
    }
}

Test(statistics, of_nothing)
{
    static const struct tri_times none;
    cr_expect(isnan(tri_min(&none)) && isnan(tri_median(&none)) && isnan(tri_max(&none)));
}

Test(statistics, of_as_many_as_there_may_be)
{
    struct tri_times t = { 0 };
    for (size_t i = 0; i < TRI_MAX_REPS; i++)
        cr_assert(tri_times_add(&t, (double)((i * 7919) % TRI_MAX_REPS), NULL));
    cr_expect(!tri_times_add(&t, 1, NULL) && t.n == TRI_MAX_REPS);
    cr_expect(tri_min(&t) == 0 && tri_max(&t) == TRI_MAX_REPS - 1);
    cr_expect(tri_median(&t) == (TRI_MAX_REPS - 1) / 2.0);
    tri_times_free(&t);
}

Test(ceilings, the_lower_roof_counts)
{
    static const struct {
        struct tri_work work;
        double rate;
        enum tri_resource bound;
    } works[] = {
        { { .units = 10, .instructions = 400, .bytes = 1 }, 2.5, TRI_FMA },     /* 4 s */
        { { .units = 10, .instructions = 1, .bytes = 1000 }, 0.5, TRI_MEMORY }, /* 20 s */
        { { .units = 8, .instructions = 200, .bytes = 100 }, 4, TRI_FMA },      /* 2 s of either */
        { { .units = 8, .instructions = 200, .bytes = 0 }, 4, TRI_FMA },
        { { .units = 10, .instructions = 1, .bytes = 1000, .only_reads = true },
          0.8,
          TRI_MEMORY },                                                               /* 12.5 s */
        { { .units = 12, .instructions = 600, .additions = 600 }, 4, TRI_ADDITIONS }, /* 3 s */
        { { .units = 12, .instructions = 800, .additions = 500 }, 3.75, TRI_MIXED },  /* 3.2 s */
        { { .units = 12, .instructions = 1000, .additions = 600, .integers = 100 },
          10.0 / 3,
          TRI_MIXED }, /* 900 of these take 3.6 s */
        { { .units = 12, .instructions = 900, .integers = 600 }, 3, TRI_INTEGERS }, /* 4 s */
        { { .units = 12, .instructions = 900, .integers = 300 }, 2, TRI_FMA },      /* 6 s */
        { { .units = 12, .instructions = 900, .tensor = 900 }, 4, TRI_TENSOR },     /* 3 s */
        { { .units = 12, .instructions = 900, .tensor = 500 }, 3, TRI_FMA },        /* 4 s */
        { { .units = 12, .bytes = 100, .near_bytes = 4000 }, 3, TRI_NEAR },         /* 4 s */
        { { .units = 12, .bytes = 300, .near_bytes = 4000 }, 2, TRI_MEMORY },       /* 6 s */
    };
    struct tri_ceiling ceiling = { .fma_per_second = 100,
                                   .additions_per_second = 200,
                                   .mixed_per_second = 250,
                                   .integers_per_second = 150,
                                   .tensor_per_second = 300,
                                   .bytes_per_second = 50,
                                   .bytes_read_per_second = 80,
                                   .near_bytes_per_second = 1000 };
    for (size_t i = 0; i < sizeof works / sizeof *works; i++) {
        enum tri_resource bound = tri_ceiling_binds(&ceiling, &works[i].work);
        double rate = tri_ceiling_rate(&ceiling, &works[i].work);
        cr_expect(fabs(rate - works[i].rate) < 1e-12, "%zu: %g", i, rate);
        cr_expect(bound == works[i].bound, "%zu: %s", i, tri_resource_name(bound));
        ceiling.cached = true;
        bound = bound == TRI_MEMORY ? TRI_CACHE : bound;
        cr_expect(tri_ceiling_binds(&ceiling, &works[i].work) == bound, "%zu, in a cache", i);
        cr_expect(tri_ceiling_rate(&ceiling, &works[i].work) == rate, "%zu, in a cache", i);
        ceiling.cached = false;
    }
}

/* As rows of before have it: all instructions are set against fma. */
Test(ceilings, not_measured)
{
    struct tri_work work = { .units = 10, .instructions = 400, .additions = 400, .bytes = 1 };
    struct tri_ceiling ceiling = { .fma_per_second = 100, .bytes_per_second = 50 };
    cr_expect(tri_ceiling_rate(&ceiling, &work) == 2.5);
    cr_expect(tri_ceiling_binds(&ceiling, &work) == TRI_FMA);
    work =
        (struct tri_work){ .units = 10, .instructions = 400, .integers = 300, .near_bytes = 1e9 };
    ceiling.near_bytes_per_second = (double)NAN;
    ceiling.integers_per_second = (double)NAN;
    cr_expect(tri_ceiling_rate(&ceiling, &work) == 2.5);
    work = (struct tri_work){ .units = 10, .instructions = 400, .tensor = 400 };
    cr_expect(tri_ceiling_rate(&ceiling, &work) == 2.5);
    cr_expect(tri_ceiling_binds(&ceiling, &work) == TRI_FMA);
    work = (struct tri_work){ .units = 10 };
    cr_expect(tri_ceiling_binds(&ceiling, &work) == TRI_RESOURCES);
    cr_expect(!isfinite(tri_ceiling_rate(&ceiling, &work)));
}

Test(ceilings, arithmetic_of_a_mix)
{
    struct tri_ceiling ceiling = { .fma_per_second = 100,
                                   .additions_per_second = 200,
                                   .mixed_per_second = 250,
                                   .integers_per_second = 50,
                                   .bytes_per_second = 1 };
    struct tri_work work = { .instructions = 800, .additions = 500, .bytes = 1e9 };
    enum tri_resource bound;
    cr_expect(tri_ceiling_arithmetic(&ceiling, &work, &bound) == 250 && bound == TRI_MIXED);
    work.additions = 0;
    cr_expect(tri_ceiling_arithmetic(&ceiling, &work, &bound) == 100 && bound == TRI_FMA);
    work.integers = 400;
    cr_expect(tri_ceiling_arithmetic(&ceiling, &work, &bound) == 100 && bound == TRI_INTEGERS);
    work.instructions = work.integers = 0;
    cr_expect(tri_ceiling_arithmetic(&ceiling, &work, &bound) == 100 && bound == TRI_FMA);
}

static void expect_rate(double rate, const char *what)
{
    cr_expect(rate > 1e7 && isfinite(rate), "%s: %g", what, rate);
}

static void expect_all(const struct tri_ceiling *c)
{
    expect_rate(c->fma_per_second, "fma");
    expect_rate(c->additions_per_second, "additions");
    expect_rate(c->integers_per_second, "integers");
    expect_rate(c->bytes_per_second, "memory");
    expect_rate(c->bytes_read_per_second, "memory, only read");
    expect_rate(c->near_bytes_per_second, "near memory");
    cr_expect(c->mixed_per_second >= c->fma_per_second);
    cr_expect(c->mixed_per_second >= c->additions_per_second);
    cr_expect(c->how && *c->how);
}

enum { SMALL = 100000 /* bytes */ };

Test(ceilings, are_measured, .disabled = INSTRUMENTED)
{
    static const enum tri_path paths[] = { TRI_REFERENCE, TRI_SIMD, TRI_AVX2 };
    FOR_EACH (r, paths) {
        struct tri_ceiling c;
        if (!tri_path_available(*r, NULL))
            continue;
        must(tri_ceiling(*r, TRI_DOUBLE, 1, SMALL, NULL, &c, &failure));
        expect_all(&c);
        cr_expect(c.footprint == 1 << 16, "%zu", c.footprint);
        cr_expect(c.cached == (tri_cpu_cache_bytes() >= 1 << 16));
    }
}

/* Of additions, integers and near memory only what is asked for; a CPU has no tensor cores. */
Test(ceilings, are_measured_as_needed, .disabled = INSTRUMENTED)
{
    struct tri_work work = { .instructions = 1, .bytes = 1 };
    struct tri_ceiling c;
    must(tri_ceiling(TRI_SIMD, TRI_FLOAT, 1, SMALL, &work, &c, &failure));
    cr_expect(c.fma_per_second > 0 && c.bytes_per_second > 0);
    cr_expect(c.additions_per_second == 0 && c.mixed_per_second == 0);
    cr_expect(c.integers_per_second == 0 && c.near_bytes_per_second == 0);
    work.near_bytes = work.integers = work.additions = work.tensor = 1;
    must(tri_ceiling(TRI_SIMD, TRI_FLOAT, 1, SMALL, &work, &c, &failure));
    expect_all(&c);
    cr_expect(c.tensor_per_second == 0);
}

/* Once in a run: rows of other threads between two of the same have the same ceiling all the same. */
Test(ceilings, are_measured_once, .disabled = INSTRUMENTED)
{
    struct tri_ceiling first, again;
    must(tri_ceiling(TRI_SIMD, TRI_FLOAT, 1, SMALL, NULL, &first, &failure));
    must(tri_ceiling(TRI_SIMD, TRI_FLOAT, 2, SMALL, NULL, &again, &failure));
    must(tri_ceiling(TRI_SIMD, TRI_FLOAT, 1, 4 * SMALL, NULL, &again, &failure));
    must(tri_ceiling(TRI_SIMD, TRI_FLOAT, 1, SMALL + 1, NULL, &again, &failure));
    cr_expect(again.footprint == first.footprint);
    cr_expect(again.fma_per_second == first.fma_per_second);
    cr_expect(again.additions_per_second == first.additions_per_second);
    cr_expect(again.integers_per_second == first.integers_per_second);
    cr_expect(again.bytes_per_second == first.bytes_per_second);
    cr_expect(again.bytes_read_per_second == first.bytes_read_per_second);
    cr_expect(again.near_bytes_per_second == first.near_bytes_per_second);
}

/* The regions for a GPU run on any device; what they tell there is nobody's ceiling. */
Test(ceilings, of_a_device, .disabled = INSTRUMENTED)
{
    struct tri_bandwidth b = { 0 };
    if (!tri_path_available(TRI_OFFLOAD, NULL))
        cr_skip_test("no device");
    for (int k = 0; k < (int)TRI_CHAIN_KINDS; k++) {
        enum tri_chain chain = (enum tri_chain)k;
        cr_expect(tri_chain_rate_float(chain, TRI_OFFLOAD, 1) > 1e6, "%d, float", k);
        cr_expect(tri_chain_rate_double(chain, TRI_OFFLOAD, 1) > 1e6, "%d, double", k);
    }
    cr_expect(tri_gpu_integer_rate() > 1e6);
    cr_expect(tri_gpu_team_rate() > 1e6);
    cr_expect(tri_tensor_cores() ? tri_gpu_tensor_rate() > 1e6 : tri_gpu_tensor_rate() == 0);
    cr_expect(tri_gpu_bandwidth(4 << 20, &b) && b.copied > 1e6 && b.read > 1e6);
    cr_expect(tri_device_cache_bytes() > 0 || tri_cpu_cache_bytes() == 0 ||
              tri_device_place() == TRI_GPU);
}

/* A trial that an interruption makes long says nothing of its rounds. */
static double interrupted(const void *what, ptrdiff_t rounds)
{
    return 0.02 + 1e-6 * (double)rounds;
}

static double even(const void *what, ptrdiff_t rounds)
{
    return *(const double *)what * (double)rounds;
}

Test(ceilings, trials_are_long_enough)
{
    double millisecond = 1e-3, second = 1;
    double rate = tri_rounds_per_second(even, &millisecond, 1e-3);
    cr_expect(fabs(rate - 1000) < 1e-6, "%g", rate);
    rate = tri_rounds_per_second(even, &second, 1e-3);
    cr_expect(fabs(rate - 1) < 1e-9, "%g", rate);
    rate = tri_rounds_per_second(interrupted, NULL, 1e-3);
    cr_expect(rate > 4e5 && rate <= 1e6, "%g", rate);
}

Test(errors, are_one_line_however_long)
{
    char text[1000];
    memset(text, 'x', sizeof text - 1);
    text[sizeof text - 1] = '\0';
    cr_expect(!tri_fail(&failure, TRI_USAGE, "%s", text));
    cr_expect(failure.status == TRI_USAGE && strlen(failure.text) == sizeof failure.text - 1);
    cr_expect(!tri_fail(NULL, TRI_USAGE, "nobody listens to %d", 1));
}

Test(errors, are_reported, .init = cr_redirect_stderr)
{
    tri_fail(&failure, TRI_USAGE, "wrong: %d", 42);
    cr_expect(tri_report("program", &failure) == 2);
    tri_fail(&failure, TRI_FAILED, "a file\nof \033[31mred ü");
    cr_expect(tri_report("program", &failure) == 1);
    fflush(stderr);
    char said[100] = "";
    FILE *err = cr_get_redirected_stderr();
    said[fread(said, 1, sizeof said - 1, err)] = '\0';
    cr_expect(strcmp(said, "program: wrong: 42\nprogram: a file?of ?[31mred ü\n") == 0, "%s", said);
}

/* ---- A build for instructions that a processor lacks, with faked processors ---- */

static const bool haswell[ALL_INSTRUCTIONS] = {
    [INSTRUCTIONS_AVX] = true,
    [INSTRUCTIONS_AVX2] = true,
    [INSTRUCTIONS_FMA] = true,
    [INSTRUCTIONS_BMI2] = true,
};
static const bool none[ALL_INSTRUCTIONS];

/* Of what a processor lacks, the names; as many as there is room for. */
Test(instructions, that_a_processor_lacks)
{
    char names[100] = "untouched", few[] = "123456789abcdef";
    bool skylake[ALL_INSTRUCTIONS];
    memcpy(skylake, haswell, sizeof skylake);
    skylake[INSTRUCTIONS_AVX512F] = skylake[INSTRUCTIONS_AVX512VL] = true;
    cr_expect(!instructions_lacking(none, none, names, sizeof names));
    cr_expect(!instructions_lacking(none, haswell, names, sizeof names));
    cr_expect(!instructions_lacking(haswell, haswell, names, sizeof names));
    cr_expect_str_eq(names, "untouched");
    cr_expect(instructions_lacking(skylake, haswell, names, sizeof names));
    cr_expect_str_eq(names, "avx512f avx512vl");
    cr_expect(instructions_lacking(haswell, none, names, sizeof names));
    cr_expect_str_eq(names, "avx avx2 fma bmi2");
    cr_expect(instructions_lacking(haswell, none, few, 6));
    cr_expect_str_eq(few, "avx a");
    cr_expect_str_eq(few + 6, "789abcdef");
}

/* Whatever the flags, a hotspot's lanes are what the table says. */
Test(instructions, are_those_of_the_flags)
{
    bool v3 = !strcmp(TRIPTYCH_ISA, "x86-64-v3"), v4 = !strcmp(TRIPTYCH_ISA, "x86-64-v4");
    cr_expect(!(v3 || v4) || instructions_of_build[INSTRUCTIONS_AVX2]);
    cr_expect(!v3 || !instructions_of_build[INSTRUCTIONS_AVX512F]);
    cr_expect(!v4 || instructions_of_build[INSTRUCTIONS_AVX512VL]);
    cr_expect(tri_processor_suffices(&failure), "%s, but the tests have come this far",
              failure.text);
}
