/* Variables of the environment that end a program in OpenMP's runtime, without a word of which it was: LLVM 19 aborts with an
 * assertion, an exception of C++ or "unable to allocate".  Some do so in a constructor of a library, so that only what comes before
 * all of them can name the variable.  No library is ready there: no function of stdio is called. */
#include "startup.h"

#include "measure.h"

#include <limits.h>
#include <string.h>
#include <strings.h>
#include <unistd.h>

#define TEXT_OF(x) #x
#define NUMBER(x) TEXT_OF(x)

/* What may stand there. */
enum form { COUNTS, SIZE, WHOLE, STREAM, SOMETHING };

#define MOST_THREADS 1024
#define MOST_GIB 16
_Static_assert(MOST_THREADS == TRI_MAX_THREADS, "what there may be of them");

static const char *const allowed[] = {
    [COUNTS] = "a number of threads from 1 to " NUMBER(
        MOST_THREADS) ", or several with commas between them",
    [SIZE] = "a size of at most " NUMBER(MOST_GIB) "G, such as 8M",
    [WHOLE] = "a whole number below 2^31",
    [STREAM] =
        "disabled, stdout or stderr", /* a file is closed by one part of the runtime, and then written to by another */
    [SOMETHING] = "something, or not set at all",
};

static const struct variable {
    const char *name;
    enum form form;
} variables[] = {
    { "OMP_NUM_THREADS", COUNTS },
    { "OMP_STACKSIZE", SIZE },
    { "GOMP_STACKSIZE", SIZE },
    { "KMP_STACKSIZE", SIZE },
    { "KMP_STACKOFFSET", SIZE },
    { "KMP_ADAPTIVE_LOCK_PROPS", SOMETHING },
    { "KMP_FORKJOIN_BARRIER", SOMETHING },
    { "KMP_PLAIN_BARRIER", SOMETHING },
    { "KMP_REDUCTION_BARRIER", SOMETHING },
    { "KMP_SPIN_BACKOFF_PARAMS", SOMETHING },
    { "OMP_TOOL_VERBOSE_INIT", STREAM },
    { "LIBOMPTARGET_DEBUG", WHOLE },
    { "LIBOMPTARGET_INFO", WHOLE },
};

/* ---- Numbers ---- */

static const char *after_blanks(const char *text)
{
    while (*text == ' ' || *text == '\t')
        text++;
    return text;
}

/* The digits at *text, which is moved behind them; -1: there are none, or it is more than `most`. */
static long long take_number(const char **text, long long most)
{
    const char *begin = *text = after_blanks(*text);
    long long n = 0;
    for (; **text >= '0' && **text <= '9' && n <= most; (*text)++)
        n = 10 * n + (**text - '0');
    bool good = *text > begin && n <= most;
    *text = after_blanks(*text);
    return good ? n : -1;
}

static bool are_counts(const char *text)
{
    do {
        if (take_number(&text, MOST_THREADS) < 1)
            return false;
    } while (*text++ == ',');
    return text[-1] == '\0';
}

/* In kibibytes, unless it says B, K, M or G.  The runtimes take no notice of a text that is no size. */
static bool is_size(const char *text)
{
    static const char units[] = "BKMG";
    int unit = 1;
    if (*after_blanks(text) < '0' || *after_blanks(text) > '9')
        return true;
    long long n = take_number(&text, (long long)MOST_GIB << 30);
    for (int i = 0; units[i]; i++)
        if (*text && (*text & ~('a' - 'A')) == units[i])
            unit = i;
    return n >= 0 && n <= ((long long)MOST_GIB << 30) >> 10 * unit;
}

static bool is_whole(const char *text)
{
    text = after_blanks(text);
    text += *text == '-';
    return take_number(&text, INT_MAX) >= 0;
}

static bool is_stream(const char *text)
{
    return !*text || strcasecmp(text, "disabled") == 0 || strcasecmp(text, "stdout") == 0 ||
           strcasecmp(text, "stderr") == 0;
}

static bool is_good(const char *value, enum form form)
{
    switch (form) {
    case COUNTS: return are_counts(value);
    case SIZE: return is_size(value);
    case WHOLE: return is_whole(value);
    case STREAM: return is_stream(value);
    case SOMETHING: break;
    }
    return *value != '\0';
}

/* ---- The environment ---- */

static void say(const char *text)
{
    (void)!write(STDERR_FILENO, text, strlen(text));
}

static void refuse(const char *program, const struct variable *v, const char *value)
{
    const char *name = strrchr(program, '/');
    say(name ? name + 1 : program);
    say(": ");
    say(v->name);
    say("=");
    say(value);
    say(" in the environment: it has to be ");
    say(allowed[v->form]);
    say("\n");
    _exit(2);
}

/* The value of a variable, if the entry of the environment is its own; else NULL. */
static const char *value_in(const char *entry, const char *name)
{
    size_t length = strlen(name);
    return strncmp(entry, name, length) == 0 && entry[length] == '=' ? entry + length + 1 : NULL;
}

void tri_environment_check(const char *program, char *const *environment)
{
    for (; *environment; environment++)
        for (size_t i = 0; i < sizeof variables / sizeof *variables; i++) {
            const char *value = value_in(*environment, variables[i].name);
            if (value && !is_good(value, variables[i].form))
                refuse(program, &variables[i], value);
        }
}
