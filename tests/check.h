/*
 * What the tests share: cases made in one line, and what to do about a path that cannot run here.
 *
 * Criterion runs every test in a process of its own, so nothing is freed for the sake of the next
 * one but what LeakSanitizer would complain about.
 */
#ifndef TRI_CHECK_H
#define TRI_CHECK_H

#include <jansson.h>
#include <stdbool.h>
#include <stddef.h>

#include "measure.h"

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

/* An allocated case with these settings, "" for the defaults.  Fails the test if there is none. */
struct tri_case case_of(const struct tri_hotspot *, const char *settings);

/* The same of another variant than the plain one. */
struct tri_case case_of_variant(const struct tri_hotspot *, const struct tri_variant *,
                                const char *settings);

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

/* Expects scratch that has a value to be as it was filled: so paths leave it. */
void expect_scratch(const struct tri_case *, const char *says);

/* How many points of the first TRI_OUT operand hold something else than in `other`. */
size_t differing(const struct tri_case *, const struct tri_case *other);

/* The whole of a file, ended by a null byte; *size may be NULL.  To be freed. */
char *contents(const char *path, size_t *size);

/* How often fsync() was called, which stands in place of the C library's, for a file and for a folder. */
extern int files_flushed, folders_flushed;

/* A new, empty folder for the files of a test, removed with all of it when the process ends. */
const char *scratch(void);

/* "<scratch>/name", in a buffer that the next call but three reuses. */
const char *in_scratch(const char *name);

/* JSON whose apostrophes are for quotes.  To be released. */
json_t *object_of(const char *text);

#endif
