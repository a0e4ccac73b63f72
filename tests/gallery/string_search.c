/* How often a word is in a text. */
#include <triptych/hotspot.h>
#include <string.h>

#pragma omp declare target
static int is_at(const char *text, const char *word, int m)
{
    while (m > 0 && text[m - 1] == word[m - 1]) m--;
    return m == 0;
}
#pragma omp end declare target

int string_search_reference(int n, const char text[n], const char *word)
{
    int found = 0, m = (int)strlen(word);
    for (int i = 0; i <= n - m; i++)
        found += is_at(text + i, word, m);
    return found;
}

int string_search_simd(int n, const char text[n], const char *word)
{
    int found = 0, m = (int)strlen(word);
    #pragma omp parallel for reduction(+: found)
    for (int i = 0; i <= n - m; i++)
        found += is_at(text + i, word, m);
    return found;
}

int string_search_offload(int n, const char text[n], const char *word)
{
    int found = 0, m = (int)strlen(word);
    #pragma omp target teams distribute parallel for map(to: text[:n], word[:m]) map(tofrom: found) reduction(+: found)
    for (int i = 0; i <= n - m; i++)
        found += is_at(text + i, word, m);
    return found;
}
static double letter(const struct tri_case *c, size_t i) { return tri_scattered(0, i) < 0 ? 'a' : 'b'; }
const struct tri_hotspot string_search = { .params = { { "word", "what is looked for", .text = "abba", .min = 1 } }, .operands = { { "text", .value = letter } } };
/* wrong, since it copies too little of the word: sed 's/word\[:m\]/word[:m - 1]/' */
