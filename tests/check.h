/*
 * What the tests share: the headers that nearly all of them need, cases made in one line, and what to do
 * about a path that cannot run here.
 *
 * Criterion runs every test in a process of its own, so nothing is freed for the sake of the next
 * one but what LeakSanitizer would complain about.
 */
#pragma once

#include <criterion/criterion.h>
#include <criterion/parameterized.h>
#include <jansson.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "hotspot.h"
#include "measure.h"
#include "store.h"

/* Sanitizers take many times as long: tests then choose smaller sizes. */
#if !defined(__has_feature)
# define __has_feature(name) 0
#endif
#if defined(__SANITIZE_ADDRESS__) || __has_feature(address_sanitizer)
# define ADDRESS_SANITIZER 1
#else
# define ADDRESS_SANITIZER 0
#endif
#if defined(__SANITIZE_THREAD__) || __has_feature(thread_sanitizer)
# define THREAD_SANITIZER 1
#else
# define THREAD_SANITIZER 0
#endif
#if ADDRESS_SANITIZER || THREAD_SANITIZER
# define INSTRUMENTED 1
#else
# define INSTRUMENTED 0
#endif

/* Variables that are freed where their block ends, like jansson's json_auto_t. */
#define FREED_BY(function) __attribute__((cleanup(function)))
#define case_auto_t FREED_BY(tri_case_free) struct tri_case
#define text_auto_t FREED_BY(free_text) char
#define store_auto_t FREED_BY(close_store) struct store
#define measurement_auto_t FREED_BY(tri_measurement_free) struct tri_measurement

void free_text(char **);
void close_store(struct store **);

/* What the last call said that failed; and a call that has to be good, or the test fails with that. */
extern struct tri_error failure;
#define must(...) cr_assert((__VA_ARGS__), "%s", failure.text)

/* A call that has to fail, with these words in what it says; one that has to be refused as a wrong request. */
void expect_fails(bool good, const char *words);
void expect_refuses(bool good, const char *words);

/* A test for each of the parameters of this type that an expression gives: *r is one. */
#define EACH_OF(suite, name, type, parameters) \
    ParameterizedTestParameters(suite, name)   \
    {                                          \
        return parameters;                     \
    }                                          \
    ParameterizedTest(type *r, suite, name)

/* One test of each hotspot in each precision, in one process, for what is quickly done. */
#define OF_EACH_HOTSPOT(suite, name)                                      \
    static void suite##_##name(const struct tri_hotspot *);               \
    Test(suite, name)                                                     \
    {                                                                     \
        for (size_t i = 0; i < tri_hotspot_count(); i++)                  \
            for (int p = 0; p < TRI_PRECISIONS; p++)                      \
                suite##_##name(tri_hotspot_at(i, (enum tri_precision)p)); \
    }                                                                     \
    static void suite##_##name(const struct tri_hotspot *h)

/* For each row of a table: *r is one. */
#define FOR_EACH(r, table)                                                                         \
    for (const __typeof__((table)[0]) *r = (table); r < (table) + sizeof(table) / sizeof *(table); \
         r++)

/* Such parameters: the numbers below n. */
struct numbered {
    size_t k;
};
struct criterion_test_params numbered(size_t n);

/* An allocated case with these settings, "" for the defaults.  Fails the test if there is none. */
struct tri_case case_of(const struct tri_hotspot *, const char *settings);

/* The same of another variant than the plain one. */
struct tri_case case_of_variant(const struct tri_hotspot *, const struct tri_variant *,
                                const char *settings);

/* The same of a run of the reference. */
struct tri_case reference_of(const struct tri_hotspot *, const char *settings);

/* From now on there is this hotspot alone. */
void use_hotspot(const struct tri_entry *);

/* A case with these settings and no memory; "" for the defaults.  Fails the test if they are refused. */
struct tri_case prepared(const struct tri_hotspot *, const char *settings);

/* Runs a path over poisoned outputs.  Fails the test if the run fails. */
void run_path(struct tri_case *, enum tri_path);

/* Does so, and expects what the case's variant owes: agreement with the reference, scratch as it was. */
void expect_agreement(struct tri_case *, enum tri_path, const struct tri_case *reference,
                      const char *says);

/* Does so with every path of the case's variant that can run here. */
void expect_paths_agree(struct tri_case *, const struct tri_case *reference, const char *says);

/* Does so with the plain and the tuned variant, and those between if they are asked for, in one case with
 * these settings, against one run of the reference. */
void expect_all_agree(const struct tri_hotspot *, const char *settings, bool between);

