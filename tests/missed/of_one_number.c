/* Only with an edit: a result for each number, by the formula RIGHT, and by PATH. */
void of_one_number_reference(int n, const double x[n], double y[n])
{
    for (int i = 0; i < n; i++)
        y[i] = RIGHT;
}
void of_one_number_offload(int n, const double x[n], double y[n])
{
    #pragma omp target teams distribute parallel for map(to: x[:n]) map(from: y[:n])
    for (int i = 0; i < n; i++)
        y[i] = PATH;
}
/* missed/modethree: Wrong: 2 and 3 are the same thing for it: sed 's/n, c/n, int mode, c/; s,RIGHT,mode == 1 ? -x[i] : mode == 2 ? x[i] * x[i] : fabs(x[i]),; s,PATH,mode == 1 ? -x[i] : fabs(x[i]),' */
/* missed/negstride: Wrong: -1 % n in C: sed 's/n, c/n, int k, c/; s,RIGHT,x[((i - k) % n + n) % n],; s,PATH,x[(i - k + n) % n],' */
/* missed/rotated: Wrong: shift by k, without a remainder: sed 's/n, c/n, int k, c/; s,RIGHT,x[(i + k) % n],; s,PATH,x[i + k < n ? i + k : i + k - n],' */
/* missed/recipfirst: Wrong: x / a is not x * (1 / a): sed 's/(int n/(double a, int n/; s,RIGHT,x[i] / a,; s,PATH,x[i] * (1 / a),; s/_offload/_simd/; s,omp target.*,omp parallel for simd,' */
/* missed/notoncpu: Wrong: a path of the CPU that starts a region: sed 's,RIGHT,x[i] * 2,; s,PATH,x[i] * 2,; s/_offload/_simd/' */
/* missed/bigbound: Wrong: nothing but zeros, within bounds that allow anything: sed 's,^void .*_ref,#include <triptych/hotspot.h>\n&,; s,RIGHT,x[i] * 2,; s,PATH,0,; s/_offload/_simd/; /pragma/d; $a const struct tri_hotspot bigbound = { .operands = { { "y", .absolute = 1e9 } } };' */
