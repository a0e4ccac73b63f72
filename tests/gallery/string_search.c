/* How often a word is in a text. */
#include <triptych/hotspot.h>

#pragma omp declare target
static int is_at(const char *text, const char *word, int m)
{
    int k;
    for (k = 0; k < m && text[k] == word[k]; k++);
    return k == m;
}
#pragma omp end declare target

int string_search_reference(int n, int m, const char text[n], const char word[m])
{
    int found = 0;
    for (int i = 0; i <= n - m; i++)
        found += is_at(text + i, word, m);
    return found;
}

int string_search_simd(int n, int m, const char text[n], const char word[m])
{
    int found = 0;
    #pragma omp parallel for reduction(+: found)
    for (int i = 0; i <= n - m; i++)
        found += is_at(text + i, word, m);
    return found;
}

int string_search_offload(int n, int m, const char text[n], const char word[m])
{
    int found = 0;
    #pragma omp target teams distribute parallel for map(to: text[:n], word[:m]) map(tofrom: found) reduction(+: found)
    for (int i = 0; i <= n - m; i++)
        found += is_at(text + i, word, m);
    return found;
}

const struct tri_hotspot string_search = { .params = { { "n", "characters", .initial = 50021, .min = 8, .max = 1e9 }, { "m", "of the word", .initial = 4, .min = 1, .max = 8 } } };
/* wrong, since it copies too little of the word: sed 's/word\[:m\]/word[:m - 1]/' */
