/* Finds definitions: at the top level, what comes before `{` or `=`. */
#define _GNU_SOURCE /* memmem */
#include "reader.h"

#include "constants.h"
#include "tokens.h"

#include <errno.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

void (*wrong_heard)(const char *line);

static bool say(const char *line)
{
    if (wrong_heard)
        wrong_heard(line);
    else
        fprintf(stderr, "%s\n", line);
    return false;
}

bool wrong_at(const char *file, int line, const char *format, ...)
{
    char text[1024];
    int n = snprintf(text, sizeof text, "%.400s:%d: ", file, line);
    va_list more;
    va_start(more, format);
    vsnprintf(text + n, sizeof text - (size_t)n, format, more);
    va_end(more);
    return say(text);
}

static bool failed(const char *file, const char *why)
{
    char text[1024];
    snprintf(text, sizeof text, "%.400s: %.400s", file, why);
    return say(text);
}

/* ---- Files ---- */

/* To the end of the file, since text has no byte 0. */
static char *text_of(const char *file)
{
    char *text = NULL;
    size_t room = 0;
    FILE *stream = fopen(file, "r");
    ssize_t n = stream ? getdelim(&text, &room, '\0', stream) : -1;
    bool has_zero = n > 0 && !text[n - 1], good = text && !has_zero && !ferror(stream);
    if (good && n < 0)
        *text = '\0'; /* an empty file */
    if (!good) {
        failed(file, has_zero ? "has a zero byte: it is no text" : strerror(errno));
        free(text);
        text = NULL;
    }
    if (stream)
        fclose(stream);
    return text;
}

/* ---- What surrounds a definition ---- */

/* What is known of the statement or function that is being read. */
struct state {
    struct tokens tokens;
    struct token head[256]; /* of what is being read at the top level */
    int heads;
    bool has_equals;
    struct text value; /* of the object that is being read */
    int value_line;
    int branches; /* #if, #else and #endif so far, outside of functions */
    int open_ifs; /* of these, #if without their #endif */
};

/* Whether a directive begins a region whose code is the device's: `omp target`, but not what moves data only. */
static bool begins_region(struct text directive)
{
    struct tokens words = tokens_of((struct text){ directive.begin + 1, directive.length - 1 }, 0);
    struct token t = next_token(&words);
    if (!is_name(t, "pragma") || !is_name(next_token(&words), "omp") ||
        !is_name(next_token(&words), "target"))
        return false;
    t = next_token(&words);
    return !is_name(t, "data") && !is_name(t, "enter") && !is_name(t, "exit") &&
           !is_name(t, "update");
}

/* Whether it is one of those that leave out a part of the file, or end that. */
static bool is_branch(struct text directive)
{
    static const char *const words[] = { "if", "ifdef", "ifndef", "elif", "else", "endif" };
    struct tokens s = tokens_of((struct text){ directive.begin + 1, directive.length - 1 }, 0);
    struct token t = next_token(&s);
    for (size_t i = 0; i < sizeof words / sizeof *words; i++)
        if (is_name(t, words[i]))
            return true;
    return false;
}

/* How many more #if are open behind a directive than before it. */
static int opens(struct text directive)
{
    struct tokens s = tokens_of((struct text){ directive.begin + 1, directive.length - 1 }, 0);
    struct token t = next_token(&s);
    return is_name(t, "if") + is_name(t, "ifdef") + is_name(t, "ifndef") - is_name(t, "endif");
}

/* ---- Definitions ---- */

/* The target region without a `parallel` of its own that is being passed: a statement. */
struct region {
    const char *begin; /* NULL: none */
    int depth, parentheses;
};

static bool is_at_end(const struct region *r, struct token t, int depth, struct tokens after)
{
    return r->begin && depth == r->depth && r->parentheses == 0 &&
           (is_mark(t, ';') || is_mark(t, '}')) && !is_name(next_token(&after), "else");
}

/* Passes the block that has just been opened, and looks for target regions in it.  False: the file ends before the block does,
 * and no #if has left out the brace that closes it. */
