/* Prices of options (Black and Scholes).  A GPU's functions differ in the last bits: .ulps allows it. */
#include <triptych/hotspot.h>

static double price_of(const struct tri_case *c, size_t i) { return 20 + 10 * tri_scattered(i % 2, i); }

#pragma omp declare target
static double value_of(double price, double strike, double rate)
{
    double d = (log(price / strike) + rate + 0.125) / 0.5;
    return price * erfc(-d * M_SQRT1_2) / 2 - strike * exp(-rate) * erfc(-(d - 0.5) * M_SQRT1_2) / 2;
}
#pragma omp end declare target

void black_scholes_reference(int n, double rate, const double price[n], const double strike[n], double value[n])
{
    for (int i = 0; i < n; i++)
        value[i] = value_of(price[i], strike[i], rate);
}

void black_scholes_simd(int n, double rate, const double price[n], const double strike[n], double value[n])
{
    #pragma omp parallel for
    for (int i = 0; i < n; i++)
        value[i] = value_of(price[i], strike[i], rate);
}

void black_scholes_offload(int n, double rate, const double price[n], const double strike[n], double value[n])
{
    #pragma omp target teams distribute parallel for map(to: price[:n], strike[:n]) map(from: value[:n])
    for (int i = 0; i < n; i++)
        value[i] = value_of(price[i], strike[i], rate);
}

const struct tri_hotspot black_scholes = {
    .params = { { "rate", "of interest", TRI_REAL, 0.03, .min = 0, .max = 1 } },
    .operands = { { "price", .value = price_of }, { "strike", .value = price_of }, { "value", .absolute = 1e-12, .ulps = 16 } },
};
/* wrong, since it copies half of an array: sed 's/strike\[:n\]/strike[:n \/ 2]/' */
