/*
 * Integer chains, and passes over arrays, in vectors of one width; ceiling_cpu.c includes this once for
 * each width:
 *
 *     NAME(f)                      f's name for this width
 *     TARGET                       what a function needs to use such vectors
 *     WORDS, BYTES                 their type and size
 *     LOAD(p), STORE(p, x)         at p, which is aligned
 *     STREAM(p, x)                 a streaming (non-temporal) store
 *     ADD(x, y), XOR(x, y)         in 32-bit lanes
 *     FIRST(x), ALL(n)             the first lane, and n in all lanes
 */

/* An addition and an exclusive or in turn: a compiler would combine many of the same kind. */
TARGET static uint32_t NAME(integers)(ptrdiff_t rounds)
{
    WORDS x[CHAINS], one = ALL((int)odd), all = ALL(0);
    for (int k = 0; k < CHAINS; k++)
        x[k] = ALL(k);
    for (ptrdiff_t r = 0; r < rounds; r++)
        for (int k = 0; k < CHAINS; k++)
            x[k] = XOR(ADD(x[k], one), one);
    for (int k = 0; k < CHAINS; k++)
        all = ADD(all, x[k]);
    return FIRST(all);
}

/* Of two arrays at once, since a core then has more loads in flight: 17 GB/s instead of 14 on a Zen 3. */
TARGET static uint32_t NAME(read)(char *x, const char *y, ptrdiff_t bytes, ptrdiff_t passes)
{
    WORDS sum[STRIP], all = ALL(0);
    for (int k = 0; k < STRIP; k++)
        sum[k] = ALL(0);
    for (ptrdiff_t pass = 0; pass < passes; pass++) {
        for (ptrdiff_t i = 0; i < bytes; i += STRIP * BYTES)
            for (int k = 0; k < STRIP; k++) {
                sum[k] = ADD(sum[k], LOAD(x + i + k * BYTES));
                sum[k] = ADD(sum[k], LOAD(y + i + k * BYTES));
            }
        EVERY_PASS_ANEW();
    }
    for (int k = 0; k < STRIP; k++)
        all = ADD(all, sum[k]);
    return FIRST(all);
}

/* Passes that write each vector at `to`, as `write` does with the one at `from`. */
#define PASSES(write)                                                  \
    for (ptrdiff_t pass = 0; pass < passes; pass++) {                  \
        for (ptrdiff_t i = 0; i < bytes; i += STRIP * BYTES)           \
            for (int k = 0; k < STRIP; k++)                            \
                write(to + i + k * BYTES, LOAD(from + i + k * BYTES)); \
        EVERY_PASS_ANEW();                                             \
    }
#define UPDATE(p, x) STORE(p, ADD(LOAD(p), x))

TARGET static uint32_t NAME(copy)(char *to, const char *from, ptrdiff_t bytes, ptrdiff_t passes)
{
    PASSES(STORE)
    return FIRST(LOAD(to));
}

TARGET static uint32_t NAME(stream)(char *to, const char *from, ptrdiff_t bytes, ptrdiff_t passes)
{
    PASSES(STREAM)
    FENCE();
    return FIRST(LOAD(to));
}

TARGET static uint32_t NAME(update)(char *to, const char *from, ptrdiff_t bytes, ptrdiff_t passes)
{
    PASSES(UPDATE)
    return FIRST(LOAD(to));
}

static const struct kernels NAME(kernels) = {
    NAME(integers), NAME(read), NAME(copy), NAME(stream), NAME(update), BYTES,
};

#undef PASSES
#undef UPDATE
#undef NAME
#undef TARGET
#undef WORDS
#undef BYTES
#undef LOAD
#undef STORE
#undef STREAM
#undef ADD
#undef XOR
#undef FIRST
#undef ALL
