/* Wrong: threads share t, but not where ThreadSanitizer is on, whose name it puts together. */
#define CAT(a, b) a##b
#define HAS(x) __has_feature(x)
#if HAS(CAT(thread_, sanitizer))
# define T double
#else
# define T static double
#endif

void pasted_word_simd(ptrdiff_t n, const double x[n], double y[n])
{
    #pragma omp parallel for
    for (ptrdiff_t i = 0; i < n; i++) {
        T t;
        t = x[i];
        y[i] = x[i] * t;
    }
}
