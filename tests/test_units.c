/* Small functions: names, statistics, ceilings, errors. */
#include "check.h"
#include "row.h"

#include <criterion/criterion.h>
#include <criterion/parameterized.h>
#include <criterion/redirect.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

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
    for (size_t i = 0; i < sizeof spellings / sizeof *spellings; i++) {
        const char *found = tri_nearest(spellings[i].word, word_at, words);
        const char *wanted = spellings[i].nearest;
        cr_expect(wanted ? found && strcmp(found, wanted) == 0 : !found, "%s: %s, not %s",
                  spellings[i].word, found ? found : "none", wanted ? wanted : "none");
        cr_expect(!tri_nearest(spellings[i].word, word_at, none));
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

Test(names, of_paths_precisions_and_places)
{
    for (int i = 0; i < TRI_PATHS; i++) {
        cr_expect(strlen(tri_path_name((enum tri_path)i)) > 0);
        cr_expect(strlen(tri_path_meaning((enum tri_path)i)) > 0);
        for (int k = 0; k < i; k++)
            cr_expect(strcmp(tri_path_name((enum tri_path)i), tri_path_name((enum tri_path)k)));
    }
    cr_expect(strcmp(tri_precision_name(TRI_FLOAT), "float") == 0);
    cr_expect(strcmp(tri_precision_name(TRI_DOUBLE), "double") == 0);
    cr_expect(strcmp(tri_place_name(TRI_NOWHERE), "nowhere") == 0);
    cr_expect(strcmp(tri_place_name(TRI_CPU), "cpu") == 0);
    cr_expect(strcmp(tri_place_name(TRI_HOST_PLUGIN), "host-plugin") == 0);
    cr_expect(strcmp(tri_place_name(TRI_GPU), "gpu") == 0);
}

/* ---- Statistics ---- */

static const struct {
    struct tri_times times;
    double min, median, max;
} samples[] = {
    { { 1, { 7 } }, 7, 7, 7 },
    { { 2, { 3, 1 } }, 1, 2, 3 },
    { { 3, { 3, 1, 2 } }, 1, 2, 3 },
    { { 4, { 9, 1, 2, 4 } }, 1, 3, 9 },
    { { 5, { 5, 5, 5, 5, 5 } }, 5, 5, 5 },
    { { 6, { 1e-9, 1e9, 1, 2, 3, 4 } }, 1e-9, 2.5, 1e9 },
};

Test(statistics, of_samples)
{
    for (size_t i = 0; i < sizeof samples / sizeof *samples; i++) {
        struct tri_times before = samples[i].times;
        cr_expect(tri_min(&samples[i].times) == samples[i].min, "sample %zu", i);
        cr_expect(tri_median(&samples[i].times) == samples[i].median, "sample %zu", i);
        cr_expect(tri_max(&samples[i].times) == samples[i].max, "sample %zu", i);
        cr_expect(memcmp(&before, &samples[i].times, sizeof before) == 0, "times are kept as run");
    }
}

Test(statistics, of_nothing)
{
    static const struct tri_times none;
    cr_expect(isnan(tri_min(&none)) && isnan(tri_median(&none)) && isnan(tri_max(&none)));
}

Test(statistics, of_as_many_as_there_may_be)
{
    static struct tri_times t = { .n = TRI_MAX_REPS };
    for (size_t i = 0; i < t.n; i++)
        t.all[i] = (double)((i * 7919) % t.n);
    cr_expect(tri_min(&t) == 0 && tri_max(&t) == TRI_MAX_REPS - 1);
    cr_expect(tri_median(&t) == (TRI_MAX_REPS - 1) / 2.0);
}

Test(statistics, clock_runs)
{
    double start = tri_now();
    while (tri_now() == start)
        continue;
    cr_expect(tri_now() > start);
}

/* ---- Ceilings ---- */

Test(ceilings, the_lower_roof_counts)
{
    static const struct {
        struct tri_work work;
        double rate;
    } works[] = {
        { { .units = 10, .instructions = 400, .bytes = 1 }, 2.5 },  /* 4 s of fma */
        { { .units = 10, .instructions = 1, .bytes = 1000 }, 0.5 }, /* 20 s of memory */
        { { .units = 8, .instructions = 200, .bytes = 100 }, 4 },   /* 2 s of either */
        { { .units = 8, .instructions = 200, .bytes = 0 }, 4 },
        { { .units = 10, .instructions = 1, .bytes = 1000, .only_reads = true }, 0.8 }, /* 12.5 s */
    };
    struct tri_ceiling ceiling = { .fma_per_second = 100,
                                   .bytes_per_second = 50,
                                   .bytes_read_per_second = 80 };
    for (size_t i = 0; i < sizeof works / sizeof *works; i++)
        cr_expect(tri_ceiling_rate(&ceiling, &works[i].work) == works[i].rate, "%zu", i);
}

Test(ceilings, are_measured, .disabled = INSTRUMENTED)
{
    struct tri_ceiling scalar, simd;
    struct tri_error e = { 0 };
    cr_assert(tri_ceiling(TRI_REFERENCE, TRI_DOUBLE, 1, &scalar, &e), "%s", e.text);
    cr_assert(tri_ceiling(TRI_SIMD, TRI_DOUBLE, 1, &simd, &e), "%s", e.text);
    cr_expect(scalar.fma_per_second > 1e7 && isfinite(scalar.fma_per_second));
    cr_expect(scalar.bytes_per_second > 1e7 && isfinite(scalar.bytes_per_second));
    cr_expect(scalar.bytes_read_per_second > 1e7 && isfinite(scalar.bytes_read_per_second));
    cr_expect(simd.fma_per_second > 0.5 * scalar.fma_per_second);
    cr_expect(scalar.how && *scalar.how && simd.how && *simd.how);
}

/* Once in a run: rows of other threads between two of the same have the same ceiling all the same. */
Test(ceilings, are_measured_once, .disabled = INSTRUMENTED)
{
    struct tri_ceiling first, again;
    struct tri_error e = { 0 };
    cr_assert(tri_ceiling(TRI_SIMD, TRI_FLOAT, 1, &first, &e), "%s", e.text);
    cr_assert(tri_ceiling(TRI_SIMD, TRI_FLOAT, 2, &again, &e), "%s", e.text);
    cr_assert(tri_ceiling(TRI_SIMD, TRI_FLOAT, 1, &again, &e), "%s", e.text);
    cr_expect(again.fma_per_second == first.fma_per_second);
    cr_expect(again.bytes_per_second == first.bytes_per_second);
    cr_expect(again.bytes_read_per_second == first.bytes_read_per_second);
}

/* ---- Errors ---- */

Test(errors, are_one_line_however_long)
{
    char text[1000];
    struct tri_error e;
    memset(text, 'x', sizeof text - 1);
    text[sizeof text - 1] = '\0';
    cr_expect(!tri_fail(&e, TRI_USAGE, "%s", text));
    cr_expect(e.status == TRI_USAGE && strlen(e.text) == sizeof e.text - 1);
    cr_expect(!tri_fail(NULL, TRI_USAGE, "nobody listens to %d", 1));
}

Test(errors, are_reported, .init = cr_redirect_stderr)
{
    struct tri_error e;
    tri_fail(&e, TRI_USAGE, "wrong: %d", 42);
    cr_expect(tri_report("program", &e) == 2);
    tri_fail(&e, TRI_FAILED, "failed");
    cr_expect(tri_report("program", &e) == 1);
    fflush(stderr);
    char said[100] = "";
    FILE *err = cr_get_redirected_stderr();
    said[fread(said, 1, sizeof said - 1, err)] = '\0';
    cr_expect(strcmp(said, "program: wrong: 42\nprogram: failed\n") == 0, "%s", said);
}

/* ---- The machine ---- */

Test(machine, is_known)
{
    cr_expect(tri_cpu_cores() >= 1);
    cr_expect(strlen(tri_cpu_name()) > 0);
    cr_expect(tri_memory_bytes() > 1 << 20);
}
