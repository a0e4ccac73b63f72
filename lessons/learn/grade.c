/* From what happened to a sentence. */
#define _GNU_SOURCE /* strcasestr */
#include "learn.h"

#include <signal.h>
#include <string.h>
#include <sys/wait.h>

enum { SHOWN = 1000 }; /* of what a program has printed */

/* What compilers say of directives that are not quite right, clang's words and gcc's, and what is meant. */
static const struct {
    const char *means, *says[2];
} known[] = {
    { "collapse(2): nothing may stand between the two for lines, not even a brace with a declaration.",
      { "expected 2 for loops after", "not enough perfectly nested" } },
    { "This directive belongs to a loop: the line below it has to begin with for.",
      { "must be a for loop", "for statement expected" } },
    { "The map of a pointer needs a section: a[0 : n] or a[:n].", { "with no explicit length" } },
    { "A pointer does not know how much it points to: write the section's length, a[:n].",
      { "section length is unspecified", "for pointer type length expression must be specified" } },
    { "map kinds are to, from, tofrom and alloc.", { "incorrect map type" } },
    { "reduction(operator : variable): the operator is one of + - * & | ^ && || max min.",
      { "incorrect reduction identifier" } },
    { "target update needs a direction: to(a[:n]) or from(a[:n]).",
      { "expected at least one 'to' clause or 'from' clause" } },
    { "target data without a map clause does nothing: say what has to stay.",
      { "expected at least one 'map'" } },
    { "After #pragma omp comes the name of a directive: is it misspelt?",
      { "expected an OpenMP directive" } },
    { "A clause of that name does not exist: is it misspelt?", { "unknown clause" } },
    { "The rest of the line is ignored, its map clauses too: the word there is misspelt, or does not "
      "belong to this directive.",
      { "extra tokens at the end of '#pragma omp" } },
    { "A clause is misspelt, or does not belong to this directive.",
      { "is not valid after '#pragma omp" } },
    { "The runtime finds a variable on the device by its name: it must not be static.",
      { "declare target variable that is not externally visible" } },
    { "What a region calls or reads has to exist on the device, too: declare target.",
      { "in function `__omp_offloading", "been marked to be included in the offloaded code" } },
    { "That is the judge's own: what it knows is not for the exercise.", { "poisoned" } },
    { "This clause does not belong to this directive.",
      { "unexpected OpenMP clause", "invalid OpenMP clause" } },
};

static const char *advice_on(const char *said)
{
    for (size_t i = 0; i < sizeof known / sizeof *known; i++)
        for (int k = 0; k < 2 && known[i].says[k]; k++)
            if (strstr(said, known[i].says[k]))
                return known[i].means;
    return NULL;
}

static void conclude(struct grade *v, enum kind kind, const char *text)
{
    v->kind = kind;
    snprintf(v->text, sizeof v->text, "%s", text);
}

static const char *after_blanks(const char *p)
{
    return p + strspn(p, " \t");
}

static bool is_include_of_lesson(const char *line)
{
    if (*line != '#' || strncmp(after_blanks(line + 1), "include", 7) != 0)
        return false;
    const char *name = after_blanks(after_blanks(line + 1) + 7);
    return strncmp(name, "\"lesson.h\"", 10) == 0 || strncmp(name, "<lesson.h>", 10) == 0;
}

/* Some editors begin a file with a byte order mark. */
bool includes_lesson(const char *source)
{
    source += strncmp(source, "\xEF\xBB\xBF", 3) == 0 ? 3 : 0;
    for (const char *line = source; line; line = strchr(line, '\n')) {
        line += strspn(line, " \t\n");
        if (is_include_of_lesson(line))
            return true;
    }
    return false;
}

void grade_without_lesson(struct grade *v)
{
    conclude(
        v, WRONG,
        "The line #include \"lesson.h\" is gone: it declares the function that the judge calls.");
}

bool asks_for_sanitizer(const char *source)
{
    return strstr(source, "thread_sanitizer") || strstr(source, "__SANITIZE_THREAD__") ||
           strstr(source, "no_sanitize") || strstr(source, "disable_sanitizer_instrumentation");
}

void grade_asking(struct grade *v)
{
    conclude(
        v, WRONG,
        "It names ThreadSanitizer (thread_sanitizer, no_sanitize), with whose calls it is compiled "
        "once more to find races: an answer is the same with it and without.");
}

