/*
 * The fma of 256 bits in halves, as wide as NEON's registers; intrinsics.h includes this once for each precision:
 *
 *     OP(op)         the intrinsics of 256 bits, on vectors of type WHOLE
 *     HALF_OP(op)    those of 128 bits, on vectors of type HALF
 *     NEON(op)       NEON's
 */

static inline HALF HALF_OP(fmadd)(HALF a, HALF b, HALF c)
{
    return NEON(vfma)(c, a, b);
}

static inline WHOLE OP(fmadd)(WHOLE a, WHOLE b, WHOLE c)
{
    union {
        WHOLE whole;
        HALF half[2];
    } x = { a }, y = { b }, sum = { c };
    for (int i = 0; i < 2; i++)
        sum.half[i] = HALF_OP(fmadd)(x.half[i], y.half[i], sum.half[i]);
    return sum.whole;
}

static inline WHOLE OP(fmsub)(WHOLE a, WHOLE b, WHOLE c)
{
    return OP(fmadd)(a, b, OP(xor)(c, OP(set1)(-0.0)));
}

static inline WHOLE OP(fnmadd)(WHOLE a, WHOLE b, WHOLE c)
{
    return OP(fmadd)(OP(xor)(a, OP(set1)(-0.0)), b, c);
}

#undef OP
#undef WHOLE
#undef NEON
#undef HALF
#undef HALF_OP