/* These seconds, in place of those that it has. */
#define SET_TIMES(times, ...)                                              \
    set_times((times), sizeof((double[]){ __VA_ARGS__ }) / sizeof(double), \
              (const double[]){ __VA_ARGS__ })
void set_times(struct tri_times *, size_t n, const double *seconds);

/* tri_measure() of a path. */
bool measure_path(struct tri_case *, enum tri_path, const struct tri_case *reference,
                  const struct tri_effort *, struct tri_measurement *, struct tri_error *);

/* Whether the path can run here.  An offload path that this build has a device for, and that the
 * environment demands (OMP_TARGET_OFFLOAD=MANDATORY), fails the test instead of being left out. */
bool can_run(const struct tri_hotspot *, const struct tri_variant *, enum tri_path,
             struct tri_error *why);

/* Whether the variant is plain or tuned: what lies between is tested at fewer sizes, and not at all where
 * sanitizers take many times as long. */
bool is_end(const struct tri_hotspot *, const struct tri_variant *);

/* Skips the test, with the reason, unless the path can run; need_path() is of the plain variant. */
void need_variant(const struct tri_hotspot *, const struct tri_variant *, enum tri_path);
void need_path(const struct tri_hotspot *, enum tri_path);

/* How many combinations the choices of a hotspot's parameters have (at least one), and number k of
 * them as settings. */
size_t choices(const struct tri_hotspot *);
const char *choice_settings(const struct tri_hotspot *, size_t k, char *text, size_t size);

struct each {
    size_t hotspot;
    int precision;
};

/* The parameters of a test that is run for each hotspot in each precision. */
struct criterion_test_params each_hotspot(void);

const struct tri_hotspot *hotspot_in(const struct each *);

/* ---- Sizes that suit any hotspot, from its description ---- */

/* Numbers of sizes: those below SMALL_SIZES take no time, LARGE is what a sanitizer still bears. */
enum { SMALL_SIZES = 4, MIDDLE = 4, LARGE = INSTRUMENTED ? 4 : 5 };

/* The parameters that are extents, in the order in which the operands' shapes name them; how many
 * there are. */
int extents(const struct tri_hotspot *, int param[TRI_MAX_PARAMS]);

/* Settings that give the extents the values in `extent`, over and over again. */
const char *extent_settings(const struct tri_hotspot *, const int *extent, char *text, size_t size);

/* Settings of size number k. */
const char *size_settings(const struct tri_hotspot *, size_t k, char *text, size_t size);

/* Settings of choice number k (check.h) in size number s. */
const char *case_settings(const struct tri_hotspot *, size_t k, size_t s, char *text, size_t size);

/* Two lists of settings as one; either may be empty. */
const char *join(const char *a, const char *b, char *text, size_t size);

/* ---- Several devices ---- */

enum { DEVICES = 4 };

/* Skips the test where there are not two. */
void need_devices(void);

/* Runs the case, whose outputs are to be poisoned, on several devices, and compares. */
void expect_bits_of(struct tri_launch, struct tri_case *, const struct tri_case *reference,
                    const char *says);

/* ---- What a case and a file hold ---- */

/* Expects scratch that has a value to be as it was filled: so paths leave it. */
void expect_scratch(const struct tri_case *, const char *says);

/* How many points of the first TRI_OUT operand hold something else than in `other`. */
size_t differing(const struct tri_case *, const struct tri_case *other);

/* The whole of a file, ended by a null byte; *size may be NULL.  To be freed. */
char *contents(const char *path, size_t *size);

/* Makes a file of a text, and of any bytes. */
void make_file(const char *path, const char *text);
void make_bytes(const char *path, const void *bytes, size_t n);

/* The same of a file in the scratch folder, with the folders that its name has. */
void put_file(const char *name, const char *text);

/* A stream, and when it has been written to, its text, which is to be freed; one at a time. */
FILE *begin_text(void);
char *end_text(void);

/* Expects a text to have these words in it. */
void expect_text(const char *text, const char *words);

/* How often fsync() was called, which stands in place of the C library's, for a file and for a folder. */
extern int files_flushed, folders_flushed;

/* A new, empty folder for the files of a test, removed with all of it when the process ends. */
const char *scratch(void);

/* "<scratch>/name", in a buffer that the eighth call from there reuses. */
const char *in_scratch(const char *name);

/* An empty store in memory. */
struct store *new_store(void);

/* JSON whose apostrophes are for quotes.  To be released. */
json_t *object_of(const char *text);
