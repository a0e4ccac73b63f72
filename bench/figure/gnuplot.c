/* Runs gnuplot as a function.  Its input and output are memory files, not pipes, so that neither side can block the
 * other. */
#define _GNU_SOURCE /* memfd_create */
#include "gnuplot.h"

#include <ctype.h>
#include <errno.h>
#include <math.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/wait.h>
#include <unistd.h>

/* ---- Writing a script ------------------------------------------------------------------------- */

/* A text in single quotes, which gnuplot takes literally, on one line. */
static void set_text(FILE *script, const char *text)
{
    fputc('\'', script);
    for (; *text; text++) {
        if (*text == '\'')
            fputc('\'', script);
        fputc(iscntrl((unsigned char)*text) ? ' ' : *text, script);
    }
    fputs("'\n", script);
}

/* Always a floating-point number, since gnuplot's division of integers is an integer. */
static void set_number(FILE *script, double number)
{
    char digits[40];
    snprintf(digits, sizeof digits, "%.9g", number);
    fprintf(script, "%s%s\n", isfinite(number) ? digits : "NaN",
            isfinite(number) && !strpbrk(digits, ".e") ? "." : "");
}

static void set_variable(FILE *script, const char *name, const char *text)
{
    fprintf(script, "%s = ", name);
    set_text(script, text);
}

/* Sets element i of an array, or a variable (i = 0). */
static void set_value(FILE *script, size_t i, sqlite3_stmt *query, int column)
{
    bool null = sqlite3_column_type(query, column) == SQLITE_NULL;
    fputs(sqlite3_column_name(query, column), script);
    if (i > 0)
        fprintf(script, "[%zu]", i);
    fputs(" = ", script);
    if (sqlite3_column_type(query, column) == SQLITE_TEXT)
        set_text(script, (const char *)sqlite3_column_text(query, column));
    else if (i == 0 && sqlite3_column_type(query, column) == SQLITE_INTEGER) /* mostly a switch */
        fprintf(script, "%d\n", sqlite3_column_int(query, column));
    else
        set_number(script, null ? (double)NAN : sqlite3_column_double(query, column));
}

/* gnuplot has no empty arrays, so an array has at least one element. */
static bool set_table(FILE *script, const char *table, struct store *s, struct tri_error *e)
{
    char all[100], count[100];
    bool one = strcmp(table, "FIGURE") == 0;
    snprintf(count, sizeof count, "select count(*) from %s", table);
    snprintf(all, sizeof all, "select * from %s", table);
    long long n = store_number(s, count, NULL);
    sqlite3_stmt *query = store_ask(s, all, NULL, 0, e);
    bool good = query;
    fprintf(script, "%s = %lld\n", table, n);
    for (int c = 0; !one && c < sqlite3_column_count(query); c++)
        fprintf(script, "array %s[%lld]\n", sqlite3_column_name(query, c), n > 0 ? n : 1);
    for (size_t i = !one; good && store_next(s, query, &good, e); i++)
        for (int c = 0; c < sqlite3_column_count(query); c++)
            set_value(script, i, query, c);
    sqlite3_finalize(query);
    return good;
}

bool figure_prepare(const struct figure *f, struct store *s, struct tri_error *e)
{
    return store_run(s, f->sql, e) && store_check(s, "select text from undrawn", e);
}

bool figure_write(const struct figure *f, struct store *s, FILE *script, struct tri_error *e)
{
    bool good = true;
    for (size_t i = 0; good && f->table[i]; i++)
        good = set_table(script, f->table[i], s, e);
    return good;
}

/* ---- Running gnuplot -------------------------------------------------------------------------- */

static bool fail_missing(struct tri_error *e)
{
    return tri_fail(
        e, TRI_FAILED,
        "gnuplot is not installed, which draws the figures: apt-get install gnuplot-nox");
}

bool gnuplot_there(struct tri_error *e)
{
    int status = system("command -v gnuplot >/dev/null 2>&1");
    return status == 0 || status == -1 /* drawing will say why */ || fail_missing(e);
}

