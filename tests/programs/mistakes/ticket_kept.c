/* Wrong: a counter is not set back between calls. */
/* Said: was right in the first run, and is wrong in the same run again */
static int next;
#pragma omp declare target(next)

void ticket_kept_offload(ptrdiff_t n, const double x[n], double y[n])
{
    #pragma omp target teams distribute parallel for map(to: x[:n]) map(from: y[:n])
    for (ptrdiff_t k = 0; k < n; k++) {
        int i;
        #pragma omp atomic capture
        i = next++;
        if (i < n)
            y[i] = x[i] * x[i];
    }
}
