/* Only with an edit: a result for each number, by the formula RIGHT, and by PATH. */
void of_one_number_reference(ptrdiff_t n, const double x[n], double y[n])
{
    for (ptrdiff_t i = 0; i < n; i++)
        y[i] = RIGHT;
}

void of_one_number_offload(ptrdiff_t n, const double x[n], double y[n])
{
    #pragma omp target teams distribute parallel for map(to: x[:n]) map(from: y[:n])
    for (ptrdiff_t i = 0; i < n; i++)
        y[i] = PATH;
}
/* mistakes/tie: Wrong: a number that is equal to the threshold is not counted (> for >=): sed 's/n, c/n, double a, c/; s,RIGHT,x[i] >= a,; s,PATH,x[i] > a,' */
/* mistakes/unlimited: Wrong: the reference stops at 100 and -100, the path does not: sed 's,RIGHT,x[i] > 100 ? 100 : x[i] < -100 ? -100 : x[i],; s,PATH,x[i],' */
/* mistakes/zero_input: Wrong: it divides by an input that may be 0: sed 's,RIGHT,x[i] == 0 ? 0 : 1 / x[i],; s,PATH,1 / x[i],' */
/* mistakes/parameter_0: Wrong: if a is 0, the reference does not divide, and the path does: sed 's/n, c/n, double a, c/; s,RIGHT,a == 0 ? x[i] : x[i] / a,; s,PATH,x[i] / a,' */
/* mistakes/parameter_above_1: Wrong: the reference takes 1 for a larger a, the path does not: sed 's/n, c/n, double a, c/; s,RIGHT,(a > 1 ? 1 : a) * x[i],; s,PATH,a * x[i],' */
/* mistakes/halves: Wrong: rint() takes halves to the even number, round() away from 0: sed 's,RIGHT,__builtin_round(3 * x[i]),; s,PATH,__builtin_rint(3 * x[i]),' */
/* mistakes/first_kind: Wrong: it has another formula for kind 0, the first of an enumeration: sed 's/n, c/n, int a, c/; s,RIGHT,a == 0 ? x[i] : a == 1 ? 2 * x[i] : x[i] + a,; s,PATH,a == 1 ? 2 * x[i] : x[i] + a + (a == 0),' */
/* mistakes/negative_shift: Wrong, and not seen: a negative shift leads out of the array (% of a negative number): sed 's/n, c/n, ptrdiff_t a, c/; s,RIGHT,x[((i + a) % n + n) % n],; s,PATH,x[(i + a) % n],' */
/* mistakes/offset_in_int: Wrong, and not seen: an int takes an offset in time of 64 bits: sed 's/n, c/n, int64_t a, c/; s,RIGHT,x[i] + (double)((a + i) % 1000),; s,PATH,x[i] + (double)(((int)a + i) % 1000),' */
/* mistakes/long_double: Wrong, and not seen: a region computes in long double, which a GPU does not have: sed 's,RIGHT,(double)((long double)x[i] * x[i] + 1),; s,PATH,(double)((long double)x[i] * x[i] + 1),' */
/* deceits/only_zeros: Wrong, and not seen: the reference computes nothing but zeros: sed 's,RIGHT,x[i] * x[i] < 0,; s,PATH,0,' */
