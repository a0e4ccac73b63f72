/*
 * learn: lessons in directive-based offload, whose exercises it compiles, runs and judges.
 *
 * A course (course.c) has lessons; the student's files and progress are in a folder (learn_work.c).  A trial (trial.c)
 * compiles a file with the lesson's judge and runs it; the grade (grade.c) says what came of it.  learn.c has the verbs
 * of the command line (learn_options.c); some are for authors (learn_check.c) and lecturers (learn_export.c, and grade: class.c,
 * grading.c, marks.c, which try answers in a cage, cage.c).
 */
#pragma once

#include <limits.h>
#include <stddef.h>
#include <stdio.h>

#include "child.h"
#include "triptych.h"

/* ---- course.c: the lessons there are: folders NN-name of the course's folder --------------------- */

enum { MAX_LESSONS = 64, LESSON_NAME = 40, LESSON_TITLE = 100 };

struct lesson {
    char name[LESSON_NAME]; /* of the folder: 04-scalars */
    char title[LESSON_TITLE];
};

struct course {
    char folder[PATH_MAX]; /* absolute */
    struct lesson lesson[MAX_LESSONS];
    size_t n;
};

bool course_read(struct course *, const char *folder, struct tri_error *e);

/* By the folder's name, by what follows its number, or by the number; NULL, and the nearest name in *e. */
const struct lesson *course_find(const struct course *, const char *name, struct tri_error *e);

/* The path of a lesson's file; it has been checked to fit. */
void lesson_path(const struct course *, const struct lesson *, const char *file,
                 char path[static PATH_MAX]);

/* The whole of a text file, to be freed; NULL if it cannot be read (e says why). */
char *text_of(const char *path, struct tri_error *e);

/* Copies a text file; the new one is whole, or not there. */
bool copy_file(const char *from, const char *to, struct tri_error *e);

/* One of the two hints of a text, which a line --- divides; level 0 or 1. */
const char *hint_in(const char *text, int level, size_t *length);

/* ---- learn_work.c: how far somebody has come, and the files -------------------------------------- */

enum state { NEW, TRIED, SKIPPED, SOLVED, STATES };

/* A text file, with a line for each lesson that was begun. */
struct progress {
    enum state state[MAX_LESSONS]; /* of the course's lessons, in their order */
    int hints[MAX_LESSONS];        /* that were given since the last reset */
};

const char *state_name(enum state);

/* "04-scalars tried 1": lesson, state, hints.  Lines of lessons that the course does not have are an error, and so
 * are words that mean nothing: the file may have been edited. */
bool progress_parse(struct progress *, const struct course *, const char *text,
                    struct tri_error *e);

/* No file: nothing was begun. */
bool progress_read(struct progress *, const struct course *, const char *path, struct tri_error *e);
bool progress_write(const struct progress *, const struct course *, const char *path,
                    struct tri_error *e);

/* The first lesson from number i on that is not solved; c->n if all are. */
size_t progress_next(const struct progress *, const struct course *, size_t i);

struct learner {
    struct course course;
    struct progress progress;
    char work[PATH_MAX], progress_file[PATH_MAX];
};

/* The student's file of a lesson: copied from the exercise, unless it is there. */
bool begin_lesson(struct learner *, const struct lesson *, char file[static PATH_MAX],
                  struct tri_error *e);

/* Puts the exercise back; what was there is kept as NAME.c.1, or .2, and so on. */
bool reset_lesson(struct learner *, const struct lesson *, struct tri_error *e);

/* ---- preprocessed.c: what a student's file is made of, once the compiler has preprocessed it ----- */

struct preprocessed {
    char *own; /* its own lines: comments are gone, and macros are what they stand for */
    char other
        [PATH_MAX]; /* the first file that it includes, or "": neither the lesson's nor the system's */
};

/* Of what `-E` has printed; preprocessed_free() in any case. */
bool preprocessed_parse(struct preprocessed *, const char *printed, const struct course *,
                        const struct lesson *, struct tri_error *e);
void preprocessed_free(struct preprocessed *);

/* The names of functions that a header declares, outside of comments, a line each: written to `names`, which has room for
 * the text. */
void names_declared(const char *header, char *names);

/* ---- grade.c: what a trial has come to, from what compiler and program have left ----------------- */

enum kind { RIGHT, WRONG, CANNOT_TELL };

struct grade {
    enum kind kind;
    char text[700];     /* in a sentence or two; never empty */
    char notes[1500];   /* lines of what else the judge has seen */
    const char *advice; /* what is wrong with the directive, where the compiler's words are known */
    bool judged;        /* the judge has said so */
    bool cheats;        /* it has done what no answer has to do: the text names it */
    char compiler[CHILD_SAID]; /* the compiler's words, or the linker's */
    char printed[CHILD_SAID];  /* what the program has printed, or the beginning of that */
    bool compiled;
};

/* Whether a file includes the lesson's header, on a line of its own. */
bool includes_lesson(const char *source);

void grade_without_lesson(struct grade *);

/* Whether it could be another answer where races are looked for. */
bool asks_for_sanitizer(const char *source);
void grade_asking(struct grade *);

void grade_with_other(struct grade *, const char *included);
/* Of a child that compiles and links; compiled: it has come as far as that. */
void grade_compiler(struct grade *, const struct child *, bool compiled);
void grade_linker(struct grade *, const struct child *);

/* The report is what the judge wrote: lines "note ...", then one that is "wrong ...", "skipped ..." or "right SEAL". */
void grade_run(struct grade *, const struct child *, const char *report, const char *seal);