void grade_with_other(struct grade *v, const char *included)
{
    v->kind = WRONG;
    snprintf(
        v->text, sizeof v->text,
        "It includes %.300s. An answer may include lesson.h and headers of the system (<math.h>), "
        "and nothing else: all of it stands in the one file.",
        included);
}

/* Of the place where it is compiled; the file is not to blame. */
static bool disk_was_full(struct grade *v, const struct child *c)
{
    bool full = strstr(c->said, "No space left on device");
    if (full)
        conclude(v, CANNOT_TELL, "The disk is full, where TMPDIR says or in /tmp.");
    return full;
}

void grade_compiler(struct grade *v, const struct child *c, bool compiled)
{
    memcpy(v->compiler, c->said, sizeof v->compiler);
    v->compiled = compiled;
    v->advice = advice_on(c->said); /* a warning may need it, too */
    if (v->compiled)
        return;
    if (!c->ran)
        conclude(v, CANNOT_TELL, "The compiler could not be started.");
    else if (!disk_was_full(v, c))
        conclude(v, WRONG,
                 c->timed_out ? "The compiler did not end within two minutes."
                              : "The file does not compile.");
}

/* Clang's wrapper links for the device by a compiler or nvlink, then for the host by ld. */
static bool device_link_failed(const char *said)
{
    return (strstr(said, "linker-wrapper: error: '") &&
            !strstr(said, "linker-wrapper: error: 'ld")) ||
           strstr(said, "mkoffload");
}

/* In the words of ld and nvlink, of GCC's linker for GPUs, and of its compiler, which runs as late as that. */
static bool names_something_missing(const char *said)
{
    return strcasestr(said, "undefined") || strstr(said, "unresolved symbol") ||
           strstr(said, "been marked to be included in the offloaded code");
}

void grade_linker(struct grade *v, const struct child *c)
{
    v->compiled = child_succeeded(c);
    if (v->compiled)
        return;
    memcpy(v->compiler, c->said, sizeof v->compiler);
    v->advice = advice_on(c->said);
    if (disk_was_full(v, c))
        return;
    bool device = device_link_failed(c->said), missing = names_something_missing(c->said);
    if (device && strstr(c->said, "setCriticalLock"))
        conclude(v, WRONG,
                 "It compiles for the host, and does not link for the device: this compiler has no "
                 "critical there.");
    else if (device && missing)
        conclude(
            v, WRONG,
            "It compiles for the host, and does not link for the device: a function or a variable "
            "is missing there. Is it declare target?");
    else if (device)
        conclude(v, CANNOT_TELL,
                 "The linker for the device has failed, for a reason that is not in your file: its "
                 "words are above. doctor may know more.");
    else if (missing)
        conclude(v, WRONG,
                 "It compiles, but a function is missing: the one that lesson.h declares has to be "
                 "in the file, under that name.");
    else if (strstr(c->said, "code that runs before the judge"))
        conclude(v, WRONG, "It has code that runs before the judge: an ifunc, or a preinit_array.");
    else if (strstr(c->said, "multiple definition") || strstr(c->said, "duplicate symbol"))
        conclude(v, WRONG,
                 "It compiles, but defines a function that the judge has, too: is there a main, or "
                 "a function of lesson.h too many?");
    else
        conclude(v, WRONG, "It compiles, but does not go together with the judge.");
}

/* ---- A run ------------------------------------------------------------------------------------ */

static void conclude_crash(struct grade *v, int signal)
{
    bool memory = signal == SIGSEGV || signal == SIGBUS;
    v->kind = WRONG;
    snprintf(
        v->text, sizeof v->text, "The program crashed (%s). %s", strsignal(signal),
        memory
            ? "Is there an index outside of an array, a section that is too short, or a pointer that "
              "the device does not know?"
            : "The runtime or the C library has stopped it: see what it has printed. Often something was "
              "written beyond an array or a section that is too short, or what the region reads is not mapped.");
}

/* The runtime's own last words, where OMP_TARGET_OFFLOAD=MANDATORY or a device has failed. */
static bool runtime_gave_up(const char *said)
{
    return strstr(said, "omptarget error") || strstr(said, "omptarget fatal error") ||
           strstr(said, "libgomp:");
}

