/* Wrong: it takes one step where there is none. */
/* Said: n=43,steps=0, but right with steps=11 there: is 0 a case of its own? */
void at_least_one_step_reference(ptrdiff_t n, int steps, double u[n])
{
    for (int s = 0; s < steps; s++)
        for (ptrdiff_t i = 0; i < n; i++)
            u[i] = 0.5 * u[i] + s;
}

void at_least_one_step_offload(ptrdiff_t n, int steps, double u[n])
{
    #pragma omp target data map(tofrom: u[:n])
    {
        int s = 0;
        do {
            #pragma omp target teams distribute parallel for
            for (ptrdiff_t i = 0; i < n; i++)
                u[i] = 0.5 * u[i] + s;
        } while (++s < steps);
    }
}
