/* Only with an edit: the least number of TYPE, begun with FIRST. */
TYPE extremum_reference(int n, const TYPE x[n])
{
    TYPE m = x[0];
    for (int i = 1; i < n; i++)
        m = x[i] < m ? x[i] : m;
    return m;
}
TYPE extremum_offload(int n, const TYPE x[n])
{
    TYPE m = FIRST;
    #pragma omp target teams distribute parallel for reduction(min: m) map(to: x[:n]) map(tofrom: m)
    for (int i = 0; i < n; i++)
        m = x[i] < m ? x[i] : m;
    return m;
}
/* missed/minone: Wrong: the lowest begins with 1: sed 's/TYPE/double/g; s/FIRST/1/' */
/* missed/intmin: Wrong: the lowest of 64-bit numbers begins with INT_MAX: sed 's/TYPE/long long/g; s/FIRST/INT32_MAX/' */
/* missed/maxlow: Wrong: the largest begins with -1, and INT_MIN would be right: sed 's/TYPE/int/g; s/FIRST/-1/; s/ < m/ > m/; s/_offload/_simd/; s,omp target.*,omp parallel for reduction(max: m),' */