static bool pass_block(struct state *s, struct definition *d)
{
    struct region open = { .begin = NULL };
    bool branches = false;
    struct token t = { .kind = NAME };
    d->body.begin = s->tokens.at;
    for (int depth = 1; depth > 0 && t.kind != END;) {
        t = next_token(&s->tokens);
        branches |= t.kind == DIRECTIVE && is_branch(t.text);
        if (t.kind == DIRECTIVE && begins_region(t.text)) {
            d->has_region = true;
            open = (struct region){ text_has(t.text, "parallel") ? NULL : t.text.begin, depth };
        } else if (t.kind == DIRECTIVE && open.begin && text_has(t.text, "parallel")) {
            d->inner_parallel = t.line;
            d->region.begin = open.begin;
        }
        depth += is_mark(t, '{') - is_mark(t, '}');
        open.parentheses += is_mark(t, '(') - is_mark(t, ')');
        if (d->inner_parallel && open.begin == d->region.begin)
            d->region.length = (size_t)(s->tokens.at - d->region.begin);
        if (is_at_end(&open, t, depth, s->tokens))
            open.begin = NULL;
    }
    d->body.length = (size_t)(s->tokens.at - d->body.begin);
    return t.kind != END || branches;
}

#define UNCLOSED "is never closed: a } is missing, or in a macro, or the end of a comment"

/* A block that is no function's: a value, or the members of a struct. */
static bool pass_value(struct state *s, const char *file)
{
    const char *begin = s->tokens.at;
    s->value_line = s->tokens.line;
    struct definition ignored = { .line = 0 };
    bool closed = pass_block(s, &ignored);
    s->value = (struct text){ begin, (size_t)(s->tokens.at - begin) };
    return closed || wrong_at(file, s->value_line, "the { of this line " UNCLOSED);
}

static bool add(struct reader *r, struct definition d)
{
    if (r->n == r->room) {
        size_t room = r->room ? 2 * r->room : 64;
        struct definition *all = realloc(r->all, room * sizeof *all);
        if (!all)
            return failed(d.file, "out of memory");
        r->all = all;
        r->room = room;
    }
    r->all[r->n++] = d;
    return true;
}

static struct text between(const struct token *first, const struct token *end)
{
    const char *begin = first->text.begin;
    const char *stop = first < end ? end[-1].text.begin + end[-1].text.length : begin;
    return (struct text){ begin, (size_t)(stop - begin) };
}

/* The `(` of the parameters, if the head is that of a function: NAME ( … ) at its end; -1: it is none. */
static int parameters_begin(const struct state *s)
{
    int depth = 0, i = s->heads - 1;
    if (i < 0 || !is_mark(s->head[i], ')'))
        return -1;
    for (; i >= 0; i--) {
        depth += is_mark(s->head[i], ')') - is_mark(s->head[i], '(');
        if (depth == 0)
            break;
    }
    return i > 0 && s->head[i - 1].kind == NAME ? i : -1;
}

/* What a function returns: the words before its name, but for those that say where and how it is compiled. */
static struct text returned(const struct state *s, int name)
{
    int first = name;
    while (first > 0 && (s->head[first - 1].kind == NAME || is_mark(s->head[first - 1], '*')) &&
           !is_name(s->head[first - 1], "static") && !is_name(s->head[first - 1], "inline") &&
           !is_name(s->head[first - 1], "AVX2") && !is_name(s->head[first - 1], "INLINE"))
        first--;
    return between(&s->head[first], &s->head[name]);
}

static bool has_word(const struct state *s, const char *word)
{
    for (int i = 0; i < s->heads; i++)
        if (is_name(s->head[i], word))
            return true;
    return false;
}

static struct definition definition_of(const struct reader *r, const struct state *s,
                                       const char *file, int name)
{
    struct definition d = { .reader = r,
                            .file = file,
                            .line = s->head[name].line,
                            .branch = s->branches,
                            .may_be_left_out = s->open_ifs > 0,
                            .name = s->head[name].text };
    d.is_static = has_word(s, "static") || has_word(s, "INLINE");
    d.has_region = has_word(s, "__global__");
    return d;
}

static bool add_function(struct reader *r, struct state *s, const char *file, int open)
{
    struct definition d = definition_of(r, s, file, open - 1);
    d.is_function = true;
    d.type = type_behind(r, returned(s, open - 1));
    d.parameters = between(&s->head[open + 1], &s->head[s->heads - 1]);
    return pass_block(s, &d) ? add(r, d)
                             : wrong_at(file, d.line, "%.*s: its { " UNCLOSED, TEXT(d.name));
}

