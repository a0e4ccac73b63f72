/* What learn reads of students: progress, preprocessed answers, and what a judged program says. */
#include "fuzz.h"

#include "learn.h"

#include <stdlib.h>
#include <string.h>

static const struct course course = {
    .folder = "/lessons",
    .lesson = { { "01-where", "Where" }, { "02-map", "Map" } },
    .n = 2,
};

static void read_progress(const char *text)
{
    struct progress p;
    struct tri_error e;
    if (progress_parse(&p, &course, text, &e))
        progress_next(&p, &course, 0);
}

static void read_answer(const char *text)
{
    struct preprocessed s;
    struct tri_error e;
    char *names = fuzz_text((const uint8_t *)text, strlen(text));
    size_t length;
    preprocessed_parse(&s, text, &course, &course.lesson[0], &e);
    preprocessed_free(&s);
    names_declared(text, names);
    free(names);
    includes_lesson(text);
    hint_in(text, 0, &length);
    hint_in(text, 1, &length);
}

static void read_report(const char *text)
{
    static struct grade g;
    static struct child child;
    snprintf(child.said, sizeof child.said, "%s", text);
    g = (struct grade){ .compiled = true };
    grade_run(&g, &child, text, "SEAL");
    grade_print(fuzz_nowhere(), &g);
    g = (struct grade){ .compiled = true };
    grade_compiler(&g, &child, false);
    grade_print(fuzz_nowhere(), &g);
    g = (struct grade){ .compiled = true };
    grade_linker(&g, &child);
    grade_print(fuzz_nowhere(), &g);
}

void fuzz_lessons(const uint8_t *bytes, size_t n)
{
    char *text = fuzz_text(bytes, n);
    read_progress(text);
    read_answer(text);
    read_report(text);
    free(text);
}