/* A right answer is right if it has no race, which a run has shown that was made for that; or why there was none. */
void grade_races(struct grade *, const struct grade *races);
void grade_without_races(struct grade *, const char *why);

void grade_print(FILE *out, const struct grade *);

/* ---- trial.c: files tried against a lesson: each is compiled, linked with its judge, and run ----- */

/* Whether this build can try anything. */
bool trial_possible(struct tri_error *e);

/* The judge, compiled, in a folder that lasts from begin to end; Ctrl-C waits for the end, too. */
struct trials {
    const struct course *course;
    const struct lesson *lesson;
    char folder[200];
    int seconds; /* that a program may run */
    bool caged;
    int watch; /* of the cage */
};

bool trials_begin(struct trials *, const struct course *, const struct lesson *, bool caged,
                  struct tri_error *e);
bool trials_end(const struct trials *, struct tri_error *e);

/* False only if the file could not be tried at all; else the grade says what came of it. */
bool trial(const struct trials *, const char *file, struct grade *, struct tri_error *e);

/* Of one file alone. */
bool trial_once(const struct course *, const struct lesson *, const char *file, struct grade *,
                struct tri_error *e);

/* ---- workers.c: the same work for a number of things, each in a process of its own, several at once  */

enum { MAX_WORKERS = 64 };

/* As many as there are processors for this process. */
int workers_usual(void);

/* Calls work(0) to work(n - 1), `jobs` at once; what each prints appears in their order.  *failures counts those
 * that returned false, or have not come to an end. */
bool workers_do(size_t n, int jobs, bool (*work)(size_t i, void *), void *with, int *failures,
                struct tri_error *e);

/* ---- learn_check.c: for authors, whether lessons hold -------------------------------------------- */

/* Whether there is the program that applies the patches, which wrong answers are. */
bool patched_possible(struct tri_error *e);

/* One lesson, or all (NULL), as the request says.  *failures counts the lessons that do not hold. */
struct request;
bool check_lessons(const struct course *, const struct lesson *, const struct request *,
                   int *failures, struct tri_error *e);

/* ---- learn_export.c: for lecturers, handouts ----------------------------------------------------- */

/* Texts and exercises, without hints, solutions and judges, in a folder that is not there yet. */
bool export_lessons(const struct course *, const char *folder, struct tri_error *e);

/* ---- class.c: what a class has handed in -------------------------------------------------------- */

struct student {
    char *name;                /* of the folder */
    char *answer[MAX_LESSONS]; /* the text; NULL: not handed in */
    const char
        *wrong[MAX_LESSONS]; /* why there is no text, though there is a file; NULL: nothing */
};

struct class
{
    struct student *student; /* by name */
    size_t n;
};

/* A folder of folders, NAME/04-scalars.c or NAME/my-lessons/04-scalars.c, or a zip of one.  class_free() in any case. */
bool class_read(struct class *, const struct course *, const char *path, struct tri_error *e);
void class_free(struct class *);

/* ---- grading.c: a class's answers tried --------------------------------------------------------- */

enum outcome { NOT_HANDED_IN, NOT_BEGUN, ANSWERED, NOT_JUDGED, REJECTED, CHEATED };

/* Of one student's answer to one lesson. */
struct result {
    enum outcome outcome;
    char what[700];   /* is wrong, in a line; "": nothing */
    char words[6000]; /* as `run` prints them; "": it was not tried */
};

/* Results: one for each student and lesson, class->n * course->n, the lessons of a student side by side; grading_free().
 * NULL: not all could be tried (e says why, or what was printed). */
struct request;
struct result *grade_class(const struct class *, const struct course *, const struct request *,
                           struct tri_error *e);
void grading_free(struct result *, const struct class *, const struct course *);

/* ---- marks.c: what is written of them ------------------------------------------------------------ */

void marks_table(FILE *out, const struct class *, const struct course *, const struct result *);
void marks_csv(FILE *out, const struct class *, const struct course *, const struct result *);
void marks_report(FILE *out, const struct student *, const struct course *,
                  const struct result *of_student);

/* Whether what is asked for could be written. */
bool marks_possible(const struct request *, struct tri_error *e);

/* The table on standard output, and what else was asked for: whole or not at all.  *status: whether all was judged. */
bool marks_write(const struct class *, const struct course *, const struct result *,
                 const struct request *, int *status, struct tri_error *e);

/* ---- places.c: in the source and the build, or where this is installed ---------------------------- */

/* Where the rest is; the others' answers are of what this has found. */
void places_find(void);

const char *places_lessons(void);
/* The judge's objects and archives, as words for a shell. */
const char *places_judge(void);

/* ---- learn_options.c: the command line ----------------------------------------------------------- */

enum verb { LIST, NEXT, RUN, WATCH, HINT, RESET, SOLUTION, CHECK, GRADE, EXPORT, VERBS };

struct request {
    const char *lessons, *work; /* folders */
    enum verb verb;
    const char *name;          /* NULL: none */
    bool all;                  /* --all, of reset */
    int jobs;                  /* of check and grade; 0: as many as there are processors */
    int part, parts;           /* of check; parts 0: all */
    const char *folder;        /* of --export; the class of grade */
    const char *csv, *reports; /* of grade; NULL: none */
    bool no_sandbox;           /* of grade */
};

/* --help and --version are answered, and end the program. */
bool learn_options(struct request *, int argc, char **argv, struct tri_error *e);

/* ---- learn.c: what learn does -------------------------------------------------------------------- */

/* Carries out the request; *status is that of the program, if it is good. */
bool learn(const struct request *, int *status, struct tri_error *e);