static void conclude_unfinished(struct grade *v, const struct child *c)
{
    if (c->timed_out)
        conclude(
            v, WRONG,
            "It did not end within 10 seconds, and was stopped: does a loop go on for ever? (Or does "
            "the device write beyond a section that is too short?)");
    else if (runtime_gave_up(c->said))
        conclude(v, WRONG,
                 "The offload runtime has stopped the program; its words are above. Often an array "
                 "is not mapped, or only a part of it.");
    else if (WIFSIGNALED(c->status))
        conclude_crash(v, WTERMSIG(c->status));
    else
        conclude(v, WRONG,
                 "The program ended before the judge could look: does the file call exit()?");
}

/* Behind the word of a line that has to have the seal; NULL: it does not. */
static const char *behind_seal(const char *line, const char *word, const char *seal)
{
    size_t length = strlen(word), sealed = strlen(seal);
    return strncmp(line, word, length) == 0 && strncmp(line + length, seal, sealed) == 0
               ? line + length + sealed
               : NULL;
}

static void take_line(struct grade *v, const char *line, int length, const char *seal)
{
    size_t used = strlen(v->notes);
    const char *skipped = behind_seal(line, "skipped ", seal),
               *right = behind_seal(line, "right ", seal);
    if (strncmp(line, "note ", 5) == 0)
        snprintf(v->notes + used, sizeof v->notes - used, "%.*s\n", length - 5, line + 5);
    else if (strncmp(line, "wrong ", 6) == 0) {
        v->judged = true;
        snprintf(v->text, sizeof v->text, "%.*s", length - 6, line + 6);
    } else if (skipped) {
        v->kind = CANNOT_TELL;
        snprintf(v->text, sizeof v->text, "skipped:%.*s", length - (int)(skipped - line), skipped);
    } else if (right && right == line + length)
        conclude(v, RIGHT, "right");
    else if (strncmp(line, "right", 5) == 0 || strncmp(line, "skipped", 7) == 0)
        v->cheats = true;
}

void grade_run(struct grade *v, const struct child *c, const char *report, const char *seal)
{
    v->kind = WRONG;
    v->cheats = v->judged = false;
    v->text[0] = v->notes[0] = 0;
    memcpy(v->printed, c->said, sizeof v->printed);
    while (*report) {
        size_t length = strcspn(report, "\n");
        take_line(v, report, (int)length, seal);
        report += length + (report[length] == '\n');
    }
    if (v->cheats)
        conclude(v, WRONG, "It writes a verdict of its own where the judge writes its.");
    else if (!v->text[0] || (v->kind == RIGHT && !child_succeeded(c)))
        conclude_unfinished(v, c);
}

void grade_without_races(struct grade *v, const char *why)
{
    size_t used = strlen(v->notes);
    snprintf(v->notes + used, sizeof v->notes - used, "not judged: races (%s)\n", why);
}

void grade_races(struct grade *v, const struct grade *races)
{
    bool found = races->kind == WRONG && (races->judged || races->cheats);
    if (found)
        conclude(v, WRONG, races->text);
    else if (races->kind != RIGHT || !*races->text)
        grade_without_races(v,
                            "on the host, where they are looked for, it does not come to its end");
    else
        snprintf(v->notes + strlen(v->notes), sizeof v->notes - strlen(v->notes), "%s",
                 races->notes);
}

/* ---- In print --------------------------------------------------------------------------------- */

static void print_printed(FILE *out, const char *text)
{
    size_t length = strlen(text);
    if (length > 0)
        fprintf(out, "The program printed:\n%.*s%s", SHOWN, text,
                length > SHOWN             ? "\n... (and more)\n"
                : text[length - 1] != '\n' ? "\n"
                                           : "");
}

void grade_print(FILE *out, const struct grade *v)
{
    static const char *const word[] = { "SOLVED", "NOT YET", "NOT JUDGED" };
    fputs(v->compiler, out);
    print_printed(out, v->printed);
    if (v->advice)
        fprintf(out, "In short: %s\n", v->advice);
    fputs(v->notes, out);
    if (v->kind == RIGHT)
        fprintf(out, "%s%s\n", word[v->kind],
                strstr(v->notes, "not judged") ? ", as far as it can be judged here" : "");
    else
        fprintf(out, "%s: %s\n", word[v->kind], v->text);
}
