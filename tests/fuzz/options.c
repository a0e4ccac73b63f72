/* Command lines: the first byte is the program, each line a word.  Not study: asking for its studies takes half a second. */
#include "fuzz.h"

#include "refused.h"

#include <stdlib.h>
#include <string.h>

static refuser *const programs[] = { by_bench, by_compare, by_render,  by_versus,
                                     by_draw,  by_explore, by_verdict, by_doctor };

enum { MOST = 24 };

/* --help and --version end the process, and are no refusals. */
static bool ends_process(const char *word)
{
    if (word[0] == '-' && word[1] != '-')
        return strpbrk(word, "hV?");
    return strncmp(word, "--h", 3) == 0 || strncmp(word, "--v", 3) == 0 ||
           strncmp(word, "--u", 3) == 0;
}

void fuzz_options(const uint8_t *bytes, size_t n)
{
    if (n == 0)
        return;
    char *text = fuzz_text(bytes + 1, n - 1), *rest = text, *word;
    char *words[MOST + 1] = { (char *)"program" };
    int count = 1;
    bool ends = false;
    while (count < MOST && (word = strsep(&rest, "\n"))) {
        ends = ends || ends_process(word);
        words[count++] = word;
    }
    struct tri_error e = { 0 };
    if (!ends)
        programs[bytes[0] % (sizeof programs / sizeof *programs)](count, words, &e);
    free(text);
}