static bool ends_name(struct token t)
{
    return is_mark(t, '[') || is_mark(t, '=') || is_mark(t, ',');
}

/* The token behind what begins at i: the next comma that is in no brackets, or the end. */
static int declarator_end(const struct state *s, int i)
{
    for (int depth = 0; i < s->heads && !(depth == 0 && is_mark(s->head[i], ',')); i++) {
        depth += is_mark(s->head[i], '[') || is_mark(s->head[i], '(');
        depth -= is_mark(s->head[i], ']') || is_mark(s->head[i], ')');
    }
    return i;
}

/* -1: it has none that is an object's, as `f(double)` and `(*p)(int)` have none. */
static int declarator_name(const struct state *s, int i, int end)
{
    int name = -1;
    for (; i < end && !ends_name(s->head[i]) && !is_name(s->head[i], "__attribute__"); i++) {
        if (is_mark(s->head[i], '('))
            return -1;
        name = s->head[i].kind == NAME ? i : name;
    }
    return name;
}

/* Those behind a comma: `TYPE NAME, *const NAME[2]`. */
static bool add_others(struct reader *r, const struct state *s, const char *file, struct text type,
                       int from)
{
    bool good = true;
    for (int end = declarator_end(s, from), next; good && end < s->heads; end = next) {
        next = declarator_end(s, end + 1);
        int name = declarator_name(s, end + 1, next);
        if (name < 0)
            continue;
        struct definition d = definition_of(r, s, file, name);
        d.type = type;
        good = add(r, d);
    }
    return good;
}

/* `typedef TYPE NAME`, of nothing but words. */
static bool is_typedef(const struct state *s)
{
    bool words = s->heads > 2 && is_name(s->head[0], "typedef");
    for (int i = 0; words && i < s->heads; i++)
        words = s->head[i].kind == NAME;
    return words;
}

/* `real.h` comes first in a file, and has these already.  Under an #if the line may be for other builds. */
static bool take_typedef(struct reader *r, const struct state *s, const char *file)
{
    struct token name = s->head[s->heads - 1];
    const bool is_real = is_name(name, "real") || is_name(name, "real_complex");
    if (is_real && s->open_ifs == 0)
        return wrong_at(file, name.line,
                        "%.*s is float in one build and double in another, by triptych/real.h: "
                        "leave this line out, or take another name",
                        TEXT(name.text));
    return note_alias(r, name.text, between(&s->head[1], &s->head[s->heads - 1])) ||
           failed(file, "out of memory");
}

/* An object is defined by `TYPE NAME`; its name comes before its extents and its value. */
static bool add_object(struct reader *r, struct state *s, const char *file)
{
    int i = 0, name = -1;
    bool is_template = false; /* its parameters are none */
    for (; i < s->heads && (!ends_name(s->head[i]) || (is_template && is_mark(s->head[i], ',')));
         i++) {
        is_template |= is_mark(s->head[i], '<');
        if (is_mark(s->head[i], '('))
            return true; /* a declaration of a function */
        name = s->head[i].kind == NAME ? i : name;
    }
    if (s->heads > 0 && s->value.length && is_name(s->head[0], "enum") && !note_enum(r, s->value))
        return failed(file, "out of memory");
    if (is_typedef(s) && !take_typedef(r, s, file))
        return false;
    bool tagged = s->heads > 0 && (is_name(s->head[0], "struct") || is_name(s->head[0], "enum"));
    if (name < 1 + tagged || has_word(s, "extern") || has_word(s, "typedef"))
        return true;
    struct definition d = definition_of(r, s, file, name);
    d.type = between(s->head, &s->head[name]);
    d.value = s->value;
    d.value_line = s->value_line;
    return add(r, d) && (is_template || add_others(r, s, file, d.type, i));
}

/* `extern "C" {` is no block of its own. */
static bool is_linkage(const struct state *s)
{
    return s->heads == 2 && is_name(s->head[0], "extern") && s->head[1].kind == STRING;
}