static FILE *memory_file(struct tri_error *e)
{
    int fd = memfd_create("gnuplot", 0);
    FILE *file = fd < 0 ? NULL : fdopen(fd, "w+");
    if (fd >= 0 && !file)
        close(fd);
    if (!file)
        tri_fail(e, TRI_FAILED, "gnuplot: cannot be started: %s", strerror(errno));
    return file;
}

/* gnuplot's error: the line below the caret that marks the place, else the first line. */
static const char *complaint(FILE *err, char text[300])
{
    char line[300];
    bool below = false, done = fseek(err, 0, SEEK_SET) != 0;
    *text = '\0';
    while (!done && fgets(line, sizeof line, err)) {
        char *words = line + strspn(line, " \t\r\n");
        words[strcspn(words, "\n")] = '\0';
        if (below || !*text)
            strcpy(text, words);
        done = below;
        below = strcmp(words, "^") == 0;
    }
    return *text ? text : "it does not say why";
}

static bool read_all(FILE *from, struct picture *p, struct tri_error *e)
{
    long size = fseek(from, 0, SEEK_END) == 0 ? ftell(from) : -1;
    if (fseek(from, 0, SEEK_SET) != 0)
        size = -1;
    p->n = size > 0 ? (size_t)size : 0;
    p->bytes = malloc(p->n + 1); /* for a byte 0 */
    if (!p->bytes || size < 0 || fread(p->bytes, 1, p->n, from) != p->n)
        return tri_fail(e, TRI_FAILED, "what gnuplot has drawn cannot be read: %s",
                        strerror(errno));
    p->bytes[p->n] = '\0';
    return true;
}

/* -d: without the user's settings.  The shell's status 127 means that the program was not found. */
static bool run(FILE *script, FILE *out, FILE *err, struct picture *p, struct tri_error *e)
{
    char command[120], said[300];
    snprintf(command, sizeof command,
             "exec gnuplot -d </proc/self/fd/%d >/proc/self/fd/%d 2>/proc/self/fd/%d",
             fileno(script), fileno(out), fileno(err));
    int status = system(command);
    if (WIFEXITED(status) && WEXITSTATUS(status) == 127)
        return fail_missing(e);
    if (WIFSIGNALED(status) && WTERMSIG(status) == SIGINT)
        raise(SIGINT); /* Ctrl-C goes to this process, too, but system() ignores it */
    if (!read_all(out, p, e))
        return false;
    return (status == 0 && p->n > 0) ||
           tri_fail(e, TRI_FAILED, "gnuplot: %s", complaint(err, said));
}

/* ---- Drawing ---------------------------------------------------------------------------------- */

extern const char common_gp[], frame_gp[];

const char *format_of(const char *file)
{
    return tri_file_ends_in(file, ".svg") ? "svg" : tri_file_ends_in(file, ".png") ? "png" : NULL;
}

static bool write_script(FILE *script, const struct figure *f, struct store *s, const char *machine,
                         const char *format, struct tri_error *e)
{
    static const char mark[] = "# FRAME\n";
    const char *frame = strstr(f->commands, mark);
    if (!figure_write(f, s, script, e))
        return false;
    set_variable(script, "FORMAT", format);
    set_variable(script, "MACHINE", machine);
    fprintf(script, "%s%.*s%s%s", common_gp, (int)(frame - f->commands), f->commands, frame_gp,
            frame + strlen(mark));
    return true;
}

bool gnuplot_draw(const struct figure *f, struct store *s, const char *machine, const char *format,
                  struct picture *p, struct tri_error *e)
{
    FILE *script = memory_file(e), *out = script ? memory_file(e) : NULL,
         *said = out ? memory_file(e) : NULL;
    *p = (struct picture){ 0 };
    bool good = said && write_script(script, f, s, machine, format, e) &&
                (fflush(script) == 0 || tri_fail(e, TRI_FAILED, "out of memory")) &&
                run(script, out, said, p, e);
    if (said)
        fclose(said);
    if (out)
        fclose(out);
    if (script)
        fclose(script);
    if (!good)
        picture_free(p);
    return good;
}

void picture_free(struct picture *p)
{
    free(p->bytes);
    *p = (struct picture){ 0 };
}
