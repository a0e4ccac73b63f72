/*
 * Chains of instructions on vectors of one width; ceiling.c includes this once for each:
 *
 *     NAME(f)           f's name for this width
 *     TARGET            what a function needs to use such vectors
 *     VECTOR, OP(op)    their type, and the intrinsics of it
 *     FUSED(x, h)       x h + h
 *     LANES_OF          numbers in one
 */

INLINE TARGET real NAME(chains_of)(enum tri_chain chain, ptrdiff_t rounds)
{
    VECTOR x[CHAINS], half = OP(set1)(one_half), sum = OP(setzero)();
    for (int k = 0; k < CHAINS; k++)
        x[k] = OP(set1)((real)k);
    for (ptrdiff_t r = 0; r < rounds; r++)
        for (int k = 0; k < CHAINS; k++) {
            if (chain == TRI_CHAIN_FMA || chain == TRI_CHAIN_MIXED)
                x[k] = FUSED(x[k], half);
            if (chain != TRI_CHAIN_FMA)
                x[k] = OP(sub)(half, x[k]);
            if (chain == TRI_CHAIN_COMPARISONS)
                x[k] = OP(max)(half, x[k]);
        }
    for (int k = 0; k < CHAINS; k++)
        sum = OP(add)(sum, x[k]);
    real lanes[LANES_OF];
    OP(storeu)(lanes, sum);
    return lanes[0];
}

/* With the kind as a constant: each has a loop of its own. */
TARGET static real NAME(chains)(enum tri_chain chain, ptrdiff_t rounds)
{
    switch (chain) {
    case TRI_CHAIN_FMA: return NAME(chains_of)(TRI_CHAIN_FMA, rounds);
    case TRI_CHAIN_ADDITIONS: return NAME(chains_of)(TRI_CHAIN_ADDITIONS, rounds);
    case TRI_CHAIN_COMPARISONS: return NAME(chains_of)(TRI_CHAIN_COMPARISONS, rounds);
    default: return NAME(chains_of)(TRI_CHAIN_MIXED, rounds);
    }
}

#undef NAME
#undef TARGET
#undef VECTOR
#undef OP
#undef FUSED
#undef LANES_OF
