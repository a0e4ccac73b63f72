/* Variables of the environment, and limits, that end a program in OpenMP's runtime, without a word of which it was: LLVM 19 aborts
 * with an assertion, an exception of C++ or "unable to allocate".  Some do so in a constructor of a library, so that only what comes
 * before all of them can name the variable.  No library is ready there: no function of stdio is called. */
#include "startup.h"

#include "measure.h"

#include <limits.h>
#include <string.h>
#include <strings.h>
#include <sys/resource.h>
#include <unistd.h>

#define TEXT_OF(x) #x
#define NUMBER(x) TEXT_OF(x)

enum form { COUNTS, STACK, SIZE, ALIGNMENT, LEVELS, TASKING, BITS, WHOLE, STREAM, SOMETHING };

#define MOST_THREADS 1024
#define MOST_GIB 16
#define LEAST_KIB_OF_STACK 64
#define MOST_KIB_ALIGNED 16
#define MOST_LEVELS 1000
_Static_assert(MOST_THREADS == TRI_MAX_THREADS, "what there may be of them");

static const char *const allowed[] = {
    [COUNTS] = "a number of threads from 1 to " NUMBER(
        MOST_THREADS) ", or several with commas between them",
    [STACK] = "a size from " NUMBER(LEAST_KIB_OF_STACK) "K to " NUMBER(MOST_GIB) "G, such as 8M",
    [SIZE] = "a size of at most " NUMBER(MOST_GIB) "G, such as 8M",
    [ALIGNMENT] = "a power of two of at most " NUMBER(MOST_KIB_ALIGNED) "K",
    [LEVELS] = "at most " NUMBER(MOST_LEVELS) " levels",
    [TASKING] = "0 or 2",
    [BITS] = "a number from 1, or two with a comma between them",
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
    { "OMP_STACKSIZE", STACK },
    { "GOMP_STACKSIZE", STACK },
    { "KMP_STACKSIZE", STACK },
    { "KMP_STACKOFFSET", SIZE },
    { "KMP_ALIGN_ALLOC", ALIGNMENT },
    { "KMP_HOT_TEAMS_MAX_LEVEL", LEVELS },
    { "KMP_TASKING", TASKING },
    { "KMP_ADAPTIVE_LOCK_PROPS", SOMETHING },
    { "KMP_FORKJOIN_BARRIER", BITS },
    { "KMP_PLAIN_BARRIER", BITS },
    { "KMP_REDUCTION_BARRIER", BITS },
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

/* The runtimes take no notice of a text where a number should be. */
static bool is_number(const char *text)
{
    text = after_blanks(text);
    return *text >= '0' && *text <= '9';
}

/* As take_number(), of bytes; the number is one of units[`unit`], unless it says B, K, M or G. */
static long long take_size(const char **text, int unit, long long most)
{
    static const char units[] = "BKMGTPE";
    long long n = take_number(text, most);
    for (int i = 0; units[i]; i++)
        if (**text && (**text & ~('a' - 'A')) == units[i])
            unit = i;
    return n >= 0 && n <= most >> 10 * unit ? n << 10 * unit : -1;
}

static bool is_size(const char *text, long long least)
{
    return !is_number(text) || take_size(&text, 1, (long long)MOST_GIB << 30) >= least;
}

static bool is_alignment(const char *text)
{
    long long n = is_number(text) ? take_size(&text, 0, MOST_KIB_ALIGNED << 10) : 0;
    return n >= 0 && (n < 64 || (n & (n - 1)) == 0); /* less than 64 becomes 64 */
}

/* The runtime takes no notice of words, and none of what is too large. */
static bool are_bits(const char *text)
{
    bool good = *text != '\0';
    for (const char *comma; good && text; text = comma ? comma + 1 : NULL) {
        comma = strchr(text, ',');
        good = !is_number(text) || take_number(&text, INT_MAX) != 0;
    }
    return good;
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
    case STACK: /* with less, a thread of LLVM's runtime ends the program before it has begun */
        return is_size(value, LEAST_KIB_OF_STACK << 10);
    case SIZE: return is_size(value, 0);
    case ALIGNMENT: return is_alignment(value);
    case LEVELS: return !is_number(value) || take_number(&value, MOST_LEVELS) >= 0;
    case TASKING: return take_number(&value, 1) != 1;
    case BITS: return are_bits(value);
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

static void say_name(const char *program)
{
    const char *name = strrchr(program, '/');
    say(name ? name + 1 : program);
    say(": ");
}

static void refuse(const char *program, const struct variable *v, const char *value)
{
    say_name(program);
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

/* ---- Limits ---- */

/* Programs with less of a stack end by a segmentation fault; with no file at all, LLVM's runtime by SIGBUS, in the one that it
 * keeps in /dev/shm. */
static const struct limit {
    int of;
    rlim_t least; /* bytes */
    const char *says;
} limits[] = {
    { RLIMIT_STACK, 512 << 10, "the stack (ulimit -s) has to be 512 KiB or more\n" },
    { RLIMIT_FSIZE, 1 << 10, "files (ulimit -f) have to be allowed 1 KiB or more\n" },
};

static void check_limits(const char *program)
{
    for (size_t i = 0; i < sizeof limits / sizeof *limits; i++) {
        struct rlimit is;
        if (getrlimit(limits[i].of, &is) == 0 && is.rlim_cur < limits[i].least) {
            say_name(program);
            say(limits[i].says);
            _exit(2);
        }
    }
}

void tri_environment_check(const char *program, char *const *environment)
{
    check_limits(program);
    for (; *environment; environment++)
        for (size_t i = 0; i < sizeof variables / sizeof *variables; i++) {
            const char *value = value_in(*environment, variables[i].name);
            if (value && !is_good(value, variables[i].form))
                refuse(program, &variables[i], value);
        }
}
