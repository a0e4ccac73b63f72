/* Preprocessed text has lines `# NUMBER "FILE" FLAGS` before what comes of a file: 1 is among the flags where it begins
 * to be included, and 3 if it is a header of the system. */
#define _GNU_SOURCE /* memrchr */
#include "learn.h"

#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct marker {
    char file[PATH_MAX];
    bool begins, system;
};

static bool is_marker(const char *line, size_t length, struct marker *m)
{
    const char *name = memchr(line, '"', length), *end = memrchr(line, '"', length);
    if (length < 3 || line[0] != '#' || line[1] != ' ' || line[2] < '0' || line[2] > '9' ||
        name == end || end - name > PATH_MAX)
        return false;
    size_t rest = length - (size_t)(end - line);
    snprintf(m->file, sizeof m->file, "%.*s", (int)(end - name - 1), name + 1);
    m->begins = memchr(end, '1', rest);
    m->system = memchr(end, '3', rest);
    return true;
}

/* The lesson's header, and the one that stands before it. */
static bool is_of_lesson(const char *file, const struct course *c, const struct lesson *l)
{
    char path[PATH_MAX];
    lesson_path(c, l, "lesson.h", path);
    size_t length = strlen(c->folder);
    return strcmp(file, path) == 0 || (strncmp(file, c->folder, length) == 0 &&
                                       strcmp(file + length, "/judge/student/lesson.h") == 0);
}

bool preprocessed_parse(struct preprocessed *s, const char *printed, const struct course *c,
                        const struct lesson *l, struct tri_error *e)
{
    struct marker m;
    char main_file[PATH_MAX] = "";
    bool own = false;
    size_t used = 0;
    *s = (struct preprocessed){ .own = calloc(strlen(printed) + 1, 1) };
    if (!s->own)
        return tri_fail(e, TRI_FAILED, "out of memory");
    for (const char *line = printed; *line;) {
        size_t length = strcspn(line, "\n"), whole = length + (line[length] == '\n');
        if (is_marker(line, length, &m)) {
            if (!*main_file)
                strcpy(main_file, m.file);
            own = strcmp(m.file, main_file) == 0;
            if (m.begins && !m.system && !own && m.file[0] != '<' && !*s->other &&
                !is_of_lesson(m.file, c, l))
                strcpy(s->other, m.file);
        } else if (own) {
            memcpy(s->own + used, line, whole);
            used += whole;
        }
        line += whole;
    }
    return true;
}

void preprocessed_free(struct preprocessed *s)
{
    free(s->own);
}

/* ---- A header ---------------------------------------------------------------------------------- */

static const char *after_comment(const char *p)
{
    const char *end = strstr(p + 2, "*/");
    return end ? end + 2 : p + strlen(p);
}

static bool of_a_name(char c)
{
    return isalnum((unsigned char)c) || c == '_';
}

/* Names before a parenthesis, but those of OpenMP, which functions of the header call. */
void names_declared(const char *header, char *names)
{
    for (const char *p = header; *p;) {
        int length = 0;
        while (of_a_name(p[length]))
            length++;
        if (length > 0 && p[length] == '(' && strncmp(p, "omp_", 4) != 0)
            names += sprintf(names, "%.*s\n", length, p);
        p = strncmp(p, "/*", 2) == 0 ? after_comment(p) : p + (length > 0 ? length : 1);
    }
    *names = 0;
}