static bool take(struct reader *r, struct state *s, const char *file, struct token t)
{
    bool good = true;
    if (t.kind == DIRECTIVE) {
        s->branches += is_branch(t.text);
        s->open_ifs += opens(t.text);
        return note_macro(r, t.text) || failed(file, "out of memory");
    }
    if (is_mark(t, ';') || is_mark(t, '}')) {
        good = add_object(r, s, file);
        s->heads = 0;
        s->has_equals = false;
        s->value.length = 0;
    } else if (is_mark(t, '{') && is_linkage(s)) {
        s->heads = 0;
    } else if (is_mark(t, '{')) {
        int open = s->has_equals ? -1 : parameters_begin(s);
        if (open > 0) {
            good = add_function(r, s, file, open);
            s->heads = 0;
        } else {
            good = pass_value(s, file);
        }
    } else {
        s->has_equals |= is_mark(t, '=');
        if (s->heads < 256)
            s->head[s->heads++] = t;
    }
    return good;
}

static const struct {
    const char *word, *why;
    bool whole; /* but for underscores; else a part of a name or a text */
} refused[] = {
#define OF_SANITIZER \
    "names ThreadSanitizer, with whose calls paths are looked at: a path is the same with it and without"
    { "thread_sanitizer", OF_SANITIZER },
    { "__SANITIZE_THREAD__", OF_SANITIZER },
    { "no_sanitize", OF_SANITIZER },
    { "disable_sanitizer_instrumentation", OF_SANITIZER },
#define OF_PROGRAM \
    "names a function that runs when the program begins or ends: a path is called, and nothing else"
    { "constructor", OF_PROGRAM, true },
    { "destructor", OF_PROGRAM, true },
    { "ifunc", OF_PROGRAM, true },
    { "init_array", OF_PROGRAM },
    { "fini_array", OF_PROGRAM },
#define OF_PROCESS \
    "names what asks or changes the process itself (its signals, libraries, memory's protection): a path computes, and nothing else"
    { "sigaction", OF_PROCESS, true },
    { "mprotect", OF_PROCESS },
    { "ptrace", OF_PROCESS, true },
    { "process_vm_", OF_PROCESS },
    { "dladdr", OF_PROCESS },
    { "dlsym", OF_PROCESS, true },
    { "syscall", OF_PROCESS, true },
    { "/proc/", OF_PROCESS },
};

static struct text without_underscores(struct text t)
{
    while (t.length > 0 && *t.begin == '_') {
        t.begin++;
        t.length--;
    }
    while (t.length > 0 && t.begin[t.length - 1] == '_')
        t.length--;
    return t;
}

static bool is_named(struct text t, const char *word, bool whole)
{
    const struct text bare = without_underscores(t);
    return whole ? bare.length == strlen(word) && strncmp(bare.begin, word, bare.length) == 0
                 : memmem(t.begin, t.length, word, strlen(word)) != NULL;
}

/* NULL: nothing is. */
static const char *why_refused(struct text t)
{
    for (size_t i = 0; i < sizeof refused / sizeof *refused; i++)
        if (is_named(t, refused[i].word, refused[i].whole))
            return refused[i].why;
    return NULL;
}

static bool check_words(const char *file, char *text)
{
    struct tokens s = { text, 1, true };
    for (struct token t; (t = next_token(&s)).kind != END;)
        if (why_refused(t.text))
            return wrong_at(file, t.line, "%s", why_refused(t.text));
    return true;
}

bool words_are_good(const char *name, const char *file)
{
    char *text = text_of(file);
    bool good = text && check_words(name, text);
    free(text);
    return good;
}

bool read_definitions(struct reader *r, const char *file)
{
    if (r->texts == sizeof r->text / sizeof *r->text)
        return failed(file, "one file too many");
    char *text = text_of(file);
    if (!text)
        return false;
    r->text[r->texts++] = text;
    struct state s = { .tokens = { text, 1, true } };
    bool good = check_words(file, text);
    for (struct token t; good && (t = next_token(&s.tokens)).kind != END;)
        good = take(r, &s, file, t);
    return good;
}

const struct definition *function_named(const struct reader *r, struct text name)
{
    for (size_t i = 0; i < r->n; i++)
        if (r->all[i].is_function && text_is_same(r->all[i].name, name))
            return &r->all[i];
    return NULL;
}

void reader_free(struct reader *r)
{
    for (size_t i = 0; i < r->texts; i++)
        free(r->text[i]);
    free(r->all);
    free(r->constant);
    free(r->alias);
}
