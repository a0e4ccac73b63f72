/* The numbers above zero, one behind the other in their order, then zeros; and how many they are.  A scan says where each one goes. */
enum { PARTS = 16 };
int compaction_reference(int n, const real x[n], real kept[n])
{
    int found = 0;
    for (int i = 0; i < n; i++)
        if (x[i] > 0)
            kept[found++] = x[i];
    for (int i = found; i < n; i++)
        kept[i] = 0;
    return found;
}

int compaction_simd(int n, const real x[n], real kept[n])
{
    int found = 0;
    if (n == 1) /* clang 19's scan of one number ends the program */
        return compaction_reference(n, x, kept);
    #pragma omp parallel for reduction(inscan, +: found)
    for (int i = 0; i < n; i++) {
        kept[x[i] > 0 ? found : n - 1 - (i - found)] = x[i] > 0 ? x[i] : 0;
        #pragma omp scan exclusive(found)
        found += x[i] > 0;
    }
    return found;
}
int compaction_offload(int n, const real x[n], real kept[n])
{
    int found = 0;
    #pragma omp target teams distribute parallel for map(to: x[:n]) map(from: kept[:n]) map(tofrom: found) reduction(+: found)
    for (int b = 0; b < PARTS; b++) {
        int begin = (int)((int64_t)n * b / PARTS), end = (int)((int64_t)n * (b + 1) / PARTS), at = 0;
        for (int i = 0; i < begin; i++)
            at += x[i] > 0;
        for (int i = begin; i < end; found += x[i++] > 0)
            kept[x[i] > 0 ? at++ : n - 1 - (i - at)] = x[i] > 0 ? x[i] : 0;
    }
    return found;
}
/* wrong, since a block begins where the first one does: sed 's/at += x/at = x/' */
