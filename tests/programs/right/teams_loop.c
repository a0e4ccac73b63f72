/* Right: target teams loop. */
void teams_loop_offload(ptrdiff_t n, double a, const double x[n], double y[n])
{
    #pragma omp target teams loop map(to: x[:n]) map(from: y[:n])
    for (ptrdiff_t i = 0; i < n; i++)
        y[i] = a * x[i] + 1;
}
/* right/small_on_host: Right: an if clause leaves small cases to the host: sed 's/loop map/distribute parallel for if(target: n > 500) map/' */
